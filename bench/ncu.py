"""The interpreter's counts beside an NVIDIA GPU's own counters. Needs an NVIDIA GPU and ncu (Nsight Compute).

    python -m bench.ncu --out DIR [--only NAME]

Compiles and launches every kernel of bench/patterns, and every right one of the course, under ncu, and interprets it.
Leaves DIR/ncu.json, the tables of docs/conformance.md: totals by kernel, and counts by line of its source. Ends 1 where
a count differs without a reason that the kernel's file names.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.course_kernels import CourseKernel, kernels
from tests.simt.case import Case, cases

Launched = Case | CourseKernel
PATTERNS = Path(__file__).resolve().parent / "patterns"
TOTALS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load_sectors",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store_sectors",
    "smsp__inst_executed_op_shared_ld.sum": "shared_load_requests",
    "smsp__inst_executed_op_shared_st.sum": "shared_store_requests",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared_load_wavefronts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared_store_wavefronts",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "bank_conflicts_load",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "bank_conflicts_store",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum": "red_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": "red_sectors",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum": "atom_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum": "atom_sectors",
    "smsp__inst_executed_op_global_red.sum": "global_red_instructions",
    "smsp__inst_executed_op_global_atom.sum": "global_atom_instructions",
    "smsp__inst_executed_op_shared_atom.sum": "shared_atom_instructions",
    "smsp__inst_executed_op_local_ld.sum": "local_load_requests",
    "smsp__inst_executed_op_local_st.sum": "local_store_requests",
    "smsp__sass_branch_targets.sum": "branch_targets",
    "smsp__sass_branch_targets_threads_uniform.sum": "branch_targets_uniform",
    "smsp__sass_branch_targets_threads_divergent.sum": "branch_targets_divergent",
    "smsp__inst_executed.sum": "instructions",
    "smsp__thread_inst_executed.sum": "thread_instructions",
    "sm__sass_inst_executed_op_shared.sum": "shared_instructions",
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="", help="patterns whose name holds this")
    parser.add_argument("--launch", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    everything = [*cases(PATTERNS), *kernels("solution.py", "approaches/*.py")]
    chosen = [one for one in everything if options.only in one.name]
    if options.launch:
        launch_all(chosen, options.out)
        return 0
    known = metrics(options.out)
    profiled(["--metrics", ",".join(known), "--csv", "--print-units", "base"], options, options.out / "totals.csv")
    launched = json.loads((options.out / "launched.json").read_text())
    patterns = {case.name: {"simt": counted(case)} for case in chosen}
    for name, counts in zip(launched, totals(options.out / "totals.csv"), strict=True):
        patterns[name]["hardware"] = counts
    write(options.out / "ncu.json", {"patterns": patterns})
    for name, counts in patterns.items():
        print(name, json.dumps(counts), flush=True)
    profiled(["--section", "SourceCounters", "-f", "-o", str(options.out / "ncu")], options, options.out / "source.log")
    write(
        options.out / "instructions.json", dict(zip(launched, instructions(options.out / "ncu.ncu-rep"), strict=True))
    )
    return 0


def launch_all(chosen: Sequence[Launched], out: Path) -> None:
    """Each kernel once, in order; the names of those that ran go to launched.json."""
    from app.devices import Argument, Launch  # noqa: PLC0415  # the process that calls ncu opens no GPU
    from app.devices.gpu import Gpu  # noqa: PLC0415  # as above
    from app.toolchain import compile_kernel  # noqa: PLC0415  # as above

    gpu, launched = Gpu(), []
    for case in chosen:
        arguments, about = case.arguments(), case.launch
        compiled = compile_kernel(case.source, case.kernel, arguments, arch=gpu.arch)
        given = [Argument(name, value, is_output=True) for name, value in arguments.items()]
        gpu.launch(compiled, Launch(about["grid"], about["block"], about.get("shared_bytes", 0)), given)
        launched.append(case.name)
    (out / "launched.json").write_text(json.dumps(launched))


def metrics(out: Path) -> list[str]:
    """Those that this ncu knows of the ones that are asked for."""
    listed = ""
    for collection in ("profiling", "source"):
        asked = ["ncu", "--query-metrics", "--query-metrics-collection", collection]
        listed += subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    (out / "metrics.txt").write_text(listed)
    names = {line.split()[0] for line in listed.splitlines() if line.strip()}
    found = [metric for metric in TOTALS if metric.removesuffix(".sum") in names]
    return found or list(TOTALS)[:4]


def profiled(asked: Sequence[str], options: argparse.Namespace, into: Path) -> None:
    command = ["ncu", "--clock-control", "none", *asked, sys.executable, "-m", "bench.ncu", "--launch"]
    command += ["--out", str(options.out), "--only", options.only]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    into.write_text(done.stdout)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def totals(path: Path) -> list[dict[str, int]]:
    """The counters of each launch, in order, from the table that ncu prints: one row a launch and counter."""
    counts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for row in csv.DictReader(line for line in path.read_text().splitlines() if line.startswith('"')):
        if row["Metric Name"] in TOTALS:
            counts[int(row["ID"])][TOTALS[row["Metric Name"]]] = round(float(row["Metric Value"].replace(",", "")))
    return [counts[launch] for launch in sorted(counts)]


def counted(case: Launched) -> dict[str, int]:
    """The interpreter's counts, summed over the lines."""
    totals: defaultdict[str, int] = defaultdict(int)
    for line in by_line(case).values():
        for name, count in line.items():
            totals[name] += count
    return dict(totals)


def by_line(case: Launched) -> dict[int, dict[str, int]]:
    from app.simt import Checks, launch  # noqa: PLC0415  # as above

    report = launch(case.source, case.kernel, args=list(case.arguments().values()), checks=Checks.all(), **case.launch)
    fields = {
        line: {name: getattr(profile, name) for name in profile.__slots__} for line, profile in report.lines.items()
    }
    return {line: {name: count for name, count in counts.items() if count} for line, counts in fields.items()}


def instructions(report: Path) -> Iterator[list[dict[str, Any]]]:
    """Of each launch: every instruction with its line and all that ncu counted of it."""
    homes = [Path(shutil.which("ncu") or "/").resolve().parent, Path("/opt/nvidia/nsight-compute"), Path("/usr/local")]
    sys.path += [str(found) for home in homes for found in home.glob("**/extras/python")]
    import ncu_report  # noqa: PLC0415  # it comes with ncu and lies beside it

    context = ncu_report.load_report(str(report))
    for part in range(context.num_ranges()):
        launches = context.range_by_idx(part)
        for at in range(launches.num_actions()):
            yield list(_instructions(launches.action_by_idx(at)))


def _instructions(action: Any) -> Iterator[dict[str, Any]]:
    counts: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for name in action.metric_names():
        metric = action.metric_by_name(name)
        if metric.has_correlation_ids():
            places = metric.correlation_ids()
            for at in range(metric.num_instances()):
                counts[places.as_uint64(at)][name] = metric.value(at)
    for address, values in sorted(counts.items()):
        line = action.source_info(address)
        yield {"line": line.line() if line else None, "sass": action.sass_by_pc(address), "counts": values}


def write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=1, default=str) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
