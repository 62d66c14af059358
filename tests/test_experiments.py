"""Experiments: from the words of a file to numbered cells, their games and seeds; and what is refused."""

from math import comb

import numpy as np
import polars as pl
import pytest

from breachlab.sim import experiments
from breachlab.sim.aeons_end.factors import GAME
from breachlab.sim.aeons_end.policies import parse_policy
from breachlab.sim.aeons_end.supplies import every_supply
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.batch import game_seeds
from breachlab.sim.errors import UserError
from breachlab.sim.experiments import (
    Experiment,
    Plan,
    load_experiment,
    shipped_experiments,
    wilson_half_width,
)

GEMS, RELICS, SPELLS = comb(7, 3), comb(6, 2), comb(14, 4)
DECK_DESTRUCTION = [
    *("frozen_magmite", "scoria_slag", "erratic_ingot"),
    *("mages_totem", "primordial_fetish"),
    *("jagged_lightning", "fiery_torrent", "conjure_the_lost", "reduce_to_ash"),
]


pytestmark = pytest.mark.usefixtures("interpreted")


def design(**factors):
    return GAME.design({"nemesis": "umbra_titan", "policy": "greedy", **factors})


def deals(asked, cells):
    """What is dealt in some cells of an experiment with one pack, by names."""
    block = asked.blocks[0]
    rows, policies = block.deals(np.array(cells), np.arange(len(cells), dtype=np.uint64))
    names = block.names
    return [
        {
            "nemesis": names.nemeses[row["nemesis"]],
            "difficulty": names.modes[row["mode"]],
            "players": int(row["players"]),
            "mages": [
                names.mages[mage] if mage >= 0 else "random" for mage in row["mages"][: row["players"]]
            ],
            "supply": [names.cards[card] for card in row["supply"] if card] or "random",
            "policy": [int(number) for number in row["policy"][: row["players"]]],
            "mistakes": [int(number) for number in row["mistakes"][: row["players"]]],
            "variant": bool(row["variant"]),
            "solo": (int(row["solo_turn_cards"]), int(row["solo_life"])),
            "policy_number": int(policy),
        }
        for row, policy in zip(rows, policies, strict=True)
    ]


class TestShipped:
    def test_there_are_these(self):
        assert set(shipped_experiments()) >= {"difficulty", "every_supply", "mages", "quick", "ci"}

    @pytest.mark.parametrize("name", sorted(shipped_experiments()))
    def test_each_one_has_a_title_and_resolves(self, name):
        experiment = load_experiment(name)
        assert experiment.title
        assert experiment.design().cells >= 1

    def test_difficulty_crosses_nemeses_modes_and_players(self):
        asked = load_experiment("difficulty").design()
        assert asked.cells == 4 * 4 * 4
        rows = deals(asked, range(asked.cells))
        assert len({(row["nemesis"], row["difficulty"], row["players"]) for row in rows}) == 64
        assert {row["supply"] for row in rows} == {"random"}

    def test_every_supply_has_every_combination(self):
        experiment = load_experiment("every_supply")
        assert experiment.games == 1
        assert experiment.design().cells == 4 * GEMS * RELICS * SPELLS == 2_102_100

    def test_mages_has_every_pair(self):
        asked = load_experiment("mages").design()
        assert asked.cells == 4 * comb(8, 2)
        teams = {frozenset(row["mages"]) for row in deals(asked, range(asked.cells))}
        assert len(teams) == comb(8, 2)
        assert all(len(team) == 2 for team in teams)


class TestSupplies:
    def test_numbers_and_supplies_are_one_to_one(self):
        tables = load_tables()
        supplies = every_supply(tables)
        assert len(supplies) == GEMS * RELICS * SPELLS
        rows = supplies.rows(np.arange(len(supplies)))
        assert len(np.unique(rows, axis=0)) == len(supplies)

    def test_each_is_legal(self):
        tables = load_tables()
        supplies = every_supply(tables)
        for row in supplies.rows(np.arange(0, len(supplies), 9973)):
            tables.pack.check_supply([tables.names[card] for card in row])

    def test_the_first_and_the_last(self):
        tables = load_tables()
        supplies = every_supply(tables)
        gems = [card.id for card in tables.pack.market if card.kind == "gem"]
        first, last = supplies.rows(np.array([0, len(supplies) - 1]))
        assert [tables.names[card] for card in first[:3]] == gems[:3]
        assert [tables.names[card] for card in last[:3]] == gems[-3:]


