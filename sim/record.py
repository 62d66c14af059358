"""Records: the state of a game as Python classes, and the same layout as numpy structured types.

A game declares its state once, as classes with annotated fields. Interpreted engines use the classes
themselves: plain attributes, plain integers, plain lists, easy to print and to step through. Compiled engines
use a numpy structured array with the same field names, so the same code (``game.gravehold_life``,
``player.hand.cards[i]``) runs on both.

>>> @record
... class Zone:
...     n: i16
...     cards: array(u8, 3)
>>> zone = Zone()
>>> zone.cards[0] = 7
>>> zone.n, zone.cards
(0, [7, 0, 0])
>>> dtype_of(Zone)["cards"].shape
(3,)
>>> pack(zone)["cards"].tolist()
[7, 0, 0]
"""

from __future__ import annotations

from typing import Any

import numpy as np

i8, u8, i16, u16, i32, i64, u64 = (np.dtype(code) for code in ("i1", "u1", "i2", "u2", "i4", "i8", "u8"))


class Array:
    """A field of fixed length: numbers or records."""

    def __init__(self, item: Any, length: int) -> None:
        self.item = item
        self.length = length


def array(item: Any, length: int) -> Any:
    """Declare a field that holds ``length`` numbers or records."""
    return Array(item, length)


def record(cls: type) -> Any:
    """Make a class a record: fields from its annotations, all zero at first, with ``copy_from``."""
    module = __import__("sys").modules[cls.__module__].__dict__
    fields = {
        name: eval(kind, module) if isinstance(kind, str) else kind
        for name, kind in cls.__annotations__.items()
    }

    def initialise(self: Any) -> None:
        for name, kind in fields.items():
            setattr(self, name, _zero(kind))

    def copy_from(self: Any, other: Any) -> None:
        """Take over every value of another record of the same class."""
        for name, kind in fields.items():
            value = getattr(other, name)
            if isinstance(kind, Array):
                mine = getattr(self, name)
                if isinstance(kind.item, type):
                    for target, source in zip(mine, value, strict=True):
                        target.copy_from(source)
                else:
                    mine[:] = value
            elif isinstance(kind, type):
                getattr(self, name).copy_from(value)
            else:
                setattr(self, name, value)

    namespace = {
        "__slots__": tuple(fields),
        "__init__": initialise,
        "copy_from": copy_from,
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "fields": fields,
    }
    return type(cls.__name__, (), namespace)


def _zero(kind: Any) -> Any:
    if isinstance(kind, Array):
        return [_zero(kind.item) for _ in range(kind.length)]
    return kind() if isinstance(kind, type) else 0


def dtype_of(cls: Any) -> np.dtype[Any]:
    """The numpy structured type with a record's fields."""
    return np.dtype([(name, *_dtype(kind)) for name, kind in cls.fields.items()], align=True)


def _dtype(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, Array):
        return (*_dtype(kind.item), (kind.length,))
    return (dtype_of(kind),) if isinstance(kind, type) else (kind,)


def pack(value: Any, into: Any = None) -> Any:
    """A record's values as one numpy structured scalar (an array of shape ``()`` is what ``into`` may be)."""
    if into is None:
        into = np.zeros((), dtype_of(type(value)))
    for name, kind in value.fields.items():
        field = getattr(value, name)
        if isinstance(kind, Array) and isinstance(kind.item, type):
            for item, target in zip(field, into[name], strict=True):
                pack(item, target)
        elif isinstance(kind, type):
            pack(field, into[name])
        else:
            into[name] = field
    return into


def unpack(packed: Any, cls: Any) -> Any:
    """The record that a numpy structured scalar holds."""
    value = cls()
    for name, kind in cls.fields.items():
        field = packed[name]
        if isinstance(kind, Array):
            if isinstance(kind.item, type):
                setattr(value, name, [unpack(item, kind.item) for item in field])
            else:
                setattr(value, name, field.tolist())
        else:
            setattr(value, name, unpack(field, kind) if isinstance(kind, type) else int(field))
    return value
