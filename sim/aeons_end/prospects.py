"""How a player's deck and breaches will do for the rest of the game, as one number.

Decks are never shuffled and hands have five cards, so the average hand is five times the average card. What
it brings each turn (damage through breaches, aether to grow with) times the turns left is what a deck is
worth; what a purchase, a breach or a destroyed Crystal is worth is the difference that it makes.
"""

from __future__ import annotations

from breachlab.sim.jit import jit

from .state import ABSENT, BREACHES, CLOSED, DESTROYED
from .weights import (
    BEYOND,
    BONUS_BREACH,
    DELAY,
    ENOUGH,
    HALF_CLOSED,
    HORIZON,
    INCOME,
    INCOME_DELAY,
    INCOME_FLAT,
    OTHER_WORTH,
    OVER_CAPACITY,
)


@jit
def turns_left(g, c, p):
    """Own turns, in tenths, until the nemesis deck is about to run out (its size is known to everybody)."""
    nemesis_turns = g.nemesis_deck.n + 2
    tenths = 15 if g.players_n == 1 else 20 // g.players_n
    return max(20, nemesis_turns * tenths * c.standard[HORIZON] // 100)


@jit
def add_zone(c, zone, totals):
    """Add a zone's cards to (cards, spells, damage, aether, other)."""
    cards, spells, damage, aether, other = totals
    for k in range(zone.n):
        row = c.cards[zone.cards[k]]
        cards += 1
        spells += row.breaches_needed
        damage += row.damage
        aether += row.aether
        other += row.other
    return cards, spells, damage, aether, other


@jit
def deck_totals(g, c, p):
    """A player's whole deck: (cards, spells, damage, aether, other), the last three in tenths."""
    player = g.players[p]
    totals = (0, 0, 0, 0, 0)
    totals = add_zone(c, player.hand, totals)
    totals = add_zone(c, player.deck, totals)
    totals = add_zone(c, player.discard, totals)
    totals = add_zone(c, player.played, totals)
    for b in range(BREACHES):
        for slot in range(2):
            card = player.breaches[b].spark if slot else player.breaches[b].spell
            if card:
                totals = with_card(c, totals, card, 1)
    return totals


@jit
def with_card(c, totals, card, n):
    """The same deck with a card more (or, negative, less)."""
    cards, spells, damage, aether, other = totals
    row = c.cards[card]
    return (
        cards + n,
        spells + n * row.breaches_needed,  # a wide spell takes the room of two
        damage + n * row.damage,
        aether + n * row.aether,
        other + n * row.other,
    )


@jit
def capacity(g, c, p, opened, focused):
    """Spells that the breaches take each turn, in hundredths; as if one was opened or focused (or -1)."""
    total = 0
    breaches = g.players[p].breaches
    for b in range(BREACHES):
        state = breaches[b].state
        if state == ABSENT or state == DESTROYED:
            continue
        if state == CLOSED and b != opened:
            focuses = breaches[b].focuses + (1 if b == focused else 0)
            total += c.standard[HALF_CLOSED] * (1 + focuses) // 4
        else:
            total += 100
            if b >= 2:
                total += c.standard[BONUS_BREACH]
    return total


@jit
def future(c, totals, room, turns):
    """Points that a deck brings in ``turns`` tenths of turns with breaches for ``room``/100 spells."""
    cards, spells, damage, aether, other = totals
    w = c.standard
    cards = max(cards, 5)
    rate = 500 * spells // cards  # spells drawn each turn, hundredths
    casts = rate
    if rate > room:
        casts = room + (rate - room) * w[OVER_CAPACITY] // 100
    points = turns * casts * damage // (max(1, spells) * 100)  # tenths of tenths of damage: tenths of points
    later = max(0, turns - 10 * w[INCOME_DELAY])
    income = 50 * aether // cards  # hundredths each turn; beyond what can be spent well it counts for less
    if income > w[ENOUGH]:
        income = w[ENOUGH] + (income - w[ENOUGH]) * w[BEYOND] // 100
    # early aether also buys what makes more aether: its worth falls with the turns left, down to a flat rate
    points += income * later // 100 * (later * w[INCOME] // 20 + w[INCOME_FLAT]) // 10
    points += 5 * other * turns // cards * w[OTHER_WORTH] // 100
    return points // 10


@jit
def time_to_come(c, turns):
    """The turns that are left when a card comes up first that is gained now."""
    return max(0, turns - 10 * c.standard[DELAY])


@jit
def worth_of_gain(g, c, totals, room, turns, card):
    """Points of having a card more from the time when it will come up first."""
    later = time_to_come(c, turns)
    return future(c, with_card(c, totals, card, 1), room, later) - future(c, totals, room, later)


@jit
def worth_of_card(g, c, totals, room, turns, card):
    """Points of keeping a card rather than destroying it."""
    return future(c, totals, room, turns) - future(c, with_card(c, totals, card, -1), room, turns)
