"""Experiments: what is asked, as data. Factors are crossed into cells; a cell is played many times.

A file ``scenarios/experiments/NAME.toml`` (or any other) has a few fields of its own and a table of factors
whose names the game declares:

    title = "How hard is every nemesis?"
    game = "aeons_end"
    seed = 1
    games = 1000             # in each cell; or precision = 1.0, and most_games as a cap

    [factors]
    nemesis = "all"
    players = [1, 2, 3, 4]

Nothing here knows what a factor means. A game does, through the two protocols below.
"""

from __future__ import annotations

import importlib
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl

from breachlab.sim.declared import GAMES
from breachlab.sim.errors import UserError, unknown

Numbers = np.ndarray[Any, Any]

SHIPPED = Path(__file__).parent.parent / "scenarios" / "experiments"

DEFAULT_GAMES = 1000
MOST_GAMES = 40_000  # enough for half a point in the worst case, a win rate of 50 %
ROUND = 500  # games that a cell plays before its precision is looked at again
Z95 = 1.959963984540054

# A chunk is what is lost when a run is killed, and what a worker does at a time. Its size depends on the
# experiment only, so that a run has the same chunks wherever and however often it is resumed.
CHUNKS, SMALLEST_CHUNK, LARGEST_CHUNK = 256, 1_000, 50_000


class Design(Protocol):
    """The cells of an experiment, as a game resolved them. Must be picklable: workers get a copy."""

    game: str
    factors: dict[str, Any]  # all names resolved; the same design can be made from them again
    cells: int
    content_hash: str

    def summary(self) -> list[tuple[str, str]]:
        """The factors and their values in words."""
        ...

    def schema(self) -> dict[str, Any]:
        """The columns of a frame and their types."""
        ...

    def play(self, cells: Numbers, games: Numbers, seeds: Numbers) -> pl.DataFrame:
        """Play one game a row: cell, number within the cell, seed."""
        ...


class Game(Protocol):
    """What a game can be asked to play; the names of its results are its :class:`.declared.Declared`."""

    id: str
    factors: tuple[str, ...]  # what an experiment may vary

    def design(self, factors: Mapping[str, Any], where: str) -> Design:
        """Resolve and check factors; a mistake is a UserError."""
        ...

    def signature(self) -> str:
        """A short hash over a few fixed games: any change of a rule shows. Compiles the engine."""
        ...


def game_of(id: str, where: str = "") -> Game:
    """A game by its id.

    >>> "players" in game_of("aeons_end").factors
    True
    """
    if id not in GAMES:
        raise unknown("game", id, GAMES, where)
    game: Game = importlib.import_module(f"{GAMES[id]}.factors").GAME
    return game


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """What is asked: factors, how many games in each of their cells, and the seed of all luck."""

    name: str
    title: str = ""
    game: str = "aeons_end"
    seed: int = 1
    games: int | None = None
    precision: float | None = None
    most_games: int = MOST_GAMES
    factors: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""  # for messages: the file, or nothing

    def __post_init__(self) -> None:
        where = f"{self.where}: " if self.where else ""
        if self.games is not None and self.precision is not None:
            raise UserError(f"{where}games and precision are both given: say one of them")
        if self.games is None and self.precision is None:
            object.__setattr__(self, "games", DEFAULT_GAMES)
        for name, lowest, highest in (
            ("seed", 0, 2**64 - 1),
            ("games", 1, 10**9),
            ("most_games", 1, 10**9),
        ):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not lowest <= value <= highest):
                raise UserError(f"{where}{name}: {value} is not a whole number from {lowest} to {highest}")
        if self.precision is not None and not _is_number(self.precision, 0.05, 50):
            raise UserError(f"{where}precision: {self.precision} is not a number of points from 0.05 to 50")

    def changed(self, **values: Any) -> Experiment:
        """Another experiment with some values replaced; those that are ``None`` stay as they are."""
        given = {name: value for name, value in values.items() if value is not None}
        if "games" in given and "precision" not in given:
            given["precision"] = None
        if "precision" in given and "games" not in given:
            given["games"] = None
        given["factors"] = {**self.factors, **given.get("factors", {})}
        return replace(self, **given)

    def design(self) -> Design:
        """The cells, all names resolved."""
        game = game_of(self.game, self.where)
        where = f"{self.where}: factors" if self.where else ""
        for factor in self.factors:
            if factor not in game.factors:
                raise unknown("factor", factor, game.factors, where)
        design = game.design(self.factors, self.where)
        if design.cells >= 2**32:
            raise UserError(f"{design.cells} cells are more than one run can hold ({2**32 - 1})")
        return design

    def to_dict(self) -> dict[str, Any]:
        """The experiment for a manifest."""
        values = asdict(self)
        del values["where"]
        return values


