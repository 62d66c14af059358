"""The tables that the engine reads: a content pack compiled to numbers.

Cards, mages and nemeses become rows, effects become instructions. The tables are passed to every engine
function as one argument ``c``, never as globals, which numba would freeze into its cached code.
"""

from __future__ import annotations

from breachlab.sim.record import array, i16, i32, record, u8, u16

CARDS, MAGES, NEMESES, MODES, CODE, PROGRAMS = 256, 32, 64, 8, 6000, 16
OPS, WEIGHTS, MODELS, MODEL_SIZE, SIGNS_MAX = 192, 96, 33, 704, 2304

# --- kinds of cards
NO_KIND, GEM, RELIC, SPELL_CARD, ATTACK, MINION, POWER, ACOLYTE = range(8)

# --- prices of TO DISCARD
NO_PRICE, PAY_AETHER, PAY_HAND, PAY_PREPPED, PAY_SPELL_AND_BREACH = range(5)

# --- the engine's own programs, written in hidden phrases (see engine.RULES)
(
    GAME_PROGRAM,
    PLAYER_TURN_PROGRAM,
    NEMESIS_TURN_PROGRAM,
    EXHAUSTION_PROGRAM,
    GAIN_PROGRAM,
    CASTING_START_PROGRAM,
    DRAW_PROGRAM,
    NEXT_TURN_PROGRAM,
    PRICE_PROGRAM,
) = range(9)


@record
class Instruction:
    """One phrase of an effect: what to do, and its numbers."""

    op: u8
    a: i16
    b: i16
    base: i16  # an amount is base + mult * (a count of something on the table)
    mult: i16
    count: i16


@record
class Card:
    kind: u8
    cost: u8
    tier: u8
    life: i16  # a minion's life, a power's tokens
    copies: u8
    breaches_needed: u8
    shield: u8  # damage to the player is reduced by this while the spell is prepped
    # programs: where in the code they start, 0 for none
    effect: i16  # play, cast, attack, persistent, power or blood magic, by kind
    when_gained: i16
    while_prepped: i16
    once_a_turn: u8
    when_casting_starts: i16
    when_focusing: i16
    immediately: i16
    when_damaged: i16
    when_discarded: i16
    price: u8
    price_n: i16
    price_m: i16
    reduced_by: u8
    reduced_by_tokens: u8
    reduced_to: i16  # -1: not limited
    falls_when_nemesis_hit: u8
    # what one play or cast usually brings, in tenths (see worth.profile)
    aether: i16
    damage: i16
    other: i16


@record
class Mage:
    charges: u8
    worth: i16  # what one use of the ability usually brings, in tenths of a point of damage
    ability: i16
    hand_n: u8
    hand: array(u8, 16)
    deck_n: u8
    deck: array(u8, 16)  # top card first
    breach_state: array(u8, 4)
    breach_focuses: array(u8, 4)


@record
class Nemesis:
    """A nemesis under one difficulty mode."""

    life: i16
    tokens: i16
    token_min: i16
    token_max: i16
    unleash: i16
    end_of_turn: i16
    exhaustion: i16
    setup: i16
    cannot_be_damaged: u8
    cloaked: u8
    lost_at_no_tokens: u8
    won_without_acolytes: u8
    model: u8  # the first of the expert's models for its games, 0 for the one that suits any
    weights_row: u8  # the same for the standard player's weights
    cards_n: u8
    cards: array(u8, 32)
    acolytes_n: u8
    acolytes: array(u8, 16)


@record
class Mode:
    """A difficulty mode."""

    player_life: i16
    gravehold_life: i16


@record
class Content:
    cards_n: u16
    mages_n: u8
    nemeses_n: u8
    modes_n: u8
    hand_size: u8
    charge_price: u8
    focus_cost: array(u8, 4)
    open_cost: array(u8, 16)  # breach * 4 + focuses
    bonus: array(u8, 4)
    sigil_bonus: u8
    basics_in_deck: array(u8, 20)  # players * 4 + tier
    basics_n: u8
    basics: array(u8, 64)
    turn_cards_n: array(u8, 6)  # by player count; row 5 is the four-player variant
    turn_cards: array(u8, 96)  # 16 a row
    market_n: u8
    market: array(u8, 128)
    supply_gems: u8
    supply_relics: u8
    supply_spells: u8
    program: array(i16, PROGRAMS)
    meaning: array(u8, OPS)  # of each phrase, see worth.MEANINGS
    times: array(u8, OPS)  # how often a phrase without a number does what it says
    standard: array(i16, WEIGHTS)  # the weights of the standard player
    # weights of the signs that speak for and against options: a row for any nemesis, then one for each
    # nemesis and number of players, see signs.py
    fitted: array(i32, MODELS * SIGNS_MAX)
    # the expert's value functions: one for any nemesis, then four for each, by the number of players
    expert: array(i32, MODELS * MODEL_SIZE)
    search: array(i32, 8)  # how far and how wide the expert looks, see expert.py
    modes: array(Mode, MODES)
    mages: array(Mage, MAGES)
    nemeses: array(Nemesis, NEMESES)  # nemesis * modes_n + difficulty mode
    cards: array(Card, CARDS)
    code: array(Instruction, CODE)
