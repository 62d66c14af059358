"""The 6 relics of the market: price, pile and effect."""

import helpers
import pytest
from helpers import player, supply_with

from breachlab.sim.aeons_end import IllegalStep, Table
from breachlab.sim.errors import UserError


def table(*cards, mages=("garu", "mist")):
    """An empty table against Umbra Titan; the first player has the first of these cards in hand."""
    t = helpers.table("umbra_titan", mages, cards)
    t.set(gravehold_life=20)
    t.player(0).set(hand=[cards[0]])
    return t


@pytest.mark.parametrize(
    ("relic", "cost"),
    [
        pytest.param("cairn_compass", 4, marks=pytest.mark.item("cairn_compass")),
        pytest.param("conclave_scroll", 3, marks=pytest.mark.item("conclave_scroll")),
        pytest.param("fiend_catcher", 3, marks=pytest.mark.item("fiend_catcher")),
        pytest.param("mages_totem", 2, marks=pytest.mark.item("mages_totem")),
        pytest.param("primordial_fetish", 4, marks=pytest.mark.item("primordial_fetish")),
        pytest.param("vortex_gauntlet", 6, marks=pytest.mark.item("vortex_gauntlet")),
    ],
)
def test_price_and_pile(relic, cost):
    t = Table(nemesis="umbra_titan", mages=["garu", "mist"], supply=supply_with(relic), policy=None)
    assert t.state()["piles"][relic] == 5
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.gain(0, relic)
    assert t.state()["piles"][relic] == 5
    t.player(0).set(aether=cost)
    t.gain(0, relic)
    assert t.state()["piles"][relic] == 4
    assert player(t, 0)["discard"] == [relic]
    assert player(t, 0)["aether"] == 0


# ---------------------------------------------------------------------- Cairn Compass


@pytest.mark.item("cairn_compass")
@pytest.mark.parametrize(("breach", "state"), [("I", "opened"), ("II", ("closed", 2)), ("IV", ("closed", 1))])
def test_cairn_compass_an_ally_may_prep_a_discarded_spell_to_any_free_breach(breach, state):
    t = table("cairn_compass")
    t.player(1).set(discard=["crystal", "spark", "spark"], hand=["spark"])
    t.answer("spark", breach)
    t.play(0, "cairn_compass")
    assert player(t, 0)["played"] == ["cairn_compass"]
    assert player(t, 0)["aether"] == 0
    assert player(t, 1)["prepped"] == {breach: ["spark"]}
    assert player(t, 1)["discard"] == ["crystal", "spark"]
    assert player(t, 1)["hand"] == ["spark"]
    assert player(t, 1)["breaches"][breach] == state


@pytest.mark.item("cairn_compass")
def test_cairn_compass_may_be_declined():
    t = table("cairn_compass")
    t.player(1).set(discard=["spark"])
    t.answer("no")
    t.play(0, "cairn_compass")
    assert player(t, 1)["prepped"] == {}
    assert player(t, 1)["discard"] == ["spark"]


@pytest.mark.item("cairn_compass")
def test_cairn_compass_needs_a_spell_in_the_discard_pile_of_the_ally():
    t = table("cairn_compass")
    t.player(0).set(discard=["spark"])
    t.player(1).set(discard=["crystal"], hand=["spark"], deck=["spark"])
    t.play(0, "cairn_compass")
    assert player(t, 0)["prepped"] == {}
    assert player(t, 1)["prepped"] == {}


@pytest.mark.item("cairn_compass")
def test_cairn_compass_needs_a_free_breach():
    t = table("cairn_compass")
    t.player(1).set(
        discard=["spark"], prepped={"I": ["spark"]}, breaches={"II": "destroyed", "IV": "destroyed"}
    )
    t.answer("spark")  # only breach III is left, which asks nothing
    t.play(0, "cairn_compass")
    assert player(t, 1)["prepped"] == {"I": ["spark"], "III": ["spark"]}


@pytest.mark.item("cairn_compass")
def test_cairn_compass_preps_a_spell_that_needs_two_breaches():
    t = table("cairn_compass", "pyrotechnic_surge")
    t.player(1).set(discard=["pyrotechnic_surge"])
    t.answer("pyrotechnic_surge", "III+IV")
    t.play(0, "cairn_compass")
    assert player(t, 1)["prepped"] == {"III+IV": ["pyrotechnic_surge"]}


