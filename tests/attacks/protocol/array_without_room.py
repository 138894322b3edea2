"""Send arrays without number that have no elements.

Each costs the reader an object, and the sender nothing.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    entry = b'["a","|u1",[0],"C"]'
    write(framed(b'{"kind":"r","data":{},"arrays":[' + b",".join([entry] * 2_000) + b"]}"))
