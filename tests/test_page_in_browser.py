"""The pages of reports in a real browser: Debian's chromium, headless, at two widths, light and dark.

Where no browser is installed these tests are skipped and say so; in CI they fail instead.
"""

from __future__ import annotations

import os
import shutil

import made_up_runs as made
import polars as pl
import pytest

from breachlab.cli.report import source_of
from breachlab.reports import page, tables

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")
WHY_NOT = "no chromium on this machine: `apt-get install chromium`, as .ci/run does"

# One worker draws the page and starts the browser, once.
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(CHROMIUM is None and not IN_CI, reason=WHY_NOT),
]

SCREENS = {"desktop": (1280, 900), "phone": (390, 844), "small phone": (320, 640)}
SECTIONS = 10  # with a figure each, but for the last


@pytest.fixture(scope="module")
def browser():
    assert CHROMIUM is not None, WHY_NOT
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Without a sandbox, which root may not have; the pages are our own and come from disk.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    """A whole report, one of an empty run, and a comparison, as addresses of files."""
    folder = tmp_path_factory.mktemp("pages")
    novice = made.made_up(2_400, seed=2, policy="novice", shift=-1.0)
    before = made.write_run(folder / "before", pl.concat([made.made_up(36_000), novice]))
    empty = made.write_run(folder / "empty", None, finished=None)
    found = {
        name: page.write(page.make(tables.gather(source_of(run))), folder / f"{name} page")
        for name, run in (("whole", before), ("empty", empty))
    }
    from breachlab.cli import main as command_line

    after = made.write_run(
        folder / "after", made.made_up(36_000, opponents={**made.NEMESES, "gate_witch": -1.2})
    )
    out = folder / "compared page"
    assert command_line.run(["report", "--compare", str(before), str(after), "--out", str(out)]) == 0
    found["compared"] = out / "index.html"
    return {name: path.as_uri() for name, path in found.items()}


@pytest.fixture
def opened(browser, addresses):
    """Open a page; afterwards it must have complained about nothing and asked for nothing."""
    contexts, complaints, requests = [], [], []

    def open_page(name: str, screen: str = "desktop", mode: str = "light"):
        width, height = SCREENS[screen]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=mode, reduced_motion="reduce"
        )
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(addresses[name])
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if url not in addresses.values() and not url.startswith("data:")] == []


def shown_rows(table, column: int) -> list[str]:
    """What stands in a column of a table, in the rows that are shown."""
    return table.evaluate(
        "(box, k) => [...box.querySelectorAll('tbody tr')].filter(row => !row.hidden)"
        ".map(row => row.cells[k].dataset.v ?? row.cells[k].textContent.trim())",
        column,
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["whole", "empty", "compared"])
class TestLayout:
    def test_nothing_overflows(self, opened, name, screen, mode):
        tab = opened(name, screen, mode)
        tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        width = SCREENS[screen][0]
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        # Wide tables scroll within their own frame; everything else stays on the screen.
        beyond = tab.evaluate(
            "[...document.querySelectorAll('body *')].filter(one => !one.closest('.table, svg, .bar'))"
            ".filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
            ".map(one => one.outerHTML.slice(0, 99))"
        )
        assert beyond == []

    def test_figures_are_there(self, opened, name, screen, mode):
        tab = opened(name, screen, mode)
        seen = tab.evaluate(
            "[...document.querySelectorAll('figure svg')].map(one => one.getBoundingClientRect())"
            ".filter(box => box.width > 0).map(box => [box.width, box.height])"
        )
        assert len(seen) == {"whole": SECTIONS - 1, "empty": 0, "compared": 1}[name]
        for width, height in seen:
            assert width > SCREENS[screen][0] * 0.7
            assert height > 60

    def test_words_can_be_read(self, opened, name, screen, mode):
        tab = opened(name, screen, mode)
        ink, ground = tab.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
            ".map(text => text.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3)"
        )
        assert (ink < ground) == (mode == "light")
        assert abs(ink - ground) > 150


