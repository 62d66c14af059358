"""One game told in plain English, turn by turn: who takes the turn, what is decided, what it does.

A transcript watches the interpreted engine from outside, one instruction at a time, see :mod:`.differences`.
What belongs to one action (a card that is played, a minion that acts) becomes one event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import engine, rules
from .content import ACOLYTE, ATTACK, PAY_AETHER, POWER
from .differences import Change, Comparison, Picture, changes, counted, picture
from .game_setup import Setup, check_setup
from .headings import Headings
from .language import EFFECTS
from .state import (
    ABILITY,
    BRANCH,
    BREACH,
    CARD,
    CAST_DECISION,
    CHARGE,
    DISCARD_POWER,
    FOCUS,
    GAIN,
    MAIN_DECISION,
    NO_DECISION,
    NO_OUTCOME,
    OPEN,
    ORDER_DECISION,
    PASS,
    PLACE,
    PLAY,
    PLAYER,
    PREP,
    SPELL,
    TURN_DECISION,
    UNLEASH_FRAME,
    USE,
    WIN,
    YES,
    option,
    option_a,
    option_b,
    option_what,
)
from .story import Event, Transcript, Turn
from .tables import Tables
from .wording import NUMERALS, REASONS, ability_name, mage_of, nemesis_name, option_text

__all__ = [
    "Event",
    "Transcript",
    "Turn",
    "changes",
    "mage_of",
    "nemesis_name",
    "option_text",
    "play_game",
    "tell",
]

Choose = Callable[[Any, Any], int]  # the game and the content in, the place of an option out

# What the hidden phrases of a turn are called; see engine.RULES.
_PHASES = {
    "casting phase starts": "Casting",
    "cast spells": "Casting",
    "main phase": "Main",
    "discard played cards": "Draw",
    "draw up": "Draw",
    "nemesis main phase": "Main",
    "nemesis draw phase": "Draw",
    "end of nemesis turn": "End",
}


def play_game(nemesis: str, players: int, seed: int, **options: Any) -> Transcript:
    """Play one game and tell it; the options are those of :func:`.game_setup.check_setup`.

    >>> game = play_game("umbra_titan", 2, 7, policy="random")
    >>> game.outcome in ("win", "loss")
    True
    """
    return tell(check_setup(nemesis, players, seed, **options))


def tell(setup: Setup, choose: Choose | None = None) -> Transcript:
    """Play a game and tell it. ``choose(game, content)`` decides; otherwise the setup's policy does."""
    return _Teller(setup, choose).play()


class _Action:
    """What one event is made of: a headline, and what followed from it."""

    def __init__(self, headline: str = "", what: int = PASS) -> None:
        self.headline = headline
        self.what = what  # the kind of option that started it
        self.told: list[Change] = []
        self.implied: set[str] = set()  # topics that the headline tells already
        self.cards: list[str] = []  # what is played
        self.idle = ""  # what is told when nothing followed
        self.choice: tuple[str, str, int, int] | None = None  # an answer, see settle_choice

    def add(self, change: Change) -> None:
        if not self.told or not self.told[-1].join(change):
            self.told.append(change)

    def chose(self, words: str, name: str, player: int = -2) -> None:
        self.settle_choice()
        self.choice = (words, name, player, len(self.told))

    def settle_choice(self) -> None:
        """Tell the last answer, unless what followed (perhaps added to what was told before it) names it."""
        if self.choice:
            words, name, player, at = self.choice
            followed = self.told[max(0, at - 1) :]
            if not any(name in str(change) or change.player == player for change in followed):
                self.told.insert(at, Change(f"chooses {words}"))
            self.choice = None

    def same_play(self, other: _Action) -> bool:
        """Whether both play cards that only make aether: they are told together."""
        if self.what != PLAY or other.what != PLAY:
            return False
        if any(change.topic not in ("aether", "choice") for change in self.told + other.told):
            return False
        chosen = [str(change) for change in self.told if change.topic == "choice"]
        others = [str(change) for change in other.told if change.topic == "choice"]
        return chosen == others and (not chosen or set(self.cards) == set(other.cards))


