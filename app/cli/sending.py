"""`submit`: one file to a server, as a learner would send it from the page."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from app.cli.verbs import NOT_PASSED, OK, Verbs
from app.config import Settings
from app.errors import ConfigError, ServerError

if TYPE_CHECKING:
    import httpx  # at run time only where it is used: it takes a tenth of a second

_ANSWER_S = 30.0  # the server may be starting, or its disk be slow
_NEWS_S = 60.0  # an open stream says something every fifteen seconds
_LOSSES = 20  # how often the stream may break before it is given up
_PAUSE_S = 0.5  # before asking again where the stream ended early: a proxy may let none through
_AWAY = (502, 503, 504)  # the server is starting again, as the proxy before it or it itself says
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")  # as the page /key shows it


def add(verbs: Verbs) -> None:
    text = "send one file to a Gridstride server, and wait for its verdict"
    submit = verbs.add_parser("submit", help=text, description=text)
    submit.add_argument("slug", metavar="EXERCISE")
    submit.add_argument("file", type=Path, metavar="FILE")
    submit.add_argument("--url", required=True, help="the server, such as https://gpu.example.edu")
    submit.add_argument("--key", help="your key on that server, from its page /key; kept for the next time")
    submit.add_argument("--run", action="store_true", help="run the visible cases alone; it does not count")
    submit.add_argument("--json", action="store_true", help="the submission as the server's API gives it, on stdout")
    submit.set_defaults(command=_submit)


def _submit(options: argparse.Namespace, _: Settings) -> int:
    source = _text(options.file)
    if options.key is not None and not _KEY.fullmatch(options.key):
        raise ConfigError(f"the key is not whole; copy it from {_base(options.url)}/key")
    with _server(options.url, options.key) as server:
        sent = server.send(options.slug, source, "run" if options.run else "submit", known=options.key is not None)
        print(f"{server.url}{sent['url']}", file=sys.stderr, flush=True)
        submission = server.graded(sent["id"])
    print(json.dumps(submission, ensure_ascii=False) if options.json else _written(submission["verdict"]))
    return OK if submission["verdict"]["passed"] else NOT_PASSED


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not UTF-8") from None


class _AwayError(ServerError):
    """The server is there and cannot answer at the moment."""


class _Server:
    """A Gridstride server, and the learner that its `http` is there. Raises ServerError with a sentence."""

    def __init__(self, url: str, http: httpx.Client) -> None:
        self.url = url
        self._http = http
        self._seen = ""  # the last event of the one submission that is watched

    def send(self, slug: str, source: str, mode: str, *, known: bool) -> dict[str, Any]:
        """`known`: the server has to know the key, which else would make another learner of a slip of the hand."""
        session = self._json("GET", "/api/session")
        token = session.get("csrf_token")
        if not isinstance(token, str):
            raise ServerError(f"{self.url} is no Gridstride server")
        if known and not session.get("known"):
            raise ServerError(f"{self.url} knows no learner with this key; copy it from {self.url}/key")
        body, headers = {"source": source, "mode": mode}, {"X-CSRF-Token": token}
        return self._json("POST", f"/api/exercises/{quote(slug, safe='')}/submissions", json=body, headers=headers)

    def graded(self, id_: str) -> dict[str, Any]:
        """The submission with its verdict; meanwhile each step is told on stderr."""
        import httpx  # noqa: PLC0415  # see above

        losses = 0
        while True:
            try:
                submission = self._answer("GET", f"/api/submissions/{id_}")
                if submission["verdict"] is not None:
                    return submission
                stage: object = ""
                for event in self._events(id_):
                    stage = event["stage"]
                    print(_step(event), file=sys.stderr, flush=True)
                if stage != "graded":
                    time.sleep(_PAUSE_S)
            except (httpx.TransportError, _AwayError) as error:  # it may be starting again, and has the submission
                losses += 1
                if losses > _LOSSES:
                    raise ServerError(f"{self.url} keeps breaking off: {error}") from None
                time.sleep(min(0.1 * losses, 2.0))

    def _events(self, id_: str) -> Iterator[Mapping[str, object]]:
        headers = {"Last-Event-ID": self._seen} if self._seen else {}
        path = f"/api/submissions/{id_}/events"
        with self._http.stream("GET", path, headers=headers, timeout=_NEWS_S) as response:
            if response.status_code in _AWAY:
                raise _AwayError(f"{self.url} answers {response.status_code}")
            event: dict[str, str] = {}
            for line in response.iter_lines():
                field, _, value = line.partition(": ")
                if line:
                    event[field] = value
                elif "data" in event:
                    self._seen = event.get("id", self._seen)
                    yield {"stage": event.get("event", ""), **json.loads(event["data"])}
                    event = {}

    def _json(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        import httpx  # noqa: PLC0415  # see above

        try:
            return self._answer(method, path, **request)
        except httpx.TransportError as error:
            raise ServerError(f"{self.url} does not answer: {error}") from None

    def _answer(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        response = self._http.request(method, path, **request)
        if response.status_code in _AWAY:
            raise _AwayError(f"{self.url} cannot answer at the moment ({response.status_code}); try again later")
        if response.is_redirect:
            raise ServerError(f"{self.url} leads to {response.headers['location']}; give the server's own address")
        try:
            body = response.json()
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise ServerError(f"{self.url} answers {response.status_code} and is no Gridstride server")
        if response.is_error:
            raise ServerError(_refusal(self.url, path, response.status_code, body))
        return body


@contextmanager
def _server(url: str, key: str | None) -> Iterator[_Server]:
    """The server at a URL, where one is the learner that one was the last time, or whose key is given."""
    import httpx  # noqa: PLC0415  # see above

    base, keys = _base(url), _Keys()
    known = key or keys.of(base)
    with httpx.Client(base_url=base, timeout=_ANSWER_S, cookies={"learner": known} if known else {}) as http:
        yield _Server(base, http)
        keys.keep(base, next((cookie.value or "" for cookie in http.cookies.jar if cookie.name == "learner"), ""))


def _base(url: str) -> str:
    """Without what is behind the path. Raises ConfigError."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # of a port, or brackets
        whole = False
    if not whole:
        raise ConfigError(f"{url!r} is no address of a server, such as https://gpu.example.edu")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


