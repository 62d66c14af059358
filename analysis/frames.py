"""What every analysis asks of its frame before it starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from breachlab.sim.declared import Declared, declared_for
from breachlab.sim.errors import UserError, unknown

Frame = pl.DataFrame | pl.LazyFrame

PLAY = "breachlab run {}"  # how games are played, in messages


def lazy(frame: Frame) -> pl.LazyFrame:
    """The frame as a query, whichever kind it is."""
    return frame.lazy()


def columns_of(frame: Frame) -> list[str]:
    """The names of a frame's columns."""
    return frame.collect_schema().names()


def names_of(frame: Frame, names: Declared | None) -> Declared:
    """The names that the frame's game declares; found by its columns unless they are given."""
    return names or declared_for(columns_of(frame))


def need(frame: Frame, columns: Iterable[str], experiment: str) -> None:
    """Raise a UserError unless the frame has these columns and at least one row."""
    have = columns_of(frame)
    for column in columns:
        if column not in have:
            raise UserError(
                f"{unknown('factor', column, have)}; an experiment that has it: `{PLAY.format(experiment)}`"
            )
    if lazy(frame).head(1).collect().height == 0:
        raise UserError(f"the run is empty, no game is finished; play it with `{PLAY.format(experiment)}`")


def one_value(frame: Frame, columns: Sequence[str]) -> list[str]:
    """Those of the columns that have one value only in the whole frame."""
    found = lazy(frame).select(pl.col(columns).n_unique()).collect()
    return [column for column in columns if found[column][0] <= 1]


def context(frame: Frame, names: Declared) -> list[str]:
    """The factors, beside the opponent, that differ within the frame or that people always want to know."""
    always = [names.mode, names.players, names.policy]
    have = [factor for factor in names.factors if factor in columns_of(frame)]
    constant = one_value(frame, have) if have else []
    return [f for f in have if f != names.opponent and (f in always or f not in constant)]


def texts(frame: pl.DataFrame, columns: Iterable[str]) -> pl.DataFrame:
    """The frame with these columns as plain text, so that frames of different runs can be joined."""
    return frame.with_columns(pl.col(c).cast(pl.String) for c in columns)
