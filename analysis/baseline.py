"""Baselines: the win rates that were accepted, as a small text file that is read in a diff.

One line a cell, sorted, so that accepting new numbers shows what changed and nothing else.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from breachlab.sim.declared import Declared
from breachlab.sim.errors import UserError

from .frames import Frame, context, lazy, names_of, need

FORMAT = 1
MOST_CELLS = 5000  # a longer file is not read by anybody
SIGNED_GAMES = 3  # of every cell
BETWEEN = " / "
WRITE = "breachlab baseline write RUN {}"


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """The accepted numbers of one experiment."""

    experiment: str
    seed: int
    signature: str  # of the first games of every cell
    engine: str  # where they come from: the engine's own signature and the hash of the content
    content: str
    factors: tuple[str, ...]
    planned: int = 0  # games a cell that a check plans to play; 0: as many as the baseline has
    cells: dict[str, tuple[int, int]]  # key -> wins, games

    def frame(self) -> pl.DataFrame:
        """The cells as a frame: ``key``, ``base_wins``, ``base_games``, ``planned``."""
        rows = [(key, wins, games, self.planned or games) for key, (wins, games) in self.cells.items()]
        return pl.DataFrame(rows, schema=["key", "base_wins", "base_games", "planned"], orient="row")


def make_baseline(
    frame: Frame,
    *,
    experiment: str = "",
    seed: int = 0,
    engine: str = "",
    content: str = "",
    planned: int = 0,
    names: Declared | None = None,
) -> Baseline:
    """The baseline of a run's games.

    >>> from breachlab.analysis import example
    >>> baseline = make_baseline(example.games(400, seed=1), experiment="quick")
    >>> len(baseline.cells), baseline.cells["gate_witch / normal / 2 / standard"]
    (4, (48, 100))
    >>> read_baseline(write_baseline(baseline)) == baseline
    True
    """
    names = names_of(frame, names)
    need(frame, [names.opponent, names.won, "cell", "game"], "ci")
    factors = cell_factors(frame, names)
    counts = cell_counts(frame, factors, names)
    if counts.height > MOST_CELLS:
        raise UserError(
            f"the run has {counts.height:,} cells, and a baseline is a small file of at most {MOST_CELLS:,}; "
            "a run made for it: `breachlab run ci`"
        )
    cells = {row["key"]: (row["wins"], row["games"]) for row in counts.iter_rows(named=True)}
    return Baseline(
        experiment=experiment,
        seed=seed,
        signature=signature(frame, names),
        engine=engine,
        content=content,
        factors=tuple(factors),
        planned=planned,
        cells=cells,
    )


def cell_factors(frame: Frame, names: Declared) -> list[str]:
    """The columns that tell cells apart: factors, and teams and supplies where they are fixed."""
    found = [names.opponent, *context(frame, names)]
    cells = lazy(frame).select(pl.col("cell").n_unique()).collect().item()
    for more in (names.team, names.slots):
        if lazy(frame).select(pl.struct(found).n_unique()).collect().item() >= cells:
            break
        own = lazy(frame).group_by("cell").agg(pl.col(more).n_unique()).select(pl.col(more).max()).collect()
        found += [column for column in more if own[column][0] == 1]
    return found


def cell_counts(frame: Frame, factors: Sequence[str], names: Declared) -> pl.DataFrame:
    """Wins and games of every cell, under the name a baseline gives it: ``key``, ``wins``, ``games``."""
    key = pl.concat_str([pl.col(f).cast(pl.String).fill_null("-") for f in factors], separator=BETWEEN)
    return (
        lazy(frame)
        .group_by(list(factors))
        .agg(pl.col(names.won).sum().cast(pl.Int64).alias("wins"), pl.len().cast(pl.Int64).alias("games"))
        .select(key.alias("key"), "wins", "games")
        .collect()
        .sort("key")
    )


def signature(frame: Frame, names: Declared | None = None) -> str:
    """A hash over everything that happened in the first games of every cell.

    Any change of a rule, a card, a policy or a seed that reaches one of these games changes it; how the games
    are computed, and on how many workers, does not.
    """
    names = names_of(frame, names)
    have = frame.collect_schema()
    columns = [
        column
        for column in (
            "cell",
            "game",
            "seed",
            *names.factors,
            *names.team,
            *names.slots,
            names.won,
            names.reason,
        )
        if column in have and column != names.content  # the name of a pack is no rule
    ]
    columns += [column for column in (*names.outcome, names.table) if column and column in have]
    rows = lazy(frame).filter(pl.col("game") < SIGNED_GAMES).select(columns).sort("cell", "game").collect()
    as_text = [
        pl.col(c).cast(pl.List(pl.String)).list.join(" ")
        if isinstance(have[c], pl.List)
        else pl.col(c).cast(pl.String)
        for c in columns
    ]
    return hashlib.sha256(rows.select(as_text).write_csv().encode()).hexdigest()[:16]


def write_baseline(baseline: Baseline) -> str:
    """The text of a baseline's file."""
    width = max((len(_quoted(key)) for key in baseline.cells), default=0)
    most = max((games for _, games in baseline.cells.values()), default=0)
    lines = [
        "# Accepted win rates: breachlab check RUN --baseline THIS_FILE compares a run with them.",
        "# To accept the numbers of a new run: breachlab baseline write RUN THIS_FILE",
        f"format = {FORMAT}",
        f"experiment = {_quoted(baseline.experiment)}",
        f"seed = {baseline.seed}",
        f"signature = {_quoted(baseline.signature)}",
        f"engine = {_quoted(baseline.engine)}",
        f"content = {_quoted(baseline.content)}",
        f"planned = {baseline.planned}",
        f"factors = [{', '.join(map(_quoted, baseline.factors))}]",
        "",
        "[cells]  # games won, of games played",
    ]
    for key, (wins, games) in sorted(baseline.cells.items()):
        n = len(str(most))
        lines.append(f"{_quoted(key):{width}} = [{wins:{n}}, {games:{n}}]  # {100 * wins / games:5.1f} %")
    return "\n".join(lines) + "\n"


def read_baseline(text: str, where: str = "baseline") -> Baseline:
    """A baseline from the text of its file; ``where`` names the file in messages."""
    again = f"make it anew: `{WRITE.format(where)}`"
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{where} is no baseline ({error}); {again}") from None
    if values.get("format") != FORMAT:
        raise UserError(f"{where} is no baseline of format {FORMAT}; {again}")
    try:
        return Baseline(
            **{name: str(values[name]) for name in ("experiment", "signature", "engine", "content")},
            seed=int(values["seed"]),
            planned=int(values.get("planned", 0)),
            factors=tuple(map(str, values["factors"])),
            cells={str(key): _counts(pair) for key, pair in values["cells"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UserError(f"{where} is damaged ({type(error).__name__}: {error}); {again}") from None


def _counts(pair: list[int]) -> tuple[int, int]:
    wins, games = map(int, pair)
    if not 0 <= wins <= games or games == 0:
        raise ValueError(f"{wins} wins of {games} games")
    return wins, games


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
