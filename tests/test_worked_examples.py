"""The rulebook's worked examples (E1 to E16) and the number checks (T1 to T18), as given / when / then."""

import pytest
from helpers import ALL_OPENED, breach, in_play, player, table

from breachlab.sim.aeons_end import IllegalStep, Table

ABBY, BOB = 0, 1  # Abby plays Dezmodia, Bob plays Garu


def rulebook_table(nemesis="umbra_titan", **options):
    """The game that the rulebook sets up in its examples, with every decision scripted."""
    options.setdefault("policy", None)
    return Table(nemesis=nemesis, mages=["dezmodia", "garu"], supply="deck_destruction", **options)


def example_table(nemesis="gate_witch"):
    """A later moment of that game: the players' cards are laid out by each example."""
    return table(
        nemesis,
        ("dezmodia", "garu"),
        ("scoria_slag", "mages_totem", "primordial_fetish", "jagged_lightning", "fiery_torrent"),
    )


def pack(folder, changes):
    """A content pack that changes War Eternal."""
    (folder / "pack.toml").write_text(f'extends = "war_eternal"\n{changes}\n', encoding="utf-8")
    return str(folder)


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.item("dezmodia")
def test_e1_player_setup():
    t = rulebook_table()
    abby = player(t, ABBY)
    assert abby["mage"] == "dezmodia"
    assert sorted(abby["hand"]) == ["crystal", "crystal", "oblivion_shard", "spark", "spark"]
    assert abby["deck"] == ["crystal", "crystal", "crystal", "crystal", "spark"]
    assert abby["discard"] == []
    assert breach(t, ABBY, "I") == "opened"
    assert breach(t, ABBY, "II") == ("closed", 1)
    assert breach(t, ABBY, "III") == ("closed", 0)
    assert breach(t, ABBY, "IV") == ("closed", 1)
    assert abby["life"] == 10
    assert t.state()["gravehold_life"] == 30


def test_e2_turn_order_deck():
    turn_order = rulebook_table().state()["turn_order"]
    assert sorted(turn_order["deck"]) == ["nemesis"] * 2 + ["player_1"] * 2 + ["player_2"] * 2
    assert turn_order["discard"] == []


def test_e2_turn_order_deck_is_shuffled():
    assert len({tuple(rulebook_table(seed=seed).state()["turn_order"]["deck"]) for seed in range(20)}) > 5


@pytest.mark.item("umbra_titan")
def test_e3_nemesis_setup():
    t = rulebook_table()
    deck = t.state()["nemesis_area"]["deck"]
    assert t.state()["nemesis_life"] == 70
    assert t.state()["nemesis_tokens"] == 8
    assert len(deck) == 24
    assert {"cryptid", "grubber", "seismic_roar"} <= set(deck[:6])
    assert {"maul", "tombfright", "vault_behemoth"} <= set(deck[6:14])
    assert {"crumble", "demi_ancient", "yawning_black"} <= set(deck[14:])


def test_e4_supply():
    assert rulebook_table().state()["piles"] == {
        "frozen_magmite": 7,
        "scoria_slag": 7,
        "erratic_ingot": 7,
        "mages_totem": 5,
        "primordial_fetish": 5,
        "jagged_lightning": 5,
        "fiery_torrent": 5,
        "conjure_the_lost": 5,
        "reduce_to_ash": 5,
    }


# ------------------------------------------------------------------------------------------ player turn


def test_e5_first_turn_is_that_of_the_drawn_card():
    t = rulebook_table(policy="greedy")
    rest = ["player_2", "player_1", "player_2", "nemesis", "nemesis"]
    t.turn_order.set(deck=["player_1", *rest], discard=[])
    before = t.state()
    t.next_turn()
    after = t.state()
    assert after["turn_order"] == {"deck": rest, "discard": ["player_1"]}
    assert after["players"][ABBY] != before["players"][ABBY]
    assert after["players"][BOB] == before["players"][BOB]
    assert after["nemesis_area"] == before["nemesis_area"]


