"""Write another name for one's own process.

Whoever reads a list of processes is deceived, or sent control characters.

Stopped by: landlock, non_dumpable
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/comm").write_text("sshd")
