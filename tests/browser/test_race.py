"""The race: what a thread reads, with and without a barrier, stepped through by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

LESSON = "/lessons/07-shared-memory"
ORDERS = ("first", "second", "turns")


def opened(page: Page) -> Locator:
    page.goto(LESSON)
    race = page.locator("explorable-race")
    expect(race.locator("output")).to_contain_text("Nothing has run yet")
    return race


def finish(race: Locator) -> None:
    """Step to the end from the keyboard; the button keeps the focus."""
    step = race.get_by_role("button", name="Step")
    step.focus()
    while step.get_attribute("aria-disabled") == "false":
        step.press("Enter")
    expect(step).to_be_focused()


def test_a_warp_that_runs_ahead_reads_garbage(page: Page) -> None:
    race = opened(page)
    step = race.get_by_role("button", name="Step")
    step.press("Enter")
    expect(race.locator("output")).to_have_text("Warp 0 writes its four values into the tile.")
    step.press("Space")
    expect(race.locator("output")).to_contain_text("warp 1 has not written them yet")
    expect(race.locator(".fig-arrow-err")).to_have_count(4)
    finish(race)
    expect(race.locator("output")).to_contain_text("4 of 8 elements of out are wrong.")


def test_the_right_result_without_a_barrier_is_called_luck(page: Page) -> None:
    race = opened(page)
    race.get_by_role("combobox").select_option("turns")
    finish(race)
    expect(race.locator("output")).to_contain_text("it was luck")
    expect(race.locator(".fig-err")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_with_the_barrier_every_order_is_right(page: Page, order: str) -> None:
    race = opened(page)
    race.get_by_role("checkbox").press("Space")
    race.get_by_role("combobox").select_option(order)
    finish(race)
    expect(race.locator("output")).to_contain_text("All 8 elements are right, whoever is faster.")


@pytest.mark.slow
def test_a_barrier_holds_the_first_warp_until_the_other_comes(page: Page) -> None:
    race = opened(page)
    race.get_by_role("checkbox").check()
    step = race.get_by_role("button", name="Step")
    step.click(click_count=2)
    expect(race.locator("output")).to_contain_text("waits for warp 1")
    expect(race.locator(".fig-barrier")).to_have_count(1)
    step.click(click_count=2)
    expect(race.locator("output")).to_contain_text("so it opens")
    expect(race.locator(".fig-barrier")).to_have_count(0)


@pytest.mark.slow
def test_steps_can_be_taken_back_and_begun_anew(page: Page) -> None:
    race = opened(page)
    finish(race)
    race.get_by_role("button", name="Back").press("Enter")
    expect(race.locator("output")).to_contain_text("Warp 1 writes")
    race.get_by_role("button", name="Start again").press("Enter")
    expect(race.locator("output")).to_contain_text("Nothing has run yet")
    expect(race.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")


@pytest.mark.slow
def test_the_race_fits_a_small_phone(page: Page) -> None:
    page.set_viewport_size(ViewportSize(width=320, height=640))
    race = opened(page)
    race.get_by_role("checkbox").check()
    finish(race)
    assert race.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    assert all(race.locator(f"button >> nth={n}").bounding_box()["height"] >= 44 for n in range(3))


@pytest.mark.slow
def test_without_javascript_the_picture_stands_there(visit: Any) -> None:
    page = visit.page(java_script_enabled=False)
    page.goto(LESSON)
    race = page.locator("explorable-race")
    expect(race.get_by_role("img")).to_be_visible()
    expect(race.get_by_role("button")).to_have_count(0)
