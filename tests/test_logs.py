"""The two forms of a log, seen through a logger as everything else sees them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from app.logs import JsonLines, Lines, about, request_id


@contextmanager
def logger(form: logging.Formatter) -> Iterator[tuple[logging.Logger, io.StringIO]]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(form)
    made = logging.getLogger("app.tested")
    made.addHandler(handler)
    made.propagate = False
    yield made, stream
    made.removeHandler(handler)
    made.propagate = True


def fail(log: logging.Logger, why: str) -> None:
    try:
        raise_(why)
    except ValueError:
        log.exception("no good")


def raise_(why: str) -> None:
    raise ValueError(why)


def test_a_record_is_one_object_with_its_fields():
    with logger(JsonLines()) as (log, stream):
        log.warning("graded %s", "abc", extra=about("graded", submission="abc", ms=12))
    told = json.loads(stream.getvalue())
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "WARNING",
        "logger": "app.tested",
        "message": "graded abc",
        "event": "graded",
        "submission": "abc",
        "ms": 12,
    }


def test_an_exception_is_a_field_of_the_same_line():
    with logger(JsonLines()) as (log, stream):
        fail(log, "two\nlines\u2028or three")
    (line,) = stream.getvalue().splitlines()
    assert "ValueError: two\nlines" in json.loads(line)["traceback"]


def test_a_record_knows_the_request_that_it_belongs_to():
    token = request_id.set("12345678")
    with logger(JsonLines()) as (log, stream):
        log.error("no good")
    request_id.reset(token)
    assert json.loads(stream.getvalue())["request"] == "12345678"


def test_text_is_one_line_whatever_a_message_holds():
    with logger(Lines()) as (log, stream):
        log.error("GET /%s", "a\n2026 ERROR forged\x1b[31m é")
    (line,) = stream.getvalue().splitlines()
    assert line.endswith(r"ERROR app.tested: GET /a\n2026 ERROR forged\x1b[31m é")


def test_a_traceback_follows_in_text():
    with logger(Lines()) as (log, stream):
        fail(log, "reason")
    assert stream.getvalue().splitlines()[-1] == "  ValueError: reason"


def test_what_json_does_not_know_is_written_all_the_same():
    with logger(JsonLines()) as (log, stream):
        log.error("odd", extra=about("odd", value={1, 2}.__class__))
    assert json.loads(stream.getvalue())["value"] == "<class 'set'>"


def test_an_exception_neither_forges_a_line_nor_acts_on_a_terminal():
    with logger(Lines()) as (log, stream):
        fail(log, "boom\n2026-01-01T00:00:00.000Z INFO app: forged\x1b[2J")
    first, *others = stream.getvalue().splitlines()
    assert first.endswith("no good")
    assert all(line.startswith("  ") for line in others)
    assert others[-1] == "  2026-01-01T00:00:00.000Z INFO app: forged\\x1b[2J"
