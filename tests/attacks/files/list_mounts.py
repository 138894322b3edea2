"""Read which file systems are mounted where.

It shows the host's folders, the names of containers, and what else could be attacked.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/mountinfo").read_bytes()
