"""The 10 starter cards, one section a card."""

import helpers
import pytest
from helpers import player

from breachlab.sim.aeons_end import IllegalStep
from breachlab.sim.errors import UserError


def table(*cards, mages=("garu", "mist"), nemesis="umbra_titan"):
    """An empty table against Umbra Titan, with these market cards in the supply."""
    return helpers.table(nemesis, mages, cards)


def minions(t):
    return t.state()["nemesis_area"]["in_play"]


# ---------------------------------------------------------------------- all of them


@pytest.mark.parametrize(
    "starter, mage",
    [
        pytest.param("crystal", "garu", marks=pytest.mark.item("crystal")),
        pytest.param("spark", "garu", marks=pytest.mark.item("spark")),
        pytest.param("oblivion_shard", "dezmodia", marks=pytest.mark.item("oblivion_shard")),
        pytest.param("torch", "garu", marks=pytest.mark.item("torch")),
        pytest.param("shattered_geode", "garu", marks=pytest.mark.item("shattered_geode")),
        pytest.param("worldheart_shard", "mazahaedron", marks=pytest.mark.item("worldheart_shard")),
        pytest.param("amethyst_paragon", "mist", marks=pytest.mark.item("amethyst_paragon")),
        pytest.param("extinguish", "quilius", marks=pytest.mark.item("extinguish")),
        pytest.param("coal_shard", "ulgimor", marks=pytest.mark.item("coal_shard")),
        pytest.param("illuminate", "yan_magda", marks=pytest.mark.item("illuminate")),
    ],
)
def test_starters_cost_nothing(starter, mage):
    """Vimcraft Oath destroys cards of cost 0 only."""
    t = table(mages=("gex", mage))
    t.player(0).set(discard=[starter], charges=5)
    t.answer(starter)
    t.ability(0)
    assert t.state()["destroyed"] == [starter]


@pytest.mark.parametrize("starter", ["crystal", "spark", "torch"])
def test_starters_are_not_in_the_supply(starter):
    t = table()
    t.player(0).set(aether=9)
    with pytest.raises(UserError):
        t.gain(0, starter)
    assert player(t, 0)["aether"] == 9


# ---------------------------------------------------------------------- Crystal


@pytest.mark.item("crystal")
def test_crystal_gives_1_aether():
    t = table()
    t.player(0).set(hand=["crystal"])
    t.play(0, "crystal")
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["hand"] == []
    assert player(t, 0)["played"] == ["crystal"]


@pytest.mark.item("crystal")
def test_crystals_pay_for_anything():
    t = table("mages_totem", "thoughtform_familiar")
    t.player(0).set(hand=["crystal"] * 5)
    for _ in range(5):
        t.play(0, "crystal")
    t.gain(0, "mages_totem")
    t.gain(0, "thoughtform_familiar")
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["discard"] == ["thoughtform_familiar", "mages_totem"]


# ---------------------------------------------------------------------- Spark


@pytest.mark.item("spark")
def test_spark_deals_1():
    t = table()
    t.player(0).set(prepped={"I": ["spark"]})
    t.cast(0, "I")
    assert t.state()["nemesis_life"] == 69
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["discard"] == ["spark"]


@pytest.mark.item("spark")
def test_spark_may_hit_a_minion_instead():
    t = table()
    t.nemesis.set(in_play=[("catacomb_drone", {"life": 5})])
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("catacomb_drone")
    t.cast(0, "I")
    assert minions(t) == [("catacomb_drone", {"life": 4})]
    assert t.state()["nemesis_life"] == 70


# ---------------------------------------------------------------------- Oblivion Shard


def oblivion_table(*cards, aether=0):
    """Dezmodia has just played the Oblivion Shard, and has so much other aether."""
    t = table(*cards, mages=("dezmodia", "garu"))
    t.player(0).set(hand=["oblivion_shard"], aether=aether)
    t.play(0, "oblivion_shard")
    return t


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_gives_2_aether():
    t = oblivion_table()
    assert player(t, 0)["aether"] == 2
    assert player(t, 0)["played"] == ["oblivion_shard"]


