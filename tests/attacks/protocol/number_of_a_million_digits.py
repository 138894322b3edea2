"""Send an integer with a million digits.

Reading it takes time that grows with the square of its length.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{"n":' + b"9" * 1_000_000 + b'},"arrays":[]}'))
