"""Send NaN where JSON has numbers.

NaN is smaller than no limit, and larger than none.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{"seconds":NaN},"arrays":[]}'))
