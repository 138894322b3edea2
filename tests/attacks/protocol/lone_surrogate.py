"""Send half a character.

Databases and pages refuse it, when the job is long over.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b'{"kind":"r","data":{"text":"\\ud800"},"arrays":[]}'))
