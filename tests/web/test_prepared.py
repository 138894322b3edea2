"""Pages that are rendered once: what arrives is the page, with the right token in each place."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.prepared import Prepared, Shelf

SLOT = "\x00token\x00"
PIECES = st.lists(st.text(max_size=200), min_size=1, max_size=8).filter(lambda pieces: "\x00" not in "".join(pieces))


@given(pieces=PIECES, token=st.text(max_size=80))
def test_what_arrives_is_the_page_with_its_token(pieces: list[str], token: str) -> None:
    page = Prepared(SLOT.join(pieces), SLOT)
    assert page.plain(token).decode() == token.join(pieces)
    assert gzip.decompress(page.gzip(token)).decode() == token.join(pieces)


def test_one_page_serves_many_tokens() -> None:
    page = Prepared(f"<p>{'lesson ' * 5000}{SLOT}</p>", SLOT)
    first, second = page.gzip("a" * 64), page.gzip("b" * 64)
    assert first != second
    assert len(first) < 500


def test_a_slot_is_not_empty() -> None:
    with pytest.raises(ValueError, match="empty"):
        Prepared("<p>", "")


def test_the_page_that_was_not_asked_for_longest_goes_first() -> None:
    shelf = Shelf(2)
    for key in ("a", "b"):
        shelf.keep(key, Prepared(key, SLOT))
    assert shelf.find("a") is not None
    shelf.keep("c", Prepared("c", SLOT))
    assert [key for key in "abc" if shelf.find(key)] == ["a", "c"]


def test_a_lesson_that_was_shown_is_shown_again_to_its_reader_and_the_next(browser, new_browser) -> None:
    first, again = browser.get("/lessons/01-first"), browser.get("/lessons/01-first")
    other = new_browser().get("/lessons/01-first")
    plain = browser.get("/lessons/01-first", **{"accept-encoding": "identity"})
    assert len({answer.text for answer in (first, again, other, plain)}) == 4
    assert len({browser.unsigned(answer.text) for answer in (first, again, other, plain)}) == 1


def test_a_lesson_shows_at_once_what_its_reader_did_elsewhere(browser) -> None:
    before = browser.get("/lessons/01-first").text
    browser.post("/lessons/01-first/questions/pick/answers", {"answer": "aa"}, **{"x-fragment": "1"})
    assert 'data-state="correct"' in browser.get("/lessons/01-first").text
    assert 'data-state="correct"' not in before


def test_a_lesson_with_a_kernel_that_waits_or_runs_is_made_anew(browser, worker, full_verdict) -> None:
    browser.send()
    assert 'data-latest="' in browser.get("/lessons/01-first").text
    worker.grade(full_verdict)
    page = browser.get("/lessons/01-first").text
    assert 'data-latest="' not in page
    assert 'data-kind="fault"' in page


def test_themes_and_languages_are_pages_of_their_own(browser) -> None:
    browser.get("/lessons/01-first")
    browser.post("/preferences", {"theme": "dark", "next": "/"})
    assert 'data-theme="dark"' in browser.get("/lessons/01-first").text
