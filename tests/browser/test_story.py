"""What a learner does in an evening: reads, answers, writes a kernel, is told what is wrong, mends it, passes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

KERNELS = Path(__file__).parents[2] / "kernels"
LESSON = "/lessons/03-threads-blocks-grids"
LESSON_6 = "/lessons/06-reading-memory-well"
NO_GUARD = (KERNELS / "vector-add" / "wrong" / "no_guard.py").read_text()
SOLUTION = (KERNELS / "vector-add" / "solution.py").read_text()
CONTIGUOUS = (KERNELS / "contiguous-copy" / "solution.py").read_text()
GRADED_MS = 120_000  # the first one waits for the worker to warm up


def question(page: Page, name: str) -> Locator:
    return page.locator(f"#q-{name}")


def choose(quiz: Locator, *options: str) -> None:
    for box in quiz.get_by_role("checkbox").all():
        box.uncheck()
    for option in options:
        quiz.get_by_label(option, exact=True).check()
    quiz.get_by_role("button", name="Check").click()


def fill(quiz: Locator, number: str) -> None:
    quiz.get_by_label("Your answer").fill(number)
    quiz.get_by_role("button", name="Check").click()


def exercise(page: Page, slug: str) -> Locator:
    """The exercise's block, once its editor is there."""
    block = page.locator(f"kernel-exercise[data-slug='{slug}']")
    block.scroll_into_view_if_needed()
    expect(block.locator(".cm-content")).to_be_visible()
    expect(block).to_have_attribute("data-ready", "")
    return block


def write(page: Page, block: Locator, source: str) -> None:
    block.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)


def graded(block: Locator, kind: str) -> Locator:
    verdict = block.locator(f".verdict[data-kind='{kind}']")
    expect(verdict).to_be_visible(timeout=GRADED_MS)
    expect(block).to_have_attribute("data-stage", "graded")
    return verdict


def note_statuses(page: Page) -> None:
    """Keeps each sentence of the status line: some are on show for a few milliseconds."""
    page.evaluate(
        """() => {
          window.statuses = [];
          const line = document.querySelector("[data-status]");
          new MutationObserver(() => window.statuses.push(line.textContent)).observe(line, { childList: true });
        }"""
    )


def test_a_single_question_is_told_wrong_then_right_with_feedback_for_every_option(page: Page) -> None:
    page.goto(LESSON)
    quiz = question(page, "guard")
    choose(quiz, "if i > out.size: return")
    expect(quiz).to_have_attribute("data-state", "wrong")
    expect(quiz.locator(".option .feedback")).to_have_count(4)
    expect(quiz.locator(".option[data-mark='wrong'] .mark")).to_contain_text("Not right")
    choose(quiz, "if i >= out.size: return")
    expect(quiz).to_have_attribute("data-state", "correct")
    expect(quiz.locator("[data-outcome]")).to_contain_text("Correct")


def test_a_multiple_question_can_be_partly_right(page: Page) -> None:
    page.goto(LESSON)
    quiz = question(page, "limits")
    choose(quiz, "(1024,)", "(64, 32)")
    expect(quiz).not_to_have_attribute("data-state", "unanswered")
    expect(quiz).not_to_have_attribute("data-state", "correct")
    choose(quiz, "(1024,)", "(32, 32)", "(16, 16, 4)")
    expect(quiz).to_have_attribute("data-state", "correct")


def test_a_numeric_question_says_what_a_wrong_number_comes_from(page: Page) -> None:
    page.goto(LESSON)
    quiz = question(page, "runs")
    fill(quiz, "1000")
    expect(quiz).to_have_attribute("data-state", "wrong")
    expect(quiz.locator(".quiz-outcome .feedback")).to_contain_text("square brackets")
    fill(quiz, "1024")
    expect(quiz).to_have_attribute("data-state", "correct")


def test_an_answer_keeps_the_focus_where_it_was_and_is_read_out(page: Page) -> None:
    page.goto(LESSON)
    quiz = question(page, "runs")
    quiz.get_by_label("Your answer").fill("1024")
    quiz.get_by_role("button", name="Check").press("Enter")
    expect(quiz.get_by_role("button", name="Check again")).to_be_focused()
    expect(page.locator("[data-announcer]")).to_contain_text("Correct")


@pytest.mark.slow
def test_answers_survive_a_reload_and_a_restart_of_the_server(visit: Any, page: Page, server: Any) -> None:
    visit.watch.expected = ("ERR_CONNECTION_REFUSED",)  # the page tells where its reader is, and nobody listens
    page.goto(LESSON)
    fill(question(page, "runs"), "1024")
    expect(question(page, "runs")).to_have_attribute("data-state", "correct")
    choose(question(page, "guard"), "if i > out.size: return")
    expect(question(page, "guard")).to_have_attribute("data-state", "wrong")
    page.reload()
    expect(question(page, "runs")).to_have_attribute("data-state", "correct")
    server.stop()
    server.start()
    page.goto(LESSON)
    expect(question(page, "runs")).to_have_attribute("data-state", "correct")
    expect(question(page, "guard").get_by_label("if i > out.size: return", exact=True)).to_be_checked()


