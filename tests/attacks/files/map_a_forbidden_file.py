"""Map a file of somebody else into memory in place of reading it.

Who forbids read(2) alone forgets this way.

Stopped by: landlock
"""

import mmap


def attack(facts):
    with open("/etc/passwd", "rb") as held:
        assert mmap.mmap(held.fileno(), 0, prot=mmap.PROT_READ)[:1]
