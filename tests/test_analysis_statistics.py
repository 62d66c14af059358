"""Intervals, win rates and ratings against known truth."""

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

from breachlab.analysis import example, in_play_when_lost, rank_agreement, rate, what_kills, win_rates
from breachlab.analysis.frames import context, names_of
from breachlab.analysis.intervals import (
    benjamini_hochberg,
    beyond,
    difference,
    flips_p_value,
    games_to_settle,
    holm,
    paired_difference,
    wilson,
)
from breachlab.analysis.ratings import BANDS, contradictions, rating
from breachlab.sim.errors import UserError
from tests.known_truth import coverage, paired_coverage


class TestIntervals:
    @pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.9])
    @pytest.mark.parametrize("games", [200, 2000])
    def test_wilson_holds_the_truth_95_times_in_100(self, share, games):
        assert 0.93 <= coverage(share, games, 4000) <= 0.97

    def test_paired_interval_holds_the_truth_95_times_in_100(self):
        assert 0.93 <= paired_coverage(0.05, 0.02, 1000, 2000) <= 0.97

    def test_difference_holds_the_truth_95_times_in_100(self):
        rng = np.random.default_rng(1)
        wins, base = rng.binomial(500, 0.55, 2000), rng.binomial(1000, 0.5, 2000)
        _, low, high = difference(wins, np.full(2000, 500), base, np.full(2000, 1000))
        assert 0.93 <= np.mean((low <= 0.05) & (high >= 0.05)) <= 0.97

    def test_no_games_know_nothing(self):
        _, low, high = wilson([0], [0])
        assert (low[0], high[0]) == (0, 1)

    def test_all_won_and_all_lost_stay_possible(self):
        _, low, high = wilson([0, 10], [10, 10])
        assert low[0] == 0 < high[0] < 0.5
        assert high[1] == pytest.approx(1)
        assert low[1] > 0.5

    def test_score_test_agrees_with_the_usual_one_without_a_margin(self):
        above, below = beyond([560], [1000], [500], [1000], 0.0)
        _, p_value = proportions_ztest([560, 500], [1000, 1000], alternative="larger")
        assert above[0] == pytest.approx(p_value, rel=0.02)
        assert above[0] + below[0] == pytest.approx(1)

    def test_score_test_survives_cells_without_a_win(self):
        above, below = beyond([0, 100], [100, 100], [0, 100], [100, 100], 0.02)
        assert np.isfinite(above).all()
        assert (below < 0.5).all()

    def test_holm_agrees_with_statsmodels(self):
        p_values = np.random.default_rng(2).random(64) ** 4
        assert np.allclose(holm(p_values), multipletests(p_values, method="holm")[1])
        assert np.allclose(benjamini_hochberg(p_values), multipletests(p_values, method="fdr_bh")[1])

    def test_games_to_settle_do_settle(self):
        games = int(games_to_settle(0.55, 0.5, 0.02, 0.01))
        rng = np.random.default_rng(3)
        wins, base = rng.binomial(games, 0.55, 2000), rng.binomial(games, 0.5, 2000)
        above, _ = beyond(wins, np.full(2000, games), base, np.full(2000, games), 0.02)
        assert np.mean(above <= 0.01) == pytest.approx(0.8, abs=0.03)
        assert games_to_settle(0.52, 0.5, 0.02, 0.01) > 1e7

    def test_no_flips(self):
        assert flips_p_value(0, 0) == 1
        estimate, low, high = paired_difference(0, 0, 1000)
        assert estimate == 0
        assert low == -high
        assert 0 < high < 0.005


class TestWinRates:
    def test_counts_by_any_factors_with_reasons(self):
        frame = example.games(8000, seed=1, players=(1, 2))
        cells = win_rates(frame, by=["nemesis", "players"])
        assert cells.height == 8
        assert cells["games"].to_list() == [1000] * 8
        reasons = ["all_exhausted", "gravehold_fallen", "nemesis_defeated"]
        assert cells.select(pl.sum_horizontal(reasons)).to_series().sum() == 8000
        assert (cells["nemesis_defeated"] == cells["wins"]).all()
        assert ((cells["low"] < cells["win_rate"]) & (cells["win_rate"] < cells["high"])).all()

    def test_few_games_are_marked_and_not_hidden(self):
        frame = pl.concat([example.games(400, seed=1).filter(nemesis="gate_witch"), example.games(4, seed=2)])
        cells = win_rates(frame, by=["nemesis"])
        assert dict(zip(cells["nemesis"], cells["few"], strict=True)) == {
            "gate_witch": False,
            "hollow_crown": True,
            "magus_of_cloaks": True,
            "umbra_titan": True,
        }

    def test_lazy_and_eager_frames_say_the_same(self):
        frame = example.games(400, seed=1)
        assert win_rates(frame.lazy(), by=["nemesis"]).equals(win_rates(frame, by=["nemesis"]))

    def test_a_factor_that_is_not_there(self):
        with pytest.raises(
            UserError, match=r'unknown factor "nemessis": did you mean "nemesis".*breachlab run'
        ):
            win_rates(example.games(40, seed=1), by=["nemessis"])

    def test_an_empty_run(self):
        with pytest.raises(UserError, match=r"the run is empty.*breachlab run"):
            win_rates(example.games(40, seed=1).head(0))

    def test_a_frame_of_something_else(self):
        with pytest.raises(UserError, match=r"not the results of a game.*breachlab run"):
            win_rates(pl.DataFrame({"a": [1]}))


