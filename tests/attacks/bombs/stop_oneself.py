"""Send oneself the signal that stops a process, so that it neither runs nor ends.

A parent that waits for the end waits for ever.

Held by: fresh child
Ends: crashed
"""

import os
import signal


def attack(facts):
    os.kill(os.getpid(), signal.SIGSTOP)
    raise PermissionError("it went on")
