"""The rules that phrases are made of: damage, exhaustion, breaches, spells, piles, aether.

Nothing here asks a question on its own: effects and the turn structure do, with :func:`ask`. A function that
asks is called again with the answer, see :func:`ask`.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import shuffle
from .content import ACOLYTE, ATTACK, EXHAUSTION_PROGRAM, GAIN_PROGRAM, GEM, MINION, RELIC
from .language import (
    ANY_ALLY,
    ANY_OTHER,
    ANY_PLAYER,
    AT_LEAST,
    AT_MOST,
    CONDITIONS,
    COUNTS,
    EXACTLY,
    SUBJECTS,
    THAT_PLAYER,
    THE_MAGE,
    YOU,
    Words,
)
from .state import (
    ALL_EXHAUSTED,
    BREACH,
    BREACHES,
    CLOSED,
    DESTROYED,
    GRAVEHOLD_FALLEN,
    LOSS,
    NEMESIS_CARD,
    NEMESIS_DEFEATED,
    NO_DECISION,
    NO_OUTCOME,
    NO_TOKENS_LEFT,
    NUMBER,
    OPENED,
    OPTIONS_SIZE,
    PASS,
    PAYING_ORDER,
    PILE,
    PILES,
    PLACE,
    PLAYER,
    POOL_USES,
    PREP,
    SIGIL,
    SPELL,
    STACK_SIZE,
    TARGET,
    TURN_CARD,
    TURN_LIMIT,
    TURN_ORDER_STREAM,
    UNLEASH_FRAME,
    WIN,
    find,
    option,
    option_a,
    option_b,
    option_what,
    pop,
    push,
    push_bottom,
    take,
)

# ---------------------------------------------------------------- numbers on the table
(
    NO_COUNT,
    THAT_MUCH,
    TOKENS,
    HALF_TOKENS,
    TROPHIES,
    YOUR_PREPPED,
    COPIES_PREPPED,
    GEMS_IN_HAND,
    NEMESIS_TURN_CARDS,
    MOST_PREPPED,
    THEIR_PREPPED,
    MINION_LIFE,
    DISCARDED,
    TIER,
    PILE_LEFT,
    YOUR_LIFE,
    THEIR_LIFE,
    YOU_EXHAUSTED,
    YOUR_OPENED,
    YOUR_TURN,
    GAINED_NOW,
    KILLED,
    REVEALED_NEMESIS,
) = range(23)

COUNTS += [
    Words("nemesis token", "nemesis tokens on the mat", (TOKENS,)),
    Words("two nemesis tokens rounded up", "half of the nemesis tokens", (HALF_TOKENS,)),
    Words("trophy", "trophies of the acting player", (TROPHIES,)),
    Words("spell you have prepped", "the acting player's prepped spells", (YOUR_PREPPED,)),
    Words("copy of this card prepped by any player", "prepped spells of this name", (COPIES_PREPPED,)),
    Words("gem in that player's hand", "gems in the hand of the player meant", (GEMS_IN_HAND,)),
    Words(
        "nemesis card in the turn order discard", "nemesis turn order cards discarded", (NEMESIS_TURN_CARDS,)
    ),
    Words(
        "spell prepped by the player with the most", "the largest number of prepped spells", (MOST_PREPPED,)
    ),
    Words("spell that player has prepped", "prepped spells of the player meant", (THEIR_PREPPED,)),
    Words("life of this minion", "what life this minion has left", (MINION_LIFE,)),
    Words("card so discarded", "cards discarded by the step before", (DISCARDED,)),
]

CONDITIONS += [
    Words("the nemesis has {n} or more tokens", "", (TOKENS, AT_LEAST)),
    Words(
        "exactly {n} nemesis card|cards is|are in the turn order discard", "", (NEMESIS_TURN_CARDS, EXACTLY)
    ),
    Words("a nemesis card is in the turn order discard", "", (NEMESIS_TURN_CARDS, AT_LEAST, 1)),
    Words("the nemesis tier is {n} or more", "", (TIER, AT_LEAST)),
    Words("the supply pile of this card is empty", "", (PILE_LEFT, AT_MOST, 0)),
    Words("you have {n} or less life", "", (YOUR_LIFE, AT_MOST)),
    Words("that player has {n} or less life", "", (THEIR_LIFE, AT_MOST)),
    Words("this minion has {n} or less life", "", (MINION_LIFE, AT_MOST)),
    Words("you are exhausted", "", (YOU_EXHAUSTED, AT_LEAST, 1)),
    Words("you have {n} opened breaches", "", (YOUR_OPENED, AT_LEAST)),
    Words("it is your turn", "", (YOUR_TURN, AT_LEAST, 1)),
    Words("this is the first copy you gained this turn", "", (GAINED_NOW, EXACTLY, 1)),
    Words("that hit discarded a minion of the nemesis deck", "", (KILLED, AT_LEAST, 1)),
    Words("it is a nemesis card", "the turn order card revealed before", (REVEALED_NEMESIS, AT_LEAST, 1)),
    Words("it is a player card", "the turn order card revealed before", (REVEALED_NEMESIS, AT_MOST, 0)),
]

# --- what a player may have much or little of
(
    NO_MEASURE,
    LOWEST_LIFE,
    CHARGES,
    PREPPED,
    OPENED_BREACHES,
    CARDS_IN_HAND,
    DECK_AND_DISCARD,
    CLOSED_BREACHES,
    LOW_OPENED_BREACHES,
    REVEALED_PLAYER,
) = range(10)

SUBJECTS += [
    Words("you", "the acting player", (YOU,)),
    Words(
        "any player",
        "the players choose; it must be someone who can do it all, if there is one",
        (ANY_PLAYER,),
    ),
    Words("any ally", "the acting player chooses another player (solo: themselves)", (ANY_ALLY,)),
    Words("any other player", "not the one meant before (solo: the same)", (ANY_OTHER,)),
    Words("that player", "the one meant before", (THAT_PLAYER,)),
    Words(
        "the player with the lowest life",
        "not an exhausted one; ties: the players choose",
        (ANY_PLAYER, LOWEST_LIFE),
    ),
    Words("the player with the most charges", "ties: the players choose", (ANY_PLAYER, CHARGES)),
    Words("the player with the most prepped spells", "ties: the players choose", (ANY_PLAYER, PREPPED)),
    Words(
        "the player with the most opened breaches", "ties: the players choose", (ANY_PLAYER, OPENED_BREACHES)
    ),
    Words("its player", "whose turn order card was revealed", (ANY_PLAYER, REVEALED_PLAYER)),
    Words("{id}", "the player with this mage", (THE_MAGE,)),
]


@jit
def count(g, c, f, kind):
    """A number on the table, as the words of a phrase in frame ``f`` mean it."""
    if kind == NO_COUNT:
        return 0
    if kind == THAT_MUCH:
        return f.x
    if kind == TOKENS:
        return g.tokens
    if kind == HALF_TOKENS:
        return (g.tokens + 1) // 2
    if kind == TROPHIES:
        return g.players[f.you].trophies
    if kind == YOUR_PREPPED:
        return prepped(g, f.you)
    if kind == COPIES_PREPPED:
        return copies_prepped(g, f.card)
    if kind == GEMS_IN_HAND:
        return in_hand_of(g, c, f.who, GEM)
    if kind == NEMESIS_TURN_CARDS:
        return nemesis_turn_cards(g)
    if kind == MOST_PREPPED:
        most = 0
        for p in range(g.players_n):
            most = max(most, prepped(g, p))
        return most
    if kind == THEIR_PREPPED:
        return prepped(g, f.who)
    if kind == MINION_LIFE:
        k = place_in_play(g, f.card)
        return g.in_play[k].left if k >= 0 else 0
    if kind == DISCARDED:
        return f.count
    if kind == TIER:
        return nemesis_tier(g, c)
    if kind == PILE_LEFT:
        k = pile_of(g, f.card)
        return g.pile_left[k] if k >= 0 else 0
    if kind == YOUR_LIFE:
        return g.players[f.you].life
    if kind == THEIR_LIFE:
        return g.players[f.who].life
    if kind == YOU_EXHAUSTED:
        return g.players[f.you].exhausted
    if kind == YOUR_OPENED:
        return opened_breaches(g, f.you)
    if kind == YOUR_TURN:
        return 1 if g.active == f.you else 0
    if kind == GAINED_NOW:
        k = pile_of(g, f.card)
        return g.gained_now[k] if k >= 0 else 0
    if kind == KILLED:
        return f.killed
    return 1 if f.pick == NEMESIS_CARD else 0


@jit
def amount(g, c, f, i):
    """What an {amount} comes to now."""
    return i.base + i.mult * count(g, c, f, i.count)


@jit
def holds(g, c, f, i):
    """Whether the condition of an ``if`` is true now."""
    value = count(g, c, f, i.a)
    if i.b == AT_LEAST:
        return value >= i.base
    if i.b == AT_MOST:
        return value <= i.base
    return value == i.base


@jit
def measure(g, c, f, p, kind):
    """How much a player has of what a subject or deed asks for.

    Hundreds in ``kind``: only prepped spells of that cost, plus 1.
    """
    which = kind % 100
    player = g.players[p]
    if which == NO_MEASURE:
        return 0
    if which == LOWEST_LIFE:
        return 0 if player.exhausted else 500 - player.life
    if which == CHARGES:
        return player.charges
    if which == PREPPED:
        return prepped_of_cost(g, c, p, kind // 100 - 1) if kind >= 100 else prepped(g, p)
    if which == OPENED_BREACHES:
        return opened_breaches(g, p)
    if which == CARDS_IN_HAND:
        return player.hand.n
    if which == DECK_AND_DISCARD:
        return player.deck.n + player.discard.n
    if which == CLOSED_BREACHES:
        return closed_breaches(g, p)
    if which == LOW_OPENED_BREACHES:
        first = 1 if player.breaches[0].state == OPENED else 0
        return first + (1 if player.breaches[1].state == OPENED else 0)
    return 1 if turn_card_means(g, f.pick, p) else 0


@jit
def in_set(g, f, which, p, mage):
    """Whether a subject can mean this player."""
    if which == YOU:
        return p == f.you
    if which == THAT_PLAYER:
        return p == f.who
    if which == THE_MAGE:
        return g.players[p].mage == mage
    if which == ANY_ALLY:
        return p != f.you or g.players_n == 1
    if which == ANY_OTHER:
        return p != f.who or g.players_n == 1
    return True


@jit
def turn_card_means(g, card, p):
    """Whether a turn order card can be this player's."""
    if card == NEMESIS_CARD:
        return False
    if card <= 3:
        return card == p or g.players_n == 1
    return card == 4 or p // 2 == card - 5


