"""The types that numba inferred, by line of the source: of each variable where it gets a value, and of each store."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from numba.cuda.core import ir

from app.protocol.compiled import LONGEST_TYPE, MOST_TYPES, Inferred
from app.toolchain.explain.types import spelled
from app.toolchain.source import FILENAME

_OWN = ("$", "closure__")  # how the names begin that numba makes


def inferred(annotation: Any, def_line: int | None) -> tuple[Inferred, ...]:
    """In the order of the source. What numba names itself, such as the parts of an expression, is left out."""
    found = dict.fromkeys(_found(annotation, def_line))
    return tuple(islice(sorted(found, key=lambda one: one.line), MOST_TYPES))


def _found(annotation: Any, def_line: int | None) -> Iterator[Inferred]:
    for _, block in sorted(annotation.blocks.items()):
        for statement in block.body:
            if statement.loc.filename != FILENAME:
                continue  # a function of numba's own that it wrote into the kernel
            line = statement.loc.line
            if isinstance(statement, ir.Assign) and not statement.target.name.startswith(_OWN):
                place = def_line if isinstance(statement.value, ir.Arg) and def_line else line
                kind = annotation.typemap.get(statement.target.name)
                yield Inferred(place, _plain(statement.target.name), _spelled(kind))
            elif isinstance(statement, ir.SetItem | ir.StaticSetItem):
                array, *_, value = annotation.calltypes[statement].args
                yield Inferred(line, f"{_plain(statement.target.name)}[…]", _store(array, value))


def _plain(name: str) -> str:
    """The name in the source: numba calls later values of `x` `x.1`, and what has no name there `$12` or so."""
    return "" if name.startswith(_OWN) else name.partition(".")[0][: LONGEST_TYPE - 3]


def _store(array: Any, value: Any) -> str:
    kept, given = _spelled(getattr(array, "dtype", array)), _spelled(value)
    return kept if kept == given else f"{given} → {kept}"[:LONGEST_TYPE]


def _spelled(kind: object) -> str:
    text = spelled(str(kind))[:LONGEST_TYPE]
    return "".join(char if char.isprintable() else " " for char in text) or "?"
