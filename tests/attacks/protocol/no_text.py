"""Send a header that is no UTF-8.

What cannot be decoded can neither be stored nor shown.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"\xff\xfe","data":{},"arrays":[]}'))
