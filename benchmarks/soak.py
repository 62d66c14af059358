"""Many games of random setups, compiled and interpreted: nothing may be raised, and both must agree.

    python -m benchmarks.soak [GAMES] [POLICY ...]

Compiled code checks no bounds, so every game is also played interpreted, where any slip is an exception, and
every result is compared. Prints one line a policy.
"""

import random
import sys
import time

import numpy as np

from breachlab.sim.aeons_end import games, players, state
from breachlab.sim.aeons_end.state import STATES
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.jit import compiled
from breachlab.sim.record import dtype_of, pack

HEADINGS = ("policy", "games", "games/s", "decisions/s", "interpreted/s", "ratio", "wins", "turns", "longest")
HEADINGS += ("endings",)
LINE = "{:10} {:>6} {:>9} {:>12} {:>14} {:>6} {:>6} {:>6} {:>8}  {}"
REASONS = ("", "nemesis", "deck", "acolytes", "gravehold", "exhausted", "tokens", "card", "turn limit")


def random_deal(tables, rng, policy):
    """Any setup: nemesis, mode, players, mages, supply, the four-player variant and the easier solo game."""
    deal, pack = games.Deal(), tables.pack
    n = deal.players = rng.randint(1, 4)
    deal.seed = rng.getrandbits(64)
    deal.nemesis = rng.randrange(len(tables.nemesis_ids))
    deal.mode = rng.randrange(len(tables.mode_ids))
    deal.mages[:n] = rng.sample(range(len(tables.mage_ids)), n)
    market = [[tables.index[c.id] for c in pack.market if c.kind == kind] for kind in pack.rules.supply_piles]
    sizes = pack.rules.supply_piles.values()
    deal.supply[:] = [
        card for cards, size in zip(market, sizes, strict=True) for card in rng.sample(cards, size)
    ]
    deal.variant = rng.randrange(2) if n == 4 else 0
    deal.solo_turn_cards = rng.choice((3, 4)) if n == 1 else 3
    deal.solo_life = rng.choice((0, 12, 15)) if n == 1 else 0
    deal.policy[:] = [policy] * len(deal.policy)
    return deal


def play(module, content, states, deals, results):
    start = time.perf_counter()
    module.play_games(states, content, deals, results)
    return time.perf_counter() - start


def main(n=20000, names=("random", "greedy")):
    tables = load_tables()
    twin = compiled("aeons_end", "games")
    blank = np.zeros(STATES, dtype_of(state.Game))
    rng = random.Random(1)

    def dealt(policy, n):
        deals = [random_deal(tables, rng, policy) for _ in range(n)]
        return deals, np.array([pack(deal) for deal in deals])

    _, one = dealt(0, 1)
    first = play(twin, tables.packed, blank, one, np.zeros(1, dtype_of(games.Result)))
    print(f"first game: {first:.1f} s (compiling, unless it is kept from before)")
    print(LINE.format(*HEADINGS))
    for name in names:
        deals, packed = dealt(players.POLICIES[name], n)
        results = np.zeros(n, dtype_of(games.Result))
        fast = play(twin, tables.packed, blank, packed, results)
        interpreted = [games.Result() for _ in deals]
        slow = play(games, tables.content, [state.Game() for _ in range(STATES)], deals, interpreted)
        for k, (one, two) in enumerate(zip(interpreted, results, strict=True)):
            if pack(one).tobytes() != two.tobytes():
                raise SystemExit(
                    f"error: game {k} of {name} ends differently: {one.turns} turns, {two['turns']}"
                )
        reasons = np.bincount(results["reason"], minlength=len(REASONS))
        endings = ", ".join(f"{REASONS[k]} {reasons[k]}" for k in np.argsort(-reasons) if reasons[k])
        wins, turns = np.mean(results["outcome"] == state.WIN), results["turns"]
        rates = (n / fast, results["decisions"].sum() / fast, n / slow, slow / fast)
        row = [
            name,
            n,
            *(f"{rate:,.0f}" for rate in rates),
            f"{wins:.1%}",
            f"{turns.mean():.1f}",
            turns.max(),
        ]
        print(LINE.format(*row, endings))


if __name__ == "__main__":
    main(*[int(n) for n in sys.argv[1:2]], *([sys.argv[2:]] if sys.argv[2:] else []))
