"""The expert: tries an option on a copy of the game, finishes the turn there, and values what came of it.

The turn is finished by the standard player with everything hidden dealt anew (:mod:`.hidden`), up to the moment
before the next turn order card. The value of that position is a linear function of its features, fitted to the
outcomes of simulated games (``breachlab train``), one model for each nemesis and one for any other.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import draw
from .engine import NEXT_TURN_OP, step
from .features import SIZE, features
from .hidden import hide
from .rules import answer
from .standard import standard_choice, standard_score
from .state import NO_DECISION, NO_OUTCOME, NOISE_STREAM, ORDER_DECISION, WIN, copy_game

WON = 10**15
WIDTH = 6  # options that are looked at: the best by the standard player's scores


@jit
def at_end_of_turn(g, c):
    return g.depth == 1 and c.code[g.stack[0].pc].op == NEXT_TURN_OP


@jit
def finish_turn(g, c):
    """Let the standard player go on to the end of the turn."""
    while g.outcome == NO_OUTCOME and not at_end_of_turn(g, c):
        if g.decision == NO_DECISION:
            step(g, c)
        else:
            answer(g, g.options[standard_choice(g, c)])


@jit
def value(g, c):
    """How good a position between two turns is; the logit of winning, in millionths."""
    if g.outcome != NO_OUTCOME:
        return WON if g.outcome == WIN else -WON
    features(g, c, g.features)
    row = c.nemeses[g.nemesis].model * SIZE
    total = 0
    for k in range(SIZE):
        total += int(g.features[k]) * int(c.expert[row + k])
    return total


@jit
def look_ahead(games, c):
    """The index of the option whose turn ends best."""
    g = games[0]
    salt = draw(g.counters, NOISE_STREAM, 1 << 30)
    best = standard_choice(g, c)
    if g.decision == ORDER_DECISION:
        return best
    best_value = try_option(games, c, best, salt)
    first = best
    limit = score_limit(g, c)
    for k in range(g.n_options):
        if k != first and standard_score(g, c, g.options[k]) >= limit:
            result = try_option(games, c, k, salt)
            if result > best_value:
                best = k
                best_value = result
    return best


@jit
def score_limit(g, c):
    """The standard score that an option must reach to be looked at: that of the WIDTH-th best."""
    if g.n_options <= WIDTH:
        return -(1 << 40)
    limit = 1 << 40
    for _ in range(WIDTH):
        below = -(1 << 40)
        for k in range(g.n_options):
            score = standard_score(g, c, g.options[k])
            if below < score < limit:
                below = score
        limit = below
    return limit


@jit
def try_option(games, c, k, salt):
    copy_game(games, 1, 0)
    h = games[1]
    hide(h, c, salt)
    answer(h, h.options[k])
    finish_turn(h, c)
    return value(h, c)
