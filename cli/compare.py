"""`breachlab compare`: two packs, policies or runs on the same seeds."""

from pathlib import Path
from typing import Any

import click
import polars as pl

from breachlab.analysis import compare as compare_games
from breachlab.analysis import flipped
from breachlab.cli import progress
from breachlab.cli.answers import between, json_option, number, open_run, percent, points, print_json, title
from breachlab.cli.console import print_table
from breachlab.cli.options import SEED, WholeNumber, many
from breachlab.sim import simulate
from breachlab.sim.declared import declared
from breachlab.sim.errors import UserError
from breachlab.sim.runs import MANIFEST


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--experiment", default="quick", show_default=True, metavar="NAME", help="What packs or policies play."
)
@click.option("--games", type=WholeNumber(1, 10**8), metavar="N", help="Games in each cell.")
@click.option("--seed", type=SEED, metavar="N", help="The luck of all games, the same for both.")
@click.option("--nemesis", metavar="ID,...", help="Only against these.")
@click.option("--players", metavar="N,...", help="Only with so many players.")
@click.option("--difficulty", metavar="MODE,...", help="Only in these modes.")
@click.option("--policy", metavar="NAME", help="Who plays two packs.")
@click.option(
    "--flips", type=WholeNumber(0, 1000), default=3, show_default=True, metavar="N", help="Games to watch."
)
@json_option
def compare(
    a: str,
    b: str,
    experiment: str,
    games: int | None,
    seed: int | None,
    flips: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Compare A and B: two run folders, two content packs, or two policies, game by game on the same seeds.

    A cell has moved when chance does not explain its flipped games (5 % over all cells together). The games
    that flipped come with the command to watch them.

    \b
      breachlab compare war_eternal mine/ --games 2000
      breachlab compare standard expert --nemesis umbra_titan
      breachlab compare runs/before runs/after
    """
    kinds = {_kind(a), _kind(b)}
    if len(kinds) > 1:
        raise UserError(
            f"{a} is a {_kind(a)} and {b} a {_kind(b)}: compare two runs, two content packs or two policies"
        )
    kind = kinds.pop()
    if kind == "run":
        (one, at, _), (other, bt, _) = open_run(a, "quick"), open_run(b, "quick")
        contents = [manifest["experiment"]["factors"].get("content", [""])[0] for manifest in (at, bt)]
        frames: list[pl.DataFrame | pl.LazyFrame] = [one, other]
    else:
        factors = _factors(given)
        progress.prepare("aeons_end", quiet=as_json)
        frames, contents = [], ["", ""]
        for k, name in enumerate((a, b)):
            frames.append(simulate(experiment, games=games, seed=seed, **{**factors, kind: name}))
            contents[k] = name if kind == "content" else ""
    cells = compare_games(frames[0], frames[1])
    turned = flipped(frames[0], frames[1])
    chosen = pl.concat([turned.filter(pl.col("turned") == how).head(flips) for how in ("lost", "won")])
    watch = [
        {
            "turned": row["turned"],
            "seed": row["seed"],
            "a": watch_command(row, row["policy"], contents[0]),
            "b": watch_command(row, row["policy_b"], contents[1]),
        }
        for row in chosen.iter_rows(named=True)
    ]
    if as_json:
        print_json({"cells": cells, "flipped": turned.height, "watch": watch})
        return
    factors_shown = list(cells.columns[: cells.columns.index("games")])
    columns = [
        *factors_shown,
        "games",
        "A won",
        "B won",
        "change",
        "95 % interval",
        "won->lost",
        "lost->won",
        "",
    ]
    print_table(
        columns,
        [
            [str(row[c]) for c in factors_shown]
            + [
                number(row["games"]),
                percent(row["win_rate_a"]),
                percent(row["win_rate_b"]),
                points(row["change"]),
            ]
            + [
                between(row["low"], row["high"], signed=True),
                number(row["won_to_lost"]),
                number(row["lost_to_won"]),
            ]
            + ["moved" if row["moved"] else ""]
            for row in cells.iter_rows(named=True)
        ],
    )
    click.echo(f"\n{cells['moved'].sum()} of {cells.height} cells moved; {turned.height:,} games flipped")
    for how, words in (("lost", "Won by A, lost by B"), ("won", "Lost by A, won by B")):
        some = [game for game in watch if game["turned"] == how]
        if some:
            title(f"{words}; to watch:")
            for game in some:
                click.echo(f"A: {game['a']}\nB: {game['b']}")


def _kind(name: str) -> str:
    path = Path(name)
    if (path / MANIFEST).exists():
        return "run"
    if path.is_dir() or path.name == "pack.toml" or name == "war_eternal":
        return "content"
    if "/" in name:
        raise UserError(f"{name} is no folder: compare takes two runs, two content packs or two policies")
    return "policy"


def _factors(given: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in ("nemesis", "difficulty", "players"):
        if given[option]:
            found[option] = many(f"--{option}", [given[option]])
    if given["policy"]:
        found["policy"] = given["policy"]
    return found


def watch_command(row: dict[str, Any], policy: str, content: str) -> str:
    """The command that plays one game of a frame again."""
    own = declared("aeons_end")
    team = ",".join(row[column] for column in own.team if row.get(column))
    words = ["breachlab play", f"--nemesis {row['nemesis']}", f"--difficulty {row['difficulty']}"]
    words += [
        f"--mages {team}",
        f"--supply {','.join(row[slot] for slot in own.slots)}",
        f"--seed {row['seed']}",
    ]
    words += [f"--policy {policy}"]
    if content and content != "war_eternal":
        words.append(f"--content {content}")
    if row.get("variant"):
        words.append("--four-player-variant")
    if row.get("solo_turn_cards"):
        words.append(f"--solo-turn-cards {row['solo_turn_cards']}")
    if row.get("solo_life"):
        words.append(f"--solo-life {row['solo_life']}")
    return " ".join(words)
