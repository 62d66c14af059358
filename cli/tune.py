"""`breachlab tune`: which value of a number in the content gives a target win rate."""

import tempfile
from pathlib import Path
from typing import Any

import click

from breachlab.analysis import tune as find_value
from breachlab.analysis.tune import check_target
from breachlab.cli import progress
from breachlab.cli.answers import between, json_option, number, percent, print_json
from breachlab.cli.console import print_table
from breachlab.cli.options import SEED, WholeNumber, names
from breachlab.sim import simulate
from breachlab.sim.aeons_end.pack import Pack, load_pack
from breachlab.sim.errors import UserError, resolve, unknown

WHOLE = WholeNumber(0, 10_000)
TABLES = {"mage": "mage", "nemesis": "nemesis", "difficulty": "difficulty"}  # everything else is a card


@click.command()
@click.argument("what", metavar="ITEM.NUMBER")
@click.option("--target", type=float, required=True, metavar="PERCENT", help="The win rate to reach.")
@click.option(
    "--from", "lowest", type=WHOLE, metavar="N", help="Lowest value to try; otherwise half of today's."
)
@click.option(
    "--to", "highest", type=WHOLE, metavar="N", help="Highest value to try; otherwise twice today's."
)
@click.option("--nemesis", metavar="ID", help="Whom to fight; otherwise the one that the item belongs to.")
@click.option("--players", type=WholeNumber(1, 4), metavar="N", help="How many players; otherwise 2.")
@click.option("--mages", metavar="ID,...", help="The players' mages; otherwise random.")
@click.option("--supply", metavar="NAME|ID,...", help="The supply; otherwise random.")
@click.option(
    "--difficulty", default="normal", show_default=True, metavar="MODE", help="The difficulty mode."
)
@click.option("--policy", metavar="NAME", help="Who plays.")
@click.option(
    "--content", default="war_eternal", show_default=True, metavar="FOLDER", help="The content pack."
)
@click.option(
    "--games",
    type=WholeNumber(50, 10**7),
    default=1000,
    show_default=True,
    metavar="N",
    help="Games for each value in the first round; each next round has twice as many.",
)
@click.option("--rounds", type=WholeNumber(1, 10), default=4, show_default=True, metavar="N", help="Rounds.")
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="The luck of all games.")
@json_option
def tune(
    what: str,
    target: float,
    lowest: int | None,
    highest: int | None,
    nemesis: str | None,
    players: int | None,
    mages: str | None,
    supply: str | None,
    difficulty: str,
    policy: str | None,
    content: str,
    games: int,
    rounds: int,
    seed: int,
    as_json: bool,
) -> None:
    """Find the value of ITEM.NUMBER with which the players win the target share of games.

    Every value is played on the same seeds. The answer comes with its interval and the curve.

    \b
      breachlab tune umbra_titan.life --target 50
      breachlab tune nova_forge.cost --target 55 --nemesis gate_witch --from 2 --to 9
      breachlab tune cryptid.life --target 60 --players 3 --policy expert
    """
    check_target(target / 100)
    pack = load_pack(content)
    item, field, now = _number_in(pack, what)
    factors: dict[str, Any] = {"nemesis": nemesis or _home(pack, item), "difficulty": difficulty}
    factors["players"] = players or (len(names("--mages", mages)) if mages else 2)
    if mages:
        factors["mages"] = [names("--mages", mages)]
    if supply:
        factors["supply"] = [names("--supply", supply)] if "," in supply else supply
    if policy:
        factors["policy"] = policy
    progress.prepare("aeons_end", quiet=as_json)
    with tempfile.TemporaryDirectory() as folder:

        def play(value: int, first: int, n: int) -> Any:
            path = Path(folder) / f"{value}"
            if not path.exists():
                path.mkdir()
                (path / "pack.toml").write_text(
                    _override(pack, content, item, field, value), encoding="utf-8"
                )
            if not as_json:
                click.echo(f"{item}.{field} = {value}: {n:,} games", err=True)
            won = simulate(games=first + n, seed=seed, content=str(path), **factors)["won"].to_numpy()
            return won[first:]

        found = find_value(
            play,
            lowest=max(1, now // 2) if lowest is None else lowest,
            highest=max(2, 2 * now) if highest is None else highest,
            target=target / 100,
            games=games,
            rounds=rounds,
        )
    if as_json:
        print_json({"item": item, "number": field, "now": now, **vars(found)})
        return
    print_table(
        ["value", "games", "won", "95 % interval", "curve"],
        [
            [
                str(row["value"]) + (" (today)" if row["value"] == now else ""),
                number(row["games"]),
                percent(row["win_rate"]),
                between(row["low"], row["high"]),
                percent(row["fitted"]),
            ]
            for row in found.curve.iter_rows(named=True)
        ],
    )
    click.echo(
        f"\n{item}.{field} = {found.best} gives about {percent(found.best_rate)} (target {target:g} %); "
        f"the curve meets the target at {found.root:.1f}, 95 % interval {found.low:.1f} to {found.high:.1f}; "
        f"today {now}; {found.games:,} games"
    )


def _number_in(pack: Pack, what: str) -> tuple[str, str, int]:
    """The item, the name of its number and today's value."""
    word, dot, field = what.rpartition(".")
    if not dot or not word:
        raise UserError(
            f'"{what}" names no number: write an item and one of its numbers, as umbra_titan.life'
        )
    items = {item.id: item.name for item in (*pack.items, *pack.difficulties)}
    item = resolve("content item", word, items)
    values = {
        name: value
        for name, value in vars(pack.by_id[item]).items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    if field not in values:
        raise unknown(f"number of {item}", field, values)
    return item, field, values[field]


def _home(pack: Pack, item: str) -> str:
    found = pack.by_id[item]
    home = item if found.category == "nemesis" else getattr(found, "belongs_to", "")
    if home not in {nemesis.id for nemesis in pack.nemeses}:
        raise UserError(f"{item} belongs to no nemesis: say against whom it is tuned, with --nemesis ID")
    return str(home)


def _override(pack: Pack, content: str, item: str, field: str, value: int) -> str:
    """A pack that changes one number."""
    table = TABLES.get(pack.by_id[item].category, "card")
    base = str(Path(content).resolve()) if Path(content).is_dir() else content
    return f"extends = {_toml(base)}\n\n[{table}.{item}]\n{field} = {value}\n"


def _toml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
