"""What the pages themselves say: one table of phrases a language, English behind each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

DEFAULT = "en"
_FOLDER = Path(__file__).parent / "words"


class Phrases:
    """Callable: `t("lesson.minutes", n=20)`. A phrase that the language lacks is said in English."""

    def __init__(self, lang: str = DEFAULT) -> None:
        self.lang = lang
        self._table = {**_table(DEFAULT), **(_table(lang) if lang != DEFAULT else {})}

    def __call__(self, key: str, **args: object) -> str:
        """The phrase with its slots filled. `n` picks between `one` and `other`. Raises KeyError for an unknown key."""
        phrase = self._table.get(key)
        if phrase is None:
            phrase = self._table[f"{key}.one" if args.get("n") == 1 and f"{key}.one" in self._table else f"{key}.other"]
        return phrase.format(**args)

    def section(self, name: str) -> dict[str, str]:
        """Every phrase of a section, unfilled, without the section's name: for scripts."""
        prefix = f"{name}."
        return {key.removeprefix(prefix): phrase for key, phrase in self._table.items() if key.startswith(prefix)}

    def __contains__(self, key: str) -> bool:
        return key in self._table or f"{key}.other" in self._table


def languages() -> dict[str, str]:
    """The languages that the pages can speak, each with its own name: {"en": "English"}."""
    codes = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return {code: _table(code)["language"] for code in codes}


@cache
def _table(lang: str) -> dict[str, str]:
    text = (_FOLDER / f"{lang}.toml").read_text("utf-8")
    return dict(_flat("", tomllib.loads(text)))


def _flat(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flat(f"{key}.", value)
        else:
            yield key, str(value)
