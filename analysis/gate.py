"""The regression gate: has any cell's win rate moved by more than a margin since the baseline?

For every cell three answers are possible. **Moved**: the change is beyond the margin, and chance does not
explain it. **Unchanged**: the change is within the margin, and chance does not explain that either.
**Inconclusive**: neither; more games would settle it, and the gate says how many.

False alarms are controlled over all cells and all looks together. At each look the p-values of the cells are
adjusted by Holm, and compared with that look's part of the error rate; the parts add up to it (see
:func:`spent`). The reasoning is written down in docs/analysis.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import polars as pl

from breachlab.sim.declared import Declared
from breachlab.sim.errors import UserError, listed

from .baseline import WRITE, Baseline, cell_counts, signature
from .frames import Frame, lazy, names_of, need
from .intervals import LEVEL, Array, beyond, difference, games_to_settle, holm

MARGIN = 0.02
ALPHA = 0.05  # chance of any false alarm at all; and of taking a cell that moved for unchanged
FIRST_LOOKS = (1 / 8, 1 / 4, 1 / 2, 1.0)  # parts of the planned games; then every doubling
PLANNED = 0.8  # of the error rate is for the looks up to the end of the planned games
MOST_GAMES = 10_000_000  # a cell that needs more is at the margin itself

Verdict = Literal["moved", "unchanged", "inconclusive"]


def spent(part: float) -> float:
    """The share of the error rate that may have been spent when this part of the planned games is played.

    Little at first, so that the planned end keeps nearly all of its sharpness; a fifth is kept for those who
    go on after it, and is never used up.

    >>> [round(spent(part), 3) for part in (1 / 8, 1 / 2, 1, 2, 4)]
    [0.002, 0.1, 0.8, 0.9, 0.95]
    """
    return PLANNED * part**3 if part <= 1 else PLANNED + (1 - PLANNED) * (1 - 1 / part)


def looks_until(part: float) -> list[float]:
    """The looks of a run that has this part of the planned games: the fixed ones on the way, and its end.

    >>> looks_until(1.0), looks_until(0.3), looks_until(3.0)
    ([0.125, 0.25, 0.5, 1.0], [0.125, 0.25, 0.3], [0.125, 0.25, 0.5, 1.0, 2.0, 3.0])
    """
    fixed = list(FIRST_LOOKS)
    while fixed[-1] < part:
        fixed.append(fixed[-1] * 2)
    return [*(look for look in fixed if look < part - 1e-9), part]


@dataclass
class Gate:
    """The statistical gate, look by look; :meth:`look` takes the counts so far, in the baseline's order."""

    base_wins: Array
    base_games: Array
    margin: float = MARGIN
    alpha: float = ALPHA
    verdicts: Array = field(init=False)
    decided_after: Array = field(init=False)  # games of the cell
    reached: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.margin < 0.5:
            raise UserError(f"a margin of {100 * self.margin:g} points makes no sense: say 0.5 to 49")
        n = len(self.base_wins)
        self.verdicts = np.full(n, "inconclusive", dtype="<U12")
        self.decided_after = np.zeros(n, int)

    @property
    def open(self) -> Array:
        """Which cells are not decided yet."""
        return np.asarray(self.verdicts == "inconclusive")

    def level(self, part: float) -> float:
        """What this look may spend of the error rate."""
        return self.alpha * (spent(part) - spent(self.reached))

    def look(self, part: float, wins: Array, games: Array) -> None:
        """Look at the counts when this part of the planned games is played, and decide what is clear."""
        level = self.level(part)
        self.reached = part
        counts = wins, games, self.base_wins, self.base_games
        above, not_above = beyond(*counts, self.margin)
        not_below, below = beyond(*counts, -self.margin)
        # Two directions: each has half of the error rate. All cells stay in the adjustment, decided or not.
        moved = holm(np.minimum(1, 2 * np.minimum(above, below))) <= level
        # All cells must pass to call the whole run unchanged, so that each may use the whole error rate.
        same = np.maximum(not_above, not_below) <= level
        for verdict, found in (("moved", moved), ("unchanged", same & ~moved)):
            new = found & self.open
            self.verdicts[new] = verdict
            self.decided_after[new] = games[new]

    def games_needed(self, wins: Array, games: Array) -> list[int | None]:
        """For each open cell the games, of run and baseline, that would probably settle it; None if decided.

        Assumes that the change is as seen. 0 stands for a change at the margin itself, which nothing settles.
        """
        found: list[int | None] = []
        for k, is_open in enumerate(self.open):
            if not is_open:
                found.append(None)
                continue
            rate, base = wins[k] / games[k], self.base_wins[k] / self.base_games[k]
            edge = math.copysign(self.margin, rate - base)
            level = self.alpha * (spent(1.0) - spent(0.5))
            if abs(rate - base) > self.margin:
                level /= 2 * len(self.verdicts)
            needed = games_to_settle(rate, base, edge, level)
            found.append(_rounded_up(needed) if needed <= MOST_GAMES else 0)
        return found

    @property
    def verdict(self) -> Verdict:
        """The answer for the whole run."""
        if (self.verdicts == "moved").any():
            return "moved"
        return "inconclusive" if self.open.any() else "unchanged"


def _rounded_up(games: float) -> int:
    """Two digits are enough for an estimate."""
    unit = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return int(math.ceil(games / unit) * unit)


