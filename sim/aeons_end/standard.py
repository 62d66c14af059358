"""The standard player: a score for every option of every decision, from what lies open on the table.

:func:`standard_score` is the whole of it. It knows nothing hidden: of decks it uses the size, and of its own
cards which they are. Ten points are one damage to the nemesis.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import (
    ACOLYTE,
    GEM,
    MINION,
    PAY_AETHER,
    PAY_HAND,
    PAY_SPELL_AND_BREACH,
    POWER,
    RELIC,
    SIGNS_MAX,
    SPELL_CARD,
)
from .estimate import (
    LOST,
    blood_magic_points,
    program_points,
    scratch_frame,
    side_points,
    unleash_points_now,
)
from .prospects import capacity, deck_totals, future, turns_left, worth_of_card, worth_of_gain
from .rules import affordable, breach_bonus, is_free, place_in_play, prepped_at
from .signs import (
    ABILITY_SIGNS,
    CARD_FROM,
    CARD_SIGNS,
    CAST_SIGNS,
    CHARGE_SIGNS,
    EFFECT_SIGNS,
    FOCUS_SIGNS,
    GEM_SIGNS,
    LOSE_SIGNS,
    MAGE_FROM,
    MAGE_SIGNS,
    MINION_SIGNS,
    NEMESIS_SIGNS,
    OPEN_SIGNS,
    ORDER_SIGNS,
    PLAYER_SIGNS,
    POWER_SIGNS,
    PRICE_SIGNS,
    RELIC_SIGNS,
    SPELL_CAST_SIGNS,
    SPELL_LOST_SIGNS,
    SPELL_SIGNS,
    TAKE_SIGNS,
    THIN_SIGNS,
    TURN_SIGNS,
    WILD_SIGNS,
    clear,
    note,
    note_kind,
)
from .state import (
    ABILITY,
    ABSENT,
    ACOLYTE_DECISION,
    ANY_USE,
    BRANCH,
    BREACH,
    BREACHES,
    CARD,
    CAST_DECISION,
    CASTING_PHASE,
    CHARGE,
    CLOSED,
    DECK,
    DESTROYED,
    DISCARD_POWER,
    FOCUS,
    GAIN,
    IN_PLAY_SIZE,
    MAIN_DECISION,
    NEMESIS_CARD,
    NUMBER,
    OPEN,
    ORDER_DECISION,
    PASS,
    PILE,
    PLACE,
    PLAY,
    PLAYER,
    PREP,
    SEEN_SIZE,
    SPELL,
    TARGET,
    TURN_CARD,
    TURN_DECISION,
    USE,
    YES,
    option_a,
    option_b,
    option_what,
)
from .weights import (
    CHARGE_FULL,
    CHARGE_NOW,
    HOLD,
    KILL,
    POWER_SOON,
    POWER_WORTH,
    PREP_NOW,
    PRICE_PAID,
    PROGRESS,
    SMALL_FIRST,
    SPELL_LOST,
    STRIP,
    THREAT_TURNS,
    WASTE,
)
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

NEVER = -(1 << 50)
SURE = 1 << 50  # what is done before anything is weighed


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
def standard_choice(g, c):
    """The index of the option that the standard player likes best."""
    if g.n_options == 1:
        return 0
    best = sure_choice(g, c)
    if best >= 0:
        return best
    look_around(g, c)
    best = 0
    best_score = 2 * NEVER
    for k in range(g.n_options):
        score = standard_score(g, c, g.options[k])
        if score > best_score:
            best = k
            best_score = score
    return best


@jit
def sure_choice(g, c):
    """The index of what is done in a main phase before anything is weighed: play, use, prep; or -1."""
    best = -1
    if g.decision == MAIN_DECISION:
        best_score = 0
        for k in range(g.n_options):
            code = g.options[k]
            score = sure_score(g, c, g.decider, option_what(code), option_a(code), option_b(code))
            if score > best_score:
                best = k
                best_score = score
    return best


@jit
def look_around(g, c):
    """See what lies on the table, once for all options of a decision."""
    known = int(c.nemeses[g.nemesis].weights_row)
    g.weights_row = (known + g.players_n - 1 if known else 0) * SIGNS_MAX
    if g.decision == ORDER_DECISION or g.decision == TURN_DECISION:
        return
    seen = g.seen
    position = what_matters(g)
    if position != g.looked:  # threats look the same from one decision of a turn to the next
        g.looked = position
        look_at_threats(g, c)
    if g.decision == CAST_DECISION or g.phase == CASTING_PHASE:
        seen[CASTABLE_SEEN] = castable(g, c)
        seen[TOGETHER_SEEN] = 100 if kills_together(g, c, seen[CASTABLE_SEEN]) else 0
    else:
        seen[CASTABLE_SEEN] = 0
        seen[TOGETHER_SEEN] = 0
    if g.decision == MAIN_DECISION:
        look_into_purse(g, c, g.decider)


@jit
def what_matters(g):
    """The position as far as threats depend on it: another number for nearly every change, never 0."""
    lives = int(g.gravehold)
    for p in range(g.players_n):
        lives = 64 * lives + g.players[p].life
    return ((int(g.turns) * 64 + g.n_in_play) * 256 + g.tokens) * (1 << 34) + lives + 1


@jit
def look_at_threats(g, c):
    """What an unleash and every card in play would do."""
    seen = g.seen
    seen[UNLEASH_SEEN] = unleash_points_now(g, c)
    seen[BLOOD_SEEN] = blood_magic_points(g, c)
    seen[TIME_SEEN] = 100 * (g.nemesis_deck.n + 2) // (16 if g.players_n == 1 else 12 * g.players_n)
    seen[SOON_SEEN] = nemesis_soon(g)
    seen[LIFE_SEEN] = work_left(g, c)
    seen[MINIONS_SEEN] = 100 * in_play_of(g, c, MINION)
    seen[POWERS_SEEN] = 100 * in_play_of(g, c, POWER)
    for k in range(g.n_in_play):
        card = g.in_play[k].card
        f = scratch_frame(g, -1, -1, card)
        seen[HARM_SEEN + k] = -program_points(
            g, c, f, c.cards[card].effect, seen[UNLEASH_SEEN], seen[BLOOD_SEEN]
        )


@jit
def work_left(g, c):
    """The nemesis's life, or that of the acolytes where they are to be beaten, in hundredths of 70."""
    if not c.nemeses[g.nemesis].won_without_acolytes:
        return 100 * int(g.nemesis_life) // 70
    total = 11 * int(g.acolyte_deck.n)
    for k in range(g.n_in_play):
        if c.cards[g.in_play[k].card].kind == ACOLYTE:
            total += g.in_play[k].left
    return 100 * total // 70


