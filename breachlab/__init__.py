"""breachlab: how hard is this card game, and why?

What a notebook needs; each is loaded when it is first used:

>>> from breachlab import simulate, win_rates, rate, card_values, fit_supply_model, suggest_supplies

Games are played, or read from a run folder with ``scan``:

>>> games = simulate(nemesis="umbra_titan", players=2, games=4, policy="greedy", workers=1)
>>> win_rates(games, by=["nemesis"]).select("nemesis", "games").row(0)
('umbra_titan', 4)

The rest needs more of them. These are made up, for the sake of time:

>>> from breachlab.analysis import example
>>> games = example.games(20_000, seed=1)
>>> rate(games).sort("rating")["nemesis"].to_list()[-1]
'magus_of_cloaks'
>>> values = card_values(games)
>>> values.items.sort("effect")["card"][-1]
'nova_forge'
>>> model = fit_supply_model(games)
>>> tonight = {"difficulty": "normal", "players": 2, "policy": "standard"}
>>> suggest_supplies(model, "gate_witch", tonight, target=0.6, count=3)["meets"].to_list()
[True, True, True]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from breachlab.analysis import card_values, fit_supply_model, rate, suggest_supplies, win_rates
    from breachlab.sim import simulate
    from breachlab.sim.runs import scan

__version__ = "0.1.0"
__all__ = ["card_values", "fit_supply_model", "rate", "scan", "simulate", "suggest_supplies", "win_rates"]

_WHERE = {"simulate": "breachlab.sim", "scan": "breachlab.sim.runs"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(_WHERE.get(name, "breachlab.analysis")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
