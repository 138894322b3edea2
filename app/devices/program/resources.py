"""What a kernel needs of a multiprocessor, and what a launch asks for: known once the kernel is compiled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app import devices
from app.devices import registers
from app.devices.occupancy import best_block
from app.errors import InfrastructureError
from app.findings import Plain
from app.program.refusals import refused_launch, too_much_shared
from app.program.requests import Launch
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame
from app.simt.limits import SHARED_BYTES


def fitted(request: Launch, frame: Frame, compiled: Compiled) -> tuple[Launch, Frame]:
    """The launch with a block of its own choice, and the frame that asks for it, where it leaves the block open."""
    if not request.tasks:
        return request, frame
    block = best_block(compiled.arch, compiled.registers, compiled.shared_bytes + request.shared)
    blocks = -(-request.tasks // block)
    sizes: dict[str, Plain] = {"grid": [blocks], "block": [block]}
    return replace(request, grid=(blocks,), block=(block,)), Frame(frame.kind, {**frame.data, **sizes}, frame.arrays)


def machine_code(frame: Frame, compiled: Compiled | None) -> Frame:
    """The frame that asks a GPU for the launch. Nothing in it that a GPU would load is the program's own word."""
    if compiled is None:
        raise InfrastructureError("a GPU runs what was compiled, and there is no compiler")
    data: dict[str, Plain] = {**frame.data, "source": "", "symbol": compiled.symbol, "together": compiled.grid_sync}
    arrays = {name: array for name, array in frame.arrays.items() if name.startswith("argument")}
    return Frame(frame.kind, data, {**arrays, "cubin": np.frombuffer(compiled.cubin, np.uint8)})


def refused(request: Launch, compiled: Compiled) -> Frame | None:
    """The refusal of a launch whose block does not fit on a multiprocessor; None where it does."""
    shared = compiled.shared_bytes + request.shared
    if shared > SHARED_BYTES and request.shared > 0:
        return too_much_shared(shared).frame()
    sizes = (*request.grid, *request.block)
    if min(sizes) < 1 or max(request.block) > 1024:
        return None  # the device has a clearer word for it
    finding = registers.refused(compiled, devices.Launch(request.grid, request.block))
    return None if finding is None else refused_launch(finding).frame()