@jit
def look_into_purse(g, c, p):
    """What the player owns, and each way to spend aether with its cost and worth."""
    seen = g.seen
    totals = look_into_deck(g, c, p)
    room = int(seen[ROOM_SEEN])
    turns = turns_left(g, c, p)
    seen[BUDGET_SEEN] = affordable(g, p, ANY_USE)
    seen[WAITING_SEEN] = waiting_spell(g, c, p)
    ways = 0
    for k in range(g.n_options):
        code = g.options[k]
        what = option_what(code)
        if is_spending(what) and ways < MOST_WAYS:
            at = WAY_SEEN + 3 * ways
            seen[at] = code
            seen[at + 1] = spending_cost(g, c, p, what, option_a(code), option_b(code))
            seen[at + 2] = spending_points(g, c, p, what, option_a(code), option_b(code), totals, room, turns)
            ways += 1
    seen[WAYS_SEEN] = ways


@jit
def look_into_deck(g, c, p):
    """Note how much aether and how many spells come in a hand, and return the deck's totals."""
    totals = deck_totals(g, c, p)
    cards, spells, _, aether, _ = totals
    g.seen[ROOM_SEEN] = capacity(g, c, p, -1, -1)
    g.seen[INCOME_SEEN] = 50 * aether // max(5, cards)
    g.seen[SPELLS_SEEN] = 500 * spells // max(5, cards)
    return totals


@jit
def clock(g):
    """Own turns until the nemesis deck is empty, in hundredths of the 24 that two players begin with."""
    return g.seen[TIME_SEEN]


@jit
def harm_of(g, k):
    """Points that the effect of the k-th card in play would cost."""
    return g.seen[HARM_SEEN + k]


