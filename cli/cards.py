"""`breachlab cards`: what every card and mage is worth, and which pairs go together."""

import click
import polars as pl

from breachlab.analysis import card_values, team_values
from breachlab.analysis.frames import names_of
from breachlab.cli.answers import (
    between,
    json_option,
    note_unfinished,
    number,
    open_run,
    percent,
    points,
    print_json,
    title,
)
from breachlab.cli.console import print_table
from breachlab.cli.options import WholeNumber
from breachlab.sim.errors import resolve


@click.command()
@click.argument("run", required=False)
@click.option("--nemesis", metavar="ID", help="Only games against this nemesis.")
@click.option("--mages", is_flag=True, help="Mages and pairs of mages instead of market cards.")
@click.option("--no-pairs", is_flag=True, help="Leave pairs out: faster, and enough for few supplies.")
@click.option(
    "--top", type=WholeNumber(1, 1000), default=10, show_default=True, metavar="N", help="Pairs shown."
)
@json_option
def cards(run: str | None, nemesis: str | None, mages: bool, no_pairs: bool, top: int, as_json: bool) -> None:
    """Tell what every market card of RUN is worth, nemesis by nemesis.

    "Effect" is caused by the card: how many points the win rate changes when it is in the supply, compared
    with the average other card of its kind. "When gained" is an association: players choose what they gain. A
    star marks what chance does not explain (false discoveries at most 5 %).

    \b
      breachlab run every_supply --out runs/every_supply
      breachlab cards runs/every_supply --nemesis umbra_titan
      breachlab run mages --out runs/mages
      breachlab cards runs/mages --mages
    """
    frame, manifest, folder = open_run(run, "mages" if mages else "every_supply")
    note_unfinished(manifest, folder)
    names = names_of(frame, None)
    if nemesis is not None:
        known = (
            frame.select(pl.col(names.opponent).cast(pl.String).unique().sort())
            .collect()
            .to_series()
            .to_list()
        )
        nemesis = resolve(names.opponent, nemesis, known)
        frame = frame.filter(pl.col(names.opponent).cast(pl.String) == nemesis)
    values = (team_values if mages else card_values)(frame, pairs=not no_pairs, names=names)
    best = values.pairs.filter("discovered").sort("effect", descending=True)
    synergies = best.filter(pl.col("effect") > 0).head(top)
    clashes = best.filter(pl.col("effect") < 0).reverse().head(top)
    if as_json:
        print_json({"items": values.items, "pairs": values.pairs, "notes": values.notes})
        return
    what = names.team_name if mages else "card"
    columns = [names.opponent, what, "effect", "95 % interval", "", "games", "won with", "without"]
    columns += [] if mages else ["| gained", "won when gained", "first gain", "plays"]
    rows = []
    for row in values.items.iter_rows(named=True):
        cells = [row[names.opponent], row[what], points(row["effect"])]
        cells += [
            between(row["effect_low"], row["effect_high"], signed=True),
            "*" if row["discovered"] else "",
        ]
        cells += [number(row["games"]), percent(row["win_rate"]), percent(row["without"])]
        if not mages:
            cells += ["| " + percent(row["gain_rate"]), percent(row["win_rate_when_gained"])]
            cells += ["-" if row["first_gain"] is None else f"turn {row['first_gain']:.1f}"]
            cells += ["-" if row["plays"] is None else f"{row['plays']:.2f}"]
        rows.append(cells)
    print_table(columns, rows)
    for heading, pairs in (("Synergies", synergies), ("Clashes", clashes)):
        title(f"{heading}: points beyond the two effects (false discoveries at most 5 %)")
        print_table(
            [names.opponent, "one", "other", "effect", "95 % interval"],
            [
                [
                    row[names.opponent],
                    row["one"],
                    row["other"],
                    points(row["effect"]),
                    between(row["effect_low"], row["effect_high"], signed=True),
                ]
                for row in pairs.iter_rows(named=True)
            ],
        ) if pairs.height else click.echo("none found")
    for note in values.notes:
        click.echo(f"note: {note}", err=True)
