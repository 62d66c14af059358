"""What a transcript tells: the setup, every turn, what changed, the outcome."""

import json
import re

import pytest

from breachlab.sim.aeons_end.game_setup import check_setup
from breachlab.sim.aeons_end.state import LOSS, pop, push
from breachlab.sim.aeons_end.transcript import changes, play_game, tell
from breachlab.sim.errors import UserError

NEMESES = {
    "umbra_titan": "Umbra Titan",
    "gate_witch": "Gate Witch",
    "magus_of_cloaks": "Magus of Cloaks",
    "hollow_crown": "Hollow Crown",
}
GAMES = [
    (nemesis, players, policy)
    for nemesis in NEMESES
    for players in (1, 2, 3, 4)
    for policy in ("random", "greedy")
]


class TestText:
    def test_the_heading_has_the_setup(self):
        text = play_game("gate_witch", 2, 7, mages=["dezmodia", "garu"], supply="deck_destruction").text()
        heading = text.split("\n\nTurn 1")[0]
        assert "Gate Witch (70 life, 1 token), Normal difficulty" in heading
        assert "1 Dezmodia, 2 Garu (10 life each)" in heading
        assert "Frozen Magmite (3), Scoria Slag (4), Erratic Ingot (5)" in heading
        assert "Mage's Totem (2), Primordial Fetish (4)" in heading
        assert "player 1 x2, player 2 x2, nemesis x2" in heading
        assert "greedy, seed 7" in heading

    def test_the_first_line_plays_the_game_again(self):
        lines = play_game("umbra", 2, 7, mages=["Garu", "gex"], policy="random").lines()
        assert lines[:3] == [
            "breachlab play --nemesis umbra_titan --mages garu,gex --difficulty normal --policy random \\",
            "  --seed 7",
            "",
        ]

    @pytest.mark.parametrize("nemesis, players, policy", GAMES)
    def test_what_is_told_of_life_is_one_unbroken_chain(self, nemesis, players, policy):
        """Nothing is left out and nothing is told twice: every number goes on from the one before."""
        game = play_game(nemesis, players, 21, policy=policy)
        mages = list(game.turns[0].table["player_life"])
        now = {"Gravehold": 30, **dict.fromkeys(mages, 10)}
        if nemesis != "hollow_crown":
            now[NEMESES[nemesis]] = game.turns[0].table["nemesis_life"]
        for turn in game.turns:
            assert turn.table["gravehold_life"] == now["Gravehold"]
            assert turn.table["player_life"] == {mage: now[mage] for mage in mages}
            for event in turn.events:
                for who, was, then in re.findall(r"([A-Z][\w' ]+?) (\d+) -> (\d+) life", event.text):
                    if who in now:
                        assert int(was) == now[who], event.text
                        now[who] = int(then)
        assert f"Gravehold {now['Gravehold']}," in game.ending

    @pytest.mark.parametrize("nemesis, players, policy", GAMES)
    def test_it_is_plain_english_of_a_terminals_width(self, nemesis, players, policy):
        lines = play_game(nemesis, players, 22, policy=policy).lines()
        setup = lines.index("")
        assert max(map(len, lines)) <= 100
        for line in lines[setup:]:
            assert not re.search(r"[~_{}\[\]]|\bNone\b|\bTrue\b", line), line
            assert line == line.rstrip()

    def test_every_turn_has_a_heading_and_the_outcome_stands_last(self):
        game = play_game("umbra_titan", 2, 7)
        lines = game.lines()
        headings = [line for line in lines if line.startswith("Turn ")]
        assert [int(re.findall(r"\d+", line)[0]) for line in headings] == list(range(1, len(game.turns) + 1))
        who = {turn.who for turn in game.turns}
        assert who == {"Umbra Titan", *game.turns[0].table["player_life"]}
        assert re.fullmatch(r"Turn \d+: .+ \((life \d+|exhausted), .*Gravehold \d+.*\)", headings[-1])
        assert lines[-1] == f"The players lose: {game.reason}."

    def test_the_same_card_played_several_times_is_told_once(self):
        game = play_game("umbra_titan", 2, 7, mages=["yan_magda", "garu"])
        first = next(turn for turn in game.turns if turn.who == "Yan Magda")
        played = [event.text for event in first.events if event.text.startswith("plays")]
        assert played == ["plays Crystal x4: 0 -> 4 aether"]
        assert [event.phase for event in first.events] == sorted(
            (event.phase for event in first.events), key=["Casting", "Main", "Draw"].index
        )

    def test_a_won_game(self, tmp_path):
        (tmp_path / "pack.toml").write_text('extends = "war_eternal"\n\n[nemesis.gate_witch]\nlife = 11\n')
        game = play_game("gate_witch", 2, 1, difficulty="beginner", content=tmp_path)
        assert game.outcome == "win"
        assert game.lines()[-1] == "The players win: the nemesis has no life left."
        assert "Gate Witch 1 -> 0 life" in game.events[-1].text


