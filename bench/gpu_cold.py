"""The other way to grade on a GPU: one cold `python` a submission, which imports, makes a context, compiles and runs.

Called by bench/gpu.py as: python bench/gpu_cold.py SOURCE ENTRY CASES.npz

It is written as a judge would write it, and does nothing that a judge could leave out: inputs and references are made
beforehand and only read here, arrays go to the device once, and outputs are compared on the host. CASES.npz holds
`<case>/<a|b|out>`, where `out` is the right answer, and `<case>/launch`, grid and block. Prints its stages as JSON, in
milliseconds from the start of this file; the exit status is 1 where an output is wrong.
"""

from __future__ import annotations

import json
import runpy
import sys
import time

BEGAN = time.perf_counter()


def main() -> int:
    source, entry, cases = sys.argv[1:]
    stages: dict[str, float] = {}

    import numpy as np  # noqa: PLC0415  # its time is a stage
    from numba import cuda  # noqa: PLC0415  # its time is a stage

    _stamp(stages, "imported")
    cuda.current_context()
    _stamp(stages, "context")
    kernel = runpy.run_path(source)[entry]
    right = True
    with np.load(cases) as given:
        for name in sorted({key.partition("/")[0] for key in given}):
            a, b, expected = (given[f"{name}/{part}"] for part in ("a", "b", "out"))
            grid, block = (int(size) for size in given[f"{name}/launch"])
            out = cuda.device_array_like(expected)
            kernel[grid, block](cuda.to_device(a), cuda.to_device(b), out)
            right = np.array_equal(out.copy_to_host(), expected) and right
            stages.setdefault("first_case", _now())
    _stamp(stages, "done")
    print(json.dumps(stages))
    return 0 if right else 1


def _stamp(stages: dict[str, float], name: str) -> None:
    stages[name] = _now()


def _now() -> float:
    return round(1000 * (time.perf_counter() - BEGAN), 1)


if __name__ == "__main__":
    raise SystemExit(main())
