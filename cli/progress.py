"""What a person sees on stderr while games are played: a bar in a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from breachlab.sim import batch, jit
from breachlab.sim.runs import Progress as RunProgress
from breachlab.sim.runs import Report

SECONDS_BETWEEN_LINES = 5
COMPILING = "compiling the engine for this machine, once: about a minute"


def prepare(game: str, quiet: bool) -> None:
    """Compile the engine before the first game, and show how far that is."""
    if jit.is_warm(game):
        batch.prepared(game)
        return
    start = time.monotonic()
    console = Console(stderr=True)
    if quiet:
        batch.prepared(game)
        return
    if console.is_terminal:
        columns = TextColumn(COMPILING), _Compiled(), _Elapsed()
        with Progress(*columns, console=console, transient=True) as shown:
            shown.add_task("")
            batch.prepared(game)
    else:
        click.echo(COMPILING + " ...", err=True)
        batch.prepared(game)
    click.echo(f"compiled in {time.monotonic() - start:.0f} s", err=True)


@contextmanager
def shown(quiet: bool) -> Iterator[Report]:
    """A function that shows how far a run is, as often as suits what stderr is."""
    console = Console(stderr=True)
    if quiet:
        yield lambda _: None
    elif console.is_terminal:
        with Progress(
            BarColumn(bar_width=None), TextColumn("{task.description}"), console=console, refresh_per_second=4
        ) as bar:
            task = bar.add_task("", total=None)
            clock = _Clock()

            def draw(progress: RunProgress) -> None:
                done, of = (
                    (progress.games, progress.total)
                    if progress.total
                    else (progress.cells_done, progress.cells)
                )
                bar.update(task, completed=done, total=of, description=clock.line(progress))

            yield draw
    else:
        clock = _Clock()
        last = time.monotonic()

        def tell(progress: RunProgress) -> None:
            nonlocal last
            if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                print(clock.line(progress), file=sys.stderr, flush=True)

        yield tell


class _Clock:
    """Words for a progress, with the speed since the clock was started."""

    def __init__(self) -> None:
        self.start = time.monotonic()

    def line(self, progress: RunProgress) -> str:
        elapsed = max(time.monotonic() - self.start, 1e-9)
        played = progress.games - progress.found
        of = f" of {progress.total:,}" if progress.total else ""
        parts = [
            f"{progress.cells_done:,} of {progress.cells:,} cells",
            f"{progress.games:,}{of} games",
            f"{played / elapsed:,.0f} games/s",
        ]
        if played and progress.total:
            parts.append(f"{duration((progress.total - progress.games) * elapsed / played)} left")
        if progress.games:
            parts.append(f"won {100 * progress.successes / progress.games:.1f} %")
        return ", ".join(parts)


class _Compiled(ProgressColumn):
    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(total=1, completed=jit.share_compiled(), width=12)


class _Elapsed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.elapsed or 0:.0f} s")


def duration(seconds: float) -> str:
    """A time in words: ``4 s``, ``3 min 20 s``, ``5 h 7 min``.

    >>> duration(200)
    '3 min 20 s'
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"
