"""Gate Witch: setup, unleash, accelerated time, and her nine cards."""

import pytest

from breachlab.sim.aeons_end import IllegalStep, Table
from breachlab.sim.errors import UserError

MAGES = ["garu", "mist", "ulgimor", "quilius"]
# Powers with three or two tokens: drawn, they do nothing for a turn.
DECK = ["night_unending", "planar_collision", "apocalypse_ritual", "withering_beam"]
PLAYER_CARDS = ["player_1", "player_2", "player_1", "player_2"]


def table(tokens=1, players=2, difficulty="normal", policy=None, seed=1, four_player_variant=False):
    """Mages with all breaches opened and no cards; every decision must be scripted.

    With two players one nemesis card lies in the turn order discard pile.
    """
    t = Table(
        nemesis="gate_witch",
        mages=MAGES[:players],
        supply="deck_destruction",
        difficulty=difficulty,
        seed=seed,
        policy=policy,
        four_player_variant=four_player_variant,
    )
    t.set(nemesis_tokens=tokens, piles=dict.fromkeys(t.state()["piles"], 2))
    opened = {"I": "opened", "II": "opened", "III": "opened", "IV": "opened"}
    for p in range(players):
        t.player(p).set(hand=[], deck=[], discard=[], prepped={}, breaches=opened, charges=0, aether=0)
    t.nemesis.set(in_play=[], deck=DECK, discard=[])
    if players == 2:
        t.turn_order.set(deck=["nemesis", *PLAYER_CARDS], discard=["nemesis"])
    return t


def lives(t):
    """Life of Gravehold, then of each player."""
    s = t.state()
    return (s["gravehold_life"], *(player["life"] for player in s["players"]))


def tokens(t):
    return t.state()["nemesis_tokens"]


def in_play(t):
    return [(card, counters) for card, counters in t.state()["nemesis_area"]["in_play"]]


def nemesis_deck(t):
    return t.state()["nemesis_area"]["deck"]


def discard_pile(t):
    return t.state()["nemesis_area"]["discard"]


def turn_order(t):
    return t.state()["turn_order"]


def assert_discarded_for_aether(card, cost):
    """One aether less is refused; the exact price discards the power, which then has no effect."""
    t = table()
    t.nemesis.set(in_play=[(card, {"power": 1})], deck=DECK, discard=[])
    before = turn_order(t)
    t.player(0).set(aether=cost - 1)
    with pytest.raises(IllegalStep):
        t.discard_power(0, card)
    assert in_play(t) == [(card, {"power": 1})]
    t.player(0).set(aether=cost)
    t.discard_power(0, card)
    assert t.state()["players"][0]["aether"] == 0
    assert in_play(t) == []
    assert discard_pile(t) == [card]
    assert nemesis_deck(t) == DECK
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 1
    assert turn_order(t) == before


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("difficulty", "life", "gravehold_life", "player_life"),
    [("beginner", 60, 35, 12), ("normal", 70, 30, 10), ("expert", 70, 30, 10), ("extinction", 80, 25, 8)],
)
def test_setup(players, difficulty, life, gravehold_life, player_life):
    t = Table(nemesis="gate_witch", mages=MAGES[:players], supply="deck_destruction", difficulty=difficulty)
    s = t.state()
    assert s["nemesis_life"] == life
    assert s["nemesis_tokens"] == 1
    assert lives(t) == (gravehold_life, *[player_life] * players)
    assert s["nemesis_area"]["in_play"] == []
    assert s["outcome"] is None


@pytest.mark.item("gate_witch")
def test_deck_has_her_nine_cards_in_their_tiers():
    deck = nemesis_deck(Table(nemesis="gate_witch", mages=MAGES[:2], supply="deck_destruction"))
    assert len(deck) == 24
    assert {"deep_abomination", "hasten", "temporal_nimbus"} <= set(deck[:6])
    assert {"nether_spiral", "paradox_beast", "portal_wretch"} <= set(deck[6:14])
    assert {"distort", "infinite_enmity", "rift_scourge"} <= set(deck[14:])


