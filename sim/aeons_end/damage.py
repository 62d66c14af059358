"""The standard player's damage: which spells are cast, and at what."""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import ACOLYTE, MINION, SPELL_CARD
from .estimate import LOST
from .rules import breach_bonus, in_hand_of, place_in_play, prepped_at
from .seen import (
    CASTABLE_SEEN,
    LIFE_SEEN,
    MINIONS_SEEN,
    POWERS_SEEN,
    SOON_SEEN,
    TOGETHER_SEEN,
    clock,
    free_breaches,
    harm_of,
)
from .signs import (
    CARD_FROM,
    CARD_SIGNS,
    CAST_SIGNS,
    CASTING,
    MINION_SIGNS,
    NEMESIS_SIGNS,
    NEVER,
    SURE,
    keep_weighed,
    note,
    note_kind,
    weighed_before,
)
from .state import CLOSED, PASS
from .weights import HOLD, KILL, SMALL_FIRST, STRIP, THREAT_TURNS, WASTE


@jit
def threat(g, c, k):
    """Points that a minion or acolyte in play will cost if it stays."""
    harm = harm_of(g, k)
    if c.cards[g.in_play[k].card].kind == ACOLYTE:
        return 10 * g.in_play[k].left + harm
    return 10 + min(LOST, harm) * c.standard[THREAT_TURNS] // 10


@jit
def hit_score(g, c, target, n):
    """Points of ``n`` damage to a target."""
    w = c.standard
    if target == 0:
        nemesis = c.nemeses[g.nemesis]
        through = n
        points = 0
        if nemesis.cloaked:
            through = max(0, n - g.tokens)
            points += w[STRIP] if g.tokens > nemesis.token_min else 0
        if through >= g.nemesis_life:
            return LOST
        if through > 0:
            for k in range(g.n_in_play):
                if c.cards[g.in_play[k].card].falls_when_nemesis_hit:
                    points += harm_of(g, k)
        return points + 10 * through
    k = place_in_play(g, target)
    if k < 0:
        return NEVER
    n = dealt_to(g, c, target, n)
    left = int(g.in_play[k].left)
    if n <= 0:
        return 0
    worth = threat(g, c, k)
    if n >= left:
        return worth + worth * w[KILL] // 100 - (n - left) * w[WASTE]
    return worth * n // left


