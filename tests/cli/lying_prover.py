"""Speaks as a prover does: it finds a fault where the name ends with `wrong`, and dies where it ends with `deadly`,
or in the middle of its answer where it ends with `choking`.
"""

import json
import os
import sys

for line in sys.stdin:
    name = line.strip()
    if name.endswith("deadly"):
        os._exit(1)
    if name.endswith("choking"):
        os.write(1, b'{"hash": "1"')
        os._exit(1)
    if name.endswith("broken"):
        print(json.dumps({"trouble": "no toolchain"}), flush=True)
        continue
    faults = [{"path": name, "line": 1, "column": 2, "message": "bad"}] if name.endswith("wrong") else []
    print(json.dumps({"hash": name, "faults": faults, "seconds": os.getpid()}), flush=True)