@dataclass(frozen=True)
class Checked:
    """What the two gates found."""

    verdict: Verdict
    signature: Literal["same", "changed", "not compared"]
    signature_found: str
    cells: pl.DataFrame
    margin: float

    @property
    def games_needed(self) -> int | None:
        """Games a cell, of run and baseline, that would probably settle what is open; None: nothing is."""
        needed = [n for n in self.cells["games_needed"] if n is not None]
        if not needed:
            return None
        return 0 if 0 in needed else max(needed)


def check(
    frame: Frame,
    baseline: Baseline,
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
    seed: int | None = None,
    where: str = "FILE",
    names: Declared | None = None,
) -> Checked:
    """Compare the games of a run with a baseline.

    ``seed`` is the run's own; with the baseline's seed the signatures are compared as well.

    >>> from breachlab.analysis import example, make_baseline
    >>> baseline = make_baseline(example.games(40_000, seed=1))
    >>> check(example.games(40_000, seed=2), baseline, margin=0.05).verdict
    'unchanged'
    >>> harder = check(example.games(40_000, seed=2, shift=-0.6), baseline, margin=0.05)
    >>> harder.verdict, harder.cells["after_games"].to_list()
    ('moved', [1250, 2500, 1250, 2500])
    """
    names = names_of(frame, names)
    need(frame, [names.opponent, names.won, "cell", "game"], baseline.experiment or "ci")
    need(frame, baseline.factors, baseline.experiment or "ci")

    def counts(part: float) -> pl.DataFrame:
        if part >= whole:
            return totals
        # Cells may have different numbers of games planned, so each has its own part of them.
        parts = base.select("key", (pl.col("planned") * part).ceil().alias("upto"))
        key = pl.concat_str(
            [pl.col(f).cast(pl.String).fill_null("-") for f in baseline.factors], separator=" / "
        )
        first = lazy(frame).with_columns(key.alias("key")).join(parts.lazy(), on="key")
        return cell_counts(first.filter(pl.col("game") < pl.col("upto")), baseline.factors, names)

    totals = cell_counts(frame, baseline.factors, names)
    _same_cells(totals, baseline, where)
    base = baseline.frame()
    whole = float((base.join(totals, on="key").select(pl.col("games") / pl.col("planned"))).max().item())
    gate = run_gate(baseline, counts, looks_until(whole), margin=margin, alpha=alpha)
    found = signature(frame, names)
    if seed is None or seed != baseline.seed:
        compared: Literal["same", "changed", "not compared"] = "not compared"
    else:
        compared = "same" if found == baseline.signature else "changed"
    return Checked(
        gate.verdict, compared, found, _cells(base.join(totals, on="key").sort("key"), gate), margin
    )


def run_gate(
    baseline: Baseline,
    counts: Callable[[float], pl.DataFrame],
    looks: Iterable[float],
    *,
    margin: float = MARGIN,
    alpha: float = ALPHA,
) -> Gate:
    """Look again and again until every cell is decided, or the looks are over.

    ``counts(part)`` gives ``key``, ``wins`` and ``games`` of every cell when that part of the planned games
    is played.
    """
    base = baseline.frame().sort("key")
    gate = Gate(base["base_wins"].to_numpy(), base["base_games"].to_numpy(), margin, alpha)
    for part in looks:
        last = (
            base.join(counts(part), on="key", how="left")
            .sort("key")
            .with_columns(pl.col("wins", "games").fill_null(0))
        )
        wins, games = last["wins"].to_numpy(), last["games"].to_numpy()
        if (games == 0).any():
            # A cell without a game yet: nothing to look at, and nothing is spent.
            continue
        gate.look(part, wins, games)
        if not gate.open.any():
            break
    return gate


def _same_cells(totals: pl.DataFrame, baseline: Baseline, where: str) -> None:
    played, expected = set(totals["key"]), set(baseline.cells)
    if played == expected:
        return
    missing, extra = sorted(expected - played), sorted(played - expected)
    what = f"{len(missing)} of its cells are not in the run ({listed(missing[:3])})" if missing else ""
    what += " and " if missing and extra else ""
    what += f"{len(extra)} cells of the run are not in it ({listed(extra[:3])})" if extra else ""
    raise UserError(
        f"{where} is a baseline of another experiment: {what}; a new one: `{WRITE.format(where)}`"
    )


def _cells(last: pl.DataFrame, gate: Gate) -> pl.DataFrame:
    wins, games, base_wins, base_games = (
        last[column].to_numpy() for column in ("wins", "games", "base_wins", "base_games")
    )
    change = difference(wins, games, base_wins, base_games, LEVEL)
    after = [int(n) if n else None for n in gate.decided_after]
    return last.select(
        "key",
        "base_games",
        (pl.col("base_wins") / pl.col("base_games")).alias("base_rate"),
        "games",
        (pl.col("wins") / pl.col("games")).alias("win_rate"),
        pl.Series("change", change.estimate, pl.Float64),
        pl.Series("low", change.low, pl.Float64),
        pl.Series("high", change.high, pl.Float64),
        pl.Series("verdict", gate.verdicts.tolist(), pl.String),
        pl.Series("after_games", after, pl.Int64),
        pl.Series("games_needed", gate.games_needed(wins, games), pl.Int64),
    )
