"""How good each player of a game's ladder of skill is: win rates over random setups, and what they cost.

Every policy meets the same luck: game 17 of a cell has the same seed, team and cards on offer whoever
plays it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl

from breachlab.sim.batch import Workers, play_frame, prepared
from breachlab.sim.declared import Declared, declared
from breachlab.sim.errors import UserError
from breachlab.sim.experiments import Design, Experiment, Job
from breachlab.sim.runs import Progress, Report

from .intervals import mean_of_rates, wilson

ALL = "all"  # every opponent, and the row with their mean
CHUNK = 500  # games that a worker plays at a time: few, so that all have something to do to the end


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Who plays against whom: each policy, by default the game's whole ladder, against each opponent.

    A policy by seat (``"expert,novice"``) is played with as many players as it names.

    >>> Ladder(policies=["standard"], players=[2]).play(games=1000)  # doctest: +SKIP
    """

    policies: Sequence[str] = ()
    players: Sequence[int] = (1, 2, 3, 4)
    opponents: str | Sequence[str] = ALL
    content: str | None = None
    game: str = "aeons_end"
    designs: dict[str, Design] = field(init=False)

    def __post_init__(self) -> None:
        policies = self.policies or declared(self.game).ladder
        object.__setattr__(self, "designs", {policy: self._design(policy) for policy in policies})

    def play(
        self,
        games: int = 250,
        seed: int = 1,
        workers: int | None = None,
        report: Report = lambda _: None,
    ) -> pl.DataFrame:
        """Play so many games in each cell and count.

        A row for each policy, number of players and opponent: ``games``, ``win_rate`` with its 95 % interval
        from ``low`` to ``high``, the mean of ``turns``, and ``games_per_second`` of one core. Where all
        opponents are played, their mean follows as a row ``all``.
        """
        names = declared(self.game)
        every = replace(self, policies=[names.ladder[0]], players=[1], opponents=ALL).designs
        opponents = every[names.ladder[0]].cells
        cells = sum(design.cells for design in self.designs.values())
        progress = Progress(cells, cells * games)
        rows: list[dict[str, Any]] = []
        with Workers(n=workers) as team:
            for policy, design in self.designs.items():
                counts = []
                answers = team.map(_timed, _jobs(design.cells, games), design, seed, prepared(self.game))
                for job, frame, seconds in answers:
                    counts.append(_count(job, frame, seconds, names))
                    progress.games += len(job)
                    progress.successes += counts[-1]["wins"]
                    progress.cells_done = progress.games // games
                    report(progress)
                rows += _rows(policy, counts, names, opponents)
        return pl.DataFrame(rows)

    def _design(self, policy: str) -> Design:
        """The cells of one policy: the same ones, with the same seeds, for each."""
        names = declared(self.game)
        seats = policy.count(",") + 1
        counts = list(self.players)
        if seats > 1:
            counts = [count for count in counts if count == seats]
            if not counts:
                played = " or ".join(str(count) for count in self.players)
                raise UserError(f'policy "{policy}" names {seats} players, but {played} play')
        factors: dict[str, Any] = {
            names.opponent: self.opponents,
            names.mode: names.usual_mode,
            names.players: counts,
            names.policy: policy,
        }
        if self.content is not None:
            factors[names.content] = self.content
        return Experiment(name="skill", game=self.game, factors=factors).design()


def _jobs(cells: int, games: int) -> Iterator[Job]:
    """Every game of every cell; a job has one cell only, so that its time is the cell's."""
    for cell in range(cells):
        for first in range(0, games, CHUNK):
            numbers = np.arange(first, min(first + CHUNK, games), dtype=np.uint32)
            yield Job(f"{cell}-{first}", np.full_like(numbers, cell), numbers)


def _timed(design: Design, seed: int, signature: str, job: Job) -> tuple[Job, pl.DataFrame, float]:
    """Play a job and tell how long its own thread was busy: others may keep the machine busy too."""
    start = time.thread_time()
    _, frame = play_frame(design, seed, signature, job)
    return job, frame, time.thread_time() - start


def _count(job: Job, frame: pl.DataFrame, seconds: float, names: Declared) -> dict[str, Any]:
    return {
        "cell": int(job.cells[0]),
        "players": frame[names.players][0],
        "opponent": str(frame[names.opponent][0]),
        "games": len(frame),
        "wins": int(frame[names.won].sum()),
        "turns": int(frame[names.length].sum()),
        "seconds": seconds,
    }


def _rows(policy: str, counts: list[dict[str, Any]], names: Declared, every: int) -> list[dict[str, Any]]:
    """The rows of one policy: each opponent, and the mean over all of them."""
    cells = (
        pl.DataFrame(counts)
        .group_by("cell", "players", "opponent")
        .agg(pl.col("games", "wins", "turns", "seconds").sum())
        .sort("cell")
    )
    rows = []
    for (count,), group in cells.group_by("players", maintain_order=True):
        parts = [group[k] for k in range(len(group))]
        if len(group) == every:
            parts.append(group)
        for part in parts:
            whole = part is group
            wins, games = part["wins"].to_numpy(), part["games"].to_numpy()
            rate, low, high = mean_of_rates(wins, games) if whole else wilson(wins[0], games[0])
            rows.append(
                {
                    "policy": policy,
                    "players": count,
                    names.opponent: ALL if whole else part["opponent"][0],
                    "games": int(games.sum()),
                    "win_rate": float(rate),
                    "low": float(low),
                    "high": float(high),
                    "turns": float((part["turns"] / part["games"]).mean()),  # type: ignore[arg-type]
                    "games_per_second": float(games.sum() / max(part["seconds"].sum(), 1e-9)),
                }
            )
    return sorted(rows, key=lambda row: row["players"])
