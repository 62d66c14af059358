"""One decorator for every function of a game's engine, and the two ways to run an engine.

A game's engine (say ``breachlab.sim.aeons_end``) is ordinary Python: imported as usual it runs uncompiled,
starts at once and works in a debugger. :func:`compiled` imports the same source files a second time, under
``breachlab.compiled``, where :func:`jit` hands every function to numba. Both exist side by side in one
process: a :class:`Table` for a question about the rules, compiled kernels for a million games.

With ``NUMBA_DISABLE_JIT=1`` the second import is left out and everything runs interpreted.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_COMPILED = "breachlab.compiled"
_SIM = Path(__file__).parent


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
    """Like :func:`jit`, for functions that are called from Python."""
    return _compile(function, no_cpython_wrapper=False)


def _compile(function: F, *, no_cpython_wrapper: bool) -> F:
    if not compiling(function.__module__):
        return function
    import numba

    return numba.njit(
        nogil=True,
        error_model="numpy",
        cache=True,
        no_cpython_wrapper=no_cpython_wrapper,
        no_cfunc_wrapper=True,
    )(function)


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
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))
    import numba

    numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]
    _alias(_COMPILED, [str(_SIM)])
    _alias(f"{_COMPILED}.{game}", [str(_SIM / game)])
    return importlib.import_module(f"{_COMPILED}.{game}.{module}")


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
    name is a hash over everything that the machine code depends on: a stale engine is impossible.
    """
    import llvmlite
    import numba
    import numpy as np
    import platformdirs

    digest = hashlib.sha256()
    for source in sorted(_SIM.rglob("*.py")):
        digest.update(source.relative_to(_SIM).as_posix().encode())
        digest.update(source.read_bytes())
    for version in (sys.version, numba.__version__, np.__version__, llvmlite.__version__):
        digest.update(version.encode())
    folder = Path(platformdirs.user_cache_dir("breachlab")) / f"engine-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
