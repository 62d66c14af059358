"""Whole games, many at a time: the loop that fast runs compile.

A :class:`Deal` says what is played, a :class:`Result` how it ended. :func:`play_games` plays one game for
each row of deals and writes the same row of results; it touches nothing else, so threads can share them.
Games in which an expert takes part need more code, and have a loop of their own: :mod:`.expert_games`.
"""

from __future__ import annotations

from breachlab.sim.jit import entry, jit
from breachlab.sim.record import array, i8, i16, record, u8, u16, u64

from .engine import advance, setup
from .players import choose, quick_seats
from .rules import answer, nemesis_tier
from .state import NO_OUTCOME, PILES, PLAYERS, copy_game

SEEN = 8  # nemesis cards in play at the end that a result remembers, the oldest first


@record
class Deal:
    """What is played."""

    seed: u64
    nemesis: u8
    mode: u8
    players: u8
    variant: u8  # the four-player variant of the turn order
    solo_turn_cards: u8
    solo_life: u8  # 0: as the mode says
    mages: array(i8, PLAYERS)  # -1: drawn at random
    supply: array(u8, PILES)  # first one 0: drawn at random
    policy: array(u8, PLAYERS)
    mistakes: array(u16, PLAYERS)  # how often the second-best option is taken, in 10,000


@record
class Result:
    """How a game went."""

    outcome: u8
    reason: u8
    tier: u8  # the nemesis's at the end
    exhaustions: u8
    turns: i16
    rounds: i16
    gravehold: i16
    nemesis_life: i16
    tokens: i16
    decisions: i16
    damage_dealt: i16
    aether_made: i16
    spent_on_cards: i16
    spent_on_charges: i16
    spent_on_breaches: i16
    spent_on_powers: i16
    mages: array(u8, PLAYERS)
    life: array(i16, PLAYERS)
    supply: array(u8, PILES)
    gained: array(u8, PILES)
    first_gain: array(i16, PILES)
    plays: array(u16, PILES)
    in_play: array(u8, SEEN)


@jit
def deal_game(g, c, d):
    """Set up one game on a blank state."""
    setup(
        g,
        c,
        d.seed,
        d.nemesis,
        d.mode,
        d.mages[: d.players],
        d.supply,
        d.variant,
        d.solo_turn_cards,
        d.solo_life,
    )


@jit
def note_result(g, c, r):
    """Write down how a game ended."""
    r.outcome = g.outcome
    r.reason = g.reason
    r.tier = nemesis_tier(g, c)
    r.exhaustions = g.exhaustions
    r.turns = g.turns
    r.rounds = g.rounds
    r.gravehold = g.gravehold
    r.nemesis_life = g.nemesis_life
    r.tokens = g.tokens
    r.damage_dealt = g.damage_dealt
    r.aether_made = g.aether_made
    r.spent_on_cards = g.spent_on_cards
    r.spent_on_charges = g.spent_on_charges
    r.spent_on_breaches = g.spent_on_breaches
    r.spent_on_powers = g.spent_on_powers
    for p in range(g.players_n):
        r.mages[p] = g.players[p].mage
        r.life[p] = g.players[p].life
    for k in range(PILES):
        r.supply[k] = g.pile[k]
        r.gained[k] = g.gained[k]
        r.first_gain[k] = g.first_gain[k]
        r.plays[k] = g.plays[k]
    for k in range(min(SEEN, g.n_in_play)):
        r.in_play[k] = g.in_play[k].card


@entry
def play_games(games, c, deals, results):
    """Play a game for each deal. ``games``: a blank state last, before it the states to play on."""
    blank = len(games) - 1
    for k in range(len(deals)):
        copy_game(games, 0, blank)
        g = games[0]
        d = deals[k]
        deal_game(g, c, d)
        g.quick = quick_seats(d.policy, d.mistakes, d.players)
        decisions = 0
        advance(g, c)
        while g.outcome == NO_OUTCOME:
            chosen = choose(g, c, d.policy[g.decider], d.mistakes[g.decider])
            decisions += 1 if g.n_options > 1 else 0
            answer(g, g.options[chosen])
            advance(g, c)
        results[k].decisions = decisions
        note_result(g, c, results[k])
