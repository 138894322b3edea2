"""What lies are told with: the result pipe, past the child's own sender."""

import os

RESULT = 3


def write(data):
    """All of it, as it is."""
    while data:
        data = data[os.write(RESULT, data) :]


def framed(header, raw=b""):
    """A frame with any header."""
    rest = 4 + len(header) + len(raw)
    return rest.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header + raw


GOOD = framed(b'{"kind":"result","data":{"verdict":"passed"},"arrays":[]}')
