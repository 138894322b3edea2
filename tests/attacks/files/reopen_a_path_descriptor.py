"""Take hold of a file without opening it, then open it by the number of the descriptor.

A check at opening by name can be passed by opening a name that means something else.

Stopped by: landlock
"""

import os


def attack(facts):
    held = os.open("/etc/passwd", os.O_PATH)
    os.read(os.open(f"/proc/self/fd/{held}", os.O_RDONLY), 1)
