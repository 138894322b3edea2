import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.findings import Finding, Kind, Place, Severity

indices = st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
lines = st.none() | st.integers(1, 999)
findings = st.builds(
    Finding, st.sampled_from(Kind), st.sampled_from(Severity), lines, st.text(max_size=9),
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5)), indices, indices,
    st.none() | st.builds(Place, lines, indices, indices), st.integers(1, 9),
)  # fmt: skip
plain = st.recursive(st.none() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s))


@given(findings)
def test_a_finding_survives_the_wall(finding: Finding) -> None:
    assert Finding.from_plain(finding.to_plain()) == finding


@given(findings, st.sampled_from(["kind", "severity", "line", "args", "thread", "other", "count"]), plain)
def test_a_forged_field_is_refused_or_harmless(finding: Finding, field: str, value: object) -> None:
    forged = {**finding.to_plain(), field: value}
    try:
        read = Finding.from_plain(forged)
    except (ValueError, TypeError, KeyError):
        return
    assert isinstance(read.kind, Kind)
    assert isinstance(read.count, int)


def test_a_missing_field_is_refused() -> None:
    with pytest.raises(KeyError):
        Finding.from_plain({"kind": "timeout"})