def test_e5_first_turn_has_nothing_to_cast_then_main_and_draw_phase():
    t = rulebook_table()
    t.start_casting_phase(ABBY)
    with pytest.raises(IllegalStep):
        t.cast(ABBY, "I")
    t.end_casting_phase(ABBY)
    t.play(ABBY, "crystal")
    t.draw_phase(ABBY)
    abby = player(t, ABBY)
    assert sorted(abby["hand"]) == ["crystal", "crystal", "oblivion_shard", "spark", "spark"]
    assert abby["discard"] == ["crystal"]
    assert abby["deck"] == ["crystal", "crystal", "crystal", "spark"]


def casting_example():
    t = example_table()
    t.player(BOB).set(
        hand=["crystal"],
        breaches={"I": "opened", "II": "opened", "III": ("closed", 1)},
        prepped={"I": ["spark"], "III": ["jagged_lightning"]},
    )
    t.start_casting_phase(BOB)
    return t


@pytest.mark.item("jagged_lightning")
def test_e6_casting_phase_forces_the_spell_in_the_closed_breach():
    t = casting_example()
    with pytest.raises(IllegalStep):
        t.end_casting_phase(BOB)


@pytest.mark.item("jagged_lightning")
def test_e6_casting_phase():
    t = casting_example()
    t.answer("crystal", "garu")
    t.cast(BOB, "III")
    bob = player(t, BOB)
    assert t.state()["nemesis_life"] == 67
    assert bob["discard"] == ["crystal", "jagged_lightning"]
    assert bob["hand"] == []
    assert breach(t, BOB, "III") == ("closed", 2)
    t.end_casting_phase(BOB)
    assert player(t, BOB)["prepped"] == {"I": ["spark"]}
    assert t.state()["nemesis_life"] == 67


@pytest.mark.item("vortex_gauntlet", "thoughtform_familiar")
@pytest.mark.parametrize("target", ["nemesis", "howling_spinners"])
def test_e7_casting_an_allys_spell(target):
    t = table(cards=("vortex_gauntlet", "thoughtform_familiar"))
    t.nemesis.set(in_play=[("howling_spinners", {"life": 5})])
    t.player(0).set(
        hand=["vortex_gauntlet"], breaches={"II": "opened"}, prepped={"I": ["spark"], "II": ["spark"]}
    )
    t.player(1).set(prepped={"I": ["thoughtform_familiar"]})
    t.answer("thoughtform_familiar", target)
    t.play(0, "vortex_gauntlet")
    dealt = {
        "nemesis": 70 - t.state()["nemesis_life"],
        "howling_spinners": 5 - life_of(t, "howling_spinners"),
    }
    assert dealt[target] == 2 + 2
    assert sum(dealt.values()) == 4
    assert player(t, 1)["hand"] == ["thoughtform_familiar"]
    assert player(t, 1)["discard"] == []
    assert player(t, 0)["hand"] == []


def life_of(t, minion):
    return in_play(t)[minion]["life"]


def aether_example():
    t = rulebook_table()
    for gem in ("crystal", "crystal", "oblivion_shard"):
        t.play(ABBY, gem)
    return t


@pytest.mark.item("crystal", "oblivion_shard")
def test_e8_aether_of_two_crystals_and_the_shard():
    assert player(aether_example(), ABBY)["aether"] == 4


def test_e8_aether_buys_a_gem_with_all_four():
    t = aether_example()
    t.gain(ABBY, "scoria_slag")
    assert player(t, ABBY)["discard"] == ["scoria_slag"]
    assert player(t, ABBY)["aether"] == 0


def test_e8_aether_buys_two_charges():
    t = aether_example()
    t.charge(ABBY)
    t.charge(ABBY)
    assert player(t, ABBY)["charges"] == 2
    assert player(t, ABBY)["aether"] == 0


@pytest.mark.item("oblivion_shard")
@pytest.mark.parametrize("totem_first", [True, False])
def test_e8_aether_buys_a_totem_and_a_charge(totem_first):
    t = aether_example()
    if totem_first:
        t.gain(ABBY, "mages_totem")
    t.charge(ABBY)
    if not totem_first:
        t.gain(ABBY, "mages_totem")
    assert player(t, ABBY)["discard"] == ["mages_totem"]
    assert player(t, ABBY)["charges"] == 1
    assert player(t, ABBY)["aether"] == 0


