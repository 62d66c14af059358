"""`breachlab check`: has a balance number moved? For CI: the exit code is the answer."""

import math
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import polars as pl

from breachlab.analysis import read_baseline
from breachlab.analysis.baseline import Baseline
from breachlab.analysis.gate import ALPHA, MARGIN, Checked, looks_until
from breachlab.analysis.gate import check as check_games
from breachlab.cli import progress
from breachlab.cli.answers import between, json_option, number, open_run, percent, points, print_json
from breachlab.cli.console import print_table
from breachlab.sim import batch
from breachlab.sim.errors import UserError
from breachlab.sim.experiments import Experiment, Round, load_experiment, shipped_experiments
from breachlab.sim.runs import write_bytes

UNCHANGED, MOVED, COULD_NOT = 0, 1, 2


@click.command()
@click.argument("run")
@click.option("--baseline", "file", required=True, metavar="FILE", help="The accepted numbers.")
@click.option(
    "--margin",
    type=float,
    default=100 * MARGIN,
    show_default=True,
    metavar="POINTS",
    help="A win rate has moved when it differs by more than this.",
)
@click.option(
    "--exact", is_flag=True, help="A changed signature counts as moved: for changes that must change nothing."
)
@click.option("--strict", is_flag=True, help="Exit 2 when the answer is inconclusive.")
@click.option(
    "--all", "show_all", is_flag=True, help="Show every cell, not only those that are not unchanged."
)
@click.option("--junit", metavar="FILE", help="Write the result as JUnit XML, one test a cell.")
@json_option
def check(
    run: str,
    file: str,
    margin: float,
    exact: bool,
    strict: bool,
    show_all: bool,
    junit: str | None,
    as_json: bool,
) -> None:
    """Compare RUN with a baseline: exit 0 unchanged, 1 moved, 2 could not run.

    RUN is a run folder, or the name of an experiment: then the games are played here, and only as many as are
    needed for a clear answer. False alarms are controlled over all cells and all looks together: when nothing
    has changed, at most one check in twenty says otherwise. An unclear answer is "inconclusive" (exit 0, or 2
    with --strict), with the number of games that would settle it.

    \b
      breachlab run ci --out runs/ci && breachlab check runs/ci --baseline baseline.toml
      breachlab check ci --baseline baseline.toml
    """
    try:
        baseline = read_baseline(Path(file).read_text(encoding="utf-8"), file)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not a text file"
        raise UserError(
            f"{file}: no baseline can be read ({why}); make one with `breachlab baseline write RUN {file}`"
        ) from None
    if Path(run).is_dir() or (run not in shipped_experiments() and not Path(run).is_file()):
        frame, manifest, _ = open_run(run, baseline.experiment or "ci")
        name, seed = manifest["experiment"]["name"], manifest["experiment"]["seed"]
        origin = manifest["engine_signature"], manifest["content_hash"][:16]
        _same_experiment(baseline, name, file)
        found = check_games(frame, baseline, margin=margin / 100, seed=seed, where=file)
    else:
        experiment = load_experiment(run)
        _same_experiment(baseline, experiment.name, file)
        found, origin = _play(experiment, baseline, margin / 100, file)
    code = MOVED if found.verdict == "moved" or (exact and found.signature == "changed") else UNCHANGED
    if code == UNCHANGED and strict and found.verdict == "inconclusive":
        code = COULD_NOT
    if junit:
        write_bytes(Path(junit), _junit(found, exact))
    if as_json:
        print_json(_summary(found, baseline, origin, code))
    else:
        _tell(found, baseline, origin, show_all)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in _annotations(found, file, exact):
            click.echo(line, err=as_json)
    click.get_current_context().exit(code)


def _same_experiment(baseline: Baseline, name: str, file: str) -> None:
    if baseline.experiment and baseline.experiment != name:
        raise UserError(
            f'{file} is a baseline of the experiment "{baseline.experiment}", but the run is of "{name}"; '
            f"play the same one with `breachlab run {baseline.experiment}`, or accept this one with "
            f"`breachlab baseline write RUN {file}`"
        )


