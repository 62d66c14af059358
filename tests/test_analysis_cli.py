"""The commands that analyse runs, on run folders with made-up games; and the documentation's examples."""

import doctest
import importlib
import json
import pkgutil
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

import breachlab.analysis
from breachlab.analysis import example, fit_supply_model
from breachlab.sim import declared
from breachlab.sim.aeons_end.pack import load_pack
from breachlab.sim.runs import FORMAT, GAMES, MANIFEST

MARKET = {
    kind: {card.id: 0.0 for card in load_pack().market if card.kind == kind}
    for kind in ("gem", "relic", "spell")
}
MAGES = {mage.id: 0.0 for mage in load_pack().mages}
MODULES = [
    f"breachlab.analysis.{module.name}" for module in pkgutil.iter_modules(breachlab.analysis.__path__)
]


@pytest.mark.parametrize("name", [*MODULES, "breachlab.analysis", "breachlab.sim.declared"])
def test_examples_in_the_documentation(name):
    module = declared if name == "breachlab.sim.declared" else importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def write_run(
    folder: Path, games: pl.DataFrame | None, *, name: str = "quick", seed: int = 1, **values
) -> Path:
    """A run folder as `breachlab run` leaves it."""
    (folder / GAMES).mkdir(parents=True)
    experiment = {"name": name, "game": "aeons_end", "seed": seed, "games": 1, "precision": None}
    experiment["factors"] = {"content": ["war_eternal"]}
    manifest = {"format": FORMAT, "experiment": experiment, "finished": "now", "engine_signature": "e"}
    manifest |= {"content_hash": "c" * 64, **values}
    (folder / MANIFEST).write_text(json.dumps(manifest))
    if games is not None:
        games.write_parquet(folder / GAMES / "000-000000-abc.parquet")
    return folder


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    games = example.games(20_000, seed=1, cards=MARKET, pairs={}, mages=MAGES)
    return write_run(tmp_path_factory.mktemp("runs") / "first", games)


@pytest.fixture(scope="module")
def harder(tmp_path_factory):
    opponents = {**example.NEMESES, "gate_witch": -1.2}
    games = example.games(20_000, seed=1, cards=MARKET, pairs={}, mages=MAGES, opponents=opponents)
    return write_run(tmp_path_factory.mktemp("runs") / "second", games)


