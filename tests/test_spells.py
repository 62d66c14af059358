"""The 14 spells of the market: price, pile, effect when cast and effect while prepped."""

import helpers
import pytest
from helpers import ALL_OPENED, player, supply_with

from breachlab.sim.aeons_end import IllegalStep, Table
from breachlab.sim.errors import UserError


def table(*cards, mages=("garu", "mist"), nemesis="umbra_titan"):
    """An empty table; Garu's breach I is opened, his II to IV are closed; I and II add no damage."""
    t = helpers.table(nemesis, mages, cards)
    t.set(gravehold_life=20)
    return t


def prepped(spell, *cards, mages=("garu", "mist"), nemesis="umbra_titan", **own):
    """The same with the spell prepped to the first player's breach I."""
    t = table(spell, *cards, mages=mages, nemesis=nemesis)
    t.player(0).set(prepped={"I": [spell]}, **own)
    return t


def damage(t):
    return 70 - t.state()["nemesis_life"]


@pytest.mark.parametrize(
    ("spell", "cost"),
    [
        pytest.param("aurora", 5, marks=pytest.mark.item("aurora")),
        pytest.param("carbonize", 4, marks=pytest.mark.item("carbonize")),
        pytest.param("celestial_spire", 5, marks=pytest.mark.item("celestial_spire")),
        pytest.param("conjure_the_lost", 6, marks=pytest.mark.item("conjure_the_lost")),
        pytest.param("convection_field", 5, marks=pytest.mark.item("convection_field")),
        pytest.param("crystallize", 8, marks=pytest.mark.item("crystallize")),
        pytest.param("equilibrium", 7, marks=pytest.mark.item("equilibrium")),
        pytest.param("fiery_torrent", 5, marks=pytest.mark.item("fiery_torrent")),
        pytest.param("jagged_lightning", 4, marks=pytest.mark.item("jagged_lightning")),
        pytest.param("kindle", 4, marks=pytest.mark.item("kindle")),
        pytest.param("nova_forge", 6, marks=pytest.mark.item("nova_forge")),
        pytest.param("pyrotechnic_surge", 4, marks=pytest.mark.item("pyrotechnic_surge")),
        pytest.param("reduce_to_ash", 7, marks=pytest.mark.item("reduce_to_ash")),
        pytest.param("thoughtform_familiar", 3, marks=pytest.mark.item("thoughtform_familiar")),
    ],
)
def test_price_and_pile(spell, cost):
    t = Table(nemesis="umbra_titan", mages=["garu", "mist"], supply=supply_with(spell), policy=None)
    assert t.state()["piles"][spell] == 5
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.gain(0, spell)
    assert t.state()["piles"][spell] == 5
    t.player(0).set(aether=cost)
    t.gain(0, spell)
    assert t.state()["piles"][spell] == 4
    assert player(t, 0)["discard"] == [spell]
    assert player(t, 0)["aether"] == 0


# ---------------------------------------------------------------------- Aurora


@pytest.mark.item("aurora")
def test_aurora_deals_3():
    t = prepped("aurora")
    t.cast(0, "I")
    assert damage(t) == 3
    assert player(t, 0)["charges"] == 0
    assert player(t, 0)["discard"] == ["aurora"]


@pytest.mark.item("aurora")
def test_aurora_gives_1_charge_once_per_turn():
    t = prepped("aurora", charges=1)
    t.use_prepped(0, "aurora", "I")
    assert player(t, 0)["charges"] == 2
    assert player(t, 0)["prepped"] == {"I": ["aurora"]}
    with pytest.raises(IllegalStep):
        t.use_prepped(0, "aurora", "I")
    t.draw_phase(0)
    assert player(t, 0)["charges"] == 2
    t.use_prepped(0, "aurora", "I")
    assert player(t, 0)["charges"] == 3
    assert damage(t) == 0