@pytest.mark.item("oblivion_shard")
@pytest.mark.parametrize(("card", "aether"), [("mages_totem", 1), ("thoughtform_familiar", 2)])
def test_oblivion_shard_pays_for_no_relic_and_no_spell(card, aether):
    t = oblivion_table(card, aether=aether)
    with pytest.raises(IllegalStep):
        t.gain(0, card)
    assert player(t, 0)["aether"] == aether + 2


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_pays_for_a_gem():
    t = oblivion_table("frozen_magmite", aether=1)
    t.gain(0, "frozen_magmite")
    assert player(t, 0)["discard"] == ["frozen_magmite"]
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_pays_for_a_charge():
    t = oblivion_table()
    t.charge(0)
    assert (player(t, 0)["charges"], player(t, 0)["aether"]) == (1, 0)


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_pays_for_a_focus():
    t = oblivion_table()
    t.focus(0, "II")
    assert player(t, 0)["breaches"]["II"] == ("closed", 2)
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_pays_for_an_opening():
    t = oblivion_table(aether=2)
    t.open(0, "II")
    assert player(t, 0)["breaches"]["II"] == "opened"
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_pays_to_discard_a_power():
    t = table(mages=("dezmodia", "garu"))
    t.nemesis.set(in_play=[("seismic_roar", {"power": 3})])
    t.player(0).set(hand=["oblivion_shard"], aether=4)
    t.play(0, "oblivion_shard")
    t.discard_power(0, "seismic_roar")
    assert minions(t) == []
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("oblivion_shard")
def test_oblivion_shard_aether_stays_when_a_relic_is_paid_with_the_rest():
    t = oblivion_table("mages_totem", aether=2)
    t.gain(0, "mages_totem")
    assert player(t, 0)["aether"] == 2
    t.charge(0)
    assert (player(t, 0)["charges"], player(t, 0)["aether"]) == (1, 0)


# ---------------------------------------------------------------------- Torch


@pytest.mark.item("torch")
def test_torch_deals_1():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]})
    t.answer("first")
    t.cast(0, "I")
    assert t.state()["nemesis_life"] == 69
    assert player(t, 0)["breaches"] == {
        "I": "opened",
        "II": ("closed", 0),
        "III": ("closed", 1),
        "IV": ("closed", 1),
    }


@pytest.mark.item("torch")
@pytest.mark.parametrize(("breach", "before"), [("II", 0), ("III", 1), ("IV", 1)])
def test_torch_focuses_any_own_breach(breach, before):
    t = table()
    t.player(0).set(prepped={"I": ["torch"]})
    t.answer("second", breach)
    t.cast(0, "I")
    assert player(t, 0)["breaches"][breach] == ("closed", before + 1)
    assert t.state()["nemesis_life"] == 70


@pytest.mark.item("torch")
def test_torch_focuses_the_breach_of_an_ally():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]})
    t.answer("second", "mist III")
    t.cast(0, "I")
    assert player(t, 1)["breaches"]["III"] == ("closed", 2)
    assert t.state()["nemesis_life"] == 70


@pytest.mark.item("torch")
def test_torch_opens_a_breach_that_was_focused_three_times():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]}, breaches={"IV": ("closed", 3)})
    t.answer("second", "IV")
    t.cast(0, "I")
    assert player(t, 0)["breaches"]["IV"] == "opened"


@pytest.mark.item("torch")
def test_torch_must_deal_damage_when_no_breach_is_closed():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]}, breaches=dict.fromkeys(["II", "III", "IV"], "opened"))
    t.player(1).set(breaches={"II": "opened", "III": "destroyed", "IV": "opened"})
    t.cast(0, "I")
    assert t.state()["nemesis_life"] == 69


@pytest.mark.item("torch")
def test_torch_gets_the_bonus_of_its_breach_for_either_option():
    for option, life in (("first", 68), ("second", 69)):
        t = table()
        t.player(0).set(prepped={"III": ["torch"]}, breaches={"III": "opened"})
        t.answer(*([option] if option == "first" else [option, "II"]))
        t.cast(0, "III")
        assert t.state()["nemesis_life"] == life


@pytest.mark.item("torch")
def test_torch_lets_its_caster_prep_to_the_focused_breach():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]}, hand=["spark"])
    t.answer("second", "II")
    t.cast(0, "I")
    t.prep(0, "spark", "II")
    assert player(t, 0)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("torch")
def test_torch_does_not_let_an_ally_prep_to_the_focused_breach():
    t = table()
    t.player(0).set(prepped={"I": ["torch"]})
    t.player(1).set(hand=["spark"])
    t.answer("second", "mist II")
    t.cast(0, "I")
    t.draw_phase(0)
    with pytest.raises(IllegalStep):
        t.prep(1, "spark", "II")


# ---------------------------------------------------------------------- Shattered Geode