class TestCells:
    def test_supplies_count_fastest_and_nemeses_slowest(self):
        asked = design(nemesis=["gate_witch", "umbra_titan"], supply=["deck_destruction", "random"])
        assert [(row["nemesis"], row["supply"]) for row in deals(asked, range(4))] == [
            ("gate_witch", DECK_DESTRUCTION),
            ("gate_witch", "random"),
            ("umbra_titan", DECK_DESTRUCTION),
            ("umbra_titan", "random"),
        ]

    def test_a_supply_of_cards_is_laid_out_by_kind(self):
        [row] = deals(design(supply=list(reversed(DECK_DESTRUCTION))), [0])
        kinds = {card.id: card.kind for card in load_tables().pack.market}
        assert [kinds[card] for card in row["supply"]] == ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
        assert set(row["supply"]) == set(DECK_DESTRUCTION)

    def test_mages_alone_say_how_many_play(self):
        [row] = deals(design(mages=["garu", "dezmodia", "mist"]), [0])
        assert (row["players"], row["mages"]) == (3, ["garu", "dezmodia", "mist"])

    def test_a_team_may_have_a_random_mage(self):
        [row] = deals(design(mages=["garu", "random"]), [0])
        assert row["mages"] == ["garu", "random"]

    def test_each_mage_in_turn_with_random_allies(self):
        asked = design(mages="each", players=3)
        assert asked.cells == 8
        rows = deals(asked, range(8))
        assert [row["mages"][1:] for row in rows] == [["random", "random"]] * 8
        assert len({row["mages"][0] for row in rows}) == 8

    def test_teams_go_with_the_number_of_players_they_have(self):
        asked = design(players=[1, 2], mages=[["garu"], ["garu", "mist"]])
        assert [row["mages"] for row in deals(asked, range(asked.cells))] == [["garu"], ["garu", "mist"]]

    def test_variants_are_for_those_whom_they_are_for(self):
        asked = design(players=[1, 2, 4], four_player_variant=[False, True], solo_turn_cards=[3, 4])
        rows = [(row["players"], row["variant"], row["solo"]) for row in deals(asked, range(asked.cells))]
        assert rows == [
            (1, False, (3, 0)),
            (1, False, (4, 0)),
            (2, False, (0, 0)),
            (4, False, (0, 0)),
            (4, True, (0, 0)),
        ]

    def test_policies_by_seat(self):
        asked = design(players=2, policy=["greedy,random", "greedy:0.1"])
        rows = deals(asked, range(2))
        assert [(row["policy"], row["mistakes"]) for row in rows] == [
            ([1, 0], [0, 0]),
            ([1, 1], [1000, 1000]),
        ]

    def test_resolved_factors_make_the_same_design_again(self):
        asked = design(
            nemesis=["umbra", "cloaks"],
            difficulty="all",
            players=[1, 4],
            mages="each",
            supply=["random", "deck_destruction"],
            four_player_variant=True,
        )
        again = GAME.design(asked.factors)
        assert again.factors == asked.factors
        assert again.content_hash == asked.content_hash
        assert deals(again, range(again.cells)) == deals(asked, range(asked.cells))

    def test_two_packs_are_two_blocks(self, tmp_path):
        (tmp_path / "weak").mkdir()
        (tmp_path / "weak" / "pack.toml").write_text(
            'extends = "war_eternal"\n[nemesis.umbra_titan]\nlife = 30\n', encoding="utf-8"
        )
        asked = design(content=["war_eternal", str(tmp_path / "weak")], players=1)
        assert asked.cells == 2
        numbers = np.array([0, 1], dtype=np.uint32)
        frame = asked.play(numbers, numbers * 0, np.array([5, 5], dtype=np.uint64))
        assert frame["content"].to_list() == ["war_eternal", "weak"]
        assert frame["nemesis_life"][0] > frame["nemesis_life"][1]
        assert asked.content_hash not in (design().content_hash, "")


