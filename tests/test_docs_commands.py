"""Every command and every Python example of README.md and docs/*.md is run, as a reader would type them.

Each document gets a folder of its own, and its blocks are run from top to bottom. These are the conventions:

- In a ``console`` block the lines after ``$`` are commands; in a block without a language the lines that
  begin with ``breachlab``, up to two spaces. ``python`` blocks are run. A ``toml`` block with ``extends`` is
  saved as ``mine/pack.toml``, one with ``[factors]`` is planned with ``breachlab run FILE --dry-run``.
- A block below the line ``<!-- not run: WHY -->`` is not run. Of ``make`` the commands are only worked out.
- Commands play as few games as they can; one that plays all supplies is only planned (``--dry-run``), and
  made-up games stand in for its run, as for every run that a Python example reads.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import made_up_runs as made
import pytest

from breachlab.cli import main as command_line

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGES = {"", "console", "python", "toml", "text"}
NOT_RUN = re.compile(r"<!-- not run: (.+) -->")
GAMES = "4"
# The commands that play, and what makes them play little.
PLAYING = {
    "run": ["--games", GAMES],
    "skill": ["--games", GAMES],
    "compare": ["--games", GAMES],
    "tune": ["--games", "50", "--rounds", "2"],
    "supply suggest": ["--games", GAMES],
}


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    language: str
    text: str
    line: int
    why_not_run: str


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a document."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found, start = [], None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
            continue
        mark = NOT_RUN.fullmatch(lines[start - 1].strip()) if start else None
        text = "\n".join(lines[start + 1 : number])
        found.append(Block(lines[start][3:].strip(), text, start + 1, mark.group(1) if mark else ""))
        start = None
    assert start is None, f"{path.name}:{start}: the block does not end"
    return found


def commands(block: Block) -> Iterator[str]:
    """The commands of a block, one after the other."""
    text = block.text.replace("\\\n", " ")
    for line in text.splitlines():
        if block.language == "console" and line.startswith("$ "):
            yield line[2:]
        elif block.language == "" and line.startswith("breachlab "):
            yield re.split(r"\s{2,}", line)[0]


def playing_little(words: list[str]) -> list[str]:
    """The same command with few games.

    >>> playing_little(["breachlab", "run", "quick", "--precision", "1.0"])
    ['breachlab', 'run', 'quick', '--games', '4']
    >>> playing_little(["breachlab", "rate", "runs/first"])
    ['breachlab', 'rate', 'runs/first']
    """
    name = " ".join(words[1:3]) if words[1] == "supply" else words[1]
    if name not in PLAYING or "--resume" in words or "--dry-run" in words:
        return words
    if "every_supply" in words:
        return [*words, "--dry-run"]
    kept, given = [], {"--games", "--precision", "--rounds"}
    for k, word in enumerate(words):
        if word not in given and (k == 0 or words[k - 1] not in given):
            kept.append(word)
    compares_runs = name == "compare" and any(word.startswith("runs/") for word in words)
    return kept if compares_runs else kept + PLAYING[name]


def stand_in(folder: Path) -> None:
    """A run of made-up games, in place of one that takes too long, or that a reader has already."""
    if not folder.exists():
        made.write_run(folder, made.made_up(24_000, modes={"normal": 0.0}, players=(2,), pairs={}))


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run one command of a document here, in the current folder."""
    words = shlex.split(command, comments=True)
    if words[0] == "make":
        subprocess.run([*words[:1], "-n", *words[1:]], cwd=ROOT, check=True, capture_output=True, timeout=60)
        return
    assert words[0] == "breachlab", f"{command}: only breachlab and make are run; mark the block, and say why"
    words = playing_little(words)
    if "every_supply" in words and "--out" in words:
        stand_in(Path(words[words.index("--out") + 1]))
    monkeypatch.setattr(sys, "argv", words)
    code = command_line.run(words[1:])
    assert code == 0, f"{shlex.join(words)} ended with {code}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_block_escapes(path):
    for block in blocks(path):
        where = f"{path.name}:{block.line}"
        assert block.language in LANGUAGES, f"{where}: {block.language} is not run by the tests"
        if block.language == "console":
            assert list(commands(block)), f"{where}: a console block without a command"
        if block.language == "toml":
            tomllib.loads(block.text)


def test_few_games_are_played():
    assert playing_little(["breachlab", "run", "every_supply", "--out", "runs/x"])[-1] == "--dry-run"
    assert playing_little(["breachlab", "compare", "runs/a", "runs/b"])[-1] == "runs/b"
    assert playing_little(["breachlab", "skill", "--games", "2000", "--json"]) == [
        *("breachlab", "skill", "--json", "--games", GAMES),
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_works(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    found = [block for block in blocks(path) if not block.why_not_run]
    packs = [b.text for b in found if b.language == "toml" and "extends" in tomllib.loads(b.text)]
    Path("mine").mkdir()  # first, because a document may use a pack before it shows one, or show none
    Path("mine/pack.toml").write_text((packs or ['extends = "war_eternal"'])[-1], encoding="utf-8")
    for block in found:
        try:
            if block.language == "python":
                for name in re.findall(r'scan\("(runs/[^"]+)"\)', block.text):
                    stand_in(Path(name))
                exec(compile(block.text, f"{path.name}:{block.line}", "exec"), {"__name__": "example"})
            elif block.language == "toml" and "factors" in tomllib.loads(block.text):
                Path("experiment.toml").write_text(block.text, encoding="utf-8")
                run("breachlab run experiment.toml --dry-run", monkeypatch)
            for command in commands(block):
                run(command, monkeypatch)
        except (Exception, SystemExit) as error:
            out, err = capsys.readouterr()
            pytest.fail(f"{path.name}:{block.line}: {error!r}\n{out[-2000:]}\n{err[-2000:]}")
