"""The stream of a submission's events: in order, resumed, ended."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
import time
from types import SimpleNamespace

import pytest

from app.domain.submission import Stage


def parsed(text: str) -> list[dict[str, str]]:
    """The events of a stream, without its comments."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    events = [dict(line.split(": ", 1) for line in block if not line.startswith(":")) for block in blocks]
    return [event for event in events if event]


@pytest.fixture
def graded(browser, worker, full_verdict):
    id_ = browser.send()
    lease = worker.claim()
    worker.attempts.progress(lease, Stage.SIMULATING, {"case": "small", "done": 0, "total": 2})
    worker.attempts.finish(lease, full_verdict)
    return f"/api/submissions/{id_}/events"


def test_tells_everything_in_order_and_ends(browser, graded):
    answer = browser.get(graded)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in answer.headers
    events = parsed(answer.text)
    assert [event["event"] for event in events] == ["queued", "compiling", "simulating", "graded"]
    assert [event["id"] for event in events] == ["1", "2", "3", "4"]


def test_carries_arguments_and_a_sentence(browser, graded):
    data = [json.loads(event["data"]) for event in parsed(browser.get(graded).text)]
    assert data[0] == {"position": 1, "message": "Queued, yours is next"}
    assert data[2] == {"case": "small", "done": 0, "total": 2, "message": "Running case small"}
    assert data[3]["kind"] == "fault"


@pytest.mark.parametrize(
    ("stage", "said"),
    [(Stage.LAUNCHING, "Running case small on the GPU"), (Stage.MEASURING, "Measuring the time of case small")],
)
def test_says_where_a_gpu_stands(browser, worker, full_verdict, stage, said):
    id_ = browser.send()
    lease = worker.claim()
    worker.attempts.progress(lease, stage, {"case": "small", "done": 1, "total": 2})
    worker.attempts.finish(lease, full_verdict)
    events = parsed(browser.get(f"/api/submissions/{id_}/events").text)
    assert (events[2]["event"], json.loads(events[2]["data"])["message"]) == (stage, said)


def test_goes_on_behind_the_last_event_seen(browser, graded):
    events = parsed(browser.get(graded, **{"last-event-id": "2"}).text)
    assert [event["event"] for event in events] == ["simulating", "graded"]


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.5", "9" * 40, "²"])
def test_begins_anew_where_the_last_id_is_none_of_ours(browser, graded, seen):
    request = browser.http.build_request("GET", graded, headers=[(b"last-event-id", seen.encode())])
    assert len(parsed(browser.http.send(request).text)) == 4


def test_is_not_found_before_it_begins(browser):
    answer = browser.get("/api/submissions/no/events")
    assert answer.status_code == 404
    assert answer.json()["error"]["key"] == "request.not_found"


def test_head_of_a_stream_is_refused(browser, graded):
    assert browser.http.head(graded).status_code == 405


def test_news_arrives_while_the_stream_is_open(app, browser, worker, full_verdict):
    id_ = browser.send()

    def grade_soon():
        time.sleep(0.2)
        worker.grade(full_verdict)

    grader = threading.Thread(target=grade_soon, daemon=True)
    grader.start()
    events = parsed(browser.get(f"/api/submissions/{id_}/events").text)
    grader.join()
    assert [event["event"] for event in events] == ["queued", "compiling", "graded"]


class ScriptedBus:
    """Does the next step each time that the reader has looked, and then tells that there is news."""

    def __init__(self, *steps):
        self.steps = steps

    async def subscribe(self, _topic):
        yield True
        for step in self.steps:
            step()
            yield True


def test_a_place_in_the_queue_is_told_as_it_moves(app, site, browser, worker, full_verdict):
    type(browser)(app).send()
    id_ = browser.send()
    leases = []
    app.state.site = dataclasses.replace(
        site,
        bus=ScriptedBus(
            lambda: leases.append(worker.claim()),
            lambda: worker.attempts.finish(leases[0], full_verdict),
            lambda: worker.grade(full_verdict),
        ),
    )
    events = parsed(browser.get(f"/api/submissions/{id_}/events").text)
    assert [event["event"] for event in events] == ["queued", "queued", "compiling", "graded"]
    queued = [(json.loads(event["data"])["position"], event.get("id")) for event in events[:2]]
    assert queued == [(2, "1"), (1, None)]  # what is not stored has no id to resume from


def test_that_nobody_grades_is_told_and_that_somebody_does_again(app, site, browser, worker, full_verdict):
    id_ = browser.send()
    away = iter([True, True, False])
    steps = ScriptedBus(lambda: None, lambda: None, lambda: worker.grade(full_verdict))
    graders = SimpleNamespace(away=lambda: next(away))
    app.state.site = dataclasses.replace(site, bus=steps, graders=graders)
    told = [json.loads(event["data"]) for event in parsed(browser.get(f"/api/submissions/{id_}/events").text)][:3]
    assert [one.get("idle", False) for one in told] == [False, True, False]
    assert told[1]["message"].startswith("Queued. The grader is not running at the moment: your submission is kept")
    assert told[2]["message"] == "Queued, yours is next"


def test_whoever_asks_instead_of_listening_is_told_as_much(app, site, browser, worker, full_verdict):
    id_ = browser.send()
    away = iter([True, False])
    app.state.site = dataclasses.replace(site, graders=SimpleNamespace(away=lambda: next(away)))
    assert [browser.get(f"/api/submissions/{id_}").json()["idle"] for _ in range(2)] == [True, False]
    worker.grade(full_verdict)
    assert browser.get(f"/api/submissions/{id_}").json()["idle"] is False


def test_a_server_that_stops_ends_the_stream_early(app, site, browser):
    id_ = browser.send()
    stopping = threading.Event()
    app.state.site = dataclasses.replace(site, bus=ScriptedBus(stopping.set), stopping=stopping)
    events = parsed(browser.get(f"/api/submissions/{id_}/events").text)
    assert [event["event"] for event in events] == ["queued"]


def test_a_reader_who_leaves_ends_the_stream(app, site, browser):
    """Driven by hand: the transport waits for whole answers."""
    path = f"/api/submissions/{browser.send()}/events"
    cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"testserver"), (b"cookie", cookies.encode())],
    }

    async def read_one_event_and_leave():
        read = asyncio.Event()

        async def receive():
            await read.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message.get("body"):
                read.set()

        await asyncio.wait_for(app(scope, receive, send), 20)

    asyncio.run(read_one_event_and_leave())
    assert site.bus._listeners == {}
