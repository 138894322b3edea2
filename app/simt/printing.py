"""What kernels print: a line for each lane, in the order of lanes, as the device's printf would write it."""

from __future__ import annotations

STDOUT_BYTES = 64 << 10


class Printer:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._room = STDOUT_BYTES

    def room(self) -> bool:
        """Whether another line would be seen."""
        return self._room > 0

    def write(self, line: str) -> None:
        """Add one line; what does not fit any more is left out."""
        text = line + "\n"
        data = text.encode("utf-8", "replace")[: max(0, self._room)]
        self._room -= len(data)
        self._lines.append(data.decode("utf-8", "ignore"))

    def text(self) -> str:
        return "".join(self._lines)
