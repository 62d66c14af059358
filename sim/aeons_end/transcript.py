"""One game told in plain English: what changed between two states, and whole games turn by turn.

A transcript watches the interpreted engine from outside: it takes a picture of the table after every instruction
and tells the differences. So whatever happens on the table is told, also by cards that nobody has thought of yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from breachlab.sim.errors import UserError, resolve, unknown

from . import engine, players, rules
from .content import ACOLYTE, ATTACK, POWER
from .state import (
    ABILITY,
    ABSENT,
    ALL_EXHAUSTED,
    BRANCH,
    BREACH,
    BREACHES,
    CARD,
    CASTING_PHASE,
    CHARGE,
    CLOSED,
    DECK,
    DESTROYED,
    DISCARD,
    DISCARD_POWER,
    DRAW_PHASE,
    FOCUS,
    GAIN,
    GRAVEHOLD_FALLEN,
    HAND,
    LOST_BY_CARD,
    MAIN_PHASE,
    NEMESIS_CARD,
    NEMESIS_DECK_EMPTY,
    NEMESIS_DEFEATED,
    NEMESIS_PHASE,
    NO_ACOLYTES_LEFT,
    NO_REASON,
    NO_TOKENS_LEFT,
    NUMBER,
    OPEN,
    OPENED,
    ORDER_DECISION,
    PASS,
    PILE,
    PILES,
    PLACE,
    PLAY,
    PLAYED,
    PLAYER,
    PREP,
    SIGIL,
    SPELL,
    TARGET,
    TURN_CARD,
    TURN_LIMIT,
    UNLEASH_FRAME,
    USE,
    WIN,
    YES,
    Game,
    option_a,
    option_b,
    option_what,
)
from .tables import Tables, load_tables

NUMERALS = ("I", "II", "III", "IV")
POOL_NAMES = (
    "aether",
    "aether (not for relics or spells)",
    "aether (only for gaining cards)",
    "aether (only for spells)",
)
TURN_CARDS = (
    *("player 1", "player 2", "player 3", "player 4"),
    *("wild", "players 1 and 2", "players 3 and 4", "nemesis"),
)
REASONS = {
    NO_REASON: "",
    NEMESIS_DEFEATED: "the nemesis has no life left",
    NEMESIS_DECK_EMPTY: "the nemesis deck is empty and no minion or power is in play",
    NO_ACOLYTES_LEFT: "no acolyte is left",
    GRAVEHOLD_FALLEN: "Gravehold has no life left",
    ALL_EXHAUSTED: "all players are exhausted",
    NO_TOKENS_LEFT: "the nemesis has no tokens left",
    LOST_BY_CARD: "a nemesis card decided the game",
    TURN_LIMIT: "the game went on for too long",
}
PHASES = {
    CASTING_PHASE: "Casting phase",
    MAIN_PHASE: "Main phase",
    DRAW_PHASE: "Draw phase",
    NEMESIS_PHASE: "Nemesis",
}
SEEDS = 2**64

# Where a player card can be, as the place of one player (or of nobody: -1) and a name.
Place = tuple[int, str]
_NOBODY = -1
_SUPPLY: Place = (_NOBODY, "the supply")
_DESTROYED: Place = (_NOBODY, "destroyed")
_ZONES = ("hand", "deck", "discard", "play")


# ---------------------------------------------------------------- names


def nemesis_name(tables: Tables, g: Game) -> str:
    """The name of a game's nemesis."""
    row = int(g.nemesis) // int(tables.content.modes_n)
    return str(tables.pack.by_id[tables.nemesis_ids[row]].name)


def mage_of(tables: Tables, g: Game, p: int) -> str:
    """The name of a player: their mage's."""
    return str(tables.mage_name(g.players[p].mage))


