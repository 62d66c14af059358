"""The 8 mages: the mat at setup and the ability, one section a mage."""

import helpers
import pytest
from helpers import player, supply_with

from breachlab.sim.aeons_end import IllegalStep, Table
from breachlab.sim.errors import UserError

CHARGES = {
    "dezmodia": 6,
    "garu": 5,
    "gex": 5,
    "mazahaedron": 4,
    "mist": 6,
    "quilius": 5,
    "ulgimor": 6,
    "yan_magda": 5,
}


def ready(*mages, cards=(), nemesis="umbra_titan"):
    """An empty table where the first mage has all charges."""
    t = helpers.table(nemesis, mages, tuple(cards))
    t.player(0).set(charges=CHARGES[mages[0]])
    return t


def minions(t):
    return t.state()["nemesis_area"]["in_play"]


def check_mat(mage, *, charges, hand, deck, breaches):
    """The mat as printed, and that the ability needs exactly `charges` charges."""
    t = Table(nemesis="umbra_titan", mages=[mage, "garu" if mage != "garu" else "mist"], supply=supply_with())
    me = player(t, 0)
    assert me["mage"] == mage
    assert (me["life"], me["exhausted"], me["charges"], me["aether"], me["trophies"]) == (10, False, 0, 0, 0)
    assert sorted(me["hand"]) == sorted(hand)
    assert me["deck"] == deck
    assert (me["discard"], me["played"], me["prepped"]) == ([], [], {})
    assert me["breaches"] == breaches

    t.player(0).set(charges=charges - 1, aether=4)
    with pytest.raises(IllegalStep):
        t.ability(0)
    t.charge(0)
    assert (player(t, 0)["charges"], player(t, 0)["aether"]) == (charges, 2)
    with pytest.raises(IllegalStep):
        t.charge(0)
    assert CHARGES[mage] == charges


def test_an_ability_is_used_in_the_own_turn_only():
    t = ready("mazahaedron", "garu")
    t.player(1).set(hand=["crystal"])
    t.play(1, "crystal")
    with pytest.raises(IllegalStep):
        t.ability(0)
    assert player(t, 0)["charges"] == 4


def test_an_ability_is_not_used_before_the_forced_casts():
    t = ready("ulgimor", "garu")
    t.player(0).set(prepped={"II": ["spark"]}, life=1)
    t.start_casting_phase(0)
    with pytest.raises(IllegalStep):
        t.ability(0)
    t.cast(0, "II")
    t.ability(0)
    assert player(t, 0)["life"] == 7


# ---------------------------------------------------------------------- Dezmodia


@pytest.mark.item("dezmodia")
def test_dezmodia_mat():
    check_mat(
        "dezmodia",
        charges=6,
        hand=["oblivion_shard", "crystal", "crystal", "spark", "spark"],
        deck=["crystal", "crystal", "crystal", "crystal", "spark"],
        breaches={"I": "opened", "II": ("closed", 1), "III": ("closed", 0), "IV": ("closed", 1)},
    )


@pytest.mark.item("dezmodia")
@pytest.mark.parametrize(
    ("answer", "hand", "prepped"), [("no", ["spark"], {}), ("spark", [], {"I": ["spark"]})]
)
def test_tempest_sigil_replaces_breach_i_returns_its_spell_and_may_prep(answer, hand, prepped):
    t = ready("dezmodia", "garu")
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(breaches={"I": "destroyed"})
    t.answer(answer)  # the sigil breach is the only one that takes the spell: II to IV are closed
    t.ability(0)
    assert player(t, 0)["charges"] == 0
    assert player(t, 0)["breaches"] == {
        "I": "sigil",
        "II": ("closed", 1),
        "III": ("closed", 0),
        "IV": ("closed", 1),
    }
    assert player(t, 0)["hand"] == hand
    assert player(t, 0)["prepped"] == prepped
    assert player(t, 0)["discard"] == []


