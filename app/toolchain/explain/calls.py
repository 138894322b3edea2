"""Functions: how they are called, what they return, and what they are given."""

from __future__ import annotations

import ast
import re

from app.findings import Finding
from app.toolchain.explain.constructs import construct_at
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.types import spelled, split
from app.toolchain.fault import fault
from app.toolchain.source import dotted


def returns_value(failure: Failure) -> Finding | None:
    match = failure.search(r"No conversion from (.+?) to none for '\$\S*return_(?:value|const)")
    if match is None:
        return None
    return fault("typing_error.returns_value", failure.line, type=spelled(match[1]))


def helper_arguments(failure: Failure) -> Finding | None:
    match = re.search(r"Cannot bind 'args=\((.*?)\) kws=.*?' to signature '(\(.*?\))'", failure.text)
    if match is None:
        return None
    called = re.search(r"CUDADispatcher\(<function (?:[\w.<>]+\.)?(\w+)", failure.text)
    name = called[1] if called else failure.call()
    if unknown := re.search(r"got an unexpected keyword argument '(\w+)'", failure.everything()):
        return fault("typing_error.keyword", failure.line, name=name, signature=f"{name}{match[2]}", keyword=unknown[1])
    given = len(split(spelled(match[1])))
    return fault("typing_error.argument_count", failure.line, name=name, signature=f"{name}{match[2]}", given=given)


def recursion(failure: Failure) -> Finding | None:
    return (
        fault("typing_error.recursion", failure.line)
        if failure.search("runaway recursion|recursion depth|insert_unresolved_ref")
        else None
    )


def grid_dimensions(failure: Failure) -> Finding | None:
    if not re.search(r"grid\(\) missing|argument can only be 1, 2, 3|<intrinsic grid", failure.text):
        return None
    return fault("typing_error.grid_dimensions", failure.line)


def not_callable(failure: Failure) -> Finding | None:
    match = failure.search(r"Invalid use of (.+?) with parameters|No type info available for .* as a callable")
    if match is None:
        return None
    return fault("typing_error.not_callable", failure.line, type=spelled(match[1] or "this"), name=failure.call())


def not_iterable(failure: Failure) -> Finding | None:
    loops = [node for node in failure.source.at(failure.line) if isinstance(node, ast.For)]
    if "getiter" not in failure.text or not loops:
        return None
    return fault("typing_error.not_iterable", failure.line, name=ast.unparse(loops[0].iter))


def unpack(failure: Failure) -> Finding | None:
    if count := failure.search(r"wrong tuple length.*?expected (\d+), got (\d+)"):
        return fault("typing_error.unpack_count", failure.line, wanted=int(count[1]), given=int(count[2]))
    match = failure.search(r"failed to unpack (\S+)")
    return fault("typing_error.unpack", failure.line, type=spelled(match[1])) if match else None


def unify(failure: Failure) -> Finding | None:
    match = failure.search(r"[Cc]annot unify (.+?) and (.+?) for '(?:\$?)([\w.]+)'")
    if match is None:
        return None
    name = match[3].split(".")[0]
    # Not numba's line: from Python to Python it is another place at which the paths meet.
    line = failure.source.last_assignment(name, failure.line) or failure.line
    if name.startswith("phi"):  # numba's own, for an expression that has none
        name = next(
            (ast.unparse(n.targets[0]) for n in failure.source.at(failure.line) if isinstance(n, ast.Assign)), "it"
        )
    return fault("typing_error.unify", line, name=name, left=spelled(match[1]), right=spelled(match[2]))


def too_large(failure: Failure) -> Finding | None:
    match = failure.search(r"Int value is too large: (-?\d+)")
    return fault("typing_error.too_large", failure.line, value=match[1][:40]) if match else None


def atomic_dtype(failure: Failure) -> Finding | None:
    """An atomic on an array whose elements it does not know."""
    match = re.match(r"(\w+)\[", failure.types[0]) if len(failure.types) > 1 else None
    called = failure.call()
    if match is None or ".atomic." not in f".{called}":
        return None
    known = "int32, uint32, int64 and uint64" if called.rpartition(".")[2] not in _ALSO_FLOAT else "32 and 64 bits"
    return fault("typing_error.atomic_dtype", failure.line, name=called, element=match[1], known=known)


def atomic_target(failure: Failure) -> Finding | None:
    """An atomic on a single number, or without one of its three arguments."""
    calls = [node for node in failure.source.at(failure.line) if isinstance(node, ast.Call)]
    found = next((node for node in calls if ".atomic." in f".{dotted(node.func)}"), None)
    if found is None or dotted(found.func).rpartition(".")[2] not in _OF_THREE:
        return None
    if len(found.args) == 3 and not failure.search(r"object has no attribute 'dtype'"):
        return None
    given = ", ".join(ast.unparse(each) for each in found.args)
    return fault("typing_error.atomic_target", failure.line, name=dotted(found.func), given=f"({given})"[:60])


_OF_THREE = frozenset({"add", "sub", "max", "min", "nanmax", "nanmin", "and_", "or_", "xor", "inc", "dec", "exch"})
_ALSO_FLOAT = frozenset({"add", "sub", "max", "min", "nanmax", "nanmin"})


def printed(failure: Failure) -> Finding | None:
    if failure.search("does not support keyword arguments"):
        return fault("typing_error.print_keyword", failure.line)
    match = failure.search(r"printing unimplemented for values of type (.+)")
    if match is None:
        return None
    return construct_at(failure) or fault("typing_error.print", failure.line, type=spelled(match[1]))


def wrong_call(failure: Failure) -> Finding | None:
    """A function that exists, called in a way that it does not know."""
    if isinstance(failure.error, TypeError | ValueError | AssertionError) and not failure.name:
        written = [dotted(n.func) for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
        if any(written):
            return fault("typing_error.call", failure.line, name=next(filter(None, written)))
    if failure.name.startswith("syncthreads_") and failure.types == ["bool"]:
        return fault("typing_error.predicate", failure.line, name=failure.call())
    if failure.name:
        key = "typing_error.function_types"
        return fault(key, failure.line, name=failure.call(), types=f"({', '.join(failure.types)})")
    return None
