"""Hollow Crown: setup, unleash, special rules, its nine cards and the nine acolytes."""

import pytest

from breachlab.sim.aeons_end import IllegalStep, Table

MAGES = ["garu", "mist", "ulgimor", "quilius"]
DECK = ["null_scion", "mangleroot", "smite"]
ACOLYTES = ["bezu", "edryss_tragg", "holadran", "kurgax", "lurzan", "mord", "nhavkalas", "ren_goda", "solara"]


def table(in_play, deck=(), discard=(), players=2, difficulty="normal", policy=None, seed=1):
    """Mages with all breaches opened and no cards, Mist at one life less; every decision must be scripted.

    The arguments in_play, deck and discard are the acolytes there.
    """
    t = Table(
        nemesis="hollow_crown",
        mages=MAGES[:players],
        supply="deck_destruction",
        difficulty=difficulty,
        seed=seed,
        policy=policy,
    )
    t.set(piles=dict.fromkeys(t.state()["piles"], 2))
    opened = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}
    for p in range(players):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={}, breaches=opened, charges=0, aether=0)
    if players > 1:
        t.player(1).set(life=t.state()["players"][1]["life"] - 1)
    t.nemesis.set(in_play=[], deck=DECK, discard=[])
    t.acolytes.set(in_play=list(in_play), deck=list(deck), discard=list(discard))
    return t


def lives(t):
    """Life of Gravehold, then of each player."""
    s = t.state()
    return (s["gravehold_life"], *(player["life"] for player in s["players"]))


def acolytes(t):
    """Acolytes in play, oldest first, with their life."""
    return [(acolyte, counters["life"]) for acolyte, counters in t.state()["acolytes"]["in_play"]]


def in_play(t):
    return [(card, counters) for card, counters in t.state()["nemesis_area"]["in_play"]]


def discard_pile(t):
    return t.state()["nemesis_area"]["discard"]


def player(t, p):
    return t.state()["players"][p]


