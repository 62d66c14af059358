"""What lies on the table: the state of a game, and the vocabulary of its decisions.

Every card is a small integer, its index in :class:`~.content.Content`; 0 is no card. A zone keeps its top
card last, so that drawing and discarding touch one end. 96 slots hold every player card of a four-player game
(4 x 10 starters and 51 supply cards), so that no zone can overflow.
"""

from __future__ import annotations

from typing import Any

from breachlab.sim.jit import compiling, jit
from breachlab.sim.record import array, i8, i16, i32, i64, record, u8, u16, u64

PLAYERS, BREACHES, PILES, POOLS, STREAMS = 4, 4, 9, 4, 4
ZONE_SIZE, IN_PLAY_SIZE, STACK_SIZE, OPTIONS_SIZE, FEATURES_MAX, SEEN_SIZE = 96, 48, 40, 160, 96, 256
GROUPS_MAX = 6  # of options with common signs, see signs.py

# --- outcomes and their reasons
NO_OUTCOME, WIN, LOSS = 0, 1, 2
(
    NO_REASON,
    NEMESIS_DEFEATED,
    NEMESIS_DECK_EMPTY,
    NO_ACOLYTES_LEFT,
    GRAVEHOLD_FALLEN,
    ALL_EXHAUSTED,
    NO_TOKENS_LEFT,
    LOST_BY_CARD,
    TURN_LIMIT,
) = range(9)

# --- random streams: each subject of chance has its own, all from the game's one seed
TURN_ORDER_STREAM, NEMESIS_STREAM, SETUP_STREAM, NOISE_STREAM = range(STREAMS)

# --- turn order cards
PLAYER_1, PLAYER_2, PLAYER_3, PLAYER_4, WILD, PAIR_1_2, PAIR_3_4, NEMESIS_CARD = range(8)

# --- breaches
ABSENT, CLOSED, OPENED, SIGIL, DESTROYED = range(5)

# --- aether: what a pool may pay for, as bits, in the order of POOL_USES below
FOR_GEM, FOR_RELIC, FOR_SPELL, FOR_CHARGE, FOR_BREACH, FOR_POWER, FOR_EFFECT = 1, 2, 4, 8, 16, 32, 64
ANY_USE = 127
FREE_POOL, NO_RELIC_OR_SPELL_POOL, GAIN_ONLY_POOL, SPELL_ONLY_POOL = range(POOLS)
POOL_USES = (ANY_USE, ANY_USE & ~(FOR_RELIC | FOR_SPELL), FOR_GEM | FOR_RELIC | FOR_SPELL, FOR_SPELL)
# The most restricted aether pays first, so that none is stranded.
PAYING_ORDER = (SPELL_ONLY_POOL, GAIN_ONLY_POOL, NO_RELIC_OR_SPELL_POOL, FREE_POOL)

# --- zones of a player, as options name them
HAND, DECK, DISCARD, PLAYED = range(4)

# --- decisions: what is being asked
(
    NO_DECISION,
    CAST_DECISION,  # casting phase: a prepped spell, or PASS to end the phase
    MAIN_DECISION,  # main phase: an action, or PASS to end it
    ORDER_DECISION,  # draw phase: which played card goes to the discard pile next
    TURN_DECISION,  # who takes a wild or pair turn
    PLAYER_DECISION,  # which player an effect is about
    TARGET_DECISION,  # what is hit
    BRANCH_DECISION,  # which side of an OR
    CARD_DECISION,  # which card
    SPELL_DECISION,  # which prepped spell
    BREACH_DECISION,  # which breach
    MAY_DECISION,  # yes or no
    PREP_DECISION,  # which spell to prep where
    GAIN_DECISION,  # which supply pile
    PLACE_DECISION,  # where a gained card goes
    NUMBER_DECISION,  # how much
    TURN_CARD_DECISION,  # which turn order card
    ACOLYTE_DECISION,  # which of several tied acolytes
) = range(18)

