"""How a game runs: setup, turns and phases, and the loop that resolves effects until somebody must decide.

A game is a stack of effects being resolved (:class:`~.state.Frame`). :func:`advance` executes instructions
until a decision is pending or the game is over; :func:`~.rules.answer` takes an option; and so on. Nothing is
hidden in Python's own call stack, so a copy of the state is a copy of the game, in the middle of any effect.
"""

from __future__ import annotations

from breachlab.sim.jit import jit, switch

from ..rng import draw, shuffle, stream_start
from . import effects_nemesis  # noqa: F401  (registers its phrases)
from .content import (
    ACOLYTE,
    GAME_PROGRAM,
    GEM,
    MINION,
    NEMESIS_TURN_PROGRAM,
    NO_PRICE,
    PAY_AETHER,
    PAY_HAND,
    PAY_PREPPED,
    PAY_SPELL_AND_BREACH,
    PLAYER_TURN_PROGRAM,
    POWER,
    PRICE_PROGRAM,
    RELIC,
    SPELL_CARD,
)
from .effects import offer_cards, offer_preps, offer_spells, seen_before
from .language import EFFECTS, EVERYTHING, effect
from .rules import (
    affordable,
    again,
    ask,
    ask_before_listing,
    cast,
    destroy_breach,
    destroy_prepped,
    discard_from_hand,
    discard_in_play,
    discard_prepped,
    do_not_ask_if_all,
    draw_card,
    draw_nemesis_card,
    enter,
    find,
    focus,
    gain,
    gravehold_suffers,
    holds,
    lose,
    must_cast,
    note_play,
    offer,
    offered_spells_are_equal,
    open_breach,
    pay,
    pop,
    prep,
    prepped,
    prepped_at,
    push,
    refill_turn_deck,
    settle_fallen,
    table_speaker,
    take,
    turn_card_means,
    unleash,
    use_of,
    win,
)
from .state import (
    ABILITY,
    ABSENT,
    BRANCH,
    BRANCH_DECISION,
    BREACH,
    BREACH_DECISION,
    BREACHES,
    CARD,
    CARD_DECISION,
    CAST_DECISION,
    CASTING_PHASE,
    CHARGE,
    CLOSED,
    DESTROYED,
    DISCARD_POWER,
    DRAW_PHASE,
    FOCUS,
    FOR_BREACH,
    FOR_CHARGE,
    FOR_GEM,
    FOR_POWER,
    FOR_RELIC,
    FOR_SPELL,
    GAIN,
    HAND,
    MAIN_DECISION,
    MAIN_PHASE,
    NEMESIS_CARD,
    NEMESIS_DECK_EMPTY,
    NEMESIS_PHASE,
    NEMESIS_STREAM,
    NO_ACOLYTES_LEFT,
    NO_DECISION,
    NO_OUTCOME,
    NO_PHASE,
    OPEN,
    ORDER_DECISION,
    PASS,
    PILES,
    PLAY,
    PLAYED,
    PLAYER,
    POOLS,
    PREP,
    SETUP_STREAM,
    SPELL,
    SPELL_DECISION,
    STREAMS,
    TURN_DECISION,
    TURN_LIMIT,
    TURN_ORDER_STREAM,
    USE,
    WILD,
    option_a,
    option_b,
    option_what,
)

# Far beyond any game of the box, so that a broken pack cannot hang a run: what goes on for longer is lost.
LONGEST_GAME = 1000  # turns
MOST_DECISIONS = 30_000

# ---------------------------------------------------------------- the loop


@jit
def always(g, c, f, i):
    return True


possible = switch("possible", [e.possible or always for e in EFFECTS], __name__)


@jit
def resolvable(g, c, f, start, stop):
    """Whether every phrase of one side of an OR can be fully resolved now."""
    pc = start
    while pc < stop:
        i = c.code[pc]
        if i.op == IF_OP and not holds(g, c, f, i):
            if i.count == 0:  # nothing happens otherwise either
                return False
            pc += i.mult
        elif i.op == JUMP_OP:
            pc += i.base
        elif not possible(i.op, g, c, f, i):
            return False
        else:
            pc += 1
    return True


