"""Leave a key in the ring of the user.

The next job of the same user finds it: a message.

Stopped by: seccomp
Docker: refuses
"""

from calls import reach


def attack(facts):
    reach("add_key", b"user", b"gridstride", b"x", 1, -3)
    reach("request_key", b"user", b"gridstride", None, -3)
