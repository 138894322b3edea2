"""Read /etc/passwd.

The accounts of a server are where most break-ins begin.

Stopped by: landlock
"""

from pathlib import Path


def attack(facts):
    Path("/etc/passwd").read_bytes()
