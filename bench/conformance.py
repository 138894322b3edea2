"""Every kernel of the corpora on the interpreter and on a GPU. Needs an NVIDIA GPU.

    python -m bench.conformance --out DIR [--shared ../shared/cases]

A correct kernel is launched once, a wrong one twenty times in a process of its own. Both are compiled without fusing.
Leaves DIR/conformance.json, the tables of docs/conformance.md, and all that the GPU printed: correct.npz, wrong.npz and
made.npz, of the kernels that tests/devices/generated.py makes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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


class Run:
    """What came of all kernels. Each thread has a process of its own for the GPU."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self.outputs: dict[str, np.ndarray] = {}
        self._own = threading.local()
        self._begun = time.monotonic()

    def correct(self, kernel: Kernel) -> None:
        row, printed = self._both(kernel, 1)
        if printed:
            row["ulps"] = conformance.apart(row.pop("arrays"), printed[0])
        self._note(kernel, row, printed)

    def wrong(self, kernel: Kernel) -> None:
        self._apart().close()
        row, printed = self._both(kernel, TIMES)
        row["launches"] = len(printed)
        self._apart().close()
        self._note(kernel, row, printed)

    def _both(self, kernel: Kernel, times: int) -> tuple[dict[str, Any], list[Arrays]]:
        wants = bool(conformance.wants(kernel.case) or "property" in kernel.case.expected)
        row: dict[str, Any] = {"key": kernel.key, "wants": wants, "simt": None, "gpu": None, "findings": []}
        printed: list[Arrays] = []
        try:
            row["arrays"], row["simt"], row["findings"] = self._apart()(simt, kernel.case, seconds=120)
        except ApartError as error:
            row["simt"] = str(error)
        try:
            printed, row["gpu"] = self._apart()(gpu, kernel.case, times, seconds=60 if times == 1 else 20)
        except ApartError as error:
            row["gpu"] = str(error)
        return row, printed

    def _apart(self) -> Apart:
        if not hasattr(self._own, "apart"):
            self._own.apart = Apart()
        return self._own.apart

    def _note(self, kernel: Kernel, row: dict[str, Any], printed: list[Arrays]) -> None:
        row.pop("arrays", None)
        self.rows[kernel.name] = row
        for at, arrays in enumerate(printed):
            self.outputs |= {f"{kernel.name}|{at}|{name}": array for name, array in arrays.items()}
        print(f"{time.monotonic() - self._begun:6.1f} s {kernel.name}: {json.dumps(row)[:300]}", flush=True)


def simt(case: Any) -> tuple[Arrays, bool, list[list[Any]]]:
    """(arrays, whether they are the answer, findings as [key, line, severity])."""
    given, report = conformance.on_simt(case)
    found = [[f.message_key, f.line, f.severity.value] for f in report.findings]
    return given, conformance.answers(case, given), found


def gpu(case: Any, times: int) -> tuple[list[Arrays], int]:
    """(arrays of each launch, how many of them are the answer)."""
    printed = conformance.on_gpu(case, times)
    return printed, sum(conformance.answers(case, arrays) for arrays in printed)


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


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=conformance.SHARED)
    parser.add_argument("--only", default="", help="kernels whose name holds this")
    options = parser.parse_args(argv)
    every = {
        "correct": conformance.right(options.shared),
        "wrong": conformance.wrong(options.shared),
        "made": conformance.made(),
    }
    groups = {name: [one for one in kernels if options.only in one.name] for name, kernels in every.items()}
    first = Apart()
    result: dict[str, Any] = {"gpu": first(conformance.gpu_name, seconds=120), "versions": versions()}
    first.close()
    print(result, flush=True)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, kernels in groups.items():
        run = Run()
        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(run.wrong if name == "wrong" else run.correct, kernels))
        result[name] = dict(sorted(run.rows.items()))
        (options.out / "conformance.json").write_text(json.dumps(result, indent=1) + "\n")
        np.savez_compressed(options.out / f"{name}.npz", **run.outputs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
