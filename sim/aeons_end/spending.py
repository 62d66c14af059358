"""The standard player's main phase: first what costs nothing, then all aether of the turn as one budget."""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import GEM, PAY_AETHER, PAY_HAND, PAY_SPELL_AND_BREACH, RELIC
from .estimate import LOST, program_points, scratch_frame
from .prospects import capacity, future
from .rules import breach_bonus, place_in_play
from .seen import (
    BUDGET_SEEN,
    INCOME_SEEN,
    LIFE_SEEN,
    ROOM_SEEN,
    SPELLS_SEEN,
    UNLEASH_SEEN,
    WAITING_SEEN,
    WAY_SEEN,
    WAYS_SEEN,
    clock,
    harm_of,
    spell_damage,
)
from .signs import (
    ABILITY_SIGNS,
    CARD_FROM,
    CARD_SIGNS,
    CHARGE_SIGNS,
    FOCUS_SIGNS,
    FOCUSING,
    GEM_SIGNS,
    GEMS,
    MAGE_FROM,
    MAGE_SIGNS,
    NEVER,
    OPEN_SIGNS,
    OPENING,
    POWER_SIGNS,
    PRICE_SIGNS,
    RELIC_SIGNS,
    RELICS,
    SPELL_SIGNS,
    SPELLS,
    TURN_SIGNS,
    keep_weighed,
    note,
    note_kind,
    weighed_before,
)
from .state import ABILITY, BREACHES, CHARGE, CLOSED, DISCARD_POWER, FOCUS, GAIN, OPEN, PASS, PLAY, PREP, USE
from .weights import (
    CHARGE_FULL,
    CHARGE_NOW,
    POWER_SOON,
    POWER_WORTH,
    PREP_NOW,
    PRICE_PAID,
    PROGRESS,
    SPELL_LOST,
)
from .worth import SPELL_CAST

PLAY_FIRST = 5000  # the sure score of cards that are played before anything is used or prepped


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
    kind = SPELLS
    if row.kind == GEM or row.kind == RELIC:
        kind = GEMS if row.kind == GEM else RELICS
        first = GEM_SIGNS if kind == GEMS else RELIC_SIGNS
        size = int(row.aether)
    time = clock(g)
    copies = 100 * copies_owned(g, p, card)
    crowd = g.seen[SPELLS_SEEN] - g.seen[ROOM_SEEN]
    if not weighed_before(g, kind):
        note(g, c, first, 100)
        note(g, c, first + 2, time)
        note(g, c, first + 3, time * time // 100)
        note(g, c, first + 9, g.seen[INCOME_SEEN])
        if kind == SPELLS:
            note(g, c, first + 13, crowd)
            note(g, c, first + 15, crowd * time // 100)
        note_stage(g, c, first + (16 if kind == SPELLS else 12))
        note_kind(g, c, kind)
        note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 5 + kind, 100)
        keep_weighed(g, kind)
    note(g, c, first + 1, points)
    note(g, c, first + 4, 10 * size)
    note(g, c, first + 5, size * time // 10)
    note(g, c, first + 6, row.other)
    note(g, c, first + 7, row.other * time // 100)
    note(g, c, first + 8, 100 * row.cost)
    note(g, c, first + 10, copies)
    note(g, c, first + 11, 100 * rest)
    if kind == SPELLS:
        note(g, c, first + 12, 100 if row.breaches_needed > 1 else 0)
        note(g, c, first + 14, crowd * size // 10)
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
    end = first + (11 if what == FOCUS else 9)  # the signs that both have at the end of their groups
    group = FOCUSING if what == FOCUS else OPENING
    if not weighed_before(g, group):
        note(g, c, first, 100)
        note(g, c, first + 2, time)
        note(g, c, first + 7, g.seen[SPELLS_SEEN] - g.seen[ROOM_SEEN])
        note(g, c, end + 1, g.seen[INCOME_SEEN])
        note_stage(g, c, end + 2)
        note_kind(g, c, 4)
        note(g, c, MAGE_FROM + MAGE_SIGNS * g.players[p].mage + 8, 100)
        keep_weighed(g, group)
    note(g, c, first + 1, points)
    if b > 0:
        note(g, c, first + 2 + b, 100)
    note(g, c, first + 6, 10 * useful)
    if what == FOCUS:
        note(g, c, first + 8, 100 * (4 - breach.focuses))
        note(g, c, first + 9, 100 if breach.focuses == 3 else 0)
        note(g, c, first + 10, time if breach.focuses == 3 else 0)
    else:
        note(g, c, first + 8, 100 * int(c.open_cost[b * 4 + breach.focuses]))
    note(g, c, end, 100 * rest)


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
def spending_points(g, c, p, what, a, b, totals, turns, now):
    """What an action that costs aether is worth, other than a card; ``now``: the deck's future without it."""
    w = c.standard
    if what == CHARGE:
        return charge_points(g, c, p, turns)
    if what == OPEN:
        more = future(c, totals, capacity(g, c, p, b, -1), turns) - now
        return more + int(g.seen[WAITING_SEEN]) * w[PREP_NOW] // 100
    if what == FOCUS:
        if g.players[p].breaches[b].focuses == 3:
            more = future(c, totals, capacity(g, c, p, b, -1), turns) - now
            return more + int(g.seen[WAITING_SEEN]) * w[PREP_NOW] // 100
        more = future(c, totals, capacity(g, c, p, -1, b), turns) - now
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
def play_score(g, c, p, card):
    """Gems first, relics then, and last those that want to see what was played."""
    row = c.cards[card]
    if row.kind == GEM:
        return PLAY_FIRST + 200 + row.aether
    if c.meaning[c.code[row.effect].op] == SPELL_CAST:
        best = 0
        for q in range(g.players_n):
            for b in range(BREACHES):
                if g.players[q].breaches[b].spell:
                    best = max(best, spell_damage(g, c, q, b, 0))
        return 3900 + best if best > 0 else -1
    return PLAY_FIRST


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
    points = min(2000, program_points(g, c, f, mat.ability, g.seen[UNLEASH_SEEN], 0, True))
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
