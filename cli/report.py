"""`breachlab report`: what a run says, in the terminal and as a page."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Any, TextIO

import click
import polars as pl

from breachlab.cli.answers import (
    between,
    json_option,
    newest_run,
    number,
    packs_of,
    points,
    print_json,
    title,
)
from breachlab.cli.console import print_table
from breachlab.reports import tables as reported
from breachlab.reports.figures import Label, cell_name
from breachlab.reports.tables import Source, Tables, gather, people, state_of_run, summary
from breachlab.sim import runs

CARDS_SHOWN = 5
CHANGES_SHOWN = 20
UNMOVED_SHOWN = 5


@click.command()
@click.argument("run", required=False)
@click.option("--out", metavar="DIR", help="Write the page, figures and tables to this folder.")
@click.option("--compare", nargs=2, metavar="A B", help="Tell what moved from run A to run B, largest first.")
@json_option
def report(run: str | None, out: str | None, compare: tuple[str, str] | None, as_json: bool) -> None:
    """Report what RUN says: tables here, and with --out a page to open in a browser.

    The folder holds index.html, which needs no network and no other file, every figure as PNG and SVG, and
    every table as CSV and parquet. Without RUN the newest run in runs/ is taken. An unfinished run is
    reported as far as it was played.

    \b
      breachlab run report --out runs/report
      breachlab report runs/report
      breachlab report runs/report --out report
      breachlab report --compare runs/before runs/after
    """
    if out is not None:
        from breachlab.reports.page import check_folder

        check_folder(Path(out))
    if compare:
        if run is not None:
            raise click.UsageError("--compare takes two runs, and no third one beside them")
        _compare(*compare, out, as_json)
        return
    folder = newest_run("report") if run is None else Path(run)
    if run is None:
        _note(f"this is the newest run, {folder}")
    tables = gather(source_of(folder))
    if as_json:
        facts = {"summary": summary(tables), "state": state_of_run(tables), "missing": tables.missing}
        print_json({**facts, **tables.frames})
    else:
        _print(tables)
    if out is not None:
        from breachlab.reports.page import make, write

        _tell_where(write(make(tables), Path(out)))


def source_of(folder: Path) -> Source:
    """A run as a report reads it; the names and printed ratings come from its content packs."""
    manifest = runs.read_manifest(folder)
    packs = packs_of(manifest)
    return Source(
        frame=runs.scan(folder) if runs.chunk_files(folder) else None,
        manifest=manifest,
        folder=str(folder),
        labels=labels_of(packs),
        printed={nemesis.id: nemesis.printed_difficulty for pack in packs for nemesis in pack.nemeses},
    )


def labels_of(packs: list[Any]) -> dict[str, str]:
    """The printed name of everything in some packs."""
    return {item.id: item.name for pack in packs for item in (*pack.items, *pack.difficulties)}


def _tell_where(page: Path) -> None:
    click.echo(f"\nopen {page} in a browser")


# ---------------------------------------------------------------- tables for the terminal


def _say(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        click.echo(_lines(sentence, sys.stdout))


def _note(words: str) -> None:
    click.echo(_lines(f"note: {words}", sys.stderr), err=True)


def _lines(words: str, file: TextIO) -> str:
    """Words for a terminal: lines end between words, and not between a number and its percent sign."""
    words = words.replace("`", "")
    if not file.isatty():
        return words
    kept = fill(words.replace(" %", "\xa0%"), get_terminal_size().columns, break_on_hyphens=False)
    return kept.replace("\xa0%", " %")


def _print(tables: Tables) -> None:
    warning = state_of_run(tables)
    if warning:
        _note(warning)
    _say(summary(tables))
    if not tables.games:
        return
    _print_win_rates(tables)
    _print_ladder(tables)
    _print_kills(tables)
    _print_skill(tables)
    _print_effects(tables)
    for section, why in tables.missing.items():
        _note(f"{section.replace('_', ' ')}: {why}")


def _print_win_rates(tables: Tables) -> None:
    """The main table: a row for each opponent and mode, a column for each number of players."""
    names = tables.names
    known = {
        (str(row[names.opponent]), str(row[names.mode]), row[names.players]): row
        for row in tables["win_rates"].iter_rows(named=True)
    }
    title(f"Games won by the {tables.policy} player, in percent, with 95 % intervals")
    rows = []
    for opponent in tables.opponents:
        for k, mode in enumerate(tables.modes):
            cells = [known.get((opponent, mode, n)) for n in tables.player_counts]
            rows.append([tables.label(opponent) if not k else "", tables.label(mode), *map(_rate, cells)])
    heads = [f"{n} player{'s' * (n > 1)}" for n in tables.player_counts]
    print_table([names.opponent, names.mode, *heads], rows)
    if tables["win_rates"]["few"].any():
        click.echo("* fewer than 100 games")


def _rate(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return "no games"
    return _whole(row["win_rate"], row["low"], row["high"]) + "*" * row.get("few", False)


def _whole(share: float, low: float, high: float) -> str:
    """A share with its interval in whole percent, so that four of them fit into 80 columns."""
    return f"{100 * share:.0f} ({100 * low:.0f}-{100 * high:.0f})"


def _print_ladder(tables: Tables) -> None:
    names = tables.names
    rows = tables["ratings"].filter(pl.col(names.mode).cast(pl.String) == tables.mode)
    if not rows.height:
        return
    title(f"Rating from 1 to 10 in {tables.label(tables.mode)} mode, beside the printed one")
    known = {(str(row[names.opponent]), row[names.players]): row for row in rows.iter_rows(named=True)}
    shown = []
    for opponent in tables.opponents:
        cells = [known.get((opponent, n)) for n in tables.player_counts]
        ratings = ["-" if row is None else _band(row) for row in cells]
        shown.append([tables.label(opponent), number(tables.source.printed.get(opponent)), *ratings])
    heads = [f"{n} player{'s' * (n > 1)}" for n in tables.player_counts]
    print_table([names.opponent, "printed", *heads], shown)


def _band(row: Mapping[str, Any]) -> str:
    low, high = row["rating_low"], row["rating_high"]
    return str(row["rating"]) if low == high else f"{row['rating']} ({low}-{high})"


def _print_kills(tables: Tables) -> None:
    rows, names = tables["what_kills"], tables.names
    if not rows.height:
        return
    title("What kills: percent of lost games, with 95 % intervals")
    causes = (
        rows.group_by("cause").agg(pl.col("losses").sum()).sort("losses", descending=True)["cause"].to_list()
    )
    known = {(str(row[names.opponent]), row["cause"]): row for row in rows.iter_rows(named=True)}
    print_table(
        [names.opponent, *causes],
        [
            [tables.label(one)] + [_share(known.get((one, cause))) for cause in causes]
            for one in tables.opponents
            if any((one, cause) in known for cause in causes)
        ],
    )


def _share(row: Mapping[str, Any] | None) -> str:
    return "-" if row is None else _whole(row["share"], row["low"], row["high"])


def _print_skill(tables: Tables) -> None:
    rows, names = tables["skill"], tables.names
    if not rows.height:
        return
    title("Skill: percent of games won by each player, over all modes and player counts")
    known = {(row[names.policy], row[names.opponent]): row for row in rows.iter_rows(named=True)}
    print_table(
        ["policy", *(tables.label(one) for one in tables.opponents)],
        [
            [policy] + [_rate(known.get((policy, one))) for one in tables.opponents]
            for policy in tables.policies
        ],
    )


def _print_effects(tables: Tables) -> None:
    names = tables.names
    for table, item, words in (
        ("card_averages", "card", "Cards"),
        ("team_averages", names.team_name, f"{names.team_name.capitalize()}s"),
    ):
        rows = tables[table]
        if not rows.height:
            continue
        title(f"{words}: points of win rate when there, averaged over all opponents")
        some = (
            rows
            if rows.height <= 2 * CARDS_SHOWN
            else pl.concat([rows.head(CARDS_SHOWN), rows.tail(CARDS_SHOWN)])
        )
        print_table(
            [item, "effect", "95 % interval"],
            [
                [
                    tables.label(row[item]),
                    points(row["effect"]),
                    between(row["effect_low"], row["effect_high"], signed=True),
                ]
                for row in some.iter_rows(named=True)
            ],
        )


# ---------------------------------------------------------------- two runs


def _compare(a: str, b: str, out: str | None, as_json: bool) -> None:
    from breachlab.analysis import compare as compare_games
    from breachlab.analysis import flipped
    from breachlab.cli.answers import open_run
    from breachlab.cli.compare import watch_command

    (one, of_a, _), (other, of_b, _) = open_run(a, "quick"), open_run(b, "quick")
    cells = compare_games(one, other)
    cells = cells.sort(pl.col("moved"), pl.col("change").abs(), descending=True)
    factors = list(cells.columns[: cells.columns.index("games")])
    # A factor with one value says nothing about what moved.
    factors = [factor for factor in factors if cells[factor].n_unique() > 1] or factors[:1]
    names = reported.names_of(one, None)
    label = _label_of(Tables(source_of(Path(a)), names))
    turned = flipped(one, other)
    sentences = _moved(cells, factors, label, turned.height)
    if as_json:
        print_json({"summary": sentences, "cells": cells, "flipped": turned.height})
    else:
        _say(sentences)
        _print_changes(cells, factors, label, a, b)
    if out is not None:
        from breachlab.reports.page import make_comparison, write

        contents = [m["experiment"]["factors"].get("content", [""])[0] for m in (of_a, of_b)]
        watch = []
        for how, words in (("lost", "Won by A, lost by B"), ("won", "Lost by A, won by B")):
            for row in turned.filter(pl.col("turned") == how).head(3).iter_rows(named=True):
                commands = [
                    watch_command(row, row[policy], content)
                    for policy, content in zip(("policy", "policy_b"), contents, strict=True)
                ]
                watch.append({"words": words, "a": commands[0], "b": commands[1]})
        files = make_comparison(cells, factors, label, a=a, b=b, sentences=sentences, watch=watch)
        _tell_where(write(files, Path(out)))


def _label_of(tables: Tables) -> Label:
    names = tables.names

    def label(factor: str, value: Any) -> str:
        if factor == names.players:
            return people(value)
        return str(value) if factor in (names.policy, names.content) else tables.label(value)

    return label


def _print_changes(cells: pl.DataFrame, factors: list[str], label: Label, a: str, b: str) -> None:
    moved = cells.filter("moved")
    shown = moved.head(CHANGES_SHOWN) if moved.height else cells.head(UNMOVED_SHOWN)
    what = "What moved" if moved.height else "The largest changes, which may be chance"
    title(f"{what}: percent of games won in {a} (A) and {b} (B)")
    print_table(
        [*factors, "A", "B", "change", "95 % interval"],
        [
            [label(factor, row[factor]) for factor in factors]
            + [f"{100 * row['win_rate_a']:.0f}", f"{100 * row['win_rate_b']:.0f}", points(row["change"])]
            + [between(row["low"], row["high"], signed=True)]
            for row in shown.iter_rows(named=True)
        ],
    )
    if moved.height > CHANGES_SHOWN:
        click.echo(f"... and {moved.height - CHANGES_SHOWN} more cells that moved")


def _moved(cells: pl.DataFrame, factors: list[str], label: Label, turned: int) -> list[str]:
    """Three sentences about a comparison."""
    moved = cells.filter("moved")
    games = int(cells["games"].sum())
    mean = float((cells["change"] * cells["games"]).sum() / games)
    first = f"{moved.height} of {cells.height} cells moved; {turned:,} of {games:,} games ended differently."
    if not moved.height:
        return [
            first,
            f"Over all cells the win rate changed by {points(mean)} points.",
            "Chance explains the rest.",
        ]
    row = moved.row(0, named=True)
    where = cell_name(row, factors, label)
    return [
        first,
        f"The largest change is {points(row['change'])} points "
        f"({between(row['low'], row['high'], signed=True)}), at {where}.",
        f"Over all cells the win rate changed by {points(mean)} points.",
    ]
