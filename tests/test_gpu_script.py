"""scripts/gpu-test where there is no GPU, and what it makes of what pytest wrote."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import gpu_test  # a script, which no package holds

ROOT = Path(__file__).parents[1]


def script(*arguments, **environ):
    command = [str(ROOT / "scripts/gpu-test"), "--python", sys.executable, "--no-setup", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, **environ})


@pytest.mark.skipif(gpu_test.missing_gpu() is None, reason="this machine has a GPU")
def test_without_a_gpu_it_says_so_and_runs_nothing(tmp_path):
    done = script("--out", str(tmp_path / "out"))
    assert done.returncode == gpu_test.NO_GPU
    assert "need" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_stage_that_is_none_is_refused_with_those_there_are():
    done = script("speed")
    assert done.returncode == 2
    assert all(name in done.stderr for name in gpu_test.STAGES)


def test_every_stage_has_its_tests():
    assert [name for name, stage in gpu_test.STAGES.items() if not stage.files()] == []


def test_a_failure_is_told_by_its_name_and_the_first_of_its_words():
    failed = '<failure message="assert 1&#10; == 2"/>'
    case = ET.fromstring(f'<testcase classname="tests.gpu" name="test_x">{failed}</testcase>')
    assert gpu_test.outcome(case) == "failed"
    assert gpu_test.told(case) == "tests.gpu::test_x: assert 1 == 2"
