"""The interpreter's counts beside an NVIDIA GPU's own counters. Needs an NVIDIA GPU and ncu (Nsight Compute).

    python -m bench.ncu --out DIR [--only NAME] [--judge]

Compiles and launches every kernel of bench/patterns, and every right one of the course, under ncu, and interprets it.
Leaves DIR/hardware.json, what ncu counted, and DIR/ncu.json, the tables of docs/conformance.md: totals by kernel, and
counts by line where the kernel keeps its lines. With --judge nothing is launched, and DIR/hardware.json is compared
with the interpreter of the day. Ends 1 where a count differs for a reason that bench/differences.toml does not give.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.course_kernels import CourseKernel, kernels
from tests.simt.case import Case, cases

Launched = Case | CourseKernel
Counts = Mapping[str, int]
BENCH = Path(__file__).resolve().parent
PATTERNS = BENCH / "patterns"
DIFFERENCES = BENCH / "differences.toml"
TOTALS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load_sectors",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store_sectors",
    "smsp__inst_executed_op_shared_ld.sum": "shared_requests",
    "smsp__inst_executed_op_shared_st.sum": "shared_requests",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared_wavefronts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared_wavefronts",
    "smsp__sass_branch_targets_threads_divergent.sum": "divergent_branches",
}
OPCODES = {"LDG": "global_load", "STG": "global_store", "LDS": "shared", "STS": "shared"}
ATOMICS = ("ATOM", "ATOMG", "ATOMS", "RED", "REDG")
COUNTERS = tuple(dict.fromkeys([*TOTALS.values(), "atomics"]))
BY_LINE = tuple(name for name in COUNTERS if name != "divergent_branches")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="", help="kernels whose name holds this")
    parser.add_argument("--judge", action="store_true", help="launch nothing: compare with what lies in DIR already")
    parser.add_argument("--launch", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    chosen = [one for one in everything() if options.only in one.name]
    if options.launch:
        launch_all(chosen, options.out)
        return 0
    if not options.judge:
        profile(options)
    hardware = json.loads((options.out / "hardware.json").read_text())
    patterns = {one.name: judged(one, hardware[one.name]) for one in chosen if one.name in hardware}
    _write(options.out / "ncu.json", {"patterns": patterns})
    open_questions = [(name, counter) for name, row in patterns.items() for counter in unexplained(name, row)]
    print(f"{len(patterns)} kernels; counts that differ for no reason that is given: {open_questions}")
    return 1 if open_questions else 0


def everything() -> list[Launched]:
    return [*cases(PATTERNS), *kernels("solution.py", "approaches/*.py")]


def launch_all(chosen: Sequence[Launched], out: Path) -> None:
    """Each kernel once, in order; their names go to launched.json."""
    from app.devices import Argument, Launch  # noqa: PLC0415  # the process that calls ncu opens no GPU
    from app.devices.gpu.launching import Gpu  # noqa: PLC0415  # the process that calls ncu opens no GPU
    from app.toolchain import compile_kernel  # noqa: PLC0415  # the process that calls ncu opens no GPU

    gpu = Gpu()
    for one in chosen:
        arguments, about = one.arguments(), one.launch
        compiled = compile_kernel(one.source, one.kernel, arguments, arch=gpu.arch)
        given = [Argument(name, value, is_output=True) for name, value in arguments.items()]
        gpu.launch(compiled, Launch(about["grid"], about["block"], about.get("shared_bytes", 0)), given)
    _write(out / "launched.json", [one.name for one in chosen])


def profile(options: argparse.Namespace) -> None:
    """Launch everything under ncu and keep what it counted."""
    report = options.out / "ncu.ncu-rep"
    command = ["ncu", "--clock-control", "none", "--section", "SourceCounters", "--metrics", ",".join(TOTALS), "-f"]
    command += ["-o", str(report.with_suffix("")), sys.executable, "-m", "bench.ncu", "--launch"]
    subprocess.run([*command, "--out", str(options.out), "--only", options.only], check=True)
    launched = json.loads((options.out / "launched.json").read_text())
    _write(options.out / "hardware.json", dict(zip(launched, map(counted, _actions(report)), strict=True)))


def _actions(report: Path) -> Iterator[Any]:
    """The launches of a report, in order."""
    homes = [Path(shutil.which("ncu") or "/").resolve().parent, Path("/opt/nvidia/nsight-compute"), Path("/usr/local")]
    sys.path += [str(found) for home in homes for found in home.glob("**/extras/python")]
    import ncu_report  # noqa: PLC0415  # it comes with ncu and lies beside it

    context = ncu_report.load_report(str(report))
    for part in range(context.num_ranges()):
        launches = context.range_by_idx(part)
        yield from (launches.action_by_idx(at) for at in range(launches.num_actions()))


def counted(action: Any) -> dict[str, Any]:
    """Totals by the hardware's counters; by line, the counts of its instructions. Atomics are counted by lane."""
    total: Counter[str] = Counter()
    for metric, name in TOTALS.items():
        total[name] += round(action.metric_by_name(metric).value())
    lines: dict[int, Counter[str]] = {}
    for line, opcode, counts in _instructions(action):
        lines.setdefault(line, Counter()).update(by_opcode(opcode, counts))
    total["atomics"] = sum(line["atomics"] for line in lines.values())
    return {"totals": total, "lines": {line: counts for line, counts in sorted(lines.items()) if counts}}


