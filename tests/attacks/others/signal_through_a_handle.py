"""Send a signal by a descriptor that stands for a process.

It is a newer call, which a filter may have forgotten.

Stopped by: seccomp, landlock, ids
"""

import os
import signal


def attack(facts):
    signal.pidfd_send_signal(os.pidfd_open(facts["bystander"]), 0)