@pytest.mark.item("aurora")
def test_aurora_is_used_per_card_also_in_the_turn_it_is_prepped():
    t = prepped("aurora", hand=["aurora"], breaches={"II": "opened"})
    t.prep(0, "aurora", "II")
    t.use_prepped(0, "aurora", "II")
    t.use_prepped(0, "aurora", "I")
    assert player(t, 0)["charges"] == 2


@pytest.mark.item("aurora")
def test_aurora_is_used_by_its_own_player_and_only_while_prepped():
    t = prepped("aurora")
    with pytest.raises(IllegalStep):
        t.use_prepped(1, "aurora", "I")
    t = table("aurora")
    t.player(0).set(hand=["aurora"])
    with pytest.raises(IllegalStep):
        t.use_prepped(0, "aurora", "I")
    assert player(t, 0)["charges"] == 0


# ---------------------------------------------------------------------- Carbonize


@pytest.mark.item("carbonize")
@pytest.mark.parametrize(
    ("before", "answer", "after"),
    [
        (["player_1", "nemesis", "player_2"], "yes", ["nemesis", "player_2", "player_1"]),
        (["nemesis", "player_1", "player_2"], "yes", ["player_1", "player_2", "nemesis"]),
        (["nemesis", "player_1", "player_2"], "no", ["nemesis", "player_1", "player_2"]),
    ],
)
def test_carbonize_deals_3_and_may_move_the_top_turn_order_card_to_the_bottom(before, answer, after):
    t = prepped("carbonize")
    t.turn_order.set(deck=before, discard=["player_2"])
    t.answer(answer)
    t.cast(0, "I")
    assert damage(t) == 3
    assert t.state()["turn_order"] == {"deck": after, "discard": ["player_2"]}


@pytest.mark.item("carbonize")
def test_carbonize_reshuffles_an_empty_turn_order_deck():
    t = prepped("carbonize")
    t.turn_order.set(deck=[], discard=["nemesis", "nemesis"])
    t.answer("no")
    t.cast(0, "I")
    assert t.state()["turn_order"] == {"deck": ["nemesis", "nemesis"], "discard": []}


# ---------------------------------------------------------------------- Celestial Spire


@pytest.mark.item("celestial_spire")
@pytest.mark.parametrize(
    ("pile", "hand", "deck"), [(1, [], ["spark", "crystal"]), (0, ["spark"], ["crystal"])]
)
def test_celestial_spire_deals_3_and_an_ally_draws_when_its_pile_is_empty(pile, hand, deck):
    t = prepped("celestial_spire", deck=["crystal"])
    t.set(piles={"celestial_spire": pile})
    t.player(1).set(deck=["spark", "crystal"])
    t.cast(0, "I")
    assert damage(t) == 3
    assert player(t, 0)["hand"] == []
    assert player(t, 1)["hand"] == hand
    assert player(t, 1)["deck"] == deck


@pytest.mark.item("celestial_spire")
def test_celestial_spire_the_ally_is_chosen():
    t = prepped("celestial_spire", mages=("garu", "mist", "gex"))
    t.set(piles={"celestial_spire": 0})
    t.player(1).set(deck=["spark"])
    t.player(2).set(deck=["spark"])
    t.answer("gex")
    t.cast(0, "I")
    assert player(t, 1)["hand"] == []
    assert player(t, 2)["hand"] == ["spark"]


# ---------------------------------------------------------------------- Conjure the Lost


@pytest.mark.item("conjure_the_lost")
@pytest.mark.parametrize(
    ("answer", "before", "after", "destroyed", "discard"),
    [
        ("yes", 20, 24, ["conjure_the_lost"], []),
        ("yes", 28, 30, ["conjure_the_lost"], []),
        ("no", 20, 20, [], ["conjure_the_lost"]),
    ],
)
def test_conjure_the_lost_deals_5_and_may_be_destroyed_for_4_life(answer, before, after, destroyed, discard):
    t = prepped("conjure_the_lost")
    t.set(gravehold_life=before)
    t.answer(answer)
    t.cast(0, "I")
    assert damage(t) == 5
    assert t.state()["gravehold_life"] == after
    assert t.state()["destroyed"] == destroyed
    assert player(t, 0)["discard"] == discard


