"""Whether this process lives, and whether the site can serve; with counts that tell an operator how busy it is."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel

from app.errors import StoreError
from app.store.presence import present
from app.web.operators import is_operator
from app.web.room import LEAST
from app.web.site import Site, SiteDep

log = logging.getLogger(__name__)
router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: Literal["ok"] = "ok"


class Check(BaseModel):
    """One thing that has to be well. `detail` names no path and no version: anyone may ask."""

    name: Literal["database", "data_folder", "course"]
    ok: bool
    detail: str


class Gpu(BaseModel):
    """A card that workers found. `reason` says, in a sentence for anyone, why it is not used; `busy` is from 0 to 1."""

    name: str
    usable: bool
    reason: str
    busy: float


class LayerOfWorker(BaseModel):
    """A layer of the sandbox. A worker with one that is `missing` runs nothing."""

    layer: str
    state: Literal["stands", "left_out", "missing"]
    detail: str


class WallOfWorker(BaseModel):
    """What stands round the children of one worker, as it said so many seconds ago."""

    worker: str
    seen_s: float
    layers: list[LayerOfWorker]


class Readiness(BaseModel):
    """`workers` are local ones; `waiting` counts submissions; `gpus` are those that workers were heard of with lately.

    `sandbox` is whole where every worker that was heard of lately has all layers, and unknown where none was. `walls`
    tells an operator of each of them, who sends the key in `operator.key` of the data folder as a bearer token; it is
    null for anyone else. None of these decides `status`: lessons are served without workers, and kernels are graded
    without a GPU.
    """

    status: Literal["ready", "not_ready"]
    checks: list[Check]
    workers: int
    waiting: int | None
    oldest_waiting_s: float | None
    withdrawn: int
    gpus: list[Gpu]
    sandbox: Literal["whole", "less", "unknown"]
    walls: list[WallOfWorker] | None


@router.get("/healthz")
async def healthz() -> Health:
    """This process answers."""
    return Health()


@router.get("/readyz", responses={503: {"model": Readiness}})
def readyz(
    site: SiteDep, response: Response, authorization: Annotated[str | None, Header(include_in_schema=False)] = None
) -> Readiness:
    """The database answers and is migrated, the data folder can be written and has room, a course is loaded."""
    checks = [_database(site), _data_folder(site), _course(site)]
    ready = all(check.ok for check in checks)
    response.headers["Cache-Control"] = "no-store"
    if not ready:
        response.status_code = 503
        response.headers["Retry-After"] = "5"
    count, oldest = _waiting(site)
    walls = _walls(site)
    return Readiness(
        status="ready" if ready else "not_ready",
        checks=checks,
        workers=present(site.settings.data).count("worker"),
        waiting=count,
        oldest_waiting_s=oldest,
        withdrawn=len(site.course.withdrawn),
        gpus=_gpus(site),
        sandbox=_sandbox(site, walls),
        walls=walls if is_operator(authorization, site.secret) else None,
    )


def _database(site: Site) -> Check:
    try:
        migrated = site.vitals.migrated()
    except StoreError as error:
        log.error("not ready: %s", error)  # noqa: TRY400  # a sentence for the operator; the reader is told less
        return Check(name="database", ok=False, detail="The database does not answer.")
    said = "The database answers." if migrated else "The tables are of another revision than the program."
    return Check(name="database", ok=migrated, detail=said)


def _data_folder(site: Site) -> Check:
    folder = site.settings.data
    try:
        writable, free = os.access(folder, os.W_OK | os.X_OK), shutil.disk_usage(folder).free
    except OSError as error:
        log.error("not ready: %s: %s", folder, error.strerror)  # noqa: TRY400  # a sentence for the operator
        return Check(name="data_folder", ok=False, detail="The data folder is away.")
    if not writable:
        return Check(name="data_folder", ok=False, detail="The data folder cannot be written.")
    if free < LEAST:
        return Check(name="data_folder", ok=False, detail=f"Less than {LEAST >> 20} MiB are free for data.")
    return Check(name="data_folder", ok=True, detail="The data folder can be written and has room.")


def _course(site: Site) -> Check:
    loaded = bool(site.course.lessons)
    return Check(name="course", ok=loaded, detail="A course is loaded." if loaded else "No lesson could be loaded.")


def _waiting(site: Site) -> tuple[int | None, float | None]:
    try:
        waiting = site.vitals.waiting()
    except StoreError:
        return None, None
    return waiting.count, waiting.oldest_s


def _gpus(site: Site) -> list[Gpu]:
    try:
        return [Gpu(name=one.name, usable=one.usable, reason=one.reason, busy=one.busy) for one in site.cards.seen()]
    except StoreError:
        return []


def _walls(site: Site) -> list[WallOfWorker]:
    try:
        seen = site.walls.seen()
    except StoreError:
        return []
    return [
        WallOfWorker(
            worker=one.worker,
            seen_s=one.seen_s,
            layers=[LayerOfWorker(layer=row.layer, state=row.state, detail=row.detail) for row in one.layers],
        )
        for one in seen
    ]


def _sandbox(site: Site, walls: Sequence[WallOfWorker]) -> Literal["whole", "less", "unknown"]:
    if site.settings.waived or any(layer.state != "stands" for one in walls for layer in one.layers):
        return "less"
    return "whole" if walls else "unknown"
