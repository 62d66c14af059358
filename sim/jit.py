"""One decorator for every function of a game's engine, and the two ways to run an engine.

A game's engine (say ``breachlab.sim.aeons_end``) is ordinary Python: imported as usual it runs uncompiled,
starts at once and works in a debugger. :func:`compiled` imports the same source files a second time, under
``breachlab.compiled``, where :func:`jit` hands every function to numba. Both exist side by side in one
process: a :class:`Table` for a question about the rules, compiled kernels for a million games.

With ``NUMBA_DISABLE_JIT=1`` the second import is left out and everything runs interpreted.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import os
import shutil
import sys
import time
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from breachlab.sim import linking
from breachlab.sim.locks import locked

F = TypeVar("F", bound=Callable[..., Any])

_COMPILED = "breachlab.compiled"
_SIM = Path(__file__).parent
_ENTRANCES = "*games.py"  # in each game's folder: the batch loops, from which all compiled code is reached

DAY = 24 * 60 * 60
UNUSED = 30 * DAY  # after this long a folder of compiled code is removed
KEPT = 8  # folders at most (some 100 MB each), unless more were used within the last day


def compiling(module: str) -> bool:
    """Whether functions of this module are being compiled (it belongs to the second import)."""
    return module.startswith(_COMPILED + ".")


def jit(function: F) -> F:
    """Compile an engine function when its module is loaded compiled; otherwise leave it as it is.

    Internal functions get no Python wrapper (it costs a fifth of the compile time); use :func:`entry`
    for the few that Python calls.

    >>> @jit
    ... def double(n):
    ...     return 2 * n
    >>> double(4)
    8
    """
    return _compile(function, no_cpython_wrapper=True)


def entry(function: F) -> F:
    """Like :func:`jit`, for the few that are called from Python: what they call is linked into them."""
    return _compile(function, no_cpython_wrapper=False)


_functions: list[Any] = []  # all that were loaded to be compiled


def share_compiled() -> float:
    """How much of the engine has been compiled so far: a share of its functions.

    >>> 0 <= share_compiled() <= 1
    True
    """
    return sum(bool(function.overloads) for function in _functions) / max(1, len(_functions))


def _compile(function: F, *, no_cpython_wrapper: bool) -> F:
    if not compiling(function.__module__):
        return function
    import numba

    linking.install()
    dispatcher = numba.njit(
        nogil=True,
        error_model="numpy",
        cache=True,
        no_cpython_wrapper=no_cpython_wrapper,
        no_cfunc_wrapper=True,
    )(function)
    template_of_call = dispatcher.get_call_template

    def called_by_another(args: Any, kws: Any) -> Any:
        with linking.part():
            return template_of_call(tuple(map(_wide, args)), {name: _wide(one) for name, one in kws.items()})

    dispatcher.get_call_template = called_by_another
    _functions.append(dispatcher)
    return dispatcher


def _wide(kind: Any) -> Any:
    """The type in which a compiled function takes an argument: all integers but unsigned 64-bit ones alike.

    Numba would compile a function anew for every mixture of small and large integers that it is called with.
    """
    from numba import types

    small = isinstance(kind, types.Integer | types.IntegerLiteral) and kind != types.uint64
    return types.int64 if small else kind


def disabled() -> bool:
    """Whether the user asked for interpreted engines with ``NUMBA_DISABLE_JIT=1``."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@cache
def compiled(game: str, module: str = "engine") -> types.ModuleType:
    """The compiled twin of ``breachlab.sim.<game>.<module>``.

    Nothing is compiled yet when this returns: numba compiles a function on its first call and keeps the
    result in :func:`cache_folder`.
    """
    if disabled():
        return importlib.import_module(f"breachlab.sim.{game}.{module}")
    # Ours whatever it was: in a folder that is not keyed by the sources an older engine could be found.
    # In the environment too, because numba reads that again when it compiles.
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())
    import numba

    numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
    _alias(_COMPILED, [str(_SIM)])
    _alias(f"{_COMPILED}.{game}", [str(_SIM / game)])
    return importlib.import_module(f"{_COMPILED}.{game}.{module}")


def is_warm(game: str, module: str = "games") -> bool:
    """Whether a batch loop needs no compiling (any more) on this machine."""
    return disabled() or (cache_folder() / f"ready-{game}-{module}").exists()


@contextlib.contextmanager
def compiled_once(game: str, module: str) -> Iterator[None]:
    """Around calls that may compile a batch loop: one process does so, and the others wait.

    Several that fill a cold cache at the same time have crashed.
    """
    if is_warm(game, module):
        yield
        return
    with locked(cache_folder() / "lock"):
        if module != "games" and not is_warm(game, module):
            announce(f"compiling {module.replace('_', ' ')} for this machine, once: about a minute ...")
        yield
        (cache_folder() / f"ready-{game}-{module}").touch()