IF_OP = next(e.op for e in EFFECTS if e.template == "~if")
JUMP_OP = next(e.op for e in EFFECTS if e.template == "~jump")


@effect("~choose")
@jit
def choose_side(g, c, f, i):
    """An OR: only sides that can be fully resolved, unless none can."""
    at = f.pc - 1
    if f.step == 0:
        g.n_options = 0
        for k in range(i.a):
            side = c.code[at + 1 + k]
            if resolvable(g, c, f, at + side.base, at + side.base + side.mult):
                offer(g, BRANCH, k, 0)
        if g.n_options == 0:
            for k in range(i.a):
                offer(g, BRANCH, k, 0)
        ask(g, f, BRANCH_DECISION, table_speaker(g, f))
    else:
        f.pc = at + c.code[at + 1 + f.pick].base


# ---------------------------------------------------------------- a player's turn


@jit
def begin_turn(g, c, p):
    g.active = p
    g.speaker = p
    g.next_on_deck = 0
    g.next_to_ally = 0
    for k in range(PILES):
        g.gained_now[k] = 0
    for b in range(BREACHES):
        g.players[p].breaches[b].used = 0


@effect("~begin turn")
@jit
def begin(g, c, f, i):
    begin_turn(g, c, f.you)


@effect("~casting phase starts")
@jit
def casting_starts(g, c, f, i):
    """Each prepped spell that looks at the start of the casting phase, one after the other."""
    g.phase = CASTING_PHASE
    for b in range(BREACHES - 1, -1, -1):
        card = g.players[f.you].breaches[b].spell
        if card and c.cards[card].when_casting_starts:
            enter(g, c.cards[card].when_casting_starts, f.you, card)


@jit
def list_casting_options(g, c, p):
    """Every prepped spell; the phase can only end when no closed breach holds one."""
    g.n_options = 0
    forced = False
    for b in range(BREACHES):
        forced = forced or must_cast(g, p, b)
    if not forced:
        offer(g, PASS, 0, 0)
    offer_spells(g, c, p, 0, EVERYTHING)


@effect("~cast spells")
@jit
def cast_spells(g, c, f, i):
    if f.step == 1:
        if not f.did:
            return
        f.step = 0
        f.pc -= 1
        cast(g, c, f.you, f.owner, f.breach, f.slot, 0)
        return
    list_casting_options(g, c, f.you)
    ask(g, f, CAST_DECISION, f.you)


@effect("~main phase")
@jit
def main_phase(g, c, f, i):
    if f.step == 1:
        if not f.did:
            return
        f.step = 0
        f.pc -= 1
        act(g, c, f.you, g.options[0])
        return
    g.phase = MAIN_PHASE
    if g.quick >> f.you & 1:
        ask_before_listing(g, f, MAIN_DECISION, f.you)
        return
    list_main_options(g, c, f.you)
    ask(g, f, MAIN_DECISION, f.you)


