"""The program with the example configuration of a deployment."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from proxies import DEPLOY, Proxy
from server import BINARY, Server

NAME, PASSWORD = "ada", "correct horse"


def configured(folder: Path) -> Path:
    """Returns the example configuration, with its files in a folder."""
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

    program: Server
    proxy: Proxy
