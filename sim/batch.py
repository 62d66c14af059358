"""The batch loop that every game shares: seeds, chunks of games, and the workers that play them.

joblib runs it: threads by default (compiled kernels release the GIL), processes (loky), or an existing Dask
or Ray cluster through joblib's own backends. What a worker is told is which games to play; what comes back is
a frame, or the bytes of a parquet file. Who played a game cannot be seen in its result.
"""

from __future__ import annotations

import contextlib
import io
import os
import platform
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from breachlab.sim import jit
from breachlab.sim.declared import declared
from breachlab.sim.errors import UserError, unknown
from breachlab.sim.experiments import Design, Experiment, Job, Numbers, Plan, game_of, load_experiment

BACKENDS = ("threads", "loky", "dask", "ray")
COMPRESSION_LEVEL = 3  # higher ones save nothing: the columns are small numbers already

GAMMA, MIX1, MIX2 = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


def game_seeds(root: int, cells: Numbers, games: Numbers) -> Numbers:
    """One 64-bit seed a game, from (root seed, cell, game index) and nothing else.

    A ``SeedSequence`` makes one key of the root seed. It is not spawned for each game, which would cost ten
    microseconds a game and could not be vectorised: the finaliser of SplitMix64 mixes cell and index into the
    key instead. Like the engine's own generator it needs nothing but 64-bit integers.

    >>> some = game_seeds(1, np.array([3, 7]), np.array([0, 5]))
    >>> int(some[1]) == int(game_seeds(1, np.array([7]), np.array([5]))[0])
    True
    """
    key = np.random.SeedSequence(root).generate_state(1, np.uint64)
    of_cell = _mix(key + (cells.astype(np.uint64) + np.uint64(1)) * GAMMA)
    return _mix(of_cell + (games.astype(np.uint64) + np.uint64(1)) * GAMMA)


def _mix(z: Numbers) -> Numbers:
    z = (z ^ (z >> np.uint64(30))) * MIX1
    z = (z ^ (z >> np.uint64(27))) * MIX2
    return z ^ (z >> np.uint64(31))


# ---------------------------------------------------------------- compiling, once


@cache
def prepared(game: str) -> str:
    """Compile a game's engine if this machine has not done so yet; returns the engine's signature."""
    cold = not jit.is_warm(game)
    found = game_of(game).signature()
    if cold:
        jit.prune(jit.cache_folder())
    return found


# ---------------------------------------------------------------- workers


def play_job(design: Design, seed: int, job: Job) -> pl.DataFrame:
    """Play a chunk of games."""
    return design.play(job.cells, job.games, game_seeds(seed, job.cells, job.games))


def play_frame(design: Design, seed: int, signature: str, job: Job) -> tuple[Job, pl.DataFrame]:
    """What a worker does for a frame in memory."""
    _check_engine(design, signature)
    return job, play_job(design, seed, job)


def play_bytes(design: Design, seed: int, signature: str, job: Job) -> tuple[Job, bytes, Numbers]:
    """What a worker does for a run: the chunk as a parquet file, and which games were a success."""
    _check_engine(design, signature)
    frame = play_job(design, seed, job)
    return job, to_parquet(frame), frame[declared(design.game).won].to_numpy()


def _check_engine(design: Design, signature: str) -> None:
    """A worker elsewhere may have another version installed: its games must not be mixed in."""
    found = prepared(design.game)
    if found != signature:
        raise UserError(
            f"a worker on {platform.node() or 'another machine'} has another engine "
            f"(signature {found}, not {signature}): install the same version of breachlab there"
        )