@pytest.mark.item("oblivion_shard")
def test_e8_aether_of_the_shard_pays_no_part_of_a_totem():
    t = rulebook_table()
    t.play(ABBY, "crystal")
    t.play(ABBY, "oblivion_shard")
    before = t.state()
    with pytest.raises(IllegalStep):
        t.gain(ABBY, "mages_totem")
    assert t.state() == before


REST_OF_THE_AETHER = {
    "a charge": lambda t: t.charge(ABBY),
    "a totem": lambda t: t.gain(ABBY, "mages_totem"),
    "a second focus": lambda t: t.focus(ABBY, "II"),
}


@pytest.mark.parametrize("rest", REST_OF_THE_AETHER)
def test_e9_focus_ii_leaves_two_aether(rest):
    t = aether_example()
    t.focus(ABBY, "II")
    assert player(t, ABBY)["aether"] == 2
    REST_OF_THE_AETHER[rest](t)
    t.prep(ABBY, "spark", "I")
    t.prep(ABBY, "spark", "II")
    assert player(t, ABBY)["aether"] == 0
    assert player(t, ABBY)["prepped"] == {"I": ["spark"], "II": ["spark"]}
    assert breach(t, ABBY, "II") == ("closed", 3 if rest == "a second focus" else 2)


@pytest.mark.parametrize(("number", "aether_left", "focuses"), [("III", 1, 1), ("IV", 0, 2)])
def test_e9_focus_iii_or_iv(number, aether_left, focuses):
    t = aether_example()
    t.focus(ABBY, number)
    t.prep(ABBY, "spark", "I")
    t.prep(ABBY, "spark", number)
    assert player(t, ABBY)["aether"] == aether_left
    assert breach(t, ABBY, number) == ("closed", focuses)


def test_e9_open_ii_and_cast_both_sparks_next_turn():
    t = aether_example()
    t.open(ABBY, "II")
    assert player(t, ABBY)["aether"] == 0
    t.prep(ABBY, "spark", "I")
    t.prep(ABBY, "spark", "II")
    t.answer("oblivion_shard")  # placed first, below the two Crystals
    t.draw_phase(ABBY)
    assert player(t, ABBY)["discard"] == ["crystal", "crystal", "oblivion_shard"]
    assert player(t, ABBY)["prepped"] == {"I": ["spark"], "II": ["spark"]}
    t.cast(ABBY, "I")
    t.cast(ABBY, "II")
    assert t.state()["nemesis_life"] == 68
    assert breach(t, ABBY, "II") == "opened"


@pytest.mark.item("primordial_fetish", "scoria_slag")
def test_e10_draw_phase():
    t = example_table()
    t.player(BOB).set(
        hand=["crystal", "crystal", "crystal", "crystal", "scoria_slag", "primordial_fetish"],
        deck=["spark", "torch"],
        breaches={"I": "opened", "II": "opened", "III": ("closed", 0)},
        prepped={"III": ["jagged_lightning"]},
    )
    t.answer("crystal", "garu")
    t.cast(BOB, "III")
    t.answer("first", "garu III")
    t.play(BOB, "primordial_fetish")
    assert breach(t, BOB, "III") == ("closed", 2)
    for gem in ("crystal", "crystal", "crystal", "scoria_slag"):
        t.play(BOB, gem)
    assert player(t, BOB)["aether"] == 5
    t.gain(BOB, "fiery_torrent")
    assert player(t, BOB)["aether"] == 0
    assert player(t, BOB)["discard"] == ["fiery_torrent", "crystal", "jagged_lightning"]

    t.answer("primordial_fetish", "scoria_slag")
    t.draw_phase(BOB)

    bob = player(t, BOB)
    assert sorted(bob["hand"]) == ["crystal", "fiery_torrent", "jagged_lightning", "spark", "torch"]
    assert bob["deck"] == ["primordial_fetish", "scoria_slag", "crystal", "crystal", "crystal"]
    assert bob["discard"] == []


# ----------------------------------------------------------------------------------------- nemesis turn


def nemesis_example():
    t = example_table()
    t.set(gravehold_life=30, nemesis_tokens=1)
    t.nemesis.set(
        in_play=[
            ("catacomb_drone", {"life": 5}),
            ("planar_collision", {"power": 1}),
            ("paradox_beast", {"life": 8}),
        ]
    )
    t.nemesis_turn()
    return t


