"""Magus of Cloaks: setup, unleash, his cloak tokens, and his nine cards."""

import pytest

from breachlab.sim.aeons_end import IllegalStep, Table

MAGES = ["garu", "mist", "ulgimor", "quilius"]
# Powers with three or two tokens: drawn, they do nothing for a turn.
DECK = ["night_unending", "apocalypse_ritual", "planar_collision"]


def table(tokens=4, difficulty="normal", policy=None):
    """Garu and Mist, all breaches opened, no cards; every decision must be scripted.

    Of the supply, Jagged Lightning costs 4, Fiery Torrent 5, Conjure the Lost 6, Reduce to Ash 7.
    """
    t = Table(
        nemesis="magus_of_cloaks",
        mages=MAGES[:2],
        supply="deck_destruction",
        difficulty=difficulty,
        seed=1,
        policy=policy,
    )
    t.set(nemesis_tokens=tokens, piles=dict.fromkeys(t.state()["piles"], 2))
    opened = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}
    for p in (0, 1):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={}, breaches=opened, charges=0, aether=0)
    t.nemesis.set(in_play=[], deck=DECK, discard=[])
    return t


def lives(t):
    """Life of Gravehold, Garu, Mist."""
    s = t.state()
    return (s["gravehold_life"], *(player["life"] for player in s["players"]))


def tokens(t):
    return t.state()["nemesis_tokens"]


def magus_life(t):
    return t.state()["nemesis_life"]


def in_play(t):
    return [(card, counters) for card, counters in t.state()["nemesis_area"]["in_play"]]


def discard_pile(t):
    return t.state()["nemesis_area"]["discard"]


def player(t, p):
    return t.state()["players"][p]


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("difficulty", "life", "gravehold_life", "player_life"),
    [("beginner", 25, 35, 12), ("normal", 35, 30, 10), ("expert", 35, 30, 10), ("extinction", 45, 25, 8)],
)
def test_setup(players, difficulty, life, gravehold_life, player_life):
    t = Table(
        nemesis="magus_of_cloaks", mages=MAGES[:players], supply="deck_destruction", difficulty=difficulty
    )
    assert magus_life(t) == life
    assert tokens(t) == 4
    assert lives(t) == (gravehold_life, *[player_life] * players)
    assert in_play(t) == []
    assert t.state()["outcome"] is None


@pytest.mark.item("magus_of_cloaks")
def test_deck_has_his_nine_cards_in_their_tiers():
    t = Table(nemesis="magus_of_cloaks", mages=MAGES[:2], supply="deck_destruction")
    deck = t.state()["nemesis_area"]["deck"]
    assert len(deck) == 24
    assert {"dusk_spawn", "rising_dark", "twilight_empire"} <= set(deck[:6])
    assert {"ashen_haruspex", "black_solstice", "enshroud"} <= set(deck[6:14])
    assert {"eclipse", "shadows_reach", "veil_daughter"} <= set(deck[14:])


@pytest.mark.parametrize(
    ("card", "tier", "counters"),
    [
        pytest.param("dusk_spawn", 1, {"life": 5}, marks=pytest.mark.item("dusk_spawn")),
        pytest.param("rising_dark", 1, {"power": 3}, marks=pytest.mark.item("rising_dark")),
        pytest.param("twilight_empire", 1, {"power": 3}, marks=pytest.mark.item("twilight_empire")),
        pytest.param("ashen_haruspex", 2, {"life": 5}, marks=pytest.mark.item("ashen_haruspex")),
        pytest.param("black_solstice", 2, {"power": 2}, marks=pytest.mark.item("black_solstice")),
        pytest.param("veil_daughter", 3, {"life": 11}, marks=pytest.mark.item("veil_daughter")),
    ],
)
def test_minions_and_powers_enter_play_without_effect(card, tier, counters):
    t = table()
    t.resolve(card)
    assert in_play(t) == [(card, counters)]
    assert discard_pile(t) == []
    assert t.state()["nemesis_tier"] == tier
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 4