@pytest.mark.parametrize(
    ("card", "tier", "counters"),
    [
        pytest.param("deep_abomination", 1, {"life": 6}, marks=pytest.mark.item("deep_abomination")),
        pytest.param("temporal_nimbus", 1, {"power": 3}, marks=pytest.mark.item("temporal_nimbus")),
        pytest.param("nether_spiral", 2, {"power": 3}, marks=pytest.mark.item("nether_spiral")),
        pytest.param("paradox_beast", 2, {"life": 8}, marks=pytest.mark.item("paradox_beast")),
        pytest.param("portal_wretch", 2, {"life": 8}, marks=pytest.mark.item("portal_wretch")),
        pytest.param("infinite_enmity", 3, {"power": 2}, marks=pytest.mark.item("infinite_enmity")),
        pytest.param("rift_scourge", 3, {"life": 13}, marks=pytest.mark.item("rift_scourge")),
    ],
)
def test_minions_and_powers_enter_play_without_effect(card, tier, counters):
    t = table()
    before = turn_order(t)
    t.resolve(card)
    assert in_play(t) == [(card, counters)]
    assert discard_pile(t) == []
    assert nemesis_deck(t) == DECK
    assert t.state()["nemesis_tier"] == tier
    assert lives(t) == (30, 10, 10)
    assert tokens(t) == 1
    assert turn_order(t) == before


@pytest.mark.parametrize(
    ("card", "tier"),
    [
        pytest.param("hasten", 1, marks=pytest.mark.item("hasten")),
        pytest.param("distort", 3, marks=pytest.mark.item("distort")),
    ],
)
def test_tier_of_the_attacks(card, tier):
    t = table()
    assert t.state()["nemesis_tier"] == 0
    t.nemesis.set(in_play=[], deck=DECK, discard=[card])
    assert t.state()["nemesis_tier"] == tier


# ---------------------------------------------------------------------------- unleash, accelerated time


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize("difficulty", ["beginner", "normal", "expert", "extinction"])
def test_unleash_gives_her_1_token(difficulty):
    t = table(tokens=3, difficulty=difficulty)
    before = lives(t)
    t.unleash()
    assert tokens(t) == 4
    assert lives(t) == before


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize(
    ("difficulty", "tokens_before", "tokens_after"),
    [
        ("beginner", 5, 1),
        ("normal", 5, 1),
        ("normal", 6, 2),
        ("normal", 9, 5),  # once a turn only
        ("expert", 5, 2),
        ("expert", 6, 3),
        ("extinction", 5, 2),
    ],
)
def test_time_is_accelerated_at_the_end_of_a_nemesis_turn(difficulty, tokens_before, tokens_after):
    t = table(tokens=tokens_before, difficulty=difficulty)
    t.turn_order.set(deck=["player_1", "player_2", "player_2", "nemesis"], discard=["nemesis", "player_1"])
    t.nemesis_turn()
    assert tokens(t) == tokens_after
    assert turn_order(t)["discard"] == ["player_1"]
    assert sorted(turn_order(t)["deck"]) == ["nemesis", "nemesis", "player_1", "player_2", "player_2"]


@pytest.mark.item("gate_witch")
def test_accelerated_time_shuffles_the_turn_order_deck():
    orders = set()
    for seed in range(20):
        t = table(tokens=5, seed=seed)
        t.nemesis_turn()
        orders.add(tuple(turn_order(t)["deck"]))
    assert len(orders) > 5


@pytest.mark.item("gate_witch")
@pytest.mark.parametrize("difficulty", ["normal", "expert"])
@pytest.mark.parametrize(("tokens_before", "nemesis_cards"), [(4, 1), (5, 2), (8, 2), (5, 0)])
def test_time_is_not_accelerated(difficulty, tokens_before, nemesis_cards):
    t = table(tokens=tokens_before, difficulty=difficulty)
    t.turn_order.set(
        deck=[*PLAYER_CARDS, *["nemesis"] * (2 - nemesis_cards)], discard=["nemesis"] * nemesis_cards
    )
    before = turn_order(t)
    t.nemesis_turn()
    assert tokens(t) == tokens_before
    assert turn_order(t) == before


@pytest.mark.item("gate_witch")
def test_time_is_accelerated_after_the_draw_phase():
    t = table(tokens=4)
    t.nemesis.set(in_play=[], deck=["hasten", "smite"], discard=[])
    t.answer("mist")  # Hasten hits for 4 and unleashes: 5 tokens
    t.nemesis_turn()
    assert lives(t) == (30, 10, 6)
    assert tokens(t) == 1
    assert turn_order(t)["discard"] == []


@pytest.mark.item("gate_witch")
def test_time_is_not_accelerated_in_a_players_turn():
    t = table(tokens=6)
    before = turn_order(t)
    t.deal(0, 1, "nemesis")
    t.draw_phase(0)
    assert tokens(t) == 6
    assert turn_order(t) == before