def _instructions(action: Any) -> Iterator[tuple[int, str, dict[str, int]]]:
    """(line, opcode, counts) of every instruction."""
    counts: dict[int, dict[str, int]] = {}
    names = ("inst_executed", "thread_inst_executed_true", "memory_l2_theoretical_sectors_global")
    for name in (*names, "memory_l1_wavefronts_shared"):
        metric = action.metric_by_name(name)
        for at in range(metric.num_instances()):
            counts.setdefault(metric.correlation_ids().as_uint64(at), {})[name] = round(metric.value(at))
    for address, values in counts.items():
        place = action.source_info(address)
        yield place.line() if place else 0, opcode_of(action.sass_by_pc(address)), values


def opcode_of(sass: str) -> str:
    """LDG for `@!P0 LDG.E.64 R2, ...`."""
    words = [word for word in sass.split() if not word.startswith("@")]
    return words[0].partition(".")[0] if words else ""


def by_opcode(opcode: str, counts: Counts) -> Counter[str]:
    """What one instruction adds to its line."""
    if opcode in ATOMICS:
        return Counter({"atomics": counts.get("thread_inst_executed_true", 0)})
    if opcode not in OPCODES:
        return Counter()
    kind = OPCODES[opcode]
    moved = "memory_l1_wavefronts_shared" if kind == "shared" else "memory_l2_theoretical_sectors_global"
    unit = "wavefronts" if kind == "shared" else "sectors"
    return Counter({f"{kind}_requests": counts.get("inst_executed", 0), f"{kind}_{unit}": counts.get(moved, 0)})


def judged(one: Launched, hardware: Mapping[str, Any]) -> dict[str, Any]:
    """{counter: [ours, theirs]} in all and by line. Lines are the source's own: a kernel without them has line 0."""
    ours = by_line(one)
    total: Counter[str] = Counter()
    for counts in ours.values():
        total.update(counts)
    theirs = {int(line): counts for line, counts in hardware["lines"].items()}
    lines = {} if 0 in theirs else {line: pair(ours, theirs, line) for line in sorted({*ours, *theirs})}
    return {
        "about": (ast.get_docstring(ast.parse(one.source)) or "").split("\n")[0],
        "totals": {name: [total[name], hardware["totals"].get(name, 0)] for name in COUNTERS},
        "lines": {line: counts for line, counts in lines.items() if counts},
    }


def pair(ours: Mapping[int, Counts], theirs: Mapping[int, Counts], line: int) -> dict[str, list[int]]:
    both = {name: [table.get(line, {}).get(name, 0) for table in (ours, theirs)] for name in BY_LINE}
    return {name: counts for name, counts in both.items() if any(counts)}


def by_line(one: Launched) -> dict[int, dict[str, int]]:
    from app.simt import Checks, launch  # noqa: PLC0415  # the process that launches needs none

    report = launch(one.source, one.kernel, args=list(one.arguments().values()), checks=Checks.all(), **one.launch)
    return {line: {name: getattr(counts, name) or 0 for name in COUNTERS} for line, counts in report.lines.items()}


def reasons() -> dict[str, Any]:
    return tomllib.loads(DIFFERENCES.read_text())


def unexplained(name: str, row: Mapping[str, Any]) -> list[str]:
    given = reasons()["kernels"].get(name, {})
    return [counter for counter, (ours, theirs) in row["totals"].items() if ours != theirs and counter not in given]


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
