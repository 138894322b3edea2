"""The other way to grade without a GPU: one cold `python` a submission, numba's own simulator, the same cases.

Called by bench/submission.py as: python bench/cold_simulator.py EXERCISE_FOLDER SEED
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np


def main() -> int:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    exercise = runpy.run_path(str(folder / "exercise.py"))
    kernel = runpy.run_path(str(folder / "solution.py"))["vector_add"]
    for case in exercise["cases"](np.random.default_rng(seed)):
        a, b, out = case.args["a"], case.args["b"], np.full_like(case.args["out"], np.nan)
        kernel[case.grid, case.block](a, b, out)
        if not np.array_equal(out, exercise["reference"](a, b)["out"]):
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
