"""A term's card: by keyboard, pointer and finger, in what the server sends later, and where it does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_look import faults

LESSON = "/lessons/11-matrix-multiplication"
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
REST = 600  # ms: more than a card takes to open or to close


def term(page: Page, id_: str) -> Locator:
    return page.locator(f'.prose a[href="/glossary#{id_}"]').first


def cards(page: Page) -> Locator:
    return page.locator(".term-card:popover-open")


def box(one: Locator) -> dict[str, float]:
    found = one.bounding_box()
    assert found is not None
    return dict(found)


def test_the_keyboard_goes_from_a_term_into_its_card_and_back(page: Page) -> None:
    page.goto(LESSON)
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    link = term(page, "register")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(cards(page)).to_contain_text("65,536")
    expect(link).to_have_accessible_description(cards(page).locator(".term-card-is").inner_text())
    page.keyboard.press("Tab")
    expect(cards(page).locator("a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.slow
def test_tab_leaves_a_card_behind_its_term(page: Page) -> None:
    page.goto(LESSON)
    link = term(page, "bank")
    link.evaluate("link => link.insertAdjacentElement('afterend', document.createElement('button')).id = 'behind'")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(cards(page)).to_have_count(1)
    for _ in cards(page).locator("a").all():
        page.keyboard.press("Tab")
    expect(cards(page).locator(".term-card-open")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#behind")).to_be_focused()
    expect(cards(page)).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(link).to_be_focused()


@pytest.mark.slow
def test_a_card_that_was_put_away_stays_away(page: Page) -> None:
    page.goto(LESSON)
    link = term(page, "bank")
    link.hover()
    link.focus()
    expect(cards(page)).to_have_count(1)
    cards(page).locator("a").first.focus()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    page.wait_for_timeout(REST)
    expect(cards(page)).to_have_count(0)


@pytest.mark.slow
def test_a_pointer_gets_into_a_card_which_stays_until_it_leaves(visit: Any, page: Page) -> None:
    page.goto(LESSON)
    link = term(page, "register")
    link.hover()
    expect(cards(page)).to_have_count(1)
    assert faults(visit, page) == []
    cards(page).locator(".term-card-is").hover()
    page.wait_for_timeout(REST)
    expect(cards(page)).to_have_count(1)
    page.mouse.move(2, 300)
    expect(cards(page)).to_have_count(0)
    link.click()
    expect(page.locator(".term:target")).to_be_in_viewport()


@pytest.mark.slow
def test_a_finger_opens_a_card_turns_to_another_term_and_puts_it_away(visit: Any) -> None:
    page = visit.page(**PHONE)
    page.goto(LESSON)
    link = term(page, "register")
    link.tap()
    expect(cards(page)).to_be_focused()
    cards(page).locator(".term-card-is a").first.tap()
    expect(cards(page)).to_have_attribute("id", "term:streaming-multiprocessor")
    cards(page).get_by_role("button", name="Close").tap()
    expect(cards(page)).to_have_count(0)
    expect(link).to_be_focused()
    link.tap()
    expect(cards(page)).to_have_count(1)
    link.tap()
    page.wait_for_timeout(REST)
    expect(cards(page)).to_have_count(0)
    assert page.url.endswith(LESSON)


@pytest.mark.slow
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_card_stays_within_a_small_window(visit: Any, direction: str) -> None:
    page = visit.page(**PHONE)
    page.goto("/lessons/07-shared-memory")
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    page.evaluate("direction => document.documentElement.dir = direction", direction)
    for link in page.locator(".prose a[aria-describedby]").all()[:4]:
        link.tap()
        shown, at = box(cards(page)), box(link)
        assert shown["x"] >= 8
        assert shown["x"] + shown["width"] <= 312
        assert shown["y"] + shown["height"] <= at["y"] or shown["y"] >= at["y"]
        page.keyboard.press("Escape")
        expect(cards(page)).to_have_count(0)


@pytest.mark.slow
def test_a_reply_brings_the_cards_of_its_terms(page: Page) -> None:
    page.goto(LESSON)
    expect(page.locator("[id='term:spill']")).to_have_count(0)
    quiz = page.locator("#q-why-not-more")
    quiz.get_by_label("A thread has 255 registers at most.").check()
    quiz.get_by_role("button", name="Check").click()
    quiz.get_by_role("link", name="spills").hover()
    expect(cards(page)).to_have_attribute("id", "term:spill")


@pytest.mark.slow
def test_without_scripts_a_term_leads_to_the_glossary(visit: Any) -> None:
    page = visit.page(java_script_enabled=False)
    page.goto(LESSON)
    expect(page.locator(".term-card").first).to_be_hidden()
    term(page, "register").click()
    expect(page.locator(".term:target")).to_be_in_viewport()


@pytest.mark.slow
def test_the_glossary_is_searched_in_every_language_and_a_link_finds_its_term_again(visit: Any) -> None:
    page = visit.page(viewport={"width": 390, "height": 844})
    page.goto("/glossary")
    shown, field = page.locator(".term:visible"), page.get_by_role("searchbox")
    whole = shown.count()
    field.fill("ワープ")
    expect(page.locator("#warp")).to_be_visible()
    expect(page.locator("#guard")).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text(f"{shown.count()} of {whole} terms")
    expect(page.locator(".letters li:visible")).to_have_text(["W"])
    page.locator("#warp").get_by_role("link", name="threads").click()
    expect(page.locator("#thread")).to_be_in_viewport()
    expect(field).to_have_value("")
    assert shown.count() == whole
