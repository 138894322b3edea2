"""A learner's wind tunnel, submitted, and played on its page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from app.config import ROOT

DRAWN_MS = 240_000  # cases, and half a minute for the film
SOLUTION = (ROOT / "kernels/wind-tunnel/solution.py").read_text("utf-8")


@pytest.fixture
def film(page: Page) -> Locator:
    page.goto("/exercises/wind-tunnel")
    block = page.locator("kernel-exercise")
    block.scroll_into_view_if_needed()
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(SOLUTION)
    block.get_by_role("button", name="Submit").click()
    expect(page.locator("coming-picture")).to_contain_text("All cases pass.", timeout=DRAWN_MS)
    expect(page.locator("coming-picture")).to_contain_text(" of 240", timeout=DRAWN_MS)
    found = page.locator("moving-picture")
    expect(found.locator("canvas")).to_be_visible(timeout=DRAWN_MS)
    return found


@pytest.mark.slow
def test_a_film_is_told_of_drawn_and_gone_through_by_keys(page: Page, film: Locator) -> None:
    output, slider = film.locator("output"), film.get_by_role("slider")
    frames = int(film.get_attribute("data-frames") or 0)
    assert frames > 1
    expect(output).to_contain_text(f"Step {(frames - 1) * 6} of {(frames - 1) * 6} · Lift coefficient")
    slider.press("Home")
    expect(output).to_contain_text("Step 0 of")
    film.get_by_role("button", name="Step on").press("Enter")
    expect(output).to_contain_text("Step 6 of")
    slider.press("Home")
    film.get_by_role("button", name="Play").click()
    expect(output).not_to_contain_text("Step 0 of")
    coloured = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"
    assert film.locator("canvas").evaluate(coloured)
    submission = page.locator(".verdict").get_attribute("data-submission")
    picture = page.request.get(f"/submissions/{submission}/film.png")
    assert picture.body().startswith(b"\x89PNG")