# ----------------------------------------------------------------------------------------------- tier 1


@pytest.mark.item("deep_abomination")
def test_deep_abomination_hits_each_player_per_own_turn_order_card_discarded():
    t = table(policy="greedy")
    t.nemesis.set(in_play=["deep_abomination"], deck=DECK, discard=[])
    t.turn_order.set(deck=["player_2", "nemesis"], discard=["player_1", "nemesis", "player_2", "player_1"])
    t.trigger("deep_abomination")
    assert lives(t) == (30, 8, 9)


@pytest.mark.item("deep_abomination")
def test_deep_abomination_spares_players_without_discarded_card():
    t = table()
    t.nemesis.set(in_play=["deep_abomination"], deck=DECK, discard=[])
    t.turn_order.set(deck=["player_1", "player_1", "player_2", "nemesis"], discard=["player_2", "nemesis"])
    t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 9)
    t.turn_order.set(deck=PLAYER_CARDS, discard=["nemesis", "nemesis"])
    t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 9)


@pytest.mark.item("deep_abomination")
def test_deep_abomination_players_choose_whom_the_wild_card_hits():
    t = table(players=3)
    t.nemesis.set(in_play=["deep_abomination"], deck=DECK, discard=[])
    t.turn_order.set(deck=["player_1", "player_2", "player_3", "nemesis"], discard=["wild", "nemesis"])
    t.answer("ulgimor")
    t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 10, 9)


def one_pair_card_discarded():
    t = table(players=4, four_player_variant=True)
    t.nemesis.set(in_play=["deep_abomination"], deck=DECK, discard=[])
    t.turn_order.set(
        deck=["player_1_2", "player_3_4", "player_3_4", "nemesis"], discard=["nemesis", "player_1_2"]
    )
    return t


@pytest.mark.item("deep_abomination")
def test_deep_abomination_hits_one_of_a_pair_per_pair_card():
    t = one_pair_card_discarded()
    t.answer("mist")
    t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 9, 10, 10)


@pytest.mark.item("deep_abomination")
def test_deep_abomination_hits_nobody_outside_the_pair():
    t = one_pair_card_discarded()
    t.answer("ulgimor")
    with pytest.raises(UserError):
        t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 10, 10, 10)


@pytest.mark.item("deep_abomination")
def test_deep_abomination_hits_both_of_a_pair_when_both_pair_cards_are_discarded():
    t = table(players=4, four_player_variant=True, policy="greedy")
    t.nemesis.set(in_play=["deep_abomination"], deck=DECK, discard=[])
    t.turn_order.set(
        deck=["player_1_2", "player_1_2", "nemesis"], discard=["player_3_4", "nemesis", "player_3_4"]
    )
    t.trigger("deep_abomination")
    assert lives(t) == (30, 10, 10, 9, 9)


@pytest.mark.item("hasten")
@pytest.mark.parametrize("tokens_before", [1, 3])
def test_hasten_hits_per_token_then_unleashes_and_goes_under_the_deck(tokens_before):
    t = table(tokens=tokens_before)
    t.answer("mist")
    t.resolve("hasten")
    assert lives(t) == (30, 10, 10 - tokens_before)
    assert tokens(t) == tokens_before + 1
    assert nemesis_deck(t) == [*DECK, "hasten"]
    assert discard_pile(t) == []
    assert in_play(t) == []


@pytest.mark.item("temporal_nimbus")
def test_temporal_nimbus_unleashes_and_draws_one_more_card_this_turn():
    t = table()
    t.nemesis.set(in_play=[("temporal_nimbus", {"power": 1})], deck=DECK, discard=[])
    t.nemesis_turn()
    assert tokens(t) == 2
    assert discard_pile(t) == ["temporal_nimbus"]
    assert in_play(t) == [("night_unending", {"power": 3}), ("planar_collision", {"power": 2})]
    assert nemesis_deck(t) == ["apocalypse_ritual", "withering_beam"]
    t.nemesis_turn()  # and only this turn
    assert nemesis_deck(t) == ["withering_beam"]


@pytest.mark.item("temporal_nimbus")
def test_temporal_nimbus_draws_nothing_before_its_last_power_token_goes():
    t = table()
    t.nemesis.set(in_play=[("temporal_nimbus", {"power": 2})], deck=DECK, discard=[])
    t.nemesis_turn()
    assert tokens(t) == 1
    assert in_play(t) == [("temporal_nimbus", {"power": 1}), ("night_unending", {"power": 3})]