def assert_discarded_for_aether(card, cost):
    """One aether less is refused; the exact price discards the power, which then has no effect."""
    t = table([("nhavkalas", {"life": 7})], deck=["bezu"], discard=["mord", "solara"])
    t.nemesis.set(in_play=[(card, {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]
    t.player(0).set(aether=cost)
    t.discard_power(0, card)
    assert player(t, 0)["aether"] == 0
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert lives(t) == (30, 10, 9)
    assert acolytes(t) == [("nhavkalas", 7)]
    assert t.state()["acolytes"]["deck"] == ["bezu"]
    assert t.state()["acolytes"]["discard"] == ["mord", "solara"]


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.item("hollow_crown", *ACOLYTES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("difficulty", "in_deck", "discarded", "gravehold_life", "player_life"),
    [
        ("beginner", 6, 1, 35, 12),
        ("normal", 7, 0, 30, 10),
        ("expert", 7, 0, 30, 10),
        ("extinction", 7, 0, 25, 8),
    ],
)
def test_setup(players, difficulty, in_deck, discarded, gravehold_life, player_life):
    t = Table(nemesis="hollow_crown", mages=MAGES[:players], supply="deck_destruction", difficulty=difficulty)
    s = t.state()
    assert [life for _, life in acolytes(t)] == [11, 11]
    assert len(s["acolytes"]["deck"]) == in_deck
    assert len(s["acolytes"]["discard"]) == discarded
    in_play_ids = [acolyte for acolyte, _ in acolytes(t)]
    assert sorted(in_play_ids + s["acolytes"]["deck"] + s["acolytes"]["discard"]) == ACOLYTES
    assert s["nemesis_tokens"] == 0
    assert lives(t) == (gravehold_life, *[player_life] * players)
    assert s["outcome"] is None


@pytest.mark.item("hollow_crown")
def test_acolytes_are_shuffled():
    first_acolytes = set()
    for seed in range(20):
        t = Table(nemesis="hollow_crown", mages=MAGES[:2], supply="deck_destruction", seed=seed)
        first_acolytes.add(acolytes(t)[0][0])
    assert len(first_acolytes) > 2


@pytest.mark.item("hollow_crown")
def test_deck_has_its_nine_cards_in_their_tiers():
    deck = Table(nemesis="hollow_crown", mages=MAGES[:2], supply="deck_destruction").state()["nemesis_area"][
        "deck"
    ]
    assert len(deck) == 24
    assert {"beseech", "enslave", "thronewatch"} <= set(deck[:6])
    assert {"ascend", "infernal_domain", "reign"} <= set(deck[6:14])
    assert {"dominate", "nameless_faith", "viscera_bride"} <= set(deck[14:])


@pytest.mark.parametrize(
    ("card", "tier", "counters"),
    [
        pytest.param("thronewatch", 1, {"life": 6}, marks=pytest.mark.item("thronewatch")),
        pytest.param("infernal_domain", 2, {"power": 2}, marks=pytest.mark.item("infernal_domain")),
        pytest.param("nameless_faith", 3, {"power": 1}, marks=pytest.mark.item("nameless_faith")),
        pytest.param("viscera_bride", 3, {"life": 18}, marks=pytest.mark.item("viscera_bride")),
    ],
)
def test_minions_and_powers_enter_play_without_effect(card, tier, counters):
    t = table([("nhavkalas", {"life": 7})], deck=["bezu"])
    t.resolve(card)
    assert in_play(t) == [(card, counters)]
    assert discard_pile(t) == []
    assert t.state()["nemesis_tier"] == tier
    assert lives(t) == (30, 10, 9)
    assert acolytes(t) == [("nhavkalas", 7)]


@pytest.mark.parametrize(
    ("card", "tier"),
    [
        pytest.param("beseech", 1, marks=pytest.mark.item("beseech")),
        pytest.param("enslave", 1, marks=pytest.mark.item("enslave")),
        pytest.param("ascend", 2, marks=pytest.mark.item("ascend")),
        pytest.param("reign", 2, marks=pytest.mark.item("reign")),
        pytest.param("dominate", 3, marks=pytest.mark.item("dominate")),
    ],
)
def test_attacks_are_discarded(card, tier):
    t = table(["lurzan"])
    t.resolve(card)
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert t.state()["nemesis_tier"] == tier


@pytest.mark.parametrize("acolyte", [pytest.param(a, marks=pytest.mark.item(a)) for a in ACOLYTES])
def test_acolytes_enter_play_with_11_life_and_are_tier_0_minions(acolyte):
    t = table([])
    t.resolve(acolyte)
    assert acolytes(t) == [(acolyte, 11)]
    assert in_play(t) == []
    assert lives(t) == (30, 10, 9)
    assert t.state()["nemesis_tier"] == 0
    t.deal(0, 4, acolyte)
    assert acolytes(t) == [(acolyte, 7)]


# ---------------------------------------------------------------------------------------------- unleash


@pytest.mark.item("hollow_crown")
@pytest.mark.parametrize(
    ("nhavkalas_life", "lurzan_life", "lives_after", "nhavkalas_after"),
    [(7, 6, (27, 10, 9), 6), (7, 8, (30, 10, 8), 7)],
)
def test_unleash_is_the_blood_magic_of_the_highest_life_acolyte(
    nhavkalas_life, lurzan_life, lives_after, nhavkalas_after
):
    t = table([("nhavkalas", {"life": nhavkalas_life}), ("lurzan", {"life": lurzan_life})])
    t.unleash()
    assert lives(t) == lives_after
    assert acolytes(t) == [("nhavkalas", nhavkalas_after), ("lurzan", lurzan_life)]


@pytest.mark.item("hollow_crown")
def test_unleash_players_choose_between_acolytes_of_equal_life():
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 7})])
    t.answer("lurzan")
    t.unleash()
    assert lives(t) == (30, 10, 8)


@pytest.mark.item("hollow_crown")
@pytest.mark.parametrize(("difficulty", "lives_after"), [("expert", (27, 10, 8)), ("extinction", (22, 8, 6))])
def test_expert_unleash_is_every_blood_magic_without_self_damage(difficulty, lives_after):
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})], difficulty=difficulty)
    t.unleash()
    assert lives(t) == lives_after
    assert acolytes(t) == [("nhavkalas", 7), ("lurzan", 6)]


