"""The explorables of threads, of banks and of a host's calls say what the interpreter and the model of calls say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.devices.program.timeline import ALLOC_US, Timeline
from app.simt import launch

OWNERS = """from numba import cuda
@cuda.jit
def owners(out):
    x, y = cuda.grid(2)
    n = cuda.blockIdx.x + cuda.gridDim.x * cuda.blockIdx.y
    t = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    out[n * cuda.blockDim.x * cuda.blockDim.y + t, 0] = x
    out[n * cuda.blockDim.x * cuda.blockDim.y + t, 1] = y
"""
COLUMN = """from numba import cuda, float32
@cuda.jit
def column(out):
    tile = cuda.shared.array((32, {wide}), float32)
    for slot in range(cuda.threadIdx.x, 32 * {wide}, 32):
        tile[slot // {wide}, slot % {wide}] = slot
    out[cuda.threadIdx.x] = tile[{row}, {column}]
"""
BYTES = 1 << 20


def explorable(page: Page, lesson: str, name: str) -> Locator:
    page.goto(f"/lessons/{lesson}")
    found = page.locator(f"explorable-{name}")
    expect(found.locator("output")).not_to_be_empty()
    return found


def owned(grid: tuple[int, int], block: tuple[int, int]) -> np.ndarray:
    """x and y of each thread in the order of the launch."""
    out = np.zeros((np.prod(grid) * np.prod(block), 2), np.int64)
    launch(OWNERS, "owners", grid=grid, block=block, args=[out])
    return out


def test_threads_have_the_elements_that_a_launch_gives_them(page: Page) -> None:
    found = explorable(page, "03-threads-blocks-grids", "thread-index")
    thread = found.get_by_label("Thread, counted")
    for at in (0, 11, 20, 23):
        thread.fill(str(at))
        x = owned((3, 1), (8, 1))[at, 0]
        expect(found.locator("output")).to_contain_text(f"no a[{x}]" if x >= 21 else f"has a[{x}]")
    found.get_by_label("two").check()
    found.get_by_label("Threads in a block").fill("1")
    for at in (0, 17, 40, 95):
        thread.fill(str(at))
        x, y = owned((2, 3), (8, 2))[at]
        expect(found.locator("output")).to_contain_text(f"a[{y}, {x}]")
        expect(found.locator("output")).to_contain_text("has no element" if x >= 10 or y >= 6 else "has a[")


def counted(wide: int, *, down: bool) -> int:
    """Wavefronts of one request."""
    source = COLUMN.format(
        wide=wide, row="cuda.threadIdx.x" if down else "0", column="0" if down else "cuda.threadIdx.x"
    )
    line = launch(source, "column", grid=(1,), block=(32,), args=[np.zeros(32, np.float32)]).lines[7]
    assert line.shared_wavefronts is not None
    return line.shared_wavefronts


@pytest.mark.slow
def test_a_column_takes_the_passes_that_the_interpreter_counts(page: Page) -> None:
    found = explorable(page, "07-shared-memory", "banks")
    for wide in (1, 2, 12, 16, 24, 31, 32, 33):
        found.get_by_label("Floats in a row").fill(str(wide))
        expect(found.locator("output")).to_contain_text(f"takes {counted(wide, down=True)} passes")
    found.get_by_label("the warp reads a column").uncheck()
    expect(found.locator("output")).to_contain_text(f"takes {counted(33, down=False)} passes")


def modelled(kernels: int, *, plain: bool) -> str:
    """The same calls, by the model."""
    time, copies, work = Timeline(), 0.0, 0.0
    for round_ in range(kernels):
        if plain or not round_:
            time.on_host(ALLOC_US)
            copies += span(time.copied("copy_in", BYTES, 0, pinned=False))
        work += span(time.computed(2 * BYTES, 0, 0))
        if plain or round_ == kernels - 1:
            copies += span(time.copied("copy_out", BYTES, 0, pinned=False))
            time.on_host(ALLOC_US)
    return f"{time.host:,.0f} µs in all: {copies:,.0f} µs of copies and {work:.0f} µs of kernels."


def span(of: tuple[float, float]) -> float:
    return of[1] - of[0]


@pytest.mark.slow
def test_calls_take_the_time_that_the_model_gives_them(page: Page) -> None:
    found = explorable(page, "05-memory-round-trip", "timeline")
    for plain in (True, False):
        found.get_by_label("NumPy arrays").set_checked(plain)
        for kernels in (1, 2, 6):
            found.get_by_label("Kernels").fill(str(kernels))
            expect(found.locator("output")).to_have_text(modelled(kernels, plain=plain))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lesson", "name"),
    [("03-threads-blocks-grids", "thread-index"), ("05-memory-round-trip", "timeline"), ("07-shared-memory", "banks")],
)
def test_they_are_moved_by_keys_and_fit_a_narrow_screen(visit: Any, lesson: str, name: str) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    found = explorable(page, lesson, name)
    before = found.locator("output").inner_text()
    found.locator("input[type=range]").last.focus()
    page.keyboard.press("ArrowLeft")
    expect(found.locator("output")).not_to_have_text(before)
    expect(found.locator("output")).to_have_attribute("aria-live", "polite")
    assert found.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
