"""Run the learner's source as a module, and find the kernel in it."""

from __future__ import annotations

import difflib
import linecache
import sys
from types import CodeType, FunctionType, ModuleType

from numba.core.dispatcher import Dispatcher
from numba.cuda.dispatcher import CUDADispatcher

from app.protocol.compiled import CompileError
from app.toolchain.explain.reading import explain_reading
from app.toolchain.fault import refuse
from app.toolchain.source import FILENAME, Source

NAME = "submission"


def read(source: Source) -> ModuleType:
    """Execute the module. It is in `sys.modules` under its own name, where numba looks for globals.

    Raises CompileError for whatever it raises, SystemExit and KeyboardInterrupt among them.
    """
    code = source.code()
    module = ModuleType(NAME)
    module.__file__ = FILENAME
    sys.modules[NAME] = module
    linecache.cache[FILENAME] = (len(source.text), None, source.text.splitlines(keepends=True), FILENAME)
    try:
        _execute(code, module)
    except BaseException as error:  # no exception of the learner's is ours
        raise CompileError([explain_reading(error, source)]) from error
    return module


def _execute(code: CodeType, module: ModuleType) -> None:
    depth = sys.getrecursionlimit()
    try:
        exec(code, module.__dict__)  # noqa: S102  # the sandbox is there for this line
    finally:
        sys.setrecursionlimit(depth)  # whoever explains what happened needs the usual depth


def find_kernel(module: ModuleType, entry: str, source: Source) -> CUDADispatcher:
    """The kernel that the exercise asks for. Raises CompileError that says what is there instead."""
    value = module.__dict__.get(entry)
    line = source.def_line(entry) or source.assigned_line(entry)
    if isinstance(value, CUDADispatcher):
        if value.targetoptions.get("device"):
            raise refuse("missing_entry.device", source.decorator_line(entry), name=entry)
        return value
    if isinstance(value, FunctionType):
        raise refuse("missing_entry.undecorated", line, name=entry)
    if isinstance(value, Dispatcher):
        raise refuse("missing_entry.cpu", source.decorator_line(entry), name=entry)
    if entry in module.__dict__:
        raise refuse("missing_entry.other", line, name=entry, type=type(value).__name__)
    raise _missing(module, entry, source)


def _missing(module: ModuleType, entry: str, source: Source) -> CompileError:
    kernels = [name for name, value in module.__dict__.items() if isinstance(value, CUDADispatcher)]
    near = difflib.get_close_matches(entry, [node.name for node in source.functions], n=1)
    if not near and len(kernels) == 1:
        near = kernels
    if near:
        return refuse("missing_entry.near", source.def_line(near[0]), name=entry, near=near[0])
    return refuse("missing_entry", None, name=entry)
