"""The command line: what it prints, where, and with which exit code; and the wording of mistakes."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from breachlab import __version__
from breachlab.cli import main as command_line
from breachlab.sim.errors import UserError, listed, nearest, resolve, unknown

NEMESES = ["umbra_titan", "gate_witch", "magus_of_cloaks", "hollow_crown"]
DECK_DESTRUCTION = [
    *("frozen_magmite", "scoria_slag", "erratic_ingot"),
    *("mages_totem", "primordial_fetish"),
    *("jagged_lightning", "fiery_torrent", "conjure_the_lost", "reduce_to_ash"),
]


def process(*args: str, **options) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "breachlab", *args], capture_output=True, text=True, timeout=60, **options
    )


class TestMain:
    def test_alone_it_says_what_to_try_first(self, breachlab):
        answer = breachlab()
        assert answer.code == 0
        assert "breachlab play --nemesis" in answer.out

    def test_every_command_it_suggests_first_works(self, breachlab):
        first, _, then = command_line.FIRST_STEPS.partition("Then")
        at_once, playing = (
            [line.split("   ")[0].split() for line in part.splitlines() if "  breach" in line]
            for part in (first, then)
        )
        assert len(at_once) >= 3
        for words in at_once:
            assert breachlab(*words[1:]).code == 0, words
        assert {words[1] for words in playing} == {"run", "report", "play", "skill"}
        for words in playing:  # these play for minutes: only their words are checked
            command = command_line.cli.get_command(None, words[1])
            command.make_context(words[1], words[2:])
        assert "run report" in then
        assert "make report" in then

    def test_it_fits_a_terminal(self, breachlab):
        for answer in (breachlab(), breachlab("--help")):
            assert max(map(len, answer.out.splitlines())) <= 100

    def test_help_documents_the_exit_codes(self, breachlab):
        told = breachlab("--help").out
        for code in (0, 1, command_line.MISTAKE, command_line.INTERRUPTED, command_line.READER_GONE, 143):
            assert f"\n    {code} " in told
        assert "_BREACHLAB_COMPLETE=bash_source" in told

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_a_script_for_the_completion_of_a_shell(self, shell):
        environment = {**os.environ, "_BREACHLAB_COMPLETE": f"{shell}_source"}
        script = process(env=environment)
        assert script.returncode == 0
        assert f"_BREACHLAB_COMPLETE={shell}_complete" in script.stdout

    @pytest.mark.parametrize(
        ("line", "completed"),
        [
            (["breachlab", ""], list(command_line.COMMANDS)),
            (["breachlab", "co"], ["content", "compare"]),
            (["breachlab", "--ver"], ["--version"]),
            (["breachlab", "play", "--pi"], ["--pick"]),
            (["breachlab", "play", "--pick", "l"], ["lost", "longest"]),
            (["breachlab", "supply", "s"], ["suggest"]),
            (["breachlab", "nonsense", "x"], None),
        ],
    )
    def test_completion(self, capsys, monkeypatch, line, completed):
        monkeypatch.setenv("_BREACHLAB_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(line))
        monkeypatch.setenv("COMP_CWORD", str(len(line) - 1))
        with pytest.raises(SystemExit) as end:
            command_line.cli.main(prog_name="breachlab", standalone_mode=False)
        assert end.value.code == 0
        if completed is not None:
            assert [one.partition(",")[2] for one in capsys.readouterr().out.split()] == completed

    def test_completing_a_command_imports_nothing_slow(self):
        environment = {**os.environ, "_BREACHLAB_COMPLETE": "bash_complete"}
        environment |= {"COMP_WORDS": "breachlab ", "COMP_CWORD": "1"}
        command = [sys.executable, "-X", "importtime", "-m", "breachlab"]
        told = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
        assert "plain,play" in told.stdout
        imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in told.stderr.splitlines()}
        assert not imported & {"numpy", "numba", "polars", "pandas", "rich", "lark"}

    def test_help_lists_every_command(self, breachlab):
        answer = breachlab("--help")
        assert answer.code == 0
        for name, lazy in command_line.COMMANDS.items():
            assert name in answer.out
            assert lazy.help in answer.out

    @pytest.mark.parametrize("name", command_line.COMMANDS)
    def test_every_command_has_help_and_the_listing_agrees_with_it(self, name):
        result = CliRunner().invoke(command_line.cli, [name, "--help"])
        assert result.exit_code == 0
        assert result.output.startswith("Usage:")
        command = command_line.cli.get_command(None, name)
        assert command.name == name

    def test_version(self, breachlab):
        assert breachlab("--version").out == f"breachlab {__version__}\n"

    @pytest.mark.parametrize("option", ["--version", "--help"])
    def test_first_answers_import_nothing_slow(self, option):
        result = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "breachlab", option],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.returncode == 0
        imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in result.stderr.splitlines()}
        assert "click" in imported
        assert not imported & {"numpy", "numba", "polars", "pandas", "rich", "lark"}

    def test_unknown_command(self, breachlab):
        assert 'unknown command "plya": did you mean "play"?' in breachlab("plya").mistake()

    def test_unknown_option(self, breachlab):
        assert "--vers" in breachlab("--vers").mistake()

    def test_exit_codes_of_the_process(self):
        assert process("--version").returncode == 0
        wrong = process("nonsense")
        assert wrong.returncode == 2
        assert wrong.stdout == ""
        assert wrong.stderr.startswith('error: unknown command "nonsense"')

    def test_a_mistake_of_ours_is_not_hidden(self, monkeypatch):
        def broken(ctx):
            raise ZeroDivisionError

        monkeypatch.setattr(command_line.cli, "invoke", broken)
        with pytest.raises(ZeroDivisionError):
            command_line.run(["play"])

    @pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
    def test_interrupted(self, monkeypatch, capsys):
        def interrupted(ctx):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)

        monkeypatch.setattr(command_line.cli, "invoke", interrupted)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
        try:
            assert command_line.run(["play"]) == 130
        finally:
            signal.signal(signal.SIGINT, before)
        assert capsys.readouterr().out == ""

    @pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
    def test_nobody_reads_the_output(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        with os.fdopen(write_end, "w") as nobody:
            command = [sys.executable, "-m", "breachlab", "content", "phrases"]
            result = subprocess.run(command, stdout=nobody, stderr=subprocess.PIPE, text=True, timeout=60)
        assert result.returncode == 141
        assert result.stderr == ""


class TestPlay:
    def test_tells_a_game_down_to_its_outcome(self, breachlab):
        answer = breachlab("play", "--nemesis", "umbra_titan", "--players", 2, "--seed", 7)
        assert answer.code == 0
        assert answer.err == ""
        lines = answer.out.splitlines()
        assert len(lines) > 20
        assert any(word in lines[-1].lower() for word in ("win", "won", "loss", "lose", "lost"))

    def test_the_same_seed_gives_the_same_game_and_another_seed_another(self, breachlab):
        def game(seed):
            return breachlab("play", "--nemesis", "gate_witch", "--seed", seed).out

        assert game(3) == game(3)
        assert game(3) != game(4)

    def test_json(self, breachlab):
        game = json.loads(breachlab("play", "--nemesis", "umbra_titan", "--seed", 7, "--json").out)
        assert isinstance(game, dict)
        assert game["outcome"] in ("win", "loss")
        assert game["reason"]

    @pytest.mark.parametrize("nemesis", NEMESES)
    def test_every_nemesis(self, breachlab, nemesis):
        assert breachlab("play", "--nemesis", nemesis, "--players", 3).code == 0

    @pytest.mark.parametrize("difficulty", ["beginner", "normal", "expert", "extinction"])
    def test_every_difficulty(self, breachlab, difficulty):
        assert breachlab("play", "--nemesis", "umbra_titan", "--difficulty", difficulty).code == 0

    @pytest.mark.parametrize("policy", ["random", "greedy"])
    def test_every_policy(self, breachlab, policy):
        assert breachlab("play", "--nemesis", "umbra_titan", "--policy", policy).code == 0

    def test_names_in_plain_english_and_shortened(self, breachlab):
        exact = breachlab("play", "--nemesis", "umbra_titan", "--mages", "dezmodia,garu").out
        assert breachlab("play", "--nemesis", "umbra", "--mages", "Dezmodia, Garu").out == exact

    def test_mages_decide_how_many_play(self, breachlab):
        named = breachlab("play", "--nemesis", "umbra_titan", "--mages", "dezmodia,garu,gex")
        both = breachlab("play", "--nemesis", "umbra_titan", "--mages", "dezmodia,garu,gex", "--players", 3)
        assert named.code == 0
        assert named.out == both.out

    def test_solo_and_variant_options_change_the_game(self, breachlab):
        solo = ("play", "--nemesis", "umbra_titan", "--players", 1)
        assert breachlab(*solo).out != breachlab(*solo, "--solo-turn-cards", 4).out
        assert breachlab(*solo).out != breachlab(*solo, "--solo-life", 15).out
        four = ("play", "--nemesis", "umbra_titan", "--players", 4)
        assert breachlab(*four).out != breachlab(*four, "--four-player-variant").out

    def test_a_supply_by_its_name_or_by_its_nine_cards(self, breachlab):
        named = breachlab("play", "--nemesis", "umbra_titan", "--supply", "deck_destruction")
        spelt = breachlab("play", "--nemesis", "umbra_titan", "--supply", ",".join(DECK_DESTRUCTION))
        assert named.code == 0
        assert named.out == spelt.out

    def test_a_supply_of_eight_piles(self, breachlab):
        eight = ",".join(DECK_DESTRUCTION[:-1])
        mistake = breachlab("play", "--nemesis", "umbra_titan", "--supply", eight).mistake()
        assert "8" in mistake or "eight" in mistake

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--nemesis", "umbra_titen"], ['"umbra_titen"', 'did you mean "umbra_titan"?', "gate_witch"]),
            (["--nemesis", "umbra_titan", "--mages", "dezmodia,garru"], ['"garru"', 'did you mean "garu"?']),
            (["--nemesis", "umbra_titan", "--mages", "dezmodia,,garu"], ["--mages", "empty name"]),
            (["--nemesis", "umbra_titan", "--mages", "garu,garu"], ["garu"]),
            (
                ["--nemesis", "umbra_titan", "--mages", "garu,gex", "--players", "3"],
                ["2 mages", "--players is 3"],
            ),
            (
                ["--nemesis", "umbra_titan", "--supply", "deck_destuction"],
                ['did you mean "deck_destruction"?'],
            ),
            (["--nemesis", "umbra_titan", "--difficulty", "exprt"], ['did you mean "expert"?', "extinction"]),
            (["--nemesis", "umbra_titan", "--policy", "gredy"], ['did you mean "greedy"?', "random"]),
            (
                ["--nemesis", "umbra_titan", "--players", "5"],
                ["--players", "5 is not a whole number from 1 to 4"],
            ),
            (
                ["--nemesis", "umbra_titan", "--players", "0"],
                ["--players", "0 is not a whole number from 1 to 4"],
            ),
            (["--nemesis", "umbra_titan", "--seed", "-1"], ["--seed", "-1 is not a whole number from 0 to"]),
            (["--nemesis", "umbra_titan", "--seed", str(2**64)], ["--seed"]),
            (["--nemesis", "umbra_titan", "--seed", "seven"], ["--seed", "seven"]),
            (
                ["--nemesis", "umbra_titan", "--players", "2", "--solo-life", "15"],
                ["single player", "2 play"],
            ),
            (["--nemesis", "umbra_titan", "--solo-turn-cards", "4"], ["single player", "2 play"]),
            (["--nemesis", "umbra_titan", "--players", "1", "--solo-turn-cards", "5"], ["from 3 to 4"]),
            (
                ["--nemesis", "umbra_titan", "--players", "3", "--four-player-variant"],
                ["four players", "is 3"],
            ),
            (["--nemesis", "umbra_titan", "--content", "no/such/folder"], ["no/such/folder"]),
            (["--players", "2"], ["--nemesis"]),
        ],
    )
    def test_mistakes(self, breachlab, arguments, words):
        mistake = breachlab("play", *arguments).mistake()
        for word in words:
            assert word in mistake

    def test_a_mistake_ends_the_process_with_2_and_no_traceback(self):
        result = process("play", "--nemesis", "umbra_titen")
        assert result.returncode == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert "Traceback" not in result.stderr

    def test_answers_within_two_seconds_without_compiling(self, tmp_path):
        # an empty home: nothing that was compiled before can help
        home = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        code = (
            "import sys; from breachlab.cli.main import run; "
            "code = run(['play', '--nemesis', 'umbra_titan', '--players', '4']); "
            "sys.exit(99 if 'numba' in sys.modules else code)"
        )
        start = time.perf_counter()
        result = subprocess.run(
            [sys.executable, "-c", code], env=home, capture_output=True, text=True, timeout=60
        )
        took = time.perf_counter() - start
        assert result.returncode == 0
        # twice the promise, because the tests share a machine with other work
        assert took < 4


class TestContent:
    def test_list_as_json_has_every_item(self, breachlab):
        items = json.loads(breachlab("content", "list", "--json").out)
        assert all({"id", "name", "category", "kind"} <= item.keys() for item in items)
        assert len({item["id"] for item in items}) == len(items)
        counts: dict[str, int] = {}
        for item in items:
            counts[item["category"]] = counts.get(item["category"], 0) + 1
        assert counts == {
            "mage": 8,
            "starter": 10,
            "market": 27,
            "nemesis": 4,
            "nemesis_card": 36,
            "acolyte": 9,
            "basic": 25,
        }

    def test_list_as_a_table_has_one_whole_row_an_item(self, breachlab):
        rows = breachlab("content", "list").out.splitlines()
        items = json.loads(breachlab("content", "list", "--json").out)
        assert rows[0].split() == ["id", "name", "category", "kind"]
        assert len(rows) == len(items) + 1
        for row, item in zip(rows[1:], items, strict=True):
            assert row.split() == " ".join([item["id"], item["name"], item["category"], item["kind"]]).split()

    def test_alone_it_shows_its_commands(self, breachlab):
        answer = breachlab("content")
        assert answer.code == 0
        assert "phrases" in answer.out

    def test_show(self, breachlab):
        answer = breachlab("content", "show", "umbra_titan")
        assert answer.code == 0
        assert "Umbra Titan" in answer.out
        assert breachlab("content", "show", "Umbra Titan").out == answer.out

    def test_show_something_unknown(self, breachlab):
        assert 'did you mean "umbra_titan"?' in breachlab("content", "show", "umbra_titen").mistake()

    def test_phrases(self, breachlab):
        answer = breachlab("content", "phrases")
        assert answer.code == 0
        for phrase in json.loads(breachlab("content", "phrases", "--json").out):
            assert phrase["meaning"]
            assert phrase["phrase"] in answer.out
            assert phrase["example"] in answer.out

    def test_check_and_use_a_pack_that_changes_one_number(self, breachlab, tmp_path):
        (tmp_path / "pack.toml").write_text('extends = "war_eternal"\n\n[nemesis.umbra_titan]\nlife = 60\n')
        answer = breachlab("content", "check", tmp_path)
        assert answer.code == 0
        assert "4 nemesis" in answer.out
        changed = breachlab("content", "show", "umbra_titan", "--content", tmp_path).out
        assert "60" in changed
        assert changed != breachlab("content", "show", "umbra_titan").out
        assert breachlab("play", "--nemesis", "umbra_titan", "--content", tmp_path).code == 0

    def test_check_names_file_and_item(self, breachlab, tmp_path):
        (tmp_path / "pack.toml").write_text('extends = "war_eternal"\n\n[nemesis.umbra_titen]\nlife = 60\n')
        mistake = breachlab("content", "check", tmp_path).mistake()
        assert "pack.toml" in mistake
        assert 'did you mean "umbra_titan"?' in mistake

    def test_check_of_a_folder_that_is_not_there(self, breachlab, tmp_path):
        assert "nowhere" in breachlab("content", "check", tmp_path / "nowhere").mistake()


class TestErrors:
    def test_nearest(self):
        assert nearest("umbra_titen", NEMESES) == 'did you mean "umbra_titan"?'
        assert nearest("Umbra Titan", NEMESES) == 'did you mean "umbra_titan"?'
        assert nearest("xyz", NEMESES) == ""
        assert nearest("", NEMESES) == ""
        assert nearest("umbra_titan", []) == ""

    def test_unknown_names_the_place_the_word_and_what_is_allowed(self):
        error = unknown("nemesis", "gate_wich", NEMESES, where="mine/pack.toml")
        assert isinstance(error, UserError)
        assert str(error) == (
            'mine/pack.toml: unknown nemesis "gate_wich": did you mean "gate_witch"? '
            "(allowed: umbra_titan, gate_witch, magus_of_cloaks, hollow_crown)"
        )

    def test_unknown_without_place_or_hint(self):
        assert str(unknown("mode", "xyz", ["normal"])) == 'unknown mode "xyz" (allowed: normal)'
        assert str(unknown("mode", "xyz", [])) == 'unknown mode "xyz" (allowed: none)'

    def test_long_lists_are_cut(self):
        assert listed(f"c{i}" for i in range(100)).endswith(", c11 and 88 more")
        assert "more" not in listed(f"c{i}" for i in range(12))

    @pytest.mark.parametrize(
        ("word", "expected"),
        [
            ("umbra_titan", "umbra_titan"),
            ("umbra", "umbra_titan"),
            ("Umbra Titan", "umbra_titan"),
            ("UMBRA-TITAN", "umbra_titan"),
            ("titan", "umbra_titan"),
            ("cloaks", "magus_of_cloaks"),
        ],
    )
    def test_resolve(self, word, expected):
        assert resolve("nemesis", word, NEMESES) == expected

    def test_resolve_by_printed_name(self):
        names = {"shadows_reach": "Shadow's Reach", "first": "Something Else"}
        assert resolve("card", "Shadow's Reach", names) == "shadows_reach"
        assert resolve("card", "shadow\u2019s reach", names) == "shadows_reach"
        assert resolve("card", "something else", names) == "first"

    def test_resolve_prefers_the_whole_name_to_the_beginning_of_a_longer_one(self):
        assert resolve("card", "spark", ["spark", "spark_storm"]) == "spark"
        assert resolve("card", "Spark", ["spark_storm", "spark"]) == "spark"
        assert resolve("card", "nova", ["super_nova", "nova_forge"]) == "nova_forge"

    def test_resolve_never_guesses(self):
        with pytest.raises(UserError, match='card "breach" may mean any of breach_ore, breach_wand'):
            resolve("card", "breach", ["breach_ore", "breach_wand", "kindle"])
        with pytest.raises(UserError, match='mine: unknown card "itan"'):
            resolve("card", "itan", NEMESES, where="mine")
        with pytest.raises(UserError, match='unknown card ""'):
            resolve("card", "", NEMESES)
