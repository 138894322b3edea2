"""Arrays as a whole: their shape, and what would need a new one."""

from __future__ import annotations

import ast
import math
import re

import numpy as np

from app.findings import Finding
from app.toolchain.explain.constructs import container, suspect
from app.toolchain.explain.failure import Failure
from app.toolchain.fault import fault
from app.toolchain.source import dotted, names

_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "and_": "&", "or_": "|", "xor": "^",
    "lshift": "<<", "rshift": ">>", "neg": "-", "invert": "~", "contains": "in",
}  # fmt: skip
_MAKERS = frozenset(
    {
        "zeros",
        "ones",
        "empty",
        "full",
        "arange",
        "linspace",
        "eye",
        "array",
        "copy",
        "stack",
        "append",
        "sort",
        "sorted",
    }
    | {"sorted", "zeros_like", "ones_like", "empty_like", "full_like", "concatenate"}
)


def array_shape(failure: Failure) -> Finding | None:
    match = re.search(r"<function (shared|local)\.array", failure.function)
    if match is None:
        return None
    kind, shape = match[1], failure.types[0] if failure.types else ""
    call = next(
        (n for n in failure.source.at(failure.line) if isinstance(n, ast.Call) and "array" in dotted(n.func)), None
    )
    where = _argument(call, "shape")
    if "missing a required argument: 'dtype'" in failure.text or ("list" not in shape and _dtype_is_wrong(failure)):
        return fault("typing_error.array_dtype", failure.line, kind=kind)
    if isinstance(where, ast.List):
        return fault("typing_error.shape_list", failure.line, kind=kind, shape=ast.unparse(where))
    text = ast.unparse(where) if where is not None else "the shape"
    constant = where is not None and names(where) <= _module_constants(failure)
    key = "shape_expression" if constant else "shape_not_constant"
    return fault(f"typing_error.{key}", failure.line, kind=kind, shape=text)


def array_truth(failure: Failure) -> Finding | None:
    if failure.name not in ("bool", "not_") or not failure.types or not failure.types[0].endswith("]"):
        return None
    return fault("typing_error.array_truth", failure.line, type=failure.types[0])


def operands(failure: Failure) -> Finding | None:
    symbol = _OPERATORS.get(failure.name) or _OPERATORS.get(failure.name.removeprefix("i"))
    if symbol is None or not failure.types:
        return None
    if "Dim3" in failure.types:
        return fault("typing_error.dim3", failure.line)
    if kind := next((k for k in failure.types if k in ("list", "dict", "set")), None):
        return container(failure, kind)
    if any(kind.endswith("]") for kind in failure.types):
        return fault("typing_error.whole_array", failure.line)
    left, right = failure.types[0], failure.types[-1]
    if symbol.rstrip("=") == "^" and any(kind.startswith("float") for kind in (left, right)):
        return fault("typing_error.caret", failure.line, left=left, right=right)
    return fault("typing_error.operands", failure.line, op=symbol, left=left, right=right)


def ufunc(failure: Failure) -> Finding | None:
    """numba-cuda knows how every ufunc is typed, but has device code for some of them alone."""
    match = failure.search(r"^'?<ufunc '(\w+)'>")
    if match is None:
        return None
    called = [dotted(node.func) for node in failure.source.at(failure.line) if isinstance(node, ast.Call)]
    name = next((name for name in called if _is_ufunc(name, match[1])), "")
    if not name:  # an operator between arrays
        return fault("typing_error.whole_array", failure.line)
    key = "numpy_math" if hasattr(math, match[1]) else "numpy_function"
    return fault(f"typing_error.{key}", failure.line, name=name, function=match[1])


def _is_ufunc(name: str, ufunc: str) -> bool:
    """`np.abs` is the ufunc `absolute`."""
    return getattr(getattr(np, name.rsplit(".", maxsplit=1)[-1], None), "__name__", "") == ufunc


def allocates(failure: Failure) -> Finding | None:
    """Lists, dictionaries and new arrays need a memory manager that kernels do not have."""
    if found := re.search(r"global\((\w+): \[", failure.everything()):
        return fault("typing_error.global_type", failure.line, name=found[1], type="list")
    if found := re.search(r"build_(list|set|map|dict)", failure.everything()):
        return container(failure, found[1].replace("map", "dict"))
    if not re.search(r"NRT|NumbaRuntimeError|_ol_array_allocate", failure.everything()) and failure.name not in _MAKERS:
        return None
    calls = [n for n in failure.source.at(failure.line) if isinstance(n, ast.Call)]
    made = next((dotted(n.func) for n in calls if dotted(n.func).split(".")[-1] in _MAKERS), "")
    if made:
        return fault("typing_error.allocates", failure.line, name=made)
    return suspect(failure) or fault("typing_error.whole_array", failure.line)


def not_on_device(failure: Failure) -> Finding | None:
    """NumPy's functions of whole arrays, of which a kernel knows the names but has no code for them."""
    called = failure.call()
    numpy = called.startswith(("np.", "numpy.")) and any(kind.endswith("]") for kind in failure.types)
    if not numpy and not failure.search(r"No definition for lowering|scipy|Typing and implementation arguments differ"):
        return None
    if not called:
        return fault("typing_error.whole_array", failure.line)
    return fault("typing_error.not_on_device", failure.line, name=called)


def _argument(call: ast.Call | None, name: str) -> ast.expr | None:
    """The first argument of a call, which may be given by name."""
    if call is None:
        return None
    return next((k.value for k in call.keywords if k.arg == name), call.args[0] if call.args else None)


def _dtype_is_wrong(failure: Failure) -> bool:
    """Whether the shape is fine, a constant, and the fault is in the second argument."""
    if "Invalid NumPy dtype" in failure.text:
        return True
    kind = failure.types[1] if len(failure.types) > 1 else ""
    return kind in ("float", "int", "bool", "str") and bool(failure.search(r">>> \w+\((Uni)?(Tuple\()?Literal"))


def _module_constants(failure: Failure) -> set[str]:
    return {
        name
        for node in failure.source.tree.body
        if isinstance(node, ast.Assign)
        for t in node.targets
        for name in names(t)
    }
