"""Count hardware events of somebody else.

Counters tell secrets by the caches that they use.

Stopped by: seccomp, ids
"""

import errno
import struct

from calls import CAP_SYS_ADMIN, make, needs


def attack(facts):
    needs(facts, CAP_SYS_ADMIN)
    attributes = struct.pack("<IIQ", 1, 112, 1) + bytes(96)
    try:
        make("perf_event_open", attributes, facts["bystander"], -1, -1, 0)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EINVAL):
            return  # allowed, and not counted on this machine
        raise
