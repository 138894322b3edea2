"""What is logged, and in which form: a line of text, or one JSON object a line.

A record's `event` names its kind and does not change with its wording; `about` gives it and its fields to a call of
`logging`. No field holds a learner's source, a cookie or a secret.
"""

from __future__ import annotations

import contextvars
import json
import logging
import sys
import time
from collections.abc import Mapping
from typing import Literal

Form = Literal["text", "json"]

# Set by the web for each request; a thread that works for one has a copy.
request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")


def about(event: str, **fields: object) -> dict[str, object]:
    """For `extra=` of a call of `logging`: what happened, as data."""
    return {"about": {"event": event, **fields}}


def configure(form: Form) -> None:
    """Send every logger of this process to stderr: ours from INFO on, those of libraries from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("app").setLevel(logging.INFO)
    logging.captureWarnings(True)


def refuse(form: Form, sentence: object) -> None:
    """Tell on stderr why a command ends here."""
    if form == "json":
        logging.getLogger(__name__).error("%s", sentence, extra=about("refused"))
    else:
        print("gridstride: " + "\n".join(map(harmless, str(sentence).split("\n"))), file=sys.stderr)


class Lines(logging.Formatter):
    """For people: time, level, logger, message; a traceback follows on lines of its own, which are indented.

    A path or an exception may hold anything, and neither acts on a terminal nor looks like another line.
    """

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_moment(record)} {record.levelname} {record.name}: {harmless(record.getMessage())}"
        if not record.exc_info:
            return line
        return "\n  ".join([line, *map(harmless, self.formatException(record.exc_info).split("\n"))])


class JsonLines(logging.Formatter):
    """For machines: one object a line, whatever the message holds."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": _moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := request_id.get():
            told["request"] = request
        fields = getattr(record, "about", {})
        if isinstance(fields, Mapping):
            told |= fields
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)  # in ASCII: a line separator of Unicode would end a line for some readers


def harmless(text: str) -> str:
    """On one line, and with nothing that acts on a terminal, whoever wrote it."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _moment(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"
