"""Whether what was sent is a source text at all, before anything reads it."""

from __future__ import annotations

from app.findings import Finding, Kind, Severity
from app.protocol.compiled import CompileError

MAX_BYTES = 65_536


def readable(source: str | bytes, max_bytes: int = MAX_BYTES) -> str:
    """The source as text with \\n line ends. Raises CompileError where it is too large, not UTF-8, or holds a NUL."""
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) > max_bytes:
        raise _refused(Kind.COMPILE_LIMIT, "source.too_large", 1, size=len(data), limit=max_bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise _refused(Kind.SYNTAX_ERROR, "source.not_utf8", line, byte=f"0x{data[error.start]:02x}") from None
    if "\0" in text:
        raise _refused(Kind.SYNTAX_ERROR, "source.nul", 1 + text.count("\n", 0, text.index("\0")))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refused(kind: Kind, key: str, line: int, **args: int | str) -> CompileError:
    return CompileError([Finding(kind, Severity.ERROR, line, key, dict(args))])
