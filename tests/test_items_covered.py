"""Every item of the pack has a test of its own: no card, mage or nemesis goes unwatched."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from breachlab.sim.aeons_end.pack import load_pack


@pytest.fixture(scope="module")
def items():
    return load_pack("war_eternal").items


def is_item_mark(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.item"


def marked_in(source):
    """The ids in the @pytest.mark.item(...) of every test function, those in its parameters included."""
    found = set()
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            for decorator in function.decorator_list:
                for mark in filter(is_item_mark, ast.walk(decorator)):
                    found |= {argument.value for argument in mark.args if isinstance(argument, ast.Constant)}
    return found


def marked_ids():
    tests = sorted(Path(__file__).parent.glob("test_*.py"))
    return set().union(*(marked_in(test.read_text(encoding="utf-8")) for test in tests))


def test_marks_are_found_on_tests_only():
    source = """
@pytest.mark.item("spark")
@pytest.mark.parametrize("card", [pytest.param("kindle", marks=pytest.mark.item("kindle"))])
def test_something(card): ...

@pytest.mark.item("crystal")
def no_test(): ...

@pytest.mark.other("torch")
def test_something_else(): ...
"""
    assert marked_in(source) == {"spark", "kindle"}


def test_every_item_has_a_test(items):
    missing = sorted({item.id for item in items} - marked_ids())
    assert not missing, f"{len(missing)} items have no test marked with their id: {', '.join(missing)}"


def test_every_mark_names_an_item(items):
    unknown = sorted(marked_ids() - {item.id for item in items})
    assert not unknown, f"tests are marked with ids that are no item of the pack: {', '.join(unknown)}"


def test_the_pack_is_complete(items):
    assert Counter(item.category for item in items) == {
        "mage": 8,
        "starter": 10,
        "market": 27,
        "nemesis": 4,
        "nemesis_card": 36,
        "acolyte": 9,
        "basic": 25,
    }


def test_the_market_has_7_gems_6_relics_and_14_spells(items):
    assert Counter(item.kind for item in items if item.category == "market") == {
        "gem": 7,
        "relic": 6,
        "spell": 14,
    }


def test_the_basic_nemesis_cards_are_9_8_and_8_by_tier(items):
    assert Counter(item.tier for item in items if item.category == "basic") == {1: 9, 2: 8, 3: 8}


def test_ids_and_names_are_unique(items):
    for attribute in ("id", "name"):
        assert [
            name for name, n in Counter(getattr(item, attribute) for item in items).items() if n > 1
        ] == []