@pytest.mark.item("dezmodia")
def test_tempest_sigil_any_player_breach_ii_and_a_spell_to_any_own_breach():
    t = ready("dezmodia", "garu")
    t.player(0).set(hand=["spark"])
    t.player(1).set(breaches={"II": "opened"}, hand=["torch", "spark"])
    t.answer("garu", "II", "torch", "I")
    t.ability(0)
    assert player(t, 0)["breaches"]["I"] == "opened"
    assert player(t, 0)["hand"] == ["spark"]
    assert player(t, 1)["breaches"]["I"] == "opened"
    assert player(t, 1)["breaches"]["II"] == "sigil"
    assert player(t, 1)["prepped"] == {"I": ["torch"]}
    assert player(t, 1)["hand"] == ["spark"]


@pytest.mark.item("dezmodia")
def test_tempest_sigil_returns_both_spells_of_a_breach():
    t = ready("dezmodia", "garu", cards=["kindle"])
    t.player(0).set(breaches={"I": "destroyed"})
    t.player(1).set(prepped={"I": ["kindle", "spark"]})
    t.answer("no")
    t.ability(0)
    assert player(t, 1)["breaches"]["I"] == "sigil"
    assert sorted(player(t, 1)["hand"]) == ["kindle", "spark"]
    assert player(t, 1)["prepped"] == {}


@pytest.mark.item("dezmodia")
def test_tempest_sigil_replaces_only_opened_breaches_i_and_ii():
    t = ready("dezmodia", "garu")
    t.player(0).set(breaches={"I": "destroyed", "III": "opened", "IV": "opened"})
    t.ability(0)  # leaves Garu's breach I as the only choice: nothing is asked
    assert player(t, 0)["breaches"] == {
        "I": "destroyed",
        "II": ("closed", 1),
        "III": "opened",
        "IV": "opened",
    }
    assert player(t, 1)["breaches"]["I"] == "sigil"


@pytest.mark.item("dezmodia")
def test_tempest_sigil_without_a_breach_to_replace_only_spends_the_charges():
    t = ready("dezmodia", "garu")
    t.player(0).set(breaches={"I": "sigil"})
    t.player(1).set(breaches={"I": "destroyed"})
    before = [player(t, n)["breaches"] for n in (0, 1)]
    t.ability(0)
    assert [player(t, n)["breaches"] for n in (0, 1)] == before
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("dezmodia")
def test_a_sigil_breach_adds_2_damage_and_forces_no_cast():
    t = ready("dezmodia", "garu")
    t.player(0).set(breaches={"II": "sigil"}, prepped={"II": ["spark"]})
    t.start_casting_phase(0)
    t.end_casting_phase(0)
    t.draw_phase(0)
    t.cast(0, "II")
    assert t.state()["nemesis_life"] == 67


# ---------------------------------------------------------------------- Garu


@pytest.mark.item("garu")
def test_garu_mat():
    check_mat(
        "garu",
        charges=5,
        hand=["torch", "crystal", "crystal", "crystal", "spark"],
        deck=["crystal", "crystal", "crystal", "spark", "spark"],
        breaches={"I": "opened", "II": ("closed", 0), "III": ("closed", 1), "IV": ("closed", 1)},
    )


@pytest.mark.item("garu")
def test_colossal_force_alone_deals_2():
    t = ready("garu", "mist")
    t.player(1).set(prepped={"I": ["spark"]})
    t.ability(0)
    assert t.state()["nemesis_life"] == 68
    assert player(t, 0)["charges"] == 0
    assert player(t, 1)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("garu")
@pytest.mark.parametrize(
    ("answers", "life"),
    [
        (["no"], 68),
        (["I", "no"], 64),
        (["I", "II", "no"], 60),
        (["I", "II", "III", "no"], 56),
        (["I", "II", "III", "IV"], 52),
    ],
)
def test_colossal_force_deals_4_more_per_discarded_spell(answers, life):
    t = ready("garu", "mist")
    spells = {"I": "spark", "II": "spark", "III": "spark", "IV": "torch"}
    t.player(0).set(prepped={breach: [spell] for breach, spell in spells.items()})
    t.answer(*answers)
    t.ability(0)
    gone = [breach for breach in answers if breach != "no"]
    assert t.state()["nemesis_life"] == life
    assert player(t, 0)["prepped"] == {b: [spell] for b, spell in spells.items() if b not in gone}
    assert player(t, 0)["discard"] == [spells[breach] for breach in reversed(gone)]