# ---------------------------------------------------------------------- Convection Field


@pytest.mark.item("convection_field")
@pytest.mark.parametrize(
    ("answers", "dealt", "destroyed", "hand"),
    [
        (["first"], 4, [], ["crystal", "spark"]),
        (["second", "crystal"], 2, ["crystal"], ["spark"]),
        (["second", "no"], 2, [], ["crystal", "spark"]),
    ],
)
def test_convection_field_deals_4_or_deals_2_and_an_ally_may_destroy_a_card_in_hand(
    answers, dealt, destroyed, hand
):
    t = prepped("convection_field", hand=["crystal"])
    t.player(1).set(hand=["crystal", "spark"], discard=["spark"])
    t.answer(*answers)
    t.cast(0, "I")
    assert damage(t) == dealt
    assert t.state()["destroyed"] == destroyed
    assert sorted(player(t, 1)["hand"]) == hand
    assert player(t, 1)["discard"] == ["spark"]
    assert player(t, 0)["hand"] == ["crystal"]


@pytest.mark.item("convection_field")
def test_convection_field_the_ally_is_chosen():
    t = prepped("convection_field", mages=("garu", "mist", "gex"))
    t.player(1).set(hand=["crystal"])
    t.player(2).set(hand=["spark"])
    t.answer("second", "gex", "spark")
    t.cast(0, "I")
    assert t.state()["destroyed"] == ["spark"]
    assert player(t, 1)["hand"] == ["crystal"]


# ---------------------------------------------------------------------- two breaches

TWO_BREACH_SPELLS = ["crystallize", "pyrotechnic_surge"]


@pytest.mark.item("crystallize", "pyrotechnic_surge")
@pytest.mark.parametrize("spell", TWO_BREACH_SPELLS)
def test_a_two_breach_spell_occupies_two_adjacent_breaches(spell):
    t = table(spell)
    t.player(0).set(hand=[spell, "spark"], breaches=ALL_OPENED)
    for breaches in ("I", "II", "I+III", "II+IV", "I+IV"):
        with pytest.raises(IllegalStep):
            t.prep(0, spell, breaches)
    t.prep(0, spell, "II+III")
    assert player(t, 0)["prepped"] == {"II+III": [spell]}
    for breach in ("II", "III"):
        with pytest.raises(IllegalStep):
            t.prep(0, "spark", breach)
    t.prep(0, "spark", "I")
    assert player(t, 0)["prepped"] == {"I": ["spark"], "II+III": [spell]}


@pytest.mark.item("crystallize", "pyrotechnic_surge")
@pytest.mark.parametrize("spell", TWO_BREACH_SPELLS)
@pytest.mark.parametrize("second", ["occupied", "destroyed", "closed"])
def test_a_two_breach_spell_needs_both_breaches_free_and_opened(spell, second):
    t = table(spell)
    t.player(0).set(hand=[spell], breaches={"II": "opened"})
    if second == "occupied":
        t.player(0).set(prepped={"II": ["spark"]})
    else:
        t.player(0).set(breaches={"II": "destroyed" if second == "destroyed" else ("closed", 3)})
    with pytest.raises(IllegalStep):
        t.prep(0, spell, "I+II")
    assert player(t, 0)["hand"] == [spell]


@pytest.mark.item("crystallize", "pyrotechnic_surge")
@pytest.mark.parametrize("spell", TWO_BREACH_SPELLS)
def test_a_two_breach_spell_may_use_a_focused_breach_and_must_then_be_cast(spell):
    t = table(spell)
    t.player(0).set(hand=[spell], aether=2)
    t.focus(0, "II")
    t.prep(0, spell, "I+II")
    t.draw_phase(0)
    t.start_casting_phase(0)
    with pytest.raises(IllegalStep):
        t.end_casting_phase(0)
    t.player(0).set(breaches={"II": "opened"})
    t.end_casting_phase(0)
    assert player(t, 0)["prepped"] == {"I+II": [spell]}


