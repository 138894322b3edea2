"""Coming back: drafts in two browsers and two tabs, the place in a lesson, an older version."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

PAGE = "/exercises/vector-add"
LESSON = "/lessons/03-threads-blocks-grids"
CONFLICT = ("409 (Conflict)",)  # Chromium's own note on the answer that the page then shows


# The learner is known from here on; nothing of the exercise that the tests are about is.
FIRST_WRITE = """() => fetch("/api/exercises/block-shape/draft", {
  method: "PUT",
  headers: {
    "Content-Type": "application/json",
    "X-CSRF-Token": document.querySelector('meta[name="csrf-token"]').content,
  },
  body: JSON.stringify({ source: "blocks = 1", revision: 0 }),
})"""


@pytest.fixture
def home(visit: Any) -> BrowserContext:
    """The learner's first browser."""
    made: BrowserContext = visit.context()
    return made


@pytest.fixture
def elsewhere(visit: Any, home: BrowserContext) -> BrowserContext:
    """The same learner's second browser: it knows the learner, and nothing that the first one keeps."""
    page = home.new_page()
    page.goto("/")
    page.evaluate(FIRST_WRITE)
    made: BrowserContext = visit.context(storage_state={"cookies": home.cookies(), "origins": []})
    return made


def opened(context: BrowserContext) -> Locator:
    page = context.new_page()
    page.goto(PAGE)
    return ready(page)


def ready(page: Page) -> Locator:
    block = page.locator("kernel-exercise")
    expect(block).to_have_attribute("data-ready", "")
    return block


def text(block: Locator) -> Locator:
    return block.locator(".cm-content")


def saved(block: Locator) -> Locator:
    return block.locator("[data-saved]")


def write(block: Locator, line: str) -> None:
    """Type a line above the others, and leave the editor."""
    text(block).click()
    block.page.keyboard.press("Control+Home")
    block.page.keyboard.insert_text(f"{line}\n")
    block.page.locator("h1").click()


def write_and_save(block: Locator, line: str) -> None:
    """What the page says of a text that was saved before does not tell of this one."""
    with block.page.expect_response(lambda answer: answer.request.method == "PUT" and "/draft" in answer.url) as saving:
        write(block, line)
    assert saving.value.ok
    expect(saved(block)).to_have_attribute("data-saved", "saved")


def press(block: Locator, name: str) -> None:
    block.get_by_role("button", name=name).click()


def test_another_browser_shows_what_was_typed_and_not_sent(home: BrowserContext, elsewhere: BrowserContext) -> None:
    block = opened(home)
    write_and_save(block, "# typed at home")
    expect(text(opened(elsewhere))).to_contain_text("# typed at home")


@pytest.mark.slow
def test_an_open_page_takes_over_what_was_saved_elsewhere(home: BrowserContext, elsewhere: BrowserContext) -> None:
    block, other = opened(home), opened(elsewhere)
    write_and_save(other, "# typed elsewhere")
    block.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when its window comes forward
    expect(text(block)).to_contain_text("# typed elsewhere")


@pytest.fixture
def conflict(visit: Any, home: BrowserContext, elsewhere: BrowserContext) -> Locator:
    """A page whose text was changed in two places."""
    visit.watch.expected = CONFLICT
    block, other = opened(home), opened(elsewhere)
    write_and_save(other, "# theirs")
    write(block, "# mine")
    expect(block.locator("[data-choice]")).to_contain_text("Nothing is overwritten")
    return block


def test_of_two_texts_mine_goes_on_and_the_other_is_kept(conflict: Locator, elsewhere: BrowserContext) -> None:
    conflict.get_by_text("The text saved elsewhere").click()
    expect(conflict.locator("[data-choice] .differs").first).to_have_text("# theirs\n")
    press(conflict, "Go on with mine")
    expect(conflict.locator("[data-choice]")).to_have_count(0)
    expect(conflict.locator("[data-kept] pre")).to_contain_text("# theirs")
    expect(text(opened(elsewhere))).to_contain_text("# mine")


@pytest.mark.slow
def test_of_two_texts_the_other_goes_on_and_mine_comes_back(conflict: Locator) -> None:
    press(conflict, "Take the one saved elsewhere")
    expect(text(conflict)).to_contain_text("# theirs")
    press(conflict, "Put it back")
    expect(text(conflict)).to_contain_text("# mine")
    expect(conflict.locator("[data-kept] pre")).to_contain_text("# theirs")


@pytest.mark.slow
def test_a_reset_that_meets_another_text_leaves_both_to_choose(
    visit: Any, home: BrowserContext, elsewhere: BrowserContext
) -> None:
    visit.watch.expected = CONFLICT
    block = opened(home)
    write_and_save(block, "# mine")
    other = opened(elsewhere)
    write_and_save(other, "# theirs")
    press(block, "Reset to the starter")
    press(block, "Take the one saved elsewhere")
    expect(text(block)).to_contain_text("# theirs")
    expect(block.locator("[data-kept] pre")).to_have_text(re.compile("^# mine\n(?!# theirs)"))


@pytest.mark.slow
def test_a_save_that_arrives_after_a_reload_is_no_other_text(visit: Any, home: BrowserContext) -> None:
    visit.watch.expected = (*CONFLICT, "ERR_FAILED")
    block, late = opened(home), []

    def hold(route: Any) -> None:
        late.append(route.request)
        route.abort()

    home.route("**/draft", hold)
    write(block, "# first")
    expect(saved(block)).to_contain_text("in this browser only")
    first = late[0]
    home.unroute("**/draft")
    home.route("**/draft", hold)
    block.page.reload()
    block = ready(block.page)
    home.unroute("**/draft")
    home.request.put(first.url, headers=first.headers, data=first.post_data)
    write(block, "# second")
    expect(saved(block)).to_have_attribute("data-saved", "saved")
    expect(text(block)).to_contain_text("# first")
    expect(block.locator("[data-choice]")).to_have_count(0)


