"""Make the image's root file system without a Docker engine, and prove it under runc.

Usage, as root on Debian, with the packages runc and debootstrap: scripts/image-test [FOLDER] [--again]

The steps are read from the Dockerfile itself and executed in roots that debootstrap makes. runc then runs the result
as Docker would by default, with what compose.yaml adds: Docker's seccomp profile, no capabilities, a user that is not
root, no new privileges, a read-only root. There the server starts, a kernel is sent over HTTP and graded, SIGTERM
stops it, and a second start has the data. FOLDER (./image-test by default, some 3 GB) keeps the roots; with --again
the last ones are run as they are.
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

from image_root import CHECKOUT, Image, base, borrowed, call, inside, say, size

PROFILE = "usr/share/gocode/src/github.com/docker/docker/profiles/seccomp/default.json"
PORT = 8973
ARCH = {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine]
Plain = dict[str, Any]  # JSON


def profile(folder: Path, release: str) -> Plain:
    """Docker's default seccomp profile, from Debian's source package of the engine, for no capability."""
    root = base(folder, release)
    path = folder / "docker" / PROFILE
    if not path.exists():
        with borrowed(root):
            inside(
                root, ["sh", "-c", "apt-get update && cd /tmp && apt-get download golang-github-docker-docker-dev"], {}
            )
        (package,) = (root / "tmp").glob("golang-github-docker-docker-dev*.deb")
        call("dpkg-deb", "--extract", str(package), str(folder / "docker"))
        package.unlink()
        say(f"seccomp profile of {package.name}")
    loaded: Plain = json.loads(path.read_text())
    return loaded


def applies(rule: Plain) -> bool:
    """Whether a rule holds for a container without capabilities, on this architecture and kernel."""
    wanted, unwanted = rule.get("includes", {}), rule.get("excludes", {})
    kernel = tuple(map(int, os.uname().release.split(".")[:2]))
    least = tuple(map(int, wanted.get("minKernel", "0.0").split(".")))
    arches = wanted.get("arches", [ARCH])
    return not wanted.get("caps") and ARCH in arches and kernel >= least and ARCH not in unwanted.get("arches", [])


def seccomp(docker: Plain) -> Plain:
    native = {"amd64": "SCMP_ARCH_X86_64", "arm64": "SCMP_ARCH_AARCH64"}[ARCH]
    (arch,) = [a for a in docker["archMap"] if a["architecture"] == native]
    rules = [
        {k: v for k, v in rule.items() if k in ("names", "action", "args", "errnoRet")}
        for rule in docker["syscalls"]
        if applies(rule)
    ]
    return {
        "defaultAction": docker["defaultAction"],
        "defaultErrnoRet": docker.get("defaultErrnoRet", 1),
        "architectures": [native, *(arch["subArchitectures"] or [])],
        "syscalls": rules,
    }


def spec(image: Image, data: Path, filters: Plain, command: list[str]) -> Plain:
    """What Docker makes of the image by default, with compose.yaml's restrictions."""
    uid, gid = map(int, image.said["USER"].split(":"))
    env = {**image.environ, "GRIDSTRIDE_PORT": str(PORT)}
    plain = ["nosuid", "noexec", "nodev"]
    nothing: dict[str, list[str]] = {
        kind: [] for kind in ("bounding", "effective", "inheritable", "permitted", "ambient")
    }
    hidden = [
        "/proc/asound",
        "/proc/acpi",
        "/proc/kcore",
        "/proc/keys",
        "/proc/latency_stats",
        "/proc/timer_list",
        "/proc/timer_stats",
        "/proc/sched_debug",
        "/proc/scsi",
        "/sys/firmware",
    ]
    return {
        "ociVersion": "1.0.2",
        "root": {"path": str(image.root), "readonly": True},
        "process": {
            "user": {"uid": uid, "gid": gid},
            "args": command,
            "env": [f"{name}={value}" for name, value in env.items()],
            "cwd": image.said["WORKDIR"],
            "capabilities": nothing,
            "noNewPrivileges": True,
        },
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc", "options": plain},
            {
                "destination": "/dev",
                "type": "tmpfs",
                "source": "tmpfs",
                "options": ["nosuid", "strictatime", "mode=755"],
            },
            {
                "destination": "/dev/shm",
                "type": "tmpfs",
                "source": "shm",
                "options": [*plain, "mode=1777", "size=65536k"],
            },
            {"destination": "/sys", "type": "sysfs", "source": "sysfs", "options": [*plain, "ro"]},
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": [*plain, "mode=1777", "size=64m"]},
            {"destination": image.said["VOLUME"], "type": "bind", "source": str(data), "options": ["bind"]},
        ],
        "linux": {
            "namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")],
            "seccomp": filters,
            "maskedPaths": hidden,
            "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
            "resources": {"devices": [{"allow": False, "access": "rwm"}]},
        },
    }


