"""A warm process that forks others, which go behind the wall of an executor and run one attack each.

A line on stdin is a job; the answer is a line of JSON: what was printed, and whether this machine lacks the target.
"""

import json
import os
import sys
import traceback

os.environ["OPENBLAS_NUM_THREADS"] = "1"
sys.path[:0] = [sys.argv[1], os.path.dirname(os.path.abspath(__file__))]  # noqa: PTH100, PTH120  # pathlib comes later
import ctypes  # noqa: E402, F401  # to have it in memory
import random  # noqa: E402, F401  # to have it in memory
import socket  # noqa: E402, F401  # to have it in memory
import subprocess  # noqa: E402, F401  # to have it in memory
import threading  # noqa: E402, F401  # to have it in memory

import calls  # noqa: E402, F401  # to have it in memory
import numpy  # noqa: E402, F401, ICN001  # to have it in memory

from app.sandbox import ALL_LAYERS  # noqa: E402  # the path is known only now
from app.sandbox.confine import confine  # noqa: E402  # after the path, too


def attacked(job: dict[str, object], facts: dict[str, object]) -> None:
    """Run the attack of a job behind the wall, but for its missing layers."""
    names: dict[str, object] = {}
    exec(compile(str(job["script"]), "attack.py", "exec"), names)
    confine([], [], ("numpy",), parent=os.getppid(), layers=ALL_LAYERS - set(job["missing"]))  # type: ignore[call-overload]  # a list of names
    try:
        names["attack"](facts)  # type: ignore[operator]  # a function of the script
    except NotImplementedError as error:
        print("not here:", error)
    else:
        print(facts["marker"])


def printed(job: dict[str, object]) -> bytes:
    """What a process of its own prints, until it ends or 20 seconds are over."""
    heard, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(told, 1)
            attacked(job, job["facts"])  # type: ignore[arg-type]  # a dictionary
        except BaseException:  # noqa: BLE001  # an attack may raise anything
            traceback.print_exc(file=sys.stdout)
        finally:
            sys.stdout.flush()
            os._exit(0)
    os.close(told)
    with os.fdopen(heard, "rb") as stream:
        said = stream.read()
    os.waitpid(pid, 0)
    return said


for line in sys.stdin:
    answer = json.dumps(printed(json.loads(line)).decode(errors="replace"))
    os.write(1, answer.encode() + b"\n")
