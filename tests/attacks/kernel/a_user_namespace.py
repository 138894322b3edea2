"""Really become root of a namespace of one's own.

Most ways from a plain user into the kernel begin with this.

Stopped by: seccomp
Docker: refuses
"""

from calls import make


def attack(facts):
    if not facts["user_namespaces"]:
        raise NotImplementedError("this kernel gives namespaces to root alone")
    make("unshare", 0x10000000)
