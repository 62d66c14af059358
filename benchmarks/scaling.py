"""How the cost of a run grows: with games, with cells, with workers. Draws docs/images/performance.png.

    python -m benchmarks.scaling [MOST_GAMES]

Each run is a process of its own, as a user starts it; its cost is the processor time of that process, which
a busy machine disturbs less than the wall clock. A game of ``random`` players is the cheapest there is, so
whatever is not playing weighs most there. Ten million games of ``standard`` take a quarter of an hour.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

IMAGE = Path(__file__).parents[1] / "docs" / "images" / "performance.png"
FEW = 10  # a run of so many games is all start: what it costs is taken off
REPEATED = 100_000  # runs of so many games at most are repeated: a start costs more or less from time to time


def cost(experiment: str, *options: str, workers: int = 1) -> tuple[float, float]:
    """Processor and wall-clock seconds of one `breachlab run`."""
    with tempfile.TemporaryDirectory() as folder:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [
            "run",
            experiment,
            *options,
            "--quiet",
            "--workers",
            str(workers),
            "--out",
            f"{folder}/run",
        ]
        subprocess.run([sys.executable, "-m", "breachlab", *command], check=True, capture_output=True)
        after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, end - start


def by_games(policy: str, most: int) -> list[dict[str, Any]]:
    """Runs of four cells, one for each nemesis, with more and more games; two workers."""

    def seconds(games: int) -> float:
        return cost("quick", "--policy", policy, "--games", str(games), workers=2)[0]

    rows = []
    games = 1_000
    while games <= most:
        repeats = 9 if games <= REPEATED else 1
        start = statistics.median(seconds(FEW) for _ in range(repeats))
        used = statistics.median(seconds(games // 4) for _ in range(repeats))
        rows.append({"policy": policy, "games": games, "start": start, "seconds": used})
        print(
            f"{policy}: {games:,} games {used:.2f} s, {1e6 * (used - start) / games:.1f} us a game",
            flush=True,
        )
        games *= 10
    return rows


def by_cells(policy: str) -> dict[str, float]:
    """Every supply once (2,102,100 cells), and as many games of four cells."""
    many, _ = cost("every_supply", "--policy", policy)
    few, _ = cost("quick", "--policy", policy, "--games", str(2_102_100 // 4))
    print(f"{policy}: 2,102,100 cells {many:.1f} s, 4 cells {few:.1f} s: {many / few:.2f} times", flush=True)
    return {"many": many, "few": few}


def by_workers(policy: str, games: int) -> dict[int, float]:
    """Wall-clock seconds with one worker and two, beyond the start."""
    seconds = {}
    for n in (1, 2):
        start = min(cost("quick", "--policy", policy, "--games", str(FEW), workers=n)[1] for _ in range(3))
        seconds[n] = cost("quick", "--policy", policy, "--games", str(games // 4), workers=n)[1] - start
        print(f"{policy}: {games:,} games, {n} workers: {seconds[n]:.2f} s", flush=True)
    return seconds


def draw(rows: list[dict[str, Any]], file: Path) -> None:
    """Seconds against games, and microseconds a game against games."""
    import matplotlib.pyplot as plt

    from breachlab.reports.style import MUTED, PNG_DPI, WIDE, colour, marker, styled

    with styled():
        figure, axes = plt.subplots(1, 2, figsize=(WIDE, 3.6), layout="constrained")
        for k, policy in enumerate(dict.fromkeys(row["policy"] for row in rows)):
            mine = [row for row in rows if row["policy"] == policy]
            games = [row["games"] for row in mine]
            net = [row["seconds"] - row["start"] for row in mine]
            style = {"color": colour(k), "marker": marker(k), "label": policy}
            axes[0].plot(games, net, **style)
            large = [(n, s) for n, s in zip(games, net, strict=True) if n >= 10_000]
            axes[1].plot([n for n, _ in large], [1e6 * s / n for n, s in large], **style)
        for axis, title, label in (
            (axes[0], "A run's cost beyond its start", "processor seconds"),
            (axes[1], "Cost of one game", "microseconds"),
        ):
            axis.set(xscale="log", xlabel="games", ylabel=label, title=title)
            axis.grid(axis="y")
            axis.legend(frameon=False, labelcolor=MUTED)
        axes[0].set_yscale("log")
        axes[1].set_ylim(0)
        figure.savefig(file, dpi=PNG_DPI)


def main(most: int = 10_000_000) -> None:
    rows = by_games("random", most) + by_games("standard", most)
    draw(rows, IMAGE)
    found = {"games": rows, "cells": by_cells("random"), "workers": by_workers("standard", min(most, 60_000))}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
