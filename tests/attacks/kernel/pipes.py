"""Make a pipe.

Pipes hold kernel memory, and a fault in them has given root.

Stopped by: seccomp
An executor may: yes
"""

import os


def attack(facts):
    os.pipe()
