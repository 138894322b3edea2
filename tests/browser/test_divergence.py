"""The stepper of lesson 4 takes the steps that the interpreter counts."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from app.simt import launch

LESSON = "/lessons/04-warps-and-occupancy"


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto(LESSON)
    found = page.locator("explorable-divergence")
    expect(found.locator("output")).not_to_be_empty()
    return found


def counted(program: list[str]) -> str:
    """What the interpreter counts for the same lines in one warp, in the explorable's words."""
    above = ["from numba import cuda", "@cuda.jit", "def run(x, out):", "    i = cuda.grid(1)", "    lane = i % 32"]
    source = "\n".join([*above, *(f"    {line}" for line in program)]) + "\n"
    args = [np.arange(32, dtype=np.int32), np.zeros(32, np.int32)]
    lines = [
        p for line, p in launch(source, "run", grid=(1,), block=(32,), args=args).lines.items() if line > len(above)
    ]
    steps, used = sum(p.executions for p in lines), sum(p.active_lanes for p in lines)
    percent = int(100 * used / (32 * steps) + 0.5)
    return f"Done in {steps} steps. Of {32 * steps} places in them, {used} were used: {percent} %."


def check(explorable: Locator, program: int) -> None:
    explorable.get_by_role("combobox").select_option(str(program))
    explorable.get_by_role("button", name="To the end").press("Enter")
    code = [line.text_content() or "" for line in explorable.locator("li code").all()]
    expect(explorable.locator("output")).to_have_text(counted(code))


def test_it_takes_the_steps_that_the_interpreter_counts(explorable: Locator) -> None:
    expect(explorable.locator("output")).to_have_text("32 of 32 lanes are at work: if lane % 2 == 0:")
    for program in (0, 3):
        check(explorable, program)


@pytest.mark.slow
def test_it_does_for_every_program(explorable: Locator) -> None:
    assert explorable.locator("option").count() == 5
    for program in range(5):
        check(explorable, program)


@pytest.mark.slow
def test_a_step_shows_the_lanes_at_work_and_can_be_taken_back(explorable: Locator) -> None:
    step = explorable.get_by_role("button", name="Step")
    step.press("Enter")
    expect(explorable.locator("output")).to_have_text("16 of 32 lanes are at work: y = 3 * y")
    expect(explorable.locator("svg .fig-lane-on")).to_have_count(16)
    explorable.get_by_role("button", name="Back").press("Enter")
    expect(explorable.locator("output")).to_have_text("32 of 32 lanes are at work: if lane % 2 == 0:")
    explorable.get_by_role("button", name="Start again").press("Enter")
    expect(explorable.locator("output")).to_contain_text("Nothing has run yet")
    expect(explorable.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")
