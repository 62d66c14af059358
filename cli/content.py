"""`breachlab content`: what is in a content pack, and whether it is sound."""

import json
from collections import Counter

import click

from breachlab.cli.console import print_table
from breachlab.sim.aeons_end.language import phrases as all_phrases
from breachlab.sim.aeons_end.pack import load_pack
from breachlab.sim.errors import resolve

DEFAULT_PACK = "war_eternal"

content_option = click.option(
    "--content",
    "path",
    default=DEFAULT_PACK,
    show_default=True,
    metavar="FOLDER",
    help="The content pack: a folder, or the name of a pack that comes with breachlab.",
)


@click.group(invoke_without_command=True)
@click.pass_context
def content(ctx: click.Context) -> None:
    """List, show and check cards, mages and nemeses."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@content.command("list")
@content_option
@click.option("--json", "as_json", is_flag=True, help="Print an array of objects.")
def list_items(path: str, as_json: bool) -> None:
    """List every card, mage and nemesis of a content pack."""
    items = load_pack(path).items
    if as_json:
        fields = ("id", "name", "category", "kind")
        records = [{field: getattr(item, field) for field in fields} for item in items]
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
    else:
        print_table(
            ["id", "name", "category", "kind"],
            [(item.id, item.name, item.category, item.kind) for item in items],
        )


@content.command()
@content_option
@click.argument("item_id", metavar="ID")
def show(path: str, item_id: str) -> None:
    """Show one card, mage or nemesis with its numbers and effects."""
    pack = load_pack(path)
    found = resolve("content item", item_id, {item.id: item.name for item in pack.items}, where=str(path))
    for item in pack.items:
        if item.id == found:
            for line in item.describe():
                click.echo(line)


@content.command()
@click.argument("path", metavar="PATH")
def check(path: str) -> None:
    """Check a whole content pack before it is played.

    The exit code is 0 for a sound pack. Otherwise it is 2, and one sentence says which item of which file is
    wrong, and what is allowed.
    """
    counts = Counter(item.category for item in load_pack(path).items)
    summary = ", ".join(f"{count} {category}" for category, count in counts.items())
    click.echo(f"{path} is sound: {summary}")


@content.command()
@click.option("--json", "as_json", is_flag=True, help="Print an array of objects.")
def phrases(as_json: bool) -> None:
    """Explain every phrase that a card's effect can be written in."""
    if as_json:
        records = [
            {"phrase": phrase, "meaning": text, "example": example} for phrase, text, example in all_phrases()
        ]
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
    else:
        for phrase, text, example in all_phrases():
            click.echo(f"{click.style(phrase, bold=True)}\n    {text}\n    for example: {example}\n")
