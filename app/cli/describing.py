"""`schema`: what an editor needs to know of the files that authors write."""

from __future__ import annotations

import argparse

from app.cli.verbs import OK, Verbs
from app.config import Settings
from app.course.schemas import NAMES, printed


def add(verbs: Verbs) -> None:
    text = "print the JSON Schema of a file that authors write"
    schema = verbs.add_parser("schema", help=text, description=text)
    schema.add_argument("name", metavar="WHAT", choices=NAMES, help=", ".join(NAMES))
    schema.set_defaults(command=_schema)


def _schema(options: argparse.Namespace, _: Settings) -> int:
    print(printed(options.name), end="")
    return OK