class TestMistakes:
    @pytest.mark.parametrize(
        ("factors", "sentence"),
        [
            ({"nemesis": "gate_wich"}, 'unknown nemesis "gate_wich": did you mean "gate_witch"?'),
            ({"nemesis": ["umbra_titan", "umbra"]}, 'nemesis: "umbra_titan" is there twice'),
            ({"nemesis": []}, "nemesis has no value"),
            ({"difficulty": "hard"}, 'unknown difficulty "hard"'),
            ({"players": 5}, "players: 5 is not a whole number from 1 to 4"),
            ({"players": True}, "players: True is not a whole number from 1 to 4"),
            ({"mages": ["garu", "garu"]}, 'mages: "garu" is there twice'),
            ({"mages": ["garu", "mist"], "players": 3}, "mages: 2 are named .garu, mist., but 3 play"),
            ({"mages": ["garu"], "players": [1, 2]}, "mages: no team is named for 2 players"),
            ({"mages": ["garru"]}, 'mages: unknown mage "garru": did you mean "garu"?'),
            ({"supply": DECK_DESTRUCTION[1:]}, "supply: a supply has 9 piles .* and this one has 8 piles"),
            (
                {"supply": [*DECK_DESTRUCTION[1:], "kindle"]},
                "this one has 9 piles .2 gems, 2 relics, 5 spells.",
            ),
            ({"supply": "deck_destroyer"}, 'unknown supply "deck_destroyer"'),
            ({"supply": ["all", "random"]}, 'supply: "all" has every supply already'),
            ({"policy": "gredy"}, 'policy: unknown policy "gredy": did you mean "greedy"?'),
            (
                {"policy": "greedy:2"},
                'policy: the rate of mistakes in "greedy:2" must be a number from 0 to 1',
            ),
            ({"policy": "greedy,random", "players": 3}, "names 2 players, but 3 play"),
            ({"content": "no_such_pack"}, 'content "no_such_pack" is neither a folder nor a shipped pack'),
            (
                {"four_player_variant": True, "players": 3},
                "four_player_variant is for four players, but 3 play",
            ),
            ({"solo_life": 12, "players": 2}, "are for a single player, but 2 play"),
            ({"solo_turn_cards": 5, "players": 1}, "solo_turn_cards: a single player has 3 or 4, not 5"),
        ],
    )
    def test_a_factor(self, factors, sentence):
        with pytest.raises(UserError, match=sentence):
            design(**factors)

    def test_more_players_than_mages(self, tmp_path):
        pack = load_tables().pack
        others = [mage.id for mage in pack.mages][3:]
        others += [card.id for card in pack.starters if card.mage in others]
        (tmp_path / "pack.toml").write_text(f'extends = "war_eternal"\nremove = {others}\n', encoding="utf-8")
        with pytest.raises(UserError, match="players: 4 are more than the 3 mages"):
            design(content=str(tmp_path), players=4)

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("games = 0", "games: 0 is not a whole number from 1 to"),
            ("games = 5\nprecision = 1.0", "games and precision are both given"),
            ("precision = 0", "precision: 0 is not a number of points from 0.05 to 50"),
            ('seed = "one"', "seed: one is not a whole number"),
            ("presision = 5", 'unknown field of an experiment "presision": did you mean "precision"?'),
            ('game = "chess"', 'unknown game "chess"'),
            ("[factors]\nnemesiss = 1", 'factors: unknown factor "nemesiss": did you mean "nemesis"?'),
            ("[factors]\nplayers = 1", "nemesis is missing"),
            ("factors = 3", "factors must be a table"),
            ("games = ", "not valid TOML"),
        ],
    )
    def test_a_file(self, tmp_path, text, sentence):
        file = tmp_path / "mine.toml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UserError, match=sentence) as mistake:
            load_experiment(file).design()
        assert str(mistake.value).startswith(file.as_posix())

    def test_no_such_experiment(self):
        with pytest.raises(UserError, match='"dificulty": did you mean "difficulty"'):
            load_experiment("dificulty")


class TestChanges:
    def test_games_and_precision_replace_each_other(self):
        experiment = load_experiment("quick")
        assert experiment.changed(precision=1.0).games is None
        assert experiment.changed(precision=1.0).changed(games=3).precision is None

    def test_content_is_seen_from_the_file(self, tmp_path):
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "pack.toml").write_text('extends = "war_eternal"\n', encoding="utf-8")
        (tmp_path / "mine.toml").write_text(
            '[factors]\nnemesis = "all"\npolicy = "greedy"\ncontent = "mine"\n', encoding="utf-8"
        )
        asked = load_experiment(tmp_path / "mine.toml").design()
        assert asked.factors["content"] == [str((tmp_path / "mine").resolve())]


class TestPolicies:
    def test_one_for_all_and_one_for_each(self):
        assert parse_policy("random", 3) == [(0, 0)] * 3
        assert parse_policy("random, greedy:0.25", 2) == [(0, 0), (1, 2500)]

    @pytest.mark.parametrize("text", ["greedy:", "greedy:x", "greedy:-0.1", "greedy:nan"])
    def test_rates(self, text):
        with pytest.raises(UserError, match="must be a number from 0 to 1"):
            parse_policy(text, 1)


