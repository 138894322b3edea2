"""NumPy's functions on scalars: the loop is chosen as numba chooses it, from the ufunc's own list."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from app.simt.affine import dense
from app.simt.builtins.maths import degrees
from app.simt.builtins.registry import MakeCall, bad_arguments
from app.simt.code import Code
from app.simt.lowering import Lowering
from app.simt.types import FLOAT16, Scalar, TupleType, scalar_of

# numba-cuda knows the types of every ufunc, but has device code for these alone: np.sqrt does not compile, np.sin does
_NAMES = [
    "divide",
    "true_divide",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "arctan2",
    "sinh",
    "cosh",
    "tanh",
    "arcsinh",
    "arccosh",
    "arctanh",
    "hypot",
    "degrees",
    "radians",
    "deg2rad",
    "rad2deg",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "isnan",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "invert",
    "left_shift",
    "right_shift",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "equal",
    "not_equal",
    "conjugate",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_right_shift",
    "conj",
]

_UNKNOWN = frozenset("eOmMSU")  # letters of dtypes whose loops numba leaves out, float16 among them


def loop(ufunc: np.ufunc, args: Sequence[Scalar]) -> tuple[list[Scalar], list[Scalar]] | None:
    """(operand types, result types) of the first loop that the arguments convert to safely, None where none is."""
    mixed = any(arg.is_integer for arg in args) and any(arg.kind in "fc" for arg in args)
    for candidate in ufunc.types:
        given, _, made = candidate.partition("->")
        types = [scalar_of(np.dtype(letter)) for letter in given + made if letter not in _UNKNOWN]
        if len(types) != len(given + made) or None in types:
            continue
        known = [t for t in types if t is not None]
        inner = known[: ufunc.nin]
        if all(_fits(arg, want, mixed=mixed) for arg, want in zip(args, inner, strict=True)):
            return inner, known[ufunc.nin :]
    return None


def _fits(arg: Scalar, want: Scalar, *, mixed: bool) -> bool:
    if mixed and arg.is_integer and want.kind in "fc":
        return True
    return bool(np.can_cast(arg.dtype, want.dtype, "safe"))


def _make(ufunc: np.ufunc, function: Callable[..., object]) -> MakeCall:
    """`ufunc` has the types, `function` the values."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        codes = lower.arguments(node, ufunc.nin)
        kinds = [code.type for code in codes if isinstance(code.type, Scalar)]
        found = loop(ufunc, kinds) if len(kinds) == len(codes) and FLOAT16 not in kinds else None
        if found is None:
            raise bad_arguments(node, codes)
        operands, results = found
        runs = [lower.cast(code, kind, node.lineno) for code, kind in zip(codes, operands, strict=True)]
        pure = all(code.pure for code in codes)
        result = results[0] if len(results) == 1 else TupleType(tuple(results))
        return Code(result, lambda f, m: function(*[dense(run(f, m)) for run in runs]), pure=pure)

    return make


_DEVICE = {"degrees": degrees, "rad2deg": degrees}  # in other steps than NumPy
CALLS: Mapping[str, MakeCall] = MappingProxyType(
    {f"numpy.{name}": _make(getattr(np, name), _DEVICE.get(name, getattr(np, name))) for name in _NAMES}
)
