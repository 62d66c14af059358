"""What changed between two states of a game, in plain English.

The engine tells nobody what it does. A picture of the table is taken before and after, and the differences
are told: so whatever happens is told, also by cards that nobody has thought of yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .content import ACOLYTE, ATTACK, POWER
from .state import (
    ABSENT,
    BREACHES,
    CLOSED,
    DESTROYED,
    OPENED,
    PILES,
    SIGIL,
    WIN,
    Game,
)
from .tables import Tables
from .wording import NUMERALS, POOL_NAMES, REASONS, TURN_CARDS, mage_of, nemesis_name

# Where a player card can be, as the place of one player (or of nobody: -1) and a name.
Place = tuple[int, str]
_NOBODY = -1
_SUPPLY: Place = (_NOBODY, "the supply")
_DESTROYED: Place = (_NOBODY, "destroyed")
_ZONES = ("hand", "deck", "discard", "play")

# ---------------------------------------------------------------- pictures of the table


class Picture(NamedTuple):
    """What the players can see of a state, cheap to take and to compare."""

    lives: tuple[int, ...]  # Gravehold, nemesis, tokens, outcome, reason, pair tokens
    piles: tuple[int, ...]
    in_play: tuple[tuple[int, int, int], ...]  # card, life or tokens, when it came
    zones: tuple[
        tuple[int, ...], ...
    ]  # turn order, nemesis and acolyte decks and discard piles, destroyed cards
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
    """One difference: a number that was another one before, or cards that went somewhere."""

    head: str
    items: list[str] = field(default_factory=list)
    tail: str = ""
    topic: str = ""  # what it is about, for those who tell it in other words
    player: int = _NOBODY
    numbers: tuple[int, int] | None = None

    def __str__(self) -> str:
        numbers = f"{self.numbers[0]} -> {self.numbers[1]}" if self.numbers else ""
        return self.head + numbers + counted(self.items) + self.tail

    def join(self, other: Change) -> bool:
        """Take over the cards of a change that says the same of other cards; False if it doesn't."""
        same = (self.head, self.tail, self.topic) == (other.head, other.tail, other.topic)
        if not same or not self.items or not other.items:
            return False
        self.items += other.items
        return True


def counted(items: Sequence[str]) -> str:
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
    return [str(change) for change in Comparison(tables, after, picture(before), picture(after)).all()]


