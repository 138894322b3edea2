"""Numba's names of types, as a learner would write them: `float64[:, :]` for `array(float64, 2d, C)`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPELLINGS: tuple[tuple[str, str], ...] = (
    (r"<iv=[^>]*>", ""),
    (r"(?:readonly )?(?:unaligned )?array\((.+?), (\d+)d, \w(?:, [^()]*)?\)", r"\1[\2d]"),
    (r"Literal\[int\]\([^()]*\)", "int64"),
    (r"Literal\[bool\]\([^()]*\)", "bool"),
    (r"Literal\[str\]\((?:[^()]*)\)|unicode_type|\[unichr x \d+\]", "str"),
    (r"type\(CUDADispatcher\(<function (?:[\w.<>]+\.)?(\w+)[^>]*>\)\)", r"\1"),
    (r"(?:class|typeref)\((?:<class '[\w.]*?(\w+)'>|(\w+))\)", r"\1\2"),
    (r"Function\(<(?:class|built-in function|function|intrinsic|ufunc) '?([\w.]+)'?[^>]*>\)", r"\1"),
    (r"reflected list\([^()]*\)|\b[lL]ist\([^()]*\)|ListType\[[^\]]*\]", "list"),
    (r"DictType\[[^\]]*\]", "dict"),
    (r"(?:reflected )?set\([^()]*\)", "set"),
    (r"Record\(.*\)", "record"),
    (r"Module\(.*\)", "module"),
    (r"slice<[^>]*>", "slice"),
    (r"\bnone\b|NoneType", "None"),
    (r"\bboolean\b", "bool"),
    (r"_lambda_", "function"),
)


def spelled(text: str) -> str:
    """One type, or several between commas."""
    for pattern, replacement in _SPELLINGS:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"\[(\d)d\]", lambda match: f"[{', '.join(':' * int(match[1]))}]", text)
    text = re.sub(r"UniTuple\((\S+) x (\d+)\)", _tuple, text)
    return re.sub(r"\bTuple\(", "(", text)


def _tuple(match: re.Match[str]) -> str:
    return f"({match[1]},)" if match[2] == "1" else f"({', '.join([match[1]] * int(match[2]))})"


def written(types: Iterable[object]) -> str:
    """A signature's argument types: `(float32[:], int64)`."""
    return f"({', '.join(spelled(str(kind)) for kind in types)})"


def split(text: str) -> list[str]:
    """The parts of `a, (b, c), d[:, :]` between its outermost commas."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]
