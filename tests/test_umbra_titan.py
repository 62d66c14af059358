"""Umbra Titan: setup, unleash, defeat by lost tokens, and his nine cards."""

import pytest

from breachlab.sim.aeons_end import IllegalStep, Table

MAGES = ["garu", "mist", "ulgimor", "quilius"]
DECK = ["null_scion", "mangleroot", "smite"]


def table(difficulty="normal", nemesis_cards_in_discard=1, policy=None):
    """Garu and Mist, all breaches opened, no cards; every decision must be scripted.

    Of the supply, Jagged Lightning costs 4, Fiery Torrent 5, Conjure the Lost 6, Reduce to Ash 7.
    """
    t = Table(
        nemesis="umbra_titan",
        mages=MAGES[:2],
        supply="deck_destruction",
        difficulty=difficulty,
        seed=1,
        policy=policy,
    )
    t.set(piles=dict.fromkeys(t.state()["piles"], 2))
    opened = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}
    for p in (0, 1):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={}, breaches=opened, charges=0, aether=0)
    t.nemesis.set(in_play=[], deck=DECK, discard=[])
    n = nemesis_cards_in_discard
    players = ["player_1", "player_2", "player_1", "player_2"]
    t.turn_order.set(deck=players + ["nemesis"] * (2 - n), discard=["nemesis"] * n)
    return t


def lives(t):
    """Life of Gravehold, Garu, Mist."""
    s = t.state()
    return (s["gravehold_life"], *(player["life"] for player in s["players"]))


def tokens(t):
    return t.state()["nemesis_tokens"]


def in_play(t):
    return [(card, counters) for card, counters in t.state()["nemesis_area"]["in_play"]]


def discard_pile(t):
    return t.state()["nemesis_area"]["discard"]


def prepped(t, p):
    return t.state()["players"][p]["prepped"]


def assert_discarded_for_aether(card, cost):
    """One aether less is refused; the exact price discards the power, which then has no effect."""
    t = table()
    t.nemesis.set(in_play=[(card, {"power": 1})], deck=DECK, discard=[])
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]
    t.player(0).set(aether=cost)
    t.discard_power(0, card)
    assert t.state()["players"][0]["aether"] == 0
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 8


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.item("umbra_titan")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("difficulty", "life", "start_tokens", "gravehold_life", "player_life"),
    [
        ("beginner", 60, 8, 35, 12),
        ("normal", 70, 8, 30, 10),
        ("expert", 70, 5, 30, 10),
        ("extinction", 80, 5, 25, 8),
    ],
)
def test_setup(players, difficulty, life, start_tokens, gravehold_life, player_life):
    t = Table(nemesis="umbra_titan", mages=MAGES[:players], supply="deck_destruction", difficulty=difficulty)
    s = t.state()
    assert s["nemesis_life"] == life
    assert s["nemesis_tokens"] == start_tokens
    assert lives(t) == (gravehold_life, *[player_life] * players)
    assert s["nemesis_area"]["in_play"] == []
    assert s["outcome"] is None


@pytest.mark.item("umbra_titan")
def test_deck_has_his_nine_cards_in_their_tiers():
    deck = Table(nemesis="umbra_titan", mages=MAGES[:2], supply="deck_destruction").state()["nemesis_area"][
        "deck"
    ]
    assert len(deck) == 24
    assert {"cryptid", "grubber", "seismic_roar"} <= set(deck[:6])
    assert {"maul", "tombfright", "vault_behemoth"} <= set(deck[6:14])
    assert {"crumble", "demi_ancient", "yawning_black"} <= set(deck[14:])


@pytest.mark.parametrize(
    ("card", "tier", "counters"),
    [
        pytest.param("cryptid", 1, {"life": 6}, marks=pytest.mark.item("cryptid")),
        pytest.param("grubber", 1, {"life": 5}, marks=pytest.mark.item("grubber")),
        pytest.param("seismic_roar", 1, {"power": 3}, marks=pytest.mark.item("seismic_roar")),
        pytest.param("tombfright", 2, {"life": 8}, marks=pytest.mark.item("tombfright")),
        pytest.param("vault_behemoth", 2, {"life": 9}, marks=pytest.mark.item("vault_behemoth")),
        pytest.param("demi_ancient", 3, {"life": 18}, marks=pytest.mark.item("demi_ancient")),
        pytest.param("yawning_black", 3, {"power": 2}, marks=pytest.mark.item("yawning_black")),
    ],
)
def test_minions_and_powers_enter_play_without_effect(card, tier, counters):
    t = table()
    t.resolve(card)
    assert in_play(t) == [(card, counters)]
    assert discard_pile(t) == []
    assert t.state()["nemesis_tier"] == tier
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 8


