"""Deals in, a tidy frame out: the one place that knows how the engine's results become columns.

One row a game. Names are enumerations over the ids of the pack, numbers as small as they can be; what does
not exist (the third mage of two, the turn of a first gain that never was) is null.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import polars as pl

from breachlab.sim import jit
from breachlab.sim.record import dtype_of, pack, unpack

from . import content, games, state
from .players import EXPERT, POLICIES
from .tables import Tables, load_tables

Numbers = np.ndarray[Any, Any]

DEAL, RESULT = dtype_of(games.Deal), dtype_of(games.Result)
REASONS = (
    *("nemesis_defeated", "nemesis_deck_empty", "no_acolytes_left", "gravehold_fallen", "all_exhausted"),
    *("no_tokens_left", "lost_by_card", "turn_limit"),
)
SIGNATURE_SEEDS = range(1, 3)
SIGNATURE_POLICIES = ("random", "greedy")


def loop_for(deals: Numbers) -> str:
    """The module whose batch loop plays these deals: one for experts, and one that knows nothing of them.

    >>> deals = np.zeros(1, DEAL)
    >>> loop_for(deals)
    'games'
    >>> deals["policy"][0, 1] = EXPERT
    >>> loop_for(deals)
    'expert_games'
    """
    return "expert_games" if (deals["policy"] == EXPERT).any() else "games"


def play_deals(packed: Numbers, deals: Numbers) -> Numbers:
    """Play a game for each deal: compiled, or interpreted with ``NUMBA_DISABLE_JIT=1``, the same."""
    module = loop_for(deals)
    engine = jit.compiled("aeons_end", module)
    results = np.zeros(len(deals), RESULT)
    if not jit.disabled():
        with jit.compiled_once("aeons_end", module):
            engine.play_games(np.zeros(state.STATES, dtype_of(state.Game)), packed[0], deals, results)
        return results
    rows = [games.Result() for _ in deals]
    engine.play_games(
        [state.Game() for _ in range(state.STATES)],
        _interpreted_tables(packed.tobytes()),
        [unpack(deal, games.Deal) for deal in deals],
        rows,
    )
    for k, row in enumerate(rows):
        pack(row, results[k : k + 1].reshape(()))
    return results


@lru_cache(maxsize=8)
def _interpreted_tables(packed: bytes) -> Any:
    return unpack(np.frombuffer(packed, dtype_of(content.Content))[0], content.Content)


@cache
def engine_signature() -> str:
    """A short hash over a few fixed games of each nemesis and number of players: any change of a rule shows.

    It is about the rules and the shipped cards, not about skill: ``random`` and ``greedy`` never get better.
    """
    tables = load_tables()
    rows = [
        (seed, nemesis, players, POLICIES[policy])
        for nemesis in range(len(tables.nemesis_ids))
        for players in range(1, state.PLAYERS + 1)
        for policy in SIGNATURE_POLICIES
        for seed in SIGNATURE_SEEDS
    ]
    deals = np.zeros(len(rows), DEAL)
    for k, (seed, nemesis, players, policy) in enumerate(rows):
        deals[k]["seed"], deals[k]["nemesis"], deals[k]["players"] = seed, nemesis, players
        deals[k]["mode"] = seed % len(tables.mode_ids)
        deals[k]["policy"] = policy
    deals["solo_turn_cards"], deals["mages"] = 3, -1
    results = play_deals(tables.packed.reshape(1), deals)
    digest = hashlib.sha256()
    for name in RESULT.names or ():  # not the bytes of rows: gaps and byte order vary
        digest.update(np.ascontiguousarray(results[name]).astype("<i8").tobytes())
    return digest.hexdigest()[:16]


# ---------------------------------------------------------------- columns


@dataclass(frozen=True)
class Names:
    """What a pack's numbers mean, and its tables for the engine: all that a worker needs of a pack."""

    packed: Numbers
    nemeses: tuple[str, ...]
    modes: tuple[str, ...]
    mages: tuple[str, ...]
    cards: tuple[str, ...]
    market: tuple[str, ...]
    nemesis_cards: tuple[str, ...]

    @classmethod
    def of(cls, tables: Tables) -> Names:
        pack = tables.pack
        return cls(
            tables.packed.reshape(1),
            tuple(tables.nemesis_ids),
            tuple(tables.mode_ids),
            tuple(tables.mage_ids),
            tuple(tables.names),
            tuple(card.id for card in pack.market),
            tuple(card.id for card in (*pack.nemesis_cards, *pack.acolytes, *pack.basics)),
        )


class Enumeration:
    """A column's names, of all packs of a run."""

    def __init__(self, *lists: Iterable[str]) -> None:
        self.ids = list(dict.fromkeys(id for ids in lists for id in ids))
        self.dtype = pl.Enum(self.ids)

    def series(self, names: tuple[str, ...], numbers: Numbers, exists: Numbers | None = None) -> pl.Series:
        """Names from a pack's numbers, null where nothing exists."""
        place = {id: k for k, id in enumerate(self.ids)}
        codes = np.array([place.get(name, 0) for name in names], dtype=np.uint32)[numbers]
        series = pl.Series(codes)
        if exists is not None:
            series = series.set(pl.Series(~exists), None)
        return pl.Series(self.ids, dtype=self.dtype).gather(series)


