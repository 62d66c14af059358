"""Fitting the expert's value function to simulated games.

Games of the current best player over random mages, supplies, player counts and modes give positions; a position's
features (:mod:`.features`) explain whether its game was won. The model is a logistic regression with a ridge penalty,
one for each nemesis and one for all together. The next round's games are played by the expert with the new weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from breachlab.sim.jit import compiled
from breachlab.sim.record import dtype_of

from . import games as declared
from . import state
from .features import FEATURES
from .players import EXPERT, STANDARD
from .tables import Tables, load_tables
from .weights import FOLDER

SCALE = 100_000_000  # weights are whole numbers: hundredths of millionths of a logit


@dataclass
class Positions:
    """Features of positions, and the outcome of the games that they come from."""

    features: Any
    won: Any
    nemesis: Any
    game: Any


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
    modes: Sequence[int] = (0, 1, 2),
    every: int = 4,
) -> Positions:
    """Positions of games over random setups."""
    kernels = compiled("aeons_end", "learn")
    rng = np.random.default_rng(seed)
    deals = np.zeros(games, dtype_of(declared.Deal))
    deals["seed"] = rng.integers(0, 2**63, games)
    deals["nemesis"] = np.arange(games) % len(tables.nemesis_ids)
    deals["mode"] = rng.choice(modes, games)
    deals["players"] = rng.choice(players, games)
    deals["mages"] = -1
    deals["policy"] = policy
    deals["solo_turn_cards"] = 3
    results = np.zeros(games, dtype_of(declared.Result))
    rows = np.zeros((games * 30, len(FEATURES)), np.int32)
    owners = np.zeros(len(rows), np.int64)
    states = np.zeros(4, dtype_of(state.Game))
    n = kernels.record_positions(states, tables.packed, deals, results, every, rows, owners)
    owners = owners[:n]
    won = results["outcome"][owners] == state.WIN
    return Positions(rows[:n].astype(float), won, deals["nemesis"][owners], owners)


def fit(positions: Positions, chosen: Any, *, penalty: float = 1.0) -> Fit:
    """A ridge logistic regression; every fifth game is held out to see how well it predicts."""
    from scipy.optimize import minimize

    x, y, game = positions.features[chosen], positions.won[chosen].astype(float), positions.game[chosen]
    held_out = game // 4 % 5 == 0
    mean, spread = x.mean(0), x.std(0)
    used = spread > 0
    z = np.where(used, (x - mean) / np.where(used, spread, 1), 0)
    train_z, train_y = z[~held_out], y[~held_out]

    def loss(w: Any) -> tuple[float, Any]:
        logit = train_z @ w[1:] + w[0]
        value = np.logaddexp(0, logit).sum() - (train_y * logit).sum() + penalty * (w[1:] ** 2).sum()
        error = 1 / (1 + np.exp(-logit)) - train_y
        slope = np.concatenate([[error.sum()], train_z.T @ error + 2 * penalty * w[1:]])
        return float(value) / len(train_y), slope / len(train_y)

    best = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    predicted = 1 / (1 + np.exp(-(z[held_out] @ best[1:] + best[0])))
    slopes = np.where(used, best[1:] / np.where(used, spread, 1), 0)
    bias = best[0] - (slopes * mean).sum()
    weights = {name: round(float(value) * SCALE) for name, value in zip(FEATURES, slopes, strict=True)}
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
            curve.append(
                (
                    round(float(predicted[inside].mean()), 3),
                    round(float(truth[inside].mean()), 3),
                    int(inside.sum()),
                )
            )
    return curve


def train(
    *,
    seed: int = 1,
    rounds: int = 3,
    games: int = 20_000,
    expert_games: int = 4_000,
    file: Path | None = None,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Fit the expert's models, round after round, and write them to ``weights/expert.json``."""
    tables = load_tables()
    models: dict[str, Any] = {"any": {}}
    report: list[dict[str, Any]] = []
    for number in range(rounds):
        by_expert = number > 0
        current = Tables(tables.pack, models={"models": models}) if by_expert else tables
        positions = collect(
            current,
            games=expert_games if by_expert else games,
            seed=seed + number,
            policy=EXPERT if by_expert else STANDARD,
            every=2 if by_expert else 4,
        )
        fits = {"any": fit(positions, np.ones(len(positions.won), bool))}
        for row, name in enumerate(tables.nemesis_ids):
            fits[name] = fit(positions, positions.nemesis == row)
        models = {name: one.weights for name, one in fits.items()}
        for name, one in fits.items():
            say(
                f"round {number + 1}, {name}: {one.positions} positions, "
                f"Brier {one.brier:.4f} (mean alone {one.brier_of_mean:.4f})"
            )
        report.append({name: {"positions": f.positions, "brier": f.brier} for name, f in fits.items()})
    result = {
        "provenance": {
            "command": f"breachlab train --seed {seed} --rounds {rounds} --games {games} --expert-games {expert_games}",
            "rounds": report,
            "held_out": {
                name: {
                    "brier": round(one.brier, 4),
                    "brier_of_mean": round(one.brier_of_mean, 4),
                    "reliability": one.reliability,
                }
                for name, one in fits.items()
            },
        },
        "models": models,
    }
    target = file or FOLDER / "expert.json"
    part = target.with_suffix(".part")
    part.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    part.replace(target)
    return result
