"""Paths that climb, in every route that takes one, and links in the folders that a site serves from."""

from __future__ import annotations

import httpx
import pytest

from app.config import ROOT
from tests.web.security.conftest import calls, stays

DEEP = "..%2f" * 8
FIRST = [
    "..%2f..%2fapp%2fmain.py",
    "%c0%ae%c0%ae/%c0%ae%c0%ae/app/main.py",  # "." in two bytes, as no UTF-8 has it
    "css/site.css%00.png",
]
MORE = [
    "../../app/main.py",
    "%2e%2e/%2e%2e/app/main.py",
    "%2e%2e%2f%2e%2e%2fapp/main.py",
    f"{DEEP}etc%2fpasswd",
    "x" * 8000,
    "%252e%252e%252fapp%252fmain.py",
    "..%5c..%5capp%5cmain.py",
    "..\\..\\app\\main.py",
    "....//....//app/main.py",
    "..;/..;/app/main.py",
    "%e0%80%ae%e0%80%ae%e0%80%afapp/main.py",
    "%u002e%u002e/app/main.py",
    f"{DEEP}proc%2fself%2fenviron",
    "/etc/passwd",
    "//etc/passwd",
    "%2fetc%2fpasswd",
    "file:///etc/passwd",
    "css/site.css%00/../../../app/main.py",
    "%00",
    "C:%5cwindows%5cwin.ini",
    "con",
    "vector-add%2f..%2fvector-add",
    "../" * 2000 + "etc/passwd",
    "%f0%9f%92%a5",
    "%ef%bd%96ector-add",  # a wide v
]
OURS = ("root:", "def create_app", "SECRET SOLUTION", "PATH=", str(ROOT))


def raw(browser, method: str, path: str) -> httpx.Response:
    """The path as it is: httpx would clean it up."""
    url = httpx.URL("http://testserver").copy_with(raw_path=path.encode())
    return browser.http.request(method, url)


@pytest.mark.parametrize("name", [*FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_a_name_is_looked_up_and_never_walked(app, browser, name):
    seen = 0
    for call in calls(app):
        if "{" in call.route and call.method == "GET":
            answer = raw(browser, call.method, call.path(slug=name, id=name, path=name))
            assert answer.status_code in (303, 307, 404, 422), call
            assert stays(answer), call
            assert not [text for text in OURS if text in answer.text], call
            seen += 1
    assert seen > 9


def test_the_files_that_they_aim_at_are_there_and_would_be_known():
    assert "def create_app" in (ROOT / "app/main.py").read_text()


def test_a_name_that_is_there_is_answered(app, owner):
    """Or all of the above would be 404 for another reason."""
    answers = [owner.browser.get(owner.path(call)).status_code for call in calls(app) if call.method == "GET"]
    assert answers.count(200) > 15