@pytest.mark.item("hollow_crown")
def test_beginner_unleash_is_the_normal_one():
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})], difficulty="beginner")
    t.unleash()
    assert lives(t) == (32, 12, 11)
    assert acolytes(t) == [("nhavkalas", 6), ("lurzan", 6)]


@pytest.mark.item("hollow_crown")
def test_several_blood_magics_go_from_the_oldest_acolyte_to_the_newest():
    t = table(["kurgax", "lurzan"], difficulty="expert")
    t.player(0).set(life=5)
    t.player(1).set(life=6)
    t.answer("mist")  # Kurgax first: Mist falls to 5, level with Garu
    t.answer("mist")  # so that Lurzan asks which of the two
    t.unleash()
    assert lives(t) == (29, 5, 4)


# ---------------------------------------------------------------------------------------- special rules


@pytest.mark.item("hollow_crown")
def test_hollow_crown_can_be_dealt_no_damage():
    t = table(["bezu"])
    with pytest.raises(IllegalStep):
        t.deal(0, 5, "nemesis")
    assert t.state()["outcome"] is None


@pytest.mark.item("hollow_crown")
def test_discarded_acolyte_is_replaced_from_the_acolyte_deck():
    t = table([("bezu", {"life": 3}), "lurzan"], deck=["mord", "solara"], discard=["kurgax"])
    t.deal(0, 3, "bezu")
    assert acolytes(t) == [("lurzan", 11), ("mord", 11)]
    assert t.state()["acolytes"]["deck"] == ["solara"]
    assert t.state()["acolytes"]["discard"] == ["bezu", "kurgax"]
    assert discard_pile(t) == []


@pytest.mark.item("hollow_crown")
def test_discarded_acolyte_is_not_replaced_from_an_empty_deck():
    t = table([("bezu", {"life": 3}), "lurzan"], discard=["kurgax"])
    t.deal(0, 3, "bezu")
    assert acolytes(t) == [("lurzan", 11)]
    assert t.state()["acolytes"]["discard"] == ["bezu", "kurgax"]


@pytest.mark.item("hollow_crown")
def test_players_win_at_the_end_of_a_turn_without_acolyte():
    t = table([("bezu", {"life": 3})])
    t.deal(0, 3, "bezu")
    assert t.state()["outcome"] is None
    t.draw_phase(0)
    assert t.state()["outcome"] == "win"


@pytest.mark.item("hollow_crown")
def test_players_win_also_at_the_end_of_a_nemesis_turn():
    t = table([("nhavkalas", {"life": 1})])
    t.nemesis.set(in_play=["null_scion"], deck=["mangleroot", "smite"], discard=[])  # Null Scion unleashes
    t.nemesis_turn()
    assert lives(t) == (27, 10, 9)
    assert t.state()["outcome"] == "win"


@pytest.mark.item("hollow_crown")
def test_an_acolyte_in_play_prevents_every_win():
    t = table([("bezu", {"life": 3})])
    t.nemesis.set(in_play=[], deck=[], discard=[])
    t.deal(0, 2, "bezu")
    t.draw_phase(0)
    assert t.state()["outcome"] is None


@pytest.mark.item("hollow_crown")
def test_exhaustion_hits_gravehold_for_4_in_place_of_two_unleashes():
    t = table([("lurzan", {"life": 9}), ("nhavkalas", {"life": 8})])
    t.player(0).set(life=1, charges=3, prepped={"IV": ["spark"]})
    t.answer("IV")  # the breach that Garu destroys
    t.unleash()
    assert lives(t) == (26, 0, 9)
    garu = player(t, 0)
    assert garu["exhausted"]
    assert garu["charges"] == 0
    assert garu["breaches"]["IV"] == "destroyed"
    assert garu["discard"] == ["spark"]
    assert acolytes(t) == [("lurzan", 9), ("nhavkalas", 8)]


@pytest.mark.item("hollow_crown")
def test_exhaustion_still_doubles_the_excess_damage():
    t = table(["edryss_tragg"])
    t.player(0).set(life=1)
    t.answer("garu", "IV")
    t.unleash()
    assert lives(t) == (30 - 4 - 2, 0, 9)


# ----------------------------------------------------------------------------------------------- tier 1