# ---------------------------------------------------------------- frames and questions


@jit
def enter(g, pc, you, card):
    """Start an effect on top of the stack."""
    if g.depth >= STACK_SIZE - 1:  # only effects that start each other for ever come so far
        lose(g, TURN_LIMIT)
        g.depth -= 1
    f = g.stack[g.depth]
    g.depth += 1
    f.pc = pc
    f.step = 0
    f.origin = 0
    f.you = you
    f.who = you
    f.card = card
    f.pick = 0
    f.zone = 0
    f.target = 0
    f.owner = 0
    f.breach = 0
    f.slot = 0
    f.did = 0
    f.killed = 0
    f.bonus = 0
    f.x = 0
    f.count = 0
    f.number = 0
    f.seq = 0
    f.limit = 0
    f.mark_owner = -1
    f.mark = -1
    f.after = 0
    return f


@jit
def again(f):
    """Come back to this phrase after whatever it has put on the stack."""
    f.step += 1
    f.pc -= 1


@jit
def offer(g, what, a, b):
    """Add an option to the question that is being prepared."""
    if g.n_options < OPTIONS_SIZE:
        g.options[g.n_options] = option(what, a, b)
        g.n_options += 1


@jit
def ask(g, f, decision, decider):
    """Put the offered options to a player; the phrase is called again, with ``f.step`` one higher.

    A single option is taken without asking; without any, nothing happens and the phrase goes on (False).
    """
    if g.n_options == 0:
        return False
    again(f)
    if g.n_options == 1:
        answer(g, g.options[0])
    else:
        g.decision = decision
        g.decider = decider
        g.question = f.pc
    return True


