"""One look for every figure: colours that colour-blind people can tell apart, quiet axes, visible intervals.

Figures are drawn once in the colours of a light page. On the page the neutral colours and the categories
become CSS variables (:func:`inline_svg`), so that the same drawing follows the reader's light or dark mode.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Neutral colours of a light page. No two of them, or of the categories, are equal: each becomes a variable.
INK, MUTED, GRID, SURFACE = "#1b1c20", "#62656f", "#dfe1e6", "#fefefe"
# Four of the eight colours of Okabe and Ito, and two lighter ones for more categories. Markers differ too.
CATEGORIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
MARKERS = ("o", "s", "^", "D", "v", "P")
GOOD, BAD = CATEGORIES[0], CATEGORIES[1]
SEQUENTIAL = "YlGnBu_r"  # dark is hard, bright is easy; even in grey

VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--grid",
    SURFACE: "--surface",
    **{colour: f"--c{k}" for k, colour in enumerate(CATEGORIES, 1)},
}

WIDE, NARROW = 9.6, 4.1  # inches: a desktop's column, a phone's screen
PNG_DPI = 160
TITLE_SIZE, CAPTION_SIZE = 12, 8.5

_RC: dict[str, Any] = {
    "figure.facecolor": SURFACE,
    "savefig.facecolor": SURFACE,
    "axes.facecolor": SURFACE,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "legend.labelcolor": INK,
    "lines.solid_capstyle": "butt",
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same picture everywhere
    "svg.fonttype": "path",
}


@contextmanager
def styled(salt: str = "breachlab") -> Iterator[None]:
    """Draw in this style; the salt makes the ids of an SVG the same every time."""
    import matplotlib

    look: Any = {**_RC, "svg.hashsalt": salt}  # newer versions type every key
    with matplotlib.rc_context(look):
        yield


def colour(k: int) -> str:
    """The colour of the k-th category."""
    return CATEGORIES[k % len(CATEGORIES)]


def marker(k: int) -> str:
    """The marker of the k-th category: who cannot see colours sees shapes."""
    return MARKERS[k % len(MARKERS)]


def readable_on(red: float, green: float, blue: float) -> str:
    """Black or white, whichever can be read on a colour given as shares of red, green and blue.

    >>> readable_on(1, 1, 0.8), readable_on(0.05, 0.1, 0.35)
    ('#000000', '#ffffff')
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


def entitled(figure: Figure, title: str, caption: str) -> None:
    """Make room in a figure that leaves its page, for its title above and its caption below."""
    width, height = figure.get_size_inches()
    above, below = (
        (textwrap.wrap(words, int(width * 132 / size)), size)  # a letter is about half as wide as high
        for words, size in ((title, TITLE_SIZE), (caption, CAPTION_SIZE))
    )
    top, bottom = (0.2 + len(lines) * 1.4 * size / 72 for lines, size in (above, below))
    whole = height + top + bottom
    figure.set_size_inches(width, whole)
    inside = (0, bottom / whole, 1, height / whole)
    legends = 0.0
    for legend in figure.legends:
        # A legend with a place of its own is no longer part of the layout, which must leave room for it.
        legends += legend.get_window_extent().height / figure.dpi + 0.06
        legend.set_bbox_to_anchor(inside, figure.transFigure)
    rect = (0, bottom / whole, 1, (height - legends) / whole)
    layout: Any = figure.get_layout_engine()  # a constrained one, see figures.py
    layout.set(rect=rect)
    with styled():
        for (lines, size), y, va, shade, weight in (
            (above, 1 - 0.12 / whole, "top", INK, "bold"),
            (below, 0.12 / whole, "bottom", MUTED, "normal"),
        ):
            words = "\n".join(lines)
            figure.text(0.012, y, words, va=va, fontsize=size, color=shade, weight=weight, linespacing=1.4)


def png(figure: Figure) -> bytes:
    """The figure as a PNG file."""
    file = io.BytesIO()
    with styled():
        figure.savefig(file, format="png", dpi=PNG_DPI)
    return file.getvalue()


def svg(figure: Figure, name: str) -> str:
    """The figure as an SVG file, in the colours of a light page."""
    file = io.StringIO()
    with styled(name):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Title": name})
    return file.getvalue()


def inline_svg(text: str, name: str, label: str) -> str:
    """An SVG to stand within a page: its own ids, a label for screen readers, variables for colours."""
    from html import escape

    start = text.index("<svg")
    text = re.sub(r"<metadata>.*?</metadata>", "", text[start:], flags=re.DOTALL)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    for plain, variable in VARIABLES.items():
        text = text.replace(plain, f"var({variable})")
    head, _, rest = text.partition(">")
    view = re.search(r'viewBox="[^"]+"', head)
    assert view is not None  # matplotlib always writes one
    return f'<svg {view.group()} role="img" aria-label="{escape(label)}">{rest}'