@pytest.mark.item("beseech")
def test_beseech_swaps_the_lowest_life_acolyte_and_unleashes():
    t = table([("lurzan", {"life": 5}), ("kurgax", {"life": 9})], deck=["nhavkalas", "holadran"])
    t.resolve("beseech")
    assert t.state()["acolytes"]["deck"] == ["holadran", "lurzan"]
    assert t.state()["acolytes"]["discard"] == []
    assert acolytes(t) == [("kurgax", 9), ("nhavkalas", 10)]  # the unleash was the new one's
    assert lives(t) == (27, 10, 9)


@pytest.mark.item("beseech")
def test_beseech_players_choose_between_acolytes_of_equal_life():
    t = table(["lurzan", "kurgax"], deck=["nhavkalas"])
    t.answer("kurgax", "nhavkalas")  # goes under the deck; is unleashed
    t.resolve("beseech")
    assert acolytes(t) == [("lurzan", 11), ("nhavkalas", 10)]
    assert t.state()["acolytes"]["deck"] == ["kurgax"]


@pytest.mark.item("beseech")
def test_beseech_with_an_empty_acolyte_deck_returns_the_acolyte_at_full_life():
    t = table([("lurzan", {"life": 5}), ("kurgax", {"life": 9})])
    t.resolve("beseech")
    assert acolytes(t) == [("kurgax", 9), ("lurzan", 11)]
    assert t.state()["acolytes"]["deck"] == []
    assert lives(t) == (30, 10, 8)


@pytest.mark.item("enslave")
def test_enslave_is_every_blood_magic_without_self_damage():
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})], deck=["bezu"])
    t.resolve("enslave")
    assert lives(t) == (27, 10, 8)
    assert acolytes(t) == [("nhavkalas", 7), ("lurzan", 6)]
    assert t.state()["acolytes"]["deck"] == ["bezu"]


@pytest.mark.item("thronewatch")
def test_thronewatch_is_the_blood_magic_of_the_lowest_life_acolyte_and_1_damage_to_it():
    t = table([("nhavkalas", {"life": 8}), ("lurzan", {"life": 9})])
    t.nemesis.set(in_play=["thronewatch"], deck=DECK, discard=[])
    t.trigger("thronewatch")
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("nhavkalas", 6), ("lurzan", 9)]  # 1 by its blood magic, 1 by Thronewatch
    assert in_play(t) == [("thronewatch", {"life": 6})]


@pytest.mark.item("thronewatch")
def test_thronewatch_can_discard_the_acolyte():
    t = table([("nhavkalas", {"life": 2}), ("lurzan", {"life": 9})], deck=["mord"])
    t.nemesis.set(in_play=["thronewatch"], deck=DECK, discard=[])
    t.trigger("thronewatch")
    assert acolytes(t) == [("lurzan", 9), ("mord", 11)]
    assert t.state()["acolytes"]["discard"] == ["nhavkalas"]


@pytest.mark.item("thronewatch")
def test_thronewatch_leaves_the_replacement_of_an_acolyte_dead_by_its_blood_magic_alone():
    t = table([("nhavkalas", {"life": 1})], deck=["mord"])
    t.nemesis.set(in_play=["thronewatch"], deck=DECK, discard=[])
    t.trigger("thronewatch")
    assert acolytes(t) == [("mord", 11)]
    assert lives(t) == (27, 10, 9)


# ----------------------------------------------------------------------------------------------- tier 2


@pytest.mark.item("ascend")
def test_ascend_unleashes_then_heals_and_uses_the_lowest_life_acolyte():
    t = table([("lurzan", {"life": 10}), ("nhavkalas", {"life": 1})])
    t.resolve("ascend")
    assert lives(t) == (27, 10, 8)  # Lurzan by the unleash, then Nhavkalas
    assert acolytes(t) == [("lurzan", 10), ("nhavkalas", 10)]  # 1 + 10, then 1 by its own blood magic


@pytest.mark.item("ascend")
def test_ascend_unleashes_before_it_heals():
    t = table([("nhavkalas", {"life": 10}), ("lurzan", {"life": 9})])
    t.answer("lurzan")  # Nhavkalas hurt itself by the unleash and is level with Lurzan now
    t.resolve("ascend")
    assert lives(t) == (27, 10, 8)
    assert acolytes(t) == [("nhavkalas", 9), ("lurzan", 11)]  # 9 + 10 is capped


