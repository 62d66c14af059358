"""What player cards and abilities do, and the steps that all effects share: one function a phrase.

A function gets the game ``g``, the content ``c``, the frame ``f`` of the effect being resolved and its own
instruction ``i``. When it has to ask, it offers options and calls ``ask``; it is then called again with
``f.step`` one higher and the answer in ``f`` (``f.who``, ``f.pick``, ...; ``f.did`` is 0 after a "no").
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import shuffle
from .content import GEM, SPELL_CARD
from .language import EVERYTHING, effect
from .rules import (
    CARDS_IN_HAND,
    CHARGES,
    CLOSED_BREACHES,
    DECK_AND_DISCARD,
    LOW_OPENED_BREACHES,
    PREPPED,
    affordable,
    again,
    amount,
    ask,
    cast,
    closed_breaches,
    destroy_prepped,
    destroy_this,
    discard_from_hand,
    discard_prepped,
    do_not_ask_if_all,
    draw_card,
    enter,
    focus,
    gain,
    heal,
    hit,
    holds,
    in_set,
    is_foe,
    is_free,
    lowest_closed,
    measure,
    need_deck,
    offer,
    pay,
    pile_of,
    prep,
    prepped_at,
    suffer,
    table_speaker,
    take_discarded,
    unprep,
)
from .state import (
    BREACH,
    BREACH_DECISION,
    BREACHES,
    CARD,
    CARD_DECISION,
    CLOSED,
    DECK,
    DISCARD,
    FOR_EFFECT,
    FREE_POOL,
    GAIN_DECISION,
    GAIN_ONLY_POOL,
    HAND,
    MAY_DECISION,
    NEMESIS_STREAM,
    NO_RELIC_OR_SPELL_POOL,
    NUMBER,
    NUMBER_DECISION,
    OPENED,
    PASS,
    PILE,
    PILES,
    PLACE,
    PLACE_DECISION,
    PLAYED,
    PLAYER,
    PLAYER_DECISION,
    PREP,
    PREP_DECISION,
    SIGIL,
    SPELL,
    SPELL_DECISION,
    SPELL_ONLY_POOL,
    TARGET,
    TARGET_DECISION,
    TO_ALLYS_HAND,
    TO_OWNERS_HAND,
    YES,
    find,
    pop,
    push,
    take,
)

# ---------------------------------------------------------------- sentence structure


@effect("~end")
@jit
def end(g, c, f, i):
    g.depth -= 1


@effect("~jump")
@jit
def jump(g, c, f, i):
    f.pc += i.base - 1


@effect("~if", possible=holds)
@jit
def if_(g, c, f, i):
    if not holds(g, c, f, i):
        f.pc += i.mult - 1


@effect("~if did")
@jit
def if_did(g, c, f, i):
    if not f.did:
        f.pc += i.mult - 1


@effect("~option")
@jit
def one_option(g, c, f, i):
    pass


@jit
def somebody_can(g, c, f, i):
    for p in range(g.players_n):
        if in_set(g, f, i.a, p, i.mult) and (i.base == EVERYTHING or measure(g, c, f, p, i.b) >= i.base):
            return True
    return False


@effect("~select", possible=somebody_can)
@jit
def select(g, c, f, i):
    """Settle which player a subject means; who can do all of it (or most of it) comes first."""
    if f.step > 0:
        return
    best = -1
    for p in range(g.players_n):
        if in_set(g, f, i.a, p, i.mult):
            best = max(best, min(measure(g, c, f, p, i.b), i.base))
    g.n_options = 0
    for p in range(g.players_n):
        if in_set(g, f, i.a, p, i.mult) and min(measure(g, c, f, p, i.b), i.base) == best:
            offer(g, PLAYER, p, 0)
    if i.count and best == 0:  # nobody can do any of it: it makes no difference who does not
        do_not_ask_if_all(g, g.n_options)
    ask(g, f, PLAYER_DECISION, table_speaker(g, f))


# ---------------------------------------------------------------- offering cards, spells and breaches


@jit
def seen_before(zone, k):
    """Whether the card at ``k`` also lies deeper in the zone: equal cards are one option."""
    for j in range(k):
        if zone.cards[j] == zone.cards[k]:
            return True
    return False


@jit
def offer_cards(g, c, zone, b, cost):
    """The cards of a zone that have this cost, or EVERYTHING; equal ones once."""
    for k in range(zone.n):
        if (cost == EVERYTHING or c.cards[zone.cards[k]].cost == cost) and not seen_before(zone, k):
            offer(g, CARD, zone.cards[k], b)


@jit
def offer_spells(g, c, p, low, high):
    """A player's prepped spells that cost from ``low`` to ``high``."""
    for b in range(BREACHES):
        for slot in range(2):
            card = prepped_at(g, p, b, slot)
            if card and low <= c.cards[card].cost <= high:
                offer(g, SPELL, p * 4 + b, slot)


