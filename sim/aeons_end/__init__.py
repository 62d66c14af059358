"""Aeon's End: the engine, its content, a table for any position, and transcripts.

The names below are loaded when they are first used: the engine's modules import each other without them.

>>> from breachlab.sim.aeons_end import Table
>>> Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction").state()["gravehold_life"]
30
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .table import IllegalStep, Table
    from .transcript import Transcript, play_game

__all__ = ["IllegalStep", "Table", "Transcript", "play_game"]

_HOMES = {
    "IllegalStep": ".table",
    "Table": ".table",
    "Transcript": ".transcript",
    "play_game": ".transcript",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