@jit
def ask_before_listing(g, f, decision, decider):
    """Like :func:`ask`, for a player who may know an answer before the options are listed.

    So far there are none: :func:`.standard.quick_choice` answers or lists them.
    """
    again(f)
    g.n_options = 0
    g.decision = decision
    g.decider = decider
    g.question = f.pc


@jit
def do_not_ask_if_all(g, left):
    """Nobody is asked for an order that does not matter: everything offered goes, one after the other."""
    if g.n_options <= left:
        g.n_options = min(g.n_options, 1)


@jit
def answer(g, code):
    """Take an option: what was chosen stands in the asking frame from now on."""
    f = g.stack[g.depth - 1]
    g.decision = NO_DECISION
    g.decisions += 1
    what = option_what(code)
    a = option_a(code)
    b = option_b(code)
    f.did = 0 if what == PASS else 1
    if what == PLAYER:
        f.who = a
    elif what == TARGET:
        f.target = a
    elif what == SPELL:
        f.owner = a // 4
        f.breach = a % 4
        f.slot = b
    elif what == BREACH:
        f.owner = a
        f.breach = b
    elif what == NUMBER:
        f.number = a
    elif what == PLACE:
        f.zone = a
    elif what == PREP:
        f.pick = a
        f.breach = b % 4
        f.slot = b // 4
    elif what == TURN_CARD or what == PILE:
        f.pick = a
    else:
        f.pick = a
        f.zone = b
        f.breach = b
        if b >= 4:  # a card in the hand of player b - 4
            f.who = b - 4
    g.options[0] = code  # what the phases read: an action is more than a frame remembers


