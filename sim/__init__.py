"""How games are played: fast, headless, deterministic.

>>> from breachlab.sim import simulate  # loaded when it is first used
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    if name == "simulate":
        from .batch import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
