"""Exercises: the block with the editor, the page of one, and what a program needs to know of them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from app.course.models import Direction, Exercise, ExerciseKind, Parameter
from app.domain.learner import Learner
from app.errors import BadInputError
from app.protocol.compiled import CompileError
from app.web.attempts import history_view, is_withdrawn, withdrawn_page
from app.web.editor import EditorView, Refused, editor_view
from app.web.errors import ErrorBody, complaint, sentence, status_of, timed
from app.web.phrases import Phrases
from app.web.requirements import worded
from app.web.site import Site, SiteDep
from app.web.verdicts import SubmissionView, shown
from app.web.visitors import Visitor, VisitorDep


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """What _exercise.html shows. `submission` is the learner's latest."""

    slug: str
    lang: str
    title: str
    statement: str  # HTML
    hints: tuple[str, ...]  # HTML
    entry: str
    version: str
    requirements: tuple[tuple[str, str], ...]  # ("Sector efficiency", "at least 90 %")
    kernel: str  # of kind `launch`: what is launched; else empty
    sizes: tuple[str, ...]  # of kind `launch`: the names that a launch may use
    program: bool  # of kind `program`: what is written is the host's code, with its kernels
    starter: str
    editor: EditorView
    sent: str | None  # what was sent last
    submission: SubmissionView | None
    passed: bool
    error: str  # a sentence where the last form was refused

    @property
    def kind(self) -> str:
        return "exercise"


class ParameterView(BaseModel):
    name: str
    direction: Direction
    dtype: str
    ndim: int


class ExerciseSummary(BaseModel):
    slug: str
    title: str
    version: str
    url: str
    passed: bool


class ExerciseDetail(ExerciseSummary):
    kind: ExerciseKind
    entry: str
    statement: str
    hints: list[str]
    parameters: list[ParameterView]
    results: list[ParameterView]  # of kind `program`: what the entry returns, in order
    requirements: list[str]
    starter: str
    submissions_url: str


router = APIRouter()


@router.get("/exercises/{slug}", include_in_schema=False)
def exercise(slug: str, site: SiteDep, visitor: VisitorDep, before: Annotated[str, Query()] = "") -> Response:
    if is_withdrawn(site, visitor, slug):
        return withdrawn_page(site, visitor, slug, before)
    return exercise_page(site, visitor, site.exercise(slug), before=before)


@router.get("/api/exercises", tags=["exercises"])
def list_exercises(site: SiteDep, visitor: VisitorDep) -> list[ExerciseSummary]:
    """Every exercise, and whether the caller has passed it."""
    passed = site.passed(site.learner(visitor))
    return [
        ExerciseSummary(
            slug=slug,
            title=exercise.text(visitor.lang).title,
            version=exercise.version,
            url=f"/exercises/{slug}",
            passed=slug in passed,
        )
        for slug, exercise in site.course.exercises.items()
    ]


@router.get("/api/exercises/{slug}", tags=["exercises"], responses={404: {"model": ErrorBody}})
def read_exercise(slug: str, site: SiteDep, visitor: VisitorDep) -> ExerciseDetail:
    """One exercise: statement, parameters, starter. Never a solution, a case or a reference."""
    exercise = site.exercise(slug)
    text = exercise.text(visitor.lang)
    return ExerciseDetail(
        slug=slug,
        title=text.title,
        version=exercise.version,
        url=f"/exercises/{slug}",
        passed=slug in site.passed(site.learner(visitor)),
        kind=exercise.kind,
        entry=exercise.entry,
        statement=text.statement,
        hints=list(text.hints),
        parameters=[_parameter(one) for one in exercise.parameters],
        results=[_parameter(one) for one in exercise.results],
        requirements=[str(requirement) for requirement in exercise.requirements],
        starter=exercise.starter,
        submissions_url=f"/api/exercises/{slug}/submissions",
    )


def _parameter(one: Parameter) -> ParameterView:
    return ParameterView(name=one.name, direction=one.direction, dtype=one.dtype, ndim=one.ndim)


def exercise_page(
    site: Site,
    visitor: Visitor,
    exercise: Exercise,
    *,
    status: int = 200,
    refused: Refused | None = None,
    error: str = "",
    before: str = "",
) -> Response:
    """An exercise; after a refusal with the sentence, and the source that was refused back in the form.

    `before`: the id of a submission, to list the older ones.
    """
    learner = site.learner(visitor)
    return site.pages.page(
        visitor,
        "exercise.html",
        status=status,
        exercise=exercise_view(site, visitor, exercise, learner, site.passed(learner), refused=refused, error=error),
        history=history_view(site, visitor, learner, exercise.slug, before),
        lesson=site.lesson_with(exercise.slug),
    )


def refused_page(
    site: Site, visitor: Visitor, exercise: Exercise, error: CompileError | BadInputError, refused: Refused | None
) -> Response:
    """The exercise, with the sentence on a form that was refused. `refused` is None where it held no source."""
    if isinstance(error, BadInputError):
        status, said = status_of(error), sentence(visitor, error)
    else:
        finding = error.findings[0]
        status, said = status_of(finding.message_key), complaint(visitor, finding)
    return timed(exercise_page(site, visitor, exercise, status=status, refused=refused, error=said), error)


def exercise_view(
    site: Site,
    visitor: Visitor,
    exercise: Exercise,
    learner: Learner | None,
    passed: AbstractSet[str],
    *,
    refused: Refused | None = None,
    error: str = "",
) -> ExerciseView:
    """`passed`: the exercises that the learner has passed, which a page with several asks for once."""
    latest = site.submissions.latest(learner, exercise.slug) if learner is not None else None
    draft = site.drafts.of(learner, exercise.slug) if learner is not None else None
    sent = latest.source if latest is not None else None
    text = exercise.text(visitor.lang)
    return ExerciseView(
        slug=exercise.slug,
        lang=text.lang,
        title=text.title,
        statement=text.statement,
        hints=text.hints,
        entry=exercise.entry,
        version=exercise.version,
        requirements=tuple(worded(str(requirement), Phrases(visitor.lang)) for requirement in exercise.requirements),
        kernel=exercise.kernel,
        sizes=exercise.sizes,
        program=exercise.kind == "program",
        starter=exercise.starter,
        editor=editor_view(exercise, draft, sent, refused),
        sent=sent,
        submission=shown(latest, site.position(latest), visitor.lang) if latest is not None else None,
        passed=exercise.slug in passed,
        error=error,
    )
