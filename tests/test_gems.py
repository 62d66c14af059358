"""The 7 gems of the market: price, pile and effect."""

import helpers
import pytest
from helpers import player, supply_with

from breachlab.sim.aeons_end import IllegalStep, Table


def table(*cards, mages=("garu", "mist")):
    """An empty table against Umbra Titan, with these market cards in the supply."""
    return helpers.table("umbra_titan", mages, cards)


@pytest.mark.parametrize(
    ("gem", "cost", "aether_left"),
    [
        pytest.param("bloodstone_jewel", 6, 3, marks=pytest.mark.item("bloodstone_jewel")),
        pytest.param("breach_ore", 4, 0, marks=pytest.mark.item("breach_ore")),
        pytest.param("dread_diamond", 3, 0, marks=pytest.mark.item("dread_diamond")),
        pytest.param("erratic_ingot", 5, 0, marks=pytest.mark.item("erratic_ingot")),
        pytest.param("frozen_magmite", 3, 0, marks=pytest.mark.item("frozen_magmite")),
        pytest.param("scoria_slag", 4, 0, marks=pytest.mark.item("scoria_slag")),
        pytest.param("volcanic_glass", 3, 0, marks=pytest.mark.item("volcanic_glass")),
    ],
)
def test_price_and_pile(gem, cost, aether_left):
    t = Table(nemesis="umbra_titan", mages=["garu", "mist"], supply=supply_with(gem), policy=None)
    assert t.state()["piles"][gem] == 7
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.gain(0, gem)
    assert t.state()["piles"][gem] == 7
    t.player(0).set(aether=cost)
    t.gain(0, gem)
    assert t.state()["piles"][gem] == 6
    assert player(t, 0)["discard"] == [gem]
    assert player(t, 0)["aether"] == aether_left


def test_an_empty_pile_gives_nothing():
    t = table("dread_diamond")
    t.set(piles={"dread_diamond": 0})
    t.player(0).set(aether=3)
    with pytest.raises(IllegalStep):
        t.gain(0, "dread_diamond")


# ---------------------------------------------------------------------- Bloodstone Jewel


