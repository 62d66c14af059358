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
    default=150,
    show_default=True,
    metavar="N",
    help="Rounds of games from which each set of the standard player's weights is learned; 0: none.",
)
@click.option(
    "--value-rounds",
    type=WholeNumber(0, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Rounds of games to which the expert's values are fitted; 0 leaves them as they are.",
)
@click.option(
    "--games",
    type=WholeNumber(400, 10**7),
    default=16_000,
    show_default=True,
    metavar="N",
    help="Games of a round; ten times as many, for each number of players, for the expert's values.",
)
@click.option(
    "--step",
    type=click.FloatRange(0.01, 10),
    default=0.5,
    show_default=True,
    metavar="X",
    help="How far the standard player's play changes in a round (Kullback-Leibler distance a game).",
)
@click.option(
    "--only",
    metavar="NAME,...",
    help='Whose weights are learned: nemeses with a number of players, for example "umbra_titan:2", or "any" '
    "for the set that suits any nemesis.  [default: all]",
)
@click.option("--fresh", is_flag=True, help="Begin with no weights at all; what is not learned stays.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where fitted.json and expert.json are written; otherwise in place of those that breachlab has.",
)
def train(
    seed: int,
    weight_rounds: int,
    value_rounds: int,
    games: int,
    step: float,
    only: str | None,
    fresh: bool,
    out: Path | None,
) -> None:
    """Learn the standard player's weights and the expert's values from simulated games.

    There is a set of weights for each nemesis and number of players, and one for any other nemesis. Each
    begins with the weights that it has, or with those for any nemesis.

    The same seed and numbers give the same weights on the same machine. The files tell how they were made,
    and expert.json how well its values predict games that they have not seen (Brier score, reliability).

    \b
      breachlab train --weight-rounds 20 --value-rounds 0 --out weights
      breachlab train --only umbra_titan:2 --weight-rounds 40 --value-rounds 0 --out weights
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
        step=step,
        only=only.split(",") if only else None,
        fresh=fresh,
        folder=folder,
        say=click.echo,
    )
    click.echo(f"wrote {folder}")
