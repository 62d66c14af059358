"""The standard player: a score for every option of every decision, from what lies open on the table.

:func:`standard_score` is the whole of it: damage is in :mod:`.damage`, what is bought in :mod:`.spending`,
what effects ask in :mod:`.answers`. It knows nothing hidden: of decks it uses the size, and of its own cards
which they are. A score is a sum of signs with learned weights (:mod:`.signs`); where points are counted, ten
are one damage to the nemesis.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .answers import (
    branch_score,
    breach_score,
    card_score,
    note_source,
    pile_score,
    player_score,
    readiness,
    spell_score,
    yes_score,
)
from .content import GEM, MINION, POWER, RELIC, SIGNS_MAX
from .damage import acolyte_score, casting_score, share_score, target_score
from .engine import list_main_options, list_uses_and_preps
from .estimate import blood_magic_points, program_points, scratch_frame, unleash_points_now
from .prospects import future, time_to_come, turns_left, with_card
from .rules import affordable
from .seen import (
    BLOOD_SEEN,
    BUDGET_SEEN,
    CASTABLE_SEEN,
    HARM_SEEN,
    LIFE_SEEN,
    MINIONS_SEEN,
    MOST_WAYS,
    POWERS_SEEN,
    ROOM_SEEN,
    SOON_SEEN,
    TIME_SEEN,
    TOGETHER_SEEN,
    UNLEASH_SEEN,
    WAITING_SEEN,
    WAY_SEEN,
    WAYS_SEEN,
    castable,
    in_play_of,
    kills_together,
    look_into_deck,
    nemesis_soon,
    spell_damage,
    waiting_spell,
    work_left,
)
from .signs import NEVER, WILD_SIGNS, clear, note
from .spending import (
    PLAY_FIRST,
    action_score,
    is_spending,
    prep_score,
    spending_cost,
    spending_points,
    sure_score,
)
from .state import (
    ACOLYTE_DECISION,
    ANY_USE,
    BRANCH,
    BREACH,
    BREACHES,
    CARD,
    CAST_DECISION,
    CASTING_PHASE,
    DECK,
    GAIN,
    MAIN_DECISION,
    NEMESIS_CARD,
    NUMBER,
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
    YES,
    option,
    option_a,
    option_b,
    option_what,
)
from .weights import BEST_FIRST


@jit
def standard_choice(g, c):
    """The index of the option that the standard player likes best."""
    if g.n_options == 0 and quick_choice(g, c, g.decider):
        return 0
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
def quick_choice(g, c, p):
    """What is done in a main phase before anything is weighed, found before the options are listed.

    It is the option that :func:`sure_choice` would find among them; it stands as the first one afterwards,
    and to pass as the second. Without any (False), the options are listed.
    """
    hand = g.players[p].hand
    best = 0
    best_score = 0
    for k in range(hand.n):
        kind = c.cards[hand.cards[k]].kind
        if kind == GEM or kind == RELIC:
            score = sure_score(g, c, p, PLAY, int(hand.cards[k]), 0)
            if score > best_score:
                best = option(PLAY, hand.cards[k], 0)
                best_score = score
    if best_score < PLAY_FIRST:
        list_uses_and_preps(g, c, p)
        for k in range(g.n_options):
            code = int(g.options[k])
            score = sure_score(g, c, p, option_what(code), option_a(code), option_b(code))
            if score > best_score:
                best = code
                best_score = score
    if best_score == 0:
        list_main_options(g, c, p)
        return False
    g.options[0] = best
    g.options[1] = option(PASS, 0, 0)
    g.n_options = 2
    return True


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
    g.weighed = 0
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
            g, c, f, c.cards[card].effect, seen[UNLEASH_SEEN], seen[BLOOD_SEEN], False
        )


@jit
def look_into_purse(g, c, p):
    """What the player owns, and each way to spend aether with its cost and worth."""
    seen = g.seen
    totals = look_into_deck(g, c, p)
    room = int(seen[ROOM_SEEN])
    turns = turns_left(g, c, p)
    seen[BUDGET_SEEN] = affordable(g, p, ANY_USE)
    seen[WAITING_SEEN] = waiting_spell(g, c, p)
    now = future(c, totals, room, turns)
    later = time_to_come(c, turns)
    then = future(c, totals, room, later)
    ways = 0
    for k in range(g.n_options):
        code = g.options[k]
        what = option_what(code)
        if is_spending(what) and ways < MOST_WAYS:
            at = WAY_SEEN + 3 * ways
            seen[at] = code
            seen[at + 1] = spending_cost(g, c, p, what, option_a(code), option_b(code))
            if what == GAIN:
                card = g.pile[option_a(code)]
                seen[at + 2] = future(c, with_card(c, totals, card, 1), room, later) - then
            else:
                seen[at + 2] = spending_points(
                    g, c, p, what, option_a(code), option_b(code), totals, turns, now
                )
            ways += 1
    seen[WAYS_SEEN] = ways


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
    return 0  # to pass, and what makes no difference


@jit
def order_score(g, c, card):
    """Which played card is laid down next: the one that makes most aether.

    Decks are never shuffled: what lies lowest in the discard pile is drawn first when that is turned over.
    """
    return int(c.cards[card].aether) * c.standard[BEST_FIRST]


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
