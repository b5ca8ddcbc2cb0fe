"""The system clock of a program under test."""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server import PACKAGE


class Clock:
    """The system clock of a program, as an offset from the real time."""

    def __init__(self, file: Path, library: Path) -> None:
        file.write_bytes(bytes(8))
        self._library = library
        self._path = file
        with file.open("r+b") as opened:
            self._file = mmap.mmap(opened.fileno(), 8)
        self.jump(timedelta())

    def jump(self, offset: timedelta) -> None:
        """Sets the offset from the real time."""
        self.offset = offset
        self._file[:] = struct.pack("=q", int(offset.total_seconds()))

    @property
    def now(self) -> datetime:
        """The time of the clock."""
        return datetime.now(UTC) + self.offset

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that make a program use the clock."""
        return {"LD_PRELOAD": str(self._library), "FIELDGUIDE_CLOCK": str(self._path)}


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiles the library that shifts the clock of a program."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        pytest.skip("requires a C compiler")
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    source = PACKAGE / "Tests/Running/Support/clock.c"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


@pytest.fixture
def clock(tmp_path: Path, library: Path) -> Clock:
    """A clock with the real time."""
    return Clock(tmp_path / "clock", library)
