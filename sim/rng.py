"""Random numbers that are the same on every machine: a counter generator in 64-bit integers.

A game has one seed. Each subject of chance (turn order, nemesis deck, setup, a player's noise) has a stream
of its own, so that two variants of a game on one seed meet the same luck where they do the same things. The
generator is SplitMix64: a counter and a mixing function, three lines, no state but the counter.
"""

from __future__ import annotations

import numpy as np

from breachlab.sim.jit import compiling, jit

# Interpreted, Python's own integers are exact and get masked; compiled, 64-bit integers wrap by themselves.
u64 = np.uint64 if compiling(__name__) else int
# What a draw is: numba makes a float of signed and unsigned mixed.
i64 = np.int64 if compiling(__name__) else int

MASK = u64(0xFFFFFFFFFFFFFFFF)
GAMMA = u64(0x9E3779B97F4A7C15)
MIX1 = u64(0xBF58476D1CE4E5B9)
MIX2 = u64(0x94D049BB133111EB)
LOW = u64(0xFFFFFFFF)
LIMIT = u64(1 << 32)


@jit
def mix(z):
    """Scramble 64 bits (the finaliser of SplitMix64).

    >>> hex(mix(1))
    '0x5692161d100b05e5'
    """
    z = u64(z)
    z = ((z ^ (z >> u64(30))) * MIX1) & MASK
    z = ((z ^ (z >> u64(27))) * MIX2) & MASK
    return z ^ (z >> u64(31))


@jit
def stream_start(seed, stream):
    """The first counter of one of a game's streams."""
    return mix((u64(seed) + (u64(stream) + u64(1)) * GAMMA) & MASK)


@jit
def draw(counters, stream, n):
    """A uniform integer from 0 to n - 1, advancing the stream's counter in ``counters``.

    Multiply and reject (Lemire): exactly uniform, and one division only in the rare case of a rejection.
    """
    bound = u64(n)
    while True:
        counters[stream] = (u64(counters[stream]) + GAMMA) & MASK
        product = (mix(counters[stream]) >> u64(32)) * bound
        low = product & LOW
        if low >= bound or low >= LIMIT % bound:
            return i64(product >> u64(32))


@jit
def shuffle(counters, stream, cards, n):
    """Shuffle the first ``n`` cards in place (Fisher and Yates)."""
    for last in range(n - 1, 0, -1):
        other = draw(counters, stream, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