def test_a_wrong_kernel_is_explained_on_its_line_and_its_mended_form_passes(page: Page) -> None:
    page.goto(LESSON)
    block = exercise(page, "vector-add")
    note_statuses(page)
    write(page, block, NO_GUARD)
    block.get_by_role("button", name="Run", exact=True).click()
    verdict = graded(block, "fault")
    statuses = page.evaluate("window.statuses")
    assert any(status.startswith("Queued") for status in statuses), statuses
    assert "Compiling" in statuses  # what follows is over within a tenth of a second, and then not told

    line = 1 + NO_GUARD.splitlines().index("    out[i] = a[i] + b[i]")
    finding = verdict.locator(".finding").first
    expect(finding).to_contain_text("Out of bounds")
    expect(block.locator(".cm-lint-marker-error")).to_be_visible()
    expect(block.locator(".cm-line-error")).to_contain_text("out[i] = a[i] + b[i]")
    finding.get_by_role("button", name=f"Line {line}").click()
    expect(block.locator(".cm-content")).to_be_focused()
    expect(block.locator(".cm-place")).to_contain_text(f"Line {line},")

    write(page, block, SOLUTION)
    block.get_by_role("button", name="Submit").click()
    verdict = graded(block, "passed")
    expect(verdict.locator(".compiled")).to_contain_text("Registers a thread")
    expect(verdict.locator(".cases tbody tr")).not_to_have_count(0)
    expect(block.locator(".cm-lint-marker-error")).to_have_count(0)
    expect(page.locator("#e-vector-add .exercise-head")).to_contain_text("Passed")
    expect(page.locator(".lesson-meta")).to_contain_text("1 of 4 exercises")
    expect(block.locator(".cm-counts")).to_contain_text("sectors/request")
    verdict.locator(".machine > summary").click()
    verdict.locator(".machine-form > summary", has_text="PTX").click()
    expect(verdict.locator(".machine")).to_contain_text("ld.global")


def test_marks_follow_what_is_typed_while_a_kernel_runs(page: Page) -> None:
    page.goto("/exercises/vector-add")
    block = exercise(page, "vector-add")
    write(page, block, NO_GUARD)
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("# typed later\n# and this\n")
    graded(block, "fault")
    expect(block.locator(".cm-line-error")).to_have_text("    out[i] = a[i] + b[i]")


@pytest.mark.slow
def test_an_evening_with_lesson_6_goes_on_the_next_day_in_another_browser(visit: Any) -> None:
    """Counts before the answer; a right kernel that wastes; the mended one; the way back."""
    page = visit.page()
    page.goto(LESSON_6)
    fill(question(page, "pieces-in-order"), "32")
    expect(question(page, "pieces-in-order")).to_have_attribute("data-state", "wrong")
    fill(question(page, "pieces-in-order"), "4")
    expect(question(page, "pieces-in-order")).to_have_attribute("data-state", "correct")

    block = exercise(page, "contiguous-copy")
    block.get_by_role("button", name="Submit").click()
    verdict = graded(block, "too_slow")
    expect(verdict.locator(".requirement")).to_contain_text("wanted at least 90 %, got 25 %")
    expect(block.locator(".cm-line.cm-heat-5")).to_contain_text("out[i] = a[i]")
    write(page, block, CONTIGUOUS)
    block.get_by_role("button", name="Submit").click()
    graded(block, "passed")
    expect(block.locator(".cm-counts")).to_contain_text("4.0 sectors/request")
    expect(block.locator(".cm-heat-5")).to_have_count(0)

    page.goto("/key")
    key = page.get_by_label("The key of this browser").input_value()
    other = visit.page()
    other.goto("/key")
    other.get_by_label("Key", exact=True).fill(key)
    other.get_by_role("button", name="Use this key").click()
    card = other.locator(".lesson-card", has_text="Reading memory well")
    expect(card).to_contain_text("1 of 12 questions answered")
    expect(card).to_contain_text("1 of 4 exercises passed")
    other.get_by_role("link", name="Go on with lesson 6").click()
    expect(other).to_have_url(re.compile(LESSON_6))
    expect(exercise(other, "contiguous-copy").locator(".cm-content")).to_contain_text(
        "cuda.blockDim.x * cuda.blockIdx.x"
    )


@pytest.mark.parametrize("script", [False])
def test_everything_works_without_scripts(visit: Any, script: bool) -> None:
    page = visit.page(java_script_enabled=script)
    page.goto(LESSON)
    quiz = question(page, "guard")
    quiz.get_by_label("if i > out.size: return", exact=True).check()
    quiz.get_by_role("button", name="Check").click()
    expect(question(page, "guard")).to_have_attribute("data-state", "wrong")
    expect(question(page, "guard").locator(".option .feedback")).to_have_count(4)
    page.goto("/exercises/vector-add")
    page.get_by_role("textbox").fill(NO_GUARD)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".verdict[data-kind='fault']")).to_be_visible(timeout=GRADED_MS)
    page.locator(".finding a[data-line]").first.click()
    expect(page.locator(".listing li:target")).to_contain_text("out[i] = a[i] + b[i]")
