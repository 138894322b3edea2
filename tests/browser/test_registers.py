"""The explorable of lesson 16 shows what the linker reports of kernels with so many running sums."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.lessons import machine_texts

LESSON = "/lessons/16-ptx-and-machine-code"
TEXT = (machine_texts.DATA / "registers.js").read_text("utf-8")
REPORTS = json.loads(re.sub(r"^// .*\nexport const \w+ = |;\n$", "", TEXT))


@pytest.fixture
def registers(page: Page) -> Locator:
    page.goto(LESSON)
    explorable = page.locator("explorable-registers")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def test_sums_are_moved_by_keys_and_limited(registers: Locator, page: Page) -> None:
    output = registers.locator("output")
    expect(output).to_have_text("80 registers a thread, room for 24 warps. All sums lie in registers.")
    expect(registers.locator(".fig-lane-on")).to_have_count(80)
    registers.get_by_label("Registers allowed").select_option("64")
    expect(output).to_contain_text("64 registers a thread, room for 32 warps. Not all sums fit: a thread spills 296")
    registers.get_by_role("slider").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    registers.get_by_label("Registers allowed").select_option("255")
    expect(output).to_contain_text("The array stays in memory: 768 bytes")


@pytest.mark.parametrize(("k", "limit"), [(64, 255), pytest.param(64, 64, marks=pytest.mark.slow)])
def test_a_report_is_that_of_our_linker(k: int, limit: int) -> None:
    assert REPORTS[str(limit)][str(k)] == machine_texts.report(k, limit)


@pytest.mark.slow
def test_every_report_is_that_of_our_linker() -> None:
    made = {
        str(limit): {str(k): machine_texts.report(k, limit) for k in machine_texts.COUNTS}
        for limit in machine_texts.LIMITS
    }
    assert made == REPORTS


@pytest.mark.slow
def test_registers_fit_a_narrow_screen_and_stand_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(LESSON)
    box = page.locator("explorable-registers .explorable-lab").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-registers figure > svg[role='img']")).to_be_visible()