@pytest.mark.parametrize(
    ("card", "tier"),
    [
        pytest.param("maul", 2, marks=pytest.mark.item("maul")),
        pytest.param("crumble", 3, marks=pytest.mark.item("crumble")),
    ],
)
def test_attacks_are_discarded(card, tier):
    t = table()
    t.resolve(card)
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert t.state()["nemesis_tier"] == tier


# ---------------------------------------------------------------------------------------------- unleash


@pytest.mark.item("umbra_titan")
def test_unleash_with_one_nemesis_card_discarded_can_hit_any_player_for_2():
    t = table(nemesis_cards_in_discard=1)
    t.answer("first", "mist")
    t.unleash()
    assert lives(t) == (30, 10, 8)
    assert tokens(t) == 8


@pytest.mark.item("umbra_titan")
def test_unleash_with_two_nemesis_cards_discarded_can_hit_gravehold_for_2():
    t = table(nemesis_cards_in_discard=2)
    t.answer("first")
    t.unleash()
    assert lives(t) == (28, 10, 10)
    assert tokens(t) == 8


@pytest.mark.item("umbra_titan")
@pytest.mark.parametrize("nemesis_cards", [1, 2])
def test_unleash_can_cost_him_1_token_instead(nemesis_cards):
    t = table(nemesis_cards_in_discard=nemesis_cards)
    t.answer("second")
    t.unleash()
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 7


@pytest.mark.item("umbra_titan")
def test_unleash_without_nemesis_card_discarded_must_cost_a_token():
    t = table(nemesis_cards_in_discard=0)
    t.unleash()
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 7


@pytest.mark.item("umbra_titan")
def test_players_lose_when_his_last_token_goes():
    t = table()
    t.set(nemesis_tokens=2)
    t.answer("second")
    t.unleash()
    assert t.state()["outcome"] is None
    t.answer("second")
    t.unleash()
    assert tokens(t) == 0
    assert t.state()["outcome"] == "loss"
    assert t.state()["reason"]


@pytest.mark.item("umbra_titan")
def test_players_win_at_once_when_his_life_is_gone():
    t = table()
    t.deal(0, 69, "nemesis")
    assert t.state()["nemesis_life"] == 1
    assert t.state()["outcome"] is None
    t.deal(0, 1, "nemesis")
    assert t.state()["outcome"] == "win"


# ----------------------------------------------------------------------------------------------- tier 1


@pytest.mark.item("cryptid")
def test_cryptid_discards_the_most_expensive_prepped_spell_of_all():
    t = table()
    t.nemesis.set(in_play=["cryptid"], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["spark"], "II": ["jagged_lightning"]})
    t.player(1).set(prepped={"I": ["fiery_torrent"]})
    t.answer("first")
    t.trigger("cryptid")
    assert prepped(t, 0) == {"I": ["spark"], "II": ["jagged_lightning"]}
    assert prepped(t, 1) == {}
    assert t.state()["players"][1]["discard"] == ["fiery_torrent"]
    assert tokens(t) == 8


@pytest.mark.item("cryptid")
def test_cryptid_players_choose_between_equally_expensive_spells():
    t = table()
    t.nemesis.set(in_play=["cryptid"], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["jagged_lightning"]})
    t.player(1).set(prepped={"I": ["jagged_lightning"]})
    t.answer("first", "mist jagged_lightning")
    t.trigger("cryptid")
    assert prepped(t, 0) == {"I": ["jagged_lightning"]}
    assert t.state()["players"][1]["discard"] == ["jagged_lightning"]


@pytest.mark.item("cryptid")
def test_cryptid_can_cost_a_token_instead():
    t = table()
    t.nemesis.set(in_play=["cryptid"], deck=DECK, discard=[])
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("second")
    t.trigger("cryptid")
    assert prepped(t, 0) == {"I": ["spark"]}
    assert tokens(t) == 7


@pytest.mark.item("cryptid")
def test_cryptid_without_prepped_spell_must_cost_a_token():
    t = table()
    t.nemesis.set(in_play=["cryptid"], deck=DECK, discard=[])
    t.trigger("cryptid")
    assert tokens(t) == 7


