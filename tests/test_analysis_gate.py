"""Baselines and the regression gate: what they find, what they leave alone, and what they say."""

import numpy as np
import polars as pl
import pytest

from breachlab.analysis import check, example, make_baseline, read_baseline, write_baseline
from breachlab.analysis.baseline import signature
from breachlab.analysis.gate import Gate, looks_until, spent
from breachlab.sim.errors import UserError
from tests.known_truth import verdicts


class TestError:
    def test_what_is_spent_never_exceeds_the_error_rate(self):
        parts = looks_until(64.0)
        shares = [spent(part) for part in parts]
        assert shares == sorted(shares)
        assert shares[-1] < 1

    def test_with_nothing_changed_there_are_hardly_any_false_alarms(self):
        found, _, _ = verdicts(repeats=100, games=4000)
        assert found["moved"] <= 5

    def test_nor_with_one_baseline_for_all_runs(self):
        found, _, _ = verdicts(repeats=100, games=4000, same_baseline=True)
        assert found["moved"] <= 5

    def test_false_alarms_are_controlled_also_without_the_help_of_the_margin(self):
        # a margin that is next to nothing: what is left is the control over cells and looks
        found, _, _ = verdicts(repeats=200, games=4000, margin=1e-6)
        assert found["moved"] <= 18  # 5 % of 200 is 10; more than 18 has a chance below 1 in 100

    def test_a_planted_change_of_five_points_in_one_of_64_cells_is_found(self):
        _, named, _ = verdicts(repeats=100, games=12_000, change=0.05, changed_cell=32)
        assert named >= 0.8

    def test_a_large_change_is_found_early(self):
        _, named, part = verdicts(repeats=20, games=10_000, change=0.2, changed_cell=32)
        assert named == 1
        assert part <= 0.25

    def test_a_change_within_the_margin_is_no_alarm(self):
        found, _, _ = verdicts(repeats=100, games=10_000, change=0.015, changed_cell=32)
        assert found["moved"] <= 3

    def test_many_cells_may_move_together(self):
        gate = Gate(np.full(8, 500), np.full(8, 1000), 0.02)
        gate.look(1.0, np.full(8, 600), np.full(8, 1000))
        assert (gate.verdicts == "moved").all()

    def test_the_same_games_again_are_unchanged(self):
        wins, games = np.linspace(100, 9900, 64).astype(int), np.full(64, 10_000)
        gate = Gate(wins, games, 0.02)
        gate.look(1.0, wins, games)
        assert gate.verdict == "unchanged"

    def test_the_games_asked_for_settle_it(self):
        rng = np.random.default_rng(1)
        gate = Gate(np.array([1000]), np.array([2000]), 0.02)
        gate.look(1.0, np.array([1090]), np.array([2000]))
        assert gate.verdict == "inconclusive"
        needed = gate.games_needed(np.array([1090]), np.array([2000]))[0]
        assert needed is not None
        settled = 0
        for _ in range(100):
            again = Gate(rng.binomial(needed, [0.5]), np.array([needed]), 0.02)
            again.look(0.5, rng.binomial(needed // 2, [0.545]), np.array([needed // 2]))
            again.look(1.0, rng.binomial(needed, [0.545]), np.array([needed]))
            settled += again.verdict == "moved"
        assert settled >= 70

    @pytest.mark.parametrize("margin", [0, -0.01, 0.5, 2])
    def test_a_margin_without_sense(self, margin):
        with pytest.raises(UserError, match="margin"):
            Gate(np.array([1]), np.array([2]), margin)


class TestCheck:
    baseline = make_baseline(example.games(40_000, seed=1), experiment="made_up", seed=1)

    def test_names_the_cell_that_moved_and_no_other(self):
        harder = {**example.NEMESES, "gate_witch": example.NEMESES["gate_witch"] - 0.5}
        found = check(example.games(40_000, seed=2, opponents=harder), self.baseline, margin=0.03)
        assert found.verdict == "moved"
        assert found.cells.filter(verdict="moved")["key"].to_list() == ["gate_witch / normal / 2 / standard"]

    def test_a_run_that_is_too_short_is_inconclusive_and_says_what_it_needs(self):
        found = check(example.games(2000, seed=2), self.baseline, margin=0.03)
        assert found.verdict == "inconclusive"
        assert found.games_needed is not None
        assert found.games_needed > 1000
        assert found.cells["after_games"].null_count() == 4

    def test_signature(self):
        games = example.games(400, seed=5)
        baseline = make_baseline(games, seed=5)
        assert check(games, baseline, seed=5).signature == "same"
        assert check(games, baseline, seed=6).signature == "not compared"
        other = games.with_columns(turns=pl.col("turns") + (pl.col("game") == 0))
        assert check(other, baseline, seed=5).signature == "changed"

    def test_signature_does_not_depend_on_order_type_or_later_games(self):
        games = example.games(400, seed=5)
        shuffled = games.sample(fraction=1.0, shuffle=True, seed=1)
        typed = games.with_columns(pl.col("nemesis", "reason", "pile_1").cast(pl.Categorical))
        fewer = games.filter(pl.col("game") < 10)
        relabelled = games.with_columns(content=pl.lit("another name"))
        more_columns = games.with_columns(new=pl.lit(1))
        for frame in (shuffled, typed, fewer, relabelled, more_columns):
            assert signature(frame) == signature(games)

    def test_another_experiment(self):
        with pytest.raises(
            UserError, match=r"base.toml is a baseline of another experiment.*baseline write RUN"
        ):
            check(example.games(400, seed=1, players=(3,)), self.baseline, where="base.toml")

    def test_a_run_without_the_needed_factor(self):
        with pytest.raises(UserError, match=r'unknown factor "difficulty".*breachlab run made_up'):
            check(example.games(400, seed=1).drop("difficulty"), self.baseline)


class TestBaseline:
    def test_is_a_sorted_text_with_one_line_a_cell(self):
        baseline = make_baseline(example.games(4000, seed=1, modes=example.MODES), experiment="quick", seed=3)
        text = write_baseline(baseline)
        cells = text.partition("[cells]")[2].splitlines()[1:]
        assert len(cells) == 8
        assert cells == sorted(cells)
        assert len(text) < 2000
        assert read_baseline(text) == baseline

    def test_only_the_line_of_a_changed_cell_changes(self):
        games = example.games(4000, seed=1)
        turned = games.with_columns(won=pl.col("won") | (pl.col("nemesis") == "gate_witch"))
        before, after = (write_baseline(make_baseline(frame)).splitlines() for frame in (games, turned))
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        assert len(changed) == 2  # the signature and the cell
        assert changed[1].startswith('"gate_witch')

    def test_teams_tell_cells_apart_when_they_are_fixed(self):
        games = example.games(4000, seed=1)
        first = games.filter(mage_1="garu", mage_2="gex").with_columns(cell=pl.lit(0))
        other = games.filter(mage_1="gex", mage_2="mist").with_columns(cell=pl.lit(1))
        both = pl.concat([first, other]).filter(nemesis="gate_witch")
        assert len(make_baseline(both).cells) == 2

    @pytest.mark.parametrize(
        "text",
        ["", "format = 7", "not toml at all [", "format = 1\ncells = 3", 'format = 1\n[cells]\n"a" = [3, 2]'],
    )
    def test_a_file_that_is_none(self, text):
        with pytest.raises(UserError, match=r"base.toml is .*breachlab baseline write RUN base.toml"):
            read_baseline(text, "base.toml")

    def test_too_many_cells(self):
        games = example.games(6000, seed=1).with_columns(players=pl.int_range(6000))
        with pytest.raises(UserError, match=r"6,000 cells.*breachlab run ci"):
            make_baseline(games)
