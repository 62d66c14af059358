"""What speaks for and against an option: signs, each with a fitted weight.

A sign is something that a player sees of an option: "a gem", "its aether", "its aether times the turns
left", "kills a minion", "Gravehold suffers". An option's score is the sum of its signs, each by its size (in
hundredths) and its weight (``weights/fitted.json``). The weights were learned from games, see :mod:`.train`;
only there the signs of an option are also kept, as pairs of number and size.
"""

from __future__ import annotations

from collections.abc import Sequence

from breachlab.sim.jit import jit

from .content import CARDS, MAGES, NEMESES
from .state import GROUPS_MAX
from .worth import MEANING_NAMES

NOTES = 47  # signs that one option can have
# Groups of options that have most of their signs in common, see weighed_before.
GEMS, RELICS, SPELLS, FOCUSING, OPENING, CASTING = range(GROUPS_MAX)
NEVER = -(1 << 50)  # the score of what is never done
SURE = 1 << 50  # of what is done before anything is weighed


def _group(name: str, words: str) -> list[str]:
    return [f"{name} {word}" for word in words.split()]


# The first sign of each group stands for the group being there at all.
GROUPS: dict[str, list[str]] = {
    "gem": _group(
        "gem",
        "taken points time time_squared aether aether_time other other_time cost income copies rest spells "
        "life gravehold",
    ),
    "relic": _group(
        "relic",
        "taken points time time_squared aether aether_time other other_time cost income copies rest spells "
        "life gravehold",
    ),
    "spell": _group(
        "spell",
        "taken points time time_squared damage damage_time other other_time cost income copies rest wide "
        "crowd damage_crowd crowd_time spells life gravehold",
    ),
    "charge": _group(
        "charge", "bought points time last missing worth worth_time rest income spells life gravehold"
    ),
    "focus": _group(
        "focus",
        "bought points time second third fourth waiting crowd missing opens opens_time rest income spells "
        "life gravehold",
    ),
    "open": _group(
        "open",
        "bought points time second third fourth waiting crowd cost rest income spells life gravehold",
    ),
    "power": _group("power", "paid points time harm harm_last harm_next loses cost rest life gravehold"),
    "price": _group("price", "paid points time harm harm_last harm_next loses cost"),
    "ability": _group("ability", "used points share time"),
    "turn": _group("turn", "ended"),
    "cast": _group(
        "cast",
        "held_back cast damage worth kills harm pressure closed time other tokens minions powers weak order "
        "soon together_kills together_kills_soon others life gravehold",
    ),
    "nemesis": _group("nemesis", "hit damage strips time tokens life gravehold"),
    "minion": _group(
        "minion",
        "hit points damage kills waste harm harm_killed left share time soon together_kills life gravehold",
    ),
    "effect": _group("effect", "points exhausts low_gravehold low_life lasting_harm")
    + [f"effect {name}" for name in MEANING_NAMES],
    "player": _group("player", "life exhausted hand ready decides"),
    "take": _group("take", "card points aether damage other cost spell time aether_time damage_time may"),
    "lose": _group("lose", "card points aether damage other cost spell time aether_time damage_time may"),
    "thin": _group("thin", "card points aether damage other cost spell time aether_time damage_time may"),
    "spell_cast": _group("spell_cast", "chosen damage other best_hit mine time closed"),
    "spell_lost": _group("spell_lost", "chosen damage other shield mine time closed"),
    "wild": _group("wild", "ready life exhausted prepped hand_aether"),
    "count": [
        f"{what} with {n}"
        for n in ("one", "two", "three", "four")
        for what in ("gem", "relic", "spell", "charge", "breach", "power", "cast", "minion")
    ],
}
SIGNS: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)

