"""What nemesis cards, acolytes and nemesis mats do: one function a phrase (effects.py tells how)."""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import shuffle
from .content import ACOLYTE, ATTACK, MINION
from .effects import offer_cards, offer_spells
from .language import EVERYTHING, effect
from .rules import (
    again,
    amount,
    ask,
    destroy_prepped,
    discard_from_hand,
    discard_in_play,
    discard_prepped,
    do_not_ask_if_all,
    enter,
    gain_tokens,
    gravehold_suffers,
    hit_minion,
    lose,
    lose_tokens,
    next_acolyte,
    offer,
    place_in_play,
    prepped,
    prepped_at,
    put_into_play,
    refill_turn_deck,
    remove_from_play,
    shuffle_turn_deck,
    suffer,
    table_speaker,
    this_under_nemesis_deck,
    turn_card_means,
    unleash,
)
from .state import (
    ACOLYTE_DECISION,
    BREACHES,
    CARD_DECISION,
    LOST_BY_CARD,
    MAY_DECISION,
    NEMESIS_CARD,
    NEMESIS_STREAM,
    NO_SELF_DAMAGE_FRAME,
    PAIR_1_2,
    PASS,
    PLAYER,
    PLAYER_DECISION,
    SPELL_DECISION,
    TARGET,
    TURN_CARD,
    TURN_CARD_DECISION,
    WILD,
    YES,
    find,
    pop,
    push,
    push_bottom,
    take,
)

# ---------------------------------------------------------------- Gravehold, unleash, tokens


@effect("gravehold suffers {amount}", "Gravehold loses life; at 0 the players lose.")
@jit
def gravehold_loses(g, c, f, i):
    f.x = amount(g, c, f, i)
    gravehold_suffers(g, f.x)


@effect("gravehold gains {n} life", "Up to its starting life.")
@jit
def gravehold_gains(g, c, f, i):
    g.gravehold = min(g.gravehold_max, g.gravehold + i.base)


@effect("unleash", "Resolve the nemesis's unleash effect.")
@jit
def unleash_once(g, c, f, i):
    unleash(g, c, 1)


@effect("unleash twice", "One unleash after the other.")
@jit
def unleash_twice(g, c, f, i):
    unleash(g, c, 2)


@effect("unleash {n} times", "One unleash after the other.")
@jit
def unleash_times(g, c, f, i):
    unleash(g, c, i.base)


@effect("unleash until the nemesis has {n} tokens", "Not at all if it has them already.")
@jit
def unleash_until(g, c, f, i):
    # an unleash that gives no token would go on for ever: stop once there were as many as tokens asked for
    if g.tokens < i.base and f.step < i.base:
        again(f)
        unleash(g, c, 1)


@jit
def room_for_tokens(g, c, f, i):
    return g.tokens + i.base <= c.nemeses[g.nemesis].token_max


@jit
def has_tokens(g, c, f, i):
    return g.tokens - i.base >= c.nemeses[g.nemesis].token_min


@effect("the nemesis gains {n} token|tokens", "Up to the limit on its mat.", possible=room_for_tokens)
@jit
def nemesis_gains_tokens(g, c, f, i):
    gain_tokens(g, c, i.base)


@effect("the nemesis loses {n} token|tokens", "Down to the limit on its mat.", possible=has_tokens)
@jit
def nemesis_loses_tokens(g, c, f, i):
    lose_tokens(g, c, i.base)


@effect("the nemesis draws {n} more card|cards this turn", "In the draw phase of this nemesis turn.")
@jit
def nemesis_draws_more(g, c, f, i):
    g.extra_draws += i.base


@effect("the players lose the game", "At once.")
@jit
def players_lose(g, c, f, i):
    lose(g, LOST_BY_CARD)


# ---------------------------------------------------------------- what the players do together


@effect("the players discard {n} cards in hand", "Split over the players as they like.")
@jit
def players_discard_cards(g, c, f, i):
    if f.step > 0:
        discard_from_hand(g, f.who, f.pick)
    if f.step < i.base:
        g.n_options = 0
        for p in range(g.players_n):
            offer_cards(g, c, g.players[p].hand, 4 + p, EVERYTHING)
        ask(g, f, CARD_DECISION, table_speaker(g, f))


@jit
def offer_everybodys_spells(g, c, low, high):
    g.n_options = 0
    for p in range(g.players_n):
        offer_spells(g, c, p, low, high)


