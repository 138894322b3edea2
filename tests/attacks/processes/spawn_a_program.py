"""Start a program without forking first.

It is another call, which a filter may have forgotten.

Stopped by: seccomp, rlimits, landlock
"""

import os


def attack(facts):
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
