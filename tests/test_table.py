"""What a table does beyond single rules: where set cards come from, how answers are read, what is told."""

import pytest
from helpers import in_play, player, table

from breachlab.sim.aeons_end import IllegalStep, Table
from breachlab.sim.errors import UserError


def fresh(**options):
    """A table right after setup."""
    return Table(nemesis="gate_witch", mages=["garu", "dezmodia"], supply="deck_destruction", **options)


# ------------------------------------------------------------------------------- where set cards come from


def test_a_pile_that_nobody_has_set_gives_the_cards_that_are_set():
    t = fresh()
    t.player(0).set(hand=["scoria_slag", "scoria_slag"], prepped={"I": ["jagged_lightning"]})
    assert t.state()["piles"]["scoria_slag"] == 5
    assert t.state()["piles"]["jagged_lightning"] == 4
    assert t.state()["piles"]["fiery_torrent"] == 5


def test_a_pile_that_was_set_keeps_its_cards():
    t = fresh()
    t.set(piles={"scoria_slag": 7})
    with pytest.raises(UserError, match="Scoria Slag: 8 copies"):
        t.player(0).set(hand=["scoria_slag"])
    assert t.state()["piles"]["scoria_slag"] == 7


def test_two_players_cannot_have_more_copies_than_exist():
    t = fresh()
    t.player(0).set(hand=["fiery_torrent"] * 3)
    with pytest.raises(UserError, match="Fiery Torrent"):
        t.player(1).set(discard=["fiery_torrent"] * 3)
    assert len(player(t, 0)["hand"]) == 3


@pytest.mark.parametrize("seed", range(5))
def test_the_dealt_nemesis_deck_gives_the_cards_that_are_set_elsewhere(seed):
    t = fresh(seed=seed)
    top, second = t.state()["nemesis_area"]["deck"][:2]
    t.nemesis.set(discard=[top])
    assert t.state()["nemesis_area"]["deck"][0] == second
    assert t.state()["nemesis_area"]["discard"] == [top]


def test_a_nemesis_card_is_in_one_place_only():
    t = fresh()
    t.nemesis.set(deck=["smite", "quell"], discard=[])
    with pytest.raises(UserError, match="Smite"):
        t.nemesis.set(discard=["smite"])


def test_set_leaves_chance_alone():
    one, other = fresh(seed=4), fresh(seed=4)
    other.player(0).set(hand=["crystal"])
    other.player(0).set(hand=player(one, 0)["hand"])
    for t in (one, other):
        t.turn_order.set(deck=[], discard=t.state()["turn_order"]["deck"])
        t.next_turn()
    assert one.state()["turn_order"] == other.state()["turn_order"]


@pytest.mark.parametrize(
    "zones",
    [{"breaches": ["II"]}, {"breaches": {"II": 3}}, {"prepped": ["spark"]}, {"hand": "spark"}, {"hand": 3}],
    ids=str,
)
def test_what_has_the_wrong_form_is_refused_in_words(zones):
    with pytest.raises(UserError, match="Garu"):
        fresh().player(0).set(**zones)


@pytest.mark.parametrize(
    "entry", [3, ("mage_ender",), ("mage_ender", 9), ("mage_ender", {"power": 1})], ids=str
)
def test_an_entry_in_play_is_a_card_and_its_counters(entry):
    with pytest.raises(UserError, match=r"mage_ender|Mage Ender|neither a card"):
        fresh().nemesis.set(in_play=[entry])


# ------------------------------------------------------------------------------------------------- answers


def test_a_whole_turn_can_be_scripted():
    t = table(cards=("scoria_slag",))
    t.player(0).set(
        hand=["crystal", "spark"], aether=7, breaches={"II": ("closed", 0)}, prepped={"I": ["torch"]}
    )
    actions = ["play crystal", "focus II", "prep spark II", "gain scoria_slag", "done"]
    t.answer("cast torch", "deal 1", *actions)
    t.player_turn(0)
    assert t.state()["nemesis_life"] == 69
    assert player(t, 0)["prepped"] == {"II": ["spark"]}
    assert player(t, 0)["breaches"]["II"] == ("closed", 1)
    assert t.state()["piles"]["scoria_slag"] == 1


