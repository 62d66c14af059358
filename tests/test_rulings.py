"""The rulings by number: r1 to r98, the uncertainties u1 to u9, the choices between sources (d) that show.

A ruling that a worked example already shows is only named here; see test_worked_examples.py. Unless a test
says otherwise player 0 is Garu and player 1 is Dezmodia, they have no cards but those they are given, and a
decision that the test does not script is an error: what is forced must not be asked.
"""

import pytest
from helpers import ALL_OPENED, breach, in_play, pass_turn, player, table

from breachlab.sim.aeons_end import IllegalStep
from breachlab.sim.errors import UserError

GARU, DEZMODIA = 0, 1
TURN_CARDS = ["player_1", "player_1", "player_2", "player_2", "nemesis", "nemesis"]


def lives(t):
    return [p["life"] for p in t.state()["players"]]


def gravehold(t):
    return t.state()["gravehold_life"]


def tokens(t):
    return t.state()["nemesis_tokens"]


def dealt(t, full=70):
    """Damage that the nemesis has suffered."""
    return full - t.state()["nemesis_life"]


def put_in_play(t, card, **counters):
    t.nemesis.set(in_play=[(card, counters)])


def turn_order(t, deck, discard):
    """Lay out the named turn order cards; the rest of the two-player deck lies below."""
    rest = list(TURN_CARDS)
    for card in deck + discard:
        rest.remove(card)
    t.turn_order.set(deck=deck + rest, discard=discard)


def hollow_crown(in_play, deck=(), discard=(), **options):
    t = table("hollow_crown", **options)
    t.acolytes.set(
        in_play=[(acolyte, {"life": life}) for acolyte, life in in_play.items()],
        deck=list(deck),
        discard=list(discard),
    )
    return t


def refused(step, *arguments):
    """The step is illegal and changes nothing."""
    before = step.__self__.state()
    with pytest.raises(IllegalStep):
        step(*arguments)
    assert step.__self__.state() == before


# ======================================================================================= general resolution

# r1 (card text beats the rulebook): E7, where the spell goes to a hand and not to a discard pile.


@pytest.mark.item("thrash")
def test_r2_impossible_remainder_is_skipped():
    t = table()
    t.player(GARU).set(hand=["crystal"])
    t.resolve("thrash")
    assert tokens(t) == 2
    assert player(t, GARU)["hand"] == []
    assert player(t, GARU)["discard"] == ["crystal"]


@pytest.mark.item("nix")
def test_r3_nix_must_hit_a_player_with_a_card_in_hand():
    t = table()
    t.player(DEZMODIA).set(hand=["crystal"])
    t.resolve("nix")
    assert lives(t) == [10, 9]
    assert player(t, DEZMODIA)["discard"] == ["crystal"]


@pytest.mark.item("throttle")
def test_r3_throttle_must_hit_a_player_with_three_cards():
    t = table()
    t.player(GARU).set(hand=["crystal", "spark"])
    t.player(DEZMODIA).set(hand=["crystal", "crystal", "crystal"])
    t.resolve("throttle")
    assert player(t, DEZMODIA)["hand"] == []
    assert t.state()["destroyed"] == ["crystal"] * 3
    assert len(player(t, GARU)["hand"]) == 2


# r3, nobody can do all of it: E16.


@pytest.mark.item("black_solstice")
def test_r3_black_solstice_must_hit_a_player_with_a_prepped_spell():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=8)  # so that both unleashes can only hurt Gravehold
    put_in_play(t, "black_solstice", power=1)
    t.player(DEZMODIA).set(prepped={"I": ["spark"]})
    t.trigger("black_solstice")
    assert gravehold(t) == 26
    assert lives(t) == [10, 7]
    assert player(t, DEZMODIA)["prepped"] == {}
    assert player(t, DEZMODIA)["discard"] == ["spark"]


@pytest.mark.item("chaos_flail")
def test_r3_chaos_flail_must_hit_a_player_who_can_reveal_two_cards():
    t = table(cards=("jagged_lightning", "aurora"))
    put_in_play(t, "chaos_flail", power=1)
    t.player(DEZMODIA).set(deck=["jagged_lightning"], discard=["aurora"])
    t.trigger("chaos_flail")
    assert tokens(t) == 3
    assert t.state()["destroyed"] == ["aurora"]
    assert player(t, DEZMODIA)["deck"] == ["jagged_lightning"]
    assert player(t, DEZMODIA)["discard"] == []


@pytest.mark.item("solara")
def test_r3_solara_must_hit_a_player_with_two_cards_in_hand():
    t = hollow_crown({"solara": 11})
    t.player(GARU).set(hand=["crystal"])
    t.player(DEZMODIA).set(hand=["crystal", "crystal"])
    t.blood_magic("solara")
    assert player(t, DEZMODIA)["discard"] == ["crystal", "crystal"]
    assert player(t, GARU)["hand"] == ["crystal"]
    assert in_play(t, "acolytes") == {"solara": {"life": 8}}


@pytest.mark.item("howling_spinners")
def test_r4_any_player_may_be_an_exhausted_one():
    t = table()
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(life=0)
    t.answer("garu")
    t.trigger("howling_spinners")
    assert gravehold(t) == 26
    assert lives(t) == [0, 10]


# r5, lowest life and most charges: E16.


@pytest.mark.item("eclipse")
@pytest.mark.parametrize(("chosen", "lives_left"), [("carbonize", [10, 8]), ("jagged_lightning", [8, 10])])
def test_r5_players_choose_among_equally_expensive_spells(chosen, lives_left):
    t = table("magus_of_cloaks", cards=("jagged_lightning", "carbonize"))
    t.set(nemesis_tokens=2)
    t.player(GARU).set(prepped={"I": ["jagged_lightning"]})
    t.player(DEZMODIA).set(prepped={"I": ["carbonize"]})
    t.answer(chosen)
    t.resolve("eclipse")
    assert t.state()["destroyed"] == [chosen]
    assert lives(t) == lives_left
    assert tokens(t) == 7


@pytest.mark.item("hollow_crown")
@pytest.mark.parametrize(("chosen", "gravehold_left", "life"), [("lurzan", 30, 4), ("nhavkalas", 27, 5)])
def test_r5_players_choose_among_acolytes_of_equal_life(chosen, gravehold_left, life):
    t = hollow_crown({"nhavkalas": 11, "lurzan": 11})
    t.player(GARU).set(life=5)
    t.answer(chosen)
    t.unleash()
    assert gravehold(t) == gravehold_left
    assert lives(t) == [life, 10]


# r6, free choice: T11; one option forced: T4 and r7.


@pytest.mark.item("maul")
def test_r6_when_no_option_can_be_fully_resolved_either_may_be_taken():
    t = table("umbra_titan")
    t.set(nemesis_tokens=1)
    t.player(GARU).set(prepped={"I": ["spark"]})
    t.answer("first")
    t.resolve("maul")
    assert t.state()["destroyed"] == ["spark"]
    assert tokens(t) == 1
    assert t.state()["outcome"] is None


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(
    ("difficulty", "count"), [("normal", 7), ("normal", 8), ("expert", 8), ("expert", 9)]
)
def test_r7_magus_of_cloaks_must_hurt_gravehold_when_two_tokens_do_not_fit(difficulty, count):
    t = table("magus_of_cloaks", difficulty=difficulty)
    t.set(nemesis_tokens=count)
    t.unleash()
    assert gravehold(t) == 28
    assert tokens(t) == count


@pytest.mark.item("magus_of_cloaks")
@pytest.mark.parametrize(("difficulty", "count"), [("normal", 6), ("expert", 7)])
@pytest.mark.parametrize(("option", "more", "damage"), [("first", 2, 0), ("second", 0, 2)])
def test_r7_magus_of_cloaks_leaves_the_choice_when_two_tokens_fit(difficulty, count, option, more, damage):
    t = table("magus_of_cloaks", difficulty=difficulty)
    t.set(nemesis_tokens=count)
    t.answer(option)
    t.unleash()
    assert tokens(t) == count + more
    assert gravehold(t) == 30 - damage


@pytest.mark.item("maul")
def test_r7_maul_needs_two_prepped_spells():
    t = table("umbra_titan")
    t.player(GARU).set(prepped={"I": ["spark"]})
    t.resolve("maul")
    assert tokens(t) == 6
    assert player(t, GARU)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("cryptid")
def test_r7_cryptid_needs_a_prepped_spell():
    t = table("umbra_titan")
    put_in_play(t, "cryptid", life=6)
    t.trigger("cryptid")
    assert tokens(t) == 7


@pytest.mark.item("crumble")
def test_r7_crumble_needs_a_discarded_minion():
    t = table("umbra_titan")
    t.nemesis.set(discard=["smite", "seismic_roar"])
    t.resolve("crumble")
    assert tokens(t) == 5
    assert in_play(t) == {}


@pytest.mark.item("maul")
def test_r7_umbra_titan_cannot_lose_more_tokens_than_he_has_maul():
    t = table("umbra_titan")
    t.set(nemesis_tokens=1)
    t.player(GARU).set(prepped={"I": ["spark"]})
    t.player(DEZMODIA).set(prepped={"I": ["spark"]})
    t.resolve("maul")
    assert t.state()["destroyed"] == ["spark", "spark"]
    assert tokens(t) == 1


@pytest.mark.item("yawning_black")
def test_r7_umbra_titan_cannot_lose_more_tokens_than_he_has_yawning_black():
    t = table("umbra_titan")
    t.set(nemesis_tokens=2)
    put_in_play(t, "yawning_black", power=1)
    t.answer("garu")
    t.trigger("yawning_black")
    assert lives(t) == [4, 10]
    assert tokens(t) == 2


@pytest.mark.item("dusk_spawn")
def test_r7_dusk_spawn_needs_a_charge():
    t = table("magus_of_cloaks")
    put_in_play(t, "dusk_spawn", life=5)
    t.answer("garu")
    t.trigger("dusk_spawn")
    assert lives(t) == [8, 10]


@pytest.mark.item("dusk_spawn")
def test_r7_dusk_spawn_takes_a_charge_from_who_has_one():
    t = table("magus_of_cloaks")
    put_in_play(t, "dusk_spawn", life=5)
    t.player(DEZMODIA).set(charges=3)
    t.answer("first")
    t.trigger("dusk_spawn")
    assert player(t, DEZMODIA)["charges"] == 2
    assert lives(t) == [10, 10]


@pytest.mark.item("mord")
def test_r7_mord_needs_a_charge():
    t = hollow_crown({"mord": 11})
    t.blood_magic("mord")
    assert gravehold(t) == 27
    assert in_play(t, "acolytes") == {"mord": {"life": 11}}


@pytest.mark.item("ren_goda")
def test_r7_ren_goda_needs_a_card_in_hand():
    t = hollow_crown({"ren_goda": 11})
    t.answer("garu")
    t.blood_magic("ren_goda")
    assert lives(t) == [8, 10]


@pytest.mark.item("breach_ore")
def test_r7_breach_ore_needs_an_own_closed_breach():
    t = table(cards=("breach_ore",))
    t.player(GARU).set(hand=["breach_ore"], breaches=ALL_OPENED)
    t.play(GARU, "breach_ore")
    assert player(t, GARU)["aether"] == 2


@pytest.mark.item("torch")
def test_r7_torch_needs_a_closed_breach():
    t = table()
    t.player(GARU).set(breaches=ALL_OPENED, prepped={"I": ["torch"]})
    t.player(DEZMODIA).set(breaches=ALL_OPENED)
    t.cast(GARU, "I")
    assert dealt(t) == 1


@pytest.mark.item("primordial_fetish")
def test_r7_primordial_fetish_needs_a_closed_breach():
    t = table(cards=("primordial_fetish",))
    t.player(GARU).set(life=5, hand=["primordial_fetish"], breaches=ALL_OPENED)
    t.player(DEZMODIA).set(breaches=ALL_OPENED)
    t.play(GARU, "primordial_fetish")
    assert player(t, GARU)["life"] == 8
    assert t.state()["destroyed"] == ["primordial_fetish"]


@pytest.mark.item("mazahaedron")
def test_r8_may_is_optional():
    t = table(mages=("mazahaedron", "garu"), cards=("breach_ore",))
    t.set(gravehold_life=20)
    t.player(0).set(charges=4)
    t.answer("no")
    t.ability(0)
    assert player(t, 0)["discard"] == []
    assert gravehold(t) == 24


@pytest.mark.item("garu")
def test_r8_up_to_four_includes_none():
    t = table()
    t.player(GARU).set(charges=5, prepped={"I": ["spark"]})
    t.answer("no")
    t.ability(GARU)
    assert dealt(t) == 2
    assert player(t, GARU)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("enshroud")
def test_r9_starters_cost_nothing_and_market_cards_their_price():
    t = table("magus_of_cloaks", cards=("jagged_lightning",))
    t.player(GARU).set(breaches={"II": "opened"}, prepped={"I": ["torch"], "II": ["jagged_lightning"]})
    t.resolve("enshroud")
    assert t.state()["destroyed"] == ["torch"]
    assert player(t, GARU)["prepped"] == {"II": ["jagged_lightning"]}
    assert tokens(t) == 8


