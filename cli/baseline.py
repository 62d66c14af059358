"""`breachlab baseline`: accept the numbers of a run, as a small text file."""

from pathlib import Path

import click

from breachlab.analysis import make_baseline, read_baseline, write_baseline
from breachlab.cli.answers import open_run
from breachlab.cli.options import WholeNumber
from breachlab.sim.errors import UserError
from breachlab.sim.runs import write_bytes


@click.group(invoke_without_command=True)
@click.pass_context
def baseline(ctx: click.Context) -> None:
    """Write the win rates of a run as the ones to compare with."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@baseline.command()
@click.argument("run")
@click.argument("file")
@click.option(
    "--planned",
    type=WholeNumber(1, 10**9),
    metavar="N",
    help="Games a cell of the runs that will be checked, when they are not as many as RUN's.",
)
def write(run: str, file: str, planned: int | None) -> None:
    """Make FILE the baseline of RUN: one line a cell, sorted, so that its diff shows what changed.

    A baseline with more games than the runs that are checked makes the checks sharper: say with --planned how
    many those will have.

    \b
      breachlab run ci --out runs/ci
      breachlab baseline write runs/ci baseline.toml
    """
    frame, manifest, folder = open_run(run, "ci")
    if not manifest["finished"]:
        raise UserError(
            f"{folder}: the run is not finished; finish it with `breachlab run --resume {folder}`"
        )
    made = make_baseline(
        frame,
        experiment=manifest["experiment"]["name"],
        seed=manifest["experiment"]["seed"],
        engine=manifest["engine_signature"],
        content=manifest["content_hash"][:16],
        planned=planned or 0,
    )
    path = Path(file)
    before = read_baseline(path.read_text(encoding="utf-8"), file).cells if path.is_file() else {}
    changed = sum(before.get(key) != counts for key, counts in made.cells.items())
    try:
        write_bytes(path, write_baseline(made).encode())
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror})") from None
    click.echo(
        f"{file}: {len(made.cells)} cells, {changed} of them new or changed, signature {made.signature}"
    )
