"""`breachlab rate`: how hard each nemesis is, beside the rating on its box, and what kills."""

import click
import polars as pl

from breachlab.analysis import in_play_when_lost, rank_agreement, what_kills
from breachlab.analysis import rate as rate_games
from breachlab.analysis.frames import context, names_of
from breachlab.analysis.ratings import BANDS, contradictions
from breachlab.cli.answers import (
    between,
    json_option,
    note_unfinished,
    number,
    open_run,
    packs_of,
    percent,
    print_json,
    title,
)
from breachlab.cli.console import print_table
from breachlab.sim.errors import UserError

CARDS_SHOWN = 5


@click.command()
@click.argument("run", required=False)
@click.option("--policy", metavar="NAME", help="Only games of this policy.")
@click.option("--bands", is_flag=True, help="Print the definition of the scale and stop.")
@json_option
def rate(run: str | None, policy: str | None, bands: bool, as_json: bool) -> None:
    """Rate every nemesis of RUN from 1 to 10, for each mode, number of players and policy.

    A rating is a band of win rate: 1 is 90 % or more, 10 is below 10 % (see --bands). Beside it stands the
    printed rating. Without RUN the newest run in runs/ is taken.

    \b
      breachlab run difficulty --policy expert --out runs/difficulty
      breachlab rate runs/difficulty
    """
    if bands:
        print_table(
            ["rating", "win rate from", "below"],
            [(str(r), f"{100 * a:.0f} %", f"{100 * b:.0f} %") for r, a, b in BANDS.rows()],
        )
        return
    frame, manifest, folder = open_run(run, "difficulty")
    note_unfinished(manifest, folder)
    names = names_of(frame, None)
    if policy is not None:
        known = (
            frame.select(pl.col(names.policy).cast(pl.String).unique().sort()).collect().to_series().to_list()
        )
        if policy not in known:
            raise UserError(
                f'the run has no games of policy "{policy}" (it has {", ".join(known)}); '
                f"play them with `breachlab run difficulty --policy {policy}`"
            )
        frame = frame.filter(pl.col(names.policy).cast(pl.String) == policy)
    printed = {
        nemesis.id: nemesis.printed_difficulty for pack in packs_of(manifest) for nemesis in pack.nemeses
    }
    by = context(frame, names)
    rates = rate_games(frame, printed=printed, names=names)
    agreement = rank_agreement(rates, by=by)
    refuted = contradictions(rates, opponent=names.opponent, by=by)
    kills = what_kills(frame, names=names)
    cards = (
        in_play_when_lost(frame, names=names).group_by(names.opponent, maintain_order=True).head(CARDS_SHOWN)
    )
    if as_json:
        print_json(
            {
                "ratings": rates,
                "rank_agreement": agreement,
                "contradictions": refuted,
                "what_kills": kills,
                "in_play_when_lost": cards,
            }
        )
        return
    rows = []
    for row in rates.iter_rows(named=True):
        span = f"{row['rating_low']}-{row['rating_high']}" if row["rating_low"] < row["rating_high"] else ""
        rows.append(
            [str(row[column]) for column in (names.opponent, *by)]
            + [number(row["games"]) + (" few" if row["few"] else ""), percent(row["win_rate"])]
            + [between(row["low"], row["high"]), str(row["rating"]), span, number(row["printed"])]
            + ["contradicted" if row["contradicted_by"] else ""]
        )
    columns = [names.opponent, *by, "games", "won", "95 % interval", "rating", "or", "printed", "order"]
    print_table(columns, rows)
    title("Do printed and measured order agree? (Kendall's tau: 1 the same order, 0 none, -1 the opposite)")
    print_table(
        [*by, "tau", "95 % interval"],
        [
            [str(row[c]) for c in by] + [f"{row['tau']:+.2f}", f"{row['low']:+.2f} to {row['high']:+.2f}"]
            for row in agreement.iter_rows(named=True)
        ],
    )
    title("Printed order that the games contradict")
    for row in refuted.iter_rows(named=True):
        click.echo(
            f"{row['easier_in_print']} ({percent(row['win_rate_of_easier'])}) is harder than "
            f"{row['harder_in_print']} ({percent(row['win_rate_of_harder'])}) at "
            + ", ".join(f"{column} {row[column]}" for column in by)
        )
    if not refuted.height:
        click.echo("none")
    title("What kills: share of losses")
    print_table(
        [names.opponent, "cause", names.stage, "losses", "share", "95 % interval"],
        [
            [
                str(row[names.opponent]),
                row["cause"],
                str(row[names.stage]),
                number(row["losses"]),
                percent(row["share"]),
                between(row["low"], row["high"]),
            ]
            for row in kills.iter_rows(named=True)
        ],
    )
    title("In play when games were lost (an association, not a cause)")
    print_table(
        [names.opponent, "card", "of lost games", "95 % interval", "of won games"],
        [
            [
                str(row[names.opponent]),
                row["card"],
                percent(row["share_of_lost"]),
                between(row["low"], row["high"]),
                percent(row["share_of_won"]),
            ]
            for row in cards.iter_rows(named=True)
        ],
    )
