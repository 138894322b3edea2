"""`submit`: one file to a server, as a learner would send it from the page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from app.cli.keys import is_whole
from app.cli.verbs import NOT_PASSED, OK, Verbs
from app.cli.verdicts import told
from app.config import Settings
from app.errors import ConfigError
from app.logs import harmless


def add(verbs: Verbs) -> None:
    text = "send one file to a Gridstride server, and wait for its verdict"
    submit = verbs.add_parser("submit", help=text, description=text)
    submit.add_argument("slug", metavar="EXERCISE")
    submit.add_argument("file", type=Path, metavar="FILE")
    submit.add_argument("--url", required=True, help="the server, such as https://gpu.example.edu")
    submit.add_argument("--key", help="your key on that server, from its page /key; kept for the next time")
    submit.add_argument("--run", action="store_true", help="run the visible cases alone; it does not count")
    submit.add_argument("--json", action="store_true", help="the submission as the server's API gives it, on stdout")
    submit.set_defaults(command=_submit)


def _submit(options: argparse.Namespace, _: Settings) -> int:
    from app.cli.server import address, connected  # noqa: PLC0415  # httpx takes a tenth of a second, here alone

    source, known = _text(options.file), options.key is not None
    if known and not is_whole(options.key):
        raise ConfigError(f"the key is not whole; copy it from {address(options.url)}/key")
    with connected(options.url, options.key) as server:
        sent = server.send(options.slug, source, "run" if options.run else "submit", known=known)
        _tell(f"{server.url}{sent['url']}")
        submission = server.graded(sent["id"], lambda event: _tell(step(event)))
    verdict = submission["verdict"]
    text = told(verdict)
    print(json.dumps(submission) if options.json else text)
    return OK if verdict.get("passed") is True else NOT_PASSED


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not UTF-8") from None


def _tell(sentence: str) -> None:
    print(harmless(sentence), file=sys.stderr, flush=True)


def step(event: Mapping[str, object]) -> str:
    """What is said of an event of a submission."""
    match event["stage"]:
        case "queued":
            idle = "; nobody grades at the moment, and it is kept" if event.get("idle") else ""
            return f"waiting, at place {event.get('position')}{idle}"
        case "simulating" | "launching" as stage:
            where = " on the GPU" if stage == "launching" else ""
            done, total, case = event.get("done", 0), event.get("total"), event.get("case")
            number = done + 1 if isinstance(done, int) else done
            return f"running case {number} of {total}{where}: {case}"
        case "measuring":
            return f"measuring the time of case {event.get('case')}"
        case stage:
            return str(stage)
