"""A command of ours on a kernel that lacks some calls: they fail as they would there, for it and all its children.

python poorer.py '{"landlock_create_ruleset": 38}' doctor
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app import cli  # the path is known only now
from app.sandbox import libc, seccomp, syscalls  # as the import before it says: the path is known only now

TABLES = {**syscalls.JAIL, **syscalls.ALLOWED}


def poorer(lacks: dict[str, int]) -> seccomp.Filter:
    """A filter that fails these calls with these errors, and allows all others."""
    lines: list[seccomp.Instruction] = [(0x20, 0, 0, 0)]
    for name, error in lacks.items():
        number = syscalls.numbers({name: TABLES[name]}, libc.MACHINE)[name]
        lines += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | error)]
    return seccomp.Filter(lines=[*lines, (0x06, 0, 0, seccomp.ALLOW)])


if __name__ == "__main__":
    if os.geteuid() != 0:
        libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
    poorer(json.loads(sys.argv[1])).install()
    raise SystemExit(cli.main(sys.argv[2:]))
