"""Map the database for writing, and change it without a write.

No limit on the size of files counts this, and no filter of write(2) sees it.

Stopped by: landlock
"""

import mmap


def attack(facts):
    with open(facts["victim"], "r+b") as held, mmap.mmap(held.fileno(), 0) as mapped:
        mapped[0] = 0