@jit
def table_speaker(g, f):
    """Who decides: the acting player, or whoever speaks for the table when a nemesis card asks."""
    if f.you >= 0:
        return f.you
    return g.speaker if g.speaker >= 0 else 0


# ---------------------------------------------------------------- the end


@jit
def lose(g, reason):
    if g.outcome == NO_OUTCOME:
        g.outcome = LOSS
        g.reason = reason


@jit
def win(g, reason):
    if g.outcome == NO_OUTCOME:
        g.outcome = WIN
        g.reason = reason


# ---------------------------------------------------------------- life and damage


@jit
def gravehold_suffers(g, n):
    g.gravehold = max(0, g.gravehold - n)
    if g.gravehold == 0:
        lose(g, GRAVEHOLD_FALLEN)


@jit
def suffer(g, c, p, n):
    """A player suffers one instance of damage."""
    if n <= 0:
        return
    player = g.players[p]
    for b in range(BREACHES):
        breach = player.breaches[b]
        if breach.spell:
            n -= c.cards[breach.spell].shield
        if breach.spark:
            n -= c.cards[breach.spark].shield
    n = max(n, 1)
    if player.exhausted:
        gravehold_suffers(g, 2 * n)
        return
    player.life -= n
    if player.life <= 0:
        excess = -player.life
        player.life = 0
        fall(g, p, excess)


@jit
def fall(g, p, excess):
    """A player becomes exhausted; the steps follow at once, or when the unleash that did it has ended."""
    g.players[p].exhausted = 1
    g.exhaustions += 1
    if g.players_n > 1:
        left = 0
        for q in range(g.players_n):
            left += 1 - g.players[q].exhausted
        if left == 0:
            lose(g, ALL_EXHAUSTED)
            return
    wait = STACK_SIZE
    for d in range(g.depth - 1, -1, -1):
        if g.stack[d].origin == UNLEASH_FRAME:
            wait = d
            break
    g.fallen[g.n_fallen] = p
    g.fallen_excess[g.n_fallen] = excess
    g.fallen_depth[g.n_fallen] = wait
    g.n_fallen += 1


