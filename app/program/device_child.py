"""The device of a host program behind the wall: it has memory, interprets kernels, executes no learner Python."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.findings import Plain
from app.program.interpreting import Interpreted
from app.protocol.frames import Frame
from app.simt import Limits
from app.simt.warming import KERNEL

PACKAGES = ("numpy",)


def warm() -> None:
    """Interpret a kernel with every check, so that a fork finds in memory what is imported late."""
    device = Interpreted()
    handle = device.answer(Frame("alloc", {"bytes": 768})).data["handle"]
    regions: list[object] = [{"handle": handle, "offset": 256 * at, "shape": [64], "strides": [4]} for at in range(3)]
    arrays = {f"argument{at}": np.empty(0, np.float32) for at in range(3)} | {"argument3": np.asarray(64)}
    data: dict[str, Plain] = {"source": KERNEL, "entry": "k", "grid": [2], "block": [32], "shared": 0, "stream": 0}
    device.answer(Frame("launch", {**data, "arguments": [*regions, "scalar"]}, arrays))


def talk(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """Answer requests until nobody asks any more."""
    data = job.data
    limits = Limits(steps=int(str(data["steps"])), seconds=float(str(data["seconds"])))
    device = Interpreted(str(data["arch"]), limits, int(str(data["bytes"])))
    while True:
        try:
            request = receive()
        except EOFError:
            return
        send(device.answer(request))
