"""Everything a report says, as tables: one call gathers them from the games of a run.

What cannot be told (no games, one supply only, too few games) is not left out in silence: ``missing`` says
why, and the page prints it where the answer would have stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from breachlab.analysis.card_values import GAMES_AN_EFFECT, card_values, team_values
from breachlab.analysis.frames import Frame, columns_of, context, lazy, names_of
from breachlab.analysis.intervals import LEVEL
from breachlab.analysis.model import Design, Fit, data_of, design_of, fit, one_sided
from breachlab.analysis.ratings import contradictions, in_play_when_lost, rank_agreement, rate, what_kills
from breachlab.analysis.supplies import BETWEEN, Predictor, SupplyModel
from breachlab.analysis.win_rates import win_rates
from breachlab.sim.declared import Declared, declared
from breachlab.sim.errors import UserError

LENGTH = "turns"  # the column that tells how long a game was
Z = 1.959963984540054  # of a 95 % interval, see LEVEL
SUPPLIES_SHOWN = 3  # at each end
CARDS_IN_PLAY = 6

Found = TypeVar("Found")


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a report is made from: a run's games, and what the caller knows about their names."""

    frame: Frame | None  # None: no game is finished
    manifest: Mapping[str, Any]
    folder: str
    labels: Mapping[str, str] = field(default_factory=dict)  # id -> printed name
    printed: Mapping[str, int | None] = field(default_factory=dict)  # opponent -> rating on the box


@dataclass
class Tables:
    """The tables of a report; ``missing`` says what could not be told, by section."""

    source: Source
    names: Declared
    games: int = 0
    policy: str = ""  # whom all sections but the skill ladder are about
    content: str = ""
    opponents: list[str] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)
    player_counts: list[int] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    cells_done: int = 0
    frames: dict[str, pl.DataFrame] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)

    def __getitem__(self, name: str) -> pl.DataFrame:
        """A table by its name; one that is missing is empty."""
        return self.frames.get(name, pl.DataFrame())

    def has(self, name: str) -> bool:
        """Whether there is such a table with at least one row."""
        return self[name].height > 0

    def label(self, id: Any) -> str:
        """The printed name of an id.

        >>> Tables(Source(frame=None, manifest={}, folder=""), declared("aeons_end")).label("umbra_titan")
        'Umbra titan'
        """
        text = str(id)
        return self.source.labels.get(text) or (text[:1].upper() + text[1:].replace("_", " "))

    @property
    def finished(self) -> bool:
        """Whether every planned game was played."""
        return bool(self.source.manifest.get("finished"))

    @property
    def planned(self) -> int | None:
        """Games of the whole run, where that was known before."""
        games = self.source.manifest.get("games")
        return int(games) if games else None

    @property
    def cells(self) -> int:
        """Cells of the experiment."""
        return int(self.source.manifest.get("cells") or self.cells_done)

    @property
    def mode(self) -> str:
        """The mode that single numbers are about: the normal one where there is one."""
        return "normal" if "normal" in self.modes else (self.modes[0] if self.modes else "")


def gather(source: Source) -> Tables:
    """Make every table of a report."""
    experiment = source.manifest.get("experiment", {})
    if source.frame is None:
        tables = Tables(source, declared(experiment.get("game", "aeons_end")))
        for section in (
            "win_rates",
            "ladder",
            "kills",
            "length",
            "skill",
            "cards",
            "pairs",
            "team",
            "supplies",
        ):
            tables.missing[section] = "no game is finished yet"
        return tables
    names = names_of(source.frame, None)
    tables = Tables(source, names)
    _axes(tables, source.frame)
    games = _headline(tables, source.frame)
    by = [names.mode, names.players]
    tables.frames["win_rates"] = win_rates(games, [names.opponent, *by], names=names)
    for factor in (names.opponent, names.mode, names.players):
        tables.frames[f"by_{factor}"] = balanced(
            tables["win_rates"], factor, [c for c in (names.opponent, *by) if c != factor]
        )
    _ladder(tables, games)
    _kills(tables, games)
    _length(tables, games)
    _skill(tables, source.frame)
    undecided = _undecided(games, names)
    if undecided.head(1).collect().height:
        _cards(tables, undecided)
        _supplies(tables, undecided)
    else:
        how = "won" if tables["win_rates"]["win_rate"][0] else "lost"
        for section in ("cards", "pairs", "team", "supplies"):
            tables.missing[section] = f"every game was {how}, so nothing made a difference"
    _sort(tables)
    return tables


