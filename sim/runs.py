"""Run folders: where the games of an experiment land, and how a run survives being killed.

    runs/2026-11-18-difficulty/
        manifest.json                       what is played, with which content and engine, and how far it got
        games/000-000000-9f86d081884c.parquet   a chunk: round, number, and the first digits of its SHA-256

A chunk is written under another name in the same folder and renamed, so that a name that ends in ``.parquet``
is a whole chunk. Its name tells the hash of its bytes, so that one that was damaged later is found.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import os
import platform
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from breachlab import __version__
from breachlab.sim.batch import Workers, play_bytes, play_job, prepared
from breachlab.sim.declared import declared
from breachlab.sim.errors import UserError, nearest
from breachlab.sim.experiments import Design, Experiment, Job, Numbers, Plan
from breachlab.sim.locks import locked

FORMAT = 1
MANIFEST, GAMES, LOCK = "manifest.json", "games", "lock"
PART = ".part"
HASH_DIGITS = 12
REPLAYED = 4  # games of a run to resume that are played again and compared
DIGEST_ROWS = 1 << 16
LIBRARIES = ("numpy", "numba", "polars", "joblib")


class Stopped(BaseException):
    """The process was asked to end (SIGTERM). Not an Exception: nothing on the way may swallow it."""


@dataclass
class Progress:
    """How far a run is."""

    cells: int
    total: int | None  # games; None when a precision decides
    games: int = 0
    found: int = 0  # of these, games that were on disk already
    successes: int = 0
    cells_done: int = 0


Report = Callable[[Progress], None]
Say = Callable[[str], None]


# ---------------------------------------------------------------- reading


def scan(run: str | Path) -> pl.LazyFrame:
    """The games of a run, read as far as a query needs them.

    >>> scan("runs/2026-11-18-difficulty").group_by("nemesis").agg(pl.col("won").mean())  # doctest: +SKIP
    """
    folder = Path(run)
    read_manifest(folder)
    if not chunk_files(folder):
        raise UserError(f"{folder}: this run has no games yet")
    return pl.scan_parquet(folder / GAMES / "*.parquet")


def read_manifest(run: str | Path) -> dict[str, Any]:
    """The manifest of a run."""
    folder = Path(run)
    file = folder / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        names = (
            [path.name for path in folder.parent.glob("*") if path.is_dir()] if folder.parent.is_dir() else []
        )
        hint = nearest(folder.name, names) if not folder.exists() else ""
        raise UserError(f"{folder} is no run: it has no {MANIFEST}{'; ' + hint if hint else ''}") from None
    except NotADirectoryError:
        raise UserError(f"{folder} is no run: it is a file, not a folder") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: cannot be read ({error})") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else None
        raise UserError(f"{file}: format {found}, but this version of breachlab reads format {FORMAT}")
    return manifest


def chunk_files(run: str | Path) -> list[Path]:
    """The chunks of a run on disk, in order."""
    return sorted((Path(run) / GAMES).glob("*.parquet"))


def is_sound(chunk: Path) -> bool:
    """Whether a chunk's bytes are those that were written."""
    return chunk.stem.rpartition("-")[2] == _hash(chunk.read_bytes())


def digest(run: str | Path) -> str:
    """One SHA-256 over the rows of a finished run, in order of cell and game; chunks leave no trace in it."""
    folder = Path(run)
    manifest = read_manifest(folder)
    if not manifest["finished"]:
        raise UserError(f"{folder}: this run is not finished: breachlab run --resume {folder}")
    frames = _frames(folder)
    if manifest["experiment"]["precision"] is not None:  # rounds follow each other: rows are in another order
        frames = iter([pl.concat(list(frames)).sort("cell", "game")])
    total = hashlib.sha256()
    rows = 0
    rest: pl.DataFrame | None = None
    for frame in frames:
        rest = frame if rest is None else pl.concat([rest, frame])
        rows += len(frame)
        while len(rest) >= DIGEST_ROWS:
            _digest(total, rest[:DIGEST_ROWS])
            rest = rest[DIGEST_ROWS:]
    if rest is not None and len(rest):
        _digest(total, rest)
    if rows != manifest["games"]:
        raise UserError(
            f"{folder}: {rows} games are on disk, but the run has {manifest['games']}: "
            f"breachlab run --resume {folder}"
        )
    return total.hexdigest()


def _frames(folder: Path) -> Iterator[pl.DataFrame]:
    for chunk in chunk_files(folder):
        if not is_sound(chunk):
            raise UserError(f"{chunk}: this chunk is damaged; to replay it: breachlab run --resume {folder}")
        yield pl.read_parquet(chunk)


