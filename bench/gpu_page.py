"""The section of docs/benchmarks.md on GPUs, out of what bench/gpu.py and scripts/gpu-test left.

    python -m bench.gpu_page [--tests SUMMARY.json]

Everything between the heading "## Grading on a GPU" and the next one is written anew. Without --tests, what the tests
found is left out.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from bench.served import ROOT

PAGE = ROOT / "docs/benchmarks.md"
RESULT = ROOT / "bench/results/gpu.json"
HEADING = "## Grading on a GPU"
SECTION = re.compile(rf"^{HEADING}\n.*?(?=^## )", re.DOTALL | re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=Path, help="summary.json of scripts/gpu-test")
    options = parser.parse_args()
    tests = json.loads(options.tests.read_text()) if options.tests else {}
    PAGE.write_text(placed(PAGE.read_text(), section(json.loads(RESULT.read_text()), tests)))
    return 0


def placed(page: str, text: str) -> str:
    """The page with this section: in the place of the old one, or before the second heading."""
    if SECTION.search(page):
        return SECTION.sub(lambda _: f"{text}\n", page)
    first, second = [match.start() for match in re.finditer(r"^## ", page, re.MULTILINE)][:2]
    assert first < second
    return f"{page[:second]}{text}\n{page[second:]}"


def section(result: dict[str, Any], tests: dict[str, Any]) -> str:
    parts = [HEADING, _about(result["about"])]
    for name, write in (("latency", _latency), ("stages", _stages), ("throughput", _throughput), ("figures", _figures)):
        if name in result:
            parts.append(write(result[name]))
    if tests:
        parts.append(_tests(tests))
    return "\n\n".join(parts) + "\n"


def _about(about: dict[str, Any]) -> str:
    card, versions = about["cards"][0], about["versions"]
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    machine = f"driver {card['driver']}, {about['cores']} cores, Python {about['python']}, {named}"
    return f"`python -m bench.gpu` on {len(about['cards'])} {card['name']} ({machine}); raw: `bench/results/gpu.json`."


_BOTH = """\
Vector add, five cases of 1,048,576 elements. Ours goes all the way: HTTP, store, queue, compiler and linker
in their sandboxes, the interpreter on one case with every check, all five on the GPU, the time of the last one
measured, and the verdict by server-sent events, on a server where nobody else waits. The other side is one cold
`python` a submission that imports numba, makes a context, compiles and runs; inputs and right outputs lie ready
for it. Each submission has a source of its own, and both sides take turns."""


def _latency(made: dict[str, Any]) -> str:
    ours, worker, cold, stages = (made[name] for name in ("ours_ms", "in_the_worker_ms", "cold_ms", "cold_stages_ms"))
    rows = [
        "| | median | 95 % | runs |",
        "| --- | --- | --- | --- |",
        f"| submit → verdict | **{ours['median']} ms** | {ours['p95']} ms | {ours['runs']} |",
        f"| of it in the worker | {worker['median']} ms | {worker['p95']} ms | {worker['runs']} |",
        f"| cold process | {cold['median']} ms | {cold['p95']} ms | {cold['runs']} |",
        f"| **ratio** | **{made['ratio']}** | | |",
    ]
    told = (
        f"The cold process has imported after {stages['imported']:.0f} ms, has its context after "
        f"{stages['context']:.0f}, the first case after {stages['first_case']:.0f} and all five after "
        f"{stages['done']:.0f}; the rest is Python's own start and end."
    )
    return "\n\n".join([_BOTH, "\n".join(rows), told])


def _stages(made: dict[str, Any]) -> str:
    steps = ", ".join(f"{name} {ms}" for name, ms in made["steps_ms"].items())
    return (
        f"In the worker, median milliseconds of {made['worker_ms']['median']}: {steps}.\n"
        "An answer is waited for three times: the compiler's, the interpreter's, which runs beside both, and the\n"
        "linker's; their processes end beside what follows. A verdict does not wait for its machine code."
    )


def _throughput(made: dict[str, Any]) -> str:
    told = "Vector add with four small cases, every second submission faulty, all graders on the same card:"
    rows = ["| processes that grade | submissions a second |", "| --- | --- |"]
    rows += [f"| {size} | {one['per_second']} |" for size, one in made.items()]
    return "\n\n".join([told, "\n".join(rows)])


def _figures(made: dict[str, Any]) -> str:
    large = made["large_add_us"]
    told = [
        f"One executor: cards ready {made['fleet_ready_s']} s after the start;",
        f"a launch of 256 threads and its outputs back in {made['small_launch_ms']} ms;",
        f"an illegal address answered in {made['fault_ms']} ms,",
        f"and the next launch on the spare in {made['next_launch_after_a_fault_ms']} ms at most.",
        f"An addition of 2²⁶ floats takes {large['median']} µs;",
        f"the medians of {len(large['all'])} measurements lie within {100 * made['spread_of_medians']:.1f} %.",
    ]
    for peaks in (one for one in made["peaks"] if one):
        told.append(f"Peaks that the card was measured to reach: {peaks['copy_gbps']:,.0f} GB/s copied,")
        told.append(f"{peaks['float32_gflops']:,.0f} GFLOP/s in float32, {peaks['float64_gflops']:,.0f} in float64.")
    return "\n".join(told)


def _tests(summary: dict[str, Any]) -> str:
    rows = ["| stage | tests | time |", "| --- | --- | --- |"]
    for name, stage in summary.items():
        counts = ", ".join(f"{count} {outcome}" for outcome, count in stage["outcomes"].items())
        rows.append(f"| {name} | {counts} | {stage['seconds']:.0f} s |")
    return "\n\n".join(["`scripts/gpu-test` on the same machine:", "\n".join(rows)])


if __name__ == "__main__":
    raise SystemExit(main())