@pytest.mark.item("crystallize", "pyrotechnic_surge")
@pytest.mark.parametrize("spell", TWO_BREACH_SPELLS)
@pytest.mark.parametrize("lost", ["II", "III"])
def test_a_two_breach_spell_is_discarded_with_either_breach(spell, lost):
    t = table(spell, nemesis="gate_witch")
    t.set(nemesis_tokens=1)
    t.player(0).set(prepped={"II+III": [spell]}, breaches=ALL_OPENED, life=1)
    t.answer("player 0", lost)
    t.resolve("hasten")
    assert player(t, 0)["exhausted"]
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["discard"] == [spell]
    assert player(t, 0)["breaches"] == {**ALL_OPENED, lost: "destroyed"}


# ---------------------------------------------------------------------- Crystallize


@pytest.mark.item("crystallize")
@pytest.mark.parametrize(
    ("hand", "dealt"),
    [([], 0), (["spark"], 0), (["crystal"], 2), (["crystal", "spark", "amethyst_paragon", "crystal"], 6)],
)
def test_crystallize_deals_2_per_gem_in_the_hand_of_an_ally(hand, dealt):
    t = table("crystallize")
    t.player(0).set(prepped={"I+II": ["crystallize"]}, breaches={"II": "opened"}, hand=["crystal"])
    t.player(1).set(hand=hand, deck=["crystal"], discard=["crystal"])
    t.cast(0, "I+II")
    assert damage(t) == dealt
    assert sorted(player(t, 1)["hand"]) == sorted(hand)
    assert player(t, 0)["discard"] == ["crystallize"]


@pytest.mark.item("crystallize")
def test_crystallize_counts_no_relic():
    t = table("crystallize", "mages_totem")
    t.player(0).set(prepped={"I+II": ["crystallize"]}, breaches={"II": "opened"})
    t.player(1).set(hand=["mages_totem", "crystal"])
    t.cast(0, "I+II")
    assert damage(t) == 2


@pytest.mark.item("crystallize")
def test_crystallize_the_ally_is_chosen():
    t = table("crystallize", mages=("garu", "mist", "gex"))
    t.player(0).set(prepped={"I+II": ["crystallize"]}, breaches={"II": "opened"})
    t.player(1).set(hand=["crystal"] * 3)
    t.player(2).set(hand=["crystal"])
    t.answer("gex")
    t.cast(0, "I+II")
    assert damage(t) == 2


@pytest.mark.item("crystallize")
@pytest.mark.parametrize(
    ("breaches", "dealt"),
    [
        ({"III": "opened", "IV": "opened"}, 4),
        ({"III": "opened"}, 3),
        ({"IV": "opened"}, 3),
        ({}, 2),
    ],
)
def test_crystallize_adds_the_bonus_of_each_opened_breach(breaches, dealt):
    t = table("crystallize")
    t.player(0).set(prepped={"III+IV": ["crystallize"]}, breaches=breaches)
    t.player(1).set(hand=["crystal"])
    t.cast(0, "III+IV")
    assert damage(t) == dealt


# ---------------------------------------------------------------------- Equilibrium


@pytest.mark.item("equilibrium")
def test_equilibrium_deals_4():
    t = prepped("equilibrium")
    t.cast(0, "I")
    assert damage(t) == 4


@pytest.mark.item("equilibrium")
@pytest.mark.parametrize(
    ("copies", "hit", "suffered"),
    [(0, 3, 3), (1, 3, 2), (1, 2, 1), (1, 1, 1), (2, 3, 1), (2, 2, 1), (2, 5, 3)],
)
def test_equilibrium_reduces_damage_by_1_but_not_below_1(copies, hit, suffered):
    t = table("equilibrium", nemesis="gate_witch")
    t.set(nemesis_tokens=hit)
    t.player(0).set(
        breaches={"II": "opened"}, prepped={breach: ["equilibrium"] for breach in ["I", "II"][:copies]}
    )
    t.answer("player 0")
    t.resolve("hasten")  # as much damage as Gate Witch has tokens
    assert player(t, 0)["life"] == 10 - suffered


