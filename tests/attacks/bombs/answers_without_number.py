"""Send small frames without end.

Each costs the parent more time and memory than it cost to send.

Held by: output limit
Ends: output_limit
"""

from wire import framed, write


def attack(facts):
    for _ in range(100):
        write(framed(b'{"kind":"r","data":{},"arrays":[]}') * 1000)
