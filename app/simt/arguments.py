"""Host values as kernel arguments: arrays keep their layout and are used in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.lib.array_utils import byte_bounds

from app.simt.code import array_type, held_as, type_of
from app.simt.events import Space
from app.simt.faults import UnsupportedError
from app.simt.machine import Machine
from app.simt.memory import Memory, Reference, array_view, flat_bytes
from app.simt.signature import Declared
from app.simt.types import ArrayType, RecordType, Scalar, Type, element_of


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    value: object
    type: Type


def typed(names: Sequence[str], values: Sequence[object], declared: object, line: int) -> list[Argument]:
    """Each argument with its type, or the one that the kernel's signature declares. Raises UnsupportedError."""
    if not isinstance(declared, Declared):
        return _all(names, values, (None,) * len(names), line)
    own = tuple(argument.type for argument in _all(names, values, (None,) * len(names), line))
    signatures = sorted((declared, *declared.others), key=lambda one: one.args != own)  # an exact one first
    for signature in signatures[:-1]:
        with suppress(UnsupportedError):
            return _all(names, values, signature.args, line)
    return _all(names, values, signatures[-1].args, line)


def _all(names: Sequence[str], values: Sequence[object], wanted: Sequence[Type | None], line: int) -> list[Argument]:
    if len(wanted) != len(names):
        raise UnsupportedError("unsupported.signature", line)
    return [_one(name, value, want, line) for name, value, want in zip(names, values, wanted, strict=True)]


def _one(name: str, value: object, want: Type | None, line: int) -> Argument:
    kind: Type | None = array_type(value) if isinstance(value, np.ndarray) else type_of(value)
    if isinstance(value, np.void):
        kind = element_of(value.dtype)
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
    """The arguments as machine values. Arrays that overlap share one buffer, so that their accesses meet."""
    arrays = {k: _writable(arg.value) for k, arg in enumerate(arguments) if isinstance(arg.value, np.ndarray)}
    arrays |= {k: np.asarray(arg.value) for k, arg in enumerate(arguments) if isinstance(arg.value, np.void)}
    values: list[object] = [held_as(argument.value, argument.type) for argument in arguments]
    for members in _overlapping(arrays):
        first, data, low = _shared_bytes([arrays[k] for k in members])
        argument = arguments[members[0]]
        known = argument.name not in outputs
        buffer = machine.buffer(argument.name, Space.GLOBAL, first, initialized=known, nbytes=data.nbytes)
        memory = Memory(buffer, data)
        for k in members:
            kind, start = arguments[k].type, arrays[k].__array_interface__["data"][0]
            first_byte = start - low if data.size else 0
            if isinstance(kind, RecordType):
                values[k] = Reference(array_view(memory, arrays[k], kind, first_byte), (), ())
            elif isinstance(kind, ArrayType):
                values[k] = array_view(memory, arrays[k], kind.dtype, first_byte)
        kind = argument.type
        machine.tell_backing(memory, kind.dtype if isinstance(kind, ArrayType) else cast("RecordType", kind))
    return values


def _writable(array: np.ndarray) -> np.ndarray:
    # the compiler refuses stores to a read-only array; its copy is there for the flat view alone
    return array if array.flags.writeable else array.copy(order="K")


def _overlapping(arrays: Mapping[int, np.ndarray]) -> list[list[int]]:
    """Arrays in groups that reach into one another, each group and all of them in the order of the arguments."""
    groups: list[tuple[int, list[int]]] = []  # (end, members), by address
    for k in sorted(arrays, key=lambda k: byte_bounds(arrays[k])[0]):
        low, high = byte_bounds(arrays[k])
        if groups and arrays[k].size and low < groups[-1][0]:
            groups[-1] = (max(high, groups[-1][0]), [*groups[-1][1], k])
        else:
            groups.append((high, [k]))
    return sorted(sorted(members) for _, members in groups)


def _shared_bytes(arrays: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray, int]:
    """(the first array, all bytes from the lowest to the highest of them, the lowest one's address)."""
    lowest = min(arrays, key=lambda array: byte_bounds(array)[0])
    low, high = byte_bounds(lowest)[0], max(byte_bounds(array)[1] for array in arrays)
    return arrays[0], flat_bytes(lowest, high - low), low
