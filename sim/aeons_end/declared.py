"""The names of the result columns of Aeon's End, by the part they play."""

from breachlab.sim.declared import Declared

_PILES = range(1, 10)

DECLARED = Declared(
    game="aeons_end",
    opponent="nemesis",
    mode="difficulty",
    players="players",
    policy="policy",
    content="content",
    factors=(
        "nemesis",
        "difficulty",
        "players",
        "policy",
        "content",
        "variant",
        "solo_turn_cards",
        "solo_life",
    ),
    offer={
        "gem": ("pile_1", "pile_2", "pile_3"),
        "relic": ("pile_4", "pile_5"),
        "spell": ("pile_6", "pile_7", "pile_8", "pile_9"),
    },
    offer_name="supply",
    team=("mage_1", "mage_2", "mage_3", "mage_4"),
    team_name="mage",
    ladder=("random", "novice", "standard", "expert"),
    usual_mode="normal",
    stage="tier",
    table="in_play",
    gained={f"pile_{k}": f"gained_{k}" for k in _PILES},
    first_gain={f"pile_{k}": f"first_gain_{k}" for k in _PILES},
    plays={f"pile_{k}": f"plays_{k}" for k in _PILES},
    reason_groups={
        "gravehold_fallen": "Gravehold",
        "all_exhausted": "exhaustion",
        "no_tokens_left": "special condition",
        "lost_by_card": "special condition",
        "turn_limit": "turn limit",
    },
    outcome=(
        *("tier", "turns", "rounds", "gravehold_life", "nemesis_life", "nemesis_tokens"),
        *("life_1", "life_2", "life_3", "life_4", "exhaustions", "decisions", "damage_dealt"),
        *("aether_made", "spent_on_cards", "spent_on_charges", "spent_on_breaches", "spent_on_powers"),
        *(f"{what}_{k}" for what in ("gained", "first_gain", "plays") for k in _PILES),
    ),
)