@pytest.mark.item("infernal_domain")
def test_infernal_domain_adds_an_acolyte_then_every_blood_magic_without_self_damage():
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})], deck=["kurgax", "bezu"])
    t.nemesis.set(in_play=[("infernal_domain", {"power": 1})], deck=DECK, discard=[])
    t.answer("garu")  # by Kurgax
    t.trigger("infernal_domain")
    assert acolytes(t) == [("nhavkalas", 7), ("lurzan", 6), ("kurgax", 11)]
    assert t.state()["acolytes"]["deck"] == ["bezu"]
    assert lives(t) == (30 - 3 - 1, 9, 8)
    assert in_play(t) == []
    assert discard_pile(t) == ["infernal_domain"]


@pytest.mark.item("infernal_domain")
def test_infernal_domain_with_an_empty_acolyte_deck():
    t = table([("nhavkalas", {"life": 7})])
    t.nemesis.set(in_play=[("infernal_domain", {"power": 1})], deck=DECK, discard=[])
    t.trigger("infernal_domain")
    assert acolytes(t) == [("nhavkalas", 7)]
    assert lives(t) == (27, 10, 9)


@pytest.mark.item("infernal_domain")
def test_infernal_domain_to_discard_8_aether():
    assert_discarded_for_aether("infernal_domain", 8)


@pytest.mark.item("reign")
def test_reign_uses_and_hurts_the_highest_life_acolyte_then_unleashes_twice():
    t = table([("nhavkalas", {"life": 11}), ("lurzan", {"life": 9})])
    t.resolve("reign")
    assert acolytes(t) == [("nhavkalas", 4), ("lurzan", 9)]  # 1 by its blood magic, 6 by Reign
    assert lives(t) == (27, 10, 7)  # Lurzan, then the highest, twice


@pytest.mark.item("reign")
def test_reign_can_discard_the_acolyte():
    t = table([("nhavkalas", {"life": 7}), ("kurgax", {"life": 3})], deck=["lurzan"])
    t.resolve("reign")
    assert acolytes(t) == [("kurgax", 3), ("lurzan", 11)]
    assert t.state()["acolytes"]["discard"] == ["nhavkalas"]
    assert lives(t) == (27, 10, 7)


@pytest.mark.item("reign")
def test_reign_leaves_the_replacement_of_an_acolyte_dead_by_its_blood_magic_alone():
    t = table([("nhavkalas", {"life": 1})], deck=["lurzan", "mord"])
    t.resolve("reign")
    assert acolytes(t) == [("lurzan", 11)]
    assert t.state()["acolytes"]["deck"] == ["mord"]
    assert lives(t) == (27, 10, 7)


# ----------------------------------------------------------------------------------------------- tier 3


