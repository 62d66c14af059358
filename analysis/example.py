"""Made-up games whose truth is known: for the examples in the documentation and for tests of the statistics.

The rows look like those of Aeon's End, but nobody plays: the chance of every game is written down below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import polars as pl
from scipy.special import expit

NEMESES = {"umbra_titan": 0.6, "hollow_crown": 0.2, "gate_witch": -0.3, "magus_of_cloaks": -0.5}  # log-odds
MAGES = {"dezmodia": 0.2, "garu": 0.1, "gex": 0.0, "mazahaedron": 0.0, "mist": -0.1, "quilius": -0.2}
CARDS: dict[str, dict[str, float]] = {
    "gem": {
        "bloodstone_jewel": 0.2,
        "breach_ore": 0.0,
        "dread_diamond": -0.1,
        "erratic_ingot": 0.0,
        "v_glass": -0.1,
    },
    "relic": {"cairn_compass": 0.1, "dagger": -0.1, "fetish": 0.0, "totem": 0.0},
    "spell": {
        "kindle": 0.1,
        "nova_forge": 0.5,
        "nether_cell": -0.3,
        "sages_brand": 0.0,
        "char": -0.1,
        "pyre": -0.2,
    },
}
SHOWN = {"gem": 3, "relic": 2, "spell": 4}
PAIRS = {("kindle", "nova_forge"): 0.6, ("bloodstone_jewel", "sages_brand"): -0.4}
MODES = {"normal": 0.0, "expert": -0.8}


def games(
    n: int,
    *,
    seed: int,
    opponents: Mapping[str, float] = NEMESES,
    modes: Mapping[str, float] = {"normal": 0.0},
    players: Sequence[int] = (2,),
    policy: str = "standard",
    cards: Mapping[str, Mapping[str, float]] = CARDS,
    pairs: Mapping[tuple[str, str], float] = PAIRS,
    mages: Mapping[str, float] = MAGES,
    shift: float = 0.0,
) -> pl.DataFrame:
    """``n`` games, spread evenly over opponents, modes and player counts; supplies and mages are random.

    >>> frame = games(1000, seed=1)
    >>> frame.select("nemesis", "players", "pile_1", "won").schema["won"]
    Boolean
    """
    rng = np.random.default_rng(seed)
    cells = [(o, m, p) for o in opponents for m in modes for p in players]
    cell = np.arange(n) % len(cells)
    odds = np.array([opponents[o] + modes[m] for o, m, _ in cells])[cell] + shift
    picked: dict[str, list[str | None]] = {}
    on_table = [[""] * 0 for _ in range(n)]
    slot = 0
    for kind, values in cards.items():
        ids = sorted(values)
        order = np.argsort(rng.random((n, len(ids))), axis=1)[:, : SHOWN[kind]]
        order.sort(axis=1)
        odds += np.array([values[id] for id in ids])[order].sum(axis=1)
        for k in range(SHOWN[kind]):
            slot += 1
            picked[f"pile_{slot}"] = [ids[i] for i in order[:, k]]
        for row, chosen in zip(on_table, order, strict=True):
            row += [ids[i] for i in chosen]
    for k, row in enumerate(on_table):
        odds[k] += sum(pairs.get(pair, 0.0) + pairs.get(pair[::-1], 0.0) for pair in combinations(row, 2))
    ids = sorted(mages)
    order = np.argsort(rng.random((n, len(ids))), axis=1)
    seats = np.array([p for _, _, p in cells])[cell]
    for k in range(4):
        sits = seats > k
        odds += np.where(sits, np.array([mages[id] for id in ids])[order[:, k]], 0.0)
        picked[f"mage_{k + 1}"] = [
            ids[i] if here else None for i, here in zip(order[:, k], sits, strict=True)
        ]
    won = rng.random(n) < expit(odds)
    lost_by = rng.choice(["gravehold_fallen", "all_exhausted"], n)
    tier = rng.integers(1, 4, n)
    gained = {f"gained_{k}": rng.poisson(1.0, n) for k in range(1, 10)}
    return pl.DataFrame(
        {
            "cell": cell.astype(np.uint32),
            "game": (np.arange(n) // len(cells)).astype(np.uint32),
            "seed": rng.integers(0, 2**63, n).astype(np.uint64),
            "nemesis": [cells[c][0] for c in cell],
            "difficulty": [cells[c][1] for c in cell],
            "players": seats.astype(np.uint8),
            "policy": [policy] * n,
            "content": ["made_up"] * n,
            **picked,
            "won": won,
            "reason": np.where(won, "nemesis_defeated", lost_by),
            "tier": tier.astype(np.uint8),
            "turns": rng.integers(10, 60, n),
            **gained,
            **{f"first_gain_{k}": [3 if g else None for g in gained[f"gained_{k}"]] for k in range(1, 10)},
            **{f"plays_{k}": 2 * gained[f"gained_{k}"] for k in range(1, 10)},
            "in_play": [["mangleroot"] if not w else [] for w in won],
        },
        schema_overrides={"mage_3": pl.String, "mage_4": pl.String},
    )
