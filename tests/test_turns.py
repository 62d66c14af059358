"""The frame of the game: setup, turn order, phases, and what the table refuses."""

import json

import pytest
from helpers import ALL_OPENED, breach, in_play, pass_turn, player, supply_with, table

from breachlab.sim.aeons_end import IllegalStep, Table, engine, play_game
from breachlab.sim.errors import UserError

MAGES = ["garu", "dezmodia", "mist", "quilius"]

SPECIFIC_CARDS = {
    "umbra_titan": (
        {"cryptid", "grubber", "seismic_roar"},
        {"maul", "tombfright", "vault_behemoth"},
        {"crumble", "demi_ancient", "yawning_black"},
    ),
    "hollow_crown": (
        {"beseech", "enslave", "thronewatch"},
        {"ascend", "infernal_domain", "reign"},
        {"dominate", "nameless_faith", "viscera_bride"},
    ),
    "gate_witch": (
        {"deep_abomination", "hasten", "temporal_nimbus"},
        {"nether_spiral", "paradox_beast", "portal_wretch"},
        {"distort", "infinite_enmity", "rift_scourge"},
    ),
    "magus_of_cloaks": (
        {"dusk_spawn", "rising_dark", "twilight_empire"},
        {"ashen_haruspex", "black_solstice", "enshroud"},
        {"eclipse", "shadows_reach", "veil_daughter"},
    ),
}

BASIC_CARDS = (
    {"afflict", "catacomb_drone", "encroach", "heart_of_nothing", "howling_spinners", "night_unending"}
    | {"nix", "planar_collision", "thrash"},
    {"aphotic_sun", "chaos_flail", "mage_ender", "mangleroot", "morbid_gyre", "mutilate", "null_scion"}
    | {"smite"},
    {"apocalypse_ritual", "banish", "cataclysmic_fate", "engulf", "monstrosity_of_omens", "quell"}
    | {"throttle", "withering_beam"},
)

ACOLYTES = ["bezu", "edryss_tragg", "holadran", "kurgax", "lurzan", "mord", "nhavkalas", "ren_goda", "solara"]


def new_game(nemesis="umbra_titan", players=2, **options):
    """A table right after setup."""
    return Table(nemesis=nemesis, mages=MAGES[:players], supply="deck_destruction", **options)


def refused(step, *arguments, rule=""):
    """The step is illegal, its message speaks of the rule, and nothing changes."""
    t = step.__self__
    before = t.state()
    with pytest.raises(IllegalStep, match=f"(?i){rule}") as error:
        step(*arguments)
    assert str(error.value).strip()
    assert t.state() == before


# ==================================================================================================== setup


@pytest.mark.parametrize("nemesis", SPECIFIC_CARDS)
@pytest.mark.parametrize(
    ("players", "basic_cards"), [(1, (1, 3, 7)), (2, (3, 5, 7)), (3, (5, 6, 7)), (4, (8, 7, 7))]
)
def test_nemesis_deck_stacks_the_tiers_by_player_count(nemesis, players, basic_cards):
    deck = new_game(nemesis, players).state()["nemesis_area"]["deck"]
    assert len(deck) == {1: 20, 2: 24, 3: 27, 4: 31}[players]
    assert len(set(deck)) == len(deck)
    for specific, basic, added in zip(SPECIFIC_CARDS[nemesis], BASIC_CARDS, basic_cards, strict=True):
        tier, deck = set(deck[: 3 + added]), deck[3 + added :]
        assert specific <= tier
        assert len(tier & basic) == added


def test_nemesis_deck_is_shuffled_within_its_tiers():
    decks = [new_game(players=4, seed=seed).state()["nemesis_area"]["deck"] for seed in range(10)]
    for tier in (slice(0, 11), slice(11, 21), slice(21, 31)):
        assert len({tuple(deck[tier]) for deck in decks}) == 10


def test_basic_cards_are_chosen_at_random():
    chosen = {frozenset(new_game(seed=seed).state()["nemesis_area"]["deck"][:6]) for seed in range(10)}
    assert len(chosen) > 1


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (1, ["nemesis"] * 2 + ["player"] * 3),
        (2, ["nemesis"] * 2 + ["player_1"] * 2 + ["player_2"] * 2),
        (3, ["nemesis"] * 2 + ["player_1", "player_2", "player_3", "wild"]),
        (4, ["nemesis"] * 2 + ["player_1", "player_2", "player_3", "player_4"]),
    ],
)
def test_turn_order_deck_by_player_count(players, cards):
    turn_order = new_game(players=players).state()["turn_order"]
    assert sorted(turn_order["deck"]) == cards
    assert turn_order["discard"] == []


