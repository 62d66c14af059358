"""What an experiment with Aeon's End may vary, and the cells that come of it.

Cells are numbered: the supply counts fastest, then policy, seats, difficulty, nemesis and content. All that
belongs to the seats (players, mages, the variants for one and for four) is one list, because not every
mixture exists.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from breachlab.sim.errors import UserError, listed, resolve

from . import frames
from .game_setup import RANDOM_MAGE, SOLO_TURN_CARDS
from .policies import parse_policy, policy_label
from .state import PLAYERS
from .supplies import KINDS, SupplyRange, every_supply, listed_supplies
from .tables import Tables, load_tables

Numbers = np.ndarray[Any, Any]

ALL, RANDOM, EACH = "all", "random", "each"
DEFAULT_POLICY = "standard"
DEFAULT_PLAYERS = 2
FACTORS = (
    *("nemesis", "difficulty", "players", "mages", "supply", "policy", "content"),
    *("four_player_variant", "solo_turn_cards", "solo_life"),
)


@dataclass(frozen=True)
class Seats:
    """Who sits at the table."""

    players: int
    mages: tuple[str, ...]  # "random": drawn in each game
    variant: bool
    turn_cards: int  # of a single player, otherwise 0
    life: int  # of a single player, 0: as the mode says


@dataclass(frozen=True)
class Block:
    """The cells of one content pack, as tables that the engine's deals are looked up in."""

    label: str
    names: frames.Names
    shape: tuple[int, ...]  # nemeses, modes, seats, policies, supplies
    nemeses: Numbers
    modes: Numbers
    seats: Numbers  # players, variant, turn cards, life
    mages: Numbers  # a row for each of the seats
    policies: Numbers  # by policy, players, seat: number and mistakes
    supplies: SupplyRange

    @property
    def cells(self) -> int:
        return prod(self.shape)

    def deals(self, cells: Numbers, seeds: Numbers) -> tuple[Numbers, Numbers]:
        """What is dealt in these cells, and the number of the policy in each."""
        nemesis, mode, seat, policy, supply = np.unravel_index(cells, self.shape)
        deals = np.zeros(len(cells), frames.DEAL)
        deals["seed"] = seeds
        deals["nemesis"] = self.nemeses[nemesis]
        deals["mode"] = self.modes[mode]
        players, deals["variant"], deals["solo_turn_cards"], deals["solo_life"] = self.seats[seat].T
        deals["players"] = players
        deals["mages"] = self.mages[seat]
        deals["supply"] = self.supplies.rows(supply)
        seat_policies = self.policies[policy, players]
        deals["policy"] = seat_policies[..., 0]
        deals["mistakes"] = seat_policies[..., 1]
        return deals, policy


@dataclass(frozen=True)
class AeonsEndDesign:
    """The cells of an experiment: a block for each content pack, one after the other."""

    factors: dict[str, Any]
    blocks: tuple[Block, ...]
    columns: frames.Columns
    content_hash: str
    game: str = "aeons_end"

    @property
    def cells(self) -> int:
        return sum(block.cells for block in self.blocks)

    def summary(self) -> list[tuple[str, str]]:
        rows = []
        for factor, values in self.factors.items():
            if factor == "supply" and values == [ALL]:
                rows.append((factor, f"all {len(self.blocks[0].supplies):,}"))
            elif factor != "mages" or values != [RANDOM]:
                words = [",".join(value) if isinstance(value, list) else str(value) for value in values]
                count = f"{len(words)}: " if len(words) > 1 else ""
                rows.append((factor, count + listed(words)))
            else:
                rows.append((factor, RANDOM))
        return rows

    def schema(self) -> dict[str, Any]:
        return self.columns.schema

    def play(self, cells: Numbers, games: Numbers, seeds: Numbers) -> pl.DataFrame:
        parts = []
        first = 0
        for block in self.blocks:
            here = (cells >= first) & (cells < first + block.cells)
            if here.any():
                deals, policy = block.deals(cells[here].astype(np.int64) - first, seeds[here])
                results = frames.play_deals(block.names.packed, deals)
                parts.append(
                    self.columns.frame(
                        block.names, block.label, cells[here], games[here], policy, deals, results
                    )
                )
            first += block.cells
        return parts[0] if len(parts) == 1 else pl.concat(parts).sort("cell", "game")


class AeonsEnd:
    """What Aeon's End declares about itself, see :class:`breachlab.sim.experiments.Game`."""

    id = "aeons_end"
    factors = FACTORS

    def design(self, factors: Mapping[str, Any], where: str = "") -> AeonsEndDesign:
        return _Resolver(dict(factors), f"{where}: " if where else "").design()

    def signature(self) -> str:
        return frames.engine_signature()


GAME = AeonsEnd()


def _names(items: Iterable[Any]) -> dict[str, str]:
    return {item.id: item.name for item in items}


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


