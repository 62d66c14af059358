"""Compiled and interpreted engines play the same games, to the byte.

They run the same sources, but not the same arithmetic: integers of fixed size that wrap instead of Python's,
and types that numba infers. Both play the same game side by side, and their whole states are compared before
every decision and at the end. A transcript tells the decisions made and the differences between states, and
nothing else: equal states and equal decisions are equal transcripts.
"""

import struct

import numpy as np
import pytest

from breachlab.sim import jit
from breachlab.sim.aeons_end import engine, expert_games, games, players, rules, state
from breachlab.sim.aeons_end.frames import loop_for
from breachlab.sim.aeons_end.games import Deal, Result, deal_game, note_result
from breachlab.sim.aeons_end.state import STATES
from breachlab.sim.aeons_end.tables import load_tables
from breachlab.sim.record import Array, dtype_of, pack, unpack

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(jit.disabled(), reason="NUMBA_DISABLE_JIT is set: there is only one engine"),
]

SEEDS = 50
GAME = dtype_of(state.Game)


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def go_on():
    """Compiled: deal a game (or take an option), go on to the next decision, and make it."""
    import numba

    advance = jit.compiled("aeons_end", "engine").advance
    choose = jit.compiled("aeons_end", "players").choose
    answer = jit.compiled("aeons_end", "rules").answer
    deal_game = jit.compiled("aeons_end", "games").deal_game

    @numba.njit
    def go_on(g, c, deal, code):
        if code < 0:
            deal_game(g, c, deal)
        else:
            answer(g, code)
        advance(g, c)
        return 0 if g.outcome else choose(g, c, deal.policy[g.decider], 0)

    return go_on


def deal_of(tables, seed, nemesis, n, policy):
    """A game whose mode, variant and solo options change with the seed."""
    deal = Deal()
    deal.seed, deal.nemesis, deal.players, deal.mode = seed, nemesis, n, seed % len(tables.mode_ids)
    deal.mages[:n] = [-1] * n
    deal.policy[:] = [policy] * len(deal.policy)
    deal.variant = int(n == 4 and seed % 3 == 0)
    deal.solo_turn_cards = 4 if n == 1 and seed % 3 == 0 else 3
    deal.solo_life = 15 if n == 1 and seed % 5 == 0 else 0
    return deal


def layout(dtype):
    """The format of a record's bytes for struct: the numbers in the order of the fields, and the gaps."""
    text, end = "", 0
    for kind, start, *_ in dtype.fields.values():
        n, item = (kind.shape[0], kind.base) if kind.shape else (1, kind)
        text += f"{start - end}x" + (layout(item) * n if item.names else f"{n}{item.char}")
        end = start + kind.itemsize
    return text + f"{dtype.itemsize - end}x"


def numbers(value):
    """Every number of an interpreted record, in the order of the fields."""
    found = []
    for name, kind in value.fields.items():
        field = getattr(value, name)
        if isinstance(kind, type):
            found += numbers(field)
        elif isinstance(kind, Array) and isinstance(kind.item, type):
            for item in field:
                found += numbers(item)
        else:
            found += field if isinstance(kind, Array) else [field]
    return found


def differences(one, two, where=""):
    """The fields in which two packed states differ: for the message of a failed test."""
    found = []
    for name in one.dtype.names:
        if one[name].dtype.names and one[name].shape:
            for k in range(len(one[name])):
                found += differences(one[name][k], two[name][k], f"{where}{name}[{k}].")
        elif one[name].dtype.names:
            found += differences(one[name], two[name], f"{where}{name}.")
        elif not np.array_equal(one[name], two[name]):
            found.append(f"{where}{name}: {one[name].tolist()} interpreted, {two[name].tolist()} compiled")
    return found


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("nemesis", ["umbra_titan", "gate_witch", "magus_of_cloaks", "hollow_crown"])
def test_every_state_of_every_game_is_the_same(tables, go_on, nemesis, n, policy):
    c, packed_c = tables.content, tables.packed
    as_bytes = struct.Struct(layout(GAME)).pack  # much quicker than pack()
    for seed in range(SEEDS):
        deal = deal_of(tables, seed, tables.nemesis_ids.index(nemesis), n, players.POLICIES[policy])
        g, h = state.Game(), np.zeros(1, GAME)[0]
        packed_deal = pack(deal)[()]
        deal_game(g, c, deal)
        code, decisions = -1, 0
        while True:
            engine.advance(g, c)
            chosen = 0 if g.outcome else players.choose(g, c, deal.policy[g.decider])
            assert chosen == go_on(h, packed_c, packed_deal, code)
            same = as_bytes(*numbers(g)) == h.tobytes()
            assert same, f"seed {seed}, decision {decisions}: {differences(pack(g), h)}"
            if g.outcome:
                break
            code = g.options[chosen]
            rules.answer(g, code)
            decisions += 1


@pytest.mark.parametrize("policy", sorted(players.POLICIES))
def test_the_batch_loop_gives_the_same_results(tables, policy):
    """The results of many games in one call are those of the same games played one by one, interpreted."""
    deals = [
        deal_of(tables, seed, nemesis, n, players.POLICIES[policy])
        for seed in range(1 if policy == "expert" else 5)  # interpreted, it looks ahead slowly
        for nemesis in range(len(tables.nemesis_ids))
        for n in (1, 2, 3, 4)
    ]
    packed_deals = np.array([pack(deal) for deal in deals])
    results = np.zeros(len(deals), dtype_of(Result))
    assert loop_for(packed_deals) == ("expert_games" if policy == "expert" else "games")
    loop = jit.compiled("aeons_end", loop_for(packed_deals))
    loop.play_games(np.zeros(STATES, GAME), tables.packed, packed_deals, results)
    interpreted = [Result() for _ in deals]
    slow = expert_games if policy == "expert" else games
    slow.play_games([state.Game() for _ in range(STATES)], tables.content, deals, interpreted)
    for deal, one, two in zip(deals, interpreted, results, strict=True):
        assert pack(one).tobytes() == two.tobytes(), (deal.seed, deal.nemesis, deal.players)


def test_packing_and_unpacking_a_game_loses_nothing(tables):
    g = state.Game()
    deal_game(g, tables.content, deal_of(tables, 7, 0, 4, 0))
    engine.advance(g, tables.content)
    result = Result()
    note_result(g, tables.content, result)
    for value in (g, result):
        assert pack(unpack(pack(value), type(value))).tobytes() == pack(value).tobytes()