class TestSeeds:
    def test_a_seed_depends_on_root_cell_and_game_alone(self):
        cells, games = np.arange(100).repeat(50), np.tile(np.arange(50), 100)
        seeds = game_seeds(3, cells, games)
        assert len(set(seeds.tolist())) == len(seeds)
        order = np.random.default_rng(1).permutation(len(seeds))
        assert (game_seeds(3, cells[order], games[order]) == seeds[order]).all()
        assert not (game_seeds(4, cells, games) == seeds).any()

    def test_they_never_change(self):
        # A run that was started with an older version must be able to go on.
        seeds = game_seeds(1, np.array([0, 0, 1, 2_102_099]), np.array([0, 1, 0, 0]))
        assert seeds.tolist() == KNOWN_SEEDS

    def test_cell_and_game_are_not_mixed_up(self):
        assert game_seeds(1, np.array([2]), np.array([5])) != game_seeds(1, np.array([5]), np.array([2]))


KNOWN_SEEDS = [
    *(15482014342066202064, 18204966045859736427),
    *(13813160111958052516, 8801002555982186861),
]


class TestPlan:
    @pytest.fixture(autouse=True)
    def small(self, monkeypatch):
        monkeypatch.setattr(experiments, "SMALLEST_CHUNK", 7)
        monkeypatch.setattr(experiments, "ROUND", 10)

    @staticmethod
    def rows(jobs):
        return [
            (int(cell), int(game)) for job in jobs for cell, game in zip(job.cells, job.games, strict=True)
        ]

    def test_every_game_of_every_cell_once_and_in_order(self):
        [jobs] = Plan(5, 9, None, 100).rounds()
        assert self.rows(jobs) == [(cell, game) for cell in range(5) for game in range(9)]
        assert [len(job) for job in jobs] == [7] * 6 + [3]
        assert [job.name for job in jobs] == sorted(job.name for job in jobs)

    def test_a_precision_goes_on_with_the_cells_that_need_it(self):
        plan = Plan(3, None, 20.0, 40)
        seen = []
        for jobs in plan.rounds():
            rows = self.rows(jobs)
            seen.append(rows)
            cells = np.array([cell for cell, _ in rows])
            games = np.array([game for _, game in rows])
            plan.learn(cells, (cells == 1) & (games % 2 == 0))  # cell 1 wins half its games, the others none
        assert seen[0] == [(cell, game) for cell in range(3) for game in range(10)]
        assert seen[1:] == [[(1, game) for game in range(10, 20)], [(1, game) for game in range(20, 30)]]
        assert wilson_half_width(np.array([10]), np.array([20]))[0] > 0.2
        assert wilson_half_width(np.array([15]), np.array([30]))[0] < 0.2

    def test_the_cap(self):
        plan = Plan(2, None, 0.1, 25)
        games = 0
        for jobs in plan.rounds():
            for job in jobs:
                plan.learn(job.cells, job.games % 2)
                games += len(job)
        assert games == 2 * 25

    def test_half_width_is_wilsons(self):
        from statsmodels.stats.proportion import proportion_confint

        for successes, n in ((0, 20), (7, 20), (500, 1000), (1000, 1000)):
            low, high = proportion_confint(successes, n, method="wilson")
            assert wilson_half_width(np.array([successes]), np.array([n]))[0] == pytest.approx(
                (high - low) / 2
            )

    def test_chunks_are_neither_tiny_nor_huge(self, monkeypatch):
        monkeypatch.undo()
        assert Plan(4, 500, None, 1).chunk == 1000
        assert Plan(2_102_100, 1, None, 1).chunk == 8212
        assert Plan(1000, 10**6, None, 1).chunk == 50_000


def test_an_experiment_that_cannot_be_numbered_is_refused():
    with pytest.raises(UserError, match="more than one run can hold"):
        Experiment(
            name="x",
            factors={
                "nemesis": "all",
                "difficulty": "all",
                "mages": "all",
                "players": [1, 2, 3, 4],
                "supply": "all",
                "policy": [f"greedy:0.{k}" for k in range(1, 10)],
            },
        ).design()


def test_the_frame_of_a_design_has_its_schema():
    asked = design(players=[1, 3])
    cells = np.array([0, 1], dtype=np.uint32)
    frame = asked.play(cells, cells, game_seeds(1, cells, cells))
    assert dict(frame.schema) == {
        name: pl.Series([], dtype=kind).dtype for name, kind in asked.schema().items()
    }
