"""A Gridstride server, as a command talks to it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import httpx

from app.cli.keys import Keys
from app.errors import ConfigError, ServerError

_ANSWER_S = 30.0  # the server may be starting, or its disk be slow
_NEWS_S = 60.0  # an open stream says something every fifteen seconds
_LOSSES = 20  # how often the stream may break before it is given up
_PAUSE_S = 0.5  # before asking again where the stream ended early: a proxy may let none through
_COOKIES = ("__Host-learner", "learner")  # over https, and without
_AWAY = (502, 503, 504)  # the server is starting again, as the proxy before it or it itself says


@contextmanager
def connected(url: str, key: str | None) -> Iterator[Server]:
    """The server at a URL, where one is the learner that one was the last time, or whose key is given."""
    base, keys = address(url), Keys()
    known = key or keys.of(base)
    cookies = dict.fromkeys(_COOKIES, known) if known else {}  # a proxy that ends TLS may not tell the server of it
    with httpx.Client(base_url=base, timeout=_ANSWER_S, cookies=cookies) as http:
        yield Server(base, http)
        keys.keep(base, next((cookie.value or "" for cookie in http.cookies.jar if cookie.name in _COOKIES), ""))


def address(url: str) -> str:
    """Without what is behind the path. Raises ConfigError."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # of a port, or brackets
        whole = False
    if not whole:
        raise ConfigError(f"{url!r} is no address of a server, such as https://gpu.example.edu")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


class _AwayError(ServerError):
    """The server is there and cannot answer at the moment."""


class Server:
    """A Gridstride server, and the learner that its `http` is there. Raises ServerError with a sentence.

    What answers may be any program: nothing that it says is taken for what it should be unseen. `pause` waits seconds.
    """

    def __init__(self, url: str, http: httpx.Client, pause: Callable[[float], None] = time.sleep) -> None:
        self.url = url
        self._http = http
        self._pause = pause
        self._seen = ""  # the last event of the one submission that is watched

    def send(self, slug: str, source: str, mode: str, *, known: bool) -> dict[str, Any]:
        """`known`: the server has to know the key, which else would make another learner of a slip of the hand."""
        session = self._json("GET", "/api/session")
        token = session.get("csrf_token")
        if not isinstance(token, str):
            raise self._stranger()
        if known and not session.get("known"):
            raise ServerError(f"{self.url} knows no learner with this key; copy it from {self.url}/key")
        if not session.get("known"):
            self._forget()
        body, headers = {"source": source, "mode": mode}, {"X-CSRF-Token": token}
        sent = self._json("POST", f"/api/exercises/{quote(slug, safe='')}/submissions", json=body, headers=headers)
        if not isinstance(sent.get("id"), str) or not isinstance(sent.get("url"), str):
            raise self._stranger()
        return sent

    def _forget(self) -> None:
        """The key that was kept is no learner's any more: the server will give another one, under the same name."""
        for name in _COOKIES:
            self._http.cookies.delete(name)

    def graded(self, id_: str, tell: Callable[[Mapping[str, object]], None]) -> dict[str, Any]:
        """The submission with its verdict; meanwhile each of its events is told."""
        losses = 0
        while True:
            try:
                submission = self._answer("GET", f"/api/submissions/{quote(id_, safe='')}")
                if submission.get("verdict") is not None:
                    return submission
                stage: object = ""
                for event in self._events(id_):
                    stage = event["stage"]
                    tell(event)
                if stage != "graded":
                    self._pause(_PAUSE_S)
            except (httpx.TransportError, _AwayError) as error:  # it may be starting again, and has the submission
                losses += 1
                if losses > _LOSSES:
                    raise ServerError(f"{self.url} keeps breaking off: {error}") from None
                self._pause(min(0.1 * losses, 2.0))
            except httpx.DecodingError:
                raise self._stranger() from None

    def _events(self, id_: str) -> Iterator[Mapping[str, object]]:
        headers = {"Last-Event-ID": self._seen} if self._seen else {}
        path = f"/api/submissions/{quote(id_, safe='')}/events"
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
                    yield {"stage": event.get("event", ""), **self._table(event["data"])}
                    event = {}

    def _json(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        try:
            return self._answer(method, path, **request)
        except httpx.TransportError as error:
            raise ServerError(f"{self.url} does not answer: {error}") from None
        except httpx.DecodingError:
            raise self._stranger() from None

    def _answer(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        response = self._http.request(method, path, **request)
        if response.status_code in _AWAY:
            raise _AwayError(f"{self.url} cannot answer at the moment ({response.status_code}); try again later")
        if response.is_redirect:
            there = response.headers.get("location", "another place")
            raise ServerError(f"{self.url} leads to {there}; give the server's own address")
        body = self._table(response.content, f" answers {response.status_code} and")
        if response.is_error:
            raise ServerError(_refusal(self.url, path, response.status_code, body))
        return body

    def _table(self, text: str | bytes, answering: str = "") -> dict[str, Any]:
        try:
            table = json.loads(text)
        except (ValueError, RecursionError):
            table = None
        if not isinstance(table, dict):
            raise self._stranger(answering)
        return table

    def _stranger(self, answering: str = "") -> ServerError:
        return ServerError(f"{self.url}{answering} is no Gridstride server")


def _refusal(url: str, path: str, status: int, body: Mapping[str, Any]) -> str:
    said = body.get("error")
    message = said.get("message") if isinstance(said, dict) else None
    if status == 404 and path.startswith("/api/exercises/"):
        return f"{url} has no exercise {unquote(path.split('/')[3])!r}"
    return f"{url} refuses: {message}" if message else f"{url} answers {status}"
