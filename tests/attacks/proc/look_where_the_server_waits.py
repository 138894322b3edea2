"""Read the state of the server's process, again and again.

Processor time and waiting places tell what it is doing: a clock of the judge's work.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path(f"/proc/{facts['server']}/stat").read_bytes()
