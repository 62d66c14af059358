"""The standard player: a score for every option of every decision, from what lies open on the table.

:func:`standard_score` is the whole of it. It knows nothing hidden: of decks it uses the size, and of its own
cards which they are. Ten points are one damage to the nemesis.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import ACOLYTE, GEM, MINION, PAY_AETHER, PAY_HAND, PAY_SPELL_AND_BREACH, SPELL_CARD
from .estimate import (
    LOST,
    blood_magic_points,
    card_points,
    program_points,
    scratch_frame,
    side_points,
    unleash_points_now,
)
from .prospects import capacity, deck_totals, future, turns_left, worth_of_card, worth_of_gain
from .rules import affordable, breach_bonus, is_free, place_in_play, prepped_at
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
    CHARGE,
    CLOSED,
    DECK,
    DESTROYED,
    DISCARD_POWER,
    FOCUS,
    GAIN,
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
    ABILITY_LIMIT,
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
    THIN_LIMIT,
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

NEVER = -100000


@jit
def standard_choice(g, c):
    """The index of the option that the standard player likes best."""
    best = 0
    best_score = -(1 << 40)
    for k in range(g.n_options):
        score = standard_score(g, c, g.options[k])
        if score > best_score:
            best = k
            best_score = score
    return best


@jit
def standard_score(g, c, code):
    """How much the standard player likes an option of the pending decision."""
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
        return readiness(g, c, a)
    if what == TARGET:
        return acolyte_score(g, c, a) if g.decision == ACOLYTE_DECISION else hit_score(g, c, a, f.x)
    if what == NUMBER:
        return share_score(g, c, f.target, a)
    if what == BRANCH:
        at = g.question + c.code[g.question + 1 + a].base
        mult = c.code[g.question + 1 + a].mult
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
        return yes_score(g, c, f, i)
    return pass_score(g, c, f, i)


# ---------------------------------------------------------------- damage


@jit
def threat(g, c, k):
    """Points that a minion or acolyte in play will cost if it stays."""
    card = g.in_play[k].card
    row = c.cards[card]
    if row.kind == ACOLYTE:
        return 10 * g.in_play[k].left - card_points(g, c, card)
    harm = -card_points(g, c, card)
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
                    points -= card_points(g, c, g.in_play[k].card)
        return points + 10 * through
    k = place_in_play(g, target)
    if k < 0:
        return NEVER
    row = c.cards[target]
    n -= row.reduced_by
    if row.reduced_by_tokens:
        n -= g.tokens
    if row.reduced_to >= 0:
        n = min(n, int(row.reduced_to))
    left = int(g.in_play[k].left)
    if n <= 0:
        return 0
    worth = threat(g, c, k)
    if n >= left:
        return worth + worth * w[KILL] // 100 - (n - left) * w[WASTE]
    return worth * n // left


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
    return card_points(g, c, card)


@jit
def casting_score(g, c, what, a, b):
    """Cast what does most for its size first; hold a spell for better targets if no other waits for its breach."""
    if what == PASS:
        return 0
    p = a // 4
    breach = a % 4
    w = c.standard
    row = c.cards[prepped_at(g, p, breach, b)]
    n = (int(row.damage) + 9) // 10 + breach_bonus(c, g.players[p].breaches[breach], breach)
    best = best_hit(g, c, n)
    points = best + row.other
    if g.players[p].breaches[breach].state != CLOSED and spells_in_hand(g, c, p) <= free_breaches(g, p):
        if points * 100 < w[HOLD] * 10 * n:
            return -1
    if c.nemeses[g.nemesis].cloaked and g.n_in_play == 0:
        return 10000 - n
    return 5000 + points * w[SMALL_FIRST] // (10 * max(1, n)) + points


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
        return 0
    if what == PLAY:
        return play_score(g, c, p, a)
    if what == USE:
        return 4800
    if what == ABILITY:
        return ability_score(g, c, p)
    if what == PREP:
        return 4000 + prep_score(g, c, p, a, b)
    if what == DISCARD_POWER and c.cards[a].price != PAY_AETHER:
        return free_price_score(g, c, p, a)
    budget = affordable(g, p, ANY_USE)
    totals = deck_totals(g, c, p)
    room = capacity(g, c, p, -1, -1)
    turns = turns_left(g, c, p)
    points = spending_points(g, c, p, what, a, b, totals, room, turns)
    if points <= 0:
        return -1
    rest = budget - spending_cost(g, c, p, what, a, b)
    best = 0
    for k in range(g.n_options):
        code = g.options[k]
        other = option_what(code)
        if not is_spending(other):
            continue
        oa = option_a(code)
        ob = option_b(code)
        cost = spending_cost(g, c, p, other, oa, ob)
        if cost <= rest and (other == GAIN or other == CHARGE or code != (what << 11 | a << 3 | b)):
            best = max(best, spending_points(g, c, p, other, oa, ob, totals, room, turns))
    # the pair decides; of a pair the larger half comes first
    return 1 + points // 8 + points + best


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
        return more + waiting_spell(g, c, p) * w[PREP_NOW] // 100
    if what == FOCUS:
        if g.players[p].breaches[b].focuses == 3:
            more = future(c, totals, capacity(g, c, p, b, -1), turns) - future(c, totals, room, turns)
            return more + waiting_spell(g, c, p) * w[PREP_NOW] // 100
        more = future(c, totals, capacity(g, c, p, -1, b), turns) - future(c, totals, room, turns)
        points = more * w[PROGRESS] // 100
        if not g.players[p].breaches[b].focused_now and g.players[p].breaches[b].spell == 0:
            points += waiting_spell(g, c, p) * w[PREP_NOW] // 100
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
    harm = min(LOST, -card_points(g, c, card))
    percent = c.standard[POWER_WORTH] - c.standard[POWER_SOON] * (g.in_play[k].left - 1)
    return harm * max(10, percent) // 100


@jit
def free_price_score(g, c, p, card):
    """A power whose price is cards or spells: worth it when its harm is larger than what the cheapest of them bring."""
    row = c.cards[card]
    cost = 0
    last = -1
    for _ in range(max(1, int(row.price_n)) if row.price != PAY_SPELL_AND_BREACH else 1):
        last = next_cheapest(g, c, p, row.price, last)
        cost += last // 8 * c.standard[PRICE_PAID] // 100
    if row.price == PAY_SPELL_AND_BREACH:
        cost += 8 * c.standard[SPELL_LOST]
    gain = power_points(g, c, card) - cost
    return 6000 + gain if gain > 0 else -1


@jit
def next_cheapest(g, c, p, price, last):
    """The worth of the cheapest card or prepped spell above ``last``: eight times its points, and its place."""
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
    unleash_points = unleash_points_now(g, c)
    f = scratch_frame(g, p, p, 0)
    f.count = min(4, cheap_spells_prepped(g, c, p))
    points = program_points(g, c, f, mat.ability, unleash_points, 0)
    if points <= 0 or points * 100 < mat.worth * c.standard[ABILITY_LIMIT]:
        return -1
    return 3950


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
    """Which played card is laid down next: good hands are made of good cards that meet."""
    player = g.players[g.decider]
    place = (player.deck.n + player.discard.n) % c.hand_size
    met = 0
    for k in range(max(0, player.discard.n - place), player.discard.n):
        met += c.cards[player.discard.cards[k]].aether
    row = c.cards[card]
    return row.aether if met >= 10 * place else -row.aether


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
    unleash_points = unleash_points_now(g, c)
    blood_points = blood_magic_points(g, c)
    s = scratch_frame(g, f.you, f.who, f.card)
    s.x = f.x
    s.pick = f.pick
    points = side_points(g, c, s, start, stop, unleash_points, blood_points)
    if f.you >= 0 and c.meaning[c.code[start].op] == THIS_DESTROYED:
        points -= kept_worth(g, c, f.you, f.card)
    return points


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
    return points


@jit
def spell_score(g, c, i, a, b):
    """Which prepped spell: the best to cast, the least to lose."""
    points = spell_damage(g, c, a // 4, a % 4, b)
    if c.meaning[i.op] == SPELL_CAST:
        return 100 + points
    return 40 - points


@jit
def card_score(g, c, i, card, b):
    """Which card: the best to take, the least to part with."""
    p = g.decider
    if b >= 4:
        p = b - 4
    row = c.cards[card]
    play = 2 * row.aether + row.damage + row.other
    meaning = c.meaning[i.op]
    if meaning == CARD_DRAWN:
        return play
    if meaning == DECK_THINNED:
        return c.standard[THIN_LIMIT] - kept_worth(g, c, p, card)
    return -play


@jit
def pile_score(g, c, p, pile):
    totals = deck_totals(g, c, p)
    room = capacity(g, c, p, -1, -1)
    return 1 + worth_of_gain(g, c, totals, room, turns_left(g, c, p), int(g.pile[pile]))


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
        return 10 if f.pick == NEMESIS_CARD else -10
    points = 0
    if c.meaning[i.op] == THIS_DESTROYED:
        points -= kept_worth(g, c, f.you, f.card)
    unleash_points = unleash_points_now(g, c)
    s = scratch_frame(g, f.you, f.who, f.card)
    return points + side_points(g, c, s, g.question, g.question + 8, unleash_points, 0)


@jit
def kept_worth(g, c, p, card):
    """Points of keeping a card of a player's deck."""
    return worth_of_card(g, c, deck_totals(g, c, p), capacity(g, c, p, -1, -1), turns_left(g, c, p), card)


@jit
def pass_score(g, c, f, i):
    return 0