@pytest.mark.item("catacomb_drone", "planar_collision", "paradox_beast", "gate_witch")
def test_e11_nemesis_main_phase():
    t = nemesis_example()
    assert t.state()["nemesis_tokens"] == 1 + 1 + 2
    assert t.state()["gravehold_life"] == 30 - 1 - 4
    assert in_play(t) == {"catacomb_drone": {"life": 5}, "paradox_beast": {"life": 8}}
    assert "planar_collision" in t.state()["nemesis_area"]["discard"]


@pytest.mark.item("smite")
def test_e12_attack_drawn():
    t = nemesis_example()
    t.resolve("smite")
    assert t.state()["nemesis_tokens"] == 6
    assert t.state()["gravehold_life"] == 23
    assert t.state()["nemesis_area"]["discard"][0] == "smite"
    assert "smite" not in in_play(t)


@pytest.mark.item("mage_ender")
def test_e13_minion_drawn():
    t = example_table()
    t.nemesis.set(deck=["mage_ender", "quell"])
    t.nemesis_turn()
    assert in_play(t) == {"mage_ender": {"life": 9}}
    assert [p["life"] for p in t.state()["players"]] == [10, 10]


@pytest.mark.item("morbid_gyre")
def test_e14_power_drawn():
    t = example_table()
    t.player(ABBY).set(hand=["crystal", "crystal", "crystal"])
    t.resolve("morbid_gyre")
    assert in_play(t) == {"morbid_gyre": {"power": 1}}
    assert t.state()["nemesis_tokens"] == 1
    assert len(player(t, ABBY)["hand"]) == 3


@pytest.mark.item("morbid_gyre")
@pytest.mark.parametrize("who", [ABBY, BOB])
def test_e14_power_is_discarded_for_seven_aether(who):
    t = example_table()
    t.resolve("morbid_gyre")
    t.player(who).set(aether=7)
    t.discard_power(who, "morbid_gyre")
    assert player(t, who)["aether"] == 0
    assert in_play(t) == {}
    assert t.state()["nemesis_area"]["discard"] == ["morbid_gyre"]
    assert t.state()["nemesis_tokens"] == 1


@pytest.mark.item("morbid_gyre")
def test_e14_power_is_not_discarded_for_six_aether():
    t = example_table()
    t.resolve("morbid_gyre")
    t.player(ABBY).set(aether=6)
    with pytest.raises(IllegalStep):
        t.discard_power(ABBY, "morbid_gyre")


@pytest.mark.item("morbid_gyre")
def test_e14_power_resolves_in_the_next_nemesis_main_phase():
    t = table(policy="greedy")
    t.player(0).set(hand=["crystal", "crystal"])
    t.player(1).set(hand=["crystal", "crystal"])
    t.resolve("morbid_gyre")
    t.nemesis_turn()
    assert t.state()["nemesis_tokens"] == 3
    assert sum(len(p["hand"]) for p in t.state()["players"]) == 1
    assert "morbid_gyre" in t.state()["nemesis_area"]["discard"]


# ----------------------------------------------------------------------------- exhaustion and ambiguity


@pytest.mark.item("banish")
def test_e15_exhausted():
    t = example_table()
    t.set(gravehold_life=23, nemesis_tokens=1)
    t.player(ABBY).set(
        life=2,
        charges=3,
        breaches=ALL_OPENED,
        prepped={"I": ["spark"], "II": ["spark"], "IV": ["fiery_torrent"]},
    )
    t.player(BOB).set(prepped={"I": ["spark"]})
    t.answer("IV")
    t.resolve("banish")
    abby = player(t, ABBY)
    assert t.state()["nemesis_tokens"] == 1 + 2 + 2
    assert abby["life"] == 0
    assert abby["exhausted"]
    assert breach(t, ABBY, "IV") == "destroyed"
    assert abby["prepped"] == {"I": ["spark"], "II": ["spark"]}
    assert abby["discard"] == ["fiery_torrent"]
    assert abby["charges"] == 0
    assert t.state()["gravehold_life"] == 21
    assert t.state()["outcome"] is None