@jit
def dearest_prepped(g, c):
    """The highest cost of a prepped spell, -1 without any."""
    cost = -1
    for p in range(g.players_n):
        for b in range(BREACHES):
            for slot in range(2):
                card = prepped_at(g, p, b, slot)
                if card:
                    cost = max(cost, int(c.cards[card].cost))
    return cost


@jit
def prepped_by_all(g):
    n = 0
    for p in range(g.players_n):
        n += prepped(g, p)
    return n


@jit
def enough_prepped(g, c, f, i):
    return prepped_by_all(g) >= i.base


@jit
def anything_prepped(g, c, f, i):
    return prepped_by_all(g) > 0


@effect(
    "the players discard {n} prepped spells", "Split over the players as they like.", possible=enough_prepped
)
@jit
def players_discard_prepped(g, c, f, i):
    if f.step > 0:
        discard_prepped(g, f.owner, f.breach, f.slot)
    if f.step < i.base:
        offer_everybodys_spells(g, c, 0, EVERYTHING)
        ask(g, f, SPELL_DECISION, table_speaker(g, f))


@effect("the players destroy {n} prepped spells of cost {m}", "Fewer if there are fewer.")
@jit
def players_destroy_prepped(g, c, f, i):
    if f.step > 0:
        destroy_prepped(g, f.owner, f.breach, f.slot)
    if f.step < i.base:
        offer_everybodys_spells(g, c, i.mult, i.mult)
        do_not_ask_if_all(g, i.base - f.step)
        ask(g, f, SPELL_DECISION, table_speaker(g, f))


@effect(
    "the players destroy the {n} most expensive prepped spells",
    "Of equally dear spells they choose.",
    possible=enough_prepped,
)
@jit
def players_destroy_dearest(g, c, f, i):
    if f.step > 0:
        destroy_prepped(g, f.owner, f.breach, f.slot)
    if f.step < i.base:
        cost = dearest_prepped(g, c)
        offer_everybodys_spells(g, c, cost, cost)
        do_not_ask_if_all(g, i.base - f.step)
        ask(g, f, SPELL_DECISION, table_speaker(g, f))


@effect(
    "discard the most expensive prepped spell",
    "Of all players' spells; ties: they choose.",
    possible=anything_prepped,
)
@jit
def discard_dearest_prepped(g, c, f, i):
    if f.step == 0:
        cost = dearest_prepped(g, c)
        offer_everybodys_spells(g, c, cost, cost)
        ask(g, f, SPELL_DECISION, table_speaker(g, f))
    else:
        discard_prepped(g, f.owner, f.breach, f.slot)


@effect(
    "destroy the most expensive prepped spell and its owner suffers {n}",
    "Without any prepped spell the players choose who suffers.",
)
@jit
def destroy_dearest_and_suffer(g, c, f, i):
    if f.step == 0:
        f.limit = dearest_prepped(g, c)
        offer_everybodys_spells(g, c, f.limit, f.limit)
        if f.limit < 0:
            for p in range(g.players_n):
                offer(g, PLAYER, p, 0)
            ask(g, f, PLAYER_DECISION, table_speaker(g, f))
        else:
            ask(g, f, SPELL_DECISION, table_speaker(g, f))
    elif f.limit < 0:
        suffer(g, c, f.who, i.base)
    else:
        destroy_prepped(g, f.owner, f.breach, f.slot)
        suffer(g, c, f.owner, i.base)


# ---------------------------------------------------------------- nemesis cards


@jit
def last_discarded(g, c, kind):
    """Where the card of this kind lies that was discarded last, -1 without one."""
    for k in range(g.nemesis_discard.n - 1, -1, -1):
        if c.cards[g.nemesis_discard.cards[k]].kind == kind:
            return k
    return -1


@jit
def a_minion_is_discarded(g, c, f, i):
    return last_discarded(g, c, MINION) >= 0


@effect("the minion discarded last returns to play", "With full life.", possible=a_minion_is_discarded)
@jit
def minion_returns(g, c, f, i):
    k = last_discarded(g, c, MINION)
    if k >= 0:
        put_into_play(g, c, take(g.nemesis_discard, k))


@effect("resolve the attack discarded last", "Nothing happens if there is none.")
@jit
def repeat_attack(g, c, f, i):
    k = last_discarded(g, c, ATTACK)
    if k >= 0:
        card = int(g.nemesis_discard.cards[k])
        enter(g, c.cards[card].effect, -1, card)


@effect("this goes to the bottom of the nemesis deck", "Instead of the discard pile.")
@jit
def under_the_deck(g, c, f, i):
    this_under_nemesis_deck(g, f)