@dataclass(frozen=True)
class Columns:
    """The columns of a run's frame."""

    nemesis: Enumeration
    difficulty: Enumeration
    mage: Enumeration
    market: Enumeration
    nemesis_card: Enumeration
    reason: Enumeration
    policies: tuple[str, ...]

    @classmethod
    def of(cls, packs: list[Names], policies: Iterable[str], labels: Iterable[str]) -> Columns:
        return cls(
            Enumeration(*(pack.nemeses for pack in packs)),
            Enumeration(*(pack.modes for pack in packs)),
            Enumeration(*(pack.mages for pack in packs)),
            Enumeration(*(pack.market for pack in packs)),
            Enumeration(*(pack.nemesis_cards for pack in packs)),
            Enumeration(REASONS),
            tuple(policies),
        )

    @property
    def schema(self) -> dict[str, Any]:
        """Every column and its type, in order."""
        seats, piles = range(1, state.PLAYERS + 1), range(1, state.PILES + 1)
        u8, u16, u32 = pl.UInt8(), pl.UInt16(), pl.UInt32()
        return {
            "cell": u32,
            "game": u32,
            "seed": pl.UInt64(),
            "nemesis": self.nemesis.dtype,
            "difficulty": self.difficulty.dtype,
            "players": u8,
            "policy": pl.Categorical(),
            "content": pl.Categorical(),
            "variant": pl.Boolean(),
            "solo_turn_cards": u8,
            "solo_life": u8,
            **{f"mage_{p}": self.mage.dtype for p in seats},
            **{f"pile_{k}": self.market.dtype for k in piles},
            "won": pl.Boolean(),
            "reason": self.reason.dtype,
            "tier": u8,
            "turns": u16,
            "rounds": u16,
            "gravehold_life": u16,
            "nemesis_life": u16,
            "nemesis_tokens": u16,
            **{f"life_{p}": u8 for p in seats},
            "exhaustions": u8,
            "decisions": u16,
            "damage_dealt": u16,
            "aether_made": u16,
            "spent_on_cards": u16,
            "spent_on_charges": u16,
            "spent_on_breaches": u16,
            "spent_on_powers": u16,
            **{f"gained_{k}": u8 for k in piles},
            **{f"first_gain_{k}": u16 for k in piles},
            **{f"plays_{k}": u16 for k in piles},
            "in_play": pl.List(self.nemesis_card.dtype),
        }

    def frame(
        self,
        names: Names,
        label: str,
        cells: Numbers,
        numbers: Numbers,
        policy: Numbers,
        deals: Numbers,
        results: Numbers,
    ) -> pl.DataFrame:
        """The rows of games that were played with one pack."""
        n = len(deals)
        columns: dict[str, Any] = {
            "cell": cells,
            "game": numbers,
            "seed": deals["seed"],
            "nemesis": self.nemesis.series(names.nemeses, deals["nemesis"]),
            "difficulty": self.difficulty.series(names.modes, deals["mode"]),
            "players": deals["players"],
            "policy": pl.Series(self.policies, dtype=pl.Categorical).gather(policy),
            "content": pl.Series([label], dtype=pl.Categorical).new_from_index(0, n),
            "variant": deals["variant"].astype(bool),
            "solo_turn_cards": deals["solo_turn_cards"],
            "solo_life": deals["solo_life"],
            "won": results["outcome"] == state.WIN,
            "reason": self.reason.series(("", *REASONS), results["reason"]),
            "gravehold_life": results["gravehold"],
            "nemesis_tokens": results["tokens"],
            "in_play": self.in_play(names, results["in_play"]),
        }
        for p in range(state.PLAYERS):
            sits = deals["players"] > p
            columns[f"mage_{p + 1}"] = self.mage.series(
                names.mages, np.where(sits, results["mages"][:, p], 0), sits
            )
            columns[f"life_{p + 1}"] = pl.Series(_small(results["life"][:, p], np.uint8)).set(
                pl.Series(~sits), None
            )
        for k in range(state.PILES):
            gained = results["gained"][:, k]
            columns[f"pile_{k + 1}"] = self.market.series(names.cards, results["supply"][:, k])
            columns[f"gained_{k + 1}"] = gained
            columns[f"first_gain_{k + 1}"] = pl.Series(_small(results["first_gain"][:, k], np.uint16)).set(
                pl.Series(gained == 0), None
            )
            columns[f"plays_{k + 1}"] = results["plays"][:, k]
        series = []
        for name, dtype in self.schema.items():
            values = columns[name] if name in columns else results[name]
            if not isinstance(values, pl.Series):
                values = pl.Series(_small(values, _NUMPY.get(dtype, values.dtype)))
            series.append(values.alias(name))
        return pl.DataFrame(series)

    def in_play(self, names: Names, cards: Numbers) -> pl.Series:
        """The nemesis cards in play at the end, oldest first."""
        flat = np.ascontiguousarray(cards).reshape(-1)
        series = self.nemesis_card.series(names.cards, flat, flat != 0)
        return series.reshape((len(cards), games.SEEN)).arr.to_list().list.drop_nulls()


_NUMPY: dict[Any, Any] = {
    pl.UInt8(): np.uint8,
    pl.UInt16(): np.uint16,
    pl.UInt32(): np.uint32,
    pl.UInt64(): np.uint64,
}


def _small(values: Numbers, dtype: Any) -> Numbers:
    """The same numbers in a smaller type; lives below zero are zero, and nothing may wrap around."""
    values = np.ascontiguousarray(values)
    if values.dtype == dtype or not len(values):
        return values.astype(dtype)
    if values.max() > np.iinfo(dtype).max:
        raise OverflowError(f"{values.max()} does not fit into {np.dtype(dtype).name}")
    return np.maximum(values, 0).astype(dtype)