@pytest.mark.item("shattered_geode")
@pytest.mark.parametrize(
    "answer, hand, discard", [("garu", ["spark"], ["crystal"]), ("no", [], ["spark", "crystal"])]
)
def test_shattered_geode_gives_1_aether_and_may_take_the_top_of_a_discard_pile(answer, hand, discard):
    t = table(mages=("gex", "garu"))
    t.player(0).set(hand=["shattered_geode"], discard=["crystal"])
    t.player(1).set(discard=["spark", "crystal"])
    t.answer(answer)
    t.play(0, "shattered_geode")
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["hand"] == hand
    assert player(t, 0)["discard"] == ["crystal"]
    assert player(t, 1)["discard"] == discard


@pytest.mark.item("shattered_geode")
def test_shattered_geode_takes_from_the_ally_of_choice():
    t = table(mages=("gex", "garu", "mist"))
    t.player(0).set(hand=["shattered_geode"])
    t.player(1).set(discard=["spark"])
    t.player(2).set(discard=["amethyst_paragon"])
    t.answer("mist")
    t.play(0, "shattered_geode")
    assert player(t, 0)["hand"] == ["amethyst_paragon"]
    assert player(t, 1)["discard"] == ["spark"]
    assert player(t, 2)["discard"] == []


@pytest.mark.item("shattered_geode")
def test_shattered_geode_takes_nothing_from_empty_piles():
    t = table(mages=("gex", "garu"))
    t.player(0).set(hand=["shattered_geode"], discard=["crystal"])
    t.player(1).set(hand=["spark"], deck=["spark"])
    t.play(0, "shattered_geode")
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["hand"] == []


# ---------------------------------------------------------------------- Worldheart Shard


def worldheart_table(*cards, option, aether=0, mages=("mazahaedron", "garu")):
    """Mazahaedron has just played the Worldheart Shard for that option, and has so much other aether."""
    t = table(*cards, mages=mages)
    t.nemesis.set(in_play=[("seismic_roar", {"power": 3})])
    t.player(0).set(hand=["worldheart_shard"], aether=aether, breaches={"II": ("closed", 3)})
    t.answer(option)
    t.play(0, "worldheart_shard")
    return t


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_first_option_is_1_aether_for_anything():
    t = worldheart_table(option="first", aether=1)
    assert player(t, 0)["aether"] == 2
    t.charge(0)
    assert (player(t, 0)["charges"], player(t, 0)["aether"]) == (1, 0)


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_first_option_leaves_gained_cards_alone():
    t = worldheart_table("mages_totem", option="first", aether=1)
    t.gain(0, "mages_totem")
    assert player(t, 0)["discard"] == ["mages_totem"]


@pytest.mark.item("worldheart_shard")
@pytest.mark.parametrize(
    "card, aether", [("mages_totem", 0), ("frozen_magmite", 1), ("thoughtform_familiar", 1)]
)
def test_worldheart_shard_second_option_is_2_aether_for_a_card_that_an_ally_gets(card, aether):
    t = worldheart_table(card, option="second", aether=aether)
    t.player(1).set(discard=["crystal"])
    assert player(t, 0)["aether"] == aether + 2
    t.gain(0, card)
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["discard"] == []
    assert player(t, 1)["discard"] == [card, "crystal"]


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_second_option_pays_for_nothing_but_cards():
    t = worldheart_table(option="second")
    for step in (t.charge, lambda p: t.focus(p, "II"), lambda p: t.open(p, "II")):
        with pytest.raises(IllegalStep):
            step(0)
    t = worldheart_table(option="second", aether=4)
    with pytest.raises(IllegalStep):
        t.discard_power(0, "seismic_roar")
    assert player(t, 0)["aether"] == 6


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_gives_only_the_next_card_away():
    t = worldheart_table("mages_totem", option="second", aether=2)
    t.gain(0, "mages_totem")
    t.gain(0, "mages_totem")
    assert player(t, 0)["discard"] == ["mages_totem"]
    assert player(t, 1)["discard"] == ["mages_totem"]


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_gives_away_this_turn_only():
    t = worldheart_table("mages_totem", option="second")
    t.draw_phase(0)
    t.player(0).set(aether=2)
    t.gain(0, "mages_totem")
    assert player(t, 0)["discard"] == ["mages_totem"]


@pytest.mark.item("worldheart_shard")
def test_worldheart_shard_gives_to_the_ally_of_choice():
    t = worldheart_table("mages_totem", option="second", mages=("mazahaedron", "garu", "mist"))
    t.answer("mist")
    t.gain(0, "mages_totem")
    assert player(t, 1)["discard"] == []
    assert player(t, 2)["discard"] == ["mages_totem"]


# ---------------------------------------------------------------------- Amethyst Paragon


