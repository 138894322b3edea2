"""Words for learners: one table a language, English behind each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.verdict import Message, VerdictKind
from app.findings import Finding, Index3, Kind

_FOLDER = Path(__file__).parent / "words"
DEFAULT = "en"
_UNKNOWN = "verdict.unknown"


class _Slots(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return "?"  # a stored verdict may be older than its sentence; a gap is better than an error page


class Words:
    """Sentences of one language. A key that the language lacks is said in English.

    With `stored`, what another version told in words that are not here has a sentence that says so.
    """

    def __init__(self, lang: str = DEFAULT, *, stored: bool = False) -> None:
        self.lang = lang
        self._stored = stored
        self._tables = [_table(lang), _table(DEFAULT)] if lang != DEFAULT else [_table(DEFAULT)]

    def message(self, message: Message) -> str:
        return self.sentence(message.key, message.args)

    def sentence(self, key: str, args: Mapping[str, object] = {}) -> str:
        """The sentence of a message key, its slots filled. Raises KeyError for a key that no table has."""
        return _filled(self._entry("message", key)["message"], args)

    def finding(self, finding: Finding) -> tuple[str, str]:
        """What happened, and how such a fault is usually mended ("" where there is nothing general to say)."""
        entry = self._entry("finding", finding.message_key)
        args = _slots(finding)
        return _filled(entry["message"], args), _filled(entry.get("help", ""), args)

    def kind(self, kind: Kind) -> str:
        """A finding's kind as a badge: "Data race"."""
        label: str = self._entry("kind", kind.value)["label"]
        return label

    def title(self, kind: VerdictKind) -> str:
        """A verdict's kind as a headline: "Passed"."""
        title: str = self._entry("verdict", kind.value)["title"]
        return title

    def _entry(self, section: str, key: str) -> dict[str, str]:
        for table in self._tables:
            entry: dict[str, str] | None = table.get(section, {}).get(key)
            if entry is not None:
                return entry
        if self._stored and section in ("message", "finding") and key != _UNKNOWN:
            return self._entry("message", _UNKNOWN)
        raise KeyError(f"no words for {section} {key!r}")


def _slots(finding: Finding) -> dict[str, object]:
    other = finding.other
    return {
        "line": finding.line,
        "thread": _axes(finding.thread),
        "block": _axes(finding.block),
        "count": finding.count,
        "other_line": other and other.line,
        "other_thread": other and _axes(other.thread),
        "other_block": other and _axes(other.block),
        **finding.args,
    }


def _axes(index: Index3 | None) -> object:
    """A position as it is said: 232 and not (232, 0, 0), where only x is used."""
    if index is None:
        return None
    x, y, z = index
    return index if z else (x, y) if y else x


def _filled(sentence: str, args: Mapping[str, object]) -> str:
    return sentence.format_map(_Slots({name: _shown(value) for name, value in args.items()}))


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return "(" + ", ".join(_shown(v) for v in value) + ")"
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return f"{value:,}" if abs(value) >= 10_000 else str(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


@cache
def _table(lang: str) -> dict[str, dict[str, Any]]:
    path = _FOLDER / f"{lang}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() and lang.isalpha() else {}
