"""Start, signal, trace, slow or inspect a process; outlive the job."""
# ruff: noqa: PTH123  # attackers make the plainest call

import ctypes
import fcntl
import os
import resource
import signal
import struct
import subprocess
import sys
import threading

libc = ctypes.CDLL(None, use_errno=True)
PTRACE_SEIZE = 0x4206


def called(result):
    """Raise what a call through ctypes failed with."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def fork(facts):
    """Stopped by: seccomp, rlimits"""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def leave_a_daemon(facts):
    """Stopped by: seccomp, rlimits"""
    if os.fork() == 0:
        os.setsid()
        os._exit(0)


def start_a_thread(facts):
    """Stopped by: seccomp, rlimits"""
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()


def start_a_thousand_threads(facts):
    """Stopped by: seccomp, rlimits"""
    hold = threading.Event()
    started = []
    try:
        for _ in range(300):
            started.append(threading.Thread(target=hold.wait))
            started[-1].start()
    finally:
        hold.set()


def run_a_program(facts):
    """Stopped by: seccomp, rlimits, landlock"""
    subprocess.run(["/bin/true"], check=True)


def spawn_a_program(facts):
    """Stopped by: seccomp, rlimits, landlock"""
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def become_a_program(facts):
    """Stopped by: seccomp, landlock"""
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    os.execv("/bin/echo", ["echo", facts["marker"]])


def become_a_program_in_memory(facts):
    """A hand-made ELF file in a memfd, which no path rule knows. Stopped by: seccomp, rlimits"""
    if os.uname().machine != "x86_64":
        raise NotImplementedError("the program is for x86-64")
    marker = facts["marker"].encode()
    code = bytes.fromhex("b801000000 bf01000000 488d3510000000 ba") + struct.pack("<I", len(marker))  # write(1, marker
    code += bytes.fromhex("0f05 b83c000000 31ff 0f05") + marker  # exit(0)
    start = 0x400000
    head = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, 62, 1, start + 120, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    head += struct.pack("<IIQQQQQQ", 1, 5, 0, start, start, 120 + len(code), 120 + len(code), 4096)
    fcntl.fcntl(1, fcntl.F_SETFD, 0)
    program = os.memfd_create("program", 0)
    os.write(program, head + code)
    os.execve(program, ["program"], {})


def signal_the_server(facts):
    """Stopped by: seccomp, landlock, ids"""
    os.kill(facts["server"], 0)


def signal_the_zygote(facts):
    """Stopped by: seccomp, landlock, ids"""
    os.kill(os.getppid(), 0)


def signal_everybody(facts):
    """Stopped by: seccomp, landlock, ids"""
    os.killpg(os.getpgid(facts["bystander"]), 0)


def signal_through_a_handle(facts):
    """Stopped by: seccomp, landlock, ids"""
    signal.pidfd_send_signal(os.pidfd_open(facts["bystander"]), 0)


def trace_a_bystander(facts):
    """Stopped by: seccomp, landlock, ids"""
    called(libc.ptrace(PTRACE_SEIZE, facts["bystander"], None, None))


def read_memory_of_the_server(facts):
    """Stopped by: seccomp, landlock, ids"""

    class Range(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))

    buffer = ctypes.create_string_buffer(1)
    here, there = Range(ctypes.addressof(buffer), 1), Range(facts["address"], 1)
    called(libc.process_vm_readv(facts["server"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0))


def limit_the_server(facts):
    """Stopped by: seccomp, ids"""
    resource.prlimit(facts["server"], resource.RLIMIT_CORE, tuple(facts["core_limits"]))


def slow_a_bystander(facts):
    """Stopped by: seccomp, ids"""
    os.setpriority(os.PRIO_PROCESS, facts["bystander"], 19)


def pin_a_bystander(facts):
    """Stopped by: seccomp, ids"""
    os.sched_setaffinity(facts["bystander"], {0})


def reschedule_a_bystander(facts):
    """Stopped by: seccomp, ids"""
    os.sched_setscheduler(facts["bystander"], os.SCHED_IDLE, os.sched_param(0))


def watch_where_the_server_runs(facts):
    """Stopped by: seccomp"""
    os.sched_getaffinity(facts["server"])


def ask_for_the_priority_of_the_server(facts):
    """Stopped by: seccomp"""
    os.getpriority(os.PRIO_PROCESS, facts["server"])


def outlive_the_zygote(facts):
    """Stopped by: seccomp"""
    called(libc.prctl(1, 0, 0, 0, 0))


def become_dumpable(facts):
    """Stopped by: seccomp"""
    called(libc.prctl(4, 1, 0, 0, 0))


def adopt_orphans(facts):
    """Stopped by: seccomp"""
    called(libc.prctl(36, 1, 0, 0, 0))


def raise_own_limits(facts):
    """Stopped by: seccomp, rlimits"""
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))


def become_root(facts):
    """Stopped by: seccomp, ids"""
    if facts["plain_user"]:
        raise NotImplementedError("a plain user never could")
    os.setresuid(0, 0, 0)


def put_timers_on(facts):
    """Stopped by: seccomp"""
    signal.setitimer(signal.ITIMER_REAL, 1000)


def see_the_interpreter(facts):
    """Stopped by: landlock"""
    with open(sys.executable, "rb") as program:
        program.read(1)
