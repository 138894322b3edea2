"""Read a setting of the kernel.

It says which attacks on it are worth trying.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/proc/sys/kernel/osrelease").read_bytes()
