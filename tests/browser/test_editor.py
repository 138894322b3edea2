"""The editor by keyboard, and what it keeps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

PAGE = "/exercises/vector-add"


@pytest.fixture
def block(page: Page) -> Locator:
    page.goto(PAGE)
    found = page.locator("kernel-exercise")
    found.scroll_into_view_if_needed()
    expect(found).to_have_attribute("data-ready", "")
    return found


def content(block: Locator) -> Locator:
    return block.locator(".cm-content")


def test_tab_indents_and_escape_then_tab_leaves(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    expect(block.locator(".cm-line").first).to_have_text(re.compile("^    from"))
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(content(block)).not_to_be_focused()


def test_control_m_lets_tab_leave_until_it_is_pressed_again(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+m")
    page.keyboard.press("Tab")
    expect(content(block)).not_to_be_focused()


def test_names_of_cuda_are_completed(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\ncuda.sync")
    current = block.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")
    expect(current.locator("[aria-selected='true']")).to_contain_text("syncthreads()")
    page.wait_for_timeout(150)  # the editor takes no key for a list that came up less than 75 ms ago
    page.keyboard.press("Enter")
    expect(content(block)).to_contain_text("cuda.syncthreads")


def test_a_reload_keeps_the_draft(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# my own words\n")
    page.reload()
    expect(content(block)).to_contain_text("# my own words")


def test_what_was_sent_stands_in_the_editor_again(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# sent\n")
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".verdict")).to_be_visible(timeout=120_000)
    page.reload()
    expect(content(block)).to_contain_text("# sent")
    expect(block.locator(".verdict")).to_be_visible()


def test_a_refusal_is_said_in_the_status_line(visit: Any) -> None:
    visit.watch.expected = ("Failed to load resource",)
    page = visit.page()
    page.goto(PAGE)
    block = page.locator("kernel-exercise")
    expect(block).to_have_attribute("data-ready", "")
    content(block).click()
    page.keyboard.insert_text("#" + "x" * 70_000)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("65,536")


def test_the_starter_comes_back_and_undo_takes_it_away(page: Page, block: Locator) -> None:
    content(block).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("x = 1")
    block.get_by_role("button", name="Reset to the starter").click()
    expect(content(block)).to_contain_text("def vector_add")
    page.keyboard.press("Control+z")
    expect(content(block)).to_have_text("x = 1")


def test_a_focused_text_area_becomes_an_editor_with_the_focus(page: Page) -> None:
    page.goto("/lessons/03-threads-blocks-grids")
    block = page.locator("kernel-exercise").last
    expect(block.locator(".cm-content")).to_have_count(0)
    block.locator("textarea").evaluate("area => { area.focus(); area.setSelectionRange(5, 5); }")
    expect(block.locator(".cm-content")).to_be_focused()
    page.keyboard.insert_text("<here>")
    expect(block.locator(".cm-content")).to_contain_text("from <here>")


def test_a_phone_gets_the_keys_that_its_keyboard_hides(visit: Any) -> None:
    page = visit.page(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(PAGE)
    block = page.locator("kernel-exercise")
    expect(block).to_have_attribute("data-ready", "")
    content(block).tap()
    page.keyboard.press("Control+a")
    page.keyboard.type("x")
    block.get_by_role("button", name="Indent", exact=True).tap()
    block.get_by_role("button", name="[", exact=True).tap()
    expect(content(block)).to_have_text("    x[")
    expect(content(block)).to_be_focused()


def test_the_theme_changes_at_once_and_stays(page: Page) -> None:
    page.goto(PAGE)
    with page.expect_response("**/preferences"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(20, 23, 28)")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