@jit
def settle_fallen(g, c):
    """Start the exhaustion steps that no longer have to wait."""
    if g.depth <= g.fallen_depth[g.n_fallen - 1]:
        g.n_fallen -= 1
        p = g.fallen[g.n_fallen]
        f = enter(g, c.program[EXHAUSTION_PROGRAM], p, 0)
        f.x = g.fallen_excess[g.n_fallen]


@jit
def heal(g, p, n):
    player = g.players[p]
    if not player.exhausted:
        player.life = min(g.player_life_max, player.life + n)


@jit
def gain_tokens(g, c, n):
    g.tokens = min(c.nemeses[g.nemesis].token_max, g.tokens + n)


@jit
def lose_tokens(g, c, n):
    nemesis = c.nemeses[g.nemesis]
    g.tokens = max(nemesis.token_min, g.tokens - n)
    if g.tokens == 0 and nemesis.lost_at_no_tokens:
        lose(g, NO_TOKENS_LEFT)


@jit
def hit(g, c, f, target, n):
    """One instance of damage by a player to the nemesis (target 0) or a minion."""
    if n <= 0:
        return
    if target == 0:
        hit_nemesis(g, c, n)
    else:
        hit_minion(g, c, f, target, n)


@jit
def hit_nemesis(g, c, n):
    nemesis = c.nemeses[g.nemesis]
    if nemesis.cannot_be_damaged:
        return
    if nemesis.cloaked:
        n = max(0, n - g.tokens)
        lose_tokens(g, c, 1)
    g.damage_dealt += n
    g.nemesis_life = max(0, g.nemesis_life - n)
    if g.nemesis_life == 0:
        win(g, NEMESIS_DEFEATED)
    if n > 0:
        for k in range(g.n_in_play - 1, -1, -1):
            if c.cards[g.in_play[k].card].falls_when_nemesis_hit:
                discard_in_play(g, c, k)


@jit
def hit_minion(g, c, f, target, n):
    """Damage to a minion or acolyte, its own reductions included; ``f.killed`` tells what became of it."""
    f.killed = 0
    k = place_in_play(g, target)
    if k < 0:
        return
    card = c.cards[target]
    n -= card.reduced_by
    if card.reduced_by_tokens:
        n -= g.tokens
    if card.reduced_to >= 0:
        n = min(n, card.reduced_to)
    if n <= 0:
        return
    minion = g.in_play[k]
    g.damage_dealt += min(n, minion.left)
    minion.left -= n
    dead = minion.left <= 0
    if dead:
        f.killed = 1 if card.kind == MINION else 0
        discard_in_play(g, c, k)
    if card.when_damaged:
        enter(g, card.when_damaged, f.you, target)


# ---------------------------------------------------------------- nemesis cards


@jit
def place_in_play(g, card):
    for k in range(g.n_in_play):
        if g.in_play[k].card == card:
            return k
    return -1


@jit
def put_into_play(g, c, card):
    minion = g.in_play[g.n_in_play]
    g.n_in_play += 1
    g.seq += 1
    minion.card = card
    minion.left = c.cards[card].life
    minion.seq = g.seq
    minion.aim = 0


@jit
def remove_from_play(g, k):
    g.n_in_play -= 1
    for j in range(k, g.n_in_play):
        here = g.in_play[j]
        after = g.in_play[j + 1]
        here.card = after.card
        here.left = after.left
        here.seq = after.seq
        here.aim = after.aim
    last = g.in_play[g.n_in_play]
    last.card = 0
    last.left = 0
    last.seq = 0
    last.aim = 0


