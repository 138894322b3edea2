"""Send a signal to the server.

A signal that is not expected ends it.

Stopped by: seccomp, landlock, ids
"""

import os


def attack(facts):
    os.kill(facts["server"], 0)
