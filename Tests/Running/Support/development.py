"""A server whose templates and public files a test may change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server import PACKAGE, Server


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Copies of the templates and public files, which a test may change."""
    for name in ("Templates", "Public"):
        shutil.copytree(PACKAGE / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def developed(folders: Path) -> Iterator[Server]:
    """A server that uses these folders."""
    server = Server(
        folders / "data",
        options=[
            "--development",
            "--templates",
            str(folders / "Templates"),
            "--public",
            str(folders / "Public"),
        ],
    )
    yield server
    server.kill()
