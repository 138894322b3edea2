"""An executor without a card that is the device of host programs: CUDA is `StandIn`, kernels are NumPy's."""

from __future__ import annotations

import os
import time

import numpy as np

from app.devices.gpu import programs
from app.devices.gpu.answer import GpuError
from tests.devices.cards import standin
from tests.devices.standing_driver import GUARD, StandIn


def main(arguments):
    standin.Standin = Standin
    standin.main(arguments)


class Standin(standin.Standin):
    def on_device(self, frame):
        self.wire.bound(512 << 20)
        if not programs.serve(frame, self.wire.receive, self.wire.send, StandIn(KERNELS)):
            raise EOFError


def array(driver, words, at=0, axes=1):
    """The array of float64 that is the argument at this word."""
    size, address = int(words[at + 2]), int(words[at + 4])
    stride = int(words[at + 5 + axes]) // 8
    return driver.at(address, 8 * (size - 1) * stride + 8).view(np.float64)[::stride]


def double(driver, words):
    array(driver, words, 7)[...] = 2 * array(driver, words)


def add_one(driver, words):
    array(driver, words)[...] += 1


def past(driver, words):
    """Writes behind its array, into the band there, as no NumPy would."""
    address = int(words[4]) + 8 * int(words[2])
    base = next(base for base in driver._memory if base <= address <= base + driver._memory[base].size)
    driver._memory[base][address - base : address - base + 8] = 1


def illegal(driver, words):
    raise GpuError("CUDA_ERROR_ILLEGAL_ADDRESS")


def too_many(driver, words):
    raise AssertionError("no driver begins it")


def hang(driver, words):
    time.sleep(60)


def draws(driver, words):
    """Another answer each time."""
    array(driver, words)[...] = driver.now


def says(driver, words):
    driver.text += "hello\n"


def die(driver, words):
    os._exit(9)


KERNELS = {
    "double": double, "add_one": add_one, "past": past, "illegal": illegal, "too_many": too_many, "hang": hang,
    "draws": draws, "says": says, "die": die,
}  # fmt: skip
assert GUARD >= 8
