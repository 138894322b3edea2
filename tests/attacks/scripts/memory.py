"""Look through the whole memory of the process for what a pattern matches; used by the tests of what is left behind."""

import ctypes
import re
from pathlib import Path


def search(facts):
    """Print every match of the pattern in readable memory, in order of address.

    Needs /proc/self/maps, so the tests run it without Landlock; what lies in memory does not depend on that.
    """
    pattern = re.compile(facts["pattern"].encode())
    matches = set()
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, _, _, inode, *_ = line.split()
        if rights.startswith("r") and "[v" not in line and inode == "0":
            start, end = (int(edge, 16) for edge in span.split("-"))
            matches |= set(pattern.findall(ctypes.string_at(start, end - start)))
    print(sorted(match.decode() for match in matches))