def test_turn_order_deck_of_the_four_player_variant():
    turn_order = new_game(players=4, four_player_variant=True).state()["turn_order"]
    assert sorted(turn_order["deck"]) == ["nemesis"] * 2 + ["player_1_2"] * 2 + ["player_3_4"] * 2


@pytest.mark.parametrize(("turn_cards", "cards"), [(3, 3), (4, 4)])
def test_solo_turn_order_deck_has_three_or_four_player_cards(turn_cards, cards):
    turn_order = new_game(players=1, solo_turn_cards=turn_cards).state()["turn_order"]
    assert sorted(turn_order["deck"]) == ["nemesis"] * 2 + ["player"] * cards


@pytest.mark.parametrize(("solo_life", "life"), [(None, 10), (12, 12), (15, 15)])
def test_solo_life(solo_life, life):
    t = new_game(players=1, solo_life=solo_life)
    assert player(t, 0)["life"] == life


@pytest.mark.item("ulgimor")
@pytest.mark.parametrize("solo_life", [12, 15])
def test_solo_life_is_also_the_cap(solo_life):
    t = table(mages=("ulgimor",), solo_life=solo_life)
    t.player(0).set(life=solo_life - 1, charges=6)
    t.ability(0)
    assert player(t, 0)["life"] == solo_life


MODES = {
    # difficulty: life of players, life of Gravehold, change of the nemesis's life
    "beginner": (12, 35, -10),
    "normal": (10, 30, 0),
    "expert": (10, 30, 0),
    "extinction": (8, 25, 10),
}


@pytest.mark.parametrize("difficulty", MODES)
@pytest.mark.parametrize(
    ("nemesis", "life"),
    [
        pytest.param("umbra_titan", 70, marks=pytest.mark.item("umbra_titan")),
        pytest.param("gate_witch", 70, marks=pytest.mark.item("gate_witch")),
        pytest.param("magus_of_cloaks", 35, marks=pytest.mark.item("magus_of_cloaks")),
    ],
)
def test_life_by_difficulty(nemesis, life, difficulty):
    t = new_game(nemesis, difficulty=difficulty)
    player_life, gravehold_life, change = MODES[difficulty]
    assert [p["life"] for p in t.state()["players"]] == [player_life, player_life]
    assert t.state()["gravehold_life"] == gravehold_life
    assert t.state()["nemesis_life"] == life + change


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("nemesis", "difficulty", "tokens"),
    [
        ("umbra_titan", "beginner", 8),
        ("umbra_titan", "normal", 8),
        ("umbra_titan", "expert", 5),
        ("umbra_titan", "extinction", 5),
        ("gate_witch", "normal", 1),
        ("gate_witch", "extinction", 1),
        ("magus_of_cloaks", "normal", 4),
        ("magus_of_cloaks", "extinction", 4),
    ],
)
def test_nemesis_tokens_by_difficulty(nemesis, difficulty, tokens, players):
    assert new_game(nemesis, players, difficulty=difficulty).state()["nemesis_tokens"] == tokens


@pytest.mark.item("hollow_crown")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("difficulty", "left", "discarded"), [("normal", 7, 0), ("expert", 7, 0), ("beginner", 6, 1)]
)
def test_acolytes_of_hollow_crown(players, difficulty, left, discarded):
    t = new_game("hollow_crown", players, difficulty=difficulty)
    acolytes = t.state()["acolytes"]
    assert list(in_play(t, "acolytes").values()) == [{"life": 11}, {"life": 11}]
    assert len(acolytes["deck"]) == left
    assert len(acolytes["discard"]) == discarded
    assert sorted([*in_play(t, "acolytes"), *acolytes["deck"], *acolytes["discard"]]) == ACOLYTES


@pytest.mark.item("hollow_crown")
def test_acolytes_are_shuffled():
    orders = {tuple(new_game("hollow_crown", seed=seed).state()["acolytes"]["deck"]) for seed in range(10)}
    assert len(orders) > 5


def test_only_hollow_crown_has_acolytes():
    assert new_game("gate_witch").state()["acolytes"] == {"in_play": [], "deck": [], "discard": []}


def test_suggested_supplies():
    t = Table(nemesis="umbra_titan", mages=["garu"], supply="reuse_spells")
    gems = dict.fromkeys(["volcanic_glass", "breach_ore", "bloodstone_jewel"], 7)
    relics = dict.fromkeys(["cairn_compass", "vortex_gauntlet"], 5)
    spells = dict.fromkeys(["thoughtform_familiar", "kindle", "nova_forge", "crystallize"], 5)
    assert t.state()["piles"] == {**gems, **relics, **spells}


