"""`grade`: one file by the real pipeline, without a server."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from app.cli.grader import Wanted, exercise_of, silent
from app.cli.verbs import NOT_PASSED, OK, Verbs
from app.cli.verdicts import in_words, measured, written
from app.config import Settings
from app.course.loader import open_course
from app.course.models import Exercise
from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.errors import ConfigError
from app.findings import Plain
from app.grading.words import Words
from app.logs import harmless
from app.worker.pipeline import Grader


def add(verbs: Verbs) -> None:
    text = "grade one file by the real pipeline, without a server"
    grade = verbs.add_parser("grade", help=text, description=text)
    grade.add_argument("slug", metavar="EXERCISE")
    grade.add_argument("file", type=Path, metavar="FILE")
    grade.add_argument("--json", action="store_true", help="the verdict as JSON on stdout")
    text = "the interpreter alone, a GPU or nothing, or what a worker would do, which is the default"
    grade.add_argument("--device", choices=list(get_args(Wanted)), default="auto", help=text)
    grade.add_argument(
        "--trace", type=_block, metavar="BLOCK", help="print what a block did in the first visible case: 0, or x,y"
    )
    grade.set_defaults(command=_grade)


def _grade(options: argparse.Namespace, settings: Settings) -> int:
    exercise = exercise_of(open_course(settings.course), options.slug)
    try:
        source = options.file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{options.file} cannot be read: {error.strerror}") from None
    from app.cli.walled import opened_on  # noqa: PLC0415  # imports the sandbox, which other commands do without

    with opened_on(settings, options.device) as grader:
        verdict = grader.grade(exercise, source, Mode.SUBMIT, silent)
        traced = _traced(grader, exercise, source, options.trace) if options.trace else None
    if options.json:
        plain = _plain(verdict, Words())
        print(json.dumps(plain if traced is None else plain | {"trace": traced[1]}))
    else:
        print(written(in_words(verdict, Words())))
        if traced is not None:
            print("", *map(harmless, traced[0].expandtabs().split("\n")), sep="\n")
    return OK if verdict.passed else NOT_PASSED


def _block(text: str) -> tuple[int, ...]:
    """A block's index as the command line has it: 0, or 1,0, or 1,0,2."""
    parts = text.split(",")
    if len(parts) > 3 or not all(part.isascii() and part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no block: write its index, such as 0 or 1,0")
    return tuple(int(part) for part in parts)


def _traced(
    grader: Grader, exercise: Exercise, source: bytes, block: tuple[int, ...]
) -> tuple[str, Mapping[str, Plain] | None]:
    """The trace for people and as plain data."""
    found = grader.trace(exercise, source, block)
    if found is None:
        return "No trace: there was nothing to launch.", None
    case, run = found
    if run.recorded is None:
        return f"No trace: the run of the case {case.name!r} ended early ({run.status}).", None
    return f"Trace of the case {case.name!r}, {run.recorded.text}", run.recorded.plain


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
                "grid": case.grid,
                "block": case.block,
                "coverage": case.coverage and case.coverage.model_dump(mode="json"),
                "mismatch": case.mismatch and case.mismatch.model_dump(mode="json", exclude={"pattern"}),
            }
            for case in verdict.cases
        ],
        "requirements": [
            r.model_dump(include={"name", "wanted", "got", "ok", "lines", "case"}) for r in verdict.requirements
        ],
        "compiled": compiled and compiled.model_dump(include={"registers", "shared_bytes", "spill_bytes"}),
        "occupancy": verdict.occupancy and verdict.occupancy.model_dump(mode="json"),
        "benchmark": verdict.benchmark and measured(verdict.benchmark),
        "timeline": verdict.timeline and verdict.timeline.model_dump(mode="json"),
        "unchecked": verdict.unchecked and words.message(verdict.unchecked),
    }
