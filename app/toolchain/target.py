"""The GPU that is not here: numba compiles for it without ever asking a driver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numba.cuda import dispatcher as numba_dispatcher
from numba.cuda.core import sigutils
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.target import CUDATargetContext
from numba.cuda.types import BaseTuple
from numba.cuda.typing.typeof import typeof

from app.protocol.signature import Parameter
from app.toolchain.lines import Lines


@dataclass(frozen=True, slots=True)
class Declared:
    """Stands among a dispatcher's overloads for a signature that its decorator names and nobody compiled."""

    entry_point: None = None  # numba's finalizer asks for it


@dataclass(frozen=True, slots=True)
class AbsentDevice:
    """All that numba reads of a device while it compiles."""

    compute_capability: tuple[int, int]


def capability(arch: str) -> tuple[int, int]:
    """(9, 0) for "sm_90". Raises ValueError."""
    match = re.fullmatch(r"sm_(\d+)(\d)", arch)
    if match is None:
        raise ValueError(f"{arch!r} is no architecture; it should be such as sm_90")
    return int(match[1]), int(match[2])


@contextmanager
def compiling_for(arch: str) -> Iterator[None]:
    """Until the end, numba sees a device of this architecture, and decorators neither load nor cache a kernel."""
    device = AbsentDevice(capability(arch))
    asked = numba_dispatcher.get_current_device
    compiled, cached = CUDADispatcher.compile, CUDADispatcher.enable_caching
    described = CUDATargetContext.DIBuilder
    numba_dispatcher.get_current_device = lambda: device
    CUDADispatcher.compile = _declare
    CUDADispatcher.enable_caching = lambda _: None  # there is no file to keep anything in
    CUDATargetContext.DIBuilder = property(lambda _: Lines)
    try:
        yield
    finally:
        numba_dispatcher.get_current_device = asked
        CUDADispatcher.compile = compiled
        CUDADispatcher.enable_caching = cached
        CUDATargetContext.DIBuilder = described


def _declare(dispatcher: CUDADispatcher, signature: object) -> None:
    """In place of `CUDADispatcher.compile`, which would load the kernel on the spot."""
    types, _ = sigutils.normalize_signature(signature)
    dispatcher.overloads[tuple(types)] = Declared()


def declared(dispatcher: CUDADispatcher) -> list[tuple[object, ...]]:
    """The argument types of every signature in the kernel's decorator."""
    return [types for types, made in dispatcher.overloads.items() if isinstance(made, Declared)]


def numba_types(parameters: Iterable[Parameter]) -> tuple[object, ...]:
    """What numba infers for arguments of these types."""
    return tuple(map(_numba_type, parameters))


def _numba_type(parameter: Parameter) -> object:
    if parameter.is_tuple:
        return BaseTuple.from_types(numba_types(parameter.items))
    if parameter.ndim is None:
        return typeof(np.zeros(1, parameter.dtype)[0])
    return typeof(np.empty((0,) * parameter.ndim, parameter.dtype)).copy(layout=parameter.layout)
