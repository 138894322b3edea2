"""What a GPU says of the course's kernels, beside what Gridstride says. Needs an NVIDIA GPU with numba-cuda.

    python -m bench.gpu_outputs            # each kernel on each case: are the outputs right?

Each kernel runs in a process of its own, since an illegal address ends a CUDA context. Results: docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.course_kernels import CourseKernel, kernels


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.one:
        print(json.dumps(on_gpu(CourseKernel(options.one))))
        return 0
    for kernel in kernels("solution.py", "approaches/*.py", "starter.py", "wrong/*.py"):
        command = [sys.executable, "-m", "bench.gpu_outputs", "--one", str(kernel.path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        right = json.loads(done.stdout) if done.returncode == 0 else {"": False}
        print(f"{kernel.name}: {sum(right.values())} of {len(right)} cases right")
    return 0


def on_gpu(kernel: CourseKernel) -> dict[str, bool]:
    """Whether each case's outputs equal the reference, as closely as the exercise asks."""
    from numba import cuda  # noqa: PLC0415  # the process that starts the others needs none

    compiled = runpy.run_path(str(kernel.path))[kernel.kernel]
    parameters = kernel.manifest["parameters"]
    written = [p["name"] for p in parameters if p["direction"] != "in"]
    tolerance = {"rtol": 0.0, "atol": 0.0} | kernel.manifest.get("tolerance", {})
    right = {}
    for case in kernel.cases():
        ordered = {p["name"]: case.args[p["name"]] for p in parameters}
        device = {name: cuda.to_device(value) if np.ndim(value) else value for name, value in ordered.items()}
        compiled[case.grid, case.block](*device.values())
        cuda.synchronize()
        given = {p["name"]: case.args[p["name"]] for p in parameters if p["direction"] != "out"}
        wanted = kernel.exercise["reference"](**given)
        right[case.name] = all(np.allclose(device[n].copy_to_host(), wanted[n], **tolerance) for n in written)
    return right


if __name__ == "__main__":
    raise SystemExit(main())
