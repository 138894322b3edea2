"""What pydantic found, as a sentence for an author."""

from __future__ import annotations

from pydantic_core import ErrorDetails

MOST = 40  # faults of one file that are looked for in its text, each from its beginning
SENTENCES = {
    "missing": "`{key}` is missing",
    "extra_forbidden": "`{key}` is not a key that is known here",
    "string_type": "`{key}` should be text",
    "string_too_short": "`{key}` should not be empty",
    "list_type": "`{key}` should be a list",
    "tuple_type": "`{key}` should be a list",
    "too_short": "`{key}` should not be empty",
    "too_long": "`{key}` should have {max_length} entries at most",
    "finite_number": "`{key}` should be a finite number",
    "dict_type": "`{key}` should be a table",
    "model_type": "`{key}` should be a table",
    "int_type": "`{key}` should be a whole number",
    "int_parsing": "`{key}` should be a whole number",
    "int_from_float": "`{key}` should be a whole number",
    "float_type": "`{key}` should be a number",
    "float_parsing": "`{key}` should be a number",
    "literal_error": "`{key}` should be {expected}, not {input!r}",
    "enum": "`{key}` should be {expected}, not {input!r}",
    "greater_than": "`{key}` should be greater than {gt}",
    "greater_than_equal": "`{key}` should be {ge} or more",
    "less_than_equal": "`{key}` should be {le} or less",
}


def complaint(problem: ErrorDetails) -> str:
    """One sentence that names the key as the author wrote it."""
    key = ".".join(str(step + 1) if isinstance(step, int) else step for step in problem["loc"])
    if problem["type"] == "value_error":
        return f"`{key}`: {problem['ctx']['error']}" if key else str(problem["ctx"]["error"])  # of the whole: no key
    sentence = SENTENCES.get(problem["type"], "`{key}`: " + problem["msg"].replace("{", "{{").replace("}", "}}"))
    return sentence.format(key=key, input=problem["input"], **problem.get("ctx", {}))
