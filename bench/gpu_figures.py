"""What one executor does: its start, the way to a launch and back, the spare after a fault, how far times differ."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from app.cli.walled import opened_fleet
from app.config import Settings
from app.devices import Argument, Compiles, Launch, RunLimits
from app.devices.cards.device import GpuDevice
from app.devices.cards.fleet import Fleet
from app.devices.cards.trials import OurTrials
from app.devices.compiler import Compiler

SOURCE = """
from numba import cuda

@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]

@cuda.jit
def far(a, b, out):
    out[cuda.grid(1) + (1 << 40)] = a[0]
"""
LARGE = 1 << 26  # far more than any cache holds
TIMES = 15


def figures(gpus: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), gpus=gpus)
        began = time.perf_counter()
        with opened_fleet(settings) as fleet:
            if fleet is None:
                raise SystemExit("there is no GPU")
            ready = time.perf_counter() - began
            with Compiler.start(fleet.arch) as compiler, GpuDevice(fleet) as device:
                fleet.equip(OurTrials.compiled(compiler))
                return {"fleet_ready_s": round(ready, 2), **_of(fleet, compiler, device)}


def _of(fleet: Fleet, compiler: Compiles, device: GpuDevice) -> dict[str, Any]:
    small = _run(compiler, device, "add", 256)
    large = _run(compiler, device, "add", LARGE, measured=True)
    far = _run(compiler, device, "far", 256)
    small(), large()
    launch = statistics.median(_seconds(small) for _ in range(200))
    times = [large().times for _ in range(TIMES)]
    medians = [one.median_us for one in times if one is not None]
    takeover = []
    for _ in range(TIMES):
        fault = _seconds(far)
        takeover.append((fault, _seconds(small)))
        time.sleep(2.0)  # in which the next spare comes up
    return {
        "small_launch_ms": round(1000 * launch, 2),
        "fault_ms": round(1000 * statistics.median(fault for fault, _ in takeover), 1),
        "next_launch_after_a_fault_ms": round(1000 * max(after for _, after in takeover), 1),
        "large_add_us": {"median": round(statistics.median(medians), 1), "all": [round(one, 1) for one in medians]},
        "spread_of_medians": round((max(medians) - min(medians)) / statistics.median(medians), 4),
        "repeats": [one.repeats for one in times if one is not None],
        "peaks": [one.peaks and asdict(one.peaks) for one in fleet.standings()],
    }


def _run(
    compiler: Compiles, device: GpuDevice, entry: str, length: int, *, measured: bool = False
) -> Callable[[], Any]:
    a = np.arange(length, dtype=np.float32)
    out = np.zeros_like(a)
    arguments = [Argument("a", a), Argument("b", a), Argument("out", out, is_output=True, holds_input=False)]
    compiled = compiler.compile(SOURCE, entry, arguments)
    launch = Launch((-(-length // 256),), (256,), measured=measured, given=f"{entry} {length}")
    return lambda: device.run(compiled, launch, arguments, RunLimits())


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