@pytest.mark.item("cairn_compass")
def test_cairn_compass_the_ally_is_chosen():
    t = table("cairn_compass", mages=("garu", "mist", "gex"))
    t.player(1).set(discard=["spark"])
    t.player(2).set(discard=["spark"])
    t.answer("gex", "spark", "II")
    t.play(0, "cairn_compass")
    assert player(t, 1)["prepped"] == {}
    assert player(t, 2)["prepped"] == {"II": ["spark"]}


# ---------------------------------------------------------------------- Conclave Scroll


@pytest.mark.item("conclave_scroll")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (4, 5), (5, 5)])
def test_conclave_scroll_gives_a_charge_and_no_more_while_its_pile_lasts(before, after):
    t = table("conclave_scroll")
    t.set(piles={"conclave_scroll": 1})
    t.player(0).set(charges=before)
    t.player(1).set(discard=["spark"])
    t.play(0, "conclave_scroll")
    assert player(t, 0)["charges"] == after
    assert player(t, 1)["discard"] == ["spark"]


@pytest.mark.item("conclave_scroll")
@pytest.mark.parametrize(
    ("answer", "destroyed", "discard"),
    [("mist", ["spark"], ["crystal"]), ("no", [], ["spark", "crystal"])],
)
def test_conclave_scroll_with_an_empty_pile_may_destroy_the_top_of_a_discard_pile(answer, destroyed, discard):
    t = table("conclave_scroll")
    t.set(piles={"conclave_scroll": 0})
    t.player(0).set(discard=["crystal"])
    t.player(1).set(discard=["spark", "crystal"])
    t.answer(answer)
    t.play(0, "conclave_scroll")
    assert player(t, 0)["charges"] == 1
    assert player(t, 0)["discard"] == ["crystal"]
    assert player(t, 1)["discard"] == discard
    assert t.state()["destroyed"] == destroyed


@pytest.mark.item("conclave_scroll")
def test_conclave_scroll_the_ally_is_chosen():
    t = table("conclave_scroll", mages=("garu", "mist", "gex"))
    t.set(piles={"conclave_scroll": 0})
    t.player(1).set(discard=["spark"])
    t.player(2).set(discard=["crystal"])
    t.answer("gex")
    t.play(0, "conclave_scroll")
    assert t.state()["destroyed"] == ["crystal"]
    assert player(t, 1)["discard"] == ["spark"]


# ---------------------------------------------------------------------- Fiend Catcher


@pytest.mark.item("fiend_catcher")
@pytest.mark.parametrize(
    ("answer", "destroyed", "hand", "discard"),
    [
        ("crystal in hand", ["crystal"], ["spark"], ["crystal", "torch"]),
        ("spark", ["spark"], ["crystal"], ["crystal", "torch"]),
        ("crystal in discard", ["crystal"], ["crystal", "spark"], ["torch"]),
        ("torch", ["torch"], ["crystal", "spark"], ["crystal"]),
        ("no", [], ["crystal", "spark"], ["crystal", "torch"]),
    ],
)
def test_fiend_catcher_may_destroy_a_card_in_hand_or_discard_pile(answer, destroyed, hand, discard):
    t = table("fiend_catcher")
    t.turn_order.set(deck=["player_1", "nemesis"], discard=[])
    t.player(0).set(hand=["fiend_catcher", "crystal", "spark"], discard=["crystal", "torch"])
    t.answer(answer)
    t.play(0, "fiend_catcher")  # a player card on top of the turn order deck asks nothing
    assert t.state()["destroyed"] == destroyed
    assert sorted(player(t, 0)["hand"]) == hand
    assert player(t, 0)["discard"] == discard
    assert player(t, 0)["played"] == ["fiend_catcher"]
    assert t.state()["turn_order"] == {"deck": ["player_1", "nemesis"], "discard": []}


