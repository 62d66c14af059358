"""Learning: what the players' weights are fitted with, against known truth."""

import json

import numpy as np
import pytest

from breachlab.sim.aeons_end import learn, state, train
from breachlab.sim.aeons_end.content import SIGNS_MAX
from breachlab.sim.aeons_end.features import VALUE_SIZE
from breachlab.sim.aeons_end.games import Deal, Result
from breachlab.sim.aeons_end.players import STANDARD
from breachlab.sim.aeons_end.signs import SIGNS_N, sign_names
from breachlab.sim.aeons_end.tables import Tables, load_tables
from breachlab.sim.aeons_end.weights import fitted_weights, rows_of_weights, sets_of_weights
from breachlab.sim.errors import UserError


def explored(weights, seeds):
    """Interpreted games with chances: their results, and what each leaned to."""
    tables = load_tables()
    leans = np.zeros((len(seeds), SIGNS_N), np.float32)
    deals, results = [], [Result() for _ in seeds]
    for seed in seeds:
        deal = Deal()
        deal.seed, deal.mode, deal.players, deal.solo_turn_cards = seed, 1, 2, 3
        deal.mages[:] = [-1] * 4
        deal.policy[:] = [STANDARD] * 4
        deals.append(deal)
    rows = state.OPTIONS_SIZE
    learn.explore_games(
        [state.Game() for _ in range(4)],
        tables.content,
        deals,
        results,
        weights,
        np.zeros((rows, 64), np.int32),
        np.zeros((rows, 64)),
        np.zeros(rows),
        leans,
    )
    return results, leans


def test_a_player_without_doubts_leans_nowhere():
    """Where one option has all the chance, the expected signs are those of the option taken."""
    doubtful, certain = np.zeros(SIGNS_N), np.zeros(SIGNS_N)
    for name, number in sign_names([], [], []).items():
        if name in ("turn ended", "cast held_back"):
            certain[number] = 1e6  # ends everything at once, whatever else there is
    _, leans = explored(doubtful, [1])
    _, none = explored(certain, [1])
    turn = sign_names([], [], [])["turn ended"]
    assert abs(leans[0, turn]) > 0.1
    assert abs(none[0, turn]) < 1e-3


def test_what_a_game_leaned_to_has_no_direction_by_itself():
    """The expected lean is zero: only rewards give it a direction. Seen over some games, it is small."""
    numbers = sign_names([], [], [])
    _, leans = explored(np.zeros(SIGNS_N), list(range(1, 41)))
    for name in ("gem taken", "charge bought", "turn ended"):
        column = leans[:, numbers[name]]
        error = column.std() / np.sqrt(len(column))
        assert abs(column.mean()) < 4 * error, name


def test_a_fit_finds_planted_weights():
    rng = np.random.default_rng(5)
    n = 40_000
    features = np.zeros((n, VALUE_SIZE), np.int16)
    features[:, 0] = 100
    features[:, 1] = rng.integers(0, 30, n)
    features[:, 6] = rng.integers(0, 70, n)
    logit = 0.5 + 0.1 * features[:, 1] - 0.05 * features[:, 6]
    won = rng.random(n) < 1 / (1 + np.exp(-logit))
    positions = train.Positions(features, won, np.zeros(n), np.arange(n) // 10)
    names = {"one": 0, "gravehold": 1, "nemesis_life": 6}
    one = train.fit(positions, np.ones(n, bool), names)
    assert one.weights["gravehold"] / train.SCALE == pytest.approx(0.1, abs=0.006)
    assert one.weights["nemesis_life"] / train.SCALE == pytest.approx(-0.05, abs=0.003)
    assert one.weights["one"] * 100 / train.SCALE == pytest.approx(0.5, abs=0.12)
    assert one.brier < one.brier_of_mean
    for predicted, observed, size in one.reliability:
        assert predicted == pytest.approx(observed, abs=4 * np.sqrt(0.25 / size) + 0.01)


def test_rewards_are_fair_to_setups():
    """A nemesis that is hard for everybody does not make a player look bad."""
    rng = np.random.default_rng(1)
    deals = train.random_deals(4000, rng, (2,), (1,), STANDARD)
    results = np.zeros(4000, train.dtype_of(train.declared.Result))
    results["supply"] = rng.integers(1, 20, (4000, state.PILES))
    results["outcome"] = np.where(deals["nemesis"] == 0, state.WIN, 0)
    found = train.reward(deals, results)
    assert np.abs(found).max() < 0.05


def test_sets_of_weights_go_to_a_file_and_back(tmp_path):
    sets = {"any": {"gem taken": 5}, "umbra_titan, 2 players": {"gem taken": -7, "spell taken": 3}}
    train.write(rows_of_weights(sets), tmp_path / "fitted.json")
    text = (tmp_path / "fitted.json").read_text(encoding="utf-8")
    assert '"gem taken": [ 5, -7 ]' in text
    assert sets_of_weights(json.loads(text)) == sets
    assert list(tmp_path.iterdir()) == [tmp_path / "fitted.json"]


def test_a_nemesis_of_its_own_gets_the_weights_for_any():
    """Rows of the table: any, then four for each nemesis of the pack; those not learned are like any."""
    sets = {"any": {"gem taken": 11}, "hollow_crown, 3 players": {"gem taken": 22}}
    content = Tables(load_tables().pack, fitted=sets).content
    rows = [content.fitted[row * SIGNS_MAX] for row in range(17)]  # "gem taken" is the first sign
    hollow_crown = 1 + 4 * load_tables().nemesis_ids.index("hollow_crown") + 2
    assert rows[hollow_crown] == 22
    assert [value for row, value in enumerate(rows) if row != hollow_crown] == [11] * 16


def test_every_known_nemesis_has_learned_weights():
    for nemesis in load_tables().nemesis_ids:
        for n in range(1, 5):
            assert f"{nemesis}, {n} players" in fitted_weights()


def test_unknown_sets_are_named():
    with pytest.raises(UserError, match="umbra_titn"):
        train.names_of_sets(["umbra_titn:2"], load_tables())
    with pytest.raises(UserError, match="1 to 4 players"):
        train.names_of_sets(["umbra_titan"], load_tables())


def test_a_fresh_start_of_one_set_leaves_the_others_alone(tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(train, "learn_set", lambda _, start, **__: begun.append(start) or {"gem taken": 1})
    for fresh in (False, True):
        train.train(
            weight_rounds=1,
            value_rounds=0,
            only=["umbra:2"],
            fresh=fresh,
            folder=tmp_path,
            say=lambda _: None,
        )
    file = json.loads((tmp_path / "fitted.json").read_text(encoding="utf-8"))
    shipped = fitted_weights()
    assert begun == [shipped["umbra_titan, 2 players"], {}]
    assert sets_of_weights(file) == {**shipped, "umbra_titan, 2 players": {"gem taken": 1}}
    assert len(file["provenance"]["umbra_titan, 2 players"]) == 1
    assert file["provenance"]["hollow_crown, 2 players"]