@jit
def dearest(g, c, zone):
    """The highest cost in a zone, -1 if it is empty."""
    cost = -1
    for k in range(zone.n):
        cost = max(cost, int(c.cards[zone.cards[k]].cost))
    return cost


@jit
def offer_dearest_in_hand(g, c, p):
    """Offer the dearest cards of a hand, equal ones once; how many they are."""
    hand = g.players[p].hand
    cost = dearest(g, c, hand)
    n = 0
    for k in range(hand.n):
        if c.cards[hand.cards[k]].cost == cost:
            n += 1
            if not seen_before(hand, k):
                offer(g, CARD, hand.cards[k], HAND)
    return n


@jit
def offer_foes(g, c):
    """Everything that damage can be aimed at."""
    if not c.nemeses[g.nemesis].cannot_be_damaged:
        offer(g, TARGET, 0, 0)
    for k in range(g.n_in_play):
        if is_foe(c.cards[g.in_play[k].card].kind):
            offer(g, TARGET, g.in_play[k].card, 0)


@jit
def offer_preps(g, c, p, zone, closed_too):
    """Every way to prep a spell from a zone; a spell for two breaches needs two neighbours."""
    breaches = g.players[p].breaches
    for k in range(zone.n):
        card = zone.cards[k]
        if c.cards[card].kind != SPELL_CARD or seen_before(zone, k):
            continue
        wide = c.cards[card].breaches_needed == 2
        for b in range(BREACHES - 1 if wide else BREACHES):
            if ready(breaches[b], closed_too) and (not wide or ready(breaches[b + 1], closed_too)):
                offer(g, PREP, card, b + (4 if wide else 0))


@jit
def ready(breach, closed_too):
    """Whether a spell may be prepped to this breach now."""
    return is_free(breach) and (closed_too or breach.state != CLOSED or breach.focused_now)


# ---------------------------------------------------------------- aether, charges, damage


@jit
def make_aether(g, f, pool, n):
    g.players[f.you].aether[pool] += n
    g.aether_made += n


@effect("gain {n} aether", "The acting player gets aether to spend this turn.")
@jit
def gain_aether(g, c, f, i):
    make_aether(g, f, FREE_POOL, i.base)


@effect(
    "gain {n} aether, not for relics or spells",
    "This aether pays for anything but gaining relics and spells.",
)
@jit
def gain_aether_but(g, c, f, i):
    make_aether(g, f, NO_RELIC_OR_SPELL_POOL, i.base)


@effect("gain {n} aether, only for gaining cards", "This aether pays for gaining cards and nothing else.")
@jit
def gain_aether_for_cards(g, c, f, i):
    make_aether(g, f, GAIN_ONLY_POOL, i.base)


@effect("gain {n} aether, only for spells", "This aether pays for gaining spells and nothing else.")
@jit
def gain_aether_for_spells(g, c, f, i):
    make_aether(g, f, SPELL_ONLY_POOL, i.base)


