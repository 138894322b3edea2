"""Read where everything lies in one's own memory.

Addresses are what an attack on a fault in C needs first.

Stopped by: landlock
An executor may: yes
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/maps").read_bytes()
