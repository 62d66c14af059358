"""Learning from simulated games: the standard player's weights, and the expert's value of a position.

:func:`learn_weights` is for the standard player. It plays games in which every weighed decision is drawn by
its chance (:mod:`.learn`), and moves the weights of the signs towards what the better games leaned to: a
natural policy gradient, so that a step is measured by how much it changes the play and not by the size of
the weights.

:func:`learn_values` is for the expert. Positions between turns are taken from games of the current best
player over all modes; their features explain whether the game was won: a logistic regression with a ridge
penalty for each nemesis and number of players, and one for any nemesis. The next round's games are played
by the expert with these models.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from breachlab.sim.errors import UserError, resolve
from breachlab.sim.jit import compiled
from breachlab.sim.record import dtype_of

from . import games as declared
from . import state
from .features import VALUE_SIZE, feature_names
from .players import EXPERT, STANDARD
from .signs import SIGNS_N, sign_names
from .tables import Tables, load_tables
from .weights import FOLDER, rows_of_weights, sets_of_weights

SCALE = 100_000_000  # the expert's weights are whole numbers: hundredths of millionths of a logit
SIGN_SCALE = 1_000  # the standard player's: thousandths of a logit for a sign of size 1
LOST_SHARE = 0.3  # a lost game counts for this share of the way to dealing ENOUGH damage
ENOUGH = 130

Say = Callable[[str], None]


def random_deals(
    n: int,
    rng: Any,
    players: Sequence[int],
    modes: Sequence[int],
    policy: int,
    nemeses: Sequence[int] = (0, 1, 2, 3),
) -> Any:
    """Games over random mages and supplies, the nemeses in turn."""
    deals = np.zeros(n, dtype_of(declared.Deal))
    deals["seed"] = rng.integers(0, 2**63, n)
    deals["nemesis"] = np.array(nemeses)[np.arange(n) % len(nemeses)]
    deals["mode"] = rng.choice(modes, n)
    deals["players"] = rng.choice(players, n)
    deals["mages"] = -1
    deals["policy"] = policy
    deals["solo_turn_cards"] = 3
    return deals


def _in_threads(work: Callable[[Any], Any], deals: Any) -> list[Any]:
    parts = np.array_split(deals, os.cpu_count() or 1)
    with ThreadPoolExecutor(len(parts)) as pool:
        return list(pool.map(work, parts))


# ---------------------------------------------------------------- the standard player's weights


def explore(tables: Tables, weights: Any, deals: Any) -> tuple[Any, Any]:
    """Play with chances: the results, and what each game leaned to."""
    kernels = compiled("aeons_end", "learn")

    def play(part: Any) -> tuple[Any, Any]:
        states = np.zeros(4, dtype_of(state.Game))
        results = np.zeros(len(part), dtype_of(declared.Result))
        leans = np.zeros((len(part), SIGNS_N), np.float32)
        numbers = np.zeros((state.OPTIONS_SIZE, 64), np.int32)
        sizes = np.zeros((state.OPTIONS_SIZE, 64))
        chances = np.zeros(state.OPTIONS_SIZE)
        kernels.explore_games(states, tables.packed, part, results, weights, numbers, sizes, chances, leans)
        return results, leans

    parts = _in_threads(play, deals)
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def reward(deals: Any, results: Any) -> Any:
    """How well each game went, less what its nemesis, players, mages and supply let expect."""
    won = results["outcome"] == state.WIN
    went = np.where(won, 1.0, LOST_SHARE * np.minimum(1, results["damage_dealt"] / ENOUGH))
    given = np.zeros((len(deals), 8 + 32 + 256))
    rows = np.arange(len(deals))
    given[rows, deals["nemesis"] % 4] = 1
    given[rows, 3 + deals["players"]] = 1
    for seat in range(state.PLAYERS):
        taken = deals["players"] > seat
        given[rows[taken], 8 + results["mages"][taken, seat]] += 1
    for pile in range(state.PILES):
        given[rows, 40 + results["supply"][:, pile]] += 1
    given = given[:, given.any(0)]
    expected = np.linalg.solve(given.T @ given + 0.01 * np.eye(given.shape[1]), given.T @ went)
    return went - given @ expected


def learn_set(
    tables: Tables,
    start: dict[str, int],
    *,
    rng: Any,
    rounds: int,
    games: int,
    players: Sequence[int],
    nemeses: Sequence[int],
    step: float,
    say: Say,
) -> dict[str, int]:
    """One set of weights after so many rounds of games; ``step`` is a Kullback-Leibler distance.

    The result is the mean over the second half of the rounds: each step also goes astray a little, and the
    mean does less so.
    """
    numbers = sign_names(tables.nemesis_ids, tables.mage_ids, tables.names)
    weights = np.zeros(SIGNS_N)
    for name, number in numbers.items():
        weights[number] = start.get(name, 0) / SIGN_SCALE
    slope = fisher = None
    mean = np.zeros(SIGNS_N)
    for turn in range(rounds):
        deals = random_deals(games, rng, players, (1,), STANDARD, nemeses)
        results, leans = explore(tables, weights, deals)
        gain = (leans.T @ reward(deals, results).astype(np.float32) / games).astype(float)
        spread = _spread(leans)
        # smoothed over the rounds: one round of games is noisy
        slope = gain if slope is None else 0.6 * slope + 0.4 * gain
        fisher = spread if fisher is None else 0.6 * fisher + 0.4 * spread
        used = np.diag(fisher) > 0
        part = fisher[np.ix_(used, used)]
        ridge = 0.02 * np.diag(part) + 0.001
        move = np.linalg.solve(part + np.diag(ridge), slope[used])
        weights[used] += move * np.sqrt(step / max(0.5 * move @ part @ move, 1e-12))
        if turn >= rounds // 2:
            mean += weights / (rounds - rounds // 2)
        if turn % 10 == 0 or turn == rounds - 1:
            say(f"  round {turn + 1} of {rounds}: {100 * (results['outcome'] == state.WIN).mean():.1f} % won")
    return {name: round(mean[n] * SIGN_SCALE) for name, n in numbers.items() if round(mean[n] * SIGN_SCALE)}


def _spread(leans: Any) -> Any:
    """The mean outer product of the rows; most columns are empty, and left out of the work."""
    used = np.flatnonzero(leans.any(0))
    part = leans[:, used]
    spread = np.zeros((leans.shape[1],) * 2)
    spread[np.ix_(used, used)] = part.T @ part / len(leans)
    return spread


def learn_weights(
    *,
    seed: int = 1,
    rounds: int = 200,
    games: int = 16_000,
    sets: Sequence[str] | None = None,
    players: Sequence[int] = (1, 2, 2, 3, 4),
    step: float = 0.5,
    start: dict[str, dict[str, int]] | None = None,
    say: Say = print,
) -> dict[str, dict[str, int]]:
    """The standard player's sets of weights: "any" first, then one for each nemesis and number of players.

    ``sets`` names those that are to be learned, all of them if it is missing; the others stay as they are
    in ``start``, the current weights if it is missing. The set of one nemesis begins with its own weights if
    there are any, with "any" otherwise.
    """
    tables = load_tables()
    learned = dict(tables.fitted if start is None else start)
    names = ["any", *(f"{nemesis}, {n} players" for nemesis in tables.nemesis_ids for n in range(1, 5))]
    for number, name in enumerate(names):
        if sets is not None and name not in sets:
            continue
        say(f"{name}: {rounds} rounds of {games:,} games")
        learned[name] = learn_set(
            tables,
            learned.get(name, learned.get("any", {})),
            rng=np.random.default_rng([seed, number]),
            rounds=rounds,
            games=games,
            players=players if number == 0 else [(number - 1) % 4 + 1],
            nemeses=range(len(tables.nemesis_ids)) if number == 0 else [(number - 1) // 4],
            step=step,
            say=say,
        )
    return {name: learned[name] for name in names if name in learned}


# ---------------------------------------------------------------- the expert's value of a position


@dataclass
class Positions:
    """Features of positions, and the outcome of the games that they come from."""

    features: Any
    won: Any
    nemesis: Any
    game: Any

    def some(self, share: int) -> Positions:
        """Every ``share``-th group of four games, one of each nemesis."""
        kept = self.game // 4 % share == 0
        return Positions(self.features[kept], self.won[kept], self.nemesis[kept], self.game[kept] // share)

    @classmethod
    def of(cls, parts: Sequence[Positions]) -> Positions:
        """Several as one."""
        columns = ("features", "won", "nemesis", "game")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in columns))


@dataclass
class Fit:
    """A fitted model and how well it predicts games that it has not seen."""

    weights: dict[str, int]
    positions: int
    brier: float
    brier_of_mean: float
    reliability: list[tuple[float, float, int]]


def collect(
    tables: Tables,
    *,
    games: int,
    seed: int,
    policy: int,
    players: Sequence[int] = (1, 2, 3, 4),
    modes: Sequence[int] = (0, 1, 1, 1, 2, 3),
    every: int = 4,
) -> Positions:
    """Positions of games over random setups."""
    kernels = compiled("aeons_end", "learn")
    deals = random_deals(games, np.random.default_rng(seed), players, modes, policy)

    def play(part: Any) -> tuple[Any, Any, Any]:
        results = np.zeros(len(part), dtype_of(declared.Result))
        rows = np.zeros((len(part) * 100 // every, VALUE_SIZE), np.int16)
        owners = np.zeros(len(rows), np.int64)
        states = np.zeros(4, dtype_of(state.Game))
        n = kernels.record_positions(states, tables.packed, part, results, every, rows, owners)
        return rows[:n], owners[:n], results

    features, won, nemesis, game = [], [], [], []
    first = 0
    for (rows, owners, results), part in zip(
        _in_threads(play, deals), np.array_split(deals, os.cpu_count() or 1), strict=True
    ):
        features.append(rows)
        won.append(results["outcome"][owners] == state.WIN)
        nemesis.append(part["nemesis"][owners])
        game.append(first + owners)
        first += len(part)
    return Positions(
        np.concatenate(features),
        np.concatenate(won),
        np.concatenate(nemesis),
        np.concatenate(game),
    )


def fit(positions: Positions, chosen: Any, names: dict[str, int], *, penalty: float = 20.0) -> Fit:
    """A ridge logistic regression; every fifth game is held out to see how well it predicts."""
    from scipy.optimize import minimize

    x, y = positions.features[chosen].astype(np.float32), positions.won[chosen].astype(np.float32)
    held_out = positions.game[chosen] // 4 % 5 == 0
    spread = x.std(0)
    used = np.flatnonzero(spread > 0)
    mean, spread = x[:, used].mean(0), spread[used]
    z = (x[:, used] - mean) / spread
    train_z, train_y = z[~held_out], y[~held_out]

    def loss(w: Any) -> tuple[float, Any]:
        slopes = w[1:].astype(np.float32)
        logit = train_z @ slopes + np.float32(w[0])
        value = np.logaddexp(0, logit).sum() - (train_y * logit).sum() + penalty * (w[1:] ** 2).sum()
        error = 1 / (1 + np.exp(-logit)) - train_y
        slope = np.concatenate([[error.sum()], train_z.T @ error + 2 * penalty * w[1:]])
        return float(value) / len(train_y), slope.astype(float) / len(train_y)

    best = minimize(loss, np.zeros(len(used) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 150}).x
    predicted = 1 / (1 + np.exp(-(z[held_out] @ best[1:] + best[0])))
    slopes = np.zeros(VALUE_SIZE)
    slopes[used] = best[1:] / spread
    bias = best[0] - float((slopes[used] * mean).sum())
    weights = {name: round(float(slopes[place]) * SCALE) for name, place in names.items()}
    weights["one"] = round(float(bias) * SCALE / 100)  # that feature is 100 in every position
    truth = y[held_out]
    return Fit(
        {name: value for name, value in weights.items() if value},
        len(x),
        float(((predicted - truth) ** 2).mean()),
        float(((train_y.mean() - truth) ** 2).mean()),
        _reliability(predicted, truth),
    )


def _reliability(predicted: Any, truth: Any) -> list[tuple[float, float, int]]:
    """Predicted against observed win rates in ten classes."""
    curve = []
    for low in np.arange(0, 1, 0.1):
        inside = (predicted >= low) & (predicted < low + 0.1)
        if inside.any():
            means = float(predicted[inside].mean()), float(truth[inside].mean())
            curve.append((round(means[0], 3), round(means[1], 3), int(inside.sum())))
    return curve


def learn_values(
    *,
    seed: int = 1,
    rounds: int = 1,
    games: int = 160_000,
    players: Sequence[int] = (1, 2, 3, 4),
    every: int = 5,
    say: Say = print,
) -> dict[str, Any]:
    """The expert's models, with how they came about and how well they predict held-out games.

    ``games`` are played for each number of players: by the standard player in the first round, by the expert
    with the models of the round before in the others.
    """
    tables = load_tables()
    names = feature_names(tables.mage_ids, tables.names)
    search = tables.models["search"]
    models: dict[str, Any] = {"any": {}}
    fits: dict[str, Fit] = {}
    for number in range(rounds):
        current = Tables(tables.pack, models={"models": models, "search": search}) if number else tables
        samples = []
        for n in players:
            positions = collect(
                current,
                games=games,
                seed=seed + 100 * number + n,
                policy=EXPERT if number else STANDARD,
                players=[n],
                every=every,
            )
            won = 100 * positions.won.mean()
            say(f"round {number + 1}, {n} players: {len(positions.won):,} positions, {won:.1f} % won")
            for row, nemesis in enumerate(tables.nemesis_ids):
                fits[f"{nemesis}, {n} players"] = one = fit(positions, positions.nemesis == row, names)
                say(f"  {nemesis}: Brier {one.brier:.4f}, of the mean {one.brier_of_mean:.4f}")
            samples.append(positions.some(8))  # plenty for the model that suits any nemesis
        together = Positions.of(samples)
        fits["any"] = fit(together, np.ones(len(together.won), bool), names)
        models = {name: one.weights for name, one in fits.items()}
    return {
        "provenance": {
            "seed": seed,
            "rounds": rounds,
            "games": games,
            "held_out": {
                name: {
                    "positions": one.positions,
                    "brier": round(one.brier, 4),
                    "brier_of_mean": round(one.brier_of_mean, 4),
                    "reliability": one.reliability,
                }
                for name, one in fits.items()
            },
        },
        "search": search,
        "models": models,
    }


def write(result: dict[str, Any], file: Path) -> None:
    """Write a file of weights, all of it or nothing."""
    text = json.dumps(result, indent=1)
    text = re.sub(r"\[[-\d.,\s]+\]", lambda row: " ".join(row[0].split()), text)  # a row of numbers, a line
    part = file.with_suffix(".part")
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(file)


def names_of_sets(only: Sequence[str], tables: Tables) -> list[str]:
    """The sets of weights that a user means by "any" or by nemesis and number of players.

    >>> names_of_sets(["umbra:2", "any"], load_tables())
    ['umbra_titan, 2 players', 'any']
    """
    names = []
    for word in only:
        nemesis, _, n = word.strip().partition(":")
        if nemesis == "any":
            names.append("any")
        elif n in ("1", "2", "3", "4"):
            names.append(f"{resolve('nemesis', nemesis, tables.nemesis_ids)}, {n} players")
        else:
            raise UserError(
                f'"{word}": expected a nemesis and 1 to 4 players, for example umbra_titan:2, or any'
            )
    return names


def train(
    *,
    seed: int = 1,
    weight_rounds: int = 150,
    value_rounds: int = 1,
    games: int = 16_000,
    step: float = 0.5,
    only: Sequence[str] | None = None,
    fresh: bool = False,
    folder: Path = FOLDER,
    say: Say = print,
) -> None:
    """Learn the standard player's weights, then the expert's values, and write both into ``folder``."""
    if weight_rounds:
        sets = None if only is None else names_of_sets(only, load_tables())
        file = folder / "fitted.json"
        old = json.loads((file if file.exists() else FOLDER / "fitted.json").read_text(encoding="utf-8"))
        start = sets_of_weights(old)
        if fresh:  # what is learned begins with nothing; what is not stays
            start = {"any": {}} if sets is None else {**start, **{name: {} for name in sets}}
        learned = learn_weights(
            seed=seed, rounds=weight_rounds, games=games, step=step, sets=sets, start=start, say=say
        )
        how = {"seed": seed, "rounds": weight_rounds, "games": games, "step": step}
        provenance = {}
        for name in learned:
            before = old["provenance"].get(name, [])
            again = sets is None or name in sets
            provenance[name] = [*([] if fresh else before), how] if again else before
        write({"provenance": provenance, **rows_of_weights(learned)}, file)
    if value_rounds:
        write(learn_values(seed=seed, rounds=value_rounds, games=10 * games, say=say), folder / "expert.json")