def test_same_seed_gives_the_same_setup_and_another_seed_another():
    assert new_game(seed=3).state() == new_game(seed=3).state()
    assert new_game(seed=3).state() != new_game(seed=4).state()


def test_other_mages_other_supply_and_other_mode_meet_the_same_luck():
    one = Table(nemesis="gate_witch", mages=["garu", "mist"], supply="deck_destruction", seed=5)
    other = Table(
        nemesis="gate_witch", mages=["gex", "ulgimor"], supply="reuse_spells", difficulty="expert", seed=5
    )
    assert one.state()["turn_order"] == other.state()["turn_order"]
    assert one.state()["nemesis_area"] == other.state()["nemesis_area"]


def test_new_game_is_nobodys_turn():
    state = new_game().state()
    assert state["active"] is None
    assert state["outcome"] is None
    assert state["reason"] is None
    assert state["destroyed"] == []


def test_state_is_plain_data():
    t = new_game()
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})], deck=["smite"])
    assert json.loads(json.dumps(t.state()))["gravehold_life"] == 30


# =============================================================================================== turn order


def spark_in_a_closed_breach(t):
    """Every player must cast a Spark in their next turn: who did has taken it."""
    for p in range(len(t.state()["players"])):
        t.player(p).set(
            hand=[], deck=[], discard=[], breaches={"II": ("closed", 1)}, prepped={"II": ["spark"]}
        )


def took_a_turn(t):
    return [p["mage"] for p in t.state()["players"] if p["prepped"] == {}]


def turns_table(players, deck, discard=(), **options):
    """A table on which turns are played by the greedy policy, with the given turn order cards."""
    t = table(mages=tuple(MAGES[:players]), policy="greedy", **options)
    spark_in_a_closed_breach(t)
    t.turn_order.set(deck=list(deck), discard=list(discard))
    return t


@pytest.mark.parametrize(("card", "mage"), [("player_1", "garu"), ("player_2", "dezmodia")])
def test_player_card_gives_its_player_the_turn(card, mage):
    t = turns_table(2, [card, "nemesis"])
    t.next_turn()
    assert took_a_turn(t) == [mage]
    assert t.state()["turn_order"] == {"deck": ["nemesis"], "discard": [card]}
    assert t.state()["active"] is None


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_each_of_four_players_has_a_card(number):
    t = turns_table(4, [f"player_{number}"])
    t.next_turn()
    assert took_a_turn(t) == [MAGES[number - 1]]


def test_nemesis_card_gives_the_nemesis_the_turn():
    t = turns_table(2, ["nemesis", "player_1"])
    t.nemesis.set(deck=["smite", "quell"])
    t.next_turn()
    assert took_a_turn(t) == []
    assert t.state()["nemesis_area"]["discard"] == ["smite"]
    assert t.state()["turn_order"] == {"deck": ["player_1"], "discard": ["nemesis"]}


def test_solo_player_takes_every_player_turn():
    t = turns_table(1, ["player", "player", "nemesis"], ["player", "nemesis"])
    t.next_turn()
    assert took_a_turn(t) == ["garu"]
    assert t.state()["turn_order"]["discard"] == ["player", "player", "nemesis"]


def test_turn_order_deck_is_reshuffled_when_it_is_empty():
    cards = ["nemesis", "nemesis", "player_1", "player_1", "player_2", "player_2"]
    t = turns_table(2, [], cards)
    t.next_turn()
    turn_order = t.state()["turn_order"]
    assert len(turn_order["deck"]) == 5
    assert len(turn_order["discard"]) == 1
    assert sorted(turn_order["deck"] + turn_order["discard"]) == cards


def test_reshuffled_turn_order_depends_on_the_seed():
    orders = set()
    for seed in range(10):
        t = turns_table(
            2, [], ["nemesis", "nemesis", "player_1", "player_1", "player_2", "player_2"], seed=seed
        )
        t.next_turn()
        orders.add((*t.state()["turn_order"]["discard"], *t.state()["turn_order"]["deck"]))
    assert len(orders) > 3


@pytest.mark.parametrize("mage", MAGES[:3])
def test_players_choose_who_takes_the_wild_turn(mage):
    t = turns_table(3, ["wild", "nemesis"])
    t.answer(mage)
    t.next_turn()
    assert took_a_turn(t) == [mage]
    assert t.state()["turn_order"]["discard"] == ["wild"]


