"""Read, write, remove or lock what belongs to somebody else."""
# ruff: noqa: PTH101, PTH102, PTH104, PTH108, PTH120, PTH123, PTH208, PTH211  # attackers make the plainest call

import ctypes
import fcntl
import os
import socket
from pathlib import Path

libc = ctypes.CDLL(None, use_errno=True)


def read_passwd(facts):
    """Stopped by: landlock"""
    Path("/etc/passwd").read_bytes()


def list_the_root_folder(facts):
    """Stopped by: landlock"""
    os.listdir("/")


def read_our_own_source(facts):
    """Stopped by: landlock"""
    Path(facts["repository"], "app", "config.py").read_bytes()


def read_a_reference_solution(facts):
    """Stopped by: landlock"""
    solutions = list(Path(facts["repository"], "kernels").glob("*/solution.py"))
    assert solutions[0].read_bytes()


def read_a_package_that_is_not_listed(facts):
    """Stopped by: landlock"""
    Path(facts["other_package"]).read_bytes()


def import_a_package_that_is_not_listed(facts):
    """Stopped by: landlock"""
    import markupsafe  # noqa: PLC0415  # that is the attack

    assert markupsafe.Markup("<")


def reopen_a_path_descriptor(facts):
    """Stopped by: landlock"""
    held = os.open("/etc/passwd", os.O_PATH)
    os.read(os.open(f"/proc/self/fd/{held}", os.O_RDONLY), 1)


def climb_out_of_a_readable_folder(facts):
    """Stopped by: landlock"""
    folder = os.open(os.path.dirname(os.__file__) + "/json", os.O_RDONLY | os.O_DIRECTORY)
    os.open("../../../../../../../../../etc/passwd", os.O_RDONLY, dir_fd=folder)


def read_own_maps(facts):
    """Stopped by: landlock"""
    Path("/proc/self/maps").read_bytes()


def read_environment_of_the_server(facts):
    """Stopped by: landlock, ids"""
    Path(f"/proc/{facts['server']}/environ").read_bytes()


def read_memory_of_the_server(facts):
    """Stopped by: landlock, ids"""
    memory = os.open(f"/proc/{facts['server']}/mem", os.O_RDONLY)
    os.pread(memory, 1, facts["address"])


def list_devices(facts):
    """Stopped by: landlock"""
    os.listdir("/dev")


def create_a_file(facts):
    """Stopped by: landlock"""
    os.close(os.open(facts["folder"] + "/new", os.O_CREAT | os.O_WRONLY, 0o600))


def create_a_nameless_file(facts):
    """Stopped by: landlock"""
    os.close(os.open(facts["folder"], os.O_TMPFILE | os.O_RDWR, 0o600))


def create_in_shared_memory(facts):
    """Stopped by: landlock"""
    os.close(os.open("/dev/shm/" + facts["name"], os.O_CREAT | os.O_WRONLY, 0o600))


def overwrite_a_file(facts):
    """Stopped by: landlock, rlimits"""
    Path(facts["victim"]).write_text("overwritten by an attack")


def empty_a_file_by_opening_it(facts):
    """Stopped by: landlock"""
    os.close(os.open(facts["victim"], os.O_WRONLY | os.O_TRUNC))


def empty_a_file(facts):
    """Stopped by: landlock, seccomp"""
    os.truncate(facts["victim"], 0)


def remove_a_file(facts):
    """Stopped by: landlock, seccomp"""
    os.unlink(facts["victim"])


def rename_a_file(facts):
    """Stopped by: landlock, seccomp"""
    os.rename(facts["victim"], facts["victim"] + ".moved")


def leave_a_symbolic_link(facts):
    """Stopped by: landlock, seccomp"""
    os.symlink("/etc/passwd", facts["folder"] + "/result")


def leave_a_hard_link(facts):
    """Stopped by: landlock, seccomp"""
    os.link(facts["victim"], facts["folder"] + "/linked")


def make_a_folder(facts):
    """Stopped by: landlock, seccomp"""
    os.mkdir(facts["folder"] + "/made")


def make_a_fifo(facts):
    """Stopped by: landlock, seccomp"""
    os.mkfifo(facts["folder"] + "/fifo")


def change_the_mode_of_the_database(facts):
    """Stopped by: seccomp, ids"""
    os.chmod(facts["victim"], 0o777)


def change_the_times_of_the_database(facts):
    """Stopped by: seccomp, ids"""
    os.utime(facts["victim"], (1, 1))


def lock_a_library(facts):
    """Stopped by: seccomp"""
    with open(os.__file__) as library:
        fcntl.flock(library, fcntl.LOCK_SH)


def lock_a_range_of_a_library(facts):
    """Stopped by: seccomp"""
    with open(os.__file__) as library:
        fcntl.lockf(library, fcntl.LOCK_SH)


def ask_for_a_signal_on_input(facts):
    """Stopped by: seccomp"""
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())


def watch_a_folder(facts):
    """Stopped by: seccomp"""
    assert libc.inotify_add_watch(libc.inotify_init(), os.path.dirname(os.__file__).encode(), 2) >= 0


def change_the_root(facts):
    """Stopped by: seccomp, ids"""
    if facts["plain_user"]:
        raise NotImplementedError("a plain user never could")
    os.chroot("/")


def pass_a_descriptor_to_a_server(facts):
    """Stopped by: seccomp"""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(facts["socket"])
        socket.send_fds(stream, [b"x"], [0])
