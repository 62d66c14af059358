"""A position by names: the state of a game as a plain dict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from breachlab.sim.errors import UserError, unknown

from . import rules
from .content import ACOLYTE, POWER
from .state import (
    ABSENT,
    BREACHES,
    CASTING_PHASE,
    CLOSED,
    DESTROYED,
    DRAW_PHASE,
    LOSS,
    MAIN_PHASE,
    NEMESIS_PHASE,
    NO_PHASE,
    OPENED,
    PILES,
    SIGIL,
    WIN,
    Game,
)
from .tables import TURN_CARDS, Tables
from .wording import NUMERALS, REASONS, nemesis_name

OUTCOMES = {WIN: "win", LOSS: "loss"}
PHASES = {
    NO_PHASE: None,
    CASTING_PHASE: "casting",
    MAIN_PHASE: "main",
    DRAW_PHASE: "draw",
    NEMESIS_PHASE: "nemesis",
}
BREACH_STATES = {"absent": ABSENT, "opened": OPENED, "sigil": SIGIL, "destroyed": DESTROYED}


class Position:
    """The state of one game, read by names."""

    def __init__(self, tables: Tables, g: Game) -> None:
        self.tables, self.g = tables, g
        self.turn_cards = Counter(cards_of(g.turn_deck))
        pack = tables.pack
        self.nemesis = tables.nemesis_ids[int(g.nemesis) // int(tables.content.modes_n)]
        mages = {tables.mage_ids[g.players[p].mage] for p in range(g.players_n)}
        supply = {tables.names[g.pile[k]] for k in range(PILES)}
        starters = {card.id for card in pack.starters if card.mage is None or card.mage in mages}
        self.player_cards = starters | supply
        self.nemesis_cards = {card.id for card in (*pack.basics, *pack.cards_of(self.nemesis))}
        self.acolytes = {card.id for card in pack.acolytes_of(self.nemesis)}

    # ------------------------------------------------------------ names

    def card(self, word: str, among: Iterable[str], what: str, where: str) -> int:
        """The card that a word means, if it is one of those that may be there."""
        allowed = set(among)
        id = exactly("card", word, self.tables.cards, where)
        if id not in allowed:
            raise UserError(f"{where}: {self.tables.pack.by_id[id].name} is no {what} of this game")
        return self.tables.index[id]

    def turn_card_names(self) -> dict[int, str]:
        """The names of this game's turn order cards."""
        names = {number: name for name, number in TURN_CARDS.items() if name != "player"}
        if self.g.solo:
            names[0] = "player"
        return {number: name for number, name in names.items() if number in self.turn_cards}

    def breach_name(self, b: int, wide: bool = False) -> str:
        """ "II", or "II+III" for a spell that needs two breaches."""
        return f"{NUMERALS[b]}+{NUMERALS[b + 1]}" if wide else NUMERALS[b]

    # ------------------------------------------------------------ reading

    def state(self) -> dict[str, Any]:
        """Everything on the table, by name."""
        g, c = self.g, self.tables.content
        in_play = list(g.in_play[: g.n_in_play])
        foes = [m for m in in_play if c.cards[m.card].kind != ACOLYTE]
        acolytes = [m for m in in_play if c.cards[m.card].kind == ACOLYTE]
        return {
            "gravehold_life": g.gravehold,
            "nemesis": self.nemesis,
            "nemesis_life": g.nemesis_life,
            "nemesis_tokens": g.tokens,
            "nemesis_tier": rules.nemesis_tier(g, c),
            "outcome": OUTCOMES.get(g.outcome),
            "reason": REASONS[g.reason] or None,
            "active": g.active if g.active >= 0 else None,
            "phase": PHASES[g.phase],
            "piles": {self.tables.names[g.pile[k]]: g.pile_left[k] for k in range(PILES)},
            "destroyed": self.names(g.destroyed)[::-1],
            "players": [self.player_state(p) for p in range(g.players_n)],
            "nemesis_area": self.area(foes, g.nemesis_deck, g.nemesis_discard),
            "acolytes": self.area(acolytes, g.acolyte_deck, g.acolyte_discard),
            "turn_order": {"deck": self.turn_names(g.turn_deck), "discard": self.turn_names(g.turn_discard)},
        }

    def names(self, zone: Any) -> list[str]:
        """The cards of a zone, top first."""
        return [self.tables.names[card] for card in reversed(cards_of(zone))]

    def turn_names(self, zone: Any) -> list[str]:
        names = self.turn_card_names()
        return [names[card] for card in reversed(cards_of(zone))]

    def area(self, in_play: list[Any], deck: Any, discard: Any) -> dict[str, Any]:
        return {
            "in_play": [(self.tables.names[m.card], self.counters(m)) for m in in_play],
            "deck": self.names(deck),
            "discard": self.names(discard),
        }

    def counters(self, entry: Any) -> dict[str, int]:
        kind = self.tables.content.cards[entry.card].kind
        return {"power" if kind == POWER else "life": entry.left}

    def player_state(self, p: int) -> dict[str, Any]:
        player = self.g.players[p]
        prepped, breaches = {}, {}
        for b in range(BREACHES):
            breach = player.breaches[b]
            spells = [self.tables.names[card] for card in (breach.spell, breach.spark) if card]
            if spells:
                prepped[self.breach_name(b, bool(breach.wide))] = spells
            breaches[NUMERALS[b]] = self.breach_state(breach)
        return {
            "mage": self.tables.mage_ids[player.mage],
            "life": player.life,
            "exhausted": bool(player.exhausted),
            "charges": player.charges,
            "aether": sum(player.aether),
            "trophies": player.trophies,
            "hand": _cards_in_order(self.names(player.hand)),
            "deck": self.names(player.deck),
            "discard": self.names(player.discard),
            "played": _cards_in_order(self.names(player.played)),
            "prepped": prepped,
            "breaches": breaches,
        }

    def breach_state(self, breach: Any) -> str | tuple[str, int]:
        if breach.state == CLOSED:
            return ("closed", breach.focuses)
        return next(name for name, state in BREACH_STATES.items() if state == breach.state)


def exactly(kind: str, word: str, items: Iterable[Any], where: str) -> str:
    """The id of the item with this id or printed name; a part of it is not enough.

    >>> from breachlab.sim.aeons_end.pack import load_pack
    >>> exactly("card", "Mage's Totem", load_pack().market, "supply")
    'mages_totem'
    """
    named = {item.id: item.name for item in items}
    for id, name in named.items():
        if plain(str(word)) in (plain(id), plain(name)):
            return str(id)
    raise unknown(kind, str(word), named, where)


def plain(words: str) -> str:
    """Spell words so that case, underscores and apostrophes do not matter.

    >>> plain("Mage's_Totem to II+III")
    'mages totem to ii+iii'
    """
    return re.sub(r"[^\w+]+|_", " ", re.sub(r"['’]", "", words.casefold())).strip()


def nemesis_of(tables: Tables, g: Game) -> tuple[str, str]:
    """The id and the name of a game's nemesis."""
    return tables.nemesis_ids[int(g.nemesis) // int(tables.content.modes_n)], nemesis_name(tables, g)


def cards_of(zone: Any) -> list[int]:
    """The cards of a zone, the top card last."""
    return [int(card) for card in zone.cards[: zone.n]]


def _cards_in_order(top_first: list[str]) -> list[str]:
    """Hands and played cards are shown in the order in which they came."""
    return top_first[::-1]
