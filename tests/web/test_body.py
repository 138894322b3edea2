"""Bodies that nobody should send: read or refused, never a fault of ours."""

from __future__ import annotations

from urllib.parse import quote_from_bytes

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import BadInputError
from app.web.body import Form

anything = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(st.binary())
def test_a_value_comes_through_byte_for_byte(value):
    body = b"a=1&source=" + quote_from_bytes(value, safe="").encode() + b"&source=second"
    assert Form(body).raw("source") == value


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_text_comes_through(value):
    form = Form(b"x=" + quote_from_bytes(value.encode(), safe="").encode())
    assert (form.text("x"), form.texts("x"), form.texts("y")) == (value, [value], [])


@given(st.binary())
def test_any_body_is_read_or_refused(body):
    try:
        Form(body).texts("a")
    except BadInputError as error:
        assert error.key in ("request.form", "request.not_utf8")  # noqa: PT017  # either outcome is right


def test_too_many_fields_are_refused():
    with pytest.raises(BadInputError):
        Form(b"a=1&" * 500)


@anything
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/x-www-form-urlencoded", "text/plain", ""]))
def test_no_form_breaks_the_server(browser, body, kind):
    for path in ("/exercises/add/submissions", "/preferences", "/lessons/01-first/questions/pick/answers"):
        answer = browser.http.post(path, content=body, headers={"content-type": kind})
        assert 400 <= answer.status_code < 500


@anything
@given(
    text=st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
    name=st.sampled_from(["answer", "theme", "next"]),
)
def test_no_field_of_a_signed_form_breaks_the_server(browser, text, name):
    for path in ("/preferences", "/lessons/01-first/questions/count/answers"):
        assert browser.post(path, {name: text}).status_code < 500
    sent = browser.post("/exercises/add/submissions", {"source": text, "mode": "run"})
    assert sent.status_code in (303, 422)


@anything
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/json", "application/x+json", "text/plain", ""]))
def test_no_json_breaks_the_server(browser, body, kind):
    headers = {"content-type": kind, "x-csrf-token": "0"}
    answer = browser.http.post("/api/exercises/add/submissions", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


@anything
@given(path=st.text(max_size=60), cookie=st.binary(max_size=60), lang=st.binary(max_size=30))
def test_no_address_or_header_breaks_the_server(browser, path, cookie, lang):
    headers = [(b"cookie", cookie), (b"accept-language", lang), (b"last-event-id", lang), (b"if-none-match", lang)]
    url = "/" + quote_from_bytes(path.encode("utf-8", "surrogatepass"))
    for prefix in ("", "/lessons", "/submissions", "/static", "/api/submissions"):
        request = browser.http.build_request("GET", prefix + url, headers=headers)
        assert browser.http.send(request).status_code < 500
