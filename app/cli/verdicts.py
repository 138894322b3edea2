"""A verdict for people, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.verdict import CaseResult, Verdict
from app.grading.words import Words


def written(verdict: Mapping[str, Any]) -> str:
    """`verdict`: as the server's API gives it, or a record `in_words`."""
    lines = [f"{verdict['title']}: {verdict['message']}"]
    for finding in verdict["findings"]:
        place = f"line {finding['line']}: " if finding["line"] else ""
        lines.append(f"  {place}{finding['severity']}: {finding['message']} {finding['help']}".rstrip())
    for case in verdict["cases"]:
        lines.append(f"  {case['name']}: {case['title']}")
        if m := case["mismatch"]:
            got = "never written" if m["got"] is None else f"got {m['got']}"
            lines.append(f"    {m['output']}{m['index']}: expected {m['expected']}, {got}. {m['pattern']}".rstrip())
    lines += [f"  {r['wanted']}: {r['got']} {'met' if r['ok'] else 'missed'}" for r in verdict["requirements"]]
    return "\n".join(lines)


def in_words(verdict: Verdict, words: Words) -> dict[str, Any]:
    """What `written` reads, by the names that the API has for it."""
    told = [(finding, *words.finding(finding)) for finding in verdict.findings]
    return {
        "title": words.title(verdict.kind),
        "message": words.message(verdict.message),
        "findings": [
            {"line": finding.line, "severity": finding.severity, "message": message, "help": help_}
            for finding, message, help_ in told
        ],
        "cases": [_case(case, words) for case in verdict.cases],
        "requirements": [
            requirement.model_dump(include={"wanted", "got", "ok"}) for requirement in verdict.requirements
        ],
    }


def _case(case: CaseResult, words: Words) -> dict[str, Any]:
    title = "Not run" if case.status == "not_run" else words.title(case.status)
    if case.mismatch is None:
        return {"name": case.name, "title": title, "mismatch": None}
    pattern = case.mismatch.pattern
    mismatch = case.mismatch.model_dump(mode="json") | {"pattern": words.message(pattern) if pattern else ""}
    return {"name": case.name, "title": title, "mismatch": mismatch}
