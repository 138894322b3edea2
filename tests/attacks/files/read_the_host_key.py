"""Read a file that only root may read.

Whoever becomes root by accident reads keys and password hashes first.

Stopped by: landlock, ids
Searching passes: ids
"""

from pathlib import Path

from calls import CAP_DAC_OVERRIDE, needs


def attack(facts):
    needs(facts, CAP_DAC_OVERRIDE)
    Path("/etc/shadow").read_bytes()
