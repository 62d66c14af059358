"""The 25 basic nemesis cards, against Gate Witch: an unleash gives her one token, so tokens count them."""

import pytest

from breachlab.sim.aeons_end import IllegalStep, Table

MAGES = ["garu", "mist", "ulgimor"]
# Her own powers, which no test here draws for an effect.
DECK = ["temporal_nimbus", "nether_spiral", "infinite_enmity"]
PLAYER_CARDS = ["player_1", "player_2", "player_1", "player_2"]


def table(players=2, supply="deck_destruction", policy=None, seed=1):
    """Mages with all breaches opened and no cards; every decision must be scripted."""
    t = Table(nemesis="gate_witch", mages=MAGES[:players], supply=supply, seed=seed, policy=policy)
    t.set(piles=dict.fromkeys(t.state()["piles"], 2))
    opened = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}
    for p in range(players):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={}, breaches=opened, charges=0, aether=0)
    t.nemesis.set(in_play=[], deck=DECK, discard=[])
    return t


def table_with(card, counters=None, **options):
    """The same with one nemesis card in play: a minion at full life, a power at its last token."""
    t = table(**options)
    t.nemesis.set(in_play=[(card, counters) if counters else card], deck=DECK, discard=[])
    return t


def lives(t):
    """Life of Gravehold, then of each player."""
    s = t.state()
    return (s["gravehold_life"], *(player["life"] for player in s["players"]))


def unleashed(t):
    """How often Gate Witch was unleashed: she started with one token."""
    return t.state()["nemesis_tokens"] - 1


def in_play(t):
    return [(card, counters) for card, counters in t.state()["nemesis_area"]["in_play"]]


def discard_pile(t):
    return t.state()["nemesis_area"]["discard"]


def player(t, p):
    return t.state()["players"][p]


def hands_and_discards(t):
    """Number of cards in all hands, in all discard piles."""
    players = t.state()["players"]
    return sum(len(p["hand"]) for p in players), sum(len(p["discard"]) for p in players)


def assert_discarded_without_effect(t, card):
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert lives(t) == (30, 10, 10)
    assert unleashed(t) == 0


def assert_discarded_for_aether(card, cost):
    """One aether less is refused; the exact price discards the power, which then has no effect."""
    t = table_with(card, {"power": 1})
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]
    t.player(0).set(aether=cost)
    t.discard_power(0, card)
    assert player(t, 0)["aether"] == 0
    assert_discarded_without_effect(t, card)


def assert_never_discarded(card):
    """A power without TO DISCARD stays, whatever a player has to offer."""
    t = table_with(card, {"power": 1})
    t.player(0).set(
        aether=20,
        charges=5,
        hand=["crystal"] * 5,
        prepped={"I": ["spark"], "II": ["fiery_torrent"], "III": ["reduce_to_ash"]},
    )
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]


# ---------------------------------------------------------------------------- kind, tier, life or power


@pytest.mark.parametrize(
    ("card", "tier", "counters"),
    [
        pytest.param("catacomb_drone", 1, {"life": 5}, marks=pytest.mark.item("catacomb_drone")),
        pytest.param("heart_of_nothing", 1, {"power": 2}, marks=pytest.mark.item("heart_of_nothing")),
        pytest.param("howling_spinners", 1, {"life": 5}, marks=pytest.mark.item("howling_spinners")),
        pytest.param("night_unending", 1, {"power": 3}, marks=pytest.mark.item("night_unending")),
        pytest.param("planar_collision", 1, {"power": 2}, marks=pytest.mark.item("planar_collision")),
        pytest.param("aphotic_sun", 2, {"power": 2}, marks=pytest.mark.item("aphotic_sun")),
        pytest.param("chaos_flail", 2, {"power": 2}, marks=pytest.mark.item("chaos_flail")),
        pytest.param("mage_ender", 2, {"life": 9}, marks=pytest.mark.item("mage_ender")),
        pytest.param("mangleroot", 2, {"life": 12}, marks=pytest.mark.item("mangleroot")),
        pytest.param("morbid_gyre", 2, {"power": 1}, marks=pytest.mark.item("morbid_gyre")),
        pytest.param("null_scion", 2, {"life": 11}, marks=pytest.mark.item("null_scion")),
        pytest.param("apocalypse_ritual", 3, {"power": 2}, marks=pytest.mark.item("apocalypse_ritual")),
        pytest.param("cataclysmic_fate", 3, {"power": 1}, marks=pytest.mark.item("cataclysmic_fate")),
        pytest.param("monstrosity_of_omens", 3, {"life": 5}, marks=pytest.mark.item("monstrosity_of_omens")),
        pytest.param("withering_beam", 3, {"power": 2}, marks=pytest.mark.item("withering_beam")),
    ],
)
def test_minions_and_powers_enter_play_without_effect(card, tier, counters):
    t = table()
    t.resolve(card)
    assert in_play(t) == [(card, counters)]
    assert discard_pile(t) == []
    assert t.state()["nemesis_tier"] == tier
    assert lives(t) == (30, 10, 10)
    assert unleashed(t) == 0


