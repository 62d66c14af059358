"""Who decides: every decision of a player who does not look ahead goes through :func:`choose`.

``random`` takes any legal option with equal chance. ``greedy`` plays what it has, buys the dearest card, and
casts everything at the weakest minion or the nemesis. ``standard`` has a score for everything, see
:mod:`.standard`; ``novice`` is standard with mistakes. ``expert`` is in :mod:`.expert`.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import draw
from .content import GEM, SPELL_CARD
from .spending import sure_score
from .standard import look_around, standard_choice, standard_score, sure_choice
from .state import (
    ABILITY,
    CARD,
    CAST_DECISION,
    CHARGE,
    DISCARD_POWER,
    FOCUS,
    GAIN,
    GAIN_DECISION,
    MAIN_DECISION,
    NOISE_STREAM,
    OPEN,
    PASS,
    PILE,
    PLACE,
    PLAY,
    PLAYER,
    PREP,
    SPELL,
    TARGET,
    USE,
    option_a,
    option_b,
    option_what,
)

RANDOM, GREEDY, STANDARD, EXPERT = range(4)
POLICIES = {"random": RANDOM, "greedy": GREEDY, "standard": STANDARD, "expert": EXPERT}


@jit
def quick_seats(policies, mistakes, players_n):
    """Which seats need not see all options to answer in the main phase, as bits for ``Game.quick``."""
    quick = 0
    for p in range(players_n):
        if policies[p] == STANDARD and mistakes[p] == 0:
            quick |= 1 << p
    return quick


@jit
def choose(g, c, policy, mistakes=0):
    """The index of the option that a policy takes in the pending decision.

    ``mistakes``: how often, in 10,000 decisions, it takes the second-best option instead of the best. An
    expert needs room to look ahead: :func:`.expert.decide`.
    """
    if policy == RANDOM:
        return draw(g.counters, NOISE_STREAM, g.n_options)
    if policy == STANDARD and mistakes == 0:
        return standard_choice(g, c)
    sure = policy == STANDARD and sure_choice(g, c) >= 0
    if policy == STANDARD and not sure:
        look_around(g, c)
    best = second = -1
    best_score = second_score = -(1 << 49)  # what standard never does is no second-best choice either
    for k in range(g.n_options):
        code = g.options[k]
        if policy == GREEDY:
            score = greedy_score(g, c, code)
        elif sure:
            score = sure_score(g, c, g.decider, option_what(code), option_a(code), option_b(code))
        else:
            score = standard_score(g, c, code)
        if score > best_score:
            second = best
            second_score = best_score
            best = k
            best_score = score
        elif score > second_score:
            second = k
            second_score = score
    if second >= 0 and mistakes > 0 and draw(g.counters, NOISE_STREAM, 10000) < mistakes:
        return second
    return max(0, best)


@jit
def greedy_score(g, c, code):
    """How much greedy likes an option of the pending decision."""
    what = option_what(code)
    a = option_a(code)
    b = option_b(code)
    if g.decision == MAIN_DECISION:
        return greedy_action(g, c, what, a, b)
    if g.decision == CAST_DECISION:
        return 0 if what == PASS else 1
    if what == TARGET:
        return greedy_target(g, a)
    if what == PLAYER:  # the healthiest player, never an exhausted one if it can be helped
        return g.players[a].life
    if what == SPELL:  # giving up a spell: the cheapest
        card = g.players[a // 4].breaches[a % 4].spell
        return 50 - c.cards[card].cost
    if what == CARD:  # parting with a card: the cheapest
        return 50 - c.cards[a].cost
    if what == PILE or g.decision == GAIN_DECISION:
        return 0 if what == PASS else 1 + c.cards[g.pile[a]].cost
    if what == PLACE:
        return a
    return 1 if what != PASS else 0


@jit
def greedy_target(g, target):
    """A minion that is nearly dead first, then any minion, then the nemesis."""
    if target == 0:
        return 100
    for k in range(g.n_in_play):
        if g.in_play[k].card == target:
            return 300 - g.in_play[k].left
    return 0


@jit
def greedy_action(g, c, what, a, b):
    """Play gems and relics, prep, use abilities, discard powers, then spend: cards, breaches, charges."""
    if what == PLAY:
        return 900 + (10 if c.cards[a].kind == GEM else 0)
    if what == PREP:
        return 800 + c.cards[a].cost - b % 4
    if what == ABILITY or what == USE:
        return 700
    if what == DISCARD_POWER:
        return 600
    if what == GAIN:
        card = c.cards[g.pile[a]]
        early = g.turns < 12
        wanted = card.kind == GEM if early else card.kind == SPELL_CARD
        return 300 + 10 * card.cost + (25 if wanted else 0)
    if what == OPEN:
        return 340 - 10 * b
    if what == FOCUS:
        return 200 - b
    if what == CHARGE:
        return 210
    return 0
