"""The explorable of lesson 18 says when a graph pays: its model, computed anew."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Locator, Page, expect

LAUNCH, GAP, GRAPH_LAUNCH, BUILD_ONCE, BUILD_EACH = 13, 1, 7, 30, 13


def loop(kernels: int, length: int) -> int:
    """Either the host or the device is what everything waits for, because all kernels are equally long."""
    return LAUNCH + (kernels - 1) * max(LAUNCH, length + GAP) + length


def graph(kernels: int, length: int) -> int:
    return GRAPH_LAUNCH + kernels * length + (kernels - 1) * GAP


def sentence(kernels: int, length: int) -> str:
    one, other, cost = loop(kernels, length), graph(kernels, length), BUILD_ONCE + BUILD_EACH * kernels
    said = f"One by one: {one:,} µs. As a graph: {other:,} µs. "
    if one <= other:
        return said + "There is nothing to gain."
    runs = math.ceil(cost / (one - other))
    return said + f"Making the graph takes {cost:,} µs, once; it has paid after {runs:,} runs."


@pytest.fixture
def explorable(page: Page) -> Locator:
    page.goto("/lessons/18-further")
    found = page.locator("explorable-graphs")
    expect(found.locator("output")).not_to_be_empty()
    return found


def test_it_says_when_a_graph_pays(explorable: Locator) -> None:
    expect(explorable.locator("output")).to_have_text(sentence(20, 2))
    for kernels, length in ((1, 1), (20, 5), (20, 20), (7, 3)):
        explorable.get_by_label("Kernels in a row").fill(str(kernels))
        explorable.get_by_label("Each of them").fill(str(length))
        expect(explorable.locator("output")).to_have_text(sentence(kernels, length))


@pytest.mark.slow
def test_it_is_moved_by_keys_and_announced(explorable: Locator, page: Page) -> None:
    explorable.get_by_label("Each of them").focus()
    page.keyboard.press("ArrowRight")
    expect(explorable.locator("output")).to_have_text(sentence(20, 3))
    expect(explorable.locator("output")).to_have_attribute("aria-live", "polite")
