"""What the commands that analyse runs share: reading a run, and writing numbers as people read them."""

import json
from pathlib import Path
from typing import Any

import click
import polars as pl

from breachlab.sim import runs
from breachlab.sim.aeons_end.pack import Pack, load_pack
from breachlab.sim.errors import UserError

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
content_option = click.option("--content", metavar="FOLDER", help="A content pack instead of war_eternal.")


def open_run(run: str | None, experiment: str) -> tuple[pl.LazyFrame, dict[str, Any], Path]:
    """The games of a run and its manifest; without a name the newest run in runs/."""
    folder = Path(run) if run else newest_run(experiment)
    manifest = runs.read_manifest(folder)
    if not runs.chunk_files(folder):
        raise UserError(f"{folder}: the run is empty; play it with `breachlab run --resume {folder}`")
    return runs.scan(folder), manifest, folder


def newest_run(experiment: str) -> Path:
    """The newest run in runs/; when there is none, ``experiment`` is the one to play."""
    found = sorted(
        Path("runs").glob(f"*/{runs.MANIFEST}"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    if not found:
        raise UserError(f"no run is named, and runs/ has none; play one with `breachlab run {experiment}`")
    return found[0].parent


def note_unfinished(manifest: dict[str, Any], folder: Path) -> None:
    """Say on stderr that a run is not whole: what is missing is not a random part of it."""
    if not manifest["finished"]:
        click.echo(f"note: {folder} is not finished; to finish it: breachlab run --resume {folder}", err=True)


def packs_of(manifest: dict[str, Any]) -> list[Pack]:
    """The content packs of a run, as far as they are still there."""
    found = []
    contents = manifest["experiment"]["factors"].get("content", ["war_eternal"])
    for content in contents if isinstance(contents, list) else [contents]:
        if content == "war_eternal" or Path(content).is_dir():
            found.append(load_pack(content))
    return found


def percent(share: float | None) -> str:
    """A share as a percentage: 45.2 %."""
    return "-" if share is None or share != share else f"{100 * share:.1f} %"


def points(share: float | None) -> str:
    """A difference of shares in points: +3.1."""
    return "-" if share is None or share != share else f"{100 * share:+.1f}"


def between(low: float | None, high: float | None, signed: bool = False) -> str:
    """An interval in percent or points: 43.1 to 47.3."""
    if low is None or high is None:
        return "-"
    return f"{100 * low:+.1f} to {100 * high:+.1f}" if signed else f"{100 * low:.1f} to {100 * high:.1f}"


def number(value: Any) -> str:
    """A count with thousands marked."""
    return "-" if value is None else f"{value:,}"


def print_json(value: Any) -> None:
    """Print frames, records and numbers as JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, pl.DataFrame):
        return value.to_dicts()
    if isinstance(value, tuple):
        return list(value)
    return value.item() if hasattr(value, "item") else str(value)


def title(text: str) -> None:
    """A heading between two tables."""
    click.echo(f"\n{click.style(text, bold=True)}")
