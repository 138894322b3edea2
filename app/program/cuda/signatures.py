"""Explicit signatures: what they say of a kernel's arguments, and whether arguments fit them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from app.program.cuda.arrays import DeviceNDArray
from app.program.cuda.names import SCALARS, ArrayType, Name, Signature
from app.program.misuse import misuse, unsupported

Declared = tuple[str | ArrayType, ...]  # scalars by their dtype's name


def declared(given: object) -> list[Declared]:
    """The signatures that a decorator was given; none where it was given none."""
    if given is None:
        return []
    if isinstance(given, list):
        return [one for inner in given for one in declared(inner)]
    if isinstance(given, str):
        return [_parsed(given)]
    if isinstance(given, Signature):
        return [tuple(map(_type, given.args))]
    if isinstance(given, tuple):
        return [tuple(map(_type, given))]
    raise misuse(TypeError, "host_error.signature", f"{given!r} is no signature of a kernel")


def written(types: Declared) -> str:
    return ", ".join(map(str, types))


def check(name: str, signatures: Sequence[Declared], args: Sequence[object]) -> None:
    """Raises TypingError where arrays do not have the types that were declared: numba would take them for these."""
    if not signatures or any(_fits(types, args) for types in signatures):
        return
    given = ", ".join(_given(arg) for arg in args)
    text = f"`{name}` is declared for ({written(signatures[0])}), and gets ({given})"
    error = misuse(
        "TypingError", "typing_error.signature", text, name=name, declared=written(signatures[0]), given=given
    )
    raise error


def _fits(types: Declared, args: Sequence[object]) -> bool:
    return len(types) == len(args) and all(map(_one_fits, types, args))


def _one_fits(kind: str | ArrayType, arg: object) -> bool:
    if isinstance(arg, np.ndarray | DeviceNDArray):
        if not isinstance(kind, ArrayType) or (np.dtype(kind.dtype), kind.ndim) != (arg.dtype, arg.ndim):
            return False
        flags = arg.flags
        return kind.layout == "A" or bool(flags["C_CONTIGUOUS" if kind.layout == "C" else "F_CONTIGUOUS"])
    if isinstance(kind, ArrayType) or not isinstance(arg, int | float | complex | np.generic):
        return False
    return np.dtype(kind).kind == "c" or np.asarray(arg).dtype.kind != "c"


def _given(arg: object) -> str:
    if isinstance(arg, np.ndarray | DeviceNDArray):
        return f"{arg.dtype}[{', '.join([':'] * arg.ndim)}]"
    return str(np.asarray(arg).dtype) if isinstance(arg, int | float | complex | np.generic) else type(arg).__name__


def _type(given: object) -> str | ArrayType:
    if isinstance(given, ArrayType):
        return given
    if isinstance(given, Name) and given.last in SCALARS:
        return SCALARS[given.last]
    if isinstance(given, type) and issubclass(given, np.generic | int | float):
        return str(np.dtype(given))
    raise unsupported(f"{given!r} in a signature")


def _parsed(text: str) -> Declared:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise misuse(TypeError, "host_error.signature", f"{text!r} is no signature of a kernel") from None
    parts = tree.args if isinstance(tree, ast.Call) else tree.elts if isinstance(tree, ast.Tuple) else None
    if parts is None:
        raise misuse(TypeError, "host_error.signature", f"{text!r} is no signature of a kernel")
    return tuple(_written_type(part) for part in parts)


def _written_type(node: ast.expr) -> str | ArrayType:
    if isinstance(node, ast.Subscript):
        axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        slices = tuple(_slice(axis) for axis in axes)
        return Name(ast.unparse(node.value))[slices]
    return _type(Name(ast.unparse(node)))


def _slice(node: ast.expr) -> slice:
    if not isinstance(node, ast.Slice):
        raise misuse(TypeError, "host_error.signature", "the type of an array is written as float32[:]")
    step = node.step.value if isinstance(node.step, ast.Constant) else None
    return slice(None, None, step)