@pytest.mark.item("fiend_catcher")
@pytest.mark.parametrize(
    ("answer", "deck"),
    [("yes", ["player_1", "player_2", "nemesis"]), ("no", ["nemesis", "player_1", "player_2"])],
)
def test_fiend_catcher_may_move_a_nemesis_card_to_the_bottom_of_the_turn_order_deck(answer, deck):
    t = table("fiend_catcher")
    t.turn_order.set(deck=["nemesis", "player_1", "player_2"], discard=["nemesis"])
    t.answer(answer)
    t.play(0, "fiend_catcher")
    assert t.state()["turn_order"] == {"deck": deck, "discard": ["nemesis"]}


@pytest.mark.item("fiend_catcher")
def test_fiend_catcher_reshuffles_an_empty_turn_order_deck():
    t = table("fiend_catcher")
    t.turn_order.set(deck=[], discard=["nemesis", "nemesis"])
    t.answer("no")
    t.play(0, "fiend_catcher")
    assert t.state()["turn_order"] == {"deck": ["nemesis", "nemesis"], "discard": []}


# ---------------------------------------------------------------------- Mage's Totem


@pytest.mark.item("mages_totem")
@pytest.mark.parametrize(
    ("answers", "destroyed", "played", "gravehold"),
    [
        (["first", "crystal"], ["crystal"], ["conclave_scroll", "mages_totem"], 20),
        (["first", "conclave_scroll"], ["conclave_scroll"], ["crystal", "mages_totem"], 20),
        (["second"], ["mages_totem"], ["conclave_scroll", "crystal"], 21),
    ],
)
def test_mages_totem_destroys_a_played_gem_or_relic_or_itself(answers, destroyed, played, gravehold):
    t = table("mages_totem", "conclave_scroll")
    t.player(0).set(hand=["mages_totem", "crystal", "conclave_scroll", "spark"], discard=["crystal"])
    t.play(0, "crystal")
    t.play(0, "conclave_scroll")
    t.answer(*answers)
    t.play(0, "mages_totem")
    assert t.state()["destroyed"] == destroyed
    assert sorted(player(t, 0)["played"]) == played
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["hand"] == ["spark"]
    assert player(t, 0)["discard"] == ["crystal"]
    assert t.state()["gravehold_life"] == gravehold


@pytest.mark.item("mages_totem")
def test_mages_totem_alone_must_destroy_itself():
    t = table("mages_totem")
    t.player(0).set(hand=["mages_totem", "crystal"], prepped={"I": ["spark"]}, discard=["crystal"])
    t.play(0, "mages_totem")
    assert t.state()["destroyed"] == ["mages_totem"]
    assert t.state()["gravehold_life"] == 21
    assert player(t, 0)["played"] == []


# ---------------------------------------------------------------------- Primordial Fetish


@pytest.mark.item("primordial_fetish")
@pytest.mark.parametrize(
    ("answer", "owner", "breach", "after"),
    [
        ("II", 0, "II", ("closed", 1)),
        ("IV", 0, "IV", "opened"),
        ("mist II", 1, "II", ("closed", 3)),
        ("mist III", 1, "III", ("closed", 2)),
    ],
)
def test_primordial_fetish_focuses_the_breach_of_any_player(answer, owner, breach, after):
    t = table("primordial_fetish")
    t.player(0).set(life=5, breaches={"IV": ("closed", 3)})
    expected = [player(t, n)["breaches"] for n in (0, 1)]
    expected[owner][breach] = after
    t.answer("first", answer)
    t.play(0, "primordial_fetish")
    assert [player(t, n)["breaches"] for n in (0, 1)] == expected
    assert player(t, 0)["life"] == 5
    assert player(t, 0)["played"] == ["primordial_fetish"]
    assert t.state()["destroyed"] == []


@pytest.mark.item("primordial_fetish")
def test_primordial_fetish_focus_lets_its_player_prep_there():
    t = table("primordial_fetish")
    t.player(0).set(hand=["primordial_fetish", "spark"])
    t.answer("first", "III")
    t.play(0, "primordial_fetish")
    t.prep(0, "spark", "III")
    assert player(t, 0)["prepped"] == {"III": ["spark"]}


