"""The numbers of the standard player: their names here, their values in ``weights/standard.toml``.

The engine reads them as ``c.standard[NAME]``, so that tuning them needs no compilation.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from breachlab.sim.errors import UserError, unknown

FOLDER = Path(__file__).parent / "weights"

NAMES = (
    "life",
    "low_life",
    "exhaustion",
    "gravehold",
    "low_gravehold",
    "token",
    "low_token",
    "cloak",
    "gate",
    "card_lost",
    "card_won",
    "spell_lost",
    "charge_worth",
    "focus_worth",
    "thin",
    "time",
    "nemesis_card_drawn",
    "minion_back",
    "acolyte_coming",
    "threat_turns",
    "kill",
    "waste",
    "strip",
    "income",
    "income_delay",
    "horizon",
    "delay",
    "over_capacity",
    "other_worth",
    "power",
    "power_soon",
    "charge_now",
    "prep_now",
    "bonus_breach",
    "half_closed",
    "progress",
    "enough",
    "beyond",
    "hold",
    "small_first",
    "charge_full",
    "income_flat",
    "price_paid",
    "best_first",
    "usual_charge",
    "usual_gravehold",
    "usual_life",
    "usual_draw",
    "usual_thinning",
    "usual_focus",
    "usual_sigil",
    "usual_gain",
    "usual_gem",
    "usual_cast",
    "usual_prep",
    "usual_foresight",
    "usual_prepped",
    "usual_copies",
    "usual_gems_in_hand",
    "usual_trophies",
    "usual_discards",
)
(
    LIFE,
    LOW_LIFE,
    EXHAUSTION,
    GRAVEHOLD,
    LOW_GRAVEHOLD,
    TOKEN,
    LOW_TOKEN,
    CLOAK,
    GATE,
    CARD_LOST,
    CARD_WON,
    SPELL_LOST,
    CHARGE_WORTH,
    FOCUS_WORTH,
    THIN,
    TIME,
    NEMESIS_CARD_DRAWN,
    MINION_BACK,
    ACOLYTE_COMING,
    THREAT_TURNS,
    KILL,
    WASTE,
    STRIP,
    INCOME,
    INCOME_DELAY,
    HORIZON,
    DELAY,
    OVER_CAPACITY,
    OTHER_WORTH,
    POWER_WORTH,
    POWER_SOON,
    CHARGE_NOW,
    PREP_NOW,
    BONUS_BREACH,
    HALF_CLOSED,
    PROGRESS,
    ENOUGH,
    BEYOND,
    HOLD,
    SMALL_FIRST,
    CHARGE_FULL,
    INCOME_FLAT,
    PRICE_PAID,
    BEST_FIRST,
) = range(44)  # the usual worths that follow go into the cards' profiles, see worth.py


@cache
def standard_weights() -> dict[str, int]:
    """The standard player's weights by name, in the order of the engine.

    >>> list(standard_weights())[:2]
    ['life', 'low_life']
    """
    file = FOLDER / "standard.toml"
    values = tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
    for name in values:
        if name not in NAMES:
            raise unknown("weight", name, NAMES)
    missing = [name for name in NAMES if name not in values]
    if missing:
        raise UserError(f"{file}: no value for {', '.join(missing)}")
    return {name: int(values[name]) for name in NAMES}


@cache
def expert_models() -> dict[str, Any]:
    """The expert's fitted value functions with their provenance: see ``weights/expert.json``.

    >>> "any" in expert_models()["models"]
    True
    """
    return dict(json.loads((FOLDER / "expert.json").read_text(encoding="utf-8")))


@cache
def fitted_weights() -> dict[str, dict[str, int]]:
    """The weights of the signs that speak for and against options: see ``weights/fitted.json``.

    A set of weights for any nemesis, and one for each nemesis and number of players that was learned.

    >>> isinstance(fitted_weights()["any"]["gem taken"], int)
    True
    """
    return sets_of_weights(json.loads((FOLDER / "fitted.json").read_text(encoding="utf-8")))


def sets_of_weights(file: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The sets of weights in the contents of a file like ``fitted.json``: there a row holds one sign.

    >>> sets_of_weights({"sets": ["any", "x, 2 players"], "weights": {"gem taken": [5, 7]}})["x, 2 players"]
    {'gem taken': 7}
    """
    return {
        name: {sign: row[k] for sign, row in file["weights"].items() if row[k]}
        for k, name in enumerate(file["sets"])
    }


def rows_of_weights(sets: dict[str, dict[str, int]]) -> dict[str, Any]:
    """The other way round: what goes into the file."""
    signs = sorted({sign for weights in sets.values() for sign in weights})
    return {
        "sets": list(sets),
        "weights": {sign: [weights.get(sign, 0) for weights in sets.values()] for sign in signs},
    }
