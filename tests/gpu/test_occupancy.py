"""Our occupancy against what the driver calculates for the same kernels on the same card."""

from __future__ import annotations

import os
from itertools import product

import numpy as np
import pytest

from app.devices.occupancy import residency
from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel

WANTED = os.environ.get("GRIDSTRIDE_TEST_GPU", "auto")
driver = pytest.importorskip("cuda.bindings.driver") if WANTED != "none" else pytest.skip(allow_module_level=True)
BLOCKS = range(32, 1025, 32)
DYNAMIC = (0, 1, 1_024, 4_096, 9_000, 16_384, 32_768)
# A sum of so many products that are all alive at once takes about as many registers; the limit cuts them down.
KERNEL = """from numba import cuda, float32
@cuda.jit(max_registers={most})
def k(a, out):
    tile = cuda.shared.array({slots}, float32)
    i = cuda.grid(1)
    tile[cuda.threadIdx.x % {slots}] = a[i]
    cuda.syncthreads()
    {loads}
    for _ in range(out.size):
        {turns}
    out[i] = {sum}
"""
CASES = [(most, slots) for most, slots in product((16, 24, 32, 40, 48, 64, 72, 96, 128, 168, 255), (1, 4_096))]


def kernel(most: int, slots: int, alive: int) -> str:
    names = [f"v{k}" for k in range(alive)]
    loads = "\n    ".join(f"{name} = a[i + {k}]" for k, name in enumerate(names))
    turns = "\n        ".join(
        f"{one} = {one} * {other} + tile[0]" for one, other in zip(names, names[1:] + names[:1], strict=True)
    )
    return KERNEL.format(most=most, slots=slots, loads=loads, turns=turns, sum=" + ".join(names))


def checked(answer: tuple[object, ...]) -> object:
    error, *values = answer
    assert int(error) == 0, error  # type: ignore[call-overload]  # an enumeration of the driver's
    return values[0] if values else None


@pytest.fixture(scope="module")
def arch() -> str:
    """Of the first card, with a context on it."""
    try:
        checked(driver.cuInit(0))
        device = checked(driver.cuDeviceGet(0))
    except (AssertionError, RuntimeError):
        if WANTED == "require":
            raise
        pytest.skip("there is no GPU")
    context = checked(driver.cuDevicePrimaryCtxRetain(device))
    checked(driver.cuCtxSetCurrent(context))
    attributes = driver.CUdevice_attribute
    major = checked(driver.cuDeviceGetAttribute(attributes.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device))
    minor = checked(driver.cuDeviceGetAttribute(attributes.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device))
    return f"sm_{major}{minor}"


@pytest.mark.parametrize(("most", "slots"), CASES)
def test_the_driver_calculates_the_same(arch: str, most: int, slots: int) -> None:
    arrays = {"a": np.zeros(9, np.float32), "out": np.zeros(9, np.float32)}
    compiled = compile_kernel(kernel(most, slots, min(most, 128)), "k", arrays, arch=arch)
    function = loaded(compiled)
    wrong = []
    for block, dynamic in product(BLOCKS, DYNAMIC):
        if compiled.shared_bytes + dynamic > 48 << 10:
            continue  # numba never asks for more
        theirs = checked(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, block, dynamic))
        ours = residency(arch, block, compiled.registers, compiled.shared_bytes + dynamic).blocks
        if ours != theirs:
            wrong.append((block, dynamic, ours, theirs))
    print(f"{compiled.registers} registers, {compiled.shared_bytes} bytes")
    assert wrong == [], (compiled.registers, compiled.shared_bytes)


def loaded(compiled: Compiled) -> object:
    module = checked(driver.cuModuleLoadData(compiled.cubin))
    function = checked(driver.cuModuleGetFunction(module, compiled.symbol.encode()))
    registers = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS
    assert checked(driver.cuFuncGetAttribute(registers, function)) == compiled.registers
    return function
