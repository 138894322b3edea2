"""The commands. Here and `app.main` are the two composition roots: every part is put together here or there.

A module of this package adds its commands to the parser by `add(verbs)`; a command takes the parsed options and
the settings, and returns the exit code.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from app import __version__, logs
from app.cli import describing, judging, keeping, proving, sending, serving, writing
from app.cli.verbs import OK, TROUBLE
from app.config import Settings
from app.errors import GridstrideError

__all__ = ["OK", "main"]

_MODULES = (serving, proving, judging, sending, writing, describing, keeping)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace, Settings], int] = options.command
    form: logs.Form = "text"
    try:
        settings = Settings.from_environ()
        form = settings.log
        logs.configure(form)
        return command(options, settings)
    except GridstrideError as error:
        logs.refuse(form, error)
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
    for module in _MODULES:
        module.add(verbs)
    return parser