@pytest.mark.item("grubber")
@pytest.mark.parametrize(
    ("nemesis_cards", "gravehold_life", "tokens_left"), [(0, 28, 8), (1, 28, 8), (2, 30, 7)]
)
def test_grubber(nemesis_cards, gravehold_life, tokens_left):
    t = table(nemesis_cards_in_discard=nemesis_cards)
    t.nemesis.set(in_play=["grubber"], deck=DECK, discard=[])
    t.trigger("grubber")
    assert lives(t) == (gravehold_life, 10, 10)
    assert tokens(t) == tokens_left


@pytest.mark.item("seismic_roar")
def test_seismic_roar_costs_2_tokens():
    t = table()
    t.nemesis.set(in_play=[("seismic_roar", {"power": 1})], deck=DECK, discard=[])
    t.trigger("seismic_roar")
    assert tokens(t) == 6
    assert lives(t) == (30, 10, 10)
    assert in_play(t) == []
    assert discard_pile(t) == ["seismic_roar"]


@pytest.mark.item("seismic_roar", "umbra_titan")
def test_seismic_roar_with_one_token_left_is_the_end():
    t = table()
    t.set(nemesis_tokens=1)
    t.nemesis.set(in_play=[("seismic_roar", {"power": 1})], deck=DECK, discard=[])
    t.trigger("seismic_roar")
    assert t.state()["outcome"] == "loss"


@pytest.mark.item("seismic_roar")
def test_seismic_roar_to_discard_6_aether():
    assert_discarded_for_aether("seismic_roar", 6)


# ----------------------------------------------------------------------------------------------- tier 2


@pytest.mark.item("maul")
def test_maul_destroys_the_two_most_expensive_prepped_spells():
    t = table()
    t.player(0).set(prepped={"I": ["reduce_to_ash"], "II": ["spark"]})
    t.player(1).set(prepped={"I": ["jagged_lightning"], "II": ["fiery_torrent"]})
    t.answer("first")
    t.resolve("maul")
    assert prepped(t, 0) == {"II": ["spark"]}
    assert prepped(t, 1) == {"I": ["jagged_lightning"]}
    assert sorted(t.state()["destroyed"]) == ["fiery_torrent", "reduce_to_ash"]
    assert t.state()["players"][0]["discard"] == t.state()["players"][1]["discard"] == []
    assert tokens(t) == 8
    assert discard_pile(t) == ["maul"]


@pytest.mark.item("maul")
def test_maul_may_take_both_spells_from_one_player():
    t = table()
    t.player(0).set(prepped={"I": ["reduce_to_ash"], "II": ["fiery_torrent"]})
    t.player(1).set(prepped={"I": ["spark"]})
    t.answer("first")
    t.resolve("maul")
    assert prepped(t, 0) == {}
    assert prepped(t, 1) == {"I": ["spark"]}


@pytest.mark.item("maul")
def test_maul_can_cost_2_tokens_instead():
    t = table()
    t.player(0).set(prepped={"I": ["spark"], "II": ["fiery_torrent"]})
    t.answer("second")
    t.resolve("maul")
    assert prepped(t, 0) == {"I": ["spark"], "II": ["fiery_torrent"]}
    assert tokens(t) == 6
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("maul")
def test_maul_with_one_prepped_spell_must_cost_tokens():
    t = table()
    t.player(0).set(prepped={"I": ["spark"]})
    t.resolve("maul")
    assert prepped(t, 0) == {"I": ["spark"]}
    assert tokens(t) == 6


@pytest.mark.item("maul")
def test_maul_with_one_token_left_must_destroy_spells():
    t = table()
    t.set(nemesis_tokens=1)
    t.player(0).set(prepped={"I": ["spark"], "II": ["fiery_torrent"]})
    t.resolve("maul")
    assert prepped(t, 0) == {}
    assert tokens(t) == 1


@pytest.mark.item("maul")
def test_maul_when_neither_option_is_complete_either_is_resolved_as_far_as_possible():
    t = table()
    t.set(nemesis_tokens=1)
    t.player(0).set(prepped={"I": ["spark"]})
    t.answer("first")
    t.resolve("maul")
    assert t.state()["destroyed"] == ["spark"]
    assert tokens(t) == 1
    assert t.state()["outcome"] is None


@pytest.mark.item("tombfright")
@pytest.mark.parametrize(
    ("tokens_before", "gravehold_life", "tokens_after"), [(8, 30, 7), (5, 30, 4), (4, 27, 4), (1, 27, 1)]
)
def test_tombfright(tokens_before, gravehold_life, tokens_after):
    t = table()
    t.set(nemesis_tokens=tokens_before)
    t.nemesis.set(in_play=["tombfright"], deck=DECK, discard=[])
    t.trigger("tombfright")
    assert lives(t) == (gravehold_life, 10, 10)
    assert tokens(t) == tokens_after


