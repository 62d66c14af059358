"""Runs: the frame, the run folder, the same games whoever plays them, and what happens when a run is stopped.

Most runs here are tiny and interpreted. Those with thousands of games, killed processes or other backends
need the compiled engine and are marked so.
"""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from breachlab.cli import main as command_line
from breachlab.sim import batch, experiments, jit, runs, simulate
from breachlab.sim.aeons_end import frames, play_game
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.errors import UserError
from breachlab.sim.experiments import Experiment

WEAK = 'extends = "war_eternal"\n[nemesis.umbra_titan]\nlife = 16\n[nemesis.gate_witch]\nlife = 11\n'
QUICK = {"nemesis": "all", "players": 1, "policy": "greedy"}


@pytest.fixture(autouse=True)
def engine(request, monkeypatch):
    """Interpreted, unless the test is marked compiled; small chunks, so that small runs have several."""
    if not request.node.get_closest_marker("compiled"):
        request.getfixturevalue("interpreted")
        monkeypatch.setattr(experiments, "SMALLEST_CHUNK", 3)


@pytest.fixture
def weak(tmp_path):
    """A pack whose nemeses can be beaten."""
    folder = tmp_path / "weak"
    folder.mkdir()
    (folder / "pack.toml").write_text(WEAK, encoding="utf-8")
    return str(folder)


def quick(games: int = 2, **values) -> Experiment:
    return Experiment(name="quick", games=games, factors={**QUICK, **values})


def played(experiment: Experiment, folder: Path, workers: int = 1, **options) -> runs.Run:
    run = runs.create(experiment, folder)
    with batch.Workers("threads", workers) as team:
        run.play(team, **options)
    return run


class TestFrame:
    def test_a_row_is_the_game_that_play_tells(self):
        frame = simulate(nemesis="umbra", players=2, games=3, seed=5, policy="greedy", workers=1)
        names = {item.name: item.id for item in load_tables().pack.mages}
        for row in frame.iter_rows(named=True):
            told = play_game("umbra_titan", 2, row["seed"], policy="greedy").to_dict()
            assert told["outcome"] == ("win" if row["won"] else "loss")
            assert told["turns"] == row["turns"]
            assert {row["mage_1"], row["mage_2"]} <= set(names.values())

    def test_what_does_not_exist_is_null(self):
        frame = simulate(nemesis="umbra", players=[1, 4], games=2, policy="random", workers=1)
        one, four = frame.filter(players=1), frame.filter(players=4)
        assert one.select("mage_2", "life_2", "mage_4", "life_4").null_count().row(0) == (2, 2, 2, 2)
        assert four.select("mage_1", "mage_4", "life_4").null_count().row(0) == (0, 0, 0)
        for k in range(1, 10):
            never = frame[f"gained_{k}"] == 0
            assert (frame[f"first_gain_{k}"].is_null() == never).all()

    def test_piles_are_three_gems_two_relics_and_four_spells(self):
        frame = simulate(nemesis="umbra", games=5, policy="random", workers=1)
        kinds = {card.id: card.kind for card in load_tables().pack.market}
        for row in frame.select(pl.col("^pile_.*$").cast(pl.String)).iter_rows():
            assert [kinds[card] for card in row] == ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
            assert len(set(row)) == 9

    def test_named_mages_and_supplies_are_those(self):
        supply = next(one for one in load_tables().pack.supplies if one.id == "reuse_spells")
        [row] = simulate(
            nemesis="umbra",
            mages=["mist", "garu"],
            supply="reuse_spells",
            games=1,
            policy="random",
            workers=1,
        ).iter_rows(named=True)
        assert (row["mage_1"], row["mage_2"]) == ("mist", "garu")
        assert {row[f"pile_{k}"] for k in range(1, 10)} == set(supply.cards)

    def test_cards_in_play_are_the_nemesiss(self):
        frame = simulate(nemesis="umbra", games=6, policy="random", workers=1)
        cards = frame["in_play"].explode().drop_nulls().cast(pl.String).to_list()
        pack = load_tables().pack
        assert cards
        assert set(cards) <= {card.id for card in (*pack.cards_of("umbra_titan"), *pack.basics)}

    def test_reasons_belong_to_outcomes(self, weak):
        frame = simulate(nemesis="gate_witch", players=1, games=12, policy="random", content=weak, workers=1)
        won = {"nemesis_defeated", "nemesis_deck_empty", "no_acolytes_left"}
        for row in frame.iter_rows(named=True):
            assert (row["reason"] in won) == row["won"]
            assert (row["nemesis_life"] == 0) == (row["reason"] == "nemesis_defeated")

    def test_cells_and_games_are_in_order(self):
        frame = simulate(quick(3), workers=2)
        assert frame.select("cell", "game").rows() == [(cell, game) for cell in range(4) for game in range(3)]
        assert frame["nemesis"].n_unique() == 4

    def test_one_seed_is_one_luck_for_two_variants(self, weak):
        rows = [
            simulate(nemesis="umbra", players=1, games=3, policy="random", content=content, workers=1)
            for content in ("war_eternal", weak)
        ]
        same = ["seed", "mage_1", *(f"pile_{k}" for k in range(1, 10))]
        assert rows[0].select(same).equals(rows[1].select(same))


