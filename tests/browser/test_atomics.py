"""Atomics: the turns that the picture shows are the lanes that meet in the fullest cell."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/08-atomics-reductions-scans"
STARTER = (Path(__file__).parents[2] / "kernels" / "byte-histogram" / "starter.py").read_text("utf-8")
GRADED_MS = 120_000
WANTED = {"even": "t % n", "uneven": "t // 2 % n if t % 2 else 0"}


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    atomics = page.locator("explorable-atomics")
    expect(atomics.locator("output")).to_contain_text("4 turns")
    return atomics


def fullest(wanted: str, cells: int) -> int:
    """How many lanes of a warp have added to the cell that got most, as the interpreter has it."""
    code = (
        "from numba import cuda\n@cuda.jit\ndef count(cells):\n    t = cuda.grid(1)\n    n = cells.size\n"
        f"    cuda.atomic.add(cells, {wanted}, 1)\n"
    )
    counts = np.zeros(cells, np.int32)
    assert launch(code, "count", grid=(1,), block=(32,), args=[counts]).ok
    return int(counts.max())


def test_turns_are_the_lanes_at_the_fullest_cell(page: Page) -> None:
    atomics = opened(page)
    for data, power in itertools.product(WANTED, range(6)):
        atomics.get_by_role("combobox").select_option(data)
        atomics.get_by_role("slider").fill(str(power))
        turns = fullest(WANTED[data], 2**power)
        said = "one turn is enough" if turns == 1 else f"takes {turns} turns."
        expect(atomics.locator("output")).to_contain_text(said)
        expect(atomics.locator(".fig-lane-on")).to_have_count(32)


@pytest.mark.slow
def test_cells_are_moved_by_keys(page: Page) -> None:
    atomics = opened(page)
    cells = atomics.get_by_role("slider")
    cells.focus()
    page.keyboard.press("ArrowLeft")
    expect(cells).to_have_attribute("aria-valuetext", "4")
    expect(atomics.locator("output")).to_contain_text("8 turns")


@pytest.mark.slow
def test_atomics_fit_a_narrow_screen_and_stand_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    atomics = opened(page)
    assert atomics.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-atomics figure > svg[role='img']")).to_be_visible()


@pytest.mark.slow
def test_a_kernel_that_takes_its_turns_in_device_memory_is_told_how_many(page: Page) -> None:
    page.goto("/exercises/byte-histogram")
    block = page.locator("kernel-exercise")
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(STARTER)
    block.get_by_role("button", name="Submit", exact=True).click()
    missed = block.locator(".requirement")
    expect(missed).to_contain_text("wanted at most 2,048, got 65,539", timeout=GRADED_MS)
    expect(block.locator(".cm-counts", has_text="atomics")).to_contain_text("65,539 atomics")
