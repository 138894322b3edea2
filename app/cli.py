"""The commands. Errors are sentences on stderr; exit codes are in docs/commands.md."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app import __version__
from app.config import Settings
from app.course.check import prove
from app.course.loader import open_course
from app.course.models import Course, Exercise
from app.devices.compiler import Compiler
from app.devices.simt import SimtDevice
from app.domain.submission import Mode, Stage, Submission
from app.domain.verdict import Verdict
from app.errors import ConfigError, GridstrideError, NotFoundError
from app.grading.words import Words
from app.worker import doctor
from app.worker.pipeline import Grader, Progress
from app.worker.references import References

OK, NOT_PASSED, TROUBLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(argv)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    logging.getLogger("app").setLevel(logging.INFO)
    command: Callable[[argparse.Namespace, Settings], int] = options.command
    try:
        return command(options, Settings.from_environ())
    except GridstrideError as error:
        print(f"gridstride: {error}", file=sys.stderr)
        return TROUBLE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it flushes
        return TROUBLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gridstride", description="A course in GPU programming, and its grader.")
    parser.add_argument("--version", action="version", version=f"gridstride {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, text in (
        ("serve", _serve, "serve the course: web and local workers in one process tree, SQLite"),
        ("web", _web, "only the web process"),
        ("worker", _worker, "only one worker process"),
        ("doctor", _doctor, "say what this machine has and lacks"),
    ):
        verbs.add_parser(name, help=text, description=text).set_defaults(command=command)
    text = "prove the course: starters fail, solutions pass, wrong kernels get what they declare"
    check = verbs.add_parser("check", help=text, description=text)
    check.add_argument("slugs", nargs="*", metavar="EXERCISE", help="only these exercises")
    check.set_defaults(command=_check)
    text = "grade one file by the real pipeline, without a server"
    grade = verbs.add_parser("grade", help=text, description=text)
    grade.add_argument("slug", metavar="EXERCISE")
    grade.add_argument("file", type=Path, metavar="FILE")
    grade.add_argument("--json", action="store_true", help="the verdict as JSON on stdout")
    grade.add_argument("--device", choices=["simt"], default="simt", help="where to run; the interpreter by default")
    grade.set_defaults(command=_grade)
    return parser


def _serve(_: argparse.Namespace, settings: Settings) -> int:
    from app.worker import supervisor  # noqa: PLC0415  # imports SQL, which most commands do without

    return supervisor.serve(settings)


def _web(_: argparse.Namespace, settings: Settings) -> int:
    from app.main import run  # noqa: PLC0415  # imports the web framework, which takes half a second

    return run(settings)


def _worker(_: argparse.Namespace, settings: Settings) -> int:
    from app.worker.loop import work  # noqa: PLC0415  # imports SQL, which most commands do without

    course = open_course(settings.course)
    with _grader(settings) as grader:

        def grade(submission: Submission, progress: Progress) -> Verdict:
            return grader.grade(_exercise(course, submission.exercise), submission.source, submission.mode, progress)

        return work(settings, grade)


def _doctor(_: argparse.Namespace, settings: Settings) -> int:
    report = doctor.examine(settings)
    print(doctor.written(report))
    return OK if report.healthy else NOT_PASSED


def _check(options: argparse.Namespace, settings: Settings) -> int:
    course = open_course(settings.course)
    for slug in options.slugs:
        _exercise(course, slug)
    faults = list(course.faults)
    with _grader(settings) as grader:

        def grade(exercise: Exercise, source: str) -> Verdict:
            return grader.grade(exercise, source, Mode.SUBMIT, _silent)

        for slug, exercise in course.exercises.items():
            if not options.slugs or slug in options.slugs:
                found = prove(exercise, grade)
                faults += found
                print(f"{slug}: {'proved' if not found else 'not proved'}", flush=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    return NOT_PASSED if faults else OK


def _grade(options: argparse.Namespace, settings: Settings) -> int:
    exercise = _exercise(open_course(settings.course), options.slug)
    try:
        source = options.file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{options.file} cannot be read: {error.strerror}") from None
    with _grader(settings) as grader:
        verdict = grader.grade(exercise, source, Mode.SUBMIT, _silent)
    if options.json:
        print(json.dumps(_plain(verdict, Words()), ensure_ascii=False))
    else:
        print(_written(verdict, Words()))
    return OK if verdict.passed else NOT_PASSED


@contextmanager
def _grader(settings: Settings) -> Iterator[Grader]:
    """The one place where the pipeline's parts meet. Raises MissingLayerError where the wall lacks a layer."""
    doctor.require_wall()
    with Compiler.start(settings.arch) as compiler, SimtDevice.start() as device:
        yield Grader(compiler, device, References(), settings.source_bytes)


def _exercise(course: Course, slug: str) -> Exercise:
    exercise = course.exercises.get(slug)
    if exercise is not None:
        return exercise
    faults = [str(f) for f in course.faults if f"/{slug}/" in f"/{f.path}"]
    if faults:
        raise NotFoundError(f"the exercise {slug!r} cannot be used:\n" + "\n".join(faults))
    raise NotFoundError(f"there is no exercise {slug!r}; there are: {', '.join(course.exercises) or 'none'}")


def _silent(stage: Stage, args: dict[str, object]) -> None:
    """Progress that nobody watches."""


def _plain(verdict: Verdict, words: Words) -> dict[str, object]:
    """The verdict as `grade --json` prints it: the form is documented in docs/commands.md."""
    compiled = verdict.compiled
    return {
        "verdict": verdict.kind,
        "device": verdict.device,
        "message": words.message(verdict.message),
        "findings": [
            {"kind": f.kind, "severity": f.severity, "line": f.line, "message": words.finding(f)[0]}
            for f in verdict.findings
        ],
        "cases": [
            {
                "name": case.name,
                "status": case.status,
                "mismatch": case.mismatch and case.mismatch.model_dump(mode="json", exclude={"pattern"}),
            }
            for case in verdict.cases
        ],
        "requirements": [r.model_dump(include={"name", "wanted", "got", "ok"}) for r in verdict.requirements],
        "compiled": compiled and compiled.model_dump(include={"registers", "shared_bytes", "spill_bytes"}),
    }


def _written(verdict: Verdict, words: Words) -> str:
    lines = [f"{words.title(verdict.kind)}: {words.message(verdict.message)}"]
    for finding in verdict.findings:
        message, help_ = words.finding(finding)
        place = f"line {finding.line}: " if finding.line else ""
        lines.append(f"  {place}{finding.severity}: {message} {help_}".rstrip())
    for case in verdict.cases:
        lines.append(f"  {case.name}: {case.status}")
        if case.mismatch:
            m = case.mismatch
            got = "never written" if m.got is None else f"got {m.got}"
            pattern = f" {words.message(m.pattern)}" if m.pattern else ""
            lines.append(f"    {m.output}{list(m.index)}: expected {m.expected}, {got}.{pattern}")
    lines += [f"  {r.wanted}: {r.got} {'met' if r.ok else 'missed'}" for r in verdict.requirements]
    return "\n".join(lines)