class _Keys:
    """The learner's key on each server, in a file that only its owner can read."""

    def __init__(self) -> None:
        home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        self._file = Path(home) / "gridstride" / "keys.json"

    def of(self, url: str) -> str | None:
        found = self._all().get(url)
        return found if isinstance(found, str) and _KEY.fullmatch(found) else None

    def keep(self, url: str, key: str) -> None:
        keys = self._all()
        if not key or keys.get(url) == key:
            return
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = self._file.with_suffix(f".{os.getpid()}")
            part.touch(mode=0o600)
            part.write_text(json.dumps({**keys, url: key}, indent=1) + "\n", "utf-8")
            part.replace(self._file)
        except OSError as error:  # the verdict is there all the same
            print(f"gridstride: the key could not be kept in {self._file}: {error.strerror}", file=sys.stderr)

    def _all(self) -> dict[str, object]:
        try:
            keys = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return keys if isinstance(keys, dict) else {}


def _refusal(url: str, path: str, status: int, body: Mapping[str, Any]) -> str:
    said = body.get("error")
    message = said.get("message") if isinstance(said, dict) else None
    if status == 404 and path.startswith("/api/exercises/"):
        return f"{url} has no exercise {unquote(path.split('/')[3])!r}"
    return f"{url} refuses: {message}" if message else f"{url} answers {status}"


def _step(event: Mapping[str, object]) -> str:
    match event["stage"]:
        case "queued":
            return f"waiting, at place {event.get('position')}"
        case "simulating":
            return f"running case {int(str(event.get('done', 0))) + 1} of {event.get('total')}: {event.get('case')}"
        case stage:
            return str(stage)


def _written(verdict: Mapping[str, Any]) -> str:
    lines = [f"{verdict['title']}: {verdict['message']}"]
    for finding in verdict["findings"]:
        place = f"line {finding['line']}: " if finding["line"] else ""
        lines.append(f"  {place}{finding['severity']}: {finding['message']} {finding['help']}".rstrip())
    for case in verdict["cases"]:
        lines.append(f"  {case['name']}: {case['title']}")
        if m := case["mismatch"]:
            got = "never written" if m["got"] is None else f"got {m['got']}"
            lines.append(f"    {m['output']}{m['index']}: expected {m['expected']}, {got}. {m['pattern']}".rstrip())
    lines += [f"  {r['wanted']}: {r['got']} {'met' if r['ok'] else 'missed'}" for r in verdict["requirements"]]
    return "\n".join(lines)
