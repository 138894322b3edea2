"""Our own OpenAPI, held against the application: what it says can be sent, and it answers nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlencode

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.fuzz.damage import changed
from tests.web.conftest import ORIGIN, Browser, Worker, opened, verdict

pytestmark = pytest.mark.slow
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
]
OPERATIONS = [
    "GET /api/lessons",
    "PUT /api/place",
    "GET /api/exercises",
    "GET /api/exercises/{slug}",
    "GET /api/exercises/{slug}/draft",
    "PUT /api/exercises/{slug}/draft",
    "DELETE /api/exercises/{slug}/draft",
    "POST /api/exercises/{slug}/submissions",
    "GET /api/submissions/{id}",
    "GET /api/submissions/{id}/events",
    "GET /api/session",
]
BODIES = [
    b'{"source": "x = 1\\n", "mode": "run", "revision": 3}',
    b'{"source": "x = 1\\n", "revision": 0, "instead": "y = 2"}',
    b'{"lesson": "01-first", "part": "one", "percent": 4}',
]
PATHS = ["/", "/lessons/01-first", "/exercises/{slug}", "/submissions/{id}", "/api/submissions/{id}/events",
         "/api/lessons", "/static/css/app.css", "/exercises/{slug}?before=%00", "/?lang=%ff"]  # fmt: skip
FORMS = ["/lessons/01-first/questions/pick/answers", "/lessons/01-first/questions/count/answers", "/preferences",
         "/exercises/{slug}/submissions", "/exercises/{slug}/draft", "/key"]  # fmt: skip
VALUES = ["bytes=0-", "bytes=-1", "bytes=9-1,0-0", "bytes=" + "0-0," * 500, "-1", "9" * 5_000, "\xb2", "*;q=nan",
          "de;q=1e999, " * 99, "learner=; learner=x", "lang=\"", ";" * 200, "gzip;q=0, *;q=0"]  # fmt: skip
WITH_BODY = [label for label in OPERATIONS if label.startswith(("PUT", "POST"))]


@dataclass(frozen=True)
class Api:
    """The application as a learner meets it who has a submission with its verdict."""

    app: FastAPI
    http: httpx.Client
    schema: schemathesis.BaseSchema
    headers: dict[str, str]
    known: dict[str, str]  # what stands in a path


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with opened(tmp_path_factory.mktemp("api")) as app, closing(Worker(app.state.site)) as worker:
        browser = Browser(app)
        graded = browser.send()
        worker.grade(verdict())
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.http.cookies.jar)
        headers = {"X-CSRF-Token": browser.token, "Cookie": cookies, "Host": "testserver"}
        schema = schemathesis.openapi.from_dict(app.openapi())
        schema.config.update(base_url=ORIGIN)
        schema.app = app
        yield Api(app, browser.http, schema, headers, {"slug": "add", "id": graded})


@pytest.mark.parametrize(
    ("label", "mode"),
    [(label, GenerationMode.POSITIVE) for label in OPERATIONS]
    + [(label, GenerationMode.NEGATIVE) for label in WITH_BODY],  # any text can stand in a path or a header
)
@settings(
    max_examples=40,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_an_operation_answers_as_it_says(api: Api, label: str, mode: GenerationMode, data: st.DataObject) -> None:
    method, path = label.split()
    case = data.draw(api.schema[path][method].as_strategy(generation_mode=mode))
    if case.path_parameters and data.draw(st.integers(0, 3)):
        case.path_parameters = {name: api.known[name] for name in case.path_parameters}
    if data.draw(st.integers(0, 3)):
        case.headers = {**(case.headers or {}), **api.headers}
    case.validate_response(case.call(), checks=CHECKS)


def test_every_operation_is_asked(api: Api) -> None:
    listed = [found.ok().label for found in api.schema.get_all_operations()]
    assert sorted(listed) == sorted([*OPERATIONS, "GET /healthz", "GET /readyz"])


def test_an_answer_that_the_document_does_not_know_is_noticed(api: Api) -> None:
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(api.app.openapi())))
    del schema.raw_schema["paths"]["/api/exercises/{slug}"]["get"]["responses"]["404"]
    schema.config.update(base_url=ORIGIN)
    schema.app = api.app
    case = schema["/api/exercises/{slug}"]["GET"].Case(path_parameters={"slug": "nowhere"}, headers=api.headers)
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        case.validate_response(case.call(), checks=CHECKS)


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(label=st.sampled_from(WITH_BODY), body=st.sampled_from(BODIES), data=st.data())
def test_a_body_that_is_nearly_json_is_taken_or_refused_as_json(
    api: Api, label: str, body: bytes, data: st.DataObject
) -> None:
    method, path = label.split()
    words = ("\\ud800", "1e999", "\\u0000", "[" * 3_000)
    sent = data.draw(changed(body, words))
    answer = api.http.request(
        method, path.format(**api.known), content=sent, headers={**api.headers, "Content-Type": "application/json"}
    )
    assert answer.status_code < 500, answer.text
    if answer.status_code == 409:
        assert "source" in answer.json()  # the draft that is there
    elif answer.status_code >= 300:
        assert answer.json()["error"]["message"]


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(
    path=st.sampled_from(PATHS),
    name=st.sampled_from(["Range", "Last-Event-ID", "Accept-Language", "Cookie", "Accept-Encoding", "If-None-Match"]),
    value=st.sampled_from(VALUES) | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
)
def test_no_header_of_a_browser_breaks_a_page(api: Api, path: str, name: str, value: str) -> None:
    answer = api.http.get(path.format(**api.known), headers={**api.headers, name: value.encode("latin-1")})
    assert answer.status_code < 500, answer.text


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(path=st.sampled_from(FORMS), data=st.data())
def test_a_form_that_is_nearly_right_is_taken_or_refused(api: Api, path: str, data: st.DataObject) -> None:
    fields = {"csrf": api.headers["X-CSRF-Token"], "answer": "4", "source": "x = 1", "mode": "run", "put": "kept"}
    words = ("%", "%ff", "%00", "&answer=", "&put=submission&submission=")
    sent = data.draw(changed(urlencode(fields).encode(), words))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = api.http.post(path.format(**api.known), content=sent, headers={**api.headers, **kind})
    assert answer.status_code < 500, answer.text
