"""Ask where the server's working folder and its open files are, without opening anything.

Landlock does not look at links that are only read; those of /proc are guarded as a process's memory is.

Stopped by: landlock, ids
"""

import os


def attack(facts):
    os.readlink(f"/proc/{facts['server']}/cwd")