@pytest.mark.item("temporal_nimbus")
def test_temporal_nimbus_draws_before_time_is_accelerated():
    t = table(tokens=3)
    t.nemesis.set(
        in_play=[("temporal_nimbus", {"power": 1})], deck=["night_unending", "hasten", "smite"], discard=[]
    )
    t.answer("mist")  # by Hasten, at 4 tokens
    t.nemesis_turn()
    assert lives(t) == (30, 10, 6)
    assert tokens(t) == 1  # 3, Temporal Nimbus 4, Hasten 5, accelerated


@pytest.mark.item("temporal_nimbus")
def test_temporal_nimbus_to_discard_6_aether():
    assert_discarded_for_aether("temporal_nimbus", 6)


# ----------------------------------------------------------------------------------------------- tier 2


@pytest.mark.item("nether_spiral")
def test_nether_spiral_leaves_one_player_card_discarded():
    t = table()
    t.nemesis.set(in_play=[("nether_spiral", {"power": 1})], deck=DECK, discard=[])
    t.turn_order.set(deck=["player_1", "nemesis"], discard=["player_1", "nemesis", "player_2", "player_2"])
    t.answer("player_2")
    t.trigger("nether_spiral")
    assert turn_order(t)["discard"] == ["player_2"]
    assert sorted(turn_order(t)["deck"]) == ["nemesis", "nemesis", "player_1", "player_1", "player_2"]
    assert tokens(t) == 1
    assert lives(t) == (30, 10, 10)
    assert discard_pile(t) == ["nether_spiral"]


@pytest.mark.item("nether_spiral")
def test_nether_spiral_without_player_card_discarded_shuffles_all():
    t = table()
    t.nemesis.set(in_play=[("nether_spiral", {"power": 1})], deck=DECK, discard=[])
    t.turn_order.set(deck=PLAYER_CARDS, discard=["nemesis", "nemesis"])
    t.trigger("nether_spiral")
    assert turn_order(t)["discard"] == []
    assert sorted(turn_order(t)["deck"]) == ["nemesis", "nemesis", *sorted(PLAYER_CARDS)]


@pytest.mark.item("nether_spiral")
def test_nether_spiral_shuffles_deck_and_discard_together():
    orders = set()
    for seed in range(20):
        t = table(seed=seed)
        t.nemesis.set(in_play=[("nether_spiral", {"power": 1})], deck=DECK, discard=[])
        t.turn_order.set(
            deck=["player_1", "player_2", "player_2", "nemesis"], discard=["player_1", "nemesis"]
        )
        t.trigger("nether_spiral")
        assert turn_order(t)["discard"] == ["player_1"]
        orders.add(tuple(card for card in turn_order(t)["deck"] if card != "nemesis"))
    assert len(orders) > 1  # the cards that lay in the deck have moved too


@pytest.mark.item("nether_spiral")
def test_nether_spiral_to_discard_7_aether():
    assert_discarded_for_aether("nether_spiral", 7)


@pytest.mark.item("paradox_beast")
@pytest.mark.parametrize(("tokens_before", "gravehold_life"), [(1, 29), (4, 26)])
def test_paradox_beast_hits_gravehold_per_token(tokens_before, gravehold_life):
    t = table(tokens=tokens_before)
    t.nemesis.set(in_play=["paradox_beast"], deck=DECK, discard=[])
    t.trigger("paradox_beast")
    assert lives(t) == (gravehold_life, 10, 10)
    assert tokens(t) == tokens_before


@pytest.mark.item("portal_wretch")
def test_portal_wretch_hits_the_player_with_the_most_charges_for_2():
    t = table()
    t.nemesis.set(in_play=["portal_wretch"], deck=DECK, discard=[])
    t.player(0).set(charges=1)
    t.player(1).set(charges=2)
    t.trigger("portal_wretch")
    assert lives(t) == (30, 10, 8)
    assert [player["charges"] for player in t.state()["players"]] == [1, 2]


@pytest.mark.item("portal_wretch")
def test_portal_wretch_players_choose_when_all_have_no_charges():
    t = table()
    t.nemesis.set(in_play=["portal_wretch"], deck=DECK, discard=[])
    t.answer("garu")
    t.trigger("portal_wretch")
    assert lives(t) == (30, 8, 10)


