"""Host values as kernel arguments: arrays keep their layout and are used in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.array_utils import byte_bounds

from app.simt.code import array_type, held_as, type_of
from app.simt.events import Space
from app.simt.faults import UnsupportedError
from app.simt.machine import Machine
from app.simt.memory import Memory, array_view, flat_bytes
from app.simt.signature import Declared
from app.simt.types import ArrayType, Scalar, Type


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    value: object
    type: Type


def typed(names: Sequence[str], values: Sequence[object], declared: object, line: int) -> list[Argument]:
    """Each argument with its type, or the one that the kernel's signature declares. Raises UnsupportedError."""
    wanted = declared.args if isinstance(declared, Declared) else (None,) * len(names)
    if len(wanted) != len(names):
        raise UnsupportedError("unsupported.signature", line)
    return [_one(name, value, want, line) for name, value, want in zip(names, values, wanted, strict=True)]


def _one(name: str, value: object, want: Type | None, line: int) -> Argument:
    kind: Type | None = array_type(value) if isinstance(value, np.ndarray) else type_of(value)
    if kind is None:
        found = str(value.dtype) if isinstance(value, np.ndarray | np.generic) else type(value).__name__
        raise UnsupportedError("unsupported.argument", line, name=name, type=found[:60])
    if want is None or want == kind:
        return Argument(name, value, kind)
    if isinstance(want, Scalar) and isinstance(kind, Scalar) and not (kind.is_complex and not want.is_complex):
        with np.errstate(all="ignore"):
            return Argument(name, kind.dtype.type(value).astype(want.dtype), want)
    if (
        isinstance(want, ArrayType)
        and isinstance(kind, ArrayType)
        and (want.dtype, want.ndim) == (kind.dtype, kind.ndim)
    ):
        return Argument(name, value, kind)
    raise UnsupportedError("unsupported.signature", line)


def placed(machine: Machine, arguments: Sequence[Argument], outputs: Sequence[str]) -> list[object]:
    """The arguments as machine values. Arrays that share memory share one buffer, so that their accesses meet."""
    memories: list[tuple[int, int, Memory]] = []
    return [_placed(machine, argument, argument.name not in outputs, memories) for argument in arguments]


def _placed(machine: Machine, argument: Argument, initialized: bool, memories: list[tuple[int, int, Memory]]) -> object:
    array, kind = argument.value, argument.type
    if not isinstance(array, np.ndarray) or not isinstance(kind, ArrayType):
        return held_as(argument.value, kind)
    if not array.flags.writeable:
        array = array.copy(order="K")  # the compiler refuses stores to it; the copy is for flat views alone
    low, high = byte_bounds(array)
    for start, stop, memory in memories:
        if start <= low and high <= stop and array.size:
            return array_view(memory, array, kind.dtype, array.__array_interface__["data"][0] - start)
    data, first = flat_bytes(array)
    memory = Memory(machine.buffer(argument.name, Space.GLOBAL, array, initialized=initialized), data)
    memories.append((low, high, memory))
    return array_view(memory, array, kind.dtype, first)
