"""What nobody at the table can know, dealt anew.

A player who looks ahead plays on a copy of the game. In the copy everything hidden is shuffled by the
player's own noise: the basic cards in the nemesis deck, its order within a tier, of the turn order deck and
of the acolytes, a deck that an effect has shuffled, and all chance to come. So no decision can depend on
what a player could not see.
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
def redeal_basics(g, c):
    """Which basic cards are in the nemesis deck is hidden too: any that have not been seen may be.

    Basic cards are the last of all cards (see tables.py).
    """
    deck = g.nemesis_deck
    first = int(c.basics[0])
    for tier in range(1, 4):
        slots = 0
        for k in range(deck.n):
            if deck.cards[k] >= first and c.cards[deck.cards[k]].tier == tier:
                slots += 1
        unseen = 0
        for k in range(c.basics_n):
            if c.cards[c.basics[k]].tier == tier and not was_seen(g, c.basics[k]):
                unseen += 1
        at = 0
        for k in range(c.basics_n):
            card = c.basics[k]
            if slots == 0 or c.cards[card].tier != tier or was_seen(g, card):
                continue
            if draw(g.counters, NOISE_STREAM, unseen) < slots:
                while deck.cards[at] < first or c.cards[deck.cards[at]].tier != tier:
                    at += 1
                deck.cards[at] = card
                at += 1
                slots -= 1
            unseen -= 1


@jit
def was_seen(g, card):
    """Whether a nemesis card lies open: in play or discarded."""
    for k in range(g.n_in_play):
        if g.in_play[k].card == card:
            return True
    for k in range(g.nemesis_discard.n):
        if g.nemesis_discard.cards[k] == card:
            return True
    return False


@jit
def hide(g, c, salt):
    """Deal everything hidden anew, in a copy of a game; ``salt`` tells one copy from another."""
    seed = mix(u64(g.counters[NOISE_STREAM]) ^ mix(u64(salt)))
    for stream in range(STREAMS):
        g.counters[stream] = stream_start(seed, stream)
    if c.basics_n:
        redeal_basics(g, c)
    shuffle_nemesis_deck(g, c)
    shuffle_part(g, g.turn_deck.cards, 0, g.turn_deck.n)
    shuffle_part(g, g.acolyte_deck.cards, 0, g.acolyte_deck.n)
    for p in range(g.players_n):
        if g.players[p].shuffled:
            shuffle_part(g, g.players[p].deck.cards, 0, g.players[p].deck.n)