class TestRatings:
    def test_bands_and_function_are_one_definition(self):
        for row in BANDS.iter_rows(named=True):
            assert rating(row["win_rate_from"]) == row["rating"]
            assert rating(row["win_rate_below"] - 1e-6) == row["rating"]
        assert rating(1.0) == 1

    def test_every_tenth_is_in_the_band_that_begins_there(self):
        assert rating(np.arange(10) / 10).tolist() == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

    def test_rates_beside_the_printed_ratings(self):
        frame = example.games(8000, seed=1, modes=example.MODES)
        printed = {"umbra_titan": 3, "hollow_crown": 5, "gate_witch": 7, "magus_of_cloaks": 7}
        rates = rate(frame, printed=printed)
        assert rates.height == 8
        assert set(rates["contradicted_by"].list.len()) == {0}
        agreement = rank_agreement(rates, by=["difficulty", "players", "policy"])
        assert (agreement["tau"] > 0.8).all()
        assert (agreement["low"] <= agreement["tau"]).all()

    def test_a_printed_order_that_the_games_refute_is_named(self):
        frame = example.games(8000, seed=1)
        rates = rate(
            frame, printed={"umbra_titan": 8, "hollow_crown": 5, "gate_witch": 5, "magus_of_cloaks": 3}
        )
        accused = rates.filter(nemesis="umbra_titan")["contradicted_by"][0].to_list()
        assert sorted(accused) == ["gate_witch", "hollow_crown", "magus_of_cloaks"]
        names = names_of(frame, None)
        pairs = contradictions(rates, opponent="nemesis", by=context(frame, names))
        assert {"easier_in_print": "magus_of_cloaks", "harder_in_print": "umbra_titan"}.items() <= pairs.sort(
            "p_value"
        ).row(0, named=True).items()

    def test_equal_opponents_are_hardly_ever_accused(self):
        opponents = dict.fromkeys(example.NEMESES, 0.0)
        printed = {nemesis: k for k, nemesis in enumerate(opponents)}
        accused = 0
        for seed in range(60):
            rows = []
            wins = np.random.default_rng(seed).binomial(1000, 0.4, 4)
            for nemesis, won in zip(opponents, wins, strict=True):
                rows.append({"nemesis": nemesis, "wins": won, "games": 1000, "win_rate": won / 1000})
            rates = pl.DataFrame(rows).with_columns(printed=pl.col("nemesis").replace_strict(printed))
            accused += contradictions(rates, opponent="nemesis", by=[]).height > 0
        assert accused <= 8  # 5 % of 60 is 3; more than 8 has a chance below 1 in 100

    def test_an_opponent_without_a_printed_rating(self):
        rates = rate(example.games(400, seed=1), printed={"umbra_titan": 3})
        assert rates.filter(nemesis="gate_witch")["printed"].to_list() == [None]
        assert rank_agreement(rates, by=["players"]).height == 0

    def test_what_kills_adds_up(self):
        frame = example.games(4000, seed=1)
        kills = what_kills(frame)
        assert kills.group_by("nemesis").agg(pl.col("share").sum())["share"].to_list() == pytest.approx(
            [1] * 4
        )
        assert set(kills["cause"]) == {"Gravehold", "exhaustion"}
        assert kills["losses"].sum() == 4000 - frame["won"].sum()

    def test_cards_in_play_when_lost(self):
        cards = in_play_when_lost(example.games(400, seed=1))
        assert set(cards["card"]) == {"mangleroot"}
        assert cards["share_of_lost"].to_list() == [1.0] * 4
        assert cards["share_of_won"].to_list() == [0.0] * 4

    def test_a_run_without_policies(self):
        with pytest.raises(UserError, match=r'unknown factor "policy".*breachlab run difficulty'):
            rate(example.games(40, seed=1).drop("policy"))
