"""The site behind each proxy, with the configuration of the example."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from operators import METRICS
from program import Program
from proxies import DEPLOY, Caddy, Certificate, Nginx, Proxy
from server import BINARY

NAME, PASSWORD = "ada", "correct horse"


def configured(folder: Path) -> Path:
    """The example, with its files in a folder."""
    settings = json.loads((DEPLOY / "fieldguide.json").read_text())
    made = subprocess.run(
        [BINARY, "password", NAME], input=PASSWORD + "\n", capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    editors = folder / "editors"
    editors.write_text(made.stdout)
    settings |= {"data": str(folder / "data"), "editors": str(editors)}
    file = folder / "fieldguide.json"
    file.write_text(json.dumps(settings))
    return file


@dataclass
class Deployed:
    """A program, and the proxy in front of it."""

    program: Program
    proxy: Proxy


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """One for all."""
    return Certificate.make(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def deployed(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    certificate: Certificate,
) -> Iterator[Deployed]:
    """The whole of it."""
    folder = tmp_path_factory.mktemp(request.param.name)
    socket = folder / "fieldguide.sock"
    config = str(configured(folder))
    program = Program(folder / "data", "--config", config, "--socket", str(socket), *METRICS)
    try:
        proxy = request.param(folder, socket, certificate)
        try:
            yield Deployed(program, proxy)
            assert program.is_alive
        finally:
            proxy.stop()
    finally:
        program.kill()
