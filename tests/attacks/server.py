"""A parent that runs a child which sleeps: argv is the layers. Prints the process id of its zygote first."""

import sys
from pathlib import Path

from app.protocol.frames import Frame
from app.sandbox import Layer, Limits, Sandbox

LIMITS = Limits(seconds=60, cpu_seconds=60, address_bytes=256 << 20, result_bytes=1 << 20)
SCRIPT = "import time\ndef sleep(facts): time.sleep(60)"

layers = [Layer(name) for name in sys.argv[1].split(",")]
with Sandbox("attacker", limits=LIMITS, path=[Path(__file__).parent], layers=layers) as sandbox:
    print(sandbox.zygote_pid, flush=True)
    sandbox.run(Frame("attack", {"script": SCRIPT, "attack": "sleep", "facts": {}}))
