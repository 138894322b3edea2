"""Send an array with a dimension below zero.

Two of them make a product that looks right.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{},"arrays":[["a","|u1",[-2,-4],"C"]]}', bytes(8)))
