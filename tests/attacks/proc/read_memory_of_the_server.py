"""Open the memory of the server as a file, and read a byte.

Expected outputs, sessions and other learners' code are in there.

Stopped by: landlock, ids
"""

import os


def attack(facts):
    memory = os.open(f"/proc/{facts['server']}/mem", os.O_RDONLY)
    os.pread(memory, 1, facts["address"])