def frame_digest(frame: pl.DataFrame) -> str:
    """What :func:`digest` says of a run with these rows, as :func:`breachlab.sim.simulate` returns them."""
    total = hashlib.sha256()
    for start in range(0, len(frame), DIGEST_ROWS):
        _digest(total, frame[start : start + DIGEST_ROWS])
    return total.hexdigest()


def _digest(total: Any, frame: pl.DataFrame) -> None:
    """Add rows: column by column the values as 64-bit integers, names as text."""
    for series in frame:
        total.update(f"{series.name} {len(series)}\n".encode())
        if isinstance(series.dtype, pl.List):
            _digest_values(total, series.list.len())
            series = series.explode().drop_nulls()  # an empty list may become a null
        _digest_values(total, series)


def _digest_values(total: Any, series: pl.Series) -> None:
    if isinstance(series.dtype, pl.Enum | pl.Categorical):
        # The codes of names depend on the pack's order or on what was read before; the names do not.
        names = sorted(name for name in series.unique().to_list() if name is not None)
        total.update(" ".join(names).encode())
        series = series.cast(pl.String).cast(pl.Enum(names)).to_physical()
    nulls = series.is_null()
    total.update(np.packbits(nulls.to_numpy()).tobytes() if nulls.any() else b"-")
    values = series.cast(pl.UInt8) if series.dtype == pl.Boolean else series
    total.update(values.fill_null(0).to_numpy().astype("<u8").tobytes())


# ---------------------------------------------------------------- playing


@dataclass
class Run:
    """A run folder that is being played."""

    folder: Path
    manifest: dict[str, Any]
    experiment: Experiment
    design: Design
    progress: Progress = field(init=False)

    def __post_init__(self) -> None:
        self.plan = Plan(
            self.design.cells, self.experiment.games, self.experiment.precision, self.experiment.most_games
        )
        self.progress = Progress(self.design.cells, self.plan.count())

    def play(self, workers: Workers, report: Report = lambda _: None, say: Say = lambda _: None) -> None:
        """Play what is missing. Whatever ends it early, every finished chunk is on disk."""
        with locked(self.folder / LOCK, wait=False) as mine:
            if not mine:
                raise UserError(f"{self.folder}: another process is playing this run")
            for part in (self.folder / GAMES).glob("*" + PART):
                part.unlink()
            self._play(workers, report, say)

    def _play(self, workers: Workers, report: Report, say: Say) -> None:
        started, clock = _now(), time.perf_counter()
        chunks = self._chunks()
        try:
            for jobs in self.plan.rounds():
                done: set[str] = set()
                if chunks:  # a new run need not go through all its chunks before the first is played
                    done = {job.name for job in jobs if self._find(job, chunks.pop(job.name, []), say)}
                report(self.progress)
                missing = (job for job in jobs if job.name not in done)
                signature = self.manifest["engine_signature"]
                answers = workers.map(play_bytes, missing, self.design, self.experiment.seed, signature)
                with contextlib.closing(answers):
                    for job, data, successes in answers:
                        write_bytes(self._path(job, data), data)
                        self._learn(job.cells, successes)
                        report(self.progress)
            for path in (path for paths in chunks.values() for path in paths):
                raise UserError(f"{path}: this chunk does not belong to the run: move it elsewhere")
            self.manifest["finished"] = _now()
            self.manifest["games"] = self.progress.games
        finally:
            progress = self.progress
            if progress.games > progress.found or self.manifest["finished"]:
                self.manifest["sessions"].append(
                    {
                        "started": started,
                        "seconds": round(time.perf_counter() - clock, 3),
                        "games": progress.games - progress.found,
                        "backend": workers.backend,
                        "workers": workers.n,
                    }
                )
                with contextlib.suppress(OSError):  # the disk may be full: the chunks are what counts
                    self.save()

    def _chunks(self) -> dict[str, list[Path]]:
        """The chunks on disk by the name of their job."""
        found: dict[str, list[Path]] = {}
        for path in chunk_files(self.folder):
            found.setdefault(path.stem.rpartition("-")[0], []).append(path)
        return found

    def _find(self, job: Job, paths: list[Path], say: Say) -> bool:
        """Whether a chunk is on disk already; a damaged one is named and removed."""
        found = False
        for path in paths:
            if found or not is_sound(path):
                if not found:
                    say(f"{path}: this chunk is damaged and is played again")
                path.unlink()
                continue
            chunk = pl.read_parquet(path, columns=[declared(self.design.game).won])
            self._learn(job.cells, chunk.to_series().to_numpy())
            self.progress.found += len(chunk)
            found = True
        return found

    def _learn(self, cells: Numbers, successes: Numbers) -> None:
        self.plan.learn(cells, successes)
        progress = self.progress
        progress.games += len(cells)
        progress.successes += int(successes.sum())
        if self.experiment.games:
            progress.cells_done = progress.games // self.experiment.games
        else:
            progress.cells_done = progress.cells - len(self.plan.active())

    def _path(self, job: Job, data: bytes) -> Path:
        return self.folder / GAMES / f"{job.name}-{_hash(data)}.parquet"

    def save(self) -> None:
        """Write the manifest."""
        text = json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n"
        write_bytes(self.folder / MANIFEST, text.encode())


