"""Send an array whose dimensions overflow 64 bits when they are multiplied.

The product is small, and the array is not.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{},"arrays":[["a","|u1",[4294967296,4294967297],"C"]]}', bytes(8)))
