"""Questions of every type, answered with the mouse, by touch, by keys and without JavaScript, on their own course."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from app.course.loader import Reader
from app.course.proofs import Proof, platform, record

HERE = Path(__file__).parent
LESSON = "/lessons/01-questions"
RUN_MS = 120_000  # the first one waits for the worker to warm up
RIGHT = ["@cuda.jit", "i = cuda.grid(1)", "if i < out.size:", "out[i] = a[i] + b[i]"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "preload": False}


@pytest.fixture(scope="module")
def server(serving: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """On the course beside this file, whose proofs are laid down unproved: it teaches nobody."""
    root = tmp_path_factory.mktemp("asking")
    shutil.copytree(HERE / "course", root / "course")
    shutil.copytree(HERE.parents[1] / "kernels" / "vector-add", root / "course" / "kernels" / "vector-add")
    for subject in Reader(root / "course").subjects():
        record(subject, Proof(subject.hash, platform(), "2026-01-01T00:00:00+00:00"))
    running = serving(root, root / "course")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def open_lesson(visit: Any) -> Any:
    def opened(**options: Any) -> Page:
        page: Page = visit.page(**options)
        page.goto(LESSON)
        return page

    return opened


def question(page: Page, name: str) -> Locator:
    return page.locator(f"#q-{name}")


def check(quiz: Locator) -> None:
    quiz.get_by_role("button", name=re.compile("^Check")).click()


def block(quiz: Locator, code: str) -> Locator:
    return quiz.locator("[data-block]", has_text=code)


def expect_used(quiz: Locator, codes: list[str]) -> None:
    """The blocks in the kernel, in order."""
    expect(quiz.locator("ol.blocks .block-code")).to_contain_text(codes)
    expect(quiz.locator("ol.blocks .block-code")).to_have_count(len(codes))


def centre(quiz: Locator) -> None:
    """Away from the edges of the screen, where a drag scrolls the page along."""
    quiz.evaluate("quiz => quiz.scrollIntoView({ block: 'center', behavior: 'instant' })")


def use(quiz: Locator, *codes: str) -> None:
    for code in codes:
        block(quiz, code).get_by_role("button", name="Use:").click()


@pytest.mark.slow
def test_blocks_are_put_together_by_buttons_run_and_explained(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "add")
    use(quiz, "@cuda.jit", "i = cuda.grid(1)", "if i <= out.size:", "out[i] =")
    check(quiz)
    expect(quiz).to_have_attribute("data-state", "wrong", timeout=RUN_MS)
    expect(quiz.locator(".quiz-outcome")).to_contain_text("One thread more")
    quiz.get_by_role("link", name="Line 6").click()
    expect(quiz.locator("#q-add-line-6")).to_contain_text("out[i] = a[i] + b[i]")
    expect(page.locator("[data-announcer]")).to_contain_text("Not yet")


def test_keys_alone_bring_the_blocks_into_order(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "add")
    use(quiz, "out[i] =", "@cuda.jit", "i = cuda.grid(1)", "if i < out.size:")
    grip = block(quiz, "out[i] =").get_by_role("button", name="Block:")
    grip.press("Alt+ArrowDown")
    expect(page.locator("[data-announcer]")).to_have_text("Place 2 of 4 in your kernel.")
    grip.press("Space")
    expect(grip).to_have_attribute("aria-pressed", "true")
    grip.press("ArrowDown")
    grip.press("ArrowDown")
    grip.press("Space")
    expect_used(quiz, RIGHT)
    expect(grip).to_be_focused()
    check(quiz)
    expect(quiz).to_have_attribute("data-state", "correct", timeout=RUN_MS)


@pytest.mark.slow
def test_escape_takes_a_block_back_to_where_it_was_picked_up(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "add")
    use(quiz, *RIGHT)
    grip = block(quiz, "@cuda.jit").get_by_role("button", name="Block:")
    for key in ("Space", "ArrowDown", "ArrowDown", "Escape"):
        grip.press(key)
    expect_used(quiz, RIGHT)
    expect(page.locator("[data-announcer]")).to_contain_text("Back where it was.")
    expect(grip).to_be_focused()


def test_a_block_goes_where_the_mouse_drags_it(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "add")
    use(quiz, *RIGHT[1:])
    first = block(quiz, "@cuda.jit")
    centre(quiz.locator(".order-used"))
    start, goal = first.bounding_box(), block(quiz, RIGHT[1]).bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + 120, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(goal["x"] + 120, goal["y"] + 5, steps=8)
    page.mouse.up()
    expect_used(quiz, RIGHT)


@pytest.mark.slow
def test_a_finger_drags_a_block_by_its_handle(open_lesson: Any) -> None:
    page = open_lesson(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    quiz = question(page, "add")
    use(quiz, "i = cuda.grid(1)", "@cuda.jit")
    grip = block(quiz, "@cuda.jit").get_by_role("button", name="Block:")
    centre(quiz.locator(".order-used"))
    start, goal = grip.bounding_box(), block(quiz, "i = cuda.grid(1)").bounding_box()
    assert start is not None
    assert goal is not None
    touch = page.context.new_cdp_session(page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        at = y + (goal["y"] + 4 - y) * step / 8
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": at}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_used(quiz, ["@cuda.jit", "i = cuda.grid(1)"])


def test_a_launch_is_pictured_run_and_its_writes_are_shown(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "cover")
    quiz.get_by_label("Grid: blocks, x").fill("3")
    quiz.get_by_label("Block: threads, x").fill("256")
    expect(quiz.locator("output")).to_contain_text("3 × 256 = 768 threads")
    expect(quiz.locator(".launch-picture svg g")).to_have_count(3)
    check(quiz)
    expect(quiz).to_have_attribute("data-state", "wrong", timeout=RUN_MS)
    expect(quiz.get_by_role("img")).to_have_accessible_description(re.compile("768 written once, 232 never"))
    expect(quiz.locator(".coverage-where")).to_have_text("Elements 768 to 999 were never written.")
    quiz.get_by_label("Grid: blocks, x").fill("4")
    check(quiz)
    expect(quiz.locator(".coverage-key")).to_have_text(re.compile("1,000 written once"), timeout=RUN_MS)
    expect(quiz).to_have_attribute("data-state", "correct")


@pytest.mark.slow
def test_what_is_changed_while_a_run_goes_on_stays(open_lesson: Any, sleeping: Any) -> None:
    page = open_lesson()
    quiz = question(page, "cover")
    quiz.get_by_label("Grid: blocks, x").fill("2")
    quiz.get_by_label("Block: threads, x").fill("32")
    check(quiz)
    expect(quiz).to_have_attribute("data-state", "pending")
    expect(quiz.get_by_text("See whether it is done")).to_be_hidden()
    quiz.get_by_label("Grid: blocks, x").fill("7")
    sleeping.wake()
    expect(quiz).to_have_attribute("data-state", "wrong", timeout=RUN_MS)
    expect(quiz.get_by_label("Grid: blocks, x")).to_have_value("7")
    expect(quiz.get_by_label("Grid: blocks, x")).to_be_focused()


@pytest.mark.slow
def test_pairs_can_be_partly_right_and_each_is_told(open_lesson: Any) -> None:
    page = open_lesson()
    quiz = question(page, "axes")
    for name, partner in (
        ("threadIdx", "its place in its block"),
        ("blockIdx", "its block's place in the grid"),
        ("blockDim", "how many blocks there are along x"),
    ):
        quiz.get_by_label(re.compile(name)).select_option(label=partner)
    check(quiz)
    expect(quiz).to_have_attribute("data-state", "partly")
    expect(quiz.locator(".mark")).to_have_text(["✓ Right", "✓ Right", "✗ Not right"])
    expect(quiz.locator(".pair[data-mark='wrong']")).to_contain_text("cuda.gridDim.x")


@pytest.mark.slow
def test_without_javascript_an_order_is_numbered_run_and_looked_at_again(open_lesson: Any) -> None:
    page = open_lesson(java_script_enabled=False)
    quiz = question(page, "add")
    for place, code in enumerate(RIGHT, 1):
        block(quiz, code).get_by_label("Place").select_option(label=str(place))
    check(quiz)
    expect(quiz).to_have_attribute("data-state", re.compile("pending|correct"))
    for _ in range(RUN_MS // 500):
        if quiz.get_attribute("data-state") == "correct":
            break
        quiz.get_by_role("link", name="See whether it is done").click()
        page.wait_for_timeout(500)
    expect(quiz.locator(".quiz-outcome")).to_contain_text("Each thread looks after one element")


def answer_all(page: Page) -> None:
    question(page, "barrier").get_by_label("Your answer").fill("syncwarp")
    for select in question(page, "axes").get_by_role("combobox").all():
        select.select_option(index=2)
    question(page, "prints").get_by_role("radio").first.check()
    question(page, "cover").get_by_label("Grid: blocks, x").fill("3")
    question(page, "cover").get_by_label("Block: threads, x").fill("256")
    use(question(page, "add"), "@cuda.jit", "i = cuda.threadIdx.x", "if i <= out.size:", "out[i] =")
    for name in ("barrier", "axes", "prints", "cover", "add"):  # one run at a time: a newer one replaces one that waits
        check(question(page, name))
        expect(question(page, name)).to_have_attribute("data-state", re.compile("wrong|correct|partly"), timeout=RUN_MS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "width"),
    [("light", 1280), ("dark", 390), ("dark", 1280)],
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visit: Any, open_lesson: Any, theme: str, width: int) -> None:
    page = open_lesson(color_scheme=theme, viewport={"width": width, "height": 900})
    answer_all(page)
    assert visit.watch.unexpected() == []
    visit.watch.expected += ("Applying inline style violates",)  # axe's own, of which the page's policy complains
    found = Axe().run(page, context="[data-quiz]", options=OPTIONS).response["violations"]
    assert [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_an_exercise_that_is_a_launch_shows_its_kernel_and_what_was_written(page: Page) -> None:
    page.goto("/exercises/cover")
    exercise = page.locator("kernel-exercise")
    expect(exercise).to_have_attribute("data-ready", "")
    expect(exercise.locator(".launched-kernel")).to_contain_text("out[i] = 2 * a[i]")
    exercise.get_by_role("button", name="Submit", exact=True).click()
    expect(exercise.locator(".verdict[data-kind='wrong_answer']")).to_be_visible(timeout=RUN_MS)
    expect(exercise.locator(".coverage-key")).to_contain_text("232 never")
    expect(exercise.locator(".cases")).to_contain_text("3 × 256")
