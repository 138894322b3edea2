"""What the command modules share: the exit codes and the parser that they add to."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # argparse names it no other way

OK, NOT_PASSED, TROUBLE = 0, 1, 2
