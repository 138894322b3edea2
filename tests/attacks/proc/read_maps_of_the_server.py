"""Read where everything lies in the server's memory.

It undoes the random placement that makes faults in C hard to use.

Stopped by: landlock, ids
"""

from pathlib import Path


def attack(facts):
    assert Path(f"/proc/{facts['server']}/maps").read_bytes()
