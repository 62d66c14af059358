"""`breachlab skill`: what is played, what is counted, and how it is printed."""

import json

import numpy as np
import pytest

from breachlab.analysis.intervals import mean_of_rates, wilson
from breachlab.analysis.skill import Ladder
from breachlab.cli import main as command_line
from breachlab.sim import jit, simulate
from breachlab.sim.errors import UserError

COLUMNS = ["policy", "players", "nemesis", "games", "win_rate", "low", "high", "turns", "games_per_second"]
NEMESES = ["gate_witch", "hollow_crown", "magus_of_cloaks", "umbra_titan"]
WEAK = 'extends = "war_eternal"\n[difficulty.normal]\nplayer_life = 60\ngravehold_life = 240\n'


@pytest.fixture
def weak(tmp_path):
    """A pack in which even a weak player beats somebody."""
    (tmp_path / "pack.toml").write_text(WEAK, encoding="utf-8")
    return str(tmp_path)


class TestMeanOfRates:
    def test_one_rate_has_its_own_interval(self):
        assert np.allclose(mean_of_rates([37], [100]), wilson(37, 100))

    def test_it_is_the_mean_of_rates_and_not_of_games(self):
        assert mean_of_rates([10, 900], [100, 1000]).estimate == pytest.approx(0.5)

    @pytest.mark.parametrize("wins", [0, 50])
    def test_it_has_a_width_where_nothing_or_everything_was_won(self, wins):
        rate, low, high = mean_of_rates([wins] * 4, [50] * 4)
        assert 0 <= low <= rate <= high <= 1
        assert 0.01 < high - low < 0.1

    def test_it_holds_the_true_mean_as_often_as_it_says(self):
        rng = np.random.default_rng(1)
        rates, games = np.array([0.02, 0.1, 0.3, 0.7]), 200
        held = 0
        for wins in rng.binomial(games, rates, (2000, 4)):
            _, low, high = mean_of_rates(wins, np.full(4, games))
            held += low <= rates.mean() <= high
        assert 0.93 < held / 2000 < 0.975


@pytest.mark.usefixtures("interpreted")
class TestLadder:
    def test_a_row_for_each_cell_and_one_for_the_mean(self, weak):
        frame = Ladder(policies=["random", "greedy"], players=[2, 1], content=weak).play(games=2, workers=1)
        assert frame.columns == COLUMNS
        keys = frame.select("policy", "players", "nemesis").rows()
        assert keys == [
            (policy, players, nemesis)
            for policy in ("random", "greedy")
            for players in (1, 2)
            for nemesis in (*NEMESES, "all")
        ]
        for (_, players), rows in frame.group_by("policy", "players"):
            parts, mean = rows[:-1], rows.row(-1, named=True)
            assert mean["games"] == parts["games"].sum() == 8
            assert mean["win_rate"] == pytest.approx(parts["win_rate"].mean())
            assert mean["turns"] == pytest.approx(parts["turns"].mean())
            assert players in (1, 2)
        assert (frame["low"] <= frame["win_rate"]).all()
        assert (frame["win_rate"] <= frame["high"]).all()
        assert (frame["games_per_second"] > 0).all()
        assert frame.filter(policy="greedy")["win_rate"].max() > 0

    def test_the_games_are_those_of_a_run(self, weak):
        frame = Ladder(policies=["greedy"], players=[2], opponents=["umbra_titan"], content=weak).play(
            games=4, seed=3, workers=2
        )
        games = simulate(nemesis="umbra_titan", players=2, policy="greedy", content=weak, games=4, seed=3)
        assert frame["win_rate"].to_list() == [games["won"].mean()]
        assert frame["turns"].to_list() == [games["turns"].mean()]

    def test_some_nemeses_have_no_mean_over_all(self):
        frame = Ladder(policies=["random"], players=[1], opponents=["umbra", "gate"]).play(games=1, workers=1)
        assert frame["nemesis"].to_list() == ["umbra_titan", "gate_witch"]

    def test_a_policy_by_seat_is_played_by_as_many_as_it_names(self):
        ladder = Ladder(policies=["random,greedy", "random"])
        assert {name: design.factors["players"] for name, design in ladder.designs.items()} == {
            "random,greedy": [2],
            "random": [1, 2, 3, 4],
        }
        with pytest.raises(UserError, match='policy "random,greedy" names 2 players, but 1 or 3 play'):
            Ladder(policies=["random,greedy"], players=[1, 3])

    def test_the_ladder_goes_from_random_to_expert(self):
        assert list(Ladder().designs) == ["random", "novice", "standard", "expert"]


@pytest.mark.usefixtures("interpreted")
class TestCommand:
    def run(self, capsys, *args):
        capsys.readouterr()
        code = command_line.run(["skill", *args])
        return code, *capsys.readouterr()

    def test_a_table(self, capsys):
        code, out, _ = self.run(capsys, "--policy", "random", "--players", "1,2", "--games", "1")
        lines = out.splitlines()
        assert code == 0
        assert lines[0].split("  ")[0] == "policy"
        assert len(lines) == 1 + 2 * 5

    def test_json(self, capsys):
        args = ("--policy", "random", "--players", "1", "--nemesis", "gate_witch,umbra", "--games", "2")
        code, out, _ = self.run(capsys, *args, "--seed", "5", "--workers", "1", "--json")
        rows = json.loads(out)
        assert code == 0
        assert [list(row) for row in rows] == [COLUMNS, COLUMNS]
        assert [row["nemesis"] for row in rows] == ["gate_witch", "umbra_titan"]
        assert [row["games"] for row in rows] == [2, 2]

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (["--policy", "expret"], 'did you mean "expert"?'),
            (["--nemesis", "umbra_titen"], 'did you mean "umbra_titan"?'),
            (["--players", "5"], "players: 5 is not a whole number from 1 to 4"),
            (["--players", "1,,2"], "--players has an empty name"),
            (["--games", "0"], "0 is not a whole number from 1 to"),
            (["--content", "nowhere"], 'content "nowhere" is neither'),
            (["--policy", "expert,novice", "--players", "3"], "names 2 players, but 3 play"),
        ],
    )
    def test_mistakes(self, capsys, args, words):
        code, out, err = self.run(capsys, *args)
        assert (code, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="NUMBA_DISABLE_JIT is set")
def test_better_players_win_more_often():
    frame = Ladder(players=[2]).play(games=100)
    rates = dict(frame.filter(nemesis="all").select("policy", "win_rate").iter_rows())
    assert rates["random"] < 0.02
    assert rates["random"] <= rates["novice"] <= rates["standard"] + 0.05