class Container:
    def __init__(self, name: str, folder: Path, config: Plain) -> None:
        self.name = f"{name}-{os.getpid()}"
        bundle = folder / "bundle"
        bundle.mkdir(exist_ok=True)
        (bundle / "config.json").write_text(json.dumps(config))
        self.log = (folder / f"{name}.log").open("wb")
        command = ["runc", "run", "--bundle", str(bundle), self.name]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def execute(self, *command: str) -> str:
        done = subprocess.run(["runc", "exec", self.name, *command], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def stop(self) -> float:
        began = time.monotonic()
        call("runc", "kill", self.name, "TERM")
        if self.process.wait(30):
            raise SystemExit(f"image-test: it ended with {self.process.returncode}")
        return time.monotonic() - began

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            subprocess.run(["runc", "delete", "--force", self.name], capture_output=True, check=False)
        self.log.close()


class Learner:
    def __init__(self) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.open = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar).open

    def ask(self, path: str, body: object = None, **headers: str) -> str:
        data = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"content-type": "application/json"}
        url = f"http://127.0.0.1:{PORT}{path}"
        with self.open(urllib.request.Request(url, data, kind | headers), timeout=20) as answer:
            return str(answer.read().decode())

    def ready(self, container: Container) -> Plain:
        for _ in range(600):
            with contextlib.suppress(OSError):
                told: Plain = json.loads(self.ask("/readyz"))
                if told["workers"]:
                    return told
            if container.process.poll() is not None:
                break
            time.sleep(0.2)
        raise SystemExit(f"image-test: the server did not start; see {container.log.name}")

    def verdict(self, source: str) -> tuple[str, str]:
        """Send a kernel; where its submission is, and the kind of its verdict."""
        token = found(r'name="csrf-token" content="(\w+)"', self.ask("/"))
        sent = json.loads(
            self.ask(
                "/api/exercises/vector-add/submissions", {"source": source, "mode": "submit"}, **{"x-csrf-token": token}
            )
        )
        place = f"/api/submissions/{sent['id']}"
        for _ in range(600):
            told = json.loads(self.ask(place))
            if told["verdict"]:
                return place, told["verdict"]["kind"]
            time.sleep(0.2)
        raise SystemExit("image-test: no verdict came")


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return match[1] if match else "nothing"


def expect(what: str, got: object, wanted: object) -> None:
    if got != wanted:
        raise SystemExit(f"image-test: {what}: {got!r}, not {wanted!r}")
    say(f"{what}: {got}")


def main() -> int:
    if os.geteuid() != 0 or not (shutil.which("runc") and shutil.which("debootstrap")):
        raise SystemExit("image-test: run it as root where the packages runc and debootstrap are installed")
    again = "--again" in sys.argv
    folder = Path(next((word for word in sys.argv[1:] if word != "--again"), "image-test")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    image = Image(folder)
    image.make((CHECKOUT / "Dockerfile").read_text(), again=again)
    say(f"the image has {size(image.root)} MB")
    filters = seccomp(profile(folder, "trixie"))
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(image.root / image.said["VOLUME"].lstrip("/"), data)  # as a new volume takes over what is there
    uid, gid = map(int, image.said["USER"].split(":"))
    os.chown(data, uid, gid)
    data.chmod(0o700)
    config = spec(image, data, filters, json.loads(image.said["CMD"]))
    prove(folder, image, config)
    say(f"all is well, after {time.monotonic() - began:.0f} s")
    return 0


def prove(folder: Path, image: Image, config: Plain) -> None:
    solution = (CHECKOUT / "kernels/vector-add/solution.py").read_text()
    wrong = (CHECKOUT / "kernels/vector-add/wrong/no_guard.py").read_text()
    learner = Learner()
    with Container("first", folder, config) as first:
        told = learner.ready(first)
        expect("ready", told["status"], "ready")
        state = first.execute("cat", "/proc/1/status")
        wanted = {
            "Uid": "10001",
            "CapEff": "0000000000000000",
            "CapBnd": "0000000000000000",
            "NoNewPrivs": "1",
            "Seccomp": "2",
        }
        for key, value in wanted.items():
            expect(key, found(rf"{key}:\s+(\w+)", state), value)
        expect("the root is read-only", "Read-only" in first.execute("touch", "/opt/gridstride/x"), True)
        doctor = first.execute("gridstride", "doctor")
        wall = found(r"(?s)sandbox:\n(.*?)\n\w+:", doctor)
        expect("layers of the sandbox", (wall.count("  ok "), re.findall(r"MISSING (\w+)", wall)), (7, []))
        health = json.loads(found(r"CMD (\[.*\])", image.said["HEALTHCHECK"]))
        expect("health check", first.execute(*health), "")
        place, kind = learner.verdict(solution)
        expect("the solution", kind, "passed")
        expect("a wrong kernel", learner.verdict(wrong)[1], "fault")
        say(f"stopped in {first.stop():.1f} s, exit 0")
    with Container("second", folder, config) as second:
        learner.ready(second)
        expect("after a restart", json.loads(learner.ask(place))["verdict"]["kind"], "passed")
        second.stop()
    lines = (folder / "first.log").read_text().splitlines()
    expect("log lines that are no JSON", [line for line in lines if not line.startswith("{")], [])


if __name__ == "__main__":
    sys.exit(main())