@jit
def list_main_options(g, c, p):
    """Everything that the rules allow in the main phase now."""
    player = g.players[p]
    g.n_options = 0
    offer(g, PASS, 0, 0)
    for k in range(player.hand.n):
        kind = c.cards[player.hand.cards[k]].kind
        if (kind == GEM or kind == RELIC) and not seen_before(player.hand, k):
            offer(g, PLAY, player.hand.cards[k], 0)
    for_gems = affordable(g, p, FOR_GEM)
    for_relics = affordable(g, p, FOR_RELIC)
    for_spells = affordable(g, p, FOR_SPELL)
    for k in range(PILES):
        card = c.cards[g.pile[k]]
        purse = for_gems if card.kind == GEM else (for_relics if card.kind == RELIC else for_spells)
        if g.pile_left[k] > 0 and purse >= card.cost:
            offer(g, GAIN, k, 0)
    spaces = c.mages[player.mage].charges
    if player.charges < spaces and affordable(g, p, FOR_CHARGE) >= c.charge_price:
        offer(g, CHARGE, 0, 0)
    if player.charges == spaces:
        offer(g, ABILITY, 0, 0)
    purse = affordable(g, p, FOR_BREACH)
    for b in range(BREACHES):
        breach = player.breaches[b]
        if breach.state == CLOSED:
            if purse >= c.focus_cost[b]:
                offer(g, FOCUS, 0, b)
            if purse >= c.open_cost[b * 4 + breach.focuses]:
                offer(g, OPEN, 0, b)
        if usable(g, c, p, b):
            offer(g, USE, 0, b)
    offer_preps(g, c, p, player.hand, False)
    for k in range(g.n_in_play):
        card = g.in_play[k].card
        if c.cards[card].kind == POWER and price_payable(g, c, p, card):
            offer(g, DISCARD_POWER, card, 0)


@jit
def list_uses_and_preps(g, c, p):
    """The part of the main-phase options that costs nothing, besides cards to play."""
    g.n_options = 0
    for b in range(BREACHES):
        if usable(g, c, p, b):
            offer(g, USE, 0, b)
    offer_preps(g, c, p, g.players[p].hand, False)


@jit
def usable(g, c, p, b):
    """Whether the spell prepped in a breach has a main-phase effect to use now."""
    player = g.players[p]
    breach = player.breaches[b]
    if breach.spell == 0:
        return False
    card = c.cards[breach.spell]
    if card.while_prepped == 0:
        return False
    if card.once_a_turn:
        return not breach.used
    beside = c.code[card.while_prepped].a  # a spell that shares its breach: which one must be in hand
    return breach.spark == 0 and (beside == 0 or find(player.hand, beside) >= 0)


@jit
def price_payable(g, c, p, card):
    """Whether a player can pay a power's TO DISCARD price in full, alone."""
    row = c.cards[card]
    if row.price == NO_PRICE:
        return False
    if row.price == PAY_AETHER:
        return affordable(g, p, FOR_POWER) >= row.price_n
    if row.price == PAY_HAND:
        return g.players[p].hand.n >= row.price_n
    if row.price == PAY_PREPPED:
        return prepped(g, p) >= row.price_n
    for b in range(BREACHES):
        for slot in range(2):
            spell = prepped_at(g, p, b, slot)
            if spell and c.cards[spell].cost >= row.price_n:
                return True
    return False


