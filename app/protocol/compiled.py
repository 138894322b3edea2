"""What the toolchain makes of a learner's source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.errors import GridstrideError
from app.findings import Finding

PTX = "the ptx"  # an array of a job to link; no parameter's name has a space
MOST_TYPES = 400  # of one kernel
LONGEST_TYPE = 80  # characters of a name or a type


@dataclass(frozen=True, slots=True, order=True)
class Inferred:
    """What the learner's process says numba found: a stranger's word, good to be shown and for nothing else."""

    line: int
    name: str  # of a variable, or `out[…]` for a store
    type: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel, compiled and linked. `source` rides along because the interpreter runs that."""

    source: str
    entry: str
    symbol: str  # the mangled name in the cubin
    arch: str
    ptx: str
    cubin: bytes
    registers: int  # a thread
    shared_bytes: int  # static, a block
    local_bytes: int  # a thread
    spill_bytes: int  # a thread, stores and loads together
    grid_sync: bool = False  # waits for the whole grid, so all blocks must run at once
    types: tuple[Inferred, ...] = ()


class CompileError(GridstrideError):
    """The learner's source does not compile. `findings` says why, each with a line."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(f"line {f.line}: {f.message_key}" for f in findings))
        self.findings = tuple(findings)