@pytest.mark.parametrize(
    ("card", "tier"),
    [
        pytest.param("afflict", 1, marks=pytest.mark.item("afflict")),
        pytest.param("encroach", 1, marks=pytest.mark.item("encroach")),
        pytest.param("nix", 1, marks=pytest.mark.item("nix")),
        pytest.param("thrash", 1, marks=pytest.mark.item("thrash")),
        pytest.param("mutilate", 2, marks=pytest.mark.item("mutilate")),
        pytest.param("smite", 2, marks=pytest.mark.item("smite")),
        pytest.param("banish", 3, marks=pytest.mark.item("banish")),
        pytest.param("engulf", 3, marks=pytest.mark.item("engulf")),
        pytest.param("quell", 3, marks=pytest.mark.item("quell")),
        pytest.param("throttle", 3, marks=pytest.mark.item("throttle")),
    ],
)
def test_attacks_are_discarded(card, tier):
    t = table(policy="greedy")
    t.resolve(card)
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert t.state()["nemesis_tier"] == tier


@pytest.mark.item("planar_collision")
def test_a_power_is_resolved_in_as_many_nemesis_turns_as_it_has_tokens():
    t = table()
    t.resolve("planar_collision")
    t.nemesis_turn()
    assert in_play(t)[0] == ("planar_collision", {"power": 1})
    assert unleashed(t) == 0
    t.nemesis_turn()
    assert discard_pile(t) == ["planar_collision"]
    assert unleashed(t) == 2


# ----------------------------------------------------------------------------------------------- tier 1


@pytest.mark.item("afflict")
def test_afflict_unleashes_and_hits_a_player_for_3_who_may_take_back_a_discarded_card():
    t = table()
    t.player(0).set(discard=["torch"])
    t.player(1).set(discard=["scoria_slag", "spark", "crystal"])
    t.answer("mist", "spark")
    t.resolve("afflict")
    assert unleashed(t) == 1
    assert lives(t) == (30, 10, 7)
    assert player(t, 1)["hand"] == ["spark"]
    assert player(t, 1)["discard"] == ["scoria_slag", "crystal"]
    assert player(t, 0)["discard"] == ["torch"]


@pytest.mark.item("afflict")
def test_afflict_the_card_may_be_left():
    t = table()
    t.player(1).set(discard=["scoria_slag", "spark"])
    t.answer("mist", "no")
    t.resolve("afflict")
    assert lives(t) == (30, 10, 7)
    assert player(t, 1)["hand"] == []
    assert player(t, 1)["discard"] == ["scoria_slag", "spark"]


@pytest.mark.item("afflict")
def test_afflict_can_hit_a_player_without_discard_pile():
    t = table()
    t.player(1).set(discard=["spark"])
    t.answer("garu")
    t.resolve("afflict")
    assert lives(t) == (30, 7, 10)
    assert player(t, 1)["discard"] == ["spark"]


@pytest.mark.item("catacomb_drone")
def test_catacomb_drone_unleashes_and_hits_gravehold_for_1():
    t = table_with("catacomb_drone")
    t.trigger("catacomb_drone")
    assert unleashed(t) == 1
    assert lives(t) == (29, 10, 10)


@pytest.mark.item("encroach")
def test_encroach_unleashes_and_hits_the_player_of_the_revealed_card_for_2():
    t = table()
    t.turn_order.set(deck=["player_2", "player_1", "player_1", "nemesis"], discard=["nemesis", "player_2"])
    before = t.state()["turn_order"]
    t.resolve("encroach")
    assert unleashed(t) == 1
    assert lives(t) == (30, 10, 8)
    assert t.state()["turn_order"] == before


