"""Our count of shared-memory wavefronts and global sectors beside the hardware's, for accesses of every width.

    python bench/shared_counts.py          # needs an NVIDIA GPU, nvcc and ncu

Each pattern is one load and one store by one warp. Prints the patterns that differ and ends 1 if there are any.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

METRICS = {
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared_load",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared_store",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store",
}
TYPES = {1: ("u8", "r"), 2: ("u16", "h"), 4: ("u32", "r"), 8: ("u64", "l"), 16: ("v2.u64", "")}
IDLE = -1

KERNEL = """
__global__ void k{size}(const __grid_constant__ Where w, char* data) {{
    extern __shared__ char tile[];
    int at = w.at[threadIdx.x];
    if (at < 0) return;
    unsigned shared = (unsigned)__cvta_generic_to_shared(tile) + at * {size};
    char* global_ = data + (long)at * {size};
    {body}
}}
"""
ONE = """{c} a, b;
    asm volatile("ld.shared.{t} %0, [%1];" : "={r}"(a) : "r"(shared));
    asm volatile("st.shared.{t} [%0], %1;" :: "r"(shared), "{r}"(a));
    asm volatile("ld.global.{t} %0, [%1];" : "={r}"(b) : "l"(global_));
    asm volatile("st.global.{t} [%0], %1;" :: "l"(global_), "{r}"(b));"""
TWO = """unsigned long a, b, c, d;
    asm volatile("ld.shared.{t} {{%0, %1}}, [%2];" : "=l"(a), "=l"(b) : "r"(shared));
    asm volatile("st.shared.{t} [%0], {{%1, %2}};" :: "r"(shared), "l"(a), "l"(b));
    asm volatile("ld.global.{t} {{%0, %1}}, [%2];" : "=l"(c), "=l"(d) : "l"(global_));
    asm volatile("st.global.{t} [%0], {{%1, %2}};" :: "l"(global_), "l"(c), "l"(d));"""
CTYPES = {"r": "unsigned", "h": "unsigned short", "l": "unsigned long"}


def patterns() -> list[np.ndarray]:
    """Item numbers by lane, IDLE for lanes that take no part."""
    lane, rng = np.arange(32), np.random.default_rng(3)
    even = [lane, lane[::-1], lane * 2, lane * 3, lane * 4, lane * 8, lane * 16, lane * 17, lane * 32, lane * 33]
    shared = [lane * 0, lane // 2, lane // 4, lane // 16, lane % 16, lane % 8, lane % 2, lane % 2 * 32, lane // 16 * 32]
    mixed = [lane ^ 1, lane ^ 16, lane % 16 * 16, lane % 16 * 2 + lane // 16, lane // 2 + lane % 2 * 16]
    idle = [
        np.where(lane % 2 == 0, lane, IDLE),
        np.where(lane < 16, lane, IDLE),
        np.where(lane % 16 == 0, lane, IDLE),
        np.where(lane == 5, lane, IDLE),
        np.where(lane >= 24, lane * 16, IDLE),
        np.where(lane % 4 < 2, lane * 2, IDLE),
    ]
    twos, fours = lane // 2, lane // 4 * 2 + lane % 2  # a lane's neighbour, or its second neighbour, wants the same
    pairs = [
        np.where(lane < 16, twos, lane),
        np.where(lane < 16, lane, twos),
        np.where(lane < 8, twos, lane),
        np.where(lane // 8 % 2 == 0, twos, lane),
        np.where(lane < 16, twos, fours),
        np.where(lane % 8 < 4, twos, fours),
        fours,
        lane % 4,
        np.where(lane % 2 == 0, twos, IDLE),
        np.where(lane % 4 < 2, fours, IDLE),
        np.where(lane < 16, twos, IDLE),
        np.where(lane == 9, IDLE, twos),
        np.where(lane == 9, 40, twos),
    ]
    chance = [rng.integers(0, top, 32) for top in (16, 32, 64, 64, 256, 256, 1024, 1024)]
    some = [np.where(rng.random(32) < 0.5, rng.integers(0, 128, 32), IDLE) for _ in range(6)]
    return [*even, *shared, *mixed, *idle, *pairs, *chance, *some]


def main() -> int:
    wanted = [(size, at) for size in TYPES for at in patterns()]
    differ = 0
    for (size, at), hardware in zip(wanted, measured(wanted), strict=True):
        ours = counted(size, at)
        if ours != hardware:
            differ += 1
            print(f"{size} bytes, items {at.tolist()}: ours {ours}, hardware {hardware}")
    print(f"{len(wanted)} patterns, {differ} differ")
    return int(differ > 0)


def counted(size: int, at: np.ndarray) -> dict[str, int]:
    from app.simt.events import Access, Buffer, Op, Space  # noqa: PLC0415  # reached by the path set above
    from app.simt.profile.banks import passes, wavefronts, words  # noqa: PLC0415  # reached by the path set above
    from app.simt.profile.coalescing import sectors  # noqa: PLC0415  # reached by the path set above

    lanes = np.flatnonzero(at != IDLE)
    event = Access(Op.LOAD, Buffer(1, "a", Space.SHARED, 1 << 20, size, True), 1, 0, (lanes, at[lanes] * size), size)
    width = words(event)
    loaded, stored = (
        sum(wavefronts(table, width) for table in passes(replace(event, op=op), width)) for op in (Op.LOAD, Op.STORE)
    )
    touched = sectors(event)
    return {"shared_load": loaded, "shared_store": stored, "global_load": touched, "global_store": touched}


def measured(wanted: list[tuple[int, np.ndarray]]) -> list[dict[str, int]]:
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "patterns.cu", Path(folder) / "patterns"
        source.write_text(_source(wanted))
        subprocess.run(["nvcc", "-arch=native", "-O1", "-o", program, source], check=True)
        command = ["ncu", "--clock-control", "none", "--metrics", ",".join(METRICS), "--csv", str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = csv.DictReader(line for line in done.stdout.splitlines() if line.startswith('"'))
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        value = int(row["Metric Value"].replace(",", ""))
        counts.setdefault(row["ID"], {})[METRICS[row["Metric Name"]]] = value
    return [{name: counts[key][name] for name in METRICS.values()} for key in sorted(counts, key=int)]


def _source(wanted: list[tuple[int, np.ndarray]]) -> str:
    kernels = []
    for size, (kind, register) in TYPES.items():
        body = ONE.format(t=kind, r=register, c=CTYPES[register]) if register else TWO.format(t=kind)
        kernels.append(KERNEL.format(size=size, body=body))
    calls = []
    for size, at in wanted:
        places = ",".join(map(str, at.tolist()))
        calls.append(f"{{ Where w = {{{{{places}}}}}; k{size}<<<1, 32, 40000>>>(w, data); }}")
    return (
        "#include <cstdio>\nstruct Where { int at[32]; };\n" + "".join(kernels)
        + "int main() { char* data; cudaMalloc(&data, 1 << 20);\n" + "\n".join(calls)
        + '\nprintf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize())); }\n'
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
