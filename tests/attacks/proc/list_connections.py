"""Read the table of connections.

Addresses of learners and of the database are in it.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/proc/net/tcp").read_bytes()
