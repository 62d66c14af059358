"""Recorded games are played again: a change of the rules, or of the luck, shows as a readable difference.

A changed game is no mistake when a rule was meant to change: `make record` writes them anew.
"""

import difflib
import itertools
import json

import pytest
from record import FOLDER, GAMES, command_of, recorded_command, replay

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_game_is_played_as_it_was_recorded(file):
    recorded = file.read_text(encoding="utf-8")
    played = replay(recorded_command(recorded))
    if played != recorded:
        difference = difflib.unified_diff(
            recorded.splitlines(), played.splitlines(), "recorded", "played now", n=4, lineterm=""
        )
        start = "\n".join(itertools.islice(difference, 60))
        pytest.fail(
            f"{file.name} is played differently now (make record, if that is meant):\n{start}", pytrace=False
        )


def test_every_game_of_the_list_is_recorded_with_its_setup():
    assert [file.stem for file in FILES] == sorted(GAMES)
    for file in FILES:
        recorded = recorded_command(file.read_text(encoding="utf-8"))
        assert set(recorded.split()) == set(command_of(file.stem).split())


def test_the_games_are_of_every_kind():
    games = [json.loads(replay(command_of(name) + " --json")) for name in GAMES]
    assert {game["outcome"] for game in games} == {"win", "loss"}
    setups = [game["setup"] for game in games]
    assert len(setups) == 20
    found = {key: {setup[key] for setup in setups} for key in ("nemesis", "players", "difficulty", "policy")}
    assert found == {
        "nemesis": {"umbra_titan", "gate_witch", "magus_of_cloaks", "hollow_crown"},
        "players": {1, 2, 3, 4},
        "difficulty": {"beginner", "normal", "expert", "extinction"},
        "policy": {"random", "greedy", "standard"},
    }
    pairs = {(setup["nemesis"], setup["players"]) for setup in setups}
    assert len(pairs) == 16
    assert any(setup["four_player_variant"] for setup in setups)
    assert any(setup["solo_turn_cards"] == 4 for setup in setups)
    assert {mage for setup in setups for mage in setup["mages"]} == {
        *("dezmodia", "garu", "gex", "mazahaedron", "mist", "quilius", "ulgimor", "yan_magda")
    }