@pytest.mark.item("dominate")
def test_dominate_is_every_blood_magic_twice_without_self_damage():
    t = table([("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})])
    t.resolve("dominate")
    assert lives(t) == (24, 10, 7)
    assert acolytes(t) == [("nhavkalas", 7), ("lurzan", 6)]


@pytest.mark.item("nameless_faith")
def test_nameless_faith_returns_two_acolytes_then_every_blood_magic_without_self_damage():
    t = table(
        [("nhavkalas", {"life": 7}), ("lurzan", {"life": 6})],
        deck=["kurgax"],
        discard=["bezu", "mord", "solara"],
    )
    t.nemesis.set(in_play=[("nameless_faith", {"power": 1})], deck=DECK, discard=[])
    t.trigger("nameless_faith")
    assert sorted(t.state()["acolytes"]["deck"]) == ["bezu", "kurgax", "mord"]
    assert t.state()["acolytes"]["discard"] == ["solara"]
    assert acolytes(t) == [("nhavkalas", 7), ("lurzan", 6)]
    assert lives(t) == (27, 10, 8)
    assert discard_pile(t) == ["nameless_faith"]


@pytest.mark.item("nameless_faith")
def test_nameless_faith_shuffles():
    top_cards = set()
    for seed in range(20):
        t = table(["lurzan"], deck=["kurgax", "holadran"], discard=["bezu", "mord"], seed=seed)
        t.nemesis.set(in_play=[("nameless_faith", {"power": 1})], deck=DECK, discard=[])
        t.trigger("nameless_faith")
        assert sorted(t.state()["acolytes"]["deck"]) == ["bezu", "holadran", "kurgax", "mord"]
        top_cards.add(t.state()["acolytes"]["deck"][0])
    assert len(top_cards) > 2


@pytest.mark.item("nameless_faith")
def test_nameless_faith_returns_the_only_discarded_acolyte():
    t = table(["lurzan"], discard=["bezu"])
    t.nemesis.set(in_play=[("nameless_faith", {"power": 1})], deck=DECK, discard=[])
    t.trigger("nameless_faith")
    assert t.state()["acolytes"]["deck"] == ["bezu"]
    assert t.state()["acolytes"]["discard"] == []


@pytest.mark.item("nameless_faith")
def test_nameless_faith_to_discard_8_aether():
    assert_discarded_for_aether("nameless_faith", 8)


@pytest.mark.item("viscera_bride")
def test_viscera_bride_heals_the_lowest_life_acolyte_and_uses_it_twice():
    t = table([("nhavkalas", {"life": 1}), ("lurzan", {"life": 9})])
    t.nemesis.set(in_play=["viscera_bride"], deck=DECK, discard=[])
    t.trigger("viscera_bride")
    assert lives(t) == (24, 10, 9)
    assert acolytes(t) == [("nhavkalas", 9), ("lurzan", 9)]  # 1 + 10, then 1 by each blood magic


@pytest.mark.item("viscera_bride")
def test_viscera_bride_heals_up_to_the_starting_life():
    t = table([("lurzan", {"life": 9}), ("nhavkalas", {"life": 10})])
    t.nemesis.set(in_play=["viscera_bride"], deck=DECK, discard=[])
    t.trigger("viscera_bride")
    assert lives(t) == (30, 10, 7)
    assert acolytes(t) == [("lurzan", 11), ("nhavkalas", 10)]


# --------------------------------------------------------------------------------------------- acolytes
# Each with its own self-damage, and without it: by Enslave, and by the unleash of expert mode.


def enslave(t):
    t.resolve("enslave")


def unleash(t):
    t.unleash()


WITHOUT_SELF_DAMAGE = pytest.mark.parametrize(
    ("step", "difficulty"), [(enslave, "normal"), (unleash, "expert")]
)
TWO_PREPPED = {"I": ["spark"], "II": ["spark"]}
THREE_PREPPED = {"I": ["spark"], "II": ["spark"], "III": ["jagged_lightning"]}


@pytest.mark.item("bezu")
def test_bezu_counts_the_spells_of_the_most_prepped_player():
    t = table(["bezu"])
    t.player(0).set(prepped=TWO_PREPPED)
    t.player(1).set(prepped=THREE_PREPPED)
    t.blood_magic("bezu")
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("bezu", 8)]


@pytest.mark.item("bezu")
def test_bezu_without_prepped_spells():
    t = table(["bezu"], policy="greedy")
    t.blood_magic("bezu")
    assert lives(t) == (30, 10, 9)
    assert acolytes(t) == [("bezu", 11)]


@pytest.mark.item("bezu")
@WITHOUT_SELF_DAMAGE
def test_bezu_without_self_damage(step, difficulty):
    t = table(["bezu"], difficulty=difficulty)
    t.player(1).set(prepped=THREE_PREPPED)
    step(t)
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("bezu", 11)]


@pytest.mark.item("edryss_tragg")
@pytest.mark.parametrize(("life", "life_after", "tragg_after"), [(8, 6, 11), (7, 5, 9), (3, 1, 9)])
def test_edryss_tragg_hurts_itself_if_the_player_has_5_life_or_less_then(life, life_after, tragg_after):
    t = table(["edryss_tragg"])
    t.player(0).set(life=2)
    t.player(1).set(life=life)
    t.answer("mist")
    t.blood_magic("edryss_tragg")
    assert lives(t) == (30, 2, life_after)
    assert acolytes(t) == [("edryss_tragg", tragg_after)]


@pytest.mark.item("edryss_tragg")
@WITHOUT_SELF_DAMAGE
def test_edryss_tragg_without_self_damage(step, difficulty):
    t = table(["edryss_tragg"], difficulty=difficulty)
    t.player(1).set(life=7)
    t.answer("mist")
    step(t)
    assert lives(t) == (30, 10, 5)
    assert acolytes(t) == [("edryss_tragg", 11)]


@pytest.mark.item("holadran")
def test_holadran_hits_two_different_players_for_1():
    t = table(["holadran"], players=3)
    t.answer("ulgimor", "garu")
    t.blood_magic("holadran")
    assert lives(t) == (30, 9, 9, 9)  # Mist had 9
    assert acolytes(t) == [("holadran", 11)]


@pytest.mark.item("holadran")
def test_holadran_hits_both_of_two_players():
    t = table(["holadran"], policy="greedy")
    t.blood_magic("holadran")
    assert lives(t) == (30, 9, 8)


@pytest.mark.item("holadran")
def test_holadran_hits_the_solo_player_twice():
    t = table(["holadran"], players=1)
    t.blood_magic("holadran")
    assert lives(t) == (30, 8)


@pytest.mark.item("kurgax")
def test_kurgax_hits_gravehold_and_any_player_for_1():
    t = table(["kurgax"])
    t.answer("garu")
    t.blood_magic("kurgax")
    assert lives(t) == (29, 9, 9)
    assert acolytes(t) == [("kurgax", 11)]


@pytest.mark.item("lurzan")
def test_lurzan_hits_the_lowest_life_player_for_1():
    t = table(["lurzan"])
    t.blood_magic("lurzan")
    assert lives(t) == (30, 10, 8)
    assert acolytes(t) == [("lurzan", 11)]


@pytest.mark.item("lurzan")
def test_lurzan_players_choose_when_tied():
    t = table(["lurzan"])
    t.player(0).set(life=9)
    t.answer("garu")
    t.blood_magic("lurzan")
    assert lives(t) == (30, 8, 9)


@pytest.mark.item("mord")
def test_mord_can_hit_gravehold_for_3_unhurt():
    t = table(["mord"])
    t.player(0).set(charges=2)
    t.answer("first")
    t.blood_magic("mord")
    assert lives(t) == (27, 10, 9)
    assert player(t, 0)["charges"] == 2
    assert acolytes(t) == [("mord", 11)]


@pytest.mark.item("mord")
def test_mord_can_take_1_charge_and_hit_gravehold_and_itself_for_1():
    t = table(["mord"])
    t.player(0).set(charges=2)
    t.player(1).set(charges=2)
    t.answer("second", "mist")
    t.blood_magic("mord")
    assert lives(t) == (29, 10, 9)
    assert (player(t, 0)["charges"], player(t, 1)["charges"]) == (2, 1)
    assert acolytes(t) == [("mord", 10)]


@pytest.mark.item("mord")
def test_mord_must_take_the_charge_from_a_player_who_has_one():
    t = table(["mord"])
    t.player(0).set(charges=1)
    t.answer("second")
    t.blood_magic("mord")
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("mord")
def test_mord_must_hit_gravehold_when_nobody_has_a_charge():
    t = table(["mord"])
    t.blood_magic("mord")
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("mord", 11)]