@jit
def discard_in_play(g, c, k):
    """A card leaves play for its discard pile; a discarded acolyte is replaced by the next one."""
    card = int(g.in_play[k].card)
    remove_from_play(g, k)
    if c.cards[card].kind == ACOLYTE:
        push(g.acolyte_discard, card)
        next_acolyte(g, c)
    else:
        push(g.nemesis_discard, card)
    if c.cards[card].when_discarded:
        enter(g, c.cards[card].when_discarded, -1, card)


@jit
def next_acolyte(g, c):
    if g.acolyte_deck.n > 0:
        put_into_play(g, c, pop(g.acolyte_deck))


@jit
def is_foe(kind):
    """What damage can be aimed at, besides the nemesis."""
    return kind == MINION or kind == ACOLYTE


@jit
def nemesis_tier(g, c):
    """The highest tier of a nemesis card in play or discarded."""
    tier = 0
    for k in range(g.n_in_play):
        tier = max(tier, int(c.cards[g.in_play[k].card].tier))
    for k in range(g.nemesis_discard.n):
        tier = max(tier, int(c.cards[g.nemesis_discard.cards[k]].tier))
    return tier


@jit
def draw_nemesis_card(g, c, card):
    """Handle a card from the nemesis deck: an attack is resolved, the others enter play.

    An attack lies in play while it is being resolved; its program ends with its own discard.
    """
    put_into_play(g, c, card)
    row = c.cards[card]
    if row.kind == ATTACK:
        enter(g, row.effect, -1, card)
    elif row.immediately:
        enter(g, row.immediately, -1, card)


@jit
def unleash(g, c, times):
    for _ in range(times):
        f = enter(g, c.nemeses[g.nemesis].unleash, -1, 0)
        f.origin = UNLEASH_FRAME


# ---------------------------------------------------------------- turn order cards


@jit
def nemesis_turn_cards(g):
    n = 0
    for k in range(g.turn_discard.n):
        if g.turn_discard.cards[k] == NEMESIS_CARD:
            n += 1
    return n


@jit
def refill_turn_deck(g):
    """A card is drawn or revealed from an empty turn order deck: shuffle the whole discard pile."""
    if g.turn_deck.n == 0:
        while g.turn_discard.n > 0:
            push(g.turn_deck, pop(g.turn_discard))
        shuffle_turn_deck(g)
        g.rounds += 1


@jit
def shuffle_turn_deck(g):
    # A shuffle depends on which cards there are, not on the order in which they came.
    cards = g.turn_deck.cards
    for i in range(1, g.turn_deck.n):
        k = i
        while k > 0 and cards[k - 1] > cards[k]:
            card = cards[k]
            cards[k] = cards[k - 1]
            cards[k - 1] = card
            k -= 1
    shuffle(g.counters, TURN_ORDER_STREAM, cards, g.turn_deck.n)


# ---------------------------------------------------------------- a player's cards


@jit
def turn_over(g, p):
    """Make the discard pile the new deck, never shuffled: the oldest discarded card comes on top."""
    player = g.players[p]
    player.shuffled = 0
    while player.discard.n > 0:
        push(player.deck, pop(player.discard))
    for d in range(g.depth):
        if g.stack[d].mark_owner == p:
            g.stack[d].mark = -1


@jit
def need_deck(g, p):
    """Turn the discard pile over if the deck is empty; False if both are."""
    player = g.players[p]
    if player.deck.n == 0:
        turn_over(g, p)
    return player.deck.n > 0


@jit
def draw_card(g, p):
    if need_deck(g, p):
        push(g.players[p].hand, pop(g.players[p].deck))


@jit
def take_discarded(g, p, index):
    """Take a card out of a discard pile, minding spells that are being cast and lie in it."""
    for d in range(g.depth):
        f = g.stack[d]
        if f.mark_owner == p:
            if f.mark == index:
                f.mark = -1
            elif f.mark > index:
                f.mark -= 1
    return take(g.players[p].discard, index)


@jit
def discard_from_hand(g, p, card):
    player = g.players[p]
    push(player.discard, take(player.hand, find(player.hand, card)))


