"""What an executor has in memory before it has done anything."""

import subprocess
import sys

FOREIGN = ("numba", "llvmlite", "pydantic", "sqlalchemy", "app.simt", "app.toolchain", "app.course", "app.grading",
           "app.store", "app.worker", "app.config")  # fmt: skip
PROGRAM = "import sys, app.devices.gpu.child; print(*sys.modules)"


def test_an_executor_imports_no_compiler_no_course_and_no_store():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    loaded = done.stdout.split()
    assert "app.devices.gpu.running" in loaded
    assert [name for name in loaded if name in FOREIGN] == []
