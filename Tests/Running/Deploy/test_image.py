"""The image: built by buildah from the Debian package, and its file system in a chroot, run as the
image says, with the restrictions of the compose file."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proxies import WITH_PARENT
from server import BINARY, PACKAGE, finished, printed
from web import until

BARE = PACKAGE / ".tools/debian-bookworm"
SITE = "http://127.0.0.1:8080"
FAST = os.environ | {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
VERSION = "1.0+202611272011.0123abcd"

# The arguments are the file system, the folder of the volume, its place, the user, and a command.
# As in the compose file, backups have a volume, the root is read-only, and there are no capabilities.
START = """
mount --make-rprivate /
ip link set lo up
mount --bind "$1" "$1"
mount --bind "$2" "$1$3"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/tmp"
mount -t tmpfs -o "uid=${4%:*},mode=750" tmpfs "$1/var/backups/fieldguide"
mount -o remount,bind,ro "$1"
exec chroot "$1" setpriv --reuid="${4%:*}" --regid="${4#*:}" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all env --ignore-environment "${@:5}"
"""

# Images have no systemd, and the bare system may have a package that was tried by hand.
FRESH = """
dpkg --purge fieldguide systemd-sysv systemd dbus dbus-user-session libpam-systemd 2>/dev/null
if id fieldguide >/dev/null 2>&1; then userdel fieldguide; fi
rm -rf /etc/fieldguide /var/lib/fieldguide /var/backups/fieldguide /root/*.deb
"""

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can build and enter an image"),
    pytest.mark.skipif(shutil.which("buildah") is None, reason="buildah is not installed"),
    pytest.mark.skipif(not (BARE / "complete").exists(), reason="there is no bare bookworm"),
]


class Builder:
    """buildah, with a storage of its own."""

    def __init__(self, folder: Path) -> None:
        self.words = [
            "buildah", "--storage-driver", "vfs", "--root", f"{folder}/storage", "--runroot", f"{folder}/run",
        ]  # fmt: skip

    def __call__(self, *words: str | Path) -> str:
        return printed([*self.words, *words], timeout=240).strip()

    def bare(self) -> str:
        """Makes an image of the bare system, in place of the one that registries have."""
        container = self("from", "scratch")
        root = Path(self("mount", container))
        printed(["cp", "--archive", f"{BARE}/.", root], timeout=120)
        printed(["chroot", root, "sh", "-euc", FRESH], timeout=60)
        self("commit", "--rm", container, "bare")
        return "localhost/bare"


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    folder = tmp_path_factory.mktemp("image")
    yield Builder(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def image(builder: Builder, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of the image."""
    packages = tmp_path_factory.mktemp("package")
    package = printed([PACKAGE / "Scripts/package", BINARY, packages, VERSION], env=FAST, timeout=240)
    command = " ".join([*builder.words, "bud", "--format", "docker", "--isolation", "chroot"])
    return printed(
        [PACKAGE / "Scripts/image", package.strip()],
        env=os.environ | {"BUILDER": command, "BASE": builder.bare()}, timeout=280,
    ).strip()  # fmt: skip


@pytest.fixture(scope="module")
def config(builder: Builder, image: str) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(builder("inspect", "--type", "image", image))
    return settings["Docker"]["config"]


@pytest.fixture(scope="module")
def root(builder: Builder, image: str) -> Path:
    """The file system of a container, with the libraries of the toolchain that a debug build needs."""
    root = Path(builder("mount", builder("from", image)))
    for library in re.findall(r"=> (/\S+/swift/\S+)", printed(["ldd", BINARY])):
        copy = root / library.removeprefix("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, copy)
    return root


class Container:
    """The file system of an image, run by its settings."""

    def __init__(self, root: Path, config: dict[str, Any], data: Path) -> None:
        self.root, self.config = root, config
        [volume] = config["Volumes"]
        data.mkdir()
        # A new volume is a copy of the folder of the image, with its owner.
        inside = (root / volume.removeprefix("/")).stat()
        os.chown(data, inside.st_uid, inside.st_gid)
        self.words = [f"--chdir={config['WorkingDir']}", *config["Env"]]
        self.process = subprocess.Popen(
            [*WITH_PARENT, "unshare", "--mount", "--net", "--fork", "--kill-child",
             "bash", "-euc", START, "bash", root, data, volume, config["User"], *self.words,
             *config["Entrypoint"], *config["Cmd"]],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    @property
    def first(self) -> int:
        """The program, which the shell has become."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        until(lambda: children.read_text() or self.process.poll() is not None, within=10)
        assert self.process.poll() is None, self.process.stdout and self.process.stdout.read()
        return int(children.read_text().split()[0])

    def end(self) -> None:
        """Kills the program, which has another user than its parent, and so outlives it."""
        if self.process.poll() is None:
            os.kill(self.first, signal.SIGKILL)
        self.process.wait()

    def curl(self, path: str, *options: str) -> subprocess.CompletedProcess[str]:
        return finished(
            ["nsenter", f"--target={self.first}", "--net", "curl", "--silent", "--fail", *options, SITE + path]
        )

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command as Docker does, in the namespaces of the container."""
        user, _, group = self.config["User"].partition(":")
        return finished(
            ["nsenter", f"--target={self.first}", "--net", "--mount", "--root", "setpriv",
             f"--reuid={user}", f"--regid={group}", "--clear-groups", "env", "--ignore-environment",
             *self.words, *command]
        )  # fmt: skip

    def health(self) -> subprocess.CompletedProcess[str]:
        """Runs the health check of the image."""
        kind, *command = self.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        return self.run(*command)


def test_it_says_what_it_is(image: str, config: dict[str, Any]) -> None:
    assert image == "fieldguide:" + VERSION.replace("+", "-")
    labels = {
        name.removeprefix("org.opencontainers.image."): value
        for name, value in config["Labels"].items()
        if name.startswith("org.opencontainers")
    }
    assert labels == {
        "title": "Fieldguide",
        "description": "Guides to animals, earthquakes, dog breeds and photos",
        "version": VERSION,
        "revision": "0123abcd",
        "created": "2026-11-27T20:11:00Z",
    }
    assert config["User"] == "10001:10001"
    assert config["StopSignal"] == "SIGTERM"
    assert set(config["ExposedPorts"]) == {"8080/tcp", "9464/tcp"}
    assert list(config["Volumes"]) == ["/var/lib/fieldguide"]


def test_nothing_is_left_of_its_making(root: Path) -> None:
    for place in ("var/lib/apt/lists", "var/cache/apt/archives", "var/log", "tmp", "context"):
        if (root / place).exists():
            assert [path for path in (root / place).rglob("*") if path.is_file() and path.name != "lock"] == []
    owned = printed(["find", root, "-uid", "10001", "-printf", "%P %m\\n"]).splitlines()
    assert sorted(owned) == ["var/backups/fieldguide 750", "var/lib/fieldguide 750"]
    licences = (root / "usr/share/doc/fieldguide/copyright").read_text()
    assert "GRDB" in licences and "UNICODE LICENSE V3" in licences


def test_it_serves_a_styled_page_and_knows_its_health(
    root: Path, config: dict[str, Any], tmp_path: Path
) -> None:
    container = Container(root, config, tmp_path / "data")
    try:
        until(lambda: container.curl("/readyz").returncode == 0, within=30)
        page = container.curl("/").stdout
        styles = re.findall(r'rel="stylesheet" href="(/static/[^"]+)"', page)
        said = [container.curl(style, "--write-out", "%{content_type}").stdout for style in styles]
        assert said and all(text.endswith("text/css; charset=utf-8") for text in said)
        assert sum(map(len, said)) > 10_000
        assert (tmp_path / "data/animals.sqlite").stat().st_uid == 10001

        until(lambda: container.health().returncode == 0, within=30, every=0.2)
        backup = container.run("fieldguide", "backup", "/var/backups/fieldguide")
        assert backup.returncode == 0 and ".tar.gz: animals (" in backup.stdout, backup.stderr
        # It is there, and does not answer.
        os.kill(container.first, signal.SIGSTOP)
        stuck = container.health()
        os.kill(container.first, signal.SIGCONT)
        assert stuck.returncode == 1 and "does not answer" in stuck.stderr

        os.kill(container.first, getattr(signal, config["StopSignal"]))
        assert container.process.wait(timeout=10) == 0
        output = container.process.stdout
        assert output and '"message":"started"' in output.read()
    finally:
        container.end()
