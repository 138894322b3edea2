"""Start a thread.

What runs beside the judge's own code can change what it sees between check and use.

Stopped by: seccomp, rlimits
An executor may: yes
"""

import threading


def attack(facts):
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()
