"""A told game: its turns and events, and how they are laid out for readers and for programs."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass, field
from typing import Any

WIDTH = 96


@dataclass
class Event:
    """One thing that happened in a phase of a turn."""

    phase: str
    text: str


@dataclass
class Turn:
    """One turn, and how things stood when it began."""

    number: int
    who: str
    title: str
    shuffled: bool  # the turn order cards were shuffled before it
    table: dict[str, Any]
    events: list[Event] = field(default_factory=list)


@dataclass
class Transcript:
    """A whole game: how it was set up, its turns, how it ended."""

    setup: dict[str, Any]
    command: list[str]
    heading: list[tuple[str, str]]
    turns: list[Turn]
    outcome: str
    reason: str
    ending: str
    table: dict[str, Any] = field(default_factory=dict)  # how things stood at the end

    @property
    def events(self) -> list[Event]:
        """Everything that happened, without the turns it happened in."""
        return [event for turn in self.turns for event in turn.events]

    def after(self) -> list[dict[str, Any]]:
        """How things stood after each turn."""
        return [*(turn.table for turn in self.turns[1:]), self.table]

    def lines(self) -> list[str]:
        """The game for readers, line by line."""
        told = [*_command_lines(self.command), ""]
        for label, text in self.heading:
            told += _wrapped(f"  {label:<12}", text)
        for turn in self.turns:
            told += ["", "The turn order cards are shuffled.", ""] if turn.shuffled else [""]
            told += _wrapped("", turn.title)
            phase = ""
            for event in turn.events:
                label = event.phase if event.phase != phase else ""
                phase = event.phase
                told += _wrapped(f"  {label:<9}", event.text)
        result = "win" if self.outcome == "win" else "lose"
        return [*told, "", *_wrapped("", self.ending), f"The players {result}: {self.reason}."]

    def text(self) -> str:
        """The game for readers."""
        return "\n".join(self.lines()) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values."""
        return {
            "setup": self.setup,
            "seed": self.setup["seed"],
            "outcome": self.outcome,
            "reason": self.reason,
            "turns": len(self.turns),
            "story": [
                {
                    "turn": turn.number,
                    "who": turn.who,
                    "table": turn.table,
                    "events": [{"phase": event.phase, "text": event.text} for event in turn.events],
                }
                for turn in self.turns
            ],
            "end": self.table,
        }

    def to_json(self) -> str:
        """The game as JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)


def _wrapped(label: str, text: str) -> list[str]:
    """A text behind a label, in lines of one width; the lines that follow are indented to show it."""
    indent = " " * (len(label) + 2)
    return textwrap.wrap(
        label + text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _command_lines(options: list[str]) -> list[str]:
    """The command that plays this game, for a shell: long ones go on after a backslash."""
    lines = ["breachlab play"]
    for words in options:
        if len(lines[-1]) + len(words) > WIDTH - 3:
            lines[-1] += " \\"
            lines.append(" ")
        lines[-1] += f" {words}"
    return lines