@pytest.mark.item("thrash")
@pytest.mark.parametrize(
    ("chosen", "discards"),
    [
        (("torch", "crystal"), (["crystal", "torch"], [])),
        (("torch", "oblivion_shard"), (["torch"], ["oblivion_shard"])),
        (("oblivion_shard", "spark"), ([], ["spark", "oblivion_shard"])),
    ],
)
def test_r10_players_split_a_collective_loss_as_they_like(chosen, discards):
    t = table()
    t.player(GARU).set(hand=["torch", "crystal"])
    t.player(DEZMODIA).set(hand=["oblivion_shard", "spark"])
    t.answer(*chosen)
    t.resolve("thrash")
    assert (player(t, GARU)["discard"], player(t, DEZMODIA)["discard"]) == discards


@pytest.mark.item("encroach")
def test_r11_revealed_card_returns_to_the_top():
    t = table()
    turn_order(t, deck=["player_2", "nemesis"], discard=["nemesis"])
    before = t.state()["turn_order"]
    t.resolve("encroach")
    assert tokens(t) == 2
    assert lives(t) == [10, 8]
    assert t.state()["turn_order"] == before


@pytest.mark.item("reduce_to_ash")
def test_r11_reveal_is_not_draw():
    t = table(cards=("reduce_to_ash",))
    t.player(GARU).set(deck=["crystal", "spark"], prepped={"I": ["reduce_to_ash"]})
    t.answer("no")
    t.start_casting_phase(GARU)
    assert player(t, GARU)["deck"] == ["crystal", "spark"]
    assert player(t, GARU)["hand"] == []


@pytest.mark.item("conjure_the_lost")
def test_r12_destroyed_card_does_not_return_to_its_pile():
    t = table(cards=("conjure_the_lost",))
    t.set(gravehold_life=20)
    t.player(GARU).set(prepped={"I": ["conjure_the_lost"]})
    t.answer("yes")
    t.cast(GARU, "I")
    assert t.state()["destroyed"] == ["conjure_the_lost"]
    assert t.state()["piles"]["conjure_the_lost"] == 2
    assert player(t, GARU)["discard"] == []
    assert gravehold(t) == 24


@pytest.mark.item("ulgimor")
@pytest.mark.parametrize(("ally", "healed"), [("garu", [0, 8, 3]), ("dezmodia", [0, 3, 8])])
def test_r13_ally_is_any_other_player(ally, healed):
    t = table(mages=("ulgimor", "garu", "dezmodia"))
    t.player(0).set(life=0, charges=6)
    t.player(1).set(life=3)
    t.player(2).set(life=3)
    t.answer(ally)
    t.ability(0)
    assert lives(t) == healed


@pytest.mark.item("ulgimor")
def test_r13_ally_is_not_the_player_self():
    t = table(mages=("ulgimor", "garu", "dezmodia"))
    t.player(0).set(life=0, charges=6)
    t.answer("ulgimor")
    with pytest.raises(UserError):
        t.ability(0)


def test_r14_number_of_token_pieces_is_no_limit():
    t = table("gate_witch")
    t.set(nemesis_tokens=15)
    t.unleash()
    assert tokens(t) == 16


# =============================================================================================== turn order


@pytest.mark.item("grubber")
@pytest.mark.parametrize(
    ("discard", "tokens_left", "gravehold_left"), [(["nemesis"], 7, 30), (["player_1"], 8, 28)]
)
def test_r15_the_card_of_the_turn_lies_in_the_discard_during_the_turn(discard, tokens_left, gravehold_left):
    t = table("umbra_titan")
    put_in_play(t, "grubber", life=5)
    turn_order(t, deck=["nemesis"], discard=discard)
    t.next_turn()
    assert tokens(t) == tokens_left
    assert gravehold(t) == gravehold_left


def test_r16_turn_order_deck_is_reshuffled_only_when_a_card_is_needed():
    t = table(policy="greedy")
    t.turn_order.set(deck=["nemesis"], discard=["nemesis", "player_1", "player_1", "player_2", "player_2"])
    t.next_turn()
    assert t.state()["turn_order"]["deck"] == []
    assert len(t.state()["turn_order"]["discard"]) == 6
    t.next_turn()
    turn_cards = t.state()["turn_order"]
    assert len(turn_cards["deck"]) == 5
    assert sorted(turn_cards["deck"] + turn_cards["discard"]) == sorted(TURN_CARDS)


@pytest.mark.item("encroach")
def test_r17_reveal_on_an_empty_turn_order_deck_reshuffles_everything_encroach():
    t = table()
    t.turn_order.set(deck=[], discard=TURN_CARDS)
    t.resolve("encroach")
    assert sorted(t.state()["turn_order"]["deck"]) == sorted(TURN_CARDS)
    assert t.state()["turn_order"]["discard"] == []


@pytest.mark.item("distort")
def test_r17_reveal_on_an_empty_turn_order_deck_reshuffles_everything_distort():
    t = table()
    t.turn_order.set(deck=[], discard=TURN_CARDS)
    t.resolve("distort")
    turn_cards = t.state()["turn_order"]
    lost_turns = 0 if gravehold(t) == 25 else 1
    assert len(turn_cards["discard"]) == lost_turns
    assert sorted(turn_cards["deck"] + turn_cards["discard"]) == sorted(TURN_CARDS)


@pytest.mark.item("carbonize")
def test_r17_reveal_on_an_empty_turn_order_deck_reshuffles_everything_carbonize():
    t = table(cards=("carbonize",))
    t.turn_order.set(deck=[], discard=TURN_CARDS)
    t.player(GARU).set(prepped={"I": ["carbonize"]})
    t.answer("no")
    t.cast(GARU, "I")
    assert sorted(t.state()["turn_order"]["deck"]) == sorted(TURN_CARDS)
    assert t.state()["turn_order"]["discard"] == []


@pytest.mark.item("fiend_catcher")
def test_r17_reveal_on_an_empty_turn_order_deck_reshuffles_everything_fiend_catcher():
    t = table(cards=("fiend_catcher",), policy="greedy")
    t.turn_order.set(deck=[], discard=TURN_CARDS)
    t.player(GARU).set(hand=["fiend_catcher"])
    t.play(GARU, "fiend_catcher")
    assert sorted(t.state()["turn_order"]["deck"]) == sorted(TURN_CARDS)
    assert t.state()["turn_order"]["discard"] == []


def three_players(deck, discard):
    t = table(mages=("garu", "dezmodia", "mist"))
    t.turn_order.set(deck=deck, discard=discard)
    return t


@pytest.mark.item("encroach")
def test_r18_players_choose_whom_a_revealed_wild_card_means():
    t = three_players(["wild", "player_1", "player_2", "player_3"], ["nemesis"])
    t.answer("mist")
    t.resolve("encroach")
    assert lives(t) == [10, 10, 8]


@pytest.mark.item("deep_abomination")
def test_r18_players_choose_anew_whom_a_discarded_wild_card_means():
    t = three_players(["player_1", "player_2", "player_3"], ["nemesis", "wild"])
    put_in_play(t, "deep_abomination", life=6)
    t.answer("mist")
    t.trigger("deep_abomination")
    assert lives(t) == [10, 10, 9]
    t.answer("garu")
    t.trigger("deep_abomination")
    assert lives(t) == [9, 10, 9]


# r18, who takes the wild turn: test_turns.py.


def four_players_in_pairs(deck, discard, **options):
    t = table(mages=("garu", "dezmodia", "mist", "quilius"), four_player_variant=True, **options)
    t.turn_order.set(deck=deck, discard=discard)
    return t


@pytest.mark.item("encroach")
@pytest.mark.parametrize(("chosen", "lives_left"), [("mist", [10, 10, 8, 10]), ("quilius", [10, 10, 10, 8])])
def test_r19_one_player_of_a_revealed_pair_card_is_chosen(chosen, lives_left):
    t = four_players_in_pairs(["player_3_4", "player_1_2"], ["nemesis"])
    t.answer(chosen)
    t.resolve("encroach")
    assert lives(t) == lives_left


@pytest.mark.item("encroach")
def test_r19_no_player_outside_the_pair_can_be_chosen():
    t = four_players_in_pairs(["player_3_4", "player_1_2"], ["nemesis"])
    t.answer("garu")
    with pytest.raises(UserError):
        t.resolve("encroach")


@pytest.mark.item("deep_abomination")
def test_r19_both_cards_of_a_pair_hit_each_of_the_two_once():
    t = four_players_in_pairs(
        ["player_3_4", "player_3_4"], ["player_1_2", "nemesis", "player_1_2"], policy="greedy"
    )
    put_in_play(t, "deep_abomination", life=6)
    t.trigger("deep_abomination")
    assert lives(t) == [9, 9, 10, 10]


# r19, who takes the turn of a pair card: test_turns.py.


@pytest.mark.item("distort")
def test_r20_distort_discards_a_player_card_and_that_turn_is_lost():
    t = table()
    turn_order(t, deck=["player_1", "nemesis"], discard=["nemesis"])
    t.resolve("distort")
    assert t.state()["turn_order"]["deck"][0] == "nemesis"
    assert t.state()["turn_order"]["discard"] == ["player_1", "nemesis"]
    assert gravehold(t) == 30
    assert tokens(t) == 2


@pytest.mark.item("distort")
def test_r20_distort_leaves_a_nemesis_card_and_hurts_gravehold():
    t = table()
    turn_order(t, deck=["nemesis", "player_1"], discard=["nemesis"])
    before = t.state()["turn_order"]
    t.resolve("distort")
    assert t.state()["turn_order"] == before
    assert gravehold(t) == 25


@pytest.mark.item("portal_wretch")
@pytest.mark.parametrize("nemesis_cards", [1, 2])
def test_r21_portal_wretch_shuffles_one_discarded_nemesis_card_into_the_deck(nemesis_cards):
    t = table()
    put_in_play(t, "portal_wretch", life=3)
    turn_order(t, deck=[], discard=["nemesis"] * nemesis_cards + ["player_1"])
    t.deal(GARU, 3, "portal_wretch")
    turn_cards = t.state()["turn_order"]
    assert turn_cards["discard"] == ["nemesis"] * (nemesis_cards - 1) + ["player_1"]
    assert sorted(turn_cards["deck"] + turn_cards["discard"]) == sorted(TURN_CARDS)
    assert t.state()["nemesis_area"]["discard"] == ["portal_wretch"]


@pytest.mark.item("portal_wretch")
def test_r21_portal_wretch_does_nothing_without_a_discarded_nemesis_card():
    t = table()
    put_in_play(t, "portal_wretch", life=3)
    turn_order(t, deck=[], discard=["player_1"])
    before = t.state()["turn_order"]
    t.deal(GARU, 3, "portal_wretch")
    assert t.state()["turn_order"] == before


# ============================================================================================== player turn

# r22 (phases, forced casts, order of the played cards): E6, E10 and test_turns.py.


def spark_in_a_breach_opened_after_prepping():
    t = table()
    t.player(GARU).set(hand=["spark"], aether=10, breaches={"III": ("closed", 0)})
    t.focus(GARU, "III")
    t.prep(GARU, "spark", "III")
    t.open(GARU, "III")
    assert player(t, GARU)["aether"] == 0  # 3 for the focus and 7 for opening
    t.draw_phase(GARU)
    t.start_casting_phase(GARU)
    return t


def test_r23_breach_opened_after_prepping_does_not_force_the_cast():
    t = spark_in_a_breach_opened_after_prepping()
    t.end_casting_phase(GARU)
    assert player(t, GARU)["prepped"] == {"III": ["spark"]}


def test_r23_breach_opened_after_prepping_gives_its_bonus():
    t = spark_in_a_breach_opened_after_prepping()
    t.cast(GARU, "III")
    assert dealt(t) == 2


def test_r24_spell_is_not_cast_in_the_turn_it_is_prepped():
    t = table()
    t.player(GARU).set(hand=["spark"])
    t.prep(GARU, "spark", "I")
    refused(t.cast, GARU, "I")


@pytest.mark.item("vortex_gauntlet")
def test_r24_effects_cast_any_prepped_spell_at_once():
    t = table(cards=("vortex_gauntlet",))
    t.player(GARU).set(hand=["spark", "vortex_gauntlet"], aether=2, breaches={"II": ("closed", 0)})
    t.focus(GARU, "II")
    t.prep(GARU, "spark", "II")
    t.play(GARU, "vortex_gauntlet")
    assert dealt(t) == 1
    assert player(t, GARU)["hand"] == ["spark"]
    assert player(t, GARU)["prepped"] == {}


@pytest.mark.item("thoughtform_familiar")
def test_r25_thoughtform_familiar_does_not_count_itself():
    t = table(cards=("thoughtform_familiar",))
    t.player(GARU).set(breaches={"II": "opened"}, prepped={"I": ["thoughtform_familiar"], "II": ["spark"]})
    t.cast(GARU, "I")
    assert dealt(t) == 3