@jit
def target_score(g, c, target, n):
    """At what a given damage is dealt."""
    points = hit_score(g, c, target, n)
    if points >= LOST or points <= NEVER:
        return SURE if points >= LOST else NEVER
    time = clock(g)
    if target == 0:
        note(g, c, NEMESIS_SIGNS, 100)
        through = n
        if c.nemeses[g.nemesis].cloaked:
            through = max(0, n - g.tokens)
            note(g, c, NEMESIS_SIGNS + 2, 100 if g.tokens > c.nemeses[g.nemesis].token_min else 0)
            note(g, c, NEMESIS_SIGNS + 4, 100 * g.tokens)
        note(g, c, NEMESIS_SIGNS + 1, 100 * through)
        note(g, c, NEMESIS_SIGNS + 3, time)
        note(g, c, NEMESIS_SIGNS + 5, g.seen[LIFE_SEEN])
        note(g, c, NEMESIS_SIGNS + 6, 100 * int(g.gravehold) // 30)
        return g.score
    k = place_in_play(g, target)
    left = int(g.in_play[k].left)
    harm = min(300, harm_of(g, k))
    dealt = min(left, dealt_to(g, c, target, n))
    note(g, c, MINION_SIGNS, 100)
    note(g, c, MINION_SIGNS + 1, points)
    note(g, c, MINION_SIGNS + 2, 100 * dealt)
    note(g, c, MINION_SIGNS + 3, 100 if dealt == left else 0)
    note(g, c, MINION_SIGNS + 4, 100 * (n - dealt))
    note(g, c, MINION_SIGNS + 5, harm)
    note(g, c, MINION_SIGNS + 6, harm if dealt == left else 0)
    note(g, c, MINION_SIGNS + 7, 100 * (left - dealt))
    note(g, c, MINION_SIGNS + 8, harm * dealt // left)
    note(g, c, MINION_SIGNS + 9, time)
    note(g, c, MINION_SIGNS + 10, g.seen[SOON_SEEN])
    note(g, c, MINION_SIGNS + 11, 100 if dealt < left <= dealt + g.seen[CASTABLE_SEEN] else 0)
    note(g, c, MINION_SIGNS + 12, g.seen[LIFE_SEEN])
    note(g, c, MINION_SIGNS + 13, 100 * int(g.gravehold) // 30)
    note_kind(g, c, 7)
    note(g, c, CARD_FROM + CARD_SIGNS * target, 100)
    note(g, c, CARD_FROM + CARD_SIGNS * target + 1, 100 if dealt == left else 0)
    return g.score


@jit
def dealt_to(g, c, target, n):
    """Damage that reaches a minion or acolyte."""
    row = c.cards[target]
    n -= row.reduced_by
    if row.reduced_by_tokens:
        n -= g.tokens
    if row.reduced_to >= 0:
        n = min(n, int(row.reduced_to))
    return max(0, n)


@jit
def share_score(g, c, target, n):
    """Dividing damage: enough to kill a minion, the rest on."""
    if target == 0:
        return hit_score(g, c, 0, n)
    k = place_in_play(g, target)
    if k >= 0 and n > g.in_play[k].left:
        return -n
    return n


@jit
def acolyte_score(g, c, card):
    """Which acolyte's blood magic, when the players may choose."""
    k = place_in_play(g, card)
    return -harm_of(g, k) if k >= 0 else 0


@jit
def casting_score(g, c, what, a, b):
    """Cast what does most for its size first; a spell may be held for better targets."""
    if what == PASS:
        note(g, c, CAST_SIGNS, 100)
        return g.score
    p = a // 4
    breach = a % 4
    w = c.standard
    row = c.cards[prepped_at(g, p, breach, b)]
    n = max(1, (int(row.damage) + 9) // 10 + breach_bonus(c, g.players[p].breaches[breach], breach))
    best = best_hit(g, c, n)
    points = best + row.other
    if best >= LOST:
        return SURE
    closed = g.players[p].breaches[breach].state == CLOSED
    pressed = in_hand_of(g, c, p, SPELL_CARD) > free_breaches(g, p)
    weak = not closed and not pressed and points * 100 < w[HOLD] * 10 * n
    order = points * w[SMALL_FIRST] // (10 * n) + points
    if c.nemeses[g.nemesis].cloaked and g.n_in_play == 0:
        order = -20 * n
    soon = g.seen[SOON_SEEN]
    together = g.seen[TOGETHER_SEEN]
    if not weighed_before(g, CASTING):
        note(g, c, CAST_SIGNS + 1, 100)
        note(g, c, CAST_SIGNS + 8, clock(g))
        note(g, c, CAST_SIGNS + 10, 100 * g.tokens if c.nemeses[g.nemesis].cloaked else 0)
        note(g, c, CAST_SIGNS + 11, g.seen[MINIONS_SEEN])
        note(g, c, CAST_SIGNS + 12, g.seen[POWERS_SEEN])
        note(g, c, CAST_SIGNS + 15, soon)
        note(g, c, CAST_SIGNS + 16, together)
        note(g, c, CAST_SIGNS + 17, soon if together else 0)
        note(g, c, CAST_SIGNS + 19, g.seen[LIFE_SEEN])
        note(g, c, CAST_SIGNS + 20, 100 * int(g.gravehold) // 30)
        note_kind(g, c, 6)
        keep_weighed(g, CASTING)
    note(g, c, CAST_SIGNS + 2, 100 * n)
    note(g, c, CAST_SIGNS + 3, min(1000, 10 * points // n))
    note(g, c, CAST_SIGNS + 4, 100 if best > 20 * n else 0)
    note(g, c, CAST_SIGNS + 5, min(500, best))
    note(g, c, CAST_SIGNS + 6, 100 if pressed else 0)
    note(g, c, CAST_SIGNS + 7, 100 if closed else 0)
    note(g, c, CAST_SIGNS + 9, row.other)
    note(g, c, CAST_SIGNS + 13, 100 if weak else 0)
    note(g, c, CAST_SIGNS + 14, min(1000, order))
    note(g, c, CAST_SIGNS + 18, 100 * (g.seen[CASTABLE_SEEN] - n))
    card = prepped_at(g, p, breach, b)
    note(g, c, CARD_FROM + CARD_SIGNS * card + 2, 100)
    return g.score


@jit
def best_hit(g, c, n):
    """Points of ``n`` damage to the target that suits it best."""
    best = 0
    if not c.nemeses[g.nemesis].cannot_be_damaged:
        best = hit_score(g, c, 0, n)
    for k in range(g.n_in_play):
        kind = c.cards[g.in_play[k].card].kind
        if kind == MINION or kind == ACOLYTE:
            best = max(best, hit_score(g, c, int(g.in_play[k].card), n))
    return best