class TestRate:
    def test_rates_beside_print(self, breachlab, run):
        code, out, _ = breachlab("rate", run)
        assert code == 0
        assert "umbra_titan" in out
        assert "Kendall" in out
        assert "Gravehold" in out

    def test_json(self, breachlab, run):
        found = json.loads(breachlab("rate", run, "--json")[1])
        printed = {row["nemesis"]: row["printed"] for row in found["ratings"]}
        assert printed == {"umbra_titan": 3, "hollow_crown": 5, "gate_witch": 7, "magus_of_cloaks": 7}
        assert found["rank_agreement"][0]["tau"] > 0.8

    def test_bands(self, breachlab):
        assert breachlab("rate", "--bands")[1].count("\n") == 11

    def test_a_policy_that_did_not_play(self, breachlab, run):
        assert (
            "breachlab run difficulty --policy expert"
            in breachlab("rate", run, "--policy", "expert").mistake()
        )

    def test_no_run_at_all(self, breachlab, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "breachlab run difficulty" in breachlab("rate").mistake()

    def test_an_empty_run(self, breachlab, tmp_path):
        empty = write_run(tmp_path / "empty", None)
        assert f"breachlab run --resume {empty}" in breachlab("rate", empty).mistake()


class TestCards:
    def test_cards_and_mages(self, breachlab, run):
        code, out, _ = breachlab("cards", run, "--nemesis", "umbra", "--no-pairs")
        assert code == 0
        assert out.count("umbra_titan") == 27
        code, out, _ = breachlab("cards", run, "--mages", "--no-pairs", "--json")
        assert len(json.loads(out)["items"]) == 4 * 8

    def test_one_supply(self, breachlab, tmp_path):
        games = example.games(400, seed=1)
        fixed = games.with_columns(pl.lit(games[f"pile_{k}"][0]).alias(f"pile_{k}") for k in range(1, 10))
        assert (
            "breachlab run every_supply" in breachlab("cards", write_run(tmp_path / "one", fixed)).mistake()
        )


class TestGate:
    @pytest.fixture
    def file(self, breachlab, run, tmp_path):
        path = tmp_path / "base.toml"
        code, out, _ = breachlab("baseline", "write", run, path)
        assert code == 0
        assert "4 cells, 4 of them new or changed" in out
        return path

    def test_unchanged(self, breachlab, run, file):
        code, out, _ = breachlab("check", run, "--baseline", file, "--margin", 5)
        assert code == 0
        assert "win rates: unchanged" in out
        assert "the same as the baseline's" in out

    def test_moved_names_the_cell(self, breachlab, harder, file):
        code, out, _ = breachlab("check", harder, "--baseline", file, "--margin", 5)
        assert code == 1
        assert "gate_witch / normal / 2 / standard" in out
        assert "umbra_titan /" not in out
        assert "1 moved" in out

    def test_inconclusive_says_how_many_games(self, breachlab, run, file):
        code, out, _ = breachlab("check", run, "--baseline", file, "--margin", 0.6)
        assert code == 0
        assert "inconclusive" in out
        assert "games a cell" in out
        assert breachlab("check", run, "--baseline", file, "--margin", 0.6, "--strict")[0] == 2

    def test_exact_makes_the_signature_count(self, breachlab, run, file):
        text = file.read_text()
        file.write_text(text.replace('signature = "', 'signature = "0'))
        assert breachlab("check", run, "--baseline", file, "--margin", 5)[0] == 0
        code, out, _ = breachlab("check", run, "--baseline", file, "--margin", 5, "--exact")
        assert code == 1
        assert "signature: " in out

    def test_json_junit_and_annotations(self, breachlab, harder, file, tmp_path, monkeypatch):
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        xml = tmp_path / "out.xml"
        code, out, err = breachlab(
            "check", harder, "--baseline", file, "--margin", 5, "--json", "--junit", xml
        )
        assert code == 1
        found = json.loads(out)
        assert found["verdict"] == "moved"
        assert found["exit"] == 1
        assert [cell["key"] for cell in found["cells"] if cell["verdict"] == "moved"] == [
            "gate_witch / normal / 2 / standard"
        ]
        suite = ElementTree.parse(xml).getroot()
        assert suite.attrib["tests"] == "5"
        assert suite.attrib["failures"] == "1"
        assert err.startswith("::error file=")
        assert "gate_witch" in err

    def test_another_experiment(self, breachlab, run, file, tmp_path):
        other = write_run(tmp_path / "other", example.games(400, seed=1), name="difficulty")
        words = breachlab("check", other, "--baseline", file).mistake()
        assert '"quick"' in words
        assert "breachlab run quick" in words

    def test_no_baseline(self, breachlab, run, tmp_path):
        words = breachlab("check", run, "--baseline", tmp_path / "none.toml").mistake()
        assert "breachlab baseline write RUN" in words

    def test_a_run_that_is_not_there(self, breachlab, file):
        assert "no run" in breachlab("check", "nowhere", "--baseline", file).mistake()

    def test_an_unfinished_run_is_no_baseline(self, breachlab, tmp_path):
        half = write_run(tmp_path / "half", example.games(400, seed=1), finished=None)
        words = breachlab("baseline", "write", half, tmp_path / "b.toml").mistake()
        assert "breachlab run --resume" in words
        assert not (tmp_path / "b.toml").exists()


class TestCompare:
    def test_two_runs(self, breachlab, run, harder):
        code, out, _ = breachlab("compare", run, harder)
        assert code == 0
        assert [line.split()[0] for line in out.splitlines() if line.endswith("moved")] == ["gate_witch"]
        assert "breachlab play --nemesis gate_witch" in out

    def test_a_run_and_a_policy(self, breachlab, run):
        assert (
            "two runs, two content packs or two policies" in breachlab("compare", run, "standard").mistake()
        )


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    games = example.games(8000, seed=1, cards=MARKET, pairs={}, mages=MAGES)
    path = tmp_path_factory.mktemp("models") / "model.json"
    path.write_text(fit_supply_model(games).to_text())
    return path


@pytest.mark.xdist_group("supply model")  # fitting it takes a while: once is enough
class TestSupply:
    def test_suggest_without_playing(self, breachlab, model):
        asked = ("--nemesis", "umbra", "--mages", "garu,gex", "--model", model)
        code, out, _ = breachlab("supply", "suggest", *asked, "--target", 65, "--games", 0, "--json")
        assert code == 0
        supplies = json.loads(out)["supplies"]
        assert len(supplies) == 5
        for one in supplies:
            load_pack().check_supply(one["cards"])
        code, out, _ = breachlab("supply", "suggest", *asked, "--games", 0, "--without", "kindle,nova_forge")
        assert code == 0
        assert "kindle" not in out

    def test_rank_and_explain(self, breachlab, model):
        assert breachlab("supply", "rank", "--nemesis", "umbra", "--count", 2, "--model", model)[0] == 0
        code, out, _ = breachlab(
            "supply", "explain", "deck_destruction", "--nemesis", "umbra", "--model", model
        )
        assert code == 0
        assert "jagged_lightning" in out

    @pytest.mark.parametrize("target", [0, 100])
    def test_an_impossible_target(self, breachlab, model, target):
        asked = ("--nemesis", "umbra", "--model", model, "--target", target)
        assert "say 1 to 99" in breachlab("supply", "suggest", *asked).mistake()
        assert "say 1 to 99" in breachlab("tune", "umbra_titan.life", "--target", target).mistake()

    def test_no_model(self, breachlab, tmp_path):
        words = breachlab("supply", "rank", "--nemesis", "umbra", "--model", tmp_path / "none.json").mistake()
        assert "breachlab supply fit" in words

    def test_fit(self, breachlab, run, tmp_path):
        code, out, _ = breachlab("supply", "fit", run, "--out", tmp_path / "m.json")
        assert code == 0
        assert "4 opponents" in out
        assert (tmp_path / "m.json").stat().st_size < 200_000


class TestTune:
    @pytest.mark.parametrize(
        ("what", "words"),
        [
            ("umbra_titan", ["names no number"]),
            ("umbra_titan.lief", ["did you mean", "life"]),
            ("umbra_titen.life", ['did you mean "umbra_titan"?']),
            ("nova_forge.cost", ["--nemesis ID"]),
        ],
    )
    def test_mistakes(self, breachlab, what, words):
        sentence = breachlab("tune", what, "--target", 50).mistake()
        for word in words:
            assert word in sentence


@pytest.mark.parametrize("odds", [-60.0, 60.0])
@pytest.mark.parametrize("words", [[], ["--mages"], ["--no-pairs"], ["--json"]])
def test_cards_of_a_run_that_was_never_or_always_won(tmp_path, breachlab, odds, words):
    games = example.games(
        400, seed=1, cards=MARKET, pairs={}, mages=MAGES, opponents={"gate_witch": odds, "umbra_titan": 0.0}
    )
    code, out, err = breachlab("cards", write_run(tmp_path / "run", games), *words)
    assert code == 0
    if words == ["--json"]:
        rows = [row for row in json.loads(out)["items"] if row["nemesis"] == "gate_witch"]
        assert rows
        assert all(row["effect"] is None for row in rows)
    else:
        rows = [line.split() for line in out.splitlines() if line.startswith("gate_witch")]
        assert rows
        assert all(row[2:4] == ["-", "-"] for row in rows)
        assert f"gate_witch: every game was {'won' if odds > 0 else 'lost'}" in err
