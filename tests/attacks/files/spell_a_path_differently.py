"""Name a forbidden file with double slashes and dots.

A list of forbidden names compares letters; the kernel resolves them.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/etc//./../etc/./passwd").read_bytes()