@pytest.mark.item("mord")
@WITHOUT_SELF_DAMAGE
def test_mord_without_self_damage_still_has_both_options(step, difficulty):
    t = table(["mord"], difficulty=difficulty)
    t.player(0).set(charges=2)
    t.answer("second")
    step(t)
    assert lives(t) == (29, 10, 9)
    assert player(t, 0)["charges"] == 1
    assert acolytes(t) == [("mord", 11)]


@pytest.mark.item("nhavkalas")
def test_nhavkalas_hits_gravehold_for_3_and_itself_for_1():
    t = table(["nhavkalas"])
    t.blood_magic("nhavkalas")
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("nhavkalas", 10)]


@pytest.mark.item("nhavkalas")
@WITHOUT_SELF_DAMAGE
def test_nhavkalas_without_self_damage(step, difficulty):
    t = table(["nhavkalas"], difficulty=difficulty)
    step(t)
    assert lives(t) == (27, 10, 9)
    assert acolytes(t) == [("nhavkalas", 11)]


@pytest.mark.item("ren_goda")
def test_ren_goda_can_hit_any_player_for_2():
    t = table(["ren_goda"])
    t.player(0).set(hand=["crystal"])
    t.answer("first", "mist")
    t.blood_magic("ren_goda")
    assert lives(t) == (30, 10, 7)
    assert player(t, 0)["hand"] == ["crystal"]
    assert acolytes(t) == [("ren_goda", 11)]