@pytest.mark.item("fiery_torrent")
def test_r25_fiery_torrent_does_not_count_itself():
    t = table(cards=("fiery_torrent",))
    t.player(GARU).set(breaches={"II": "opened"}, prepped={"I": ["fiery_torrent"], "II": ["fiery_torrent"]})
    t.cast(GARU, "I")
    assert dealt(t) == 4
    t.cast(GARU, "II")
    assert dealt(t) == 6


@pytest.mark.item("pyrotechnic_surge")
def test_r25_pyrotechnic_surge_may_destroy_itself():
    t = table(cards=("pyrotechnic_surge",))
    t.player(GARU).set(
        discard=["crystal"], breaches={"II": "opened"}, prepped={"I+II": ["pyrotechnic_surge"]}
    )
    t.answer("pyrotechnic_surge")
    t.cast(GARU, "I+II")
    assert dealt(t) == 4
    assert t.state()["destroyed"] == ["pyrotechnic_surge"]
    assert player(t, GARU)["discard"] == ["crystal"]


def test_r26_gained_card_goes_on_top_of_the_discard_pile_at_once():
    t = table(cards=("scoria_slag",))
    t.player(GARU).set(aether=4, discard=["crystal"])
    t.gain(GARU, "scoria_slag")
    assert player(t, GARU)["discard"] == ["scoria_slag", "crystal"]
    assert t.state()["piles"]["scoria_slag"] == 1


def test_r26_empty_pile_stays_empty():
    t = table(cards=("scoria_slag",))
    t.set(piles={"scoria_slag": 0})
    t.player(GARU).set(aether=4)
    refused(t.gain, GARU, "scoria_slag")


@pytest.mark.parametrize("card", ["crystal", "kindle"])
def test_r26_only_supply_piles_can_be_gained_from(card):
    t = table(cards=("aurora", "carbonize", "celestial_spire", "convection_field"))
    t.player(GARU).set(aether=20)
    with pytest.raises(UserError):
        t.gain(GARU, card)
    assert player(t, GARU)["discard"] == []


def test_r27_unspent_aether_is_lost():
    t = table()
    t.player(GARU).set(hand=["crystal"])
    t.play(GARU, "crystal")
    assert player(t, GARU)["aether"] == 1
    t.draw_phase(GARU)
    assert player(t, GARU)["aether"] == 0


def test_r27_charge_costs_two_aether():
    t = table()
    t.player(GARU).set(aether=3)
    t.charge(GARU)
    assert player(t, GARU)["charges"] == 1
    assert player(t, GARU)["aether"] == 1
    refused(t.charge, GARU)


@pytest.mark.parametrize(
    ("mage", "most"),
    [
        pytest.param("dezmodia", 6, marks=pytest.mark.item("dezmodia")),
        pytest.param("garu", 5, marks=pytest.mark.item("garu")),
        pytest.param("gex", 5, marks=pytest.mark.item("gex")),
        pytest.param("mazahaedron", 4, marks=pytest.mark.item("mazahaedron")),
        pytest.param("mist", 6, marks=pytest.mark.item("mist")),
        pytest.param("quilius", 5, marks=pytest.mark.item("quilius")),
        pytest.param("ulgimor", 6, marks=pytest.mark.item("ulgimor")),
        pytest.param("yan_magda", 5, marks=pytest.mark.item("yan_magda")),
    ],
)
def test_r27_charges_never_exceed_the_maximum(mage, most):
    t = table(mages=(mage,))
    t.player(0).set(charges=most - 1, aether=4)
    t.charge(0)
    assert player(t, 0)["charges"] == most
    refused(t.charge, 0)


def test_r28_ability_needs_every_charge():
    t = table()
    t.player(GARU).set(charges=4)
    refused(t.ability, GARU)


def test_r28_ability_is_usable_in_the_turn_of_the_last_charge_and_spends_all():
    t = table()
    t.player(GARU).set(charges=4, aether=2)
    t.charge(GARU)
    t.ability(GARU)
    assert dealt(t) == 2
    assert player(t, GARU)["charges"] == 0


def test_r29_hand_is_kept_and_nothing_is_drawn_with_five_or_more_cards():
    t = table()
    t.player(GARU).set(hand=["crystal", "crystal", "crystal", "crystal", "spark", "torch"], deck=["spark"])
    pass_turn(t, GARU)
    assert len(player(t, GARU)["hand"]) == 6
    assert player(t, GARU)["deck"] == ["spark"]


def test_r29_hand_is_filled_up_to_five():
    t = table()
    t.player(GARU).set(hand=["spark", "spark", "torch"], deck=["crystal", "crystal", "crystal"])
    pass_turn(t, GARU)
    assert sorted(player(t, GARU)["hand"]) == ["crystal", "crystal", "spark", "spark", "torch"]
    assert player(t, GARU)["deck"] == ["crystal"]


# r30, the discard pile is turned over without shuffling: E10.


def test_r30_drawing_stops_when_deck_and_discard_pile_are_empty():
    t = table()
    t.player(GARU).set(hand=["crystal"], deck=["spark"], discard=["torch"])
    pass_turn(t, GARU)
    assert sorted(player(t, GARU)["hand"]) == ["crystal", "spark", "torch"]
    assert player(t, GARU)["deck"] == []
    assert player(t, GARU)["discard"] == []


@pytest.mark.item("reduce_to_ash")
def test_r30_revealing_turns_the_discard_pile_over_too():
    t = table(cards=("reduce_to_ash",))
    t.player(GARU).set(discard=["crystal", "spark", "torch"], prepped={"I": ["reduce_to_ash"]})
    t.answer("yes")
    t.start_casting_phase(GARU)
    assert t.state()["destroyed"] == ["torch"]
    assert player(t, GARU)["deck"] == ["spark", "crystal"]
    assert player(t, GARU)["discard"] == []


@pytest.mark.item("chaos_flail")
def test_r31_only_chaos_flail_shuffles():
    orders = set()
    for seed in range(12):
        t = table(mages=("garu",), cards=("jagged_lightning", "aurora", "equilibrium"), seed=seed)
        put_in_play(t, "chaos_flail", power=1)
        # No two costs are alike, so that the destroyed card is never a choice.
        t.player(0).set(deck=["crystal", "jagged_lightning"], discard=["aurora", "equilibrium"])
        t.trigger("chaos_flail")
        deck = player(t, 0)["deck"]
        orders.add(tuple(deck))
        assert player(t, 0)["discard"] == []
        assert len(deck) == 3
        assert sorted(deck + t.state()["destroyed"]) == [
            "aurora",
            "crystal",
            "equilibrium",
            "jagged_lightning",
        ]
    assert len(orders) > 1


@pytest.mark.item("aurora")
def test_r32_each_aurora_gives_one_charge_a_turn():
    t = table(cards=("aurora",))
    t.player(GARU).set(breaches={"II": "opened"}, prepped={"I": ["aurora"], "II": ["aurora"]})
    t.use_prepped(GARU, "aurora", "I")
    refused(t.use_prepped, GARU, "aurora", "I")
    t.use_prepped(GARU, "aurora", "II")
    assert player(t, GARU)["charges"] == 2
    t.draw_phase(GARU)
    t.use_prepped(GARU, "aurora", "I")
    assert player(t, GARU)["charges"] == 3


@pytest.mark.item("aurora")
def test_r32_aurora_prepped_again_in_the_same_turn_may_be_used_again():
    t = table(cards=("aurora", "vortex_gauntlet"))
    t.player(GARU).set(hand=["aurora", "vortex_gauntlet"])
    t.prep(GARU, "aurora", "I")
    t.use_prepped(GARU, "aurora", "I")
    t.play(GARU, "vortex_gauntlet")
    t.prep(GARU, "aurora", "I")
    t.use_prepped(GARU, "aurora", "I")
    assert player(t, GARU)["charges"] == 2


@pytest.mark.item("planar_collision")
def test_r33_to_discard_is_paid_with_own_spells_only():
    t = table()
    put_in_play(t, "planar_collision", power=2)
    t.player(GARU).set(prepped={"I": ["spark"]})
    t.player(DEZMODIA).set(prepped={"I": ["spark"]})
    refused(t.discard_power, GARU, "planar_collision")


@pytest.mark.item("planar_collision")
def test_r33_power_discarded_by_its_price_has_no_effect():
    t = table(policy="greedy")
    put_in_play(t, "planar_collision", power=1)
    t.player(GARU).set(breaches={"II": "opened"}, prepped={"I": ["spark"], "II": ["spark"]})
    t.discard_power(GARU, "planar_collision")
    assert player(t, GARU)["discard"] == ["spark", "spark"]
    assert t.state()["nemesis_area"]["discard"] == ["planar_collision"]
    assert tokens(t) == 1


@pytest.mark.item("heart_of_nothing")
@pytest.mark.parametrize("cards", [3, 4])
def test_r33_to_discard_is_paid_in_full(cards):
    t = table()
    put_in_play(t, "heart_of_nothing", power=2)
    t.player(GARU).set(hand=["crystal"] * cards)
    if cards < 4:
        refused(t.discard_power, GARU, "heart_of_nothing")
        return
    t.discard_power(GARU, "heart_of_nothing")
    assert player(t, GARU)["hand"] == []
    assert in_play(t) == {}


# ================================================================================================= breaches


def test_r34_breach_may_be_focused_several_times_a_turn():
    t = table()
    t.player(GARU).set(aether=7, breaches={"II": ("closed", 0), "III": ("closed", 0)})
    t.focus(GARU, "III")
    t.focus(GARU, "II")
    t.focus(GARU, "II")
    assert player(t, GARU)["aether"] == 0
    assert breach(t, GARU, "II") == ("closed", 2)
    assert breach(t, GARU, "III") == ("closed", 1)


def test_r34_focused_breach_takes_a_spell_this_turn_only():
    t = table()
    t.player(GARU).set(hand=["spark"], aether=2, breaches={"II": ("closed", 0)})
    refused(t.prep, GARU, "spark", "II")
    t.focus(GARU, "II")
    t.draw_phase(GARU)
    refused(t.prep, GARU, "spark", "II")


@pytest.mark.parametrize(("number", "cost"), [("II", 2), ("III", 3), ("IV", 4)])
def test_r35_focus_at_the_last_stage_opens(number, cost):
    t = table()
    t.player(GARU).set(aether=cost, breaches={number: ("closed", 3)})
    t.focus(GARU, number)
    assert breach(t, GARU, number) == "opened"
    assert player(t, GARU)["aether"] == 0


@pytest.mark.item("primordial_fetish")
def test_r35_free_focus_at_the_last_stage_opens():
    t = table(cards=("primordial_fetish",))
    t.player(GARU).set(hand=["primordial_fetish"])
    t.player(DEZMODIA).set(breaches={"III": ("closed", 3)})
    t.answer("first", "dezmodia III")
    t.play(GARU, "primordial_fetish")
    assert breach(t, DEZMODIA, "III") == "opened"


@pytest.mark.item("breach_ore")
def test_r36_lowest_focus_cost_is_the_lowest_numbered_closed_breach():
    t = table(cards=("breach_ore",))
    t.player(GARU).set(
        hand=["breach_ore"], breaches={"II": ("closed", 0), "III": ("closed", 3), "IV": ("closed", 3)}
    )
    t.answer("second")
    t.play(GARU, "breach_ore")
    assert breach(t, GARU, "II") == ("closed", 1)
    assert breach(t, GARU, "III") == ("closed", 3)
    assert breach(t, GARU, "IV") == ("closed", 3)


@pytest.mark.item("primordial_fetish")
def test_r37_breach_focused_by_an_ally_takes_no_spell_later():
    t = table(cards=("primordial_fetish",))
    t.player(GARU).set(hand=["primordial_fetish"])
    t.player(DEZMODIA).set(hand=["spark"], breaches={"II": ("closed", 1)})
    t.answer("first", "dezmodia II")
    t.play(GARU, "primordial_fetish")
    assert breach(t, DEZMODIA, "II") == ("closed", 2)
    t.draw_phase(GARU)
    refused(t.prep, DEZMODIA, "spark", "II")


@pytest.mark.item("torch")
def test_r38_breach_focused_in_the_casting_phase_takes_a_spell_in_the_main_phase():
    t = table()
    t.player(GARU).set(hand=["spark"], breaches={"II": ("closed", 0)}, prepped={"I": ["torch"]})
    t.answer("second", "garu II")
    t.cast(GARU, "I")
    t.end_casting_phase(GARU)
    t.prep(GARU, "spark", "II")
    assert player(t, GARU)["prepped"] == {"II": ["spark"]}


