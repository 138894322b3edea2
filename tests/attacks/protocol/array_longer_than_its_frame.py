"""Announce more of an array than arrives.

Whoever reads on reads what lies behind.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{},"arrays":[["a","<f8",[1000],"C"]]}', bytes(8)))
