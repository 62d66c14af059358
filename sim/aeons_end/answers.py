"""The standard player's answers to effects that ask: which side, which card, who, whether."""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import SPELL_CARD
from .damage import best_hit
from .estimate import scratch_frame, side_points
from .prospects import capacity, deck_totals, turns_left, worth_of_card, worth_of_gain
from .rules import prepped_at
from .seen import BLOOD_SEEN, ROOM_SEEN, UNLEASH_SEEN, clock, look_into_deck, spell_damage
from .signs import (
    CARD_FROM,
    CARD_SIGNS,
    EFFECT_SIGNS,
    LOSE_SIGNS,
    NEVER,
    PLAYER_SIGNS,
    SPELL_CAST_SIGNS,
    SPELL_LOST_SIGNS,
    SURE,
    TAKE_SIGNS,
    THIN_SIGNS,
    note,
)
from .spending import gain_signs
from .state import ABSENT, BREACHES, CLOSED, DESTROYED, NEMESIS_CARD, PASS, option_what
from .worth import (
    BREACH_FOCUSED,
    CARD_DRAWN,
    DECK_THINNED,
    PLAYER_SUFFERS,
    SPELL_CAST,
    SPELL_PREPPED,
    THIS_DESTROYED,
    TURN_CARD_MOVED,
)


@jit
def branch_score(g, c, f, start, stop):
    """One side of an OR."""
    s = scratch_frame(g, f.you, f.who, f.card)
    s.x = f.x
    s.pick = f.pick
    points = side_points(g, c, s, start, stop, g.seen[UNLEASH_SEEN], g.seen[BLOOD_SEEN], True)
    if f.you >= 0 and c.meaning[c.code[start].op] == THIS_DESTROYED:
        points -= kept_worth(g, c, f.you, f.card)
    return effect_score(g, c, points)


