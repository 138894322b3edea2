"""Read the command line of the server.

Passwords have been given as arguments.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    assert Path(f"/proc/{facts['server']}/cmdline").read_bytes()
