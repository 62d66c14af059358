"""One game as an HTML page that needs nothing else: its setup, and every turn with the state after it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from breachlab import __version__
from breachlab.sim.aeons_end.story import Transcript, Turn
from breachlab.sim.errors import UserError


def make(game: Transcript) -> str:
    """The page of a told game."""
    templates = resources.files(__package__) / "templates"
    report = (templates / "page.html").read_text(encoding="utf-8")
    style = re.search(r"<style>\n(.*?)</style>", report, re.DOTALL)  # the one look of all pages
    start = game.turns[0].table if game.turns else game.table
    foe = game.heading[0][1].partition(" (")[0]
    team = list(start["player_life"])
    names = ", ".join(team[:-1]) + " and " * (len(team) > 1) + team[-1]
    turns = [_turn(turn, after, start, foe) for turn, after in zip(game.turns, game.after(), strict=True)]
    won = game.outcome == "win"
    values = {
        "version": escape(__version__),
        "title": escape(f"{names} against {foe}"),
        "style": style[1] if style else "",
        "outcome": "won" if won else "lost",
        "verdict": escape(
            f"The players {'win' if won else 'lose'} after {len(game.turns)} turns: {game.reason}."
        ),
        "last": str(game.turns[-1].number) if game.turns else "1",
        "setup": "".join(
            f"<dt>{escape(label)}</dt><dd>{escape(words)}</dd>" for label, words in game.heading
        ),
        "command": escape(" ".join(["breachlab play", *game.command])),
        "turns": "\n".join(turns),
        "ending": escape(game.ending + "."),
    }
    return Template((templates / "game.html").read_text(encoding="utf-8")).substitute(values)


def write(game: Transcript, file: str | Path) -> Path:
    """Write the page of a told game."""
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(game), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: the page cannot be written there ({error.strerror})") from None
    return path


def _turn(turn: Turn, after: Mapping[str, Any], start: Mapping[str, Any], foe: str) -> str:
    lines, phase = [], ""
    for event in turn.events:
        label = event.phase if event.phase != phase else ""
        phase = event.phase
        lines.append(f"<li><b>{escape(label)}</b><span>{escape(event.text)}</span></li>")
    kind = ' class="foe"' if turn.who == foe else ""
    shuffled = '<p class="shuffle">The turn order cards are shuffled.</p>\n' if turn.shuffled else ""
    return (
        f'{shuffled}<article class="turn" id="turn-{turn.number}">'
        f"<h3{kind}>Turn {turn.number}: {escape(turn.who)}</h3><ul>{''.join(lines)}</ul>"
        f'<aside aria-label="after turn {turn.number}">{_state(after, start, foe)}</aside></article>'
    )


def _state(now: Mapping[str, Any], start: Mapping[str, Any], foe: str) -> str:
    """How things stand: lives with bars, then what else lies on the table."""
    parts = []
    if now["acolytes_left"] is None:
        parts.append(_life(foe, now["nemesis_life"], start["nemesis_life"], "life foe"))
    else:
        parts.append(_life(f"{foe}'s acolytes", now["acolytes_left"], start["acolytes_left"], "life foe"))
    parts.append(_life("Gravehold", now["gravehold_life"], start["gravehold_life"]))
    for mage, life in now["player_life"].items():
        parts.append(_life(mage, life, start["player_life"][mage]))
    if now["nemesis_tokens"] or start["nemesis_tokens"]:
        parts.append(f"<p>{_counted(now['nemesis_tokens'], 'nemesis token')}</p>")
    charges = [f"{mage} {n}" for mage, n in now["player_charges"].items() if n]
    if charges:
        parts.append(f"<p>Charges: {escape(', '.join(charges))}</p>")
    if now["in_play"]:
        cards = [f"{one['card']} ({_left(one)})" for one in now["in_play"]]
        parts.append(f"<p>In play: {escape(', '.join(cards))}</p>")
    return "".join(parts)


def _life(name: str, life: int, full: int, kind: str = "life") -> str:
    share = 100 * max(0, min(1, life / full)) if full else 0
    shown = max(0, life)
    return (
        f'<div class="{kind}"><span>{escape(name)}</span><span>{shown}</span>'
        f'<i style="--w: {share:.0f}%"></i></div>'
    )


def _left(card: Mapping[str, Any]) -> str:
    return _counted(card["power"], "token") if "power" in card else f"{card['life']} life"


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"
