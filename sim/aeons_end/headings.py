"""How things stand, in a few words: for the heading of a game and of each of its turns."""

from __future__ import annotations

from typing import Any

from .content import ACOLYTE, POWER
from .differences import counted
from .game_setup import Setup
from .state import PILES, WILD
from .tables import Tables
from .wording import TURN_CARDS, mage_of, nemesis_name

_KINDS = ("gem", "relic", "spell")


class Headings:
    """Looks at a game that is being played and says how it stands."""

    def __init__(self, setup: Setup, g: Any) -> None:
        self.setup, self.g = setup, g
        self.tables: Tables = setup.tables
        self.c: Any = setup.tables.content

    def turn(self, p: int) -> tuple[str, str]:
        """Who takes the turn that begins, and its title; -1 is the nemesis."""
        g = self.g
        if p < 0:
            who = nemesis_name(self.tables, g)
            return who, f"Turn {g.turns}: {who} ({self.standing(nemesis_first=True)})"
        who = mage_of(self.tables, g, p)
        wild = ", with the wild card" if g.turn_discard.cards[g.turn_discard.n - 1] == WILD else ""
        life = "exhausted" if g.players[p].exhausted else f"life {g.players[p].life}"
        return (
            who,
            f"Turn {g.turns}: {who}{wild} ({life}, Gravehold {g.gravehold}, {self.nemesis_standing()})",
        )

    def nemesis_standing(self) -> str:
        g, name = self.g, nemesis_name(self.tables, self.g)
        if self.c.nemeses[g.nemesis].cannot_be_damaged:
            return f"{name} with {self.acolytes()}"
        return f"{name} {g.nemesis_life}"

    def acolytes_left(self) -> int:
        g = self.g
        here = sum(self.c.cards[one.card].kind == ACOLYTE for one in g.in_play[: g.n_in_play])
        return int(here + g.acolyte_deck.n)

    def acolytes(self) -> str:
        n = self.acolytes_left()
        return f"{n} acolyte{'s' * (n != 1)}"

    def standing(self, nemesis_first: bool = False) -> str:
        """How everybody stands, in a few words."""
        g = self.g
        row = self.c.nemeses[g.nemesis]
        lives = []
        for p in range(g.players_n):
            life = "exhausted" if g.players[p].exhausted else g.players[p].life
            lives.append(f"{mage_of(self.tables, g, p)} {life}")
        nemesis = self.nemesis_standing()
        if nemesis_first:
            nemesis = self.acolytes() if row.cannot_be_damaged else f"life {g.nemesis_life}"
        tokens = f", {g.tokens} token{'s' * (g.tokens != 1)}" if row.tokens else ""
        parts = [f"{nemesis}{tokens}", f"Gravehold {g.gravehold}", *lives]
        if not nemesis_first:
            parts = [f"Gravehold {g.gravehold}", f"{nemesis}{tokens}", *lives]
        return ", ".join(parts)

    def table(self) -> dict[str, Any]:
        """How things stand, as numbers."""
        g = self.g
        lives = {mage_of(self.tables, g, p): int(g.players[p].life) for p in range(g.players_n)}
        charges = {mage_of(self.tables, g, p): int(g.players[p].charges) for p in range(g.players_n)}
        in_play = [
            {
                "card": self.tables.card_name(one.card),
                "power" if self.c.cards[one.card].kind == POWER else "life": int(one.left),
            }
            for one in g.in_play[: g.n_in_play]
        ]
        return {
            "gravehold_life": int(g.gravehold),
            "nemesis_life": int(g.nemesis_life),
            "nemesis_tokens": int(g.tokens),
            # of a nemesis that cannot be damaged, whose life says nothing
            "acolytes_left": self.acolytes_left() if self.c.nemeses[g.nemesis].cannot_be_damaged else None,
            "player_life": lives,
            "player_charges": charges,
            "in_play": in_play,
        }

    def heading(self) -> list[tuple[str, str]]:
        g, pack = self.g, self.tables.pack
        row = self.c.nemeses[g.nemesis]
        life = self.acolytes() if row.cannot_be_damaged else f"{g.nemesis_life} life"
        tokens = f", {g.tokens} token{'s' * (g.tokens != 1)}" if g.tokens else ""
        mode = pack.by_id[self.setup.difficulty].name
        mages = [mage_of(self.tables, g, p) for p in range(g.players_n)]
        who = ", ".join(f"{n} {mage}" for n, mage in enumerate(mages, 1))
        told = [
            ("Nemesis", f"{nemesis_name(self.tables, g)} ({life}{tokens}), {mode} difficulty"),
            ("Gravehold", f"{g.gravehold} life"),
            ("Players", f"{who} ({g.players[0].life} life{' each' * (g.players_n > 1)})"),
        ]
        piles = [pack.by_id[self.tables.names[g.pile[k]]] for k in range(PILES)]
        for kind in _KINDS:
            names = [f"{card.name} ({card.cost})" for card in piles if card.kind == kind]
            told.append((f"{kind.capitalize()}s", ", ".join(names)))
        foes = [self.tables.card_name(one.card) for one in g.in_play[: g.n_in_play]]
        if foes:
            told.append(("In play", ", ".join(foes)))
        variant = ", four-player variant" if self.setup.four_player_variant else ""
        told.append(("Turn order", f"{_turn_cards(g)}{variant}"))
        told.append(("Policy", f"{self.setup.policy}, seed {self.setup.seed}"))
        return told

    def setup_as_told(self) -> dict[str, Any]:
        g, setup, tables = self.g, self.setup, self.tables
        return {
            "nemesis": setup.nemesis,
            "difficulty": setup.difficulty,
            "players": setup.players,
            "mages": [tables.mage_ids[g.players[p].mage] for p in range(g.players_n)],
            "supply": [tables.names[g.pile[k]] for k in range(PILES)],
            "policy": setup.policy,
            "seed": setup.seed,
            "four_player_variant": setup.four_player_variant,
            "solo_turn_cards": setup.solo_turn_cards if g.players_n == 1 else None,
            "solo_life": setup.solo_life,
            "content": tables.pack.id,
        }


def _turn_cards(g: Any) -> str:
    cards = sorted(int(card) for card in g.turn_deck.cards[: g.turn_deck.n])
    return counted([TURN_CARDS[card] for card in cards])
