"""`python -m app` on a computer where neither numba nor the sandbox can be imported, as on macOS.

It is its own `sys.executable`'s script, so that children which `serve` starts are blocked too.
"""

import sys

BLOCKED = ("numba", "llvmlite", "cuda", "app.sandbox", "app.toolchain")


class Blocked:
    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in BLOCKED or name.startswith(tuple(f"{blocked}." for blocked in BLOCKED)):
            raise ImportError(f"{name} is blocked")


sys.meta_path.insert(0, Blocked())

from app.cli import main  # noqa: E402  # behind the block

raise SystemExit(main())