@pytest.mark.item("equilibrium")
def test_equilibrium_protects_its_own_player_only_and_only_while_prepped():
    t = prepped("equilibrium", nemesis="gate_witch")
    t.set(nemesis_tokens=3)
    t.answer("player 1")
    t.resolve("hasten")
    assert player(t, 1)["life"] == 7
    t = table("equilibrium", nemesis="gate_witch")
    t.set(nemesis_tokens=3)
    t.player(0).set(hand=["equilibrium"], discard=["equilibrium"])
    t.answer("player 0")
    t.resolve("hasten")
    assert player(t, 0)["life"] == 7


@pytest.mark.item("equilibrium")
def test_equilibrium_reduces_before_the_damage_of_an_exhausted_player_is_doubled():
    t = prepped("equilibrium", nemesis="gate_witch", life=0)
    t.set(nemesis_tokens=3)
    t.answer("player 0")
    t.resolve("hasten")
    assert t.state()["gravehold_life"] == 16


# ---------------------------------------------------------------------- Fiery Torrent


@pytest.mark.item("fiery_torrent")
def test_fiery_torrent_deals_2_and_2_more_per_other_prepped_fiery_torrent():
    t = table("fiery_torrent")
    t.player(0).set(breaches=ALL_OPENED, prepped={"I": ["fiery_torrent"], "II": ["fiery_torrent"]})
    t.player(1).set(prepped={"I": ["fiery_torrent"]})
    t.cast(0, "I")
    assert damage(t) == 6
    t.cast(0, "II")
    assert damage(t) == 6 + 4


@pytest.mark.item("fiery_torrent")
def test_fiery_torrent_counts_prepped_fiery_torrents_only():
    t = prepped("fiery_torrent", hand=["fiery_torrent"], discard=["fiery_torrent"])
    t.player(1).set(prepped={"I": ["spark"]})
    t.cast(0, "I")
    assert damage(t) == 2


# ---------------------------------------------------------------------- Jagged Lightning


@pytest.mark.item("jagged_lightning")
@pytest.mark.parametrize(
    ("answers", "garu_ii", "mist_ii", "hand", "discard"),
    [
        (["crystal", "garu"], ("closed", 1), ("closed", 2), ["spark"], ["crystal", "jagged_lightning"]),
        (["spark", "mist"], ("closed", 0), ("closed", 3), ["crystal"], ["spark", "jagged_lightning"]),
        (["no"], ("closed", 0), ("closed", 2), ["crystal", "spark"], ["jagged_lightning"]),
    ],
)
def test_jagged_lightning_deals_3_and_a_discarded_card_focuses_a_breach(
    answers, garu_ii, mist_ii, hand, discard
):
    t = prepped("jagged_lightning", hand=["crystal", "spark"])
    expected = [player(t, 0)["breaches"] | {"II": garu_ii}, player(t, 1)["breaches"] | {"II": mist_ii}]
    t.answer(*answers)
    t.cast(0, "I")
    assert damage(t) == 3
    assert [player(t, n)["breaches"] for n in (0, 1)] == expected
    assert sorted(player(t, 0)["hand"]) == hand
    assert player(t, 0)["discard"] == discard


@pytest.mark.item("jagged_lightning")
@pytest.mark.parametrize(
    ("breaches", "focused", "after"),
    [({"II": ("closed", 3)}, "II", "opened"), ({"II": "opened"}, "III", ("closed", 2))],
)
def test_jagged_lightning_focuses_the_lowest_closed_breach(breaches, focused, after):
    t = prepped("jagged_lightning", hand=["crystal"], breaches=breaches)
    t.answer("crystal", "garu")
    t.cast(0, "I")
    assert player(t, 0)["breaches"][focused] == after


