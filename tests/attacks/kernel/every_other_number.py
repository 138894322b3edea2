"""Call every number up to 1000 that is not listed, with arguments that no call takes.

What the kernel answers with anything but a refusal is reachable. Of x86-64's numbers 335 and 336 return from probes
that a debugger has set; the kernel lets them past every filter, and answers a call from elsewhere with SIGILL.

Shown by: tests/attacks/test_surface.py::test_every_call_that_is_not_listed_is_refused
"""

import ctypes
import platform

from calls import libc


def attack(facts):
    probes = (335, 336) if platform.machine() == "x86_64" else ()
    skipped = {*facts["listed"], *probes}
    reached = []
    for number in range(1000):
        if number not in skipped:
            result = libc.syscall(number, -1, -1, -1, -1, -1, -1)
            if result != -1 or ctypes.get_errno() not in (1, 38):
                reached.append(number)
    print("reached:", reached)
