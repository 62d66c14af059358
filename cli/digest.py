"""`breachlab digest`: one hash over all games of a run."""

import click

from breachlab.sim import runs


@click.command()
@click.argument("run", metavar="RUN")
def digest(run: str) -> None:
    """Print one SHA-256 over the rows of a finished run, in order of cell and game.

    Two runs of the same experiment have the same digest, however many workers played them and however often
    they were interrupted; any other row changes it.
    """
    click.echo(runs.digest(run))
