"""What each part of the standard player is worth: games with it switched off, on the same deals.

    python -m benchmarks.ablations [GAMES]

Switching off means that the signs of a part say nothing, or "never". The order of the discard pile has no
neutral state (cards are played with the best gems first, and would be laid down like that): it is turned
round.
"""

from __future__ import annotations

import sys

import numpy as np

from breachlab.analysis.intervals import wilson
from breachlab.sim.aeons_end import games as declared
from breachlab.sim.aeons_end import state
from breachlab.sim.aeons_end.players import STANDARD
from breachlab.sim.aeons_end.tables import Tables, load_tables
from breachlab.sim.aeons_end.train import random_deals
from breachlab.sim.aeons_end.weights import fitted_weights, standard_weights
from breachlab.sim.jit import compiled
from breachlab.sim.record import dtype_of

NEVER = -2_000_000
ORDER = "the best gems lowest in the discard pile (highest instead)"
OWN_SETS = "weights of its own for each nemesis and number of players"
SIGNS = sorted({sign for weights in fitted_weights().values() for sign in weights})
PARTS: dict[str, dict[str, int]] = {
    "nothing": {},
    ORDER: {},
    "breaches": {"focus bought": NEVER, "open bought": NEVER},
    "charges": {"charge bought": NEVER},
    "abilities": {"ability used": NEVER},
    "discarding powers": {"power paid": NEVER, "price paid": NEVER},
    "holding spells": {"cast cast": -NEVER},
    OWN_SETS: {},
    "what cards, mages and nemeses are by name": {name: 0 for name in SIGNS if ": " in name},
}


def main(games: int = 8_000) -> None:
    """Print the win rate without each part, two players at Normal."""
    kernels = compiled("aeons_end", "games")
    deals = random_deals(games, np.random.default_rng(1), (2,), (1,), STANDARD)
    for part, changed in PARTS.items():
        fitted = {name: {**weights, **changed} for name, weights in fitted_weights().items()}
        if part == OWN_SETS:
            fitted = {"any": fitted["any"]}
        weights = {**standard_weights(), "best_first": -1 if part == ORDER else 1}
        tables = Tables(load_tables().pack, weights, fitted=fitted)
        results = np.zeros(games, dtype_of(declared.Result))
        kernels.play_games(np.zeros(4, dtype_of(state.Game)), tables.packed, deals, results)
        wins = int((results["outcome"] == state.WIN).sum())
        interval = wilson(wins, games)
        low, high = 100 * float(interval.low), 100 * float(interval.high)
        print(f"without {part}: {100 * wins / games:.1f} % won ({low:.1f} to {high:.1f})", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
