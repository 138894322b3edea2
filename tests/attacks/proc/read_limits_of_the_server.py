"""Read which limits the server runs under.

They tell how much it takes to bring it down.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path(f"/proc/{facts['server']}/limits").read_bytes()