@pytest.mark.item("garu")
def test_colossal_force_discards_four_spells_at_most():
    t = ready("garu", "mist", cards=["kindle", "aurora", "carbonize"])
    t.player(0).set(
        prepped={"I": ["kindle", "spark"], "II": ["torch"], "III": ["aurora"], "IV": ["carbonize"]}
    )
    t.answer("kindle", "torch", "aurora", "carbonize")
    t.ability(0)
    assert t.state()["nemesis_life"] == 52
    assert player(t, 0)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("garu")
def test_colossal_force_is_split_freely():
    t = ready("garu", "mist")
    t.nemesis.set(in_play=[("catacomb_drone", {"life": 5}), ("mage_ender", {"life": 9})])
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("spark")
    t.answer("catacomb_drone", "1", "nemesis", "2")  # the remaining 3 can only go to Mage Ender
    t.ability(0)
    assert minions(t) == [("catacomb_drone", {"life": 4}), ("mage_ender", {"life": 6})]
    assert t.state()["nemesis_life"] == 68


@pytest.mark.item("garu")
def test_colossal_force_may_go_to_one_target_whole():
    t = ready("garu", "mist")
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})])
    t.answer("mage_ender", "2")
    t.ability(0)
    assert minions(t) == [("mage_ender", {"life": 7})]
    assert t.state()["nemesis_life"] == 70


# ---------------------------------------------------------------------- Gex


@pytest.mark.item("gex")
def test_gex_mat():
    check_mat(
        "gex",
        charges=5,
        hand=["shattered_geode", "crystal", "crystal", "crystal", "spark"],
        deck=["crystal", "crystal", "crystal", "crystal", "spark"],
        breaches={"I": "absent", "II": "opened", "III": ("closed", 1), "IV": ("closed", 1)},
    )


@pytest.mark.item("gex")
def test_gex_has_no_breach_i():
    t = ready("gex", "garu")
    t.player(0).set(hand=["spark"])
    with pytest.raises(IllegalStep):
        t.prep(0, "spark", "I")
    t.prep(0, "spark", "II")
    assert player(t, 0)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("gex")
@pytest.mark.parametrize(
    ("answers", "destroyed", "discard"),
    [
        (["no"], [], ["crystal", "spark", "aurora", "shattered_geode"]),
        (["spark", "no"], ["spark"], ["crystal", "aurora", "shattered_geode"]),
        (["spark", "shattered_geode"], ["shattered_geode", "spark"], ["crystal", "aurora"]),
    ],
)
def test_vimcraft_oath_destroys_up_to_two_free_cards_of_the_own_discard_pile(answers, destroyed, discard):
    t = ready("gex", "garu", cards=["aurora"])
    t.player(0).set(hand=["crystal"], discard=["crystal", "spark", "aurora", "shattered_geode"])
    t.player(1).set(discard=["crystal"], deck=["spark"])
    t.answer(*answers)
    t.ability(0)
    assert sorted(t.state()["destroyed"]) == destroyed
    assert player(t, 0)["discard"] == discard
    assert player(t, 0)["hand"] == ["crystal"]
    assert player(t, 0)["charges"] == 0
    assert player(t, 1)["discard"] == ["crystal"]


@pytest.mark.item("gex")
def test_vimcraft_oath_does_not_destroy_a_card_that_costs_aether():
    t = ready("gex", "garu", cards=["aurora"])
    t.player(0).set(discard=["aurora", "crystal"])
    t.answer("aurora")
    with pytest.raises(UserError):
        t.ability(0)
    assert player(t, 0)["charges"] == 5


@pytest.mark.item("gex")
@pytest.mark.parametrize(("life", "healed"), [(3, 5), (8, 10), (9, 10), (10, 10), (0, 0)])
def test_vimcraft_oath_an_ally_draws_1_and_gains_2_life(life, healed):
    t = ready("gex", "garu")
    t.player(0).set(life=5, deck=["crystal"])
    t.player(1).set(life=life, deck=["spark", "crystal"])
    t.ability(0)
    assert player(t, 1)["life"] == healed
    assert player(t, 1)["hand"] == ["spark"]
    assert player(t, 1)["deck"] == ["crystal"]
    assert (player(t, 0)["life"], player(t, 0)["hand"]) == (5, [])


