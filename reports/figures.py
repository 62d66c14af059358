"""The figures of a report. Each is drawn twice, for a wide page and for a phone; its title is its finding.

A figure is a :class:`Drawn`: its name, the finding in one line, what the eye sees in a sentence, and a
function that draws it. Nothing here computes a number that a table does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from .style import BAD, GOOD, GRID, INK, MUTED, NARROW, SEQUENTIAL, SURFACE, WIDE, colour, marker, readable_on
from .style import styled as in_style
from .tables import LENGTH, Tables, apart, extremes, people, percent, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CARDS_AT_EACH_END = 6
PAIRS_AT_EACH_END = 8
CHANGES_SHOWN = 16


@dataclass(frozen=True)
class Drawn:
    """A figure: ``draw(narrow)`` makes it."""

    name: str
    title: str  # the finding
    caption: str  # how to read it
    draw: Callable[[bool], Figure]


def all_figures(tables: Tables) -> dict[str, list[Drawn]]:
    """Every figure that the tables allow, by section."""
    made: dict[str, list[Drawn]] = {}
    for section, table, make in (
        ("win_rates", "win_rates", heat_map),
        ("ladder", "ratings", ladder),
        ("kills", "what_kills", kills),
        ("length", "game_length_counts", length),
        ("skill", "skill", skill),
        ("cards", "cards", cards),
        ("pairs", "pairs", pairs),
        ("team", "team", team),
        ("supplies", "supply_spread", supplies),
    ):
        if tables.has(table):
            made[section] = [make(tables)]
    return made


# ---------------------------------------------------------------- parts


def _panels(
    n: int, narrow: bool, across: int, height: float, *, narrow_across: int = 1, **options: Any
) -> tuple[Figure, list[Axes]]:
    """A figure with n panels, as many side by side as the width allows; ``height`` is that of one panel."""
    from matplotlib.figure import Figure as NewFigure

    columns = max(1, min(n, narrow_across if narrow else across))
    rows = -(-n // columns)
    figure = NewFigure(figsize=(NARROW if narrow else WIDE, rows * height + 0.15), layout="constrained")
    layout: Any = figure.get_layout_engine()
    layout.set(w_pad=0.06, h_pad=0.06, wspace=0.03, hspace=0.04)
    grid = figure.subplots(rows, columns, squeeze=False, **options)
    axes = list(grid.flat)
    for spare in axes[n:]:
        spare.set_visible(False)
    return figure, axes[:n]


def _forest(
    ax: Axes,
    labels: Sequence[str],
    rows: Sequence[Sequence[float]],
    *,
    colours: Sequence[str],
    filled: Sequence[bool] | None = None,
    scale: float = 100,
) -> None:
    """One line an item: the estimate as a dot, its interval as a bar."""
    for y, (estimate, low, high) in enumerate(rows):
        ax.plot([scale * low, scale * high], [y, y], color=colours[y], linewidth=2.2, zorder=2)
        full = filled is None or filled[y]
        ax.plot(
            scale * estimate,
            y,
            "o",
            markersize=6,
            color=colours[y] if full else SURFACE,
            markeredgecolor=colours[y],
            markeredgewidth=1.4,
            zorder=3,
        )
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.grid(axis="x")


def _label_last_row(axes: Sequence[Axes], label: str) -> None:
    """Name what the horizontal axes have in common once in each column, below its last panel."""
    for ax in axes:
        place = ax.get_subplotspec()
        below = place.rowspan.stop * place.get_gridspec().ncols + place.colspan.start if place else len(axes)
        if below >= len(axes):
            ax.set_xlabel(label)


def _zero(ax: Axes) -> None:
    ax.axvline(0, color=MUTED, linewidth=1, zorder=1)


def _share_axis(ax: Axes, highest: float, label: str) -> None:
    """An axis of shares from 0 to the next round one, so that small ones can be told apart."""
    top = next(end for end in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if end >= min(highest, 1.0))
    ticks = [100 * top * k / 4 for k in range(5)]
    ax.set_xlim(-2 * top, 102 * top)
    ax.set_xticks(ticks, [f"{tick:g} %" for tick in ticks])
    ax.set_xlabel(label)


def _legend(
    figure: Figure, handles: Sequence[Any], labels: Sequence[str], narrow: bool, title: str = ""
) -> None:
    figure.legend(
        handles,
        labels,
        loc="outside upper left",
        ncols=2 if narrow and len(labels) > 3 else min(len(labels), 6),
        title=title or None,
        title_fontsize=8.5,
        alignment="left",
        borderaxespad=0.1,
        handletextpad=0.5,
        columnspacing=1.4,
    )


def _handle(k: int, **options: Any) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], color=colour(k), marker=marker(k), markersize=6, linewidth=2, **options)


# ---------------------------------------------------------------- win rates


def heat_map(tables: Tables) -> Drawn:
    """Win rate by opponent, mode and number of players."""
    names = tables.names
    ends = extremes(tables, names.opponent)
    if ends is None:
        row = tables[f"by_{names.opponent}"].row(0, named=True)
        title = f"{tables.label(row[names.opponent])} is beaten in {percent(row['win_rate'])} of games"
    elif apart(*ends):
        hard, easy = ends
        title = (
            f"{tables.label(hard[names.opponent])} is hardest ({percent(hard['win_rate'])} won on average), "
            f"{tables.label(easy[names.opponent])} easiest ({percent(easy['win_rate'])})"
        )
    else:
        title = "No nemesis can be told from another by its win rate yet".replace("nemesis", names.opponent)
    return Drawn(
        "win_rates",
        title,
        f"Percent of games won by the {tables.policy} player; below it the 95 % interval. Bright is "
        "easy, dark is hard, an empty cell has no games.",
        lambda narrow: _draw_heat_map(tables, narrow),
    )


def _draw_heat_map(tables: Tables, narrow: bool) -> Figure:
    import matplotlib
    import seaborn as sns

    names = tables.names
    modes, counts = tables.modes, tables.player_counts
    known = {
        (str(row[names.opponent]), str(row[names.mode]), int(row[names.players])): row
        for row in tables["win_rates"].iter_rows(named=True)
    }
    with in_style():
        height = 0.75 + 0.5 * len(modes)
        # Always room for four across: the cells of a run with one opponent should not become ribbons.
        n = len(tables.opponents)
        figure, axes = _panels(n if narrow else max(n, 4), narrow, 4, height)
        for spare in axes[n:]:
            spare.set_visible(False)
        colours = matplotlib.colormaps[SEQUENTIAL]
        for k, (ax, opponent) in enumerate(zip(axes, tables.opponents, strict=False)):
            values = np.array(
                [
                    [known.get((opponent, mode, n), {}).get("win_rate", np.nan) for n in counts]
                    for mode in modes
                ],
                float,
            )
            sns.heatmap(
                values,
                ax=ax,
                vmin=0,
                vmax=1,
                cmap=colours,
                cbar=False,
                linewidths=2,
                linecolor=SURFACE,
                xticklabels=[str(n) for n in counts],
                yticklabels=[tables.label(mode) for mode in modes],
            )
            for y, mode in enumerate(modes):
                for x, n in enumerate(counts):
                    _cell(ax, x + 0.5, y + 0.5, known.get((opponent, mode, n)), colours)
            ax.set_title(tables.label(opponent), pad=6)
            ax.tick_params(axis="y", rotation=0)
            if not narrow and k % 4:
                ax.set_yticklabels([])
            ax.set_xlabel("players")
        return figure


def _cell(ax: Axes, x: float, y: float, row: dict[str, Any] | None, colours: Any) -> None:
    if row is None:
        ax.text(x, y, "none", ha="center", va="center", fontsize=7, color=MUTED)
        return
    ink = readable_on(*colours(row["win_rate"])[:3])
    few = "*" if row["few"] else ""
    ax.text(
        x, y - 0.14, f"{100 * row['win_rate']:.0f}{few}", ha="center", va="center", fontsize=10, color=ink
    )
    ax.text(
        x,
        y + 0.25,
        f"{100 * row['low']:.0f}–{100 * row['high']:.0f}",
        ha="center",
        va="center",
        fontsize=6.6,
        color=ink,
    )


# ---------------------------------------------------------------- ladder


def ladder(tables: Tables) -> Drawn:
    """Measured ratings beside the printed ones."""
    wrong = tables["contradictions"]
    own = wrong.filter(pl.col(tables.names.mode).cast(pl.String) == tables.mode) if wrong.height else wrong
    known = tables["ratings"].filter(pl.col("printed").is_not_null())
    if not known.height:
        title = "Measured ratings (no ratings are printed)"
    elif known.height == 1:
        row = known.row(0, named=True)
        opponent = tables.label(row[tables.names.opponent])
        title = f"{opponent} measures {row['rating']}, printed is {row['printed']}"
    elif own.height:
        pair = own.group_by("easier_in_print", "harder_in_print").len().sort("len", "easier_in_print").row(-1)
        counts = own.filter((pl.col("easier_in_print") == pair[0]) & (pl.col("harder_in_print") == pair[1]))
        seats = counts[tables.names.players].to_list()
        where = f" with {people(seats[0])}" if len(seats) == 1 and len(tables.player_counts) > 1 else ""
        hard, easy = map(tables.label, pair[:2])
        title = f"{hard} is harder than {easy}{where}, against the printed order"
    elif wrong.height:
        title = f"The printed order holds in {tables.label(tables.mode)} mode, but not in every other one"
    elif known["printed"].n_unique() < 2:
        title = "All printed ratings are equal: there is no order to test"
    else:
        title = "The games do not contradict the printed order"
    return Drawn(
        "difficulty_ladder",
        title,
        f"{tables.label(tables.mode)} mode, {tables.policy} player. Each rating from 1 to 10 is a band of "
        "win rate; dots are measured, with their 95 % intervals, diamonds are printed.",
        lambda narrow: _draw_ladder(tables, narrow),
    )


def _draw_ladder(tables: Tables, narrow: bool) -> Figure:
    from matplotlib.lines import Line2D

    names = tables.names
    rows = tables["ratings"].filter(pl.col(names.mode).cast(pl.String) == tables.mode)
    with in_style():
        n = len(tables.opponents)
        figure, (ax,) = _panels(1, narrow, 1, 1.0 + 0.62 * n)
        for band in range(1, 10, 2):
            ax.axvspan(10 * band, 10 * band + 10, color=GRID, alpha=0.45, linewidth=0, zorder=0)
        step = 0.62 / max(1, len(tables.player_counts))
        for y, opponent in enumerate(tables.opponents):
            printed = tables.source.printed.get(opponent)
            if printed:
                ax.plot(
                    105 - 10 * printed, y, "D", markersize=13, color=SURFACE, markeredgecolor=INK, zorder=1
                )
            for k, players in enumerate(tables.player_counts):
                own = rows.filter(
                    (pl.col(names.opponent).cast(pl.String) == opponent) & (pl.col(names.players) == players)
                )
                for row in own.iter_rows(named=True):
                    at = y + (k - (len(tables.player_counts) - 1) / 2) * step
                    ax.plot(
                        [100 * row["low"], 100 * row["high"]],
                        [at, at],
                        color=colour(k),
                        linewidth=2,
                        zorder=2,
                    )
                    ax.plot(100 * row["win_rate"], at, marker(k), markersize=5.5, color=colour(k), zorder=3)
        ax.set_yticks(range(n), [tables.label(one) for one in tables.opponents])
        ax.set_ylim(n - 0.45, -0.55)
        ax.set_xlim(101, -1)
        ax.set_xticks([95 - 10 * k for k in range(10)], [str(k + 1) for k in range(10)])
        ax.set_xlabel("rating: 1 is 90 % won or more, 10 less than 10 %")
        handles = [_handle(k) for k in range(len(tables.player_counts))]
        labels = [f"{players} player{'s' * (players > 1)}" for players in tables.player_counts]
        handles.append(
            Line2D([], [], linestyle="", marker="D", markersize=9, color=SURFACE, markeredgecolor=INK)
        )
        _legend(figure, handles, [*labels, "printed"], narrow)
        return figure


# ---------------------------------------------------------------- losses and length


def kills(tables: Tables) -> Drawn:
    """Shares of losses by cause."""
    causes = tables["what_kills"].group_by("cause").agg(pl.col("losses").sum()).sort("losses")
    cause, losses = causes.row(-1)
    share = losses / causes["losses"].sum()
    return Drawn(
        "what_kills",
        f"Games are lost through {cause} most often: {100 * share:.0f} % of losses",
        f"Share of lost games by cause, with 95 % intervals; {tables.policy} player, all modes and player "
        "counts.",
        lambda narrow: _draw_kills(tables, narrow),
    )


def _draw_kills(tables: Tables, narrow: bool) -> Figure:
    names = tables.names
    rows = tables["what_kills"]
    totals = rows.group_by("cause").agg(pl.col("losses").sum()).sort("losses", descending=True)
    causes = totals["cause"].to_list()
    with in_style():
        opponents = [one for one in tables.opponents if one in set(rows[names.opponent].cast(pl.String))]
        height = 0.62 + 0.34 * len(causes)
        figure, axes = _panels(len(opponents), narrow, 4, height)
        for k, (ax, opponent) in enumerate(zip(axes, opponents, strict=True)):
            own = {
                row["cause"]: row
                for row in rows.filter(pl.col(names.opponent).cast(pl.String) == opponent).iter_rows(
                    named=True
                )
            }
            numbers = [
                (own[cause]["share"], own[cause]["low"], own[cause]["high"]) if cause in own else (0, 0, 0)
                for cause in causes
            ]
            for y, (share, low, high) in enumerate(numbers):
                ax.barh(y, 100 * share, height=0.5, color=colour(0), alpha=0.45, linewidth=0)
                # Narrow intervals would vanish without the marks at their ends.
                ax.plot([100 * low, 100 * high], [y, y], "|-", color=INK, linewidth=1.6, markersize=8)
                ax.annotate(
                    f"{100 * share:.0f} %",
                    (100 * high, y),
                    xytext=(5, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=8,
                )
            ax.set_yticks(range(len(causes)), causes if narrow or k % 4 == 0 else [])
            ax.set_ylim(len(causes) - 0.5, -0.5)
            ax.set_xlim(-2, 122)
            ax.set_xticks([0, 50, 100], ["0", "50", "100 %"])
            ax.grid(axis="x")
            ax.set_title(tables.label(opponent))
        return figure


def length(tables: Tables) -> Drawn:
    """How long games are, won and lost."""
    rows, names = tables["game_length"], tables.names
    median = {
        won: float((own["median"] * own["games"]).sum()) / int(own["games"].sum())
        for (won,), own in rows.group_by(names.won)
        if own["games"].sum()
    }
    if len(median) == 2:
        longer = "longer" if median[True] > median[False] + 0.5 else "shorter"
        if abs(median[True] - median[False]) <= 0.5:
            title = f"Won and lost games are equally long: about {median[True]:.0f} turns"
        else:
            title = (
                f"Won games are {longer} than lost ones: "
                f"typically {median[True]:.0f} turns against {median[False]:.0f}"
            )
    else:
        won, turns = next(iter(median.items()))
        title = f"All games were {'won' if won else 'lost'}, typically after {turns:.0f} turns"
    return Drawn(
        "game_length",
        title,
        f"Share of all games by their number of {LENGTH}; the bars below are the middle 80 % and the median.",
        lambda narrow: _draw_length(tables, narrow),
    )


def _draw_length(tables: Tables, narrow: bool) -> Figure:
    import seaborn as sns
    from matplotlib.patches import Patch

    names = tables.names
    counts, lengths = tables["game_length_counts"], tables["game_length"]
    opponents = [one for one in tables.opponents if one in set(counts[names.opponent].cast(pl.String))]
    longest = _quantile(counts, 0.995)
    width = max(1, round(longest / 30))
    looks = {True: ("won", GOOD), False: ("lost", BAD)}
    with in_style():
        figure, axes = _panels(len(opponents), narrow, 2, 1.85, sharex=True, sharey=True)
        for ax, opponent in zip(axes, opponents, strict=True):
            own = counts.filter(pl.col(names.opponent).cast(pl.String) == opponent)
            total = own["games"].sum()
            for won, (_, shade) in looks.items():
                part = own.filter(pl.col(names.won) == won)
                if not part.height:
                    continue
                sns.histplot(
                    x=part[LENGTH].to_numpy().astype(float),
                    weights=100 * part["games"].to_numpy() / total,
                    bins=np.arange(-0.5, longest + width + 0.5, width).tolist(),
                    element="step",
                    color=shade,
                    alpha=0.3,
                    linewidth=1.6,
                    ax=ax,
                )
        top = axes[0].get_ylim()[1]  # of all panels, which share it
        ticks = [tick for tick in axes[0].get_yticks() if 0 <= tick <= top]
        for ax, opponent in zip(axes, opponents, strict=True):
            for level, (won, (_, shade)) in enumerate(looks.items()):
                row = lengths.filter(
                    (pl.col(names.opponent).cast(pl.String) == opponent) & (pl.col(names.won) == won)
                )
                if row.height:
                    at = -top * (0.09 + 0.11 * level)
                    ax.plot([row["p10"][0], row["p90"][0]], [at, at], color=shade, linewidth=3)
                    ax.plot(row["median"][0], at, "o", color=SURFACE, markeredgecolor=shade, markersize=6)
            ax.set_ylim(-top * 0.3, top * 1.05)
            ax.set_xlim(0, longest)
            ax.set_yticks(ticks, [f"{tick:g} %" for tick in ticks])
            ax.set_ylabel("")
            ax.grid(axis="y")
            ax.set_title(tables.label(opponent))
            ax.tick_params(labelbottom=True)
        _label_last_row(axes, LENGTH)
        handles = [Patch(facecolor=shade, alpha=0.6) for _, shade in looks.values()]
        _legend(figure, handles, [word for word, _ in looks.values()], narrow)
        return figure


def _quantile(counts: pl.DataFrame, share: float) -> int:
    """The length that this share of all games does not exceed."""
    ordered = counts.group_by(LENGTH).agg(pl.col("games").sum()).sort(LENGTH)
    reached = ordered["games"].cum_sum() / ordered["games"].sum()
    return int(ordered[LENGTH][int((reached < share).sum())])


# ---------------------------------------------------------------- skill


def skill(tables: Tables) -> Drawn:
    """Win rate by policy."""
    names = tables.names
    means = tables["skill"].group_by(names.policy).agg(pl.col("win_rate").mean()).sort("win_rate")
    (low, low_rate), (high, high_rate) = means.row(0), means.row(-1)
    return Drawn(
        "skill_ladder",
        f"Skill decides: {high} wins {percent(high_rate)}, {low} {percent(low_rate)} of the same games"
        if high_rate - low_rate > 0.05
        else f"Skill hardly matters here: {percent(low_rate)} to {percent(high_rate)}",
        "Mean win rate over the cells that all players have in common, with 95 % intervals.",
        lambda narrow: _draw_skill(tables, narrow),
    )


def _draw_skill(tables: Tables, narrow: bool) -> Figure:
    names, rows = tables.names, tables["skill"]
    policies = tables.policies
    with in_style():
        n = len(policies)
        figure, (ax,) = _panels(1, narrow, 1, 0.9 + 0.62 * n)
        step = 0.6 / max(1, len(tables.opponents))
        for k, opponent in enumerate(tables.opponents):
            for row in rows.filter(pl.col(names.opponent) == opponent).iter_rows(named=True):
                at = policies.index(row[names.policy]) + (k - (len(tables.opponents) - 1) / 2) * step
                ax.plot(
                    [100 * row["low"], 100 * row["high"]],
                    [at, at],
                    "|-",
                    color=colour(k),
                    linewidth=2,
                    markersize=7,
                )
                ax.plot(100 * row["win_rate"], at, marker(k), color=colour(k), markersize=5)
        ax.set_yticks(range(n), policies)
        ax.set_ylim(n - 0.45, -0.55)
        for y in range(n - 1):
            ax.axhline(y + 0.5, color=GRID, linewidth=0.8)
        _share_axis(ax, float(rows["high"].max() or 0), "games won")  # type: ignore[arg-type]
        ax.grid(axis="x")
        handles = [_handle(k) for k in range(len(tables.opponents))]
        _legend(figure, handles, [tables.label(one) for one in tables.opponents], narrow)
        return figure


# ---------------------------------------------------------------- cards, pairs, team, supplies


def _ends(rows: pl.DataFrame, each: int) -> pl.DataFrame:
    """The rows with the highest and the lowest effects, highest first."""
    rows = rows.sort("effect", descending=True)
    return rows if rows.height <= 2 * each else pl.concat([rows.head(each), rows.tail(each)])


def cards(tables: Tables) -> Drawn:
    """The best and the worst cards, opponent by opponent."""
    averages = tables["card_averages"]
    best, worst = averages.row(0, named=True), averages.row(-1, named=True)
    found = int(tables["cards"]["discovered"].sum())
    if found:
        title = (
            f"{tables.label(best['card'])} helps most on average ({points(best['effect'])} points), "
            f"{tables.label(worst['card'])} least ({points(worst['effect'])})"
        )
    else:
        title = "No card's effect stands out from chance in this run"
    return Drawn(
        "card_values",
        title,
        f"What a card in the {tables.names.offer_name} adds to the win rate, in points, compared with the "
        "average other card of its kind; bars are 95 % intervals, hollow dots may be chance. The best and "
        f"the worst {CARDS_AT_EACH_END}.",
        lambda narrow: _draw_effects(tables, tables["cards"], "card", CARDS_AT_EACH_END, narrow),
    )


def team(tables: Tables) -> Drawn:
    """Members of the team, opponent by opponent."""
    names, averages = tables.names, tables["team_averages"]
    best, worst = averages.row(0, named=True), averages.row(-1, named=True)
    if best["effect_low"] > worst["effect_high"]:
        title = (
            f"{tables.label(best[names.team_name])} is the strongest {names.team_name} on average "
            f"({points(best['effect'])} points), {tables.label(worst[names.team_name])} the weakest "
            f"({points(worst['effect'])})"
        )
    else:
        title = f"No {names.team_name} stands out from chance in this run"
    return Drawn(
        f"{names.team_name}s",
        title,
        f"What a {names.team_name} adds to the win rate, in points, compared with the average other one; "
        "bars are 95 % intervals, hollow dots may be chance.",
        lambda narrow: _draw_effects(tables, tables["team"], names.team_name, 8, narrow),
    )


def _draw_effects(tables: Tables, rows: pl.DataFrame, item: str, each: int, narrow: bool) -> Figure:
    names = tables.names
    opponents = [one for one in tables.opponents if one in set(rows[names.opponent].cast(pl.String))]
    parts = {
        one: _ends(rows.filter(pl.col(names.opponent).cast(pl.String) == one), each) for one in opponents
    }
    every = pl.concat(parts.values()).select("effect_low", "effect_high")
    reach = 100 * float(np.abs(every.to_numpy()).max())
    with in_style():
        height = 0.55 + 0.235 * max(part.height for part in parts.values())
        figure, axes = _panels(len(opponents), narrow, 2, height)
        for ax, (opponent, part) in zip(axes, parts.items(), strict=True):
            _forest(
                ax,
                [tables.label(one) for one in part[item]],
                part.select("effect", "effect_low", "effect_high").rows(),
                colours=[GOOD if effect > 0 else BAD for effect in part["effect"]],
                filled=part["discovered"].to_list(),
            )
            _zero(ax)
            ax.set_xlim(-reach * 1.05, reach * 1.05)
            ax.set_title(tables.label(opponent))
        _label_last_row(axes, "points of win rate")
        return figure


def pairs(tables: Tables) -> Drawn:
    """The strongest pairs."""
    rows = tables["pairs"]
    found = rows.filter("discovered")
    if found.height:
        best = found.row(int(found["effect"].abs().arg_max() or 0), named=True)
        how = "go together best" if best["effect"] > 0 else "clash most"
        title = (
            f"{tables.label(best['one'])} and {tables.label(best['other'])} {how} "
            f"({points(best['effect'])} points beyond their own effects)"
        )
    else:
        title = "No pair of cards stands out from chance in this run"
    return Drawn(
        "synergies",
        title,
        "What two cards together add beyond their own two effects, in points; bars are 95 % intervals, "
        f"hollow dots may be chance. The {PAIRS_AT_EACH_END} highest and lowest of {rows.height:,}.",
        lambda narrow: _draw_pairs(tables, _ends(rows, PAIRS_AT_EACH_END), narrow),
    )


def _draw_pairs(tables: Tables, rows: pl.DataFrame, narrow: bool) -> Figure:
    opponent = tables.names.opponent
    between = "\n" if narrow else ", "
    labels = [
        f"{tables.label(row['one'])} + {tables.label(row['other'])}{between}{tables.label(row[opponent])}"
        for row in rows.iter_rows(named=True)
    ]
    with in_style():
        figure, (ax,) = _panels(1, narrow, 1, 0.6 + (0.4 if narrow else 0.25) * rows.height)
        _forest(
            ax,
            labels,
            rows.select("effect", "effect_low", "effect_high").rows(),
            colours=[GOOD if effect > 0 else BAD for effect in rows["effect"]],
            filled=rows["discovered"].to_list(),
        )
        _zero(ax)
        if narrow:
            ax.tick_params(axis="y", labelsize=6.8)
        ax.set_xlabel("points of win rate")
        return figure


def supplies(tables: Tables) -> Drawn:
    """How much the cards on offer matter altogether."""
    rows, names = tables["supply_spread"], tables.names
    widest = rows.with_columns((pl.col("p95") - pl.col("p5")).alias("w")).sort("w").row(-1, named=True)
    return Drawn(
        "supplies",
        f"The {names.offer_name} decides most against {tables.label(widest[names.opponent])}: "
        f"{percent(widest['p5'])} to {percent(widest['p95'])}",
        f"Predicted win rates of all {int(widest['supplies']):,} that are possible "
        f"({', '.join(tables.notes['supplies'])}): "
        "the line reaches from the cruellest to the kindest, the bar holds nine of ten, the dot is the "
        "median.",
        lambda narrow: _draw_supplies(tables, narrow),
    )


def _draw_supplies(tables: Tables, narrow: bool) -> Figure:
    rows, names = tables["supply_spread"], tables.names
    with in_style():
        figure, (ax,) = _panels(1, narrow, 1, 0.6 + 0.42 * rows.height)
        for y, row in enumerate(rows.iter_rows(named=True)):
            ax.plot([100 * row["lowest"], 100 * row["highest"]], [y, y], color=colour(0), linewidth=1.2)
            ax.plot([100 * row["p5"], 100 * row["p95"]], [y, y], color=colour(0), linewidth=8, alpha=0.45)
            ax.plot(100 * row["median"], y, "o", color=SURFACE, markeredgecolor=colour(0), markersize=7)
        ax.set_yticks(range(rows.height), [tables.label(one) for one in rows[names.opponent]])
        ax.set_ylim(rows.height - 0.5, -0.5)
        _share_axis(ax, float(rows["highest"].max() or 0), "predicted win rate")  # type: ignore[arg-type]
        ax.grid(axis="x")
        return figure


# ---------------------------------------------------------------- two runs


Label = Callable[[str, Any], str]  # a factor and its value, in words


def cell_name(row: Mapping[str, Any], factors: Sequence[str], label: Label) -> str:
    """A cell in words.

    >>> cell_name({"nemesis": "umbra", "players": 2}, ["nemesis", "players"], lambda _, value: str(value))
    'umbra, 2'
    """
    return ", ".join(label(factor, row[factor]) for factor in factors)


def changes(rows: pl.DataFrame, factors: Sequence[str], label: Label) -> Drawn:
    """What moved between two runs, the largest first."""
    moved = int(rows["moved"].sum())
    shown = (rows.filter("moved") if moved else rows).head(CHANGES_SHOWN)
    if moved:
        where = cell_name(shown.row(0, named=True), factors, label)
        first = shown.row(0, named=True)
        title = (
            f"{moved} of {rows.height} cells moved; most of all {where} ({points(first['change'])} points)"
        )
    else:
        title = f"None of {rows.height} cells moved beyond chance"
    return Drawn(
        "changes",
        title,
        "Change of the win rate from A to B in points, on the same seeds; bars are 95 % intervals, hollow "
        f"dots may be chance. The {shown.height} largest.",
        lambda narrow: _draw_changes(shown, factors, label, narrow),
    )


def _draw_changes(rows: pl.DataFrame, factors: Sequence[str], label: Label, narrow: bool) -> Figure:
    labels = []
    for row in rows.iter_rows(named=True):
        words = [label(factor, row[factor]) for factor in factors]
        labels.append(f"{words[0]}\n{', '.join(words[1:])}" if narrow and words[1:] else ", ".join(words))
    with in_style():
        figure, (ax,) = _panels(1, narrow, 1, 0.6 + (0.38 if narrow else 0.27) * rows.height)
        _forest(
            ax,
            labels,
            rows.select("change", "low", "high").rows(),
            colours=[GOOD if change >= 0 else BAD for change in rows["change"]],
            filled=rows["moved"].to_list(),
        )
        _zero(ax)
        if narrow:
            ax.tick_params(axis="y", labelsize=7)
        ax.set_xlabel("points of win rate")
        return figure