def pair_turns(*cards):
    return turns_table(4, cards, four_player_variant=True)


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("player_1_2", "garu", "dezmodia"),
        ("player_1_2", "dezmodia", "garu"),
        ("player_3_4", "mist", "quilius"),
        ("player_3_4", "quilius", "mist"),
    ],
)
def test_second_pair_card_is_the_other_players_turn(card, first, second):
    t = pair_turns(card, card, "nemesis")
    t.answer(first)
    t.next_turn()
    assert took_a_turn(t) == [first]
    spark_in_a_closed_breach(t)
    t.next_turn()
    assert took_a_turn(t) == [second]


def test_pair_token_is_back_between_the_players_after_both_turns():
    t = pair_turns("player_1_2", "player_1_2")
    t.answer("garu")
    t.next_turn()
    t.next_turn()
    t.turn_order.set(deck=["player_1_2"], discard=[])
    spark_in_a_closed_breach(t)
    t.answer("garu")
    t.next_turn()
    assert took_a_turn(t) == ["garu"]


def test_each_pair_has_its_own_token():
    t = pair_turns("player_1_2", "player_3_4", "player_1_2", "player_3_4")
    t.answer("dezmodia")
    t.next_turn()
    t.answer("mist")
    t.next_turn()
    spark_in_a_closed_breach(t)
    t.next_turn()
    t.next_turn()
    assert took_a_turn(t) == ["garu", "quilius"]


def test_nobody_outside_the_pair_takes_its_turn():
    t = pair_turns("player_1_2", "nemesis")
    t.answer("mist")
    with pytest.raises(UserError):
        t.next_turn()


def test_player_turn_is_played_by_the_policy():
    t = turns_table(2, ["nemesis"])
    t.player_turn(1)
    assert took_a_turn(t) == ["dezmodia"]
    assert t.state()["nemesis_life"] == 69
    assert t.state()["turn_order"] == {"deck": ["nemesis"], "discard": []}


# =================================================================================================== phases


def two_sparks():
    t = table()
    t.player(0).set(
        hand=["crystal"], breaches={"II": ("closed", 1)}, prepped={"I": ["torch"], "II": ["spark"]}
    )
    return t


def test_casting_comes_first_then_main_then_draw_phase():
    t = two_sparks()
    t.start_casting_phase(0)
    assert (t.state()["active"], t.state()["phase"]) == (0, "casting")
    t.cast(0, "II")
    t.end_casting_phase(0)
    assert (t.state()["active"], t.state()["phase"]) == (0, "main")
    t.play(0, "crystal")
    t.draw_phase(0)
    assert t.state()["active"] is None


def test_spell_in_an_opened_breach_may_stay():
    t = two_sparks()
    t.cast(0, "II")
    t.end_casting_phase(0)
    assert player(t, 0)["prepped"] == {"I": ["torch"]}


def test_spell_in_a_closed_breach_must_be_cast_before_the_phase_ends():
    t = two_sparks()
    t.start_casting_phase(0)
    refused(t.end_casting_phase, 0)


def test_spell_in_a_closed_breach_must_be_cast_before_the_main_phase():
    t = two_sparks()
    t.start_casting_phase(0)
    refused(t.play, 0, "crystal")


@pytest.mark.parametrize("order", [("I", "II"), ("II", "I")])
def test_spells_are_cast_in_any_order_and_discarded_one_by_one(order):
    t = table()
    spells = {"I": "torch", "II": "spark"}
    t.player(0).set(breaches=ALL_OPENED, prepped={number: [spell] for number, spell in spells.items()})
    t.player(1).set(breaches=ALL_OPENED)
    for number in order:
        t.cast(0, number)
    assert t.state()["nemesis_life"] == 68
    assert player(t, 0)["discard"] == [spells[number] for number in reversed(order)]


def test_nothing_is_cast_after_the_main_phase_began():
    t = two_sparks()
    t.cast(0, "II")
    t.play(0, "crystal")
    refused(t.cast, 0, "I")


def test_main_phase_actions_in_any_order():
    t = table(cards=("scoria_slag",))
    t.player(0).set(hand=["spark", "crystal", "crystal"], aether=7, breaches={"II": ("closed", 1)})
    t.gain(0, "scoria_slag")
    t.play(0, "crystal")
    t.focus(0, "II")
    t.prep(0, "spark", "II")
    t.play(0, "crystal")
    t.charge(0)
    assert player(t, 0)["aether"] == 7 + 2 - 4 - 2 - 2
    assert player(t, 0)["charges"] == 1
    assert player(t, 0)["prepped"] == {"II": ["spark"]}


def test_played_cards_lie_in_the_play_area_until_the_draw_phase():
    t = table()
    t.player(0).set(hand=["crystal", "crystal"], discard=["spark"])
    t.play(0, "crystal")
    assert player(t, 0)["hand"] == ["crystal"]
    assert player(t, 0)["played"] == ["crystal"]
    assert player(t, 0)["discard"] == ["spark"]


