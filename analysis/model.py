"""A binomial model of what is on the table: an effect for every item, and one for every pair of items.

    log-odds of a win = intercept of the context + sum of item effects + sum of pair effects

Items come in kinds, and a game shows a fixed number of each kind. So "every gem a little better" cannot be
told from a higher intercept: the effects are measured from the average of their kind (they add up to zero
within a kind), and a pair's effect from what its two items do on average (a card's pair effects with all
cards of one kind add up to zero). Over complete or random sets of supplies this makes items and pairs
orthogonal, so that an item's effect is its average effect over all supplies, whether or not pairs are fitted.

Fitted by Newton's method on the exact likelihood. The design of half a million supplies and 350 pairs would
fill gigabytes; it is never built whole, only its products are, in slices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import polars as pl
from scipy import linalg
from scipy.special import expit, logit

from breachlab.sim.errors import UserError

from .frames import Frame, lazy
from .intervals import Array

SLICE = 16_384  # rows of the design at a time
# Rows that the curvature is summed over; of more than these a sample is taken. It only steers the steps and
# gives the standard errors, which so many rows fix to within a percent; the effects come from all rows.
MOST_ROWS = 100_000
STEPS = 50
SHORTEST = 1e-3  # of Newton's step
CLOSE_ENOUGH = 1e-6  # Newton's decrement, in units of the log-likelihood
FAR, NEAR = (
    1.0,
    0.02,
)  # how far an effect may move before the curvature is taken again: on the way, at the end
NO_INFORMATION = (
    1e-7  # smallest eigenvalue of the curvature, relative to the largest, that still is information
)


@dataclass(frozen=True)
class Design:
    """Which items there are, by kind, and which pairs of them have an effect."""

    kinds: Mapping[str, tuple[str, ...]]
    shown: Mapping[str, int]  # how many of a kind a game shows, at most
    pairs_between: tuple[tuple[str, str], ...]

    @cached_property
    def items(self) -> tuple[str, ...]:
        """Every item, kind by kind."""
        return tuple(item for items in self.kinds.values() for item in items)

    @cached_property
    def kind_of(self) -> dict[str, str]:
        """The kind of every item."""
        return {item: kind for kind, items in self.kinds.items() for item in items}

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every pair of items with an effect of its own."""
        found: list[tuple[str, str]] = []
        for one, other in self.pairs_between:
            if one == other:
                found += combinations(self.kinds[one], 2)
            else:
                found += [(a, b) for a in self.kinds[one] for b in self.kinds[other]]
        return tuple(found)

    def item_contrast(self, item: str) -> float:
        """What an effect is multiplied by to compare the item with the average other one of its kind."""
        n = len(self.kinds[self.kind_of[item]])
        return n / (n - 1)

    def pair_contrast(self, one: str, other: str) -> float:
        """The same for a pair: both, less either alone, plus neither; the rest of the supply averaged."""
        kind = self.kind_of[one]
        if kind != self.kind_of[other]:
            return self.item_contrast(one) * self.item_contrast(other)
        n = len(self.kinds[kind])
        return 1 + 2 / (n - 2) + 2 / ((n - 2) * (n - 3))

    @cached_property
    def basis(self) -> Array:
        """Columns that span the effects allowed by the sums to zero: items first, then pairs."""
        zero_sum = {kind: linalg.null_space(np.ones((1, len(items)))) for kind, items in self.kinds.items()}
        blocks = list(zero_sum.values())
        for one, other in self.pairs_between:
            if one == other:
                n = len(self.kinds[one])
                incidence = np.zeros((n, n * (n - 1) // 2))
                for column, members in enumerate(combinations(range(n), 2)):
                    incidence[members, column] = 1
                blocks.append(linalg.null_space(incidence))
            else:
                blocks.append(np.kron(zero_sum[one], zero_sum[other]))
        return np.asarray(linalg.block_diag(*blocks))

    @cached_property
    def basis_group(self) -> Array:
        """For each column of the basis, which group it belongs to: one a kind, one a pair of kinds."""
        sizes = [len(items) - 1 for items in self.kinds.values()]
        for one, other in self.pairs_between:
            n, m = len(self.kinds[one]), len(self.kinds[other])
            sizes.append(n * (n - 1) // 2 - n if one == other else (n - 1) * (m - 1))
        return np.repeat(np.arange(len(sizes)), sizes)


def design_of(frame: Frame, columns: Mapping[str, Sequence[str]], *, pairs: bool = True) -> Design:
    """The design of a frame: for each kind the columns that show its items.

    A kind that never varies is left out.

    >>> frame = pl.DataFrame({"first": ["a", "a", "b"], "second": ["b", "c", "c"], "always": ["x", "x", "x"]})
    >>> design_of(frame, {"letter": ["first", "second"], "fixed": ["always"]}).kinds
    {'letter': ('a', 'b', 'c')}
    """
    kinds: dict[str, tuple[str, ...]] = {}
    shown: dict[str, int] = {}
    for kind, slots in columns.items():
        seen = lazy(frame).select(pl.col(slots).cast(pl.String).unique().implode()).collect()
        items = sorted({item for slot in slots for item in seen[slot][0] if item is not None})
        n_shown = sum(any(item is not None for item in seen[slot][0]) for slot in slots)
        if len(items) > n_shown:
            kinds[kind], shown[kind] = tuple(items), n_shown
    return Design(kinds, shown, pairs_within(kinds, shown) if pairs else ())


def pairs_within(kinds: Mapping[str, Sequence[str]], shown: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The pairs of kinds between which pair effects can be told from item effects."""
    names = list(kinds)
    # Two of a kind: with one shown they never meet, and with all but one shown they say nothing new.
    own = [(kind, kind) for kind in names if 2 <= shown[kind] <= len(kinds[kind]) - 2]
    return (*own, *combinations(names, 2))


@dataclass(frozen=True)
class Data:
    """Games to fit: each row a table, items as indices (one past the last: none), and its games."""

    picks: Array
    stratum: Array
    games: Array
    wins: Array
    strata: tuple[tuple[str, ...], ...]


def data_of(
    frame: Frame,
    design: Design,
    columns: Mapping[str, Sequence[str]],
    strata: Sequence[str],
    won: str = "won",
) -> Data:
    """Count wins by table and context."""
    slots = [slot for kind in design.kinds for slot in columns[kind]]
    indices = pl.Enum(design.items)
    none = len(design.items)
    query = lazy(frame).select(
        *(pl.col(s).cast(pl.String).cast(indices).to_physical().fill_null(none).alias(s) for s in slots),
        *(pl.col(s).cast(pl.String) for s in strata),
        pl.col(won).alias("wins"),
    )
    counted = (
        query.group_by([*slots, *strata]).agg(pl.len().alias("games"), pl.col("wins").sum()).collect()
    ).sort([*strata, *slots])
    if strata:
        numbers = (
            counted.select(pl.struct(strata).rank("dense").alias("n") - 1)["n"].to_numpy().astype(np.intp)
        )
        labels = counted.select(strata).unique(maintain_order=True).rows()
    else:
        numbers, labels = np.zeros(counted.height, np.intp), [()]
    picks = counted.select(slots).to_numpy().astype(np.int16)
    return Data(
        picks,
        numbers,
        counted["games"].to_numpy().astype(float),
        counted["wins"].to_numpy().astype(float),
        tuple(labels),
    )


def one_sided(data: Data) -> str:
    """Why the games know nothing of effects, when no context has both wins and losses; otherwise nothing.

    >>> zeros = np.zeros(2, np.intp)
    >>> one_sided(Data(np.zeros((2, 1), np.int16), zeros, np.array([5.0, 5.0]), np.array([0.0, 0.0]), ((),)))
    'every game was lost'
    """
    wins, games = (np.bincount(data.stratum, x, len(data.strata)) for x in (data.wins, data.games))
    if ((wins > 0) & (wins < games)).any():
        return ""
    if wins.any() and (wins < games).any():
        return "every mode, number of players and policy has either no win or no loss"
    return "every game was won" if wins.any() else "every game was lost"


@dataclass(frozen=True)
class Fit:
    """The effects found, on the scale of log-odds, with their standard errors."""

    design: Design
    strata: tuple[tuple[str, ...], ...]
    intercepts: Array
    items: Array
    items_error: Array
    pairs: Array
    pairs_error: Array
    slope: float  # points of win rate for one unit of log-odds, on average over the games
    dispersion: float  # variance beyond binomial that items and pairs leave unexplained
    games: int
    tables: int  # how many different ones
    informative: bool  # whether the tables vary enough to tell all effects apart


def fit(data: Data, design: Design, *, shrink: bool = False) -> Fit:
    """Fit the model.

    With ``shrink`` the effects are pulled towards zero as far as their own spread says that they are noise
    (empirical Bayes, for each kind and pair of kinds): worse for judging one pair, better for predicting.
    Games that are :func:`one_sided` say nothing about effects: a UserError.
    """
    if why := one_sided(data):
        raise UserError(f"{why}, so nothing can be said about single cards")
    counts = _Counts(data, design)
    solved = counts.solve(np.zeros(counts.size))
    if shrink:
        solved = counts.solve(counts.penalty_from(solved), solved)
    effects, errors = counts.effects(solved.theta), counts.errors(solved.error)
    n = len(design.items)
    chance = expit(counts.log_odds(solved.theta))
    # Spread beyond binomial shows only where a table was played more than once.
    again = data.games > 1
    degrees = again.sum() - counts.size
    dispersion = 1.0
    if degrees > 0:
        spread = (data.wins - data.games * chance)[again] ** 2 / (data.games * chance * (1 - chance))[again]
        dispersion = max(1.0, float(spread.sum() / degrees))
    errors = errors * np.sqrt(dispersion)
    return Fit(
        design=design,
        strata=data.strata,
        intercepts=counts.intercepts(solved.theta),
        items=effects[:n],
        items_error=errors[:n],
        pairs=effects[n:],
        pairs_error=errors[n:],
        slope=float((data.games * chance * (1 - chance)).sum() / data.games.sum()),
        dispersion=dispersion,
        games=int(data.games.sum()),
        tables=len(data.games),
        informative=solved.informative,
    )


@dataclass
class _Solved:
    theta: Array
    curvature: Array
    error: Array  # covariance of theta
    informative: bool


class _Counts:
    """The likelihood of the data, its slope and its curvature, without ever building the whole design."""

    def __init__(self, data: Data, design: Design) -> None:
        self.design = design
        wins, games = (np.bincount(data.stratum, x, len(data.strata)) for x in (data.wins, data.games))
        self.base = logit((wins + 0.5) / (games + 1))
        # A context without a loss, or without a win, knows nothing of effects, and its intercept has no end.
        self.usable = np.flatnonzero((wins > 0) & (wins < games))
        self.data = data
        place = np.full(len(data.strata), -1)
        place[self.usable] = np.arange(len(self.usable))
        self.place = place[data.stratum]
        self.used = self.place >= 0
        n = len(design.items)
        self.n_items, self.n_pairs = n, len(design.pairs)
        index = {item: k for k, item in enumerate(design.items)}
        ends = np.array([(index[a], index[b]) for a, b in design.pairs], np.intp).reshape(-1, 2)
        self.pair_at = np.full((n + 1, n + 1), self.n_pairs, np.int32)  # the last column stands for no pair
        self.pair_at[ends[:, 0], ends[:, 1]] = self.pair_at[ends[:, 1], ends[:, 0]] = np.arange(self.n_pairs)
        self.slots = list(combinations(range(data.picks.shape[1]), 2)) if self.n_pairs else []
        self.size = len(self.usable) + design.basis.shape[1]

    def intercepts(self, theta: Array) -> Array:
        """The intercept of every context, also of those that say nothing about effects."""
        found = self.base.copy()
        found[self.usable] = theta[: len(self.usable)]
        return found

    def effects(self, theta: Array) -> Array:
        return self.design.basis @ theta[len(self.usable) :]

    def errors(self, covariance: Array) -> Array:
        s = len(self.usable)
        basis = self.design.basis
        variance = np.einsum("ij,jk,ik->i", basis, covariance[s:, s:], basis, optimize=True)
        return np.sqrt(np.maximum(variance, 0))

    def log_odds(self, theta: Array) -> Array:
        effects = self.effects(theta)
        return self.intercepts(theta)[self.data.stratum] + table_effects(
            self.data.picks, effects[: self.n_items], effects[self.n_items :], self.pair_at
        )

    def slope(self, chance: Array) -> Array:
        """The derivative of the log-likelihood."""
        data = self.data
        rest = np.where(self.used, data.wins - data.games * chance, 0.0)
        n = self.n_items
        items = np.zeros(n + 1)
        for k in range(data.picks.shape[1]):
            items += np.bincount(data.picks[:, k], rest, n + 1)
        pairs = np.zeros(self.n_pairs + 1)
        for k, m in self.slots:
            pairs += np.bincount(self.pair_at[data.picks[:, k], data.picks[:, m]], rest, self.n_pairs + 1)
        strata = np.bincount(self.place[self.used], rest[self.used], len(self.usable))
        return np.concatenate([strata, np.concatenate([items[:-1], pairs[:-1]]) @ self.design.basis])

    def curvature(self, chance: Array) -> Array:
        """Minus the second derivative of the log-likelihood."""
        data, s, n = self.data, len(self.usable), self.n_items
        weight = data.games * chance * (1 - chance)
        raw = np.zeros((s + n + self.n_pairs,) * 2)
        size = len(raw)
        # No item and no pair are written to one column past the others, which the product leaves out.
        item_column = np.append(s + np.arange(n), size)
        pair_column = np.append(s + n + np.arange(self.n_pairs), size)[self.pair_at]
        rows = np.flatnonzero(self.used)
        total = weight[rows].sum()
        if len(rows) > MOST_ROWS:
            rows = np.random.default_rng(len(rows)).choice(rows, MOST_ROWS, replace=False)
        for start in range(0, len(rows), SLICE):
            part = rows[start : start + SLICE]
            # Zeros and ones in single precision are exact; the sums of a slice are added in double.
            table = np.zeros((len(part), size + 1), np.float32)
            each = np.arange(len(part))
            table[each, self.place[part]] = 1
            picks = data.picks[part]
            for k in range(picks.shape[1]):
                table[each, item_column[picks[:, k]]] = 1
            for k, m in self.slots:
                table[each, pair_column[picks[:, k], picks[:, m]]] = 1
            table = table[:, :size]
            raw += table.T @ (table * weight[part, None].astype(np.float32))
        whole = linalg.block_diag(np.eye(s), self.design.basis)
        return whole.T @ raw @ whole * (total / weight[rows].sum())

    def solve(self, penalty: Array, start: _Solved | None = None) -> _Solved:
        """Newton's method, with the curvature kept as long as the effects have not moved far."""
        theta = np.zeros(self.size)
        theta[: len(self.usable)] = self.base[self.usable]
        if start is not None:
            theta = start.theta
        odds = self.log_odds(theta)
        curvature = self.curvature(expit(odds)) if start is None else start.curvature
        moved = np.zeros(self.size)  # since the curvature was taken
        likelihood = self._likelihood(theta, odds, penalty)
        for _ in range(STEPS):
            slope = self.slope(expit(odds)) - penalty * theta
            step = _solve(curvature + np.diag(penalty), slope)
            if slope @ step < CLOSE_ENOUGH:
                break
            length, found = 1.0, -np.inf
            while found < likelihood and length > SHORTEST:
                odds = self.log_odds(theta + length * step)
                found = self._likelihood(theta + length * step, odds, penalty)
                length /= 2
            step *= 2 * length
            theta, likelihood, moved = theta + step, found, moved + step
            if np.abs(moved).max() > FAR:
                curvature, moved = self.curvature(expit(odds)), np.zeros(self.size)
        if np.abs(moved).max() > NEAR:
            curvature = self.curvature(expit(odds))
        values = linalg.eigvalsh(curvature)
        informative = bool(values[0] > NO_INFORMATION * values[-1])
        return _Solved(theta, curvature, linalg.pinvh(curvature + np.diag(penalty)), informative)

    def penalty_from(self, solved: _Solved) -> Array:
        """How far each group of effects is to be pulled towards zero: the inverse of its own true spread."""
        s = len(self.usable)
        penalty = np.zeros(self.size)
        noise = np.diag(solved.error)
        for group in np.unique(self.design.basis_group):
            members = s + np.flatnonzero(self.design.basis_group == group)
            spread = float(np.mean(solved.theta[members] ** 2 - noise[members]))
            # Never wholly zero: a spread that cannot be told from none is taken as a tenth of the noise.
            penalty[members] = 1 / max(spread, 0.1 * float(np.mean(noise[members])), 1e-12)
        return penalty

    def _likelihood(self, theta: Array, odds: Array, penalty: Array) -> float:
        odds = odds[self.used]
        wins, games = self.data.wins[self.used], self.data.games[self.used]
        return float(wins @ odds - games @ np.logaddexp(0, odds) - 0.5 * penalty @ theta**2)


def _solve(curvature: Array, slope: Array) -> Array:
    try:
        return np.asarray(linalg.cho_solve(linalg.cho_factor(curvature), slope))
    except linalg.LinAlgError:
        return np.asarray(linalg.lstsq(curvature, slope)[0])


def table_effects(picks: Array, items: Array, pairs: Array, pair_at: Array) -> Array:
    """The sum of all effects on each table, given by the indices of its items."""
    item_effect = np.append(items, 0.0)
    total = item_effect[picks].sum(axis=1)
    if len(pairs):
        pair_effect = np.append(pairs, 0.0)[pair_at]
        for k, m in combinations(range(picks.shape[1]), 2):
            total += pair_effect[picks[:, k], picks[:, m]]
    return np.asarray(total)
