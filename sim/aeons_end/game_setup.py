"""What is played: a game's setup by names, checked before anything is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from breachlab.sim.errors import UserError, resolve

from . import engine
from .expert import decide
from .policies import parse_policy, policy_label
from .state import PILES, PLAYERS, STATES, Game
from .tables import Tables, load_tables

SEEDS = 2**64
SOLO_TURN_CARDS = 3
RANDOM_MAGE = -1


@dataclass(frozen=True)
class Setup:
    """A game's setup, all names resolved: whoever has one can play the game."""

    tables: Tables
    nemesis: str
    players: int
    seed: int
    mages: tuple[str, ...] | None  # None: drawn at random
    supply: tuple[str, ...] | None  # None: drawn at random
    difficulty: str
    policy: str
    content: str | None
    four_player_variant: bool
    solo_turn_cards: int
    solo_life: int | None

    def deal(self) -> Game:
        """Lay the game out: nobody has decided anything yet."""
        tables = self.tables
        g = Game()
        mages = [tables.mage_ids.index(mage) for mage in self.mages or ()]
        supply = [tables.index[card] for card in self.supply or ()]
        engine.setup(
            g,
            tables.content,
            self.seed,
            tables.nemesis_ids.index(self.nemesis),
            tables.mode_ids.index(self.difficulty),
            mages or [RANDOM_MAGE] * self.players,
            supply or [0] * PILES,
            int(self.four_player_variant),
            self.solo_turn_cards,
            self.solo_life or 0,
        )
        return g

    def chooser(self, g: Game) -> Callable[[], int]:
        """A function that tells which option of the pending decision the policy takes.

        >>> setup = check_setup("umbra_titan", 2, 7, policy="standard,novice")
        >>> g = setup.deal()
        >>> engine.advance(g, setup.tables.content)
        >>> 0 <= setup.chooser(g)() < g.n_options
        True
        """
        seats = parse_policy(self.policy, self.players)
        games = [g, *(Game() for _ in range(STATES - 1))]  # the others: room to look ahead in
        return lambda: int(decide(games, self.tables.content, *seats[g.decider]))

    def command(self) -> list[str]:
        """The options of `breachlab play` that play this game."""
        words = [f"--nemesis {self.nemesis}"]
        words.append(f"--mages {','.join(self.mages)}" if self.mages else f"--players {self.players}")
        words += [f"--difficulty {self.difficulty}", f"--policy {self.policy}", f"--seed {self.seed}"]
        if self.supply:
            named = [supply.id for supply in self.tables.pack.supplies if supply.cards == self.supply]
            words.append(f"--supply {named[0] if named else ','.join(self.supply)}")
        if self.four_player_variant:
            words.append("--four-player-variant")
        if self.solo_turn_cards != SOLO_TURN_CARDS:
            words.append(f"--solo-turn-cards {self.solo_turn_cards}")
        if self.solo_life:
            words.append(f"--solo-life {self.solo_life}")
        if self.content:
            words.append(f"--content {self.content}")
        return words


def check_setup(
    nemesis: str,
    players: int,
    seed: int,
    *,
    mages: Sequence[str] | None = None,
    supply: str | Sequence[str] | None = None,
    difficulty: str = "normal",
    policy: str = "greedy",
    content: Any = None,
    four_player_variant: bool = False,
    solo_turn_cards: int = SOLO_TURN_CARDS,
    solo_life: int | None = None,
) -> Setup:
    """Resolve and check what somebody wants to play; a mistake is a UserError that says what is allowed."""
    tables = load_tables(content)
    pack = tables.pack
    if players not in range(1, PLAYERS + 1):
        raise UserError(f"players: {players} cannot play, only 1 to {PLAYERS}")
    if seed not in range(SEEDS):
        raise UserError(f"seed: {seed} is not a whole number from 0 to {SEEDS - 1}")
    if solo_turn_cards not in (SOLO_TURN_CARDS, *pack.rules.solo_easier_turn_cards):
        allowed = " or ".join(str(n) for n in (SOLO_TURN_CARDS, *pack.rules.solo_easier_turn_cards))
        raise UserError(
            f"solo_turn_cards: a single player has {allowed} turn order cards, not {solo_turn_cards}"
        )
    if players != 1 and (solo_turn_cards != SOLO_TURN_CARDS or solo_life):
        raise UserError(f"solo_turn_cards and solo_life are for a single player, but {players} play")
    if solo_life is not None and solo_life not in range(1, 100):
        raise UserError(f"solo_life: {solo_life} is not a whole number from 1 to 99")
    if players != 4 and four_player_variant:
        raise UserError(f"four_player_variant is for four players, but {players} play")
    return Setup(
        tables,
        resolve("nemesis", nemesis, _names(pack.nemeses)),
        int(players),
        int(seed),
        _mages(tables, players, mages) if mages is not None else None,
        _supply(tables, supply) if supply is not None else None,
        resolve("difficulty", difficulty, _names(pack.difficulties)),
        _policy(policy, players),
        str(content) if content else None,
        bool(four_player_variant),
        int(solo_turn_cards),
        solo_life,
    )


def _names(items: Iterable[Any]) -> dict[str, str]:
    return {item.id: item.name for item in items}


def _policy(policy: str, players: int) -> str:
    parse_policy(policy, players)
    return policy_label(policy)


def _mages(tables: Tables, players: int, mages: Sequence[str]) -> tuple[str, ...]:
    names = _names(tables.pack.mages)
    found = [resolve("mage", mage, names) for mage in mages]
    for mage in found:
        if found.count(mage) > 1:
            raise UserError(f'mages: "{mage}" is there twice: every player has a different mage')
    if len(found) != players:
        raise UserError(f"mages: {len(found)} are named, but {players} play: they must agree")
    return tuple(found)


def _supply(tables: Tables, supply: str | Sequence[str]) -> tuple[str, ...]:
    """A suggested supply by its name, or market cards by theirs."""
    pack = tables.pack
    if isinstance(supply, str):
        name = resolve("supply", supply, _names(pack.supplies))
        return next(tuple(one.cards) for one in pack.supplies if one.id == name)
    found = [pack.market_card(card) for card in supply]
    pack.check_supply(found)
    return tuple(found)
