"""The real application on a database of its own, with a small course, and a browser without JavaScript."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from fastapi import FastAPI

from app.config import Settings
from app.course.models import (
    Budget,
    Choices,
    Course,
    Direction,
    Exercise,
    ExercisePart,
    ExerciseText,
    Heading,
    Lesson,
    NumericKey,
    Option,
    Parameter,
    Prose,
    Question,
    QuestionPart,
    QuestionType,
    Requirement,
    Term,
    Tolerance,
    Trap,
)
from app.domain.verdict import (
    CaseResult,
    CompiledReport,
    Message,
    Mismatch,
    RequirementResult,
    Verdict,
    VerdictKind,
)
from app.findings import Finding, Kind, LineProfile, Place, Severity
from app.main import create_app
from app.store.attempts import AttemptStore, Lease
from app.store.database import Database
from app.store.presence import Presence
from app.web.prepared import Shelf
from app.web.site import Site

ORIGIN = "http://testserver"
STARTER = "from numba import cuda\n\n# <starter> & more\n"


def option(key: str, *, correct: bool) -> Option:
    return Option(key, f"<b>option {key}</b>", correct, f"<p>feedback {key}</p>")


def question(id_: str, type_: QuestionType = QuestionType.SINGLE, version: str = "v1") -> Question:
    numeric = NumericKey(4.0, 0.0, "blocks", "<p>four it is</p>", "<p>not so</p>", (Trap(3.0, "<p>rounded down</p>"),))
    is_numeric = type_ is QuestionType.NUMERIC
    options = () if is_numeric else (option("aa", correct=True), option("bb", correct=False))
    if type_ is QuestionType.MULTIPLE:
        options += (option("cc", correct=True),)
    return Question(
        id=id_,
        type=type_,
        prompt=f"<p>prompt {id_}</p>",
        key=numeric if is_numeric else Choices(options),
        hints=("<p>a hint</p>",),
        version=version,
        line=1,
    )


def exercise(slug: str) -> Exercise:
    return Exercise(
        slug=slug,
        kind="kernel",
        entry="kernel",
        parameters=(Parameter("out", Direction.OUT, "float32", 1),),
        tolerance=Tolerance(),
        budget=Budget(),
        concepts=("guard",),
        requirements=(Requirement("sector_efficiency", ">=", 0.9),),
        downgrade=frozenset(),
        starter=STARTER,
        solution="SECRET SOLUTION",
        approaches=(),
        wrong=(),
        texts={"en": ExerciseText("en", f"Exercise {slug}", "<p>statement</p>", ("<p>exercise hint</p>",))},
        reference=dict,
        cases=lambda rng: [],
        owner={},
        version="x1",
        path=Path("kernels") / slug,
    )


def lesson(slug: str, number: int, *parts: Question | str) -> Lesson:
    made = [QuestionPart(part) if isinstance(part, Question) else ExercisePart(part) for part in parts]
    return Lesson(
        slug=slug,
        number=number,
        lang="en",
        title=f"Lesson {slug}",
        summary="A summary.",
        goals=("<em>goal</em>",),
        minutes=20,
        parts=(Prose('<h2 id="one">One</h2><p>prose</p>'), *made),
        headings=(Heading("one", "One", 2),),
        sources=("A book",),
        path=Path("lessons") / slug,
    )


def course() -> Course:
    numeric = question("count", QuestionType.NUMERIC)
    first = lesson("01-first", 1, question("pick"), question("many", QuestionType.MULTIPLE), numeric, "add")
    return Course(
        {"01-first": first, "02-second": lesson("02-second", 2, question("other"), "invert")},
        {"add": exercise("add"), "invert": exercise("invert")},
        glossary={term.id: term for term in (term("guard", "01-first"), term("stride", "02-second"))},
        papers={name: paper(name) for name in ("placement", "inventory")},
    )


def term(id_: str, lesson: str) -> Term:
    return Term(id_, id_, f"What a <em>{id_}</em> is.", lesson, {"de": id_.title(), "ja": "語"})


def paper(name: str) -> Lesson:
    asked = [replace(question(f"of-{concept}"), concept=concept) for concept in ("guard", "stride")]
    return replace(lesson(name, 0, *asked), parts=tuple(QuestionPart(one) for one in asked), goals=(), sources=())


@contextmanager
def opened(folder: Path, patience_s: float = 30.0) -> Iterator[FastAPI]:
    """The application with its data under `folder`, closed at the end as a server would close it."""
    made = create_app(Settings(hosts="testserver", data=folder / "data", rates="off", patience_s=patience_s))
    made.state.site = dataclasses.replace(made.state.site, course=course())
    yield made
    asyncio.run(_closed(made))


async def _closed(app: FastAPI) -> None:
    async with app.router.lifespan_context(app):
        pass


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FastAPI, Site, Worker]]:
    folder = tmp_path_factory.mktemp("web")
    with (
        opened(folder) as made,
        closing(Worker(made.state.site)) as worker,
        Presence(folder / "data", "worker"),
    ):
        yield made, made.state.site, worker


@pytest.fixture
def app(running: tuple[FastAPI, Site, Worker]) -> FastAPI:
    """One application for all tests, each with new browsers, a new course and an empty queue."""
    made, site, worker = running
    made.state.site = dataclasses.replace(site, course=course(), shelf=Shelf(9))
    worker.empty_queue()
    return made


@pytest.fixture
def site(app: FastAPI) -> Site:
    found: Site = app.state.site
    return found


class _AppTransport(httpx.BaseTransport):
    """Calls the application in an event loop of its own for each request, and waits for the whole answer."""

    def __init__(self, app: FastAPI) -> None:
        self._inner = httpx.ASGITransport(app, raise_app_exceptions=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = list(request.stream) if isinstance(request.stream, httpx.SyncByteStream) else []
        same = httpx.Request(request.method, request.url, headers=request.headers, stream=_Chunks(sent))

        async def answer() -> httpx.Response:
            response = await self._inner.handle_async_request(same)
            assert isinstance(response.stream, httpx.AsyncByteStream)
            body = b"".join([part async for part in response.stream])
            return httpx.Response(response.status_code, headers=response.headers.raw, content=body)

        return asyncio.run(answer())


class _Chunks(httpx.AsyncByteStream):
    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


class Browser:
    """Keeps cookies, knows its token, and never follows a redirect unasked."""

    def __init__(self, app: FastAPI, **headers: str) -> None:
        self.http = httpx.Client(transport=_AppTransport(app), base_url=ORIGIN, headers=headers)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers=headers)

    @property
    def token(self) -> str:
        found = re.search(r'name="csrf-token" content="(\w+)"', self.get("/").text)
        assert found is not None
        return found[1]

    @staticmethod
    def unsigned(text: str) -> str:
        """A page without the tokens of its forms, which no two pages share."""
        return re.sub(r"\b[0-9a-f]{108}\b", "a token", text)

    def post(self, path: str, fields: object, *, token: str | None = None, **headers: str) -> httpx.Response:
        """Send a form as a page of ours would."""
        pairs = [*(fields.items() if isinstance(fields, dict) else fields), ("csrf", token or self.token)]  # type: ignore[misc]  # object narrows to both
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.http.post(path, content=urlencode(pairs), headers=kind | headers)

    def send(self, source: str = "x = 1\n", mode: str = "run", slug: str = "add") -> str:
        """Send a kernel by the API; its id."""
        body = {"source": source, "mode": mode}
        answer = self.http.post(f"/api/exercises/{slug}/submissions", json=body, headers={"X-CSRF-Token": self.token})
        assert answer.status_code == 201, answer.text
        id_: str = answer.json()["id"]
        return id_


@pytest.fixture
def browser(app: FastAPI) -> Browser:
    return Browser(app)


@pytest.fixture
def new_browser(app: FastAPI) -> Callable[[], Browser]:
    """Another browser on the same application, with cookies of its own."""
    return lambda: Browser(app)


class Worker:
    """Takes submissions and gives verdicts, as a worker process would."""

    def __init__(self, site: Site) -> None:
        self._db = Database.open(site.settings.data)
        self.attempts = AttemptStore(self._db, _NoQueue(), site.bus, lease_s=60, tries=3)

    def claim(self) -> Lease:
        lease = self.attempts.claim("w1", ["simt"])
        assert lease is not None
        return lease

    def grade(self, verdict: Verdict) -> None:
        """Take the next submission and give it this verdict."""
        assert self.attempts.finish(self.claim(), verdict)

    def empty_queue(self) -> None:
        while lease := self.attempts.claim("w1", ["simt"]):
            self.attempts.finish(lease, verdict())

    def close(self) -> None:
        self._db.close()


class _NoQueue:
    def enqueue(self, conn: object, attempt: int, *, queue: str, priority: int) -> None:
        """The tests claim by themselves."""

    def cancel(self, attempt: int) -> None:
        """As above."""


@pytest.fixture
def worker(app: FastAPI, running: tuple[FastAPI, Site, Worker]) -> Worker:
    return running[2]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, httpx.Response]:
    """Each kind of page once, for a learner who has done something."""
    with opened(tmp_path_factory.mktemp("pages")) as app, closing(Worker(app.state.site)) as worker:
        browser = Browser(app)
        browser.post("/lessons/01-first/questions/pick/answers", {"answer": "bb"})
        browser.post("/lessons/01-first/questions/count/answers", {"answer": "3"})
        graded = browser.send()
        worker.grade(verdict())
        pending = browser.send(slug="invert")
        browser.post("/lessons/placement/questions/of-guard/answers", {"answer": "aa"})
        paths = ["/", "/lessons/01-first", "/lessons/02-second", "/exercises/add", "/exercises/invert", "/nowhere"]
        paths += ["/map", "/glossary", "/placement", "/placement/result", "/inventory", "/inventory/result"]
        paths += [f"/submissions/{graded}", f"/submissions/{pending}"]
        kinds = [*paths[:-2], "graded submission", "pending submission"]
        return {kind: browser.get(path) for kind, path in zip(kinds, paths, strict=True)}


def verdict() -> Verdict:
    """One with everything in it."""
    finding = Finding(
        kind=Kind.DATA_RACE,
        severity=Severity.ERROR,
        line=2,
        message_key="source.nul",
        thread=(3, 0, 0),
        block=(0, 0, 0),
        other=Place(1, (4, 0, 0), (0, 0, 0)),
        count=7,
    )
    mismatch = Mismatch(
        output="out",
        index=(3,),
        expected=7.0,
        got="nan",
        thread=(3, 0, 0),
        block=(0, 0, 0),
        wrong=24,
        total=1000,
        pattern=Message(key="pattern.tail_unwritten", args={"count": 24}),
    )
    kind = VerdictKind.FAULT
    small = CaseResult(
        name="small", visible=True, status=kind, grid=(1,), block=(32, 2), mismatch=mismatch, stdout="<hello>"
    )
    return Verdict(
        kind=kind,
        device="simt",
        message=Message(key="verdict.fault", args={"case": "small"}),
        cases=(small, CaseResult(name="large", visible=False, status="not_run", grid=(4,), block=(256,))),
        findings=(finding,),
        requirements=(
            RequirementResult(
                name="sector_efficiency", wanted="sector_efficiency >= 0.9", got=0.125, ok=False, lines=(2,)
            ),
        ),
        compiled=CompiledReport(
            arch="sm_90", registers=12, shared_bytes=0, local_bytes=0, spill_bytes=0, ptx=".visible .entry <k>"
        ),
        lines={2: LineProfile(8, 256, global_load_requests=8, global_load_sectors=256, global_load_bytes=1024)},
        ms=12.3,
    )


@pytest.fixture
def full_verdict() -> Verdict:
    return verdict()