@pytest.mark.item("worldheart_shard", "frozen_magmite")
@pytest.mark.parametrize("answers", [("mist",), ("ally", "mist"), ("no", "mist")])
def test_an_ally_who_gets_the_gained_card_is_named_once_or_after_a_no(answers):
    t = table(mages=("mazahaedron", "garu", "mist"), cards=("frozen_magmite",))
    t.player(0).set(hand=["worldheart_shard", "frozen_magmite"], aether=1)
    t.answer("second")
    t.play(0, "worldheart_shard")
    t.play(0, "frozen_magmite")
    t.answer(*answers)
    t.gain(0, "frozen_magmite")
    assert player(t, 2)["discard"] == ["frozen_magmite"]


def test_an_answer_that_is_a_number_may_be_one():
    t = table()
    t.nemesis.set(in_play=[("mage_ender", {"life": 9})])
    t.player(0).set(charges=5)
    t.answer("mage_ender", 1)
    t.ability(0)
    assert in_play(t) == {"mage_ender": {"life": 8}}
    assert t.state()["nemesis_life"] == 69


def test_answers_of_a_step_that_fails_are_gone():
    t = table()
    t.answer("garu")
    with pytest.raises(UserError, match="howling_spinners"):
        t.trigger("howling_spiners")
    t.resolve("smite")


def test_the_options_of_an_unscripted_decision_are_told():
    t = table()
    with pytest.raises(UserError, match=r'options: "Garu", "Dezmodia"'):
        t.resolve("afflict")


# --------------------------------------------------------------------------------------------------- steps


@pytest.mark.item("dezmodia")
def test_tempest_sigil_preps_to_no_closed_breach():
    t = table()
    t.player(0).set(breaches={"I": "destroyed"})
    t.player(1).set(charges=6, hand=["spark"], breaches={"II": ("closed", 1)})
    t.answer("spark", "II")
    with pytest.raises(UserError, match='nothing asked for the answer "II"'):
        t.ability(1)
    t.answer("spark")
    t.ability(1)
    assert player(t, 1)["prepped"] == {"I": ["spark"]}


@pytest.mark.item("dezmodia")
def test_tempest_sigil_preps_to_a_breach_that_was_focused_this_turn():
    t = table()
    t.player(0).set(breaches={"I": "destroyed"})
    t.player(1).set(charges=6, aether=2, hand=["spark"], breaches={"II": ("closed", 1)})
    t.focus(1, "II")
    t.answer("spark", "II")
    t.ability(1)
    assert player(t, 1)["prepped"] == {"II": ["spark"]}


def test_no_other_turn_begins_before_this_one_has_ended():
    t = table(policy="greedy")
    t.player(0).set(hand=["crystal"])
    t.play(0, "crystal")
    for step in (t.nemesis_turn, t.next_turn, lambda: t.player_turn(1)):
        with pytest.raises(IllegalStep, match="Garu's turn"):
            step()


@pytest.mark.item("chaos_flail")
def test_a_power_is_triggered_with_its_last_token_only():
    t = table()
    t.nemesis.set(in_play=[("chaos_flail", {"power": 2})])
    with pytest.raises(IllegalStep, match="2 power tokens"):
        t.trigger("chaos_flail")


def test_of_two_spells_in_a_breach_one_must_be_named():
    t = table(cards=("kindle",))
    t.player(0).set(prepped={"I": ["kindle", "spark"]})
    with pytest.raises(UserError, match="two spells"):
        t.cast(0, "I")
    t.cast(0, "I", "spark")
    assert player(t, 0)["prepped"] == {"I": ["kindle"]}


@pytest.mark.item("smite")
def test_an_attack_that_ends_the_game_lies_in_the_discard_pile():
    t = table()
    t.set(gravehold_life=1)
    t.resolve("smite")
    assert t.state()["outcome"] == "loss"
    assert t.state()["reason"] == "Gravehold has no life left"
    assert t.state()["nemesis_area"]["discard"] == ["smite"]


def test_the_log_tells_choices_and_what_came_of_them():
    t = table()
    t.nemesis.set(in_play=[("howling_spinners", {"life": 5})])
    t.answer("dezmodia")
    t.trigger("howling_spinners")
    assert t.log() == ["Garu chooses Dezmodia", "Dezmodia 10 -> 8 life"]


def test_the_log_of_a_refused_step_is_that_of_the_step_before():
    t = table()
    t.unleash()
    with pytest.raises(IllegalStep):
        t.charge(0)
    assert t.log() == ["Gate Witch 1 -> 2 tokens"]