@pytest.mark.item("banish")
def test_e15_exhausted_player_may_choose_any_own_breach():
    t = example_table()
    t.player(ABBY).set(life=1, breaches={"II": ("closed", 1)}, prepped={"I": ["spark"]})
    t.answer("II")
    t.resolve("banish")
    assert breach(t, ABBY, "II") == "destroyed"
    assert player(t, ABBY)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("cataclysmic_fate")
@pytest.mark.parametrize(("chosen", "lives"), [("dezmodia", [3, 7]), ("garu", [7, 3])])
def test_e16_ambiguity_of_the_lowest_life(chosen, lives):
    t = example_table()
    t.nemesis.set(in_play=[("cataclysmic_fate", {"power": 1})])
    t.player(ABBY).set(life=7)
    t.player(BOB).set(life=7)
    t.answer(chosen)
    t.trigger("cataclysmic_fate")
    assert [p["life"] for p in t.state()["players"]] == lives


@pytest.mark.item("portal_wretch")
@pytest.mark.parametrize(("chosen", "lives"), [("dezmodia", [8, 10]), ("garu", [10, 8])])
def test_e16_ambiguity_of_the_most_charges_when_nobody_has_any(chosen, lives):
    t = example_table()
    t.nemesis.set(in_play=[("portal_wretch", {"life": 8})])
    t.answer(chosen)
    t.trigger("portal_wretch")
    assert [p["life"] for p in t.state()["players"]] == lives


def test_e16_ambiguity_the_largest_hand_is_destroyed_whole(tmp_path):
    five_cards = '[card.throttle]\neffect = ["any player destroys their 5 most expensive cards in hand"]'
    t = table(content=pack(tmp_path, five_cards))
    t.player(0).set(hand=["crystal", "spark", "torch"])
    t.player(1).set(hand=["crystal", "spark", "crystal", "oblivion_shard"])
    t.resolve("throttle")
    assert player(t, 1)["hand"] == []
    assert sorted(t.state()["destroyed"]) == ["crystal", "crystal", "oblivion_shard", "spark"]
    assert len(player(t, 0)["hand"]) == 3


# --------------------------------------------------------------------------------------- number checks


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(("dealt", "life"), [(4, 35), (5, 34), (6, 33)])
def test_t1_magus_of_cloaks_is_hit_through_his_tokens(dealt, life):
    t = table("magus_of_cloaks")
    t.set(nemesis_life=35, nemesis_tokens=4)
    t.deal(0, dealt, "nemesis")
    assert t.state()["nemesis_life"] == life
    assert t.state()["nemesis_tokens"] == 3


@pytest.mark.item("magus_of_cloaks")
def test_t2_magus_of_cloaks_keeps_two_tokens():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=2)
    t.deal(0, 1, "nemesis")
    assert t.state()["nemesis_life"] == 35
    assert t.state()["nemesis_tokens"] == 2


@pytest.mark.item("black_solstice")
def test_t3_black_solstice_is_discarded_by_damage_that_gets_through():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=4)
    t.nemesis.set(in_play=[("black_solstice", {"power": 2})])
    t.deal(0, 4, "nemesis")
    assert in_play(t) == {"black_solstice": {"power": 2}}
    assert t.state()["nemesis_tokens"] == 3
    t.deal(0, 4, "nemesis")
    assert in_play(t) == {}
    assert t.state()["nemesis_area"]["discard"] == ["black_solstice"]
    assert t.state()["nemesis_life"] == 34
    assert t.state()["nemesis_tokens"] == 2


@pytest.mark.item("magus_of_cloaks")
def test_t4_magus_of_cloaks_with_seven_tokens_must_hurt_gravehold():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=7)
    t.unleash()
    assert t.state()["gravehold_life"] == 28
    assert t.state()["nemesis_tokens"] == 7


@pytest.mark.item("ashen_haruspex")
@pytest.mark.parametrize(("tokens", "damage"), [(2, 1), (7, 4)])
def test_t5_ashen_haruspex_hits_for_half_the_tokens(tokens, damage):
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=tokens)
    t.nemesis.set(in_play=[("ashen_haruspex", {"life": 5})])
    t.answer("garu")
    t.trigger("ashen_haruspex")
    assert player(t, 0)["life"] == 10 - damage