@pytest.mark.item("torch")
@pytest.mark.parametrize(
    ("state", "option", "damage"),
    [
        ("opened", ("first",), 2),
        ("opened", ("second", "garu II"), 1),
        (("closed", 1), ("first",), 1),
        (("closed", 1), ("second", "garu II"), 0),
    ],
)
def test_r39_opened_breach_adds_its_bonus_to_either_option(state, option, damage):
    t = table()
    t.player(GARU).set(breaches={"II": ("closed", 0), "III": state}, prepped={"III": ["torch"]})
    t.answer(*option)
    t.cast(GARU, "III")
    assert dealt(t) == damage
    assert breach(t, GARU, "II") == ("closed", len(option) - 1)


@pytest.mark.parametrize(("number", "damage"), [("I", 1), ("II", 1), ("III", 2), ("IV", 2)])
def test_r39_bonus_of_each_opened_breach(number, damage):
    t = table()
    t.player(GARU).set(breaches=ALL_OPENED, prepped={number: ["spark"]})
    t.cast(GARU, number)
    assert dealt(t) == damage


@pytest.mark.item("vortex_gauntlet")
def test_r40_allys_breach_gives_its_bonus():
    t = table(cards=("vortex_gauntlet",))
    t.player(GARU).set(hand=["vortex_gauntlet"])
    t.player(DEZMODIA).set(breaches={"IV": "opened"}, prepped={"IV": ["spark"]})
    t.play(GARU, "vortex_gauntlet")
    assert dealt(t) == 2
    assert player(t, DEZMODIA)["hand"] == ["spark"]


# r41, spells of a destroyed breach are discarded, the others keep their position: E15.


@pytest.mark.item("dezmodia")
def test_r41_tempest_sigil_returns_the_spells_to_the_hand():
    t = table()
    t.player(GARU).set(breaches={"I": "destroyed"})
    t.player(DEZMODIA).set(charges=6, prepped={"I": ["spark"]})
    t.answer("no")
    t.ability(DEZMODIA)
    assert breach(t, DEZMODIA, "I") == "sigil"
    assert player(t, DEZMODIA)["hand"] == ["spark"]
    assert player(t, DEZMODIA)["discard"] == []
    assert player(t, DEZMODIA)["charges"] == 0


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize("numbers", ["I+III", "I+II", "II+III"])
def test_r41_destroyed_breach_breaks_adjacency(numbers):
    t = table(cards=("pyrotechnic_surge",))
    t.player(GARU).set(hand=["pyrotechnic_surge"], breaches={**ALL_OPENED, "II": "destroyed"})
    with pytest.raises(UserError):
        t.prep(GARU, "pyrotechnic_surge", numbers)
    assert player(t, GARU)["hand"] == ["pyrotechnic_surge"]


@pytest.mark.parametrize("number", ["I", "II"])
def test_r42_sigil_breach_adds_two_damage(number):
    t = table()
    t.player(GARU).set(breaches={number: "sigil"}, prepped={number: ["spark"]})
    t.cast(GARU, number)
    assert dealt(t) == 3


@pytest.mark.item("mage_ender")
def test_r42_sigil_breach_counts_as_opened_for_mage_ender():
    t = table()
    put_in_play(t, "mage_ender", life=9)
    t.player(DEZMODIA).set(breaches={"I": "opened", "II": "sigil"})
    t.trigger("mage_ender")
    assert lives(t) == [10, 8]


@pytest.mark.item("yan_magda")
def test_r42_sigil_breach_counts_as_opened_for_imperium_ritual():
    t = table(mages=("yan_magda", "garu"), cards=("kindle", "aurora"))
    t.player(0).set(charges=5, breaches={**ALL_OPENED, "I": "sigil"})
    t.player(1).set(deck=["crystal"])
    t.answer("kindle", "aurora")
    t.ability(0)
    assert player(t, 0)["discard"] == ["kindle"]
    assert player(t, 1)["deck"] == ["aurora", "crystal"]


# r43, the bonuses of both breaches add: T15.


@pytest.mark.item("pyrotechnic_surge")
def test_r43_two_breach_spell_needs_each_breach_opened_or_focused():
    t = table(cards=("pyrotechnic_surge",))
    t.player(GARU).set(hand=["pyrotechnic_surge"], aether=3, breaches={"II": "opened", "III": ("closed", 0)})
    refused(t.prep, GARU, "pyrotechnic_surge", "II+III")
    t.focus(GARU, "III")
    t.prep(GARU, "pyrotechnic_surge", "II+III")
    assert player(t, GARU)["prepped"] == {"II+III": ["pyrotechnic_surge"]}


@pytest.mark.item("crystallize")
@pytest.mark.parametrize("occupied", ["I", "II"])
def test_r43_two_breach_spell_needs_both_breaches_free(occupied):
    t = table(cards=("crystallize",))
    t.player(GARU).set(hand=["crystallize"], breaches=ALL_OPENED, prepped={occupied: ["spark"]})
    refused(t.prep, GARU, "crystallize", "I+II")


@pytest.mark.item("crystallize")
@pytest.mark.parametrize("number", ["II", "III"])
def test_r43_two_breach_spell_occupies_both_breaches(number):
    t = table(cards=("crystallize",))
    t.player(GARU).set(hand=["spark"], breaches=ALL_OPENED, prepped={"II+III": ["crystallize"]})
    refused(t.prep, GARU, "spark", number)


@pytest.mark.item("crystallize")
def test_r43_two_breach_spell_does_not_fit_one_breach():
    t = table(cards=("crystallize",))
    t.player(GARU).set(hand=["crystallize"], breaches=ALL_OPENED)
    with pytest.raises(UserError):
        t.prep(GARU, "crystallize", "I")
    assert player(t, GARU)["prepped"] == {}


@pytest.mark.item("night_unending", "pyrotechnic_surge")
def test_r43_two_breach_spell_is_one_prepped_spell():
    t = table(cards=("pyrotechnic_surge",))
    put_in_play(t, "night_unending", power=1)
    t.player(GARU).set(breaches=ALL_OPENED, prepped={"I+II": ["pyrotechnic_surge"]})
    t.trigger("night_unending")
    assert gravehold(t) == 28


@pytest.mark.item("pyrotechnic_surge")
@pytest.mark.parametrize(
    "breaches",
    [
        {"II": ("closed", 1), "III": "opened"},
        {"II": "opened", "III": ("closed", 1)},
    ],
)
def test_r43_two_breach_spell_must_be_cast_if_either_breach_is_closed(breaches):
    t = table(cards=("pyrotechnic_surge",))
    t.player(GARU).set(breaches=breaches, prepped={"II+III": ["pyrotechnic_surge"]})
    t.start_casting_phase(GARU)
    refused(t.end_casting_phase, GARU)


@pytest.mark.item("howling_spinners")
@pytest.mark.parametrize(("lost", "kept"), [("III", "IV"), ("IV", "III")])
def test_r43_destroying_either_breach_discards_the_two_breach_spell(lost, kept):
    t = table(cards=("pyrotechnic_surge",))
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(life=2, breaches=ALL_OPENED, prepped={"III+IV": ["pyrotechnic_surge"]})
    t.answer("garu", lost)
    t.trigger("howling_spinners")
    assert player(t, GARU)["prepped"] == {}
    assert player(t, GARU)["discard"] == ["pyrotechnic_surge"]
    assert breach(t, GARU, lost) == "destroyed"
    assert breach(t, GARU, kept) == "opened"


@pytest.mark.item("cataclysmic_fate")
@pytest.mark.parametrize(("lost", "kept"), [("III", "IV"), ("IV", "III")])
def test_r44_cataclysmic_fate_costs_the_spell_and_one_of_its_breaches(lost, kept):
    t = table(cards=("crystallize",))
    put_in_play(t, "cataclysmic_fate", power=1)
    t.player(GARU).set(breaches=ALL_OPENED, prepped={"III+IV": ["crystallize"]})
    t.answer(lost)
    t.discard_power(GARU, "cataclysmic_fate")
    assert t.state()["destroyed"] == ["crystallize"]
    assert breach(t, GARU, lost) == "destroyed"
    assert breach(t, GARU, kept) == "opened"
    assert in_play(t) == {}


@pytest.mark.item("cataclysmic_fate")
def test_r44_cataclysmic_fate_takes_no_cheaper_spell():
    t = table(cards=("kindle",))
    put_in_play(t, "cataclysmic_fate", power=1)
    t.player(GARU).set(prepped={"I": ["kindle"]})
    refused(t.discard_power, GARU, "cataclysmic_fate")


def kindle_with_a_spark(**zones):
    t = table(cards=("kindle",))
    t.player(GARU).set(hand=["kindle", "spark", "spark"], **zones)
    t.prep(GARU, "kindle", "I")
    t.use_prepped(GARU, "kindle", "I")
    return t


@pytest.mark.item("kindle")
def test_r45_kindle_takes_a_spark_beside_it():
    t = kindle_with_a_spark()
    assert player(t, GARU)["hand"] == ["spark"]
    assert {number: sorted(spells) for number, spells in player(t, GARU)["prepped"].items()} == {
        "I": ["kindle", "spark"]
    }


@pytest.mark.item("kindle")
def test_r45_kindle_takes_one_spark_at_a_time():
    t = kindle_with_a_spark()
    refused(t.use_prepped, GARU, "kindle", "I")


@pytest.mark.item("kindle")
def test_r45_kindle_is_prepped_first():
    t = table(cards=("kindle",))
    t.player(GARU).set(hand=["kindle"], prepped={"I": ["spark"]})
    refused(t.prep, GARU, "kindle", "I")


@pytest.mark.item("kindle")
def test_r45_kindle_takes_no_other_spell():
    t = table(cards=("kindle",))
    t.player(GARU).set(hand=["torch"], prepped={"I": ["kindle"]})
    refused(t.use_prepped, GARU, "kindle", "I")
    refused(t.prep, GARU, "torch", "I")


@pytest.mark.item("kindle")
@pytest.mark.parametrize(("spell", "stays", "damage"), [("kindle", "spark", 3), ("spark", "kindle", 1)])
def test_r45_kindle_and_its_spark_are_cast_one_by_one(spell, stays, damage):
    t = kindle_with_a_spark()
    t.draw_phase(GARU)
    t.cast(GARU, "I", spell)
    assert dealt(t) == damage
    assert player(t, GARU)["prepped"] == {"I": [stays]}
    t.end_casting_phase(GARU)


@pytest.mark.item("kindle", "night_unending")
def test_r45_kindle_and_its_spark_are_two_prepped_spells():
    t = table(cards=("kindle",))
    put_in_play(t, "night_unending", power=1)
    t.player(GARU).set(prepped={"I": ["kindle", "spark"]})
    t.trigger("night_unending")
    assert gravehold(t) == 26


# r46: no card of the box has Link.


@pytest.mark.item("amethyst_paragon")
def test_r47_amethyst_paragon_preps_to_an_unfocused_closed_breach():
    t = table(mages=("mist", "garu"))
    t.player(0).set(hand=["amethyst_paragon"])
    t.player(1).set(
        hand=["spark"],
        breaches={"I": "destroyed", "II": ("closed", 0), "III": "destroyed", "IV": "destroyed"},
    )
    t.answer("spark")
    t.play(0, "amethyst_paragon")
    assert player(t, 1)["prepped"] == {"II": ["spark"]}
    assert breach(t, 1, "II") == ("closed", 0)
    t.draw_phase(0)
    t.start_casting_phase(1)
    refused(t.end_casting_phase, 1)


@pytest.mark.item("cairn_compass")
def test_r47_cairn_compass_preps_to_an_unfocused_closed_breach():
    t = table(cards=("cairn_compass",))
    t.player(GARU).set(hand=["cairn_compass"])
    t.player(DEZMODIA).set(
        discard=["spark"],
        breaches={"I": "destroyed", "II": ("closed", 1), "III": "destroyed", "IV": "destroyed"},
    )
    t.answer("spark")
    t.play(GARU, "cairn_compass")
    assert player(t, DEZMODIA)["prepped"] == {"II": ["spark"]}
    assert player(t, DEZMODIA)["discard"] == []
    t.draw_phase(GARU)
    t.start_casting_phase(DEZMODIA)
    refused(t.end_casting_phase, DEZMODIA)


@pytest.mark.item("cairn_compass")
def test_r47_cairn_compass_needs_a_free_breach():
    t = table(cards=("cairn_compass",))
    t.player(GARU).set(hand=["cairn_compass"])
    t.player(DEZMODIA).set(
        discard=["spark"],
        breaches={"II": "destroyed", "III": "destroyed", "IV": "destroyed"},
        prepped={"I": ["spark"]},
    )
    t.play(GARU, "cairn_compass")
    assert player(t, DEZMODIA)["prepped"] == {"I": ["spark"]}
    assert player(t, DEZMODIA)["discard"] == ["spark"]


# =================================================================================================== damage


@pytest.mark.item("aurora")
def test_r48_damage_hits_one_target_and_the_excess_is_lost():
    t = table(cards=("aurora",))
    t.nemesis.set(in_play=[("howling_spinners", {"life": 1}), ("mage_ender", {"life": 9})])
    t.player(GARU).set(prepped={"I": ["aurora"]})
    t.answer("howling_spinners")
    t.cast(GARU, "I")
    assert dealt(t) == 0
    assert in_play(t) == {"mage_ender": {"life": 9}}