@pytest.mark.item("jagged_lightning")
def test_jagged_lightning_lets_its_caster_prep_to_the_focused_breach():
    t = prepped("jagged_lightning", hand=["crystal", "spark"])
    t.answer("crystal", "garu")
    t.cast(0, "I")
    t.prep(0, "spark", "II")
    assert player(t, 0)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("jagged_lightning")
def test_jagged_lightning_may_discard_even_if_no_breach_is_closed():
    t = prepped("jagged_lightning", mages=("garu",), hand=["crystal"], breaches=ALL_OPENED)
    t.answer("crystal")
    t.cast(0, "I")
    assert damage(t) == 3
    assert player(t, 0)["hand"] == []
    assert player(t, 0)["breaches"] == ALL_OPENED


@pytest.mark.item("jagged_lightning")
def test_jagged_lightning_without_a_card_in_hand_only_deals_damage():
    t = prepped("jagged_lightning", discard=["crystal"])
    t.cast(0, "I")
    assert damage(t) == 3
    assert player(t, 0)["breaches"]["II"] == ("closed", 0)


# ---------------------------------------------------------------------- Kindle


@pytest.mark.item("kindle")
def test_kindle_deals_3():
    t = prepped("kindle")
    t.cast(0, "I")
    assert damage(t) == 3


@pytest.mark.item("kindle")
def test_kindle_takes_one_spark_beside_it():
    t = prepped("kindle", hand=["spark", "spark"])
    t.use_prepped(0, "kindle", "I")
    assert player(t, 0)["prepped"] == {"I": ["kindle", "spark"]}
    assert player(t, 0)["hand"] == ["spark"]
    with pytest.raises(IllegalStep):
        t.use_prepped(0, "kindle", "I")


@pytest.mark.item("kindle")
def test_kindle_takes_a_spark_in_the_turn_it_is_prepped_and_another_one_later():
    t = table("kindle")
    t.player(0).set(hand=["kindle", "spark", "spark"])
    t.prep(0, "kindle", "I")
    t.use_prepped(0, "kindle", "I")
    t.draw_phase(0)
    t.cast(0, "I", "spark")
    assert damage(t) == 1
    assert player(t, 0)["prepped"] == {"I": ["kindle"]}
    t.use_prepped(0, "kindle", "I")
    assert player(t, 0)["prepped"] == {"I": ["kindle", "spark"]}


@pytest.mark.item("kindle")
def test_kindle_takes_nothing_but_a_spark_from_hand():
    t = prepped("kindle", hand=["torch"], discard=["spark"], deck=["spark"])
    with pytest.raises(IllegalStep):
        t.use_prepped(0, "kindle", "I")
    with pytest.raises(IllegalStep):
        t.prep(0, "torch", "I")
    assert player(t, 0)["prepped"] == {"I": ["kindle"]}


@pytest.mark.item("kindle")
def test_kindle_cannot_join_a_spark():
    t = table("kindle")
    t.player(0).set(hand=["kindle"], prepped={"I": ["spark"]})
    with pytest.raises(IllegalStep):
        t.prep(0, "kindle", "I")


@pytest.mark.item("kindle")
def test_kindle_and_its_spark_are_cast_apart_each_with_the_bonus_of_the_breach():
    t = table("kindle")
    t.player(0).set(breaches={"III": "opened"}, prepped={"III": ["kindle", "spark"]})
    t.cast(0, "III", "kindle")
    assert damage(t) == 4
    assert player(t, 0)["prepped"] == {"III": ["spark"]}
    t.cast(0, "III", "spark")
    assert damage(t) == 4 + 2
    assert player(t, 0)["discard"] == ["spark", "kindle"]


# ---------------------------------------------------------------------- Nova Forge


