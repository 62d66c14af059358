"""The effect language: phrases such as ``any player suffers 2 OR unleash twice``, and their instructions.

A phrase's words, its documentation and its function stand together: :func:`effect` registers all three, and a
grammar for lark is made from the registered templates. A template is words and slots: ``{n}`` and ``{m}`` are
whole numbers, ``{amount}`` a number that may depend on the table (``2 plus 1 per trophy``), ``{id}`` a quoted
id, ``card|cards`` are alternatives. A *deed* is a template that follows a subject: ``any player`` and then
``suffers {amount}``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

# --- comparisons of a condition
AT_LEAST, AT_MOST, EXACTLY = range(3)
# --- which players a subject may mean
YOU, ANY_PLAYER, ANY_ALLY, ANY_OTHER, THAT_PLAYER, THE_MAGE = range(6)
EVERYTHING = 999  # "the most": there is no enough


class PhraseError(ValueError):
    """A phrase that the language does not know."""


@dataclass
class Code:
    """An instruction before it has an address; ``text`` is what a transcript or an option shows."""

    op: int
    a: int = 0
    b: int = 0
    base: int = 0
    mult: int = 0
    count: int = 0
    text: str = ""


class Effect(NamedTuple):
    """A registered phrase."""

    op: int
    template: str
    help: str
    function: Callable[..., None]
    possible: Callable[..., Any] | None
    deed: bool
    measure: int  # what a player must have for the deed to be fully possible; see rules.measure
    need: int | None  # how much of it; None: the phrase's {n}
    of_cost: bool  # the phrase's {n} is the cost that the measured spells must have


class Words(NamedTuple):
    """Words that stand for a number on the table: a count, a condition or a subject."""

    template: str
    help: str
    codes: tuple[int, ...]


EFFECTS: list[Effect] = []
COUNTS: list[Words] = []
CONDITIONS: list[Words] = []
SUBJECTS: list[Words] = []


def effect(
    template: str,
    help: str = "",
    *,
    possible: Callable[..., Any] | None = None,
    deed: bool = False,
    measure: int = 0,
    need: int | None = None,
    of_cost: bool = False,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function ``(g, c, f, i)`` as what a phrase does.

    ``possible`` tells whether the phrase can be fully resolved now (an OR asks); ``measure`` and ``need`` do
    so for a deed, player by player. A template that starts with ``~`` is the engine's own, not for cards.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        EFFECTS.append(Effect(len(EFFECTS), template, help, function, possible, deed, measure, need, of_cost))
        return function

    return register


def op_of(template: str) -> int:
    """The op-code of a registered template."""
    _load()
    return next(e.op for e in EFFECTS if e.template == template)


def _load() -> None:
    """Make sure that every phrase is registered (they live with their functions)."""
    from . import engine  # noqa: F401


# ---------------------------------------------------------------- the grammar


@cache
def _parser() -> Any:
    import lark

    _load()
    # words that are also part of the sentence structure share its terminals
    structure = {"and": "_AND", "if": "_IF", "per": "_PER", "plus": "_PLUS"}
    words: dict[str, str] = {}
    rules: list[str] = []

    def terminal(word: str) -> str:
        return structure.get(word) or words.setdefault(word, f"_W{len(words)}")

    def expansion(template: str) -> str:
        parts = []
        for token in re.findall(r"\{\w+\}|,|[^\s{},]+", template):
            if token.startswith("{"):
                parts.append({"{n}": "INT", "{m}": "INT", "{amount}": "amount", "{id}": "ID"}[token])
            else:
                parts.append("(" + " | ".join(terminal(w) for w in token.split("|")) + ")")
        return " ".join(parts)

    def alternatives(name: str, prefix: str, entries: Iterable[tuple[int, str]]) -> None:
        rules.append(f"?{name}: " + "\n    | ".join(f"{expansion(t)} -> {prefix}{k}" for k, t in entries))

    public = [e for e in EFFECTS if not e.template.startswith("~")]
    alternatives("plain", "e", [(e.op, e.template) for e in public if not e.deed])
    alternatives("deed", "d", [(e.op, e.template) for e in public if e.deed])
    alternatives("subject", "s", [(k, w.template) for k, w in enumerate(SUBJECTS)])
    alternatives("counted", "n", [(k, w.template) for k, w in enumerate(COUNTS)])
    alternatives("condition", "c", [(k, w.template) for k, w in enumerate(CONDITIONS)])
    grammar = "\n".join(
        [
            "line: option (_OR option)*",
            "option: step (_THEN step)*",
            "?step: plain | subject_step | when | if_you_do",
            "subject_step: subject deed (_AND deed)*",
            "when: _IF condition (_AND condition)* _COLON option [_OTHERWISE option]",
            "if_you_do: (plain | subject_step) _IF_YOU_DO option",
            "amount: INT -> number | INT _PER counted -> per",
            "    | INT _PLUS INT _PER counted -> plus | _THAT_MUCH -> same",
            *rules,
            *(f"{name}: /{re.escape(word)}(?![\\w'-])/" for word, name in words.items()),
            "_OR.2: /OR\\b/",
            "_THEN.2: /, then\\b/",
            "_IF.2: /if(?! you do)\\b/",
            "_IF_YOU_DO.3: /; if you do:/",
            "_OTHERWISE.3: /, otherwise:/",
            "_COLON: /:/",
            "_AND.2: /and\\b/",
            "_PER.2: /per\\b/",
            "_PLUS.2: /plus\\b/",
            "_THAT_MUCH.3: /that much\\b/",
            "INT: /[0-9]+/",
            "ID: /'[a-z0-9_]+'/",
            "%ignore /\\s+/",
        ]
    )
    return lark.Lark(grammar, start="line", parser="lalr", propagate_positions=True)


def check_phrase(text: str) -> None:
    """Raise a :class:`PhraseError` that says what is not understood and offers the nearest known phrase."""
    compile_lines([text])


def compile_lines(lines: Sequence[str], resolve_id: Callable[[str], int] = lambda _id: 0) -> list[Code]:
    """The instructions of an effect, without the one that ends it."""
    codes: list[Code] = []
    for line in lines:
        codes += _Compiler(line, resolve_id).line(_parse(line))
    return codes


def _parse(line: str) -> Any:
    import lark

    try:
        return _parser().parse(line)
    except lark.exceptions.LarkError as error:
        column = getattr(error, "column", None)
        if isinstance(error, lark.exceptions.UnexpectedToken) and error.token.type == "$END":
            where = "it ends too early"
        else:
            where = f'stuck at "{line[column - 1 :]}"' if column and column > 0 else "it ends too early"
        raise PhraseError(f'"{line}" is no known phrase ({where}){_nearest(line)}') from None


def _nearest(line: str) -> str:
    parts = re.split(r" OR |, then |, otherwise: |; if you do: |\bif [^:]*: ", line)
    known = {re.sub(r"[0-9]+|'\w+'", "#", example): example for _, _, example in phrases()}
    for part in parts:
        shape = re.sub(r"[0-9]+|'\w+'", "#", part.strip())
        if shape in known:
            continue
        close = difflib.get_close_matches(shape, known, n=1, cutoff=0.5)
        if close:
            return f'; did you mean "{known[close[0]]}"?'
    return "; `breachlab content phrases` lists what there is"


_FLOW = ("choose", "option", "jump", "if", "if did", "select")


@dataclass
class _Compiler:
    """Turns the parse tree of one line into instructions; jumps are relative to the jumping instruction."""

    source: str
    resolve_id: Callable[[str], int]
    ops: dict[str, int] = field(default_factory=lambda: {name: op_of(f"~{name}") for name in _FLOW})

    def text(self, tree: Any) -> str:
        return self.source[tree.meta.start_pos : tree.meta.end_pos]

    def line(self, tree: Any) -> list[Code]:
        options = [self.option(child) for child in tree.children]
        if len(options) == 1:
            return options[0]
        # choose, one entry an option, then the options, each ending with a jump behind the last one
        codes = [Code(self.ops["choose"], a=len(options), text=self.source)]
        start = 1 + len(options)
        for child, body in zip(tree.children, options, strict=True):
            codes.append(Code(self.ops["option"], base=start, mult=len(body), text=self.text(child)))
            start += len(body) + 1
        for body in options:
            codes += body
            codes.append(Code(self.ops["jump"], base=start - len(codes)))
        return codes

    def option(self, tree: Any) -> list[Code]:
        return [code for step in tree.children for code in self.step(step)]

    def step(self, tree: Any) -> list[Code]:
        if tree.data == "when":
            return self.when(tree)
        if tree.data == "if_you_do":
            first, body = tree.children
            then = self.option(body)
            return [*self.step(first), Code(self.ops["if did"], mult=len(then) + 1), *then]
        if tree.data == "subject_step":
            return self.subject(tree)
        return [self.action(tree)]

    def when(self, tree: Any) -> list[Code]:
        *conditions, body, otherwise = tree.children
        then = self.option(body)
        rest = self.option(otherwise) if otherwise else []
        if rest:
            then.append(Code(self.ops["jump"], base=len(rest) + 1))
        tests = []
        for k, condition in enumerate(conditions):
            words = CONDITIONS[int(condition.data[1:])]
            numbers = [int(token) for token in condition.children]
            kind, comparison, *fixed = words.codes
            value = fixed[0] if fixed else numbers[0]
            beyond = len(conditions) - k + len(then)
            test = Code(self.ops["if"], a=kind, b=comparison, base=value, mult=beyond, text=self.text(tree))
            test.count = bool(rest)
            tests.append(test)
        return tests + then + rest

    def subject(self, tree: Any) -> list[Code]:
        subject, *deeds = tree.children
        who, *measured = SUBJECTS[int(subject.data[1:])].codes
        actions = [self.action(deed) for deed in deeds]
        measure, need = (measured[0], EVERYTHING) if measured else (0, 0)
        if not measured:  # the players must pick somebody who can do it all (ambiguity rule)
            for deed, action in zip(deeds, actions, strict=True):
                entry = EFFECTS[int(deed.data[1:])]
                if entry.measure and not measure:
                    measure, need = entry.measure, action.base if entry.need is None else entry.need
                    if entry.of_cost:
                        measure += 100 * (action.base + 1)
        mage = self.resolve_id(str(subject.children[0]).strip("'")) if subject.children else 0
        # where every deed needs what is measured, nobody is asked when no player has any of it
        hollow = not measured and all(EFFECTS[int(deed.data[1:])].measure for deed in deeds)
        select = Code(
            self.ops["select"], a=who, b=measure, base=need, mult=mage, count=hollow, text=self.text(tree)
        )
        return [select, *actions]

    def action(self, tree: Any) -> Code:
        code = Code(int(tree.data[1:]), text=self.text(tree))
        numbers: list[int] = []
        for child in tree.children:
            if getattr(child, "data", None) is not None:
                code.base, code.mult, code.count = self.amount(child)
            elif child.type == "ID":
                code.a = self.resolve_id(str(child).strip("'"))
            else:
                numbers.append(int(child))
        if numbers:
            code.base = numbers[0]
        if len(numbers) > 1:
            code.mult = numbers[1]
        return code

    def amount(self, tree: Any) -> tuple[int, int, int]:
        from .rules import THAT_MUCH

        kinds = [COUNTS[int(child.data[1:])].codes[0] for child in tree.children if hasattr(child, "data")]
        numbers = [int(child) for child in tree.children if not hasattr(child, "data")]
        if tree.data == "number":
            return numbers[0], 0, 0
        if tree.data == "per":
            return 0, numbers[0], kinds[0]
        if tree.data == "plus":
            return numbers[0], numbers[1], kinds[0]
        return 0, 1, THAT_MUCH


# ---------------------------------------------------------------- documentation


def _example(template: str) -> str:
    example = re.sub(r"(\S+?)\|\S+", r"\1", template)
    for slot, value in (("{n}", "2"), ("{m}", "3"), ("{amount}", "2"), ("{id}", "'spark'")):
        example = example.replace(slot, value)
    return example


def phrases() -> Iterator[tuple[str, str, str]]:
    """All phrases: template, what it does, an example.

    >>> ("gravehold suffers {amount}" in [template for template, _, _ in phrases()])
    True
    """
    _load()
    for entry in EFFECTS:
        if entry.template.startswith("~"):
            continue
        if entry.deed:
            yield f"WHO {entry.template}", entry.help, f"any player {_example(entry.template)}"
        else:
            yield entry.template, entry.help, _example(entry.template)


def vocabulary() -> dict[str, list[tuple[str, str]]]:
    """The words besides the phrases: subjects (WHO), counts (after ``per``) and conditions (after ``if``)."""
    _load()
    lists = {"subjects": SUBJECTS, "counts": COUNTS, "conditions": CONDITIONS}
    return {name: [(words.template, words.help) for words in entries] for name, entries in lists.items()}
