"""The script that pins images by their digests, beside a registry of this machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from proxies import WITH_PARENT
from server import PACKAGE, finished, printed
from web import until

REGISTRY = PACKAGE / ".tools/docker-registry/usr/bin/docker-registry"
SKOPEO = PACKAGE / ".tools/skopeo/usr/bin"
FILES = ("Dockerfile", "Deploy/compose.yaml")
IMAGES = [
    image
    for file in FILES
    for image in re.findall(r"^(?:ARG BASE=|    image: )([\w:.-]+)", (PACKAGE / file).read_text(), re.M)
    if image != "fieldguide:"
]

pytestmark = [
    pytest.mark.skipif(shutil.which("buildah") is None, reason="buildah is not installed"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes images here"),
]


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[str]:
    """The address of a registry without images."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    settings = {
        "version": 0.1, "log": {"level": "error"}, "http": {"addr": address},
        "storage": {"filesystem": {"rootdirectory": f"{tmp_path}/registry"}},
    }  # fmt: skip
    (tmp_path / "registry.yml").write_text(json.dumps(settings))
    process = subprocess.Popen(
        [*WITH_PARENT, REGISTRY, "serve", tmp_path / "registry.yml"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: finished(["curl", "--silent", "--fail", f"http://{address}/v2/"]).returncode == 0)
        yield address
    finally:
        process.kill()
        process.wait()


def test_digests_are_added_and_renewed(registry: str, tmp_path: Path) -> None:
    storage = ["--storage-driver", "vfs", "--root", f"{tmp_path}/storage", "--runroot", f"{tmp_path}/run"]

    def push(image: str, label: str) -> str:
        """Publishes an image under a tag, and returns its digest."""
        container = printed(["buildah", *storage, "from", "scratch"]).strip()
        printed(["buildah", *storage, "config", "--label", f"build={label}", container])
        printed(["buildah", *storage, "commit", "--rm", container, "image"])
        file = tmp_path / "digest"
        printed(
            ["buildah", *storage, "push", "--tls-verify=false", "--digestfile", file, "image",
             f"docker://{registry}/{image}"]
        )  # fmt: skip
        return file.read_text().strip()

    clone = tmp_path / "clone"
    for name in ("Scripts/pin-images", *FILES):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, clone / name)
    files = [clone / name for name in FILES]
    before = "".join(file.read_text() for file in files)
    for file in files:
        text = re.sub(rf"({'|'.join(map(re.escape, IMAGES))})(@\S+)?", rf"{registry}/\1", file.read_text())
        file.write_text(text)
    environment = os.environ | {"PATH": f"{SKOPEO}:{os.environ['PATH']}"}
    for label in ("first", "second"):
        digests = {image: push(image, label) for image in IMAGES}
        assert len(set(digests.values())) == len(IMAGES)
        printed([clone / "Scripts/pin-images", "--tls-verify=false"], env=environment)
        after = "".join(file.read_text() for file in files)
        for image, digest in digests.items():
            assert after.count(f"{registry}/{image}@{digest}\n") == 1
        # Nothing else has changed.
        assert re.sub(r"@sha256:[0-9a-f]{64}", "", after).replace(f"{registry}/", "") == re.sub(
            r"@sha256:[0-9a-f]{64}", "", before
        )
    assert len(IMAGES) == 3
    # An image that nobody has.
    files[0].write_text(files[0].read_text().replace("bookworm-slim", "none"))
    said = finished([clone / "Scripts/pin-images", "--tls-verify=false"], env=environment)
    assert said.returncode != 0 and "none" in said.stderr
