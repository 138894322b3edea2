"""Reach anybody over a socket."""

import socket


def connect_over_tcp(facts):
    """Stopped by: landlock, seccomp"""
    socket.create_connection(("127.0.0.1", facts["port"]), timeout=2)


def listen_on_tcp(facts):
    """Stopped by: landlock, seccomp"""
    with socket.socket() as stream:
        stream.bind(("127.0.0.1", 0))
        stream.listen()


def send_over_udp(facts):
    """Stopped by: seccomp"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
        stream.sendto(b"secret", ("127.0.0.1", 9))


def open_ipv6(facts):
    """Stopped by: seccomp"""
    try:
        socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close()
    except OSError as error:
        if error.errno == 97:
            raise NotImplementedError("no IPv6 here") from error
        raise


def connect_to_a_unix_socket(facts):
    """Stopped by: seccomp"""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(facts["socket"])


def connect_to_an_abstract_socket(facts):
    """Stopped by: landlock, seccomp"""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
        stream.connect(b"\0" + facts["abstract"].encode())


def make_a_pair(facts):
    """Stopped by: seccomp"""
    socket.socketpair()


def ask_the_kernel_over_netlink(facts):
    """Stopped by: seccomp"""
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()


def send_raw_packets(facts):
    """Stopped by: seccomp, ids"""
    if facts["plain_user"]:
        raise NotImplementedError("a plain user never could")
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 255).close()


def talk_to_the_host_of_a_virtual_machine(facts):
    """Stopped by: seccomp"""
    try:
        socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
    except OSError as error:
        if error.errno == 97:
            raise NotImplementedError("no vsock here") from error
        raise