@pytest.mark.item("primordial_fetish")
@pytest.mark.parametrize(("before", "after"), [(1, 4), (7, 10), (9, 10)])
def test_primordial_fetish_destroys_itself_for_3_life(before, after):
    t = table("primordial_fetish")
    t.player(0).set(life=before)
    t.player(1).set(life=5)
    t.answer("second")
    t.play(0, "primordial_fetish")
    assert (player(t, 0)["life"], player(t, 1)["life"]) == (after, 5)
    assert player(t, 0)["breaches"]["II"] == ("closed", 0)
    assert t.state()["destroyed"] == ["primordial_fetish"]
    assert player(t, 0)["played"] == []


@pytest.mark.item("primordial_fetish")
def test_primordial_fetish_without_a_closed_breach_must_be_destroyed():
    t = table("primordial_fetish")
    t.player(0).set(life=5, breaches=dict.fromkeys(["II", "III", "IV"], "opened"))
    t.player(1).set(breaches={"II": "opened", "III": "destroyed", "IV": "opened"})
    t.play(0, "primordial_fetish")
    assert player(t, 0)["life"] == 8
    assert t.state()["destroyed"] == ["primordial_fetish"]


# ---------------------------------------------------------------------- Vortex Gauntlet


@pytest.mark.item("vortex_gauntlet")
@pytest.mark.parametrize(
    ("answer", "life", "hands", "prepped"),
    [
        ("garu I", 69, (["spark"], []), ({"II": ["spark"]}, {"III": ["spark"]})),
        ("garu II", 69, (["spark"], []), ({"I": ["spark"]}, {"III": ["spark"]})),
        ("mist III", 68, ([], ["spark"]), ({"I": ["spark"], "II": ["spark"]}, {})),
    ],
)
def test_vortex_gauntlet_casts_a_prepped_spell_and_returns_it_to_its_owner(answer, life, hands, prepped):
    """The breach of the spell counts: Garu's II is closed, Mist's III is opened and adds 1."""
    t = table("vortex_gauntlet")
    t.player(0).set(prepped={"I": ["spark"], "II": ["spark"]})
    t.player(1).set(prepped={"III": ["spark"]}, breaches={"III": "opened"})
    t.answer(answer)
    t.play(0, "vortex_gauntlet")
    assert t.state()["nemesis_life"] == life
    assert (player(t, 0)["hand"], player(t, 1)["hand"]) == hands
    assert (player(t, 0)["prepped"], player(t, 1)["prepped"]) == prepped
    assert (player(t, 0)["discard"], player(t, 1)["discard"]) == ([], [])


@pytest.mark.item("vortex_gauntlet")
def test_vortex_gauntlet_makes_its_player_the_caster():
    t = table("vortex_gauntlet", "thoughtform_familiar")
    t.player(0).set(prepped={"I": ["spark"], "II": ["spark"]})
    t.player(1).set(prepped={"I": ["thoughtform_familiar"]})
    t.answer("thoughtform_familiar")
    t.play(0, "vortex_gauntlet")
    assert t.state()["nemesis_life"] == 66  # 2 + 2 spells of Garu
    assert player(t, 1)["hand"] == ["thoughtform_familiar"]


@pytest.mark.item("vortex_gauntlet")
def test_vortex_gauntlet_is_not_optional():
    t = table("vortex_gauntlet")
    t.player(0).set(prepped={"I": ["spark"], "II": ["spark"]})
    t.answer("no")
    with pytest.raises(UserError):
        t.play(0, "vortex_gauntlet")
    assert t.state()["nemesis_life"] == 70


@pytest.mark.item("vortex_gauntlet")
def test_vortex_gauntlet_without_a_prepped_spell_does_nothing():
    t = table("vortex_gauntlet")
    t.play(0, "vortex_gauntlet")
    assert t.state()["nemesis_life"] == 70
    assert player(t, 0)["played"] == ["vortex_gauntlet"]


@pytest.mark.item("vortex_gauntlet")
def test_vortex_gauntlet_does_not_return_a_destroyed_spell():
    t = table("vortex_gauntlet", "conjure_the_lost")
    t.player(1).set(prepped={"I": ["conjure_the_lost"]})
    t.answer("yes")
    t.play(0, "vortex_gauntlet")
    assert t.state()["nemesis_life"] == 65
    assert t.state()["gravehold_life"] == 24
    assert t.state()["destroyed"] == ["conjure_the_lost"]
    assert player(t, 1)["hand"] == []
    assert player(t, 1)["discard"] == []
