"""Random numbers of numba.cuda.random.

Each draw loads and stores both words of its state in global memory, so that the checks see two threads that share one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from app.simt.access import Subscript
from app.simt.affine import dense
from app.simt.builtins.registry import MakeCall, bad_arguments, overloaded
from app.simt.code import Code
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import View, part
from app.simt.operators import Overloads
from app.simt.quoting import quoted
from app.simt.types import FLOAT32, FLOAT64, INT64, NONE, UINT64, ArrayType, Scalar, signature
from app.simt.xoroshiro import STATE, Words, jump, left, seeded, step, unit, unit32


def _rounded(function: np.ufunc, x: Any) -> Any:
    """In float32, and closer than NumPy's own float32 function, which is an ulp or two off."""
    return function(x.astype(np.float64)).astype(np.float32)


def _normal32(first: Any, second: Any) -> object:
    """Box and Muller, in float32; the second value is thrown away."""
    u, v = unit32(first), unit32(second)
    return np.sqrt(np.float32(-2) * _rounded(np.log, u)) * _rounded(np.cos, np.float32(2 * np.pi) * v)


def _normal64(first: Any, second: Any) -> object:
    """The same of two float32: numba draws them, and takes the logarithm, in float32 here too."""
    u, v = unit32(first), unit32(second)
    return np.sqrt(-2.0 * _rounded(np.log, u).astype(np.float64)) * np.cos(2 * np.pi * v.astype(np.float64))


def _drawing(made: Callable[..., object], result: Scalar, draws: int = 1) -> MakeCall:
    """A call that makes one value of as many draws."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        codes = lower.named_arguments(node, ("states", "index"), 2)
        at, update = lower.cast(codes["index"], INT64, node.lineno), _updating(codes["states"], node)

        def run(f: Frame, m: Mask) -> object:
            index = at(f, m)
            bits: list[object] = []

            def draw(state: Words) -> Words:
                drawn, after = step(state)
                bits.append(drawn)
                return after

            for _ in range(draws):
                update(f, m, index, draw)
            return made(*bits)

        return Code(result, run)

    return make


Update = Callable[[Frame, Mask, object, Callable[[Words], Words]], None]


def _updating(states: Code, node: ast.Call) -> Update:
    """What replaces one state of the array by what a function makes of it. Raises UnsupportedError."""
    kind, run = states.type, states.run
    if not isinstance(kind, ArrayType) or kind.ndim != 1 or kind.dtype.dtype != STATE:
        raise bad_arguments(node, [states])
    if not kind.writable:
        raise UnsupportedError("unsupported.readonly", node.lineno, name=quoted(node.args[0]))
    place = Subscript(node.lineno, node.col_offset, (True,))

    def update(f: Frame, m: Mask, index: object, change: Callable[[Words], Words]) -> None:
        mover, view = f.machine.mover, cast("View", run(f, m))
        words = [part(view, UINT64, offset) for offset in (0, 8)]
        s0, s1 = [dense(mover.load(word, (index,), m, place)) for word in words]
        for word, new in zip(words, change((s0, s1)), strict=True):
            mover.store(word, (index,), new, m, place)

    return update


def _jump(lower: Lowering, node: ast.Call) -> Code:
    codes = lower.named_arguments(node, ("states", "index"), 2)
    at, update = lower.cast(codes["index"], INT64, node.lineno), _updating(codes["states"], node)
    return Code(NONE, lambda f, m: update(f, m, at(f, m), jump))


def _init(lower: Lowering, node: ast.Call) -> Code:
    codes = lower.named_arguments(node, ("states", "index", "seed"), 3)
    at, seed = (lower.cast(codes[name], kind, node.lineno) for name, kind in (("index", INT64), ("seed", UINT64)))
    states, place = codes["states"], Subscript(node.lineno, node.col_offset, (True,))
    _updating(states, node)

    def run(f: Frame, m: Mask) -> object:
        view, index = cast("View", states.run(f, m)), (at(f, m),)
        for offset, word in zip((0, 8), seeded(dense(seed(f, m))), strict=True):
            f.machine.mover.store(part(view, UINT64, offset), index, word, m, place)
        return None

    return Code(NONE, run)


def _of_bits(function: Callable[..., object], result: Scalar, *args: Scalar) -> MakeCall:
    return overloaded(Overloads((signature(result, *args),)), function)


CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {
        f"numba.cuda.random.{name}": make
        for name, make in {
            "xoroshiro128p_next": _drawing(lambda bits: bits, UINT64),
            "xoroshiro128p_uniform_float32": _drawing(unit32, FLOAT32),
            "xoroshiro128p_uniform_float64": _drawing(unit, FLOAT64),
            "xoroshiro128p_normal_float32": _drawing(_normal32, FLOAT32, 2),
            "xoroshiro128p_normal_float64": _drawing(_normal64, FLOAT64, 2),
            "xoroshiro128p_jump": _jump,
            "init_xoroshiro128p_state": _init,
            "rotl": _of_bits(left, UINT64, UINT64, UINT64),
            "uint64_to_unit_float32": _of_bits(unit32, FLOAT32, UINT64),
            "uint64_to_unit_float64": _of_bits(unit, FLOAT64, UINT64),
        }.items()
    }
)
