from dataclasses import fields
from pathlib import Path

import pytest

from app.config import RATES, Settings
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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "0"),
        ("PORT", "99999"),
        ("WORKERS", "257"),
        ("WORKERS", "-1"),
        ("LEASE_S", "nan"),
        ("LEASE_S", "0"),
        ("LEASE_S", "1e300"),
        ("TRIES", "0"),
        ("SOURCE_BYTES", "-1"),
    ],
)
def test_a_number_outside_its_range_is_named(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=rf"GRIDSTRIDE_{name} is .*; it should be from "):
        Settings.from_environ({f"GRIDSTRIDE_{name}": text})


def test_every_number_has_a_range_that_holds_its_default() -> None:
    plain = {f"GRIDSTRIDE_{spec.name.upper()}": str(spec.default) for spec in fields(Settings)}
    assert Settings.from_environ(plain) == Settings()


@pytest.mark.parametrize("name", ["HOST", "DATA", "ARCH", "PORT"])
def test_an_empty_setting_is_refused_and_not_guessed_at(name: str) -> None:
    with pytest.raises(ConfigError, match=f"GRIDSTRIDE_{name} is empty"):
        Settings.from_environ({f"GRIDSTRIDE_{name}": ""})


@pytest.mark.parametrize("arch", ["nonsense", "sm_10", "sm_99", "compute_90"])
def test_an_unknown_architecture_is_told_which_there_are(arch: str) -> None:
    with pytest.raises(ConfigError, match=rf"GRIDSTRIDE_ARCH is '{arch}'; .*sm_75.*sm_90"):
        Settings.from_environ({"GRIDSTRIDE_ARCH": arch})


def test_a_home_that_nobody_has_is_a_sentence() -> None:
    with pytest.raises(ConfigError, match="GRIDSTRIDE_DATA is '~nobody-of-this-name/x'"):
        Settings.from_environ({"GRIDSTRIDE_DATA": "~nobody-of-this-name/x"})


@pytest.mark.parametrize(("name", "text"), [("LOG", "xml"), ("PROXIES", "proxy.example"), ("PROXIES", "10.0.0.1/8")])
def test_a_choice_or_an_address_that_is_none_is_told_what_there_is(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=rf"GRIDSTRIDE_{name} .*it should be (one of text, json|addresses)"):
        Settings.from_environ({f"GRIDSTRIDE_{name}": text})


def test_the_trusted_proxies_are_a_list() -> None:
    def trusted(text: str) -> list[str]:
        return Settings.from_environ({"GRIDSTRIDE_PROXIES": text}).trusted

    assert trusted("10.0.0.0/8, 2001:db8::1") == ["10.0.0.0/8", "2001:db8::1"]
    assert trusted("none") == []


@pytest.mark.parametrize("text", ["all", "-1", "0,", "0;1", "1.5", "GPU-1234", "auto,0"])
def test_gpus_that_make_no_sense_are_told_what_does(text: str) -> None:
    with pytest.raises(ConfigError, match=r"GRIDSTRIDE_GPUS is .*; it should be auto, none, or numbers"):
        Settings.from_environ({"GRIDSTRIDE_GPUS": text})


@pytest.mark.parametrize("text", ["auto", "none", "0", "0,1", "3, 0"])
def test_gpus_are_all_none_or_numbers(text: str) -> None:
    assert Settings.from_environ({"GRIDSTRIDE_GPUS": text}).gpus == text


@pytest.mark.parametrize("text", ["walls", "landlock;seccomp", "none,landlock", "Landlock", "landlock,"])
def test_a_layer_that_there_is_none_of_is_told_which_there_are(text: str) -> None:
    with pytest.raises(ConfigError, match=r"GRIDSTRIDE_WITHOUT has .*; it should be none, or .*landlock, seccomp"):
        Settings.from_environ({"GRIDSTRIDE_WITHOUT": text})


def test_the_layers_that_are_left_out_are_a_list() -> None:
    assert Settings.from_environ({"GRIDSTRIDE_WITHOUT": "landlock, seccomp"}).waived == ["landlock", "seccomp"]
    assert Settings.from_environ({"GRIDSTRIDE_WITHOUT": "none"}).waived == Settings().waived == []


def test_limits_are_the_defaults_with_what_differs() -> None:
    def limits(text: str) -> dict[str, str]:
        return Settings.from_environ({"GRIDSTRIDE_RATES": text}).limits

    assert (limits("default"), limits("off")) == (dict(RATES), {})
    changed = limits("submissions.learner=60/minute;900/hour, keys.address=off,streams.learner=3")
    assert changed["submissions.learner"] == "60/minute;900/hour"
    assert changed["streams.learner"] == "3"
    assert set(RATES) - set(changed) == {"keys.address"}


@pytest.mark.parametrize(
    "text",
    ["on", "submissions", "submissions=3", "submissions.learner=", "submissions.learner=3", "streams.learner=3/minute",
     "submissions.learner=0/minute", "submissions.learner=3/week", "submissions.learner=3/minute;", "off,off",
     "submissions.learner=3/minute,", "nonsense.learner=3/minute", "keys.address=1e9/minute"],
)  # fmt: skip
def test_rates_that_make_no_sense_are_told_what_does(text: str) -> None:
    with pytest.raises(ConfigError, match=r"GRIDSTRIDE_RATES (names|has) .*; it should be"):
        Settings.from_environ({"GRIDSTRIDE_RATES": text})


@pytest.mark.parametrize("text", ["https://a.example", "a.example:443", "a.example,", "*.example", "a b"])
def test_a_name_of_the_site_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"GRIDSTRIDE_HOSTS has .*; it should be auto, any, or names such as"):
        Settings.from_environ({"GRIDSTRIDE_HOSTS": text})


def test_the_names_of_a_site_are_a_set() -> None:
    assert Settings.from_environ({"GRIDSTRIDE_HOSTS": "A.example, ::1"}).names == {"a.example", "::1"}
