"""Ask the kernel to kill somebody else when memory runs out.

A job that fills memory would end the server and not itself.

Stopped by: landlock, non_dumpable
"""

from pathlib import Path


def attack(facts):
    Path("/proc/self/oom_score_adj").write_text("0")
