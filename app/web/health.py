"""Whether this process lives, and whether it can serve."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from app.web.errors import ErrorBody
from app.web.site import SiteDep


class Health(BaseModel):
    status: Literal["ok"] = "ok"


router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> Health:
    """This process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": ErrorBody}})
def readyz(site: SiteDep) -> Health:
    """The database answers too."""
    site.learners.find("")
    return Health()
