"""Text of strangers, wherever it comes back: it stays text. Pages are parsed, and none of its markup is in them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from markupsafe import escape
from pydantic import ValidationError

from app.domain.verdict import Verdict
from tests.web import measured
from tests.web.conftest import verdict

EVIL = (
    "<evil-x onevil=1>",
    '"\'><evil-x onevil=1 a="',
    "' onevil='1",
    '" onevil="1',
    "</textarea></title></script></style></pre><evil-x>",
    "<!--<evil-x>--><evil-x>",
    "<svg><evil-x/></svg><img src=x onerror=evil()>",
    "&lt;evil-x&gt;&#60;evil-x&#62;<evil-x ",
    "javascript:evil()",
    "{{ 7 * 7 }}{% evil %}",
    "\x00<\x00evil-x>",
    "<evil-x",
)
ALL = " ".join(EVIL)


class Page(HTMLParser):
    """Everything in a page that a stranger's text must not have made."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.startswith("evil"):
            self.found.append(tag)
        for name, value in attrs:
            led = name in ("href", "src", "action", "formaction") and (value or "").strip().startswith("javascript:")
            if name.startswith(("on", "style")) or led:
                self.found.append(f"{tag} {name}={value}")

    def handle_comment(self, data: str) -> None:
        if "evil" in data:
            self.found.append("a comment")


def texts_of(plain: Any, evil: str, path: tuple[Any, ...] = ()) -> Any:
    """The paths of all texts in plain data."""
    if isinstance(plain, dict):
        return [found for key, value in plain.items() for found in texts_of(value, evil, (*path, key))]
    if isinstance(plain, list):
        return [found for index, value in enumerate(plain) for found in texts_of(value, evil, (*path, index))]
    return [path] if isinstance(plain, str) else []


def put(plain: Any, path: tuple[Any, ...], text: str) -> str:
    for step in path[:-1]:
        plain = plain[step]
    before: str = plain[path[-1]]
    plain[path[-1]] = text
    return before


OURS = {
    "key",
    "message_key",
    "wanted",
    "name",
    "device",
    "card",
    "arch",
    "action",
    "engine",
}  # a closed set each, that code of ours writes


def infested(clean: Verdict) -> tuple[Verdict, int]:
    """A verdict with ALL in every text that may be anything, and how many these are."""
    plain = clean.model_dump(mode="json")
    count = 0
    for path in texts_of(plain, ALL):
        if path[-1] in OURS:
            continue
        before = put(plain, path, ALL)
        try:
            Verdict.model_validate(plain)
            count += 1
        except ValidationError:
            put(plain, path, before)
    return Verdict.model_validate(plain), count


def test_what_is_not_escaped_would_be_found():
    """The defence switched off."""
    assert len(Page(f'<p title="{ALL}">{ALL}</p>').found) > 3
    assert Page(f'<p title="{escape(ALL)}">{escape(ALL)}</p>').found == []


VERDICTS = [
    pytest.param(verdict, id="interpreted"),
    pytest.param(measured.verdict, id="measured", marks=pytest.mark.slow),
    pytest.param(lambda: measured.program(measured.plain()), id="program", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("made", VERDICTS)
def test_source_and_what_comes_of_it_stay_text(browser, worker, made):
    evil, count = infested(made())
    id_ = browser.send(f"# {ALL}\n".replace("\x00", ""))
    worker.grade(evil)
    assert count > 3
    for path in (f"/submissions/{id_}", f"/submissions/{id_}?fragment=verdict", "/exercises/add", "/lessons/01-first"):
        answer = browser.get(path)
        assert answer.status_code == 200
        assert "evil" in answer.text
        assert Page(answer.text).found == [], path


@pytest.mark.parametrize("fields", [{"answer": ALL}, {"answer": "<evil-x>" * 9}, {"answer": '"><evil-x>'}])
def test_answers_that_are_refused_come_back_as_text(browser, fields):
    for headers in ({}, {"x-fragment": "1"}):
        answer = browser.post("/lessons/01-first/questions/count/answers", fields, **headers)
        assert Page(answer.text).found == []


def test_a_source_that_is_refused_comes_back_as_text(browser):
    answer = browser.post("/exercises/add/submissions", {"source": ALL, "mode": "run"})
    assert answer.status_code == 422
    assert "evil" in answer.text
    assert Page(answer.text).found == []


def test_a_key_that_is_refused_comes_back_as_text(browser):
    for evil in EVIL:
        answer = browser.post("/key", {"key": evil})
        assert (answer.status_code, Page(answer.text).found) == (422, []), evil


@pytest.mark.parametrize("evil", [ALL, *(pytest.param(evil, marks=pytest.mark.slow) for evil in EVIL)])
def test_addresses_queries_and_headers_come_back_as_text(browser, evil):
    part = quote(evil, safe="")
    sent = {"accept-language": evil.replace("\x00", ""), "cookie": f"theme={part}; lang={part}", "referer": part}
    for path in (f"/{part}", f"/lessons/{part}", f"/submissions/{part}?lang={part}", f"/exercises/add?before={part}"):
        assert Page(browser.get(path, **sent).text).found == [], path


def test_a_draft_comes_back_as_text(browser):
    headers = {"x-csrf-token": browser.token}
    source = ALL.replace("\x00", "")
    browser.http.put("/api/exercises/add/draft", json={"source": source, "revision": 0}, headers=headers)
    answer = browser.get("/exercises/add")
    assert "evil" in answer.text
    assert Page(answer.text).found == []
