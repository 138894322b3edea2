"""How a page of an author's preview hears that the course has changed."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from app.errors import NotFoundError
from app.web.site import SiteDep


class Revision(BaseModel):
    revision: str


router = APIRouter(include_in_schema=False)


@router.get("/api/author/revision")
def revision(site: SiteDep) -> Revision:
    """Another one than before once the course has changed. There is none but in a preview."""
    if site.preview is None:
        raise NotFoundError("preview")
    return Revision(revision=site.preview.revision)
