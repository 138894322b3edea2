"""What a GPU says of the course's kernels, beside what Gridstride says. Needs an NVIDIA GPU with numba-cuda.

    python bench/gpu_outputs.py            # each kernel on each case: are the outputs right?
    python bench/gpu_outputs.py --counts   # the largest case under ncu, beside the interpreter's counts

Each kernel runs in a process of its own, since an illegal address ends a CUDA context. Results: docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import csv
import json
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

METRICS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load_sectors",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store_sectors",
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--largest", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.one:
        print(json.dumps(on_gpu(options.one, largest=options.largest)))
        return 0
    return counts() if options.counts else outputs()


def outputs() -> int:
    for path in _kernels("solution.py", "approaches/*.py", "starter.py", "wrong/*.py"):
        command = [sys.executable, __file__, "--one", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        right = json.loads(done.stdout) if done.returncode == 0 else {"": False}
        print(f"{path.relative_to(ROOT)}: {sum(right.values())} of {len(right)} cases right")
    return 0


def counts() -> int:
    differ = 0
    for path in _kernels("solution.py", "approaches/*.py"):
        hardware, counted = _ncu(path), _simt(path)
        for name, value in hardware.items():
            differ += value != counted[name]
            print(f"{path.relative_to(ROOT)} {name}: H/W {value:,}, interpreter {counted[name]:,}")
    return 1 if differ else 0


def on_gpu(path: Path, *, largest: bool) -> dict[str, bool]:
    """Whether each case's outputs equal the reference, as closely as the exercise asks."""
    from numba import cuda  # noqa: PLC0415  # the process that calls ncu needs none

    exercise, manifest, kernel = _load(path)
    parameters = manifest["parameters"]
    written = [p["name"] for p in parameters if p["direction"] != "in"]
    tolerance = {"rtol": 0.0, "atol": 0.0} | manifest.get("tolerance", {})
    right = {}
    for case in _cases(exercise, largest):
        ordered = {p["name"]: case.args[p["name"]] for p in parameters}
        device = {name: cuda.to_device(value) if np.ndim(value) else value for name, value in ordered.items()}
        kernel[case.grid, case.block](*device.values())
        cuda.synchronize()
        given = {p["name"]: case.args[p["name"]] for p in parameters if p["direction"] != "out"}
        wanted = exercise["reference"](**given)
        right[case.name] = all(np.allclose(device[n].copy_to_host(), wanted[n], **tolerance) for n in written)
    return right


def _ncu(path: Path) -> dict[str, int]:
    command = ["ncu", "--clock-control", "none", "--metrics", ",".join(METRICS), "--csv", sys.executable, __file__]
    done = subprocess.run([*command, "--one", str(path), "--largest"], capture_output=True, text=True, check=True)
    rows = csv.DictReader(line for line in done.stdout.splitlines() if line.startswith('"'))
    return {METRICS[row["Metric Name"]]: int(row["Metric Value"].replace(",", "")) for row in rows}


def _simt(path: Path) -> dict[str, int]:
    from app.simt import launch  # noqa: PLC0415  # reached by the path set above

    exercise, manifest, _ = _load(path, compile_it=False)
    (case,) = _cases(exercise, largest=True)
    arguments = [value.copy() for value in case.args.values()]
    report = launch(path.read_text(), manifest["entry"], grid=case.grid, block=case.block, args=arguments)
    return {n: sum(getattr(line, n) or 0 for line in report.lines.values()) for n in METRICS.values()}


def _kernels(*patterns: str) -> list[Path]:
    folders = [toml.parent for toml in sorted((ROOT / "kernels").glob("*/exercise.toml")) if _is_kernel(toml)]
    return [path for pattern in patterns for folder in folders for path in sorted(folder.glob(pattern))]


def _is_kernel(toml: Path) -> bool:
    """Not of kind `launch`, whose files hold a grid and a block."""
    return tomllib.loads(toml.read_text())["kind"] == "kernel"


def _load(path: Path, *, compile_it: bool = True):
    folder = ROOT / "kernels" / path.relative_to(ROOT / "kernels").parts[0]
    manifest = tomllib.loads((folder / "exercise.toml").read_text())
    exercise = runpy.run_path(str(folder / "exercise.py"))
    return exercise, manifest, runpy.run_path(str(path))[manifest["entry"]] if compile_it else None


def _cases(exercise, largest: bool):
    cases = exercise["cases"](np.random.default_rng(7))
    return [max(cases, key=lambda case: max(np.size(v) for v in case.args.values()))] if largest else cases


if __name__ == "__main__":
    raise SystemExit(main())