def _play(
    experiment: Experiment, baseline: Baseline, margin: float, file: str
) -> tuple[Checked, tuple[str, str]]:
    """Play the experiment look by look, each time only the cells that are still open."""
    design = experiment.design()
    progress.prepare(design.game, quiet=False)
    signature = batch.prepared(design.game)
    planned = int(baseline.frame()["planned"].to_numpy().max())
    frames: list[pl.DataFrame] = []
    active = None
    played = 0
    with batch.Workers() as team:
        for turn, part in enumerate(looks_until(1.0)):
            upto = math.ceil(planned * part)
            size = design.cells if active is None else len(active)
            chunk = max(1000, min(50_000, size * (upto - played) // 8))
            jobs = Round(turn, active, size, played, upto - played, chunk)
            frames += [
                frame for _, frame in team.map(batch.play_frame, jobs, design, experiment.seed, signature)
            ]
            played = upto
            frame = pl.concat(frames)
            found = check_games(frame, baseline, margin=margin, seed=experiment.seed, where=file)
            if found.verdict == "moved":
                break
            decided = set(found.cells.filter(pl.col("verdict") != "inconclusive")["key"])
            if len(decided) == found.cells.height:
                break
            active = _cells_still_open(frame, baseline, decided)
    return found, (signature, design.content_hash[:16])


def _cells_still_open(frame: pl.DataFrame, baseline: Baseline, decided: set[str]) -> Any:
    key = pl.concat_str([pl.col(f).cast(pl.String).fill_null("-") for f in baseline.factors], separator=" / ")
    cells = frame.select("cell", key.alias("key")).unique()
    return cells.filter(~pl.col("key").is_in(list(decided)))["cell"].sort().to_numpy()


def _tell(found: Checked, baseline: Baseline, origin: tuple[str, str], show_all: bool) -> None:
    cells = found.cells
    shown = cells if show_all else cells.filter(pl.col("verdict") != "unchanged")
    if shown.height:
        columns = [" / ".join(baseline.factors), "was", "is", "change", "95 % interval", "games", "verdict"]
        rows = []
        for row in shown.sort(pl.col("change").abs(), descending=True).iter_rows(named=True):
            verdict = row["verdict"]
            if verdict == "inconclusive":
                verdict += f": {_needed(row['games_needed'])}"
            else:
                verdict += f" (clear after {number(row['after_games'])} games)"
            rows.append(
                [
                    row["key"],
                    percent(row["base_rate"]),
                    percent(row["win_rate"]),
                    points(row["change"]),
                    between(row["low"], row["high"], signed=True),
                    number(row["games"]),
                    verdict,
                ]
            )
        print_table(columns, rows)
        click.echo()
    counts = {v: int((cells["verdict"] == v).sum()) for v in ("moved", "unchanged", "inconclusive")}
    click.echo(f"signature: {_signature_words(found, baseline, origin)}")
    click.echo(
        f"win rates: {found.verdict} (margin {100 * found.margin:g} points; {cells.height} cells: "
        + ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
        + ")"
    )
    if found.verdict == "inconclusive":
        click.echo(f"to settle it: {_needed(found.games_needed)}")


def _signature_words(found: Checked, baseline: Baseline, origin: tuple[str, str]) -> str:
    if found.signature == "not compared":
        return f"not compared (the baseline has seed {baseline.seed})"
    if found.signature == "same":
        return f"{found.signature_found}, the same as the baseline's"
    reasons = [
        what
        for what, was, now in zip(
            ("engine", "content"), (baseline.engine, baseline.content), origin, strict=True
        )
        if was != now
    ]
    why = f"the {' and the '.join(reasons)} changed" if reasons else "a policy or the experiment changed"
    return f"{found.signature_found}, changed from {baseline.signature}: {why}"


def _needed(games: int | None) -> str:
    if not games:
        return (
            "no number of games would settle it, the change is at the margin itself; choose another --margin"
        )
    return f"about {games:,} games a cell, of run and baseline"


def _summary(found: Checked, baseline: Baseline, origin: tuple[str, str], code: int) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "exit": code,
        "margin": found.margin,
        "alpha": ALPHA,
        "games_needed": found.games_needed,
        "signature": {
            "verdict": found.signature,
            "found": found.signature_found,
            "baseline": baseline.signature,
            "words": _signature_words(found, baseline, origin),
        },
        "cells": found.cells,
    }


def _cell_words(row: dict[str, Any]) -> str:
    return (
        f"{percent(row['base_rate'])} -> {percent(row['win_rate'])} ({points(row['change'])} points, "
        f"{between(row['low'], row['high'], signed=True)})"
    )


def _junit(found: Checked, exact: bool) -> bytes:
    """One test a cell; inconclusive ones count as skipped, because they neither passed nor failed."""
    moved = found.cells.filter(pl.col("verdict") == "moved").height
    skipped = found.cells.filter(pl.col("verdict") == "inconclusive").height
    failed_signature = exact and found.signature == "changed"
    suite = ElementTree.Element(
        "testsuite",
        name="breachlab check",
        tests=str(found.cells.height + 1),
        failures=str(moved + failed_signature),
        skipped=str(skipped + (found.signature == "not compared")),
    )
    case = ElementTree.SubElement(suite, "testcase", classname="signature", name="signature")
    if failed_signature:
        ElementTree.SubElement(case, "failure", message=f"changed to {found.signature_found}")
    elif found.signature == "not compared":
        ElementTree.SubElement(case, "skipped", message="another seed")
    for row in found.cells.iter_rows(named=True):
        case = ElementTree.SubElement(suite, "testcase", classname="win rate", name=row["key"])
        if row["verdict"] == "moved":
            ElementTree.SubElement(case, "failure", message=_cell_words(row))
        elif row["verdict"] == "inconclusive":
            ElementTree.SubElement(case, "skipped", message=f"inconclusive: {_needed(row['games_needed'])}")
    return ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True) + b"\n"


def _annotations(found: Checked, file: str, exact: bool) -> list[str]:
    """Lines that GitHub shows beside the baseline in a pull request."""
    lines = [
        f"::error file={file},title=win rate moved::{row['key']}: {_cell_words(row)}"
        for row in found.cells.filter(pl.col("verdict") == "moved").iter_rows(named=True)
    ]
    if found.signature == "changed":
        kind = "error" if exact else "notice"
        lines.append(
            f"::{kind} file={file},title=signature changed::some rule, card or policy plays differently"
        )
    if found.verdict == "inconclusive":
        lines.append(f"::warning file={file},title=inconclusive::{_needed(found.games_needed)}")
    return [line.replace("%", "%25") for line in lines]
