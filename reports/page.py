"""The HTML page of a report, and the folder that it stands in.

One file that needs nothing else: figures are inlined, styles and script are in the template. Beside it lie
the figures as PNG and SVG and the tables as CSV and parquet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

import polars as pl

from breachlab import __version__
from breachlab.sim.errors import UserError

from . import figures as drawing
from .style import entitled, inline_svg, png, svg
from .tables import Tables, people, percent, points, provenance, reproduce, state_of_run, summary

INDEX, MARK = "index.html", "report.json"
LONG_TABLE = 12  # rows; longer ones can be filtered


@dataclass(frozen=True)
class Column:
    """A column of a table on a page: its heading, and how a row shows there."""

    head: str
    show: Callable[[Mapping[str, Any]], str]  # HTML
    value: Callable[[Mapping[str, Any]], Any] | None = None  # to sort by; a number
    wrap: bool = False

    @property
    def number(self) -> bool:
        """Whether it holds numbers."""
        return self.value is not None


@dataclass
class Section:
    """A section of a page."""

    id: str
    kicker: str  # its name in the list at the top
    title: str  # the finding
    body: list[str] = field(default_factory=list)  # HTML
    figures: list[drawing.Drawn] = field(default_factory=list)


def text(words: Any) -> str:
    """Plain words as HTML; what stands between backquotes is code."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(words)))
    return re.sub(r"(\d) %", r"\1&nbsp;%", html)  # a line never ends between a number and its sign


def paragraph(words: str, kind: str = "") -> str:
    """A paragraph."""
    return f'<p class="{kind}">{text(words)}</p>' if kind else f"<p>{text(words)}</p>"


def missing(why: str) -> str:
    """What stands in place of an answer that cannot be given."""
    return paragraph(f"Not shown: {why}.".replace("`.", "`"), "missing")


# ---------------------------------------------------------------- tables


