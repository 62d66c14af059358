"""`breachlab run`: play an experiment into a run folder, or go on with one."""

import errno
import sys
from collections.abc import Callable
from typing import Any

import click

from breachlab.cli import progress
from breachlab.cli.main import INTERRUPTED
from breachlab.cli.options import SEED, WholeNumber, many, names
from breachlab.sim import batch, jit, runs
from breachlab.sim.errors import UserError
from breachlab.sim.experiments import Design, Experiment, Plan, load_experiment

TERMINATED = 143  # what a shell reports for a program ended by SIGTERM
DISK_FULL = 1

MANY = WholeNumber(1, 10**9)


@click.command()
@click.argument("experiment", required=False)
@click.option("--resume", metavar="DIR", help="Go on with a run that was interrupted.")
@click.option("--games", type=MANY, metavar="N", help="Games in each cell.")
@click.option(
    "--precision",
    type=float,
    metavar="POINTS",
    help="Play each cell until its 95 % interval is no wider than this many points up and down.",
)
@click.option("--most-games", type=MANY, metavar="N", help="With --precision: never more games in a cell.")
@click.option("--seed", type=SEED, metavar="N", help="The luck of all games.")
@click.option("--out", metavar="DIR", help="The run's folder; otherwise a new one with the date in runs/.")
@click.option("--workers", type=WholeNumber(1, 4096), metavar="N", help="How many play at a time.")
@click.option(
    "--backend",
    metavar="NAME",
    default="threads",
    show_default=True,
    help="threads, loky (processes), or an existing cluster: dask, ray.",
)
@click.option("--address", metavar="URL", help="Where the cluster is, for example tcp://127.0.0.1:8786.")
@click.option("--nemesis", multiple=True, metavar="ID,...", help="Whom to fight; several are crossed.")
@click.option("--difficulty", multiple=True, metavar="MODE,...", help="Difficulty modes, or all.")
@click.option("--players", multiple=True, metavar="N,...", help="How many players.")
@click.option("--mages", multiple=True, metavar="ID,ID,...", help="A team; random, each or all. Repeatable.")
@click.option("--supply", multiple=True, metavar="NAME|ID,...", help="A supply; random or all. Repeatable.")
@click.option(
    "--policy", multiple=True, metavar="NAME,...", help="Who plays, for all or by seat. Repeatable."
)
@click.option("--content", multiple=True, metavar="FOLDER", help="A content pack. Repeatable.")
@click.option(
    "--dry-run", is_flag=True, help="Only tell how many cells and games, and how long it would take."
)
@click.option("--quiet", is_flag=True, help="Show no progress.")
def run(
    experiment: str | None,
    resume: str | None,
    workers: int | None,
    backend: str,
    address: str | None,
    dry_run: bool,
    quiet: bool,
    out: str | None,
    **given: Any,
) -> None:
    """Play EXPERIMENT (a shipped one or a .toml file): every cell of its factors, many games each.

    The run's folder is printed at the end. A run that was interrupted goes on with --resume, and ends with
    the same games as if it had not been.

    \b
      breachlab run quick
      breachlab run difficulty --precision 1.0 --policy expert
      breachlab run every_supply --nemesis umbra_titan --out runs/umbra
      breachlab run --resume runs/umbra
    """
    team = batch.Workers(backend, workers, address)
    if resume is not None:
        _refuse(
            [experiment] if experiment else [],
            out=out,
            dry_run=dry_run or None,
            **given,
        )
        progress.prepare(runs.read_manifest(resume)["experiment"]["game"], quiet)
        _play(lambda: runs.reopen(resume), team, quiet)
        return
    if experiment is None:
        raise UserError("name an experiment, for example breachlab run quick, or a run to --resume")
    asked = load_experiment(experiment).changed(
        **{name: given[name] for name in ("games", "precision", "most_games", "seed")},
        factors=_factors(given),
    )
    design = asked.design()
    if dry_run:
        _tell(design, asked, team)
        return
    folder = runs.new_folder(asked.name, out)
    progress.prepare(design.game, quiet)
    _play(lambda: runs.create(asked, folder, sys.argv[1:], design), team, quiet)


