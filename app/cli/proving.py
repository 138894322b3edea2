"""`check`: the course proves itself."""

from __future__ import annotations

import argparse
import sys

from app.cli.grader import exercise_of, opened_grader, silent
from app.cli.verbs import NOT_PASSED, OK, Verbs
from app.config import Settings
from app.course.check import prove
from app.course.loader import open_course
from app.course.models import Exercise
from app.domain.submission import Mode
from app.domain.verdict import Verdict


def add(verbs: Verbs) -> None:
    text = "prove the course: starters fail, solutions pass, wrong kernels get what they declare"
    check = verbs.add_parser("check", help=text, description=text)
    check.add_argument("slugs", nargs="*", metavar="EXERCISE", help="only these exercises")
    check.set_defaults(command=_check)


def _check(options: argparse.Namespace, settings: Settings) -> int:
    course = open_course(settings.course)
    for slug in options.slugs:
        exercise_of(course, slug)
    faults = list(course.faults)
    with opened_grader(settings) as grader:

        def grade(exercise: Exercise, source: str) -> Verdict:
            return grader.grade(exercise, source, Mode.SUBMIT, silent)

        for slug, exercise in course.exercises.items():
            if not options.slugs or slug in options.slugs:
                found = prove(exercise, grade)
                faults += found
                print(f"{slug}: {'proved' if not found else 'not proved'}", flush=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    return NOT_PASSED if faults else OK