@jit
def act(g, c, p, code):
    """Carry out a main-phase action that was offered."""
    what = option_what(code)
    a = option_a(code)
    b = option_b(code)
    player = g.players[p]
    if what == PLAY:
        push(player.played, take(player.hand, find(player.hand, a)))
        note_play(g, a)
        enter(g, c.cards[a].effect, p, a)
    elif what == GAIN:
        card = c.cards[g.pile[a]]
        pay(g, p, card.cost, use_of(card.kind))
        g.spent_on_cards += card.cost
        gain(g, c, p, a, 0)
    elif what == CHARGE:
        pay(g, p, c.charge_price, FOR_CHARGE)
        g.spent_on_charges += c.charge_price
        player.charges += 1
    elif what == FOCUS:
        pay(g, p, c.focus_cost[b], FOR_BREACH)
        g.spent_on_breaches += c.focus_cost[b]
        focus(g, c, p, b)
    elif what == OPEN:
        cost = c.open_cost[b * 4 + player.breaches[b].focuses]
        pay(g, p, cost, FOR_BREACH)
        g.spent_on_breaches += cost
        open_breach(g, c, p, b)
    elif what == PREP:
        take(player.hand, find(player.hand, a))
        prep(g, p, a, b % 4, b // 4)
    elif what == USE:
        breach = player.breaches[b]
        breach.used = 1
        f = enter(g, c.cards[breach.spell].while_prepped, p, breach.spell)
        f.breach = b
    elif what == ABILITY:
        player.charges = 0
        enter(g, c.mages[player.mage].ability, p, 0)
    elif what == DISCARD_POWER:
        pay_price(g, c, p, a)


@jit
def pay_price(g, c, p, card):
    """Pay a power's TO DISCARD price: aether at once, anything else card by card."""
    row = c.cards[card]
    if row.price == PAY_AETHER:
        pay(g, p, row.price_n, FOR_POWER)
        g.spent_on_powers += row.price_n
        discard_in_play(g, c, find_in_play(g, card))
    else:
        f = enter(g, c.program[PRICE_PROGRAM], p, card)
        f.limit = row.price_n


@jit
def find_in_play(g, card):
    for k in range(g.n_in_play):
        if g.in_play[k].card == card:
            return k
    return -1


@effect("~pay price")
@jit
def pay_price_in_cards(g, c, f, i):
    row = c.cards[f.card]
    if row.price == PAY_SPELL_AND_BREACH:
        pay_spell_and_breach(g, c, f)
        return
    if f.step > 0:
        if row.price == PAY_HAND:
            discard_from_hand(g, f.you, f.pick)
        else:
            discard_prepped(g, f.owner, f.breach, f.slot)
    if f.step < f.limit:
        g.n_options = 0
        if row.price == PAY_HAND:
            offer_cards(g, c, g.players[f.you].hand, HAND, EVERYTHING)
            ask(g, f, CARD_DECISION, f.you)
        else:
            offer_spells(g, c, f.you, 0, EVERYTHING)
            if offered_spells_are_equal(g):
                do_not_ask_if_all(g, f.limit - f.step)
            ask(g, f, SPELL_DECISION, f.you)
        return
    discard_in_play(g, c, find_in_play(g, f.card))


@jit
def pay_spell_and_breach(g, c, f):
    """Which spell, then which of its breaches (a spell may need two)."""
    breaches = g.players[f.you].breaches
    if f.step == 0:
        g.n_options = 0
        offer_spells(g, c, f.you, f.limit, EVERYTHING)
        ask(g, f, SPELL_DECISION, f.you)
    elif f.step == 1:
        g.n_options = 0
        offer(g, BREACH, f.you, f.breach)
        if breaches[f.breach].wide and not f.slot:
            offer(g, BREACH, f.you, f.breach + 1)
        f.number = f.breach
        ask(g, f, BREACH_DECISION, f.you)
    else:
        destroy_prepped(g, f.you, f.number, f.slot)
        destroy_breach(g, f.you, f.breach)
        discard_in_play(g, c, find_in_play(g, f.card))


@effect("~discard played cards")
@jit
def discard_played(g, c, f, i):
    """Gems and relics played this turn go to the discard pile in the order that the player likes."""
    player = g.players[f.you]
    g.phase = DRAW_PHASE
    if f.step > 0:
        push(player.discard, take(player.played, find(player.played, f.pick)))
    g.n_options = 0
    for k in range(player.played.n):
        if not seen_before(player.played, k):
            offer(g, CARD, player.played.cards[k], PLAYED)
    if g.n_options == 1:
        while player.played.n > 0:
            push(player.discard, pop(player.played))
        g.n_options = 0
    ask(g, f, ORDER_DECISION, f.you)


@effect("~draw up")
@jit
def draw_up(g, c, f, i):
    player = g.players[f.you]
    for _ in range(c.hand_size):
        if player.hand.n < c.hand_size:
            draw_card(g, f.you)
    for k in range(POOLS):
        player.aether[k] = 0
    for b in range(BREACHES):
        player.breaches[b].focused_now = 0
    g.active = -1
    g.phase = NO_PHASE


# ---------------------------------------------------------------- the nemesis's turn


@effect("~nemesis main phase")
@jit
def nemesis_main_phase(g, c, f, i):
    """Minions and powers from oldest to newest; what enters meanwhile waits for the next turn."""
    if f.step == 0:
        g.phase = NEMESIS_PHASE
        f.seq = 0
        f.limit = g.seq
    for k in range(g.n_in_play):
        kind = c.cards[g.in_play[k].card].kind
        if (kind == MINION or kind == POWER) and f.seq < g.in_play[k].seq <= f.limit:
            f.seq = g.in_play[k].seq
            again(f)
            resolve_in_play(g, c, k)
            return


@jit
def resolve_in_play(g, c, k):
    """A minion's PERSISTENT effect, or one power token less and, at none, the power's effect."""
    card = int(g.in_play[k].card)
    row = c.cards[card]
    if row.kind == POWER:
        g.in_play[k].left -= 1
        if g.in_play[k].left > 0:
            return
    if row.effect:
        enter(g, row.effect, -1, card)


@effect("~nemesis draw phase")
@jit
def nemesis_draw_phase(g, c, f, i):
    if f.count <= g.extra_draws:
        f.count += 1
        f.pc -= 1
        f.step = 1
        if g.nemesis_deck.n == 0:
            unleash(g, c, 3)
        else:
            draw_nemesis_card(g, c, pop(g.nemesis_deck))
    else:
        g.extra_draws = 0


@effect("~end of nemesis turn")
@jit
def end_of_nemesis_turn(g, c, f, i):
    g.phase = NO_PHASE
    rule = c.nemeses[g.nemesis].end_of_turn
    if rule:
        enter(g, rule, -1, 0)


# ---------------------------------------------------------------- exhaustion


@effect("~exhaustion rule")
@jit
def exhaustion_rule(g, c, f, i):
    enter(g, c.nemeses[g.nemesis].exhaustion, -1, 0)


@effect("~destroy own breach")
@jit
def destroy_own_breach(g, c, f, i):
    breaches = g.players[f.you].breaches
    if f.step == 0:
        g.n_options = 0
        for b in range(BREACHES):
            if breaches[b].state != ABSENT and breaches[b].state != DESTROYED:
                offer(g, BREACH, f.you, b)
        ask(g, f, BREACH_DECISION, f.you)
        return
    if f.step == 1:
        f.number = f.breach
        if breaches[f.breach].spark:  # two spells: which one is discarded first?
            g.n_options = 0
            offer(g, SPELL, f.you * 4 + f.breach, 0)
            offer(g, SPELL, f.you * 4 + f.breach, 1)
            ask(g, f, SPELL_DECISION, f.you)
            return
    else:
        discard_prepped(g, f.you, f.breach, f.slot)
    destroy_breach(g, f.you, f.number)


@effect("~lose own charges")
@jit
def lose_own_charges(g, c, f, i):
    g.players[f.you].charges = 0


@effect("~excess damage")
@jit
def excess_damage(g, c, f, i):
    gravehold_suffers(g, 2 * f.x)


# ---------------------------------------------------------------- turn order


@effect("~next turn")
@jit
def next_turn(g, c, f, i):
    """Draw a turn order card; its owner, or whom the players choose, takes the turn."""
    if f.step == 0:
        if g.turns >= LONGEST_GAME:
            lose(g, TURN_LIMIT)
            return
        refill_turn_deck(g)
        f.number = pop(g.turn_deck)
        push(g.turn_discard, f.number)
        g.turns += 1
        if f.number == NEMESIS_CARD:
            enter(g, c.program[NEMESIS_TURN_PROGRAM], -1, 0)
            return
        pair = f.number - WILD - 1
        g.n_options = 0
        for p in range(g.players_n):
            if turn_card_means(g, f.number, p) and (pair < 0 or g.pair_token[pair] != p):
                offer(g, PLAYER, p, 0)
        ask(g, f, TURN_DECISION, g.speaker if g.speaker >= 0 else 0)
        return
    pair = f.number - WILD - 1
    if pair >= 0:  # the token goes to who takes the first turn of the pair, and back with the second
        g.pair_token[pair] = f.who if g.pair_token[pair] < 0 else -1
    enter(g, c.program[PLAYER_TURN_PROGRAM], f.who, 0)


@jit
def end_turn_checks(g, c):
    """Victories that are checked at the end of any turn."""
    if g.nemesis_deck.n == 0 and g.n_in_play == 0:
        win(g, NEMESIS_DECK_EMPTY)
    if c.nemeses[g.nemesis].won_without_acolytes:
        for k in range(g.n_in_play):
            if c.cards[g.in_play[k].card].kind == ACOLYTE:
                return
        win(g, NO_ACOLYTES_LEFT)


@effect("~end of turn")
@jit
def end_of_turn(g, c, f, i):
    end_turn_checks(g, c)


# The turn structure as programs of hidden phrases, in the order of content.GAME_PROGRAM and its followers.
RULES: tuple[tuple[str, ...], ...] = (
    ("~next turn", "~end of turn", "~jump -2"),
    (
        "~begin turn",
        "~casting phase starts",
        "~cast spells",
        "~main phase",
        "~discard played cards",
        "~draw up",
        "~end",
    ),
    ("~nemesis main phase", "~nemesis draw phase", "~end of nemesis turn", "~end"),
    ("~exhaustion rule", "~destroy own breach", "~lose own charges", "~excess damage", "~end"),
    ("~place gained", "~end"),
    ("~casting phase starts", "~end"),
    ("~discard played cards", "~draw up", "~end"),
    ("~next turn", "~end of turn", "~end"),
    ("~pay price", "~end"),
)

NEXT_TURN_OP = next(e.op for e in EFFECTS if e.template == "~next turn")
execute = switch("execute", [e.function for e in EFFECTS], __name__)


@jit
def step(g, c):
    """Execute one instruction."""
    if g.decisions >= MOST_DECISIONS:
        lose(g, TURN_LIMIT)
        return
    f = g.stack[g.depth - 1]
    before = f.step
    i = c.code[f.pc]
    f.pc += 1
    execute(i.op, g, c, f, i)
    if f.step == before:
        f.step = 0
    if g.n_fallen > 0 and g.outcome == NO_OUTCOME and g.decision == NO_DECISION:
        settle_fallen(g, c)


@jit
def advance(g, c):
    """Go on until somebody must decide, the game is over, or nothing is left to resolve."""
    while g.outcome == NO_OUTCOME and g.decision == NO_DECISION and g.depth > 0:
        step(g, c)


# ---------------------------------------------------------------- setup


@jit
def setup(g, c, seed, nemesis, mode, mages, supply, variant, solo_turn_cards, solo_life):
    """Lay out a game on a fresh state.

    ``mages``: rows of Content.mages, -1 for a random one; ``supply``: nine cards, a 0 first for random ones.
    """
    for s in range(STREAMS):
        g.counters[s] = stream_start(seed, s)
    rules = c.modes[mode]
    g.players_n = len(mages)
    g.solo = 1 if len(mages) == 1 else 0
    g.nemesis = nemesis * c.modes_n + mode
    g.active = -1
    g.speaker = -1
    g.pair_token[0] = -1
    g.pair_token[1] = -1
    g.gravehold = rules.gravehold_life
    g.gravehold_max = rules.gravehold_life
    g.player_life_max = solo_life if solo_life else rules.player_life
    deal_nemesis(g, c)
    deal_supply(g, c, supply)
    deal_mages(g, c, mages)
    row = 5 if variant else g.players_n
    for k in range(c.turn_cards_n[row]):
        push(g.turn_deck, c.turn_cards[row * 16 + k])
    if g.players_n == 1 and solo_turn_cards == 4:
        push(g.turn_deck, 0)
    shuffle(g.counters, TURN_ORDER_STREAM, g.turn_deck.cards, g.turn_deck.n)
    enter(g, c.program[GAME_PROGRAM], -1, 0)
    if c.nemeses[g.nemesis].setup:
        enter(g, c.nemeses[g.nemesis].setup, -1, 0)
        while g.depth > 1:
            step(g, c)


@jit
def deal_nemesis(g, c):
    """The nemesis's life and tokens, and its deck: tier 1 on top of tier 2 on top of 3, each shuffled."""
    nemesis = c.nemeses[g.nemesis]
    g.nemesis_life = nemesis.life
    g.nemesis_life_max = g.nemesis_life
    g.tokens = nemesis.tokens
    scratch = g.destroyed  # an empty zone to sort basic cards in
    for tier in range(3, 0, -1):
        for k in range(c.basics_n):
            if c.cards[c.basics[k]].tier == tier:
                push(scratch, c.basics[k])
        shuffle(g.counters, NEMESIS_STREAM, scratch.cards, scratch.n)
        while scratch.n > c.basics_in_deck[g.players_n * 4 + tier]:
            pop(scratch)
        for k in range(nemesis.cards_n):
            if c.cards[nemesis.cards[k]].tier == tier:
                push(scratch, nemesis.cards[k])
        shuffle(g.counters, NEMESIS_STREAM, scratch.cards, scratch.n)
        for k in range(scratch.n):
            push(g.nemesis_deck, scratch.cards[k])
        while scratch.n > 0:
            pop(scratch)
    for k in range(nemesis.acolytes_n):
        push(g.acolyte_deck, nemesis.acolytes[k])
    shuffle(g.counters, NEMESIS_STREAM, g.acolyte_deck.cards, g.acolyte_deck.n)


@jit
def deal_supply(g, c, supply):
    """Nine piles: as named, or drawn at random by kinds."""
    if supply[0]:
        for k in range(PILES):
            g.pile[k] = supply[k]
    else:
        filled = 0
        scratch = g.destroyed
        for kind in range(GEM, SPELL_CARD + 1):
            n = c.supply_gems if kind == GEM else (c.supply_relics if kind == RELIC else c.supply_spells)
            for k in range(c.market_n):
                if c.cards[c.market[k]].kind == kind:
                    push(scratch, c.market[k])
            for _ in range(n):
                g.pile[filled] = take(scratch, draw(g.counters, SETUP_STREAM, scratch.n))
                filled += 1
            while scratch.n > 0:
                pop(scratch)
    for k in range(PILES):
        g.pile_left[k] = c.cards[g.pile[k]].copies


@jit
def deal_mages(g, c, mages):
    for p in range(g.players_n):
        g.players[p].mage = mages[p] if mages[p] >= 0 else 255
    for p in range(g.players_n):
        if g.players[p].mage == 255:  # a random mage that nobody has
            nth = draw(g.counters, SETUP_STREAM, c.mages_n - mages_taken(g, c))
            for mage in range(c.mages_n):
                if not mage_taken(g, mage):
                    if nth == 0:
                        g.players[p].mage = mage
                        break
                    nth -= 1
    for p in range(g.players_n):
        player = g.players[p]
        mat = c.mages[player.mage]
        player.life = g.player_life_max
        for k in range(mat.hand_n):
            push(player.hand, mat.hand[k])
        for k in range(mat.deck_n - 1, -1, -1):
            push(player.deck, mat.deck[k])
        for b in range(BREACHES):
            player.breaches[b].state = mat.breach_state[b]
            player.breaches[b].focuses = mat.breach_focuses[b]


@jit
def mage_taken(g, mage):
    for p in range(g.players_n):
        if g.players[p].mage == mage:
            return True
    return False


@jit
def mages_taken(g, c):
    n = 0
    for mage in range(c.mages_n):
        n += 1 if mage_taken(g, mage) else 0
    return n
