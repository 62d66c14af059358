"""`breachlab skill`: how often each player of the ladder wins, and how fast it plays."""

from typing import Any

import click

from breachlab.analysis.skill import ALL, Ladder
from breachlab.cli import progress
from breachlab.cli.answers import between, content_option, json_option, number, percent, print_json
from breachlab.cli.console import print_table
from breachlab.cli.options import SEED, WholeNumber, many

GAMES = 250  # in each cell: the whole ladder takes about half a minute


@click.command()
@click.option(
    "--policy",
    multiple=True,
    metavar="NAME,...",
    help="Who plays, for all or by seat; otherwise random, novice, standard and expert. Repeatable.",
)
@click.option("--players", multiple=True, metavar="N,...", help="How many players; otherwise 1,2,3,4.")
@click.option("--nemesis", multiple=True, metavar="ID,...", help="Whom to fight; otherwise all.")
@click.option(
    "--games",
    type=WholeNumber(1, 10**7),
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Games of each policy, number of players and nemesis.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="The luck of all games.")
@click.option("--workers", type=WholeNumber(1, 4096), metavar="N", help="How many play at a time.")
@content_option
@json_option
def skill(
    policy: tuple[str, ...],
    players: tuple[str, ...],
    nemesis: tuple[str, ...],
    games: int,
    seed: int,
    workers: int | None,
    content: str | None,
    as_json: bool,
) -> None:
    """Play the ladder of skill at Normal, with random mages and supplies, and print how often each wins.

    For each policy, number of players and nemesis: the win rate with its 95 % interval, the mean number of
    turns, and the games a second that one core plays. The rows "all" are the mean over all nemeses. Every
    policy meets the same mages, supplies and luck.

    \b
      breachlab skill
      breachlab skill --policy standard --policy expert --players 2 --games 2000
      breachlab skill --policy expert,novice --nemesis umbra_titan
    """
    opponents = many("--nemesis", nemesis)
    ladder = Ladder(
        policies=policy,
        players=many("--players", players) or (1, 2, 3, 4),
        opponents=ALL if opponents in ([], [ALL]) else opponents,
        content=content,
    )
    progress.prepare(ladder.game, quiet=False)
    with progress.shown(quiet=False) as report:
        frame = ladder.play(games, seed, workers, report)
    if as_json:
        print_json(frame)
        return
    print_table(
        ["policy", "players", "nemesis", "games", "won", "95 % interval", "turns", "games/s"],
        [_row(row) for row in frame.iter_rows(named=True)],
    )


def _row(row: dict[str, Any]) -> list[str]:
    return [
        row["policy"],
        str(row["players"]),
        row["nemesis"],
        number(row["games"]),
        percent(row["win_rate"]),
        between(row["low"], row["high"]),
        f"{row['turns']:.1f}",
        f"{row['games_per_second']:,.0f}",
    ]