def option_text(tables: Tables, g: Game, code: int) -> str:
    """An option of the pending decision, in words.

    The words are those of a sentence that starts with "chooses": a name, or what is done.
    """
    what, a, b = option_what(code), option_a(code), option_b(code)
    if what == PASS:
        return "no"
    if what == YES:
        return "yes"
    if what == PLAYER:
        return mage_of(tables, g, a)
    if what == TARGET:
        return tables.card_name(a) if a else nemesis_name(tables, g)
    if what == BRANCH:
        return str(tables.texts.get(int(g.question) + 1 + a, f"side {a + 1}"))
    if what == NUMBER:
        return str(a)
    if what == TURN_CARD:
        return f"the turn order card of {TURN_CARDS[a]}" if a != NEMESIS_CARD else "the nemesis turn order card"
    if what in (PILE, GAIN):
        return str(tables.card_name(g.pile[a]))
    if what == PLACE:
        places = {DISCARD: "onto the discard pile", DECK: "on top of the deck", HAND: "to an ally"}
        return places.get(a, "onto the discard pile")
    return _card_option(tables, g, what, a, b)


def _card_option(tables: Tables, g: Game, what: int, a: int, b: int) -> str:
    if what == CARD:
        owner = f" of {mage_of(tables, g, b - 4)}" if b >= 4 else ""
        zones = {HAND: "", DECK: " (deck)", DISCARD: " (discard pile)", PLAYED: " (played)"}
        return f"{tables.card_name(a)}{owner}{zones.get(b, '')}"
    if what == BREACH:
        return f"breach {NUMERALS[b]} of {mage_of(tables, g, a)}"
    if what == SPELL:
        spell = rules.prepped_at(g, a // 4, a % 4, b)
        return f"{tables.card_name(spell)} in breach {NUMERALS[a % 4]} of {mage_of(tables, g, a // 4)}"
    if what == PREP:
        breach = NUMERALS[b % 4] + (f"+{NUMERALS[b % 4 + 1]}" if b >= 4 else "")
        return f"{tables.card_name(a)} to breach {breach}"
    if what == USE:
        return f"{tables.card_name(g.players[g.decider].breaches[b].spell)} in breach {NUMERALS[b]}"
    if what in (FOCUS, OPEN):
        return f"breach {NUMERALS[b]}"
    if what == CHARGE:
        return "a charge"
    if what == ABILITY:
        return _ability(tables, g, g.decider)
    return str(tables.card_name(a))


def _ability(tables: Tables, g: Game, p: int) -> str:
    return str(tables.pack.by_id[tables.mage_ids[g.players[p].mage]].ability)


# ---------------------------------------------------------------- pictures of the table


class Picture(NamedTuple):
    """What the players can see of a state, cheap to take and to compare."""

    lives: tuple[int, ...]  # Gravehold, nemesis, tokens, outcome, reason, pair tokens
    piles: tuple[int, ...]
    in_play: tuple[tuple[int, int, int], ...]  # card, life or tokens, when it came
    zones: tuple[tuple[int, ...], ...]  # turn order, nemesis and acolyte decks and discard piles, destroyed cards
    players: tuple[tuple[Any, ...], ...]


def picture(g: Game) -> Picture:
    """Take a picture of a state."""
    zones = (
        g.turn_deck,
        g.turn_discard,
        g.nemesis_deck,
        g.nemesis_discard,
        g.acolyte_deck,
        g.acolyte_discard,
        g.destroyed,
    )
    return Picture(
        (g.gravehold, g.nemesis_life, g.tokens, g.outcome, g.reason, *g.pair_token),
        tuple(g.pile_left),
        tuple([(m.card, m.left, m.seq) for m in g.in_play[: g.n_in_play]]),
        tuple([tuple(z.cards[: z.n]) for z in zones]),
        tuple([_player_picture(g.players[p]) for p in range(g.players_n)]),
    )


def _player_picture(player: Any) -> tuple[Any, ...]:
    return (
        (player.life, player.exhausted, player.charges, player.trophies),
        tuple(player.aether),
        tuple([tuple(z.cards[: z.n]) for z in (player.hand, player.deck, player.discard, player.played)]),
        tuple([(b.state, b.focuses, b.spell, b.spark, b.wide) for b in player.breaches]),
    )


# ---------------------------------------------------------------- differences


@dataclass
class Change:
    """One difference; changes that follow each other with the same beginning are told as one."""

    head: str
    items: list[str] = field(default_factory=list)
    tail: str = ""

    def __str__(self) -> str:
        return self.head + _counted(self.items) + self.tail


def _counted(items: Sequence[str]) -> str:
    """Names with commas; neighbours that are equal are counted: "Crystal x3, Spark"."""
    told: list[str] = []
    k = 0
    while k < len(items):
        n = 1
        while k + n < len(items) and items[k + n] == items[k]:
            n += 1
        told.append(items[k] if n == 1 else f"{items[k]} x{n}")
        k += n
    return ", ".join(told)


def changes(tables: Tables, before: Game, after: Game) -> list[str]:
    """What changed on the table between two states of one game, in plain English."""
    return [str(change) for change in _Comparison(tables, after, picture(before), picture(after)).all()]


class _Comparison:
    """Two pictures of one game, side by side."""

    def __init__(self, tables: Tables, g: Game, old: Picture, new: Picture) -> None:
        self.tables, self.g, self.old, self.new = tables, g, old, new
        self.nemesis = nemesis_name(tables, g)
        self.mages = [mage_of(tables, g, p) for p in range(g.players_n)]

    def all(self) -> list[Change]:
        """Every difference: cards first, then what they did, the outcome last."""
        old, new = self.old, self.new
        told: list[Change] = []
        if old.zones[:2] != new.zones[:2]:
            told += self.turn_order()
        if old.zones[2:6] != new.zones[2:6] or old.in_play != new.in_play:
            told += self.nemesis_cards()
        if old.players != new.players or old.piles != new.piles or old.zones[6] != new.zones[6]:
            told += self.player_cards()
            for p, (was, now) in enumerate(zip(old.players, new.players, strict=True)):
                if was != now:
                    told += self.player(p, was, now)
        if old.lives != new.lives:
            told += self.lives()
        return told

    def lives(self) -> list[Change]:
        told = []
        names = ("Gravehold", self.nemesis, f"{self.nemesis}: nemesis tokens")
        for name, unit, was, now in zip(names, (" life", " life", ""), self.old.lives, self.new.lives, strict=False):
            if was != now:
                told.append(Change(f"{name} {was} -> {now}{unit}"))
        for pair, (was, now) in enumerate(zip(self.old.lives[5:], self.new.lives[5:], strict=True)):
            if was != now:
                holder = self.mages[now] if now >= 0 else "nobody"
                told.append(Change(f"Turn token of players {2 * pair + 1} and {2 * pair + 2}: {holder}"))
        if self.old.lives[3:5] != self.new.lives[3:5] and self.new.lives[3]:
            result = "win" if self.new.lives[3] == WIN else "lose"
            told.append(Change(f"The players {result}: {REASONS[self.new.lives[4]]}"))
        return told

    def player(self, p: int, was: tuple[Any, ...], now: tuple[Any, ...]) -> list[Change]:
        """Everything of a player but their cards."""
        name, told = self.mages[p], []
        for k, unit in enumerate(("life", "", "charges", "trophies")):
            if was[0][k] != now[0][k] and unit:
                told.append(Change(f"{name} {was[0][k]} -> {now[0][k]} {unit}"))
        if was[0][1] != now[0][1]:
            told.append(Change(f"{name} is exhausted" if now[0][1] else f"{name} is no longer exhausted"))
        for pool, unit in enumerate(POOL_NAMES):
            if was[1][pool] != now[1][pool]:
                told.append(Change(f"{name} {was[1][pool]} -> {now[1][pool]} {unit}"))
        for b in range(BREACHES):
            told += self.breach(name, b, was[3][b], now[3][b])
        return told

    def breach(self, name: str, b: int, was: tuple[int, ...], now: tuple[int, ...]) -> list[Change]:
        where = f"{name}'s breach {NUMERALS[b]}"
        if was[0] != now[0]:
            words = {ABSENT: "is removed", CLOSED: "is closed", OPENED: "is opened"}
            words |= {SIGIL: "becomes a sigil breach", DESTROYED: "is destroyed"}
            return [Change(f"{where} {words[now[0]]}")]
        if was[1] != now[1]:
            return [Change(f"{where} {'is focused' if now[1] > was[1] else 'is turned back'}: {was[1]} -> {now[1]} of 4")]
        return []

    # ------------------------------------------------------------ turn order, nemesis cards

    def turn_order(self) -> list[Change]:
        deck, discard = self.old.zones[:2]
        new_deck, new_discard = self.new.zones[:2]
        told = []
        if not deck and len(new_deck) + len(new_discard) > 1 and sorted(discard) == sorted(new_deck + new_discard):
            told.append(Change(f"The turn order cards are shuffled: {len(discard)} cards make a new deck"))
            deck, discard = new_deck + new_discard[::-1], ()
        if deck != new_deck and sorted(deck) == sorted(new_deck):
            return [*told, Change("The turn order deck is in another order")]
        drawn = list((Counter(new_discard) - Counter(discard)).elements())
        back = list((Counter(new_deck) - Counter(deck)).elements())
        if drawn:
            told.append(Change("Turn order card: ", [TURN_CARDS[card] for card in drawn]))
        if back:
            told.append(Change("Back into the turn order deck: ", [TURN_CARDS[card] for card in back]))
        return told

    def nemesis_cards(self) -> list[Change]:
        """Minions, acolytes, powers and attacks, and the piles they come from and go to."""
        was = {card: (left, seq) for card, left, seq in self.old.in_play}
        now = {card: (left, seq) for card, left, seq in self.new.in_play}
        told = []
        gone = [card for card in was if card not in now]
        # what left play in the same moment as something new came, left first
        for card in gone:
            told += self.left_play(card)
        for card, (left, seq) in now.items():
            if card not in was:
                told.append(Change(self.entered_play(card, left)))
            elif was[card][0] != left:
                unit = "power tokens" if self.kind(card) == POWER else "life"
                told.append(Change(f"{self.card(card)} {was[card][0]} -> {left} {unit}"))
            elif was[card][1] != seq:
                told.append(Change(f"{self.card(card)} enters play again"))
        told += self.nemesis_piles(set(was), set(now))
        return told

    def entered_play(self, card: int, left: int) -> str:
        name, kind = self.card(card), self.kind(card)
        if kind == ATTACK:
            return f"{self.nemesis} draws {name}, an attack"
        if kind == POWER:
            return f"{name}, a power, enters play with {left} power token{'s' * (left != 1)}"
        return f"{name}, {'an acolyte' if kind == ACOLYTE else 'a minion'}, enters play with {left} life"

    def left_play(self, card: int) -> list[Change]:
        kind = self.kind(card)
        if card in self.new.zones[3] or card in self.new.zones[5]:
            # an attack that was resolved is always discarded: no news
            return [] if kind == ATTACK else [Change(f"{self.card(card)} is discarded")]
        if card in self.new.zones[2] or card in self.new.zones[4]:
            place = "under" if self.new.zones[2][:1] == (card,) else "into"
            return [Change(f"{self.card(card)} goes back {place} the nemesis deck")]
        return [Change(f"{self.card(card)} leaves play")]

    def nemesis_piles(self, was: set[int], now: set[int]) -> list[Change]:
        told = []
        for at, owner in ((2, "nemesis"), (4, "acolyte")):
            deck, new_deck = self.old.zones[at], self.new.zones[at]
            discard, new_discard = self.old.zones[at + 1], self.new.zones[at + 1]
            unseen = was | now
            down = [card for card in deck if card not in new_deck and card in new_discard and card not in unseen]
            if down:
                told.append(Change(f"Discarded from the {owner} deck: ", [self.card(card) for card in down]))
            up = [card for card in discard if card in new_deck]
            if up:
                told.append(Change(f"Back into the {owner} deck: ", [self.card(card) for card in up]))
            common = [card for card in deck if card in new_deck]
            if common != [card for card in new_deck if card in deck]:
                told.append(Change(f"The {owner} deck is in another order"))
        return told

    # ------------------------------------------------------------ players' cards

    def player_cards(self) -> list[Change]:
        told = []
        old = [player[2] for player in self.old.players]
        for p, (_, deck, discard, _) in enumerate(old):
            _, new_deck, new_discard, _ = self.new.players[p][2]
            whole = discard[::-1] + deck
            if (
                discard
                and len(new_deck) <= len(discard)
                and new_discard[: len(discard)] != discard
                and whole[: len(new_deck)] == new_deck
            ):
                # the discard pile became the deck: what follows is told as if that had happened before
                told.append(Change(f"{self.mages[p]} turns the discard pile over to a new deck"))
                old[p] = (old[p][0], whole, (), old[p][3])
        moves = self.moves(self.places(old, self.old), self.places([x[2] for x in self.new.players], self.new))
        for source, target, card in moves:
            change = self.moved(source, target, card)
            if told and told[-1].head == change.head and told[-1].tail == change.tail and change.items:
                told[-1].items += change.items
            else:
                told.append(change)
        told += self.reordered(old)
        return told

    def places(self, zones: Sequence[tuple[tuple[int, ...], ...]], of: Picture) -> dict[Place, tuple[int, ...]]:
        """Every place with the player cards in it."""
        found: dict[Place, tuple[int, ...]] = {}
        for p, player in enumerate(of.players):
            for name, cards in zip(_ZONES, zones[p], strict=True):
                found[p, name] = cards
            for b, (_, _, spell, spark, wide) in enumerate(player[3]):
                number = f"{NUMERALS[b]}+{NUMERALS[b + 1]}" if wide else NUMERALS[b]
                found[p, f"breach {number}"] = tuple(card for card in (spell, spark) if card)
        found[_DESTROYED] = of.zones[6]
        found[_SUPPLY] = tuple(
            card for k in range(PILES) for card in [int(self.g.pile[k])] * of.piles[k]
        )
        return found

    def moves(
        self, old: dict[Place, tuple[int, ...]], new: dict[Place, tuple[int, ...]]
    ) -> list[tuple[Place | None, Place | None, int]]:
        """Which card went from where to where; equal cards are matched within one player first."""
        lost: dict[int, list[Place]] = {}
        for place, cards in old.items():
            for card in (Counter(cards) - Counter(new.get(place, ()))).elements():
                lost.setdefault(card, []).append(place)
        moved: list[tuple[Place | None, Place | None, int]] = []
        for place, cards in new.items():
            more = Counter(cards) - Counter(old.get(place, ()))
            for card in reversed(cards):  # the newest copies are on top
                if more[card] > 0:
                    more[card] -= 1
                    sources = lost.get(card, [])
                    sources.sort(key=lambda source: source[0] != place[0])
                    moved.append((sources.pop(0) if sources else None, place, card))
        moved.reverse()
        moved += [(place, None, card) for card, places in lost.items() for place in places]
        return moved

    def moved(self, source: Place | None, target: Place | None, card: int) -> Change:
        """One card's way, in the words of the game where it has some."""
        name = [self.card(card)]
        if source is None:
            owner, place = target or _SUPPLY
            return Change("New in " + self.place((owner, place)) + ": ", name)
        if target is None:
            return Change("Gone from " + self.place(source) + ": ", name)
        (p, here), (q, there) = source, target
        if target == _DESTROYED:
            return Change(f"Destroyed from {self.place(source)}: ", name)
        mage = self.mages[q] if q >= 0 else ""
        if source == _SUPPLY:
            tails = {"discard": "", "deck": " (on top of the deck)", "play": " (in play)"}
            return Change(f"{mage} gains ", name, tails.get(there, f" (to {there})"))
        if target == _SUPPLY:
            return Change(f"Back to the supply from {self.place(source)}: ", name)
        if p == q:
            if here == "hand" and there.startswith("breach"):
                return Change(f"{mage} preps ", name, f" to {there}")
            words = {
                ("hand", "play"): "plays",
                ("hand", "discard"): "discards",
                ("play", "discard"): "discards from play",
                ("deck", "hand"): "draws",
            }
            if (here, there) in words:
                return Change(f"{mage} {words[here, there]} ", name)
            return Change(f"{mage}: ", name, f" from {_spelt(here)} to {_spelt(there)}")
        if here == there:
            return Change(f"{self.mages[p]} gives ", name, f" to {mage} ({_spelt(there)})")
        return Change("", name, f" from {self.place(source)} to {self.place(target)}")

    def reordered(self, old: Sequence[tuple[tuple[int, ...], ...]]) -> list[Change]:
        told = []
        for p, zones in enumerate(old):
            for k, name in enumerate(_ZONES[1:3], 1):
                now = self.new.players[p][2][k]
                if zones[k] != now and sorted(zones[k]) == sorted(now):
                    told.append(Change(f"{self.mages[p]}'s {_spelt(name)} is in another order"))
        return told

    def place(self, place: Place) -> str:
        p, name = place
        return f"{self.mages[p]}'s {_spelt(name)}" if p >= 0 else name

    def card(self, card: int) -> str:
        return str(self.tables.card_name(card))

    def kind(self, card: int) -> int:
        return int(self.tables.content.cards[card].kind)


def _spelt(zone: str) -> str:
    return "discard pile" if zone == "discard" else zone