@pytest.mark.parametrize(
    ("order", "discard"),
    [
        (("crystal", "scoria_slag"), ["breach_ore", "scoria_slag", "crystal", "torch"]),
        (("breach_ore", "crystal"), ["scoria_slag", "crystal", "breach_ore", "torch"]),
    ],
)
def test_played_cards_are_discarded_in_the_chosen_order(order, discard):
    t = table(cards=("scoria_slag", "breach_ore"))
    t.player(0).set(
        hand=["crystal", "scoria_slag", "breach_ore"],
        deck=["crystal", "crystal", "crystal", "spark", "spark"],
        discard=["torch"],
    )
    t.play(0, "crystal")
    t.play(0, "scoria_slag")
    t.answer("first")
    t.play(0, "breach_ore")
    t.answer(*order)  # the last card is no choice
    t.draw_phase(0)
    assert player(t, 0)["discard"] == discard
    assert sorted(player(t, 0)["hand"]) == ["crystal", "crystal", "crystal", "spark", "spark"]
    assert player(t, 0)["played"] == []


def test_gained_card_lies_below_the_played_cards():
    t = table(cards=("scoria_slag",))
    t.player(0).set(hand=["crystal"], deck=["spark", "spark", "torch", "crystal", "crystal"], aether=4)
    t.play(0, "crystal")
    t.gain(0, "scoria_slag")
    t.draw_phase(0)
    assert player(t, 0)["discard"] == ["crystal", "scoria_slag"]


def test_player_draws_up_to_five_cards():
    t = table()
    t.player(0).set(hand=["spark", "spark"], deck=["crystal", "crystal", "crystal", "torch"])
    pass_turn(t, 0)
    assert sorted(player(t, 0)["hand"]) == ["crystal", "crystal", "crystal", "spark", "spark"]
    assert player(t, 0)["deck"] == ["torch"]


def test_next_turn_may_be_another_players():
    t = table()
    t.player(1).set(aether=2)
    pass_turn(t, 0)
    t.charge(1)
    assert t.state()["active"] == 1


@pytest.mark.item("mangleroot")
def test_nemesis_turn_has_its_main_phase_before_its_draw_phase():
    t = table()
    t.nemesis.set(in_play=[("mangleroot", {"life": 12})], deck=["smite", "quell"])
    t.nemesis_turn()
    assert in_play(t) == {"mangleroot": {"life": 10}}
    assert t.state()["gravehold_life"] == 30 - 3 - 2
    assert t.state()["nemesis_tokens"] == 3
    assert t.state()["nemesis_area"]["deck"] == ["quell"]
    assert t.state()["nemesis_area"]["discard"] == ["smite"]


@pytest.mark.item("paradox_beast", "null_scion", "monstrosity_of_omens")
def test_nemesis_main_phase_goes_from_oldest_to_newest():
    t = table()
    t.nemesis.set(
        in_play=[
            ("paradox_beast", {"life": 8}),
            ("null_scion", {"life": 11}),
            ("monstrosity_of_omens", {"life": 5}),
        ]
    )
    t.nemesis_turn()
    assert t.state()["gravehold_life"] == 30 - 1 - 5  # Paradox Beast came before the unleash
    assert t.state()["nemesis_tokens"] == 2
    assert list(in_play(t)) == ["paradox_beast", "null_scion", "monstrosity_of_omens"]


def test_newest_card_comes_last():
    t = table()
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})])
    t.resolve("howling_spinners")
    assert list(in_play(t)) == ["mage_ender", "howling_spinners"]


# ============================================================================================ illegal steps


def test_illegal_step_is_a_user_error():
    assert issubclass(IllegalStep, UserError)


def test_no_card_is_gained_without_enough_aether():
    t = table(cards=("scoria_slag",))
    t.player(0).set(aether=3)
    refused(t.gain, 0, "scoria_slag", rule="aether")


def test_no_card_is_gained_from_an_empty_pile():
    t = table(cards=("scoria_slag",))
    t.set(piles={"scoria_slag": 0})
    t.player(0).set(aether=4)
    refused(t.gain, 0, "scoria_slag", rule="pile|supply|left")


def test_no_charge_without_two_aether():
    t = table()
    t.player(0).set(aether=1)
    refused(t.charge, 0, rule="aether")


def test_no_charge_above_the_maximum():
    t = table()
    t.player(0).set(aether=2, charges=5)
    refused(t.charge, 0, rule="charge")


def test_no_ability_without_all_charges():
    t = table()
    t.player(0).set(charges=4)
    refused(t.ability, 0, rule="charge")