@pytest.mark.item("ashen_haruspex")
@pytest.mark.parametrize(("dealt", "life"), [(2, 4), (3, 3), (5, 1)])
def test_t6_ashen_haruspex_takes_two_less(dealt, life):
    t = table("magus_of_cloaks")
    t.nemesis.set(in_play=[("ashen_haruspex", {"life": 4})])
    t.deal(0, dealt, "ashen_haruspex")
    assert life_of(t, "ashen_haruspex") == life


def nemesis_turn_of_gate_witch(difficulty, tokens, nemesis_cards):
    """A nemesis turn in which nothing happens but its end."""
    t = table("gate_witch", difficulty=difficulty)
    t.set(nemesis_tokens=tokens)
    t.turn_order.set(
        deck=["player_1", "player_1", "player_2"] + ["nemesis"] * (2 - nemesis_cards),
        discard=["nemesis"] * nemesis_cards + ["player_2"],
    )
    t.nemesis_turn()
    return t


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize(("difficulty", "tokens", "left"), [("normal", 5, 1), ("expert", 6, 3)])
def test_t7_gate_witch_accelerates_time(difficulty, tokens, left):
    t = nemesis_turn_of_gate_witch(difficulty, tokens, nemesis_cards=1)
    turn_order = t.state()["turn_order"]
    assert t.state()["nemesis_tokens"] == left
    assert turn_order["discard"] == ["player_2"]
    assert sorted(turn_order["deck"]) == ["nemesis", "nemesis", "player_1", "player_1", "player_2"]


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize(("tokens", "nemesis_cards"), [(4, 1), (5, 2), (5, 0)])
def test_t8_gate_witch_does_not_accelerate_time(tokens, nemesis_cards):
    t = nemesis_turn_of_gate_witch("normal", tokens, nemesis_cards)
    assert t.state()["nemesis_tokens"] == tokens
    assert t.state()["turn_order"]["discard"] == ["nemesis"] * nemesis_cards + ["player_2"]


@pytest.mark.item("infinite_enmity")
@pytest.mark.parametrize(("tokens", "after"), [(1, 6), (6, 6), (7, 7)])
def test_t9_infinite_enmity_unleashes_up_to_six_tokens(tokens, after):
    t = table("gate_witch")
    t.set(nemesis_tokens=tokens)
    t.nemesis.set(in_play=[("infinite_enmity", {"power": 1})])
    t.trigger("infinite_enmity")
    assert t.state()["nemesis_tokens"] == after
    assert t.state()["nemesis_area"] == {
        "in_play": [],
        "deck": ["engulf", "quell", "infinite_enmity"],
        "discard": [],
    }


@pytest.mark.item("twilight_empire")
def test_t10_twilight_empire():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=4, gravehold_life=30)
    t.nemesis.set(in_play=[("twilight_empire", {"power": 1})])
    t.trigger("twilight_empire")
    assert t.state()["gravehold_life"] == 26
    assert t.state()["nemesis_tokens"] == 5


def umbra_titan_with(nemesis_cards):
    t = table("umbra_titan")
    t.turn_order.set(
        deck=["player_1", "player_1", "player_2", "player_2"] + ["nemesis"] * (2 - nemesis_cards),
        discard=["nemesis"] * nemesis_cards,
    )
    return t


@pytest.mark.item("umbra_titan")
def test_t11_umbra_titan_hits_a_player_with_one_nemesis_card():
    t = umbra_titan_with(nemesis_cards=1)
    t.answer("first", "garu")
    t.unleash()
    assert player(t, 0)["life"] == 8
    assert t.state()["gravehold_life"] == 30
    assert t.state()["nemesis_tokens"] == 8


@pytest.mark.item("umbra_titan")
def test_t11_umbra_titan_hits_gravehold_with_two_nemesis_cards():
    t = umbra_titan_with(nemesis_cards=2)
    t.answer("first")
    t.unleash()
    assert [p["life"] for p in t.state()["players"]] == [10, 10]
    assert t.state()["gravehold_life"] == 28
    assert t.state()["nemesis_tokens"] == 8


