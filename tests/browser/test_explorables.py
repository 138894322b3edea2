"""Explorables are moved with the keyboard alone, say what they show, and say the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/06-reading-memory-well"


@pytest.fixture
def sectors(page: Page) -> Locator:
    page.goto(LESSON)
    explorable = page.locator("explorable-sectors")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def counted(stride: int, offset: int) -> str:
    """What the interpreter counts for one warp, in the explorable's words."""
    source = (
        f"from numba import cuda\n@cuda.jit\ndef read(a, out):\n    out[0] = a[{offset} + {stride} * cuda.grid(1)]\n"
    )
    a, out = np.zeros(512, np.float32), np.zeros(1, np.float32)
    line = launch(source, "read", grid=(1,), block=(32,), args=[a, out]).lines[4]
    assert line.global_load_bytes is not None
    assert line.global_load_sectors is not None
    used, moved = line.global_load_bytes, 32 * line.global_load_sectors
    share = f"{100 * used / moved:.1f}".removesuffix(".0")
    return f"{line.global_load_sectors} sectors, {used} of {moved:,} bytes used, {share} %"


def test_sectors_start_with_every_second_float(sectors: Locator) -> None:
    expect(sectors.get_by_label("Stride")).to_have_value("2")
    expect(sectors.locator("output")).to_have_text(counted(2, 0))
    assert sectors.locator("figcaption").inner_text() != ""


def test_sectors_count_as_the_interpreter_does(sectors: Locator) -> None:
    for stride in range(1, 9):
        sectors.get_by_label("Stride").fill(str(stride))
        for offset in (0, 1, 7):
            sectors.get_by_label("Offset").fill(str(offset))
            expect(sectors.locator("output")).to_have_text(counted(stride, offset))


def test_sectors_are_moved_by_keys_and_announced(sectors: Locator, page: Page) -> None:
    sectors.get_by_label("Stride").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    output = sectors.locator("output")
    expect(output).to_have_attribute("aria-live", "polite")
    expect(output).to_have_text("5 sectors, 128 of 160 bytes used, 80 %")
    expect(sectors.locator(".fig-cell-on")).to_have_count(5)


@pytest.mark.slow
def test_sectors_stand_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(java_script_enabled=False)
    page.goto(LESSON)
    picture = page.locator("explorable-sectors figure > svg[role='img']")
    expect(picture).to_be_visible()
    expect(picture.locator("desc")).to_contain_text("Eight sectors are marked")


@pytest.mark.slow
def test_sectors_fit_a_narrow_screen(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(LESSON)
    lab = page.locator("explorable-sectors .explorable-lab")
    expect(lab).to_be_visible()
    box = lab.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
