"""Supplies by number: every legal supply of a pack, without a list of them in memory.

War Eternal has 35 choices of three gems, 15 of two relics and 1001 of four spells. A supply's number counts
through the spells fastest, the gems slowest.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from .state import PILES
from .tables import Tables

KINDS = ("gem", "relic", "spell")  # the order of the piles


@dataclass(frozen=True)
class SupplyRange:
    """A list of supplies that computes its rows: all of a pack, or none but "drawn at random"."""

    choices: tuple[np.ndarray[Any, Any], ...]  # for each kind: its combinations, one a row

    def __len__(self) -> int:
        return prod(len(choice) for choice in self.choices)

    def rows(self, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The cards of the supplies with these numbers: nine columns."""
        parts = np.unravel_index(numbers, tuple(len(choice) for choice in self.choices))
        return np.hstack([choice[part] for choice, part in zip(self.choices, parts, strict=True)])


def every_supply(tables: Tables) -> SupplyRange:
    """All legal supplies of a pack.

    >>> from breachlab.sim.aeons_end.tables import load_tables
    >>> len(every_supply(load_tables()))
    525525
    """
    piles = tables.pack.rules.supply_piles
    cards = {kind: [tables.index[c.id] for c in tables.pack.market if c.kind == kind] for kind in KINDS}
    return SupplyRange(
        tuple(np.array(list(combinations(cards[kind], piles[kind])), dtype=np.uint8) for kind in KINDS)
    )


def listed_supplies(tables: Tables, supplies: list[tuple[str, ...] | None]) -> SupplyRange:
    """Some supplies; ``None`` is one that each game draws at random."""
    rows = np.zeros((len(supplies), PILES), dtype=np.uint8)
    for row, supply in zip(rows, supplies, strict=True):
        if supply is not None:
            row[:] = [tables.index[card] for card in supply]
    return SupplyRange((rows,))