@pytest.mark.item("nova_forge")
def test_nova_forge_deals_4():
    t = prepped("nova_forge")
    t.cast(0, "I")
    assert damage(t) == 4
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("nova_forge")
def test_nova_forge_gives_2_aether_for_a_spell_once_per_turn():
    t = prepped("nova_forge", "kindle", aether=2)
    t.use_prepped(0, "nova_forge", "I")
    assert player(t, 0)["aether"] == 4
    with pytest.raises(IllegalStep):
        t.use_prepped(0, "nova_forge", "I")
    t.gain(0, "kindle")
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["discard"] == ["kindle"]
    assert player(t, 0)["prepped"] == {"I": ["nova_forge"]}
    t.draw_phase(0)
    t.use_prepped(0, "nova_forge", "I")
    assert player(t, 0)["aether"] == 2


@pytest.mark.item("nova_forge")
def test_nova_forge_pays_for_nothing_but_spells():
    t = prepped("nova_forge", "frozen_magmite", "mages_totem", aether=1, breaches={"II": ("closed", 3)})
    t.use_prepped(0, "nova_forge", "I")
    for step in (
        lambda: t.gain(0, "frozen_magmite"),
        lambda: t.gain(0, "mages_totem"),
        lambda: t.charge(0),
        lambda: t.focus(0, "II"),
        lambda: t.open(0, "II"),
    ):
        with pytest.raises(IllegalStep):
            step()
    assert player(t, 0)["aether"] == 3


@pytest.mark.item("nova_forge")
def test_nova_forge_discards_no_power():
    t = prepped("nova_forge", aether=5)
    t.nemesis.set(in_play=[("seismic_roar", {"power": 3})])
    t.use_prepped(0, "nova_forge", "I")
    with pytest.raises(IllegalStep):
        t.discard_power(0, "seismic_roar")


@pytest.mark.item("nova_forge")
def test_nova_forge_is_spent_before_other_aether():
    t = prepped("nova_forge", "kindle", "mages_totem", aether=4)
    t.use_prepped(0, "nova_forge", "I")
    t.gain(0, "kindle")
    t.gain(0, "mages_totem")
    assert player(t, 0)["aether"] == 0


# ---------------------------------------------------------------------- Pyrotechnic Surge


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize(
    ("answer", "destroyed", "discard"),
    [
        ("no", [], ["pyrotechnic_surge", "crystal", "spark"]),
        ("spark", ["spark"], ["pyrotechnic_surge", "crystal"]),
        ("pyrotechnic_surge", ["pyrotechnic_surge"], ["crystal", "spark"]),
    ],
)
def test_pyrotechnic_surge_deals_4_and_may_destroy_a_discarded_card(answer, destroyed, discard):
    t = table("pyrotechnic_surge")
    t.player(0).set(
        prepped={"I+II": ["pyrotechnic_surge"]},
        breaches={"II": "opened"},
        hand=["torch"],
        discard=["crystal", "spark"],
    )
    t.player(1).set(discard=["amethyst_paragon"])
    t.answer(answer)
    t.cast(0, "I+II")
    assert damage(t) == 4
    assert t.state()["destroyed"] == destroyed
    assert player(t, 0)["discard"] == discard
    assert player(t, 0)["hand"] == ["torch"]


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize("card", ["torch", "amethyst_paragon"])
def test_pyrotechnic_surge_destroys_no_card_of_a_hand_or_of_an_ally(card):
    t = table("pyrotechnic_surge")
    t.player(0).set(prepped={"I+II": ["pyrotechnic_surge"]}, breaches={"II": "opened"}, hand=["torch"])
    t.player(1).set(discard=["amethyst_paragon"])
    t.answer(card)
    with pytest.raises(UserError):
        t.cast(0, "I+II")
    assert damage(t) == 0


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize(
    ("breaches", "dealt"),
    [
        ({"III": "opened", "IV": "opened"}, 6),
        ({"III": "opened"}, 5),
        ({"IV": "opened"}, 5),
        ({}, 4),
    ],
)
def test_pyrotechnic_surge_adds_the_bonus_of_each_opened_breach(breaches, dealt):
    t = table("pyrotechnic_surge")
    t.player(0).set(prepped={"III+IV": ["pyrotechnic_surge"]}, breaches=breaches)
    t.answer("no")
    t.cast(0, "III+IV")
    assert damage(t) == dealt


