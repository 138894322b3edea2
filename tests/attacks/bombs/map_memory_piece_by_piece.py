"""Map memory in pieces, each well under every limit.

A limit on a single piece does not see their sum.

Stopped by: rlimits
Ends: memory_limit
"""

import mmap


def attack(facts):
    pieces = facts["address_bytes"] // (1 << 24) + 4
    assert len([mmap.mmap(-1, 1 << 24) for _ in range(pieces)]) == pieces
