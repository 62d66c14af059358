"""Run folders with made-up games, for the tests of reports: nothing is played, so nothing is compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

from breachlab.analysis import example
from breachlab.sim.aeons_end.pack import load_pack
from breachlab.sim.runs import FORMAT, GAMES, MANIFEST

NEMESES = {"umbra_titan": 0.9, "hollow_crown": 0.3, "gate_witch": -0.3, "magus_of_cloaks": -0.6}  # log-odds
MODES = {"normal": 0.0, "expert": -0.8}
PLAYERS = (1, 2, 4)
MAGES = {mage.id: 0.0 for mage in load_pack().mages}
MARKET = {
    kind: sorted(c.id for c in load_pack().market if c.kind == kind) for kind in ("gem", "relic", "spell")
}
# Within each kind the cards go from bad to good in the order of the alphabet.
CARDS = {
    kind: {id: 0.1 * (place - len(cards) / 2) for place, id in enumerate(cards)}
    for kind, cards in MARKET.items()
}
PAIRS = {("aurora", "conjure_the_lost"): 0.9}


def made_up(games: int, **options: Any) -> pl.DataFrame:
    """Games of every nemesis, mode and number of players."""
    asked: dict[str, Any] = {"seed": 1, "opponents": NEMESES, "modes": MODES, "players": PLAYERS}
    return example.games(games, **{**asked, "cards": CARDS, "pairs": PAIRS, "mages": MAGES, **options})


def write_run(folder: Path, frame: pl.DataFrame | None, **values: Any) -> Path:
    """A run folder as `breachlab run` leaves it; ``values`` replace entries of its manifest."""
    factors = {
        "content": ["war_eternal"],
        "nemesis": list(NEMESES),
        "difficulty": list(MODES),
        "players": list(PLAYERS),
        "policy": ["standard"],
    }
    experiment = {"name": "made_up", "title": "Made-up games", "game": "aeons_end", "seed": 1, "games": 100}
    manifest = {
        "format": FORMAT,
        "experiment": {**experiment, "precision": None, "factors": factors},
        "started": "2026-01-02T10:00:00+00:00",
        "finished": "2026-01-02T10:01:00+00:00",
        "engine_signature": "e" * 16,
        "content_hash": "c" * 64,
        "command": ["run", "made up.toml"],
        "cells": 24,
        "games": 2400,
        "versions": {"breachlab": "0.1.0"},
        **values,
    }
    (folder / GAMES).mkdir(parents=True)
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    if frame is not None:
        frame.write_parquet(folder / GAMES / "000-000000-abc.parquet")
    return folder
