"""Setting any part of a position by names.

What is set must be possible: cards of this game, no more copies than there are, life within its limits.
Cards are taken from nowhere in particular; only what still lies as it was dealt (supply piles, decks, hands)
gives up copies that would otherwise be too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from breachlab.sim.errors import UserError, listed, unknown

from . import rules
from .content import ACOLYTE, MINION, POWER, SPELL_CARD
from .state import (
    ABSENT,
    BREACHES,
    CLOSED,
    DESTROYED,
    FREE_POOL,
    PILES,
    POOLS,
    SIGIL,
    ZONE_SIZE,
    Game,
)
from .table_state import BREACH_STATES, Position, cards_of
from .tables import Tables
from .wording import NUMERALS, mage_of

MOST_FOCUSES = 3
COUNT_LIMIT = 999  # of aether and trophies, which the rules do not limit
TABLE_VALUES = ("gravehold_life", "nemesis_life", "nemesis_tokens", "piles")
PLAYER_NUMBERS = ("life", "charges", "aether", "trophies")
PLAYER_ZONES = ("hand", "deck", "discard", "played")

Entries = Sequence[str | tuple[str, Mapping[str, int]]]


class Layout(Position):
    """The state of one game, read and written by names."""

    def __init__(self, tables: Tables, g: Game) -> None:
        super().__init__(tables, g)
        self.named: set[tuple[Any, ...]] = set()  # what was set by name no longer lies as dealt

    # ------------------------------------------------------------ writing: the table

    def set_table(self, **values: Any) -> None:
        """Gravehold, the nemesis's life and tokens, the supply piles."""
        g = self.g
        row = self.tables.content.nemeses[g.nemesis]
        for name, value in values.items():
            if name == "gravehold_life":
                g.gravehold = _number(value, 1, g.gravehold_max, "gravehold_life")
            elif name == "nemesis_life":
                g.nemesis_life = _number(value, 1, g.nemesis_life_max, "nemesis_life")
            elif name == "nemesis_tokens":
                g.tokens = _number(value, row.token_min, row.token_max, "nemesis_tokens")
            elif name == "piles":
                self.set_piles(value)
            else:
                raise unknown("value", name, TABLE_VALUES, "set")
        self.check_copies()

    def set_piles(self, piles: Mapping[str, int]) -> None:
        supply = [self.tables.names[self.g.pile[k]] for k in range(PILES)]
        for word, left in _mapping(piles, "piles").items():
            card = self.card(word, supply, "supply pile", "piles")
            most = int(self.tables.content.cards[card].copies)
            pile = rules.pile_of(self.g, card)
            self.g.pile_left[pile] = _number(left, 0, most, f"piles: {self.tables.names[card]}")
            self.named.add(("pile", pile))

    # ------------------------------------------------------------ writing: a player

    def set_player(self, p: int, **values: Any) -> None:
        """A player's life, charges, aether, trophies, cards, breaches and prepped spells."""
        where = mage_of(self.tables, self.g, p)
        known = (*PLAYER_NUMBERS, *PLAYER_ZONES, "breaches", "prepped")
        for name in values:
            if name not in known:
                raise unknown("value", name, known, where)
        if "breaches" in values:
            self.set_breaches(p, values["breaches"])
        if "prepped" in values:
            self.set_prepped(p, values["prepped"])
        for name in PLAYER_ZONES:
            if name in values:
                self.set_zone(p, name, values[name])
        for name in PLAYER_NUMBERS:
            if name in values:
                self.set_number(p, name, values[name])
        self.check_prepped(p)
        self.check_copies()

    def set_number(self, p: int, name: str, value: Any) -> None:
        """A player's number; who has no life is exhausted, and aether that is set may pay for anything."""
        player = self.g.players[p]
        limits = {"life": self.g.player_life_max, "charges": self.tables.content.mages[player.mage].charges}
        where = f"{mage_of(self.tables, self.g, p)}: {name}"
        value = _number(value, 0, int(limits.get(name, COUNT_LIMIT)), where)
        if name == "aether":
            player.aether[:] = [0] * POOLS
            player.aether[FREE_POOL] = value
            return
        setattr(player, name, value)
        if name == "life":
            player.exhausted = 1 if value == 0 else 0

    def set_zone(self, p: int, name: str, words: Sequence[str]) -> None:
        """A zone of a player's cards: decks and discard piles from the top, others as the cards came."""
        where = f"{mage_of(self.tables, self.g, p)}: {name}"
        cards = self.cards(words, self.player_cards, "player card", where)
        _fill(getattr(self.g.players[p], name), cards[::-1] if name in ("deck", "discard") else cards, where)
        self.named.add((name, p))

    def cards(self, words: Sequence[str], among: Iterable[str], what: str, where: str) -> list[int]:
        return [self.card(word, among, what, where) for word in _listed(words, where)]

    def breach_number(self, name: str, where: str) -> int:
        """The place of a breach; names in any case."""
        if str(name).upper() not in NUMERALS:
            raise unknown("breach", str(name), NUMERALS, where)
        return NUMERALS.index(str(name).upper())

    def set_breaches(self, p: int, breaches: Mapping[str, Any]) -> None:
        mage = mage_of(self.tables, self.g, p)
        for name, value in _mapping(breaches, f"{mage}: breaches").items():
            b = self.breach_number(name, f"{mage}: breaches")
            where = f"{mage}: breach {NUMERALS[b]}"
            breach = self.g.players[p].breaches[b]
            state, focuses = self.read_breach(value, where)
            if state == CLOSED and not self.tables.content.open_cost[4 * b]:
                raise UserError(f"{where}: this breach is never closed")
            if state == SIGIL and b > 1:
                raise UserError(f"{where}: a sigil breach takes the place of a I or II breach")
            breach.state, breach.focuses, breach.focused_now = state, focuses, 0

    def read_breach(self, value: Any, where: str) -> tuple[int, int]:
        if isinstance(value, str) and value in BREACH_STATES:
            return BREACH_STATES[value], 0
        if value == "closed":
            return CLOSED, 0
        if isinstance(value, (tuple, list)) and len(value) == 2 and value[0] == "closed":
            return CLOSED, _number(value[1], 0, MOST_FOCUSES, f"{where}: focuses")
        raise unknown("state", str(value), [*BREACH_STATES, '("closed", 0 to 3)'], where)

    def set_prepped(self, p: int, prepped: Mapping[str, Sequence[str]]) -> None:
        mage = mage_of(self.tables, self.g, p)
        breaches = self.g.players[p].breaches
        for breach in breaches:
            breach.spell = breach.spark = breach.wide = breach.held = breach.used = 0
        for name, words in _mapping(prepped, f"{mage}: prepped").items():
            where = f"{mage}: prepped in {name}"
            places = [self.breach_number(part, f"{mage}: prepped") for part in str(name).split("+")]
            if len(places) > 2 or (len(places) == 2 and places[1] != places[0] + 1):
                raise UserError(f"{where}: a spell needs two adjacent breaches, such as II+III")
            cards = self.cards(words, self.player_cards, "player card", where)
            self.prep(p, places, cards, where)

    def prep(self, p: int, places: list[int], cards: list[int], where: str) -> None:
        """Lay spells into one breach, or one spell into two."""
        c, breaches = self.tables.content, self.g.players[p].breaches
        for card in cards:
            if c.cards[card].kind != SPELL_CARD:
                raise UserError(
                    f"{where}: {self.tables.card_name(card)} is no spell, only spells are prepped"
                )
            if (c.cards[card].breaches_needed == 2) != (len(places) == 2):
                needs = "two breaches, such as II+III" if c.cards[card].breaches_needed == 2 else "one breach"
                raise UserError(f"{where}: {self.tables.card_name(card)} needs {needs}")
        if not cards:
            return
        if any(breaches[b].spell or breaches[b].held for b in places):
            raise UserError(f"{where}: the breach holds another spell already")
        if len(cards) == 2 and beside(c, cards[1]) == cards[0]:
            cards = cards[::-1]
        if len(cards) > 2 or (len(cards) == 2 and beside(c, cards[0]) != cards[1]):
            raise UserError(
                f"{where}: a breach holds one spell ({listed(map(self.tables.card_name, cards))})"
            )
        rules.prep(self.g, p, cards[0], places[0], len(places) - 1)
        if len(cards) == 2:
            breaches[places[0]].spark = cards[1]

    def check_prepped(self, p: int) -> None:
        for b in range(BREACHES):
            breach = self.g.players[p].breaches[b]
            if (breach.spell or breach.held) and breach.state in (ABSENT, DESTROYED):
                mage = mage_of(self.tables, self.g, p)
                raise UserError(
                    f"{mage}: breach {NUMERALS[b]} is not there, so no spell can be prepped to it"
                )

    # ------------------------------------------------------------ writing: nemesis, acolytes, turn order

    def set_nemesis(self, **zones: Any) -> None:
        """The nemesis's cards in play (oldest first), deck and discard pile."""
        self.set_area("nemesis", self.nemesis_cards, self.g.nemesis_deck, self.g.nemesis_discard, zones)

    def set_acolytes(self, **zones: Any) -> None:
        """The acolytes in play (oldest first), their deck and discard pile."""
        self.set_area("acolyte", self.acolytes, self.g.acolyte_deck, self.g.acolyte_discard, zones)

    def set_area(self, owner: str, cards: set[str], deck: Any, discard: Any, zones: dict[str, Any]) -> None:
        for name, words in zones.items():
            where = f"{owner}: {name}"
            if name == "in_play":
                self.set_in_play(owner, cards, words, where)
            elif name in ("deck", "discard"):
                found = self.cards(words, cards, f"{owner} card", where)
                _fill(deck if name == "deck" else discard, found[::-1], where)
            else:
                raise unknown("zone", name, ["in_play", "deck", "discard"], owner)
            self.named.add((name, owner))
        self.check_copies()

    def set_in_play(self, owner: str, cards: set[str], entries: Entries, where: str) -> None:
        g, c = self.g, self.tables.content
        acolytes = owner == "acolyte"
        for k in range(g.n_in_play - 1, -1, -1):
            if (c.cards[g.in_play[k].card].kind == ACOLYTE) == acolytes:
                rules.remove_from_play(g, k)
        for entry in _listed(entries, where):
            word, counters = _entry(entry, where)
            card = self.card(word, cards, f"{owner} card", where)
            kind, life = c.cards[card].kind, int(c.cards[card].life)
            name = self.tables.card_name(card)
            if kind not in (MINION, POWER, ACOLYTE):
                raise UserError(f"{where}: {name} is an attack, and attacks do not stay in play")
            if g.n_in_play >= len(g.in_play):
                raise UserError(f"{where}: there is room for {len(g.in_play)} cards")
            rules.put_into_play(g, c, card)
            counter = "power" if kind == POWER else "life"
            for key, value in counters.items():
                if key != counter:
                    raise unknown(f"counter of {name}", key, [counter], where)
                g.in_play[g.n_in_play - 1].left = _number(value, 1, life, f"{where}: {name}: {counter}")

    def set_turn_order(self, **zones: Any) -> None:
        """The turn order deck and discard pile."""
        names = {name: number for number, name in self.turn_card_names().items()}
        for name, words in zones.items():
            where = f"turn order: {name}"
            if name not in ("deck", "discard"):
                raise unknown("zone", name, ["deck", "discard"], "turn order")
            cards = []
            for word in _listed(words, where):
                if word not in names:
                    raise unknown("turn order card", str(word), names, where)
                cards.append(names[word])
            _fill(self.g.turn_deck if name == "deck" else self.g.turn_discard, cards[::-1], where)
            self.named.add((name, "turn order"))
        if not self.g.turn_deck.n and not self.g.turn_discard.n:
            raise UserError("turn order: at least one card must be in the deck or the discard pile")
        lying = [("deck", "turn order", self.g.turn_deck), ("discard", "turn order", self.g.turn_discard)]
        for card, n in (Counter(cards_of(self.g.turn_deck)) + Counter(cards_of(self.g.turn_discard))).items():
            spare = self.give_up(card, n - self.turn_cards[card], lying)
            if spare > 0:
                word = self.turn_card_names()[card]
                raise UserError(f"turn order: {n} {word} cards, and this game has {self.turn_cards[card]}")

    # ------------------------------------------------------------ copies

    def check_copies(self) -> None:
        """No card may be there more often than it exists; what lies as dealt gives up what is too much."""
        for card, n in self.all_cards().items():
            row, name = self.tables.content.cards[card], self.tables.names[card]
            most = int(row.copies) if name in self.player_cards else 1
            too_many = n - most
            pile = rules.pile_of(self.g, card)
            if too_many > 0 and pile >= 0 and ("pile", pile) not in self.named:
                given = min(too_many, int(self.g.pile_left[pile]))
                self.g.pile_left[pile] -= given
                too_many -= given
            if self.give_up(card, too_many, self.dealt_zones()) > 0:
                name = self.tables.card_name(card)
                raise UserError(
                    f"{name}: {n} copies on the table, but only {most} exist{'s' if most == 1 else ''}"
                )

    def all_cards(self) -> Counter[int]:
        g = self.g
        found: Counter[int] = Counter(cards_of(g.destroyed))
        for k in range(PILES):
            found[int(g.pile[k])] += int(g.pile_left[k])
        for player in g.players[: g.players_n]:
            for zone in (player.hand, player.deck, player.discard, player.played):
                found.update(cards_of(zone))
            found.update(card for breach in player.breaches for card in (breach.spell, breach.spark) if card)
        for zone in (g.nemesis_deck, g.nemesis_discard, g.acolyte_deck, g.acolyte_discard):
            found.update(cards_of(zone))
        found.update(entry.card for entry in g.in_play[: g.n_in_play])
        return found

    def dealt_zones(self) -> list[tuple[str, Any, Any]]:
        """Zones that setup fills, with the key under which ``named`` knows them."""
        g = self.g
        zones: list[tuple[str, Any, Any]]
        zones = [("deck", "nemesis", g.nemesis_deck), ("deck", "acolyte", g.acolyte_deck)]
        for p in range(g.players_n):
            zones += [("deck", p, g.players[p].deck), ("hand", p, g.players[p].hand)]
        return zones

    def give_up(self, card: int, n: int, zones: list[tuple[str, Any, Any]]) -> int:
        """Take up to n copies of a card out of zones that nobody has set; how many are still too many."""
        for name, owner, zone in zones:
            while n > 0 and (name, owner) not in self.named and rules.find(zone, card) >= 0:
                rules.take(zone, rules.find(zone, card))
                n -= 1
        if n > 0 and ("in_play", "acolyte") not in self.named and self.tables.names[card] in self.acolytes:
            k = rules.place_in_play(self.g, card)
            if k >= 0:
                rules.remove_from_play(self.g, k)
                n -= 1
        return n


