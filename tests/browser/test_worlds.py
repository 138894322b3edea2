"""Worlds: the share of steps that is of use is what a kernel with such worlds makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/15-many-bodies-many-worlds"
KERNEL = """\
from numba import cuda


@cuda.jit
def live(lasts, begins, done):
    t = cuda.threadIdx.x
    step = 0
    for time in range(40):
        if step < lasts[t]:
            done[t] += 1
        step += 1
        if step == begins[t]:
            step = 0
"""


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    worlds = page.locator("explorable-worlds")
    expect(worlds.locator("output")).to_contain_text("steps of lanes did work")
    return worlds


def worked(unlike: int, together: bool) -> str:
    """How many of the 1,280 steps of a warp's lanes belong to a world, as the interpreter has it."""
    lasts = np.array([8 + unlike * (13 * lane % 32) // 8 for lane in range(32)], np.int32)
    begins = np.full_like(lasts, lasts.max()) if together else lasts
    done = np.zeros(32, np.int32)
    assert launch(KERNEL, "live", grid=(1,), block=(32,), args=[lasts, begins, done]).ok
    return f"{done.sum()} of 1280 steps of lanes did work, {100 * done.sum() / 1_280 + 1e-9:.0f} %."


def test_the_share_of_useful_steps_is_that_of_a_kernel(page: Page) -> None:
    worlds = opened(page)
    for unlike in (0, 3, 4, 8):
        worlds.get_by_role("slider").fill(str(unlike))
        for choice in ("together", "each"):
            worlds.get_by_role("combobox").select_option(choice)
            expect(worlds.locator("output")).to_contain_text(worked(unlike, choice == "together"))


@pytest.mark.slow
def test_the_slider_is_moved_by_keys_and_says_how_long_worlds_last(page: Page) -> None:
    worlds = opened(page)
    slider = worlds.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "8 to 39")
    expect(worlds.locator("output")).to_contain_text("32 worlds came to their end")


@pytest.mark.slow
def test_worlds_fit_a_narrow_screen_and_stand_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    worlds = opened(page)
    assert worlds.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-worlds figure > svg[role='img']")).to_be_visible()
