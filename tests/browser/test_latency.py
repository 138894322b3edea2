"""The explorable of lesson 1 counts rounds as a loop over all tasks would."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

LESSON = "/lessons/01-why-gpus"
AMOUNTS = [digit * 10**power for power in range(6) for digit in (1, 2, 5)] + [1_000_000]


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto(LESSON)
    found = page.locator("explorable-latency")
    expect(found.locator("output")).not_to_be_empty()
    return found


def number(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def said(tasks: int, slower: int, copying: int) -> str:
    """By brute force: both times for every number of tasks up to a million, in ns."""
    n = np.arange(1, 1_000_001)
    fast = -(-n // 16) * 1_000
    slow = -(-n // 16_384) * slower * 1_000 + n * copying
    behind = np.flatnonzero(slow >= fast)
    first = int(n[behind[-1]]) + 1 if behind.size else 1
    times = (
        f"The fast cores need {number(fast[tasks - 1] / 1_000)} µs, the slow ones {number(slow[tasks - 1] / 1_000)} µs."
    )
    ahead = f"From {first:,} tasks on, the slow ones are ahead."
    never = "Not even with a million tasks are the slow ones ahead."
    return f"Tasks: {tasks:,}. {times} {never if first > 1_000_000 else ahead}"


def move(explorable: Locator, tasks: int, slower: int, copying: int) -> None:
    explorable.get_by_label("Tasks").fill(str(AMOUNTS.index(tasks)))
    explorable.get_by_label("A slow core takes").fill(str(slower))
    explorable.get_by_label("Copying").fill(str(copying))


def test_it_counts_as_a_loop_over_all_tasks(explorable: Locator) -> None:
    expect(explorable.locator("output")).to_have_text(said(100, 20, 0))
    for state in ((1, 20, 0), (500, 100, 0), (1_000_000, 1, 50), (50_000, 37, 60), (1_000_000, 20, 65)):
        move(explorable, *state)
        expect(explorable.locator("output")).to_have_text(said(*state))


@pytest.mark.slow
def test_it_counts_so_wherever_the_controls_stand(explorable: Locator) -> None:
    for slower in (1, 2, 19, 64, 100):
        for copying in (0, 5, 45, 55, 60, 100):
            move(explorable, 20_000, slower, copying)
            expect(explorable.locator("output")).to_have_text(said(20_000, slower, copying))


@pytest.mark.slow
def test_it_is_moved_by_keys_and_says_what_it_shows(explorable: Locator, page: Page) -> None:
    tasks = explorable.get_by_label("Tasks")
    tasks.focus()
    page.keyboard.press("ArrowRight")
    expect(tasks).to_have_attribute("aria-valuetext", "200")
    expect(explorable.locator("output")).to_have_attribute("aria-live", "polite")
    expect(explorable.locator("output")).to_have_text(said(200, 20, 0))


@pytest.mark.slow
def test_it_fits_a_small_phone_and_is_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 640})
    page.goto(LESSON)
    lab = page.locator("explorable-latency .explorable-lab")
    expect(lab).to_be_visible()
    assert lab.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    bare = visit.page(java_script_enabled=False)
    bare.goto(LESSON)
    expect(bare.locator("explorable-latency figure > svg[role='img']")).to_be_visible()
