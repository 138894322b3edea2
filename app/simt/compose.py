"""Codes made of codes: constants worked out early, tuples and their items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from app.simt.code import Code, static
from app.simt.literals import Computed
from app.simt.machine import Frame
from app.simt.types import Named, Scalar, StaticType, TupleClass, TupleType


def folded(code: Code, *operands: Code) -> Code:
    """Worked out now, if all operands are constants."""
    if any(operand.const is None or not isinstance(operand.type, Scalar) for operand in operands):
        return code
    value = code.run(cast("Frame", None), True)  # constants look at neither frame nor lanes
    known = cast("np.generic", value).item()
    return Code(code.type, lambda f, m: value, Computed(known) if type(known) is int else known, pure=True)


def tuple_of(items: Sequence[Code]) -> Code:
    """A tuple of what the codes give."""
    kind = TupleType(tuple(code.type for code in items))
    runs = [code.run for code in items]
    const = tuple(code.const for code in items) if all(code.const is not None for code in items) else None
    return Code(kind, lambda f, m: tuple([run(f, m) for run in runs]), const, all(code.pure for code in items))


def named_tuple(made: TupleClass, items: Sequence[Code]) -> Code:
    """One of a class of named tuples."""
    plain = tuple_of(items)
    const = None if plain.const is None else Named(made, plain.const)  # type: ignore[arg-type]  # a tuple, like its items
    return Code(TupleType(tuple(code.type for code in items), made), plain.run, const, plain.pure)


def item(code: Code, position: int) -> Code:
    """One item of a tuple."""
    kind = cast("TupleType", code.type).items[position]
    if isinstance(code.const, tuple):
        const = code.const[position]
        if isinstance(kind, StaticType):
            return static(const, str(kind))
    else:
        const = None
    run = code.run
    return Code(kind, lambda f, m: items_of(run(f, m))[position], const, code.pure)


def items_of(value: object) -> tuple[object, ...]:
    """A tuple's value is a Python tuple of its items' values."""
    return cast("tuple[object, ...]", value)
