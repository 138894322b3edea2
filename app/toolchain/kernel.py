"""The learner's source and the arguments' types to PTX, by numba."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numba.core.typeconv import Conversion
from numba.cuda.compiler import compile_cuda, kernel_fixup
from numba.cuda.cudadrv import nvvm
from numba.cuda.descriptor import cuda_target
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.types import void

from app.protocol.compiled import CompileError, Inferred
from app.protocol.signature import Parameter
from app.toolchain import shortcuts
from app.toolchain.explain import explain, written
from app.toolchain.fault import refuse
from app.toolchain.inferred import inferred
from app.toolchain.module import find_kernel, read
from app.toolchain.ptx import check_size
from app.toolchain.source import Source
from app.toolchain.target import capability, compiling_for, declared, numba_types


@dataclass(frozen=True, slots=True)
class Ptx:
    text: str
    max_registers: int | None = None  # what the decorator asks of the linker
    types: tuple[Inferred, ...] = ()


def to_ptx(text: str, entry: str, parameters: Sequence[Parameter], *, arch: str, fuse: bool = True) -> Ptx:
    """Execute the module, find the kernel, compile it for these argument types. Raises CompileError.

    Without `fuse`, no product and sum become one instruction that rounds once.
    """
    source = Source(text)
    with compiling_for(arch), shortcuts.taken(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dispatcher = find_kernel(read(source), entry, source)
        types = numba_types(parameters)
        _check_parameters(dispatcher, entry, parameters, source)
        _check_declared(dispatcher, types, entry, source)
        try:
            made = _compile(dispatcher, types, capability(arch), source.def_line(entry), fuse=fuse)
        except BaseException as error:  # numba raises what it likes, and all of it is about this source
            raise CompileError([explain(error, source, entry)]) from error
    check_size(made.text, source.def_line(entry))
    return made


def _check_parameters(dispatcher: CUDADispatcher, entry: str, parameters: Sequence[Parameter], source: Source) -> None:
    taken = inspect.signature(dispatcher.py_func).parameters.values()
    line = source.def_line(entry)
    if inspect.iscoroutinefunction(dispatcher.py_func):
        raise refuse("typing_error.construct", line, what="async")
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.KEYWORD_ONLY) for p in taken):
        raise refuse("typing_error.variadic", line, name=entry)
    if len(taken) != len(parameters):
        names = ", ".join(parameter.name for parameter in parameters)
        raise refuse("typing_error.parameters", line, name=entry, taken=len(taken), given=len(parameters), names=names)


def _check_declared(dispatcher: CUDADispatcher, types: Sequence[Any], entry: str, source: Source) -> None:
    """A signature in the decorator must fit the arguments: numba would reinterpret their bytes in silence."""
    line = source.decorator_line(entry)
    if dispatcher.targetoptions.get("link"):
        raise refuse("compile_limit.link", line, name=entry)
    signatures = declared(dispatcher)
    if signatures and not any(_fits(types, signature) for signature in signatures):
        raise refuse("typing_error.signature", line, name=entry, declared=written(signatures[0]), given=written(types))


def _fits(types: Sequence[Any], declared: Sequence[Any]) -> bool:
    context = cuda_target.typing_context
    if len(types) != len(declared):
        return False
    conversions = [context.can_convert(given, wanted) for given, wanted in zip(types, declared, strict=True)]
    return all(conversion is not None and conversion <= Conversion.unsafe for conversion in conversions)


def _compile(
    dispatcher: CUDADispatcher, types: tuple[Any, ...], target: tuple[int, int], def_line: int | None, *, fuse: bool
) -> Ptx:
    """As numba's own `_Kernel` does, up to the PTX; `debug` is left out, for it changes the kernel's interface."""
    options = dispatcher.targetoptions
    fusing: dict[str, bool] = {} if fuse else {"fma": False}
    compiled = compile_cuda(
        dispatcher.py_func,
        void,
        types,
        lineinfo=True,
        fastmath=bool(options.get("fastmath")),
        nvvm_options={"fastmath": bool(options.get("fastmath")), "opt": 3 if options.get("opt") else 0} | fusing,
        cc=target,
    )
    library = compiled.library
    kernel = library.get_function(compiled.fndesc.llvm_func_name)
    kernel_fixup(kernel, False)
    nvvm.set_launch_bounds(kernel, options.get("launch_bounds"))
    found = inferred(compiled.type_annotation, def_line)
    return Ptx(library.get_asm_str(cc=target), options.get("max_registers"), found)
