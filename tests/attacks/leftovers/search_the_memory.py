"""Look through all of one's own memory for what an earlier job, or the server, has left.

A zygote that parses a job keeps its text in the heap of every later child; what was in the environment at exec stays on
the stack, whatever is deleted from it. It needs /proc/self/maps, so the tests run it without Landlock: what lies in
memory does not depend on that.

Shown by: tests/attacks/test_leftovers.py::test_nothing_of_an_earlier_job_is_in_memory
"""

import ctypes
import re
from pathlib import Path


def attack(facts):
    pattern = re.compile(facts["pattern"].encode())
    matches = set()
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, _, _, inode, *_ = line.split()
        if rights.startswith("r") and "[v" not in line and inode == "0":
            start, end = (int(edge, 16) for edge in span.split("-"))
            matches |= set(pattern.findall(ctypes.string_at(start, end - start)))
    print(sorted(match.decode() for match in matches))
