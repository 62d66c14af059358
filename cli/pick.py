"""Find a game of a run that is worth watching, and say how it is played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from breachlab.sim.aeons_end.factors import SOLO_TURN_CARDS
from breachlab.sim.aeons_end.story import Transcript
from breachlab.sim.aeons_end.tables import Tables, load_tables
from breachlab.sim.declared import Declared, declared
from breachlab.sim.errors import UserError, resolve

HOW = ("lost", "won", "longest", "closest")
_MISSING = {"lost": "no game that was lost", "won": "no game that was won", "longest": "no game"}
_MISSING["closest"] = "no game that can be called close"


def find(
    frame: pl.LazyFrame, manifest: Mapping[str, Any], folder: Path, how: str, only: Mapping[str, Any]
) -> dict[str, Any]:
    """The row of such a game among those with the values of ``only``; of equals the first.

    The closest game is the one in which the winning side had the smallest share of its life left: the
    nemesis, or Gravehold, or all players together where that is less. A game lost to a nemesis that cannot be
    damaged has no such number.
    """
    names = declared("aeons_end")
    missing = {"seed", names.won, names.length, *names.slots} - set(frame.collect_schema().names())
    if missing:
        raise UserError(f"{folder}: its games cannot be played again, they have no {sorted(missing)[0]}")
    for factor, value in only.items():
        column = pl.col(factor)
        if isinstance(value, str):
            column = column.cast(pl.String)
            known = frame.select(column.unique().sort()).collect().to_series().drop_nulls().to_list()
            value = resolve(factor, value, known)
        frame = frame.filter(column == value)
    if how in ("lost", "won"):
        frame = frame.filter(pl.col(names.won) == (how == "won"))
        order, down = ["cell", "game"], [False, False]
    elif how == "longest":
        order, down = [names.length, "cell", "game"], [True, False, False]
    else:
        frame = _closeness(frame, manifest, names)
        order, down = ["left", "cell", "game"], [False, False, False]
    found = frame.sort(order, descending=down).head(1).collect()
    if not found.height:
        such = " ".join(f"{factor} {value}" for factor, value in only.items())
        raise UserError(f"{folder}: the run has {_MISSING[how]}{' with ' + such if such else ''}")
    return found.row(0, named=True)


def _closeness(frame: pl.LazyFrame, manifest: Mapping[str, Any], names: Declared) -> pl.LazyFrame:
    """The games with the share of its life that the winning side had left, as far as that can be told."""
    keys = [names.content, names.opponent, names.mode]
    began = [
        {
            names.content: tables.pack.id,
            names.opponent: nemesis.id,
            names.mode: mode.id,
            "nemesis_began": None if nemesis.cannot_be_damaged else nemesis.in_mode(mode).life,
            "gravehold_began": mode.gravehold_life,
            "player_began": mode.player_life,
        }
        for tables in _packs(manifest).values()
        for nemesis in tables.pack.nemeses
        for mode in tables.pack.difficulties
    ]
    lives = pl.LazyFrame(began, infer_schema_length=None)
    games = frame.with_columns(pl.col(keys).cast(pl.String)).join(lives, on=keys, how="left")
    own = pl.when(pl.col("solo_life") > 0).then("solo_life").otherwise("player_began")
    team = pl.sum_horizontal(pl.col("^life_[0-9]$").cast(pl.Int64)) / (own * pl.col(names.players))
    gravehold = pl.col("gravehold_life") / pl.col("gravehold_began")
    nemesis = pl.col("nemesis_life") / pl.col("nemesis_began")
    left = pl.when(pl.col(names.won)).then(pl.min_horizontal(gravehold, team)).otherwise(nemesis)
    return games.with_columns(left.alias("left")).filter(pl.col("left").is_not_null())


def _packs(manifest: Mapping[str, Any]) -> dict[str, Tables]:
    """The packs of a run by where they lie."""
    contents = manifest["experiment"]["factors"].get("content", ["war_eternal"])
    return {one: load_tables(one) for one in (contents if isinstance(contents, list) else [contents])}


def options_of(row: Mapping[str, Any], manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The options of :func:`.transcript.play_game` that play the game of a row."""
    names = declared("aeons_end")
    content = next(
        (one for one, tables in _packs(manifest).items() if tables.pack.id == row["content"]), None
    )
    return {
        "nemesis": row["nemesis"],
        "players": row["players"],
        "seed": row["seed"],
        "mages": [row[seat] for seat in names.team if row[seat]],
        "supply": [row[slot] for slot in names.slots],
        "difficulty": row["difficulty"],
        "policy": row["policy"],
        "content": None if content == "war_eternal" else content,
        "four_player_variant": row["variant"],
        "solo_turn_cards": row["solo_turn_cards"] or SOLO_TURN_CARDS,
        "solo_life": row["solo_life"] or None,
    }


def check_same(game: Transcript, row: Mapping[str, Any], folder: Path) -> None:
    """Refuse to show a game that is not the one of the run."""
    end = game.table
    lives = list(end["player_life"].values())
    told = (game.outcome == "win", len(game.turns), end["gravehold_life"], end["nemesis_life"], *lives)
    wanted = [row["won"], row["turns"], row["gravehold_life"], row["nemesis_life"]]
    wanted += [row[f"life_{p + 1}"] for p in range(row["players"])]
    if [max(0, value) for value in told] != [max(0, value) for value in wanted]:
        raise UserError(
            f"{folder}: game {row['game']} of cell {row['cell']} no longer goes as it went in the run: "
            "the rules, the cards or the players have changed since"
        )