class TestJson:
    def test_it_is_the_same_game(self):
        game = play_game("hollow_crown", 3, 5)
        data = json.loads(game.to_json())
        assert data == game.to_dict()
        assert (data["outcome"], data["reason"], data["seed"]) == (game.outcome, game.reason, 5)
        assert data["turns"] == len(data["story"]) == len(game.turns)
        assert data["setup"]["nemesis"] == "hollow_crown"
        assert len(data["setup"]["mages"]) == 3
        assert len(data["setup"]["supply"]) == 9
        told = [event["text"] for turn in data["story"] for event in turn["events"]]
        assert told == [event.text for event in game.events]

    def test_the_drawn_mages_and_supply_named_play_on_the_same_table(self):
        drawn = play_game("gate_witch", 2, 9).setup
        named = play_game("gate_witch", 2, 9, mages=drawn["mages"], supply=drawn["supply"]).setup
        assert named == drawn


class TestWhoDecides:
    def test_every_decision_goes_through_the_door(self):
        asked = []

        def last_option(g, c):
            asked.append(int(g.n_options))
            return g.n_options - 1

        game = tell(check_setup("umbra_titan", 2, 3), last_option)
        assert game.outcome in ("win", "loss")
        assert len(asked) > 50
        assert min(asked) >= 2

    def test_it_is_told_what_was_chosen_of_an_or(self):
        game = play_game("magus_of_cloaks", 2, 4)
        told = " ".join(event.text for event in game.events)
        assert 'unleash; chooses "the nemesis gains 2 tokens"; Magus of Cloaks' in told


class TestChanges:
    @pytest.fixture
    def games(self):
        """The tables, and a game twice: one to change."""
        setup = check_setup("umbra_titan", 2, 1, mages=["garu", "gex"], supply="deck_destruction")
        return setup.tables, setup.deal(), setup.deal()

    def test_nothing_changed(self, games):
        tables, before, after = games
        assert changes(tables, before, after) == []

    def test_numbers(self, games):
        tables, before, after = games
        after.gravehold -= 3
        after.tokens -= 1
        after.players[1].life = 7
        assert changes(tables, before, after) == [
            "Gex 10 -> 7 life",
            "Gravehold 30 -> 27 life",
            "Umbra Titan 8 -> 7 tokens",
        ]

    def test_cards_of_one_way_are_told_together(self, games):
        tables, before, after = games
        garu = after.players[0]
        for _ in range(3):
            push(garu.hand, pop(garu.deck))
        assert changes(tables, before, after) == ["Garu draws Crystal x3"]

    def test_a_discard_pile_turned_over(self, games):
        tables, before, after = games
        for g in (before, after):
            garu = g.players[0]
            while garu.deck.n:
                push(garu.discard, pop(garu.deck))
        garu = after.players[0]
        while garu.discard.n:
            push(garu.deck, pop(garu.discard))
        push(garu.hand, pop(garu.deck))
        assert changes(tables, before, after) == ["Garu turns the discard pile over", "Garu draws Crystal"]

    def test_a_card_taken_from_an_allys_discard_pile(self, games):
        tables, before, after = games
        for g in (before, after):
            while g.players[0].deck.n:
                push(g.players[0].discard, pop(g.players[0].deck))
        push(after.players[1].hand, pop(after.players[0].discard))
        assert changes(tables, before, after) == ["Spark from Garu's discard pile to Gex's hand"]

    def test_a_gained_card(self, games):
        tables, before, after = games
        after.pile_left[1] -= 1
        push(after.players[0].discard, int(after.pile[1]))
        assert changes(tables, before, after) == ["Garu gains Scoria Slag"]

    def test_a_destroyed_card(self, games):
        tables, before, after = games
        push(after.destroyed, pop(after.players[1].hand))
        assert changes(tables, before, after) == ["Gex destroys Spark (hand)"]

    def test_the_end(self, games):
        tables, before, after = games
        after.gravehold, after.outcome, after.reason = 0, LOSS, 4
        assert changes(tables, before, after)[-1] == "The players lose: Gravehold has no life left"


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ({"players": 5}, "players: 5 cannot play, only 1 to 4"),
            ({"seed": -1}, "seed: -1 is not a whole number from 0"),
            ({"seed": 2**64}, "seed: 18446744073709551616 is not a whole number"),
            ({"nemesis": "gate_wich"}, 'did you mean "gate_witch"'),
            ({"policy": "gredy"}, 'did you mean "greedy"'),
            ({"difficulty": "exprt"}, 'did you mean "expert"'),
            ({"mages": ["garu"]}, "mages: 1 are named, but 2 play"),
            ({"mages": ["garu", "garu"]}, '"garu" is there twice'),
            ({"supply": ["spark"]}, 'unknown market card "spark"'),
            ({"supply": ["aurora"]}, "9 piles"),
            ({"solo_turn_cards": 4}, "single player"),
            ({"players": 1, "solo_turn_cards": 5}, "3 or 4 turn order cards"),
            ({"players": 1, "solo_life": 100}, "solo_life: 100"),
            ({"four_player_variant": True}, "four players, but 2 play"),
        ],
    )
    def test_a_mistake_is_told_before_any_game_is_played(self, arguments, words):
        setup = {"nemesis": "gate_witch", "players": 2, "seed": 1} | arguments
        with pytest.raises(UserError, match=re.escape(words)):
            play_game(**setup)
