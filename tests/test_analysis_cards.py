"""The binomial model, card values, supplies, tuning and comparisons against known truth."""

import time

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from scipy.special import expit

from breachlab.analysis import (
    card_values,
    compare,
    example,
    explain_supply,
    fit_supply_model,
    flipped,
    rank_supplies,
    suggest_supplies,
    team_values,
    tune,
)
from breachlab.analysis.model import data_of, design_of, fit
from breachlab.analysis.supplies import (
    Predictor,
    SupplyModel,
    check_supply_model,
    held_out,
    is_held_out,
    model_error,
)
from breachlab.sim.declared import declared
from breachlab.sim.errors import UserError

OFFER = declared("aeons_end").offer
ONE = {"gate_witch": -0.3}
CONTEXT = {"difficulty": "normal", "players": 2, "policy": "standard"}


class TestModel:
    games = example.games(12_000, seed=1, opponents=ONE)

    def test_agrees_with_statsmodels(self):
        design = design_of(self.games, OFFER, pairs=True)
        data = data_of(self.games, design, OFFER, [])
        found = fit(data, design)
        n = len(design.items)
        x = np.zeros((len(data.games), n + len(design.pairs)))
        for row, picks in zip(x, data.picks, strict=True):
            row[picks] = 1
        index = {item: k for k, item in enumerate(design.items)}
        for k, (a, b) in enumerate(design.pairs):
            x[:, n + k] = x[:, index[a]] * x[:, index[b]]
        counts = np.column_stack([data.wins, data.games - data.wins])
        usual = sm.GLM(counts, sm.add_constant(x @ design.basis), family=sm.families.Binomial()).fit()
        assert found.intercepts[0] == pytest.approx(usual.params[0], abs=1e-4)
        assert np.allclose(np.append(found.items, found.pairs), design.basis @ usual.params[1:], atol=1e-4)
        covariance = design.basis @ usual.cov_params()[1:, 1:] @ design.basis.T
        errors = np.append(found.items_error, found.pairs_error) / np.sqrt(found.dispersion)
        assert np.allclose(errors, np.sqrt(np.diag(covariance)), rtol=0.01)

    def test_effects_add_up_to_zero_within_a_kind(self):
        design = design_of(self.games, OFFER)
        found = fit(data_of(self.games, design, OFFER, []), design)
        for items in design.kinds.values():
            assert sum(found.items[design.items.index(item)] for item in items) == pytest.approx(0, abs=1e-9)
        for item in design.items:
            own = [value for pair, value in zip(design.pairs, found.pairs, strict=True) if item in pair]
            assert sum(own) == pytest.approx(0, abs=1e-9)

    def test_recovers_planted_effects_within_their_errors(self):
        cards = {kind: dict.fromkeys(ids, 0.0) for kind, ids in example.CARDS.items()}
        cards["spell"] = {
            "kindle": 0.5,
            "nova_forge": -0.5,
            "nether_cell": 0.2,
            "sages_brand": -0.2,
            "char": 0,
            "pyre": 0,
        }
        games = example.games(
            40_000, seed=3, opponents=ONE, cards=cards, pairs={}, mages=dict.fromkeys("abcd", 0.0)
        )
        design = design_of(games, OFFER)
        found = fit(data_of(games, design, OFFER, []), design)
        truth = np.array([cards[design.kind_of[item]][item] for item in design.items])
        z = (found.items - truth) / found.items_error
        assert np.abs(z).max() < 3.5
        z = found.pairs / found.pairs_error
        assert np.abs(z).max() < 4.5
        assert 0.8 < z.std() < 1.2

    def test_contexts_have_their_own_intercepts(self):
        games = example.games(20_000, seed=1, opponents=ONE, modes={**example.MODES, "hopeless": -30})
        design = design_of(games, OFFER, pairs=False)
        found = fit(data_of(games, design, OFFER, ["difficulty"]), design)
        by_mode = {where[0]: value for where, value in zip(found.strata, found.intercepts, strict=True)}
        assert by_mode["normal"] - by_mode["expert"] == pytest.approx(0.8, abs=0.15)
        assert by_mode["hopeless"] < -5

    def test_spread_between_supplies_widens_the_errors(self):
        base = example.games(300, seed=1, opponents=ONE).drop("won")
        chance = np.random.default_rng(1).beta(2, 2, 300)  # every supply has a chance of its own
        rng = np.random.default_rng(2)
        games = pl.concat([base.with_columns(won=pl.Series(rng.random(300) < chance)) for _ in range(60)])
        design = design_of(games, OFFER, pairs=False)
        assert fit(data_of(games, design, OFFER, []), design).dispersion > 5


