"""The key of whoever runs a site."""

from __future__ import annotations

import pytest

from app.web import operators

SECRET = b"s" * 32


def test_the_key_opens_and_another_sites_does_not():
    assert operators.is_operator(f"Bearer {operators.operator_key(SECRET)}", SECRET)
    assert not operators.is_operator(f"Bearer {operators.operator_key(b't' * 32)}", SECRET)


@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer \u00e9", "Bearer " + "0" * 64])
def test_anything_else_does_not(given):
    assert not operators.is_operator(given, SECRET)


def test_it_is_written_for_its_owner_alone_and_over_no_link(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / operators.FILE).symlink_to(victim)
    operators.leave_key(tmp_path, SECRET)
    operators.leave_key(tmp_path, SECRET)
    written = tmp_path / operators.FILE
    assert (written.read_text().strip(), written.stat().st_mode & 0o777) == (operators.operator_key(SECRET), 0o600)
    assert victim.read_text() == "precious"


def test_a_folder_that_cannot_be_written_costs_no_site(tmp_path, caplog):
    operators.leave_key(tmp_path / "away", SECRET)
    assert "the key for operators cannot be written" in caplog.text