@pytest.mark.item("ashen_haruspex")
def test_r49_bonus_comes_before_the_targets_reduction():
    t = table("magus_of_cloaks", cards=("aurora",))
    put_in_play(t, "ashen_haruspex", life=5)
    t.player(GARU).set(breaches={"III": "opened"}, prepped={"III": ["aurora"]})
    t.answer("ashen_haruspex")
    t.cast(GARU, "III")
    assert in_play(t) == {"ashen_haruspex": {"life": 5 - (3 + 1 - 2)}}


@pytest.mark.item("ashen_haruspex")
def test_r49_reduced_damage_is_not_below_zero():
    t = table("magus_of_cloaks")
    put_in_play(t, "ashen_haruspex", life=3)
    t.deal(GARU, 1, "ashen_haruspex")
    assert in_play(t) == {"ashen_haruspex": {"life": 3}}


# r50, Magus of Cloaks and Black Solstice: T1 to T3.


@pytest.mark.item("veil_daughter")
def test_r50_hitting_a_minion_removes_no_token():
    t = table("magus_of_cloaks")
    put_in_play(t, "veil_daughter", life=11)
    t.deal(GARU, 6, "veil_daughter")
    assert in_play(t) == {"veil_daughter": {"life": 9}}
    assert tokens(t) == 4
    assert dealt(t, 35) == 0


@pytest.mark.item("rising_dark")
@pytest.mark.parametrize(("damage", "stays"), [(4, True), (5, False)])
def test_r50_rising_dark_is_discarded_by_damage_that_gets_through(damage, stays):
    t = table("magus_of_cloaks")
    put_in_play(t, "rising_dark", power=3)
    t.deal(GARU, damage, "nemesis")
    assert ("rising_dark" in in_play(t)) == stays


@pytest.mark.item("garu", "ashen_haruspex", "magus_of_cloaks")
def test_r51_colossal_force_is_one_hit_per_target():
    t = table("magus_of_cloaks")
    put_in_play(t, "ashen_haruspex", life=5)
    t.player(GARU).set(charges=5, breaches={"II": "opened"}, prepped={"I": ["spark"], "II": ["torch"]})
    t.answer("spark", "torch", "ashen_haruspex", "4")
    t.ability(GARU)
    assert in_play(t) == {"ashen_haruspex": {"life": 5 - (4 - 2)}}
    assert dealt(t, 35) == 6 - 4
    assert tokens(t) == 3


@pytest.mark.item("monstrosity_of_omens")
@pytest.mark.parametrize("damage", [1, 7])
def test_r52_monstrosity_of_omens_takes_one_from_any_hit(damage):
    t = table()
    put_in_play(t, "monstrosity_of_omens", life=5)
    t.deal(GARU, damage, "monstrosity_of_omens")
    assert in_play(t) == {"monstrosity_of_omens": {"life": 4}}


@pytest.mark.item("veil_daughter")
def test_r52_veil_daughter_can_take_nothing():
    t = table("magus_of_cloaks")
    put_in_play(t, "veil_daughter", life=11)
    t.deal(GARU, 3, "veil_daughter")
    assert in_play(t) == {"veil_daughter": {"life": 11}}


@pytest.mark.item("dusk_spawn")
@pytest.mark.parametrize("damage", [1, 3, 5])
def test_r52_dusk_spawn_gives_one_token_per_hit_also_the_killing_one(damage):
    t = table("magus_of_cloaks")
    put_in_play(t, "dusk_spawn", life=5)
    t.deal(GARU, damage, "dusk_spawn")
    assert tokens(t) == 5
    assert ("dusk_spawn" in in_play(t)) == (damage < 5)


# r53: T18.


@pytest.mark.item("equilibrium")
def test_r54_exhausted_player_reduces_first_and_gravehold_suffers_double():
    t = table("magus_of_cloaks", cards=("equilibrium",))
    t.set(nemesis_tokens=6)
    put_in_play(t, "ashen_haruspex", life=5)
    t.player(GARU).set(life=0, prepped={"I": ["equilibrium"]})
    t.answer("garu")
    t.trigger("ashen_haruspex")
    assert gravehold(t) == 30 - 2 * (3 - 1)


def test_r55_minion_without_life_is_discarded_at_once():
    t = table()
    put_in_play(t, "howling_spinners", life=2)
    t.deal(GARU, 2, "howling_spinners")
    assert in_play(t) == {}
    assert t.state()["nemesis_area"]["discard"] == ["howling_spinners"]


def test_r55_acolyte_without_life_goes_to_the_acolyte_discard_pile():
    t = hollow_crown({"lurzan": 2, "bezu": 11})
    t.deal(GARU, 2, "lurzan")
    assert in_play(t, "acolytes") == {"bezu": {"life": 11}}
    assert t.state()["acolytes"]["discard"] == ["lurzan"]
    assert t.state()["nemesis_area"]["discard"] == []


@pytest.mark.item("crumble")
def test_r55_minion_returns_with_full_life():
    t = table("umbra_titan")
    turn_order(t, deck=[], discard=["nemesis"])
    t.nemesis.set(discard=["smite", "grubber", "cryptid"])
    t.answer("second", "second")  # Crumble's second option, then the unleash's: a token
    t.resolve("crumble")
    assert in_play(t) == {"grubber": {"life": 5}}
    assert tokens(t) == 7
    assert t.state()["nemesis_area"]["discard"] == ["crumble", "smite", "cryptid"]


@pytest.mark.item("crumble")
def test_r55_returned_minion_acts_in_the_next_nemesis_main_phase():
    t = table("umbra_titan")
    turn_order(t, deck=[], discard=["nemesis"])
    t.nemesis.set(deck=["crumble", "mage_ender", "quell"], discard=["grubber"])
    t.answer("second", "second")
    t.nemesis_turn()
    assert gravehold(t) == 30
    t.nemesis_turn()
    assert gravehold(t) == 28


@pytest.mark.item("viscera_bride")
def test_r55_life_of_a_minion_is_capped():
    t = hollow_crown({"lurzan": 5})
    put_in_play(t, "viscera_bride", life=18)
    t.player(GARU).set(life=6)
    t.trigger("viscera_bride")
    assert in_play(t, "acolytes") == {"lurzan": {"life": 11}}
    assert lives(t) == [4, 10]


@pytest.mark.item("extinguish")
@pytest.mark.parametrize(("target", "trophies"), [("lurzan", 0), ("thronewatch", 1)])
def test_r56_acolytes_give_no_trophy(target, trophies):
    t = hollow_crown({"lurzan": 1, "bezu": 11}, mages=("quilius", "garu"))
    put_in_play(t, "thronewatch", life=1)
    t.player(0).set(prepped={"I": ["extinguish"]})
    t.answer(target)
    t.cast(0, "I")
    assert player(t, 0)["trophies"] == trophies


@pytest.mark.item("conjure_the_lost")
def test_r57_nemesis_without_life_is_an_immediate_win():
    t = table(cards=("conjure_the_lost",))
    t.set(nemesis_life=5, gravehold_life=20)
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(prepped={"I": ["conjure_the_lost"]})
    t.answer("nemesis")  # nothing after the damage is resolved, so the card's "may" is not asked
    t.cast(GARU, "I")
    assert t.state()["outcome"] == "win"
    assert t.state()["reason"]
    assert t.state()["nemesis_life"] == 0
    assert gravehold(t) == 20


# ============================================================================================= nemesis turn

# r58: E11. r59: no card of the box takes another one out of play, or puts one into play, in the main phase.


def test_r58_power_loses_one_token_a_turn():
    t = table()
    put_in_play(t, "night_unending", power=3)
    t.nemesis_turn()
    assert in_play(t) == {"night_unending": {"power": 2}}


# r60, attack, minion and power drawn: E12 to E14.


@pytest.mark.item("seismic_roar")
def test_r60_power_three_resolves_in_the_third_following_nemesis_turn():
    t = table("umbra_titan")
    t.player(GARU).set(breaches={"II": "opened"})  # Mage Ender's target is no choice
    t.nemesis.set(deck=["seismic_roar", "engulf", "mage_ender", "morbid_gyre", "quell"])
    seen = []
    for _ in range(4):
        t.nemesis_turn()
        seen.append(tokens(t))
    assert seen == [8, 8, 8, 6]
    assert "seismic_roar" in t.state()["nemesis_area"]["discard"]


@pytest.mark.item("shadows_reach")
def test_r60_immediately_is_resolved_when_drawn():
    t = table("magus_of_cloaks")
    t.resolve("shadows_reach")
    assert tokens(t) == 8
    assert in_play(t) == {"shadows_reach": {"power": 9}}


def test_r61_empty_nemesis_deck_unleashes_three_times():
    t = table()
    t.player(GARU).set(breaches={"II": "opened"})
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})], deck=[])
    t.nemesis_turn()
    assert tokens(t) == 4
    assert lives(t) == [8, 10]
    assert t.state()["outcome"] is None


@pytest.mark.item("temporal_nimbus")
def test_r61_empty_nemesis_deck_unleashes_three_times_per_missing_card():
    t = table()
    t.nemesis.set(in_play=[("temporal_nimbus", {"power": 1})], deck=[])
    t.nemesis_turn()
    assert tokens(t) == 1 + 1 + 3 + 3


def test_r62_tier_is_zero_before_the_first_card():
    assert table().state()["nemesis_tier"] == 0


@pytest.mark.parametrize(
    ("cards_in_play", "discard", "tier"),
    [
        ([("howling_spinners", {"life": 5})], [], 1),
        ([("howling_spinners", {"life": 5})], ["smite"], 2),
        ([("mage_ender", {"life": 9})], ["nix"], 2),
        ([("night_unending", {"power": 3})], ["nix", "banish", "smite"], 3),
    ],
)
def test_r62_tier_is_the_highest_in_play_or_discarded(cards_in_play, discard, tier):
    t = table()
    t.nemesis.set(in_play=cards_in_play, discard=discard)
    assert t.state()["nemesis_tier"] == tier


@pytest.mark.item("scoria_slag")
@pytest.mark.parametrize(("discarded", "aether"), [([], 2), (["nix"], 2), (["smite"], 3), (["banish"], 3)])
def test_r62_scoria_slag_asks_for_tier_two(discarded, aether):
    t = table(cards=("scoria_slag",))
    t.nemesis.set(discard=discarded)
    t.player(GARU).set(hand=["scoria_slag"])
    t.play(GARU, "scoria_slag")
    assert player(t, GARU)["aether"] == aether


@pytest.mark.item("rift_scourge")
def test_r62_tier_falls_when_the_only_tier_three_card_goes_under_the_deck():
    t = table()
    t.nemesis.set(in_play=[("rift_scourge", {"life": 1})], discard=["nix"])
    assert t.state()["nemesis_tier"] == 3
    t.deal(GARU, 1, "rift_scourge")
    assert t.state()["nemesis_tier"] == 1


@pytest.mark.item("engulf")
def test_r63_engulf_repeats_the_attack_discarded_last():
    t = table()
    t.nemesis.set(discard=["howling_spinners", "smite", "thrash"])
    t.resolve("engulf")
    assert tokens(t) == 3
    assert gravehold(t) == 28
    assert t.state()["nemesis_area"]["discard"] == ["engulf", "howling_spinners", "smite", "thrash"]


@pytest.mark.item("engulf")
def test_r63_engulf_without_a_discarded_attack_does_nothing():
    t = table()
    t.nemesis.set(discard=["howling_spinners", "morbid_gyre"])
    t.resolve("engulf")
    assert tokens(t) == 1
    assert gravehold(t) == 30
    assert lives(t) == [10, 10]


def nemesis_deck(t):
    return t.state()["nemesis_area"]["deck"]


@pytest.mark.item("hasten")
def test_r64_hasten_goes_under_the_nemesis_deck():
    t = table()
    t.set(nemesis_tokens=3)
    t.answer("garu")
    t.resolve("hasten")
    assert lives(t) == [7, 10]
    assert tokens(t) == 4
    assert nemesis_deck(t) == ["engulf", "quell", "hasten"]
    assert t.state()["nemesis_area"]["discard"] == []


@pytest.mark.item("distort")
def test_r64_distort_goes_under_the_nemesis_deck():
    t = table()
    t.resolve("distort")
    assert nemesis_deck(t) == ["engulf", "quell", "distort"]


# r64, Infinite Enmity when it resolves: T9.


@pytest.mark.item("infinite_enmity")
def test_r64_infinite_enmity_discarded_by_its_price_goes_to_the_discard_pile():
    t = table()
    put_in_play(t, "infinite_enmity", power=2)
    t.player(GARU).set(aether=8)
    t.discard_power(GARU, "infinite_enmity")
    assert t.state()["nemesis_area"]["discard"] == ["infinite_enmity"]
    assert nemesis_deck(t) == ["engulf", "quell"]