@jit
def in_hand_of(g, c, p, kind):
    """Cards of a kind in a player's hand."""
    n = 0
    hand = g.players[p].hand
    for k in range(hand.n):
        if c.cards[hand.cards[k]].kind == kind:
            n += 1
    return n


@jit
def pile_of(g, card):
    """The supply pile of a card, -1 if it has none."""
    for k in range(PILES):
        if g.pile[k] == card:
            return k
    return -1


@jit
def note_play(g, card):
    k = pile_of(g, card)
    if k >= 0:
        g.plays[k] += 1


@jit
def gain(g, c, p, pile, onto_deck):
    """A player gains a card of a supply pile; where it goes may be a decision, see effects.place_gained."""
    f = enter(g, c.program[GAIN_PROGRAM], p, g.pile[pile])
    f.number = onto_deck
    f.pick = pile


# ---------------------------------------------------------------- aether


@jit
def affordable(g, p, use):
    """How much aether a player can spend for a use."""
    total = 0
    for k in range(len(POOL_USES)):
        if POOL_USES[k] & use:
            total += g.players[p].aether[k]
    return total


@jit
def pay(g, p, price, use):
    """Spend aether, the most restricted first."""
    pools = g.players[p].aether
    for order in range(len(PAYING_ORDER)):
        k = PAYING_ORDER[order]
        if POOL_USES[k] & use:
            part = min(price, int(pools[k]))
            pools[k] -= part
            price -= part


@jit
def use_of(kind):
    """What aether is used for when a card of this kind is gained."""
    if kind == GEM:
        return 1
    return 2 if kind == RELIC else 4


# ---------------------------------------------------------------- breaches and spells


@jit
def is_open(breach):
    return breach.state == OPENED or breach.state == SIGIL


@jit
def is_free(breach):
    """Whether a breach is there and nothing is prepped to it."""
    there = breach.state == CLOSED or is_open(breach)
    return there and breach.spell == 0 and not breach.held


@jit
def opened_breaches(g, p):
    n = 0
    for b in range(BREACHES):
        if is_open(g.players[p].breaches[b]):
            n += 1
    return n


@jit
def closed_breaches(g, p):
    n = 0
    for b in range(BREACHES):
        if g.players[p].breaches[b].state == CLOSED:
            n += 1
    return n


@jit
def lowest_closed(g, p):
    """The closed breach with the lowest focus cost, -1 without one."""
    for b in range(BREACHES):
        if g.players[p].breaches[b].state == CLOSED:
            return b
    return -1


@jit
def prepped(g, p):
    n = 0
    for b in range(BREACHES):
        breach = g.players[p].breaches[b]
        n += (1 if breach.spell else 0) + (1 if breach.spark else 0)
    return n


@jit
def prepped_of_cost(g, c, p, cost):
    """How many of a player's prepped spells have this cost."""
    n = 0
    for b in range(BREACHES):
        breach = g.players[p].breaches[b]
        for slot in range(2):
            card = breach.spark if slot else breach.spell
            if card and c.cards[card].cost == cost:
                n += 1
    return n


@jit
def copies_prepped(g, card):
    n = 0
    for p in range(g.players_n):
        for b in range(BREACHES):
            breach = g.players[p].breaches[b]
            n += (1 if breach.spell == card else 0) + (1 if breach.spark == card else 0)
    return n


@jit
def prepped_at(g, p, b, slot):
    breach = g.players[p].breaches[b]
    return int(breach.spark if slot else breach.spell)


