"""Send a signal to one thread of the server.

It is another call again.

Stopped by: seccomp, landlock, ids
"""

from calls import make


def attack(facts):
    make("tgkill", facts["server"], facts["server"], 0)