@pytest.mark.item("rift_scourge")
def test_r64_rift_scourge_goes_under_the_nemesis_deck():
    t = table()
    put_in_play(t, "rift_scourge", life=4)
    t.deal(GARU, 4, "rift_scourge")
    assert in_play(t) == {}
    assert nemesis_deck(t) == ["engulf", "quell", "rift_scourge"]
    assert t.state()["nemesis_area"]["discard"] == []


@pytest.mark.item("temporal_nimbus", "gate_witch")
def test_r65_temporal_nimbus_draws_two_cards_before_time_accelerates():
    t = table()
    t.set(nemesis_tokens=3)
    t.nemesis.set(in_play=[("temporal_nimbus", {"power": 1})], deck=["smite", "mage_ender", "quell"])
    turn_order(t, deck=[], discard=["nemesis"])
    t.nemesis_turn()
    assert in_play(t) == {"mage_ender": {"life": 9}}
    assert gravehold(t) == 28
    assert nemesis_deck(t) == ["quell"]
    assert tokens(t) == 3 + 1 + 2 - 4
    assert t.state()["turn_order"]["discard"] == []


@pytest.mark.item("gate_witch")
def test_r66_time_accelerates_once_a_nemesis_turn():
    t = table()
    t.set(nemesis_tokens=12)
    turn_order(t, deck=[], discard=["nemesis"])
    t.nemesis_turn()
    assert tokens(t) == 8


@pytest.mark.item("nether_spiral")
@pytest.mark.parametrize("kept", ["player_1", "player_2"])
def test_r67_nether_spiral_keeps_one_player_card_and_shuffles_all_others(kept):
    t = table()
    put_in_play(t, "nether_spiral", power=1)
    turn_order(t, deck=[], discard=["nemesis", "player_1", "player_2"])
    t.answer(kept)
    t.trigger("nether_spiral")
    turn_cards = t.state()["turn_order"]
    assert turn_cards["discard"] == [kept]
    assert sorted([*turn_cards["deck"], kept]) == sorted(TURN_CARDS)


@pytest.mark.item("nether_spiral")
def test_r67_nether_spiral_shuffles_everything_when_no_player_card_is_discarded():
    t = table()
    put_in_play(t, "nether_spiral", power=1)
    turn_order(t, deck=[], discard=["nemesis"])
    t.trigger("nether_spiral")
    assert t.state()["turn_order"]["discard"] == []
    assert sorted(t.state()["turn_order"]["deck"]) == sorted(TURN_CARDS)


# =============================================================================================== exhaustion

# r68: E15, T13.


@pytest.mark.item("hollow_crown", "edryss_tragg")
def test_r68_hollow_crown_hurts_gravehold_for_four_instead_of_unleashing():
    t = hollow_crown({"edryss_tragg": 11})
    t.player(GARU).set(life=1, charges=2, prepped={"I": ["spark"]})
    t.answer("garu", "I")
    t.blood_magic("edryss_tragg")
    assert gravehold(t) == 30 - 4 - 2
    assert breach(t, GARU, "I") == "destroyed"
    assert player(t, GARU)["discard"] == ["spark"]
    assert player(t, GARU)["charges"] == 0
    assert lives(t) == [0, 10]


@pytest.mark.item("ren_goda")
def test_r69_exhausted_during_an_unleash_finishes_the_unleash_first():
    t = hollow_crown({"ren_goda": 11})
    t.player(GARU).set(life=1, hand=["crystal"], prepped={"I": ["spark"]})
    t.answer("second", "I")
    t.unleash()
    assert player(t, GARU)["discard"] == ["spark", "crystal"]  # the breach's spell was discarded last


@pytest.mark.item("nix")
def test_r69_exhausted_during_another_effect_is_resolved_at_once():
    t = table()
    t.player(GARU).set(life=1, hand=["crystal"], prepped={"I": ["spark"]})
    t.answer("I")
    t.resolve("nix")
    assert player(t, GARU)["discard"] == ["crystal", "spark"]  # the breach's spell was discarded first
    assert tokens(t) == 1 + 1 + 2


@pytest.mark.item("howling_spinners")
def test_r70_player_becomes_exhausted_only_once():
    t = table()
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(life=0, charges=3)
    t.answer("garu")
    t.trigger("howling_spinners")
    assert tokens(t) == 1
    assert breach(t, GARU, "I") == "opened"
    assert player(t, GARU)["charges"] == 3


# r70, later life gains do nothing: r91.


def test_r71_exhausted_player_gains_charges_and_uses_the_ability():
    t = table()
    t.player(GARU).set(life=0, charges=4, aether=2)
    t.charge(GARU)
    t.ability(GARU)
    assert dealt(t) == 2


@pytest.mark.item("cataclysmic_fate")
def test_r71_exhausted_player_does_not_have_the_lowest_life():
    t = table()
    put_in_play(t, "cataclysmic_fate", power=1)
    t.player(GARU).set(life=0)
    t.trigger("cataclysmic_fate")
    assert lives(t) == [0, 6]
    assert gravehold(t) == 30


@pytest.mark.item("cataclysmic_fate")
def test_r71_exhausted_solo_player_has_the_lowest_life():
    t = table(mages=("garu",))
    put_in_play(t, "cataclysmic_fate", power=1)
    t.player(0).set(life=0)
    t.trigger("cataclysmic_fate")
    assert gravehold(t) == 30 - 8


@pytest.mark.item("howling_spinners")
def test_r72_last_player_without_life_loses_the_game_at_once():
    t = table()
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(life=0)
    t.player(DEZMODIA).set(life=1, charges=2)
    t.answer("dezmodia")
    t.trigger("howling_spinners")
    assert t.state()["outcome"] == "loss"
    assert t.state()["reason"]
    assert tokens(t) == 1
    assert gravehold(t) == 30
    assert "destroyed" not in player(t, DEZMODIA)["breaches"].values()
    assert player(t, DEZMODIA)["charges"] == 2


# ============================================================================================== end of game


def test_r73_empty_nemesis_deck_wins_at_the_end_of_a_player_turn():
    t = table()
    t.nemesis.set(in_play=[("howling_spinners", {"life": 1})], deck=[])
    t.deal(GARU, 1, "howling_spinners")
    assert t.state()["outcome"] is None
    t.draw_phase(GARU)
    assert t.state()["outcome"] == "win"
    assert t.state()["reason"]


@pytest.mark.item("mangleroot")
def test_r73_empty_nemesis_deck_wins_at_the_end_of_a_nemesis_turn():
    t = table()
    t.nemesis.set(in_play=[("mangleroot", {"life": 2})], deck=[])
    t.nemesis_turn()
    assert gravehold(t) == 27
    assert tokens(t) == 4  # the missing card was paid for first
    assert t.state()["outcome"] == "win"


@pytest.mark.parametrize("card", [("howling_spinners", {"life": 1}), ("night_unending", {"power": 3})])
def test_r73_minion_or_power_in_play_prevents_the_win(card):
    t = table()
    t.nemesis.set(in_play=[card], deck=[])
    pass_turn(t, GARU)
    assert t.state()["outcome"] is None


def test_r73_acolyte_in_play_prevents_the_win():
    t = hollow_crown({"bezu": 11})
    t.nemesis.set(deck=[])
    pass_turn(t, GARU)
    assert t.state()["outcome"] is None


@pytest.mark.item("kurgax")
def test_r74_first_end_condition_met_ends_the_game():
    t = hollow_crown({"kurgax": 11})
    t.set(gravehold_life=1)
    t.blood_magic("kurgax")  # nobody is asked who suffers the rest
    assert t.state()["outcome"] == "loss"
    assert gravehold(t) == 0
    assert lives(t) == [10, 10]


def test_r75_killed_acolyte_is_replaced_at_once():
    t = hollow_crown({"lurzan": 2, "bezu": 7}, deck=["kurgax", "mord"])
    t.deal(GARU, 2, "lurzan")
    assert in_play(t, "acolytes") == {"bezu": {"life": 7}, "kurgax": {"life": 11}}
    assert t.state()["acolytes"]["deck"] == ["mord"]
    assert t.state()["acolytes"]["discard"] == ["lurzan"]


@pytest.mark.item("hollow_crown")
def test_r75_no_acolyte_in_play_wins_at_the_end_of_the_turn():
    t = hollow_crown({"lurzan": 2})
    put_in_play(t, "thronewatch", life=6)
    t.deal(GARU, 2, "lurzan")
    assert t.state()["outcome"] is None
    t.draw_phase(GARU)
    assert t.state()["outcome"] == "win"


@pytest.mark.item("umbra_titan")
@pytest.mark.parametrize(
    ("card", "counters", "count"), [("demi_ancient", {"life": 18}, 1), ("seismic_roar", {"power": 1}, 2)]
)
def test_r76_umbra_titan_without_tokens_wins_the_game_at_once(card, counters, count):
    t = table("umbra_titan")
    t.set(nemesis_tokens=count)
    put_in_play(t, card, **counters)
    t.trigger(card)
    assert tokens(t) == 0
    assert t.state()["outcome"] == "loss"


# ====================================================================================== solo and difficulty

# r77, turn order deck, nemesis deck and the easier options: test_turns.py.


@pytest.mark.item("celestial_spire")
def test_r77_solo_player_is_the_own_ally():
    t = table(mages=("garu",), cards=("celestial_spire",))
    t.set(piles={"celestial_spire": 0})
    t.player(0).set(deck=["crystal"], prepped={"I": ["celestial_spire"]})
    t.cast(0, "I")
    assert player(t, 0)["hand"] == ["crystal"]


@pytest.mark.item("holadran")
def test_r77_effect_on_two_players_hits_the_solo_player_twice():
    t = hollow_crown({"holadran": 11}, mages=("garu",))
    t.blood_magic("holadran")
    assert lives(t) == [8]


@pytest.mark.item("howling_spinners")
def test_r77_exhaustion_is_no_loss_in_solo():
    t = table(mages=("garu",))
    put_in_play(t, "howling_spinners", life=5)
    t.player(0).set(life=1, charges=2)
    t.answer("II")
    t.trigger("howling_spinners")
    assert t.state()["outcome"] is None
    assert tokens(t) == 3
    assert gravehold(t) == 28
    assert breach(t, 0, "II") == "destroyed"
    assert player(t, 0)["charges"] == 0


# r78: several mages played by one person are a game of that player count; nothing to see on the table.


@pytest.mark.item("ulgimor")
@pytest.mark.parametrize(
    ("difficulty", "cap"), [("beginner", 12), ("normal", 10), ("expert", 10), ("extinction", 8)]
)
def test_r79_starting_life_of_the_mode_is_the_cap_of_players(difficulty, cap):
    t = table(mages=("ulgimor", "garu"), difficulty=difficulty)
    t.player(0).set(life=cap - 1, charges=6)
    t.ability(0)
    assert player(t, 0)["life"] == cap


@pytest.mark.item("mazahaedron")
@pytest.mark.parametrize(
    ("difficulty", "cap"), [("beginner", 35), ("normal", 30), ("expert", 30), ("extinction", 25)]
)
def test_r79_starting_life_of_the_mode_is_the_cap_of_gravehold(difficulty, cap):
    t = table(mages=("mazahaedron", "garu"), difficulty=difficulty)
    t.set(gravehold_life=cap - 1)
    t.player(0).set(charges=4)
    t.answer("no")
    t.ability(0)
    assert gravehold(t) == cap


# r79, Hollow Crown's beginner setup: test_turns.py.


# ============================================================================================= single cards

# r80, Oblivion Shard: E8, E9.


def nova_forge(aether):
    t = table(cards=("nova_forge", "kindle", "conclave_scroll", "dread_diamond"))
    t.player(GARU).set(aether=aether, prepped={"I": ["nova_forge"]})
    t.use_prepped(GARU, "nova_forge", "I")
    return t


@pytest.mark.item("nova_forge")
def test_r80_nova_forge_pays_for_spells_and_combines_with_other_aether():
    t = nova_forge(aether=2)
    assert player(t, GARU)["aether"] == 4
    t.gain(GARU, "kindle")
    assert player(t, GARU)["aether"] == 0


@pytest.mark.item("nova_forge")
def test_r80_nova_forge_pays_for_nothing_else():
    t = nova_forge(aether=1)
    refused(t.charge, GARU)
    refused(t.focus, GARU, "II")
    refused(t.gain, GARU, "dread_diamond")
    refused(t.gain, GARU, "conclave_scroll")


@pytest.mark.item("nova_forge")
def test_r80_most_restricted_aether_pays_first():
    t = nova_forge(aether=4)
    t.gain(GARU, "kindle")
    t.charge(GARU)
    assert player(t, GARU)["charges"] == 1
    assert player(t, GARU)["aether"] == 0


def worldheart_shard(*cards, aether=0):
    t = table(mages=("mazahaedron", "garu"), cards=cards)
    t.player(0).set(hand=["worldheart_shard"], aether=aether)
    t.answer("second")
    t.play(0, "worldheart_shard")
    return t