class TestRunFolder:
    def test_what_is_in_it(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        manifest = runs.read_manifest(tmp_path / "run")
        assert manifest == run.manifest
        assert manifest["cells"] == 4
        assert manifest["games"] == 8
        assert manifest["content_hash"] == load_tables().pack.hash
        assert manifest["engine_signature"] == frames.engine_signature()
        assert manifest["experiment"]["factors"]["nemesis"] == [n.id for n in load_tables().pack.nemeses]
        assert manifest["finished"]
        assert manifest["sessions"][0]["games"] == 8
        assert len(runs.chunk_files(tmp_path / "run")) == 3
        assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [
            "games",
            "lock",
            "manifest.json",
        ]

    def test_the_same_frame_as_simulate(self, tmp_path):
        played(quick(), tmp_path / "run", workers=2)
        frame = runs.scan(tmp_path / "run").collect()
        assert frame.equals(simulate(quick(), workers=1))
        assert runs.digest(tmp_path / "run") == runs.frame_digest(frame)

    def test_a_query(self, tmp_path):
        played(quick(), tmp_path / "run")
        rates = runs.scan(tmp_path / "run").group_by("nemesis").agg(pl.col("won").mean(), pl.len()).collect()
        assert rates["len"].to_list() == [2] * 4

    def test_a_run_is_never_overwritten(self, tmp_path, monkeypatch):
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "letter.txt").write_text("dear", encoding="utf-8")
        with pytest.raises(UserError, match="is there already, and a run never overwrites anything"):
            runs.new_folder("quick", tmp_path / "full")
        monkeypatch.chdir(tmp_path)
        first = runs.new_folder("quick")
        first.mkdir(parents=True)
        second = runs.new_folder("quick")
        assert first.parent == second.parent == Path("runs")
        assert first.name.endswith("-quick")
        assert second.name == f"{first.name}-2"

    def test_a_precision_stops_each_cell_by_itself(self, tmp_path, weak, monkeypatch):
        monkeypatch.setattr(experiments, "ROUND", 8)
        asked = Experiment(
            name="p",
            precision=20.0,
            most_games=40,
            factors={
                "nemesis": ["gate_witch", "hollow_crown"],
                "players": 1,
                "policy": "standard",
                "content": weak,
            },
        )
        digests = set()
        for workers in (1, 2):
            played(asked, tmp_path / str(workers), workers)
            digests.add(runs.digest(tmp_path / str(workers)))
        frame = runs.scan(tmp_path / "1").collect()
        n = dict(frame.group_by("nemesis").len().iter_rows())
        assert n["hollow_crown"] == 8  # never won: precise at once
        assert n["gate_witch"] in (16, 24)
        assert runs.read_manifest(tmp_path / "1")["games"] == len(frame)
        assert digests == {runs.frame_digest(simulate(asked, workers=1))}

    def test_wrong_folders(self, tmp_path):
        with pytest.raises(UserError, match=r"is no run: it has no manifest\.json"):
            runs.scan(tmp_path)
        (tmp_path / "manifest.json").write_text('{"format": 99}', encoding="utf-8")
        with pytest.raises(UserError, match="format 99, but this version of breachlab reads format 1"):
            runs.scan(tmp_path)
        (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
        with pytest.raises(UserError, match="cannot be read"):
            runs.read_manifest(tmp_path)

    def test_two_processes_do_not_play_one_run(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        with (
            runs.locked(tmp_path / "run" / runs.LOCK),
            batch.Workers("threads", 1) as team,
            pytest.raises(UserError, match="another process is playing this run"),
        ):
            runs.reopen(run.folder).play(team)


class TestDigest:
    def test_any_other_value_is_another_digest(self):
        frame = simulate(quick(), workers=1)
        digests = {runs.frame_digest(frame)}
        for change in (
            pl.col("turns") + (pl.col("game") == 1).cast(pl.UInt16),
            ~pl.col("won"),
            pl.lit(None, pl.UInt16).alias("first_gain_1"),
            pl.col("mage_1").reverse(),
            pl.col("in_play").list.head(0),
        ):
            digests.add(runs.frame_digest(frame.with_columns(change)))
        assert len(digests) == 6

    def test_the_order_of_a_packs_names_does_not_matter(self):
        frame = simulate(quick(), workers=1)
        other = pl.Enum(sorted(load_tables().nemesis_ids, reverse=True))
        moved = frame.with_columns(pl.col("nemesis").cast(pl.String).cast(other))
        assert runs.frame_digest(moved) == runs.frame_digest(frame)

    def test_chunks_leave_no_trace(self, tmp_path, monkeypatch):
        monkeypatch.setattr(runs, "DIGEST_ROWS", 5)
        played(quick(), tmp_path / "small")
        monkeypatch.setattr(experiments, "SMALLEST_CHUNK", 7)
        played(quick(), tmp_path / "large")
        assert len(runs.chunk_files(tmp_path / "small")) > len(runs.chunk_files(tmp_path / "large"))
        assert runs.digest(tmp_path / "small") == runs.digest(tmp_path / "large")

    def test_of_an_unfinished_or_damaged_run(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        first, second, _ = runs.chunk_files(run.folder)
        first.write_bytes(first.read_bytes()[:-1])
        with pytest.raises(UserError, match=f"{first.name}: this chunk is damaged; to replay it"):
            runs.digest(run.folder)
        first.unlink()
        second.unlink()
        with pytest.raises(UserError, match="2 games are on disk, but the run has 8"):
            runs.digest(run.folder)
        run.manifest["finished"] = None
        run.save()
        with pytest.raises(UserError, match="not finished: breachlab run --resume"):
            runs.digest(run.folder)


class Interrupt:
    """Ends a run after some chunks, as a person or a full disk would."""

    def __init__(self, after: int, how: BaseException) -> None:
        self.after, self.how = after, how

    def __call__(self, progress: runs.Progress) -> None:
        if progress.games > progress.found:
            self.after -= 1
        if self.after == 0:
            raise self.how


def resumed(folder: Path, **options) -> list[str]:
    said: list[str] = []
    with batch.Workers("threads", 2) as team:
        runs.reopen(folder).play(team, say=said.append, **options)
    return said


class TestResume:
    def test_a_run_that_is_interrupted_again_and_again(self, tmp_path):
        expected = runs.frame_digest(simulate(quick(4), workers=1))
        folder = tmp_path / "run"
        with pytest.raises(KeyboardInterrupt):
            played(quick(4), folder, report=Interrupt(1, KeyboardInterrupt()))
        assert len(runs.chunk_files(folder)) == 1
        for how in (runs.Stopped(), OSError(errno.ENOSPC, "no space"), KeyboardInterrupt()):
            before = {path: path.stat().st_mtime_ns for path in runs.chunk_files(folder)}
            with pytest.raises(type(how)):
                resumed(folder, report=Interrupt(1, how))
            after = {path: path.stat().st_mtime_ns for path in runs.chunk_files(folder)}
            assert len(after) == len(before) + 1
            assert before.items() <= after.items()
        assert resumed(folder) == []
        assert runs.digest(folder) == expected
        manifest = runs.read_manifest(folder)
        assert sum(session["games"] for session in manifest["sessions"]) == 16

    def test_a_finished_run_stays_as_it_is(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        before = runs.chunk_files(run.folder)
        resumed(run.folder)
        assert runs.chunk_files(run.folder) == before

    @pytest.mark.parametrize("damage", ["cut", "flip", "empty"])
    def test_a_damaged_chunk_is_named_and_played_again(self, tmp_path, damage):
        run = played(quick(), tmp_path / "run")
        expected = runs.digest(run.folder)
        chunk = runs.chunk_files(run.folder)[1]
        data = bytearray(chunk.read_bytes())
        if damage == "flip":
            data[len(data) // 2] ^= 1
        chunk.write_bytes({"cut": data[:-7], "flip": data, "empty": b""}[damage])
        assert resumed(run.folder) == [f"{chunk}: this chunk is damaged and is played again"]
        assert runs.digest(run.folder) == expected

    def test_what_a_killed_process_left_behind_goes(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        part = run.folder / "games" / "000-000000-abc.parquet.77.part"
        part.write_bytes(b"half a chunk")
        resumed(run.folder)
        assert not part.exists()

    def test_a_full_disk_leaves_no_half_chunk(self, tmp_path, monkeypatch):
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        run = runs.create(quick(), tmp_path / "run")
        monkeypatch.setattr(os, "fsync", full)
        with batch.Workers("threads", 1) as team, pytest.raises(OSError, match="No space"):
            run.play(team)
        assert list((run.folder / "games").iterdir()) == []

    def test_other_content_is_refused(self, tmp_path, weak):
        run = played(quick(content=weak), tmp_path / "run")
        (Path(weak) / "pack.toml").write_text(WEAK.replace("16", "17"), encoding="utf-8")
        with pytest.raises(UserError, match="the content has changed since this run was started"):
            runs.reopen(run.folder)

    def test_another_engine_is_refused(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        run.manifest["engine_signature"] = "0123456789abcdef"
        run.save()
        with pytest.raises(UserError, match="this run was started with another engine"):
            runs.reopen(run.folder)

    def test_players_who_decide_otherwise_are_refused(self, tmp_path):
        # The signature knows the rules only: games of the run itself are played again.
        run = played(quick(), tmp_path / "run")
        run.manifest["experiment"]["factors"]["policy"] = ["random"]
        run.save()
        with pytest.raises(UserError, match="now end differently"):
            runs.reopen(run.folder)

    def test_a_chunk_of_another_run_is_refused(self, tmp_path):
        run = played(quick(), tmp_path / "run")
        stray = runs.chunk_files(run.folder)[0]
        (stray.parent / stray.name.replace("000-000000", "007-000000")).write_bytes(stray.read_bytes())
        with pytest.raises(UserError, match="does not belong to the run"):
            resumed(run.folder)


@pytest.fixture
def breachlab(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder; returns exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*args: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = command_line.run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return run


class TestCommands:
    def test_run_and_digest(self, breachlab):
        code, out, err = breachlab("run", "quick", "--games", 2, "--players", 1, "--policy", "greedy")
        assert code == 0
        folder = Path(out.strip())
        assert folder.parent == Path("runs")
        assert "8 games of 4 cells" in err
        code, out, _ = breachlab("digest", folder)
        assert (code, out) == (
            0,
            runs.frame_digest(simulate("quick", games=2, players=1, policy="greedy")) + "\n",
        )

    def test_every_factor_on_the_command_line(self, breachlab):
        code, _, err = breachlab(
            *("run", "quick", "--out", "mine", "--games", 1, "--seed", 9, "--workers", 1, "--quiet"),
            *("--nemesis", "umbra,witch", "--difficulty", "beginner", "--mages", "garu,mist"),
            *("--supply", "deck_destruction", "--supply", "random", "--policy", "greedy,random"),
            *("--content", "war_eternal"),
        )
        assert (code, err) == (0, "")
        frame = runs.scan("mine").collect()
        assert len(frame) == 4
        assert set(frame["difficulty"]) == {"beginner"}
        assert set(frame["policy"]) == {"greedy,random"}
        assert runs.read_manifest("mine")["experiment"]["seed"] == 9

    def test_dry_run_tells_and_writes_nothing(self, breachlab, tmp_path):
        code, out, _ = breachlab("run", "every_supply", "--dry-run", "--policy", "random")
        assert code == 0
        assert "2,102,100" in out
        assert "games a second" in out
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("args", "sentence"),
        [
            (["run"], "name an experiment"),
            (["run", "dificulty"], 'did you mean "difficulty"?'),
            (["run", "quick", "--nemesis", "gate_wich"], 'did you mean "gate_witch"?'),
            (["run", "quick", "--mages", "garu,garu"], '"garu" is there twice'),
            (["run", "quick", "--mages", "garu", "--players", "2"], "they must agree"),
            (["run", "quick", "--mages", "garu,,mist"], "--mages has an empty name"),
            (["run", "quick", "--players", "two"], "players: two is not a whole number from 1 to 4"),
            (["run", "quick", "--supply", "kindle,aurora"], "a supply has 9 piles"),
            (["run", "quick", "--policy", "gredy"], 'did you mean "greedy"?'),
            (["run", "quick", "--games", "5", "--precision", "1"], "games and precision are both given"),
            (["run", "quick", "--precision", "0"], "is not a number of points"),
            (["run", "quick", "--games", "none"], "is not a whole number"),
            (["run", "quick", "--backend", "thread"], 'did you mean "threads"?'),
            (["run", "quick", "--backend", "dask"], "needs the address of a scheduler"),
            (["run", "quick", "--address", "tcp://127.0.0.1:1"], "an address is for a cluster"),
            (["run", "quick", "--content", "nowhere"], "neither a folder nor a shipped pack"),
            (["run", "quick", "--resume", "x", "--games", "5"], "so it takes no quick, --games"),
            (["run", "--resume", "nowhere"], "nowhere is no run"),
            (["digest", "nowhere"], "nowhere is no run"),
        ],
    )
    def test_mistakes_are_one_sentence_and_write_nothing(self, breachlab, tmp_path, args, sentence):
        code, out, err = breachlab(*args)
        assert (code, out) == (2, "")
        assert sentence in err
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        assert list(tmp_path.iterdir()) == []

    def test_out_that_exists(self, breachlab, tmp_path):
        played(quick(), tmp_path / "mine")
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
        code, _, err = breachlab("run", "quick", "--games", 1, "--policy", "greedy", "--out", "mine")
        assert code == 2
        assert "to go on with it: breachlab run --resume mine" in err
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before

    @pytest.mark.parametrize(
        ("how", "code", "why"),
        [
            (KeyboardInterrupt(), 130, "interrupted"),
            (runs.Stopped(), 143, "stopped"),
            (OSError(errno.ENOSPC, "No space left on device"), 1, "the disk is full"),
        ],
    )
    def test_a_run_that_ends_early_says_how_to_go_on(self, breachlab, monkeypatch, how, code, why):
        write = runs.write_bytes

        def failing(path: Path, data: bytes) -> None:
            if path.name.startswith("000-000002"):
                raise how
            write(path, data)

        monkeypatch.setattr(runs, "write_bytes", failing)
        options = ("--games", 4, "--players", 1, "--policy", "random", "--workers", 1, "--quiet")
        answer = breachlab("run", "quick", "--out", "mine", *options)
        assert answer == (
            code,
            "",
            f"{why}: 6 of 16 games are on disk; to go on: breachlab run --resume mine\n",
        )
        monkeypatch.setattr(runs, "write_bytes", write)
        assert breachlab("run", "--resume", "mine", "--quiet") == (0, "mine\n", "")
        _, digest, _ = breachlab("digest", "mine")
        whole = simulate("quick", games=4, players=1, policy="random", workers=1)
        assert digest.strip() == runs.frame_digest(whole)

    def test_plain_lines_where_stderr_is_no_terminal(self, breachlab, monkeypatch):
        from breachlab.cli import progress

        monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0)
        _, _, err = breachlab(
            "run", "quick", "--games", 3, "--players", 1, "--policy", "random", "--workers", 1
        )
        lines = err.splitlines()
        assert len(lines) == 1 + 4 + 1  # the start, four chunks, the sum
        assert lines[2].startswith("2 of 4 cells, 6 of 12 games, ")
        assert lines[2].endswith("won 0.0 %")


# ---------------------------------------------------------------- with the compiled engine


GAMES = 6_000
BIG = ("--games", str(GAMES // 4), "--policy", "greedy", "--quiet")


def process(*args: str, **options) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "breachlab", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.fixture(scope="module")
def expected():
    """The digest of the run that all of these play, by one thread in this process."""
    jit.compiled.cache_clear()
    return runs.frame_digest(simulate("quick", games=GAMES // 4, policy="greedy", workers=1))


@pytest.mark.compiled
class TestCompiled:
    def test_interpreted_games_are_the_same(self, monkeypatch):
        compiled = frames.engine_signature(), simulate("difficulty", games=1, policy="greedy", workers=1)
        for function in (jit.compiled, batch.prepared, frames.engine_signature):
            function.cache_clear()
        monkeypatch.setattr(jit, "disabled", lambda: True)
        assert frames.engine_signature() == compiled[0]
        assert simulate("difficulty", games=1, policy="greedy", workers=1).equals(compiled[1])

    @pytest.mark.parametrize("backend, workers", [("threads", 2), ("loky", 2)])
    def test_the_digest_does_not_tell_who_played(self, tmp_path, expected, backend, workers):
        args = (
            "run",
            "quick",
            *BIG,
            "--backend",
            backend,
            "--workers",
            str(workers),
            "--out",
            str(tmp_path / "r"),
        )
        run = process(*args)
        assert run.communicate(timeout=120) == (f"{tmp_path / 'r'}\n", "")
        assert runs.digest(tmp_path / "r") == expected

    def test_dask(self, tmp_path, expected):
        distributed = pytest.importorskip("distributed")
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            batch.Workers("dask", None, cluster.scheduler_address) as team,
        ):
            run = runs.create(
                Experiment(
                    name="q", games=GAMES // 4, factors={"nemesis": "all", "players": 2, "policy": "greedy"}
                ),
                tmp_path / "run",
            )
            run.play(team)
        assert runs.digest(tmp_path / "run") == expected

    def test_killed_again_and_again(self, tmp_path, expected):
        folder = tmp_path / "run"
        kills = 0
        when = random.Random(3)
        while True:
            known = (folder / runs.MANIFEST).exists()
            args = ("--resume", str(folder), "--quiet") if known else ("quick", *BIG, "--out", str(folder))
            run = process("run", *args, "--workers", "1")
            before = len(runs.chunk_files(folder))
            while kills < 3 and run.poll() is None and len(runs.chunk_files(folder)) == before:
                time.sleep(0.005)
            if kills < 3 and run.poll() is None:
                time.sleep(when.uniform(0, 0.05))
                run.kill()
                run.communicate(timeout=60)
                kills += 1
                continue
            assert run.communicate(timeout=120) == (f"{folder}\n", "")
            break
        assert kills >= 2
        assert runs.digest(folder) == expected

    @pytest.mark.parametrize(
        ("number", "code", "why"), [(signal.SIGTERM, 143, "stopped"), (signal.SIGINT, 130, "interrupted")]
    )
    def test_signals(self, tmp_path, number, code, why):
        folder = tmp_path / "run"
        run = process("run", "every_supply", "--policy", "greedy", "--quiet", "--out", str(folder))
        while run.poll() is None and not runs.chunk_files(folder):
            time.sleep(0.01)
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
        assert (run.returncode, out) == (code, "")
        assert err.startswith(f"{why}: ")
        assert err.endswith(f"of 2,102,100 games are on disk; to go on: breachlab run --resume {folder}\n")
        assert json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["finished"] is None
        assert all(runs.is_sound(chunk) for chunk in runs.chunk_files(folder))
