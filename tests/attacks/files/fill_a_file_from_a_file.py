"""Copy between two descriptors inside the kernel.

Who counts what is written does not see these bytes pass.

Stopped by: seccomp
"""

import os


def attack(facts):
    with open(os.__file__, "rb") as library:
        os.sendfile(1, library.fileno(), 0, 1)