@jit
def note_source(g, c, f, size):
    """The card that asks has a say of its own."""
    note(g, c, CARD_FROM + CARD_SIGNS * f.card + 2, size)
    note(g, c, CARD_FROM + CARD_SIGNS * f.card + 3, size * clock(g) // 100)


@jit
def effect_score(g, c, points):
    """An effect whose deeds have been noted."""
    note(g, c, EFFECT_SIGNS, max(-1000, min(1000, points)))
    return g.score


@jit
def player_score(g, c, f, p):
    """Whom an effect is about: what follows in it, done to this player."""
    s = scratch_frame(g, f.you, p, f.card)
    s.x = f.x
    start = g.question + 1
    stop = start
    while c.meaning[c.code[stop].op] and stop < start + 4:
        stop += 1
    points = side_points(g, c, s, start, stop, 0, 0, True)
    i = c.code[start]
    meaning = c.meaning[i.op]
    if meaning == CARD_DRAWN or meaning == SPELL_PREPPED or meaning == DECK_THINNED:
        points += readiness(g, c, p) // 10
    if points == 0 and meaning != PLAYER_SUFFERS:
        points = g.players[p].hand.n
    note(g, c, PLAYER_SIGNS, 100 * g.players[p].life)
    note(g, c, PLAYER_SIGNS + 1, 100 * g.players[p].exhausted)
    note(g, c, PLAYER_SIGNS + 2, 100 * g.players[p].hand.n)
    note(g, c, PLAYER_SIGNS + 3, readiness(g, c, p))
    note(g, c, PLAYER_SIGNS + 4, 100 if p == g.decider else 0)
    return effect_score(g, c, points)


@jit
def spell_score(g, c, i, a, b):
    """Which prepped spell: the best to cast, the least to lose."""
    points = spell_damage(g, c, a // 4, a % 4, b)
    card = prepped_at(g, a // 4, a % 4, b)
    row = c.cards[card]
    casting = c.meaning[i.op] == SPELL_CAST
    first = SPELL_CAST_SIGNS if casting else SPELL_LOST_SIGNS
    note_source(g, c, g.stack[g.depth - 1], 100)
    note(g, c, first, 100)
    note(g, c, first + 1, 10 * points)
    note(g, c, first + 2, row.other)
    note(g, c, first + 3, min(1000, best_hit(g, c, points // 10)) if casting else 100 * row.shield)
    note(g, c, first + 4, 100 if a // 4 == g.decider else 0)
    note(g, c, first + 5, clock(g))
    note(g, c, first + 6, 100 if g.players[a // 4].breaches[a % 4].state == CLOSED else 0)
    return g.score


@jit
def card_score(g, c, i, card, b):
    """Which card: the best to take, the least to part with."""
    p = g.decider
    if b >= 4:
        p = b - 4
    row = c.cards[card]
    meaning = c.meaning[i.op]
    points = 2 * row.aether + row.damage + row.other
    first = LOSE_SIGNS
    if meaning == CARD_DRAWN:
        first = TAKE_SIGNS
    elif meaning == DECK_THINNED:
        first = THIN_SIGNS
        points = max(-500, min(500, kept_worth(g, c, p, card)))
    time = clock(g)
    note_source(g, c, g.stack[g.depth - 1], 100)
    note(g, c, first, 100)
    note(g, c, first + 1, points)
    note(g, c, first + 2, 10 * row.aether)
    note(g, c, first + 3, 10 * row.damage)
    note(g, c, first + 4, row.other)
    note(g, c, first + 5, 100 * row.cost)
    note(g, c, first + 6, 100 if row.kind == SPELL_CARD else 0)
    note(g, c, first + 7, time)
    note(g, c, first + 8, row.aether * time // 10)
    note(g, c, first + 9, row.damage * time // 10)
    note(g, c, first + 10, 100 if option_what(g.options[g.n_options - 1]) == PASS else 0)
    return g.score


@jit
def pile_score(g, c, p, pile):
    totals = look_into_deck(g, c, p)
    room = int(g.seen[ROOM_SEEN])
    points = worth_of_gain(g, c, totals, room, turns_left(g, c, p), int(g.pile[pile]))
    gain_signs(g, c, p, pile, points, 0)
    return g.score


@jit
def breach_score(g, c, i, p, b):
    """Which breach: the most useful to focus or make a sigil, the least useful to lose."""
    breach = g.players[p].breaches[b]
    if c.meaning[i.op] == BREACH_FOCUSED:
        missing = int(c.open_cost[b * 4 + breach.focuses])
        return 50 - missing + (20 if breach.focuses == 3 else 0) + (5 if p == g.decider else 0)
    if breach.state == ABSENT or breach.state == DESTROYED:
        return NEVER
    worth = 10 - 2 * b if breach.state == CLOSED else 40 + 5 * b
    if breach.spell:
        worth += spell_damage(g, c, p, b, 0)
    return -worth


@jit
def yes_score(g, c, f, i):
    """A may: what follows when it is done."""
    if c.meaning[i.op] == TURN_CARD_MOVED:
        return SURE if f.pick == NEMESIS_CARD else NEVER
    points = 0
    if c.meaning[i.op] == THIS_DESTROYED:
        points -= kept_worth(g, c, f.you, f.card)
    s = scratch_frame(g, f.you, f.who, f.card)
    points += side_points(g, c, s, g.question, g.question + 8, g.seen[UNLEASH_SEEN], 0, True)
    return effect_score(g, c, points)


@jit
def kept_worth(g, c, p, card):
    """Points of keeping a card of a player's deck."""
    return worth_of_card(g, c, deck_totals(g, c, p), capacity(g, c, p, -1, -1), turns_left(g, c, p), card)


@jit
def readiness(g, c, p):
    """Who takes a turn that anybody may take: who has most to do."""
    player = g.players[p]
    points = 0
    for k in range(player.hand.n):
        row = c.cards[player.hand.cards[k]]
        points += 2 * row.aether + row.damage // 2 + row.other
    for b in range(BREACHES):
        if player.breaches[b].spell:
            points += spell_damage(g, c, p, b, 0)
    return points