@jit
def standard_score(g, c, code):
    """How much the standard player likes an option of the pending decision."""
    clear(g)
    what = option_what(code)
    a = option_a(code)
    b = option_b(code)
    f = g.stack[g.depth - 1]
    i = c.code[g.question]
    if g.decision == MAIN_DECISION:
        return action_score(g, c, g.decider, what, a, b)
    if g.decision == CAST_DECISION:
        return casting_score(g, c, what, a, b)
    if g.decision == ORDER_DECISION:
        return order_score(g, c, a)
    if g.decision == TURN_DECISION:
        return wild_score(g, c, a)
    if what == TARGET:
        return acolyte_score(g, c, a) if g.decision == ACOLYTE_DECISION else target_score(g, c, a, f.x)
    if what == NUMBER:
        return share_score(g, c, f.target, a)
    if what == BRANCH:
        at = g.question + c.code[g.question + 1 + a].base
        mult = c.code[g.question + 1 + a].mult
        note_source(g, c, f, 100 * a)
        return branch_score(g, c, f, at, at + mult)
    if what == PLAYER:
        return player_score(g, c, f, a)
    if what == SPELL:
        return spell_score(g, c, i, a, b)
    if what == CARD:
        return card_score(g, c, i, a, b)
    if what == PILE:
        return pile_score(g, c, f.who, a)
    if what == PREP:
        return 100 + prep_score(g, c, max(0, f.who), a, b)
    if what == BREACH:
        return breach_score(g, c, i, a, b)
    if what == PLACE:
        return 1 if a == DECK else 0
    if what == TURN_CARD:
        return 1 if a == NEMESIS_CARD else 0
    if what == YES:
        note_source(g, c, f, 100)
        return yes_score(g, c, f, i)
    return pass_score(g, c, f, i)


