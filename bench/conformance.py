"""Every kernel of the corpora on the interpreter and on a GPU. Needs an NVIDIA GPU.

    python -m bench.conformance --out DIR [--shared ../shared/cases] [--judge]

A correct kernel is launched once, a wrong one twenty times in a process of its own. Both are compiled without fusing.
What the GPU printed is kept, so that --judge compares it with the interpreter of another day without a GPU.
Leaves DIR/conformance.json, the tables of docs/conformance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from tests.devices import conformance
from tests.devices.apart import Apart, ApartError
from tests.devices.conformance import Arrays, Kernel

WORKERS = min(14, os.cpu_count() or 2)
TIMES = 20
PACKAGES = ("numba", "numba-cuda", "numpy", "cuda-core", "cuda-bindings", "nvidia-nvjitlink", "nvidia-nvvm")


@dataclass
class Printed:
    """What a GPU made of one kernel: the arrays after each launch, or how it ended."""

    launches: list[Arrays] = field(default_factory=list)
    fault: str | None = None


class Pool:
    """Works on kernels in several processes, each of which is replaced when a kernel ends it."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._begun = time.monotonic()

    def each(self, work: Callable[[Apart, Kernel], Any], kernels: Sequence[Kernel]) -> dict[str, Any]:
        """What the work gives for every kernel, by name."""
        with ThreadPoolExecutor(WORKERS) as threads:
            return dict(zip((k.name for k in kernels), threads.map(lambda k: self._one(work, k), kernels), strict=True))

    def _one(self, work: Callable[[Apart, Kernel], Any], kernel: Kernel) -> Any:
        if not hasattr(self._own, "apart"):
            self._own.apart = Apart()
        done = work(self._own.apart, kernel)
        said = done.fault or "printed" if isinstance(done, Printed) else {**done, "findings": len(done["findings"])}
        print(f"{time.monotonic() - self._begun:6.1f} s {kernel.name}: {said}", flush=True)
        return done


def printed(apart: Apart, kernel: Kernel) -> Printed:
    try:
        return Printed(apart(conformance.on_gpu, kernel.case, seconds=60))
    except ApartError as error:
        return Printed(fault=str(error))


def printed_often(apart: Apart, kernel: Kernel) -> Printed:
    """Several launches in a process of the kernel's own, whose memory is as the driver hands it out."""
    apart.close()
    try:
        return Printed(apart(conformance.on_gpu, kernel.case, TIMES, seconds=20))
    except ApartError as error:
        return Printed(fault=str(error))
    finally:
        apart.close()


def judged(kernel: Kernel, given: Printed) -> dict[str, Any]:
    """A row of the tables: what the interpreter finds, and how what a GPU printed compares."""
    case = kernel.case
    ours, report = conformance.on_simt(case)
    row: dict[str, Any] = {
        "key": kernel.key,
        "wants": bool(conformance.wanted(case) or "property" in case.expected),
        "simt": conformance.answers(case, ours),
        "findings": [[found.message_key, found.line, found.severity.value] for found in report.findings],
        "launches": len(given.launches),
        "gpu": given.fault or sum(conformance.answers(case, arrays) for arrays in given.launches),
    }
    if given.launches:
        first = given.launches[0]
        row |= {"ulps": conformance.apart(ours, first), "printed": conformance.digests(first)}
    return row


def kept(out: Path, group: str, kernels: Sequence[Kernel], found: dict[str, Printed]) -> None:
    """Lay what a GPU printed into DIR, with the key of each kernel."""
    arrays = {
        f"{kernel.key} {at} {name}": array
        for kernel in kernels
        for at, launch in enumerate(found[kernel.name].launches)
        for name, array in launch.items()
    }
    np.savez_compressed(out / f"{group}.npz", **arrays)
    faults = {kernel.key: found[kernel.name].fault for kernel in kernels}
    (out / f"{group}.json").write_text(json.dumps(faults) + "\n")


def recalled(out: Path, group: str, kernels: Sequence[Kernel]) -> dict[str, Printed]:
    """What `kept` laid there, of the kernels that are still the same."""
    faults = json.loads((out / f"{group}.json").read_text())
    found = {kernel.key: Printed([], faults[kernel.key]) for kernel in kernels if kernel.key in faults}
    with np.load(out / f"{group}.npz") as arrays:
        for place in arrays.files:
            key, at, name = place.split(" ", 2)
            if key in found:
                found[key].launches += [{} for _ in range(int(at) + 1 - len(found[key].launches))]
                found[key].launches[int(at)][name] = arrays[place]
    return {kernel.name: found[kernel.key] for kernel in kernels if kernel.key in found}


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not a package here"
    with suppress(OSError):
        asked = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
        found["driver"] = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return found


def rows(kernels: Sequence[Kernel], found: dict[str, Printed]) -> dict[str, Any]:
    def row(apart: Apart, kernel: Kernel) -> Any:
        try:
            return apart(judged, kernel, found[kernel.name], seconds=120)
        except ApartError as error:
            return {"error": str(error), "findings": []}

    return Pool().each(row, sorted((k for k in kernels if k.name in found), key=lambda kernel: kernel.name))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=conformance.SHARED)
    parser.add_argument("--judge", action="store_true", help="launch nothing: compare with what lies in DIR already")
    parser.add_argument("--only", default="", help="kernels whose name holds this")
    options = parser.parse_args(argv)
    every = {
        "correct": conformance.right(options.shared),
        "wrong": conformance.wrong(options.shared),
        "made": conformance.made(),
    }
    groups = {name: [one for one in kernels if options.only in one.name] for name, kernels in every.items()}
    options.out.mkdir(parents=True, exist_ok=True)
    about = options.out / "about.json"
    if not options.judge:
        about.write_text(json.dumps({"gpu": Apart()(conformance.gpu_name, seconds=120), "versions": versions()}) + "\n")
    result: dict[str, Any] = json.loads(about.read_text())
    for name, kernels in groups.items():
        if not options.judge:
            found = Pool().each(printed_often if name == "wrong" else printed, kernels)
            kept(options.out, name, kernels, found)
    for name, kernels in groups.items():
        result[name] = rows(kernels, recalled(options.out, name, kernels))
        (options.out / "conformance.json").write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
