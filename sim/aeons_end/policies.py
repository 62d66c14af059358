"""Who plays, in words: ``standard``, ``standard:0.2``, ``expert,novice``.

A policy's name may be followed by a rate of mistakes, the share of decisions in which the second-best option
is taken. Names with commas between them are one for each seat, in order.
"""

from __future__ import annotations

from breachlab.sim.errors import UserError, resolve

from . import players as engine_players

MISTAKES_SCALE = 10_000
# A novice knows what a good move is, and overlooks it in one decision of ten.
NOVICE_SCORES, NOVICE_MISTAKES = "standard", 1_000


def policy_names() -> dict[str, tuple[int, int]]:
    """Every policy by its name: its number in the engine, and its mistakes in 10,000 decisions.

    >>> policy_names()["random"]
    (0, 0)
    """
    numbers = engine_players.POLICIES
    return {
        "novice": (numbers[NOVICE_SCORES], NOVICE_MISTAKES),
        **{name: (number, 0) for name, number in numbers.items()},
    }


def parse_policy(text: str, players: int, where: str = "policy") -> list[tuple[int, int]]:
    """The policy of each seat: its number in the engine, and its mistakes in 10,000 decisions.

    >>> parse_policy("greedy:0.2", 2)
    [(1, 2000), (1, 2000)]
    >>> parse_policy("greedy,random", 2)
    [(1, 0), (0, 0)]
    """
    seats = [_seat(word.strip(), where) for word in text.split(",")]
    if len(seats) == 1:
        return seats * players
    if len(seats) != players:
        raise UserError(
            f'{where}: "{text}" names {len(seats)} players, but {players} play: name one policy for all, or '
            "one for each"
        )
    return seats


def policy_label(text: str, where: str = "policy") -> str:
    """A policy as results call it: the names written out.

    >>> policy_label("greed:0.2, rand")
    'greedy:0.2,random'
    """
    words = [word.strip().partition(":") for word in text.split(",")]
    return ",".join(_resolved(name, where) + colon + rate for name, colon, rate in words)


def _resolved(name: str, where: str) -> str:
    return resolve("policy", name, list(policy_names()), where)


def _seat(word: str, where: str) -> tuple[int, int]:
    name, colon, rate = word.partition(":")
    number, mistakes = policy_names()[_resolved(name, where)]
    if colon:
        try:
            share = float(rate)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise UserError(f'{where}: the rate of mistakes in "{word}" must be a number from 0 to 1')
        mistakes = round(share * MISTAKES_SCALE)
    return number, mistakes