@pytest.mark.item("worldheart_shard")
def test_r80_worldheart_shard_pays_for_gaining_any_card():
    t = worldheart_shard("mages_totem")
    assert player(t, 0)["aether"] == 2
    t.gain(0, "mages_totem")
    assert player(t, 1)["discard"] == ["mages_totem"]
    assert player(t, 0)["discard"] == []


@pytest.mark.item("worldheart_shard")
def test_r80_worldheart_shard_pays_for_nothing_else():
    t = worldheart_shard()
    refused(t.charge, 0)
    refused(t.focus, 0, "II")
    refused(t.open, 0, "II")


@pytest.mark.item("worldheart_shard", "frozen_magmite")
@pytest.mark.parametrize(
    ("on_deck", "deck", "allys_discard"), [("yes", ["scoria_slag"], []), ("no", [], ["scoria_slag"])]
)
def test_r81_worldheart_shard_or_frozen_magmite_applies_and_both_are_used_up(on_deck, deck, allys_discard):
    t = worldheart_shard("frozen_magmite", "scoria_slag", aether=4)
    t.player(0).set(hand=["frozen_magmite"])
    t.play(0, "frozen_magmite")
    t.answer(on_deck)
    t.gain(0, "scoria_slag")
    assert player(t, 0)["deck"] == deck
    assert player(t, 1)["discard"] == allys_discard
    assert player(t, 0)["discard"] == []
    t.gain(0, "scoria_slag")
    assert player(t, 0)["discard"] == ["scoria_slag"]


@pytest.mark.item("frozen_magmite")
@pytest.mark.parametrize(
    ("copies", "on_deck", "deck", "discard"),
    [(1, "no", [], ["mages_totem", "mages_totem"]), (2, "yes", ["mages_totem"], ["mages_totem"])],
)
def test_r82_frozen_magmites_watch_only_the_next_card(copies, on_deck, deck, discard):
    t = table(cards=("frozen_magmite", "mages_totem"))
    t.player(GARU).set(hand=["frozen_magmite"] * copies, aether=4 - 2 * copies)
    for _ in range(copies):
        t.play(GARU, "frozen_magmite")
    t.answer(on_deck)
    t.gain(GARU, "mages_totem")
    t.gain(GARU, "mages_totem")
    assert player(t, GARU)["deck"] == deck
    assert player(t, GARU)["discard"] == discard


@pytest.mark.item("bloodstone_jewel", "yan_magda")
def test_r83_bloodstone_jewel_gained_free_gives_three_aether_too():
    t = table(mages=("yan_magda", "garu"), cards=("bloodstone_jewel",))
    t.player(0).set(charges=5)
    t.answer("bloodstone_jewel")
    t.ability(0)
    assert player(t, 0)["discard"] == ["bloodstone_jewel"]
    assert player(t, 0)["aether"] == 3


@pytest.mark.item("volcanic_glass")
def test_r84_volcanic_glass_gives_the_ally_a_copy_that_does_not_trigger():
    t = table(cards=("volcanic_glass",))
    t.set(piles={"volcanic_glass": 3})
    t.player(GARU).set(aether=7)
    t.player(DEZMODIA).set(deck=["crystal"], aether=0)
    t.answer("yes")
    t.gain(GARU, "volcanic_glass")
    assert player(t, GARU)["discard"] == ["volcanic_glass"]
    assert player(t, GARU)["aether"] == 2
    assert player(t, DEZMODIA)["deck"] == ["volcanic_glass", "crystal"]
    assert t.state()["piles"]["volcanic_glass"] == 1


@pytest.mark.item("volcanic_glass")
def test_r84_volcanic_glass_needs_a_copy_left_in_the_pile():
    t = table(cards=("volcanic_glass",))
    t.set(piles={"volcanic_glass": 1})
    t.player(GARU).set(aether=5)
    t.gain(GARU, "volcanic_glass")
    assert player(t, GARU)["aether"] == 2
    assert player(t, DEZMODIA)["deck"] == []


@pytest.mark.item("volcanic_glass")
def test_r84_volcanic_glass_chains_in_solo():
    t = table(mages=("garu",), cards=("volcanic_glass",))
    t.set(piles={"volcanic_glass": 5})
    t.player(0).set(aether=3 + 2 + 2)
    t.answer("yes", "yes")
    t.gain(0, "volcanic_glass")
    assert player(t, 0)["discard"] == ["volcanic_glass"]
    assert player(t, 0)["deck"] == ["volcanic_glass", "volcanic_glass"]
    assert player(t, 0)["aether"] == 0
    assert t.state()["piles"]["volcanic_glass"] == 2


@pytest.mark.item("conjure_the_lost", "vortex_gauntlet")
def test_r85_conjure_the_lost_destroyed_by_vortex_gauntlet_is_not_returned():
    t = table(cards=("conjure_the_lost", "vortex_gauntlet"))
    t.set(gravehold_life=20)
    t.player(GARU).set(hand=["vortex_gauntlet"], prepped={"I": ["conjure_the_lost"]})
    t.answer("yes")
    t.play(GARU, "vortex_gauntlet")
    assert dealt(t) == 5
    assert gravehold(t) == 24
    assert t.state()["destroyed"] == ["conjure_the_lost"]
    assert player(t, GARU)["hand"] == []
    assert player(t, GARU)["discard"] == []


@pytest.mark.item("conjure_the_lost", "mist")
def test_r85_conjure_the_lost_destroyed_by_exalted_brand_is_not_returned():
    t = table(mages=("mist", "garu"), cards=("conjure_the_lost",))
    t.player(0).set(charges=6, prepped={"I": ["conjure_the_lost"]})
    t.answer("conjure_the_lost", "yes")
    t.ability(0)
    assert t.state()["destroyed"] == ["conjure_the_lost"]
    assert player(t, 0)["hand"] + player(t, 1)["hand"] == []


@pytest.mark.item("mist")
def test_r86_exalted_brand_casts_three_cards_of_equal_name():
    t = table(mages=("mist", "garu"))
    t.player(0).set(
        charges=6, breaches=ALL_OPENED, prepped={"I": ["spark"], "II": ["spark"], "III": ["spark"]}
    )
    t.player(1).set(prepped={"I": ["torch"]})
    t.answer("mist I", "mist II", "mist III")
    t.ability(0)
    assert dealt(t) == 1 + 1 + 2
    assert player(t, 0)["prepped"] == {}
    assert player(t, 1)["hand"] == ["spark", "spark", "spark"]
    assert player(t, 1)["prepped"] == {"I": ["torch"]}


# r87: E7.


@pytest.mark.item("jagged_lightning")
def test_r88_jagged_lightning_may_discard_though_no_breach_is_closed():
    t = table(cards=("jagged_lightning",))
    t.player(GARU).set(hand=["crystal"], breaches=ALL_OPENED, prepped={"I": ["jagged_lightning"]})
    t.player(DEZMODIA).set(breaches=ALL_OPENED)
    t.answer("crystal")
    t.cast(GARU, "I")
    assert player(t, GARU)["discard"] == ["crystal", "jagged_lightning"]


def illuminate(cards=(), **zones):
    t = table(mages=("yan_magda", "garu"), cards=cards)
    t.player(0).set(prepped={"I": ["illuminate"]}, **zones)
    return t


@pytest.mark.item("illuminate")
def test_r89_illuminate_deals_one_per_paid_focus_and_opening():
    t = illuminate(aether=9)
    t.focus(0, "II")
    t.focus(0, "III")
    assert dealt(t) == 2
    t.open(0, "II")
    assert dealt(t) == 3
    assert player(t, 0)["aether"] == 0


@pytest.mark.item("illuminate", "breach_ore")
def test_r89_illuminate_deals_one_per_free_focus():
    t = illuminate(cards=("breach_ore",), hand=["breach_ore"])
    t.answer("second")
    t.play(0, "breach_ore")
    assert dealt(t) == 1


@pytest.mark.item("illuminate", "primordial_fetish")
def test_r89_illuminate_ignores_an_allys_breach_and_an_allys_turn():
    t = illuminate(cards=("primordial_fetish",), hand=["primordial_fetish"])
    t.player(1).set(hand=["primordial_fetish"])
    t.answer("first", "garu II")
    t.play(0, "primordial_fetish")
    t.draw_phase(0)
    t.answer("first", "yan_magda II")
    t.play(1, "primordial_fetish")
    assert dealt(t) == 0


@pytest.mark.item("coal_shard")
def test_r90_coal_shard_at_three_life_leaves_one():
    t = table(mages=("ulgimor", "garu"))
    t.player(0).set(life=3, hand=["coal_shard"])
    t.play(0, "coal_shard")
    assert player(t, 0)["life"] == 1
    assert player(t, 0)["aether"] == 3
    assert player(t, 0)["charges"] == 1


@pytest.mark.item("coal_shard")
@pytest.mark.parametrize("life", [0, 1, 2])
def test_r90_coal_shard_at_two_life_or_less_is_destroyed_without_effect(life):
    t = table(mages=("ulgimor", "garu"))
    t.player(0).set(life=life, hand=["coal_shard"])
    t.play(0, "coal_shard")
    assert t.state()["destroyed"] == ["coal_shard"]
    assert player(t, 0)["life"] == life
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["charges"] == 0


@pytest.mark.item("gex")
@pytest.mark.parametrize(("life", "after"), [(5, 7), (0, 0)])
def test_r91_ally_of_gex_draws_and_gains_life_only_if_not_exhausted(life, after):
    t = table(mages=("gex", "garu"))
    t.player(0).set(charges=5)
    t.player(1).set(life=life, deck=["crystal", "spark"])
    t.ability(0)
    assert player(t, 1)["hand"] == ["crystal"]
    assert player(t, 1)["life"] == after


@pytest.mark.item("reduce_to_ash")
def test_r92_each_reduce_to_ash_triggers_before_any_cast():
    t = table(cards=("reduce_to_ash",))
    t.player(GARU).set(
        deck=["crystal", "spark", "torch"],
        breaches={"II": "opened"},
        prepped={"I": ["reduce_to_ash"], "II": ["reduce_to_ash"]},
    )
    t.answer("yes", "yes")
    t.start_casting_phase(GARU)
    assert sorted(t.state()["destroyed"]) == ["crystal", "spark"]
    assert player(t, GARU)["deck"] == ["torch"]
    assert dealt(t) == 0


@pytest.mark.item("celestial_spire")
@pytest.mark.parametrize(("left", "drawn"), [(1, []), (0, ["crystal"])])
def test_r93_celestial_spire_looks_at_its_own_pile(left, drawn):
    t = table(cards=("celestial_spire",))
    t.set(piles={"celestial_spire": left})
    t.player(GARU).set(prepped={"I": ["celestial_spire"]})
    t.player(DEZMODIA).set(deck=["crystal"])
    t.cast(GARU, "I")
    assert dealt(t) == 3
    assert player(t, DEZMODIA)["hand"] == drawn


def conclave_scroll(left):
    t = table(cards=("conclave_scroll",))
    t.set(piles={"conclave_scroll": left})
    t.player(GARU).set(hand=["conclave_scroll"])
    t.player(DEZMODIA).set(discard=["crystal"])
    return t


@pytest.mark.item("conclave_scroll")
def test_r93_conclave_scroll_with_copies_left_gives_a_charge_only():
    t = conclave_scroll(left=1)
    t.play(GARU, "conclave_scroll")
    assert player(t, GARU)["charges"] == 1
    assert player(t, DEZMODIA)["discard"] == ["crystal"]


@pytest.mark.item("conclave_scroll")
def test_r93_conclave_scroll_with_an_empty_pile_asks():
    t = conclave_scroll(left=0)
    with pytest.raises(UserError):
        t.play(GARU, "conclave_scroll")
    t.answer("no")
    t.play(GARU, "conclave_scroll")
    assert player(t, GARU)["charges"] == 1


@pytest.mark.item("mages_totem")
def test_r94_mages_totem_alone_destroys_itself():
    t = table(cards=("mages_totem",))
    t.set(gravehold_life=20)
    t.player(GARU).set(hand=["mages_totem"])
    t.play(GARU, "mages_totem")
    assert t.state()["destroyed"] == ["mages_totem"]
    assert gravehold(t) == 21


@pytest.mark.item("mages_totem")
def test_r94_mages_totem_destroys_a_card_that_is_still_in_the_play_area():
    t = table(cards=("mages_totem",))
    t.set(gravehold_life=20)
    t.player(GARU).set(hand=["crystal", "mages_totem", "mages_totem"])
    t.play(GARU, "crystal")
    t.answer("first")
    t.play(GARU, "mages_totem")
    assert t.state()["destroyed"] == ["crystal"]
    assert player(t, GARU)["played"] == ["mages_totem"]
    t.answer("first")  # only the first Totem is still there
    t.play(GARU, "mages_totem")
    assert sorted(t.state()["destroyed"]) == ["crystal", "mages_totem"]
    assert player(t, GARU)["aether"] == 1
    assert gravehold(t) == 20