class Comparison:
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
        names = (("Gravehold", " life"), (self.nemesis, " life"), (self.nemesis, " tokens"))
        for (name, unit), was, now in zip(names, self.old.lives, self.new.lives, strict=False):
            if was != now:
                told.append(Change(f"{name} ", tail=unit, numbers=(was, now)))
        for pair, (was, now) in enumerate(zip(self.old.lives[5:], self.new.lives[5:], strict=True)):
            if was != now:
                holder = self.mages[now] if now >= 0 else "nobody"
                players = f"players {2 * pair + 1} and {2 * pair + 2}"
                told.append(Change(f"The turn token of {players} goes to {holder}", topic="turn token"))
        if self.old.lives[3:5] != self.new.lives[3:5] and self.new.lives[3]:
            result = "win" if self.new.lives[3] == WIN else "lose"
            told.append(Change(f"The players {result}: {REASONS[self.new.lives[4]]}", topic="outcome"))
        return told

    def player(self, p: int, was: tuple[Any, ...], now: tuple[Any, ...]) -> list[Change]:
        """Everything of a player but their cards."""
        name, told = self.mages[p], []
        for k, unit in enumerate(("life", "", "charges", "trophies")):
            if was[0][k] != now[0][k] and unit:
                numbers = (was[0][k], now[0][k])
                told.append(Change(f"{name} ", tail=f" {unit}", topic=unit, player=p, numbers=numbers))
        if was[0][1] != now[0][1]:
            told.append(Change(f"{name} is exhausted" if now[0][1] else f"{name} is no longer exhausted"))
        for pool, unit in enumerate(POOL_NAMES):
            if was[1][pool] != now[1][pool]:
                numbers = (was[1][pool], now[1][pool])
                told.append(Change(f"{name} ", tail=f" {unit}", topic="aether", player=p, numbers=numbers))
        for b in range(BREACHES):
            told += self.breach(p, b, was[3][b], now[3][b])
        return told

    def breach(self, p: int, b: int, was: tuple[int, ...], now: tuple[int, ...]) -> list[Change]:
        where = f"{self.mages[p]}'s breach {NUMERALS[b]}"
        if was[0] != now[0]:
            words = {ABSENT: "is removed", CLOSED: "is closed", OPENED: "is opened"}
            words |= {SIGIL: "becomes a sigil breach", DESTROYED: "is destroyed"}
            return [Change(f"{where} {words[now[0]]}", topic="breach", player=p)]
        if was[1] != now[1]:
            deed = "is focused" if now[1] > was[1] else "is turned back"
            return [
                Change(f"{where} {deed}: ", tail=" of 4", topic="focus", player=p, numbers=(was[1], now[1]))
            ]
        return []

    # ------------------------------------------------------------ turn order, nemesis cards

    def turn_order(self) -> list[Change]:
        deck, discard = self.old.zones[:2]
        new_deck, new_discard = self.new.zones[:2]
        told = []
        if (
            not deck
            and len(new_deck) + len(new_discard) > 1
            and sorted(discard) == sorted(new_deck + new_discard)
        ):
            told.append(Change("The turn order cards are shuffled into a new deck", topic="shuffle"))
            deck, discard = new_deck + new_discard[::-1], ()
        if deck != new_deck and new_deck == deck[-1:] + deck[:-1]:
            return [*told, Change("Under the turn order deck goes: ", [TURN_CARDS[new_deck[0]]])]
        if deck != new_deck and sorted(deck) == sorted(new_deck):
            return [*told, Change("The turn order deck is in another order")]
        drawn = list((Counter(new_discard) - Counter(discard)).elements())
        back = list((Counter(new_deck) - Counter(deck)).elements())
        if drawn:
            told.append(
                Change(
                    "Turn order card discarded: ", [TURN_CARDS[card] for card in drawn], topic="turn order"
                )
            )
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
                told.append(Change(self.entered_play(card, left), topic="entered"))
            elif was[card][0] != left:
                unit = "power tokens" if self.kind(card) == POWER else "life"
                numbers = (was[card][0], left)
                told.append(Change(f"{self.card(card)} ", tail=f" {unit}", topic=unit, numbers=numbers))
            elif was[card][1] != seq:
                told.append(Change(f"{self.card(card)} enters play again"))
        told += self.nemesis_piles(set(was), set(now))
        return told

    def entered_play(self, card: int, left: int) -> str:
        name, kind = self.card(card), self.kind(card)
        if kind == ATTACK:
            return f"{name}, an attack"
        if kind == POWER:
            return f"{name}, a power, enters play with {left} power token{'s' * (left != 1)}"
        return f"{name}, {'an acolyte' if kind == ACOLYTE else 'a minion'}, enters play with {left} life"

    def left_play(self, card: int) -> list[Change]:
        kind = self.kind(card)
        if card in self.new.zones[3] or card in self.new.zones[5]:
            # an attack that was resolved is always discarded: no news
            return [] if kind == ATTACK else [Change(f"{self.card(card)} is discarded", topic="left play")]
        for deck, owner in ((2, "nemesis"), (4, "acolyte")):
            if card in self.new.zones[deck]:
                place = "under" if self.new.zones[deck][0] == card else "into"
                return [Change(f"{self.card(card)} goes {place} the {owner} deck")]
        return [Change(f"{self.card(card)} leaves play")]

    def nemesis_piles(self, was: set[int], now: set[int]) -> list[Change]:
        told = []
        for at, owner in ((2, "nemesis"), (4, "acolyte")):
            deck, new_deck = self.old.zones[at], self.new.zones[at]
            discard, new_discard = self.old.zones[at + 1], self.new.zones[at + 1]
            unseen = was | now
            down = [
                card for card in deck if card not in new_deck and card in new_discard and card not in unseen
            ]
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
        for p, (hand, deck, discard, _) in enumerate(old):
            new_hand, new_deck, new_discard, _ = self.new.players[p][2]
            whole = discard[::-1] + deck
            # all of it was drawn, or the deck is now made of it
            drawn = not deck and not new_deck and len(new_hand) - len(hand) >= len(discard)
            moved = new_deck not in (deck, ()) and len(new_deck) <= len(discard)
            if (
                discard
                and (drawn or moved)
                and new_discard[: len(discard)] != discard
                and whole[: len(new_deck)] == new_deck
            ):
                # what follows is told as if the discard pile had become the deck before
                told.append(Change(f"{self.mages[p]} turns the discard pile over", player=p))
                old[p] = (hand, whole, (), old[p][3])
            elif discard and not new_discard and Counter(new_deck) == Counter(deck + discard):
                told.append(Change(f"{self.mages[p]} shuffles deck and discard pile together", player=p))
                old[p] = (hand, new_deck, (), old[p][3])
        moves = self.moves(
            self.places(old, self.old), self.places([x[2] for x in self.new.players], self.new)
        )
        for source, target, card in moves:
            change = self.moved(source, target, card)
            if not told or not told[-1].join(change):
                told.append(change)
        told += self.reordered(old)
        return told

    def places(
        self, zones: Sequence[tuple[tuple[int, ...], ...]], of: Picture
    ) -> dict[Place, tuple[int, ...]]:
        """Every place with the player cards in it."""
        found: dict[Place, tuple[int, ...]] = {}
        for p, player in enumerate(of.players):
            for name, cards in zip(_ZONES, zones[p], strict=True):
                found[p, name] = cards
            for b, (_, _, spell, spark, wide) in enumerate(player[3]):
                number = f"{NUMERALS[b]}+{NUMERALS[b + 1]}" if wide else NUMERALS[b]
                found[p, f"breach {number}"] = tuple(card for card in (spell, spark) if card)
        found[_DESTROYED] = of.zones[6]
        found[_SUPPLY] = tuple(card for k in range(PILES) for card in [int(self.g.pile[k])] * of.piles[k])
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
            if p < 0:
                return Change(f"Destroyed from {here}: ", name)
            return Change(f"{self.mages[p]} destroys ", name, f" ({_spelt(here)})", player=p)
        mage = self.mages[q] if q >= 0 else ""
        if source == _SUPPLY:
            tails = {"discard": "", "deck": " onto the deck", "play": " into play"}
            return Change(f"{mage} gains ", name, tails.get(there, f" to {there}"), "gained", q)
        if target == _SUPPLY:
            return Change(f"Back to the supply from {self.place(source)}: ", name)
        if p != q:
            if here == there:
                return Change(f"{self.mages[p]} gives ", name, f" to {mage} ({_spelt(there)})")
            return Change("", name, f" from {self.place(source)} to {self.place(target)}")
        if here == "hand" and there.startswith("breach"):
            return Change(f"{mage} preps ", name, f" to {there}", "prepped", p)
        if here.startswith("breach"):
            places = {"discard": "", "hand": " to hand", "deck": " to the deck"}
            tail = f" from {here}{places.get(there, f' to {there}')}"
            return Change(
                f"{mage} {'discards' if there == 'discard' else 'takes'} ", name, tail, "unprepped", p
            )
        words = {
            ("hand", "play"): "plays",
            ("hand", "discard"): "discards",
            ("play", "discard"): "discards",
            ("deck", "hand"): "draws",
        }
        if (here, there) == ("discard", "hand"):
            return Change(f"{mage} takes ", name, " from the discard pile", player=p)
        if (here, there) in words:
            topic = "played" if there == "play" else ""
            return Change(f"{mage} {words[here, there]} ", name, topic=topic, player=p)
        if there.startswith("breach"):
            return Change(f"{mage} preps ", name, f" from the {_spelt(here)} to {there}", player=p)
        return Change(f"{mage} moves ", name, f" from the {_spelt(here)} to the {_spelt(there)}", player=p)

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
