"""Learner source in, PTX and a linked kernel out. Runs inside the wall; the only importer of numba.

`to_ptx` executes the learner's module, so nothing that happens in its process afterwards can be
trusted. `link` runs where no learner Python has run, reads the PTX alone, and makes the report.
"""

from __future__ import annotations

from app.protocol.compiled import Compiled
from app.protocol.signature import Parameter
from app.toolchain.kernel import Ptx, to_ptx
from app.toolchain.link import Linked, link

__all__ = ["Compiled", "Linked", "Parameter", "Ptx", "compile_kernel", "link", "to_ptx"]


def compile_kernel(
    source: str, entry: str, arguments: dict[str, object], *, arch: str = "sm_90", fuse: bool = True
) -> Compiled:
    """Both stages in this process: for trusted sources and tests. Raises CompileError.

    `arguments` are values by name, in the order of the kernel's parameters; only their types matter. Without `fuse`,
    a product and a sum are rounded one after the other, as the interpreter does.
    """
    parameters = tuple(Parameter.as_it_lies(name, value) for name, value in arguments.items())
    ptx = to_ptx(source, entry, parameters, arch=arch, fuse=fuse)
    linked = link(ptx, source, entry, parameters, arch=arch)
    return Compiled(
        source=source,
        entry=entry,
        symbol=linked.symbol,
        arch=arch,
        ptx=ptx.text,
        cubin=linked.cubin,
        registers=linked.registers,
        shared_bytes=linked.shared_bytes,
        local_bytes=linked.local_bytes,
        spill_bytes=linked.spill_bytes,
        grid_sync=linked.grid_sync,
        types=ptx.types,
    )
