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
EVERY = {**syscalls.EXECUTOR, **syscalls.PROGRAM, **syscalls.JAIL, **syscalls.UNKNOWN, **syscalls.ABSENT}
PROGRAMS = {machine: seccomp.program(machine) for machine in MACHINES}
EXECUTORS = {machine: seccomp.program(machine, seccomp.EXECUTOR) for machine in MACHINES}
THREAD = 0x3D0F00  # what glibc's pthread_create asks of clone


def decision(
    machine: str,
    number: int,
    *arguments: int,
    arch: int | None = None,
    programs: dict[str, list[seccomp.Instruction]] = PROGRAMS,
) -> int:
    """What the kernel would do with this call."""
    words = [number, syscalls.AUDIT_ARCH[machine] if arch is None else arch, 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF]
    loaded = at = 0
    while True:
        code, if_true, if_false, operand = programs[machine][at]
        at += 1
        match code:
            case 0x20:
                loaded = words[operand // 4]
            case 0x54:
                loaded &= operand
            case 0x15:
                at += if_true if loaded == operand else if_false
            case 0x35:
                at += if_true if loaded >= operand else if_false
            case 0x06:
                return operand


def called(machine: str, name: str, *arguments: int) -> int:
    """As `decision`, by name."""
    return decision(machine, syscalls.numbers(syscalls.ALLOWED, machine)[name], *arguments)


def called_by_executor(machine: str, name: str, *arguments: int) -> int:
    """As `called`, by an executor."""
    return decision(machine, syscalls.numbers(syscalls.EXECUTOR, machine)[name], *arguments, programs=EXECUTORS)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    "profile", [seccomp.LEARNER, seccomp.PROGRAM, seccomp.EXECUTOR], ids=["learner", "program", "executor"]
)
def test_every_listed_call_is_allowed(machine: str, profile: seccomp.Profile) -> None:
    programs = {machine: seccomp.program(machine, profile)}
    for name, number in syscalls.numbers(profile.allowed, machine).items():
        conditions = profile.conditions.get(name, ())
        first = {one.index: (*one.values, *(value for _, value in one.masked))[0] for one in conditions}
        arguments = [first.get(index, 7) for index in range(6)]
        assert decision(machine, number, *arguments, programs=programs) == seccomp.ALLOW, name


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


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "allowed"),
    [
        ("clone", (THREAD,), True),
        ("clone", (17,), False),  # a process
        ("clone", (THREAD & ~0x10000,), False),  # a process that shares memory
        ("clone", (THREAD | 0x10000000,), False),  # in a user namespace of its own
        ("ioctl", (7, 0xC020462A), True),  # the driver's
        ("ioctl", (7, 0x30000001), True),  # UVM's
        ("ioctl", (7, 73), True),  # as above
        ("ioctl", (7, 0x5412), False),  # type into a terminal
        ("ioctl", (7, 0x8912), False),  # ask for network interfaces
        ("fcntl", (7, 1034), True),  # read seals
        ("fcntl", (7, 6), False),  # lock
        ("sched_getaffinity", (0,), True),
        ("sched_getaffinity", (4321,), False),  # of another process
        ("socket", (1, 0x80005), True),
        ("socket", (1, 1), False),
        ("socket", (2, 0x80005), False),
        ("socket", (16, 0x80005), False),
    ],
)
def test_an_executor_may_call_this_with_some_arguments(
    machine: str, name: str, arguments: tuple[int, ...], *, allowed: bool
) -> None:
    assert called_by_executor(machine, name, *arguments) == (seccomp.ALLOW if allowed else seccomp.REFUSE)


@pytest.mark.parametrize("machine", MACHINES)
def test_an_executor_finds_no_server_and_nothing_to_remove(machine: str) -> None:
    for number in syscalls.numbers(syscalls.ABSENT, machine).values():
        assert decision(machine, number, programs=EXECUTORS) == seccomp.ABSENT
        assert decision(machine, number) == seccomp.REFUSE