def _is_number(value: Any, lowest: float, highest: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and lowest <= value <= highest


def shipped_experiments() -> dict[str, Path]:
    """The experiments that come with breachlab, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


def load_experiment(name: str | Path) -> Experiment:
    """An experiment by its shipped name or its file.

    >>> load_experiment("difficulty").factors["nemesis"]
    'all'
    """
    shipped = shipped_experiments()
    path = shipped.get(str(name), Path(name))
    if not path.is_file():
        raise unknown("experiment (neither a shipped one nor a file)", str(name), shipped)
    where = path.stem if str(name) in shipped else path.as_posix()
    try:
        values = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError(f"{where}: this is not a text file in UTF-8") from None
    except OSError as error:
        raise UserError(f"{where}: cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{where}: not valid TOML: {error}") from None
    fields = ("title", "game", "seed", "games", "precision", "most_games", "factors")
    for key in values:
        if key not in fields:
            raise unknown("field of an experiment", key, fields, where)
    for key, kind, words in (("title", str, "text"), ("game", str, "text"), ("factors", dict, "a table")):
        if not isinstance(values.get(key, kind()), kind):
            raise UserError(f"{where}: {key} must be {words}")
    factors = dict(values.pop("factors", {}))
    if "content" in factors:
        factors["content"] = _beside(path, factors["content"])
    return Experiment(name=path.stem, where=where, factors=factors, **values)


def _beside(path: Path, content: Any) -> Any:
    """Content folders are named as seen from the experiment's file."""
    if isinstance(content, list):
        return [_beside(path, one) for one in content]
    folder = path.parent / str(content)
    return str(folder) if folder.is_dir() else content


# ---------------------------------------------------------------- which game is played when


@dataclass(frozen=True)
class Job:
    """A chunk of games for one worker."""

    name: str  # in the order of the plan
    cells: Numbers
    games: Numbers

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Round:
    """Some games of each active cell, in chunks; can be gone through more than once."""

    number: int
    active: Numbers | None  # None: all cells
    cells: int
    first: int  # number of the first game within its cell
    step: int  # games of each cell
    chunk: int

    @property
    def games(self) -> int:
        """Games of all cells together."""
        return self.cells * self.step

    def __iter__(self) -> Iterator[Job]:
        for k, start in enumerate(range(0, self.games, self.chunk)):
            rows = np.arange(start, min(start + self.chunk, self.games), dtype=np.int64)
            cells = rows // self.step if self.active is None else self.active[rows // self.step]
            games = self.first + rows % self.step
            yield Job(f"{self.number:03d}-{k:06d}", cells.astype(np.uint32), games.astype(np.uint32))


@dataclass
class Plan:
    """Every game of an experiment in rounds and chunks; the results alone decide what comes next.

    With a fixed number of games there is one round. With a precision each cell plays rounds of the same size
    until it is precise enough: a round is planned when all chunks of the one before are known, so that
    neither the number of workers nor their speed has a say.
    """

    cells: int
    games: int | None
    precision: float | None
    most_games: int

    def __post_init__(self) -> None:
        self.played = np.zeros(self.cells if self.precision else 0, dtype=np.int64)
        self.successes = np.zeros_like(self.played)
        self.step = self.games or min(ROUND, self.most_games)

    @property
    def most(self) -> int:
        """Games, at most."""
        return self.cells * (self.games or self.most_games)

    @property
    def chunk(self) -> int:
        """Games in a chunk."""
        return max(SMALLEST_CHUNK, min(LARGEST_CHUNK, math.ceil(self.cells * self.step / CHUNKS)))

    def rounds(self) -> Iterator[Round]:
        """The rounds in order. ``learn`` from all chunks of one before the next is asked for."""
        yield Round(0, None, self.cells, 0, self.step, self.chunk)
        if self.precision is None:
            return
        number, first = 1, self.step
        while first < self.most_games:
            active = self.active()
            if not len(active):
                return
            step = min(self.step, self.most_games - first)
            yield Round(number, active, len(active), first, step, self.chunk)
            number, first = number + 1, first + step

    def learn(self, cells: Numbers, successes: Numbers) -> None:
        """Take note of how games went."""
        if self.precision:
            self.played += np.bincount(cells, minlength=self.cells)
            self.successes += np.bincount(cells, weights=successes, minlength=self.cells).astype(np.int64)

    def active(self) -> Numbers:
        """The cells that are not precise enough yet."""
        wide = wilson_half_width(self.successes, self.played) * 100 > (self.precision or 0)
        return np.flatnonzero(wide & (self.played < self.most_games))

    def count(self) -> int | None:
        """Games of the whole plan, when that is known before."""
        return None if self.precision else self.most


def wilson_half_width(successes: Numbers, n: Numbers) -> Numbers:
    """Half the width of Wilson's 95 % interval of a rate.

    Written out, because a run looks at it after every round and statsmodels takes seconds to import.

    >>> round(float(wilson_half_width(np.array([50]), np.array([100]))[0]), 4)
    0.0962
    """
    n = np.maximum(n, 1)
    rate = successes / n
    spread = np.sqrt(rate * (1 - rate) / n + Z95**2 / (4 * n**2))
    return np.asarray(Z95 * spread / (1 + Z95**2 / n))
