"""What a PTX text asks for, read without believing it: one kernel, its parameters, no stranger's code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.toolchain import half
from app.toolchain.fault import refuse

MOST_BYTES = 2 << 20
GRID_SYNC = frozenset({"cudaCGGetIntrinsicHandle", "cudaCGSynchronize", "cudaCGSynchronizeGrid"})
ALLOWED = GRID_SYNC | {"vprintf"}
_OF_GRID_SYNC = "__cuda_syscall_CGS_"  # how the names of the driver's own functions begin that the runtime calls for it

_QUIET = re.compile(r'"[^"\\\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)  # what an assembler takes for no code
# The assembler knows no escapes, and its quotations go on over ends of lines. A reader that differs from it there, or
# in where a comment ends, sees other code. What can be read in two ways is in no text of numba's, and is refused.
_OPEN = re.compile(r'"|/\*|\*/')  # in what is left without them
_DOUBTFUL = re.compile(r"[^\n\t -\[\]-~]")  # a backslash, and what is not printed
_ENTRY = re.compile(r"\.entry\s+([A-Za-z_$%][\w$]*)\s*\(([^()]*)\)")
_WIDTH = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.[a-z]+(\d{1,3})\s+(?:\.ptr[^,]*?\s)?[\w$]+(\[\d+\])?\s*$")
_EXTERN_FUNC = re.compile(r"\.extern\s*\.func\s*(?:\([^()]*\)\s*)?([\w$%]+)")
_EXTERN_DATA = re.compile(r"\.extern\s*\.(?!func\b|shared\b)[^;]*?([\w$%]+)\s*(?:\[\w*\]\s*)*;")
_RUNTIME = re.compile(
    r"(?<![\w$])(?:cuda|cnp)[A-Z]\w*?(?=_param_|\b)"
)  # device runtime: launches, streams, parameter buffers


@dataclass(frozen=True, slots=True)
class Outline:
    symbol: str
    grid_sync: bool  # needs the device runtime linked in
    halves: frozenset[str] = frozenset()  # numba's bindings of float16 that it calls


def outline(text: str, widths: tuple[int, ...], line: int | None) -> Outline:
    """Check the text against what the arguments demand. `widths` are the kernel's parameters in bits.

    Raises CompileError with what is too much; `line` is where the kernel is defined.
    """
    check_size(text, line)
    bare = _QUIET.sub(" ", text)
    if _DOUBTFUL.search(text) or _OPEN.search(bare):
        raise refuse("compile_limit.interface", line)
    strangers = {*_externs(bare), *_RUNTIME.findall(bare)}
    halves = strangers & half.bindings().keys()
    for name in sorted(strangers - ALLOWED - halves):
        raise refuse(_stranger(name), line, name=name)
    entries = _ENTRY.findall(bare)
    if len(entries) != 1 or bare.count(".entry") != 1 or _widths(entries[0][1]) != widths:
        raise refuse("compile_limit.interface", line)
    return Outline(entries[0][0], bool(strangers & GRID_SYNC), frozenset(halves))


def check_size(text: str, line: int | None) -> None:
    """Raises CompileError where the text is longer than one frame can surely carry, whatever it is made of."""
    if len(text) > MOST_BYTES:
        raise refuse("compile_limit.code", line, got=len(text), limit=MOST_BYTES)


def check_symbols(made: Mapping[str, bool], shape: Outline, line: int | None) -> None:
    """What the linked code calls, by its own symbols: a text may be read in a way that nobody thought of.

    Raises CompileError where it is more than `shape` says.
    """
    missing = {name for name, defined in made.items() if name and not defined and not name.startswith(".nv.")}
    runtime = {name for name, defined in made.items() if defined and _RUNTIME.fullmatch(name)}
    for name in sorted((missing | runtime) - ALLOWED):
        if not (shape.grid_sync and name.startswith(_OF_GRID_SYNC)):
            raise refuse(_stranger(name), line, name=name)


def _stranger(name: str) -> str:
    """The sentence for code that is not in the kernel. Numba itself leaves some to sources that it would link."""
    if "Launch" in name:
        return "compile_limit.launch"
    if name.endswith("_nbst"):  # its bindings of bfloat16 and 8-bit floats
        return "compile_limit.half"
    return "compile_limit.reshape" if "reshape" in name else "compile_limit.external"


def _externs(bare: str) -> list[str]:
    return [*_EXTERN_FUNC.findall(bare), *_EXTERN_DATA.findall(bare)]


def _widths(parameters: str) -> tuple[int, ...] | None:
    """Bits of each parameter; None where one is not a plain scalar."""
    found = [_WIDTH.search(part) for part in parameters.split(",") if part.strip()]
    if not all(match is not None and match[2] is None for match in found):
        return None
    return tuple(int(match[1]) for match in found if match is not None)