def _refuse(words: list[str], **options: Any) -> None:
    words += [f"--{name.replace('_', '-')}" for name, value in options.items() if value not in (None, ())]
    if words:
        raise UserError(f"--resume plays what the run's manifest says, so it takes no {', '.join(words)}")


def _factors(given: dict[str, Any]) -> dict[str, Any]:
    """The factors on the command line, as an experiment's file would have them."""
    factors: dict[str, Any] = {}
    for name in ("nemesis", "difficulty", "players"):
        if given[name]:
            values = many(f"--{name}", given[name])
            factors[name] = values[0] if len(values) == 1 else values
    for name in ("mages", "supply"):
        if given[name]:
            factors[name] = [
                names(f"--{name}", value) if "," in value or _is_team(name, value) else value
                for value in given[name]
            ]
    for name in ("policy", "content"):
        if given[name]:
            factors[name] = list(given[name])
    if "mages" in factors and "players" not in factors and isinstance(factors["mages"][0], list):
        factors["players"] = list(
            dict.fromkeys(len(team) for team in factors["mages"] if isinstance(team, list))
        )
    return factors


def _is_team(name: str, value: str) -> bool:
    return name == "mages" and value not in ("random", "each", "all")


def _tell(design: Design, asked: Experiment, team: batch.Workers) -> None:
    plan = Plan(design.cells, asked.games, asked.precision, asked.most_games)
    for factor, values in design.summary():
        click.echo(f"{factor:12} {values}")
    click.echo(f"{'cells':12} {design.cells:,}")
    if asked.precision:
        click.echo(
            f"{'games':12} {plan.cells * plan.step:,} to {plan.most:,} (until ±{asked.precision} points)"
        )
    else:
        click.echo(f"{'games':12} {plan.most:,}")
    if not jit.is_warm(design.game):
        click.echo(f"{'time':12} unknown before the engine is compiled for this machine, about a minute")
        return
    batch.prepared(design.game)
    speed = batch.games_per_second(design, asked.seed, plan) * (team.n or 1)
    upto = "at most " if asked.precision else "about "
    click.echo(f"{'time':12} {upto}{progress.duration(plan.most / speed)} ({speed:,.0f} games a second)")


def _play(open_run: Callable[[], runs.Run], team: batch.Workers, quiet: bool) -> None:
    with runs.stoppable(), team:
        played = open_run()
        code, why = 0, ""
        try:
            with progress.shown(quiet) as report:
                played.play(team, report, lambda words: click.echo(words, err=True))
        except KeyboardInterrupt:
            code, why = INTERRUPTED, "interrupted"
        except runs.Stopped:
            code, why = TERMINATED, "stopped"
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            code, why = DISK_FULL, "the disk is full"
    if code:
        done = played.progress
        of = f" of {done.total:,}" if done.total else ""
        click.echo(
            f"{why}: {done.games:,}{of} games are on disk; to go on: breachlab run --resume {played.folder}",
            err=True,
        )
        click.get_current_context().exit(code)
    if not quiet:
        _sum_up(played)
    click.echo(played.folder)


def _sum_up(played: runs.Run) -> None:
    done = played.progress
    seconds = sum(session["seconds"] for session in played.manifest["sessions"])
    games = sum(session["games"] for session in played.manifest["sessions"])
    size = sum(path.stat().st_size for path in runs.chunk_files(played.folder))
    click.echo(
        f"{done.games:,} games of {done.cells:,} cells, "
        f"won {100 * done.successes / max(done.games, 1):.1f} %: "
        f"{progress.duration(seconds)}, {games / max(seconds, 1e-9):,.0f} games/s, {size / 1e6:,.1f} MB",
        err=True,
    )