def new_folder(name: str, out: str | Path | None = None) -> Path:
    """Where a new run goes: a folder that is not there yet, or empty."""
    if out is not None:
        folder = Path(out)
        if folder.is_dir() and not any(folder.iterdir()):
            return folder
        if folder.exists():
            is_run = (folder / MANIFEST).exists()
            hint = f" (to go on with it: breachlab run --resume {folder})" if is_run else ""
            raise UserError(f"{folder} is there already, and a run never overwrites anything{hint}")
        return folder
    base = Path("runs") / f"{datetime.date.today().isoformat()}-{name}"
    folder, number = base, 1
    while folder.exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder


def create(
    experiment: Experiment, folder: Path, command: Sequence[str] = (), design: Design | None = None
) -> Run:
    """Begin a run in a new folder."""
    design = design or experiment.design()
    resolved = experiment.changed(factors=design.factors)
    manifest = {
        "format": FORMAT,
        "experiment": resolved.to_dict(),
        "cells": design.cells,
        "games": experiment.games and design.cells * experiment.games,
        "content_hash": design.content_hash,
        "engine_signature": prepared(design.game),
        "versions": _versions(),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "command": list(command),
        "started": _now(),
        "finished": None,
        "sessions": [],
    }
    run = Run(folder, manifest, resolved, design)
    try:
        (folder / GAMES).mkdir(parents=True)
        run.save()
    except OSError as error:
        raise UserError(f"{folder}: the run's folder cannot be made ({error.strerror})") from None
    return run


def reopen(run: str | Path) -> Run:
    """A run to go on with, after checking that its content and the engine are still the same."""
    folder = Path(run)
    manifest = read_manifest(folder)
    try:
        experiment = Experiment(**manifest["experiment"], where=str(folder / MANIFEST))
        started_with = {
            key: manifest[key] for key in ("cells", "content_hash", "engine_signature", "sessions")
        }
    except (KeyError, TypeError) as error:
        raise UserError(f"{folder / MANIFEST}: the manifest is damaged ({error})") from None
    design = experiment.design()
    if (design.content_hash, design.cells) != (started_with["content_hash"], started_with["cells"]):
        raise UserError(
            f"{folder}: the content has changed since this run was started (hash {design.content_hash[:12]}, "
            f"not {started_with['content_hash'][:12]}): start a new run"
        )
    signature = prepared(design.game)
    if signature != started_with["engine_signature"]:
        raise _other_engine(folder, f"signature {signature}, not {started_with['engine_signature']}")
    opened = Run(folder, manifest, experiment, design)
    _replay(opened)
    return opened


def _replay(run: Run) -> None:
    """Play a few games of the first sound chunk again: the signature says nothing about skilled players."""
    chunks = run._chunks()
    for job in next(run.plan.rounds()):
        for path in chunks.get(job.name, []):
            if is_sound(path):
                some = Job(job.name, job.cells[:REPLAYED], job.games[:REPLAYED])
                again = play_job(run.design, run.experiment.seed, some)
                if frame_digest(again) != frame_digest(pl.read_parquet(path)[:REPLAYED]):
                    raise _other_engine(run.folder, f"the first games of {path.name} now end differently")
                return
        if not chunks:
            return


def _other_engine(folder: Path, how: str) -> UserError:
    return UserError(
        f"{folder}: this run was started with another engine ({how}): resume it with the version that "
        "started it, or start a new run"
    )


# ---------------------------------------------------------------- files and signals


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, then renamed."""
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """While this lasts, SIGTERM raises :class:`Stopped` as Ctrl-C raises KeyboardInterrupt."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    versions = {"breachlab": __version__, "python": platform.python_version()}
    return versions | {name: version(name) for name in LIBRARIES}
