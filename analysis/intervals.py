"""Intervals and tests for shares of games won, all from scipy and statsmodels.

Every function takes numbers or arrays of them and answers with the same shape.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.power import normal_sample_size_one_tail
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    score_test_proportions_2indep,
)
from statsmodels.stats.weightstats import DescrStatsW

LEVEL = 0.95
POWER = 0.8

Array = NDArray[Any]


class Interval(NamedTuple):
    """An estimate and the interval around it."""

    estimate: Any
    low: Any
    high: Any


def wilson(wins: ArrayLike, games: ArrayLike, level: float = LEVEL) -> Interval:
    """The share of games won, with its Wilson interval; no games know nothing: from 0 to 1.

    >>> estimate, low, high = wilson(50, 100)
    >>> print(f"{estimate:.2f} {low:.3f} {high:.3f}")
    0.50 0.404 0.596
    """
    wins, games = np.asarray(wins, float), np.asarray(games, float)
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = proportion_confint(wins, games, alpha=1 - level, method="wilson")
        rate = wins / games
    low, high = np.where(games > 0, low, 0.0), np.where(games > 0, high, 1.0)
    # Rounding may put the end of an interval a hair beyond what is possible.
    return Interval(rate[()], np.clip(low, 0, 1)[()], np.clip(high, 0, 1)[()])


def mean_of_rates(wins: ArrayLike, games: ArrayLike, level: float = LEVEL) -> Interval:
    """The mean of several win rates, each as heavy as the others, with its interval.

    The interval is that of Zou and Donner, put together from the Wilson intervals of the parts: unlike one
    from the variances it still has a width where nothing, or everything, was won.

    >>> estimate, low, high = mean_of_rates([10, 50], [100, 100])
    >>> print(f"{estimate:.2f} {low:.3f} {high:.3f}")
    0.30 0.247 0.361
    """
    rates, lows, highs = wilson(wins, games, level)
    mean, n = np.mean(rates), np.size(rates)
    below, above = np.linalg.norm(rates - lows) / n, np.linalg.norm(highs - rates) / n
    return Interval(mean, max(mean - below, 0.0), min(mean + above, 1.0))


def difference(
    wins: ArrayLike, games: ArrayLike, base_wins: ArrayLike, base_games: ArrayLike, level: float = LEVEL
) -> Interval:
    """The win rate less that of other, independent games, with Newcombe's interval.

    >>> estimate, low, high = difference(520, 1000, 480, 1000)
    >>> print(f"{estimate:+.3f} {low:+.3f} {high:+.3f}")
    +0.040 -0.004 +0.084
    """
    wins, games, base_wins, base_games = (np.asarray(x, float) for x in (wins, games, base_wins, base_games))
    low, high = confint_proportions_2indep(
        wins, games, base_wins, base_games, method="newcomb", compare="diff", alpha=1 - level
    )
    return Interval((wins / games - base_wins / base_games)[()], low, high)


def paired_difference(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, level: float = LEVEL) -> Interval:
    """The change of the win rate on the same seeds: ``gained`` games turned into wins, ``lost`` into losses.

    The interval is that of Agresti and Min: half a game is added to each kind of flip and one to the rest,
    which keeps it honest when there are few flips or none.

    >>> estimate, low, high = paired_difference(30, 10, 1000)
    >>> print(f"{estimate:+.3f} {low:+.3f} {high:+.3f}")
    +0.020 +0.007 +0.032
    """
    gained, lost, games = (np.asarray(x, float) for x in (gained, lost, games))
    changes = np.array([1.0, 0.0, -1.0])

    def ends(up: float, down: float, n: float) -> tuple[float, float]:
        return DescrStatsW(
            changes, weights=np.array([up + 0.5, n - up - down + 1, down + 0.5])
        ).zconfint_mean(alpha=1 - level)

    low, high = np.vectorize(ends)(gained, lost, games)
    return Interval(((gained - lost) / games)[()], low[()], high[()])


def flips_p_value(gained: ArrayLike, lost: ArrayLike) -> Array:
    """The exact p-value of McNemar's test: are wins turned into losses as often as losses into wins?

    >>> print(f"{float(flips_p_value(30, 10)):.4f}")
    0.0022
    """

    def p_value(up: int, down: int) -> float:
        return float(stats.binomtest(up, up + down).pvalue) if up + down else 1.0

    return np.vectorize(p_value, otypes=[float])(np.asarray(gained, int), np.asarray(lost, int))


def beyond(
    wins: ArrayLike, games: ArrayLike, base_wins: ArrayLike, base_games: ArrayLike, value: float
) -> tuple[Array, Array]:
    """One-sided p-values of the score test: of a difference above ``value``, and of one below it.

    >>> above, below = beyond([600], [1000], [500], [1000], 0.05)
    >>> print(f"{above[0]:.3f} {below[0]:.3f}")
    0.012 0.988
    """
    counts = [np.asarray(x, float) for x in (wins, games, base_wins, base_games)]
    with warnings.catch_warnings():
        # Without a win, or without a loss, on both sides some divisions by zero are on the way.
        warnings.simplefilter("ignore", RuntimeWarning)
        _, above = score_test_proportions_2indep(
            *counts, value=value, compare="diff", alternative="larger", return_results=False
        )
    # Both sides all won or all lost and no difference asked for: nothing speaks for either direction.
    above = np.where(np.isnan(above), 0.5, above)
    return above, 1 - above


def games_to_settle(rate: float, base_rate: float, value: float, alpha: float, power: float = POWER) -> float:
    """How many games, in each of the two samples, show that a difference is not ``value``, if it is as seen.

    >>> round(games_to_settle(0.55, 0.50, 0.02, 0.05 / 128), -2)
    9800.0
    """
    distance = abs(rate - base_rate - value)
    if distance == 0:
        return float("inf")
    # A rate of 0 or 1 is no certainty: as if at least one game in two hundred were won, and one lost.
    deviation = np.sqrt(sum(p * (1 - p) for p in np.clip([rate, base_rate], 0.005, 0.995)))
    return float(normal_sample_size_one_tail(distance, power, alpha, deviation))


def benjamini_hochberg(p_values: ArrayLike) -> Array:
    """Adjusted p-values: taking those below 5 % as real leaves 5 % false discoveries among them on average.

    >>> benjamini_hochberg([0.01, 0.02, 0.5]).round(2).tolist()
    [0.03, 0.03, 0.5]
    """
    return np.asarray(stats.false_discovery_control(np.asarray(p_values, float), method="bh"))


def holm(p_values: ArrayLike) -> Array:
    """Adjusted p-values: taking those below 5 % as real is wrong anywhere at all in at most 5 % of cases.

    >>> holm([0.01, 0.02, 0.5]).round(2).tolist()
    [0.03, 0.04, 0.5]
    """
    p_values = np.asarray(p_values, float)
    # Not by statsmodels, whose function collects garbage each time: 40 ms, at every look of the gate.
    order = np.argsort(p_values)
    left = len(p_values) - np.arange(len(p_values))
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * left), 1)
    return adjusted