# Every nemesis, mage and card has signs of its own; what nobody has learned yet weighs nothing.
OF_NEMESIS = (
    "gem",
    "relic",
    "spell",
    "charge",
    "breach",
    "power",
    "cast",
    "minion",
    "unleash",
    "come",
    "go",
    "low",
)
OF_MAGE = (
    "charge",
    "last charge",
    "ability",
    "ability time",
    "charge time",
    "gem",
    "relic",
    "spell",
    "breach",
)
OF_CARD = ("taken", "taken time", "does", "does time", "copies")
NO_CARD = "no card"  # what the effects of abilities and nemeses come from
MAGE_SIGNS, CARD_SIGNS = len(OF_MAGE), len(OF_CARD)
NEMESIS_FROM = len(SIGNS)
MAGE_FROM = NEMESIS_FROM + NEMESES // 4 * len(OF_NEMESIS)
CARD_FROM = MAGE_FROM + MAGES * len(OF_MAGE)
SIGNS_N = CARD_FROM + CARDS * len(OF_CARD)


def sign_names(nemeses: Sequence[str], mages: Sequence[str], cards: Sequence[str]) -> dict[str, int]:
    """The number of every sign by its name, those of the given nemeses, mages and cards included.

    >>> sign_names([], ["gex"], [])["gex: ability"] == MAGE_FROM + 2
    True
    """
    numbers = {name: number for number, name in enumerate(SIGNS)}
    for first, ids, words in (
        (NEMESIS_FROM, nemeses, OF_NEMESIS),
        (MAGE_FROM, mages, OF_MAGE),
        (CARD_FROM, cards, OF_CARD),
    ):
        for k, name in enumerate(ids):
            for j, word in enumerate(words):
                numbers[f"{name or NO_CARD}: {word}"] = first + k * len(words) + j
    return numbers


def _first(group: str) -> int:
    return SIGNS.index(GROUPS[group][0])


GEM_SIGNS, RELIC_SIGNS, SPELL_SIGNS = _first("gem"), _first("relic"), _first("spell")
CHARGE_SIGNS, FOCUS_SIGNS, OPEN_SIGNS = _first("charge"), _first("focus"), _first("open")
POWER_SIGNS, PRICE_SIGNS, ABILITY_SIGNS = _first("power"), _first("price"), _first("ability")
TURN_SIGNS, CAST_SIGNS, NEMESIS_SIGNS = _first("turn"), _first("cast"), _first("nemesis")
MINION_SIGNS, EFFECT_SIGNS, PLAYER_SIGNS = _first("minion"), _first("effect"), _first("player")
TAKE_SIGNS, LOSE_SIGNS, THIN_SIGNS = _first("take"), _first("lose"), _first("thin")
SPELL_CAST_SIGNS, SPELL_LOST_SIGNS = _first("spell_cast"), _first("spell_lost")
WILD_SIGNS, COUNT_SIGNS = _first("wild"), _first("count")
DEED_SIGNS = SIGNS.index(f"effect {MEANING_NAMES[0]}")


@jit
def clear(g):
    """Begin with a new option."""
    g.score = 0
    g.features[0] = 0


@jit
def note(g, c, sign, size):
    """A sign of the option that is being considered: weighed at once, and kept if somebody wants to learn."""
    size = max(-5000, min(5000, size))
    g.score += int(c.fitted[g.weights_row + sign]) * size
    if g.noting and size != 0:
        n = g.features[0]
        if n < NOTES:
            g.features[2 * n + 1] = sign
            g.features[2 * n + 2] = size
            g.features[0] = n + 1


@jit
def weighed_before(g, group):
    """Whether the signs that follow are the same for all options of a group, and were weighed for another.

    Then they count again; otherwise they have to be noted, and :func:`keep_weighed` comes after them. Who
    learns wants to see them each time.
    """
    if g.noting or not g.weighed >> group & 1:
        g.common[group] = g.score
        return False
    g.score += g.common[group]
    return True


@jit
def keep_weighed(g, group):
    """Remember, for this decision, what was noted since :func:`weighed_before` said no."""
    g.common[group] = g.score - g.common[group]
    g.weighed |= 1 << group


@jit
def note_kind(g, c, kind):
    """Note what kind of option this is (its place in OF_NEMESIS), by number of players and nemesis."""
    note(g, c, COUNT_SIGNS + 8 * (g.players_n - 1) + kind, 100)
    note(g, c, nemesis_sign(g, c, kind), 100)


@jit
def nemesis_sign(g, c, k):
    return NEMESIS_FROM + g.nemesis // c.modes_n * 12 + k
