"""The explorable of lesson 2 shows what our compiler makes of its kernel, at each stage."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.lessons import machine_texts

LESSON = "/lessons/02-cuda-and-python"


@pytest.fixture
def stages(page: Page) -> Locator:
    page.goto(LESSON)
    explorable = page.locator("explorable-stages")
    expect(explorable.locator("output")).not_to_be_empty()
    return explorable


def stored(name: str) -> Any:
    text = (machine_texts.DATA / f"{name}.js").read_text("utf-8")
    return json.loads(re.sub(r"^// .*\nexport const \w+ = |;\n$", "", text))


def test_stages_are_stepped_through_by_keys_and_counted(stages: Locator, page: Page) -> None:
    output = stages.locator("output")
    expect(output).to_have_text("Python: 5 lines. The marked one is the last.")
    stages.get_by_role("slider", name="Stage").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(output).to_have_text("PTX: 30 instructions, 3 of them on float64.")
    expect(stages.locator(".stages-wide")).to_have_count(4)  # and the line that declares their registers
    stages.get_by_label("The last line computes").select_option("a[i] * float32(0.1)")
    expect(output).to_contain_text("0 of them on float64")
    expect(stages.locator("li", has_text="mul.f32")).to_be_visible()


@pytest.mark.slow
def test_the_texts_are_those_of_our_compiler() -> None:
    made = [machine_texts.stages(product) for product in machine_texts.PRODUCTS]
    assert stored("stages") == json.loads(json.dumps(made))


@pytest.mark.slow
def test_stages_fit_a_narrow_screen_and_stand_as_a_picture_without_scripts(visit: Any) -> None:
    page = visit.page(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(LESSON)
    box = page.locator("explorable-stages .explorable-lab").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    plain = visit.page(java_script_enabled=False)
    plain.goto(LESSON)
    expect(plain.locator("explorable-stages figure > svg[role='img']")).to_be_visible()