def to_parquet(frame: pl.DataFrame) -> bytes:
    """The bytes of a parquet file."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=COMPRESSION_LEVEL)
    return file.getvalue()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Who plays: ``with Workers("threads", 2) as workers: workers.map(...)``."""

    def __init__(self, backend: str = "threads", n: int | None = None, address: str | None = None) -> None:
        if backend not in BACKENDS:
            raise unknown("backend", backend, BACKENDS)
        if address and backend not in ("dask", "ray"):
            raise UserError(f"an address is for a cluster (dask or ray), but the backend is {backend}")
        if backend == "dask" and not address:
            raise UserError(
                "backend dask needs the address of a scheduler, for example --address tcp://127.0.0.1:8786"
            )
        self.backend, self.address = backend, address
        self.n = n or (cores() if backend in ("threads", "loky") else None)
        self._closing = contextlib.ExitStack()

    def __enter__(self) -> Workers:
        import joblib

        if self.backend == "dask":
            distributed = _extra("distributed", "dask")
            try:
                client = distributed.Client(self.address, timeout=20)
            except (OSError, ValueError, TypeError) as error:
                raise UserError(
                    f"no Dask scheduler answers at {self.address} ({type(error).__name__})"
                ) from None
            self._closing.callback(client.close)
            self.n = self.n or max(1, sum(client.nthreads().values()))
        elif self.backend == "ray":
            ray = _extra("ray", "ray")
            _extra("ray.util.joblib", "ray").register_ray()
            if not ray.is_initialized():
                try:
                    ray.init(address=self.address or "auto", log_to_driver=False, logging_level="ERROR")
                except (ConnectionError, ValueError) as error:
                    raise UserError(
                        f"no Ray cluster answers at {self.address or 'auto'} ({type(error).__name__}): "
                        "start one with ray start --head, or say --address local"
                    ) from None
                self._closing.callback(ray.shutdown)
            self.n = self.n or max(1, int(ray.cluster_resources().get("CPU", 1)))
        name = "threading" if self.backend == "threads" else self.backend
        self._closing.enter_context(joblib.parallel_config(backend=name, n_jobs=self.n))
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def map(
        self, function: Callable[..., Any], jobs: Iterable[Job], *args: Any
    ) -> Generator[Any, None, None]:
        """Call ``function(*args, job)`` for each job; the answers come as they are ready."""
        import joblib

        if self.backend == "ray":  # its backend gives all answers at the end, so it gets the jobs in portions
            with joblib.Parallel() as parallel:  # one set of processes for all portions
                for portion in _portions(jobs, 4 * (self.n or 1)):
                    yield from parallel(joblib.delayed(function)(*args, job) for job in portion)
            return
        parallel = joblib.Parallel(return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
        answers = parallel(joblib.delayed(function)(*args, job) for job in jobs)
        try:
            # No `yield from`: it would close the answers before what stands below.
            for answer in answers:  # noqa: UP028
                yield answer
        finally:
            with (
                warnings.catch_warnings()
            ):  # that games were cancelled is no news to somebody who stops a run
                warnings.simplefilter("ignore", UserWarning)
                answers.close()


def _portions(jobs: Iterable[Job], size: int) -> Iterator[list[Job]]:
    portion: list[Job] = []
    for job in jobs:
        portion.append(job)
        if len(portion) == size:
            yield portion
            portion = []
    if portion:
        yield portion


def _extra(module: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise UserError(f"backend {extra} is not installed: pip install 'breachlab[{extra}]'") from None


# ---------------------------------------------------------------- in memory


def simulate(
    experiment: str | Path | Experiment | None = None,
    /,
    *,
    games: int | None = None,
    precision: float | None = None,
    most_games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    backend: str = "threads",
    address: str | None = None,
    game: str = "aeons_end",
    **factors: Any,
) -> pl.DataFrame:
    """Play an experiment and return its frame: one row a game, in order of cell and game.

    Factors that have several values are crossed into cells. The same arguments give the same frame, and two
    calls with one seed that differ in a single value meet the same luck, game by game.

    >>> frame = simulate(nemesis="umbra_titan", players=2, games=1000)  # doctest: +SKIP
    """
    if not isinstance(experiment, Experiment):
        asked = load_experiment(experiment) if experiment else Experiment(name="simulate", game=game)
    else:
        asked = experiment
    asked = asked.changed(games=games, precision=precision, most_games=most_games, seed=seed, factors=factors)
    design = asked.design()
    plan = Plan(design.cells, asked.games, asked.precision, asked.most_games)
    signature = prepared(design.game)
    frames: list[tuple[str, pl.DataFrame]] = []
    with Workers(backend, workers, address) as team:
        for jobs in plan.rounds():
            for job, frame in team.map(play_frame, jobs, design, asked.seed, signature):
                frames.append((job.name, frame))
                plan.learn(job.cells, frame[declared(design.game).won].to_numpy())
    frame = pl.concat([frame for _, frame in sorted(frames, key=lambda named: named[0])])
    return frame.sort("cell", "game") if asked.precision else frame


def games_per_second(design: Design, seed: int, plan: Plan, seconds: float = 1.0) -> float:
    """How fast one worker plays these cells, measured on a few games from all over the plan."""
    rng = np.random.default_rng(0)  # which games are measured matters to nobody
    n, played, start = 16, 0, time.perf_counter()
    while True:
        cells = rng.integers(0, plan.cells, n).astype(np.uint32)
        games = np.arange(n, dtype=np.uint32)
        design.play(cells, games, game_seeds(seed, cells, games))
        played += n
        elapsed = time.perf_counter() - start
        if elapsed > seconds:
            return played / elapsed
        n = min(4 * n, LARGEST_SAMPLE)


LARGEST_SAMPLE = 4096