# ---------------------------------------------------------------------- Reduce to Ash


@pytest.mark.item("reduce_to_ash")
def test_reduce_to_ash_deals_4():
    t = prepped("reduce_to_ash")
    t.cast(0, "I")
    assert damage(t) == 4


@pytest.mark.item("reduce_to_ash")
@pytest.mark.parametrize(
    ("answer", "destroyed", "deck"),
    [("yes", ["crystal"], ["spark", "torch"]), ("no", [], ["crystal", "spark", "torch"])],
)
def test_reduce_to_ash_may_destroy_the_top_card_of_the_deck(answer, destroyed, deck):
    t = prepped("reduce_to_ash", deck=["crystal", "spark", "torch"], hand=["crystal"])
    t.answer(answer)
    t.start_casting_phase(0)
    assert t.state()["destroyed"] == destroyed
    assert player(t, 0)["deck"] == deck
    assert player(t, 0)["hand"] == ["crystal"]
    assert player(t, 0)["prepped"] == {"I": ["reduce_to_ash"]}
    t.end_casting_phase(0)
    assert damage(t) == 0


@pytest.mark.item("reduce_to_ash")
def test_reduce_to_ash_each_copy_looks_before_any_cast():
    t = table("reduce_to_ash")
    t.player(0).set(
        prepped={"I": ["reduce_to_ash"], "II": ["reduce_to_ash"]},
        breaches={"II": "opened"},
        deck=["crystal", "spark", "torch"],
    )
    t.answer("yes", "yes")
    t.cast(0, "I")
    assert sorted(t.state()["destroyed"]) == ["crystal", "spark"]
    assert player(t, 0)["deck"] == ["torch"]
    assert damage(t) == 4


@pytest.mark.item("reduce_to_ash")
def test_reduce_to_ash_turns_the_discard_pile_over_when_the_deck_is_empty():
    t = prepped("reduce_to_ash", discard=["spark", "crystal"])
    t.answer("yes")
    t.start_casting_phase(0)
    assert t.state()["destroyed"] == ["crystal"]
    assert player(t, 0)["deck"] == ["spark"]
    assert player(t, 0)["discard"] == []


@pytest.mark.item("reduce_to_ash")
def test_reduce_to_ash_looks_in_the_casting_phase_of_its_own_player_only():
    t = prepped("reduce_to_ash", deck=["crystal"])
    t.player(1).set(deck=["spark"])
    t.start_casting_phase(1)
    assert player(t, 0)["deck"] == ["crystal"]
    assert player(t, 1)["deck"] == ["spark"]


# ---------------------------------------------------------------------- Thoughtform Familiar


@pytest.mark.item("thoughtform_familiar")
@pytest.mark.parametrize(
    ("others", "dealt"),
    [
        ({}, 2),
        ({"II": ["spark"]}, 3),
        ({"II": ["thoughtform_familiar"], "III": ["spark"], "IV": ["torch"]}, 5),
        ({"II": ["kindle", "spark"]}, 4),
        ({"II+III": ["crystallize"]}, 3),
    ],
)
def test_thoughtform_familiar_deals_2_and_1_per_other_spell_of_the_caster(others, dealt):
    t = table("thoughtform_familiar", "kindle", "crystallize")
    t.player(0).set(breaches=ALL_OPENED, prepped={"I": ["thoughtform_familiar"], **others}, hand=["spark"])
    t.player(1).set(prepped={"I": ["spark"]})
    t.cast(0, "I")
    assert damage(t) == dealt
    assert player(t, 0)["prepped"] == others
