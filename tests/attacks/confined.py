"""A process that goes behind the wall of an executor, then runs one function of one script, as attacker.py does."""

import json
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"
root, job = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, root)
import ctypes  # noqa: E402, F401  # to have it in memory
import socket  # noqa: E402, F401  # as above
import subprocess  # noqa: E402, F401  # as above
import threading  # noqa: E402, F401  # as above

import numpy  # noqa: E402, F401, ICN001  # as above

from app.sandbox import ALL_LAYERS  # noqa: E402  # the path is known only now
from app.sandbox.confine import confine  # noqa: E402  # as above

names: dict[str, object] = {}
exec(compile(job["script"], "attack.py", "exec"), names)
confine([], [], ("numpy",), parent=os.getppid(), layers=ALL_LAYERS - set(job["missing"]))
try:
    names[job["attack"]](job["facts"])  # type: ignore[operator]  # a function of the script
except NotImplementedError as error:
    print("not here:", error)
else:
    print(job["facts"]["marker"])
