"""Asks a server on this machine, as one of a cloud would give keys to anybody who asks.

Stopped by: seccomp knows no socket.
Gets: compile_error forbidden.network
"""
import urllib.request

raise RuntimeError(urllib.request.urlopen("http://169.254.169.254/latest/meta-data/").read())