@pytest.mark.item("gex")
def test_vimcraft_oath_the_ally_is_chosen():
    t = ready("gex", "garu", "mist")
    t.player(1).set(life=5, deck=["spark"])
    t.player(2).set(life=5, deck=["spark"])
    t.answer("mist")
    t.ability(0)
    assert (player(t, 1)["life"], player(t, 1)["hand"]) == (5, [])
    assert (player(t, 2)["life"], player(t, 2)["hand"]) == (7, ["spark"])


# ---------------------------------------------------------------------- Mazahaedron


@pytest.mark.item("mazahaedron")
def test_mazahaedron_mat():
    check_mat(
        "mazahaedron",
        charges=4,
        hand=["worldheart_shard", "crystal", "crystal", "spark", "spark"],
        deck=["crystal", "crystal", "crystal", "crystal", "spark"],
        breaches={"I": "opened", "II": ("closed", 2), "III": ("closed", 1), "IV": ("closed", 1)},
    )


MANTRA_GEMS = ["breach_ore", "dread_diamond", "erratic_ingot"]  # they cost 4, 3 and 5


@pytest.mark.item("mazahaedron")
@pytest.mark.parametrize("gem", ["breach_ore", "dread_diamond"])
def test_underearth_mantra_gains_a_gem_of_cost_4_or_less(gem):
    t = ready("mazahaedron", "garu", cards=MANTRA_GEMS)
    t.set(gravehold_life=20)
    t.player(0).set(discard=["crystal"], aether=1)
    t.answer(gem)
    t.ability(0)
    assert player(t, 0)["discard"] == [gem, "crystal"]
    assert player(t, 0)["aether"] == 1
    assert player(t, 0)["charges"] == 0
    assert t.state()["piles"][gem] == 1
    assert t.state()["gravehold_life"] == 24


@pytest.mark.item("mazahaedron")
@pytest.mark.parametrize("card", ["erratic_ingot", "cairn_compass", "aurora", "crystal"])
def test_underearth_mantra_gains_no_gem_above_4_and_no_other_card(card):
    t = ready("mazahaedron", "garu", cards=[*MANTRA_GEMS, "cairn_compass", "aurora"])
    t.answer(card)
    with pytest.raises(UserError):
        t.ability(0)
    assert player(t, 0)["charges"] == 4
    assert player(t, 0)["discard"] == []


@pytest.mark.item("mazahaedron")
@pytest.mark.parametrize(("before", "after"), [(1, 5), (26, 30), (28, 30)])
def test_underearth_mantra_gives_gravehold_4_also_without_a_gem(before, after):
    t = ready("mazahaedron", "garu", cards=MANTRA_GEMS)
    t.set(gravehold_life=before)
    t.answer("no")
    t.ability(0)
    assert t.state()["gravehold_life"] == after
    assert player(t, 0)["discard"] == []
    assert player(t, 0)["charges"] == 0


# ---------------------------------------------------------------------- Mist


@pytest.mark.item("mist")
def test_mist_mat():
    check_mat(
        "mist",
        charges=6,
        hand=["amethyst_paragon", "crystal", "crystal", "crystal", "spark"],
        deck=["crystal", "crystal", "crystal", "spark", "spark"],
        breaches={"I": "opened", "II": ("closed", 2), "III": ("closed", 1), "IV": ("closed", 1)},
    )


@pytest.mark.item("mist")
def test_exalted_brand_casts_spells_of_any_players_and_gives_each_to_an_ally_of_choice():
    t = ready("mist", "garu", "gex")
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(breaches={"III": "opened"}, prepped={"III": ["torch"]})
    t.answer("torch", "first", "gex", "spark", "garu")  # 1 + 1 for Garu's opened breach III, then 1
    t.ability(0)
    assert t.state()["nemesis_life"] == 67
    assert [player(t, n)["hand"] for n in range(3)] == [[], ["spark"], ["torch"]]
    assert [player(t, n)["prepped"] for n in range(3)] == [{}, {}, {}]
    assert [player(t, n)["discard"] for n in range(3)] == [[], [], []]
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("mist")
def test_exalted_brand_casts_three_spells_at_most_closed_breaches_included():
    t = ready("mist", "garu")
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"], "II": ["spark"], "IV": ["torch"]})
    t.answer("mist I", "garu I", "garu II")
    t.ability(0)
    assert t.state()["nemesis_life"] == 67
    assert player(t, 1)["hand"] == ["spark", "spark", "spark"]
    assert player(t, 1)["prepped"] == {"IV": ["torch"]}


