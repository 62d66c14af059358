"""What a player has seen of the table before it weighs its options.

Much is the same for all options of a decision, and some of it from one decision of a turn to the next. It is
written down in ``Game.seen``; the places there have names here.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import ACOLYTE, MINION, SPELL_CARD
from .prospects import capacity, deck_totals
from .rules import breach_bonus, is_free, prepped_at
from .state import BREACHES, CAST_DECISION, CASTING_PHASE, CLOSED, IN_PLAY_SIZE, NEMESIS_CARD, SEEN_SIZE

# What is seen once in a decision, before its options are weighed: places in Game.seen.
(
    UNLEASH_SEEN,
    BLOOD_SEEN,
    TIME_SEEN,
    SOON_SEEN,
    LIFE_SEEN,
    CASTABLE_SEEN,
    TOGETHER_SEEN,
    MINIONS_SEEN,
    POWERS_SEEN,
    BUDGET_SEEN,
    ROOM_SEEN,
    INCOME_SEEN,
    SPELLS_SEEN,
    WAITING_SEEN,
    WAYS_SEEN,
) = range(15)
HARM_SEEN = 15  # then what each card in play would do
WAY_SEEN = HARM_SEEN + IN_PLAY_SIZE  # then the ways to spend aether: option, cost and worth of each
MOST_WAYS = (SEEN_SIZE - WAY_SEEN) // 3


@jit
def clock(g):
    """Own turns until the nemesis deck is empty, in hundredths of the 24 that two players begin with."""
    return g.seen[TIME_SEEN]


@jit
def harm_of(g, k):
    """Points that the effect of the k-th card in play would cost."""
    return g.seen[HARM_SEEN + k]


@jit
def nemesis_soon(g):
    """The chance that the next turn is the nemesis's, in hundredths."""
    n = 0
    for k in range(g.turn_deck.n):
        if g.turn_deck.cards[k] == NEMESIS_CARD:
            n += 1
    return 100 * n // g.turn_deck.n if g.turn_deck.n else 33


@jit
def castable(g, c):
    """Damage of the spells that the active player can still cast this turn."""
    if g.active < 0 or (g.decision != CAST_DECISION and g.phase != CASTING_PHASE):
        return 0
    total = 0
    for b in range(BREACHES):
        breach = g.players[g.active].breaches[b]
        if breach.spell:
            total += c.cards[breach.spell].damage // 10 + breach_bonus(c, breach, b)
    return total


@jit
def kills_together(g, c, n):
    """Whether ``n`` damage is enough for a minion or acolyte in play."""
    for k in range(g.n_in_play):
        kind = c.cards[g.in_play[k].card].kind
        if (kind == MINION or kind == ACOLYTE) and g.in_play[k].left <= n:
            return True
    return False


@jit
def in_play_of(g, c, kind):
    """Nemesis cards of a kind in play."""
    n = 0
    for k in range(g.n_in_play):
        if c.cards[g.in_play[k].card].kind == kind:
            n += 1
    return n


@jit
def work_left(g, c):
    """The nemesis's life, or that of the acolytes where they are to be beaten, in hundredths of 70."""
    if not c.nemeses[g.nemesis].won_without_acolytes:
        return 100 * int(g.nemesis_life) // 70
    total = 0
    for k in range(g.acolyte_deck.n):
        total += c.cards[g.acolyte_deck.cards[k]].life
    for k in range(g.n_in_play):
        if c.cards[g.in_play[k].card].kind == ACOLYTE:
            total += g.in_play[k].left
    return 100 * total // 70


@jit
def free_breaches(g, p):
    """Opened breaches without a spell."""
    n = 0
    for b in range(BREACHES):
        breach = g.players[p].breaches[b]
        if is_free(breach) and breach.state != CLOSED:
            n += 1
    return n


@jit
def spell_damage(g, c, p, b, slot):
    """What a prepped spell is worth when cast, in points."""
    breaches = g.players[p].breaches
    card = prepped_at(g, p, b, slot)
    row = c.cards[card]
    return row.damage + row.other + 10 * breach_bonus(c, breaches[b], b)


@jit
def waiting_spell(g, c, p):
    """Points of the best spell in hand, which has found no breach (those that could were prepped before)."""
    player = g.players[p]
    best = 0
    for k in range(player.hand.n):
        row = c.cards[player.hand.cards[k]]
        if row.kind == SPELL_CARD and row.breaches_needed < 2:
            best = max(best, int(row.damage) + int(row.other))
    return best


@jit
def look_into_deck(g, c, p):
    """Note how much aether and how many spells come in a hand, and return the deck's totals."""
    totals = deck_totals(g, c, p)
    cards, spells, _, aether, _ = totals
    g.seen[ROOM_SEEN] = capacity(g, c, p, -1, -1)
    g.seen[INCOME_SEEN] = 50 * aether // max(5, cards)
    g.seen[SPELLS_SEEN] = 500 * spells // max(5, cards)
    return totals