class _Teller:
    """Plays a game and keeps the record."""

    def __init__(self, setup: Setup, choose: Choose | None) -> None:
        self.setup = setup
        self.tables: Tables = setup.tables
        self.c: Any = self.tables.content
        self.g: Any = setup.deal()
        policy = setup.chooser(self.g)
        self.choose: Choose = choose or (lambda g, c: policy())
        self.headings = Headings(setup, self.g)
        self.seen: Picture = picture(self.g)
        self.turns: list[Turn] = []
        self.phase = ""
        self.action = _Action()
        self.last: _Action | None = None  # the action told last, while more of the same can be added to it
        self.next_headline: _Action | None = None
        self.shuffled = False
        self.player = -1  # whose turn it is

    # ------------------------------------------------------------ playing

    def play(self) -> Transcript:
        heading = self.headings.heading()
        setup = self.headings.setup_as_told()
        while self.g.outcome == NO_OUTCOME:
            if self.g.decision != NO_DECISION:
                self.decide()
            else:
                self.step()
        self.finish_action()
        outcome = "win" if self.g.outcome == WIN else "loss"
        return Transcript(
            setup,
            self.setup.command(),
            heading,
            self.turns,
            outcome,
            REASONS[self.g.reason],
            f"After {self.g.turns} turns: {self.headings.standing()}",
            self.headings.table(),
        )

    def decide(self) -> None:
        g = self.g
        code = int(g.options[self.choose(g, self.c)])
        if g.decision == MAIN_DECISION:
            self.next_headline = self.main_action(code)
        elif g.decision == CAST_DECISION:
            if option_what(code) == PASS:
                kept = [int(one) for one in g.options[: g.n_options] if option_what(one) == SPELL]
                names = [self.spell_name(one) for one in kept]
                self.next_headline = _Action(f"keeps {counted(names)}")
        elif g.decision not in (ORDER_DECISION, TURN_DECISION):
            self.tell_choice(code)
        rules.answer(g, code)

    def tell_choice(self, code: int) -> None:
        g, action = self.g, self.action
        what, a = option_what(code), option_a(code)
        words = option_text(self.tables, g, code)
        if what == BRANCH:
            action.settle_choice()
            action.add(Change(f'chooses "{self.side(a)}"', topic="choice"))
        elif what == PASS:
            action.settle_choice()
            asked = self.tables.texts.get(int(g.question), "")
            deed = asked.removeprefix("may ").removesuffix(" after revealing it")
            action.add(Change(f"declines to {deed}" if asked.startswith("may ") else "goes no further"))
        elif what == BREACH:
            action.chose(words, f"breach {NUMERALS[option_b(code)]}")
        elif what == SPELL:
            action.chose(words, self.tables.card_name(rules.prepped_at(g, a // 4, a % 4, option_b(code))))
        elif what in (CARD, PREP):
            action.chose(words, self.tables.card_name(a))
        elif what == PLAYER:
            action.chose(words, words, a)
        elif what not in (YES, PLACE):
            action.chose(words, words)

    def side(self, k: int) -> str:
        """One side of an OR in words, as far as its conditions hold now."""
        g, code = self.g, self.c.code
        text = option_text(self.tables, g, option(BRANCH, k))
        if "if " not in text:
            return text
        at = int(g.question)
        pc = at + code[at + 1 + k].base
        stop = pc + code[at + 1 + k].mult
        told: list[str] = []
        while pc < stop:
            i = code[pc]
            if i.op == engine.IF_OP and not rules.holds(g, self.c, g.stack[g.depth - 1], i):
                pc += i.mult
            elif i.op == engine.JUMP_OP:
                pc += i.base
            else:
                if i.op != engine.IF_OP and not EFFECTS[i.op].deed and pc in self.tables.texts:
                    told.append(self.tables.texts[pc])
                pc += 1
        return ", then ".join(told) or text

    def step(self) -> None:
        g = self.g
        depth, turns = g.depth, g.turns
        if depth <= 2:
            self.finish_action()
        if depth == 2:
            self.phase = _PHASES.get(self.tables.texts.get(int(g.stack[1].pc), ""), self.phase)
            if self.next_headline:
                self.action, self.next_headline = self.next_headline, None
        top = g.stack[depth - 1]
        if top.origin == UNLEASH_FRAME and top.step == 0 and top.pc == self.c.nemeses[g.nemesis].unleash:
            self.action.settle_choice()
            self.action.add(Change("unleash"))
        engine.step(g, self.c)
        now = picture(g)
        told = [] if now == self.seen else Comparison(self.tables, g, self.seen, now).all()
        self.seen = now
        if depth == 1:
            self.between_turns(told, turns)
        else:
            self.follow(told, depth)

    def between_turns(self, told: list[Change], turns: int) -> None:
        g = self.g
        self.shuffled = self.shuffled or any(change.topic == "shuffle" for change in told)
        if g.depth == 2:
            self.turns.append(self.new_turn())
            self.shuffled = False
            self.phase = ""

    def follow(self, told: list[Change], depth: int) -> None:
        """Add what an instruction did to the action that it belongs to."""
        g, action = self.g, self.action
        for d in range(depth, g.depth):  # effects that have just begun
            told = self.began(g.stack[d], d, told)
        for change in told:
            if change.topic in action.implied and self.is_told(action, change):
                continue
            if change.topic not in ("outcome", "turn token"):
                action.add(self.in_own_words(change))

    def began(self, frame: Any, d: int, told: list[Change]) -> list[Change]:
        """An effect begins: what is it? Gives back what is still to be told of the instruction."""
        kind = self.c.cards[frame.card].kind
        name = self.tables.card_name(frame.card) if frame.card else ""
        if frame.mark_owner >= 0:
            return [self.cast(change, frame) for change in told]
        if kind == ACOLYTE and frame.pc == self.c.cards[frame.card].effect:
            return [*told, Change(f"blood magic of {name}")]
        if d == 2 and self.phase == "Main" and self.player < 0:
            self.action.headline = f"{name} takes effect" if kind == POWER else name
            self.action.idle = "nothing happens"
            return [change for change in told if change.topic != "power tokens"]
        if d > 2 and kind == ATTACK:
            return [*told, Change(f"{name} is resolved again")]
        return told

    def cast(self, change: Change, frame: Any) -> Change:
        if change.topic != "unprepped":
            return change
        where = change.tail.removeprefix(" from ")
        if self.g.players_n > 1 and change.player != self.player:
            where += f" of {mage_of(self.tables, self.g, change.player)}"
        if not self.action.headline and not self.action.cards:
            self.action.headline = f"casts {change.items[0]} in {where}"
            self.action.implied.add("cast")
            return Change("", topic="cast")
        return Change(f"casts {change.items[0]} in {where}")

    # ------------------------------------------------------------ actions

    def main_action(self, code: int) -> _Action | None:
        """The headline of an action of the main phase, in the words that come after a player's name."""
        g, tables = self.g, self.tables
        what, a, b = option_what(code), option_a(code), option_b(code)
        if what == PASS:
            return None
        words = option_text(tables, g, code)
        action = _Action(what=what)
        action.implied = {"aether"}
        if what == PLAY:
            action.cards = [words]
            action.implied = {"played"}
        elif what == GAIN:
            action.headline = f"gains {words} for {self.c.cards[g.pile[a]].cost} aether"
            action.implied.add("gained")
        elif what == CHARGE:
            action.headline = f"gains a charge for {self.c.charge_price} aether"
            action.implied.add("charges")
        elif what == FOCUS:
            action.headline = f"focuses {words} for {self.c.focus_cost[b]} aether"
            action.implied.add("focus")
        elif what == OPEN:
            cost = self.c.open_cost[4 * b + g.players[g.decider].breaches[b].focuses]
            action.headline = f"opens {words} for {cost} aether"
            action.implied.add("breach")
        elif what == PREP:
            action.headline = f"preps {words}"
            action.implied = {"prepped"}
        elif what == ABILITY:
            action.headline = f"uses {ability_name(tables, g, g.decider)}"
            action.implied = {"charges"}
        elif what == USE:
            action.headline = f"uses {words}"
            action.implied = set()
        elif what == DISCARD_POWER:
            row = self.c.cards[a]
            price = f"{row.price_n} aether " if row.price == PAY_AETHER else ""
            action.headline = f"pays {price}to discard {words}"
            action.implied.add("left play")
        return action

    def is_told(self, action: _Action, change: Change) -> bool:
        """Whether a headline tells this change; what it leaves open is added to the headline."""
        if change.topic == "aether":  # what was paid is told, what is won isn't
            return change.numbers is not None and change.numbers[1] < change.numbers[0]
        if change.topic == "gained":
            if change.player != self.player:
                return False
            action.headline += change.tail
        elif change.topic == "charges":
            if change.numbers and change.numbers[1]:
                spaces = self.c.mages[self.g.players[change.player].mage].charges
                action.headline += f" ({change.numbers[1]} of {spaces})"
        elif change.topic == "focus" and change.numbers:
            action.headline += f" ({change.numbers[1]} of 4)"
        if change.topic != "aether":
            action.implied.discard(change.topic)
        return True

    def in_own_words(self, change: Change) -> Change:
        """In a player's own turn their name needn't be said again, but for their life."""
        g = self.g
        if change.player >= 0 and change.player == self.player and change.topic != "life":
            name = mage_of(self.tables, g, change.player)
            if change.topic == "aether" and self.phase == "Draw" and change.numbers:
                return Change(f"{change.numbers[0]}{change.tail} unspent")
            for beginning in (f"{name}'s ", f"{name} "):
                change.head = change.head.removeprefix(beginning)
        return change

    def finish_action(self) -> None:
        """Make an event of the action, or add it to the one before if it is more of the same."""
        action = self.action
        self.action = _Action()
        action.settle_choice()
        if not self.turns:
            return
        events = self.turns[-1].events
        before = self.last
        if before and events and before.same_play(action):
            before.cards += action.cards
            for change in action.told:
                if change.topic == "aether":
                    _add_up(before.told, change)
            events[-1] = Event(self.phase, _sentence(before))
            return
        joined = before and events and events[-1].phase == self.phase and not action.headline
        if before and joined and not before.headline and not action.what and action.told:
            for change in action.told:
                before.add(change)
            events[-1] = Event(self.phase, _sentence(before))
            return
        text = _sentence(action)
        if text:
            events.append(Event(self.phase, text))
            self.last = action

    def new_turn(self) -> Turn:
        self.last = None
        self.player = int(self.g.stack[1].you)
        who, title = self.headings.turn(self.player)
        return Turn(int(self.g.turns), who, title, self.shuffled, self.headings.table())

    def spell_name(self, code: int) -> str:
        a, b = option_a(code), option_b(code)
        spell = rules.prepped_at(self.g, a // 4, a % 4, b)
        return f"{self.tables.card_name(spell)} in breach {NUMERALS[a % 4]}"


def _add_up(told: list[Change], change: Change) -> None:
    """Add a number's change to an earlier one of the same number."""
    for earlier in told:
        if (earlier.head, earlier.tail) == (change.head, change.tail) and earlier.numbers and change.numbers:
            earlier.numbers = (earlier.numbers[0], change.numbers[1])
            return
    told.append(change)


def _sentence(action: _Action) -> str:
    headline = f"plays {counted(action.cards)}" if action.cards else action.headline
    details = "; ".join(words for words in map(str, action.told) if words) or action.idle
    if headline and details:
        return f"{headline}: {details}"
    return headline or details