@dataclass
class _Resolver:
    """From the words of an experiment to its cells; each mistake names its factor."""

    given: dict[str, Any]
    where: str

    def design(self) -> AeonsEndDesign:
        if "nemesis" not in self.given:
            raise UserError(f'{self.where}nemesis is missing: name one or more, or "all"')
        contents = [self.content(value) for value in _many(self.given.get("content", "war_eternal"))]
        packs = [load_tables(content) for content in contents]
        labels = [tables.pack.id for tables in packs]
        for label in labels:
            if labels.count(label) > 1:
                raise UserError(f'{self.where}content: two packs have the id "{label}": give one another id')
        given = _many(self.given.get("policy", DEFAULT_POLICY))
        labels_of_policies = [policy_label(str(policy), f"{self.where}policy") for policy in given]
        policies = _Resolver({"policy": labels_of_policies}, self.where).distinct("policy", None)
        resolved: dict[str, Any] = {}
        blocks = [self.block(tables, policies, resolved) for tables in packs]
        resolved |= {"policy": policies, "content": contents}
        hashes = [tables.pack.hash for tables in packs]
        return AeonsEndDesign(
            resolved,
            tuple(blocks),
            frames.Columns.of([block.names for block in blocks], policies, labels),
            hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest(),
        )

    def content(self, value: Any) -> str:
        """A shipped pack's name, or a folder's full path: a run may be resumed from elsewhere."""
        text = str(value)
        return str(Path(text).resolve()) if Path(text).is_dir() else text

    def distinct(self, factor: str, default: Any) -> list[Any]:
        values = _many(self.given.get(factor, default))
        if not values:
            raise UserError(f"{self.where}{factor} has no value")
        for value in values:
            if values.count(value) > 1:
                raise UserError(f'{self.where}{factor}: "{value}" is there twice')
        return values

    def block(self, tables: Tables, policies: list[str], resolved: dict[str, Any]) -> Block:
        """The cells of one pack; what was resolved is noted (of several packs, what all of them mean)."""
        pack = tables.pack
        nemeses = self.ids("nemesis", self.given["nemesis"], _names(pack.nemeses))
        modes = self.ids("difficulty", self.given.get("difficulty", "normal"), _names(pack.difficulties))
        seats, teams = self.seats(tables)
        words, supplies = self.supplies(tables)
        both = len(_many(self.given.get("content", ""))) > 1
        resolved["nemesis"] = self.given["nemesis"] if both else nemeses
        resolved["difficulty"] = self.given.get("difficulty", "normal") if both else modes
        resolved["players"] = list(dict.fromkeys(seat.players for seat in seats))
        resolved["mages"] = teams
        resolved["supply"] = words
        for name in ("four_player_variant", "solo_turn_cards", "solo_life"):
            if name in self.given:
                resolved[name] = _many(self.given[name])
        table = np.zeros((len(policies), PLAYERS + 1, PLAYERS, 2), dtype=np.int64)
        for row, policy in zip(table, policies, strict=True):
            for players in resolved["players"]:
                row[players, :players] = parse_policy(policy, players, f"{self.where}policy")
        mages = np.full((len(seats), PLAYERS), RANDOM_MAGE, dtype=np.int8)
        for k, seat in enumerate(seats):
            for p, mage in enumerate(seat.mages):
                mages[k, p] = RANDOM_MAGE if mage == RANDOM else tables.mage_ids.index(mage)
        return Block(
            label=pack.id,
            names=frames.Names.of(tables),
            shape=(len(nemeses), len(modes), len(seats), len(policies), len(supplies)),
            nemeses=np.array([tables.nemesis_ids.index(id) for id in nemeses]),
            modes=np.array([tables.mode_ids.index(id) for id in modes]),
            seats=np.array([(s.players, s.variant, s.turn_cards, s.life) for s in seats], dtype=np.int64),
            mages=mages,
            policies=table,
            supplies=supplies,
        )

    def ids(self, factor: str, value: Any, names: dict[str, str]) -> list[str]:
        if value == ALL:
            return list(names)
        values = [resolve(factor, str(one), names, self.where.removesuffix(": ")) for one in _many(value)]
        return [str(one) for one in _Resolver({factor: values}, self.where).distinct(factor, None)]

    # ------------------------------------------------------------ seats

    def whole(self, factor: str, default: Any, lowest: int, highest: int) -> list[int]:
        values = self.distinct(factor, default)
        for value in values:
            if type(value) is not int or not lowest <= value <= highest:
                raise UserError(
                    f"{self.where}{factor}: {value} is not a whole number from {lowest} to {highest}"
                )
        return values

    def seats(self, tables: Tables) -> tuple[list[Seats], list[Any]]:
        """Everybody who may sit at the table, and the teams of mages as resolved."""
        teams = self.teams(tables)
        sizes = list(dict.fromkeys(len(team) for team in teams if isinstance(team, list)))
        counts = self.whole("players", sizes or DEFAULT_PLAYERS, 1, PLAYERS)
        for team in teams:
            if isinstance(team, list) and len(team) not in counts:
                raise UserError(
                    f"{self.where}mages: {len(team)} are named ({', '.join(team)}), "
                    f"but {_or(counts)} play: they must agree"
                )
        mages_n = len(tables.mage_ids)
        for count in counts:
            if count > mages_n:
                raise UserError(
                    f"{self.where}players: {count} are more than the {mages_n} mages of {tables.pack.id}"
                )
            if not any(not isinstance(team, list) or len(team) == count for team in teams):
                raise UserError(f"{self.where}mages: no team is named for {count} players")
        found = []
        for count in counts:
            for variant, turn_cards, life in self.variants(tables, counts, count):
                for team in teams:
                    found += [
                        Seats(count, mages, variant, turn_cards, life)
                        for mages in _line_ups(team, count, tables.mage_ids)
                    ]
        return found, teams

    def variants(self, tables: Tables, counts: list[int], count: int) -> list[tuple[bool, int, int]]:
        rules = tables.pack.rules
        variants = self.distinct("four_player_variant", False)
        if any(type(value) is not bool for value in variants):
            raise UserError(f"{self.where}four_player_variant: must be true or false")
        if True in variants and 4 not in counts:
            raise UserError(f"{self.where}four_player_variant is for four players, but {_or(counts)} play")
        turn_cards = self.whole("solo_turn_cards", SOLO_TURN_CARDS, SOLO_TURN_CARDS, 9)
        for value in turn_cards:
            if value not in (SOLO_TURN_CARDS, *rules.solo_easier_turn_cards):
                allowed = _or([SOLO_TURN_CARDS, *rules.solo_easier_turn_cards])
                raise UserError(f"{self.where}solo_turn_cards: a single player has {allowed}, not {value}")
        lives = self.whole("solo_life", 0, 0, 99)
        if 1 not in counts and (turn_cards != [SOLO_TURN_CARDS] or lives != [0]):
            raise UserError(
                f"{self.where}solo_turn_cards and solo_life are for a single player, but {_or(counts)} play"
            )
        if count == 1:
            return [(False, cards, life) for cards in turn_cards for life in lives]
        return [(variant, 0, 0) for variant in (variants if count == 4 else [False])]

    def teams(self, tables: Tables) -> list[Any]:
        """The teams named: lists of mages, or the words "random", "each" and "all"."""
        value = self.given.get("mages", RANDOM)
        words = (ALL, EACH, RANDOM)
        if isinstance(value, list) and all(isinstance(one, str) for one in value) and value != [RANDOM]:
            teams = value if set(value) <= {ALL, EACH} else [value]
        else:
            teams = _many(value)
        names = _names(tables.pack.mages)
        where = f"{self.where}mages"
        found: list[Any] = []
        for team in teams:
            if team in words:
                found.append(team)
                continue
            mages = [
                RANDOM if mage == RANDOM else resolve("mage", str(mage), names, where) for mage in _many(team)
            ]
            for mage in mages:
                if mage != RANDOM and mages.count(mage) > 1:
                    raise UserError(f'{where}: "{mage}" is there twice: every player has a different mage')
            if len(mages) > PLAYERS:
                raise UserError(f"{where}: {len(mages)} are named, but at most {PLAYERS} play")
            found.append(mages)
        return _Resolver({"mages": found}, self.where).distinct("mages", None)

    # ------------------------------------------------------------ supplies

    def supplies(self, tables: Tables) -> tuple[list[Any], SupplyRange]:
        """The supplies as resolved words, and as numbers."""
        pack = tables.pack
        value = self.given.get("supply", RANDOM)
        names = _names(pack.supplies)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            # a list of supplies' names, or one supply's cards?
            value = (
                value if any(_fits(one, {**names, RANDOM: RANDOM, ALL: ALL}) for one in value) else [value]
            )
        words: list[Any] = []
        rows: list[tuple[str, ...] | None] = []
        kinds = {card.id: KINDS.index(card.kind) for card in pack.market}
        for one in _many(value):
            if one in (ALL, RANDOM):
                words.append(one)
                rows.append(None)
            elif isinstance(one, str):
                words.append(resolve("supply", one, names, self.where.removesuffix(": ")))
                rows.append(tuple(next(supply.cards for supply in pack.supplies if supply.id == words[-1])))
            else:
                cards = [pack.market_card(str(card), f"{self.where}supply") for card in one]
                pack.check_supply(cards, f"{self.where}supply")
                words.append(cards)
                rows.append(tuple(cards))
        words = _Resolver({"supply": words}, self.where).distinct("supply", None)
        if words == [ALL]:
            return words, every_supply(tables)
        if ALL in words:
            raise UserError(f'{self.where}supply: "all" has every supply already and stands alone')
        by_kind = [row and tuple(sorted(row, key=lambda card: kinds[card])) for row in rows]
        return words, listed_supplies(tables, by_kind)


def _fits(word: str, names: Mapping[str, str]) -> bool:
    try:
        resolve("supply", word, names)
    except UserError:
        return False
    return True


def _or(values: Iterable[int]) -> str:
    return " or ".join(str(value) for value in values)


def _line_ups(team: Any, count: int, mages: list[str]) -> list[tuple[str, ...]]:
    """The line-ups that a team means for this many players."""
    if team == RANDOM:
        return [(RANDOM,) * count]
    if team == EACH:
        return [(mage,) + (RANDOM,) * (count - 1) for mage in mages]
    if team == ALL:
        return list(combinations(mages, count))
    return [tuple(team)] if len(team) == count else []
