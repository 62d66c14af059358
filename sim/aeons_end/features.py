"""A position in numbers: what the expert's value function sees of a game between two turns.

Everything is public: what lies open, which cards a player owns, how many cards of each tier are left. The
weights belong to the features by name (see ``weights/expert.json``), so a model can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from breachlab.sim.jit import jit

from .content import ACOLYTE, CARDS, MAGES, MINION, POWER
from .estimate import blood_magic_points, program_points, scratch_frame, unleash_points_now
from .prospects import capacity, deck_totals, future, turns_left
from .rules import breach_bonus
from .state import BREACHES, NEMESIS_CARD

PLAIN = (
    "one",
    "gravehold",
    "gravehold_low",
    "life",
    "life_low",
    "exhausted",
    "nemesis_life",
    "tokens",
    "tokens_low",
    "tier_1_left",
    "tier_2_left",
    "tier_3_left",
    "minions",
    "minion_life",
    "minion_harm",
    "minion_harm_times_life",
    "powers",
    "power_harm",
    "acolytes_left",
    "acolyte_life",
    "nemesis_turns_next",
    "cards",
    "spells",
    "deck_damage",
    "deck_aether",
    "deck_other",
    "room",
    "future",
    "prepped_damage",
    "prepped_bonus",
    "hand_aether",
    "hand_damage",
    "charges",
    "damage_rate",
    "aether_rate",
    "damage_rate_left",
    "aether_rate_left",
    "time_left",
    "race",
    "life_race",
    "work",
)
# Some matter more or less together with others: the products of these are features too.
KEYS = (
    "gravehold",
    "life",
    "tokens",
    "minion_harm",
    "prepped_damage",
    "damage_rate",
    "aether_rate",
    "time_left",
    "work",
    "power_harm",
)
PRODUCTS = tuple(
    (a, b) for k, a in enumerate(KEYS) for b in KEYS[k:] if (a, b) != ("power_harm", "power_harm")
)
TABLE = (*PLAIN, *(f"{a} x {b}" for a, b in PRODUCTS))
SIZE = len(TABLE)
# Then two features for each mage and each card of the content.
OF_MAGE = ("plays", "charges")
OF_CARD = (
    "there",
    "much",
)  # owned, and that times the clock; or in play, and with how much life or how many tokens
MAGES_AT = SIZE
CARDS_AT = MAGES_AT + 2 * MAGES
VALUE_SIZE = CARDS_AT + 2 * CARDS
PLAIN_SIZE = len(PLAIN)
KEY_PLACES = tuple(PLAIN.index(name) for name in KEYS)
PRODUCT_SCALE = 20  # products are divided by this to stay of the size of the others
HARM_LIMIT = 300  # points; a card that loses the game would drown everything else


def feature_names(mages: Sequence[str], cards: Sequence[str]) -> dict[str, int]:
    """The place of every feature by its name, those of the given mages and cards included.

    >>> feature_names(["gex"], [])["gex: charges"] == SIZE + 1
    True
    """
    places = {name: place for place, name in enumerate(TABLE)}
    for first, ids, words in ((MAGES_AT, mages, OF_MAGE), (CARDS_AT, cards, OF_CARD)):
        for k, name in enumerate(ids):
            for j, word in enumerate(words):
                places[f"{name}: {word}"] = first + 2 * k + j
    return places


@jit
def low(n, most):
    """Rises steeply towards the end of a resource."""
    return 100 * most // (n + 2)


@jit
def features(g, c, x):
    """Fill ``x`` with the features of a position."""
    for k in range(SIZE):
        x[k] = 0
    x[0] = 100
    x[1] = g.gravehold
    x[2] = low(g.gravehold, 5)
    for p in range(g.players_n):
        player = g.players[p]
        x[3] += player.life
        x[4] += low(player.life, 2)
        x[5] += player.exhausted
    x[6] = g.nemesis_life
    x[7] = g.tokens
    x[8] = low(g.tokens, 2)
    for k in range(g.nemesis_deck.n):
        tier = c.cards[g.nemesis_deck.cards[k]].tier
        if 1 <= tier <= 3:
            x[8 + tier] += 1
    in_play_features(g, c, x)
    nemesis_left = 0
    for k in range(g.turn_deck.n):
        nemesis_left += 1 if g.turn_deck.cards[k] == NEMESIS_CARD else 0
    x[20] = 100 * nemesis_left // g.turn_deck.n if g.turn_deck.n else 33
    deck_features(g, c, x)


@jit
def in_play_features(g, c, x):
    """Minions, powers and acolytes, and what they threaten."""
    blood_points = blood_magic_points(g, c)
    unleash_points = unleash_points_now(g, c)
    x[18] = g.acolyte_deck.n
    for k in range(g.n_in_play):
        card = g.in_play[k].card
        row = c.cards[card]
        left = int(g.in_play[k].left)
        f = scratch_frame(g, -1, -1, card)
        harm = min(HARM_LIMIT, -program_points(g, c, f, row.effect, unleash_points, blood_points, False))
        if row.kind == MINION:
            x[12] += 1
            x[13] += left
            x[14] += harm
            x[15] += harm * left // 10
        elif row.kind == POWER:
            x[16] += 1
            x[17] += harm * 2 // (left + 1)
        elif row.kind == ACOLYTE:
            x[18] += 1
            x[19] += left


@jit
def deck_features(g, c, x):
    """What the players own, have ready, and will make of it."""
    turns = 0
    for p in range(g.players_n):
        player = g.players[p]
        totals = deck_totals(g, c, p)
        cards, spells, damage, aether, other = totals
        turns = turns_left(g, c, p)
        room = capacity(g, c, p, -1, -1)
        x[21] += cards
        x[22] += spells
        x[23] += damage // 10
        x[24] += aether // 10
        x[25] += other // 10
        x[26] += room // 10
        x[27] += future(c, totals, room, turns) // 10
        for b in range(BREACHES):
            breach = player.breaches[b]
            if breach.spell:
                row = c.cards[breach.spell]
                x[28] += row.damage // 10
                x[29] += breach_bonus(c, breach, b)
        for k in range(player.hand.n):
            row = c.cards[player.hand.cards[k]]
            x[30] += row.aether // 10
            x[31] += row.damage // 10
        mat = c.mages[player.mage]
        x[32] += 10 * player.charges // max(1, int(mat.charges))
        casts = min(500 * spells // max(5, cards), room)
        x[33] += casts * damage // (100 * max(1, spells))
        x[34] += 5 * aether // max(5, cards)
    x[37] = turns
    x[35] = x[33] * turns // 100
    x[36] = x[34] * turns // 100
    work = int(x[6]) + int(x[13]) + int(x[19]) + 11 * int(x[18])
    x[38] = 10 * x[35] - work
    x[39] = (int(x[1]) + int(x[3])) * turns // 100
    x[40] = work
    at = PLAIN_SIZE
    for j in range(len(KEY_PLACES)):
        for k in range(j, len(KEY_PLACES)):
            if at < SIZE:
                x[at] = x[KEY_PLACES[j]] * x[KEY_PLACES[k]] // PRODUCT_SCALE
                at += 1


@jit
def card_features(g, c, x):
    """Fill the rest of ``x``: who plays, what everybody owns, what is in play."""
    for k in range(SIZE, VALUE_SIZE):
        x[k] = 0
    for p in range(g.players_n):
        player = g.players[p]
        x[MAGES_AT + 2 * player.mage] += 10
        x[MAGES_AT + 2 * player.mage + 1] += 10 * player.charges
        time = turns_left(g, c, p) // 10
        count_zone(player.hand, time, x)
        count_zone(player.deck, time, x)
        count_zone(player.discard, time, x)
        count_zone(player.played, time, x)
        for b in range(BREACHES):
            count_card(player.breaches[b].spell, 10, time, x)
            count_card(player.breaches[b].spark, 10, time, x)
    for k in range(g.n_in_play):
        count_card(g.in_play[k].card, 10, g.in_play[k].left, x)


@jit
def count_zone(zone, time, x):
    for k in range(zone.n):
        count_card(zone.cards[k], 10, time, x)


@jit
def count_card(card, n, much, x):
    if card:
        x[CARDS_AT + 2 * card] += n
        x[CARDS_AT + 2 * card + 1] += much


@jit
def weigh_cards(g, c, row):
    """What :func:`card_features` come to with the weights of a model that begins at ``row``."""
    total = 0
    for p in range(g.players_n):
        player = g.players[p]
        total += 10 * int(c.expert[row + MAGES_AT + 2 * player.mage])
        total += 10 * player.charges * int(c.expert[row + MAGES_AT + 2 * player.mage + 1])
        time = turns_left(g, c, p) // 10
        total += weigh_zone(c, player.hand, time, row) + weigh_zone(c, player.deck, time, row)
        total += weigh_zone(c, player.discard, time, row) + weigh_zone(c, player.played, time, row)
        for b in range(BREACHES):
            total += weigh_card(c, player.breaches[b].spell, time, row)
            total += weigh_card(c, player.breaches[b].spark, time, row)
    for k in range(g.n_in_play):
        total += weigh_card(c, g.in_play[k].card, g.in_play[k].left, row)
    return total


@jit
def weigh_zone(c, zone, time, row):
    total = 0
    for k in range(zone.n):
        total += weigh_card(c, zone.cards[k], time, row)
    return total


@jit
def weigh_card(c, card, much, row):
    """There is no card 0, and no weight for it."""
    at = row + CARDS_AT + 2 * card
    return 10 * int(c.expert[at]) + much * int(c.expert[at + 1])