@pytest.mark.item("vault_behemoth")
@pytest.mark.parametrize(("life", "tokens_left"), [(9, 8), (8, 7), (1, 7)])
def test_vault_behemoth(life, tokens_left):
    t = table()
    t.nemesis.set(in_play=[("vault_behemoth", {"life": life})], deck=DECK, discard=[])
    t.answer("mist")
    t.trigger("vault_behemoth")
    assert lives(t) == (30, 10, 8)
    assert tokens(t) == tokens_left
    assert in_play(t) == [("vault_behemoth", {"life": life})]


# ----------------------------------------------------------------------------------------------- tier 3


@pytest.mark.item("crumble")
def test_crumble_can_cost_3_tokens():
    t = table()
    t.nemesis.set(in_play=[], deck=DECK, discard=["grubber"])
    t.answer("first")
    t.resolve("crumble")
    assert tokens(t) == 5
    assert in_play(t) == []
    assert discard_pile(t) == ["crumble", "grubber"]


@pytest.mark.item("crumble")
def test_crumble_can_unleash_and_return_the_minion_discarded_last():
    t = table()
    t.nemesis.set(in_play=["demi_ancient"], deck=DECK, discard=["maul", "grubber", "cryptid"])
    t.answer("second", "first", "garu")  # the second option; its unleash hits Garu
    t.resolve("crumble")
    assert lives(t) == (30, 8, 10)
    assert tokens(t) == 8
    assert in_play(t) == [("demi_ancient", {"life": 18}), ("grubber", {"life": 5})]
    assert discard_pile(t) == ["crumble", "maul", "cryptid"]


@pytest.mark.item("crumble")
def test_crumble_unleashes_before_the_minion_returns():
    t = table()
    t.set(nemesis_tokens=1)
    t.nemesis.set(in_play=[], deck=DECK, discard=["grubber"])
    t.answer("second")  # the unleash takes the last token
    t.resolve("crumble")
    assert t.state()["outcome"] == "loss"
    assert in_play(t) == []


@pytest.mark.item("crumble")
def test_crumble_without_discarded_minion_must_cost_tokens():
    t = table()
    t.nemesis.set(in_play=[], deck=DECK, discard=["maul", "seismic_roar"])
    t.resolve("crumble")
    assert tokens(t) == 5
    assert lives(t) == (30, 10, 10)


@pytest.mark.item("crumble")
def test_crumble_with_two_tokens_left_must_return_the_minion():
    t = table()
    t.set(nemesis_tokens=2)
    t.nemesis.set(in_play=[], deck=DECK, discard=["grubber"])
    t.answer("first", "mist")  # only the unleash asks
    t.resolve("crumble")
    assert tokens(t) == 2
    assert lives(t) == (30, 10, 8)
    assert in_play(t) == [("grubber", {"life": 5})]


@pytest.mark.item("demi_ancient")
def test_demi_ancient_costs_1_token():
    t = table()
    t.nemesis.set(in_play=["demi_ancient"], deck=DECK, discard=[])
    t.trigger("demi_ancient")
    assert tokens(t) == 7
    assert lives(t) == (30, 10, 10)
    assert in_play(t) == [("demi_ancient", {"life": 18})]


@pytest.mark.item("yawning_black")
def test_yawning_black_can_hit_any_player_for_6():
    t = table()
    t.nemesis.set(in_play=[("yawning_black", {"power": 1})], deck=DECK, discard=[])
    t.answer("first", "mist")
    t.trigger("yawning_black")
    assert lives(t) == (30, 10, 4)
    assert tokens(t) == 8
    assert discard_pile(t) == ["yawning_black"]


@pytest.mark.item("yawning_black")
def test_yawning_black_can_cost_3_tokens_instead():
    t = table()
    t.nemesis.set(in_play=[("yawning_black", {"power": 1})], deck=DECK, discard=[])
    t.answer("second")
    t.trigger("yawning_black")
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 5


@pytest.mark.item("yawning_black")
def test_yawning_black_with_two_tokens_left_must_hit_a_player():
    t = table()
    t.set(nemesis_tokens=2)
    t.nemesis.set(in_play=[("yawning_black", {"power": 1})], deck=DECK, discard=[])
    t.answer("garu")
    t.trigger("yawning_black")
    assert lives(t) == (30, 4, 10)
    assert tokens(t) == 2


@pytest.mark.item("yawning_black")
def test_yawning_black_to_discard_8_aether():
    assert_discarded_for_aether("yawning_black", 8)
