"""Look for a socket among the descriptors that were inherited.

A child that holds the parent's control socket can speak to the zygote, or for it.

Held by: another process
"""

from calls import is_socket


def attack(facts):
    assert [number for number in range(3, 1024) if is_socket(number)]
