"""A stand-in for `python -m app`: a web that only answers, a worker whose grading is told by the submission's source.

The source is words: "sleep SECONDS", "raise", "die".
"""

from __future__ import annotations

import http.server
import os
import signal
import sys
import time

from app.config import Settings
from app.domain.submission import Stage, Submission
from app.domain.verdict import Message, Verdict, VerdictKind
from app.worker.loop import Progress, work


def grade(submission: Submission, progress: Progress) -> Verdict:
    progress(Stage.SIMULATING, {"case": "only", "done": 0, "total": 1})
    match submission.source.split():
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["raise"]:
            raise RuntimeError("a bug of ours")
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
    return Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 1}))


class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Silence."""


def main(verb: str) -> int:
    settings = Settings.from_environ()
    if verb == os.environ.get("CHILD_REFUSES"):
        return 2
    if verb == "web":
        http.server.HTTPServer((settings.host, settings.port), Healthy).serve_forever()
    return work(settings, grade, grace_s=float(os.environ.get("CHILD_GRACE_S", "3")))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
