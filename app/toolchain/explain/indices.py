"""What stands in square brackets, and what is stored through them."""

from __future__ import annotations

import ast
import re

from app.findings import Finding
from app.toolchain.explain.constructs import container
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.types import spelled, split
from app.toolchain.fault import fault
from app.toolchain.source import names


def bad_index(failure: Failure) -> Finding | None:
    match = failure.search(r"Unsupported array index type (.+?) in ")
    if match is None:
        return None
    kind = spelled(match[1])
    if kind == "Dim3":
        return fault("typing_error.dim3", failure.line)
    if not re.fullmatch(r"float\d+", kind):
        return fault("typing_error.index_type", failure.line, type=kind)
    return _float_index(failure, kind)


def too_many_indices(failure: Failure) -> Finding | None:
    match = failure.search(r"cannot index (?:readonly )?array\(.+?, (\d+)d.*?\) with (\d+) indices")
    if match is None:
        return None
    return fault("typing_error.too_many_indices", failure.line, ndim=int(match[1]), given=int(match[2]))


def tuple_range(failure: Failure) -> Finding | None:
    """A tuple, `a.shape` for one, at a number that it does not reach."""
    if not failure.search("tuple index out of range"):
        return None
    read = [node for node in failure.subscripts() if isinstance(node.ctx, ast.Load)]
    read.sort(key=lambda node: not ast.unparse(node.value).endswith((".shape", ".strides")))
    return fault("typing_error.tuple_range", failure.line, what=ast.unparse(read[0]) if read else "this")


def subscript(failure: Failure) -> Finding | None:
    """Reads and writes with brackets that the rules above left."""
    if failure.name == "delitem":
        return fault("typing_error.construct", failure.line, what="del")
    if failure.name not in ("getitem", "setitem", "static_getitem", "static_setitem") or len(failure.types) < 2:
        return None
    base, value = failure.types[0], failure.types[-1]
    if "Cannot modify readonly" in failure.text:
        return fault("typing_error.readonly", failure.line)
    if failure.search(r">>> \w+\(type\(CUDADispatcher"):
        return fault("typing_error.launch_inside", failure.line, name=base)
    if base in ("list", "dict", "set"):
        return container(failure, base)
    if base.endswith("]"):
        return _stored(failure, base, value) if "setitem" in failure.name else None
    if base.startswith("("):
        key = "tuple_index" if failure.name.endswith("getitem") else "tuple_store"
        return fault(f"typing_error.{key}", failure.line, type=base)
    name = _subscripted(failure)
    if base in ("shared.array", "local.array") or "<function" in failure.text.partition("\n")[2].partition("\n")[0]:
        return fault("typing_error.call_brackets", failure.line, name=name)
    return fault("typing_error.not_subscriptable", failure.line, type=base, name=name)


def _float_index(failure: Failure, kind: str) -> Finding:
    indices = _floating(failure)
    for index in indices:
        if any(isinstance(node, ast.Div) for node in ast.walk(index)):
            return fault("typing_error.float_index_division", failure.line, index=ast.unparse(index))
    for index in indices:
        for name in sorted(names(index)):
            if made := _divided(failure, name):
                return fault("typing_error.float_index_from", failure.line, index=name, made=made)
    shown = ast.unparse(indices[0]) if len(indices) == 1 else ""
    if shown:
        return fault("typing_error.float_index", failure.line, index=shown, type=kind)
    return fault("typing_error.index_type", failure.line, type=kind)


def _floating(failure: Failure) -> list[ast.expr]:
    """The indices on the line that the compiler found to be floats; all of them where the types do not tell which."""
    kinds = split(failure.types[1].strip("()")) if len(failure.types) > 1 else []
    subscripts = [_parts(node.slice) for node in failure.subscripts()]
    likely = [parts for parts in subscripts if len(parts) == len(kinds)]
    if not likely:
        return [part for parts in subscripts for part in parts]
    return [part for parts in likely for part, kind in zip(parts, kinds, strict=True) if kind.startswith("float")]


def _parts(index: ast.expr) -> list[ast.expr]:
    return list(index.elts) if isinstance(index, ast.Tuple) else [index]


def _divided(failure: Failure, name: str) -> int | None:
    """The last line before the failing one that gives `name` the result of a `/`."""
    function = failure.source.around(failure.line)
    if function is None or failure.line is None:
        return None
    lines = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        and node.lineno <= failure.line
        and name in {n for target in _targets(node) for n in names(target)}
        and any(isinstance(part, ast.Div) for part in ast.walk(node))
    ]
    return max(lines, default=None)


def _targets(node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _stored(failure: Failure, base: str, value: str) -> Finding:
    element = base.partition("[")[0]
    if value == "Dim3":
        return fault("typing_error.dim3", failure.line)
    if value.endswith("]"):
        return fault("typing_error.array_into_element", failure.line, type=value)
    return fault("typing_error.element_type", failure.line, type=value, element=element)


def _subscripted(failure: Failure) -> str:
    use = ast.Load if failure.name.endswith("getitem") else ast.Store
    found = [ast.unparse(node.value) for node in failure.subscripts() if isinstance(node.ctx, use)]
    return found[0] if found else "this"
