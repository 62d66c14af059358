"""`breachlab bench`: what it measures, what it prints, and the history that it keeps."""

import json

import pytest
from click.testing import CliRunner

from breachlab.analysis.speed import Rate, Speed, append_history
from breachlab.cli import bench
from breachlab.sim import jit
from breachlab.sim.aeons_end.players import POLICIES

NEMESES = {"umbra_titan", "gate_witch", "magus_of_cloaks", "hollow_crown"}


@pytest.fixture
def speed():
    return Speed(
        machine="a machine",
        cores=2,
        cells=[Rate("greedy", "gate_witch", n, 1000.0 * n, 1e5, 0.1) for n in (1, 2)],
        games_per_second={"random": 21034.6, "greedy": 7000.0},
        decisions_per_second={"random": 1e6, "greedy": 1e6},
        games_per_second_on_all_cores={"random": 4e4, "greedy": 14e3},
        spread={"random": 0.02, "greedy": 0.05},
        compiled_over_interpreted=123.4,
        two_workers_over_one=1.957,
        cold_seconds=61.2,
        warm_seconds=1.25,
        version_seconds=0.11,
        memory_mb=301.0,
    )


@pytest.mark.compiled
@pytest.mark.skipif(jit.disabled(), reason="NUMBA_DISABLE_JIT is set: there is nothing compiled to measure")
def test_measures_every_policy_nemesis_and_number_of_players():
    result = CliRunner().invoke(
        bench.bench, ["--json", "--no-cold", "--repeats", "1", "--seconds", "0.001"], catch_exceptions=False
    )
    found = json.loads(result.stdout)
    assert found["games_per_second"].keys() == POLICIES.keys()
    cells = {(rate["policy"], rate["nemesis"], rate["players"]) for rate in found["cells"]}
    assert cells == {(policy, nemesis, n) for policy in POLICIES for nemesis in NEMESES for n in (1, 2, 3, 4)}
    assert all(rate["decisions_per_second"] > rate["games_per_second"] > 0 for rate in found["cells"])
    for ratio in ("compiled_over_interpreted", "two_workers_over_one"):
        assert found[ratio] > 0
    # a compiled game is faster on any machine and however busy it is
    assert found["compiled_over_interpreted"] > 5
    assert found["cold_seconds"] is None
    assert 0 < found["version_seconds"] < found["warm_seconds"]
    assert found["memory_mb"] > 10


def test_prints_tables(speed, monkeypatch):
    monkeypatch.setattr(bench, "measure", lambda *args, **options: speed)
    told = CliRunner().invoke(bench.bench, [], catch_exceptions=False).output
    assert "2 cores, a machine" in told
    assert ["greedy", "gate_witch", "1,000", "2,000", "10%"] in [line.split() for line in told.splitlines()]
    assert "123 times" in told
    assert "1.96 times" in told
    assert "61.2 s" in told


def test_figures_as_json_are_rounded(speed, monkeypatch):
    monkeypatch.setattr(bench, "measure", lambda *args, **options: speed)
    found = json.loads(CliRunner().invoke(bench.bench, ["--json"], catch_exceptions=False).output)
    assert found["games_per_second"]["random"] == 21030
    assert found["cores"] == 2


def test_history_gets_a_heading_once_and_a_line_a_measurement(speed, tmp_path):
    file = tmp_path / "benchmarks" / "history.md"
    append_history(file, speed, "2024-05-01")
    speed.cold_seconds = None
    append_history(file, speed, "2024-06-01")
    text = file.read_text()
    assert text.startswith("# ")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == 4
    assert len({line.count("|") for line in lines}) == 1
    assert "| 2024-05-01 |" in lines[2]
    assert "random 21,035, greedy 7,000" in lines[2]
    assert "| 61 | 1.2 | 301 |" in lines[2]
    assert "|  | 1.2 | 301 |" in lines[3]
