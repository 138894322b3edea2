"""One target of tests/fuzz/targets.py under atheris: its own seeds, its own words, so many seconds."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

import atheris

MEGABYTES = 4_096  # more is a find; the interpreter and NumPy take half a gigabyte themselves
# Of any target: what is instrumented has to be named before it is imported.
LIBRARIES = ("yaml", "markdown_it", "mdit_py_plugins", "tomllib", "tarfile", "latex2mathml")
SLOWEST_S = 20  # an input that takes longer is a find


def main() -> None:
    options = _options()
    with atheris.instrument_imports(include=["app", *LIBRARIES]):
        targets = importlib.import_module("tests.fuzz.targets").TARGETS
    if options.list or options.name not in targets:
        print(*targets, sep="\n")
        sys.exit(not options.list)
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        _fuzz(targets[options.name], Path(folder), options)


def _fuzz(target: Any, folder: Path, options: argparse.Namespace) -> NoReturn:
    """`target` is of a class of the tests, which cannot be imported before it is instrumented."""
    seeds, words = folder / "seeds", folder / "words"
    seeds.mkdir()
    for number, seed in enumerate(target.seeds()):
        (seeds / str(number)).write_bytes(seed)
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), "ascii")
    corpus = options.corpus or seeds
    corpus.mkdir(exist_ok=True)
    flags = [
        f"-max_total_time={options.seconds}",
        f"-max_len={target.longest}",
        f"-dict={words}",
        f"-timeout={SLOWEST_S}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-artifact_prefix=fuzz-{target.name}-",
        "-print_final_stats=1",
    ]
    child = os.fork()  # the fuzzer ends its process itself, and would leave the folder behind
    if child == 0:
        atheris.Setup([sys.argv[0], *flags, str(corpus), str(seeds)], target.one)
        atheris.Fuzz()
    _, status = os.waitpid(child, 0)
    sys.exit(abs(os.waitstatus_to_exitcode(status)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path, help="a folder that keeps what reached new branches, for the next time")
    parser.add_argument("--list", action="store_true", help="the names of the targets")
    return parser.parse_args()


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


if __name__ == "__main__":
    main()
