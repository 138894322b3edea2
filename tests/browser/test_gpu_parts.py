"""What a run on a GPU adds to a verdict, in a browser: seen whole, by keyboard, by axe, with and without scripts."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.queue import LocalBus, LocalQueue
from app.store.attempts import AttemptStore
from app.store.database import Database
from app.store.learners import LearnerStore
from app.store.submissions import SubmissionStore
from tests.browser.test_look import LOOKS, faults
from tests.web import measured

TOKEN = "g" * 43
NOBODY = "gpu.nobody"  # no worker of the server takes what asks for this


@pytest.fixture(scope="module")
def path(server: Any) -> str:
    """A page with everything: a kernel that was measured on an H200, and the calls of a program."""
    verdict = measured.verdict(measured.benchmark()).model_copy(update={"timeline": measured.overlapping()})
    with (
        closing(Database.open(server.data)) as db,
        closing(LocalQueue(server.data)) as queue,
        closing(LocalBus(server.data)) as bus,
    ):
        return f"/submissions/{graded(db, queue, bus, verdict)}"


def graded(db: Database, queue: LocalQueue, bus: LocalBus, verdict: Verdict) -> str:
    learner = LearnerStore(db).create(TOKEN)
    sent = SubmissionStore(db, queue, bus).create(
        learner, "vector-add", "v", Mode.SUBMIT, measured.SOURCE, queue=NOBODY
    )
    attempts = AttemptStore(db, queue, bus, lease_s=60, tries=1)
    lease = attempts.claim("test", [NOBODY])
    assert lease is not None
    assert attempts.finish(lease, verdict)
    return sent.id


def opened(visit: Any, path: str, **options: Any) -> Page:
    context = visit.context(**options)
    context.add_cookies([{"name": "learner", "value": TOKEN, "url": visit.url}])
    page: Page = context.new_page()
    page.goto(path)
    page.locator(".verdict details").evaluate_all("all => all.forEach((one) => { one.open = true })")
    return page


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visit: Any, path: str, theme: str, width: int) -> None:
    page = opened(visit, path, color_scheme=theme, viewport={"width": width, "height": 900})
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    assert faults(visit, page) == []
    page.set_viewport_size({"width": 320, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_line_and_its_instructions_are_marked_together(visit: Any, path: str) -> None:
    page = opened(visit, path)
    code = page.locator("machine-code")
    code.locator(".machine-source [data-of='23'] a").click()
    expect(code.locator(".run[data-chosen]")).to_have_count(2)
    expect(code.locator(".run[data-chosen]").first).to_be_in_viewport()
    expect(code.locator(".run[data-chosen]").first).to_contain_text("STG.E")
    code.locator(".run[data-of='18'] pre").first.click()
    expect(code.locator(".machine-source [data-chosen]")).to_contain_text("syncthreads")


def test_the_arrow_keys_go_from_call_to_call(visit: Any, path: str) -> None:
    page = opened(visit, path)
    page.locator(".timeline-stage").focus()
    page.keyboard.press("End")
    now = page.locator("[data-now]")
    last = now.text_content()
    page.keyboard.press("ArrowLeft")
    expect(now).not_to_have_text(str(last))
    expect(now).to_contain_text("line 21")
    expect(now.locator("a[data-line='21']")).to_be_visible()
    expect(page.locator(".tl-bar[data-chosen]")).to_have_count(1)


def test_without_scripts_a_line_leads_to_its_instructions(visit: Any, path: str) -> None:
    page = opened(visit, path, java_script_enabled=False)
    page.locator(".machine-source [data-of='23'] a").click()
    expect(page.locator(".run:target")).to_contain_text("LDS R11")
