"""The tree: after each step the slots hold what a kernel leaves in shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/08-atomics-reductions-scans"
VALUES = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
STEPS = {"halves": ("t < step", (8, 4, 2, 1)), "neighbours": ("t % (2 * step) == 0", (1, 2, 4, 8))}


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    tree = page.locator("explorable-reduction")
    expect(tree.locator("output")).to_contain_text("Nothing has been added yet")
    return tree


def added(condition: str, steps: tuple[int, ...]) -> list[str]:
    """The slots after these steps, as the interpreter has them."""
    code = (
        "from numba import cuda, int32\n@cuda.jit\ndef add(a, steps):\n    part = cuda.shared.array(16, int32)\n"
        "    t = cuda.threadIdx.x\n    part[t] = a[t]\n    cuda.syncthreads()\n    for k in range(steps.size):\n"
        f"        step = steps[k]\n        if {condition}:\n            part[t] += part[t + step]\n"
        "        cuda.syncthreads()\n    a[t] = part[t]\n"
    )
    slots = np.array(VALUES, np.int32)
    assert launch(code, "add", grid=(1,), block=(16,), args=[slots, np.array(steps, np.int32)]).ok
    return [str(slot) for slot in slots]


def test_slots_after_each_step_are_those_of_the_kernel(page: Page) -> None:
    tree = opened(page)
    step = tree.get_by_role("button", name="Step")
    for order, (condition, steps) in STEPS.items():
        tree.get_by_role("combobox").select_option(order)
        for count in range(1, 5):
            step.press("Enter")
            expect(tree.locator(".reduction-value")).to_have_text(added(condition, steps[:count]))
    expect(tree.locator("output")).to_contain_text("Slot 0 holds the sum, 80.")
    expect(step).to_have_attribute("aria-disabled", "true")


@pytest.mark.slow
def test_halves_let_warps_go_idle_and_neighbours_do_not(page: Page) -> None:
    tree = opened(page)
    step = tree.get_by_role("button", name="Step")
    step.click(click_count=2)
    expect(tree.locator("output")).to_contain_text("Warps with work: 1 of 4")
    tree.get_by_role("combobox").select_option("neighbours")
    step.click(click_count=2)
    expect(tree.locator("output")).to_contain_text("Warps with work: 4 of 4")


@pytest.mark.slow
def test_tree_fits_a_narrow_screen_and_stands_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    tree = opened(page)
    tree.get_by_role("button", name="Step").click()
    assert tree.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-reduction figure > svg[role='img']")).to_be_visible()
