"""Docker's default seccomp profile for a process without capabilities, as a filter of our own assembler.

The facts are in system_calls.txt and below. Docker lets i386 and x32 through by their own lists; here they pass
whole, which is more than Docker allows.
"""

from __future__ import annotations

import struct

from app.sandbox import libc, seccomp
from app.sandbox.seccomp import ALLOW, Argument, Filter, Profile
from tests.attacks.system_calls import DOCKER_ALLOWS, PAIRS

_NEW_NAMESPACES = 0x7E020000  # the flags of clone that make a namespace of any kind
_FAMILIES = tuple(family for family in range(46) if family != 40)
_SOME = {
    "clone": (Argument(0, (), masked=((_NEW_NAMESPACES, 0),)),),
    "personality": (Argument(0, (0, 8, 0x20000, 0x20008, 0xFFFFFFFF)),),
    "socket": (Argument(0, _FAMILIES),),  # all but AF_VSOCK
}
PROFILE = Profile({name: PAIRS[name] for name in (*DOCKER_ALLOWS, *_SOME)}, _SOME)
_FOREIGN_ABI, _X32 = 2, 5  # where seccomp.program answers these


def docker_filter() -> Filter:
    """For this machine; `install` it after no_new_privs."""
    lines = seccomp.program(libc.MACHINE, PROFILE)
    for at in (_FOREIGN_ABI, _X32):
        assert lines[at] == (seccomp._RETURN, 0, 0, seccomp.KILL)
        lines[at] = (seccomp._RETURN, 0, 0, ALLOW)
    made = Filter(PROFILE)
    made._program = seccomp._Program(len(lines), b"".join(struct.pack("<HBBI", *line) for line in lines))
    return made