# ---------------------------------------------------------------- damage


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
    pressed = spells_in_hand(g, c, p) > free_breaches(g, p)
    weak = not closed and not pressed and points * 100 < w[HOLD] * 10 * n
    order = points * w[SMALL_FIRST] // (10 * n) + points
    if c.nemeses[g.nemesis].cloaked and g.n_in_play == 0:
        order = -20 * n
    note(g, c, CAST_SIGNS + 1, 100)
    note(g, c, CAST_SIGNS + 2, 100 * n)
    note(g, c, CAST_SIGNS + 3, min(1000, 10 * points // n))
    note(g, c, CAST_SIGNS + 4, 100 if best > 20 * n else 0)
    note(g, c, CAST_SIGNS + 5, min(500, best))
    note(g, c, CAST_SIGNS + 6, 100 if pressed else 0)
    note(g, c, CAST_SIGNS + 7, 100 if closed else 0)
    note(g, c, CAST_SIGNS + 8, clock(g))
    note(g, c, CAST_SIGNS + 9, row.other)
    note(g, c, CAST_SIGNS + 10, 100 * g.tokens if c.nemeses[g.nemesis].cloaked else 0)
    note(g, c, CAST_SIGNS + 11, g.seen[MINIONS_SEEN])
    note(g, c, CAST_SIGNS + 12, g.seen[POWERS_SEEN])
    note(g, c, CAST_SIGNS + 13, 100 if weak else 0)
    note(g, c, CAST_SIGNS + 14, min(1000, order))
    soon = g.seen[SOON_SEEN]
    together = g.seen[TOGETHER_SEEN]
    note(g, c, CAST_SIGNS + 15, soon)
    note(g, c, CAST_SIGNS + 16, together)
    note(g, c, CAST_SIGNS + 17, soon if together else 0)
    note(g, c, CAST_SIGNS + 18, 100 * (g.seen[CASTABLE_SEEN] - n))
    note(g, c, CAST_SIGNS + 19, g.seen[LIFE_SEEN])
    note(g, c, CAST_SIGNS + 20, 100 * int(g.gravehold) // 30)
    note_kind(g, c, 6)
    card = prepped_at(g, p, breach, b)
    note(g, c, CARD_FROM + CARD_SIGNS * card + 2, 100)
    return g.score


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


@jit
def spells_in_hand(g, c, p):
    n = 0
    hand = g.players[p].hand
    for k in range(hand.n):
        if c.cards[hand.cards[k]].kind == SPELL_CARD:
            n += 1
    return n


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


# ---------------------------------------------------------------- the main phase


@jit
def action_score(g, c, p, what, a, b):
    """First what costs nothing, then the whole aether of the turn as one budget."""
    if what == PASS:
        note(g, c, TURN_SIGNS, 100)
        return g.score
    if what == PLAY or what == USE or what == PREP:
        return NEVER  # it was not worth doing, see sure_choice
    if what == ABILITY:
        return ability_score(g, c, p)
    if what == DISCARD_POWER and c.cards[a].price != PAY_AETHER:
        power_signs(g, c, a, PRICE_SIGNS, free_price_points(g, c, p, a))
        note(g, c, PRICE_SIGNS + 7, price_in_cards(g, c, p, a))
        return g.score
    seen = g.seen
    rest = int(seen[BUDGET_SEEN])
    points = 0
    best = 0
    for k in range(seen[WAYS_SEEN]):
        at = WAY_SEEN + 3 * k
        if seen[at] == what << 11 | a << 3 | b:
            rest -= seen[at + 1]
            points = int(seen[at + 2])
    for k in range(seen[WAYS_SEEN]):
        at = WAY_SEEN + 3 * k
        again = what == GAIN or what == CHARGE or seen[at] != what << 11 | a << 3 | b
        if again and seen[at + 1] <= rest:
            best = max(best, int(seen[at + 2]))
    # the pair decides; of a pair the larger half comes first
    points = min(2000, points + points // 8 + best if points > 0 else points)
    if what == GAIN:
        gain_signs(g, c, p, a, points, rest)
    elif what == CHARGE:
        charge_signs(g, c, p, points, rest)
    elif what == DISCARD_POWER:
        power_signs(g, c, a, POWER_SIGNS, points)
        note(g, c, POWER_SIGNS + 7, 100 * int(c.cards[a].price_n))
        note(g, c, POWER_SIGNS + 8, 100 * rest)
        note(g, c, POWER_SIGNS + 9, g.seen[LIFE_SEEN])
        note(g, c, POWER_SIGNS + 10, 100 * int(g.gravehold) // 30)
    else:
        breach_signs(g, c, p, what, b, points, rest)
    return g.score


@jit
def sure_score(g, c, p, what, a, b):
    """What costs nothing is done at once, in the order of these scores; 0 for anything else."""
    if what == PLAY:
        return play_score(g, c, p, a)
    if what == USE:
        return 4800
    if what == PREP:
        return 4000 + prep_score(g, c, p, a, b)
    return 0


@jit
def gain_signs(g, c, p, pile, points, rest):
    card = int(g.pile[pile])
    row = c.cards[card]
    first = SPELL_SIGNS
    size = int(row.damage)
    kind = 2
    if row.kind == GEM or row.kind == RELIC:
        kind = 0 if row.kind == GEM else 1
        first = RELIC_SIGNS if kind else GEM_SIGNS
        size = int(row.aether)
    time = clock(g)
    copies = 100 * copies_owned(g, p, card)
    note(g, c, first, 100)
    note(g, c, first + 1, points)
    note(g, c, first + 2, time)
    note(g, c, first + 3, time * time // 100)
    note(g, c, first + 4, 10 * size)
    note(g, c, first + 5, size * time // 10)
    note(g, c, first + 6, row.other)
    note(g, c, first + 7, row.other * time // 100)
    note(g, c, first + 8, 100 * row.cost)
    note(g, c, first + 9, g.seen[INCOME_SEEN])
    note(g, c, first + 10, copies)
    note(g, c, first + 11, 100 * rest)
    if kind == 2:
        crowd = g.seen[SPELLS_SEEN] - g.seen[ROOM_SEEN]
        note(g, c, first + 12, 100 if row.breaches_needed > 1 else 0)
        note(g, c, first + 13, crowd)
        note(g, c, first + 14, crowd * size // 10)
        note(g, c, first + 15, crowd * time // 100)
        first += 4
    note_stage(g, c, first + 12)
    note_kind(g, c, kind)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 5 + kind, 100)
    note(g, c, CARD_FROM + CARD_SIGNS * card, 100)
    note(g, c, CARD_FROM + CARD_SIGNS * card + 1, time)
    note(g, c, CARD_FROM + CARD_SIGNS * card + 4, copies)


@jit
def note_stage(g, c, first):
    """How far the game is: own spells, what is left to beat, Gravehold."""
    note(g, c, first, g.seen[SPELLS_SEEN])
    note(g, c, first + 1, g.seen[LIFE_SEEN])
    note(g, c, first + 2, 100 * int(g.gravehold) // 30)


@jit
def copies_owned(g, p, card):
    player = g.players[p]
    n = count_in(player.hand, card) + count_in(player.deck, card) + count_in(player.discard, card)
    n += count_in(player.played, card)
    for b in range(BREACHES):
        if player.breaches[b].spell == card:
            n += 1
    return n


@jit
def count_in(zone, card):
    n = 0
    for k in range(zone.n):
        if zone.cards[k] == card:
            n += 1
    return n


@jit
def charge_signs(g, c, p, points, rest):
    mat = c.mages[g.players[p].mage]
    missing = mat.charges - g.players[p].charges
    time = clock(g)
    note(g, c, CHARGE_SIGNS, 100)
    note(g, c, CHARGE_SIGNS + 1, points)
    note(g, c, CHARGE_SIGNS + 2, time)
    note(g, c, CHARGE_SIGNS + 3, 100 if missing == 1 else 0)
    note(g, c, CHARGE_SIGNS + 4, 100 * missing)
    note(g, c, CHARGE_SIGNS + 5, mat.worth)
    note(g, c, CHARGE_SIGNS + 6, mat.worth * time // 100)
    note(g, c, CHARGE_SIGNS + 7, 100 * rest)
    note(g, c, CHARGE_SIGNS + 8, g.seen[INCOME_SEEN])
    note_stage(g, c, CHARGE_SIGNS + 9)
    note_kind(g, c, 3)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 4, time)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage, 100)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 1, 100 if missing == 1 else 0)


@jit
def breach_signs(g, c, p, what, b, points, rest):
    """Focusing or opening a breach."""
    first = FOCUS_SIGNS if what == FOCUS else OPEN_SIGNS
    breach = g.players[p].breaches[b]
    time = clock(g)
    useful = g.seen[WAITING_SEEN] if breach.spell == 0 and not breach.focused_now else 0
    note(g, c, first, 100)
    note(g, c, first + 1, points)
    note(g, c, first + 2, time)
    if b > 0:
        note(g, c, first + 2 + b, 100)
    note(g, c, first + 6, 10 * useful)
    note(g, c, first + 7, g.seen[SPELLS_SEEN] - g.seen[ROOM_SEEN])
    if what == FOCUS:
        note(g, c, first + 8, 100 * (4 - breach.focuses))
        note(g, c, first + 9, 100 if breach.focuses == 3 else 0)
        note(g, c, first + 10, time if breach.focuses == 3 else 0)
        first += 2
    else:
        note(g, c, first + 8, 100 * int(c.open_cost[b * 4 + breach.focuses]))
    note(g, c, first + 9, 100 * rest)
    note(g, c, first + 10, g.seen[INCOME_SEEN])
    note_stage(g, c, first + 11)
    note_kind(g, c, 4)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 8, 100)


@jit
def power_signs(g, c, card, first, points):
    """Paying to discard a power."""
    k = place_in_play(g, card)
    harm = harm_of(g, k)
    left = g.in_play[k].left
    note(g, c, first, 100)
    note(g, c, first + 1, min(1000, points))
    note(g, c, first + 2, clock(g))
    note(g, c, first + 3, min(300, harm))
    note(g, c, first + 4, min(300, harm) if left == 1 else 0)
    note(g, c, first + 5, min(300, harm) if left == 2 else 0)
    note(g, c, first + 6, 100 if harm >= LOST else 0)
    note_kind(g, c, 5)
    note(g, c, CARD_FROM + CARD_SIGNS * card, 100)
    note(g, c, CARD_FROM + CARD_SIGNS * card + 1, 100 if left == 1 else 0)


@jit
def is_spending(what):
    return what == GAIN or what == CHARGE or what == FOCUS or what == OPEN or what == DISCARD_POWER


@jit
def spending_cost(g, c, p, what, a, b):
    if what == GAIN:
        return int(c.cards[g.pile[a]].cost)
    if what == CHARGE:
        return int(c.charge_price)
    if what == FOCUS:
        return int(c.focus_cost[b])
    if what == OPEN:
        return int(c.open_cost[b * 4 + g.players[p].breaches[b].focuses])
    return int(c.cards[a].price_n) if c.cards[a].price == PAY_AETHER else 99


@jit
def spending_points(g, c, p, what, a, b, totals, room, turns):
    """What an action that costs aether is worth."""
    w = c.standard
    if what == GAIN:
        return worth_of_gain(g, c, totals, room, turns, int(g.pile[a]))
    if what == CHARGE:
        return charge_points(g, c, p, turns)
    if what == OPEN:
        more = future(c, totals, capacity(g, c, p, b, -1), turns) - future(c, totals, room, turns)
        return more + int(g.seen[WAITING_SEEN]) * w[PREP_NOW] // 100
    if what == FOCUS:
        if g.players[p].breaches[b].focuses == 3:
            more = future(c, totals, capacity(g, c, p, b, -1), turns) - future(c, totals, room, turns)
            return more + int(g.seen[WAITING_SEEN]) * w[PREP_NOW] // 100
        more = future(c, totals, capacity(g, c, p, -1, b), turns) - future(c, totals, room, turns)
        points = more * w[PROGRESS] // 100
        if not g.players[p].breaches[b].focused_now and g.players[p].breaches[b].spell == 0:
            points += int(g.seen[WAITING_SEEN]) * w[PREP_NOW] // 100
        return points
    return power_points(g, c, a)


@jit
def charge_points(g, c, p, turns):
    player = g.players[p]
    mat = c.mages[player.mage]
    if player.charges >= mat.charges:
        return 0
    missing = mat.charges - player.charges
    if missing * 10 > turns * 2:  # it will never be full
        return 1
    points = c.standard[CHARGE_NOW] * mat.worth // (6 * mat.charges)
    if missing == 1:
        points += c.standard[CHARGE_FULL] * mat.worth // 100
    return points


@jit
def power_points(g, c, card):
    """What discarding a power saves, less the further away its effect is."""
    k = place_in_play(g, card)
    harm = min(LOST, harm_of(g, k))
    percent = c.standard[POWER_WORTH] - c.standard[POWER_SOON] * (g.in_play[k].left - 1)
    return harm * max(10, percent) // 100


@jit
def free_price_points(g, c, p, card):
    """A power whose price is cards or spells: its harm, less what the cheapest of them bring."""
    return power_points(g, c, card) - price_in_cards(g, c, p, card) * c.standard[PRICE_PAID] // 100


@jit
def price_in_cards(g, c, p, card):
    """Points of the cards or spells that a power costs."""
    row = c.cards[card]
    if row.price == PAY_SPELL_AND_BREACH:
        return next_cheapest(g, c, p, row.price, -1) // 8 + 8 * c.standard[SPELL_LOST]
    cost = 0
    last = -1
    for _ in range(int(row.price_n)):
        last = next_cheapest(g, c, p, row.price, last)
        cost += last // 8
    return cost


@jit
def next_cheapest(g, c, p, price, last):
    """The cheapest card or prepped spell above ``last``: eight times its points, plus its place."""
    best = 1 << 30
    player = g.players[p]
    if price == PAY_HAND:
        for k in range(player.hand.n):
            row = c.cards[player.hand.cards[k]]
            worth = 8 * (2 * row.aether + row.damage + row.other) + k
            if last < worth < best:
                best = worth
    else:
        for b in range(BREACHES):
            if player.breaches[b].spell:
                worth = 8 * spell_damage(g, c, p, b, 0) + b
                if last < worth < best:
                    best = worth
    return best


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
def play_score(g, c, p, card):
    """Gems first, relics then, and last those that want to see what was played."""
    row = c.cards[card]
    if row.kind == GEM:
        return 5200 + row.aether
    if c.meaning[c.code[row.effect].op] == SPELL_CAST:
        best = 0
        for q in range(g.players_n):
            for b in range(BREACHES):
                if g.players[q].breaches[b].spell:
                    best = max(best, spell_damage(g, c, q, b, 0))
        return 3900 + best if best > 0 else -1
    return 5000


@jit
def prep_score(g, c, p, card, b):
    """The best spell to the breach that adds most."""
    row = c.cards[card]
    breaches = g.players[p].breaches
    points = row.damage + row.other + 12 * breach_bonus(c, breaches[b % 4], b % 4)
    if breaches[b % 4].state == CLOSED:
        points -= 3
    return points


@jit
def ability_score(g, c, p):
    """An ability is used when it would now bring most of what it usually brings."""
    mat = c.mages[g.players[p].mage]
    f = scratch_frame(g, p, p, 0)
    f.count = min(4, cheap_spells_prepped(g, c, p))
    points = min(2000, program_points(g, c, f, mat.ability, g.seen[UNLEASH_SEEN], 0))
    if points <= 0:
        return NEVER
    note(g, c, ABILITY_SIGNS, 100)
    note(g, c, ABILITY_SIGNS + 1, points)
    note(g, c, ABILITY_SIGNS + 2, min(1000, 100 * points // max(1, mat.worth)))
    note(g, c, ABILITY_SIGNS + 3, clock(g))
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 2, 100)
    note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 3, clock(g))
    return g.score


@jit
def cheap_spells_prepped(g, c, p):
    """Prepped spells that deal less than discarding them for an ability would."""
    n = 0
    for b in range(BREACHES):
        if g.players[p].breaches[b].spell and spell_damage(g, c, p, b, 0) <= 40:
            n += 1
    return n


# ---------------------------------------------------------------- order of the discard pile, turns


@jit
def order_score(g, c, card):
    """Which played card is laid down next: good hands are made of good cards that meet.

    Decks are never shuffled, so cards that lie side by side will be drawn together, five at a time.
    """
    player = g.players[g.decider]
    place = (player.deck.n + player.discard.n) % c.hand_size
    aether_met = 0
    damage_met = 0
    spells_met = 0
    for k in range(max(0, player.discard.n - place), player.discard.n):
        met = c.cards[player.discard.cards[k]]
        aether_met += met.aether
        damage_met += met.damage
        spells_met += met.breaches_needed
    row = c.cards[card]
    time = 100 * (g.nemesis_deck.n + 2) // (16 if g.players_n == 1 else 12 * g.players_n)
    note(g, c, ORDER_SIGNS, 10 * row.aether)
    note(g, c, ORDER_SIGNS + 1, 10 * row.damage)
    note(g, c, ORDER_SIGNS + 2, row.aether * aether_met // 10)
    note(g, c, ORDER_SIGNS + 3, row.damage * damage_met // 10)
    note(g, c, ORDER_SIGNS + 4, row.damage * aether_met // 10)
    if place == 0:
        note(g, c, ORDER_SIGNS + 5, 10 * row.aether)
        note(g, c, ORDER_SIGNS + 6, 10 * row.damage)
    if row.breaches_needed > 0:
        note(g, c, ORDER_SIGNS + 7, 100)
        note(g, c, ORDER_SIGNS + 8, 100 * spells_met)
        over = 100 * (spells_met + row.breaches_needed) - capacity(g, c, g.decider, -1, -1)
        note(g, c, ORDER_SIGNS + 9, max(0, over))
    note(g, c, ORDER_SIGNS + 10, row.aether * time // 10)
    note(g, c, ORDER_SIGNS + 11, row.damage * time // 10)
    return g.score


@jit
def wild_score(g, c, p):
    """Who takes a turn that anybody may take."""
    player = g.players[p]
    prepped_points = 0
    for b in range(BREACHES):
        if player.breaches[b].spell:
            prepped_points += spell_damage(g, c, p, b, 0)
    aether = 0
    for k in range(player.hand.n):
        aether += c.cards[player.hand.cards[k]].aether
    note(g, c, WILD_SIGNS, readiness(g, c, p))
    note(g, c, WILD_SIGNS + 1, 100 * player.life)
    note(g, c, WILD_SIGNS + 2, 100 * player.exhausted)
    note(g, c, WILD_SIGNS + 3, 10 * prepped_points)
    note(g, c, WILD_SIGNS + 4, 10 * aether)
    return g.score


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


# ---------------------------------------------------------------- effects that ask


@jit
def branch_score(g, c, f, start, stop):
    """One side of an OR."""
    s = scratch_frame(g, f.you, f.who, f.card)
    s.x = f.x
    s.pick = f.pick
    points = side_points(g, c, s, start, stop, g.seen[UNLEASH_SEEN], g.seen[BLOOD_SEEN])
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
    points = side_points(g, c, s, start, stop, 0, 0)
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
    points += side_points(g, c, s, g.question, g.question + 8, g.seen[UNLEASH_SEEN], 0)
    return effect_score(g, c, points)


@jit
def kept_worth(g, c, p, card):
    """Points of keeping a card of a player's deck."""
    return worth_of_card(g, c, deck_totals(g, c, p), capacity(g, c, p, -1, -1), turns_left(g, c, p), card)


@jit
def pass_score(g, c, f, i):
    return 0