class TestCardValues:
    values = card_values(example.games(60_000, seed=1))

    def test_planted_cards_and_pairs_are_discovered(self):
        for nemesis in example.NEMESES:
            items = self.values.items.filter(nemesis=nemesis)
            assert items.row(0, named=True)["card"] == "nova_forge"
            assert items.row(0, named=True)["discovered"]
            pairs = self.values.pairs.filter(nemesis=nemesis).sort("effect")
            assert pairs.row(-1, named=True)["one"] == "kindle"
            assert pairs.row(-1, named=True)["discovered"]
            clash = pairs.filter(one="bloodstone_jewel", other="sages_brand").row(0, named=True)
            assert clash["discovered"]
            assert clash["effect_high"] < 0

    def test_false_discoveries_are_few(self):
        # A strong pair pulls the other pairs of its members the other way, because effects are measured from
        # their average: only pairs without any of these cards are certainly nothing.
        planted = [card for pair in example.PAIRS for card in pair]
        nothing = self.values.pairs.filter(~pl.col("one").is_in(planted) & ~pl.col("other").is_in(planted))
        assert nothing.height >= 4 * 30
        assert nothing["discovered"].mean() <= 0.05
        assert self.values.pairs["discovered"].sum() >= 8

    def test_effect_is_the_difference_of_win_rates_when_supplies_are_random(self):
        rows = self.values.items.with_columns(raw=pl.col("win_rate") - pl.col("without"))
        assert (rows["effect"] - rows["raw"]).abs().max() < 0.025
        assert ((rows["effect_low"] <= rows["raw"]) & (rows["raw"] <= rows["effect_high"])).mean() > 0.9

    def test_nothing_planted_nothing_discovered(self):
        cards = {kind: dict.fromkeys(ids, 0.0) for kind, ids in example.CARDS.items()}
        values = card_values(example.games(20_000, seed=5, cards=cards, pairs={}))
        assert values.items["discovered"].sum() <= 2
        assert values.pairs["discovered"].sum() <= 3

    def test_association_is_beside_the_effect(self):
        row = self.values.items.row(0, named=True)
        assert row["gain_rate"] == pytest.approx(1 - np.exp(-1), abs=0.03)
        assert row["plays"] == pytest.approx(2, abs=0.1)
        assert row["first_gain"] == 3
        assert 0 < row["win_rate_when_gained"] < 1

    def test_mages_and_pairs_of_mages(self):
        mages = {**example.MAGES, "dezmodia": 0.6}
        values = team_values(example.games(20_000, seed=1, mages=mages))
        assert values.items.group_by("nemesis").first()["mage"].to_list() == ["dezmodia"] * 4
        assert values.pairs.height == 4 * 15

    def test_few_games_say_nothing_about_pairs(self):
        values = card_values(example.games(1200, seed=1))
        assert values.pairs.height == 0
        assert len(values.notes) == 4

    def test_a_run_with_one_supply(self):
        one = example.games(400, seed=1)
        fixed = one.with_columns(pl.lit(one[slot][0]).alias(slot) for slot in declared("aeons_end").slots)
        with pytest.raises(UserError, match=r"one supply only.*breachlab run every_supply"):
            card_values(fixed)
        with pytest.raises(UserError, match=r"one supply only.*breachlab run every_supply"):
            fit_supply_model(fixed)

    def test_a_run_with_one_team(self):
        games = example.games(400, seed=1).with_columns(mage_1=pl.lit("garu"), mage_2=pl.lit("gex"))
        with pytest.raises(UserError, match=r"same mages.*breachlab run mages"):
            team_values(games)


def true_odds(opponent: str, cards: list[str]) -> float:
    values = {card: value for kind in example.CARDS.values() for card, value in kind.items()}
    pairs = sum(value for pair, value in example.PAIRS.items() if set(pair) <= set(cards))
    return example.NEMESES[opponent] + sum(values[card] for card in cards) + pairs