def beside(content: Any, card: int) -> int:
    """The spell that may share a breach with this one, 0 if none may."""
    row = content.cards[card]
    return int(content.code[row.while_prepped].a) if row.while_prepped and not row.once_a_turn else 0


def _fill(zone: Any, cards: list[int], where: str) -> None:
    if len(cards) > ZONE_SIZE:
        raise UserError(f"{where}: {len(cards)} cards, and there is room for {ZONE_SIZE}")
    zone.cards[:] = cards + [0] * (ZONE_SIZE - len(cards))
    zone.n = len(cards)


def _listed(words: Any, where: str) -> list[Any]:
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise UserError(f"{where}: a list of cards is needed, not {words!r}")
    return list(words)


def _number(value: Any, low: int, high: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise UserError(f"{where}: {value!r} is not a whole number from {int(low)} to {int(high)}")
    return value


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UserError(f"{where}: a dict is needed, not {value!r}")
    return value


def _entry(entry: Any, where: str) -> tuple[str, Mapping[str, int]]:
    """A card in play: its name alone, or with its life or power tokens."""
    if isinstance(entry, str):
        return entry, {}
    if not isinstance(entry, (tuple, list)) or len(entry) != 2 or not isinstance(entry[1], Mapping):
        raise UserError(
            f'{where}: {entry!r} is neither a card nor a pair such as ("mage_ender", {{"life": 9}})'
        )
    return str(entry[0]), entry[1]
