"""PTX to a cubin and its report. No learner Python has run where this runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from llvmlite import ir
from numba.cuda.descriptor import cuda_target

from app.protocol.signature import Parameter
from app.toolchain import elf, half, nvjitlink, ptx
from app.toolchain.fault import refuse
from app.toolchain.kernel import Ptx
from app.toolchain.source import Source
from app.toolchain.target import capability, numba_types

SHARED_LIMIT = 48 << 10  # static, a block
GLOBAL_LIMIT = 1 << 20  # variables of the module
LOCAL_LIMIT = 512 << 10  # a thread, on every GPU
PARAMETER_LIMIT = 4_096  # bytes of arguments
RESERVED = 1_024  # from Hopper on, the system's own part of a block's shared memory lies in the same section
REGISTERS = range(16, 256)

_TOO_MUCH = re.compile(r"too much (shared|global constant) data \(0x([0-9a-f]+) bytes, 0x([0-9a-f]+) max")
_UNDEFINED = re.compile(r"Undefined reference to '([^']+)'")
_LINES = re.compile(r"^\s*\.loc\s", re.MULTILINE)
_SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


@dataclass(frozen=True, slots=True)
class Linked:
    """What the linker says of the kernel. Bytes a thread, `shared_bytes` a block."""

    symbol: str
    cubin: bytes
    registers: int
    shared_bytes: int
    local_bytes: int
    spill_bytes: int
    grid_sync: bool


def link(code: Ptx, text: str, entry: str, parameters: Sequence[Parameter], *, arch: str) -> Linked:
    """Check the PTX and link it. `text` is the learner's source, parsed for lines alone. Raises CompileError."""
    source = Source(text)
    line = source.def_line(entry)
    widths = parameter_widths(parameters)
    if sum(widths) > PARAMETER_LIMIT * 8:
        raise refuse("compile_limit.parameters", line, got=sum(widths) // 8, limit=PARAMETER_LIMIT)
    shape = ptx.outline(code.text, widths, line)
    try:
        product = nvjitlink.build(_texts(code, shape, arch), _options(code, arch), _libraries(shape))
    except nvjitlink.LinkError as error:
        raise _refused(str(error), source, line) from error
    return _report(shape, product, arch, source, line)


def parameter_widths(parameters: Sequence[Parameter]) -> tuple[int, ...]:
    """Bits of each kernel parameter under numba's ABI: an array becomes five words, its shape and its strides."""
    packer = cuda_target.target_context.get_arg_packer(numba_types(parameters))
    return tuple(map(_bits, packer.argument_types))


def _bits(kind: ir.Type) -> int:
    if isinstance(kind, ir.IntType):
        return max(8, int(kind.width))
    return {ir.HalfType: 16, ir.FloatType: 32}.get(type(kind), 64)


def _options(code: Ptx, arch: str) -> list[str]:
    options = [f"-arch={arch}", "-verbose"]
    if code.max_registers in REGISTERS:
        options.append(f"-maxrregcount={code.max_registers}")
    if _LINES.search(code.text):
        options.append("-lineinfo")  # or the assembler forgets which instruction came of which line
    return options


def _texts(code: Ptx, shape: ptx.Outline, arch: str) -> list[str]:
    return [code.text, half.ptx(shape.halves, arch)] if shape.halves else [code.text]


def _libraries(shape: ptx.Outline) -> list[Path]:
    return [nvjitlink.library("libcudadevrt.a")] if shape.grid_sync else []


def _report(shape: ptx.Outline, product: nvjitlink.Product, arch: str, source: Source, line: int | None) -> Linked:
    made, symbol = elf.symbols(product.cubin), shape.symbol
    if not made.get(symbol):
        raise refuse("compile_limit.interface", line)  # the text only speaks of a kernel that is elsewhere
    ptx.check_symbols(made, shape, line)
    sizes = elf.sections(product.cubin)
    total = sum(size for name, size in sizes.items() if name.startswith((".nv.global", ".nv.constant3")))
    if total > GLOBAL_LIMIT:
        raise refuse("compile_limit.globals", line, got=total, limit=GLOBAL_LIMIT)
    shared = max(0, sizes.get(f".nv.shared.{symbol}", 0) - (RESERVED if capability(arch) >= (9, 0) else 0))
    if shared > SHARED_LIMIT:
        raise _shared(shared, source, line)
    used = re.search(
        rf"Function properties for '{re.escape(symbol)}':\s*info\s*: used (\d+) registers(.*)", product.log
    )
    if used is None:
        raise LookupError("the linker's log does not speak of the kernel")
    stack = re.search(r"(\d+) stack", used[2])
    local = int(stack[1]) if stack else 0
    if local > LOCAL_LIMIT:
        raise refuse("compile_limit.local", source.call_line("local.array") or line, got=local, limit=LOCAL_LIMIT)
    spills = sum(int(n) for pair in _SPILLS.findall(product.log) for n in pair)
    return Linked(symbol, product.cubin, int(used[1]), shared, local, spills, shape.grid_sync)


def _refused(log: str, source: Source, line: int | None) -> Exception:
    if match := _TOO_MUCH.search(log):
        got, limit = int(match[2], 16), int(match[3], 16)
        if match[1] == "shared":
            return _shared(got, source, line)
        return refuse("compile_limit.globals", line, got=got, limit=limit)
    if match := _UNDEFINED.search(log):
        return refuse("compile_limit.external", line, name=match[1])
    reason = next((text for text in log.splitlines() if text.strip()), "no reason given")
    return refuse("compile_limit.assembler", line, text=re.sub(r"^.*?(?:error|ERROR)\s*\d*\s*:\s*", "", reason))


def _shared(got: int, source: Source, line: int | None) -> Exception:
    place = source.call_line("shared.array")
    return refuse("compile_limit.shared", place or line, got=got, limit=SHARED_LIMIT)
