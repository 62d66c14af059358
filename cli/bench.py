"""`breachlab bench`: how many games a second this machine plays, and what starting up costs."""

import datetime
import json
from pathlib import Path

import click

from breachlab.analysis.speed import Speed, append_history, measure
from breachlab.cli.console import print_table
from breachlab.cli.options import WholeNumber


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--repeats",
    type=WholeNumber(1, 100),
    default=3,
    show_default=True,
    metavar="N",
    help="How often each figure is measured; the median counts.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 60),
    default=0.2,
    show_default=True,
    metavar="S",
    help="How long one measurement of a nemesis and number of players takes.",
)
@click.option(
    "--cold/--no-cold", default=True, help="Also start with nothing compiled, which takes about a minute."
)
@click.option("--history", metavar="FILE", help="Append a line to this file.")
def bench(as_json: bool, repeats: int, seconds: float, cold: bool, history: str | None) -> None:
    """Measure how many games a second the engine plays, on one core and on all, and what starting up costs.

    Everything is measured in one run, so that the ratios hold on a busy machine too.
    """
    speed = measure(repeats, seconds, cold, report=lambda what: click.echo(f"measuring: {what}", err=True))
    if history:
        append_history(Path(history), speed, datetime.date.today().isoformat())
    if as_json:
        click.echo(json.dumps(speed.to_dict(), indent=2))
    else:
        _print(speed)


def _print(speed: Speed) -> None:
    click.echo(f"breachlab {speed.version} on {speed.cores} cores, {speed.machine}\n")
    counts = sorted({rate.players for rate in speed.cells})
    rows = []
    for policy, nemesis in dict.fromkeys((rate.policy, rate.nemesis) for rate in speed.cells):
        found = {
            rate.players: rate for rate in speed.cells if (rate.policy, rate.nemesis) == (policy, nemesis)
        }
        rates = [f"{found[n].games_per_second:,.0f}" for n in counts]
        rows.append([policy, nemesis, *rates, f"{max(rate.spread for rate in found.values()):.0%}"])
    print_table(["games a second", "nemesis", *(f"{n} players" for n in counts), "spread"], rows)
    click.echo()
    print_table(
        ["two players", "games a second", "decisions a second", "on all cores", "spread"],
        [
            [
                policy,
                f"{rate:,.0f}",
                f"{speed.decisions_per_second[policy]:,.0f}",
                f"{speed.games_per_second_on_all_cores[policy]:,.0f}",
                f"{speed.spread[policy]:.0%}",
            ]
            for policy, rate in speed.games_per_second.items()
        ],
    )
    click.echo()
    cold = "not measured" if speed.cold_seconds is None else f"{speed.cold_seconds:.1f} s"
    figures = [
        ("compiled over interpreted", f"{speed.compiled_over_interpreted:.0f} times"),
        ("two workers over one", f"{speed.two_workers_over_one:.2f} times"),
        ("first run, nothing compiled", cold),
        ("run of 400 games, compiled before", f"{speed.warm_seconds:.2f} s, {speed.memory_mb:.0f} MB"),
        ("breachlab --version", f"{speed.version_seconds:.2f} s"),
    ]
    print_table(["figure", "value"], figures)
