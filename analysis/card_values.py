"""What a card is worth: its effect when it is on offer, the pairs that go together, and how it is used.

Two kinds of numbers, kept apart. **Given available** compares games in which the card was on offer with games
in which it was not. Supplies are dealt by the experiment and not chosen by players, so this is what the card
*causes*. **When gained** looks at games in which somebody took the card. That is an *association*: a card
that is bought when the game is going well looks strong without doing anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy import stats

from breachlab.sim.declared import Declared
from breachlab.sim.errors import UserError

from .frames import PLAY, Frame, context, lazy, names_of, need
from .intervals import LEVEL, benjamini_hochberg
from .model import Design, Fit, data_of, design_of, fit, one_sided
from .win_rates import with_interval

FALSE_DISCOVERIES = 0.05
# Wins, or losses if they are fewer, for each effect of the model; with less its intervals are too narrow.
GAMES_AN_EFFECT = 10
EFFECT = ("effect", "effect_low", "effect_high", "p_value")  # the columns of what a model says


class Values(NamedTuple):
    """The worth of items, and of pairs of them, opponent by opponent."""

    items: pl.DataFrame
    pairs: pl.DataFrame
    notes: tuple[str, ...]  # what could not be told, and why


def card_values(
    frame: Frame, *, pairs: bool = True, level: float = LEVEL, names: Declared | None = None
) -> Values:
    """The worth of every card on offer, opponent by opponent, and of every pair of cards.

    ``items`` has for each opponent and card: ``games`` with the card on offer, ``win_rate``, ``low``,
    ``high`` given available and ``without``; ``effect`` with ``effect_low`` and ``effect_high``: what the
    card adds to the win rate compared with the average other card of its kind, from the binomial model;
    ``q_value`` (Benjamini and Hochberg over all cards and opponents) and ``discovered``. Marked as
    association: ``gain_rate``, ``win_rate_when_gained``, ``first_gain`` (mean turn) and ``plays`` (a game).

    Where every game against an opponent was won, or every one lost, or nearly so, no effect can be told:
    there ``effect``, its interval and ``q_value`` are null, ``discovered`` is false, and ``notes`` says why.

    ``pairs`` has ``effect`` for each pair: what both together add beyond the sum of their own effects;
    positive is a synergy, negative a clash.

    >>> from breachlab.analysis import example
    >>> values = card_values(example.games(20_000, seed=1))
    >>> values.items.sort("effect").select("card")[-1].item()
    'nova_forge'
    >>> values.pairs.sort("effect").select("one", "other").row(-1)
    ('kindle', 'nova_forge')
    """
    names = names_of(frame, names)
    need(frame, [names.opponent, names.won, *names.slots], "every_supply")
    values = _values(frame, names, names.offer, pairs, level)
    if values is None:
        raise UserError(
            f"the run shows one {names.offer_name} only, so no card can be compared with its absence; "
            f"an experiment over many: `{PLAY.format('every_supply')}`"
        )
    used = _use(frame, names)
    items = values.items.join(used, on=[names.opponent, "card"], how="left")
    return values._replace(items=items.sort([names.opponent, "effect"], descending=[False, True]))


def team_values(
    frame: Frame, *, pairs: bool = True, level: float = LEVEL, names: Declared | None = None
) -> Values:
    """The same for the members of the team and pairs of them; nobody gains them: no associations."""
    names = names_of(frame, names)
    need(frame, [names.opponent, names.won, *names.team], "mages")
    values = _values(frame, names, {names.team_name: names.team}, pairs, level)
    if values is None:
        raise UserError(
            f"every game of the run has the same {names.team_name}s, so none can be judged; "
            f"an experiment over all of them: `{PLAY.format('mages')}`"
        )
    items = values.items.rename({"card": names.team_name})
    return values._replace(items=items.sort([names.opponent, "effect"], descending=[False, True]))


def _values(
    frame: Frame, names: Declared, columns: Mapping[str, Sequence[str]], pairs: bool, level: float
) -> Values | None:
    whole = design_of(frame, columns)
    if not whole.kinds:
        return None
    strata = context(frame, names)
    notes: list[str] = []
    items, of_pairs = [], []
    opponents = lazy(frame).select(pl.col(names.opponent).unique().sort()).collect().to_series()
    for opponent in opponents:
        own = lazy(frame).filter(pl.col(names.opponent) == opponent)
        found, note = fit_as_far_as_possible(own, names, columns, strata, pairs=pairs)
        if found is None and note:
            notes.append(f"{opponent}: {note}, so no effect can be told")
            items.append(_item_rows(own, names, columns, whole, None, str(opponent), level))
            continue
        if found is None:
            raise UserError(
                f"against {opponent} the run has too few different tables to tell cards apart; "
                f"more of them: `{PLAY.format('every_supply')}`"
            )
        if note:
            notes.append(f"{opponent}: {note}")
        items.append(_item_rows(own, names, columns, found.design, found, str(opponent), level))
        of_pairs.append(_pair_rows(names, found, str(opponent), level))
    if not of_pairs:
        of_pairs.append(_no_pairs(names))
    return Values(_judged(pl.concat(items)), _judged(pl.concat(of_pairs)), tuple(notes))


def fit_as_far_as_possible(
    frame: Frame,
    names: Declared,
    columns: Mapping[str, Sequence[str]],
    strata: Sequence[str],
    *,
    pairs: bool = True,
    shrink: bool = False,
) -> tuple[Fit | None, str]:
    """Fit items and pairs; without pairs, with a note, when the games are too few for them; else nothing.

    Nothing with a note means that the games were hardly ever won, or hardly ever lost.
    """
    why = ""
    for with_pairs in (True, False) if pairs else (False,):
        design = design_of(frame, columns, pairs=with_pairs)
        if not design.kinds:
            return None, ""
        data = data_of(frame, design, columns, strata, names.won)
        if why := one_sided(data):
            return None, why
        effects = design.basis.shape[1]
        wins = float(data.wins.sum())
        rarer = min(wins, float(data.games.sum()) - wins)
        # With pairs only where they can be judged; single effects are always shown, with wide intervals.
        if len(data.games) > effects and (rarer >= GAMES_AN_EFFECT * effects or not with_pairs):
            found = fit(data, design, shrink=shrink)
            if found.informative:
                return found, "too few games for the effects of pairs" if pairs and not with_pairs else ""
            if rarer < effects:
                games = int(data.games.sum())
                why = f"only {rarer:,.0f} of {games:,} games were {'won' if wins == rarer else 'lost'}"
    return None, why


def _item_rows(
    frame: Frame,
    names: Declared,
    columns: Mapping[str, Sequence[str]],
    design: Design,
    found: Fit | None,
    opponent: str,
    level: float,
) -> pl.DataFrame:
    """The items of a design against one opponent; without a fit their effects are null."""
    effects: dict[str, Any] = {
        name: pl.Series([None] * len(design.items), dtype=pl.Float64) for name in EFFECT
    }
    if found is not None:
        contrasts = [design.item_contrast(item) for item in design.items]
        effects = _effect(found, found.items, found.items_error, contrasts, level)
    counts = _by_card(frame, [slot for kind in design.kinds for slot in columns[kind]], names)
    total = lazy(frame).select(pl.len().alias("n"), pl.col(names.won).sum().alias("w")).collect()
    n, w = total.row(0)
    rows = pl.DataFrame(
        {
            names.opponent: opponent,
            "card": design.items,
            "kind": [design.kind_of[item] for item in design.items],
            **effects,
        }
    ).join(counts, on="card")
    return (
        with_interval(rows, level)
        .with_columns(((w - pl.col("wins")) / (n - pl.col("games"))).fill_nan(None).alias("without"))
        .select(
            [
                names.opponent,
                "card",
                "kind",
                "games",
                "win_rate",
                "low",
                "high",
                "without",
                *EFFECT,
            ]
        )
    )


def _pair_rows(names: Declared, found: Fit, opponent: str, level: float) -> pl.DataFrame:
    pairs = found.design.pairs
    contrasts = [found.design.pair_contrast(*pair) for pair in pairs]
    return pl.DataFrame(
        {
            names.opponent: pl.Series([opponent] * len(pairs), dtype=pl.String),
            "one": pl.Series([pair[0] for pair in pairs], dtype=pl.String),
            "other": pl.Series([pair[1] for pair in pairs], dtype=pl.String),
            **_effect(found, found.pairs, found.pairs_error, contrasts, level),
        }
    )


def _no_pairs(names: Declared) -> pl.DataFrame:
    words = dict.fromkeys([names.opponent, "one", "other"], pl.String)
    return pl.DataFrame(schema={**words, **dict.fromkeys(EFFECT, pl.Float64)})


def _effect(
    found: Fit, effects: Any, errors: Any, contrasts: Sequence[float], level: float
) -> dict[str, Any]:
    """Effects as differences of win rates: log-odds times the contrast times the mean slope."""
    scale = np.asarray(contrasts, float) * found.slope
    wide = float(stats.norm.ppf((1 + level) / 2)) * errors
    with np.errstate(divide="ignore", invalid="ignore"):
        p_values = 2 * stats.norm.sf(np.abs(effects) / errors)
    return {
        "effect": effects * scale,
        "effect_low": (effects - wide) * scale,
        "effect_high": (effects + wide) * scale,
        "p_value": p_values,
    }


def _judged(rows: pl.DataFrame) -> pl.DataFrame:
    """Control false discoveries over all opponents together."""
    known = rows["p_value"].is_not_null()
    adjusted = pl.Series("q_value", [None] * rows.height, dtype=pl.Float64)
    if known.any():
        found = benjamini_hochberg(rows["p_value"].filter(known).to_numpy())
        adjusted = adjusted.scatter(known.arg_true(), found)
    return rows.with_columns(adjusted).with_columns(
        (pl.col("q_value") <= FALSE_DISCOVERIES).fill_null(False).alias("discovered")
    )


def _by_card(frame: Frame, slots: Sequence[str], names: Declared) -> pl.DataFrame:
    """Games and wins with each card, wherever it lies."""
    parts = [
        lazy(frame)
        .group_by(pl.col(slot).cast(pl.String).alias("card"))
        .agg(pl.len().cast(pl.Int64).alias("games"), pl.col(names.won).sum().cast(pl.Int64).alias("wins"))
        for slot in slots
    ]
    return (
        pl.concat(parts)
        .filter(pl.col("card").is_not_null())
        .group_by("card")
        .agg(pl.col("games", "wins").sum())
        .collect()
    )


def _use(frame: Frame, names: Declared) -> pl.DataFrame:
    """How a card was used, for each opponent: an association, because players choose what they gain."""
    have = frame.collect_schema().names()
    parts = []
    for slot in names.slots:
        gained, first, plays = (m.get(slot, "") for m in (names.gained, names.first_gain, names.plays))
        if not {gained, first, plays} <= set(have):
            continue
        taken = pl.col(gained) > 0
        parts.append(
            lazy(frame)
            .group_by(pl.col(names.opponent).cast(pl.String), pl.col(slot).cast(pl.String).alias("card"))
            .agg(
                pl.len().alias("shown"),
                taken.sum().alias("taken"),
                (taken & pl.col(names.won)).sum().alias("taken_and_won"),
                pl.col(first).cast(pl.Float64).sum().alias("turns"),
                pl.col(first).count().alias("dated"),
                pl.col(plays).cast(pl.Float64).sum().alias("played"),
            )
        )
    empty = {"gain_rate": pl.Float64, "win_rate_when_gained": pl.Float64, "first_gain": pl.Float64}
    if not parts:
        schema = {names.opponent: pl.String, "card": pl.String, **empty, "plays": pl.Float64}
        return pl.DataFrame(schema=schema)
    totals = pl.concat(parts).group_by(names.opponent, "card").agg(pl.exclude(names.opponent, "card").sum())
    return totals.select(
        names.opponent,
        "card",
        (pl.col("taken") / pl.col("shown")).alias("gain_rate"),
        (pl.col("taken_and_won") / pl.col("taken")).fill_nan(None).alias("win_rate_when_gained"),
        (pl.col("turns") / pl.col("dated")).fill_nan(None).alias("first_gain"),
        (pl.col("played") / pl.col("shown")).alias("plays"),
    ).collect()