@pytest.mark.item("bloodstone_jewel")
def test_bloodstone_jewel_gives_3_aether_when_played():
    t = table("bloodstone_jewel")
    t.player(0).set(hand=["bloodstone_jewel"])
    t.play(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 3
    assert player(t, 0)["played"] == ["bloodstone_jewel"]


@pytest.mark.item("bloodstone_jewel")
def test_bloodstone_jewel_gives_3_aether_for_the_first_one_gained_each_turn():
    t = table("bloodstone_jewel", "dread_diamond")
    t.set(piles={"bloodstone_jewel": 3})
    t.player(0).set(aether=15)
    t.gain(0, "dread_diamond")
    assert player(t, 0)["aether"] == 12
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 9
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 3
    t.draw_phase(0)
    assert player(t, 0)["aether"] == 0
    t.player(0).set(aether=6)
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 3


@pytest.mark.item("bloodstone_jewel")
def test_bloodstone_jewel_pays_when_gained_free_but_not_in_the_turn_of_another():
    t = table("bloodstone_jewel", mages=("yan_magda", "garu"))
    t.player(0).set(charges=5, breaches=dict.fromkeys(["II", "III", "IV"], "opened"))
    t.answer("bloodstone_jewel", "bloodstone_jewel")
    t.ability(0)
    assert player(t, 0)["discard"] == ["bloodstone_jewel"]
    assert player(t, 0)["aether"] == 3
    assert player(t, 1)["deck"] == ["bloodstone_jewel"]
    assert player(t, 1)["aether"] == 0


# ---------------------------------------------------------------------- Breach Ore


@pytest.mark.item("breach_ore")
def test_breach_ore_gives_2_aether():
    t = table("breach_ore")
    t.player(0).set(hand=["breach_ore"])
    t.answer("first")
    t.play(0, "breach_ore")
    assert player(t, 0)["aether"] == 2
    assert player(t, 0)["breaches"]["II"] == ("closed", 0)


@pytest.mark.item("breach_ore")
@pytest.mark.parametrize(
    ("before", "focused", "after"),
    [
        ({}, "II", ("closed", 1)),
        ({"II": ("closed", 3)}, "II", "opened"),
        ({"II": "opened"}, "III", ("closed", 2)),
        ({"II": "destroyed", "III": "opened"}, "IV", ("closed", 2)),
    ],
)
def test_breach_ore_focuses_the_lowest_closed_breach_of_its_player(before, focused, after):
    t = table("breach_ore")
    t.player(0).set(hand=["breach_ore"], breaches=before)
    expected = player(t, 0)["breaches"] | {focused: after}
    allied = player(t, 1)["breaches"]
    t.answer("second")
    t.play(0, "breach_ore")
    assert player(t, 0)["breaches"] == expected
    assert player(t, 0)["aether"] == 0
    assert player(t, 1)["breaches"] == allied


@pytest.mark.item("breach_ore")
def test_breach_ore_focus_lets_its_player_prep_there():
    t = table("breach_ore")
    t.player(0).set(hand=["breach_ore", "spark"])
    t.answer("second")
    t.play(0, "breach_ore")
    t.prep(0, "spark", "II")
    assert player(t, 0)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("breach_ore")
def test_breach_ore_without_a_closed_breach_must_give_aether():
    t = table("breach_ore")
    t.player(0).set(hand=["breach_ore"], breaches={"II": "opened", "III": "opened", "IV": "destroyed"})
    t.play(0, "breach_ore")
    assert player(t, 0)["aether"] == 2


# ---------------------------------------------------------------------- Dread Diamond


@pytest.mark.item("dread_diamond")
@pytest.mark.parametrize(
    ("answer", "aether", "prepped", "discard"),
    [("spark", 3, {}, ["spark"]), ("no", 2, {"I": ["spark"]}, [])],
)
def test_dread_diamond_gives_2_aether_and_may_turn_a_prepped_spell_into_1_more(
    answer, aether, prepped, discard
):
    t = table("dread_diamond")
    t.player(0).set(hand=["dread_diamond"], prepped={"I": ["spark"]})
    t.answer(answer)
    t.play(0, "dread_diamond")
    assert player(t, 0)["aether"] == aether
    assert player(t, 0)["prepped"] == prepped
    assert player(t, 0)["discard"] == discard


@pytest.mark.item("dread_diamond")
def test_dread_diamond_discards_only_one_of_several():
    t = table("dread_diamond")
    t.player(0).set(hand=["dread_diamond"], prepped={"I": ["spark"], "III": ["torch"]})
    t.answer("torch")
    t.play(0, "dread_diamond")
    assert player(t, 0)["aether"] == 3
    assert player(t, 0)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("dread_diamond")
def test_dread_diamond_without_an_own_prepped_spell_gives_2_aether():
    t = table("dread_diamond")
    t.player(0).set(hand=["dread_diamond", "spark"])
    t.player(1).set(prepped={"I": ["spark"]})
    t.play(0, "dread_diamond")
    assert player(t, 0)["aether"] == 2
    assert player(t, 1)["prepped"] == {"I": ["spark"]}


# ---------------------------------------------------------------------- Erratic Ingot


@pytest.mark.item("erratic_ingot")
@pytest.mark.parametrize(
    ("deck", "discard", "aether"),
    [
        (["nemesis", "nemesis", "player_2"], ["player_1"], 2),
        (["nemesis"], [], 2),
        (["nemesis"], ["player_1", "nemesis"], 4),
        (["player_2"], ["player_1", "nemesis", "nemesis"], 4),
    ],
)
def test_erratic_ingot_gives_2_aether_and_2_more_after_a_nemesis_turn(deck, discard, aether):
    t = table("erratic_ingot")
    t.turn_order.set(deck=deck, discard=discard)
    t.player(0).set(hand=["erratic_ingot"])
    t.play(0, "erratic_ingot")
    assert player(t, 0)["aether"] == aether


# ---------------------------------------------------------------------- Frozen Magmite


def magmite_table(*cards, mages=("garu", "mist"), copies=1, **own):
    """The player has just played so many Frozen Magmites."""
    t = table("frozen_magmite", "mages_totem", *cards, mages=mages)
    t.player(0).set(hand=["frozen_magmite"] * copies, **own)
    for _ in range(copies):
        t.play(0, "frozen_magmite")
    return t


@pytest.mark.item("frozen_magmite")
def test_frozen_magmite_gives_2_aether():
    assert player(magmite_table(), 0)["aether"] == 2


@pytest.mark.item("frozen_magmite")
@pytest.mark.parametrize(
    ("answer", "deck", "discard"),
    [
        ("yes", ["mages_totem", "crystal"], ["mages_totem", "spark"]),
        ("no", ["crystal"], ["mages_totem", "mages_totem", "spark"]),
    ],
)
def test_frozen_magmite_may_put_the_next_gained_card_on_the_deck(answer, deck, discard):
    t = magmite_table(aether=2, deck=["crystal"], discard=["spark"])
    t.answer(answer)
    t.gain(0, "mages_totem")
    t.gain(0, "mages_totem")  # the second one is not asked about
    assert player(t, 0)["deck"] == deck
    assert player(t, 0)["discard"] == discard


@pytest.mark.item("frozen_magmite")
def test_frozen_magmites_all_watch_the_same_card():
    t = magmite_table(copies=2)
    t.answer("yes")
    t.gain(0, "mages_totem")
    t.gain(0, "mages_totem")
    assert player(t, 0)["deck"] == ["mages_totem"]
    assert player(t, 0)["discard"] == ["mages_totem"]


@pytest.mark.item("frozen_magmite")
def test_frozen_magmite_ends_with_the_turn():
    t = magmite_table()
    t.draw_phase(0)
    t.player(0).set(aether=2)
    t.gain(0, "mages_totem")
    assert player(t, 0)["discard"] == ["mages_totem"]


@pytest.mark.item("frozen_magmite")
@pytest.mark.parametrize(
    ("answer", "deck", "ally_discard"), [("yes", ["mages_totem"], []), ("no", [], ["mages_totem"])]
)
def test_frozen_magmite_or_worldheart_shard_takes_the_card_and_both_are_used_up(answer, deck, ally_discard):
    t = table("frozen_magmite", "mages_totem", mages=("mazahaedron", "garu"))
    t.player(0).set(hand=["frozen_magmite", "worldheart_shard"])
    t.play(0, "frozen_magmite")
    t.answer("second")
    t.play(0, "worldheart_shard")
    t.answer(answer)
    t.gain(0, "mages_totem")
    assert player(t, 0)["deck"] == deck
    assert player(t, 1)["discard"] == ally_discard
    t.gain(0, "mages_totem")
    assert player(t, 0)["discard"] == ["mages_totem"]


# ---------------------------------------------------------------------- Scoria Slag


@pytest.mark.item("scoria_slag")
@pytest.mark.parametrize(
    ("in_play", "discard", "aether"),
    [
        ([], [], 2),
        ([], ["afflict"], 2),
        ([("catacomb_drone", {"life": 5})], [], 2),
        ([], ["afflict", "smite"], 3),
        ([("mage_ender", {"life": 9})], ["afflict"], 3),
        ([], ["throttle"], 3),
    ],
)
def test_scoria_slag_gives_2_aether_and_1_more_from_tier_2_on(in_play, discard, aether):
    t = table("scoria_slag")
    t.nemesis.set(in_play=in_play, discard=discard)
    t.player(0).set(hand=["scoria_slag"])
    t.play(0, "scoria_slag")
    assert player(t, 0)["aether"] == aether


# ---------------------------------------------------------------------- Volcanic Glass


@pytest.mark.item("volcanic_glass")
def test_volcanic_glass_gives_2_aether_when_played():
    t = table("volcanic_glass")
    t.player(0).set(hand=["volcanic_glass"])
    t.play(0, "volcanic_glass")
    assert player(t, 0)["aether"] == 2


@pytest.mark.item("volcanic_glass")
@pytest.mark.parametrize(
    ("answer", "aether", "allied_deck", "left"),
    [("yes", 0, ["volcanic_glass", "spark"], 1), ("no", 2, ["spark"], 2)],
)
def test_volcanic_glass_when_gained_may_give_an_ally_one_for_2_aether(answer, aether, allied_deck, left):
    t = table("volcanic_glass")
    t.set(piles={"volcanic_glass": 3})
    t.player(0).set(aether=5)
    t.player(1).set(deck=["spark"], aether=2)
    t.answer(answer)
    t.gain(0, "volcanic_glass")  # the ally, whose turn it is not, is offered no third one
    assert player(t, 0)["discard"] == ["volcanic_glass"]
    assert player(t, 0)["aether"] == aether
    assert player(t, 1)["deck"] == allied_deck
    assert player(t, 1)["discard"] == []
    assert t.state()["piles"]["volcanic_glass"] == left


@pytest.mark.item("volcanic_glass")
@pytest.mark.parametrize(("aether", "pile"), [(4, 7), (5, 1)])
def test_volcanic_glass_offers_nothing_without_2_aether_or_without_a_copy_left(aether, pile):
    t = table("volcanic_glass")
    t.set(piles={"volcanic_glass": pile})
    t.player(0).set(aether=aether)
    t.gain(0, "volcanic_glass")
    assert player(t, 0)["aether"] == aether - 3
    assert t.state()["piles"]["volcanic_glass"] == pile - 1
    assert player(t, 1)["deck"] == []


@pytest.mark.item("volcanic_glass")
def test_volcanic_glass_is_not_paid_with_aether_for_spells():
    t = table("volcanic_glass", "nova_forge")
    t.player(0).set(prepped={"I": ["nova_forge"]}, aether=3)
    t.use_prepped(0, "nova_forge", "I")
    t.gain(0, "volcanic_glass")
    assert player(t, 0)["aether"] == 2
    assert player(t, 1)["deck"] == []


@pytest.mark.item("volcanic_glass")
def test_volcanic_glass_the_ally_is_chosen():
    t = table("volcanic_glass", mages=("garu", "mist", "gex"))
    t.player(0).set(aether=5)
    t.answer("yes", "gex")
    t.gain(0, "volcanic_glass")
    assert player(t, 1)["deck"] == []
    assert player(t, 2)["deck"] == ["volcanic_glass"]


@pytest.mark.item("volcanic_glass")
def test_volcanic_glass_chains_in_solo():
    t = table("volcanic_glass", mages=("garu",))
    t.set(piles={"volcanic_glass": 7})
    t.player(0).set(aether=8)
    t.answer("yes", "yes")
    t.gain(0, "volcanic_glass")
    assert player(t, 0)["discard"] == ["volcanic_glass"]
    assert player(t, 0)["deck"] == ["volcanic_glass", "volcanic_glass"]
    assert player(t, 0)["aether"] == 1
    assert t.state()["piles"]["volcanic_glass"] == 4
