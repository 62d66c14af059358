"""Whole games with players who look ahead: compiled only when somebody asks for an expert.

The loop is that of :mod:`.games`, with another who decides. A function that could call either would make
every first run wait for the compilation of both.
"""

from __future__ import annotations

from breachlab.sim.jit import entry

from .engine import advance
from .expert import decide
from .games import deal_game, note_result
from .players import quick_seats
from .rules import answer
from .state import NO_OUTCOME, copy_game


@entry
def play_games(games, c, deals, results):
    """Play a game for each deal; ``games[1]`` is room to look ahead in, the last one is blank."""
    blank = len(games) - 1
    for k in range(len(deals)):
        copy_game(games, 0, blank)
        g = games[0]
        d = deals[k]
        deal_game(g, c, d)
        g.quick = quick_seats(d.policy, d.mistakes, d.players)
        decisions = 0
        advance(g, c)
        while g.outcome == NO_OUTCOME:
            chosen = decide(games, c, d.policy[g.decider], d.mistakes[g.decider])
            decisions += 1 if g.n_options > 1 else 0
            answer(g, g.options[chosen])
            advance(g, c)
        results[k].decisions = decisions
        note_result(g, c, results[k])
