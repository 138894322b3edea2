"""The image's root file system, made by the Dockerfile's own steps in roots that debootstrap makes."""

from __future__ import annotations

import contextlib
import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
HOSTS = ("/etc/pip.conf", "/etc/xdg/pip", "/etc/hosts", "/etc/resolv.conf")  # what a build reads of ours
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
LENT = "/run/certificates-of-the-host.pem"  # not in their usual place, which a package in the root writes to


def say(text: str) -> None:
    print(f"image-test: {text}", flush=True)


def call(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Each instruction with its argument, its continued lines joined."""
    joined = re.sub(r"\\\n", "", re.sub(r"(?m)^\s*#.*\n", "", text))
    for line in joined.splitlines():
        if line.strip():
            verb, _, rest = line.strip().partition(" ")
            yield verb, rest.strip()


def assignments(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(text))


class Image:
    """The stages of the Dockerfile, each a folder; and what the last one says of running it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stages: dict[str, Path] = {}
        self.root = folder
        self.environ: dict[str, str] = {}
        self.said: dict[str, str] = {}

    def make(self, text: str, *, again: bool = False) -> None:
        """Do what the Dockerfile says; `again`: the roots are there, so only read it."""
        for verb, rest in instructions(text):
            if verb == "FROM":
                self.begin(rest, again=again)
            elif not (again and verb in ("RUN", "COPY")):
                self.do(verb, rest)

    def do(self, verb: str, rest: str) -> None:
        match verb:
            case "RUN":
                self.run(rest)
            case "COPY":
                self.copy(rest.split())
            case "ENV":
                self.environ |= assignments(rest)
            case "CMD" | "USER" | "WORKDIR" | "VOLUME" | "EXPOSE" | "STOPSIGNAL" | "HEALTHCHECK" | "LABEL":
                self.said[verb] = rest
            case _:
                raise SystemExit(f"image-test: the Dockerfile says {verb}, which this script does not know")

    def begin(self, rest: str, *, again: bool) -> None:
        image, _, name = rest.partition(" AS ")
        release = re.fullmatch(r"debian:(\w+)-slim", image)
        if release is None:
            raise SystemExit(f"image-test: {image} is no base that debootstrap can make")
        self.root = self.folder / (name or "final")
        self.stages[name or "final"] = self.root
        self.environ, self.said = {}, {}
        if again:
            return
        shutil.rmtree(self.root, ignore_errors=True)
        call("cp", "--archive", str(base(self.folder, release[1])), str(self.root))

    def run(self, rest: str) -> None:
        began = time.monotonic()
        with borrowed(self.root):
            inside(self.root, ["/bin/sh", "-c", rest], self.environ)
        say(f"{time.monotonic() - began:5.1f} s, then {size(self.root)} MB: RUN {rest[:80]}")

    def copy(self, words: list[str]) -> None:
        source = CHECKOUT
        if words[0].startswith("--from="):
            source = self.stages[words.pop(0).removeprefix("--from=")]
        *names, target = words
        for name in names:
            here, there = source / name.lstrip("/"), self.root / target.lstrip("/")
            if source == CHECKOUT and not in_context(name):
                raise SystemExit(f"image-test: .dockerignore leaves out {name}")
            there.parent.mkdir(parents=True, exist_ok=True)
            if here.is_dir():
                shutil.copytree(here, there, symlinks=True, ignore=ignored(source), dirs_exist_ok=True)
            else:
                there = there / here.name if target.endswith("/") else there
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(here, there)


def in_context(name: str) -> bool:
    lines = [line for line in (CHECKOUT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    verdict = True
    for line in lines:
        if fnmatch.fnmatch(name, line.removeprefix("!")):
            verdict = line.startswith("!")
    return verdict


def ignored(source: Path) -> Callable[[str, list[str]], set[str]] | None:
    return shutil.ignore_patterns("__pycache__") if source == CHECKOUT else None


def base(folder: Path, release: str) -> Path:
    root = folder / f"debian-{release}"
    if not (root / "etc/debian_version").exists():
        say(f"debootstrap {release}")
        call("debootstrap", "--variant=minbase", release, str(root))
    return root


def inside(root: Path, command: list[str], environ: dict[str, str]) -> None:
    path = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
    ours = {name: value for name, value in os.environ.items() if re.match(r"(PIP_|https?_proxy)", name, re.IGNORECASE)}
    ours |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE"), LENT)
    done = subprocess.run(
        ["chroot", str(root), *command], env={**path, **ours, **environ}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"image-test: {command} failed\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


@contextlib.contextmanager
def borrowed(root: Path) -> Iterator[None]:
    """What a build reads of this machine: /proc, the resolver, certificates and pip's configuration."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(mounted(CERTIFICATES, root / LENT.lstrip("/")))
        for path in (*map(Path, HOSTS), *pip_folders()):
            if path.exists():
                stack.enter_context(mounted(path, root / path.relative_to("/")))
        stack.enter_context(mounted(Path("/proc"), root / "proc"))
        yield


def pip_folders() -> list[Path]:
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    found = {Path(path).parent for path in re.findall(r"file://(/[^ '\"]+)", told.stdout)}
    return sorted(found | {Path(path) for path in re.findall(r"find-links='(/[^ '\"]+)", told.stdout)})


@contextlib.contextmanager
def mounted(source: Path, target: Path) -> Iterator[None]:
    new = not target.exists()
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    elif new:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    call("mount", "--bind", str(source.resolve()), str(target))
    call("mount", "-o", "remount,ro,bind", str(target))  # the root's own packages must not change this machine
    try:
        yield
    finally:
        call("umount", str(target))
        if new:
            target.rmdir() if target.is_dir() else target.unlink()


def size(root: Path) -> int:
    told = subprocess.run(["du", "-sxm", str(root)], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[0])