@pytest.mark.item("mist")
@pytest.mark.parametrize(("answers", "life"), [(["no"], 70), (["mist I", "no"], 69)])
def test_exalted_brand_may_cast_fewer(answers, life):
    t = ready("mist", "garu")
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.answer(*answers)
    t.ability(0)
    assert t.state()["nemesis_life"] == life
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("mist")
def test_exalted_brand_keeps_no_spell_for_mist():
    t = ready("mist", "garu", "gex")
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("spark", "mist")
    with pytest.raises(UserError):
        t.ability(0)


@pytest.mark.item("mist")
def test_exalted_brand_does_not_return_a_destroyed_spell():
    t = ready("mist", "garu", cards=["conjure_the_lost"])
    t.set(gravehold_life=20)
    t.player(1).set(prepped={"I": ["conjure_the_lost"]})
    t.answer("conjure_the_lost", "yes")
    t.ability(0)
    assert t.state()["nemesis_life"] == 65
    assert t.state()["gravehold_life"] == 24
    assert t.state()["destroyed"] == ["conjure_the_lost"]
    assert player(t, 1)["hand"] == []


# ---------------------------------------------------------------------- Quilius


@pytest.mark.item("quilius")
def test_quilius_mat():
    check_mat(
        "quilius",
        charges=5,
        hand=["crystal", "crystal", "crystal", "extinguish", "spark"],
        deck=["crystal", "crystal", "crystal", "extinguish", "spark"],
        breaches={"I": "opened", "II": "opened", "III": ("closed", 0), "IV": ("closed", 1)},
    )


@pytest.mark.item("quilius")
@pytest.mark.parametrize(("trophies", "life"), [(0, 70), (1, 68), (4, 62)])
def test_quietus_vow_deals_2_per_trophy_and_keeps_them(trophies, life):
    t = ready("quilius", "garu")
    t.player(0).set(trophies=trophies)
    t.ability(0)
    assert t.state()["nemesis_life"] == life
    assert player(t, 0)["trophies"] == trophies
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("quilius")
def test_quietus_vow_hits_one_target():
    t = ready("quilius", "garu")
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})])
    t.player(0).set(trophies=3)
    t.answer("mage_ender")
    t.ability(0)
    assert minions(t) == [("mage_ender", {"life": 3})]
    assert t.state()["nemesis_life"] == 70


@pytest.mark.item("quilius")
def test_quietus_vow_is_one_instance_of_damage_and_gives_no_trophy():
    t = ready("quilius", "garu", nemesis="magus_of_cloaks")
    t.player(0).set(trophies=4)
    t.ability(0)  # 8, minus 4 tokens once
    assert t.state()["nemesis_life"] == 31
    assert t.state()["nemesis_tokens"] == 3
    assert player(t, 0)["trophies"] == 4


# ---------------------------------------------------------------------- Ulgimor


@pytest.mark.item("ulgimor")
def test_ulgimor_mat():
    check_mat(
        "ulgimor",
        charges=6,
        hand=["coal_shard", "crystal", "crystal", "spark", "spark"],
        deck=["crystal", "crystal", "crystal", "spark", "spark"],
        breaches={"I": "opened", "II": ("closed", 1), "III": ("closed", 0), "IV": ("closed", 1)},
    )


