"""Pages that everyone can read: axe, both themes, wide and narrow, without sideways scrolling."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

NO_GUARD = (Path(__file__).parents[2] / "kernels" / "vector-add" / "wrong" / "no_guard.py").read_text()
LESSONS = ["/lessons/03-threads-blocks-grids", "/lessons/06-reading-memory-well", "/lessons/07-shared-memory"]
BESIDE = ["/map", "/glossary", "/placement", "/placement/result", "/inventory", "/inventory/result"]
PATHS = [
    *("/", LESSONS[0], "/exercises/vector-add", "/exercises/block-shape", "/key", "/lessons/nothing-here"),
    *(pytest.param(path, marks=pytest.mark.slow) for path in [*LESSONS[1:], *BESIDE]),
]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Axe would fetch the style sheets again, imports from the wrong folder: none of its rules here need them.
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "preload": False}
# The pair that shows most; the other three in the second stage.
LOOKS = [
    ("dark", 390),
    pytest.param("light", 1280, marks=pytest.mark.slow),
    pytest.param("dark", 1280, marks=pytest.mark.slow),
    pytest.param("light", 390, marks=pytest.mark.slow),
]
MISSING = ("404",)


def faults(visit: Any, page: Page) -> list[str]:
    """What axe finds. It measures with inline styles, of which the page's policy then complains: those are its own."""
    assert visit.watch.unexpected() == []
    visit.watch.expected += ("Applying inline style violates",)
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [f"{fault['id']}: {node['target']} {node['html'][:200]}" for fault in found for node in fault["nodes"]]


def settle(page: Page) -> None:
    """Wait for the scripts and the editors; axe looks at what is there."""
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    for block in page.locator("kernel-exercise").all():
        block.scroll_into_view_if_needed()
        expect(block).to_have_attribute("data-ready", "")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")  # an exercise may pass over a part of the contents


@pytest.mark.parametrize(("theme", "width"), LOOKS)
@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visit: Any, path: str, theme: str, width: int) -> None:
    visit.watch.expected = MISSING if "nothing-here" in path else ()
    page = visit.page(color_scheme=theme, viewport={"width": width, "height": 900})
    page.goto(path)
    settle(page)
    assert faults(visit, page) == []
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_axe_finds_nothing_in_a_verdict_and_on_a_submissions_page(visit: Any, theme: str, width: int) -> None:
    page = visit.page(color_scheme=theme, viewport={"width": width, "height": 900})
    page.goto("/exercises/vector-add")
    settle(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(NO_GUARD)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=120_000)
    assert faults(visit, page) == []
    page.locator(".verdict-meta a").click()
    expect(page.locator(".listing")).to_be_visible()
    assert faults(visit, page) == []


@pytest.mark.slow
def test_axe_finds_nothing_in_a_lesson_with_several_verdicts(visit: Any) -> None:
    page = visit.page()
    page.goto("/lessons/03-threads-blocks-grids")
    for block in page.locator("kernel-exercise").all():
        block.scroll_into_view_if_needed()
        expect(block).to_have_attribute("data-ready", "")
        block.get_by_role("button", name="Run", exact=True).click()
        expect(block.locator(".verdict")).to_be_visible(timeout=120_000)
    assert faults(visit, page) == []


@pytest.mark.slow
def test_axe_finds_nothing_in_marked_questions(visit: Any) -> None:
    page = visit.page()
    page.goto("/lessons/03-threads-blocks-grids")
    for name in ("guard", "limits"):
        quiz = page.locator(f"#q-{name}")
        quiz.locator("input[name='answer']").first.check()
        quiz.get_by_role("button", name="Check").click()
        expect(quiz).not_to_have_attribute("data-state", "unanswered")
    assert faults(visit, page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("path", PATHS)
def test_nothing_scrolls_sideways_on_a_phone(visit: Any, path: str, width: int) -> None:
    visit.watch.expected = MISSING if "nothing-here" in path else ()
    page = visit.page(viewport={"width": width, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(path)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_theme_of_the_system_is_followed_until_one_is_chosen(visit: Any) -> None:
    page = visit.page(color_scheme="dark")
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", "rgb(20, 23, 28)")
    with page.expect_response("**/preferences"):
        page.get_by_role("button", name="Light").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
def test_no_line_of_a_block_of_code_wraps(visit: Any, width: int) -> None:
    page = visit.page(viewport={"width": width, "height": 900})
    page.goto("/lessons/07-shared-memory")
    order = page.locator("block-order[data-ready]")
    for used in range(1, 7):
        order.locator(".order-unused .block-use").first.click()
        expect(order.locator(".order-used [data-block]")).to_have_count(used)
    lines = """pre => [pre.textContent.trimEnd().split("\\n").length,
        Math.round((pre.clientHeight - 12) / parseFloat(getComputedStyle(pre).lineHeight))]"""
    for block in order.locator("[data-block] pre").all():
        written, shown = block.evaluate(lines)
        assert shown == written


def test_a_long_choice_of_a_pair_is_shown_whole(visit: Any) -> None:
    page = visit.page(viewport={"width": 390, "height": 900})
    page.goto("/lessons/07-shared-memory")
    choice = page.locator("#q-where-it-lives select").first
    height = choice.bounding_box()["height"]
    choice.evaluate("e => e.options[1].textContent = 'one for each block, and gone with it '.repeat(3)")
    choice.select_option(index=1)
    assert choice.bounding_box()["height"] > height


def test_times_are_those_of_the_reader(visit: Any) -> None:
    page = visit.page(timezone_id="Asia/Kolkata", locale="en-GB")
    page.goto("/exercises/vector-add")
    settle(page)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".verdict")).to_be_visible(timeout=120_000)
    minutes = page.locator(".verdict time").evaluate("e => new Date(e.dateTime).getUTCMinutes()")
    for time in (page.locator(".verdict time"), page.locator(".history time").first):
        expect(time).to_have_text(re.compile(rf":{(minutes + 30) % 60:02}:"))
        expect(time).to_have_attribute("title", re.compile("UTC$"))


def test_coverage_is_drawn_in_the_readers_own_colours(visit: Any) -> None:
    page = visit.page(forced_colors="active")
    page.goto("/exercises/cover-a-vector")
    settle(page)
    colours = page.evaluate(
        """() => {
            const coverage = document.createElement("figure");
            const swatch = document.createElement("span");
            coverage.className = "coverage";
            swatch.className = "cov-swatch";
            swatch.dataset.state = "never";
            coverage.append(swatch);
            document.body.append(coverage);
            return [getComputedStyle(swatch).outlineColor, getComputedStyle(document.body).color];
        }"""
    )
    assert colours[0] == colours[1]
