"""Reports: what they say about whole, empty, tiny and unfinished runs, and what they write."""

import csv
import doctest
import itertools
import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import made_up_runs as made
import numpy as np
import polars as pl
import pytest

from breachlab.reports import page, style, tables

SECTIONS = [
    "win_rates",
    "ladder",
    "kills",
    "length",
    "skill",
    "cards",
    "pairs",
    "team",
    "supplies",
    "provenance",
]
FIGURES = {
    *("win_rates", "difficulty_ladder", "what_kills", "game_length", "skill_ladder"),
    *("card_values", "synergies", "mages", "supplies"),
}


@pytest.mark.parametrize("name", ["style", "tables", "figures", "page"])
def test_examples_in_the_documentation(name):
    assert doctest.testmod(import_module(f"breachlab.reports.{name}")).failed == 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run with everything a report can show: two policies, and games enough for pairs of cards."""
    novice = made.made_up(2_400, seed=2, policy="novice", shift=-1.0)
    frame = pl.concat([made.made_up(36_000), novice])
    return made.write_run(tmp_path_factory.mktemp("runs") / "whole", frame)


@pytest.fixture(scope="module")
def report_of_whole(whole, tmp_path_factory):
    from breachlab.cli.report import source_of

    found = tables.gather(source_of(whole))
    out = tmp_path_factory.mktemp("reports") / "whole"
    return found, page.write(page.make(found), out).parent


class Reader(HTMLParser):
    """What a test wants to know of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.addresses.append(value)


