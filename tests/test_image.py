"""The Dockerfile and the compose files: what must not slip out of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from app.config import Settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["gridstride"]
GPU = yaml.safe_load((ROOT / "compose.gpu.yaml").read_text())["services"]["gridstride"]


def test_the_last_stage_has_no_compiler_no_pip_and_no_root():
    last = DOCKERFILE.split("\nFROM ")[-1]
    assert re.findall(r"install --yes --no-install-recommends (.*?) \\", last) == ["python3"]
    assert re.search(r"^USER 10001:10001$", last, re.MULTILINE)
    assert last.rstrip().endswith('CMD ["gridstride", "serve"]')


def test_only_locked_and_hashed_packages_are_installed():
    assert "--require-hashes --requirement /build/requirements.lock" in DOCKERFILE
    assert "requirements-dev" not in DOCKERFILE


def test_what_is_copied_is_in_the_context_and_there():
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    assert sorted(copied) == sorted(allowed)
    assert [name for name in copied if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("service", [COMPOSE, GPU])
def test_nothing_is_privileged(service):
    assert {"privileged", "cap_add", "network_mode", "pid"} & set(service) == set()
    assert "docker.sock" not in str(service)


def test_the_service_is_fenced_in():
    assert COMPOSE["read_only"]
    assert COMPOSE["cap_drop"] == ["ALL"]
    assert COMPOSE["security_opt"] == ["no-new-privileges:true"]
    assert COMPOSE["mem_limit"] == COMPOSE["memswap_limit"]


def test_docker_waits_for_longer_than_the_grace():
    assert float(COMPOSE["stop_grace_period"].removesuffix("s")) > Settings().grace_s + 2


def test_every_setting_that_is_set_exists():
    known = {f"GRIDSTRIDE_{name.upper()}" for name in Settings.__dataclass_fields__}
    named = re.findall(r"GRIDSTRIDE_[A-Z_]+", DOCKERFILE) + list(COMPOSE["environment"])
    assert {name for name in named if name.startswith("GRIDSTRIDE_")} <= known
    assert Settings.from_environ({k: v for k, v in COMPOSE["environment"].items() if k in known}).trusted
