"""Bodies that are bombs: refused with a sentence, and nothing of them is kept."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib

import pytest

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SUBMISSIONS = "/api/exercises/add/submissions"
DRAFT = "/api/exercises/add/draft"
PLACE = "/api/place"


def sent(browser, method: str, path: str, body: object, **headers: str):
    signed = JSON | {"X-CSRF-Token": browser.token} | headers
    return browser.http.request(method, path, content=body, headers=signed)


def key(answer) -> str:
    """Of a refusal."""
    return answer.json()["error"]["key"]


def test_a_kernel_of_ten_megabytes_is_too_much(browser):
    answer = sent(browser, "POST", SUBMISSIONS, json.dumps({"source": "x" * 10_000_000, "mode": "run"}).encode())
    assert (answer.status_code, key(answer)) == (413, "request.too_large")
    assert browser.get(DRAFT).status_code == 404


def test_what_comes_in_parts_is_counted_too(browser):
    answer = sent(browser, "POST", SUBMISSIONS, (b" " * 65_536 for _ in range(100)))
    assert (answer.status_code, key(answer)) == (413, "request.too_large")


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "GZIP", "gzip, gzip", "x-unheard-of"])
@pytest.mark.parametrize(("method", "path"), [("POST", SUBMISSIONS), ("POST", "/preferences")])
def test_a_packed_body_is_not_unpacked(browser, method, path, packing):
    body = gzip.compress(b" " * 5_000_000) if packing == "gzip" else zlib.compress(b"{}")
    kind = JSON if path.startswith("/api/") else FORM
    answer = sent(browser, method, path, body, **kind, **{"Content-Encoding": packing})
    assert answer.status_code == 415
    assert "A compressed body is not read here" in answer.text


def test_a_body_that_says_that_it_is_not_packed_is_read(browser):
    body = json.dumps({"lesson": "01-first", "anchor": "one"}).encode()
    assert sent(browser, "PUT", PLACE, body, **{"Content-Encoding": "identity"}).status_code == 204


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("kernel.py", b" " * 5_000_000)
    return out.getvalue()


def test_an_archive_is_no_kernel(browser):
    body = b"mode=run&csrf=" + browser.token.encode() + b"&source=" + archive()
    answer = browser.http.post("/exercises/add/submissions", content=body, headers=FORM)
    assert answer.status_code == 422
    assert browser.get(DRAFT).status_code == 404


@pytest.mark.parametrize("parts", [1, 2_000])
def test_files_are_not_taken(browser, parts):
    files = [("source", (f"{number}.py", b"x = 1")) for number in range(parts)]
    answer = browser.http.post("/exercises/add/submissions", files=files)
    assert answer.status_code == 415


@pytest.mark.parametrize("fields", [201, 10_000, 300_000])
def test_a_form_of_very_many_fields_is_refused(browser, fields):
    body = b"&".join([b"a="] * fields)
    assert browser.http.post("/preferences", content=body, headers=FORM).status_code == 422


DEEP = 200_000
BOMBS = {
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "deep, and never closed": b"[" * DEEP,
    "a number of many digits": b'{"source": "x", "mode": "run", "revision": ' + b"9" * 500_000 + b"}",
    "a huge exponent": b'{"source": "x", "mode": "run", "revision": 1e999999999}',
    "NaN": b'{"source": "x", "mode": "run", "revision": NaN}',
    "minus infinity": b'{"source": "x", "mode": "run", "revision": -Infinity}',
    "a fraction": b'{"source": "x", "mode": "run", "revision": 1.5}',
    "a list": b"[" + b"1," * 200_000 + b"1]",
    "many keys": b"{" + b",".join(b'"%d": 1' % number for number in range(60_000)) + b"}",
    "one key, often": b"{" + b",".join([b'"source": "x"'] * 30_000) + b"}",
    "a NUL": b'{"source": "a\\u0000b", "mode": "run"}',
    "half a surrogate": b'{"source": "\\ud800", "mode": "run"}',
    "no UTF-8": b'{"source": "\xff", "mode": "run"}',
    "nothing": b"",
    "a NUL alone": b"\0",
    "UTF-16": '{"source": "x", "mode": "runs"}'.encode("utf-16"),
    "text behind it": b'{"source": "x", "mode": "run"}{"source": "y", "mode": "run"}',
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_no_json_is_more_than_its_bytes(browser, bomb):
    answer = sent(browser, "POST", SUBMISSIONS, bomb)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]
    assert len(answer.content) < 1_000  # nothing of it comes back
    assert browser.get(DRAFT).status_code == 404


@pytest.mark.parametrize("anchor", ["x" * 500_000, "\0", "\ud800", "one\n", "../one", "\u202eeno"])
def test_no_place_is_kept_that_is_none(browser, anchor):
    assert sent(browser, "PUT", PLACE, json.dumps({"lesson": "01-first", "anchor": anchor}).encode()).status_code == 404


@pytest.mark.parametrize("text", ["x" * 401, "9" * 400, "\0", "1e999999", "0x" + "f" * 300, "٣", "-" * 300])
def test_no_answer_is_more_than_a_wrong_one(browser, text):
    answer = browser.post("/lessons/01-first/questions/count/answers", {"answer": text})
    assert answer.status_code in (303, 422)
