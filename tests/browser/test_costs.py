"""A right kernel that wastes: which requirement it misses is said in words, and the lines that cost it are marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

COPY = (Path(__file__).parents[2] / "kernels" / "contiguous-copy" / "starter.py").read_text()
GRADED_MS = 120_000


def wasteful(visit: Any, **options: Any) -> Locator:
    """The exercise, after a copy was sent that is right and moves four times what it uses."""
    page = visit.page(**options)
    page.goto("/exercises/contiguous-copy")
    block: Locator = page.locator("kernel-exercise")
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(COPY)
    block.get_by_role("button", name="Submit", exact=True).click()
    expect(block.locator(".verdict[data-kind='too_slow']")).to_be_visible(timeout=GRADED_MS)
    return block


def costly(block: Locator) -> Locator:
    return block.locator(".cm-line", has_text="out[i] = a[i]").last


def test_wanted_and_got_are_said_and_the_line_is_marked(visit: Any) -> None:
    block = wasteful(visit)
    expect(block.locator(".requirement")).to_contain_text("wanted at least 90 %, got 25 %: of 32 bytes moved, only 8")
    expect(costly(block)).to_have_class("cm-line cm-heat-5")
    expect(block.locator(".cm-counts .cm-costly")).to_have_text("16.0 sectors/request")
    block.locator(".costs").get_by_role("button", name="Line 11").click()
    expect(block.locator(".cm-place")).to_contain_text("Line 11")


def test_on_a_phone_the_counts_stand_under_their_lines(visit: Any) -> None:
    block = wasteful(visit, viewport={"width": 390, "height": 844})
    expect(block.locator(".cm-counts").first).to_be_hidden()
    expect(costly(block)).to_have_attribute("data-count", "16.0 sectors/request")
    shown = costly(block).evaluate("line => getComputedStyle(line, '::after').display")
    assert shown == "block"
