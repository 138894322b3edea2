"""The roofline: the intensity of tiles is what the interpreter counts, and the roof is the cards' own."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from app.simt import Limits, launch
from tests.browser.conftest import ROOT

LESSON = "/lessons/11-matrix-multiplication"
REGISTERS = (ROOT / "kernels" / "matmul-registers" / "solution.py").read_text("utf-8")


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    roofline = page.locator("explorable-roofline")
    expect(roofline.locator("output")).not_to_be_empty()
    return roofline


def counted(side: int) -> float:
    """FLOP for each byte that the blocks of `matmul-registers` bring, with `side` × `side` sums to a thread."""
    tile = 16 * side
    source = REGISTERS.replace("SIDE = 4\nTILE = 64", f"SIDE = {side}\nTILE = {tile}")
    assert side == 4 or source != REGISTERS
    a, b, out = np.ones((tile, 32), np.float32), np.ones((32, tile), np.float32), np.zeros((tile, tile), np.float32)
    limits = Limits(steps=100_000)
    report = launch(source, "matmul", grid=(1, 1), block=(16, 16), args=[a, b, out], limits=limits)
    sectors = sum(line.global_load_sectors or 0 for line in report.lines.values())
    return 2 * tile * tile * 32 / (32 * sectors)


def test_tiles_have_the_intensity_that_the_interpreter_counts(page: Page) -> None:
    roofline = opened(page)
    slider = roofline.get_by_role("slider")
    for side, reached in ((1, "19.2"), (2, "38.4"), (4, "67")):
        slider.fill(str(side))
        tiles = f"Tiles of {16 * side} × {16 * side}: {counted(side):g} FLOP for each byte"
        expect(roofline.locator("output")).to_contain_text(f"{tiles}, at most {reached} of 67 TFLOP/s.")


@pytest.mark.slow
def test_each_card_has_its_corner(page: Page) -> None:
    roofline = opened(page)
    slider = roofline.get_by_role("slider")
    for card, last_by_memory in (("h200", 3), ("t4", 6), ("laptop", 8)):
        roofline.get_by_role("combobox").select_option(card)
        slider.fill(str(last_by_memory))
        expect(roofline.locator("output")).to_contain_text("Memory is the limit.")
        if last_by_memory < 8:
            slider.press("ArrowRight")
            expect(roofline.locator("output")).to_contain_text("Arithmetic is the limit.")


@pytest.mark.slow
def test_the_roofline_fits_a_small_phone_and_stands_without_scripts(page: Page, visit: Any) -> None:
    page.set_viewport_size(ViewportSize(width=320, height=640))
    lab = opened(page).locator(".explorable-lab")
    assert lab.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-roofline").get_by_role("img")).to_be_visible()