def announce(words: str) -> None:
    """Where a person waits at a terminal, say what for."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(words, file=sys.stderr, flush=True)


def _alias(name: str, path: list[str]) -> None:
    """Register an empty package whose modules are found in ``path`` (relative imports then stay inside)."""
    if name not in sys.modules:
        package = types.ModuleType(name)
        package.__path__ = path
        sys.modules[name] = package
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            setattr(sys.modules[parent], child, package)


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: one folder for each state of the sources and versions.

    Numba's own cache does not notice that a function called from another file has changed, so the folder's
    name is a hash over everything that the machine code depends on: a stale engine is impossible. What is not
    part of an engine, a report for example, can change without a new compilation. Where the sources lie
    counts too: numba looks for compiled code by its source's path, so that of another copy is never found.
    """
    import llvmlite
    import numba
    import numpy as np
    import platformdirs

    digest = hashlib.sha256(os.fsencode(os.path.abspath(_SIM)))  # as numba takes it, links and all
    for source in engine_sources(_SIM):
        digest.update(source.relative_to(_SIM).as_posix().encode())
        digest.update(source.read_bytes())
    for version in (sys.version, numba.__version__, np.__version__, llvmlite.__version__):
        digest.update(version.encode())
    folder = Path(platformdirs.user_cache_dir("breachlab")) / f"engine-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # somebody else's folder that may only be read
        os.utime(folder)  # in use
    return folder


def engine_sources(sim: Path = _SIM) -> list[Path]:
    """The files that compiled code is made of: every game's batch loop, and all that it imports from ``sim``.

    >>> {"jit.py", "rng.py", "rules.py"} <= {file.name for file in engine_sources()}
    True
    """
    found: set[Path] = set()
    waiting = [sim / "jit.py", *sim.glob(f"*/{_ENTRANCES}")]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file, sim)
    return sorted(found)


def _imported(file: Path, sim: Path) -> Iterator[Path]:
    """The files below ``sim`` that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        wanted: list[Path] = []
        if isinstance(node, ast.Import):
            wanted = [_below(alias.name, sim) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                start = file.parents[node.level - 1]
                module = start.joinpath(*node.module.split(".")) if node.module else start
            else:
                module = _below(node.module or "", sim)
            wanted = [module, *(module / alias.name for alias in node.names)]
        yield from (path for path in (one.with_suffix(".py") for one in wanted) if path.is_file())


def _below(module: str, sim: Path) -> Path:
    """Where a module with a full name lies; those of others lie nowhere."""
    parts = module.split(".")
    return sim.joinpath(*parts[2:]) if parts[:2] == ["breachlab", "sim"] else sim / "nowhere"


def prune(keep: Path, now: float | None = None) -> list[Path]:
    """Remove compiled code that nobody has used for long, beside the folder that is to be kept."""
    now = time.time() if now is None else now
    used = []
    for folder in keep.parent.glob("engine-*"):
        with contextlib.suppress(OSError):  # another process may be removing it too
            if folder != keep and folder.is_dir():
                used.append((now - folder.stat().st_mtime, folder))
    old = [
        folder
        for place, (age, folder) in enumerate(sorted(used), 2)
        if age > UNUSED or (place > KEPT and age > DAY)
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return old


def switch(name: str, functions: list[Callable[..., Any]], module: str) -> Callable[..., Any]:
    """One function that calls the ``op``-th of many: ``name(op, g, c, f, i)``.

    Interpreted it is a list look-up. Compiled code cannot call through a list, so a chain of comparisons is
    written to the cache folder (numba caches only what has a file) and compiled; LLVM makes it a jump table.
    """
    if not compiling(module):
        return lambda op, *args: functions[op](*args)
    lines = [f"def {name}(op, g, c, f, i):"]
    for op in range(len(functions)):
        lines.append(f"    if op == {op}:\n        return function_{op}(g, c, f, i)")
    lines.append("    return function_0(g, c, f, i)\n")
    source = "\n".join(lines)
    file = cache_folder() / f"{module.rpartition('.')[0]}.{name}.py"
    if not file.exists() or file.read_text(encoding="utf-8") != source:
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(source, encoding="utf-8")
        os.replace(part, file)
    namespace: dict[str, Any] = {f"function_{op}": function for op, function in enumerate(functions)}
    namespace["__name__"] = module
    exec(compile(source, str(file), "exec"), namespace)
    return jit(namespace[name])