@pytest.mark.parametrize(
    ("card", "tier"),
    [
        pytest.param("enshroud", 2, marks=pytest.mark.item("enshroud")),
        pytest.param("eclipse", 3, marks=pytest.mark.item("eclipse")),
    ],
)
def test_attacks_are_discarded(card, tier):
    t = table(policy="greedy")
    t.resolve(card)
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert t.state()["nemesis_tier"] == tier


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("rising_dark", marks=pytest.mark.item("rising_dark")),
        pytest.param("twilight_empire", marks=pytest.mark.item("twilight_empire")),
        pytest.param("black_solstice", marks=pytest.mark.item("black_solstice")),
        pytest.param("shadows_reach", marks=pytest.mark.item("shadows_reach")),
    ],
)
def test_his_powers_cannot_be_discarded_at_any_price(card):
    t = table()
    t.nemesis.set(in_play=[(card, {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(
        aether=20,
        charges=5,
        hand=["crystal"] * 5,
        prepped={"I": ["spark"], "II": ["spark"], "III": ["fiery_torrent"]},
    )
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]


# ---------------------------------------------------------------------------------------------- unleash


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(
    ("difficulty", "tokens_before"), [("normal", 2), ("normal", 6), ("expert", 3), ("expert", 7)]
)
def test_unleash_can_give_him_2_tokens(difficulty, tokens_before):
    t = table(tokens=tokens_before, difficulty=difficulty)
    t.answer("first")
    t.unleash()
    assert tokens(t) == tokens_before + 2
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("magus_of_cloaks")
def test_unleash_can_hit_gravehold_for_2():
    t = table(tokens=4)
    t.answer("second")
    t.unleash()
    assert tokens(t) == 4
    assert lives(t) == (28, 10, 10)


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(
    ("difficulty", "tokens_before"), [("normal", 7), ("normal", 8), ("expert", 8), ("expert", 9)]
)
def test_unleash_must_hit_gravehold_when_there_is_no_room_for_2_tokens(difficulty, tokens_before):
    t = table(tokens=tokens_before, difficulty=difficulty)
    t.unleash()
    assert tokens(t) == tokens_before
    assert lives(t) == (28, 10, 10)


# ------------------------------------------------------------------------------------------ his cloaks


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(("damage", "life_after"), [(1, 35), (4, 35), (5, 34), (6, 33), (20, 19)])
def test_damage_is_reduced_by_his_tokens_and_costs_him_one(damage, life_after):
    t = table(tokens=4)
    t.deal(0, damage, "nemesis")
    assert magus_life(t) == life_after
    assert tokens(t) == 3


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(
    ("difficulty", "life", "tokens_after"),
    [
        ("beginner", 25, (3, 2, 2)),
        ("normal", 35, (3, 2, 2)),
        ("expert", 35, (3, 3, 3)),
        ("extinction", 45, (3, 3, 3)),
    ],
)
def test_he_never_falls_below_his_fewest_tokens(difficulty, life, tokens_after):
    t = table(tokens=4, difficulty=difficulty)
    seen = []
    for _ in range(3):
        t.deal(0, 1, "nemesis")
        seen.append(tokens(t))
    assert tuple(seen) == tokens_after
    assert magus_life(t) == life
    t.deal(0, tokens(t) + 1, "nemesis")
    assert magus_life(t) == life - 1


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(
    ("difficulty", "most"), [("beginner", 8), ("normal", 8), ("expert", 9), ("extinction", 9)]
)
def test_he_never_has_more_than_his_most_tokens(difficulty, most):
    t = table(tokens=7, difficulty=difficulty)
    t.resolve("enshroud")
    assert tokens(t) == most


@pytest.mark.item("magus_of_cloaks")
def test_hitting_a_minion_costs_him_no_token_and_is_not_reduced():
    t = table(tokens=4)
    t.nemesis.set(in_play=["howling_spinners"], deck=DECK, discard=[])
    t.deal(0, 2, "howling_spinners")
    assert in_play(t) == [("howling_spinners", {"life": 3})]
    assert tokens(t) == 4
    assert magus_life(t) == 35


@pytest.mark.item("magus_of_cloaks")
def test_players_win_when_his_life_is_gone():
    t = table(tokens=2)
    t.set(nemesis_life=1)
    t.deal(0, 2, "nemesis")
    assert t.state()["outcome"] is None
    t.deal(0, 3, "nemesis")
    assert t.state()["outcome"] == "win"


# ----------------------------------------------------------------------------------------------- tier 1


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_gives_him_1_token_each_time_it_is_damaged():
    t = table(tokens=4)
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.deal(0, 3, "dusk_spawn")
    assert in_play(t) == [("dusk_spawn", {"life": 2})]
    assert tokens(t) == 5
    t.deal(0, 2, "dusk_spawn")  # the deadly hit too
    assert in_play(t) == []
    assert discard_pile(t) == ["dusk_spawn"]
    assert tokens(t) == 6


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_gives_no_token_above_the_most():
    t = table(tokens=8)
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.deal(0, 1, "dusk_spawn")
    assert tokens(t) == 8


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_can_take_1_charge_from_any_player():
    t = table()
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.player(0).set(charges=2)
    t.player(1).set(charges=3)
    t.answer("first", "mist")
    t.trigger("dusk_spawn")
    assert (player(t, 0)["charges"], player(t, 1)["charges"]) == (2, 2)
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 4


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_can_hit_any_player_for_2():
    t = table()
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.player(0).set(charges=2)
    t.answer("second", "mist")
    t.trigger("dusk_spawn")
    assert player(t, 0)["charges"] == 2
    assert lives(t) == (30, 10, 8)


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_must_take_the_charge_from_a_player_who_has_one():
    t = table()
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.player(0).set(charges=1)
    t.answer("first")
    t.trigger("dusk_spawn")
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("dusk_spawn")
def test_dusk_spawn_must_hit_a_player_when_nobody_has_a_charge():
    t = table()
    t.nemesis.set(in_play=["dusk_spawn"], deck=DECK, discard=[])
    t.answer("garu")
    t.trigger("dusk_spawn")
    assert lives(t) == (30, 8, 10)


@pytest.mark.item("rising_dark")
def test_rising_dark_unleashes_hits_any_player_for_3_and_destroys_a_prepped_spell_of_cost_0():
    t = table(tokens=4)
    t.nemesis.set(in_play=[("rising_dark", {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["jagged_lightning"]})
    t.answer("second", "mist")  # one unleash; the spell can only be Garu's
    t.trigger("rising_dark")
    assert lives(t) == (28, 10, 7)
    assert tokens(t) == 4
    assert t.state()["destroyed"] == ["spark"]
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["discard"] == []
    assert player(t, 1)["prepped"] == {"I": ["jagged_lightning"]}
    assert discard_pile(t) == ["rising_dark"]


@pytest.mark.item("rising_dark")
def test_rising_dark_destroys_one_spell_of_one_player():
    t = table(tokens=8, policy="greedy")
    t.nemesis.set(in_play=[("rising_dark", {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["spark"], "II": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.trigger("rising_dark")
    assert t.state()["destroyed"] == ["spark"]
    assert sum(lives(t)) == 30 + 10 + 10 - 2 - 3


@pytest.mark.item("rising_dark")
def test_rising_dark_spares_spells_that_cost_more():
    t = table(tokens=8)
    t.nemesis.set(in_play=[("rising_dark", {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["jagged_lightning"]})
    t.answer("mist")
    t.trigger("rising_dark")
    assert lives(t) == (28, 10, 7)
    assert t.state()["destroyed"] == []
    assert player(t, 0)["prepped"] == {"I": ["jagged_lightning"]}


@pytest.mark.item("rising_dark")
def test_rising_dark_is_discarded_when_damage_gets_through_to_magus():
    t = table(tokens=4)
    t.nemesis.set(in_play=[("rising_dark", {"power": 3})], deck=DECK, discard=[])
    t.deal(0, 4, "nemesis")
    assert in_play(t) == [("rising_dark", {"power": 3})]
    assert tokens(t) == 3
    t.deal(0, 4, "nemesis")
    assert in_play(t) == []
    assert discard_pile(t) == ["rising_dark"]
    assert magus_life(t) == 34
    assert tokens(t) == 2
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("twilight_empire")
@pytest.mark.parametrize(
    ("tokens_before", "gravehold_life", "tokens_after"), [(2, 28, 3), (4, 26, 5), (8, 22, 8)]
)
def test_twilight_empire_hits_gravehold_per_token_then_gives_him_1(
    tokens_before, gravehold_life, tokens_after
):
    t = table(tokens=tokens_before)
    t.nemesis.set(in_play=[("twilight_empire", {"power": 1})], deck=DECK, discard=[])
    t.trigger("twilight_empire")
    assert lives(t) == (gravehold_life, 10, 10)
    assert tokens(t) == tokens_after
    assert discard_pile(t) == ["twilight_empire"]


@pytest.mark.item("twilight_empire")
def test_twilight_empire_stays_when_magus_is_damaged():
    t = table(tokens=2)
    t.nemesis.set(in_play=[("twilight_empire", {"power": 3})], deck=DECK, discard=[])
    t.deal(0, 5, "nemesis")
    assert magus_life(t) == 32
    assert in_play(t) == [("twilight_empire", {"power": 3})]


# ----------------------------------------------------------------------------------------------- tier 2


@pytest.mark.item("ashen_haruspex")
@pytest.mark.parametrize(("tokens_before", "damage"), [(2, 1), (3, 2), (4, 2), (7, 4), (8, 4)])
def test_ashen_haruspex_hits_any_player_for_half_his_tokens_rounded_up(tokens_before, damage):
    t = table(tokens=tokens_before)
    t.nemesis.set(in_play=["ashen_haruspex"], deck=DECK, discard=[])
    t.answer("mist")
    t.trigger("ashen_haruspex")
    assert lives(t) == (30, 10, 10 - damage)
    assert tokens(t) == tokens_before


@pytest.mark.item("ashen_haruspex")
@pytest.mark.parametrize(("damage", "life_after"), [(1, 4), (2, 4), (3, 3), (5, 1)])
def test_ashen_haruspex_reduces_each_damage_by_2(damage, life_after):
    t = table(tokens=4)
    t.nemesis.set(in_play=[("ashen_haruspex", {"life": 4})], deck=DECK, discard=[])
    t.deal(0, damage, "ashen_haruspex")
    assert in_play(t) == [("ashen_haruspex", {"life": life_after})]
    assert tokens(t) == 4


@pytest.mark.item("black_solstice")
def test_black_solstice_unleashes_twice_and_hits_a_player_who_discards_a_prepped_spell():
    t = table(tokens=4)
    t.nemesis.set(in_play=[("black_solstice", {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["jagged_lightning"]})
    t.answer("first", "second")  # two unleashes; only Garu has a prepped spell
    t.trigger("black_solstice")
    assert tokens(t) == 6
    assert lives(t) == (28, 7, 10)
    assert player(t, 0)["prepped"] == {}
    assert player(t, 0)["discard"] == ["jagged_lightning"]
    assert t.state()["destroyed"] == []
    assert discard_pile(t) == ["black_solstice"]


@pytest.mark.item("black_solstice")
def test_black_solstice_the_player_hit_discards_one_own_spell():
    t = table(tokens=8)
    t.nemesis.set(in_play=[("black_solstice", {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.answer("mist", "spark")
    t.trigger("black_solstice")
    assert lives(t) == (26, 10, 7)
    assert player(t, 0)["prepped"] == {"I": ["spark"]}
    assert player(t, 1)["prepped"] == {"II": ["jagged_lightning"]}
    assert player(t, 1)["discard"] == ["spark"]


@pytest.mark.item("black_solstice")
def test_black_solstice_without_prepped_spells_hits_any_player():
    t = table(tokens=8)
    t.nemesis.set(in_play=[("black_solstice", {"power": 1})], deck=DECK, discard=[])
    t.answer("mist")
    t.trigger("black_solstice")
    assert lives(t) == (26, 10, 7)


@pytest.mark.item("black_solstice")
def test_black_solstice_is_discarded_when_damage_gets_through_to_magus():
    t = table(tokens=4)
    t.nemesis.set(in_play=[("black_solstice", {"power": 2})], deck=DECK, discard=[])
    t.deal(0, 4, "nemesis")
    assert in_play(t) == [("black_solstice", {"power": 2})]
    assert tokens(t) == 3
    t.deal(0, 4, "nemesis")
    assert in_play(t) == []
    assert discard_pile(t) == ["black_solstice"]
    assert magus_life(t) == 34
    assert tokens(t) == 2
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("enshroud")
def test_enshroud_gives_him_4_tokens_and_destroys_2_prepped_spells_of_cost_0():
    t = table(tokens=3, policy="greedy")
    t.player(0).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.resolve("enshroud")
    assert tokens(t) == 7
    assert t.state()["destroyed"] == ["spark", "spark"]
    assert player(t, 0)["prepped"] == {"II": ["jagged_lightning"]}
    assert player(t, 1)["prepped"] == {}
    assert player(t, 0)["discard"] == player(t, 1)["discard"] == []
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("enshroud")
def test_enshroud_players_choose_the_two_spells():
    t = table(tokens=3)
    t.player(0).set(prepped={"I": ["spark"], "II": ["torch"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.answer("garu torch", "mist spark")
    t.resolve("enshroud")
    assert player(t, 0)["prepped"] == {"I": ["spark"]}
    assert player(t, 1)["prepped"] == {}
    assert sorted(t.state()["destroyed"]) == ["spark", "torch"]


@pytest.mark.item("enshroud")
def test_enshroud_destroys_fewer_if_there_are_fewer():
    t = table(tokens=3)
    t.player(0).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.resolve("enshroud")
    assert t.state()["destroyed"] == ["spark"]
    assert player(t, 0)["prepped"] == {"II": ["jagged_lightning"]}


# ----------------------------------------------------------------------------------------------- tier 3


@pytest.mark.item("eclipse")
def test_eclipse_gives_him_5_tokens_and_destroys_the_most_expensive_prepped_spell_whose_owner_suffers_2():
    t = table(tokens=2)
    t.player(0).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.player(1).set(prepped={"I": ["fiery_torrent"], "II": ["spark"]})
    t.resolve("eclipse")
    assert tokens(t) == 7
    assert lives(t) == (30, 10, 8)
    assert t.state()["destroyed"] == ["fiery_torrent"]
    assert player(t, 0)["prepped"] == {"I": ["spark"], "II": ["jagged_lightning"]}
    assert player(t, 1)["prepped"] == {"II": ["spark"]}
    assert player(t, 1)["discard"] == []


@pytest.mark.item("eclipse")
def test_eclipse_players_choose_between_equally_expensive_spells():
    t = table(tokens=2)
    t.player(0).set(prepped={"I": ["spark"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.answer("mist spark")
    t.resolve("eclipse")
    assert lives(t) == (30, 10, 8)
    assert player(t, 0)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("eclipse")
def test_eclipse_without_prepped_spell_players_choose_who_suffers_2():
    t = table(tokens=2)
    t.answer("mist")
    t.resolve("eclipse")
    assert lives(t) == (30, 10, 8)
    assert tokens(t) == 7


@pytest.mark.item("shadows_reach")
def test_shadows_reach_gives_him_4_tokens_immediately():
    t = table(tokens=3)
    t.resolve("shadows_reach")
    assert in_play(t) == [("shadows_reach", {"power": 9})]
    assert t.state()["nemesis_tier"] == 3
    assert tokens(t) == 7
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("shadows_reach", "magus_of_cloaks")
def test_shadows_reach_loses_the_game_when_its_last_power_token_goes():
    t = table(tokens=3)
    t.nemesis.set(in_play=[("shadows_reach", {"power": 2})], deck=DECK, discard=[])
    t.nemesis_turn()
    assert in_play(t)[0] == ("shadows_reach", {"power": 1})
    assert t.state()["outcome"] is None
    assert tokens(t) == 3
    t.nemesis_turn()
    assert t.state()["outcome"] == "loss"
    assert t.state()["reason"]


@pytest.mark.item("shadows_reach")
def test_shadows_reach_stays_when_magus_is_damaged():
    t = table(tokens=2)
    t.nemesis.set(in_play=[("shadows_reach", {"power": 9})], deck=DECK, discard=[])
    t.deal(0, 5, "nemesis")
    assert in_play(t) == [("shadows_reach", {"power": 9})]


@pytest.mark.item("veil_daughter")
def test_veil_daughter_hits_the_player_with_the_most_charges_for_4():
    t = table()
    t.nemesis.set(in_play=["veil_daughter"], deck=DECK, discard=[])
    t.player(0).set(charges=1)
    t.player(1).set(charges=2)
    t.trigger("veil_daughter")
    assert lives(t) == (30, 10, 6)
    assert (player(t, 0)["charges"], player(t, 1)["charges"]) == (1, 2)


@pytest.mark.item("veil_daughter")
def test_veil_daughter_players_choose_when_tied():
    t = table()
    t.nemesis.set(in_play=["veil_daughter"], deck=DECK, discard=[])
    t.answer("garu")
    t.trigger("veil_daughter")
    assert lives(t) == (30, 6, 10)


@pytest.mark.item("veil_daughter")
@pytest.mark.parametrize(
    ("tokens_before", "damage", "life_after"), [(4, 1, 11), (4, 4, 11), (4, 6, 9), (2, 6, 7), (8, 9, 10)]
)
def test_veil_daughter_reduces_each_damage_by_his_tokens(tokens_before, damage, life_after):
    t = table(tokens=tokens_before)
    t.nemesis.set(in_play=["veil_daughter"], deck=DECK, discard=[])
    t.deal(0, damage, "veil_daughter")
    assert in_play(t) == [("veil_daughter", {"life": life_after})]
    assert tokens(t) == tokens_before  # she has no tokens to lose, and he keeps his
