"""The cache of compiled code: what its name depends on, and what is removed when it is old."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import breachlab.sim
from breachlab.sim import jit
from breachlab.sim.aeons_end.tables import load_tables

SIM = Path(breachlab.sim.__file__).parent


def names(files, folder):
    return {file.relative_to(folder).as_posix() for file in files}


def test_the_engines_sources_are_found_and_nothing_else():
    found = names(jit.engine_sources(), SIM)
    assert {"jit.py", "rng.py", "record.py", "aeons_end/games.py", "aeons_end/effects_nemesis.py"} <= found
    assert not found & {"runs.py", "batch.py", "aeons_end/frames.py", "aeons_end/transcript.py"}


def is_compiled(file):
    """Whether a file has functions with one of the decorators."""
    functions = [node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.FunctionDef)]
    decorators = [decorator for function in functions for decorator in function.decorator_list]
    return any(isinstance(one, ast.Name) and one.id in ("jit", "entry") for one in decorators)


def test_no_compiled_function_is_called_from_another_file_but_those():
    """Numba notices by itself only what changes in a function's own file."""
    found = jit.engine_sources()
    assert sum(is_compiled(file) for file in found) > 5
    for file in SIM.rglob("*.py"):
        if file not in found and is_compiled(file):
            assert [
                other for other in jit._imported(file, SIM) if is_compiled(other) and other not in found
            ] == []


@pytest.mark.parametrize(
    ("line", "imported"),
    [
        ("from .rules import answer", {"mine/rules.py"}),
        ("from . import rules, state", {"mine/rules.py", "mine/state.py"}),
        ("from ..rng import draw", {"rng.py"}),
        ("from .. import rng", {"rng.py"}),
        ("import breachlab.sim.rng", {"rng.py"}),
        ("from breachlab.sim import rng", {"rng.py"}),
        ("from breachlab.sim.mine.state import Game", {"mine/state.py"}),
        ("def late():\n    from .state import Game", {"mine/state.py"}),
        ("import numpy\nfrom numpy import rules", set()),
        ("from . import games", set()),  # itself
    ],
)
def test_every_way_to_import_is_understood(tmp_path, line, imported):
    (tmp_path / "mine").mkdir()
    for file in ("jit.py", "rng.py", "runs.py", "mine/rules.py", "mine/state.py", "mine/pages.py"):
        (tmp_path / file).touch()
    (tmp_path / "mine" / "games.py").write_text(line, encoding="utf-8")
    assert names(jit.engine_sources(tmp_path), tmp_path) == {"jit.py", "mine/games.py", *imported}


@pytest.fixture
def copy(tmp_path):
    """A copy of the sources, and a function that tells the cache folder of the engine in it."""
    package = tmp_path / "breachlab"
    package.mkdir()
    (package / "__init__.py").touch()
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SIM, package / "sim", ignore=ignore)
    code = "from breachlab.sim import jit; print(jit.__file__); print(jit.cache_folder())"

    def folder():
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        command = [sys.executable, "-c", code]
        told = subprocess.check_output(command, env=environment, cwd=tmp_path, text=True).splitlines()
        assert told[0].startswith(str(tmp_path))
        return told[1]

    return package / "sim", folder


@pytest.mark.slow
def test_the_folder_changes_with_the_engine_and_with_nothing_else(copy):
    sim, folder = copy
    before = folder()
    for file in ("runs.py", "aeons_end/transcript.py"):
        (sim / file).write_text("# nothing\n", encoding="utf-8")
    assert folder() == before
    with (sim / "aeons_end" / "rules.py").open("a") as rules:
        rules.write("# a comment may be anything\n")
    assert folder() != before


def test_the_same_sources_elsewhere_have_another_folder(tmp_path, monkeypatch):
    """Numba would not find there what was compiled here, and a folder that is ready would be no truth."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    copy = tmp_path / "copy" / "sim"
    shutil.copytree(SIM, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "link").symlink_to(copy.parent)
    found = []
    for sim in (SIM, copy, tmp_path / "link" / "sim", SIM):
        monkeypatch.setattr(jit, "_SIM", sim)
        found.append(jit.cache_folder.__wrapped__())
    assert found[0] == found[3]
    assert len(set(found)) == 3  # numba does not follow links either
    monkeypatch.setattr(jit, "disabled", lambda: False)
    monkeypatch.setattr(jit, "cache_folder", lambda: found[1])
    (found[0] / "ready-aeons_end-games").touch()
    assert not jit.is_warm("aeons_end")


def test_old_folders_are_removed(tmp_path):
    now = 1_000_000_000.0
    ages = {"mine": 0, "yesterday": 2, "month": 31, "today": 0.5, **{f"more_{k}": 3 + k for k in range(8)}}
    for name, days in ages.items():
        folder = tmp_path / f"engine-{name}"
        folder.mkdir()
        (folder / "code.nbi").touch()
        os.utime(folder, (now - days * jit.DAY,) * 2)
    (tmp_path / "other").mkdir()
    removed = {path.name for path in jit.prune(tmp_path / "engine-mine", now)}
    assert removed == {"engine-month", "engine-more_5", "engine-more_6", "engine-more_7"}
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {f"engine-{name}" for name in ages} - removed | {"other"}


def test_folders_in_use_today_are_never_removed(tmp_path):
    for k in range(3 * jit.KEPT):
        (tmp_path / f"engine-{k}").mkdir()
    assert jit.prune(tmp_path / "engine-0") == []


def test_tables_of_an_edited_pack_are_made_anew(tmp_path):
    file = tmp_path / "pack.toml"
    file.write_text('extends = "war_eternal"\n[nemesis.umbra_titan]\nlife = 60\n', encoding="utf-8")
    before = load_tables(tmp_path)
    assert load_tables(tmp_path) is before
    file.write_text('extends = "war_eternal"\n[nemesis.umbra_titan]\nlife = 61\n', encoding="utf-8")
    assert load_tables(tmp_path).pack.by_id["umbra_titan"].life == 61
    assert before.pack.by_id["umbra_titan"].life == 60
    assert load_tables() is load_tables("war_eternal")