@pytest.mark.parametrize("state", ["opened", "sigil", "destroyed"])
def test_only_closed_breaches_are_focused_or_opened(state):
    t = table()
    t.player(0).set(aether=20, breaches={"II": state})
    refused(t.focus, 0, "II", rule="breach|closed")
    refused(t.open, 0, "II", rule="breach|closed")


def test_breach_that_a_mage_lacks_cannot_be_used():
    t = table(mages=("gex", "garu"))
    t.player(0).set(aether=20, hand=["spark"])
    assert breach(t, 0, "I") == "absent"
    refused(t.focus, 0, "I", rule="breach")
    refused(t.open, 0, "I", rule="breach")
    refused(t.prep, 0, "spark", "I", rule="breach")


def test_no_focus_and_no_opening_without_aether():
    t = table()
    t.player(0).set(aether=1, breaches={"II": ("closed", 3)})
    refused(t.focus, 0, "II", rule="aether")
    refused(t.open, 0, "II", rule="aether")


def test_no_spell_in_a_closed_breach_that_was_not_focused():
    t = table()
    t.player(0).set(hand=["spark"], breaches={"II": ("closed", 2)})
    refused(t.prep, 0, "spark", "II", rule="focus|closed")


def test_no_second_spell_in_a_breach():
    t = table()
    t.player(0).set(hand=["spark"], prepped={"I": ["torch"]})
    refused(t.prep, 0, "spark", "I", rule="breach|spell|occupied|free")


def test_no_spell_in_a_destroyed_breach():
    t = table()
    t.player(0).set(hand=["spark"], breaches={"I": "destroyed"})
    refused(t.prep, 0, "spark", "I", rule="destroyed|breach")


def test_spells_are_prepped_not_played():
    t = table()
    t.player(0).set(hand=["spark"])
    refused(t.play, 0, "spark", rule="spell|gem|relic")


def test_gems_are_played_not_prepped():
    t = table()
    t.player(0).set(hand=["crystal"])
    refused(t.prep, 0, "crystal", "I", rule="spell")


def test_only_cards_in_hand_are_played_and_prepped():
    t = table()
    t.player(0).set(deck=["crystal", "spark"], discard=["crystal", "spark"])
    refused(t.play, 0, "crystal", rule="hand")
    refused(t.prep, 0, "spark", "I", rule="hand")


def test_nothing_is_cast_from_an_empty_breach():
    t = table()
    t.start_casting_phase(0)
    refused(t.cast, 0, "I", rule="prepped|spell|breach")


def test_spell_that_is_not_prepped_has_no_while_prepped_effect():
    t = table(cards=("aurora",))
    t.player(0).set(hand=["aurora"])
    refused(t.use_prepped, 0, "aurora", "I", rule="prepped")


def test_spark_has_no_while_prepped_effect():
    t = table()
    t.player(0).set(prepped={"I": ["spark"]})
    refused(t.use_prepped, 0, "spark", "I", rule="prepped|effect")


@pytest.mark.item("night_unending")
def test_power_without_a_price_is_not_discarded():
    t = table()
    t.nemesis.set(in_play=[("night_unending", {"power": 3})])
    t.player(0).set(aether=20)
    refused(t.discard_power, 0, "night_unending", rule="discard")


def test_power_that_is_not_in_play_is_not_discarded():
    t = table()
    t.player(0).set(aether=20)
    refused(t.discard_power, 0, "morbid_gyre", rule="in play|discard")


def test_damage_needs_a_target_in_play():
    t = table()
    refused(t.deal, 0, 3, "howling_spinners", rule="target|in play")


@pytest.mark.item("hollow_crown")
def test_hollow_crown_is_no_target():
    t = table("hollow_crown")
    refused(t.deal, 0, 3, "nemesis", rule="damage|target")


def test_other_player_does_nothing_during_a_turn():
    t = table()
    t.player(0).set(hand=["crystal"])
    t.player(1).set(hand=["crystal"], aether=2)
    t.play(0, "crystal")
    refused(t.play, 1, "crystal", rule="turn")
    refused(t.charge, 1, rule="turn")
    refused(t.draw_phase, 1, rule="turn")


def test_nothing_happens_after_the_end_of_the_game():
    t = table()
    t.set(nemesis_life=1)
    t.player(0).set(aether=2)
    t.deal(0, 1, "nemesis")
    assert t.state()["outcome"] == "win"
    refused(t.charge, 0)


def test_table_plays_on_after_an_illegal_step():
    t = table()
    t.player(0).set(aether=2, charges=4)
    refused(t.ability, 0)
    t.charge(0)
    t.ability(0)
    assert t.state()["nemesis_life"] == 68


# ================================================================================================== answers


