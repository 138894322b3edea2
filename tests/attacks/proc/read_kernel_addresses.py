"""Read where the kernel's functions lie.

It is the first step of an attack on the kernel.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/proc/kallsyms").read_bytes()
