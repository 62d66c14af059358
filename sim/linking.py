"""One program out of many compiled functions: optimised once, as a whole.

Left to itself numba makes every function machine code of its own, together with a copy of all that it calls,
and optimises each of them; the batch loop comes last and is optimised once more. Nobody ever calls the
functions in between. Here they are *parts*: kept as they come out of the translation to LLVM's language, and
optimised when a function that Python calls, a *whole*, is linked from them.

A part cannot be called from outside its whole, and LLVM is told so ("internal" linkage). Then it can see that
no function ever raises, and drops what numba passes around for that case: two slots in memory for each call,
cleared whenever the calling function is entered. In a function that chooses among 130 effects this was most
of the work.

Two smaller things. Indices in the engine are never negative, so Python's "counted from the end" is left out
of the translation (a test watches that it is never asked for). And LLVM looks further than usual for slots
that nobody reads.

This builds on how numba 0.68 is made inside. With another version :func:`install` does nothing, and the
engine compiles and plays as numba does it by itself, the same games more slowly.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any

TRIED = ("0.68.",)  # versions of numba


@cache
def install() -> bool:
    """Let numba keep parts; whether it does so."""
    import llvmlite.binding as llvm
    import numba

    if not numba.__version__.startswith(TRIED):
        return False
    from numba.core import types
    from numba.core.registry import cpu_target
    from numba.np import arrayobj

    codegen = cpu_target.target_context.codegen()
    set_env = codegen.set_env

    def set_env_if_linked(name: str, env: Any) -> None:
        """A part's environment (numba looks there when it raises) has no address."""
        if codegen._engine.is_symbol_defined(name):
            set_env(name, env)

    codegen.set_env = set_env_if_linked
    codegen._library_class = _library_class()
    wrapped = arrayobj.fix_integer_index

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if not _inside or index.type.width > size.type.width:
            return wrapped(context, builder, kind, index, size)
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = index_as_it_is
    # How far it looks for a reason to keep what is stored: the default is too little for large functions.
    llvm.set_option("breachlab", "--dse-memoryssa-scanlimit=1000")
    return True


_inside = 0  # how many parts are being compiled, one for the other; numba compiles one thing at a time


@contextlib.contextmanager
def part() -> Iterator[None]:
    """What numba compiles here is a part."""
    global _inside
    _inside += 1
    try:
        yield
    finally:
        _inside -= 1


def _library_class() -> Any:
    import llvmlite.binding as llvm
    from numba.core.codegen import JITCodeLibrary

    class Library(JITCodeLibrary):
        """The code of one function: a part, or what numba makes of it otherwise."""

        def __init__(self, codegen: Any, name: str) -> None:
            super().__init__(codegen, name)
            self._is_part = _inside > 0

        def _optimize_final_module(self) -> None:
            if self._is_part:
                return
            parts = [library for library in self._linking_libraries if getattr(library, "_is_part", False)]
            linked = {f.name for one in parts for f in one.get_defined_functions()}
            for function in self._final_module.functions:
                if function.name in linked and not function.is_declaration:
                    function.linkage = "internal"
            super()._optimize_final_module()

        def _finalize_final_module(self) -> None:
            if self._is_part:
                self._finalize_dynamic_globals()
                self._finalized = True
            else:
                super()._finalize_final_module()

        def get_pointer_to_function(self, name: str) -> int:
            return 0 if self._is_part else super().get_pointer_to_function(name)

        def serialize_using_object_code(self) -> Any:
            if self._is_part:
                return self.name, "part", self._get_module_for_linking().as_bitcode()
            return super().serialize_using_object_code()

        @classmethod
        def _unserialize(cls, codegen: Any, state: Any) -> Any:
            name, kind, data = state
            if kind != "part":
                return super()._unserialize(codegen, state)
            self = codegen.create_library(name)
            self._is_part = True
            self._final_module = self._shared_module = llvm.parse_bitcode(data)
            self._finalized = True
            return self

    return Library
