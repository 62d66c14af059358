"""Answers in words: which option of a pending decision a scripted answer means."""

from __future__ import annotations

from collections.abc import Sequence

from breachlab.sim.errors import UserError, nearest

from . import rules
from .state import (
    ABILITY,
    BRANCH,
    BREACH,
    CARD,
    CHARGE,
    DECK,
    DISCARD,
    DISCARD_POWER,
    FOCUS,
    GAIN,
    HAND,
    MAIN_DECISION,
    NUMBER,
    OPEN,
    PASS,
    PILE,
    PLACE,
    PLAY,
    PLAYED,
    PLAYER,
    PREP,
    SPELL,
    TARGET,
    TURN_CARD,
    USE,
    YES,
    Game,
    option_a,
    option_b,
    option_what,
)
from .table_state import Position, nemesis_of, plain
from .wording import NUMERALS, mage_of, option_text

NO_WORDS = ("no", "none", "done", "pass", "stop", "end")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
ZONE_WORDS = {
    HAND: ("hand",),
    DECK: ("deck",),
    DISCARD: ("discard", "discard pile"),
    PLAYED: ("play", "played"),
}


class Answers:
    """The options of a pending decision, by the words that name them."""

    def __init__(self, position: Position) -> None:
        self.position, self.tables = position, position.tables

    @property
    def g(self) -> Game:
        return self.position.g

    def options(self) -> list[int]:
        """The options, those about the asked player's own things first."""
        g = self.g
        return sorted((int(code) for code in g.options[: g.n_options]), key=self.foreign)

    def foreign(self, code: int) -> bool:
        what, a, b = option_what(code), option_a(code), option_b(code)
        if what == BREACH:
            return a != self.g.decider
        if what == SPELL:
            return a // 4 != self.g.decider
        return what == CARD and b >= 4 and b - 4 != self.g.decider

    def text(self) -> str:
        """The options in words, for messages."""
        return ", ".join(f'"{self.words(int(code))}"' for code in self.g.options[: self.g.n_options])

    def words(self, code: int) -> str:
        """One option in words; an action is told with its verb: "focus ii" is not "open ii"."""
        if option_what(code) in (PLAY, GAIN, FOCUS, OPEN, USE, DISCARD_POWER):
            return max(self.labels(code), key=lambda label: (len(label), label))
        return option_text(self.tables, self.g, code)

    def find(self, queue: Sequence[str]) -> tuple[int, int]:
        """The option that the first answer of the queue names, and how many answers it uses up."""
        answer, options = plain(queue[0]), self.options()
        labels = {code: self.labels(code) for code in options}
        found = [code for code in options if answer in labels[code]]
        if not found and answer == "yes" and len(options) == 2 and option_what(options[0]) == PASS:
            found = options[1:]
        if not found:
            found = [code for code in options if self.distinctive(answer, code, labels[code])]
            if len(found) > 1:
                found = []
        if not found:
            hint = nearest(queue[0], [label for code in options for label in labels[code]])
            hint = f": {hint}" if hint else ""
            raise UserError(f'"{queue[0]}" is no option of this decision{hint} (options: {self.text()})')
        used = 1
        if option_what(found[0]) == PREP and len(queue) > 1:  # the spell and its breach as two answers
            both = [code for code in found if plain(queue[1]) == self.breach(option_b(code))]
            if both:
                found, used = both, 2
        if option_what(found[0]) == PLACE and option_a(found[0]) == HAND and self.allies_to_choose(answer):
            used = 0  # the ally's name says both that an ally gets the card and which one
        return found[0], used

    def allies_to_choose(self, answer: str) -> bool:
        return self.g.players_n > 2 and any(answer in self.player(p) for p in range(self.g.players_n))

    def distinctive(self, answer: str, code: int, labels: set[str]) -> bool:
        """Whether the answer is a part of the option's words."""
        texts = [*labels, plain(option_text(self.tables, self.g, code))]
        return bool(answer) and any(f" {answer} " in f" {text} " for text in texts)

    # ------------------------------------------------------------ the words of an option

    def labels(self, code: int) -> set[str]:
        """Everything that names an option."""
        what, a, b = option_what(code), option_a(code), option_b(code)
        if what == PASS:
            return set(NO_WORDS)
        if what == YES:
            return {"yes"}
        if what == PLAYER:
            return self.player(a)
        if what == CARD:
            return self.card_labels(a, b)
        if what == BREACH:
            number = self.breach(b)
            return {number, f"breach {number}"} | {f"{p} {number}" for p in self.player(a)}
        if what == SPELL:
            return self.spell_labels(a // 4, a % 4, b)
        if what == TARGET:
            id, name = nemesis_of(self.tables, self.g)
            return self.card(a) if a else {"nemesis", plain(id), plain(name)}
        if what == BRANCH:
            return {ORDINALS[a], plain(option_text(self.tables, self.g, code))}
        if what == NUMBER:
            return {str(a)}
        if what == TURN_CARD:
            return {plain(self.position.turn_card_names()[a])}
        if what == PILE:
            return self.card(self.g.pile[a])
        if what == PLACE:
            return self.place_labels(a)
        if what == PREP:
            number, names = self.breach(b), self.card(a)
            places = [f"{name}{to} {number}" for name in names for to in ("", " to")]
            return {number, *names, *places, *(f"prep {place}" for place in places)}
        return self.action_labels(what, a, b)

    def action_labels(self, what: int, a: int, b: int) -> set[str]:
        """The words of a main-phase action."""
        if what in (CHARGE, ABILITY):
            return {"charge" if what == CHARGE else "ability"}
        if what in (FOCUS, OPEN):
            return {f"{'focus' if what == FOCUS else 'open'} {self.breach(b)}"}
        if what == USE:
            spell = self.g.players[self.g.decider].breaches[b].spell
            return {f"use {name}{place}" for name in self.card(spell) for place in ("", f" {self.breach(b)}")}
        verb = {PLAY: "play", GAIN: "gain", DISCARD_POWER: "discard"}[what]
        return {f"{verb} {name}" for name in self.card(self.g.pile[a] if what == GAIN else a)}

    def player(self, p: int) -> set[str]:
        id = self.tables.mage_ids[self.g.players[p].mage]
        return {plain(id), plain(mage_of(self.tables, self.g, p)), f"player {p}"}

    def card(self, card: int) -> set[str]:
        return {plain(self.tables.names[card]), plain(self.tables.card_name(card))}

    def breach(self, b: int) -> str:
        """A breach, or two as an option packs them."""
        return plain(self.position.breach_name(b % 4, b >= 4))

    def card_labels(self, card: int, zone: int) -> set[str]:
        names = self.card(card)
        words = ZONE_WORDS[HAND if zone >= 4 else zone]
        labels = names | {f"{name} in {word}" for name in names for word in words}
        if zone >= 4:
            owners = self.player(zone - 4)
            labels |= {f"{owner} {name}" for owner in owners for name in names}
            labels |= {f"{name} of {owner}" for owner in owners for name in names}
        return labels

    def spell_labels(self, p: int, b: int, slot: int) -> set[str]:
        wide = bool(self.g.players[p].breaches[b].wide) and not slot
        numbers = {plain(NUMERALS[b])} | ({self.breach(b + 4)} if wide else set())
        names = self.card(rules.prepped_at(self.g, p, b, slot))
        labels = numbers | names | {f"{name} {number}" for name in names for number in numbers}
        labels |= {f"{name} in {number}" for name in names for number in numbers}
        labels |= {f"{owner} {label}" for owner in self.player(p) for label in labels}
        return labels | ({f"cast {label}" for label in labels} if self.g.decision != MAIN_DECISION else set())

    def place_labels(self, place: int) -> set[str]:
        if place == DECK:
            return {"yes", "deck", "on deck"}
        if place == DISCARD:
            return {"no", "discard", "discard pile"}
        allies = [p for p in range(self.g.players_n) if p != self.g.decider or self.g.players_n == 1]
        return {"no", "ally"} | {name for p in allies for name in self.player(p)}
