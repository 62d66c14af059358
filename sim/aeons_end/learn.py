"""Games that teach: the standard player tries what it is unsure of, and remembers what it leaned towards.

Every decision that is weighed by signs (:mod:`.signs`) is taken with the probabilities of a softmax over
the scores. For each game the sum of (signs of the option taken less the expected signs) is kept: times how
well the game went, its mean is the direction in which the weights should move (the policy gradient). Only
training uses this module, so it may use floating point numbers; playing does not.
"""

from __future__ import annotations

import math

from breachlab.sim.jit import entry, jit

from ..rng import draw
from .engine import advance, step
from .expert import at_end_of_turn, decide
from .features import SIZE, card_features, features
from .games import deal_game, note_result
from .rules import answer
from .signs import NEVER, SURE
from .standard import look_around, standard_score, sure_choice
from .state import NO_DECISION, NO_OUTCOME, NOISE_STREAM, copy_game


@jit
def explore(g, c, weights, numbers, sizes, chances, lean):
    """The index of an option drawn by its chance; ``lean`` is moved by its signs."""
    if g.n_options == 1:
        return 0
    best = sure_choice(g, c)
    if best >= 0:
        return best
    look_around(g, c)
    g.noting = 1
    best = 0
    best_score = 2 * NEVER
    weighed = 0
    for k in range(g.n_options):
        score = standard_score(g, c, g.options[k])
        if score > best_score:
            best = k
            best_score = score
        n = g.features[0]
        weighed += n
        numbers[k, 0] = n if score > NEVER // 2 else -1
        logit = 0.0
        for j in range(n):
            numbers[k, j + 1] = g.features[2 * j + 1]
            sizes[k, j] = g.features[2 * j + 2] / 100.0
            logit += weights[numbers[k, j + 1]] * sizes[k, j]
        chances[k] = logit
    if weighed == 0 or best_score >= SURE // 2:
        return best
    top = -1e30
    for k in range(g.n_options):
        if numbers[k, 0] >= 0:
            top = max(top, chances[k])
    total = 0.0
    for k in range(g.n_options):
        chances[k] = math.exp(chances[k] - top) if numbers[k, 0] >= 0 else 0.0
        total += chances[k]
    at = draw(g.counters, NOISE_STREAM, 1 << 30) / (1 << 30) * total
    taken = best
    for k in range(g.n_options):
        at -= chances[k]
        if at < 0:
            taken = k
            break
    for k in range(g.n_options):
        if numbers[k, 0] > 0:
            share = (1.0 if k == taken else 0.0) - chances[k] / total
            for j in range(numbers[k, 0]):
                lean[numbers[k, j + 1]] += share * sizes[k, j]
    return taken


@entry
def explore_games(games, c, deals, results, weights, numbers, sizes, chances, leans):
    """Play a game for each deal with chances in place of certainties; ``leans`` has a row for each game."""
    blank = len(games) - 1
    for k in range(len(deals)):
        copy_game(games, 0, blank)
        g = games[0]
        deal_game(g, c, deals[k])
        advance(g, c)
        while g.outcome == NO_OUTCOME:
            answer(g, g.options[explore(g, c, weights, numbers, sizes, chances, leans[k])])
            advance(g, c)
        note_result(g, c, results[k])


@entry
def record_positions(games, c, deals, results, every, rows, owners):
    """Play games; write down the features of every ``every``-th position between turns, and its game."""
    n = 0
    blank = len(games) - 1
    for k in range(len(deals)):
        copy_game(games, 0, blank)
        g = games[0]
        d = deals[k]
        deal_game(g, c, d)
        turn = 0
        while g.outcome == NO_OUTCOME:
            if at_end_of_turn(g, c) and g.turns > turn:
                turn = g.turns
                if (turn + k) % every == 0 and n < len(rows):
                    features(g, c, g.features)
                    for j in range(SIZE):
                        rows[n, j] = g.features[j]
                    card_features(g, c, rows[n])
                    owners[n] = k
                    n += 1
            if g.decision == NO_DECISION:
                step(g, c)
            else:
                answer(g, g.options[decide(games, c, d.policy[g.decider], d.mistakes[g.decider])])
        note_result(g, c, results[k])
    return n