@pytest.mark.item("encroach")
def test_encroach_hits_gravehold_for_3_when_a_nemesis_card_is_revealed():
    t = table()
    t.turn_order.set(deck=["nemesis", *PLAYER_CARDS], discard=["nemesis"])
    before = t.state()["turn_order"]
    t.resolve("encroach")
    assert unleashed(t) == 1
    assert lives(t) == (27, 10, 10)
    assert t.state()["turn_order"] == before


@pytest.mark.item("encroach")
def test_encroach_players_choose_whom_a_revealed_wild_card_hits():
    t = table(players=3)
    t.turn_order.set(deck=["wild", "player_1", "player_2", "player_3"], discard=["nemesis", "nemesis"])
    t.answer("ulgimor")
    t.resolve("encroach")
    assert lives(t) == (30, 10, 10, 8)


@pytest.mark.item("heart_of_nothing")
def test_heart_of_nothing_can_unleash_twice():
    t = table_with("heart_of_nothing", {"power": 1})
    t.answer("first")
    t.trigger("heart_of_nothing")
    assert unleashed(t) == 2
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["heart_of_nothing"]


@pytest.mark.item("heart_of_nothing")
def test_heart_of_nothing_can_hit_any_player_for_4():
    t = table_with("heart_of_nothing", {"power": 1})
    t.answer("second", "mist")
    t.trigger("heart_of_nothing")
    assert unleashed(t) == 0
    assert lives(t) == (30, 10, 6)


@pytest.mark.item("heart_of_nothing")
def test_heart_of_nothing_to_discard_4_cards_in_hand():
    t = table_with("heart_of_nothing", {"power": 1})
    t.player(0).set(hand=["crystal"] * 3, aether=20)
    t.player(1).set(hand=["crystal"] * 4)  # an ally's cards are of no use
    with pytest.raises(IllegalStep):
        t.discard_power(0, "heart_of_nothing")
    assert in_play(t) == [("heart_of_nothing", {"power": 1})]
    t.player(0).set(hand=["crystal"] * 4)
    t.discard_power(0, "heart_of_nothing")
    assert player(t, 0)["hand"] == []
    assert player(t, 0)["discard"] == ["crystal"] * 4
    assert player(t, 0)["aether"] == 20
    assert len(player(t, 1)["hand"]) == 4
    assert_discarded_without_effect(t, "heart_of_nothing")


@pytest.mark.item("heart_of_nothing")
def test_heart_of_nothing_to_discard_leaves_the_fifth_card():
    t = table_with("heart_of_nothing", {"power": 1})
    t.player(0).set(hand=["crystal"] * 5)
    t.discard_power(0, "heart_of_nothing")
    assert player(t, 0)["hand"] == ["crystal"]


@pytest.mark.item("howling_spinners")
def test_howling_spinners_hits_any_player_for_2():
    t = table_with("howling_spinners")
    t.answer("mist")
    t.trigger("howling_spinners")
    assert lives(t) == (30, 10, 8)
    assert unleashed(t) == 0


@pytest.mark.item("night_unending")
@pytest.mark.parametrize(
    ("spells", "gravehold_life"),
    [({"I": ["spark"]}, 28), ({"I": ["spark"], "II": ["spark"], "III": ["jagged_lightning"]}, 24)],
)
def test_night_unending_hits_gravehold_for_2_per_spell_of_the_most_prepped_player(spells, gravehold_life):
    t = table_with("night_unending", {"power": 1}, policy="greedy")
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped=spells)
    t.trigger("night_unending")
    assert lives(t) == (gravehold_life, 10, 10)
    assert unleashed(t) == 0
    assert player(t, 1)["prepped"] == spells
    assert discard_pile(t) == ["night_unending"]


@pytest.mark.item("night_unending")
def test_night_unending_without_prepped_spells():
    t = table_with("night_unending", {"power": 1}, policy="greedy")
    t.trigger("night_unending")
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("night_unending")
def test_night_unending_cannot_be_discarded():
    assert_never_discarded("night_unending")