# --- options: what can be answered (see option())
(
    PASS,  # no, done, end of phase
    YES,
    PLAYER,  # a = player
    CARD,  # a = card, b = zone
    BREACH,  # a = player, b = breach
    SPELL,  # a = player * 4 + breach, b = 0 or 1 (the Spark beside a Kindle)
    TARGET,  # a = minion's card, or 0 for the nemesis
    BRANCH,  # a = which side of the OR, from 0
    NUMBER,  # a
    TURN_CARD,  # a
    PILE,  # a = supply pile: gain it for free
    PLACE,  # a = DISCARD or DECK of the gainer, or HAND for "an ally's discard pile"
    PREP,  # a = card, b = breach (+ 4: and the next breach too)
    PLAY,  # a = card
    GAIN,  # a = supply pile, paid
    CHARGE,
    FOCUS,  # b = breach
    OPEN,  # b = breach
    ABILITY,
    USE,  # b = breach: a prepped spell's main-phase effect
    DISCARD_POWER,  # a = the power's card
) = range(21)

# --- phases
NO_PHASE, CASTING_PHASE, MAIN_PHASE, DRAW_PHASE, NEMESIS_PHASE = range(5)

# --- how a frame came to be
PLAIN_FRAME, UNLEASH_FRAME, NO_SELF_DAMAGE_FRAME = 0, 1, 2
# --- what happens to a spell after it was cast by an effect
TO_DISCARD, TO_OWNERS_HAND, TO_ALLYS_HAND = range(3)


@record
class Zone:
    """A pile of cards; the top card is the last of the first ``n``."""

    n: i16
    cards: array(u8, ZONE_SIZE)


@record
class Breach:
    state: u8
    focuses: u8
    focused_now: u8  # focused in its owner's current turn: a spell may be prepped while closed
    spell: u8
    wide: u8  # this spell also occupies the next breach
    held: u8  # occupied by the wide spell of the breach before
    spark: u8  # a second spell, beside a Kindle
    used: u8  # its once-a-turn effect was used


@record
class Player:
    mage: u8
    life: i16
    exhausted: u8
    charges: i16
    trophies: i16
    shuffled: u8  # an effect has shuffled the deck: nobody knows its order
    aether: array(i16, POOLS)
    hand: Zone
    deck: Zone
    discard: Zone
    played: Zone
    breaches: array(Breach, BREACHES)


@record
class InPlay:
    """A minion, acolyte or power in play."""

    card: u8
    left: i16  # life or power tokens
    seq: i16  # rises with each card that enters play: oldest first, and who was there already
    aim: i16  # share of damage that is being divided


@record
class Frame:
    """One effect being resolved: where it stands, and what its words refer to."""

    pc: i16
    step: i8  # questions of the current phrase answered so far
    origin: u8
    you: i8
    who: i8  # "that player"
    card: u8  # "this"
    pick: u8  # the card, pile or turn order card chosen last
    zone: u8
    target: u8  # the minion or acolyte meant, 0 for the nemesis
    owner: i8
    breach: i8
    slot: i8
    did: u8  # "if you do"
    killed: u8
    bonus: i16  # damage that the breach adds to a cast spell
    x: i16  # "that much"
    count: i16
    number: i16
    seq: i16
    limit: i16
    mark_owner: i8  # a spell being cast lies in this player's discard pile ...
    mark: i16  # ... at this height; -1 when it has left it
    after: u8