def _sort(tables: Tables) -> None:
    """Put opponents everywhere into the order of the figures; pairs stay sorted by their effect."""
    column = tables.names.opponent
    places = pl.col(column).cast(pl.String).replace_strict(tables.opponents, range(len(tables.opponents)))
    for name, rows in tables.frames.items():
        if column in rows.columns and name not in ("pairs", "team_pairs"):
            tables.frames[name] = rows.sort(places, maintain_order=True)


def _try(tables: Tables, section: str, make: Callable[[], Found]) -> Found | None:
    """What an analysis says, or nothing and a note why not."""
    try:
        return make()
    except UserError as why:
        tables.missing[section] = str(why)
        return None


def in_order(frame: Frame, column: str) -> list[Any]:
    """The values of a column, in the order its game declares, else sorted."""
    dtype = frame.collect_schema()[column]
    found = lazy(frame).select(pl.col(column).unique()).collect().to_series().drop_nulls().to_list()
    if isinstance(dtype, pl.Enum):
        places = {name: k for k, name in enumerate(dtype.categories.to_list())}
        return sorted(found, key=lambda name: places[name])
    return sorted(found)


def _axes(tables: Tables, frame: Frame) -> None:
    names, factors = tables.names, tables.source.manifest.get("experiment", {}).get("factors", {})

    def planned(column: str) -> list[Any]:
        # Cells that nobody has played yet belong on the axes too.
        values = factors.get(column, [])
        return [v for v in (values if isinstance(values, list) else [values]) if not isinstance(v, list)]

    def axis(column: str) -> list[Any]:
        played = in_order(frame, column)
        rest = [value for value in planned(column) if value not in played]
        if not rest:
            return played
        dtype = frame.collect_schema()[column]
        order = dtype.categories.to_list() if isinstance(dtype, pl.Enum) else sorted([*played, *rest])
        return [value for value in order if value in played or value in rest]

    opponents = axis(names.opponent)
    printed = tables.source.printed
    tables.opponents = sorted(map(str, opponents), key=lambda one: printed.get(one) or 99)
    tables.modes = [str(mode) for mode in axis(names.mode)]
    tables.player_counts = [int(n) for n in axis(names.players)]
    counts = (
        lazy(frame).group_by("cell").agg(pl.len().alias("games")).collect() if _has(frame, "cell") else None
    )
    if counts is not None:
        target = tables.source.manifest.get("experiment", {}).get("games")
        tables.cells_done = counts.height if not target else int((counts["games"] >= target).sum())


def _has(frame: Frame, column: str) -> bool:
    return column in columns_of(frame)


def _headline(tables: Tables, frame: Frame) -> pl.LazyFrame:
    """The games that single numbers are about: one policy, one content."""
    names = tables.names
    totals = lazy(frame).select(pl.len()).collect().item()
    tables.games = int(totals)
    by_policy = (
        lazy(frame)
        .group_by(pl.col(names.policy).cast(pl.String))
        .agg(pl.len().alias("games"), pl.col(names.won).mean().alias("rate"))
        .sort("rate", names.policy)
        .collect()
    )
    tables.policies = by_policy[names.policy].to_list()  # the weakest first
    most = by_policy["games"].max()
    # Of several that played the same games the best one: what a game is like when it is played well.
    tables.policy = by_policy.filter(pl.col("games") == most)[names.policy].to_list()[-1]
    games = lazy(frame).filter(pl.col(names.policy).cast(pl.String) == tables.policy)
    if _has(frame, names.content):
        contents = games.select(pl.col(names.content).cast(pl.String).unique(maintain_order=True)).collect()
        tables.content = contents.to_series().to_list()[0]
        games = games.filter(pl.col(names.content).cast(pl.String) == tables.content)
    return games


