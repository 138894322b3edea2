"""`new`: the skeleton of an exercise or a lesson, sound as it stands, for an author to change."""

from __future__ import annotations

import argparse
import keyword
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from string import Template

from app.cli.verbs import OK, Verbs, add_course, course_of
from app.config import Settings
from app.errors import ConfigError

SKELETONS = Path(__file__).parent / "skeletons"
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LESSON = re.compile(r"(\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)")


def add(verbs: Verbs) -> None:
    text = "write a lesson or an exercise that is sound as it stands, to be changed"
    kinds = verbs.add_parser("new", help=text, description=text).add_subparsers(required=True, metavar="WHAT")
    exercise = kinds.add_parser("exercise", help="a folder in kernels/")
    exercise.add_argument("slug", metavar="SLUG", help="such as scale-a-vector")
    exercise.add_argument("--kind", choices=["kernel", "launch", "program"], default="kernel", help="kernel by default")
    exercise.set_defaults(command=_exercise)
    lesson = kinds.add_parser("lesson", help="a folder in lessons/")
    lesson.add_argument("slug", metavar="NN-SLUG", help="such as 08-warps; the number orders the lessons")
    lesson.set_defaults(command=_lesson)
    for parser in (exercise, lesson):
        add_course(parser)


def _exercise(options: argparse.Namespace, settings: Settings) -> int:
    slug, entry = options.slug, options.slug.replace("-", "_")
    if not _SLUG.fullmatch(slug) or keyword.iskeyword(entry) or entry in ("cuda", "main", "np"):  # which skeletons use
        raise ConfigError(f"{slug!r} cannot be an exercise's name; take words such as scale-a-vector")
    root = course_of(options, settings).course
    written = _write(SKELETONS / options.kind, root / "kernels" / slug, {"entry": entry, "title": _title(slug)})
    print(f"Wrote {len(written)} files in {root / 'kernels' / slug}.")
    print(f"It passes as it stands: gridstride check {slug}{_where(options)}")
    print("Change exercise.py and solution.py first, then starter.py, wrong/ and text/en.md, and check again.")
    print(f"A lesson shows it by a line :::{{exercise}} {slug} and a line ::: below it.")
    return OK


def _lesson(options: argparse.Namespace, settings: Settings) -> int:
    match = _LESSON.fullmatch(options.slug)
    if match is None:
        raise ConfigError(f"{options.slug!r} cannot be a lesson's name; take a number and words, such as 08-warps")
    root = course_of(options, settings).course
    folder = root / "lessons" / options.slug
    taken = [path.name for path in (root / "lessons").glob(f"{match[1]}-*") if path != folder]
    if taken:
        raise ConfigError(
            f"the number {match[1]} is taken by {taken[0]}; the lessons are in the order of their numbers"
        )
    _write(SKELETONS / "lesson", folder, {"title": _title(match[2])})
    print(f"Wrote {folder / 'en.md'}.")
    print(f"See it while you write: gridstride serve --author{_where(options)}")
    return OK


def _where(options: argparse.Namespace) -> str:
    return "" if options.course is None else f" --course {shlex.quote(str(options.course))}"


def _title(words: str) -> str:
    return words.replace("-", " ").capitalize()


def _write(skeleton: Path, folder: Path, names: Mapping[str, str]) -> list[Path]:
    """Copy the skeleton with its names filled in. Raises ConfigError where there is something already."""
    if folder.exists():
        raise ConfigError(f"{folder} is already there; nothing was changed")
    written = []
    try:
        for file in sorted(skeleton.rglob("*.txt")):
            made = folder / file.relative_to(skeleton).with_suffix("")
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(Template(file.read_text("utf-8")).substitute(names), "utf-8")
            written.append(made)
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written: {error.strerror}") from None
    return written