@jit
def offered_spells_are_equal(g):
    """Whether all prepped spells on offer are copies of one card."""
    for k in range(1, g.n_options):
        a = option_a(g.options[k])
        first = option_a(g.options[0])
        card = prepped_at(g, a // 4, a % 4, option_b(g.options[k]))
        if card != prepped_at(g, first // 4, first % 4, option_b(g.options[0])):
            return False
    return True


@jit
def prep(g, p, card, b, wide):
    breach = g.players[p].breaches[b]
    breach.spell = card
    breach.used = 0
    breach.wide = wide
    if wide:
        g.players[p].breaches[b + 1].held = 1


@jit
def unprep(g, p, b, slot):
    """Take a prepped spell off its breach; a Spark that shared it stays."""
    breach = g.players[p].breaches[b]
    if slot:
        card = breach.spark
        breach.spark = 0
        return int(card)
    card = breach.spell
    if breach.wide:
        g.players[p].breaches[b + 1].held = 0
    breach.wide = 0
    breach.used = 0
    breach.spell = breach.spark
    breach.spark = 0
    return int(card)


@jit
def discard_prepped(g, p, b, slot):
    push(g.players[p].discard, unprep(g, p, b, slot))


@jit
def destroy_prepped(g, p, b, slot):
    push(g.destroyed, unprep(g, p, b, slot))


@jit
def breach_bonus(c, breach, b):
    if breach.state == OPENED:
        return int(c.bonus[b])
    return int(c.sigil_bonus) if breach.state == SIGIL else 0


@jit
def must_cast(g, p, b):
    """Whether the spell in a breach must be cast: the breach, or one of the two that it needs, is closed."""
    breaches = g.players[p].breaches
    if breaches[b].spell == 0:
        return False
    return breaches[b].state == CLOSED or (breaches[b].wide and breaches[b + 1].state == CLOSED)


@jit
def cast(g, c, caster, p, b, slot, after):
    """Cast a spell that player ``p`` has prepped: it is discarded first, then it takes effect."""
    breaches = g.players[p].breaches
    bonus = breach_bonus(c, breaches[b], b)
    if breaches[b].wide and not slot:
        bonus += breach_bonus(c, breaches[b + 1], b + 1)
    card = unprep(g, p, b, slot)
    note_play(g, card)
    push(g.players[p].discard, card)
    f = enter(g, c.cards[card].effect, caster, card)
    f.bonus = bonus
    f.mark_owner = p
    f.mark = g.players[p].discard.n - 1
    f.after = after


@jit
def focus(g, c, p, b):
    """Turn a closed breach once; one that is turned up is opened instead."""
    breach = g.players[p].breaches[b]
    if breach.focuses == 3:
        breach.state = OPENED
    else:
        breach.focuses += 1
    if g.active == p:
        breach.focused_now = 1
        spells_see_focus(g, c, p)


@jit
def open_breach(g, c, p, b):
    g.players[p].breaches[b].state = OPENED
    if g.active == p:
        spells_see_focus(g, c, p)


@jit
def spells_see_focus(g, c, p):
    """Spells that take effect when their owner focuses or opens a breach in their own turn."""
    for b in range(BREACHES):
        breach = g.players[p].breaches[b]
        if breach.spell and c.cards[breach.spell].when_focusing:
            enter(g, c.cards[breach.spell].when_focusing, p, breach.spell)


@jit
def destroy_breach(g, p, b):
    """A breach is gone for good; what was prepped there is discarded."""
    breaches = g.players[p].breaches
    if breaches[b].held:
        discard_prepped(g, p, b - 1, 0)
    while breaches[b].spell:
        discard_prepped(g, p, b, 0)
    breaches[b].state = DESTROYED
    breaches[b].focused_now = 0


@jit
def destroy_this(g, f):
    """Remove the card being resolved from the game: a played gem or relic, or a spell just cast."""
    if f.mark_owner >= 0:
        if f.mark >= 0:
            push(g.destroyed, take_discarded(g, f.mark_owner, f.mark))
    else:
        k = find(g.players[f.you].played, f.card)
        if k >= 0:
            push(g.destroyed, take(g.players[f.you].played, k))


@jit
def this_under_nemesis_deck(g, f):
    k = place_in_play(g, f.card)
    if k >= 0:
        remove_from_play(g, k)
    else:
        k = find(g.nemesis_discard, f.card)
        if k < 0:
            return
        take(g.nemesis_discard, k)
    push_bottom(g.nemesis_deck, f.card)