def test_only_a_program_may_be_executed_and_only_an_executor_has_threads_and_files_in_memory() -> None:
    assert syscalls.PROGRAM.keys() - syscalls.ALLOWED.keys() == {
        "execve",
        "arch_prctl",
        "set_tid_address",
        "set_robust_list",
        "rseq",
    }
    assert not {"execve", "execveat", "fork", "vfork", "kill", "tgkill", "ptrace", "accept4", "connect"} & {
        *syscalls.EXECUTOR,
        *syscalls.ALLOWED,
    }


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
@pytest.mark.parametrize("programs", [PROGRAMS, EXECUTORS], ids=["learner", "executor"])
def test_the_program_is_one_that_the_kernel_accepts(
    machine: str, programs: dict[str, list[seccomp.Instruction]]
) -> None:
    program = programs[machine]
    assert len(program) < 4096
    for at, (code, if_true, if_false, _) in enumerate(program):
        assert max(if_true, if_false) < 256
        assert code == 0x06 or at + 1 + max(if_true, if_false) < len(program)


@pytest.mark.parametrize("machine", ["riscv64", "i686", "armv7l", "a Python of 32 bits on x86_64"])
def test_another_machine_is_refused_by_name(machine: str) -> None:
    with pytest.raises(LayerError, match=f"no table of system calls for {machine}, only for x86_64 and aarch64"):
        seccomp.program(machine)
    with pytest.raises(LayerError, match=machine):
        syscalls.number("seccomp", machine)


@pytest.mark.parametrize("machine", MACHINES)
def test_no_two_calls_share_a_number(machine: str) -> None:
    ours = syscalls.numbers(EVERY, machine)
    assert len(set(ours.values())) == len(ours)


def test_machines_differ_in_what_has_a_newer_form_alone() -> None:
    older = {"open", "stat", "lstat", "access", "readlink", "unlink", "dup2", "poll", "select", "time", "arch_prctl"}
    assert EVERY.keys() - syscalls.numbers(EVERY, "aarch64").keys() == older
    assert EVERY.keys() == syscalls.numbers(EVERY, "x86_64").keys()


def test_calls_of_newer_kernels_have_one_number_everywhere() -> None:
    newer = {name: pair for name, pair in EVERY.items() if max(number or 0 for number in pair) >= 424}
    assert len(newer) > 4
    assert {name for name, (one, other) in newer.items() if one != other} == set()


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_are_those_of_the_kernel(machine: str) -> None:
    header = Path(HEADERS[machine])
    if not header.exists():
        pytest.skip(f"{header} is not installed on this {platform.machine()}")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    aliases = {"newfstatat": "fstatat"} if machine == "aarch64" else {}
    for name, number in syscalls.numbers(EVERY, machine).items():
        assert int(found[aliases.get(name, name)]) == number, name


@pytest.mark.parametrize("machine", MACHINES)
def test_a_futex_is_private_but_for_an_executor(machine: str) -> None:
    wake, private = 1, 0x80
    assert called(machine, "futex", 7, wake | private) == seccomp.ALLOW
    assert called(machine, "futex", 7, wake) == seccomp.REFUSE
    assert called_by_executor(machine, "futex", 7, wake) == seccomp.ALLOW


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("lock", [6, 7, 8, 11, 12, 13])
def test_no_futex_inherits_a_priority(machine: str, lock: int) -> None:
    for flags in (0x80, 0x180):
        assert called(machine, "futex", 7, lock | flags) == seccomp.REFUSE
        assert called_by_executor(machine, "futex", 7, lock | flags) == seccomp.REFUSE
        assert called(machine, "futex", 7, 9 | flags) == called_by_executor(machine, "futex", 7, 9) == seccomp.ALLOW


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", ["clock_gettime", "clock_getres", "clock_nanosleep"])
def test_the_clock_of_another_process_is_refused(machine: str, name: str) -> None:
    for asked in (called, called_by_executor):
        assert {asked(machine, name, clock) for clock in range(12)} == {seccomp.ALLOW}
        assert {asked(machine, name, 0xFFFFFFFF & (~pid << 3 | 2)) for pid in (0, 1, 4711)} == {seccomp.REFUSE}
