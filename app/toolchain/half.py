"""float16 arithmetic: numba leaves it to small C++ functions that it ships as text and would compile when it links.

The text is read here from numba's own file, where no learner Python has run; a kernel only chooses among its names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from numba.cuda._internal import cuda_fp16

from app.toolchain import nvrtc

_TEXT = re.compile(r'shim_raw_str = """(.*?)"""', re.DOTALL)
_NAME = re.compile(r"(\w+_nbst)\s*\(")


@cache
def bindings() -> Mapping[str, str]:
    """C++ of every function that a kernel's float16 arithmetic may call, by name; bfloat16 has headers of its own."""
    texts = _TEXT.findall(Path(cuda_fp16.__file__).read_text("utf-8"))
    named = [(match[1], text) for text in texts if (match := _NAME.search(text)) and "bfloat16" not in text]
    return MappingProxyType(dict(named))


def ptx(names: Iterable[str], arch: str) -> str:
    """PTX that defines these functions."""
    known = bindings()
    return nvrtc.compiled("\n".join(["#include <cuda_fp16.h>", *(known[name] for name in sorted(names))]), arch)