@pytest.mark.item("portal_wretch")
def test_portal_wretch_when_discarded_shuffles_one_nemesis_card_into_the_turn_order_deck():
    t = table()
    t.nemesis.set(in_play=["portal_wretch"], deck=DECK, discard=[])
    t.turn_order.set(deck=["player_1", "player_2", "player_2"], discard=["player_1", "nemesis", "nemesis"])
    t.deal(0, 7, "portal_wretch")
    assert turn_order(t)["discard"] == ["player_1", "nemesis", "nemesis"]
    t.deal(0, 1, "portal_wretch")
    assert discard_pile(t) == ["portal_wretch"]
    assert turn_order(t)["discard"] == ["player_1", "nemesis"]
    assert sorted(turn_order(t)["deck"]) == ["nemesis", "player_1", "player_2", "player_2"]


@pytest.mark.item("portal_wretch")
def test_portal_wretch_when_discarded_without_nemesis_card_there():
    t = table()
    t.nemesis.set(in_play=["portal_wretch"], deck=DECK, discard=[])
    t.turn_order.set(deck=["nemesis", "nemesis", "player_1", "player_2"], discard=["player_1", "player_2"])
    t.deal(0, 8, "portal_wretch")
    assert discard_pile(t) == ["portal_wretch"]
    assert turn_order(t)["discard"] == ["player_1", "player_2"]
    assert len(turn_order(t)["deck"]) == 4


# ----------------------------------------------------------------------------------------------- tier 3


@pytest.mark.item("distort")
def test_distort_discards_a_revealed_player_card():
    t = table()
    t.turn_order.set(deck=["player_2", "player_1", "player_1", "nemesis"], discard=["nemesis", "player_2"])
    t.resolve("distort")
    assert tokens(t) == 2
    assert turn_order(t)["deck"] == ["player_1", "player_1", "nemesis"]
    assert turn_order(t)["discard"] == ["player_2", "nemesis", "player_2"]
    assert lives(t) == (30, 10, 10)
    assert nemesis_deck(t) == [*DECK, "distort"]
    assert discard_pile(t) == []


@pytest.mark.item("distort")
def test_distort_discards_a_revealed_wild_card():
    t = table(players=3)
    t.turn_order.set(deck=["wild", "player_1", "player_2", "player_3"], discard=["nemesis", "nemesis"])
    t.resolve("distort")
    assert turn_order(t)["discard"] == ["wild", "nemesis", "nemesis"]
    assert lives(t) == (30, 10, 10, 10)


@pytest.mark.item("distort")
def test_distort_hits_gravehold_for_5_when_a_nemesis_card_is_revealed():
    t = table()
    before = turn_order(t)
    assert before["deck"][0] == "nemesis"
    t.resolve("distort")
    assert tokens(t) == 2
    assert lives(t) == (25, 10, 10)
    assert turn_order(t) == before
    assert nemesis_deck(t) == [*DECK, "distort"]
    assert discard_pile(t) == []


@pytest.mark.item("infinite_enmity")
@pytest.mark.parametrize(("tokens_before", "tokens_after"), [(1, 6), (5, 6), (6, 6), (7, 7)])
def test_infinite_enmity_unleashes_up_to_6_tokens_and_goes_under_the_deck(tokens_before, tokens_after):
    t = table(tokens=tokens_before)
    t.nemesis.set(in_play=[("infinite_enmity", {"power": 1})], deck=DECK, discard=[])
    t.trigger("infinite_enmity")
    assert tokens(t) == tokens_after
    assert lives(t) == (30, 10, 10)
    assert in_play(t) == []
    assert nemesis_deck(t) == [*DECK, "infinite_enmity"]
    assert discard_pile(t) == []


@pytest.mark.item("infinite_enmity")
def test_infinite_enmity_to_discard_8_aether_goes_to_the_discard_pile():
    assert_discarded_for_aether("infinite_enmity", 8)


@pytest.mark.item("rift_scourge")
def test_rift_scourge_hits_any_player_for_4():
    t = table(tokens=2)
    t.nemesis.set(in_play=["rift_scourge"], deck=DECK, discard=[])
    t.answer("mist")
    t.trigger("rift_scourge")
    assert lives(t) == (30, 10, 6)
    assert tokens(t) == 2


@pytest.mark.item("rift_scourge")
def test_rift_scourge_goes_under_the_deck_when_discarded():
    t = table()
    t.nemesis.set(in_play=["rift_scourge"], deck=DECK, discard=[])
    t.deal(0, 12, "rift_scourge")
    assert in_play(t) == [("rift_scourge", {"life": 1})]
    t.deal(0, 1, "rift_scourge")
    assert in_play(t) == []
    assert nemesis_deck(t) == [*DECK, "rift_scourge"]
    assert discard_pile(t) == []
