"""Attention in tiles: the bytes that the explorable names are what the interpreter counts, mask or no mask."""

import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from app.simt import Limits, Report, launch
from tests.browser.conftest import ROOT

LESSON = "/lessons/12-flash-attention"
LENGTH, DIM = 256, 32
SCALE = np.float32(0.2)
BENCH = (ROOT / "bench" / "lessons" / "lesson_12.py").read_text("utf-8")
CONSTANTS = "import math\nfrom numba import cuda, float32\nDIM = 32\nTILE = 32\nPADDED = 33\nTHREADS = 256\n"


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    attention = page.locator("explorable-attention")
    expect(attention.locator("output")).not_to_be_empty()
    return attention


def matrix(columns: int = DIM) -> np.ndarray:
    return np.ones((LENGTH, columns), np.float32)


def run(source: str, name: str, grid: tuple[int, ...], block: tuple[int, ...], *args: object) -> float:
    """The megabytes that a kernel moves."""
    limits = Limits(steps=100_000)
    report: Report = launch(source, name, grid=grid, block=block, args=list(args), limits=limits)
    lines = report.lines.values()
    return 32e-6 * sum((line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in lines)


def fused(slug: str, queries: int) -> float:
    source = (ROOT / "kernels" / slug / "solution.py").read_text("utf-8")
    source, changed = re.subn(r"^QUERIES = 16$", f"QUERIES = {queries}", source, flags=re.MULTILINE)
    assert changed == 1
    args = (matrix(), matrix(), matrix(), SCALE, matrix())
    return run(source, "attention", (1, LENGTH // queries), (DIM, queries), *args)


def kernel(name: str) -> str:
    """One of the three kernels that are measured for the lesson."""
    found = re.search(rf"^@cuda\.jit\ndef {name}\(.*?(?=^\S(?<!@)|^@cuda|\Z)", BENCH, re.MULTILINE | re.DOTALL)
    assert found
    return CONSTANTS + found[0]


def three_kernels() -> float:
    scores = matrix(LENGTH)
    return (
        run(kernel("scores_of"), "scores_of", (8, 8), (32, 32), matrix(), matrix(), SCALE, scores)
        + run(kernel("softmax_of"), "softmax_of", (LENGTH,), (256,), scores, matrix(LENGTH))
        + run(kernel("mixed"), "mixed", (1, 8), (32, 32), scores, matrix(), matrix())
    )


def test_the_arrow_key_goes_from_tile_to_tile(page: Page) -> None:
    attention = opened(page)
    step = attention.get_by_role("slider")
    expect(attention.locator("output")).to_contain_text(
        "Queries 0 to 31 meet keys 0 to 31. 64 of 64 tiles are visited."
    )
    for _ in range(8):
        step.press("ArrowRight")
    expect(attention.locator("output")).to_contain_text("Queries 32 to 63 meet keys 0 to 31.")
    attention.get_by_role("checkbox").press("Space")
    step.press("ArrowRight")
    expect(attention.locator("output")).to_contain_text("Queries 32 to 63 meet keys 0 to 31. 36 of 64 tiles")


@pytest.mark.slow
def test_the_bytes_are_those_that_the_interpreter_counts(page: Page) -> None:
    attention = opened(page)
    for causal, slug in ((False, "flash-attention"), (True, "causal-attention")):
        attention.get_by_role("checkbox").set_checked(causal)
        for queries in (16, 32):
            attention.get_by_role("combobox").select_option(str(queries))
            expect(attention.locator("output")).to_contain_text(f"In all, {fused(slug, queries):.2f} MB move;")
    expect(attention.locator("output")).to_contain_text(f"three kernels move {three_kernels():.2f} MB.")


@pytest.mark.slow
def test_it_fits_a_small_phone_and_stands_without_scripts(page: Page, visit: Any) -> None:
    page.set_viewport_size(ViewportSize(width=320, height=640))
    lab = opened(page).locator(".explorable-lab")
    assert lab.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-attention").get_by_role("img")).to_be_visible()