@pytest.mark.slow
def test_a_choice_that_was_not_made_waits_over_a_reload(conflict: Locator) -> None:
    conflict.page.reload()
    block = ready(conflict.page)
    expect(text(block)).to_contain_text("# mine")
    expect(block.locator("[data-choice] pre").first).to_contain_text("# theirs")


@pytest.mark.slow
def test_tabs_of_one_browser_go_hand_in_hand(home: BrowserContext) -> None:
    first, second = opened(home), opened(home)
    write(first, "# in the first tab")
    expect(text(second)).to_contain_text("# in the first tab")
    expect(saved(first)).to_contain_text("Saved at")
    write_and_save(second, "# in the second tab")
    expect(text(first)).to_contain_text("# in the second tab")
    expect(second.locator("[data-choice]")).to_have_count(0)


@pytest.mark.slow
def test_without_a_network_it_is_kept_here_and_saved_later(visit: Any, home: BrowserContext) -> None:
    visit.watch.expected = ("ERR_INTERNET_DISCONNECTED",)
    block = opened(home)
    home.set_offline(True)
    write(block, "# on the train")
    expect(saved(block)).to_contain_text("in this browser only")
    home.set_offline(False)
    expect(saved(block)).to_contain_text("Saved at")


@pytest.mark.slow
def test_a_text_that_no_server_has_comes_back_after_a_reload(visit: Any, home: BrowserContext) -> None:
    visit.watch.expected = ("503",)
    block = opened(home)
    home.route("**/draft", lambda route: route.fulfill(status=503, body="{}"))
    write(block, "# not on the server")
    expect(saved(block)).to_contain_text("in this browser only")
    block.page.reload()
    expect(text(ready(block.page))).to_contain_text("# not on the server")
    expect(block.locator("[data-status]")).to_contain_text("unsent text")


@pytest.mark.slow
def test_the_starter_comes_back_and_what_stood_there_outlives_a_reload(home: BrowserContext) -> None:
    block = opened(home)
    write(block, "# my own")
    press(block, "Reset to the starter")
    expect(text(block)).not_to_contain_text("# my own")
    expect(block.locator("[data-kept] pre")).to_contain_text("# my own")
    block.page.reload()
    block = ready(block.page)
    expect(text(block)).not_to_contain_text("# my own")
    press(block, "Put it back")
    expect(text(block)).to_contain_text("# my own")


@pytest.mark.slow
def test_what_is_typed_during_a_run_stays_when_the_page_is_loaded_again(home: BrowserContext) -> None:
    block = opened(home)
    write(block, "# sent")
    press(block, "Run")
    expect(block.get_by_role("button", name="Back to the last sent")).to_be_visible()
    write(block, "# typed since")
    block.page.reload()
    block = ready(block.page)
    expect(text(block)).to_contain_text("# typed since")
    press(block, "Back to the last sent")
    expect(text(block)).not_to_contain_text("# typed since")
    expect(text(block)).to_contain_text("# sent")


@pytest.mark.slow
def test_what_a_page_of_another_learner_was_refused_goes_through_when_sent_again(
    visit: Any, home: BrowserContext
) -> None:
    visit.watch.expected = ("403",)
    block = opened(home)
    home.clear_cookies()
    write(block, "# first")
    expect(saved(block)).to_have_attribute("data-saved", "refused")
    write_and_save(block, "# second")
    press(block, "Run")
    expect(block.get_by_role("button", name="Back to the last sent")).to_be_visible()


def test_a_reader_goes_on_where_they_were(home: BrowserContext) -> None:
    page = home.new_page()
    page.goto(LESSON)
    expect(page.locator("html")).to_have_attribute("data-ready", "")  # someone looks at where the reader is
    heading = page.locator(".prose h2[id]").nth(3)
    anchor, title = heading.get_attribute("id"), page.locator(".toc-2 a").nth(3).text_content()
    with page.expect_response("**/api/place"):
        heading.evaluate("heading => heading.scrollIntoView()")
    page.goto("/")
    expect(page.locator(".course-words .resume")).to_contain_text(str(title))
    page.locator(".resume a").click()
    expect(page).to_have_url(re.compile(f"#{anchor}$"))
    page.goto(LESSON)
    page.get_by_role("link", name=f"Go on at “{title}”").click()
    expect(page).to_have_url(re.compile(f"#{anchor}$"))


@pytest.mark.slow
def test_a_jump_to_the_end_is_noticed(home: BrowserContext) -> None:
    page = home.new_page()
    page.goto(LESSON)
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("[data-toc] a").last).to_have_attribute("aria-current", "true")


@pytest.mark.slow
def test_without_scripts_an_older_version_comes_back_and_nothing_is_lost(visit: Any) -> None:
    page = visit.page(java_script_enabled=False)
    page.goto(PAGE)
    for source in ("# first", "# second"):
        page.locator("textarea").fill(source)
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page).to_have_url(re.compile("/submissions/"))
        page.goto(PAGE)
    page.locator(".history tbody a").last.click()
    page.get_by_role("button", name="Put this version into the editor").click()
    expect(page.locator("textarea")).to_have_value("# first")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("textarea")).to_have_value("# second")
