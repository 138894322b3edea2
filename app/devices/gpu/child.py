"""The executor: a process with a context on one card, which runs one job after the other for its worker.

It holds no learner's Python, no expected output and no secret. It goes behind its wall before it has a context.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import NoReturn

from cuda.bindings import driver

from app.devices.cards import messages
from app.devices.cards.job import FATAL, Bounds
from app.devices.cards.wire import Wire
from app.devices.gpu.answer import value_of
from app.devices.gpu.arena import Arena
from app.devices.gpu.choosing import choose
from app.devices.gpu.context import Context, card
from app.devices.gpu.cuda_driving import CudaDriving
from app.devices.gpu.held import Inputs, Shared
from app.devices.gpu.peaks import measured
from app.devices.gpu.printed import Printed
from app.devices.gpu.running import Runner
from app.errors import FrameError
from app.protocol.frames import Frame
from app.sandbox import nvidia
from app.sandbox.confine import confine
from app.sandbox.layers import ALL_LAYERS, Layer

PACKAGES = ("app", "numpy", "cuda")
FAULT_EXIT = 3  # a kernel has taken the context with it
_MOST = 64 << 20  # bytes of one frame: a cubin and a job


def main(arguments: Sequence[str], layers: Iterable[Layer] = ALL_LAYERS) -> None:
    """Serve until the worker closes its end, or until a kernel takes the context with it.

    Raises LayerError where a layer of the wall cannot be put up; tests of what is within leave layers out.
    """
    descriptor, parent, index, bounds, visible = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the worker's to handle
    wire = Wire(socket.socket(fileno=int(descriptor)), _MOST, takes=True)
    printed = Printed()
    chosen = choose(int(index), visible)
    value_of(driver.cuDriverGetVersion())  # loads libcuda, whose folder the wall leaves open
    keep = [wire.fileno(), printed.fileno()]
    hardened = confine(nvidia.nodes(chosen), keep, PACKAGES, parent=int(parent), layers=layers)
    printed.start()
    context = Context(Bounds(**json.loads(bounds)))
    desk = Desk(context, Bounds(**json.loads(bounds)), printed, wire)
    wire.send(Frame("ready", {"card": asdict(card(context.device, int(index))), "wall": dict(hardened.plain())}))
    gc.freeze()
    while True:
        try:
            frame = wire.receive()
        except (EOFError, ConnectionError):
            os._exit(0)  # tidying up could wait for the card
        desk.serve(frame)


class Desk:
    """Answers the worker's frames. Whatever is raised here is ours, ends the process, and is told on stderr."""

    def __init__(self, context: Context, bounds: Bounds, printed: Printed, wire: Wire) -> None:
        self.context = context
        self.arena = Arena(context.stream, bounds.device_bytes, bounds.guard)
        self.wire = wire
        self._printed = printed
        self._runner = Runner(context, self.arena, printed)
        self._held: dict[str, Inputs] = {}

    def serve(self, frame: Frame) -> None:
        match frame.kind:
            case "run":
                self._run(frame)
            case "hold":
                self._hold(frame)
            case "drop":
                self._drop(str(frame.data["key"]))
                self.wire.send(Frame("dropped"))
            case "peaks":
                self.wire.send(Frame("peaks", dict(asdict(measured(self.context, frame)))))
            case "device":
                self._program(frame)
            case kind:
                raise FrameError(f"there is no answer to {kind!r}")

    def _hold(self, frame: Frame) -> None:
        key, (blocks, arrays) = str(frame.data["key"]), messages.layout(frame)
        self._drop(key)
        self._held[key] = Inputs(self.wire.descriptor(), blocks, arrays)
        self.wire.send(Frame("held"))

    def _drop(self, key: str) -> None:
        if key in self._held:
            self._held.pop(key).close()
            self._runner.drop()

    def _run(self, frame: Frame) -> None:
        job, seconds = messages.job_of(frame)
        inputs = self._held[job.key]
        if frame.data["new_outputs"] is True:
            inputs.outputs[job.outputs] = Shared(self.wire.descriptor(), inputs.room(job.outputs), writable=True)
        ran, differs = self._runner.run(job, inputs, inputs.outputs[job.outputs], seconds)
        self.wire.send(messages.answer(ran, differs=differs))
        if ran.status in FATAL:
            self._leave()

    def _program(self, job: Frame) -> None:
        """Be the device of a host program, whose frames may be as large as its memory."""
        from app.devices.gpu import programs  # noqa: PLC0415  # it brings the interpreter, and doubles a process's start

        self.wire.bound(_MOST + int(str(job.data["bytes"])))
        with closing(CudaDriving(self.context, self.arena, self._printed.taken)) as driver:
            if not programs.serve(job, self.wire.receive, self.wire.send, driver):
                self._leave()
        self.wire.bound(_MOST)

    def _leave(self) -> NoReturn:
        os._exit(FAULT_EXIT)
