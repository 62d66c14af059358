"""Games whose truth is known, for checking the statistics: coin flips, and gates that look at them.

The full-sized versions of the checks are run as `python -m tests.known_truth`; the suite runs smaller ones.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from breachlab.analysis.gate import Gate, looks_until
from breachlab.analysis.intervals import paired_difference, wilson

CELLS = 64


def coverage(rate: float, games: int, repeats: int, seed: int = 1) -> float:
    """How often the 95 % interval of a coin with this rate holds it."""
    wins = np.random.default_rng(seed).binomial(games, rate, repeats)
    _, low, high = wilson(wins, np.full(repeats, games))
    return float(np.mean((low <= rate) & (rate <= high)))


def paired_coverage(up: float, down: float, games: int, repeats: int, seed: int = 1) -> float:
    """The same for the change on common seeds: games turn into wins and into losses with these chances."""
    flips = np.random.default_rng(seed).multinomial(games, [up, down, 1 - up - down], repeats)
    _, low, high = paired_difference(flips[:, 0], flips[:, 1], np.full(repeats, games))
    return float(np.mean((low <= up - down) & (up - down <= high)))


def cell_rates(cells: int = CELLS) -> Any:
    """True win rates from 5 to 95 %, as a difficulty experiment has them."""
    return np.linspace(0.05, 0.95, cells)


def verdicts(
    *,
    repeats: int,
    games: int,
    base_games: int | None = None,
    change: float = 0.0,
    changed_cell: int | None = None,
    margin: float = 0.02,
    same_baseline: bool = False,
    seed: int = 1,
) -> tuple[Counter[str], float, float]:
    """Run the gate again and again on fresh coin flips.

    Returns how often each verdict was given, in which share of the runs the changed cell was named, and the
    mean share of the planned games after which the first cell was found to have moved.
    """
    rng = np.random.default_rng(seed)
    rates = cell_rates()
    now = rates.copy()
    if changed_cell is not None:
        now[changed_cell] += change
    base_games = base_games or games
    found: Counter[str] = Counter()
    named, parts = 0, []
    base_wins = rng.binomial(base_games, rates)
    for _ in range(repeats):
        if not same_baseline:
            base_wins = rng.binomial(base_games, rates)
        gate = Gate(base_wins, np.full(len(rates), base_games), margin)
        wins, played = np.zeros(len(rates), int), 0
        for part in looks_until(1.0):
            upto = int(np.ceil(part * games))
            wins = wins + rng.binomial(upto - played, now)
            played = upto
            gate.look(part, wins, np.full(len(rates), played))
            if gate.verdict == "moved":
                parts.append(part)
                break
        found[gate.verdict] += 1
        named += changed_cell is not None and gate.verdicts[changed_cell] == "moved"
    return found, named / repeats, float(np.mean(parts)) if parts else 0.0


def main() -> None:
    """Print the full-sized checks."""
    for rate in (0.02, 0.1, 0.3, 0.5, 0.77, 0.95):
        shares = [
            f"{games}: {100 * coverage(rate, games, 20_000):.1f} %" for games in (100, 400, 1000, 10_000)
        ]
        print(f"coverage of the Wilson interval at {rate}: {', '.join(shares)}")
    for up, down in ((0.01, 0.01), (0.05, 0.02), (0.2, 0.1)):
        share = paired_coverage(up, down, 1000, 4000)
        print(f"coverage of the paired interval at {up}, {down}: {100 * share:.1f} %")
    for same in (False, True):
        found, _, _ = verdicts(repeats=400, games=10_000, same_baseline=same)
        print(f"nothing changed, {'one baseline' if same else 'a new baseline each'}: {dict(found)}")
    found, _, _ = verdicts(repeats=400, games=2_000)
    print(f"nothing changed, 2,000 games: {dict(found)}")
    found, _, _ = verdicts(repeats=400, games=10_000, change=0.02, changed_cell=32)
    print(f"changed by just the margin: {dict(found)}")
    found, _, _ = verdicts(repeats=400, games=10_000, margin=1e-6)
    print(f"nothing changed and no margin: {dict(found)}")
    for games, base_games in ((8_000, 8_000), (10_000, 10_000), (12_000, 12_000), (7_000, 40_000)):
        for cell in (32, 16):
            _, named, part = verdicts(
                repeats=400, games=games, base_games=base_games, change=0.05, changed_cell=cell
            )
            print(
                f"5 points more in a cell of {100 * cell_rates()[cell]:.0f} %, {games:,} games against "
                f"{base_games:,}: found in {100 * named:.1f} %, after {part * games:,.0f} games on average"
            )
    for change in (0.1, 0.2):
        _, named, part = verdicts(repeats=200, games=10_000, change=change, changed_cell=32)
        print(
            f"{100 * change:.0f} points more: found in {100 * named:.1f} %, "
            f"after {10_000 * part:,.0f} games on average"
        )


if __name__ == "__main__":
    main()
