"""What the games say: intervals, ratings, card values, supplies, baselines. Polars in, polars out.

>>> from breachlab.analysis import example, win_rates
>>> win_rates(example.games(400, seed=1), by=["nemesis"])["games"].to_list()
[100, 100, 100, 100]
"""

from .baseline import make_baseline, read_baseline, write_baseline
from .card_values import card_values, team_values
from .compare import compare, flipped
from .gate import check
from .ratings import in_play_when_lost, rank_agreement, rate, what_kills
from .supplies import explain_supply, fit_supply_model, rank_supplies, suggest_supplies
from .tune import tune
from .win_rates import win_rates

__all__ = [
    "card_values",
    "check",
    "compare",
    "explain_supply",
    "fit_supply_model",
    "flipped",
    "in_play_when_lost",
    "make_baseline",
    "rank_agreement",
    "rank_supplies",
    "rate",
    "read_baseline",
    "suggest_supplies",
    "team_values",
    "tune",
    "what_kills",
    "win_rates",
    "write_baseline",
]
