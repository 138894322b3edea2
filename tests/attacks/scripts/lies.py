"""Say over the result pipe what a child should not say."""

import os
import pickle


class Bomb:
    """An object whose unpickling would create a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def write(data):
    """Write past the child's own sender."""
    while data:
        data = data[os.write(3, data) :]


def framed(header, raw=b""):
    """A frame with any header."""
    rest = 4 + len(header) + len(raw)
    return rest.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header + raw


GOOD = framed(b'{"kind":"result","data":{"verdict":"passed"},"arrays":[]}')


def garbage(facts):
    """Bytes that are no frame."""
    write(b"\xff" * 1000)


def huge_length(facts):
    """Announce four gigabytes."""
    write(b"\xff\xff\xff\xff")


def pickle_payload(facts):
    """Hope that somebody unpickles."""
    write(framed(pickle.dumps(Bomb(facts["folder"] + "/made"))))


def object_array(facts):
    """Pointers as an array."""
    write(framed(b'{"kind":"r","data":{},"arrays":[["a","|O8",[1],"C"]]}', b"\x41" * 8))


def half_a_frame(facts):
    """End in the middle."""
    write(GOOD[:-5])


def two_results(facts):
    """Say it twice."""
    write(GOOD * 2)


def results_without_number(facts):
    """Keep the parent busy with frames that cost nothing to send."""
    while True:
        write(framed(b'{"kind":"r","data":{},"arrays":[]}') * 1000)


def a_frame_then_garbage(facts):
    """Say something sensible first."""
    write(GOOD + b"\xff" * 100)


def nested_header(facts):
    """Exhaust a recursive parser."""
    write(framed(b"[" * 1_000_000))
