"""Two versions of a game on the same seeds: what changed, cell by cell, and which games turned.

Both versions meet the same luck, so that most games end alike and the few that do not carry the answer: far
fewer games are needed than for two independent samples.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from breachlab.sim.declared import Declared
from breachlab.sim.errors import UserError

from .frames import Frame, context, lazy, names_of, need
from .intervals import LEVEL, flips_p_value, holm, paired_difference

KEYS = ("cell", "game", "seed")
ALPHA = 0.05


def compare(
    a: Frame,
    b: Frame,
    by: Sequence[str] | None = None,
    *,
    level: float = LEVEL,
    names: Declared | None = None,
) -> pl.DataFrame:
    """Compare the same games of two versions, cell by cell.

    For each cell: ``games`` that both versions played, ``win_rate_a`` and ``win_rate_b``, ``change`` (of b
    from a) with ``low`` and ``high``, ``won_to_lost`` and ``lost_to_won``, the exact ``p_value`` of the flips
    adjusted over all cells by Holm, and ``moved``.

    >>> a = pl.DataFrame({
    ...     "cell": 0, "game": range(1000), "seed": range(1000), "nemesis": "x", "difficulty": "normal",
    ...     "players": 2, "policy": "standard", "reason": "r", "won": [True] * 500 + [False] * 500,
    ... })
    >>> b = a.with_columns(won=pl.col("game") < 540)
    >>> compare(a, b).select("lost_to_won", pl.col("change", "low", "high").round(3), "moved").row(0)
    (40, 0.04, 0.028, 0.052, True)
    """
    names = names_of(a, names)
    both = matched(a, b, names)
    by = [names.opponent, *_context(both, names)] if by is None else list(by)
    need(both, by, "quick")
    won = pl.col(names.won), pl.col(f"{names.won}_b")
    cells = (
        both.group_by(by)
        .agg(
            pl.len().cast(pl.Int64).alias("games"),
            won[0].mean().alias("win_rate_a"),
            won[1].mean().alias("win_rate_b"),
            (won[0] & ~won[1]).sum().cast(pl.Int64).alias("won_to_lost"),
            (~won[0] & won[1]).sum().cast(pl.Int64).alias("lost_to_won"),
        )
        .sort(by)
    )
    gained, lost, games = (cells[c].to_numpy() for c in ("lost_to_won", "won_to_lost", "games"))
    change = paired_difference(gained, lost, games, level)
    p_values = holm(flips_p_value(gained, lost))
    return cells.with_columns(
        pl.Series("change", change.estimate, pl.Float64),
        pl.Series("low", change.low, pl.Float64),
        pl.Series("high", change.high, pl.Float64),
        pl.Series("p_value", p_values, pl.Float64),
        pl.Series("moved", p_values <= ALPHA, pl.Boolean),
    )


def matched(a: Frame, b: Frame, names: Declared) -> pl.DataFrame:
    """The games that both versions played, one row each: version a's columns, and b's as ``..._b``."""
    for frame in (a, b):
        need(frame, [*KEYS, names.opponent, names.won, names.reason], "quick")
    setup = [c for c in (*names.factors, *names.team, *names.slots) if c in a.collect_schema().names()]
    in_b = [c for c in setup if c in b.collect_schema().names()]
    rest = [
        c for c in (names.won, names.reason, names.policy, names.content) if c in b.collect_schema().names()
    ]

    def text(columns: Sequence[str]) -> list[pl.Expr]:
        # The categories of two runs are two types; what they say is text.
        return [pl.col(c).cast(pl.String) if _named(schema, c) else pl.col(c) for c in columns]

    schema = a.collect_schema()
    one = lazy(a).select(*KEYS, *text([*setup, names.won, names.reason]))
    schema = b.collect_schema()
    other = lazy(b).select(*KEYS, *text(list(dict.fromkeys([names.opponent, *in_b[:3], *rest]))))
    together = one.join(other, on=list(KEYS), suffix="_b").collect()
    if together.height == 0:
        raise UserError(
            "the two have no game in common (same cell, number and seed): play both with the same experiment "
            "and `--seed`, for example `breachlab run quick --seed 1` with each version"
        )
    if (together[names.opponent] != together[f"{names.opponent}_b"]).any():
        raise UserError(
            "the two are of different experiments, a cell has different opponents: play the same one "
            "with each, for example `breachlab run quick`"
        )
    return together


def flipped(a: Frame, b: Frame, *, names: Declared | None = None) -> pl.DataFrame:
    """The games that one version won and the other lost, each with its seed and whole setup.

    ``turned`` is "lost" for a game that version a won and b lost, and "won" for the opposite.
    """
    names = names_of(a, names)
    both = matched(a, b, names)
    other = f"{names.won}_b"
    return both.filter(pl.col(names.won) != pl.col(other)).with_columns(
        pl.when(pl.col(other)).then(pl.lit("won")).otherwise(pl.lit("lost")).alias("turned")
    )


def _context(both: pl.DataFrame, names: Declared) -> list[str]:
    """The factors that make cells; not the ones in which the two versions differ."""
    found = context(both, names)
    return [f for f in found if f"{f}_b" not in both.columns or (both[f] == both[f"{f}_b"]).all()]


def _named(schema: pl.Schema, column: str) -> bool:
    return isinstance(schema[column], pl.Enum | pl.Categorical)
