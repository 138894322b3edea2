"""The counts that lesson 7 names are what the interpreter counts."""

import re
from pathlib import Path

import numpy as np
import pytest

from app.findings import Kind
from app.simt import Checks, Limits, Report, launch

LESSON = (Path(__file__).parents[2] / "lessons" / "07-shared-memory" / "en.md").read_text("utf-8")
IMPORTS = "from numba import cuda, float32\n"
(TILED,) = re.findall(r"^```python\n(TILE = 32\n.*?)^```$", LESSON, re.DOTALL | re.MULTILINE)
WRITE = "    tile[ty, tx] = a[y, x]\n"
BARRIER = TILED.replace(WRITE, f"{WRITE}    cuda.syncthreads()\n")
PADDED = BARRIER.replace("(TILE, TILE)", "(TILE, PADDED)").replace("TILE = 32\n", "TILE = 32\nPADDED = TILE + 1\n")
REQUESTS = 1_024 * 1_024 // 32


def transposed(kernel: str, size: int) -> Report:
    a = np.arange(size * size, dtype=np.float32).reshape(size, size)
    out = np.zeros_like(a)
    grid = (size // 32, size // 32)
    report = launch(
        IMPORTS + kernel,
        "transpose",
        grid=grid,
        block=(32, 32),
        args=[a, out],
        checks=Checks.all(),
        limits=Limits(steps=100_000),
    )
    assert np.array_equal(out, a.T)
    return report


@pytest.mark.parametrize("line", ["out[x, y] = a[y, x]", "out[y, x] = a[x, y]"])
def test_a_plain_transpose_takes_the_sectors_in_the_text(line: str) -> None:
    report = transposed(f"@cuda.jit\ndef transpose(a, out):\n    x, y = cuda.grid(2)\n    {line}\n", 1_024)
    (profile,) = [line for line in report.lines.values() if line.global_load_requests]
    moved = {profile.global_load_sectors, profile.global_store_sectors}
    assert moved == {4 * REQUESTS, 32 * REQUESTS}
    assert f"{36 * REQUESTS:,} sectors, where {8 * REQUESTS:,}" in LESSON


@pytest.mark.parametrize(("kernel", "passes"), [(BARRIER, 32), (PADDED, 1)])
def test_a_tile_needs_padding_for_one_pass_a_request(kernel: str, passes: int) -> None:
    lines = [line for line in transposed(kernel, 1_024).lines.values() if line.shared_requests]
    assert [line.shared_wavefronts for line in lines] == [REQUESTS, passes * REQUESTS]
    assert [(line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in lines] == [4 * REQUESTS] * 2


def test_the_tile_without_a_barrier_is_a_race_although_its_output_is_right() -> None:
    assert [finding.kind for finding in transposed(TILED, 64).findings] == [Kind.DATA_RACE]
