"""The board below a table: a game set up by names, read back, and its steps run with scripted decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from breachlab.sim.errors import UserError

from . import engine, rules
from .content import ATTACK, CASTING_START_PROGRAM
from .differences import Comparison, Picture, picture
from .game_setup import SOLO_TURN_CARDS, check_setup
from .state import (
    CASTING_PHASE,
    MAIN_PHASE,
    NO_DECISION,
    NO_OUTCOME,
    PASS,
    Game,
    option,
)
from .table_options import Answers
from .table_refusals import Refusals
from .table_set import Layout
from .table_state import OUTCOMES, exactly
from .tables import load_tables
from .wording import REASONS, mage_of, option_text

P = ParamSpec("P")
B = TypeVar("B", bound="Board")


class IllegalStep(UserError):  # noqa: N818  (the rules call such a step illegal, not erroneous)
    """A step that a rule forbids; the message says which."""


def step(method: Callable[Concatenate[B, P], None]) -> Callable[Concatenate[B, P], None]:
    """Make a method a step: what it puts on the stack is resolved; after any error the table is as it was."""

    @wraps(method)
    def run(self: B, /, *args: P.args, **kwargs: P.kwargs) -> None:
        with self._step():
            method(self, *args, **kwargs)

    return run


class Area:
    """A part of the table that can be set: ``nemesis``, ``acolytes``, ``turn_order``, ``player(0)``."""

    def __init__(self, board: Board, setter: Callable[..., None]) -> None:
        self._board, self._setter = board, setter

    def set(self, **values: Any) -> None:
        """Set what is named and leave the rest as it is."""
        with self._board._unchanged_on_error():
            self._setter(**values)


class Board:
    """A game on the table, in any situation: setting it up, reading it, and how its steps run.

    Decisions that :meth:`answer` did not script are taken by the policy (any but "expert"); without a
    policy they are an error. Players count from 0.
    """

    def __init__(
        self,
        nemesis: str,
        mages: Sequence[str],
        supply: str | Sequence[str],
        *,
        difficulty: str = "normal",
        seed: int = 1,
        content: str | Path | None = None,
        policy: str | None = "greedy",
        four_player_variant: bool = False,
        solo_turn_cards: int = SOLO_TURN_CARDS,
        solo_life: int | None = None,
    ) -> None:
        if isinstance(mages, str):
            raise UserError(f"mages: a list of mages is needed, not {mages!r}")
        if not isinstance(supply, str):
            market = load_tables(content).pack.market
            supply = [exactly("market card", card, market, "supply") for card in supply]
        setup = check_setup(
            nemesis,
            len(mages),
            seed,
            mages=mages,
            supply=supply,
            difficulty=difficulty,
            policy=policy or "greedy",
            content=content,
            four_player_variant=four_player_variant,
            solo_turn_cards=solo_turn_cards,
            solo_life=solo_life,
        )
        tables = self._tables = setup.tables
        lives = tables.pack.rules.solo_easier_life
        if solo_life is not None and solo_life not in lives:
            raise UserError(f"solo_life: {solo_life} is not one of {', '.join(map(str, lives))}")
        if policy is not None and "expert" in setup.policy:
            raise UserError("policy: expert looks ahead to the end of a turn, and a table has only steps")
        self._g: Any = setup.deal()
        self._policy = None if policy is None else setup.chooser(self._g)
        self._g.depth = 0  # steps put their own programs on the empty stack
        self._backup: Any = Game()
        self._position = Layout(tables, self._g)
        self._answers = Answers(self._position)
        self._queue: list[str] = []
        self._events: list[Picture | str] = []
        self.nemesis = Area(self, self._position.set_nemesis)
        self.acolytes = Area(self, self._position.set_acolytes)
        self.turn_order = Area(self, self._position.set_turn_order)

    # ------------------------------------------------------------ setting and reading

    def set(self, **values: Any) -> None:
        """Set gravehold_life, nemesis_life, nemesis_tokens or piles={id: cards left}.

        >>> from breachlab.sim.aeons_end import Table
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.set(gravehold_life=25, piles={"scoria_slag": 2})
        """
        with self._unchanged_on_error():
            self._position.set_table(**values)

    def player(self, p: int) -> Area:
        """A player, to set: life, charges, aether, trophies, hand, deck, discard, played, breaches, prepped.

        >>> from breachlab.sim.aeons_end import Table
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.player(0).set(life=2, hand=["crystal", "spark"], breaches={"II": ("closed", 1)})
        """
        p = self._player(p)
        return Area(self, lambda **values: self._position.set_player(p, **values))

    def state(self) -> dict[str, Any]:
        """Everything on the table, by name; piles are listed from the top, cards in play from the oldest.

        >>> from breachlab.sim.aeons_end import Table
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.state()["players"][0]["deck"]
        ['crystal', 'crystal', 'crystal', 'spark', 'spark']
        """
        return self._position.state()

    def log(self) -> list[str]:
        """The events of the last step, in plain English.

        >>> from breachlab.sim.aeons_end import Table
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.unleash()
        >>> t.log()
        ['Gate Witch 1 -> 2 tokens']
        """
        told: list[str] = []
        before: Picture | None = None
        for event in self._events:
            if isinstance(event, str):
                told.append(event)
                continue
            if before is not None:
                told += map(str, Comparison(self._tables, self._g, before, event).all())
            before = event
        return told

    def answer(self, *answers: str | int) -> None:
        """Script the next decisions of the next step, in order.

        An answer names a player ("garu" or "player 0"), a card ("crystal", "crystal in discard"), a breach
        ("II", "garu II"), a target ("nemesis" or a minion), a side of an OR (its words, "first", "second"), a
        number, or says "yes" or "no". Decisions with one option are not asked.

        >>> from breachlab.sim.aeons_end import Table
        >>> t = Table(nemesis="gate_witch", mages=["garu"], supply="deck_destruction")
        >>> t.answer("gravehold suffers 7")
        >>> t.resolve("quell")
        >>> t.state()["gravehold_life"]
        23
        """
        self._queue += map(str, answers)

    # ------------------------------------------------------------ how a step runs

    @contextmanager
    def _unchanged_on_error(self) -> Iterator[None]:
        self._backup.copy_from(self._g)
        named = set(self._position.named)
        try:
            yield
        except BaseException:
            self._g.copy_from(self._backup)
            self._position.named = named
            raise

    @contextmanager
    def _step(self) -> Iterator[None]:
        """Run what the body puts on the stack; after any error the table is as it was."""
        g, events = self._g, self._events
        try:
            with self._unchanged_on_error():
                if g.outcome != NO_OUTCOME:
                    raise IllegalStep(f"the game is over, a {OUTCOMES[g.outcome]}: {REASONS[g.reason]}")
                self._events = [picture(g)]
                yield
                self._run()
                if self._queue:
                    rest = ", ".join(f'"{answer}"' for answer in self._queue)
                    raise UserError(f"nothing asked for the answer {rest}")
                if g.outcome != NO_OUTCOME:
                    self._clear_up()
        except BaseException:
            self._events = events
            raise
        finally:
            self._queue = []

    def _clear_up(self) -> None:
        """A game that ended in the middle of an effect: the rest stays undone, an attack is laid down."""
        g, c = self._g, self._tables.content
        g.depth = g.n_fallen = 0
        for k in range(g.n_in_play - 1, -1, -1):
            if c.cards[g.in_play[k].card].kind == ATTACK:
                rules.push(g.nemesis_discard, g.in_play[k].card)
                rules.remove_from_play(g, k)

    def _run(self) -> None:
        """Resolve everything on the stack; decisions are answered as scripted, or by the policy."""
        g, c = self._g, self._tables.content
        self._record()
        while g.outcome == NO_OUTCOME and g.depth > 0:
            if g.decision != NO_DECISION:
                code = self._choose()
                self._events.append(f"{mage_of(self._tables, g, g.decider)} chooses {self._option(code)}")
                rules.answer(g, code)
            engine.step(g, c)
            self._record()

    def _record(self) -> None:
        now = picture(self._g)
        last = next(event for event in reversed(self._events) if not isinstance(event, str))
        if now != last:
            self._events.append(now)

    def _option(self, code: int) -> str:
        return option_text(self._tables, self._g, code)

    def _choose(self) -> int:
        g = self._g
        if self._queue:
            code, used = self._answers.find(self._queue)
            del self._queue[:used]
            return code
        if self._policy is None:
            raise UserError(
                f"{mage_of(self._tables, g, g.decider)} must decide and no answer is scripted "
                f"(options: {self._answers.text()})"
            )
        return int(g.options[self._policy()])

    # ------------------------------------------------------------ whose turn it is, and what is meant

    def _player(self, p: int) -> int:
        n = int(self._g.players_n)
        if isinstance(p, bool) or not isinstance(p, int) or not 0 <= p < n:
            raise UserError(f"player {p!r}: there are {n} players, counted from 0")
        return p

    def _begin(self, p: int) -> None:
        """It must be this player's turn; if it is nobody's, theirs begins."""
        g = self._g
        self._player(p)
        if g.active < 0:
            engine.begin_turn(g, self._tables.content, p)
        elif g.active != p:
            raise IllegalStep(
                f"it is {mage_of(self._tables, g, g.active)}'s turn, not {mage_of(self._tables, g, p)}'s"
            )

    def _casting(self, p: int) -> None:
        """The player is in the casting phase, which begins with the turn."""
        fresh = self._g.active < 0
        self._begin(p)
        if fresh:
            rules.enter(self._g, self._tables.content.program[CASTING_START_PROGRAM], p, 0)
            self._run()
        if self._g.outcome == NO_OUTCOME and self._g.phase != CASTING_PHASE:
            raise IllegalStep("the casting phase is over: spells are cast before the main phase begins")

    def _main(self, p: int) -> None:
        """The player is in the main phase; a casting phase ends, if it may."""
        self._begin(p)
        if self._g.phase == CASTING_PHASE:
            self._end_casting(p)
        self._g.phase = MAIN_PHASE

    def _end_casting(self, p: int) -> None:
        engine.list_casting_options(self._g, self._tables.content, p)
        if not self._offered(option(PASS)):
            raise IllegalStep("a spell prepped in a closed breach must be cast before the casting phase ends")
        self._g.phase = MAIN_PHASE

    def _nobodys_turn(self) -> None:
        if self._g.active >= 0:
            mage = mage_of(self._tables, self._g, self._g.active)
            raise IllegalStep(f"it is {mage}'s turn, which ends with the draw phase")

    def _whole_turn(self) -> None:
        """Resolve the turn on the stack, then the victories that are checked at its end."""
        self._run()
        if self._g.outcome == NO_OUTCOME:
            engine.end_turn_checks(self._g, self._tables.content)

    def _offered(self, code: int) -> bool:
        return code in self._g.options[: self._g.n_options]

    def _act(self, p: int, code: int, reason: Callable[[Refusals], str]) -> None:
        """A main-phase action, if the rules offer it now."""
        g, c = self._g, self._tables.content
        self._main(p)
        engine.list_main_options(g, c, p)
        if not self._offered(code):
            raise IllegalStep(reason(Refusals(self._tables, g, p)))
        engine.act(g, c, p, code)

    def _player_card(self, word: str, where: str) -> int:
        return self._position.card(word, self._position.player_cards, "player card", where)

    def _nemesis_card(self, word: str, where: str) -> int:
        position = self._position
        return position.card(word, position.nemesis_cards | position.acolytes, "nemesis card", where)

    def _places(self, breach: str, where: str) -> list[int]:
        """A breach or two: "II", "II+III"."""
        parts = str(breach).split("+")
        places = [self._position.breach_number(part.strip(), where) for part in parts]
        if len(places) > 2 or (len(places) == 2 and places[1] != places[0] + 1):
            raise IllegalStep(f"{where}: {breach} are not two adjacent breaches, such as II+III")
        return places