def balanced(cells: pl.DataFrame, factor: str, others: Sequence[str]) -> pl.DataFrame:
    """Mean win rates by one factor over the cells that all of its values have in common.

    Each cell counts the same, so that neither a cell with more games nor a hole in the design tips a
    comparison. The interval is that of a mean of independent shares.

    >>> cells = pl.DataFrame({"a": ["x", "x", "y"], "b": [1, 2, 1], "games": [100, 100, 100],
    ...                       "wins": [50, 90, 20], "win_rate": [0.5, 0.9, 0.2]})
    >>> balanced(cells, "a", ["b"]).select("a", "cells", "win_rate").rows()
    [('x', 1, 0.5), ('y', 1, 0.2)]
    """
    values = cells[factor].n_unique()
    common = (
        cells.filter(pl.struct(list(others)).is_in(_complete(cells, others, values))) if others else cells
    )
    if common.height == 0:
        common = cells
    shrunk = (pl.col("wins") + 1) / (pl.col("games") + 2)
    found = (
        common.group_by(factor)
        .agg(
            pl.len().alias("cells"),
            pl.col("games").sum(),
            pl.col("win_rate").mean(),
            ((shrunk * (1 - shrunk) / pl.col("games")).sum().sqrt() / pl.len()).alias("error"),
        )
        .sort(factor)
    )
    return found.with_columns(
        (pl.col("win_rate") - Z * pl.col("error")).clip(0, 1).alias("low"),
        (pl.col("win_rate") + Z * pl.col("error")).clip(0, 1).alias("high"),
    ).drop("error")


def _complete(cells: pl.DataFrame, others: Sequence[str], values: int) -> pl.Series:
    counts = cells.group_by(list(others)).agg(pl.len().alias("n")).filter(pl.col("n") == values)
    return counts.select(pl.struct(list(others)).alias("where"))["where"].implode()


# ---------------------------------------------------------------- sections


def _ladder(tables: Tables, games: pl.LazyFrame) -> None:
    names = tables.names
    by = [names.mode, names.players]
    found = _try(tables, "ladder", lambda: rate(games, printed=tables.source.printed, by=by, names=names))
    if found is None:
        return
    tables.frames["ratings"] = found
    tables.frames["rank_agreement"] = rank_agreement(found, by=by)
    tables.frames["contradictions"] = contradictions(found, opponent=names.opponent, by=by)


def _kills(tables: Tables, games: pl.LazyFrame) -> None:
    names = tables.names
    causes = _try(tables, "kills", lambda: what_kills(games, names=replace(names, stage="")))
    if causes is None or not causes.height:
        tables.missing.setdefault("kills", "no game was lost")
        return
    tables.frames["what_kills"] = causes
    if names.stage and _has(games, names.stage):
        tables.frames["what_kills_by_stage"] = what_kills(games, names=names)
    if names.table and _has(games, names.table):
        seen = in_play_when_lost(games, names=names)
        seen = seen.group_by(names.opponent, maintain_order=True).head(CARDS_IN_PLAY)
        tables.frames["in_play_when_lost"] = seen