@pytest.mark.item("amethyst_paragon")
@pytest.mark.parametrize(("breach", "state"), [("I", "opened"), ("II", ("closed", 0)), ("IV", ("closed", 1))])
def test_amethyst_paragon_gives_1_aether_and_an_ally_may_prep_from_hand(breach, state):
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon", "spark"])
    t.player(1).set(hand=["spark", "spark"])
    t.answer("spark", breach)
    t.play(0, "amethyst_paragon")
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["hand"] == ["spark"]
    assert player(t, 1)["prepped"] == {breach: ["spark"]}
    assert player(t, 1)["hand"] == ["spark"]
    assert player(t, 1)["breaches"][breach] == state


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_prep_may_be_declined():
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(hand=["spark"])
    t.answer("no")
    t.play(0, "amethyst_paragon")
    assert player(t, 0)["aether"] == 1
    assert player(t, 1)["prepped"] == {}
    assert player(t, 1)["hand"] == ["spark"]


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_needs_a_spell_in_hand():
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(hand=["crystal"], deck=["spark"], discard=["spark"])
    t.play(0, "amethyst_paragon")
    assert player(t, 0)["aether"] == 1
    assert player(t, 1)["prepped"] == {}


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_needs_a_free_breach():
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(
        hand=["torch"], prepped={"I": ["spark"]}, breaches=dict.fromkeys(["II", "III"], "destroyed")
    )
    t.answer("torch")  # only breach IV is left, which asks nothing
    t.play(0, "amethyst_paragon")
    assert player(t, 1)["prepped"] == {"I": ["spark"], "IV": ["torch"]}


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_preps_a_spell_that_needs_two_breaches():
    t = table("crystallize", mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(hand=["crystallize"])
    t.answer("crystallize", "II+III")
    t.play(0, "amethyst_paragon")
    assert player(t, 1)["prepped"] == {"II+III": ["crystallize"]}


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_the_ally_is_chosen():
    t = table(mages=("mist", "garu", "gex"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(hand=["spark"])
    t.player(2).set(hand=["spark"])
    t.answer("gex", "spark", "II")
    t.play(0, "amethyst_paragon")
    assert player(t, 1)["prepped"] == {}
    assert player(t, 2)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("amethyst_paragon")
def test_amethyst_paragon_a_spell_in_a_closed_breach_must_be_cast_next():
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(hand=["spark"])
    t.answer("spark", "III")
    t.play(0, "amethyst_paragon")
    t.draw_phase(0)
    t.start_casting_phase(1)
    with pytest.raises(IllegalStep):
        t.end_casting_phase(1)
    t.cast(1, "III")
    assert t.state()["nemesis_life"] == 69


# ---------------------------------------------------------------------- Extinguish


def extinguish_table(minion_life, nemesis="umbra_titan"):
    t = table(mages=("quilius", "garu"), nemesis=nemesis)
    t.nemesis.set(in_play=[("catacomb_drone", {"life": minion_life})])
    t.player(0).set(prepped={"I": ["extinguish"]}, trophies=2)
    return t


@pytest.mark.item("extinguish")
def test_extinguish_deals_1():
    t = extinguish_table(minion_life=5)
    t.answer("nemesis")
    t.cast(0, "I")
    assert t.state()["nemesis_life"] == 69
    assert player(t, 0)["trophies"] == 2


@pytest.mark.item("extinguish")
@pytest.mark.parametrize(
    ("life", "left", "trophies"), [(1, [], 3), (2, [("catacomb_drone", {"life": 1})], 2)]
)
def test_extinguish_gives_a_trophy_for_a_killed_minion(life, left, trophies):
    t = extinguish_table(minion_life=life)
    t.answer("catacomb_drone")
    t.cast(0, "I")
    assert minions(t) == left
    assert player(t, 0)["trophies"] == trophies


@pytest.mark.item("extinguish")
def test_extinguish_gives_no_trophy_for_an_acolyte():
    t = extinguish_table(minion_life=5, nemesis="hollow_crown")
    t.acolytes.set(in_play=[("bezu", {"life": 1})], deck=["kurgax"], discard=[])
    t.answer("bezu")
    t.cast(0, "I")
    assert t.state()["acolytes"] == {"in_play": [("kurgax", {"life": 11})], "deck": [], "discard": ["bezu"]}
    assert player(t, 0)["trophies"] == 2


@pytest.mark.item("extinguish")
def test_extinguish_gives_the_trophy_to_quilius_whoever_casts_it():
    t = table("vortex_gauntlet", mages=("garu", "quilius"))
    t.nemesis.set(in_play=[("catacomb_drone", {"life": 1})])
    t.player(0).set(hand=["vortex_gauntlet"])
    t.player(1).set(prepped={"I": ["extinguish"]})
    t.answer("catacomb_drone")
    t.play(0, "vortex_gauntlet")
    assert player(t, 0)["trophies"] == 0
    assert player(t, 1)["trophies"] == 1


# ---------------------------------------------------------------------- Coal Shard


@pytest.mark.item("coal_shard")
@pytest.mark.parametrize(("life", "left"), [(10, 8), (4, 2), (3, 1)])
def test_coal_shard_gives_3_aether_and_a_charge_for_2_life(life, left):
    t = table(mages=("ulgimor", "garu"))
    t.player(0).set(hand=["coal_shard"], life=life, charges=2)
    t.play(0, "coal_shard")
    assert player(t, 0)["aether"] == 3
    assert player(t, 0)["charges"] == 3
    assert player(t, 0)["life"] == left
    assert player(t, 0)["played"] == ["coal_shard"]


@pytest.mark.item("coal_shard")
@pytest.mark.parametrize("life", [2, 1, 0])
def test_coal_shard_is_only_destroyed_at_2_life_or_less(life):
    t = table(mages=("ulgimor", "garu"))
    t.player(0).set(hand=["coal_shard"], life=life, charges=2)
    t.play(0, "coal_shard")
    assert t.state()["destroyed"] == ["coal_shard"]
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["charges"] == 2
    assert player(t, 0)["life"] == life
    assert player(t, 0)["played"] == []


@pytest.mark.item("coal_shard")
def test_coal_shard_aether_pays_for_anything_and_charges_stop_at_the_maximum():
    t = table("thoughtform_familiar", mages=("ulgimor", "garu"))
    t.player(0).set(hand=["coal_shard"], charges=6)
    t.play(0, "coal_shard")
    assert player(t, 0)["charges"] == 6
    t.gain(0, "thoughtform_familiar")
    assert player(t, 0)["aether"] == 0


# ---------------------------------------------------------------------- Illuminate


def illuminate_table(*cards, **own):
    t = table(*cards, mages=("yan_magda", "garu"))
    t.player(0).set(prepped={"I": ["illuminate"]}, **own)
    return t


@pytest.mark.item("illuminate")
def test_illuminate_deals_1_when_cast():
    t = illuminate_table()
    t.cast(0, "I")
    assert t.state()["nemesis_life"] == 69


@pytest.mark.item("illuminate")
def test_illuminate_deals_1_per_focus_and_opening():
    t = illuminate_table(aether=11)
    t.focus(0, "II")
    assert t.state()["nemesis_life"] == 69
    t.focus(0, "II")
    assert t.state()["nemesis_life"] == 68
    t.open(0, "II")
    assert t.state()["nemesis_life"] == 67
    t.focus(0, "IV")
    assert t.state()["nemesis_life"] == 66
    assert player(t, 0)["prepped"] == {"I": ["illuminate"]}


@pytest.mark.item("illuminate")
def test_illuminate_counts_a_focus_that_opens_once():
    t = illuminate_table(aether=2, breaches={"II": ("closed", 3)})
    t.focus(0, "II")
    assert player(t, 0)["breaches"]["II"] == "opened"
    assert t.state()["nemesis_life"] == 69


@pytest.mark.item("illuminate")
def test_illuminate_damage_may_hit_a_minion():
    t = illuminate_table(aether=2)
    t.nemesis.set(in_play=[("catacomb_drone", {"life": 5})])
    t.answer("catacomb_drone")
    t.focus(0, "II")
    assert minions(t) == [("catacomb_drone", {"life": 4})]


@pytest.mark.item("illuminate")
@pytest.mark.parametrize(("breach", "life"), [("II", 69), ("garu II", 70)])
def test_illuminate_counts_free_focuses_of_own_breaches_only(breach, life):
    t = illuminate_table("primordial_fetish", hand=["primordial_fetish"])
    t.answer("first", breach)
    t.play(0, "primordial_fetish")
    assert t.state()["nemesis_life"] == life


@pytest.mark.item("illuminate")
def test_illuminate_does_nothing_in_the_turn_of_an_ally():
    t = illuminate_table()
    t.player(1).set(prepped={"I": ["torch"]})
    t.answer("second", "yan_magda II")
    t.cast(1, "I")
    assert player(t, 0)["breaches"]["II"] == ("closed", 1)
    assert t.state()["nemesis_life"] == 70


@pytest.mark.item("illuminate")
def test_illuminate_does_nothing_unless_prepped():
    t = table(mages=("yan_magda", "garu"))
    t.player(0).set(hand=["illuminate"], aether=2)
    t.focus(0, "II")
    assert t.state()["nemesis_life"] == 70
