"""Win rates by any factors, each with its games, its interval and how the games ended."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from breachlab.sim.declared import Declared

from .frames import Frame, lazy, names_of, need
from .intervals import LEVEL, wilson

FEW = 100  # games; the 95 % interval of fewer is about 20 points wide or wider


def win_rates(
    frame: Frame,
    by: Sequence[str] = (),
    *,
    level: float = LEVEL,
    few: int = FEW,
    names: Declared | None = None,
) -> pl.DataFrame:
    """Count wins by factors: ``games``, ``wins``, ``win_rate``, ``low``, ``high``, a column for each reason.

    A cell with fewer than ``few`` games is marked in the column ``few``, not left out. Reasons are numbers of
    games.

    >>> frame = pl.DataFrame({
    ...     "nemesis": ["umbra_titan"] * 200,
    ...     "won": [True] * 120 + [False] * 80,
    ...     "reason": ["nemesis_defeated"] * 120 + ["gravehold_fallen"] * 80,
    ... })
    >>> win_rates(frame, by=["nemesis"]).row(0, named=True)["gravehold_fallen"]
    80
    >>> win_rates(frame).select("games", "win_rate", pl.col("low", "high").round(2), "few").row(0)
    (200, 0.6, 0.53, 0.67, False)
    """
    names = names_of(frame, names)
    need(frame, [*by, names.won, names.reason], "difficulty")
    by = list(by)
    query = lazy(frame).with_columns(pl.col(names.reason).cast(pl.String))
    counts = query.group_by([*by, names.reason]).agg(
        pl.len().cast(pl.Int64).alias("games"), pl.col(names.won).sum().cast(pl.Int64).alias("wins")
    )
    long = counts.collect()
    reasons = sorted(long[names.reason].drop_nulls().unique())
    shares = [
        pl.col("games").filter(pl.col(names.reason) == reason).sum().alias(reason) for reason in reasons
    ]
    totals = [pl.col("games").sum(), pl.col("wins").sum()]
    if by:
        cells = long.group_by(by).agg(*totals, *shares).sort(by)
    else:
        cells = long.select(*totals, *shares)
    return (
        with_interval(cells, level)
        .with_columns((pl.col("games") < few).alias("few"))
        .select([*by, "games", "wins", "win_rate", "low", "high", "few", *reasons])
    )


def with_interval(counts: pl.DataFrame, level: float = LEVEL, prefix: str = "") -> pl.DataFrame:
    """Add ``win_rate``, ``low`` and ``high`` to a frame with ``wins`` and ``games``."""
    interval = wilson(counts["wins"].to_numpy(), counts["games"].to_numpy(), level)
    return counts.with_columns(
        pl.Series(prefix + "win_rate", interval.estimate, pl.Float64),
        pl.Series(prefix + "low", interval.low, pl.Float64),
        pl.Series(prefix + "high", interval.high, pl.Float64),
    )
