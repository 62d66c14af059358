"""Kinds of values that several commands take."""

from collections.abc import Iterable
from typing import Any

import click

from breachlab.sim.errors import UserError


class WholeNumber(click.ParamType):
    """A whole number between two bounds; unlike click's own it says in words what is allowed."""

    name = "number"

    def __init__(self, lowest: int, highest: int) -> None:
        self.lowest, self.highest = lowest, highest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            number = self.lowest - 1
        if not self.lowest <= number <= self.highest:
            self.fail(f"{value} is not a whole number from {self.lowest} to {self.highest}", param, ctx)
        return number


SEED = WholeNumber(0, 2**64 - 1)


def names(option: str, value: str) -> list[str]:
    """The names in a list with commas."""
    found = [name.strip() for name in value.split(",")]
    if not all(found):
        raise UserError(f'{option} has an empty name in "{value}": names are separated by single commas')
    return found


def many(option: str, values: Iterable[str]) -> list[Any]:
    """All values of an option that may be repeated, each a list with commas; whole numbers as such.

    >>> many("--players", ["1,2", "4"])
    [1, 2, 4]
    """
    words = [word for value in values for word in names(option, value)]
    return [int(word) if word.isdigit() else word for word in words]