@pytest.mark.item("ulgimor")
@pytest.mark.parametrize(("before", "after"), [(1, 7), (4, 10), (8, 10)])
def test_eidolon_shroud_gives_ulgimor_6_life(before, after):
    t = ready("ulgimor", "garu")
    t.player(0).set(life=before)
    t.player(1).set(life=4)
    t.ability(0)
    assert player(t, 0)["life"] == after
    assert player(t, 1)["life"] == 4
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("ulgimor")
@pytest.mark.parametrize(("before", "after"), [(1, 6), (5, 10), (7, 10)])
def test_eidolon_shroud_of_an_exhausted_ulgimor_gives_an_ally_5_life(before, after):
    t = ready("ulgimor", "garu")
    t.player(0).set(life=0, charges=6)
    t.player(1).set(life=before)
    t.ability(0)
    assert player(t, 0)["life"] == 0
    assert player(t, 1)["life"] == after
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("ulgimor")
def test_eidolon_shroud_the_ally_is_chosen():
    t = ready("ulgimor", "garu", "mist")
    t.player(0).set(life=0, charges=6)
    t.player(1).set(life=2)
    t.player(2).set(life=3)
    t.answer("mist")
    t.ability(0)
    assert (player(t, 1)["life"], player(t, 2)["life"]) == (2, 8)


# ---------------------------------------------------------------------- Yan Magda


@pytest.mark.item("yan_magda")
def test_yan_magda_mat():
    check_mat(
        "yan_magda",
        charges=5,
        hand=["illuminate", "crystal", "crystal", "crystal", "crystal"],
        deck=["crystal", "crystal", "crystal", "crystal", "spark"],
        breaches={"I": "opened", "II": ("closed", 0), "III": ("closed", 0), "IV": ("closed", 0)},
    )


RITUAL_CARDS = ["erratic_ingot", "vortex_gauntlet", "crystallize", "kindle"]


@pytest.mark.item("yan_magda")
@pytest.mark.parametrize("card", ["erratic_ingot", "vortex_gauntlet", "crystallize"])
def test_imperium_ritual_gains_any_card(card):
    t = ready("yan_magda", "garu", cards=RITUAL_CARDS)
    t.player(0).set(discard=["crystal"], breaches={"II": "opened", "III": "opened"})
    t.answer(card)
    t.ability(0)
    assert player(t, 0)["discard"] == [card, "crystal"]
    assert t.state()["piles"][card] == 1
    assert player(t, 0)["charges"] == 0
    assert player(t, 1)["deck"] == []


@pytest.mark.item("yan_magda")
@pytest.mark.parametrize("first", ["opened", "sigil"])
def test_imperium_ritual_with_four_opened_breaches_an_ally_gains_a_card_onto_the_deck(first):
    t = ready("yan_magda", "garu", cards=RITUAL_CARDS)
    t.player(0).set(breaches={"I": first, "II": "opened", "III": "opened", "IV": "opened"})
    t.player(1).set(deck=["spark"])
    t.answer("crystallize", "kindle")
    t.ability(0)
    assert player(t, 0)["discard"] == ["crystallize"]
    assert player(t, 1)["deck"] == ["kindle", "spark"]
    assert player(t, 1)["discard"] == []
    assert t.state()["piles"]["kindle"] == 1


@pytest.mark.item("yan_magda")
def test_imperium_ritual_a_destroyed_breach_is_not_opened():
    t = ready("yan_magda", "garu", cards=RITUAL_CARDS)
    t.player(0).set(breaches={"I": "destroyed", "II": "opened", "III": "opened", "IV": "opened"})
    t.answer("kindle")
    t.ability(0)
    assert player(t, 1)["deck"] == []


@pytest.mark.item("yan_magda")
def test_imperium_ritual_the_ally_is_chosen():
    t = ready("yan_magda", "garu", "mist", cards=RITUAL_CARDS)
    t.player(0).set(breaches=dict.fromkeys(["II", "III", "IV"], "opened"))
    t.answer("crystallize", "mist", "kindle")
    t.ability(0)
    assert player(t, 1)["deck"] == []
    assert player(t, 2)["deck"] == ["kindle"]


@pytest.mark.item("yan_magda")
@pytest.mark.parametrize("answer", ["no", "kindle", "aurora"])
def test_imperium_ritual_gains_no_card_that_the_supply_lacks_and_is_not_optional(answer):
    t = ready("yan_magda", "garu", cards=["kindle", "crystallize", "carbonize", "nova_forge"])
    t.set(piles={"kindle": 0})
    t.answer(answer)
    with pytest.raises(UserError):
        t.ability(0)
    assert player(t, 0)["charges"] == 5