@pytest.mark.item("nix")
def test_nix_unleashes_and_hits_a_player_for_1_who_discards_the_most_expensive_card():
    t = table()
    t.player(0).set(hand=["reduce_to_ash"])
    t.player(1).set(hand=["crystal", "erratic_ingot", "scoria_slag"])
    t.answer("mist")
    t.resolve("nix")
    assert unleashed(t) == 1
    assert lives(t) == (30, 10, 9)
    assert sorted(player(t, 1)["hand"]) == ["crystal", "scoria_slag"]
    assert player(t, 1)["discard"] == ["erratic_ingot"]
    assert player(t, 0)["hand"] == ["reduce_to_ash"]


@pytest.mark.item("nix")
def test_nix_must_hit_a_player_with_a_card_who_chooses_between_equal_costs():
    t = table()
    t.player(0).set(hand=["crystal", "spark"])
    t.answer("spark")
    t.resolve("nix")
    assert lives(t) == (30, 9, 10)
    assert player(t, 0)["hand"] == ["crystal"]
    assert player(t, 0)["discard"] == ["spark"]


@pytest.mark.item("nix")
def test_nix_hits_any_player_when_all_hands_are_empty():
    t = table()
    t.answer("mist")
    t.resolve("nix")
    assert lives(t) == (30, 10, 9)


@pytest.mark.item("planar_collision")
def test_planar_collision_unleashes_twice():
    t = table_with("planar_collision", {"power": 1})
    t.trigger("planar_collision")
    assert unleashed(t) == 2
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["planar_collision"]


@pytest.mark.item("planar_collision")
def test_planar_collision_to_discard_2_own_prepped_spells():
    t = table_with("planar_collision", {"power": 1})
    t.player(0).set(prepped={"I": ["spark"]}, aether=20, hand=["spark"])
    t.player(1).set(prepped={"I": ["spark"]})  # an ally's spells are of no use
    with pytest.raises(IllegalStep):
        t.discard_power(0, "planar_collision")
    assert in_play(t) == [("planar_collision", {"power": 1})]
    t.player(0).set(prepped={"I": ["spark"], "III": ["spark"]})
    t.discard_power(0, "planar_collision")
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["discard"] == ["spark", "spark"]
    assert player(t, 0)["aether"] == 20
    assert player(t, 1)["prepped"] == {"I": ["spark"]}
    assert_discarded_without_effect(t, "planar_collision")


@pytest.mark.item("planar_collision")
def test_planar_collision_to_discard_the_player_chooses_the_spells():
    t = table_with("planar_collision", {"power": 1})
    t.player(0).set(prepped={"I": ["spark"], "II": ["torch"], "III": ["fiery_torrent"]})
    t.answer("spark", "torch")
    t.discard_power(0, "planar_collision")
    assert player(t, 0)["prepped"] == {"III": ["fiery_torrent"]}
    assert sorted(player(t, 0)["discard"]) == ["spark", "torch"]


@pytest.mark.item("thrash")
def test_thrash_unleashes_and_the_players_together_discard_2_cards():
    t = table(policy="greedy")
    t.player(0).set(hand=["crystal", "spark"])
    t.player(1).set(hand=["crystal", "spark"])
    t.resolve("thrash")
    assert unleashed(t) == 1
    assert hands_and_discards(t) == (2, 2)
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("thrash")
def test_thrash_the_players_choose_the_cards():
    t = table()
    t.player(0).set(hand=["torch", "spark"])
    t.player(1).set(hand=["amethyst_paragon", "crystal"])
    t.answer("spark", "amethyst_paragon")
    t.resolve("thrash")
    assert (player(t, 0)["hand"], player(t, 0)["discard"]) == (["torch"], ["spark"])
    assert (player(t, 1)["hand"], player(t, 1)["discard"]) == (["crystal"], ["amethyst_paragon"])


@pytest.mark.item("thrash")
@pytest.mark.parametrize(
    ("garus_hand", "mists_hand", "left_and_discarded"),
    [(["crystal"], ["crystal"], (0, 2)), ([], ["crystal"], (0, 1)), ([], ["crystal"] * 3, (1, 2))],
)
def test_thrash_takes_the_cards_wherever_they_are(garus_hand, mists_hand, left_and_discarded):
    t = table(policy="greedy")
    t.player(0).set(hand=garus_hand)
    t.player(1).set(hand=mists_hand)
    t.resolve("thrash")
    assert hands_and_discards(t) == left_and_discarded


# ----------------------------------------------------------------------------------------------- tier 2


