"""What becomes of a submission when the network does not hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

NO_GUARD = (Path(__file__).parents[2] / "kernels" / "vector-add" / "wrong" / "no_guard.py").read_text()
NETWORK = ("net::ERR", "Failed to load resource")
EVENTS = "**/api/submissions/*/events"


def ready(page: Page) -> Locator:
    page.goto("/exercises/vector-add")
    block = page.locator("kernel-exercise")
    block.scroll_into_view_if_needed()
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(NO_GUARD)
    return block


def note_statuses(page: Page) -> Locator:
    """What keeps each sentence of the status line in `data-said`: some are on show for a moment."""
    page.evaluate(
        """() => {
          const { dataset } = document.documentElement;
          const line = document.querySelector("[data-status]");
          dataset.said = "";
          new MutationObserver(() => (dataset.said += `${line.textContent} `)).observe(line, { childList: true });
        }"""
    )
    return page.locator("html")


def test_a_dropped_stream_resumes_behind_its_last_event(visit: Any, line: Any, sleeping: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page(url=line.url)
    block = ready(page)
    said = note_statuses(page)
    with page.expect_request(EVENTS) as first:
        block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    with page.expect_request(EVENTS) as second:
        line.cut()
    expect(said).to_have_attribute("data-said", re.compile("Queued.*dropped.*Queued"))  # again, once it is through
    sleeping.wake()
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)
    assert "last-event-id" not in first.value.all_headers()
    assert second.value.all_headers()["last-event-id"] == "1"


@pytest.mark.slow
def test_where_no_stream_gets_through_the_page_asks(visit: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page()

    def refuse(route: Route) -> None:
        route.fulfill(status=503, body="no streams here")

    page.route(EVENTS, refuse)
    block = ready(page)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)


@pytest.mark.slow
def test_without_a_network_the_page_says_so_and_keeps_the_text(visit: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page()
    block = ready(page)
    page.context.set_offline(True)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("does not answer")
    expect(block.locator(".cm-content")).to_contain_text("out[i] = a[i] + b[i]")
    expect(block.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    page.context.set_offline(False)


@pytest.mark.slow
def test_where_the_editor_does_not_come_through_the_text_area_serves(visit: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page()
    page.route("**/vendor/codemirror.js", lambda route: route.abort())
    page.goto("/exercises/vector-add")
    block = page.locator("kernel-exercise")
    block.locator("textarea").fill(NO_GUARD)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)


def test_a_question_that_is_answered_before_its_script_came_is_marked_on_a_page(visit: Any) -> None:
    page = visit.page(hasty=True)
    page.route("**/js/quiz.js", lambda route: None)  # it never comes
    page.goto("/lessons/03-threads-blocks-grids")
    quiz = page.locator("#q-runs")
    quiz.get_by_label("Your answer").fill("1024")
    with page.expect_navigation():
        quiz.get_by_role("button", name="Check").click()
    expect(quiz).to_have_attribute("data-state", "correct")


@pytest.mark.slow
def test_a_kernel_that_is_sent_before_the_script_came_gets_its_verdict_on_a_page(visit: Any) -> None:
    page = visit.page(hasty=True)
    page.route("**/js/kernel-exercise.js", lambda route: None)  # it never comes
    page.goto("/exercises/vector-add")
    page.locator("textarea").fill(NO_GUARD)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page).to_have_url(re.compile("/submissions/"))
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)


@pytest.mark.slow
def test_what_is_written_before_the_script_came_stands_in_the_editor(visit: Any) -> None:
    page = visit.page(hasty=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/js/kernel-exercise.js", hold)
    page.goto("/exercises/vector-add")
    page.locator("textarea").fill(NO_GUARD)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("kernel-exercise .cm-content")).to_contain_text("out[i] = a[i] + b[i]")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)
    expect(page).to_have_url(re.compile("/exercises/vector-add$"))


def test_a_refused_answer_says_why(visit: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page()
    page.goto("/lessons/03-threads-blocks-grids")
    page.context.clear_cookies()
    quiz = page.locator("#q-runs")
    quiz.get_by_label("Your answer").fill("1024")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz.get_by_role("alert")).to_contain_text("This page is out of date")


@pytest.mark.slow
def test_a_page_that_is_loaded_in_mid_run_goes_on_watching(page: Page, sleeping: Any) -> None:
    block = ready(page)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    page.reload()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    sleeping.wake()
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)


@pytest.mark.slow
def test_a_submissions_page_turns_into_its_verdict(page: Page, sleeping: Any) -> None:
    block = ready(page)
    with page.expect_response("**/api/exercises/*/submissions") as answered:
        block.get_by_role("button", name="Run", exact=True).click()
    page.goto(answered.value.json()["url"])
    expect(page.locator("[data-pending]")).to_be_visible()
    sleeping.wake()
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)
