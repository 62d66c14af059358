"""How compiled functions become one program, and what the engine promises for it."""

import os
import subprocess
import sys

import numpy as np
import pytest

from breachlab.sim import jit, linking
from breachlab.sim.aeons_end import expert_games, games, learn, players, state
from breachlab.sim.aeons_end.signs import SIGNS_N
from breachlab.sim.aeons_end.tables import Tables, load_tables

needs_numba = pytest.mark.skipif(jit.disabled(), reason="NUMBA_DISABLE_JIT is set: nothing is compiled")

# ---------------------------------------------------------------- parts and wholes

SOURCE = '''
"""Three functions as an engine has them: two parts, and a whole that Python calls."""

from breachlab.sim.jit import entry, jit


@jit
def third(cards, k):
    return cards[k] // 3


@jit
def thirds(cards, small, large):
    return third(cards, small) + third(cards, large)


@entry
def total(cards, small):
    n = 0
    for k in range(len(cards)):
        n += thirds(cards, small[k], k)
    return n
'''

SCRIPT = """
import sys
from pathlib import Path

import numpy as np

from breachlab.sim import jit, linking

linking.TRIED = tuple(sys.argv[1:])
jit._SIM = Path(__file__).parent
small = jit.compiled("small", "games")
cards = np.arange(9, dtype=np.uint8)
print(small.total(cards, cards[::-1].copy()))
print(linking.install())
print(sum(len(function.overloads) for function in (small.third, small.thirds)))
print(round(jit.share_compiled(), 2))
print(len(list(jit.cache_folder().rglob("*.nbc"))))
"""


@pytest.fixture
def small_engine(tmp_path):
    """Play with an engine of three functions, in a process of its own; what it prints, line by line."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "games.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "jit.py").touch()
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")

    def play(*tried):
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}
        command = [sys.executable, str(tmp_path / "script.py"), *tried]
        return subprocess.check_output(command, env=environment, text=True).split()

    return play


@needs_numba
@pytest.mark.slow
def test_a_program_is_linked_and_found_again(small_engine):
    """With the version of numba that is installed: a newer one has to be tried before it is allowed."""
    first = small_engine(*linking.TRIED)
    assert first == [
        "18",
        "True",
        "2",
        "1.0",
        "3",
    ]  # each part once, though it is called with two types of integers
    assert small_engine(*linking.TRIED) == [
        "18",
        "True",
        "0",
        "0.33",
        "3",
    ]  # nothing but the whole is looked for


@needs_numba
@pytest.mark.slow
def test_an_untried_version_of_numba_compiles_as_it_does_by_itself(small_engine):
    assert small_engine("0.0.") == ["18", "False", "2", "1.0", "3"]


def test_what_others_compile_is_left_alone():
    assert not linking._inside
    with linking.part():
        assert linking._inside
    assert not linking._inside


# ---------------------------------------------------------------- indices


class Counted(list):
    """A list that is counted from its beginning only: compiled code takes every index as it is."""

    def __getitem__(self, k):
        assert isinstance(k, slice) or k >= 0, f"index {k}"
        return super().__getitem__(k)

    def __setitem__(self, k, value):
        assert isinstance(k, slice) or k >= 0, f"index {k}"
        super().__setitem__(k, value)


def counted(value):
    """The same record, with such lists in it."""
    for name in getattr(value, "fields", ()):
        field = getattr(value, name)
        if isinstance(field, list):
            setattr(value, name, Counted(counted(item) for item in field))
        else:
            counted(field)
    return value


@pytest.fixture(scope="module")
def content():
    return counted(Tables(load_tables().pack).content)


def deals_of(policy, seeds):
    for seed in seeds:
        for nemesis in range(4):
            for n in (1, 2, 3, 4):
                deal = counted(games.Deal())
                deal.seed, deal.nemesis, deal.players, deal.mode = seed, nemesis, n, seed % 4
                deal.mages[:] = [-1] * 4
                deal.policy[:] = [policy] * 4
                deal.variant = int(n == 4 and seed % 2 == 0)
                deal.solo_turn_cards = 3
                yield deal


def test_a_negative_index_would_be_noticed(content):
    with pytest.raises(AssertionError, match="index -1"):
        content.cards[-1]


@pytest.mark.parametrize("policy", sorted(players.POLICIES))
def test_no_index_is_negative(content, policy):
    number = players.POLICIES[policy]
    deals = list(deals_of(number, range(1 if policy == "expert" else 3)))
    if policy == "expert":
        deals = deals[::5]  # each nemesis and each number of players once
    results = [counted(games.Result()) for _ in deals]
    states = [counted(state.Game()) for _ in range(state.STATES)]
    (expert_games if policy == "expert" else games).play_games(states, content, deals, results)
    assert all(result.outcome for result in results)


def test_no_index_is_negative_where_players_learn(content):
    deals = list(deals_of(players.STANDARD, [1]))
    results = [counted(games.Result()) for _ in deals]
    states = [counted(state.Game()) for _ in range(state.STATES)]
    sizes = np.zeros((state.OPTIONS_SIZE, 64))
    numbers = np.zeros((state.OPTIONS_SIZE, 64), np.int32)
    leans = np.zeros((len(deals), SIGNS_N))
    learn.explore_games(
        states,
        content,
        deals,
        results,
        np.zeros(SIGNS_N),
        numbers,
        sizes,
        np.zeros(state.OPTIONS_SIZE),
        leans,
    )
    assert all(result.outcome for result in results)
