"""What the command modules share: the exit codes and the parser that they add to."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from app.config import Settings

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # argparse names it no other way

OK, NOT_PASSED, TROUBLE = 0, 1, 2


def add_course(parser: argparse.ArgumentParser) -> None:
    """An option for another course than the setting says."""
    parser.add_argument("--course", type=Path, metavar="FOLDER", help="instead of GRIDSTRIDE_COURSE")


def course_of(options: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with the course that was asked for."""
    if options.course is None:
        return settings
    return replace(settings, course=options.course.expanduser().resolve())