@pytest.mark.item("aphotic_sun")
def test_aphotic_sun_unleashes_and_hits_the_player_with_the_most_charges_for_3_who_loses_them():
    t = table_with("aphotic_sun", {"power": 1})
    t.player(0).set(charges=2)
    t.player(1).set(charges=4)
    t.trigger("aphotic_sun")
    assert unleashed(t) == 1
    assert lives(t) == (30, 10, 7)
    assert (player(t, 0)["charges"], player(t, 1)["charges"]) == (2, 0)
    assert discard_pile(t) == ["aphotic_sun"]


@pytest.mark.item("aphotic_sun")
def test_aphotic_sun_players_choose_when_tied():
    t = table_with("aphotic_sun", {"power": 1})
    t.player(0).set(charges=2)
    t.player(1).set(charges=2)
    t.answer("mist")
    t.trigger("aphotic_sun")
    assert lives(t) == (30, 10, 7)
    assert (player(t, 0)["charges"], player(t, 1)["charges"]) == (2, 0)


@pytest.mark.item("aphotic_sun")
def test_aphotic_sun_to_discard_7_aether():
    assert_discarded_for_aether("aphotic_sun", 7)


@pytest.mark.item("chaos_flail")
def test_chaos_flail_unleashes_twice_and_destroys_the_more_expensive_of_two_revealed_cards():
    t = table_with("chaos_flail", {"power": 1})
    t.player(0).set(deck=["spark"], discard=["scoria_slag"])
    t.player(1).set(deck=["reduce_to_ash"])  # cannot reveal two, so it must be Garu
    t.trigger("chaos_flail")
    assert unleashed(t) == 2
    assert t.state()["destroyed"] == ["scoria_slag"]
    assert player(t, 0)["deck"] == ["spark"]
    assert player(t, 0)["discard"] == []
    assert player(t, 1)["deck"] == ["reduce_to_ash"]
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["chaos_flail"]


@pytest.mark.item("chaos_flail")
def test_chaos_flail_shuffles_deck_and_discard_pile_together():
    destroyed, tops = set(), set()
    by_cost = [
        "mages_totem",
        "frozen_magmite",
        "scoria_slag",
        "erratic_ingot",
        "conjure_the_lost",
        "reduce_to_ash",
    ]
    for seed in range(20):
        t = table_with("chaos_flail", {"power": 1}, seed=seed)
        t.player(0).set(deck=["spark", "spark"])
        t.player(1).set(deck=by_cost[:3], discard=by_cost[3:])
        t.answer("mist")
        t.trigger("chaos_flail")
        (lost,) = t.state()["destroyed"]
        top = player(t, 1)["deck"][0]
        assert by_cost.index(lost) > by_cost.index(top)
        assert sorted([lost, *player(t, 1)["deck"]]) == sorted(by_cost)
        assert player(t, 1)["discard"] == []
        assert player(t, 0)["deck"] == ["spark", "spark"]
        destroyed.add(lost)
        tops.add(top)
    assert len(destroyed) > 2
    assert len(tops) > 2


@pytest.mark.item("chaos_flail")
def test_chaos_flail_reveals_no_third_card():
    lost = set()
    for seed in range(20):
        t = table_with("chaos_flail", {"power": 1}, seed=seed)
        t.player(0).set(deck=["spark", "scoria_slag", "reduce_to_ash"])
        t.trigger("chaos_flail")
        lost |= set(t.state()["destroyed"])
    assert lost == {"scoria_slag", "reduce_to_ash"}  # the second when the third card is the dearest


@pytest.mark.item("chaos_flail")
def test_chaos_flail_to_discard_7_aether():
    assert_discarded_for_aether("chaos_flail", 7)


@pytest.mark.item("mage_ender")
@pytest.mark.parametrize("second", ["opened", "sigil"])
def test_mage_ender_hits_the_player_with_the_most_opened_breaches_for_2(second):
    t = table_with("mage_ender")
    closed = ("closed", 3)
    t.player(0).set(breaches={"I": "opened", "II": closed, "III": closed, "IV": closed})
    t.player(1).set(breaches={"I": "opened", "II": second, "III": closed, "IV": closed})
    t.trigger("mage_ender")
    assert lives(t) == (30, 10, 8)
    assert unleashed(t) == 0


@pytest.mark.item("mage_ender")
def test_mage_ender_players_choose_when_tied():
    t = table_with("mage_ender")
    t.answer("garu")
    t.trigger("mage_ender")
    assert lives(t) == (30, 8, 10)