class TestOneSided:
    """Opponents that are always beaten, or never: no card's effect can be told."""

    @pytest.mark.parametrize(("odds", "word", "rate"), [(-60.0, "lost", 0.0), (60.0, "won", 1.0)])
    def test_effects_are_unknown_and_marked(self, odds, word, rate):
        games = example.games(8_000, seed=1, opponents={"gate_witch": odds, "umbra_titan": 0.0})
        for values in (card_values(games), team_values(games)):
            assert values.notes[0] == f"gate_witch: every game was {word}, so no effect can be told"
            unknown = values.items.filter(pl.col("nemesis") == "gate_witch")
            known = values.items.filter(pl.col("nemesis") == "umbra_titan")
            assert unknown.height == known.height
            assert unknown.select("effect", "effect_low", "effect_high", "q_value").null_count().row(0) == (
                (unknown.height,) * 4
            )
            assert not unknown["discovered"].any()
            assert set(unknown["win_rate"]) == {rate}
            assert known["effect"].null_count() == 0
            assert set(values.pairs["nemesis"]) <= {"umbra_titan"}

    def test_the_others_are_judged_as_if_alone(self):
        games = example.games(8_000, seed=1, opponents={"gate_witch": -60.0, "umbra_titan": 0.0})
        both = card_values(games).items.filter(pl.col("nemesis") == "umbra_titan")
        alone = card_values(games.filter(pl.col("nemesis") == "umbra_titan")).items
        assert both.equals(alone)

    def test_nobody_was_ever_beaten(self):
        values = card_values(example.games(2_000, seed=1, opponents={"gate_witch": -60.0}))
        assert values.items["effect"].null_count() == values.items.height > 0
        assert values.pairs.height == 0
        assert "effect" in values.pairs.columns

    def test_every_context_is_one_sided(self):
        games = example.games(2_000, seed=1, opponents=ONE, modes={"normal": 60.0, "expert": -60.0})
        values = card_values(games)
        assert "has either no win or no loss" in values.notes[0]
        assert values.items["effect"].null_count() == values.items.height

    def test_hardly_ever_won(self):
        games = example.games(2_000, seed=1, opponents={"gate_witch": -60.0, "umbra_titan": 0.0})
        first = (pl.col("nemesis") == "gate_witch") & (pl.col("nemesis") == "gate_witch").cum_sum().eq(1)
        values = card_values(games.with_columns(pl.col("won") | first))
        assert "gate_witch: only 1 of 1,000 games were won, so no effect can be told" in values.notes

    def test_no_supplies_can_be_learnt(self):
        with pytest.raises(UserError, match="against gate_witch every game was lost"):
            fit_supply_model(example.games(2_000, seed=1, opponents={"gate_witch": -60.0}))