@effect("this minion suffers {amount}", "An acolyte's own blood magic: its self-damage.")
@jit
def this_minion_suffers(g, c, f, i):
    if f.origin != NO_SELF_DAMAGE_FRAME:
        hit_minion(g, c, f, f.card, amount(g, c, f, i))


@effect("~discard this")
@jit
def discard_this(g, c, f, i):
    """The end of an attack or a power: it goes to the discard pile, unless it went elsewhere."""
    k = place_in_play(g, f.card)
    if k >= 0:
        discard_in_play(g, c, k)


# ---------------------------------------------------------------- turn order cards


@effect("reveal the top turn order card", "It stays on top; an empty deck is shuffled anew first.")
@jit
def reveal_turn_card(g, c, f, i):
    refill_turn_deck(g)
    f.pick = g.turn_deck.cards[g.turn_deck.n - 1]


@effect("may put it at the bottom of the turn order deck", "The turn order card revealed before.", deed=True)
@jit
def may_put_turn_card_under(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        offer(g, PASS, 0, 0)
        offer(g, YES, 0, 0)
        ask(g, f, MAY_DECISION, f.who)
    elif f.did:
        push_bottom(g.turn_deck, pop(g.turn_deck))


@effect("discard the top turn order card", "That turn is lost.")
@jit
def discard_turn_card(g, c, f, i):
    push(g.turn_discard, pop(g.turn_deck))


@effect(
    "shuffle a nemesis card from the turn order discard into the turn order deck",
    "Nothing happens without one.",
)
@jit
def nemesis_card_returns(g, c, f, i):
    k = find(g.turn_discard, NEMESIS_CARD)
    if k >= 0:
        push(g.turn_deck, take(g.turn_discard, k))
        shuffle_turn_deck(g)


@effect("keep one player card in the turn order discard and shuffle all others", "Into the turn order deck.")
@jit
def shuffle_all_but_one(g, c, f, i):
    if f.step == 0:
        g.n_options = 0
        for k in range(g.turn_discard.n):
            card = g.turn_discard.cards[k]
            if card != NEMESIS_CARD and find_first(g.turn_discard, card) == k:
                offer(g, TURN_CARD, card, 0)
        if ask(g, f, TURN_CARD_DECISION, table_speaker(g, f)):
            return
    kept = f.step > 0
    if kept:
        take(g.turn_discard, find(g.turn_discard, f.pick))
    while g.turn_discard.n > 0:
        push(g.turn_deck, pop(g.turn_discard))
    shuffle_turn_deck(g)
    if kept:
        push(g.turn_discard, f.pick)


@jit
def find_first(zone, card):
    for k in range(zone.n):
        if zone.cards[k] == card:
            return k
    return -1


@effect(
    "each player suffers {n} per own card in the turn order discard",
    "For wild and shared cards the players choose whose they are, and the order in which they suffer.",
)
@jit
def each_suffers_for_turn_cards(g, c, f, i):
    (
        """First whose each card is (f.limit 0, f.count are settled), then who suffers next (f.limit 1)."""
        ""
    )
    cards = g.turn_discard.cards
    if f.step == 0:
        f.limit = 0
        f.count = 0
        for p in range(g.players_n):
            g.tally[p] = 0
    elif f.limit == 0:
        g.tally[f.who] += 1
        f.count += 1
    elif f.limit == 1:
        wounds = g.tally[f.who] * i.base
        g.tally[f.who] = 0
        again(f)  # an exhaustion comes before the next player
        f.limit = 2
        suffer(g, c, f.who, wounds)
        return
    while f.limit == 0 and f.count < g.turn_discard.n:
        card = cards[f.count]
        if card < WILD:
            g.tally[card if g.players_n > 1 else 0] += 1
            f.count += 1
        elif card == NEMESIS_CARD:
            f.count += 1
        elif card > WILD and find_first(g.turn_discard, card) != find(g.turn_discard, card):
            # both cards of a pair: each of the two players once
            g.tally[2 * (card - PAIR_1_2) + (0 if find_first(g.turn_discard, card) == f.count else 1)] += 1
            f.count += 1
        else:
            g.n_options = 0
            for p in range(g.players_n):
                if turn_card_means(g, card, p):
                    offer(g, PLAYER, p, 0)
            ask(g, f, PLAYER_DECISION, table_speaker(g, f))
            return
    next_to_suffer(g, f)


@jit
def next_to_suffer(g, f):
    f.limit = 1
    g.n_options = 0
    for p in range(g.players_n):
        if g.tally[p] > 0:
            offer(g, PLAYER, p, 0)
    ask(g, f, PLAYER_DECISION, table_speaker(g, f))


# ---------------------------------------------------------------- acolytes


@jit
def ask_acolyte(g, c, f, highest):
    """Which acolyte has the most or the least life; the players choose between equals."""
    best = -1
    for k in range(g.n_in_play):
        minion = g.in_play[k]
        if c.cards[minion.card].kind == ACOLYTE:
            rank = minion.left if highest else 500 - minion.left
            best = max(best, rank)
    g.n_options = 0
    for k in range(g.n_in_play):
        minion = g.in_play[k]
        if c.cards[minion.card].kind == ACOLYTE:
            rank = minion.left if highest else 500 - minion.left
            if rank == best:
                offer(g, TARGET, minion.card, 0)
    f.target = 0
    ask(g, f, ACOLYTE_DECISION, table_speaker(g, f))


@jit
def blood_magic(g, c, card, self_damage):
    if card and place_in_play(g, card) >= 0:
        f = enter(g, c.cards[card].effect, -1, card)
        if not self_damage:
            f.origin = NO_SELF_DAMAGE_FRAME


@effect(
    "resolve the blood magic of the acolyte with the highest life", "It is then the acolyte that is meant."
)
@jit
def highest_blood_magic(g, c, f, i):
    if f.step == 0:
        ask_acolyte(g, c, f, True)
    else:
        blood_magic(g, c, f.target, True)


@effect(
    "resolve the blood magic of the acolyte with the lowest life", "It is then the acolyte that is meant."
)
@jit
def lowest_blood_magic(g, c, f, i):
    if f.step == 0:
        ask_acolyte(g, c, f, False)
    else:
        blood_magic(g, c, f.target, True)


@effect("choose the acolyte with the lowest life", "It is then the acolyte that is meant.")
@jit
def choose_lowest(g, c, f, i):
    if f.step == 0:
        ask_acolyte(g, c, f, False)


@effect("resolve its blood magic", "Of the acolyte that is meant, if it is still in play.")
@jit
def its_blood_magic(g, c, f, i):
    blood_magic(g, c, f.target, True)


@effect("resolve its blood magic twice", "Of the acolyte that is meant, while it is in play.")
@jit
def its_blood_magic_twice(g, c, f, i):
    if f.step < 2:
        again(f)
        blood_magic(g, c, f.target, True)


@effect("that acolyte suffers {n}", "The acolyte that is meant, if it is still in play.")
@jit
def that_acolyte_suffers(g, c, f, i):
    if f.target:
        hit_minion(g, c, f, f.target, i.base)


@effect("that acolyte gains {n} life", "Up to its starting life.")
@jit
def that_acolyte_gains(g, c, f, i):
    k = place_in_play(g, f.target)
    if f.target and k >= 0:
        g.in_play[k].left = min(c.cards[f.target].life, g.in_play[k].left + i.base)


@effect("resolve the blood magic of each acolyte without self-damage", "Oldest first; those in play now.")
@jit
def each_blood_magic(g, c, f, i):
    if f.step == 0:
        f.seq = 0
        f.limit = g.seq
    for k in range(g.n_in_play):
        acolyte = g.in_play[k]
        if c.cards[acolyte.card].kind == ACOLYTE and f.seq < acolyte.seq <= f.limit:
            f.seq = acolyte.seq
            again(f)
            blood_magic(g, c, int(acolyte.card), False)
            return


@effect("the acolyte with the lowest life goes to the bottom of the acolyte deck", "It is not replaced.")
@jit
def lowest_goes_under(g, c, f, i):
    if f.step == 0:
        ask_acolyte(g, c, f, False)
    else:
        remove_from_play(g, place_in_play(g, f.target))
        push_bottom(g.acolyte_deck, f.target)


@effect("put the top acolyte into play", "If the acolyte deck has one.")
@jit
def top_acolyte_enters(g, c, f, i):
    next_acolyte(g, c)


@effect("discard the top acolyte of the deck", "Nothing happens without one.")
@jit
def discard_top_acolyte(g, c, f, i):
    if g.acolyte_deck.n > 0:
        push(g.acolyte_discard, pop(g.acolyte_deck))


@effect("shuffle the {n} acolytes discarded last into the acolyte deck", "Fewer if there are fewer.")
@jit
def acolytes_return(g, c, f, i):
    for _ in range(i.base):
        if g.acolyte_discard.n > 0:
            push(g.acolyte_deck, pop(g.acolyte_discard))
    shuffle(g.counters, NEMESIS_STREAM, g.acolyte_deck.cards, g.acolyte_deck.n)
