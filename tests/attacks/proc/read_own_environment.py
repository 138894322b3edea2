"""Read the environment that the process was started with.

Settings of servers, passwords among them, are passed by the environment.

Stopped by: landlock, non_dumpable
Searching passes: non_dumpable
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/environ").read_bytes()
