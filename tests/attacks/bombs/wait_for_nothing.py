"""Wait for input that never comes.

No limit on processor time ends it.

Held by: wall clock
Ends: time_limit
"""

import select


def attack(facts):
    select.select([], [], [], facts["patience"])
