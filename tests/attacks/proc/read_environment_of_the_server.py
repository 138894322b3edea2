"""Read the environment of the server.

It holds the secret that sessions are signed with, where an operator put it there.

Stopped by: landlock, ids
"""

from pathlib import Path


def attack(facts):
    Path(f"/proc/{facts['server']}/environ").read_bytes()
