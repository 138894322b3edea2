"""The API's own description: besides what each endpoint says, the refusals that any of them can give, each as JSON."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI

from app.web.errors import ErrorBody

ANY = (400, 421, 429, 431, 500, 503)  # of whatever is asked
WITH_BODY = (408, 413, 415, 422)
WITH_FIELDS = (422,)
_REFUSED = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}}}


def describe(app: FastAPI) -> None:
    """Have the document say so. Call it once all endpoints are there."""
    made = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            for path, operations in made()["paths"].items():
                for operation in operations.values() if path.startswith("/api/") else ():
                    _describe(operation)
        return made()

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's documented way to extend the document


def _describe(operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    responses.pop("default", None)
    for status in _refusals(operation):
        responses.setdefault(str(status), {"description": HTTPStatus(status).phrase, "content": _REFUSED})
    for status, response in responses.items():
        if status >= "400" and "text/event-stream" in response.get("content", {}):  # no stream begins with a refusal
            response["content"] = _REFUSED


def _refusals(operation: dict[str, Any]) -> tuple[int, ...]:
    if "requestBody" in operation:
        return (*ANY, *WITH_BODY)
    return (*ANY, *WITH_FIELDS) if operation.get("parameters") else ANY