@record
class Game:
    outcome: u8
    reason: u8
    decision: u8
    decider: i8
    question: i16  # the instruction that asks
    phase: u8
    active: i8  # whose turn it is, -1 for nobody's
    speaker: i8  # who speaks for the table: the player of the last turn
    players_n: i8
    solo: u8
    nemesis: u8  # row of Content.nemeses, the difficulty's rule included
    gravehold: i16
    gravehold_max: i16
    nemesis_life: i16
    nemesis_life_max: i16
    tokens: i16
    player_life_max: i16
    pair_token: array(i8, 2)  # four-player variant: who holds it, -1 for between them
    counters: array(u64, STREAMS)
    n_in_play: i16
    seq: i16
    extra_draws: i16
    next_on_deck: u8
    next_to_ally: u8
    gained_now: array(u8, PILES)
    pile: array(u8, PILES)
    pile_left: array(u8, PILES)
    nemesis_aim: i16
    tally: array(i8, PLAYERS)
    n_fallen: i8  # players whose exhaustion waits for an unleash to end
    fallen: array(i8, PLAYERS)
    fallen_depth: array(i8, PLAYERS)
    fallen_excess: array(i16, PLAYERS)
    depth: i8
    n_options: i16
    # what the game's row in the results tells
    turns: i16
    decisions: i16
    rounds: i16
    exhaustions: u8
    damage_dealt: i16
    aether_made: i16
    spent_on_cards: i16
    spent_on_charges: i16
    spent_on_breaches: i16
    spent_on_powers: i16
    gained: array(u8, PILES)
    first_gain: array(i16, PILES)
    plays: array(u16, PILES)
    in_play: array(InPlay, IN_PLAY_SIZE)
    turn_deck: Zone
    turn_discard: Zone
    nemesis_deck: Zone
    nemesis_discard: Zone
    acolyte_deck: Zone
    acolyte_discard: Zone
    destroyed: Zone
    players: array(Player, PLAYERS)
    options: array(u16, OPTIONS_SIZE)
    stack: array(Frame, STACK_SIZE)
    # what players think
    weights_row: i32  # where the weights for this nemesis and number of players begin in Content.fitted
    score: i64  # of the option that is being weighed, see signs.py
    quick: u8  # seats, as bits, that may answer in the main phase before their options are listed
    noting: u8  # whether its signs are kept for learning
    weighed: u8  # groups of options whose common signs were weighed in this decision, as bits
    common: array(i64, GROUPS_MAX)  # what those come to, see signs.weighed_before
    looked: i64  # at what position ``seen`` was filled last
    features: array(i32, FEATURES_MAX)  # room for players who value positions
    seen: array(i32, SEEN_SIZE)  # what a player sees before it weighs its options, see standard.look_around


# What players need to look ahead: a state to play on, some to try things on, and a blank one, the last.
STATES = 8


if compiling(__name__):

    @jit
    def copy_game(games: Any, to: int, source: int) -> None:
        """Make one state of a list equal to another."""
        games[to] = games[source]

else:

    def copy_game(games: Any, to: int, source: int) -> None:
        """Make one state of a list equal to another."""
        games[to].copy_from(games[source])


@jit
def option(what: int, a: int = 0, b: int = 0) -> int:
    """An option as one number: what it is (5 bits), a (8 bits) and b (3 bits)."""
    return what << 11 | a << 3 | b


@jit
def option_what(code: int) -> int:
    return int(code) >> 11


@jit
def option_a(code: int) -> int:
    return int(code) >> 3 & 255


@jit
def option_b(code: int) -> int:
    return int(code) & 7


@jit
def push(zone: Any, card: int) -> None:
    """Put a card on top."""
    zone.cards[zone.n] = card
    zone.n += 1


@jit
def push_bottom(zone: Any, card: int) -> None:
    for i in range(zone.n, 0, -1):
        zone.cards[i] = zone.cards[i - 1]
    zone.cards[0] = card
    zone.n += 1


@jit
def take(zone: Any, index: int) -> int:
    """Take out the card at ``index``; those above it move down."""
    card = zone.cards[index]
    zone.n -= 1
    for i in range(index, zone.n):
        zone.cards[i] = zone.cards[i + 1]
    zone.cards[zone.n] = 0  # beyond the top all is zero: equal zones have equal bytes
    return int(card)


@jit
def pop(zone: Any) -> int:
    """Take the top card."""
    zone.n -= 1
    card = zone.cards[zone.n]
    zone.cards[zone.n] = 0
    return int(card)


@jit
def find(zone: Any, card: int) -> int:
    """The highest place of a card in a zone, -1 if it isn't there."""
    for i in range(zone.n - 1, -1, -1):
        if zone.cards[i] == card:
            return i
    return -1
