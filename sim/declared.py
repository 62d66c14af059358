"""What a game says about itself: the names of the columns in its results, by the part they play.

The analysis knows no game. It asks which column holds the opponent, which ones the cards on offer, which the
team, and how a game ended; a new game is analysed as soon as it declares these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from breachlab.sim.errors import UserError, listed

# The games, and the package of each: its module ``declared`` holds the names below (DECLARED), its module
# ``factors`` what an experiment may vary (GAME). Both are imported only when they are asked for.
GAMES = {"aeons_end": "breachlab.sim.aeons_end"}


@dataclass(frozen=True, kw_only=True)
class Declared:
    """The names of one game's result columns."""

    game: str
    opponent: str  # what is rated: the enemy, the scenario
    mode: str  # how hard the players chose it to be
    players: str
    policy: str
    content: str
    factors: tuple[str, ...]  # what an experiment crosses, the opponent first; no cards, no team
    offer: Mapping[
        str, tuple[str, ...]
    ]  # kind of card -> the columns that hold the cards on offer of that kind
    team: tuple[str, ...]  # the columns that hold who plays, null beyond the number of players
    team_name: str  # what a member of the team is called
    offer_name: str  # what the cards on offer are called together
    ladder: tuple[str, ...]  # the policies from the weakest to the strongest
    usual_mode: str  # what is meant when nobody says how hard
    won: str = "won"
    length: str = "turns"  # how long the game took
    reason: str = "reason"
    stage: str = ""  # how far the game had come when it ended
    table: str = ""  # a list: the opponent's cards in play at the end
    gained: Mapping[str, str] = field(default_factory=dict)  # column of the offer -> copies gained
    first_gain: Mapping[str, str] = field(
        default_factory=dict
    )  # ... -> turn of the first gain, null when never
    plays: Mapping[str, str] = field(default_factory=dict)  # ... -> how often it was played
    reason_groups: Mapping[str, str] = field(default_factory=dict)  # reason of a loss -> what people call it
    outcome: tuple[str, ...] = ()  # what a signature covers beside setup, result and reason

    @property
    def slots(self) -> tuple[str, ...]:
        """Every column that holds a card on offer."""
        return tuple(column for columns in self.offer.values() for column in columns)


def declared(game: str) -> Declared:
    """The declaration of a game.

    >>> declared("aeons_end").opponent
    'nemesis'
    """
    names: Declared = import_module(f"{GAMES[game]}.declared").DECLARED
    return names


def declared_for(columns: Iterable[str]) -> Declared:
    """The declaration of the game whose results have these columns.

    >>> declared_for(["nemesis", "difficulty", "players", "policy", "won", "reason"]).game
    'aeons_end'
    """
    columns = set(columns)
    for game in GAMES:
        names = declared(game)
        if {names.opponent, names.won} <= columns:
            return names
    raise UserError(
        f"these are not the results of a game: the columns are {listed(sorted(columns))}; "
        "results come from `breachlab run EXPERIMENT`"
    )
