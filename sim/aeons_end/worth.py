"""What phrases mean to players: the vocabulary in which heuristic players think.

Every phrase belongs to one meaning ("Gravehold suffers", "a prepped spell is lost", ...). From the meanings
follow a profile for each player card (how much aether and damage one play of it brings) and, during a game,
an estimate of what any effect would do (:mod:`.estimate`). A card that somebody invents is understood as
far as its phrases are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .language import EFFECTS, Code, op_of

(
    NO_MEANING,
    DAMAGE,
    AETHER,
    CHARGE,
    GRAVEHOLD_SUFFERS,
    PLAYER_SUFFERS,
    EACH_SUFFERS,
    GRAVEHOLD_GAINS,
    PLAYER_GAINS,
    TOKENS_COME,
    TOKENS_GO,
    UNLEASH,
    UNLEASH_UNTIL,
    CARD_DISCARDED,
    CARD_DESTROYED,
    SPELL_DISCARDED,
    SPELL_DESTROYED,
    CHARGE_LOST,
    CHARGES_LOST,
    CARD_DRAWN,
    DECK_THINNED,
    BREACH_FOCUSED,
    SIGIL_GAINED,
    CARD_GAINED,
    GEM_GAINED,
    SPELL_CAST,
    SPELL_PREPPED,
    BLOOD_MAGIC,
    ALL_BLOOD_MAGIC,
    ACOLYTE_HURT,
    ACOLYTE_HEALED,
    ACOLYTE_COMES,
    ACOLYTE_GOES,
    NEMESIS_DRAWS,
    MINION_RETURNS,
    TIME_LOST,
    GAME_LOST,
    AETHER_SPENT,
    THIS_DESTROYED,
    TURN_CARD_MOVED,
    MINION_HURT,
) = range(41)

MEANING_NAMES = (
    "no_meaning",
    "damage",
    "aether",
    "charge",
    "gravehold_suffers",
    "player_suffers",
    "each_suffers",
    "gravehold_gains",
    "player_gains",
    "tokens_come",
    "tokens_go",
    "unleash",
    "unleash_until",
    "card_discarded",
    "card_destroyed",
    "spell_discarded",
    "spell_destroyed",
    "charge_lost",
    "charges_lost",
    "card_drawn",
    "deck_thinned",
    "breach_focused",
    "sigil_gained",
    "card_gained",
    "gem_gained",
    "spell_cast",
    "spell_prepped",
    "blood_magic",
    "all_blood_magic",
    "acolyte_hurt",
    "acolyte_healed",
    "acolyte_comes",
    "acolyte_goes",
    "nemesis_draws",
    "minion_returns",
    "time_lost",
    "game_lost",
    "aether_spent",
    "this_destroyed",
    "turn_card_moved",
    "minion_hurt",
)

MEANINGS: dict[str, int] = {
    "gain {n} aether": AETHER,
    "gain {n} aether, not for relics or spells": AETHER,
    "gain {n} aether, only for gaining cards": AETHER,
    "gain {n} aether, only for spells": AETHER,
    "gain {n} charge|charges": CHARGE,
    "deal {amount}": DAMAGE,
    "deal {amount}, divided freely": DAMAGE,
    "suffers|suffer {amount}": PLAYER_SUFFERS,
    "gains|gain {n} life": PLAYER_GAINS,
    "loses|lose {n} charge|charges": CHARGE_LOST,
    "loses|lose all charges": CHARGES_LOST,
    "gains|gain {n} trophy|trophies": CHARGE,
    "draws|draw {n} card|cards": CARD_DRAWN,
    "reveals|reveal their|your hand": NO_MEANING,
    "discards|discard {n} card|cards in hand": CARD_DISCARDED,
    "discards|discard their|your most expensive card in hand": CARD_DISCARDED,
    "destroys|destroy their|your {n} most expensive cards in hand": CARD_DESTROYED,
    "discards|discard one of their|your prepped spells": SPELL_DISCARDED,
    "destroys|destroy one of their|your prepped spells of cost {n}": SPELL_DESTROYED,
    "may discard one of their|your prepped spells": NO_MEANING,
    "may discard up to {n} of their|your prepped spells": NO_MEANING,
    "may discard a card in hand": NO_MEANING,
    "may take a card from their|your discard pile into hand": CARD_DRAWN,
    "may destroy a card in hand": DECK_THINNED,
    "may destroy a card in discard pile": DECK_THINNED,
    "may destroy a card in hand or discard pile": DECK_THINNED,
    "may destroy up to {n} cards of cost {m} in discard pile": DECK_THINNED,
    "may prep a spell from hand": SPELL_PREPPED,
    "may prep a spell from hand to any free breach": SPELL_PREPPED,
    "may prep a spell from their|your discard pile to any free breach": SPELL_PREPPED,
    "shuffles|shuffle their|your deck and discard pile into a new deck": NO_MEANING,
    "reveals|reveal {n} cards and destroys|destroy the most expensive": CARD_DESTROYED,
    "may destroy the top card of their|your deck after revealing it": DECK_THINNED,
    "focuses|focus their|your closed breach with the lowest focus cost": BREACH_FOCUSED,
    "replaces|replace an opened I or II breach with a sigil breach": SIGIL_GAINED,
    "gains|gain any card from the supply": CARD_GAINED,
    "gains|gain any card from the supply onto their|your deck": CARD_GAINED,
    "may gain a gem of cost {n} or less from the supply": GEM_GAINED,
    "gains|gain a copy of this card onto their|your deck": GEM_GAINED,
    "may spend {n} aether": AETHER_SPENT,
    "may destroy this": THIS_DESTROYED,
    "may take the top card of the discard pile of any ally": CARD_DRAWN,
    "may destroy the top card of the discard pile of any ally": DECK_THINNED,
    "destroy this": THIS_DESTROYED,
    "destroy another gem or relic played this turn": DECK_THINNED,
    "the next card you gain this turn may go on top of your deck": NO_MEANING,
    "the next card you gain this turn goes to the discard pile of any ally": NO_MEANING,
    "focus any player's closed breach": BREACH_FOCUSED,
    "cast a prepped spell of any player and return it to its owner's hand": SPELL_CAST,
    "cast up to {n} prepped spells of any players, each to the hand of any ally": SPELL_CAST,
    "prep a {id} from hand beside this": SPELL_PREPPED,
    "gravehold suffers {amount}": GRAVEHOLD_SUFFERS,
    "gravehold gains {n} life": GRAVEHOLD_GAINS,
    "unleash": UNLEASH,
    "unleash twice": UNLEASH,
    "unleash {n} times": UNLEASH,
    "unleash until the nemesis has {n} tokens": UNLEASH_UNTIL,
    "the nemesis gains {n} token|tokens": TOKENS_COME,
    "the nemesis loses {n} token|tokens": TOKENS_GO,
    "the nemesis draws {n} more card|cards this turn": NEMESIS_DRAWS,
    "the players lose the game": GAME_LOST,
    "the players discard {n} cards in hand": CARD_DISCARDED,
    "the players discard {n} prepped spells": SPELL_DISCARDED,
    "the players destroy {n} prepped spells of cost {m}": SPELL_DISCARDED,  # cheap ones: no great loss
    "the players destroy the {n} most expensive prepped spells": SPELL_DESTROYED,
    "discard the most expensive prepped spell": SPELL_DISCARDED,
    "destroy the most expensive prepped spell and its owner suffers {n}": SPELL_DESTROYED,
    "the minion discarded last returns to play": MINION_RETURNS,
    "resolve the attack discarded last": UNLEASH,
    "this goes to the bottom of the nemesis deck": NO_MEANING,
    "this minion suffers {amount}": MINION_HURT,
    "reveal the top turn order card": NO_MEANING,
    "may put it at the bottom of the turn order deck": TURN_CARD_MOVED,
    "discard the top turn order card": TIME_LOST,
    "shuffle a nemesis card from the turn order discard into the turn order deck": TIME_LOST,
    "keep one player card in the turn order discard and shuffle all others": TIME_LOST,
    "each player suffers {n} per own card in the turn order discard": EACH_SUFFERS,
    "resolve the blood magic of the acolyte with the highest life": BLOOD_MAGIC,
    "resolve the blood magic of the acolyte with the lowest life": BLOOD_MAGIC,
    "choose the acolyte with the lowest life": NO_MEANING,
    "resolve its blood magic": BLOOD_MAGIC,
    "resolve its blood magic twice": BLOOD_MAGIC,
    "that acolyte suffers {n}": ACOLYTE_HURT,
    "that acolyte gains {n} life": ACOLYTE_HEALED,
    "resolve the blood magic of each acolyte without self-damage": ALL_BLOOD_MAGIC,
    "the acolyte with the lowest life goes to the bottom of the acolyte deck": NO_MEANING,
    "put the top acolyte into play": ACOLYTE_COMES,
    "discard the top acolyte of the deck": ACOLYTE_GOES,
    "shuffle the {n} acolytes discarded last into the acolyte deck": ACOLYTE_COMES,
}

# How often a phrase's deed happens when it has no number of its own.
TIMES = {"unleash twice": 2, "resolve its blood magic twice": 2}


def times(template: str) -> int:
    """How often an effect without a number does what it says; 0 for one with a number.

    >>> times("unleash twice"), times("unleash"), times("deal {amount}")
    (2, 1, 0)
    """
    if "{" in template and template not in ("destroys|destroy one of their|your prepped spells of cost {n}",):
        if template.startswith(
            ("may gain a gem", "may spend", "prep a", "reveals|reveal {n} cards", "destroy the most")
        ):
            return 1
        return 0
    return TIMES.get(template, 1)


class Profile(NamedTuple):
    """What one play or cast of a card brings, in tenths."""

    aether: int
    damage: int
    other: int  # in tenths of a point of damage


# How the usual size of a count is called among the standard player's weights, in tenths: a card is judged
# before the game, when nothing can be counted yet.
USUAL_COUNTS = {
    "spell you have prepped": "usual_prepped",
    "copy of this card prepped by any player": "usual_copies",
    "gem in that player's hand": "usual_gems_in_hand",
    "trophy": "usual_trophies",
    "card so discarded": "usual_discards",
}


# What the deeds of player cards are called among the standard player's weights, where they are neither aether
# nor damage: worth in tenths of a point of damage, judged before the game.
USUAL_WORTH = {
    CHARGE: "usual_charge",
    GRAVEHOLD_GAINS: "usual_gravehold",
    PLAYER_GAINS: "usual_life",
    CARD_DRAWN: "usual_draw",
    DECK_THINNED: "usual_thinning",
    BREACH_FOCUSED: "usual_focus",
    SIGIL_GAINED: "usual_sigil",
    CARD_GAINED: "usual_gain",
    GEM_GAINED: "usual_gem",
    SPELL_CAST: "usual_cast",
    SPELL_PREPPED: "usual_prep",
    TURN_CARD_MOVED: "usual_foresight",
}


def profile(codes: Sequence[Code], worth: dict[str, int]) -> Profile:
    """What one run of an effect usually brings the players, judged by its phrases alone."""
    choose, option, jump, when = (op_of(f"~{name}") for name in ("choose", "option", "jump", "if"))
    total = [0, 0, 0]
    k = 0
    while k < len(codes):
        code = codes[k]
        if code.op == choose:
            sides = []
            for entry in codes[k + 1 : k + 1 + code.a]:
                sides.append(profile(codes[k + entry.base : k + entry.base + entry.mult], worth))
            best = max(sides, key=lambda side: side.aether * 2 + side.damage + side.other)
            total = [mine + add for mine, add in zip(total, best, strict=True)]
            last = codes[k + code.a]
            k += last.base + last.mult + 1
            continue
        if code.op == when:  # an effect that needs luck or time counts for half
            then = profile(codes[k + 1 : k + code.mult], worth)
            total = [mine + add // 2 for mine, add in zip(total, then, strict=True)]
            k += code.mult
            continue
        if code.op not in (option, jump):
            _add(total, code, worth)
        k += 1
    return Profile(*total)


def _add(total: list[int], code: Any, worth: dict[str, int]) -> None:
    template = EFFECTS[code.op].template
    meaning = MEANINGS.get(template, NO_MEANING)
    tenths = 10 * (times(template) or code.base) + code.mult * _usual_count(code, worth)
    if meaning == AETHER:
        total[0] += tenths
    elif meaning == DAMAGE:
        total[1] += tenths
    else:
        total[2] += worth.get(USUAL_WORTH.get(meaning, ""), 0) * tenths // 10


def _usual_count(code: Any, worth: dict[str, int]) -> int:
    from .language import COUNTS

    if "{amount}" not in EFFECTS[code.op].template or not code.count:
        return 0
    words = next((w.template for w in COUNTS if w.codes[0] == code.count), "")
    return worth[USUAL_COUNTS.get(words, "usual_prepped")]
