"""Ask whether two processes share a file or their memory.

The order that the kernel answers with tells where its objects lie.

Stopped by: seccomp, landlock, ids
Docker: refuses
"""

from calls import make


def attack(facts):
    make("kcmp", facts["server"], facts["server"], 1, 0, 0)