class TestTables:
    @pytest.fixture
    def cards(self, opened):
        tab = opened("whole")
        return tab.locator("#cards .sortable").first

    def column(self, table, head: str) -> int:
        heads = table.locator("thead th").all_text_contents()
        return [text.strip() for text in heads].index(head)

    @pytest.mark.parametrize("head", ["effect", "won with"])
    def test_a_click_sorts_numbers_down_and_up(self, cards, head):
        k = self.column(cards, head)
        button = cards.locator("thead th").nth(k).locator("button")
        button.click()
        values = [float(value) for value in shown_rows(cards, k)]
        assert len(values) > 100
        assert values == sorted(values, reverse=True)
        assert cards.locator("thead th").nth(k).get_attribute("aria-sort") == "descending"
        button.click()
        assert [float(value) for value in shown_rows(cards, k)] == sorted(values)

    def test_a_click_sorts_words(self, cards):
        k = self.column(cards, "card")
        cards.locator("thead th").nth(k).locator("button").click()
        words = shown_rows(cards, k)
        assert words == sorted(words, key=str.lower)

    def test_the_keyboard_sorts_too(self, cards):
        k = self.column(cards, "effect")
        button = cards.locator("thead th").nth(k).locator("button")
        button.focus()
        button.press("Enter")
        values = [float(value) for value in shown_rows(cards, k)]
        assert values == sorted(values, reverse=True)

    def test_typing_filters(self, cards):
        cards.locator("input").fill("gate kindle")
        assert shown_rows(cards, 0) == ["Gate Witch"]
        assert shown_rows(cards, 1) == ["Kindle"]
        assert cards.locator(".count").text_content() == "1 of 108 rows"
        cards.locator("input").fill("")
        assert cards.locator(".count").text_content() == "108 rows"

    def test_picking_filters(self, cards):
        cards.locator("select").select_option("Umbra Titan")
        assert set(shown_rows(cards, 0)) == {"Umbra Titan"}
        cards.locator("input").fill("spell")
        assert 0 < len(shown_rows(cards, 0)) < 27

    def test_filtered_rows_stay_filtered_when_sorted(self, cards):
        cards.locator("select").select_option("Umbra Titan")
        k = self.column(cards, "effect")
        cards.locator("thead th").nth(k).locator("button").click()
        assert len(shown_rows(cards, k)) == 27

    def test_every_table_sorts(self, opened):
        tab = opened("whole")
        tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        boxes = tab.locator(".sortable")
        assert boxes.count() >= 8
        for table in boxes.all():
            before = len(shown_rows(table, 0))
            for button in table.locator("thead button").all():
                button.click()
            assert len(shown_rows(table, 0)) == before


def test_every_section_is_reached_from_the_top(opened):
    tab = opened("whole")
    links = tab.locator("nav a")
    assert links.count() == SECTIONS
    for link in links.all():
        link.click()
        target = link.get_attribute("href")
        assert tab.locator(target).count() == 1


def test_printing_shows_everything_on_white(opened):
    tab = opened("whole", mode="dark")
    tab.emulate_media(media="print", color_scheme="dark")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.evaluate("[...document.querySelectorAll('details')].every(one => one.open)")
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.evaluate("getComputedStyle(document.body).color") == "rgb(27, 28, 32)"
    assert not tab.locator("nav").is_visible()
    assert tab.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_the_page_of_a_game(browser, tmp_path, screen, scheme):
    from breachlab.reports import game_page
    from breachlab.sim.aeons_end.transcript import play_game

    game = play_game("hollow_crown", 4, 7)
    file = game_page.write(game, tmp_path / "game.html")
    width, height = SCREENS[screen]
    tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("request", lambda request: said.append(request.url) if request.url.startswith("http") else None)
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".turn").count() == tab.locator(".turn aside").count() == len(game.turns)
    assert said == []
    tab.close()