class TestSupplies:
    model = fit_supply_model(example.games(60_000, seed=1, mages={**example.MAGES, "garu": 0.5}))

    def test_is_a_small_text_that_reads_back(self):
        text = self.model.to_text()
        assert len(text) < 100_000
        assert SupplyModel.from_text(text) == self.model

    def test_supplies_kept_for_checking_are_the_same_in_frames_and_lists(self):
        games = example.games(5000, seed=1)
        names = declared("aeons_end")
        marked = games.with_columns(kept=held_out(games, names))
        assert 0.002 < marked["kept"].mean() < 0.06
        for row in marked.head(500).iter_rows(named=True):
            assert is_held_out([row[slot] for slot in names.slots]) == row["kept"]

    def test_predictions_of_unseen_supplies_are_right(self):
        def play(opponent, supplies, games, seed):
            rng = np.random.default_rng(seed)
            mages = {**example.MAGES, "garu": 0.5}
            pairs = [a + b for k, a in enumerate(mages.values()) for b in list(mages.values())[k + 1 :]]
            chances = [np.mean(expit(true_odds(opponent, cards) + np.array(pairs))) for cards in supplies]
            return [int(rng.binomial(games, chance)) for chance in chances]

        found, summary = check_supply_model(self.model, play, CONTEXT, supplies=60, games=2000)
        assert all(is_held_out(cards) for cards in found["cards"])
        one = found.filter(opponent="gate_witch")["cards"].list.join(",")
        assert one.n_unique() == len(one) > 5
        assert summary["error"] < 0.03
        assert abs(summary["bias"]) < 0.02

    def test_a_run_that_stopped_half_way_through_the_supplies_is_refused(self):
        games = example.games(12_000, seed=1, opponents=ONE)
        slots = declared("aeons_end").slots
        half = games.filter(pl.any_horizontal(pl.col(slot) == "kindle" for slot in slots))
        with pytest.raises(UserError, match=r"too few different tables.*breachlab run every_supply"):
            fit_supply_model(half)

    def test_error_beyond_sampling(self):
        rng = np.random.default_rng(1)
        truth = rng.uniform(0.2, 0.8, 400)
        off = truth + rng.normal(0, 0.04, 400)
        rows = pl.DataFrame({"predicted": off, "wins": rng.binomial(500, truth), "games": 500})
        error = model_error(rows.with_columns(win_rate=pl.col("wins") / pl.col("games")))
        assert error["low"] <= 0.04 <= error["high"]

    def test_suggestions_meet_the_target_and_differ(self):
        found = suggest_supplies(
            self.model, "umbra_titan", CONTEXT, target=0.78, team=["gex", "mist"], count=4
        )
        assert found["meets"].all()
        assert (found["predicted"] - 0.78).abs().max() <= 0.01
        assert len({tuple(sorted(cards)) for cards in found["cards"]}) == 4
        truth = [expit(true_odds("umbra_titan", cards) - 0.1) for cards in found["cards"]]
        assert np.abs(np.array(truth) - 0.78).max() < 0.06

    def test_only_owned_cards(self):
        found = suggest_supplies(
            self.model, "umbra_titan", CONTEXT, target=0.6, without=["nova_forge", "dagger"]
        )
        assert not {"nova_forge", "dagger"} & set(found["cards"].explode())

    def test_too_few_cards_left(self):
        with pytest.raises(UserError, match="a supply needs 2 relics"):
            suggest_supplies(
                self.model, "umbra_titan", CONTEXT, target=0.6, without=["totem", "dagger", "fetish"]
            )

    @pytest.mark.parametrize("target", [0.0, 1.0, -0.5, 1.5])
    def test_an_impossible_target(self, target):
        with pytest.raises(UserError, match="say 1 to 99"):
            suggest_supplies(self.model, "umbra_titan", CONTEXT, target=target)

    def test_a_target_out_of_reach_is_said_to_be(self):
        found = suggest_supplies(self.model, "umbra_titan", CONTEXT, target=0.02, count=2)
        assert found["meets"].to_list() == [False, False]

    def test_a_context_that_was_not_played(self):
        with pytest.raises(
            UserError, match=r"knows nothing of expert / 2 / standard.*breachlab run every_supply"
        ):
            suggest_supplies(self.model, "umbra_titan", {**CONTEXT, "difficulty": "expert"}, target=0.5)

    def test_names_that_the_model_does_not_know(self):
        with pytest.raises(UserError, match='did you mean "umbra_titan"'):
            suggest_supplies(self.model, "umbra_titen", CONTEXT, target=0.5)
        with pytest.raises(UserError, match='did you mean "kindle"'):
            suggest_supplies(self.model, "umbra_titan", CONTEXT, target=0.5, without=["kindel"])
        with pytest.raises(UserError, match='did you mean "garu"'):
            suggest_supplies(self.model, "umbra_titan", CONTEXT, target=0.5, team=["garru", "gex"])

    def test_ranks_agree_with_single_predictions(self):
        ranked = rank_supplies(self.model, "gate_witch", CONTEXT, team=["garu", "gex"], count=3)
        assert ranked["predicted"].to_list() == sorted(ranked["predicted"], reverse=True)
        assert ranked["place"][-1] == 10 * 6 * 15
        predictor = Predictor(self.model, "gate_witch", CONTEXT)
        team = predictor.teams(["garu", "gex"], 2)
        for row in ranked.iter_rows(named=True):
            assert predictor.predict(row["cards"], team) == pytest.approx(row["predicted"])
        assert {"kindle", "nova_forge"} <= set(ranked["cards"][0])

    def test_explanation_adds_up(self):
        cards = rank_supplies(self.model, "gate_witch", CONTEXT, count=1)["cards"][0].to_list()
        told = explain_supply(self.model, "gate_witch", CONTEXT, cards)
        assert told.average + told.piles["total"].sum() == pytest.approx(told.predicted, abs=0.03)
        assert {"kindle", "nova_forge"} == set(told.pairs.row(0)[:2])
        with pytest.raises(UserError, match="there twice"):
            explain_supply(self.model, "gate_witch", CONTEXT, [cards[0], *cards[:8]])

    def test_answers_fast_over_half_a_million_supplies(self):
        kinds = {"gem": 7, "relic": 6, "spell": 14}
        model = SupplyModel(
            game="aeons_end",
            experiment="",
            content="",
            engine="",
            factors=("players",),
            kinds={kind: tuple(f"{kind}_{k}" for k in range(n)) for kind, n in kinds.items()},
            shown={"gem": 3, "relic": 2, "spell": 4},
            team_kind="",
            team=("garu",),
            opponents={},
        )
        effects = np.random.default_rng(1).normal(0, 0.1, len(model.design.items)).tolist()
        pairs = np.random.default_rng(2).normal(0, 0.05, len(model.design.pairs)).tolist()
        model.opponents["x"] = {"contexts": {"1": 0.0}, "items": effects, "pairs": pairs}
        start = time.perf_counter()
        found = suggest_supplies(model, "x", {"players": 1}, target=0.5)
        assert time.perf_counter() - start < 5
        assert found["meets"].all()

    @pytest.mark.parametrize("text", ["", "{}", '{"format": 1}', "[1]"])
    def test_a_file_that_is_no_model(self, text):
        with pytest.raises(UserError, match=r"m.json is no supply model.*breachlab supply fit RUN"):
            SupplyModel.from_text(text, "m.json")


