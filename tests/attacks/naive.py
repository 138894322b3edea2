"""A judge as many are first written: the learner's code runs beside the answer, the clock and the verdict.

It is here to be fooled. argv[1] says what to do with the learner's source, which is on stdin with its facts:

    judge   call `attack(facts)`, compare what it returns with a number, take the time, print a verdict
    serve   call `attack(facts)`, then `after(facts)`, as two jobs of one process, and print the facts' marker
"""

import json
import math
import random
import socket
import sys
import time
from typing import Any

sys.path.insert(0, sys.argv[2])
import calls  # noqa: F401  # attackers import it; its folder is known only now

KNOWN: dict[str, Any] = {"cases": []}
WIRE = socket.socketpair()  # a judge has sockets, and a child that it forks has them, too


def judge(source: str, facts: dict[str, object]) -> None:
    """Print "passed" or "failed", and seconds."""
    known = KNOWN
    expected = known["answer"] = random.SystemRandom().randrange(1 << 60)

    def right(value: object) -> bool:
        return value == known["answer"] or (isinstance(value, int) and math.isclose(value, expected, rel_tol=0))

    names: dict[str, object] = {"__name__": "solution"}
    exec(compile(source, "solution.py", "exec"), names)
    known["started"] = time.perf_counter()
    given = [names["attack"](facts)]  # type: ignore[operator]  # a function of the source
    seconds = time.perf_counter() - known["started"]
    print("passed" if right(given[0]) else "failed", f"{seconds:.3f}")


def serve(source: str, facts: dict[str, object]) -> None:
    """Print the marker where the second job finds what the first has left."""
    for name in ("attack", "after"):
        names: dict[str, object] = {}
        exec(compile(source, "job.py", "exec"), names)
        names[name](facts)  # type: ignore[operator]  # a function of the source
    print(facts["marker"], file=sys.__stdout__)


job = json.load(sys.stdin)
{"judge": judge, "serve": serve}[sys.argv[1]](job["script"], job["facts"])