@effect("gain {n} charge|charges", "The acting player gains charges, up to the spaces on the mat.")
@jit
def gain_charge(g, c, f, i):
    player = g.players[f.you]
    player.charges = min(int(c.mages[player.mage].charges), player.charges + i.base)


@effect("deal {amount}", "The acting player deals damage to one target: the nemesis or a minion.")
@jit
def deal(g, c, f, i):
    if f.step == 0:
        f.x = amount(g, c, f, i) + f.bonus
        f.bonus = 0
        if f.x > 0:
            g.n_options = 0
            offer_foes(g, c)
            ask(g, f, TARGET_DECISION, f.you)
    else:
        hit(g, c, f, f.target, f.x)


@effect("deal {amount}, divided freely", "Damage split over any targets, one hit for each target's share.")
@jit
def deal_divided(g, c, f, i):
    """Target, share, target, share ...; all shares are fixed before the first hit."""
    if f.step == 0:
        f.x = amount(g, c, f, i) + f.bonus
        f.bonus = 0
        g.nemesis_aim = 0
        for k in range(g.n_in_play):
            g.in_play[k].aim = 0
    elif f.step % 2 == 1:  # a target was named: how much of the rest?
        g.n_options = 0
        offer_foes_not_aimed_at(g, c)
        only = g.n_options == 1
        g.n_options = 0
        for share in range(f.x if only else 1, f.x + 1):
            offer(g, NUMBER, share, 0)
        ask(g, f, NUMBER_DECISION, f.you)
        return
    else:
        f.x -= f.number
        aim_at(g, f.target, f.number)
    g.n_options = 0
    if f.x > 0:
        offer_foes_not_aimed_at(g, c)
        if ask(g, f, TARGET_DECISION, f.you):
            return
    if g.nemesis_aim:
        hit(g, c, f, 0, g.nemesis_aim)
    for k in range(g.n_in_play - 1, -1, -1):  # newest first: replacements come behind
        if g.in_play[k].aim:
            share = int(g.in_play[k].aim)
            g.in_play[k].aim = 0
            hit(g, c, f, int(g.in_play[k].card), share)


@jit
def offer_foes_not_aimed_at(g, c):
    if g.nemesis_aim == 0 and not c.nemeses[g.nemesis].cannot_be_damaged:
        offer(g, TARGET, 0, 0)
    for k in range(g.n_in_play):
        if is_foe(c.cards[g.in_play[k].card].kind) and g.in_play[k].aim == 0:
            offer(g, TARGET, g.in_play[k].card, 0)


@jit
def aim_at(g, target, share):
    if target == 0:
        g.nemesis_aim = share
    for k in range(g.n_in_play):
        if target and g.in_play[k].card == target:
            g.in_play[k].aim = share


@effect("~left over bonus")
@jit
def left_over_bonus(g, c, f, i):
    """A breach's bonus damage also comes when the spell dealt none itself."""
    if f.step == 0 and f.bonus > 0:
        f.x = f.bonus
        f.bonus = 0
        g.n_options = 0
        offer_foes(g, c)
        ask(g, f, TARGET_DECISION, f.you)
    elif f.step == 1:
        hit(g, c, f, f.target, f.x)


@effect("~after cast")
@jit
def after_cast(g, c, f, i):
    """A spell cast by an effect may return to a hand, if it is still where casting put it."""
    if f.after == TO_OWNERS_HAND:
        spell_to_hand(g, f, f.mark_owner)
    elif f.after == TO_ALLYS_HAND:
        if f.step == 0:
            g.n_options = 0
            if f.mark >= 0:
                for p in range(g.players_n):
                    if p != f.you or g.players_n == 1:
                        offer(g, PLAYER, p, 0)
            ask(g, f, PLAYER_DECISION, f.you)
        else:
            spell_to_hand(g, f, f.who)


@jit
def spell_to_hand(g, f, p):
    if f.mark >= 0:
        push(g.players[p].hand, take_discarded(g, f.mark_owner, f.mark))


# ---------------------------------------------------------------- deeds: what a player does or suffers