def words_of(html: str) -> str:
    body = re.sub(r"<(style|script|svg).*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body).replace("&nbsp;", " "))


class TestWhole:
    def test_every_section_has_numbers(self, report_of_whole):
        found, _ = report_of_whole
        assert found.missing == {}
        made_sections = page.sections(found)
        assert [section.id for section in made_sections] == SECTIONS
        for section in made_sections[:-1]:
            assert section.figures, section.id

    def test_three_sentences_tell_what_is_true(self, report_of_whole):
        sentences = tables.summary(report_of_whole[0])
        assert len(sentences) == 3
        assert sentences[0].startswith("Magus of Cloaks is the hardest nemesis")
        assert "Umbra Titan, the easiest" in sentences[0]
        assert "down to" in sentences[1]
        assert "in Expert" in sentences[1]
        assert "Thoughtform Familiar helps most" in sentences[2]  # the last spell of the alphabet
        assert "Aurora" in sentences[2] or "Carbonize" in sentences[2]  # ... and the first ones

    def test_titles_state_findings(self, report_of_whole):
        titles = {section.id: section.title for section in page.sections(report_of_whole[0])}
        assert "Magus of Cloaks is hardest" in titles["win_rates"]
        assert "do not contradict the printed order" in titles["ladder"]
        assert "standard wins" in titles["skill"]
        assert "Aurora and Conjure the Lost go together best" in titles["pairs"]

    def test_the_page_needs_nothing_else(self, report_of_whole):
        html = (report_of_whole[1] / "index.html").read_text(encoding="utf-8")
        read = Reader(html)
        assert set(SECTIONS) <= set(read.ids)
        assert len(read.ids) == len(set(read.ids))
        assert [one for one in read.addresses if not one.startswith(("#", "data:"))] == []
        assert not re.search(r"@import|url\((?!#)", html)
        assert "$" not in words_of(html)

    def test_references_within_the_page_lead_somewhere(self, report_of_whole):
        read = Reader((report_of_whole[1] / "index.html").read_text(encoding="utf-8"))
        wanted = {address[1:] for address in read.addresses if address.startswith("#")}
        assert wanted <= set(read.ids)

    def test_every_figure_as_png_and_svg(self, report_of_whole):
        folder = report_of_whole[1] / "figures"
        assert {path.stem for path in folder.glob("*.png")} == FIGURES
        assert {path.stem for path in folder.glob("*.svg")} == FIGURES
        for path in folder.glob("*.png"):
            assert path.read_bytes().startswith(b"\x89PNG")
        for path in folder.glob("*.svg"):
            ElementTree.parse(path)

    def test_every_table_as_csv_and_parquet(self, report_of_whole):
        found, out = report_of_whole
        names = {path.stem for path in (out / "tables").glob("*.parquet")}
        assert names == set(found.frames) == {path.stem for path in (out / "tables").glob("*.csv")}
        for name in names:
            stored = pl.read_parquet(out / "tables" / f"{name}.parquet")
            assert stored.equals(found[name])
            with open(out / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
                assert len(list(csv.reader(file))) == stored.height + 1

    def test_every_rate_stands_within_its_interval(self, report_of_whole):
        for name in ("win_rates", "by_nemesis", "skill", "ratings"):
            rows = report_of_whole[0][name]
            assert rows.filter(
                (pl.col("low") > pl.col("win_rate")) | (pl.col("high") < pl.col("win_rate"))
            ).is_empty()

    def test_the_same_report_twice(self, whole, report_of_whole, tmp_path):
        from breachlab.cli.report import source_of

        _, out = report_of_whole
        again = page.write(page.make(tables.gather(source_of(whole))), tmp_path / "again").parent
        assert {p.relative_to(again) for p in again.rglob("*")} == {
            p.relative_to(out) for p in out.rglob("*")
        }
        for path in out.glob("tables/*.csv"):
            assert (again / "tables" / path.name).read_bytes() == path.read_bytes(), path.name
        # The words; a drawing's layout comes from a solver whose last digits vary.
        pages = [(folder / "index.html").read_text(encoding="utf-8") for folder in (out, again)]
        assert words_of(pages[0]) == words_of(pages[1])

    def test_provenance_and_the_commands(self, report_of_whole):
        words = words_of((report_of_whole[1] / "index.html").read_text(encoding="utf-8"))
        assert "breachlab run &#x27;made up.toml&#x27; --out" in words
        assert "c" * 64 in words
        assert "e" * 16 in words

    def test_figures_follow_light_and_dark(self, report_of_whole):
        html = (report_of_whole[1] / "index.html").read_text(encoding="utf-8")
        drawings = "".join(re.findall(r"<figure>.*?</figure>", html, flags=re.DOTALL))
        for plain in style.VARIABLES:
            assert plain not in drawings
        assert "var(--ink)" in drawings
        assert "var(--c1)" in drawings


class TestCommand:
    def test_tables_on_stdout(self, breachlab, whole):
        code, out, err = breachlab("report", whole)
        assert code == 0
        assert err == ""
        for words in (
            "Magus of Cloaks",
            "1 player",
            "Rating from 1 to 10",
            "What kills",
            "Skill",
            "Cards",
            "Mages",
        ):
            assert words in out

    def test_tables_fit_80_columns(self, breachlab, whole):
        lines = breachlab("report", whole)[1].splitlines()
        assert max(len(line.rstrip()) for line in lines[3:]) <= 80  # below the three sentences

    def test_json(self, breachlab, whole):
        found = json.loads(breachlab("report", whole, "--json")[1])
        assert len(found["summary"]) == 3
        assert len(found["win_rates"]) == 24
        assert {"games", "win_rate", "low", "high"} <= set(found["win_rates"][0])

    def test_the_last_line_says_what_to_open(self, breachlab, tmp_path):
        run = made.write_run(tmp_path / "run", None)
        code, out, _ = breachlab("report", run, "--out", tmp_path / "new")
        assert code == 0
        assert out.splitlines()[-1] == f"open {tmp_path / 'new' / 'index.html'} in a browser"
        assert (tmp_path / "new" / "index.html").exists()

    def test_the_newest_run_unless_one_is_named(self, breachlab, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        made.write_run(tmp_path / "runs" / "only", made.made_up(240))
        code, out, err = breachlab("report")
        assert code == 0
        assert str(Path("runs/only")) in err
        assert "Games won" in out

    def test_no_run_at_all(self, breachlab, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "breachlab run report" in breachlab("report").mistake()

    def test_no_run_there(self, breachlab, tmp_path):
        assert "is no run" in breachlab("report", tmp_path / "nowhere").mistake()

    def test_a_folder_of_something_else_is_left_alone(self, breachlab, whole, tmp_path):
        (tmp_path / "thesis.txt").write_text("years of work")
        assert "is no report" in breachlab("report", whole, "--out", tmp_path).mistake()
        assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]

    def test_an_earlier_report_is_replaced(self, report_of_whole, tmp_path):
        found, _ = report_of_whole
        out = page.write(
            page.Files("old", {"old.png": b""}, {"old": pl.DataFrame({"a": [1]})}, {}), tmp_path / "r"
        )
        page.write(page.Files("new", {}, found.frames, {}), tmp_path / "r")
        assert out.read_text() == "new"
        assert not list((tmp_path / "r").rglob("old.*"))


class TestSmallRuns:
    def test_an_empty_run(self, breachlab, tmp_path):
        run = made.write_run(tmp_path / "run", None, finished=None)
        code, out, _ = breachlab("report", run, "--out", tmp_path / "out")
        assert code == 0
        assert out.splitlines()[0] == "No game of this run is finished yet."
        assert f"breachlab run --resume {run}" in out
        words = words_of((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
        assert "No game of this run is finished yet." in words
        assert "24 cells are planned, 2,400 games." in words

    def test_a_run_of_one_cell(self, breachlab, tmp_path):
        frame = made.made_up(2_400).filter(pl.col("cell") == 0)
        run = made.write_run(tmp_path / "run", frame, cells=1, games=100)
        code, out, err = breachlab("report", run, "--out", tmp_path / "out")
        assert code == 0
        assert out.startswith("Against Umbra Titan the standard player wins ")
        assert "All games are of one setting (Normal mode, 1 player)" in out
        assert "skill: the run has one policy only" in err
        words = words_of((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
        assert "Umbra Titan is beaten in" in words
        assert "too few wins, or too few losses" in words  # no supplies predicted from a hundred games

    def test_a_run_with_one_supply(self, breachlab, tmp_path):
        first = {
            kind: dict.fromkeys(made.MARKET[kind][:n], 0.0)
            for kind, n in (("gem", 3), ("relic", 2), ("spell", 4))
        }
        run = made.write_run(tmp_path / "run", made.made_up(2_400, cards=first, pairs={}))
        code, out, err = breachlab("report", run, "--out", tmp_path / "out")
        assert code == 0
        assert "one supply only" in err
        assert "losses" in out  # the third sentence is about what kills, not about cards

    def test_an_unfinished_cell(self, breachlab, tmp_path):
        frame = made.made_up(2_400).filter(
            (pl.col("cell") < 7) & ((pl.col("cell") < 6) | (pl.col("game") < 20))
        )
        run = made.write_run(tmp_path / "run", frame, finished=None)
        code, out, err = breachlab("report", run, "--out", tmp_path / "out")
        assert code == 0
        assert "not finished: 620 of 2,400 games, 6 of 24 cells are complete" in err
        assert f"breachlab run --resume {run}" in err
        assert "of the 2 played so far" in out
        assert "no games" in out  # the cells that nobody has played stand in the table
        assert re.search(r"\d+ \(\d+-\d+\)\*", out)  # the unfinished one is marked
        assert "* fewer than 100 games" in out
        assert "not finished" in words_of((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))

    @pytest.mark.parametrize("won", [True, False])
    def test_all_won_or_all_lost(self, breachlab, tmp_path, won):
        shift = 50.0 if won else -50.0
        run = made.write_run(tmp_path / "run", made.made_up(480, shift=shift))
        code, out, _ = breachlab("report", run, "--out", tmp_path / "out")
        assert code == 0
        assert ("100.0 %" if won else "0.0 %") in out
        words = words_of((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
        assert ("All games were won" if won else "All games were lost") in words

    def test_labels_are_escaped(self, tmp_path):
        source = tables.Source(
            frame=made.made_up(240), manifest={}, folder="", labels={"umbra_titan": "<b>Umbra</b> & co"}
        )
        html = page.make(tables.gather(source)).page
        assert "<b>Umbra</b>" not in html
        assert "&lt;b&gt;Umbra&lt;/b&gt; &amp; co" in html


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    before = made.write_run(folder / "before", made.made_up(12_000))
    changed = {**made.NEMESES, "gate_witch": -1.2}
    return before, made.write_run(folder / "after", made.made_up(12_000, opponents=changed))


class TestCompare:
    def test_what_moved_the_largest_first(self, breachlab, runs):
        code, out, err = breachlab("report", "--compare", *runs)
        assert code == 0
        assert err == ""
        assert out.startswith("6 of 24 cells moved")
        rows = [line for line in out.splitlines() if line.startswith("Gate Witch")]
        assert len(rows) == 6
        moved = [float(re.search(r" ([+-]\d+\.\d) ", row).group(1)) for row in rows]
        assert moved == sorted(moved)
        assert all(change < 0 for change in moved)
        assert "Umbra Titan" not in out

    def test_the_page(self, breachlab, runs, tmp_path):
        code, out, _ = breachlab("report", "--compare", *runs, "--out", tmp_path / "out")
        assert code == 0
        assert out.splitlines()[-1].startswith("open ")
        words = words_of((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
        assert "6 of 24 cells moved; most of all Gate Witch" in words
        assert "breachlab play --nemesis gate_witch" in words
        assert (tmp_path / "out" / "figures" / "changes.png").exists()

    def test_nothing_moved(self, breachlab, runs):
        code, out, _ = breachlab("report", "--compare", runs[0], runs[0])
        assert code == 0
        assert out.startswith("0 of 24 cells moved; 0 of 12,000 games ended differently.")

    def test_json(self, breachlab, runs):
        found = json.loads(breachlab("report", "--compare", *runs, "--json")[1])
        assert len(found["cells"]) == 24
        assert sum(cell["moved"] for cell in found["cells"]) == 6

    def test_not_with_a_third_run(self, breachlab, runs):
        assert "no third one" in breachlab("report", runs[0], "--compare", *runs).mistake()

    def test_an_empty_one(self, breachlab, runs, tmp_path):
        empty = made.write_run(tmp_path / "empty", None)
        assert "the run is empty" in breachlab("report", "--compare", runs[0], empty).mistake()


# ---------------------------------------------------------------- colours

# How colours look to people without one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1.0,
# on linear red, green and blue.
SEEN_BY = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
APART = 15  # distance in CIELAB; from about 2 on a trained eye sees a difference side by side


def linear(colour: str) -> np.ndarray:
    shares = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    xyz = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(np.array([0.2126, 0.7152, 0.0722]) @ linear(c)) for c in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def palettes() -> dict[str, dict[str, str]]:
    """The colours of the page by their names, light and dark."""
    blocks = re.findall(r":root \{(.*?)\}", page.render("", ""), flags=re.DOTALL)
    return {
        mode: dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for mode, block in zip(("light", "dark"), blocks, strict=True)
    }


class TestColours:
    @pytest.mark.parametrize("eyes", SEEN_BY)
    @pytest.mark.parametrize("mode", ["light", "dark"])
    def test_categories_stay_apart(self, mode, eyes):
        colours = palettes()[mode]
        seen = {f"c{k}": lab(SEEN_BY[eyes] @ linear(colours[f"c{k}"])) for k in range(1, 7)}
        near = {
            (one, other): float(np.linalg.norm(seen[one] - seen[other]))
            for one, other in itertools.combinations(seen, 2)
        }
        assert min(near.values()) >= APART, min(near, key=near.__getitem__)

    @pytest.mark.parametrize("mode", ["light", "dark"])
    def test_words_and_marks_stand_out(self, mode):
        colours = palettes()[mode]
        for name in ("ink", "muted"):
            for ground in ("surface", "page"):
                assert contrast(colours[name], colours[ground]) >= 4.5
        for k in range(1, 5):  # those of four players and four opponents
            assert contrast(colours[f"c{k}"], colours["surface"]) >= 3

    def test_figures_and_page_agree(self):
        light = palettes()["light"]
        assert {
            f"--{name}": value for name, value in light.items() if f"--{name}" in style.VARIABLES.values()
        } == {variable: plain for plain, variable in style.VARIABLES.items()}

    def test_numbers_on_the_heat_map_can_be_read(self):
        import matplotlib

        shades = matplotlib.colormaps[style.SEQUENTIAL]
        for share in np.linspace(0, 1, 101):
            ground = shades(share)[:3]
            as_hex = "#" + "".join(f"{round(255 * part):02x}" for part in ground)
            assert contrast(style.readable_on(*ground), as_hex) >= 4.5
        # Dark to bright all the way: the order of cells holds in grey, and for every kind of eye.
        grey = [
            contrast("#000000", matplotlib.colors.to_hex(shades(share))) for share in np.linspace(0, 1, 21)
        ]
        assert grey == sorted(grey)
