"""Mount a file system over a folder.

What lies in the folder can then be anything.

Stopped by: seccomp, ids, landlock
"""

from calls import CAP_SYS_ADMIN, make, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    make("mount", b"none", facts["folder"].encode(), b"tmpfs", 0, b"size=4k")
    make("umount2", facts["folder"].encode(), 2)
