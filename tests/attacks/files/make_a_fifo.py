"""Leave a named pipe.

Whoever opens it by mistake waits for ever.

Stopped by: landlock, seccomp
"""

import os


def attack(facts):
    os.mkfifo(facts["folder"] + "/fifo")
