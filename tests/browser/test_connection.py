"""What becomes of a submission when the network does not hold."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

NO_GUARD = (Path(__file__).parents[2] / "kernels" / "vector-add" / "wrong" / "no_guard.py").read_text()
NETWORK = ("net::ERR", "Failed to load resource")
EVENTS = "**/api/submissions/*/events"


@pytest.fixture
def sleeping_workers(server: Any) -> Iterator[list[int]]:
    """Workers that do nothing until a test wakes them."""
    workers: list[int] = server.workers()
    assert workers
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    yield workers
    wake(workers)


def wake(workers: list[int]) -> None:
    for worker in workers:
        os.kill(worker, signal.SIGCONT)


def ready(page: Page) -> Locator:
    page.goto("/exercises/vector-add")
    block = page.locator("kernel-exercise")
    block.scroll_into_view_if_needed()
    expect(block).to_have_attribute("data-ready", "")
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(NO_GUARD)
    return block


def test_a_dropped_stream_resumes_behind_its_last_event(visit: Any, line: Any, sleeping_workers: list[int]) -> None:
    visit.watch.expected = NETWORK
    page = visit.page(url=line.url)
    seen: list[str | None] = []

    def note(request: Request) -> None:
        if request.url.endswith("/events"):
            seen.append(request.all_headers().get("last-event-id"))

    page.on("requestfinished", note)
    page.on("requestfailed", note)
    block = ready(page)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    line.cut()
    expect(block.locator("[data-status]")).to_contain_text("dropped")
    expect(block.locator("[data-status]")).to_contain_text("Queued")  # again, once it is through
    wake(sleeping_workers)
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=60_000)
    assert seen[0] is None
    assert seen[-1] == "1"


@pytest.mark.slow
def test_where_no_stream_gets_through_the_page_asks(visit: Any) -> None:
    visit.watch.expected = NETWORK
    page = visit.page()

    def refuse(route: Route) -> None:
        route.fulfill(status=503, body="no streams here")

    page.route(EVENTS, refuse)
    block = ready(page)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=60_000)


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
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=60_000)


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
def test_a_page_that_is_loaded_in_mid_run_goes_on_watching(page: Page, sleeping_workers: list[int]) -> None:
    block = ready(page)
    block.get_by_role("button", name="Run", exact=True).click()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    page.reload()
    expect(block.locator("[data-status]")).to_contain_text("Queued")
    wake(sleeping_workers)
    expect(block.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=60_000)


@pytest.mark.slow
def test_a_submissions_page_turns_into_its_verdict(page: Page, sleeping_workers: list[int]) -> None:
    block = ready(page)
    with page.expect_response("**/api/exercises/*/submissions") as answered:
        block.get_by_role("button", name="Run", exact=True).click()
    page.goto(answered.value.json()["url"])
    expect(page.locator("[data-pending]")).to_be_visible()
    wake(sleeping_workers)
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=60_000)
