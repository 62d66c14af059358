"""How every command prints: results on stdout, in the same kind of table."""

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

# Not a terminal: wide enough that no row is wrapped, so that grep and friends see whole rows.
WIDTH_OF_A_FILE = 250


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; the cells are plain text, brackets in them have no meaning."""
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_FILE).print(table)