@pytest.mark.item("edryss_tragg")
@pytest.mark.parametrize(("life", "life_after", "tragg"), [(8, 6, 11), (7, 5, 9)])
def test_t12_edryss_tragg(life, life_after, tragg):
    t = table("hollow_crown")
    t.acolytes.set(in_play=[("edryss_tragg", {"life": 11})], deck=[], discard=[])
    t.player(0).set(life=life)
    t.answer("garu")
    t.blood_magic("edryss_tragg")
    assert player(t, 0)["life"] == life_after
    assert in_play(t, "acolytes") == {"edryss_tragg": {"life": tragg}}


def two_damage_to_garu(t, *answers):
    t.nemesis.set(in_play=[("howling_spinners", {"life": 5})])
    t.answer("garu", *answers)
    t.trigger("howling_spinners")


@pytest.mark.item("howling_spinners")
def test_t13_player_becomes_exhausted_with_one_damage_left(tmp_path):
    unleash = '[nemesis.gate_witch]\nunleash = ["gravehold suffers 1"]'
    t = table("gate_witch", content=pack(tmp_path, unleash))
    t.player(0).set(life=1)
    two_damage_to_garu(t, "I")
    assert t.state()["gravehold_life"] == 30 - 2 - 2
    assert player(t, 0)["life"] == 0


@pytest.mark.item("howling_spinners")
def test_t14_exhausted_player_suffers_two():
    t = table()
    t.player(0).set(life=0)
    two_damage_to_garu(t)
    assert t.state()["gravehold_life"] == 26


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize(
    ("breaches", "damage"),
    [
        ({"III": "opened", "IV": "opened"}, 3),
        ({"III": ("closed", 1), "IV": "opened"}, 2),
        ({"III": "opened", "IV": ("closed", 1)}, 2),
        ({"III": ("closed", 1), "IV": ("closed", 1)}, 1),
    ],
)
def test_t15_two_breach_spell_adds_the_bonus_of_each_opened_breach(tmp_path, breaches, damage):
    deal_1 = '[card.pyrotechnic_surge]\ncast = ["deal 1"]'
    t = table(cards=("pyrotechnic_surge",), content=pack(tmp_path, deal_1))
    t.player(0).set(breaches=breaches, prepped={"III+IV": ["pyrotechnic_surge"]})
    t.cast(0, "III+IV")
    assert t.state()["nemesis_life"] == 70 - damage


@pytest.mark.item("garu")
def test_t16_colossal_force_with_four_spells_discarded():
    t = table()
    spells = {"I": ["torch"], "II": ["spark"], "III": ["spark"], "IV": ["spark"]}
    t.player(0).set(charges=5, breaches=ALL_OPENED, prepped=spells)
    t.answer("I", "II", "III", "IV")
    t.ability(0)
    assert t.state()["nemesis_life"] == 70 - 18
    assert player(t, 0)["prepped"] == {}
    assert sorted(player(t, 0)["discard"]) == ["spark", "spark", "spark", "torch"]
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("bloodstone_jewel")
def test_t17_first_bloodstone_jewel_of_the_turn_gives_three_aether():
    t = table(cards=("bloodstone_jewel",))
    t.player(0).set(aether=6)
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 3


@pytest.mark.item("bloodstone_jewel")
def test_t17_second_bloodstone_jewel_of_the_turn_gives_nothing():
    t = table(cards=("bloodstone_jewel",))
    t.player(0).set(aether=9)
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 6
    t.gain(0, "bloodstone_jewel")
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("equilibrium")
@pytest.mark.parametrize(
    ("copies", "damage", "suffered"), [(1, 3, 2), (1, 2, 1), (1, 1, 1), (2, 3, 1), (2, 2, 1)]
)
def test_t18_equilibrium(copies, damage, suffered):
    t = table("magus_of_cloaks", cards=("equilibrium",))
    t.set(nemesis_tokens=2 * damage)
    t.nemesis.set(in_play=[("ashen_haruspex", {"life": 5})])
    prepped = {number: ["equilibrium"] for number in ("I", "II")[:copies]}
    t.player(0).set(breaches={"II": "opened"}, prepped=prepped)
    t.answer("garu")
    t.trigger("ashen_haruspex")
    assert player(t, 0)["life"] == 10 - suffered
