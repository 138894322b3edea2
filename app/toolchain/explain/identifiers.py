"""Names that are unknown, unset, misspelt, or known to Python alone."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterable

from app.findings import Finding
from app.toolchain.explain.constructs import container
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.types import spelled
from app.toolchain.fault import fault
from app.toolchain.source import dotted, names

_PUBLIC = {
    "cuda": (
        "threadIdx", "blockIdx", "blockDim", "gridDim", "grid", "gridsize", "syncthreads", "shared", "local", "const",
        "atomic", "laneid", "warpsize", "syncwarp", "threadfence", "shfl_sync", "popc", "fma", "jit",
    ),
    "cuda.atomic": (
        "add", "sub", "max", "min", "nanmax", "nanmin", "and_", "or_", "xor", "inc", "dec", "exch", "cas",
        "compare_and_swap",
    ),
    "cuda.shared": ("array",), "cuda.local": ("array",), "cuda.const": ("array_like",),
    "math": ("sqrt", "sin", "cos", "tan", "exp", "log", "floor", "ceil", "pow", "fabs", "hypot", "atan2", "pi"),
    "numpy": ("float32", "float64", "int32", "int64", "uint8", "sqrt", "exp", "float16", "int8", "int16", "uint32"),
}  # fmt: skip


def undefined(failure: Failure) -> Finding | None:
    match = failure.search(r"name '(\w+)' is not defined")
    if match is None:
        return None
    if home := next((module for module in ("cuda", "math", "numpy") if match[1] in _PUBLIC[module]), None):
        return fault("typing_error.undefined_near", failure.line, name=match[1], near=f"{home}.{match[1]}")
    known = {node.id for node in ast.walk(failure.source.tree) if isinstance(node, ast.Name)}
    known |= {arg.arg for node in failure.source.functions for arg in node.args.args}
    return _near("typing_error.undefined", failure, match[1], known - {match[1]})


def unset(failure: Failure) -> Finding | None:
    match = failure.search(r"[Vv]ariable '(\w+)' is not defined")
    return fault("typing_error.unset", failure.line, name=match[1]) if match else None


def untyped_global(failure: Failure) -> Finding | None:
    match = failure.search(
        r"Untyped (?:global|closure|freevar)\w* (?:name|variable)? ?'(\w+)'.*?type of <class '([\w.]+)'"
    )
    if match is None:
        return None
    name, kind = match[1], match[2].split(".")[-1]
    if name not in names(failure.source.tree):  # numba's own code stumbled over it
        return None
    if kind == "function":
        return fault("typing_error.plain_helper", failure.line, name=name, def_line=failure.source.def_line(name) or 0)
    if kind in ("builtin_function_or_method", "type"):
        return fault("typing_error.builtin", failure.line, name=name)
    return fault("typing_error.global_type", failure.line, name=name, type=kind)


def host_random(failure: Failure) -> Finding | None:
    """Told from the source: what numba says of it depends on how much of its CPU side is loaded."""
    called = [dotted(node.func) for node in failure.source.at(failure.line) if isinstance(node, ast.Call)]
    for module, _, name in (each.rpartition(".") for each in called):
        if module in ("random", "np.random", "numpy.random"):
            return fault("typing_error.random", failure.line, module=module.replace("np.", "numpy."), name=name)
    return None


def attribute(failure: Failure) -> Finding | None:
    match = failure.search(r"Unknown attribute '(\w+)' of type (.+)")
    if match is None:
        return None
    name, owner = match[1], match[2]
    if module := re.match(r"Module\(<module '([\w.]+)'", owner):
        return fault("typing_error.module_attribute", failure.line, module=module[1], name=name)
    if owner.startswith("Dim3"):
        return fault("typing_error.dim3_attribute", failure.line, name=name)
    if re.match(r"(reflected )?(list|set|dict|DictType|ListType)", owner):
        return container(failure, re.sub(r"^reflected |[(\[].*$|Type", "", owner).lower())
    key = "array_attribute" if "array(" in owner else "attribute"
    return fault(f"typing_error.{key}", failure.line, name=name, type=spelled(owner))


def set_attribute(failure: Failure) -> Finding | None:
    match = failure.search(r"Cannot resolve setattr: \((.+)\)\.(\w+) =")
    if match is None:
        return None
    return fault("typing_error.set_attribute", failure.line, type=spelled(match[1]), name=match[2])


def module_name(failure: Failure) -> Finding | None:
    match = failure.search(r"(?:module|type object) '([\w.]+)' has no attribute '(\w+)'")
    if match is None or match[1].startswith("numba.cuda.core"):  # numba's own slip
        return None
    inner = f"cuda.{match[1]}" if match[1] in ("shared", "local", "const", "atomic") else match[1]
    module = inner.removeprefix("numba.")
    return _near("typing_error.no_such_name", failure, match[2], _PUBLIC.get(module, ()), module=module)


def _near(key: str, failure: Failure, name: str, known: Iterable[str], **args: str) -> Finding:
    near = difflib.get_close_matches(name, list(known), n=1)
    if near:
        return fault(f"{key}_near", failure.line, name=name, near=near[0], **args)
    return fault(key, failure.line, name=name, **args)