@pytest.mark.item("mangleroot")
def test_mangleroot_hits_gravehold_for_3_and_itself_for_2():
    t = table_with("mangleroot")
    t.trigger("mangleroot")
    assert lives(t) == (27, 10, 10)
    assert in_play(t) == [("mangleroot", {"life": 10})]
    assert unleashed(t) == 0


@pytest.mark.item("mangleroot")
def test_mangleroot_can_discard_itself():
    t = table_with("mangleroot", {"life": 2})
    t.trigger("mangleroot")
    assert lives(t) == (27, 10, 10)
    assert in_play(t) == []
    assert discard_pile(t) == ["mangleroot"]


@pytest.mark.item("morbid_gyre")
@pytest.mark.parametrize(
    ("garus_hand", "mists_hand", "left_and_discarded"),
    [
        (["crystal"] * 2, ["crystal"] * 2, (1, 3)),
        (["crystal"], ["crystal"] * 2, (0, 3)),
        ([], ["crystal"], (0, 1)),
    ],
)
def test_morbid_gyre_unleashes_twice_and_the_players_together_discard_3_cards(
    garus_hand, mists_hand, left_and_discarded
):
    t = table_with("morbid_gyre", {"power": 1}, policy="greedy")
    t.player(0).set(hand=garus_hand)
    t.player(1).set(hand=mists_hand)
    t.trigger("morbid_gyre")
    assert unleashed(t) == 2
    assert hands_and_discards(t) == left_and_discarded
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["morbid_gyre"]


@pytest.mark.item("morbid_gyre")
def test_morbid_gyre_to_discard_7_aether():
    assert_discarded_for_aether("morbid_gyre", 7)


@pytest.mark.item("mutilate")
def test_mutilate_unleashes_discards_2_prepped_spells_and_hits_any_player_for_2():
    t = table()
    t.player(0).set(prepped={"I": ["spark"], "II": ["fiery_torrent"]})
    t.player(1).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.answer("garu spark", "mist jagged_lightning", "garu")
    t.resolve("mutilate")
    assert unleashed(t) == 1
    assert (player(t, 0)["prepped"], player(t, 0)["discard"]) == ({"II": ["fiery_torrent"]}, ["spark"])
    assert (player(t, 1)["prepped"], player(t, 1)["discard"]) == ({"I": ["spark"]}, ["jagged_lightning"])
    assert t.state()["destroyed"] == []
    assert lives(t) == (30, 8, 10)


@pytest.mark.item("mutilate")
def test_mutilate_discards_fewer_spells_if_there_are_fewer():
    t = table()
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("mist")
    t.resolve("mutilate")
    assert player(t, 0)["discard"] == ["spark"]
    assert lives(t) == (30, 10, 8)


@pytest.mark.item("null_scion")
def test_null_scion_unleashes():
    t = table_with("null_scion")
    t.trigger("null_scion")
    assert unleashed(t) == 1
    assert lives(t) == (30, 10, 10)
    assert in_play(t) == [("null_scion", {"life": 11})]


@pytest.mark.item("smite")
def test_smite_unleashes_twice_and_hits_gravehold_for_2():
    t = table()
    t.resolve("smite")
    assert unleashed(t) == 2
    assert lives(t) == (28, 10, 10)


# ----------------------------------------------------------------------------------------------- tier 3


@pytest.mark.item("apocalypse_ritual")
@pytest.mark.parametrize(("nemesis_cards", "gravehold_life"), [(0, 30), (1, 25), (2, 20)])
def test_apocalypse_ritual_hits_gravehold_for_5_per_nemesis_card_discarded(nemesis_cards, gravehold_life):
    t = table_with("apocalypse_ritual", {"power": 1})
    t.turn_order.set(
        deck=["player_1", "player_2", *["nemesis"] * (2 - nemesis_cards)],
        discard=["player_1", *["nemesis"] * nemesis_cards, "player_2"],
    )
    t.trigger("apocalypse_ritual")
    assert lives(t) == (gravehold_life, 10, 10)
    assert unleashed(t) == 0
    assert discard_pile(t) == ["apocalypse_ritual"]


@pytest.mark.item("apocalypse_ritual")
def test_apocalypse_ritual_to_discard_8_aether():
    assert_discarded_for_aether("apocalypse_ritual", 8)


