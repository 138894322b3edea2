from pathlib import Path

import pytest

from app.config import Settings
from app.errors import ConfigError


def test_defaults_need_no_environment() -> None:
    assert Settings.from_environ({}) == Settings()


def test_the_environment_overrides(tmp_path: Path) -> None:
    settings = Settings.from_environ({"GRIDSTRIDE_PORT": "9", "GRIDSTRIDE_DATA": str(tmp_path), "OTHER": "x"})
    assert (settings.port, settings.data) == (9, tmp_path)


@pytest.mark.parametrize("name", ["PORT", "LEASE_S", "TRIES"])
def test_a_setting_without_sense_is_named(name: str) -> None:
    with pytest.raises(ConfigError, match=f"GRIDSTRIDE_{name} is 'soon'"):
        Settings.from_environ({f"GRIDSTRIDE_{name}": "soon"})
