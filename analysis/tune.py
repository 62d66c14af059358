"""Which value of a number gives a target win rate: a search for the root of a noisy curve.

Every value is played on the same seeds, so that two values differ by what they do and not by their luck. The
search looks at a few values over the whole range, fits a curve (logistic, statsmodels), and goes on around
the place where the curve meets the target, until the interval of the answer is narrow enough or the games are
used up.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
import statsmodels.api as sm
from scipy import stats
from scipy.special import expit, logit

from breachlab.sim.errors import UserError

from .intervals import LEVEL, Array, wilson

VALUES = 5  # played in every round
BLOCKS = 40  # of seeds, each left out once for the interval of the answer
LEAST_SLOPE_Z = 3.0  # a curve that rises or falls less clearly than this has no root worth telling

Play = Callable[[int, int, int], Array]


@dataclass(frozen=True)
class Tuned:
    """The answer of a search."""

    target: float
    best: int  # the whole number that comes closest
    best_rate: float  # the win rate there, from the curve
    root: float  # where the curve meets the target
    low: float
    high: float
    curve: pl.DataFrame  # value, games, wins, win_rate, low, high, fitted
    games: int  # all that were played


def tune(
    play: Play,
    *,
    lowest: int,
    highest: int,
    target: float,
    games: int = 1000,
    rounds: int = 4,
    level: float = LEVEL,
) -> Tuned:
    """Find the whole number in a range with which the players win the ``target`` share of games.

    ``play(value, first, n)`` plays the games ``first`` to ``first + n`` with this value and says which were
    won; game 7 must have the same seed whatever the value.

    >>> luck = np.random.default_rng(1).random(100_000)
    >>> def play(life, first, n):  # the truth: 50 % at 70 life
    ...     return luck[first : first + n] < expit((70 - life) / 15)
    >>> found = tune(play, lowest=40, highest=100, target=0.5)
    >>> found.low <= 70 <= found.high, abs(found.best - 70) <= 2
    (True, True)
    """
    check_target(target)
    if lowest >= highest:
        raise UserError(f"the range from {lowest} to {highest} is empty: --from must be below --to")
    search = _Search(play, target, games)
    low, high = float(lowest), float(highest)
    for turn in range(rounds):
        for value in np.unique(np.round(np.linspace(low, high, VALUES)).astype(int)):
            # Later rounds look closer, with twice the games.
            search.play(int(value), games * 2**turn)
        if turn == 0:
            search.must_reach()
        near = search.near(low, high)
        root = search.root(near)
        spread = search.interval(near, level)
        if spread[1] - spread[0] < 1 or turn == rounds - 1:
            break
        centre = float(np.clip(root, lowest, highest))
        half = max(2.0, spread[1] - spread[0], (high - low) / 4 * 0.75)
        low, high = max(lowest, np.floor(centre - half)), min(highest, np.ceil(centre + half))
    best = int(np.clip(round(root), lowest, highest))
    return Tuned(
        target,
        best,
        float(search.curve(near, np.array([best]))[0]),
        root,
        *spread,
        search.table(near, level),
        sum(len(won) for won in search.won.values()),
    )


def check_target(target: float) -> None:
    """Raise a UserError for a target that no number of games can confirm."""
    if not 0.01 <= target <= 0.99:
        raise UserError(
            f"a target of {100 * target:g} % cannot be met or missed by a finite number of games: "
            "say 1 to 99, for example --target 50"
        )


class _Search:
    def __init__(self, play: Play, target: float, games: int) -> None:
        self._play, self.target, self.games = play, target, games
        self.won: dict[int, Array] = {}

    def play(self, value: int, n: int) -> None:
        have = self.won.get(value, np.zeros(0, bool))
        if len(have) < n:
            more = np.asarray(self._play(value, len(have), n - len(have)), bool)
            self.won[value] = np.concatenate([have, more])

    def must_reach(self) -> None:
        """The target must lie between the win rates at the ends, as far as chance lets us see."""
        values = sorted(self.won)
        wins = np.array([self.won[v].sum() for v in values])
        n = np.array([len(self.won[v]) for v in values])
        rates, low, high = wilson(wins, n, 0.99)
        if not (low.min() <= self.target <= high.max()):
            raise UserError(
                f"no value from {values[0]} to {values[-1]} gives {100 * self.target:g} %: the win rate is "
                f"{100 * rates[0]:.1f} % at {values[0]} and {100 * rates[-1]:.1f} % at {values[-1]}; "
                "try a wider range with --from and --to"
            )
        with warnings.catch_warnings():
            # The same luck and no effect: the curve fits the counts perfectly, which is no news here.
            warnings.simplefilter("ignore")
            fitted = self._fit(values, wins, n)
        if abs(fitted.params[1] / fitted.bse[1]) < LEAST_SLOPE_Z:
            raise UserError(
                f"from {values[0]} to {values[-1]} the win rate hardly changes ({100 * rates[0]:.1f} % to "
                f"{100 * rates[-1]:.1f} %), so no value can be told from the others; "
                "more games or a wider range: --games, --from, --to"
            )

    def near(self, low: float, high: float) -> list[int]:
        """The values played in a range; a curve needs three at least, so the next ones outside may join."""
        centre = (low + high) / 2
        inside = [v for v in self.won if low <= v <= high]
        by_distance = sorted(self.won, key=lambda v: abs(v - centre))
        return sorted(set(inside) | set(by_distance[:3]))

    def root(self, values: list[int]) -> float:
        wins = np.array([self.won[v].sum() for v in values])
        n = np.array([len(self.won[v]) for v in values])
        return self._root(self._fit(values, wins, n).params)

    def interval(self, values: list[int], level: float) -> tuple[float, float]:
        """The interval of the root, by the jackknife over blocks of seeds.

        A block holds the games of some seeds with every value, so that common luck stays common.
        """
        roots = []
        for block in range(BLOCKS):
            keep = {v: np.arange(len(self.won[v])) % BLOCKS != block for v in values}
            wins = np.array([self.won[v][keep[v]].sum() for v in values])
            n = np.array([keep[v].sum() for v in values])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                roots.append(self._root(self._fit(values, wins, n).params))
        error = np.std(roots) * np.sqrt(BLOCKS - 1)
        wide = float(stats.t.ppf((1 + level) / 2, BLOCKS - 1) * error)
        root = self.root(values)
        return root - wide, root + wide

    def curve(self, values: list[int], at: Array) -> Array:
        wins = np.array([self.won[v].sum() for v in values])
        n = np.array([len(self.won[v]) for v in values])
        a, b = self._fit(values, wins, n).params
        return np.asarray(expit(a + b * at))

    def table(self, near: list[int], level: float) -> pl.DataFrame:
        values = sorted(self.won)
        wins = np.array([self.won[v].sum() for v in values])
        n = np.array([len(self.won[v]) for v in values])
        rate, low, high = wilson(wins, n, level)
        fitted = [
            float(self.curve(near, np.array([v]))[0]) if near[0] <= v <= near[-1] else None for v in values
        ]
        return pl.DataFrame(
            {
                "value": values,
                "games": n,
                "wins": wins,
                "win_rate": rate,
                "low": low,
                "high": high,
                "fitted": fitted,
            }
        )

    def _fit(self, values: list[int], wins: Array, games: Array) -> sm.GLM:
        x = sm.add_constant(np.array(values, float), has_constant="add")
        counts = np.column_stack([wins, games - wins])
        return sm.GLM(counts, x, family=sm.families.Binomial()).fit()

    def _root(self, params: Array) -> float:
        a, b = params
        return float((logit(self.target) - a) / b)
