"""Any position on the table: set up by names, one step, everything read back.

For tests, designers and debugging:

>>> t = Table(nemesis="gate_witch", mages=["dezmodia", "garu"], supply="deck_destruction")
>>> t.nemesis.set(in_play=[("howling_spinners", {"life": 5})])
>>> t.answer("garu")
>>> t.trigger("howling_spinners")
>>> [player["life"] for player in t.state()["players"]]
[10, 8]
"""

from __future__ import annotations

from breachlab.sim.errors import UserError

from . import effects_nemesis, engine, rules
from .content import (
    ACOLYTE,
    CASTING_START_PROGRAM,
    DRAW_PROGRAM,
    MINION,
    NEMESIS_TURN_PROGRAM,
    NEXT_TURN_PROGRAM,
    PLAYER_TURN_PROGRAM,
    POWER,
)
from .state import (
    ABILITY,
    CHARGE,
    DISCARD_POWER,
    FOCUS,
    GAIN,
    NO_OUTCOME,
    OPEN,
    PLAY,
    PREP,
    SPELL,
    USE,
    option,
)
from .table_board import Board, IllegalStep, step
from .table_refusals import Refusals
from .wording import mage_of

__all__ = ["IllegalStep", "Table"]

MOST_DAMAGE = 999


class Table(Board):
    """A game on the table, in any situation, and the steps that can be taken from there.

    A step that a rule forbids raises :class:`IllegalStep` and changes nothing. The player of the first step
    is the one whose turn it is, until their draw phase.
    """

    # ------------------------------------------------------------ steps of the nemesis and of the turn order

    @step
    def resolve(self, card: str) -> None:
        """A nemesis card as if drawn now: attacks are resolved, the others enter play.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.resolve("smite")
        >>> t.state()["gravehold_life"], t.state()["nemesis_tokens"]
        (28, 3)
        """
        number = self._nemesis_card(card, "resolve")
        g = self._g
        for zone in (g.nemesis_deck, g.nemesis_discard, g.acolyte_deck, g.acolyte_discard):
            while rules.find(zone, number) >= 0:
                rules.take(zone, rules.find(zone, number))
        if rules.place_in_play(g, number) >= 0:
            rules.remove_from_play(g, rules.place_in_play(g, number))
        rules.draw_nemesis_card(g, self._tables.content, number)

    @step
    def unleash(self) -> None:
        """The nemesis's unleash effect, once.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.unleash()
        >>> t.state()["nemesis_tokens"]
        2
        """
        rules.unleash(self._g, self._tables.content, 1)

    @step
    def trigger(self, card: str) -> None:
        """The PERSISTENT effect of a minion in play, or the POWER effect of a power with one token left.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.nemesis.set(in_play=[("catacomb_drone", {"life": 5})])
        >>> t.trigger("catacomb_drone")
        >>> t.state()["gravehold_life"]
        29
        """
        number = self._nemesis_card(card, "trigger")
        g, c = self._g, self._tables.content
        k = rules.place_in_play(g, number)
        name, kind = self._tables.card_name(number), c.cards[number].kind
        if k < 0:
            raise IllegalStep(f"{name} is not in play")
        if kind not in (MINION, POWER):
            raise IllegalStep(f"{name} is an acolyte: use blood_magic for its effect")
        if kind == POWER and g.in_play[k].left > 1:
            raise IllegalStep(
                f"{name} has {g.in_play[k].left} power tokens, and it resolves with the last one"
            )
        engine.resolve_in_play(g, c, k)

    @step
    def blood_magic(self, acolyte: str) -> None:
        """The blood magic of an acolyte in play, its self-damage included.

        >>> t = Table(nemesis="hollow_crown", mages=["garu"], supply="deck_destruction")
        >>> t.acolytes.set(in_play=["nhavkalas"])
        >>> t.blood_magic("nhavkalas")
        >>> t.state()["gravehold_life"]
        27
        """
        number = self._nemesis_card(acolyte, "blood_magic")
        g, c = self._g, self._tables.content
        if c.cards[number].kind != ACOLYTE:
            raise IllegalStep(f"{self._tables.card_name(number)} is no acolyte and has no blood magic")
        if rules.place_in_play(g, number) < 0:
            raise IllegalStep(f"{self._tables.card_name(number)} is not in play")
        effects_nemesis.blood_magic(g, c, number, True)

    @step
    def nemesis_turn(self) -> None:
        """A whole nemesis turn; the turn order cards are not touched.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.nemesis.set(deck=["mage_ender", "smite"])
        >>> t.nemesis_turn()
        >>> t.state()["nemesis_area"]["in_play"]
        [('mage_ender', {'life': 9})]
        """
        self._nobodys_turn()
        rules.enter(self._g, self._tables.content.program[NEMESIS_TURN_PROGRAM], -1, 0)
        self._whole_turn()

    @step
    def next_turn(self) -> None:
        """Draw the next turn order card and play that whole turn; a player's is played by the policy.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.turn_order.set(deck=["player", "nemesis"], discard=[])
        >>> t.next_turn()
        >>> t.state()["turn_order"]
        {'deck': ['nemesis'], 'discard': ['player']}
        """
        self._nobodys_turn()
        rules.enter(self._g, self._tables.content.program[NEXT_TURN_PROGRAM], -1, 0)

    @step
    def player_turn(self, p: int) -> None:
        """A player's whole turn, played by the policy.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player_turn(0)
        >>> len(t.state()["players"][0]["hand"])
        5
        """
        self._nobodys_turn()
        rules.enter(self._g, self._tables.content.program[PLAYER_TURN_PROGRAM], self._player(p), 0)
        self._whole_turn()

    # ------------------------------------------------------------ steps of a player: phases

    @step
    def start_casting_phase(self, p: int) -> None:
        """Begin a player's turn with its casting phase.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.start_casting_phase(0)
        >>> t.state()["phase"]
        'casting'
        """
        if self._g.active >= 0:
            self._begin(p)
            raise IllegalStep("a turn begins with its casting phase, and this turn has begun already")
        self._casting(p)

    @step
    def end_casting_phase(self, p: int) -> None:
        """Go on to the main phase; spells in closed breaches must have been cast.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.end_casting_phase(0)
        >>> t.state()["phase"]
        'main'
        """
        self._casting(p)
        if self._g.outcome == NO_OUTCOME:
            self._end_casting(p)

    @step
    def cast(self, p: int, breach: str, card: str | None = None) -> None:
        """Cast a spell that the player has prepped in a breach; the card decides when there are two.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(prepped={"I": ["spark"]}, hand=[])
        >>> t.cast(0, "I")
        >>> t.state()["nemesis_life"]
        69
        """
        self._player(p)
        places = self._places(breach, "cast")
        number = 0 if card is None else self._player_card(card, "cast")
        g = self._g
        self._casting(p)
        if g.outcome != NO_OUTCOME:
            return
        mage = mage_of(self._tables, g, p)
        b = places[0] - 1 if g.players[p].breaches[places[0]].held else places[0]
        found = [s for s in (0, 1) if rules.prepped_at(g, p, b, s)]
        if number:
            found = [s for s in found if rules.prepped_at(g, p, b, s) == number]
        wide = bool(g.players[p].breaches[b].wide)
        if not found or (len(places) == 2 and (not wide or b != places[0])):
            what = self._tables.card_name(number) if number else "no spell"
            raise IllegalStep(f"{what} is {'not ' if number else ''}prepped in {mage}'s breach {breach}")
        if len(found) > 1:
            raise UserError(f"cast: two spells are prepped in {mage}'s breach {breach}: name one of them")
        engine.list_casting_options(g, self._tables.content, p)
        if not self._offered(option(SPELL, p * 4 + b, found[0])):
            raise IllegalStep(f"the spell in {mage}'s breach {breach} cannot be cast now")
        rules.cast(g, self._tables.content, p, p, b, found[0], 0)

    @step
    def draw_phase(self, p: int) -> None:
        """End the turn: played cards to the discard pile, draw up, check the victories of a turn's end.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.play(0, "crystal")
        >>> t.draw_phase(0)
        >>> t.state()["players"][0]["discard"]
        ['crystal']
        """
        self._main(p)
        rules.enter(self._g, self._tables.content.program[DRAW_PROGRAM], p, 0)
        self._whole_turn()

    # ------------------------------------------------------------ steps of a player: main phase

    @step
    def play(self, p: int, card: str) -> None:
        """Play a gem or relic from hand.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.play(0, "crystal")
        >>> t.state()["players"][0]["aether"]
        1
        """
        number = self._player_card(card, "play")
        self._act(p, option(PLAY, number), lambda why: why.play(number))

    @step
    def gain(self, p: int, card: str) -> None:
        """Pay for the top card of a supply pile and gain it.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(aether=4)
        >>> t.gain(0, "scoria_slag")
        >>> t.state()["piles"]["scoria_slag"]
        6
        """
        number = self._player_card(card, "gain")
        pile = rules.pile_of(self._g, number)
        if pile < 0:
            raise UserError(f"gain: {self._tables.card_name(number)} has no supply pile")
        self._act(p, option(GAIN, pile), lambda why: why.gain(number))

    @step
    def charge(self, p: int) -> None:
        """Buy a charge.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(aether=2)
        >>> t.charge(0)
        >>> t.state()["players"][0]["charges"]
        1
        """
        self._act(p, option(CHARGE), Refusals.charge)

    @step
    def ability(self, p: int) -> None:
        """Use the mage's ability; it takes all charges.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(charges=5)
        >>> t.ability(0)
        >>> t.state()["nemesis_life"]
        68
        """
        self._act(p, option(ABILITY), Refusals.ability)

    @step
    def focus(self, p: int, breach: str) -> None:
        """Pay to focus a closed breach.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(aether=2)
        >>> t.focus(0, "II")
        >>> t.state()["players"][0]["breaches"]["II"]
        ('closed', 1)
        """
        b = self._position.breach_number(breach, "focus")
        cost = int(self._tables.content.focus_cost[b])
        self._act(p, option(FOCUS, 0, b), lambda why: why.turn_breach(b, cost))

    @step
    def open(self, p: int, breach: str) -> None:
        """Pay to open a closed breach.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(aether=5)
        >>> t.open(0, "II")
        >>> t.state()["players"][0]["breaches"]["II"]
        'opened'
        """
        b = self._position.breach_number(breach, "open")
        focuses = int(self._g.players[self._player(p)].breaches[b].focuses)
        cost = int(self._tables.content.open_cost[4 * b + focuses])
        self._act(p, option(OPEN, 0, b), lambda why: why.turn_breach(b, cost))

    @step
    def prep(self, p: int, card: str, breach: str) -> None:
        """Prep a spell from hand to a breach; one that needs two breaches to "II+III".

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.prep(0, "spark", "I")
        >>> t.state()["players"][0]["prepped"]
        {'I': ['spark']}
        """
        number = self._player_card(card, "prep")
        places = self._places(breach, "prep")
        code = option(PREP, number, places[0] + (4 if len(places) == 2 else 0))
        self._act(p, code, lambda why: why.prep(number, places))

    @step
    def use_prepped(self, p: int, card: str, breach: str) -> None:
        """Use what a prepped spell offers in the main phase.

        >>> supply = ["breach_ore", "scoria_slag", "volcanic_glass", "mages_totem", "fiend_catcher"]
        >>> supply += ["aurora", "kindle", "carbonize", "equilibrium"]
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply=supply)
        >>> t.player(0).set(prepped={"I": ["aurora"]})
        >>> t.use_prepped(0, "aurora", "I")
        >>> t.state()["players"][0]["charges"]
        1
        """
        number = self._player_card(card, "use_prepped")
        b = self._places(breach, "use_prepped")[0]
        there = self._g.players[self._player(p)].breaches[b].spell == number
        code = option(USE, 0, b) if there else -1
        self._act(p, code, lambda why: why.use(number, b))

    @step
    def discard_power(self, p: int, card: str) -> None:
        """Pay a power's price to discard it.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.resolve("morbid_gyre")
        >>> t.player(0).set(aether=7)
        >>> t.discard_power(0, "morbid_gyre")
        >>> t.state()["nemesis_area"]["discard"]
        ['morbid_gyre']
        """
        number = self._nemesis_card(card, "discard_power")
        self._act(p, option(DISCARD_POWER, number), lambda why: why.discard_power(number))

    @step
    def deal(self, p: int, damage: int, target: str) -> None:
        """The player deals one instance of damage to "nemesis" or to a minion or acolyte in play.

        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.deal(0, 5, "nemesis")
        >>> t.state()["nemesis_life"]
        65
        """
        if isinstance(damage, bool) or not isinstance(damage, int) or not 1 <= damage <= MOST_DAMAGE:
            raise UserError(f"deal: {damage!r} is not a whole number from 1 to {MOST_DAMAGE}")
        g, c = self._g, self._tables.content
        nemesis = target in ("nemesis", self._position.nemesis)
        number = 0 if nemesis else self._nemesis_card(target, "deal")
        self._main(p)
        if nemesis and c.nemeses[g.nemesis].cannot_be_damaged:
            raise IllegalStep("this nemesis cannot be dealt damage, so it is no legal target")
        if not nemesis and (rules.place_in_play(g, number) < 0 or not rules.is_foe(c.cards[number].kind)):
            raise IllegalStep(f"{self._tables.card_name(number)} is no target: no such minion is in play")
        frame = rules.enter(g, c.program[CASTING_START_PROGRAM] + 1, p, 0)  # an effect that just ends
        rules.hit(g, c, frame, number, damage)
