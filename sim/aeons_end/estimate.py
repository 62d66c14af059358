"""What an effect would do to the players, in points: ten points are one damage to the nemesis.

An estimate walks through the instructions of an effect without carrying them out. It knows what lies on the
table (lives, tokens, prepped spells) and takes the better side of an OR; it does not know what is hidden.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .content import ACOLYTE
from .engine import IF_OP, JUMP_OP
from .language import ANY_PLAYER, THAT_PLAYER, YOU, op_of
from .rules import amount, holds, in_set, measure, prepped
from .signs import DEED_SIGNS, EFFECT_SIGNS, nemesis_sign, note
from .state import BREACHES, STACK_SIZE
from .weights import (
    ACOLYTE_COMING,
    CARD_LOST,
    CARD_WON,
    CHARGE_WORTH,
    CLOAK,
    EXHAUSTION,
    FOCUS_WORTH,
    GATE,
    GRAVEHOLD,
    LIFE,
    LOW_GRAVEHOLD,
    LOW_LIFE,
    LOW_TOKEN,
    MINION_BACK,
    NEMESIS_CARD_DRAWN,
    SPELL_LOST,
    THIN,
    TIME,
    TOKEN,
)
from .worth import (
    ACOLYTE_COMES,
    ACOLYTE_GOES,
    ACOLYTE_HEALED,
    ACOLYTE_HURT,
    AETHER,
    AETHER_SPENT,
    ALL_BLOOD_MAGIC,
    BLOOD_MAGIC,
    BREACH_FOCUSED,
    CARD_DESTROYED,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_GAINED,
    CHARGE,
    CHARGE_LOST,
    CHARGES_LOST,
    DAMAGE,
    DECK_THINNED,
    EACH_SUFFERS,
    GAME_LOST,
    GEM_GAINED,
    GRAVEHOLD_GAINS,
    GRAVEHOLD_SUFFERS,
    MINION_HURT,
    MINION_RETURNS,
    NEMESIS_DRAWS,
    PLAYER_GAINS,
    PLAYER_SUFFERS,
    SIGIL_GAINED,
    SPELL_CAST,
    SPELL_DESTROYED,
    SPELL_DISCARDED,
    SPELL_PREPPED,
    THIS_DESTROYED,
    TIME_LOST,
    TOKENS_COME,
    TOKENS_GO,
    TURN_CARD_MOVED,
    UNLEASH,
    UNLEASH_UNTIL,
)

LOST = 20000  # points of a lost game
END_OP = op_of("~end")
CHOOSE_OP = op_of("~choose")
OPTION_OP = op_of("~option")
SELECT_OP = op_of("~select")
IF_DID_OP = op_of("~if did")


# ---------------------------------------------------------------- lives and tokens


@jit
def harm_to_gravehold(g, c, n):
    """Points that the players lose when Gravehold suffers ``n``."""
    if n <= 0:
        return 0
    if n >= g.gravehold:
        return LOST
    return n * c.standard[GRAVEHOLD] + n * c.standard[LOW_GRAVEHOLD] // (g.gravehold - n)


@jit
def harm_to_player(g, c, p, n):
    """Points that the players lose when a player suffers ``n``: the lower the life, the dearer."""
    player = g.players[p]
    if n <= 0:
        return 0
    for b in range(BREACHES):
        spell = player.breaches[b].spell
        if spell:
            n -= c.cards[spell].shield
    n = max(n, 1)
    if player.exhausted:
        return harm_to_gravehold(g, c, 2 * n)
    life = int(player.life)
    if n >= life:
        if g.players_n > 1 and nobody_else_stands(g, p):
            return LOST
        return c.standard[EXHAUSTION] + harm_to_gravehold(g, c, 2 * (n - life)) + life * c.standard[LIFE]
    return n * c.standard[LIFE] + n * c.standard[LOW_LIFE] // (life - n)


@jit
def nobody_else_stands(g, p):
    for q in range(g.players_n):
        if q != p and not g.players[q].exhausted:
            return False
    return True


@jit
def least_harm(g, c, n):
    """Points lost when the players may choose who suffers."""
    best = LOST
    for p in range(g.players_n):
        best = min(best, harm_to_player(g, c, p, n))
    return best


@jit
def tokens_coming(g, c, n):
    """Points when the nemesis gains (or, negative, loses) tokens."""
    nemesis = c.nemeses[g.nemesis]
    if nemesis.lost_at_no_tokens:
        if n >= 0:
            return n * c.standard[TOKEN]
        if -n >= g.tokens:
            return -LOST
        return n * c.standard[TOKEN] + n * c.standard[LOW_TOKEN] // (g.tokens + n)
    n = min(n, nemesis.token_max - g.tokens)
    if nemesis.cloaked:
        return -n * c.standard[CLOAK]
    return -n * c.standard[GATE]


# ---------------------------------------------------------------- effects


@jit
def scratch_frame(g, you, who, card):
    """A frame for estimates, at the far end of the stack where no effect ever comes."""
    f = g.stack[STACK_SIZE - 1]
    f.you = you
    f.who = who
    f.card = card
    f.pick = 0
    f.x = 0
    f.count = 2
    f.killed = 0
    return f


@jit
def most_exposed(g, c, f, i):
    """Whom a subject means: the one that the words single out, or who would mind least."""
    if i.a == THAT_PLAYER or i.a == YOU:
        return f.who if i.a == THAT_PLAYER else f.you
    best = -1
    best_points = -2 * LOST
    for p in range(g.players_n):
        if in_set(g, f, i.a, p, i.mult):
            points = -harm_to_player(g, c, p, 2)
            if i.a == ANY_PLAYER and i.b:
                points += 1000 * min(50, measure(g, c, f, p, i.b % 100))
            if points > best_points:
                best = p
                best_points = points
    return best


@jit
def times(g, c, f, i):
    """How often a phrase does what it means."""
    n = int(c.times[i.op])
    if n == 0:
        n = amount(g, c, f, i) if i.count else int(i.base)
    return n


@jit
def note_deed(g, c, f, meaning, n):
    """The signs of a phrase that does something ``n`` times."""
    note(g, c, DEED_SIGNS + meaning, 100 * n)
    if meaning == UNLEASH or meaning == UNLEASH_UNTIL:
        note(g, c, nemesis_sign(g, c, 8), 100 * n)
    elif meaning == TOKENS_COME:
        note(g, c, nemesis_sign(g, c, 9), 100 * n)
    elif meaning == TOKENS_GO:
        note(g, c, nemesis_sign(g, c, 10), 100 * n)
        note(g, c, nemesis_sign(g, c, 11), 300 * n // max(1, g.tokens - n + 1))
    if meaning == PLAYER_SUFFERS and f.who >= 0:
        player = g.players[f.who]
        if player.exhausted:
            note(g, c, EFFECT_SIGNS + 2, 200 * n)
        elif n >= player.life:
            note(g, c, EFFECT_SIGNS + 1, 100)
        else:
            note(g, c, EFFECT_SIGNS + 3, 100 * n // (player.life - n))
    if meaning == GRAVEHOLD_SUFFERS:
        note(g, c, EFFECT_SIGNS + 2, 300 * n // max(1, g.gravehold - n))


@jit
def deed_points(g, c, f, meaning, n, unleash_points, blood_points):
    """What ``n`` times a deed of some meaning is worth."""
    w = c.standard
    if meaning == DAMAGE:
        return 10 * n
    if meaning == AETHER:
        return 20 * n
    if meaning == AETHER_SPENT:
        return -20 * n
    if meaning == CHARGE:
        return w[CHARGE_WORTH] * n
    if meaning == GRAVEHOLD_SUFFERS:
        return -harm_to_gravehold(g, c, n)
    if meaning == PLAYER_SUFFERS:
        return -harm_to_player(g, c, f.who, n) if f.who >= 0 else -least_harm(g, c, n)
    if meaning == EACH_SUFFERS:
        total = 0
        for p in range(g.players_n):
            total -= harm_to_player(g, c, p, n)
        return total
    if meaning == GRAVEHOLD_GAINS:
        n = min(n, g.gravehold_max - g.gravehold)
        return n * (w[GRAVEHOLD] + w[LOW_GRAVEHOLD] // g.gravehold)
    if meaning == PLAYER_GAINS:
        return life_gained(g, c, f.who if f.who >= 0 else 0, n)
    if meaning == TOKENS_COME:
        return tokens_coming(g, c, n)
    if meaning == TOKENS_GO:
        return tokens_coming(g, c, -n)
    if meaning == UNLEASH:
        return n * unleash_points
    if meaning == UNLEASH_UNTIL:
        return max(0, n - g.tokens) * unleash_points
    if meaning == BLOOD_MAGIC:
        return n * blood_points
    if meaning == ALL_BLOOD_MAGIC:
        return acolytes_in_play(g, c) * blood_points
    if meaning == GAME_LOST:
        return -LOST
    if meaning == CHARGES_LOST:
        return -w[CHARGE_WORTH] * g.players[max(0, f.who)].charges
    if meaning == SPELL_DISCARDED or meaning == SPELL_DESTROYED:
        return -spells_lost(g, c, f, n) * (3 if meaning == SPELL_DESTROYED else 1)
    return n * usual_points(w, meaning)


@jit
def usual_points(w, meaning):
    """Points of deeds that depend on nothing on the table."""
    if meaning == CARD_DISCARDED:
        return -w[CARD_LOST]
    if meaning == CARD_DESTROYED:
        return -3 * w[CARD_LOST]
    if meaning == CHARGE_LOST:
        return -w[CHARGE_WORTH]
    if meaning == CARD_DRAWN or meaning == TURN_CARD_MOVED:
        return w[CARD_WON]
    if meaning == DECK_THINNED:
        return w[THIN]
    if meaning == BREACH_FOCUSED:
        return w[FOCUS_WORTH]
    if meaning == SIGIL_GAINED or meaning == CARD_GAINED:
        return 3 * w[THIN]
    if meaning == GEM_GAINED:
        return w[THIN]
    if meaning == SPELL_CAST:
        return 40
    if meaning == SPELL_PREPPED:
        return 25
    if meaning == ACOLYTE_HURT or meaning == MINION_HURT:
        return 10
    if meaning == ACOLYTE_HEALED:
        return -10
    if meaning == ACOLYTE_COMES:
        return -w[ACOLYTE_COMING]
    if meaning == ACOLYTE_GOES:
        return w[ACOLYTE_COMING]
    if meaning == NEMESIS_DRAWS:
        return -w[NEMESIS_CARD_DRAWN]
    if meaning == MINION_RETURNS:
        return -w[MINION_BACK]
    if meaning == TIME_LOST:
        return -w[TIME]
    if meaning == THIS_DESTROYED:
        return -w[CARD_LOST]
    return 0


@jit
def life_gained(g, c, p, n):
    player = g.players[p]
    if player.exhausted:
        return 0
    n = min(n, g.player_life_max - player.life)
    return n * (c.standard[LIFE] + c.standard[LOW_LIFE] // (player.life + 1))


@jit
def spells_lost(g, c, f, n):
    """Points of losing prepped spells; there may be fewer than are asked for."""
    there = 0
    for p in range(g.players_n):
        there += prepped(g, p)
    return min(n, there) * c.standard[SPELL_LOST]


@jit
def acolytes_in_play(g, c):
    n = 0
    for k in range(g.n_in_play):
        if c.cards[g.in_play[k].card].kind == ACOLYTE:
            n += 1
    return n


@jit
def side_points(g, c, f, start, stop, unleash_points, blood_points, noting):
    """Points of a stretch of instructions without an OR; ``noting``: its deeds are signs of an option."""
    points = 0
    pc = start
    while pc < stop:
        i = c.code[pc]
        if i.op == END_OP or i.op == CHOOSE_OP:
            break
        if i.op == IF_OP and not holds(g, c, f, i):
            pc += i.mult
            continue
        if i.op == JUMP_OP:
            pc += i.base
            continue
        if i.op == SELECT_OP:
            f.who = most_exposed(g, c, f, i)
        elif i.op != IF_OP and i.op != IF_DID_OP and i.op != OPTION_OP:
            meaning = c.meaning[i.op]
            n = times(g, c, f, i)
            if noting:
                note_deed(g, c, f, meaning, n)
            points += deed_points(g, c, f, meaning, n, unleash_points, blood_points)
        pc += 1
    return points


@jit
def program_points(g, c, f, start, unleash_points, blood_points, noting):
    """Points of a whole effect: of an OR the better side."""
    points = 0
    pc = start
    while c.code[pc].op != END_OP:
        i = c.code[pc]
        if i.op == CHOOSE_OP:
            best = -2 * LOST
            best_side = pc + 1
            after = pc
            for k in range(i.a):
                side = c.code[pc + 1 + k]
                first = pc + side.base
                stop = first + side.mult
                side_worth = side_points(g, c, f, first, stop, unleash_points, blood_points, False)
                if side_worth > best:
                    best = side_worth
                    best_side = pc + 1 + k
                after = stop + 1
            first = pc + c.code[best_side].base  # once more, for the signs of the better side alone
            stop = first + c.code[best_side].mult
            points += side_points(g, c, f, first, stop, unleash_points, blood_points, noting)
            pc = after
        else:
            after = pc + 1
            while c.code[after].op != END_OP and c.code[after].op != CHOOSE_OP:
                after += 1
            points += side_points(g, c, f, pc, after, unleash_points, blood_points, noting)
            pc = after
    return points


@jit
def blood_magic_points(g, c):
    """What an acolyte's blood magic usually costs: the mean over those in play."""
    total = 0
    n = 0
    for k in range(g.n_in_play):
        card = g.in_play[k].card
        if c.cards[card].kind == ACOLYTE:
            n += 1
            f = scratch_frame(g, -1, -1, card)
            total += program_points(g, c, f, c.cards[card].effect, 0, 0, False)
    return total // n if n else 0


@jit
def unleash_points_now(g, c):
    """What an unleash would cost the players now (a negative number)."""
    blood_points = blood_magic_points(g, c)
    f = scratch_frame(g, -1, -1, 0)
    return program_points(g, c, f, c.nemeses[g.nemesis].unleash, 0, blood_points, False)
