"""An executor without a card: it speaks the wire, and NumPy or mischief stands in place of kernels.

What runs is named by the job's symbol. Arrays of four bytes an item are float32 here, of eight float64, others bytes.
"""

import os
import signal
import socket
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

from app.devices.cards import messages
from app.devices.cards.area import placed
from app.devices.cards.job import FATAL, STATUSES, Guard, Held, Ran
from app.devices.cards.wire import Wire
from app.devices.gpu.mapped import Mapped
from app.devices.records import Card, Peaks, Times
from app.protocol.frames import Frame, encode
from app.sandbox.confine import Hardened, Standing
from app.sandbox.layers import Layer

DTYPES = {4: np.float32, 8: np.float64}
NAME = "a stand-in, no card"
TIMES = Times(10.0, 9.0, 11.0, 5, 0.005)


def main(arguments):
    descriptor, _, index, *_ = arguments
    standin = Standin(Wire(socket.socket(fileno=int(descriptor)), 64 << 20, takes=True))
    card = Card(int(index), f"GPU-standin-{index}", NAME, "sm_90", 1 << 30, 4, "0", "13.0", reads_host=False)
    wall = Hardened({layer.value: Standing(whole=False, detail="a stand-in") for layer in Layer})
    standin.wire.send(Frame("ready", {"card": asdict(card), "wall": wall.plain()}))
    while True:
        try:
            standin.serve(standin.wire.receive())
        except (EOFError, ConnectionError):
            return


class Standin:
    def __init__(self, wire):
        self.wire = wire
        self.held = {}

    def serve(self, frame):
        getattr(self, f"on_{frame.kind}")(frame)

    def on_hold(self, frame):
        blocks, arrays = messages.layout(frame)
        size = placed([block.size for block in blocks])[1]
        memory = Mapped(self.wire.descriptor(), size, writable=False)
        self.held[frame.data["key"]] = blocks, arrays, memory, {}
        self.wire.send(Frame("held"))

    def on_drop(self, frame):
        del self.held[frame.data["key"]]
        self.wire.send(Frame("dropped"))

    def on_peaks(self, frame):
        self.wire.send(Frame("peaks", asdict(Peaks(1000.0, 2000.0, 500.0))))

    def on_run(self, frame):
        job, _ = messages.job_of(frame)
        blocks, arrays, memory, outputs = self.held[job.key]
        numbers = sorted({arrays[name].block for name in job.outputs})
        places, half = placed([blocks[number].size for number in numbers])
        if frame.data["new_outputs"]:
            outputs[job.outputs] = Mapped(self.wire.descriptor(), 2 * half, writable=True)
        device = memory.memory.copy()
        given = [_view(argument, device, blocks, arrays) for argument in job.arguments]
        ran, differs = KERNELS.get(job.symbol, known)(self.wire, job, *given)
        target = outputs[job.outputs].memory
        for copy in range(1 + differs):
            for number, place in zip(numbers, places, strict=True):
                start = copy * half + place.offset
                source = blocks[number].offset
                target[start : start + place.size] = device[source : source + place.size]
                if copy:
                    target[start : start + place.size] = 0
        self.wire.send(messages.answer(ran, differs=differs))
        if ran.status in FATAL:
            os._exit(3)


def _view(argument, device, blocks, arrays):
    """A held array as it lies in the copy that stands for the device's memory."""
    if isinstance(argument, tuple):
        return tuple(_view(item, device, blocks, arrays) for item in argument)
    if not isinstance(argument, Held):
        return argument
    item = arrays[argument.name]
    dtype = DTYPES.get(item.itemsize, np.dtype(f"V{item.itemsize}"))
    return np.ndarray(item.shape, dtype, device.data, blocks[item.block].offset + item.first, item.strides)


def ran(job, **more):
    return Ran("ok", times=TIMES if job.measured else None, **more)


def known(wire, job, *given):
    """A symbol that is a status is answered with it."""
    status = job.symbol if job.symbol in STATUSES else "ok"
    return Ran(status, "CUDA_ERROR_STAND_IN"), False


def double(wire, job, given, out, *rest):
    out[...] = 2 * given
    return ran(job), False


def values(wire, job, out, *rest):
    """What came by value, as text."""
    return ran(job, stdout=repr(rest)), False


def strides(wire, job, *given):
    return ran(job, stdout=" ".join(str(array.strides) for array in given)), False


def once(wire, job, given, out, *rest):
    out[...] = 2 * given
    return ran(job), True


def beside(wire, job, given, out, *rest):
    return ran(job, guards=(Guard(job.arguments[1].name, "after", 4, 0),)), False


def hang(wire, job, *given):
    time.sleep(60)


def die(wire, job, *given):
    sys.stderr.write("x" * 200_000 if job.symbol == "flood" else "RuntimeError: it broke\n")
    os._exit(7)


def crash(wire, job, *given):
    os.kill(os.getpid(), signal.SIGSEGV)


def garbage(wire, job, *given):
    wire._end.sendall(b"garbage, and no frame at all")
    time.sleep(60)


def long(wire, job, *given):
    wire._end.sendall((1 << 31).to_bytes(4, "little"))
    time.sleep(60)


def twice(wire, job, *given):
    wire._end.sendall(2 * encode(messages.answer(ran(job))))
    time.sleep(60)


def lie(change):
    def kernel(wire, job, *given):
        answer = messages.answer(ran(job))
        wire.send(Frame(answer.kind, {**answer.data, **change}))
        time.sleep(60)

    return kernel


def descriptors(wire, job, *given):
    """More descriptors than anybody asked for."""
    with Path("/dev/null").open() as file:
        for _ in range(20):
            socket.send_fds(wire._end, [b"\0"], [file.fileno()] * 8)
    time.sleep(60)


LIES = {
    "status": {"status": "excellent"},
    "word": {"word": "w" * 10_000},
    "guards": {"guards": [{"argument": "password", "side": "after", "bytes": 1, "first": 0}]},
    "side": {"guards": [{"argument": "a", "side": "below", "bytes": 1, "first": 0}]},
    "many": {"guards": [{"argument": "a", "side": "after", "bytes": 1, "first": 0}] * 100},
    "times": {"times": {"median_us": "fast"}},
    "negative": {"times": {**asdict(TIMES), "median_us": -5.0}},
    "stdout": {"stdout": "x" * 100_000},
    "more": {"more": 1},
}
KERNELS = {
    "double": double, "values": values, "strides": strides, "once": once, "beside": beside, "hang": hang,
    "die": die, "flood": die, "crash": crash, "garbage": garbage, "long": long, "twice": twice,
    "descriptors": descriptors,
    **{f"lie_{name}": lie(change) for name, change in LIES.items()},
}  # fmt: skip
