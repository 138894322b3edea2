"""What a child may read, as a list of paths."""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from app.config import ROOT
from app.sandbox import landlock


def test_the_interpreter_is_the_standard_library_without_installed_packages() -> None:
    names = {path.name for path in landlock.interpreter()}
    assert {"os.py", "json", "lib-dynload"} <= names
    assert not names & {"site-packages", "dist-packages"}


def test_a_package_is_its_folder_and_the_libraries_beside_it() -> None:
    folder = Path(np.__file__).parent
    beside = folder.with_name("numpy.libs")
    assert list(landlock.packages(["numpy"])) == [folder, *[beside] * beside.is_dir()]


def test_nothing_readable_holds_ours_or_all_that_is_installed() -> None:
    readable = [*landlock.interpreter(), *landlock.packages(["numpy"])]
    for secret in (ROOT, ROOT / "app", ROOT / "kernels", Path(sysconfig.get_path("purelib")), Path("/etc")):
        assert not [path for path in readable if path == secret or path in secret.parents]


def test_a_package_that_is_not_there_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        list(landlock.packages(["no_such_package"]))


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6, None])
def test_a_ruleset_can_be_made_for_every_kernel_since_the_first(version: int | None) -> None:
    os.close(landlock.ruleset([Path(os.__file__)], version))


def test_a_link_in_the_standard_library_that_leads_nowhere_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").symlink_to("/nowhere/sitecustomize.py")
    (tmp_path / "os.py").touch()
    (tmp_path / "site-packages").mkdir()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    assert [*landlock.interpreter()] == [tmp_path / "os.py"]
    os.close(landlock.ruleset(landlock.interpreter()))
