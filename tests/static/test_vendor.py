"""The vendored files are what their record says, and what a fresh build gives."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "static" / "vendor"
RECORD = json.loads((VENDOR / "VENDOR.json").read_text())


@pytest.mark.parametrize("name", sorted(RECORD["files"]))
def test_vendored_file_has_the_recorded_hash(name: str) -> None:
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == RECORD["files"][name]["sha256"]


def test_every_vendored_file_is_recorded_or_a_licence() -> None:
    names = {path.name for path in VENDOR.iterdir() if path.suffix not in {".gz", ".br"}}
    assert names - set(RECORD["files"]) == {"VENDOR.json", "course-math.LICENSE.txt"}


def test_every_bundled_package_may_be_shipped() -> None:
    licences = {package["license"] for package in RECORD["packages"] if package["bundled"]}
    assert licences <= {"MIT", "OFL-1.1"}


def test_the_lock_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "scripts" / "vendor" / "package-lock.json").read_text()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Another folder with the build's inputs and its packages installed."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    build = tmp_path / "scripts" / "vendor"
    shutil.copytree(ROOT / "scripts" / "vendor", build, ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "static" / "vendor").mkdir(parents=True)
    shutil.copy(VENDOR / "course-math.woff2", tmp_path / "static" / "vendor")
    command = [npm, "ci", "--ignore-scripts", "--fetch-retries=0", "--fetch-timeout=20000"]
    installed = subprocess.run(command, cwd=build, capture_output=True, text=True, timeout=90, check=False)
    if installed.returncode:
        if "EINTEGRITY" in installed.stderr or "EUSAGE" in installed.stderr:
            pytest.fail(installed.stderr)
        pytest.skip(f"no package registry within reach: {installed.stderr.strip().splitlines()[:1]}")
    return tmp_path


def test_a_fresh_build_is_byte_identical(checkout: Path) -> None:
    subprocess.run(["node", "build.mjs"], cwd=checkout / "scripts" / "vendor", check=True, timeout=60)
    for name in [*RECORD["files"], "VENDOR.json"]:
        assert (checkout / "static" / "vendor" / name).read_bytes() == (VENDOR / name).read_bytes(), name
