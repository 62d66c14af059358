"""The expert: tries options on copies of the game, plays on there, and values what came of it.

What the standard player likes almost as much as its favourite is tried. In a copy everything hidden is
dealt anew (:mod:`.hidden`), the same for every option; the standard player goes on for everybody, up to the
moment before a turn order card is drawn. The value of that position is a function of its features, fitted
to the outcomes of simulated games (``breachlab train``), one model for each nemesis and number of players,
and one for any other. The standard player's own opinion counts too: an option must look better by more than
a little to be preferred.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import draw
from .content import MODEL_SIZE
from .engine import NEXT_TURN_OP, step
from .features import SIZE, features, weigh_cards
from .hidden import hide
from .players import EXPERT, choose
from .rules import answer, breach_bonus
from .signs import NEVER, SURE
from .standard import look_around, standard_choice, standard_score, sure_choice
from .state import (
    CLOSED,
    NO_DECISION,
    NO_OUTCOME,
    NOISE_STREAM,
    ORDER_DECISION,
    PREP,
    WIN,
    copy_game,
    option_a,
    option_b,
    option_what,
)

# Places in Content.search.
(
    MARGIN,  # how much less than its favourite the standard player may like an option that is tried
    SAMPLES,  # times that the hidden is dealt anew for each option
    TURNS,  # turns that are played on
    OPINION,  # percent of the standard player's opinion that counts
) = range(4)
SEARCH = ("margin", "samples", "turns", "opinion")
CERTAIN = 8_000_000  # the value of a game that is over: millionths of a logit


@jit
def decide(games, c, policy, mistakes):
    """Like :func:`.players.choose`, for the game in ``games[0]``; ``games[1]`` is room to look ahead in."""
    if policy == EXPERT:
        return look_ahead(games, c)
    return choose(games[0], c, policy, mistakes)


@jit
def at_end_of_turn(g, c):
    return g.depth == 1 and c.code[g.stack[0].pc].op == NEXT_TURN_OP


@jit
def play_on(g, c, turns):
    """Let the standard player go on to the end of the turn, and so many turns more."""
    g.quick = 255
    last = g.turns + turns
    while g.outcome == NO_OUTCOME and not (g.turns >= last and at_end_of_turn(g, c)):
        if g.decision == NO_DECISION:
            step(g, c)
        else:
            answer(g, g.options[standard_choice(g, c)])


@jit
def value(g, c):
    """How good a position between two turns is: the logit of winning, in millionths."""
    if g.outcome != NO_OUTCOME:
        return CERTAIN if g.outcome == WIN else -CERTAIN
    features(g, c, g.features)
    model = int(c.nemeses[g.nemesis].model)
    row = (model + g.players_n - 1 if model else 0) * MODEL_SIZE
    total = weigh_cards(g, c, row)
    for k in range(SIZE):
        total += int(g.features[k]) * int(c.expert[row + k])
    return max(-CERTAIN, min(CERTAIN, total // 100))


@jit
def look_ahead(games, c):
    """The index of the option that leads to the best positions."""
    g = games[0]
    if g.n_options == 1 or g.decision == ORDER_DECISION:
        return standard_choice(g, c)
    best = sure_choice(g, c)
    if best >= 0:
        if option_what(g.options[best]) == PREP:
            return look_at_breaches(games, c, best)
        return best
    look_around(g, c)
    best = 0
    best_score = 2 * NEVER
    for k in range(g.n_options):
        score = standard_score(g, c, g.options[k])
        if score > best_score:
            best = k
            best_score = score
    if best_score >= SURE // 2:
        return best
    limit = best_score - c.search[MARGIN]
    salt = draw(g.counters, NOISE_STREAM, 1 << 30)
    first = best
    best_value = -(1 << 60)
    for k in range(g.n_options):
        score = standard_score(g, c, g.options[k])
        if k != first and score < limit:
            continue
        worth = try_option(games, c, k, salt) + (score - best_score) // 10 * c.search[OPINION]
        if worth > best_value:
            best = k
            best_value = worth
    return best


@jit
def look_at_breaches(games, c, usual):
    """Which spell is prepped where: whatever the usual choice is, all that make a difference are tried."""
    g = games[0]
    salt = draw(g.counters, NOISE_STREAM, 1 << 30)
    best = usual
    best_value = -(1 << 60)  # the usual choice is valued when there is another to compare it with
    for k in range(g.n_options):
        if option_what(g.options[k]) != PREP or same_prep(g, c, k, usual):
            continue
        new = True
        for j in range(k):
            new = new and not same_prep(g, c, j, k)
        if new:
            if best_value == -(1 << 60):
                best_value = try_option(games, c, usual, salt)
            worth = try_option(games, c, k, salt)
            if worth > best_value:
                best = k
                best_value = worth
    return best


@jit
def same_prep(g, c, j, k):
    """Whether two options prep the same spell to breaches that are alike."""
    one = g.options[j]
    other = g.options[k]
    if option_what(one) != option_what(other) or option_a(one) != option_a(other):
        return False
    b = option_b(one)
    d = option_b(other)
    if b == d:
        return True
    first = g.players[g.decider].breaches[b % 4]
    second = g.players[g.decider].breaches[d % 4]
    open_ones = first.state != CLOSED and first.state == second.state and b < 4 and d < 4
    return open_ones and breach_bonus(c, first, b) == breach_bonus(c, second, d)


@jit
def try_option(games, c, k, salt):
    """The mean value of what comes of an option."""
    total = 0
    for sample in range(c.search[SAMPLES]):
        copy_game(games, 1, 0)
        h = games[1]
        hide(h, c, salt + sample)
        answer(h, h.options[k])
        play_on(h, c, c.search[TURNS])
        total += value(h, c)
    return total // c.search[SAMPLES]