def any_player_is_asked(**options):
    t = table(**options)
    t.nemesis.set(in_play=[("howling_spinners", {"life": 5})])
    return t


def test_unscripted_decision_is_an_error_without_a_policy():
    t = any_player_is_asked()
    before = t.state()
    with pytest.raises(UserError):
        t.trigger("howling_spinners")
    assert t.state() == before


def test_unscripted_decision_is_answered_by_the_policy():
    t = any_player_is_asked(policy="greedy")
    t.trigger("howling_spinners")
    assert sorted(p["life"] for p in t.state()["players"]) == [8, 10]


@pytest.mark.parametrize("answer", ["garu", "Garu", "player 0"])
def test_player_is_named_by_id_name_or_number(answer):
    t = any_player_is_asked()
    t.answer(answer)
    t.trigger("howling_spinners")
    assert [p["life"] for p in t.state()["players"]] == [8, 10]


@pytest.mark.parametrize("answer", ["mist", "player 2", "yes", "crystal", "nonsense"])
def test_answer_that_is_no_option_is_an_error_that_lists_the_options(answer):
    t = any_player_is_asked()
    before = t.state()
    t.answer(answer)
    with pytest.raises(UserError, match=r"(?is)garu.*dezmodia"):
        t.trigger("howling_spinners")
    assert t.state() == before


def test_unused_answer_is_an_error():
    t = table()
    before = t.state()
    t.answer("garu")
    with pytest.raises(UserError):
        t.resolve("smite")
    assert t.state() == before


def test_one_answer_too_many_is_an_error():
    t = any_player_is_asked()
    before = t.state()
    t.answer("garu", "garu")
    with pytest.raises(UserError):
        t.trigger("howling_spinners")
    assert t.state() == before


def test_answers_are_taken_in_order():
    t = table()
    t.nemesis.set(in_play=[("howling_spinners", {"life": 5}), ("rift_scourge", {"life": 13})])
    t.answer("garu")
    t.answer("dezmodia")
    t.nemesis_turn()
    assert [p["life"] for p in t.state()["players"]] == [8, 6]


def test_log_tells_the_last_step():
    t = table()
    t.resolve("smite")
    assert "Smite" in str(t.log())
    t.unleash()
    assert "Smite" not in str(t.log())


# ================================================================================================ bad tables


@pytest.mark.parametrize(
    "zones",
    [
        {"hand": ["crystall"]},
        {"hand": ["kindle"]},  # not in this supply
        {"hand": ["smite"]},  # no player card
        {"hand": ["coal_shard"]},  # of a mage who does not play
        {"hand": ["torch", "torch"]},
        {"hand": ["torch"], "deck": ["torch"]},
        {"discard": ["aurora"] * 4},  # two more are in the pile, five exist
        {"prepped": {"I": ["crystal"]}},
        {"prepped": {"V": ["spark"]}},
        {"prepped": {"I": ["spark", "torch"]}},
        {"breaches": {"V": "opened"}},
        {"breaches": {"II": "ajar"}},
        {"breaches": {"II": ("closed", 4)}},
        {"life": 11},
        {"life": -1},
        {"charges": 6},
        {"charges": -1},
        {"aether": -1},
        {"trophies": -1},
        {"mood": 1},
    ],
    ids=str,
)
def test_player_cannot_be_set_to_what_cannot_exist(zones):
    t = table(cards=("aurora", "carbonize", "celestial_spire", "convection_field"))
    before = t.state()
    with pytest.raises(UserError):
        t.player(0).set(**zones)
    assert t.state() == before


@pytest.mark.parametrize(
    "values",
    [
        {"gravehold_life": 31},
        {"nemesis_life": 71},
        {"nemesis_tokens": -1},
        {"piles": {"aurora": 6}},
        {"piles": {"aurora": -1}},
        {"piles": {"kindle": 2}},
        {"weather": 1},
    ],
    ids=str,
)
def test_table_cannot_be_set_to_what_cannot_exist(values):
    t = table(cards=("aurora", "carbonize", "celestial_spire", "convection_field"))
    before = t.state()
    with pytest.raises(UserError):
        t.set(**values)
    assert t.state() == before


@pytest.mark.parametrize(
    "zones",
    [
        {"deck": ["smyte"]},
        {"deck": ["crystal"]},
        {"deck": ["grubber"]},  # of another nemesis
        {"deck": ["smite", "smite"]},
        {"deck": ["smite"], "discard": ["smite"]},
        {"in_play": [("smite", {})]},  # attacks do not stay
        {"in_play": [("mage_ender", {"life": 10})]},
        {"in_play": [("morbid_gyre", {"power": 2})]},
        {"hand": ["smite"]},
    ],
    ids=str,
)
def test_nemesis_cannot_be_set_to_what_cannot_exist(zones):
    t = table()
    before = t.state()
    with pytest.raises(UserError):
        t.nemesis.set(**zones)
    assert t.state() == before


