"""`serve`, `web`, `worker` and `doctor`: what runs a site, and what says whether one can run."""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack

from app.cli.grader import exercise_of, opened_preview
from app.cli.verbs import NOT_PASSED, OK, Verbs, add_course, course_of
from app.config import Settings
from app.course.library import Library
from app.course.loader import require_course
from app.course.proofs import PROOFS, Proofs
from app.domain.submission import Submission
from app.domain.verdict import Verdict
from app.errors import ConfigError, MissingLayerError
from app.store.presence import present
from app.worker import doctor

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def add(verbs: Verbs) -> None:
    for name, command, text in (
        ("serve", _serve, "serve the course: web and local workers in one process tree, SQLite"),
        ("web", _web, "only the web process"),
        ("worker", _worker, "only one worker process"),
        ("doctor", _doctor, "say what this machine has and lacks"),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.set_defaults(command=command)
        if name != "doctor":
            verb.add_argument(
                "--author", action="store_true", help="preview a course that you write; this computer alone"
            )
        if name == "serve":
            add_course(verb)


def _serve(options: argparse.Namespace, settings: Settings) -> int:
    from app.worker import supervisor  # noqa: PLC0415  # imports SQL, which most commands do without

    settings = course_of(options, settings)
    require_course(settings.course)
    _refuse_guests(options, settings)
    if options.author and (roles := present(settings.data)):
        raise ConfigError(
            f"a site works on {settings.data} ({', '.join(roles)}), and a preview would grade its kernels without "
            "compiling them: set GRIDSTRIDE_DATA to another folder"
        )
    flags = ["--author"] if options.author else []
    watch = ["--watch"] if options.author else []
    return supervisor.serve(settings, flags=flags, beside=["check", "--background", "--jobs", "1", *watch])


def _web(options: argparse.Namespace, settings: Settings) -> int:
    from app.main import run  # noqa: PLC0415  # imports the web framework, which takes half a second

    _refuse_guests(options, settings)
    return run(settings, author=options.author)


def _worker(options: argparse.Namespace, settings: Settings) -> int:
    from app.worker import loop, walls  # noqa: PLC0415  # they import SQL, which most commands do without

    library = Library(settings.course, Proofs(settings.data / PROOFS), preview=options.author, look_s=0.0)
    with ExitStack() as stack:
        if options.author:
            fleet, grader = None, stack.enter_context(opened_preview(settings))
        else:
            from app.cli.walled import opened_fleet, opened_grader  # noqa: PLC0415  # a preview may have no sandbox

            fleet = stack.enter_context(opened_fleet(settings))
            try:
                grader = stack.enter_context(opened_grader(settings, fleet))
            except MissingLayerError as error:
                walls.tell_missing(settings, loop.name_of(os.getpid()), error.missing)
                raise

        def grade(submission: Submission, progress: loop.Progress) -> Verdict:
            exercise = exercise_of(library.course, submission.exercise)
            return grader.grade(exercise, submission.source, submission.mode, progress, listed=False, films=True)

        wall = [] if options.author else walls.standing(settings.waived)
        unlisted, drawing = grader.unlisted, grader.drawing
        return loop.work(settings, grade, cards=fleet, unlisted=unlisted, drawing=drawing, wall=wall)


def _refuse_guests(options: argparse.Namespace, settings: Settings) -> None:
    """Without a wall nobody may come from elsewhere. Raises ConfigError."""
    if options.author and settings.host not in _LOOPBACK:
        raise ConfigError(
            f"--author has no sandbox and serves this computer alone: GRIDSTRIDE_HOST is {settings.host}, "
            f"and should be one of {', '.join(_LOOPBACK)}"
        )


def _doctor(_: argparse.Namespace, settings: Settings) -> int:
    report = doctor.examine(settings)
    print(doctor.written(report))
    return OK if report.healthy else NOT_PASSED