@pytest.mark.item("enslave", "nhavkalas", "mord")
def test_r95_without_self_damage_mords_second_option_stays_allowed():
    t = hollow_crown({"nhavkalas": 11, "mord": 11})
    t.player(GARU).set(charges=2)
    t.answer("second")
    t.resolve("enslave")
    assert gravehold(t) == 30 - 3 - 1
    assert player(t, GARU)["charges"] == 1
    assert in_play(t, "acolytes") == {"nhavkalas": {"life": 11}, "mord": {"life": 11}}


@pytest.mark.item("enslave", "bezu", "edryss_tragg", "solara")
def test_r95_without_self_damage_skips_only_the_damage_to_the_acolyte():
    t = hollow_crown({"bezu": 11, "edryss_tragg": 11, "solara": 11})
    t.player(GARU).set(life=5, hand=["crystal", "crystal"], prepped={"I": ["spark"]})
    t.answer("garu")  # Edryss Tragg's target; Solara can only hit Garu
    t.resolve("enslave")
    assert gravehold(t) == 29
    assert lives(t) == [3, 10]
    assert player(t, GARU)["hand"] == []
    assert {acolyte["life"] for acolyte in in_play(t, "acolytes").values()} == {11}


@pytest.mark.item("thronewatch")
def test_r96_thronewatch_spares_the_replacement_of_a_dead_acolyte():
    t = hollow_crown({"nhavkalas": 1, "lurzan": 11}, deck=["kurgax"])
    put_in_play(t, "thronewatch", life=6)
    t.trigger("thronewatch")
    assert gravehold(t) == 27
    assert in_play(t, "acolytes") == {"lurzan": {"life": 11}, "kurgax": {"life": 11}}


@pytest.mark.item("reign")
def test_r96_reign_spares_the_replacement_of_a_dead_acolyte():
    t = hollow_crown({"nhavkalas": 1}, deck=["lurzan"])
    t.player(GARU).set(life=5)
    t.resolve("reign")
    assert gravehold(t) == 27
    assert in_play(t, "acolytes") == {"lurzan": {"life": 11}}
    assert lives(t) == [3, 10]  # the two unleashes are Lurzan's


@pytest.mark.item("eclipse")
def test_r97_eclipse_without_a_prepped_spell_hits_a_chosen_player():
    t = table("magus_of_cloaks")
    t.set(nemesis_tokens=3)
    t.answer("dezmodia")
    t.resolve("eclipse")
    assert lives(t) == [10, 8]
    assert tokens(t) == 8


# r97, Enshroud destroys fewer spells if fewer exist: r9.


@pytest.mark.item("banish")
def test_r97_banish_without_prepped_spells_does_no_damage():
    t = table(policy="greedy")
    t.resolve("banish")
    assert lives(t) == [10, 10]
    assert gravehold(t) == 30
    assert tokens(t) == 3


@pytest.mark.item("shadows_reach")
def test_r98_shadows_reach_cannot_be_discarded():
    t = table("magus_of_cloaks")
    put_in_play(t, "shadows_reach", power=9)
    t.player(GARU).set(aether=20, hand=["crystal"] * 4)
    refused(t.discard_power, GARU, "shadows_reach")


@pytest.mark.item("shadows_reach")
def test_r98_shadows_reach_loses_the_game_in_the_ninth_nemesis_turn():
    t = table("magus_of_cloaks")
    t.resolve("shadows_reach")
    for turn in range(1, 10):
        assert t.state()["outcome"] is None
        t.nemesis.set(deck=["engulf", "quell"], discard=[])
        t.nemesis_turn()
        if turn < 9:
            assert in_play(t) == {"shadows_reach": {"power": 9 - turn}}
    assert t.state()["outcome"] == "loss"
    assert t.state()["reason"]


# ============================================================================================ uncertainties


@pytest.mark.parametrize(
    ("number", "focuses", "cost"),
    [(number, focuses, cost) for number, costs in
     {"II": (5, 4, 3, 2), "III": (9, 7, 5, 3), "IV": (13, 10, 7, 4)}.items()
     for focuses, cost in enumerate(costs)],
)  # fmt: skip
def test_u1_open_costs(number, focuses, cost):
    t = table()
    t.player(GARU).set(aether=cost - 1, breaches={number: ("closed", focuses)})
    refused(t.open, GARU, number)
    t.player(GARU).set(aether=cost)
    t.open(GARU, number)
    assert breach(t, GARU, number) == "opened"
    assert player(t, GARU)["aether"] == 0


@pytest.mark.parametrize(("number", "cost"), [("II", 2), ("III", 3), ("IV", 4)])
def test_u1_focus_costs(number, cost):
    t = table()
    t.player(GARU).set(aether=cost - 1, breaches={number: ("closed", 0)})
    refused(t.focus, GARU, number)
    t.player(GARU).set(aether=cost)
    t.focus(GARU, number)
    assert breach(t, GARU, number) == ("closed", 1)
    assert player(t, GARU)["aether"] == 0


# u1, sigil breach +2: r42.


@pytest.mark.parametrize(
    "acolyte",
    [
        pytest.param("bezu", marks=pytest.mark.item("bezu")),
        pytest.param("edryss_tragg", marks=pytest.mark.item("edryss_tragg")),
        pytest.param("holadran", marks=pytest.mark.item("holadran")),
        pytest.param("kurgax", marks=pytest.mark.item("kurgax")),
        pytest.param("lurzan", marks=pytest.mark.item("lurzan")),
        pytest.param("mord", marks=pytest.mark.item("mord")),
        pytest.param("nhavkalas", marks=pytest.mark.item("nhavkalas")),
        pytest.param("ren_goda", marks=pytest.mark.item("ren_goda")),
        pytest.param("solara", marks=pytest.mark.item("solara")),
    ],
)
def test_u1_acolytes_have_eleven_life(acolyte):
    t = hollow_crown({}, deck=[acolyte])
    t.resolve(acolyte)
    assert in_play(t, "acolytes") == {acolyte: {"life": 11}}


@pytest.mark.item("vault_behemoth")
@pytest.mark.parametrize(("life", "tokens_left"), [(9, 8), (8, 7), (1, 7)])
def test_u2_vault_behemoth(life, tokens_left):
    t = table("umbra_titan")
    put_in_play(t, "vault_behemoth", life=life)
    t.answer("garu")
    t.trigger("vault_behemoth")
    assert lives(t) == [8, 10]
    assert tokens(t) == tokens_left


# u2, Twilight Empire: T10; Shadow's Reach: r98.


@pytest.mark.item("umbra_titan")
def test_u3_umbra_titan_loses_a_token_when_no_nemesis_card_is_discarded():
    t = table("umbra_titan")
    turn_order(t, deck=[], discard=["player_1"])
    t.unleash()
    assert tokens(t) == 7
    assert lives(t) == [10, 10]
    assert gravehold(t) == 30


@pytest.mark.item("dezmodia")
def test_u4_tempest_sigil_does_not_replace_a_sigil_breach():
    t = table()
    t.player(GARU).set(breaches={"I": "destroyed"})
    t.player(DEZMODIA).set(charges=6, breaches={"I": "sigil", "II": "opened"}, prepped={"I": ["spark"]})
    t.ability(DEZMODIA)
    assert breach(t, DEZMODIA, "I") == "sigil"
    assert breach(t, DEZMODIA, "II") == "sigil"
    assert player(t, DEZMODIA)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("dezmodia")
def test_u4_tempest_sigil_without_a_breach_to_replace_spends_the_charges():
    t = table()
    t.player(GARU).set(breaches={"I": "destroyed"})
    t.player(DEZMODIA).set(charges=6, breaches={"I": "destroyed", "III": "opened"})
    before = player(t, DEZMODIA)["breaches"]
    t.ability(DEZMODIA)
    assert player(t, DEZMODIA)["charges"] == 0
    assert player(t, DEZMODIA)["breaches"] == before


@pytest.mark.item("volcanic_glass", "nova_forge")
def test_u5_nova_forge_aether_does_not_pay_for_volcanic_glass():
    t = table(cards=("volcanic_glass", "nova_forge"))
    t.player(GARU).set(aether=3, prepped={"I": ["nova_forge"]})
    t.use_prepped(GARU, "nova_forge", "I")
    t.gain(GARU, "volcanic_glass")
    assert player(t, GARU)["aether"] == 2
    assert player(t, DEZMODIA)["deck"] == []


@pytest.mark.item("volcanic_glass", "oblivion_shard")
def test_u5_oblivion_shard_aether_pays_for_volcanic_glass():
    t = table(mages=("yan_magda", "dezmodia"), cards=("volcanic_glass",))
    t.player(0).set(charges=5, hand=["oblivion_shard"])
    t.play(0, "oblivion_shard")
    t.answer("volcanic_glass", "yes")
    t.ability(0)
    assert player(t, 0)["aether"] == 0
    assert player(t, 0)["discard"] == ["volcanic_glass"]
    assert player(t, 1)["deck"] == ["volcanic_glass"]


@pytest.mark.item("volcanic_glass", "worldheart_shard")
def test_u5_worldheart_shard_aether_does_not_pay_for_volcanic_glass():
    t = table(mages=("yan_magda", "mazahaedron"), cards=("volcanic_glass",))
    t.player(0).set(charges=5, hand=["worldheart_shard"])
    t.answer("second")
    t.play(0, "worldheart_shard")
    t.answer("volcanic_glass")
    t.ability(0)
    assert player(t, 0)["aether"] == 2
    assert player(t, 1)["discard"] == ["volcanic_glass"]
    assert player(t, 1)["deck"] == []


@pytest.mark.item("deep_abomination")
def test_u6_each_player_suffers_on_their_own():
    t = table(policy="greedy")
    put_in_play(t, "deep_abomination", life=6)
    turn_order(t, deck=[], discard=["player_1", "player_2", "nemesis", "player_1"])
    t.trigger("deep_abomination")
    assert lives(t) == [8, 9]


@pytest.mark.item("holadran")
def test_u6_holadran_hits_two_different_players():
    t = hollow_crown({"holadran": 11}, policy="greedy")
    t.blood_magic("holadran")
    assert lives(t) == [9, 9]


# u7: Hasten and Distort never lie in the discard pile (r64).


@pytest.mark.item("garu")
@pytest.mark.parametrize("order", [("I", "II"), ("II", "I")])
def test_u8_owner_chooses_the_order_of_cards_discarded_together(order):
    t = table()
    spells = {"I": "spark", "II": "torch"}
    t.player(GARU).set(
        charges=5, breaches={"II": "opened"}, prepped={number: [spell] for number, spell in spells.items()}
    )
    t.answer(*order)
    t.ability(GARU)
    assert player(t, GARU)["discard"] == [spells[number] for number in reversed(order)]


def test_u9_there_are_not_more_than_32_crystals():
    t = table()
    with pytest.raises(UserError):
        t.player(GARU).set(hand=["crystal"] * 33)


def test_u9_there_are_not_more_than_14_sparks():
    t = table()
    with pytest.raises(UserError):
        t.player(GARU).set(hand=["spark"] * 15)


# ==================================================================================== choices between sources

# d2: T7. d8: r73. d9: r61. d10: r52. d12: u1. d13: E1. d15: E10. d16: E15. d17: r55. d18: r62.


@pytest.mark.item("lurzan")
def test_d5_lurzan_hits_only_the_player_with_the_lowest_life():
    t = hollow_crown({"lurzan": 11})
    t.player(GARU).set(life=4)
    t.blood_magic("lurzan")
    assert lives(t) == [3, 10]
    assert gravehold(t) == 30


@pytest.mark.item("crumble")
def test_d6_crumble_unleashes_before_the_minion_returns():
    t = table("umbra_titan")
    t.set(nemesis_tokens=1)  # too few for the first option, and the unleash takes the last one
    turn_order(t, deck=[], discard=["player_1"])
    t.nemesis.set(discard=["grubber"])
    t.resolve("crumble")
    assert t.state()["outcome"] == "loss"
    assert in_play(t) == {}


@pytest.mark.item("howling_spinners")
def test_d7_excess_damage_is_the_last_step_of_exhaustion():
    t = table()
    t.set(gravehold_life=2)
    put_in_play(t, "howling_spinners", life=5)
    t.player(GARU).set(life=1, charges=2)
    t.answer("garu", "I")
    t.trigger("howling_spinners")
    assert t.state()["outcome"] == "loss"
    assert tokens(t) == 3
    assert breach(t, GARU, "I") == "destroyed"
    assert player(t, GARU)["charges"] == 0


@pytest.mark.item("ascend", "lurzan")
def test_d22_blood_effect_of_ascend_is_blood_magic():
    t = hollow_crown({"lurzan": 4})
    t.player(GARU).set(life=6)
    t.resolve("ascend")
    assert lives(t) == [4, 10]  # once by the unleash, once by the blood magic
    assert in_play(t, "acolytes") == {"lurzan": {"life": 11}}