def html_table(rows: pl.DataFrame, columns: Sequence[Column], *, pick: bool = False, label: str = "") -> str:
    """A table that sorts; a long one filters too, ``pick`` adds a list of the first column's values."""
    heads = "".join(
        f'<th scope="col"{_number(c)}><button type="button">{escape(c.head)}</button></th>'
        if c.head
        else "<th></th>"
        for c in columns
    )
    lines = []
    firsts: dict[str, None] = {}
    for row in rows.iter_rows(named=True):
        cells = []
        for k, column in enumerate(columns):
            shown = column.show(row)
            if k == 0:
                firsts.setdefault(shown)
            raw = column.value(row) if column.value else None
            sort = (
                "" if not column.value else f' data-v="{"" if raw is None or raw != raw else f"{raw:.6g}"}"'
            )
            kind = ' class="wrap"' if column.wrap else _number(column)
            cells.append(f"<td{kind}{sort}>{shown}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    tools = ""
    if rows.height > LONG_TABLE:
        choices = "".join(f"<option>{one}</option>" for one in firsts)
        name = escape(columns[0].head)
        list_ = f'<select aria-label="{name}"><option value="">every {name}</option>{choices}</select>'
        tools = (
            '<div class="tools"><input type="search" placeholder="filter" aria-label="filter">'
            f'{list_ if pick and len(firsts) > 1 else ""}<span class="count" role="status"></span></div>'
        )
    aria = f' aria-label="{escape(label)}"' if label else ""
    return (
        f'<div class="sortable">{tools}<div class="table" tabindex="0" role="region"{aria}><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table></div></div>"
    )


def _number(column: Column) -> str:
    return ' class="n"' if column.number else ""


def folded(heading: str, html: str) -> str:
    """Something to be opened with a click."""
    return f"<details><summary>{escape(heading)}</summary>{html}</details>"


def bar(row: Mapping[str, Any], reach: float, low: str, mid: str, high: str, sure: bool) -> str:
    """A small picture of an effect: zero, the interval, the estimate."""

    def x(value: float) -> float:
        return round(85 + 78 * max(-1.0, min(1.0, value / reach)), 1)

    side = "up" if row[mid] >= 0 else "down"
    return (
        '<svg class="bar" viewBox="0 0 170 16" aria-hidden="true">'
        '<line class="axis" x1="85" x2="85" y1="1" y2="15"/>'
        f'<line class="{side}" x1="{x(row[low])}" x2="{x(row[high])}" y1="8" y2="8"/>'
        f'<circle class="{side}{"" if sure else " chance"}" cx="{x(row[mid])}" cy="8" r="3.6"/></svg>'
    )


def _words(name: str, tables: Tables, head: str = "") -> Column:
    return Column(head or name, lambda row: escape(tables.label(row[name])))


def _labelled(factor: str, label: drawing.Label) -> Column:
    return Column(factor, lambda row: escape(label(factor, row[factor])))


def _plain(name: str, head: str = "") -> Column:
    return Column(head or name, lambda row: escape(str(row[name])))


def _count(name: str, head: str = "") -> Column:
    return Column(
        head or name, lambda row: "-" if row[name] is None else f"{row[name]:,}", lambda row: row[name]
    )


def _percent(name: str, head: str) -> Column:
    return Column(head, lambda row: percent(row[name]), lambda row: row[name])


def _decimal(name: str, head: str, digits: int = 1) -> Column:
    return Column(
        head, lambda row: "-" if row[name] is None else f"{row[name]:.{digits}f}", lambda row: row[name]
    )


def _interval(low: str, high: str, signed: bool = False) -> Column:
    sign = "+" if signed else ""
    return Column(
        "95 % interval",
        lambda row: f"{100 * row[low]:{sign}.1f} to {100 * row[high]:{sign}.1f}",
        lambda row: row[low],
    )


def _effects(rows: pl.DataFrame) -> list[Column]:
    # The few strongest end at the edge, so that the many others are more than a dot.
    reach = max(float(rows["effect"].abs().quantile(0.98) or 0) * 1.3, 1e-9)
    return [
        Column("effect", lambda row: points(row["effect"]), lambda row: row["effect"]),
        Column(
            "",
            lambda row: bar(row, reach, "effect_low", "effect", "effect_high", row.get("discovered", True)),
        ),
        _interval("effect_low", "effect_high", signed=True),
    ]


def _star() -> Column:
    return Column("sure", lambda row: "yes" if row["discovered"] else "", None)


# ---------------------------------------------------------------- sections


def sections(tables: Tables) -> list[Section]:
    """Every section of a report, in order; each says something, also when its numbers are missing."""
    origin = Section("provenance", "Provenance", "Where the numbers come from", _provenance(tables))
    if not tables.games:
        return [origin]
    drawn = drawing.all_figures(tables)
    made = [
        Section(id, kicker, kicker, make(tables), drawn.get(id, []))
        for id, kicker, make in (
            ("win_rates", "Win rates", _win_rates),
            ("ladder", "Difficulty ladder", _ladder),
            ("kills", "What kills", _kills),
            ("length", "Game length", _length),
            ("skill", "Skill ladder", _skill),
            ("cards", "Card values", _cards),
            ("pairs", "Synergies", _pairs),
            ("team", f"{tables.names.team_name.capitalize()}s", _team),
            ("supplies", "Supplies", _supplies),
        )
    ]
    for section in made:
        if section.figures:
            section.title = section.figures[0].title
        if section.id in tables.missing:
            section.body.insert(0, missing(tables.missing[section.id]))
    return [*made, origin]


def _win_rates(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["win_rates"]
    if not rows.height:
        return []
    few = int(rows["few"].sum())
    body = []
    if few:
        body.append(
            paragraph(
                f"{few} of {rows.height} cells have fewer than 100 games and are marked with a star.", "quiet"
            )
        )
    columns = [
        _words(names.opponent, tables),
        _words(names.mode, tables),
        _count(names.players),
        _count("games"),
        _percent("win_rate", "won"),
        _interval("low", "high"),
    ]
    return [*body, folded("All cells", html_table(rows, columns, pick=True, label="win rates"))]


def _ladder(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["ratings"]
    if not rows.height:
        return []
    body = []
    wrong = tables["contradictions"]
    for row in wrong.iter_rows(named=True):
        where = ", ".join(str(row[c]) for c in (names.mode, names.players))
        body.append(
            f"<li>{text(tables.label(row['easier_in_print']))} is harder than "
            f"{text(tables.label(row['harder_in_print']))} ({percent(row['win_rate_of_easier'])} won against "
            f"{percent(row['win_rate_of_harder'])}) at {text(where)}</li>"
        )
    agreement = tables["rank_agreement"]
    own = (
        agreement.filter(pl.col(names.mode).cast(pl.String) == tables.mode) if agreement.height else agreement
    )
    said = ""
    if own.height:
        taus = "; ".join(
            f"{people(row[names.players])} {row['tau']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})"
            for row in own.iter_rows(named=True)
        )
        said = paragraph(
            f"Agreement of printed and measured order in {tables.label(tables.mode)} mode (Kendall's tau: 1 "
            f"the same order, -1 the opposite): {taus}.",
            "quiet",
        )
    contradicted = (
        folded(
            f"{wrong.height} contradiction{'s' * (wrong.height > 1)} of the printed order",
            f"<ul>{''.join(body)}</ul>",
        )
        if body
        else ""
    )
    columns = [
        _words(names.opponent, tables),
        _words(names.mode, tables),
        _count(names.players),
        _percent("win_rate", "won"),
        _interval("low", "high"),
        _count("rating", "rating"),
        Column("or", lambda row: _span(row["rating_low"], row["rating_high"])),
        _count("printed", "printed"),
        Column("order", lambda row: "contradicted" if row["contradicted_by"] else ""),
    ]
    return [said, contradicted, folded("All ratings", html_table(rows, columns, pick=True, label="ratings"))]


def _span(low: int, high: int) -> str:
    return f"{low} to {high}" if low < high else ""


def _kills(tables: Tables) -> list[str]:
    names = tables.names
    body = []
    if tables.has("in_play_when_lost"):
        columns = [
            _words(names.opponent, tables),
            _words("card", tables),
            _percent("share_of_lost", "of lost games"),
            _interval("low", "high"),
            _percent("share_of_won", "of won games"),
        ]
        body.append(
            folded(
                "Cards in play when games were lost",
                paragraph("An association: a card may be there since the game was going badly.", "quiet")
                + html_table(tables["in_play_when_lost"], columns, pick=True, label="in play when lost"),
            )
        )
    if tables.has("what_kills_by_stage"):
        columns = [
            _words(names.opponent, tables),
            _plain("cause"),
            _count(names.stage),
            _count("losses"),
            _percent("share", "share"),
            _interval("low", "high"),
        ]
        rows = tables["what_kills_by_stage"]
        body.append(
            folded(f"By cause and {names.stage}", html_table(rows, columns, pick=True, label="what kills"))
        )
    return body


def _length(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["game_length"]
    if not rows.height:
        return []
    columns = [
        _words(names.opponent, tables),
        Column("outcome", lambda row: "won" if row[names.won] else "lost"),
        _count("games"),
        _decimal("mean", "mean turns"),
        *(
            _decimal(name, head, 0)
            for name, head in (
                ("p10", "10 %"),
                ("p25", "25 %"),
                ("median", "median"),
                ("p75", "75 %"),
                ("p90", "90 %"),
            )
        ),
    ]
    return [folded("Table", html_table(rows, columns, label="game length"))]


def _skill(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["skill"]
    if not rows.height:
        return []
    columns = [
        _words(names.opponent, tables),
        _plain(names.policy),
        _count("games"),
        _percent("win_rate", "won"),
        _interval("low", "high"),
    ]
    return [
        paragraph(
            f"All other sections are about the {tables.policy} player. A number about a game is a number "
            "about a game and its players: people who play better, or worse, meet another game.",
            "quiet",
        ),
        folded("Table", html_table(rows, columns, pick=True, label="skill ladder")),
    ]


def _cards(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["cards"]
    if not rows.height:
        return []
    columns = [
        _words(names.opponent, tables),
        _words("card", tables),
        *_effects(rows),
        _star(),
        _plain("kind"),
        _count("games"),
        _percent("win_rate", "won with"),
        _percent("without", "without"),
        _percent("gain_rate", "gained"),
        _percent("win_rate_when_gained", "won when gained"),
        _decimal("first_gain", "first gain"),
        _decimal("plays", "plays"),
    ]
    return [
        paragraph(
            f"Effect is caused by the card: which cards are in the {names.offer_name} is dealt, not chosen. "
            "What stands right of “without” is an association, because players choose what they gain. “Sure” "
            "marks effects that chance does not explain (false discoveries at most 5 %).",
            "quiet",
        ),
        html_table(rows, columns, pick=True, label="card values"),
    ]


def _pairs(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["pairs"]
    notes = [note.partition(": ") for note in tables.notes.get("pairs", [])]  # opponent: what is missing
    said = "; ".join(f"{tables.label(opponent)}: {what}" for opponent, _, what in notes)
    body = [paragraph(f"Not shown: {said}.", "quiet")] if said and rows.height else []
    if not rows.height:
        return body
    # the page holds those that matter; tables/pairs.csv has all of them
    some = pl.concat([rows.head(60), rows.tail(60)]) if rows.height > 120 else rows
    columns = [
        _words(names.opponent, tables),
        _words("one", tables),
        _words("other", tables),
        *_effects(some),
        _star(),
    ]
    return [*body, folded("Strongest pairs", html_table(some, columns, pick=True, label="pairs"))]


def _team(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["team"]
    if not rows.height:
        return []
    columns = [
        _words(names.opponent, tables),
        _words(names.team_name, tables),
        *_effects(rows),
        _star(),
        _count("games"),
        _percent("win_rate", "won with"),
        _percent("without", "without"),
    ]
    body = [folded(f"All {names.team_name}s", html_table(rows, columns, pick=True, label=names.team_name))]
    pairs = tables["team_pairs"]
    if pairs.height:
        columns = [
            _words(names.opponent, tables),
            _words("one", tables),
            _words("other", tables),
            *_effects(pairs),
            _star(),
        ]
        body.append(
            folded(f"Pairs of {names.team_name}s", html_table(pairs, columns, pick=True, label="pairs"))
        )
    return body


def _supplies(tables: Tables) -> list[str]:
    names, rows = tables.names, tables["supplies"]
    if not rows.height:
        return []
    columns = [
        _words(names.opponent, tables),
        _count("place"),
        _percent("predicted", "predicted"),
        Column(
            "cards", lambda row: escape(", ".join(tables.label(card) for card in row["cards"])), wrap=True
        ),
    ]
    return [
        paragraph(
            "Predictions of a model fitted to this run; the ends of the range are the least certain. To play "
            "some before relying on them: `breachlab supply suggest`.",
            "quiet",
        ),
        "<h3>Kindest and cruellest</h3>",
        html_table(rows, columns, pick=True, label="supplies"),
    ]


def _provenance(tables: Tables) -> list[str]:
    rows = provenance(tables)
    if not rows:
        return [paragraph("These games do not come from a run folder.", "quiet")]
    commands = reproduce(tables)
    listed = "".join(f"<dt>{text(key)}</dt><dd>{text(value)}</dd>" for key, value in rows)
    again = ""
    if commands:
        again = f"<h3>The same again</h3><pre><code>{escape(chr(10).join(commands))}</code></pre>"
    return [
        again,
        paragraph(
            "The same version, content and seed give the same games on any machine, with any number of "
            "workers.",
            "quiet",
        ),
        f"<dl>{listed}</dl>",
    ]


# ---------------------------------------------------------------- the page and its folder


@dataclass
class Files:
    """What goes into a report's folder."""

    page: str
    figures: dict[str, bytes]  # name with ending -> contents
    tables: dict[str, pl.DataFrame]
    facts: dict[str, Any]


def render(body: str, title: str) -> str:
    """A whole page around a body."""
    template = resources.files(__package__).joinpath("templates", "page.html").read_text(encoding="utf-8")
    return Template(template).substitute(body=body, title=escape(title), version=escape(__version__))


def make(tables: Tables) -> Files:
    """The page of one run, its figures and its tables."""
    experiment = tables.source.manifest.get("experiment", {})
    title = experiment.get("title") or experiment.get("name") or "Games"
    facts = "no games yet"
    if tables.games:
        own = int(tables["win_rates"]["games"].sum())
        of = f" of {tables.games:,}" if own < tables.games else ""
        day = str(tables.source.manifest.get("started") or "")[:10]
        facts = f"{own:,}{of} games, {tables.policy} player, {day}{', ' * bool(day)}breachlab {__version__}"
    warning = state_of_run(tables)
    sentences = summary(tables)
    head = Section("summary", "Summary", "In short", [paragraph(words) for words in sentences])
    return _assemble(
        title, facts, warning, head, sections(tables), tables.frames, {"summary": sentences, "state": warning}
    )


def make_comparison(
    rows: pl.DataFrame,
    factors: Sequence[str],
    label: drawing.Label,
    *,
    a: str,
    b: str,
    sentences: Sequence[str],
    watch: Iterable[Mapping[str, str]] = (),
) -> Files:
    """The page about what moved between two runs."""
    drawn = drawing.changes(rows, factors, label)
    columns = [
        *(_labelled(factor, label) for factor in factors),
        _count("games"),
        _percent("win_rate_a", "A won"),
        _percent("win_rate_b", "B won"),
        Column("change", lambda row: points(row["change"]), lambda row: row["change"]),
        _interval("low", "high", signed=True),
        _count("won_to_lost", "won to lost"),
        _count("lost_to_won", "lost to won"),
        Column("moved", lambda row: "yes" if row["moved"] else ""),
    ]
    moved = Section("changes", "What moved", drawn.title, [html_table(rows, columns, pick=True)], [drawn])
    games, said = [], ""
    for game in watch:
        if game["words"] != said:
            said = game["words"]
            games.append(f"<h3>{escape(said)}</h3>")
        games.append(f"<pre><code>{escape(game['a'])}\n{escape(game['b'])}</code></pre>")
    made = [moved]
    if games:
        made.append(Section("games", "Games that turned", "Games that turned, to watch", games))
    head = Section("summary", "Summary", "In short", [paragraph(words) for words in sentences])
    again = f"breachlab report --compare {a} {b}"
    made.append(
        Section("provenance", "Again", "The same again", [f"<pre><code>{escape(again)}</code></pre>"])
    )
    facts = f"A is {a}, B is {b}; breachlab {__version__}"
    return _assemble("What moved", facts, "", head, made, {"changes": rows}, {"summary": list(sentences)})


def _assemble(
    title: str,
    quiet: str,
    warning: str,
    head: Section,
    made: Sequence[Section],
    frames: Mapping[str, pl.DataFrame],
    facts: dict[str, Any],
) -> Files:
    figures: dict[str, bytes] = {}
    parts = [
        f"<header><p class=kicker>breachlab report</p><h1>{text(title)}</h1>{paragraph(quiet, 'quiet')}",
        "<nav>"
        + "".join(f'<a href="#{one.id}">{escape(one.kicker)}</a>' for one in made)
        + "</nav></header><main>",
        paragraph(warning, "warning") if warning else "",
        f'<section id="{head.id}" class="summary"><h2>{text(head.title)}</h2>{"".join(head.body)}</section>',
    ]
    for section in made:
        kicker = f'<p class="kicker">{escape(section.kicker)}</p>' if section.title != section.kicker else ""
        shown = "".join(_figure(one, figures) for one in section.figures)
        parts.append(
            f'<section id="{section.id}">{kicker}<h2>{text(section.title)}</h2>{shown}'
            f"{''.join(section.body)}</section>"
        )
    parts.append(
        "</main><footer class=quiet>The players are programs. A win rate here is theirs, not yours; "
        "differences between opponents, modes and cards carry further than the rates themselves.</footer>"
    )
    return Files(render("".join(parts), title), figures, dict(frames), {"title": title, **facts})


def _figure(drawn: drawing.Drawn, figures: dict[str, bytes]) -> str:
    inlined = []
    for kind, narrow in (("wide", False), ("narrow", True)):
        figure = drawn.draw(narrow)
        name = f"{drawn.name}-{kind}"
        made = svg(figure, name)
        inlined.append(f'<div class="{kind}">{inline_svg(made, name, drawn.title)}</div>')
        if not narrow:
            entitled(figure, drawn.title, drawn.caption)
            figures[f"{drawn.name}.svg"] = svg(figure, drawn.name).encode()
            figures[f"{drawn.name}.png"] = png(figure)
    return f"<figure>{''.join(inlined)}<figcaption>{text(drawn.caption)}</figcaption></figure>"


def check_folder(out: Path) -> None:
    """Raise a UserError unless a report may go there: into a new or empty folder, or an earlier report's."""
    if out.is_dir() and (not any(out.iterdir()) or (out / MARK).exists()):
        return
    if out.exists():
        raise UserError(f"{out} is there already and is no report: name another folder, or remove it first")


def write(files: Files, out: Path) -> Path:
    """Write a report's folder and return the page to open; what an earlier report left there is replaced."""
    check_folder(out)
    try:
        for folder in (out / "figures", out / "tables"):
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.iterdir():
                if old.suffix in (".png", ".svg", ".csv", ".parquet"):
                    old.unlink()
        for name, data in files.figures.items():
            (out / "figures" / name).write_bytes(data)
        for name, frame in files.tables.items():
            frame.write_parquet(out / "tables" / f"{name}.parquet")
            _flat(frame).write_csv(out / "tables" / f"{name}.csv")
        (out / INDEX).write_text(files.page, encoding="utf-8")
        (out / MARK).write_text(
            json.dumps(files.facts, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    except OSError as error:
        raise UserError(f"{out}: the report cannot be written ({error.strerror})") from None
    return out / INDEX


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists as text: a CSV file has no lists."""
    lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.List)]
    return frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join("; ") for name in lists)