@pytest.mark.parametrize(
    "zones",
    [
        {"deck": ["player_3"]},  # two players
        {"deck": ["wild"]},
        {"deck": ["nemesis"] * 3, "discard": []},
        {"deck": ["player_1", "player_1"], "discard": ["player_1"]},
        {"deck": ["player_0"]},
    ],
    ids=str,
)
def test_turn_order_cannot_be_set_to_what_cannot_exist(zones):
    t = table()
    before = t.state()
    with pytest.raises(UserError):
        t.turn_order.set(**zones)
    assert t.state() == before


@pytest.mark.parametrize(
    "zones",
    [
        {"in_play": [("mage_ender", {"life": 9})]},
        {"in_play": [("bezu", {"life": 12})], "deck": [], "discard": []},
    ],
    ids=str,
)
def test_acolytes_cannot_be_set_to_what_cannot_exist(zones):
    t = table("hollow_crown")
    before = t.state()
    with pytest.raises(UserError):
        t.acolytes.set(**zones)
    assert t.state() == before


def test_there_is_no_third_player_of_two():
    t = table()
    with pytest.raises(UserError):
        t.player(2).set(life=5)


@pytest.mark.parametrize(
    "setup",
    [
        {"nemesis": "crooked_mask"},
        {"mages": []},
        {"mages": ["garu", "dezmodia", "mist", "quilius", "gex"]},
        {"mages": ["garu", "brama"]},
        {"mages": ["garu", "garu"]},
        {"supply": "no_such_supply"},
        {"supply": supply_with()[:8]},
        {"supply": [*supply_with()[:8], "crystal"]},
        {"supply": [*supply_with()[:8], supply_with()[7]]},
        {"supply": ["scoria_slag", *supply_with()[1:8], "erratic_ingot"]},  # four gems, three spells
        {"difficulty": "nightmare"},
        {"seed": -1},
        {"policy": "psychic"},
        {"four_player_variant": True},  # with two players
        {"mages": ["garu"], "solo_turn_cards": 5},
        {"mages": ["garu"], "solo_life": 20},
    ],
    ids=str,
)
def test_table_refuses_a_setup_that_the_rules_do_not_have(setup):
    good = {"nemesis": "umbra_titan", "mages": ["garu", "dezmodia"], "supply": "deck_destruction", "seed": 1}
    with pytest.raises(UserError):
        Table(**{**good, **setup})


@pytest.mark.parametrize(
    ("setup", "nearest"),
    [
        ({"nemesis": "umbra_titen"}, "umbra_titan"),
        ({"mages": ["garu", "dezmodio"]}, "dezmodia"),
        ({"supply": "deck_destuction"}, "deck_destruction"),
        ({"difficulty": "norml"}, "normal"),
    ],
    ids=str,
)
def test_misspelt_setup_is_answered_with_the_nearest_name(setup, nearest):
    good = {"nemesis": "umbra_titan", "mages": ["garu", "dezmodia"], "supply": "deck_destruction"}
    with pytest.raises(UserError, match=nearest):
        Table(**{**good, **setup})


def test_misspelt_card_is_answered_with_the_nearest_name():
    t = table()
    with pytest.raises(UserError, match="crystal"):
        t.player(0).set(hand=["crystall"])


@pytest.mark.parametrize("card", ["Howling Spinners", "howling_spinners"])
def test_cards_are_named_by_id_or_printed_name(card):
    t = table()
    t.resolve(card)
    assert in_play(t) == {"howling_spinners": {"life": 5}}


class TestEndlessGames:
    """A broken pack must not hang a run, nor write beyond the state: what never ends is lost."""

    @pytest.mark.parametrize("unleash", ["unleash", "unleash 90 times"])
    def test_an_effect_that_starts_itself(self, tmp_path, unleash):
        text = f'extends = "war_eternal"\n[nemesis.umbra_titan]\nunleash = ["{unleash}"]\n'
        (tmp_path / "pack.toml").write_text(text, encoding="utf-8")
        game = play_game("umbra_titan", 2, 7, policy="random", content=tmp_path)
        assert (game.outcome, game.reason) == ("loss", "the game went on for too long")

    def test_more_decisions_than_any_game_has(self, monkeypatch):
        monkeypatch.setattr(engine, "MOST_DECISIONS", 20)
        game = play_game("umbra_titan", 2, 7, policy="random")
        assert (game.outcome, game.reason) == ("loss", "the game went on for too long")
