"""The engine's numbers in words: names of mages and cards, options of a decision, reasons of an outcome."""

from __future__ import annotations

from . import rules
from .state import (
    ABILITY,
    ALL_EXHAUSTED,
    BRANCH,
    BREACH,
    CARD,
    CHARGE,
    DECK,
    DISCARD,
    FOCUS,
    GAIN,
    GRAVEHOLD_FALLEN,
    HAND,
    LOST_BY_CARD,
    NEMESIS_DECK_EMPTY,
    NEMESIS_DEFEATED,
    NO_ACOLYTES_LEFT,
    NO_REASON,
    NO_TOKENS_LEFT,
    NUMBER,
    OPEN,
    PASS,
    PILE,
    PLACE,
    PLAYED,
    PLAYER,
    PREP,
    SPELL,
    TARGET,
    TURN_CARD,
    TURN_LIMIT,
    USE,
    WILD,
    YES,
    Game,
    option_a,
    option_b,
    option_what,
)
from .tables import Tables

NUMERALS = ("I", "II", "III", "IV")
POOL_NAMES = (
    "aether",
    "aether (not for relics or spells)",
    "aether (only for gaining cards)",
    "aether (only for spells)",
)
TURN_CARDS = (
    *("player 1", "player 2", "player 3", "player 4"),
    *("wild", "players 1 and 2", "players 3 and 4", "nemesis"),
)
REASONS = {
    NO_REASON: "",
    NEMESIS_DEFEATED: "the nemesis has no life left",
    NEMESIS_DECK_EMPTY: "the nemesis deck is empty and no minion or power is in play",
    NO_ACOLYTES_LEFT: "no acolyte is left",
    GRAVEHOLD_FALLEN: "Gravehold has no life left",
    ALL_EXHAUSTED: "all players are exhausted",
    NO_TOKENS_LEFT: "the nemesis has no tokens left",
    LOST_BY_CARD: "a nemesis card decided the game",
    TURN_LIMIT: "the game went on for too long",
}


def nemesis_name(tables: Tables, g: Game) -> str:
    """The name of a game's nemesis."""
    row = int(g.nemesis) // int(tables.content.modes_n)
    return str(tables.pack.by_id[tables.nemesis_ids[row]].name)


def mage_of(tables: Tables, g: Game, p: int) -> str:
    """The name of a player: their mage's."""
    return str(tables.mage_name(g.players[p].mage))


def option_text(tables: Tables, g: Game, code: int) -> str:
    """An option of the pending decision, in words.

    The words are those of a sentence that starts with "chooses": a name, or what is done.
    """
    what, a, b = option_what(code), option_a(code), option_b(code)
    if what == PASS:
        return "no"
    if what == YES:
        return "yes"
    if what == PLAYER:
        return mage_of(tables, g, a)
    if what == TARGET:
        return tables.card_name(a) if a else nemesis_name(tables, g)
    if what == BRANCH:
        return str(tables.texts.get(int(g.question) + 1 + a, f"side {a + 1}"))
    if what == NUMBER:
        return str(a)
    if what == TURN_CARD:
        return (
            f"the turn order card of {TURN_CARDS[a]}" if a < WILD else f"the {TURN_CARDS[a]} turn order card"
        )
    if what in (PILE, GAIN):
        return str(tables.card_name(g.pile[a]))
    if what == PLACE:
        places = {DISCARD: "onto the discard pile", DECK: "on top of the deck", HAND: "to an ally"}
        return places.get(a, "onto the discard pile")
    return _card_option(tables, g, what, a, b)


def _card_option(tables: Tables, g: Game, what: int, a: int, b: int) -> str:
    if what == CARD:
        owner = f" of {mage_of(tables, g, b - 4)}" if b >= 4 else ""
        zones = {HAND: "", DECK: " (deck)", DISCARD: " (discard pile)", PLAYED: " (played)"}
        return f"{tables.card_name(a)}{owner}{zones.get(b, '')}"
    if what == BREACH:
        return f"breach {NUMERALS[b]} of {mage_of(tables, g, a)}"
    if what == SPELL:
        spell = rules.prepped_at(g, a // 4, a % 4, b)
        return f"{tables.card_name(spell)} in breach {NUMERALS[a % 4]} of {mage_of(tables, g, a // 4)}"
    if what == PREP:
        breach = NUMERALS[b % 4] + (f"+{NUMERALS[b % 4 + 1]}" if b >= 4 else "")
        return f"{tables.card_name(a)} to breach {breach}"
    if what == USE:
        return f"{tables.card_name(g.players[g.decider].breaches[b].spell)} in breach {NUMERALS[b]}"
    if what in (FOCUS, OPEN):
        return f"breach {NUMERALS[b]}"
    if what == CHARGE:
        return "a charge"
    if what == ABILITY:
        return ability_name(tables, g, g.decider)
    return str(tables.card_name(a))


def ability_name(tables: Tables, g: Game, p: int) -> str:
    """The name of the ability on a player's mat."""
    return str(tables.pack.by_id[tables.mage_ids[g.players[p].mage]].ability)
