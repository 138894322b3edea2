"""Let Python objects grow.

A machine without memory kills whatever it likes.

Stopped by: rlimits
Ends: memory_limit
"""


def attack(facts):
    hold = []
    while sum(map(len, hold)) < facts["address_bytes"] + (64 << 20):
        hold.append(bytearray(1 << 20))
