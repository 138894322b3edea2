"""The machine code of a kernel, each instruction with its line of the source, read out of the cubin by nvdisasm.

The cubin was made of a stranger's PTX, so that nvdisasm runs behind the wall, and what it prints is a stranger's text.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator
from threading import Lock
from typing import Self

from app.protocol.compiled import Compiled
from app.sandbox import Ending, Limits, Sandbox

CHILD = "app.devices.machine_code_child"
MOST = 4_000  # instructions
Listed = tuple[tuple[int | None, str], ...]

_LIMITS = Limits(seconds=10.0, cpu_seconds=8, address_bytes=512 << 20, result_bytes=0, stdout_bytes=1_000_000)
_KNOWN = 64  # listings
_MOST_CHARACTERS = 200  # of one instruction; the longest that were seen have 110
_PLACE = re.compile(r'\s*//## File "[^"]*<submission>", line (\d+)')
_ELSEWHERE = re.compile(r"\s*//## File ")
_SECTION = re.compile(r"//-+ \.text\.(\S+) -+")
_INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(\S.*?)\s*;?$")
_PADDING = "NOP"
_LABEL = re.compile(r"(\.L_x_\d+):$")
_USED = re.compile(r"(?:`\(|\+ )(\.L_x_\d+)[@)]")  # as a branch or a return address names it
_TARGET = re.compile(r"`\((\.L_x_\d+)\)")

log = logging.getLogger(__name__)


class Disassembler:
    """Owns its sandbox. One cubin at a time; who comes from another thread waits.

    nvdisasm takes most of a second to get ready, whatever it reads, so that the last listings are kept.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._lock = Lock()
        self._known: dict[bytes, Listed] = {}

    @classmethod
    def start(cls) -> Self:
        """With a sandbox of its own. Raises SandboxError, MissingLayerError."""
        return cls(Sandbox(CHILD, limits=_LIMITS))

    def sass(self, compiled: Compiled) -> Listed:
        """The kernel's instructions and labels, then those of functions that it calls, each under its name.

        Empty where nvdisasm cannot read the cubin. What goes beyond MOST is left out, and the last line then says so.
        Raises SandboxError where the fault is ours.
        """
        key = hashlib.sha256(compiled.cubin).digest()
        with self._lock:
            if key not in self._known:
                self._known[key] = self._listed(compiled)
                if len(self._known) > _KNOWN:
                    self._known.pop(next(iter(self._known)))
            return self._known[key]

    def _listed(self, compiled: Compiled) -> Listed:
        outcome = self._sandbox.run(compiled.cubin)
        if outcome.ending not in (Ending.OK, Ending.OUTPUT_LIMIT):
            log.warning("nvdisasm does not read this cubin: %s %s", outcome.detail, outcome.stderr[:500])
            return ()
        return listing(outcome.stdout, compiled.symbol, compiled.entry, whole=outcome.ending is Ending.OK)

    def close(self) -> None:
        self._sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def listing(text: str, symbol: str, entry: str, *, whole: bool = True) -> Listed:
    """What nvdisasm printed, bounded, with the function `symbol` first, which is called `entry` in it.

    `whole`: the text has its end.
    """
    functions = dict(_functions(text))
    own = functions.pop(symbol, [])
    lines = [*own, *(line for name, body in functions.items() for line in [(None, f"{name}:"), *body])]
    kept = tuple((line, _short(written.replace(symbol, entry))) for line, written in lines[:MOST])
    if len(lines) > MOST or (kept and not whole):
        return (*kept, (None, f"// {len(lines) - MOST} more" if whole else "// and more"))
    return kept


def _functions(text: str) -> Iterator[tuple[str, list[tuple[int | None, str]]]]:
    """By name, the instructions of each with the line that was named last before them, and the labels that are used."""
    body: list[tuple[int | None, str]] = []
    line: int | None = None
    used = set(_USED.findall(text))
    for written in text.splitlines():
        if found := _SECTION.match(written):
            body, line = [], None
            yield found[1], body
        elif found := _PLACE.match(written):
            line = int(found[1]) or None
        elif _ELSEWHERE.match(written):
            line = None
        elif (found := _INSTRUCTION.match(written)) and found[1] != _PADDING:
            body.append((line, found[1]))
        elif (found := _LABEL.match(written)) and found[1] in used:
            body.append((None, f"{found[1]}:"))


def _short(written: str) -> str:
    return _TARGET.sub(r"\1", written)[:_MOST_CHARACTERS]
