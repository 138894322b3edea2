"""A stand-in for `python -m app`: a web that only answers, a worker whose grading is told by the submission's source.

The source is words: "sleep SECONDS", "until FILE" (is there), "raise", "die".
"""

from __future__ import annotations

import http.server
import os
import signal
import sys
import time
from pathlib import Path

VERB = sys.argv[1]
if os.environ.get("CHILD_REFUSES") == VERB:
    raise SystemExit(2)


class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Silence."""


if VERB == "web":
    http.server.HTTPServer(("127.0.0.1", int(os.environ["GRIDSTRIDE_PORT"])), Healthy).serve_forever()

# Only the worker needs the rest, whose import takes most of a child's time.
from app.config import Settings  # noqa: E402  # see above
from app.domain.submission import Stage, Submission  # noqa: E402  # see above
from app.domain.verdict import Message, Verdict, VerdictKind  # noqa: E402  # see above
from app.worker.loop import Progress, work  # noqa: E402  # see above


def grade(submission: Submission, progress: Progress) -> Verdict:
    progress(Stage.SIMULATING, {"case": "only", "done": 0, "total": 1})
    match submission.source.split():
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["until", file]:
            while not Path(file).exists():
                time.sleep(0.01)
        case ["raise"]:
            raise RuntimeError("a bug of ours")
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
    return Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 1}))


raise SystemExit(work(Settings.from_environ(), grade))
