"""`breachlab train`: learn the players' weights from simulated games."""

from pathlib import Path

import click

from breachlab.cli.options import SEED, WholeNumber
from breachlab.sim.errors import UserError


@click.command()
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="The luck of all games.")
@click.option(
    "--weight-rounds",
    type=WholeNumber(0, 10**5),
    default=200,
    show_default=True,
    metavar="N",
    help="Rounds of games from which the standard player learns; 0 leaves it as it is.",
)
@click.option(
    "--value-rounds",
    type=WholeNumber(0, 100),
    default=3,
    show_default=True,
    metavar="N",
    help="Rounds of games to which the expert's values are fitted; 0 leaves them as they are.",
)
@click.option(
    "--games",
    type=WholeNumber(400, 10**7),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Games of a round; twice as many for the expert's values.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where fitted.json and expert.json are written; otherwise in place of those that breachlab has.",
)
def train(seed: int, weight_rounds: int, value_rounds: int, games: int, out: Path | None) -> None:
    """Learn the standard player's weights and the expert's values from simulated games.

    The same seed and numbers give the same weights on the same machine. The files tell how they were made,
    and expert.json how well its values predict games that they have not seen (Brier score, reliability).

    \b
      breachlab train --weight-rounds 20 --value-rounds 0 --out weights
    """
    from breachlab.sim.aeons_end.train import train as learn
    from breachlab.sim.aeons_end.weights import FOLDER

    folder = FOLDER if out is None else out
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot write there ({error.strerror})") from error
    learn(
        seed=seed,
        weight_rounds=weight_rounds,
        value_rounds=value_rounds,
        games=games,
        folder=folder,
        say=click.echo,
    )
    click.echo(f"wrote {folder}")