@effect("suffers|suffer {amount}", "The player loses life; at 0 they are exhausted.", deed=True)
@jit
def suffers(g, c, f, i):
    suffer(g, c, f.who, amount(g, c, f, i))


@effect("gains|gain {n} life", "Up to the starting life; exhausted players gain none.", deed=True)
@jit
def gains_life(g, c, f, i):
    heal(g, f.who, i.base)


@effect("loses|lose {n} charge|charges", "Fewer if there are fewer.", deed=True, measure=CHARGES)
@jit
def loses_charges(g, c, f, i):
    player = g.players[f.who]
    player.charges = max(0, player.charges - i.base)


@effect("loses|lose all charges", "The charge spaces of the player are empty afterwards.", deed=True)
@jit
def loses_all_charges(g, c, f, i):
    g.players[f.who].charges = 0


@effect("gains|gain {n} trophy|trophies", "They stay with the player for the rest of the game.", deed=True)
@jit
def gains_trophies(g, c, f, i):
    g.players[f.who].trophies += i.base


@effect(
    "draws|draw {n} card|cards", "From the deck; an empty deck is the discard pile turned over.", deed=True
)
@jit
def draws(g, c, f, i):
    for _ in range(i.base):
        draw_card(g, f.who)


@effect(
    "reveals|reveal their|your hand", "Nothing changes; the player is now the one that is meant.", deed=True
)
@jit
def reveals_hand(g, c, f, i):
    pass


@effect(
    "discards|discard {n} card|cards in hand", "The player chooses which.", deed=True, measure=CARDS_IN_HAND
)
@jit
def discards_cards(g, c, f, i):
    if f.step > 0:
        discard_from_hand(g, f.who, f.pick)
    if f.step < i.base:
        g.n_options = 0
        offer_cards(g, c, g.players[f.who].hand, HAND, EVERYTHING)
        ask(g, f, CARD_DECISION, f.who)


