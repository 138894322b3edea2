"""The filter, run in a small interpreter of classic BPF, for the machine here and for the other one."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sandbox import seccomp, syscalls
from app.sandbox.layers import LayerError

MACHINES = list(syscalls.AUDIT_ARCH)
HEADERS = {"x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "/usr/include/asm-generic/unistd.h"}
PROGRAMS = {machine: seccomp.program(machine) for machine in MACHINES}


def decision(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    """What the kernel would do with this call."""
    words = [number, syscalls.AUDIT_ARCH[machine] if arch is None else arch, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF]
    loaded = at = 0
    while True:
        code, if_true, if_false, operand = PROGRAMS[machine][at]
        at += 1
        match code:
            case 0x20:
                loaded = words[operand // 4]
            case 0x15:
                at += if_true if loaded == operand else if_false
            case 0x35:
                at += if_true if loaded >= operand else if_false
            case 0x06:
                return operand


def called(machine: str, name: str, *arguments: int) -> int:
    """As `decision`, by name."""
    return decision(machine, syscalls.numbers(syscalls.ALLOWED, machine)[name], *arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_listed_call_is_allowed(machine: str) -> None:
    for name, number in syscalls.numbers(syscalls.ALLOWED, machine).items():
        first = {condition.index: condition.values[0] for condition in seccomp.CONDITIONS.get(name, ())}
        arguments = [first.get(index, 7) for index in range(6)]
        assert decision(machine, number, *arguments) == seccomp.ALLOW, name


@pytest.mark.parametrize("machine", MACHINES)
@settings(database=None, deadline=None)
@given(number=st.integers(0, 0xFFFFFFFF), arguments=st.lists(st.integers(0, 2**64 - 1), max_size=6))
def test_no_other_call_is_allowed(machine: str, number: int, arguments: list[int]) -> None:
    listed = set(syscalls.numbers(syscalls.ALLOWED, machine).values())
    assert (decision(machine, number, *arguments) == seccomp.ALLOW) <= (number in listed)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ioctl", (0, 0x5412)),  # type into a terminal
        ("fcntl", (0, 6)),  # lock
        ("fcntl", (0, 8)),  # own signals
        ("fcntl", (0, 1024)),  # lease
        ("fcntl", (0, 1031)),  # size of a pipe
        ("prctl", (1,)),  # forget the parent's death
        ("prctl", (4,)),  # be dumpable
        ("prlimit64", (1,)),  # of another process
        ("prlimit64", (0, 7, 1 << 32)),  # new limits, at an address whose low half is 0
        ("sched_getaffinity", (1,)),  # of another process
    ],
)
def test_a_listed_call_is_refused_with_these_arguments(machine: str, name: str, arguments: tuple[int, ...]) -> None:
    assert called(machine, name, *arguments) == seccomp.REFUSE


def test_upper_halves_of_integers_do_not_count_as_the_kernel_ignores_them() -> None:
    assert called("x86_64", "fcntl", 0, 1 << 32 | 3) == seccomp.ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_a_foreign_abi_kills(machine: str) -> None:
    assert decision(machine, 0, arch=0x40000003) == seccomp.KILL  # i386
    assert decision(machine, 0x40000000 | 39) == seccomp.KILL  # x32


@pytest.mark.parametrize("machine", MACHINES)
def test_a_newer_clone_is_unknown_so_that_libc_falls_back(machine: str) -> None:
    assert decision(machine, 435) == seccomp.UNKNOWN


@pytest.mark.parametrize("machine", MACHINES)
def test_the_program_is_one_that_the_kernel_accepts(machine: str) -> None:
    program = PROGRAMS[machine]
    assert len(program) < 4096
    for at, (code, if_true, if_false, _) in enumerate(program):
        assert max(if_true, if_false) < 256
        assert code == 0x06 or at + 1 + max(if_true, if_false) < len(program)


def test_another_machine_is_refused_by_name() -> None:
    with pytest.raises(LayerError, match="riscv64"):
        seccomp.program("riscv64")


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_are_those_of_the_kernel(machine: str) -> None:
    header = Path(HEADERS[machine])
    if not header.exists():
        pytest.skip(f"{header} is not installed on this {platform.machine()}")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    aliases = {"newfstatat": "fstatat"} if machine == "aarch64" else {}
    ours = {**syscalls.ALLOWED, **syscalls.JAIL, **syscalls.UNKNOWN}
    for name, number in syscalls.numbers(ours, machine).items():
        assert int(found[aliases.get(name, name)]) == number, name
