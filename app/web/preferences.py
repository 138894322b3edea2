"""Theme and language: two cookies, set by a form in the footer of every page."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.errors import BadInputError
from app.web.csrf import SignedForm
from app.web.phrases import languages
from app.web.visitors import VisitorDep, theme_named

_PATH = re.compile(r"/(?!/)[^?#]*")  # not `urlsplit`, which raises for "//["

router = APIRouter(include_in_schema=False)


@router.post("/preferences")
def preferences(request: Request, visitor: VisitorDep, form: SignedForm) -> Response:
    """Sets what the form holds, and goes back to where it stood; to a script it answers 204."""
    theme, lang = form.text("theme"), form.text("lang")
    if (theme and theme_named(theme) is None) or (lang and lang not in languages()):
        raise BadInputError("request.preference")
    response = (
        Response(status_code=204)
        if "x-fragment" in request.headers
        else RedirectResponse(_local(form.text("next")), 303)
    )
    for name, value in (("theme", theme), ("lang", lang)):
        if value:
            visitor.keep(name, value)
    return response


def _local(url: str) -> str:
    """The path of a URL on this site; "/" for anything that a browser could read as another site's."""
    path = _PATH.match(url) if url.isprintable() and "\\" not in url else None
    return path[0] if path is not None else "/"
