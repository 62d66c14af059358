"""Which fields the tables of a content pack may have, and what each of them accepts.

A shape knows in words what it accepts, so that every error can say what is allowed. Schemas nest: the expert
rules of a nemesis are a table within its table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from breachlab.sim.errors import UserError, nearest, unknown

from .pack_records import BREACH_NUMBERS, PRICES, read_price

PLAYER_KINDS = ("gem", "relic", "spell")
NEMESIS_KINDS = ("attack", "minion", "power", "acolyte")
NEMESIS_TOKENS = "nemesis tokens"

# What the engine has room for.
MOST_PLAYER_CARDS = 96  # of one game: four mages' starters and the supply
MOST_SUPPLY_PILES = 9
MOST_CARDS, MOST_MARKET, MOST_BASICS, MOST_MAGES, MOST_ACOLYTES = 255, 128, 64, 31, 16
MOST_DIFFICULTIES, MOST_NEMESES_TIMES_DIFFICULTIES = 8, 63
MOST_IN_HAND, MOST_IN_DECK, MOST_TURN_CARDS, MOST_IN_NEMESIS_DECK = 16, 16, 16, 32


class Shape(NamedTuple):
    """A kind of value: what it accepts, in words, and the function that reads it or raises a ValueError."""

    words: str
    read: Callable[[Any], Any]


class Schema(NamedTuple):
    """The fields of a table; those of ``needed`` must be there, and an effect there must say something."""

    what: str  # "a minion"
    shapes: Mapping[str, Shape | Schema]
    needed: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"a table of {', '.join(self.shapes)}"

    def check(self, values: Any, where: Callable[[str], str]) -> dict[str, Any]:
        """Return the values of a table; ``where(field)`` begins the message of an error in that field."""
        for name in values:
            if name not in self.shapes:
                raise unknown(f"field of {self.what}", name, self.shapes, where(name))
        found = {name: self._value(name, value, where) for name, value in values.items()}
        for name in self.needed:
            if found.get(name) in (None, ()):
                raise UserError(f"{where(name)}: {self.what} needs {name}: {self.shapes[name].words}")
        return found

    def _value(self, name: str, value: Any, where: Callable[[str], str]) -> Any:
        shape = self.shapes[name]
        if isinstance(shape, Schema) and isinstance(value, dict):
            return shape.check(value, lambda _field: f"{where(name)}: {name}")
        try:
            return shape.read(value) if isinstance(shape, Shape) else _fits(False)
        except ValueError as error:
            offender = str(error) or _shown(value)
            raise UserError(f"{where(name)}: {name} must be {shape.words}, not {offender}") from None


# ---------------------------------------------------------------- shapes


def _fits(condition: bool, offender: str = "") -> None:
    if not condition:
        raise ValueError(offender)


def _shown(value: Any) -> str:
    """A value as a TOML file writes it, cut to a readable length."""
    if isinstance(value, bool):
        return str(value).lower()
    shown = f'"{value}"' if isinstance(value, str) else "a table" if isinstance(value, dict) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _misspelt(word: Any, known: Any) -> str:
    """A word that is not among the known ones, with the one that was probably meant."""
    hint = nearest(word, known) if isinstance(word, str) else ""
    return _shown(word) + (f" ({hint})" if hint else "")


def whole(low: int, high: int) -> Shape:
    def read(value: Any) -> int:
        _fits(isinstance(value, int) and not isinstance(value, bool) and low <= value <= high)
        return int(value)

    return Shape(f"a whole number from {low} to {high}" if low < high else f"{low}", read)


def one_of(*words: str) -> Shape:
    def read(value: Any) -> str:
        _fits(value in words, _misspelt(value, words))
        return str(value)

    return Shape(" or ".join(f'"{word}"' for word in words), read)


def numbers(low: int, high: int, count: int | None = None) -> Shape:
    number = whole(low, high)

    def read(value: Any) -> tuple[int, ...]:
        _fits(isinstance(value, list) and count in (None, len(value)))
        return tuple(number.read(each) for each in value)

    return Shape(f"a list of {f'{count} ' if count else ''}whole numbers from {low} to {high}", read)


def ids(most: int) -> Shape:
    def read(value: Any) -> tuple[str, ...]:
        _fits(isinstance(value, list) and all(isinstance(id, str) for id in value) and 0 < len(value) <= most)
        return tuple(value)

    return Shape(f"a list of 1 to {most} ids", read)


def turn_deck(*names: str) -> Shape:
    """How many there are of each turn order card: every player must get a turn, and so must the nemesis."""
    number = whole(0, MOST_TURN_CARDS)

    def read(value: Any) -> dict[str, int]:
        _fits(isinstance(value, dict))
        for name in value:
            _fits(name in names, _misspelt(name, names))
        deck = {name: copies for name in value if (copies := number.read(value[name]))}
        missing = [name for name in names if name != "wild" and name not in deck]
        _fits(not missing, f"one without {', '.join(missing)}")
        _fits(sum(deck.values()) <= MOST_TURN_CARDS, f"{sum(deck.values())} cards")
        return deck

    return Shape(f"a table of how many cards of {', '.join(names)}, {MOST_TURN_CARDS} at most", read)


def _read_text(value: Any) -> str:
    _fits(isinstance(value, str) and bool(value.strip()))
    return str(value)


def _read_id(value: Any) -> str:
    _fits(isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9_]*", value) is not None)
    return str(value)


def _read_flag(value: Any) -> bool:
    _fits(isinstance(value, bool))
    return bool(value)


def _read_lines(value: Any) -> tuple[str, ...]:
    lines = [value] if isinstance(value, str) and value else value or []
    _fits(isinstance(lines, list))
    for line in lines:
        _fits(isinstance(line, str) and bool(line.strip()), f"a list with {_shown(line)}")
    return tuple(line.strip() for line in lines)


def _read_breaches(value: Any) -> tuple[str | int, ...]:
    _fits(isinstance(value, dict))
    for number, state in value.items():
        _fits(number in BREACH_NUMBERS, f'"{number}"')
        closed = isinstance(state, int) and not isinstance(state, bool) and 0 <= state <= 3 and number != "I"
        _fits(closed or state in ("opened", "absent"), f"{number} = {_shown(state)}")
    missing = [number for number in BREACH_NUMBERS if number not in value]
    _fits(not missing, f"one without {', '.join(missing)}")
    _fits(any(state != "absent" for state in value.values()), "four absent ones")
    return tuple(value[number] for number in BREACH_NUMBERS)


def _read_reduction(value: Any) -> int | str:
    return NEMESIS_TOKENS if value == NEMESIS_TOKENS else int(whole(0, 99).read(value))


def _read_to_discard(value: Any) -> str:
    text = value.strip() if isinstance(value, str) else value
    _fits(
        not text or (isinstance(text, str) and read_price(text) is not None), _misspelt(text, _PRICE_EXAMPLES)
    )
    return text or ""


_PRICE_EXAMPLES = [template.replace("{n}", "2") for template in PRICES]

TEXT = Shape("a text", _read_text)
ID = Shape("an id of small letters, digits and _", _read_id)
FLAG = Shape("true or false", _read_flag)
LINES = Shape("a list of effect lines in quotes", _read_lines)
LIFE, COPIES, SMALL = whole(1, 999), whole(1, 99), whole(0, 99)
BREACHES = Shape(
    'a table of I, II, III and IV, each "opened", "absent" or (not I) the focuses applied, 0 to 3',
    _read_breaches,
)
REDUCTION = Shape(f'a whole number from 0 to 99 or "{NEMESIS_TOKENS}"', _read_reduction)
TO_DISCARD = Shape(" or ".join(f'"{template}"' for template in PRICES), _read_to_discard)


# ---------------------------------------------------------------- schemas


def _schema(
    what: str, needed: Mapping[str, Shape | Schema], optional: Mapping[str, Shape | Schema] | None = None
) -> Schema:
    return Schema(what, {**needed, **(optional or {})}, tuple(needed))


def _all(shape: Shape, *names: str) -> dict[str, Shape]:
    return dict.fromkeys(names, shape)


_NAMED = {"id": ID, "name": TEXT}
_CARD = {**_NAMED, "kind": one_of(*PLAYER_KINDS, *NEMESIS_KINDS), "belongs_to": TEXT}
_TIER = {"tier": whole(1, 3)}
_PLAYED = ({"play": LINES}, {"when_gained": LINES})
_CAST = (
    {"cast": LINES},
    {
        **_all(
            LINES, "when_gained", "while_prepped", "while_prepped_once_a_turn", "when_casting_phase_starts"
        ),
        "when_you_focus_or_open": LINES,
        "damage_to_you_reduced_by": SMALL,
        "breaches_needed": whole(1, 2),
    },
)
_BY_KIND = {"gem": _PLAYED, "relic": _PLAYED, "spell": _CAST}

# Player cards by kind, for sale and as starters; nemesis cards by kind.
MARKET_CARDS = {
    kind: _schema(f"a {kind}", {**_CARD, "cost": SMALL, **needed}, {"copies": COPIES, **optional})
    for kind, (needed, optional) in _BY_KIND.items()
}
STARTERS = {
    kind: _schema(
        f"a starting {kind}",
        {**_CARD, "copies_in_box": COPIES, **needed},
        {"mage": TEXT, "cost": whole(0, 0), **optional},
    )
    for kind, (needed, optional) in _BY_KIND.items()
}
NEMESIS_CARDS = {
    "attack": _schema("an attack", {**_CARD, **_TIER, "effect": LINES}),
    "minion": _schema(
        "a minion",
        {**_CARD, **_TIER, "life": LIFE},
        {
            **_all(LINES, "persistent", "immediately", "when_damaged", "when_discarded"),
            "damage_reduced_by": REDUCTION,
            "damage_reduced_to": SMALL,
        },
    ),
    "power": _schema(
        "a power",
        {**_CARD, **_TIER, "power": COPIES, "power_effect": LINES},
        {"immediately": LINES, "to_discard": TO_DISCARD, "discarded_when_nemesis_damaged": FLAG},
    ),
    "acolyte": _schema("an acolyte", {**_CARD, "life": LIFE, "blood_magic": LINES}, {"tier": whole(0, 0)}),
}
CARD_FIELDS = frozenset(
    name
    for kinds in (MARKET_CARDS, STARTERS, NEMESIS_CARDS)
    for schema in kinds.values()
    for name in schema.shapes
)

MAGE = _schema(
    "a mage",
    {
        **_NAMED,
        "title": TEXT,
        "charges": whole(1, 20),
        "ability": TEXT,
        "ability_effect": LINES,
        "hand": ids(MOST_IN_HAND),
        "deck": ids(MOST_IN_DECK),
        "breaches": BREACHES,
    },
)
SUPPLY = _schema("a supply", {**_NAMED, "cards": ids(99)})
DIFFICULTY = _schema(
    "a difficulty mode",
    {**_NAMED, "player_life": LIFE, "gravehold_life": LIFE},
    {"nemesis_life_delta": whole(-999, 999), "expert_rules": FLAG, "beginner_rules": FLAG},
)
_NEMESIS = {"life": LIFE, "printed_difficulty": whole(1, 10), "unleash": LINES}
_NEMESIS_OPTIONAL = {
    **_all(SMALL, "tokens", "token_min", "token_max"),
    **_all(LINES, "end_of_nemesis_turn", "exhaustion", "setup"),
    **_all(
        FLAG, "cannot_be_damaged", "damage_reduced_by_tokens", "lost_at_no_tokens", "won_without_acolytes"
    ),
}
NEMESIS = _schema(
    "a nemesis",
    {**_NAMED, **_NEMESIS},
    {
        **_NEMESIS_OPTIONAL,
        "expert": _schema("the expert rules", {}, {**_NEMESIS, **_NEMESIS_OPTIONAL}),
        "beginner": _schema("the beginner rules", {}, {"extra_setup": LINES}),
    },
)

_OPENED = {"bonus_damage": SMALL}
_CLOSED = {**_OPENED, "focus_cost": COPIES, "open_cost": numbers(1, 99, 4)}
_PLAYERS = [f"player_{k}" for k in (1, 2, 3, 4)]
RULES = _schema(
    "the rules",
    {
        "hand_size": whole(1, 20),
        "charge_price": COPIES,
        "supply_piles": _schema("supply_piles", _all(whole(1, MOST_SUPPLY_PILES), *PLAYER_KINDS)),
        "pile_size": _schema("pile_size", _all(COPIES, *PLAYER_KINDS)),
        "nemesis_deck": _schema(
            "nemesis_deck",
            {
                "specific_cards_per_tier": whole(1, 9),
                "basic_cards": _schema("basic_cards", _all(numbers(0, MOST_IN_NEMESIS_DECK, 3), *"1234")),
            },
        ),
        "turn_order": _schema(
            "turn_order",
            {
                "1": turn_deck("player", "nemesis"),
                **{str(n): turn_deck(*_PLAYERS[:n], "wild", "nemesis") for n in (2, 3, 4)},
                "four_player_variant": turn_deck("player_1_2", "player_3_4", "nemesis"),
            },
        ),
        "solo": _schema(
            "solo", {}, {"easier_turn_cards": numbers(1, MOST_TURN_CARDS - 2), "easier_life": numbers(1, 999)}
        ),
        "breaches": _schema(
            "breaches",
            {
                "I": _schema("breach I", _OPENED),
                **{number: _schema(f"breach {number}", _CLOSED) for number in BREACH_NUMBERS[1:]},
                "sigil": _schema("the sigil breach", _OPENED),
            },
        ),
    },
)
PACK = _schema(
    "a pack",
    {},
    {"id": ID, **_all(TEXT, "name", "version", "extends"), "game": one_of("aeons_end"), "remove": ids(255)},
)
