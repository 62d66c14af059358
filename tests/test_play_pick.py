"""`breachlab play --pick` and `--html`: a game of a run played again, and a game as a page."""

import json
import re
from html.parser import HTMLParser

import polars as pl
import pytest

from breachlab.reports import game_page
from breachlab.sim import batch, runs
from breachlab.sim.aeons_end.transcript import play_game
from breachlab.sim.experiments import Experiment

pytestmark = pytest.mark.usefixtures("interpreted")


def played(folder, **factors):
    run = runs.create(
        Experiment(name="few", seed=3, games=3, factors={"policy": "greedy", **factors}), folder
    )
    with batch.Workers("threads", 1) as team:
        run.play(team)
    return folder, runs.scan(folder).collect()


@pytest.fixture
def lost(tmp_path):
    """A run in which every game is lost, with one and with two players."""
    return played(tmp_path / "lost", nemesis=["umbra_titan", "hollow_crown"], players=[1, 2])


@pytest.fixture
def both(tmp_path):
    """A run with two packs: in one of them the nemesis falls at once."""
    pack = tmp_path / "weak"
    pack.mkdir()
    (pack / "pack.toml").write_text('extends = "war_eternal"\n\n[nemesis.gate_witch]\nlife = 11\n')
    return played(
        tmp_path / "both", nemesis="gate_witch", difficulty="beginner", content=["war_eternal", str(pack)]
    )


def is_the_game(story, row):
    """Whether a told game is the one of a row."""
    assert (story["seed"], story["turns"]) == (row["seed"], row["turns"])
    assert story["outcome"] == ("win" if row["won"] else "loss")
    assert story["end"]["gravehold_life"] == row["gravehold_life"]
    assert story["setup"]["mages"] == [row[f"mage_{p + 1}"] for p in range(row["players"])]
    assert story["setup"]["supply"] == [row[f"pile_{k}"] for k in range(1, 10)]
    return True


class TestPick:
    def test_lost_is_the_first_such_game(self, lost, breachlab):
        folder, games = lost
        code, out, err = breachlab("play", "--pick", "lost", folder, "--json")
        assert (code, err) == (0, "")
        assert is_the_game(json.loads(out), games.sort("cell", "game").row(0, named=True))

    def test_longest_among_the_games_asked_for(self, lost, breachlab):
        folder, games = lost
        words = ("--nemesis", "hollow", "--players", 2, "--json")
        code, out, _ = breachlab("play", "--pick", "longest", *words, folder)
        asked = games.filter(pl.col("nemesis") == "hollow_crown", pl.col("players") == 2)
        assert code == 0
        assert is_the_game(json.loads(out), asked.sort("turns", descending=True).row(0, named=True))

    def test_won_with_the_runs_own_pack(self, both, breachlab):
        folder, games = both
        code, out, _ = breachlab("play", "--pick", "won", folder, "--json")
        assert code == 0
        won = games.filter(pl.col("won")).sort("cell", "game").row(0, named=True)
        assert won["content"] == "weak"
        assert is_the_game(json.loads(out), won)

    def test_closest_is_by_the_share_of_life_left(self, lost, breachlab):
        folder, games = lost
        code, out, _ = breachlab("play", "--pick", "closest", folder, "--json")
        assert code == 0
        umbra = games.filter(pl.col("nemesis") == "umbra_titan")  # the other one cannot be damaged
        assert is_the_game(json.loads(out), umbra.sort("nemesis_life", "cell", "game").row(0, named=True))

    def test_the_command_that_it_prints_plays_the_game_too(self, both, breachlab):
        _, out, _ = breachlab("play", "--pick", "won", both[0])
        command = out.split("\n\n")[0].replace("\\\n", " ").split()
        assert command[:2] == ["breachlab", "play"]
        assert breachlab(*command[1:])[1] == out

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--pick", "won"], "the run has no game that was won"),
            (
                ["--pick", "closest", "--nemesis", "hollow"],
                "no game that can be called close with nemesis hollow",
            ),
            (["--pick", "lost", "--nemesis", "umbra_titna"], 'did you mean "umbra_titan"'),
            (["--pick", "lost", "--players", "4"], "the run has no game that was lost with players 4"),
            (["--pick", "lost", "--seed", "4"], "--seed does not go with --pick"),
            (["--pick", "best"], "'best' is not one of"),
            ([], "add --pick lost"),
        ],
    )
    def test_mistakes(self, lost, breachlab, words, told):
        code, out, err = breachlab("play", *words, lost[0])
        assert (code, out) == (2, "")
        assert told in err
        assert err.startswith("error: ")
        assert err.count("\n") == 1

    def test_neither_a_nemesis_nor_a_run(self, breachlab):
        assert breachlab("play")[0] == 2
        assert "whom to fight" in breachlab("play")[2]

    def test_a_game_that_goes_another_way_now_is_not_shown(self, lost, breachlab):
        folder, games = lost
        (chunk,) = runs.chunk_files(folder)
        games.with_columns(pl.col("turns") + 1).write_parquet(chunk)
        code, out, err = breachlab("play", "--pick", "lost", folder)
        assert (code, out) == (2, "")
        assert "no longer goes as it went in the run" in err


class Page(HTMLParser):
    """The tags of a page, checked to be closed in order, and its text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.turns, self.words, self.links = [], [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.links += [values[name] for name in ("href", "src") if name in values]
        if "turn" in (values.get("class") or "").split():
            self.turns.append(values["id"])
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


class TestPage:
    @pytest.mark.parametrize(
        ("nemesis", "players"), [("umbra_titan", 2), ("hollow_crown", 1), ("gate_witch", 4)]
    )
    def test_every_turn_with_the_state_after_it(self, nemesis, players):
        game = play_game(nemesis, players, 7)
        page = Page(game_page.make(game))
        text = " ".join(" ".join(page.words).split())
        assert page.turns == [f"turn-{turn.number}" for turn in game.turns]
        for event in game.events:
            assert " ".join(event.text.split()) in text
        assert f"The players lose after {len(game.turns)} turns: {game.reason}." in text
        last = game_page.make(game).rpartition('class="turn"')[2]
        assert f"<span>Gravehold</span><span>{max(0, game.table['gravehold_life'])}</span>" in last

    def test_it_needs_nothing_else(self):
        html = game_page.make(play_game("umbra_titan", 2, 7))
        assert all(link.startswith(("#", "data:")) for link in Page(html).links)
        assert not re.search(r"https?://|@import|url\(|<script", html)
        assert "prefers-color-scheme: dark" in html
        assert 'name="viewport"' in html
        assert "$" not in html

    def test_the_state_after_a_turn_is_the_one_before_the_next(self):
        game = play_game("hollow_crown", 2, 5)
        assert game.after()[:-1] == [turn.table for turn in game.turns[1:]]
        assert game.after()[-1]["acolytes_left"] >= 1
        assert play_game("umbra_titan", 2, 5).table["acolytes_left"] is None

    def test_the_command_writes_it(self, tmp_path, breachlab):
        file = tmp_path / "new folder" / "game.html"
        code, out, err = breachlab("play", "--nemesis", "umbra", "--seed", 7, "--html", file)
        assert (code, out, err) == (0, "", f"wrote {file}\n")
        assert file.read_text(encoding="utf-8") == game_page.make(play_game("umbra_titan", 2, 7))

    def test_a_place_that_cannot_be_written(self, tmp_path, breachlab):
        (tmp_path / "file").touch()
        code, _, err = breachlab("play", "--nemesis", "umbra", "--html", tmp_path / "file" / "game.html")
        assert code == 2
        assert "cannot be written there" in err