@pytest.mark.item("ren_goda")
def test_ren_goda_can_hit_any_player_for_1_and_discard_their_most_expensive_card():
    t = table(["ren_goda"])
    t.player(0).set(hand=["crystal", "scoria_slag", "frozen_magmite"])
    t.player(1).set(hand=["reduce_to_ash"])
    t.answer("second", "garu")
    t.blood_magic("ren_goda")
    assert lives(t) == (30, 9, 9)
    assert sorted(player(t, 0)["hand"]) == ["crystal", "frozen_magmite"]
    assert player(t, 0)["discard"] == ["scoria_slag"]
    assert player(t, 1)["hand"] == ["reduce_to_ash"]
    assert acolytes(t) == [("ren_goda", 11)]


@pytest.mark.item("ren_goda")
def test_ren_goda_second_option_needs_a_player_with_cards_who_chooses_between_equal_costs():
    t = table(["ren_goda"])
    t.player(0).set(hand=["crystal", "spark"])
    t.answer("second", "spark")
    t.blood_magic("ren_goda")
    assert lives(t) == (30, 9, 9)
    assert player(t, 0)["hand"] == ["crystal"]
    assert player(t, 0)["discard"] == ["spark"]


@pytest.mark.item("ren_goda")
def test_ren_goda_must_hit_for_2_when_all_hands_are_empty():
    t = table(["ren_goda"])
    t.answer("mist")
    t.blood_magic("ren_goda")
    assert lives(t) == (30, 10, 7)


@pytest.mark.item("solara")
def test_solara_makes_any_player_discard_2_cards_and_hurts_itself_for_3():
    t = table(["solara"])
    t.player(0).set(hand=["crystal", "spark", "torch"])
    t.player(1).set(hand=["crystal"])  # cannot discard 2, so it must be Garu
    t.answer("torch", "spark")
    t.blood_magic("solara")
    assert player(t, 0)["hand"] == ["crystal"]
    assert sorted(player(t, 0)["discard"]) == ["spark", "torch"]
    assert player(t, 1)["hand"] == ["crystal"]
    assert lives(t) == (30, 10, 9)
    assert acolytes(t) == [("solara", 8)]


@pytest.mark.item("solara")
def test_solara_takes_what_there_is():
    t = table(["solara"])
    t.player(1).set(hand=["crystal"])
    t.blood_magic("solara")
    assert player(t, 1)["discard"] == ["crystal"]
    assert acolytes(t) == [("solara", 8)]


@pytest.mark.item("solara")
@WITHOUT_SELF_DAMAGE
def test_solara_without_self_damage(step, difficulty):
    t = table(["solara"], difficulty=difficulty)
    t.player(1).set(hand=["crystal", "crystal"])
    step(t)
    assert player(t, 1)["discard"] == ["crystal", "crystal"]
    assert acolytes(t) == [("solara", 11)]


@pytest.mark.parametrize(
    ("acolyte", "answers", "lives_after"),
    [
        pytest.param("holadran", ("ulgimor", "garu"), (30, 9, 9, 9), marks=pytest.mark.item("holadran")),
        pytest.param("kurgax", ("garu",), (29, 9, 9, 10), marks=pytest.mark.item("kurgax")),
        pytest.param("lurzan", (), (30, 10, 8, 10), marks=pytest.mark.item("lurzan")),
        pytest.param("ren_goda", ("ulgimor",), (30, 10, 9, 8), marks=pytest.mark.item("ren_goda")),
    ],
)
@WITHOUT_SELF_DAMAGE
def test_acolytes_that_never_hurt_themselves_do_the_same(step, difficulty, acolyte, answers, lives_after):
    t = table([acolyte], players=3, difficulty=difficulty)
    for answer in answers:
        t.answer(answer)
    step(t)
    assert lives(t) == lives_after
    assert acolytes(t) == [(acolyte, 11)]
