"""Go through /proc/self/root to a file that has another name there.

A list of forbidden names does not know this one.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/root", "etc/passwd").read_bytes()