def _length(tables: Tables, games: pl.LazyFrame) -> None:
    names = tables.names
    if not _has(games, LENGTH):
        tables.missing["length"] = f"these games do not tell how long they were (no column {LENGTH})"
        return
    by = [names.opponent, names.won]
    quantiles = [("p10", 0.1), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p90", 0.9)]
    tables.frames["game_length"] = (
        games.group_by(by)
        .agg(
            pl.len().cast(pl.Int64).alias("games"),
            pl.col(LENGTH).mean().alias("mean"),
            *(pl.col(LENGTH).quantile(q, "nearest").alias(name) for name, q in quantiles),
        )
        .sort(by)
        .collect()
    )
    tables.frames["game_length_counts"] = (
        games.group_by([*by, LENGTH])
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .sort([*by, LENGTH])
        .collect()
    )


def _skill(tables: Tables, frame: Frame) -> None:
    names = tables.names
    if len(tables.policies) < 2:
        tables.missing["skill"] = (
            f"the run has one policy only, {tables.policy}; several, for example: "
            "`breachlab run quick --policy novice --policy standard`"
        )
        return
    games = lazy(frame)
    if tables.content and _has(frame, names.content):
        games = games.filter(pl.col(names.content).cast(pl.String) == tables.content)
    games = games.with_columns(pl.col(names.policy).cast(pl.String))
    cells = win_rates(games, [names.policy, names.opponent, names.mode, names.players], names=names)
    parts = [
        balanced(
            cells.filter(pl.col(names.opponent) == one), names.policy, [names.mode, names.players]
        ).with_columns(pl.lit(str(one)).alias(names.opponent))
        for one in cells[names.opponent].unique(maintain_order=True)
    ]
    columns = [names.opponent, names.policy, "cells", "games", "win_rate", "low", "high"]
    order = {policy: k for k, policy in enumerate(tables.policies)}
    tables.frames["skill"] = (
        pl.concat(parts)
        .select(columns)
        .sort(names.opponent, pl.col(names.policy).replace_strict(order, return_dtype=pl.Int64))
    )


def _undecided(games: pl.LazyFrame, names: Declared) -> pl.LazyFrame:
    """The games against opponents that were both beaten and not: of others no card can tell anything."""
    rates = games.group_by(names.opponent).agg(pl.col(names.won).mean().alias("rate"))
    known = rates.filter((pl.col("rate") > 0) & (pl.col("rate") < 1)).select(names.opponent)
    return games.join(known, on=names.opponent, how="semi")


def _cards(tables: Tables, games: pl.LazyFrame) -> None:
    names = tables.names
    found = _try(tables, "cards", lambda: card_values(games, names=names))
    if found is not None and not found.items["effect"].count():
        tables.missing["cards"], found = _why_unknown(tables, found.notes), None
    if found is not None:
        items = found.items.drop_nulls("effect")  # of opponents that were nearly always beaten, or never
        tables.frames["cards"] = items
        tables.frames["card_averages"] = averaged(items, "card", ["kind"])
        tables.frames["pairs"] = found.pairs.sort("effect", descending=True)
        tables.notes["pairs"] = list(found.notes)
    if not tables.has("pairs"):
        tables.missing.setdefault(
            "pairs",
            tables.missing.get("cards")
            or "the run has too few games for pairs of cards; one with enough: `breachlab run every_supply`",
        )
    team = _try(tables, "team", lambda: team_values(games, names=names))
    if team is not None and not team.items["effect"].count():
        tables.missing["team"], team = _why_unknown(tables, team.notes), None
    if team is not None:
        items = team.items.drop_nulls("effect")
        tables.frames["team"] = items
        tables.frames["team_averages"] = averaged(items, names.team_name, [])
        tables.frames["team_pairs"] = team.pairs.sort("effect", descending=True)


def _why_unknown(tables: Tables, notes: Iterable[str]) -> str:
    """Why there is no effect at all, from the notes "opponent: what is missing"."""
    parts = [note.partition(": ") for note in notes]
    return "; ".join(f"{tables.label(opponent)}: {what}" for opponent, _, what in parts)


def averaged(items: pl.DataFrame, item: str, keep: Iterable[str]) -> pl.DataFrame:
    """The mean effect of each item over all opponents, with its interval."""
    error = (pl.col("effect_high") - pl.col("effect_low")) / (2 * Z)
    return (
        items.group_by(item, *keep)
        .agg(
            pl.len().alias("opponents"),
            pl.col("effect").mean(),
            ((error**2).sum().sqrt() / pl.len()).alias("error"),
        )
        .with_columns(
            (pl.col("effect") - Z * pl.col("error")).alias("effect_low"),
            (pl.col("effect") + Z * pl.col("error")).alias("effect_high"),
        )
        .drop("error")
        .sort("effect", descending=True)
    )


def _supplies(tables: Tables, games: pl.LazyFrame) -> None:
    names = tables.names
    model = _try(tables, "supplies", lambda: _model_of_cards(games, names))
    if model is None:
        return
    spread, ends = [], []
    where = _usual_context(tables, games)
    key = BETWEEN.join(str(where[factor]) for factor in model.factors)
    for opponent in tables.opponents:
        if key not in model.opponents.get(opponent, {}).get("contexts", {}):
            continue
        predicted, cards = _predictions(model, opponent, where)
        quantiles = np.quantile(predicted, [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1])
        spread.append((opponent, len(predicted), *map(float, quantiles)))
        ends += [(opponent, *row) for row in cards]
    if not spread:
        tables.missing["supplies"] = "no opponent has enough games of the usual setting"
        return
    tables.frames["supply_spread"] = pl.DataFrame(
        spread,
        schema=[names.opponent, "supplies", "lowest", "p5", "p25", "median", "p75", "p95", "highest"],
        orient="row",
    )
    tables.frames["supplies"] = pl.DataFrame(
        ends, schema=[names.opponent, "place", "cards", "predicted"], orient="row"
    )
    tables.notes["supplies"] = [
        f"{tables.label(where[names.mode])} mode",
        people(where[names.players]),
        f"{where[names.policy]} player",
    ]


def _model_of_cards(games: pl.LazyFrame, names: Declared) -> SupplyModel:
    """A model as of :func:`fit_supply_model`, without the team: a report averages over all of them anyway.

    Leaving the team out makes the fit several times faster. Nothing is held out: nothing is checked with it.
    Pairs of cards count where the games suffice to tell their effects; an opponent with too few wins, or too
    few losses, for single cards is left out.
    """
    designs = [design_of(games, names.offer, pairs=pairs) for pairs in (True, False)]
    if not designs[0].kinds:
        raise UserError(
            f"the run shows one {names.offer_name} only, so nothing can be learnt about others; "
            "an experiment over many: `breachlab run every_supply`"
        )
    strata = context(games, names)
    opponents: dict[str, dict[str, Any]] = {}
    for opponent in in_order(games, names.opponent):
        own = games.filter(pl.col(names.opponent) == opponent)
        found = _fitted(own, designs, strata, names)
        if found is None:
            continue
        contexts = {
            BETWEEN.join(map(str, where)): float(value)
            for where, value in zip(found.strata, found.intercepts, strict=True)
        }
        pairs = found.pairs if len(found.pairs) else np.zeros(len(designs[0].pairs))
        opponents[str(opponent)] = {
            "games": found.games,
            "contexts": contexts,
            "items": found.items.tolist(),
            "pairs": pairs.tolist(),
        }
    if not opponents:
        raise UserError(
            "the run has too few wins, or too few losses, to predict others; one with enough: "
            "`breachlab run every_supply`"
        )
    return SupplyModel(
        game=names.game,
        experiment="",
        content="",
        engine="",
        factors=tuple(strata),
        kinds=dict(designs[0].kinds),
        shown=dict(designs[0].shown),
        team_kind="",
        team=(),
        opponents=opponents,
    )


def _fitted(
    games: pl.LazyFrame, designs: Sequence[Design], strata: Sequence[str], names: Declared
) -> Fit | None:
    """A fit of the first design that the games suffice for."""
    for design in designs:
        data = data_of(games, design, names.offer, strata, names.won)
        wins = float(data.wins.sum())
        rarer = min(wins, float(data.games.sum()) - wins)
        if rarer >= GAMES_AN_EFFECT * design.basis.shape[1] and not one_sided(data):
            found = fit(data, design, shrink=True)
            if found.informative:
                return found
    return None


def _usual_context(tables: Tables, games: pl.LazyFrame) -> dict[str, Any]:
    """The mode and number of players that supplies are predicted for: the usual ones, if they were played."""
    names = tables.names
    usual = (pl.col(names.mode).cast(pl.String) == tables.mode) & (pl.col(names.players) == 2)
    factors = context(games, names)
    for wanted in (usual, pl.col(names.players) == 2, pl.lit(True)):
        found = games.filter(wanted).select(factors).head(1).collect()
        if found.height:
            break
    return found.row(0, named=True)


def _predictions(
    model: SupplyModel, opponent: str, where: Mapping[str, Any]
) -> tuple[Any, list[tuple[int, list[str], float]]]:
    """The predicted win rate of every supply, and the supplies at both ends."""
    offers = Predictor(model, opponent, where).offers([()])
    order = np.argsort(-offers.predicted, kind="stable")
    last = len(order)
    places = sorted({*range(min(SUPPLIES_SHOWN, last)), *range(max(0, last - SUPPLIES_SHOWN), last)})
    rows = [(k + 1, offers.cards(int(order[k])), float(offers.predicted[order[k]])) for k in places]
    return offers.predicted, rows


# ---------------------------------------------------------------- sentences


def percent(share: float | None) -> str:
    """A share as people read it.

    >>> percent(0.4521)
    '45.2 %'
    """
    return "-" if share is None or share != share else f"{100 * share:.1f} %"


def with_interval(row: Mapping[str, Any]) -> str:
    """A win rate with its interval in words."""
    return f"{percent(row['win_rate'])} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def points(share: float | None) -> str:
    """A difference of shares, in points."""
    return "-" if share is None or share != share else f"{100 * share:+.1f}"


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two intervals do not touch."""
    return bool(one["high"] < other["low"] or other["high"] < one["low"])


def extremes(tables: Tables, factor: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The values of a factor with the lowest and the highest win rate; nothing when it has one value only."""
    found = tables[f"by_{factor}"].sort("win_rate")
    if found.height < 2:
        return None
    return found.row(0, named=True), found.row(-1, named=True)


def summary(tables: Tables) -> list[str]:
    """The report in three sentences, made from the numbers."""
    if not tables.games:
        resume = f"`breachlab run --resume {tables.source.folder}`"
        return [
            "No game of this run is finished yet.",
            f"{tables.cells:,} cells are planned"
            + (f", {tables.planned:,} games." if tables.planned else "."),
            f"Play it with {resume}, then make the report again.",
        ]
    return [_hardest(tables), _settings(tables), _what_matters(tables)]


def _hardest(tables: Tables) -> str:
    names = tables.names
    ends = extremes(tables, names.opponent)
    if ends is None:
        row = tables[f"by_{names.opponent}"].row(0, named=True)
        return (
            f"Against {tables.label(row[names.opponent])} the {tables.policy} player wins "
            f"{with_interval(row)} of {row['games']:,} games."
        )
    hard, easy = ends
    others = tables[f"by_{names.opponent}"].sort("win_rate")
    second = others.row(1, named=True)
    tie = "" if apart(hard, second) else f", hardly ahead of {tables.label(second[names.opponent])}"
    some = f" of the {others.height} played so far" if others.height < len(tables.opponents) else ""
    return (
        f"{tables.label(hard[names.opponent])} is the hardest {names.opponent}{some}{tie}: "
        f"the {tables.policy} player wins {with_interval(hard)} of the games against it, and "
        f"{with_interval(easy)} against {tables.label(easy[names.opponent])}, the easiest."
    )


def _settings(tables: Tables) -> str:
    names = tables.names
    mode, players = extremes(tables, names.mode), extremes(tables, names.players)
    parts = []
    if mode:
        parts.append(
            f"from {percent(mode[1]['win_rate'])} in {tables.label(mode[1][names.mode])} mode down to "
            f"{percent(mode[0]['win_rate'])} in {tables.label(mode[0][names.mode])}"
        )
    if players and apart(*players):
        hard, easy = players
        parts.append(
            f"from {percent(easy['win_rate'])} with {people(easy[names.players])} to "
            f"{percent(hard['win_rate'])} with {hard[names.players]}"
        )
    if players and not apart(*players):
        said = f"The number of players makes no difference that can be told from chance ({_range(players)})."
        return f"The win rate goes {parts[0]}. {said}" if parts else said
    if not parts:
        row = tables["win_rates"].row(0, named=True)
        where = f"{tables.label(row[names.mode])} mode, {people(row[names.players])}"
        return f"All games are of one setting ({where}), so nothing can be said about other ones."
    return "The win rate goes " + ", and ".join(parts) + "."


def _range(ends: tuple[Mapping[str, Any], Mapping[str, Any]]) -> str:
    return f"{100 * ends[0]['win_rate']:.1f} to {percent(ends[1]['win_rate'])}"


def people(n: int) -> str:
    """A number of players in words.

    >>> people(1), people(3)
    ('1 player', '3 players')
    """
    return "1 player" if n == 1 else f"{n} players"


def _what_matters(tables: Tables) -> str:
    if tables.has("card_averages"):
        averages = tables["card_averages"]
        best, worst = averages.row(0, named=True), averages.row(-1, named=True)
        clear = [row for row in (best, worst) if row["effect_low"] > 0 or row["effect_high"] < 0]
        if len(clear) == 2 and best["effect"] > 0 > worst["effect"]:
            return (
                f"Of the cards, {tables.label(best['card'])} helps most ({points(best['effect'])} points of "
                f"win rate when it is in the {tables.names.offer_name}) and {tables.label(worst['card'])} "
                f"least ({points(worst['effect'])})."
            )
        return "No card's effect can be told from chance with so few games."
    if tables.has("what_kills"):
        causes = tables["what_kills"].group_by("cause").agg(pl.col("losses").sum()).sort("losses")
        cause, losses = causes.row(-1)
        return f"Most losses ({percent(losses / causes['losses'].sum())}) are by {cause}."
    return "Nothing can be said about cards: every game had the same ones, or none was lost."


def state_of_run(tables: Tables) -> str:
    """What a reader must know first about a run that was stopped half-way; of others, nothing."""
    if tables.finished or not tables.games or not tables.source.manifest:
        return ""
    of = f" of {tables.planned:,}" if tables.planned else ""
    return (
        f"This run is not finished: {tables.games:,}{of} games, {tables.cells_done:,} of {tables.cells:,} "
        f"cells are complete. Everything below is about the games on disk. To go on: "
        f"`breachlab run --resume {tables.source.folder}`"
    )


def provenance(tables: Tables) -> list[tuple[str, str]]:
    """Where the numbers come from."""
    manifest = tables.source.manifest
    experiment = manifest.get("experiment", {})
    if not experiment:
        return []
    rows = [("run", tables.source.folder), ("experiment", f"{experiment['name']}: {experiment['title']}")]
    for factor, value in experiment.get("factors", {}).items():
        rows.append((factor, _values(value)))
    games = f"{tables.games:,} in {tables.cells:,} cells"
    rows += [("games", games), ("seed", str(experiment["seed"]))]
    rows.append(("level of intervals", f"{100 * LEVEL:.0f} %"))
    for key, words in (
        ("engine_signature", "engine signature"),
        ("content_hash", "content hash"),
        ("started", "started"),
        ("finished", "finished"),
    ):
        rows.append((words, str(manifest.get(key) or "not yet")))
    rows += [(f"version of {name}", version) for name, version in manifest.get("versions", {}).items()]
    return rows


def _values(value: Any) -> str:
    if isinstance(value, list):
        many = [_values(one) if not isinstance(one, list) else "+".join(map(str, one)) for one in value]
        return ", ".join(many) if len(many) <= 12 else f"{', '.join(many[:12])} and {len(many) - 12} more"
    return str(value)


def reproduce(tables: Tables, out: str = "report") -> list[str]:
    """The commands that make the same run, and this report of it."""
    manifest = tables.source.manifest
    words = list(manifest.get("command") or [])
    if not words:
        return []
    command = "breachlab " + " ".join(_quoted(word) for word in words)
    if "--out" not in words and words[0] == "run":
        command += f" --out {_quoted(tables.source.folder)}"
    return [command, f"breachlab report {_quoted(tables.source.folder)} --out {_quoted(str(Path(out)))}"]


def _quoted(word: str) -> str:
    import shlex

    return shlex.quote(word)
