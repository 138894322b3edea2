"""Answers where something is wrong: a page for a browser, JSON for a program, the same sentence in both."""

from __future__ import annotations

import logging
from typing import cast

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException

from app.errors import BadInputError, InfrastructureError, NotFoundError, StoreError, TooManyError
from app.findings import Finding
from app.grading.words import Words
from app.protocol.compiled import CompileError
from app.web.headers import SECURITY
from app.web.phrases import Phrases
from app.web.visitors import Visitor, visitor_of

log = logging.getLogger(__name__)

_STATUS = {
    "request.csrf": 403,
    "request.cross_origin": 403,
    "request.two_keys": 403,
    "request.media": 415,
    "request.framing": 400,
    "request.head": 431,
    "request.full": 507,
    "source.too_large": 413,
    "draft.moved": 409,
}
_OF_STATUS = {
    403: "request.csrf",
    404: "request.not_found",
    405: "request.method",
    408: "request.slow",
    413: "request.too_large",
    415: "request.encoding",
}


class ErrorDetail(BaseModel):
    key: str
    message: str


class ErrorBody(BaseModel):
    error: ErrorDetail


def install(app: FastAPI) -> None:
    """Put every handler in its place."""
    app.add_exception_handler(NotFoundError, _not_found)
    app.add_exception_handler(BadInputError, _bad_input)
    app.add_exception_handler(CompileError, _unreadable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(StarletteHTTPException, _http)
    app.add_exception_handler(StoreError, _unavailable)
    app.add_exception_handler(InfrastructureError, _unavailable)
    app.add_exception_handler(Exception, _broken)


def status_of(error: BadInputError | str) -> int:
    """The status for a refusal, or for the key of one."""
    if isinstance(error, TooManyError):
        return 429
    return _STATUS.get(error.key if isinstance(error, BadInputError) else error, 422)


def timed(response: Response, error: Exception) -> Response:
    """The answer to a refusal, with when to come back where it says so."""
    if isinstance(error, TooManyError):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def refused(request: Request, error: BadInputError) -> Response:
    """The answer to a request that is refused before it is read."""
    return _bad_input(request, error)


def sentence(visitor: Visitor, error: BadInputError) -> str:
    """What a rejected input is told. Keys of requests are ours, all others the grading's."""
    phrases = Phrases(visitor.lang)
    if error.key in phrases:
        return phrases(error.key, **error.args_)
    return Words(visitor.lang).sentence(error.key, error.args_)


def complaint(visitor: Visitor, finding: Finding) -> str:
    """What a source that is no text is told."""
    return Words(visitor.lang).finding(finding)[0]


def _not_found(request: Request, _error: Exception) -> Response:
    return _answer(request, 404, "request.not_found")


def _bad_input(request: Request, error: Exception) -> Response:
    bad = cast("BadInputError", error)
    return timed(_answer(request, status_of(bad), bad.key, sentence(visitor_of(request), bad)), bad)


def _unreadable(request: Request, error: Exception) -> Response:
    finding = cast("CompileError", error).findings[0]
    return _answer(
        request, status_of(finding.message_key), finding.message_key, complaint(visitor_of(request), finding)
    )


def _invalid(request: Request, error: Exception) -> Response:
    first = cast("RequestValidationError", error).errors()[0]
    key = "request.not_json" if first["type"] == "json_invalid" else "request.field"
    field = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return _answer(request, 422, key, Phrases(visitor_of(request).lang)(key, field=field))


def _http(request: Request, error: Exception) -> Response:
    status = cast("HTTPException", error).status_code
    key = _OF_STATUS.get(status, "request.bad")
    if isinstance(error.__cause__, UnicodeDecodeError):
        status, key = 422, "request.not_utf8"
    elif isinstance(error.__cause__, RecursionError):
        status, key = 422, "request.not_json"
    response = _answer(request, status, key)
    for name, value in (cast("HTTPException", error).headers or {}).items():
        response.headers[name] = value
    return response


def _unavailable(request: Request, error: Exception) -> Response:
    log.error("%s %s: %s", request.method, request.url.path, error)
    response = _answer(request, 503, "request.unavailable")
    response.headers["Retry-After"] = "5"
    return response


def _broken(request: Request, _error: Exception) -> Response:
    response = _answer(request, 500, "request.broken")
    # This answer is made outside of every middleware, and so would lack what they add.
    for name, value in SECURITY.items():
        response.headers[name] = value
    visitor_of(request).put(response.headers)
    return response


def _answer(request: Request, status: int, key: str, message: str | None = None) -> Response:
    visitor = visitor_of(request)
    said = message if message is not None else Phrases(visitor.lang)(key)
    if request.url.path.startswith("/api/") or "x-fragment" in request.headers:
        body = ErrorBody(error=ErrorDetail(key=key, message=said))
        return JSONResponse(body.model_dump(), status)
    pages = request.app.state.site.pages
    page: Response = pages.page(visitor, "error.html", status=status, code=status, message=said)
    return page