class TestTune:
    luck = np.random.default_rng(7).random(200_000)

    def play(self, value, first, n):
        return self.luck[first : first + n] < expit((70 - value) / 12)

    def test_interval_holds_the_truth(self):
        held = 0
        for seed in range(12):
            luck = np.random.default_rng(seed).random(20_000)

            def play(value, first, n, luck=luck):
                return luck[first : first + n] < expit((70 - value) / 12)

            found = tune(play, lowest=40, highest=110, target=0.5, games=300, rounds=3)
            held += found.low <= 70 <= found.high
            assert abs(found.best - 70) <= 5
        assert held >= 9

    def test_plays_no_game_twice(self):
        asked = []

        def play(value, first, n):
            asked.extend((value, game) for game in range(first, first + n))
            return self.play(value, first, n)

        found = tune(play, lowest=40, highest=110, target=0.3, games=200)
        assert len(asked) == len(set(asked)) == found.games

    def test_target_out_of_reach(self):
        with pytest.raises(UserError, match=r"no value from 60 to 70 gives 5 %.*--from and --to"):
            tune(self.play, lowest=60, highest=70, target=0.05)

    def test_a_number_without_effect(self):
        with pytest.raises(UserError, match="hardly changes"):
            tune(lambda value, first, n: self.luck[first : first + n] < 0.5, lowest=1, highest=9, target=0.5)

    @pytest.mark.parametrize("target", [0.0, 1.0])
    def test_an_impossible_target(self, target):
        with pytest.raises(UserError, match="say 1 to 99"):
            tune(self.play, lowest=1, highest=2, target=target)

    def test_an_empty_range(self):
        with pytest.raises(UserError, match="--from must be below --to"):
            tune(self.play, lowest=5, highest=5, target=0.5)


class TestCompare:
    before = example.games(8000, seed=1)

    def test_names_the_right_cells(self):
        change = (pl.col("nemesis") == "gate_witch") & (pl.col("game") % 20 == 0)
        after = self.before.with_columns(won=pl.col("won") | change)
        cells = compare(self.before, after)
        assert cells.filter("moved")["nemesis"].to_list() == ["gate_witch"]
        games = flipped(self.before, after)
        assert set(games["turned"]) == {"won"}
        assert games.height == cells["lost_to_won"].sum()
        assert games["seed"].null_count() == 0

    def test_the_same_games_have_not_moved(self):
        cells = compare(self.before, self.before.lazy())
        assert not cells["moved"].any()
        assert cells["change"].to_list() == [0.0] * 4

    def test_factors_in_which_the_two_differ_make_no_cells(self):
        other = self.before.with_columns(policy=pl.lit("expert"))
        assert compare(self.before, other).columns[:4] == ["nemesis", "difficulty", "players", "games"]

    def test_nothing_in_common(self):
        with pytest.raises(UserError, match=r"no game in common.*--seed"):
            compare(self.before, example.games(8000, seed=2))

    def test_different_experiments(self):
        other = self.before.with_columns(nemesis=pl.lit("somebody"))
        with pytest.raises(UserError, match="different experiments"):
            compare(self.before, other)
