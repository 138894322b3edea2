"""Start threads without end.

Where processes are counted and threads are not, this brings a machine down.

Stopped by: seccomp, rlimits
"""

import threading


def attack(facts):
    hold = threading.Event()
    started = []
    try:
        for _ in range(300):
            started.append(threading.Thread(target=hold.wait))
            started[-1].start()
    finally:
        hold.set()