@effect(
    "discards|discard their|your most expensive card in hand",
    "Of equally dear cards the player chooses.",
    deed=True,
    measure=CARDS_IN_HAND,
    need=1,
)
@jit
def discards_dearest(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer_dearest_in_hand(g, c, f.who)
        ask(g, f, CARD_DECISION, f.who)
    else:
        discard_from_hand(g, f.who, f.pick)


@effect(
    "destroys|destroy their|your {n} most expensive cards in hand",
    "Of equally dear cards the player chooses.",
    deed=True,
    measure=CARDS_IN_HAND,
)
@jit
def destroys_dearest(g, c, f, i):
    if f.step > 0:
        hand = g.players[f.who].hand
        push(g.destroyed, take(hand, find(hand, f.pick)))
    if f.step < i.base:
        g.n_options = 0
        if offer_dearest_in_hand(g, c, f.who) <= i.base - f.step:
            do_not_ask_if_all(g, g.n_options)
        ask(g, f, CARD_DECISION, f.who)


@effect(
    "discards|discard one of their|your prepped spells", "It is not cast.", deed=True, measure=PREPPED, need=1
)
@jit
def discards_prepped(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer_spells(g, c, f.who, 0, EVERYTHING)
        ask(g, f, SPELL_DECISION, f.who)
    else:
        discard_prepped(g, f.owner, f.breach, f.slot)


@effect(
    "destroys|destroy one of their|your prepped spells of cost {n}",
    "It is not cast and leaves the game.",
    deed=True,
    measure=PREPPED,
    need=1,
    of_cost=True,
)
@jit
def destroys_prepped(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer_spells(g, c, f.who, i.base, i.base)
        ask(g, f, SPELL_DECISION, f.who)
    else:
        destroy_prepped(g, f.owner, f.breach, f.slot)


@effect("may discard one of their|your prepped spells", "It is not cast.", deed=True)
@jit
def may_discard_prepped(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_spells(g, c, f.who, 0, EVERYTHING)
        ask(g, f, SPELL_DECISION, f.who)
    elif f.did:
        discard_prepped(g, f.owner, f.breach, f.slot)


@effect("may discard up to {n} of their|your prepped spells", "Counts for `card so discarded`.", deed=True)
@jit
def may_discard_some_prepped(g, c, f, i):
    if f.step == 0:
        f.count = 0
    elif f.did:
        f.count += 1
        discard_prepped(g, f.owner, f.breach, f.slot)
    if f.step < i.base and (f.step == 0 or f.did):
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_spells(g, c, f.who, 0, EVERYTHING)
        ask(g, f, SPELL_DECISION, f.who)


@effect("may discard a card in hand", "The player chooses which, or none.", deed=True)
@jit
def may_discard_card(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_cards(g, c, g.players[f.who].hand, HAND, EVERYTHING)
        ask(g, f, CARD_DECISION, f.who)
    elif f.did:
        discard_from_hand(g, f.who, f.pick)


@effect("may take a card from their|your discard pile into hand", "Any card, or none.", deed=True)
@jit
def may_take_discarded(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_cards(g, c, g.players[f.who].discard, DISCARD, EVERYTHING)
        ask(g, f, CARD_DECISION, f.who)
    elif f.did:
        player = g.players[f.who]
        push(player.hand, take_discarded(g, f.who, find(player.discard, f.pick)))


@jit
def may_destroy(g, c, f, hand, discard, most, cost):
    """Up to ``most`` cards of a player's hand and discard pile leave the game."""
    player = g.players[f.who]
    if f.step > 0 and f.did:
        if f.zone == HAND:
            push(g.destroyed, take(player.hand, find(player.hand, f.pick)))
        else:
            push(g.destroyed, take_discarded(g, f.who, find(player.discard, f.pick)))
    if f.step < most and (f.step == 0 or f.did):
        g.n_options = 0
        offer(g, PASS, 0, 0)
        if hand:
            offer_cards(g, c, player.hand, HAND, cost)
        if discard:
            offer_cards(g, c, player.discard, DISCARD, cost)
        ask(g, f, CARD_DECISION, f.who)


@effect("may destroy a card in hand", "It leaves the game.", deed=True)
@jit
def may_destroy_in_hand(g, c, f, i):
    may_destroy(g, c, f, True, False, 1, EVERYTHING)


@effect("may destroy a card in discard pile", "It leaves the game.", deed=True)
@jit
def may_destroy_in_discard(g, c, f, i):
    may_destroy(g, c, f, False, True, 1, EVERYTHING)


@effect("may destroy a card in hand or discard pile", "It leaves the game.", deed=True)
@jit
def may_destroy_anywhere(g, c, f, i):
    may_destroy(g, c, f, True, True, 1, EVERYTHING)


@effect("may destroy up to {n} cards of cost {m} in discard pile", "They leave the game.", deed=True)
@jit
def may_destroy_cheap(g, c, f, i):
    may_destroy(g, c, f, False, True, i.base, i.mult)


@jit
def may_prep(g, c, f, closed_too):
    """One spell from hand to a breach that takes it."""
    player = g.players[f.who]
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_preps(g, c, f.who, player.hand, closed_too)
        ask(g, f, PREP_DECISION, f.who)
    elif f.did:
        take(player.hand, find(player.hand, f.pick))
        prep(g, f.who, f.pick, f.breach, f.slot)


@effect("may prep a spell from hand", "To a free breach that is opened or was focused this turn.", deed=True)
@jit
def may_prep_from_hand(g, c, f, i):
    may_prep(g, c, f, False)


@effect("may prep a spell from hand to any free breach", "Opened or closed, without focusing it.", deed=True)
@jit
def may_prep_from_hand_anywhere(g, c, f, i):
    may_prep(g, c, f, True)


@effect(
    "may prep a spell from their|your discard pile to any free breach",
    "Opened or closed, without focusing it.",
    deed=True,
)
@jit
def may_prep_from_discard(g, c, f, i):
    player = g.players[f.who]
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_preps(g, c, f.who, player.discard, True)
        ask(g, f, PREP_DECISION, f.who)
    elif f.did:
        take_discarded(g, f.who, find(player.discard, f.pick))
        prep(g, f.who, f.pick, f.breach, f.slot)


@effect(
    "shuffles|shuffle their|your deck and discard pile into a new deck",
    "The only time that a player's deck is shuffled.",
    deed=True,
    measure=DECK_AND_DISCARD,
    need=2,
)
@jit
def shuffles_deck(g, c, f, i):
    player = g.players[f.who]
    while player.discard.n > 0:
        push(player.deck, take_discarded(g, f.who, player.discard.n - 1))
    shuffle(g.counters, NEMESIS_STREAM, player.deck.cards, player.deck.n)
    player.shuffled = 1


@effect(
    "reveals|reveal {n} cards and destroys|destroy the most expensive", "From the top of the deck.", deed=True
)
@jit
def reveals_and_destroys(g, c, f, i):
    deck = g.players[f.who].deck
    low = max(0, deck.n - i.base)
    if f.step == 0:
        cost = -1
        for k in range(low, deck.n):
            cost = max(cost, int(c.cards[deck.cards[k]].cost))
        g.n_options = 0
        for k in range(deck.n - 1, low - 1, -1):
            if c.cards[deck.cards[k]].cost == cost:
                offered = False
                for j in range(k + 1, deck.n):
                    offered = offered or deck.cards[j] == deck.cards[k]
                if not offered:
                    offer(g, CARD, deck.cards[k], DECK)
        ask(g, f, CARD_DECISION, f.who)
    else:
        push(g.destroyed, take(deck, find(deck, f.pick)))


@effect(
    "may destroy the top card of their|your deck after revealing it",
    "Otherwise it stays on top.",
    deed=True,
)
@jit
def may_destroy_top(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        if need_deck(g, f.who):
            offer(g, PASS, 0, 0)
            deck = g.players[f.who].deck
            offer(g, CARD, deck.cards[deck.n - 1], DECK)
        ask(g, f, CARD_DECISION, f.who)
    elif f.did:
        push(g.destroyed, pop(g.players[f.who].deck))


@effect(
    "focuses|focus their|your closed breach with the lowest focus cost",
    "The lowest-numbered closed breach, without paying.",
    deed=True,
    measure=CLOSED_BREACHES,
    need=1,
)
@jit
def focuses_lowest(g, c, f, i):
    b = lowest_closed(g, f.who)
    if b >= 0:
        focus(g, c, f.who, b)


@effect(
    "replaces|replace an opened I or II breach with a sigil breach",
    "Spells prepped there return to the player's hand.",
    deed=True,
    measure=LOW_OPENED_BREACHES,
    need=1,
)
@jit
def gains_sigil(g, c, f, i):
    breaches = g.players[f.who].breaches
    if f.step == 0:
        g.n_options = 0
        for b in range(2):
            if breaches[b].state == OPENED:
                offer(g, BREACH, f.who, b)
        if not ask(g, f, BREACH_DECISION, f.who):
            f.did = 0
    else:
        if breaches[f.breach].held:
            push(g.players[f.who].hand, unprep(g, f.who, f.breach - 1, 0))
        while breaches[f.breach].spell:
            push(g.players[f.who].hand, unprep(g, f.who, f.breach, 0))
        breaches[f.breach].state = SIGIL


@jit
def offer_piles(g, c, kind, cost_limit):
    for k in range(PILES):
        row = c.cards[g.pile[k]]
        if g.pile_left[k] > 0 and (kind == 0 or row.kind == kind) and row.cost <= cost_limit:
            offer(g, PILE, k, 0)


@jit
def gain_free(g, c, f, kind, cost_limit, optional, onto_deck):
    if f.step == 0:
        g.n_options = 0
        if optional:
            offer(g, PASS, 0, 0)
        offer_piles(g, c, kind, cost_limit)
        ask(g, f, GAIN_DECISION, f.who)
    elif f.did:
        gain(g, c, f.who, f.pick, onto_deck)


@effect("gains|gain any card from the supply", "Without paying, to the discard pile.", deed=True)
@jit
def gains_any(g, c, f, i):
    gain_free(g, c, f, 0, EVERYTHING, False, 0)


@effect("gains|gain any card from the supply onto their|your deck", "Without paying.", deed=True)
@jit
def gains_any_onto_deck(g, c, f, i):
    gain_free(g, c, f, 0, EVERYTHING, False, 1)


@effect("may gain a gem of cost {n} or less from the supply", "Without paying.", deed=True)
@jit
def may_gain_gem(g, c, f, i):
    gain_free(g, c, f, GEM, i.base, True, 0)


@effect(
    "gains|gain a copy of this card onto their|your deck", "From its supply pile, if any is left.", deed=True
)
@jit
def gains_copy(g, c, f, i):
    pile = pile_of(g, f.card)
    if pile >= 0 and g.pile_left[pile] > 0:
        gain(g, c, f.who, pile, 1)


@effect("may spend {n} aether", "Only aether that may pay for effects.", deed=True)
@jit
def may_spend(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        if affordable(g, f.who, FOR_EFFECT) >= i.base and a_copy_is_left(g, f):
            offer(g, YES, 0, 0)
        ask(g, f, MAY_DECISION, f.who)
    elif f.did:
        pay(g, f.who, i.base, FOR_EFFECT)


@jit
def a_copy_is_left(g, f):
    """Paying for another copy of this card needs one in its pile."""
    pile = pile_of(g, f.card)
    return pile < 0 or g.pile_left[pile] > 0


@effect("may destroy this", "The card being played or cast leaves the game.", deed=True)
@jit
def may_destroy_this(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer(g, YES, 0, 0)
        ask(g, f, MAY_DECISION, f.who)
    elif f.did:
        destroy_this(g, f)


@jit
def choose_ally_discard(g, f):
    """Offer the allies whose discard pile has a top card."""
    g.n_options = 0
    offer(g, PASS, 0, 0)
    for p in range(g.players_n):
        if (p != f.you or g.players_n == 1) and g.players[p].discard.n > 0:
            offer(g, PLAYER, p, 0)
    ask(g, f, PLAYER_DECISION, f.you)


@effect("may take the top card of the discard pile of any ally", "Into the own hand.", deed=True)
@jit
def may_take_allys(g, c, f, i):
    if f.step == 0:
        choose_ally_discard(g, f)
    elif f.did:
        push(g.players[f.you].hand, take_discarded(g, f.who, g.players[f.who].discard.n - 1))


@effect("may destroy the top card of the discard pile of any ally", "It leaves the game.", deed=True)
@jit
def may_destroy_allys(g, c, f, i):
    if f.step == 0:
        choose_ally_discard(g, f)
    elif f.did:
        push(g.destroyed, take_discarded(g, f.who, g.players[f.who].discard.n - 1))


# ---------------------------------------------------------------- cards and piles


@effect("destroy this", "The card leaves the game.")
@jit
def destroys_this(g, c, f, i):
    destroy_this(g, f)


@jit
def others_played(g, c, f, i):
    return g.players[f.you].played.n > 1


@effect(
    "destroy another gem or relic played this turn",
    "One that is still in the play area.",
    possible=others_played,
)
@jit
def destroy_played(g, c, f, i):
    played = g.players[f.you].played
    if f.step == 0:
        g.n_options = 0
        copies = 0
        for k in range(played.n):
            copies += 1 if played.cards[k] == f.card else 0
        for k in range(played.n):
            if not seen_before(played, k) and (played.cards[k] != f.card or copies > 1):
                offer(g, CARD, played.cards[k], PLAYED)
        ask(g, f, CARD_DECISION, f.you)
    else:
        push(g.destroyed, take(played, find(played, f.pick)))


@effect("the next card you gain this turn may go on top of your deck", "Instead of the discard pile.")
@jit
def next_may_go_on_deck(g, c, f, i):
    g.next_on_deck = 1


@effect(
    "the next card you gain this turn goes to the discard pile of any ally",
    "The acting player chooses whose.",
)
@jit
def next_goes_to_ally(g, c, f, i):
    g.next_to_ally = 1


@effect("~place gained")
@jit
def place_gained(g, c, f, i):
    """Where a gained card goes: the discard pile, or what an effect of this turn says."""
    pile = f.pick if f.step == 0 else f.limit
    if f.step == 0:
        f.limit = pile
        f.zone = DECK if f.number else DISCARD
        if f.number == 0 and f.you == g.active:
            g.n_options = 0
            if g.next_on_deck:
                offer(g, PLACE, DECK, 0)
                if not g.next_to_ally:
                    offer(g, PLACE, DISCARD, 0)
            if g.next_to_ally:
                offer(g, PLACE, HAND, 0)
            if ask(g, f, PLACE_DECISION, f.you):
                return
    if f.zone == HAND and f.step == 1:  # onto an ally's discard pile: whose?
        g.n_options = 0
        for p in range(g.players_n):
            if p != f.you or g.players_n == 1:
                offer(g, PLAYER, p, 0)
        ask(g, f, PLAYER_DECISION, f.you)
        return
    if f.you == g.active:
        g.next_on_deck = 0
        g.next_to_ally = 0
        g.gained_now[pile] += 1
    g.pile_left[pile] -= 1
    card = int(g.pile[pile])
    if g.gained[pile] == 0:
        g.first_gain[pile] = g.turns
    g.gained[pile] += 1
    if f.zone == DECK:
        push(g.players[f.you].deck, card)
    elif f.zone == HAND:
        push(g.players[f.who].discard, card)
    else:
        push(g.players[f.you].discard, card)
    if c.cards[card].when_gained:
        enter(g, c.cards[card].when_gained, f.you, card)


# ---------------------------------------------------------------- breaches and spells


@jit
def somebody_has_a_closed_breach(g, c, f, i):
    for p in range(g.players_n):
        if closed_breaches(g, p) > 0:
            return True
    return False


@effect("focus any player's closed breach", "Without paying.", possible=somebody_has_a_closed_breach)
@jit
def focus_any(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        for turn in range(g.players_n):  # the acting player's own come first
            p = (f.you + turn) % g.players_n
            for b in range(BREACHES):
                if g.players[p].breaches[b].state == CLOSED:
                    offer(g, BREACH, p, b)
        ask(g, f, BREACH_DECISION, f.you)
    else:
        focus(g, c, f.owner, f.breach)


@jit
def offer_all_spells(g, c, f):
    for turn in range(g.players_n):
        offer_spells(g, c, (f.you + turn) % g.players_n, 0, EVERYTHING)


@effect("cast a prepped spell of any player and return it to its owner's hand", "You are the caster.")
@jit
def cast_one(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer_all_spells(g, c, f)
        ask(g, f, SPELL_DECISION, f.you)
    else:
        cast(g, c, f.you, f.owner, f.breach, f.slot, TO_OWNERS_HAND)


@effect("cast up to {n} prepped spells of any players, each to the hand of any ally", "You are the caster.")
@jit
def cast_some(g, c, f, i):
    if f.step % 2 == 1:
        if f.did:
            again(f)
            cast(g, c, f.you, f.owner, f.breach, f.slot, TO_ALLYS_HAND)
        return
    if f.step < 2 * i.base:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer_all_spells(g, c, f)
        ask(g, f, SPELL_DECISION, f.you)


@effect("prep a {id} from hand beside this", "To the breach where this spell is prepped, one at a time.")
@jit
def prep_beside(g, c, f, i):
    player = g.players[f.you]
    k = find(player.hand, i.a)
    breach = player.breaches[f.breach]
    if k >= 0 and breach.spell == f.card and breach.spark == 0:
        breach.spark = take(player.hand, k)
