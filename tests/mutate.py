"""Does every item's test notice when the item is changed? Run with `make mutate`; it takes some minutes.

Each card, mage and nemesis of War Eternal is changed in every small way there is: a number one off, a line
or a side of an OR left out, a condition dropped. Each change is a pack of its own, and the tests that are
marked with the item (``@pytest.mark.item``) are run against it: at least one of them must fail. What none of
them notices is told.
"""

import re
import sys
from collections import Counter
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from breachlab.sim.aeons_end import pack as packs
from breachlab.sim.aeons_end.language import PhraseError, check_phrase

NOTHING = "gravehold gains 0 life"
# What is printed on an item, but is no rule that a test could notice.
NO_RULE = {"id", "name", "category", "kind", "source", "belongs_to", "mage", "title", "ability"}
NO_RULE |= {"printed_difficulty", "copies"}
LISTS = ("mages", "starters", "market", "nemeses", "nemesis_cards", "acolytes", "basics")


# Changes that nobody could notice, and why.
NO_CHANGE = {
    "hollow_crown: life 1 becomes 2": "it cannot be damaged",
    "hollow_crown: life 1 becomes 0": "it cannot be damaged",
    "ascend: 'that acolyte gains 10 life' becomes 'that acolyte gains 11 life'": "from 1 to the cap, 11",
    "viscera_bride: 'that acolyte gains 10 life' becomes 'that acolyte gains 11 life'": "the same",
}


def neighbours(number):
    return [number + 1, number - 1] if number else [1]


def numbers_changed(text):
    """The text with one of its numbers one higher or lower, for each of them."""
    for found in re.finditer(r"[0-9]+", text):
        for number in neighbours(int(found[0])):
            yield f"{text[: found.start()]}{number}{text[found.end() :]}"


def changed_lines(line):
    """A line of an effect in every way that is a little different and still understood."""
    yield from numbers_changed(line)
    for joint in (" OR ", ", then ", " and ", "; if you do: ", ", otherwise: "):
        parts = line.split(joint)
        if len(parts) > 1:
            yield from (joint.join(parts[:k] + parts[k + 1 :]) for k in range(len(parts)))
    if line.startswith("if ") and ": " in line:
        yield line.split(": ", 1)[1]
    for one, other in (("unleash twice", "unleash"), ("any ally", "you"), ("lowest", "highest")):
        yield line.replace(one, other)
    yield NOTHING


def understood(line):
    try:
        check_phrase(line)
    except PhraseError:
        return False
    return True


def changed_effects(lines):
    """An effect with one line changed, for each line and each change."""
    for k, line in enumerate(lines):
        for new in dict.fromkeys(changed_lines(line)):
            if new != line and understood(new):
                yield (*lines[:k], new, *lines[k + 1 :]), f"{line!r} becomes {new!r}"


def changed_values(name, value, effects):
    """Other values of a field, with what to tell about them."""
    if name in effects:
        yield from changed_effects(value)
    elif isinstance(value, bool):
        yield not value, f"{name} becomes {not value}"
    elif isinstance(value, int):
        yield from ((number, f"{name} {value} becomes {number}") for number in neighbours(value))
    elif name == "to_discard":
        for text in [*numbers_changed(value), ""]:
            yield text, f"{name} becomes {text!r}"
    elif name in ("hand", "deck"):
        yield value[1:], f"{name} without its first card"
    elif name == "breaches":
        for k, breach in enumerate(value):
            other = (breach + 1) % 4 if isinstance(breach, int) else 0
            yield (*value[:k], other, *value[k + 1 :]), f"breach {k + 1} becomes {other}"


def changes(item):
    """The item in every way that is a little different; what it does not say about itself is left alone."""
    for field in fields(item):
        value = getattr(item, field.name)
        if field.name in NO_RULE or value == field.default:
            continue
        if field.name == "expert":
            for name, own in value.items():
                for new, told in changed_values(name, own, item.EFFECTS):
                    yield replace(item, expert={**value, name: new}), f"expert: {told}"
        else:
            for new, told in changed_values(field.name, value, item.EFFECTS):
                yield replace(item, **{field.name: new}), told


def pack_with(pack, item):
    """The pack with one item changed."""
    for name in LISTS:
        old = getattr(pack, name)
        if any(one.id == item.id for one in old):
            return replace(pack, **{name: tuple(item if one.id == item.id else one for one in old)})
    raise AssertionError(item.id)


class Mutator:
    """Instead of running the tests once, runs an item's tests against each change of that item."""

    def __init__(self, wanted):
        self.wanted, self.unnoticed, self.all = wanted, [], Counter()
        self.noticed, self.items = Counter(), {}

    def pytest_runtestloop(self, session):
        by_item = {}
        for test in session.items:
            for mark in test.iter_markers("item"):
                for id in mark.args:
                    by_item.setdefault(id, []).append(test)
        original = packs.load_pack("war_eternal")
        for item in original.items:
            if self.wanted and item.id not in self.wanted:
                continue
            for mutant, what in changes(item):
                told = f"{item.id}: {what}"
                if told in NO_CHANGE:
                    continue
                self.play(pack_with(original, mutant))
                noticed = any(self.fails(test) for test in by_item.get(item.id, ()))
                self.all[item.category] += 1
                self.noticed[item.category] += noticed
                self.items[item.id] = self.items.get(item.id, 0) + noticed
                if not noticed:
                    self.unnoticed.append(told)
                    print(f"unnoticed: {told}", flush=True)
        return True

    def play(self, pack):
        """Make every test meet this pack under the name of War Eternal."""
        packs._shipped = cache(lambda name: pack)

    def fails(self, test):
        reports = runtestprotocol(test, nextitem=None, log=False)
        return any(report.failed for report in reports)


def main():
    mutator = Mutator(sys.argv[1:])
    folder = Path(__file__).parent
    files = sorted(folder.glob("test_*.py"))
    marked = [str(file) for file in files if "pytest.mark.item" in file.read_text(encoding="utf-8")]
    code = pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", *marked], plugins=[mutator])
    for category, n in mutator.all.items():
        print(f"{category:12} {mutator.noticed[category]:4} of {n:4} changes noticed")
    never = [item for item, noticed in mutator.items.items() if not noticed]
    total, noticed = sum(mutator.all.values()), sum(mutator.noticed.values())
    print(f"{noticed} of {total} changes noticed; {len(mutator.items)} items, {len(never)} without any")
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    return int(bool(mutator.unnoticed))


if __name__ == "__main__":
    sys.exit(main())
