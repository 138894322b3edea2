"""The placement quiz as a learner with scripts meets it."""

from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_an_answer_is_marked_in_place_and_counts_in_the_result(visit: Any) -> None:
    page = visit.page()
    page.goto("/placement")
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    quiz = page.locator("#q-how-much-faster")
    quiz.get_by_label("Your answer").fill("80")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz).to_have_attribute("data-state", "wrong")
    expect(quiz.locator(".feedback")).to_contain_text("the loop alone")
    page.get_by_role("link", name="See where to start").click()
    expect(page.locator(".result-cell").first).to_have_attribute("data-first", "missed")
    expect(page.get_by_role("link", name="1. Why GPUs").first).to_have_class("button primary")
    page.get_by_role("button", name="Forget the answers").click()
    expect(page.locator("#q-how-much-faster")).to_have_attribute("data-state", "unanswered")
    assert visit.watch.unexpected() == []


def test_a_term_that_a_lesson_links_to_is_where_the_glossary_opens(visit: Any) -> None:
    page = visit.page()
    page.goto("/lessons/12-flash-attention")
    page.locator('.prose a[href^="/glossary#"]').first.click()
    expect(page.locator(".term:target")).to_be_in_viewport()
