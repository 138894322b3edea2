"""Make a file that is large and empty.

Whoever copies it writes every byte.

Stopped by: landlock, rlimits
"""

import os


def attack(facts):
    made = os.open(facts["folder"] + "/sparse", os.O_CREAT | os.O_WRONLY)
    os.lseek(made, 1 << 30, os.SEEK_SET)
    os.write(made, b"x")
