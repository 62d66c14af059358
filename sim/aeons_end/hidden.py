"""What nobody at the table can know, dealt anew.

A player who looks ahead plays on a copy of the game. In the copy everything hidden is shuffled by the player's own
noise: the order of the nemesis deck within a tier, of the turn order deck and of the acolytes, a deck that an effect
has shuffled, and all chance to come. So no decision can depend on what a player could not see.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from ..rng import draw, mix, stream_start, u64
from .state import NOISE_STREAM, STREAMS


@jit
def sort_part(cards, first, last):
    """Sort cards[first:last], so that a shuffle depends on which cards there are, not on their order."""
    for k in range(first + 1, last):
        j = k
        while j > first and cards[j - 1] > cards[j]:
            card = cards[j]
            cards[j] = cards[j - 1]
            cards[j - 1] = card
            j -= 1


@jit
def shuffle_part(g, cards, first, last):
    """Sort and shuffle cards[first:last]."""
    sort_part(cards, first, last)
    for k in range(last - 1, first, -1):
        other = first + draw(g.counters, NOISE_STREAM, k - first + 1)
        card = cards[k]
        cards[k] = cards[other]
        cards[other] = card


@jit
def shuffle_nemesis_deck(g, c):
    """Everybody knows that tier 1 lies on tier 2 on tier 3; within a stretch of one tier nothing is known."""
    cards = g.nemesis_deck.cards
    first = 0
    for k in range(1, g.nemesis_deck.n + 1):
        if k == g.nemesis_deck.n or c.cards[cards[k]].tier != c.cards[cards[first]].tier:
            shuffle_part(g, cards, first, k)
            first = k


@jit
def hide(g, c, salt):
    """Deal everything hidden anew, in a copy of a game; ``salt`` tells one copy from another."""
    seed = mix(u64(g.counters[NOISE_STREAM]) ^ mix(u64(salt)))
    for stream in range(STREAMS):
        g.counters[stream] = stream_start(seed, stream)
    shuffle_nemesis_deck(g, c)
    shuffle_part(g, g.turn_deck.cards, 0, g.turn_deck.n)
    shuffle_part(g, g.acolyte_deck.cards, 0, g.acolyte_deck.n)
    for p in range(g.players_n):
        if g.players[p].shuffled:
            shuffle_part(g, g.players[p].deck.cards, 0, g.players[p].deck.n)
