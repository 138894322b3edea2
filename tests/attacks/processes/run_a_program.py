"""Run a program of the machine.

Every tool that is installed is then the attacker's.

Stopped by: seccomp, rlimits, landlock
"""

import subprocess


def attack(facts):
    subprocess.run(["/bin/true"], check=True)
