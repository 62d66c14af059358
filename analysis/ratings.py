"""How hard each opponent is, on a scale of 1 to 10, and what ends the games that are lost.

The scale is ten bands of win rate of a named policy: rating 1 is a win rate of 90 % or more, rating 10 one
below 10 %. A rating therefore always comes with the policy, the mode and the number of players it was
measured with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from breachlab.sim.declared import Declared

from .frames import Frame, context, lazy, names_of, need
from .intervals import LEVEL, Array, beyond, holm
from .win_rates import FEW, win_rates, with_interval

HARDEST = 10
RESAMPLES = 400  # of the wins, for the interval of a rank agreement

BANDS = pl.DataFrame(
    {
        "rating": list(range(1, HARDEST + 1)),
        "win_rate_from": [(HARDEST - r) / HARDEST for r in range(1, HARDEST + 1)],
        "win_rate_below": [(HARDEST + 1 - r) / HARDEST for r in range(1, HARDEST + 1)],
    }
)


def rating(win_rate: Any) -> Any:
    """The rating of a win rate, a number or an array.

    >>> [int(rating(share)) for share in (1.0, 0.9, 0.89, 0.5, 0.1, 0.05, 0.0)]
    [1, 1, 2, 5, 9, 10, 10]
    """
    # The tiny number keeps 0.3 in the band that begins at 0.3, although 10 * 0.3 is a hair less than 3.
    band = np.floor(np.asarray(win_rate, float) * HARDEST + 1e-9)
    return np.clip(HARDEST - band, 1, HARDEST).astype(int)[()]


def rate(
    frame: Frame,
    *,
    printed: Mapping[str, int | None] | None = None,
    by: Sequence[str] | None = None,
    level: float = LEVEL,
    few: int = FEW,
    names: Declared | None = None,
) -> pl.DataFrame:
    """Rate every opponent for each mode, player count and policy (or whatever ``by`` names).

    To the columns of :func:`~breachlab.analysis.win_rates` it adds ``rating`` with ``rating_low`` and
    ``rating_high`` (the bands of the ends of the interval), ``printed`` (the rating on the box), ``fits``
    (whether the printed rating lies between them) and ``contradicted_by`` (the opponents that are printed as
    harder but proved easier here, or the other way round; see :func:`contradictions`).

    >>> frame = pl.DataFrame({
    ...     "nemesis": ["a"] * 1000 + ["b"] * 1000, "difficulty": "normal", "players": 2, "policy": "expert",
    ...     "won": [True] * 640 + [False] * 360 + [True] * 450 + [False] * 550, "reason": "some",
    ... })
    >>> rate(frame, printed={"a": 4, "b": 3}).select("nemesis", "rating", "printed", "contradicted_by").rows()
    [('a', 4, 4, ['b']), ('b', 6, 3, ['a'])]
    """
    names = names_of(frame, names)
    need(frame, [names.opponent, names.mode, names.players, names.policy], "difficulty")
    by = list(context(frame, names) if by is None else by)
    cells = win_rates(frame, [names.opponent, *by], level=level, few=few, names=names)
    printed = dict(printed or {})
    opponents = cells[names.opponent].cast(pl.String)
    labels = [printed.get(opponent) for opponent in opponents]
    cells = cells.with_columns(
        pl.Series("rating", rating(cells["win_rate"]), pl.Int64),
        # The better the players do, the lower the rating: the ends change places.
        pl.Series("rating_low", rating(cells["high"]), pl.Int64),
        pl.Series("rating_high", rating(cells["low"]), pl.Int64),
        pl.Series("printed", labels, pl.Int64),
    ).with_columns(pl.col("printed").is_between("rating_low", "rating_high").alias("fits"))
    against: dict[tuple[Any, ...], list[str]] = {}
    for pair in contradictions(cells, opponent=names.opponent, by=by).iter_rows(named=True):
        where = tuple(pair[column] for column in by)
        against.setdefault((pair["easier_in_print"], *where), []).append(pair["harder_in_print"])
        against.setdefault((pair["harder_in_print"], *where), []).append(pair["easier_in_print"])
    keys = zip(opponents, *(cells[column] for column in by), strict=True)
    return cells.with_columns(
        pl.Series("contradicted_by", [against.get(k, []) for k in keys], pl.List(pl.String))
    )


def contradictions(
    rates: pl.DataFrame, *, opponent: str, by: Sequence[str], alpha: float = 1 - LEVEL
) -> pl.DataFrame:
    """The pairs of opponents whose printed order the games refute.

    ``easier_in_print`` has the lower printed rating and was won significantly less often than
    ``harder_in_print`` in the same context: a one-sided score test, adjusted by Holm over all pairs of all
    contexts together, so that one wrong accusation anywhere has a chance of at most ``alpha``.
    """
    found: list[dict[str, Any]] = []
    rows = [row for row in rates.iter_rows(named=True) if row["printed"] is not None]
    contexts: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in rows:
        contexts.setdefault(tuple(row[column] for column in by), []).append(row)
    for where, members in contexts.items():
        for one, other in combinations(members, 2):
            if one["printed"] == other["printed"]:
                continue
            easy, hard = (one, other) if one["printed"] < other["printed"] else (other, one)
            found.append(
                dict(zip(by, where, strict=True))
                | {
                    "easier_in_print": str(easy[opponent]),
                    "harder_in_print": str(hard[opponent]),
                    "win_rate_of_easier": easy["win_rate"],
                    "win_rate_of_harder": hard["win_rate"],
                    "p_value": float(
                        beyond([hard["wins"]], [hard["games"]], [easy["wins"]], [easy["games"]], 0.0)[0][0]
                    ),
                }
            )
    pairs = pl.DataFrame(found, schema_overrides={column: rates.schema[column] for column in by})
    if not found:
        return pl.DataFrame(
            schema={column: rates.schema[column] for column in by}
            | {"easier_in_print": pl.String, "harder_in_print": pl.String}
            | dict.fromkeys(("win_rate_of_easier", "win_rate_of_harder", "p_value"), pl.Float64)
        )
    return pairs.with_columns(pl.Series("p_value", holm(pairs["p_value"]))).filter(pl.col("p_value") <= alpha)


def rank_agreement(
    rates: pl.DataFrame, *, by: Sequence[str], level: float = LEVEL, seed: int = 1
) -> pl.DataFrame:
    """Kendall's tau-b between the printed ratings and the order by win rate, for each context.

    1: the same order; 0: no relation; -1: the opposite order. The interval shows what the games leave open:
    the wins are drawn again from the rates found. It says nothing about opponents that were not measured.

    >>> rates = pl.DataFrame({"players": [2] * 4, "games": [1000] * 4, "wins": [800, 600, 400, 390],
    ...                       "win_rate": [0.8, 0.6, 0.4, 0.39], "printed": [3, 5, 7, 7]})
    >>> rank_agreement(rates, by=["players"]).select("opponents", pl.col("tau").round(2)).row(0)
    (4, 0.91)
    """
    random = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    known = rates.filter(pl.col("printed").is_not_null())
    groups = known.group_by(list(by), maintain_order=True) if by else [((), known)]
    for where, group in groups:
        printed = group["printed"].to_numpy()
        if len(set(printed)) < 2:
            continue
        games, wins = group["games"].to_numpy(), group["wins"].to_numpy()
        draws = random.binomial(games, (wins + 0.5) / (games + 1), (RESAMPLES, len(games))) / games
        taus = np.array([_tau(printed, draw) for draw in draws])
        low, high = np.quantile(taus, [(1 - level) / 2, (1 + level) / 2])
        rows.append(
            dict(zip(by, where, strict=True))
            | {"opponents": len(games), "tau": _tau(printed, wins / games), "low": low, "high": high}
        )
    schema: dict[str, Any] = {column: rates.schema[column] for column in by}
    return pl.DataFrame(
        rows,
        schema=schema | {"opponents": pl.Int64, "tau": pl.Float64, "low": pl.Float64, "high": pl.Float64},
    )


def _tau(printed: Array, win_rate: Array) -> float:
    tau = stats.kendalltau(printed, -win_rate).statistic
    return 0.0 if np.isnan(tau) else float(tau)  # all win rates equal: no order, no agreement


def what_kills(
    frame: Frame, by: Sequence[str] | None = None, *, level: float = LEVEL, names: Declared | None = None
) -> pl.DataFrame:
    """The share of losses by their reason, in the game's own words for it, and by the stage they came in.

    ``share`` is of all losses in the same group (each opponent's, or what ``by`` names), with a Wilson
    interval.

    >>> frame = pl.DataFrame({"nemesis": ["a"] * 4, "won": [True, False, False, False], "tier": [3, 1, 3, 3],
    ...     "reason": ["nemesis_defeated", "all_exhausted", "gravehold_fallen", "gravehold_fallen"]})
    >>> what_kills(frame).select("cause", "tier", "losses", pl.col("share").round(2)).rows()
    [('Gravehold', 3, 2, 0.67), ('exhaustion', 1, 1, 0.33)]
    """
    names = names_of(frame, names)
    by = [names.opponent] if by is None else list(by)
    stage = [names.stage] if names.stage else []
    need(frame, [*by, names.won, names.reason, *stage], "difficulty")
    cause = pl.col(names.reason).cast(pl.String).replace(dict(names.reason_groups)).alias("cause")
    found = (
        lazy(frame)
        .filter(~pl.col(names.won))
        .group_by([*by, cause, *stage])
        .agg(pl.len().cast(pl.Int64).alias("losses"))
        .collect()
    )
    of = pl.col("losses").sum().over(by) if by else pl.col("losses").sum()
    found = found.with_columns(of.alias("of"))
    shares = with_interval(found.rename({"losses": "wins", "of": "games"}), level).rename(
        {"wins": "losses", "games": "of", "win_rate": "share"}
    )
    order = [*by, "losses", "cause", *stage]
    return shares.sort(order, descending=[column == "losses" for column in order])


def in_play_when_lost(
    frame: Frame, by: Sequence[str] | None = None, *, level: float = LEVEL, names: Declared | None = None
) -> pl.DataFrame:
    """The opponent's cards in play when a game ended: how many lost games had each, and how many won ones.

    An association: a card may be there because the game was going badly already.

    >>> frame = pl.DataFrame({"nemesis": ["a"] * 3, "won": [True, False, False], "reason": ["r"] * 3,
    ...                       "in_play": [["x"], ["x", "y", "x"], ["x"]]})
    >>> in_play_when_lost(frame).select("card", "lost_with", "share_of_lost", "share_of_won").rows()
    [('x', 2, 1.0, 1.0), ('y', 1, 0.5, 0.0)]
    """
    names = names_of(frame, names)
    by = [names.opponent] if by is None else list(by)
    need(frame, [*by, names.won, names.table], "difficulty")
    query = lazy(frame)
    totals = (
        query.group_by(by)
        .agg((~pl.col(names.won)).sum().alias("lost"), pl.col(names.won).sum().alias("won_games"))
        .collect()
    )
    seen = (
        query.select(
            [*by, names.won, pl.col(names.table).cast(pl.List(pl.String)).list.unique().alias("card")]
        )
        .explode("card")
        .filter(pl.col("card").is_not_null())
        .group_by([*by, "card"])
        .agg((~pl.col(names.won)).sum().alias("lost_with"), pl.col(names.won).sum().alias("won_with"))
        .collect()
        .join(totals, on=by)
        .filter(pl.col("lost") > 0)
    )
    shares = with_interval(seen.rename({"lost_with": "wins", "lost": "games"}), level).rename(
        {"wins": "lost_with", "games": "lost", "win_rate": "share_of_lost"}
    )
    return (
        shares.with_columns((pl.col("won_with") / pl.col("won_games")).fill_nan(None).alias("share_of_won"))
        .select([*by, "card", "lost_with", "lost", "share_of_lost", "low", "high", "share_of_won"])
        .sort([*by, "lost_with", "card"], descending=[*(False for _ in by), True, False])
    )
