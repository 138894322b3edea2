"""`serve`, `web`, `worker` and `doctor`: what runs a site, and what says whether one can run."""

from __future__ import annotations

import argparse

from app.cli.grader import exercise_of, opened_grader
from app.cli.verbs import NOT_PASSED, OK, Verbs
from app.config import Settings
from app.course.loader import open_course
from app.domain.submission import Submission
from app.domain.verdict import Verdict
from app.worker import doctor
from app.worker.pipeline import Progress


def add(verbs: Verbs) -> None:
    for name, command, text in (
        ("serve", _serve, "serve the course: web and local workers in one process tree, SQLite"),
        ("web", _web, "only the web process"),
        ("worker", _worker, "only one worker process"),
        ("doctor", _doctor, "say what this machine has and lacks"),
    ):
        verbs.add_parser(name, help=text, description=text).set_defaults(command=command)


def _serve(_: argparse.Namespace, settings: Settings) -> int:
    from app.worker import supervisor  # noqa: PLC0415  # imports SQL, which most commands do without

    return supervisor.serve(settings)


def _web(_: argparse.Namespace, settings: Settings) -> int:
    from app.main import run  # noqa: PLC0415  # imports the web framework, which takes half a second

    return run(settings)


def _worker(_: argparse.Namespace, settings: Settings) -> int:
    from app.worker.loop import work  # noqa: PLC0415  # imports SQL, which most commands do without

    course = open_course(settings.course)
    with opened_grader(settings) as grader:

        def grade(submission: Submission, progress: Progress) -> Verdict:
            return grader.grade(exercise_of(course, submission.exercise), submission.source, submission.mode, progress)

        return work(settings, grade)


def _doctor(_: argparse.Namespace, settings: Settings) -> int:
    report = doctor.examine(settings)
    print(doctor.written(report))
    return OK if report.healthy else NOT_PASSED