@pytest.mark.item("banish")
def test_banish_unleashes_twice_and_hits_the_most_prepped_player_per_own_spell():
    t = table()
    t.player(0).set(prepped={"I": ["spark"], "II": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"], "II": ["jagged_lightning"], "IV": ["fiery_torrent"]})
    t.resolve("banish")
    assert unleashed(t) == 2
    assert lives(t) == (30, 10, 7)
    assert len(player(t, 1)["prepped"]) == 3


@pytest.mark.item("banish")
def test_banish_players_choose_when_tied():
    t = table()
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.answer("mist")
    t.resolve("banish")
    assert lives(t) == (30, 10, 9)


@pytest.mark.item("banish")
def test_banish_without_prepped_spells_hits_nobody():
    t = table(policy="greedy")
    t.resolve("banish")
    assert unleashed(t) == 2
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("cataclysmic_fate")
def test_cataclysmic_fate_hits_the_lowest_life_player_for_4():
    t = table_with("cataclysmic_fate", {"power": 1})
    t.player(1).set(life=9)
    t.trigger("cataclysmic_fate")
    assert lives(t) == (30, 10, 5)
    assert unleashed(t) == 0
    assert discard_pile(t) == ["cataclysmic_fate"]


@pytest.mark.item("cataclysmic_fate")
def test_cataclysmic_fate_players_choose_when_tied():
    t = table_with("cataclysmic_fate", {"power": 1})
    t.answer("mist")
    t.trigger("cataclysmic_fate")
    assert lives(t) == (30, 10, 6)


@pytest.mark.item("cataclysmic_fate")
def test_cataclysmic_fate_to_discard_a_spell_of_cost_5_and_its_breach():
    t = table_with("cataclysmic_fate", {"power": 1})
    t.player(0).set(prepped={"I": ["jagged_lightning"]}, aether=20)  # costs 4
    t.player(1).set(prepped={"I": ["reduce_to_ash"]})  # an ally's spell is of no use
    with pytest.raises(IllegalStep):
        t.discard_power(0, "cataclysmic_fate")
    assert in_play(t) == [("cataclysmic_fate", {"power": 1})]
    t.player(0).set(prepped={"I": ["jagged_lightning"], "II": ["fiery_torrent"]})  # costs 5
    t.discard_power(0, "cataclysmic_fate")
    garu = player(t, 0)
    assert garu["prepped"] == {"I": ["jagged_lightning"]}
    assert garu["breaches"] == {"I": "opened", "II": "destroyed", "III": "opened", "IV": "opened"}
    assert garu["discard"] == []
    assert garu["aether"] == 20
    assert t.state()["destroyed"] == ["fiery_torrent"]
    assert player(t, 1)["prepped"] == {"I": ["reduce_to_ash"]}
    assert_discarded_without_effect(t, "cataclysmic_fate")


@pytest.mark.item("cataclysmic_fate")
def test_cataclysmic_fate_to_discard_the_player_chooses_the_spell():
    t = table_with("cataclysmic_fate", {"power": 1})
    t.player(0).set(prepped={"I": ["reduce_to_ash"], "II": ["fiery_torrent"]})
    t.answer("fiery_torrent")
    t.discard_power(0, "cataclysmic_fate")
    assert player(t, 0)["prepped"] == {"I": ["reduce_to_ash"]}
    assert player(t, 0)["breaches"]["II"] == "destroyed"


@pytest.mark.item("cataclysmic_fate")
def test_cataclysmic_fate_to_discard_with_a_two_breach_spell_destroys_one_breach_of_choice():
    t = table_with("cataclysmic_fate", {"power": 1}, supply="reuse_spells")
    t.player(0).set(prepped={"II+III": ["crystallize"]})
    t.answer("III")
    t.discard_power(0, "cataclysmic_fate")
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["breaches"] == {"I": "opened", "II": "opened", "III": "destroyed", "IV": "opened"}
    assert t.state()["destroyed"] == ["crystallize"]


@pytest.mark.item("engulf")
def test_engulf_carries_out_the_attack_discarded_last():
    t = table()
    t.nemesis.set(in_play=[], deck=DECK, discard=["mage_ender", "smite", "quell"])
    t.resolve("engulf")
    assert unleashed(t) == 2
    assert lives(t) == (28, 10, 10)
    assert discard_pile(t) == ["engulf", "mage_ender", "smite", "quell"]


@pytest.mark.item("engulf")
def test_engulf_without_attack_in_the_discard_pile_does_nothing():
    t = table()
    t.nemesis.set(in_play=["null_scion"], deck=DECK, discard=["mage_ender", "planar_collision"])
    t.resolve("engulf")
    assert unleashed(t) == 0
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["engulf", "mage_ender", "planar_collision"]


@pytest.mark.item("monstrosity_of_omens")
@pytest.mark.parametrize(("life", "gravehold_life"), [(5, 25), (2, 28)])
def test_monstrosity_of_omens_hits_gravehold_per_own_life(life, gravehold_life):
    t = table_with("monstrosity_of_omens", {"life": life})
    t.trigger("monstrosity_of_omens")
    assert lives(t) == (gravehold_life, 10, 10)
    assert in_play(t) == [("monstrosity_of_omens", {"life": life})]
    assert unleashed(t) == 0


@pytest.mark.item("monstrosity_of_omens")
@pytest.mark.parametrize("damage", [1, 2, 20])
def test_monstrosity_of_omens_takes_1_from_any_damage(damage):
    t = table_with("monstrosity_of_omens")
    t.deal(0, damage, "monstrosity_of_omens")
    assert in_play(t) == [("monstrosity_of_omens", {"life": 4})]


@pytest.mark.item("quell")
def test_quell_can_hit_gravehold_for_7():
    t = table()
    t.answer("first")
    t.resolve("quell")
    assert lives(t) == (23, 10, 10)
    assert unleashed(t) == 0


@pytest.mark.item("quell")
def test_quell_can_unleash_3_times():
    t = table()
    t.answer("second")
    t.resolve("quell")
    assert lives(t) == (30, 10, 10)
    assert unleashed(t) == 3


@pytest.mark.item("throttle")
def test_throttle_unleashes_twice_and_destroys_the_3_most_expensive_cards_in_a_hand():
    t = table()
    t.player(0).set(hand=["mages_totem", "jagged_lightning", "crystal", "fiery_torrent", "frozen_magmite"])
    t.player(1).set(hand=["reduce_to_ash", "conjure_the_lost", "crystal"])
    t.answer("garu")
    t.resolve("throttle")
    assert unleashed(t) == 2
    assert sorted(t.state()["destroyed"]) == ["fiery_torrent", "frozen_magmite", "jagged_lightning"]
    assert sorted(player(t, 0)["hand"]) == ["crystal", "mages_totem"]
    assert player(t, 0)["discard"] == []
    assert len(player(t, 1)["hand"]) == 3
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("throttle")
@pytest.mark.parametrize("mists_cards", [3, 2])
def test_throttle_must_hit_who_has_three_cards_or_else_the_largest_hand(mists_cards):
    t = table()
    t.player(0).set(hand=["crystal"] * (mists_cards - 1))
    t.player(1).set(hand=["crystal"] * mists_cards)
    t.resolve("throttle")
    assert player(t, 1)["hand"] == []
    assert t.state()["destroyed"] == ["crystal"] * mists_cards
    assert len(player(t, 0)["hand"]) == mists_cards - 1


@pytest.mark.item("withering_beam")
def test_withering_beam_unleashes_twice_and_destroys_the_2_most_expensive_prepped_spells():
    t = table_with("withering_beam", {"power": 1})
    t.player(0).set(prepped={"I": ["spark"], "II": ["reduce_to_ash"]})
    t.player(1).set(prepped={"I": ["jagged_lightning"], "II": ["fiery_torrent"]})
    t.trigger("withering_beam")
    assert unleashed(t) == 2
    assert sorted(t.state()["destroyed"]) == ["fiery_torrent", "reduce_to_ash"]
    assert player(t, 0)["prepped"] == {"I": ["spark"]}
    assert player(t, 1)["prepped"] == {"I": ["jagged_lightning"]}
    assert player(t, 0)["discard"] == player(t, 1)["discard"] == []
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["withering_beam"]


@pytest.mark.item("withering_beam")
def test_withering_beam_destroys_fewer_if_there_are_fewer():
    t = table_with("withering_beam", {"power": 1})
    t.player(1).set(prepped={"I": ["spark"]})
    t.trigger("withering_beam")
    assert unleashed(t) == 2
    assert t.state()["destroyed"] == ["spark"]


@pytest.mark.item("withering_beam")
def test_withering_beam_cannot_be_discarded():
    assert_never_discarded("withering_beam")
