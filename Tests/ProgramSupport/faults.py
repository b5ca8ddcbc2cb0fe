"""What goes wrong with files, and how it is mended."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import web
from server import Server, serving

NEWER = "INSERT INTO grdb_migrations VALUES ('9: from another day')"
NOT_NEWER = "DELETE FROM grdb_migrations WHERE identifier LIKE '9:%'"


def execute(file: Path, *statements: str) -> None:
    """Does something to a file as another program would."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    """What is in a file."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def assert_sound(file: Path) -> None:
    """SQLite finds nothing wrong with it."""
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]
    assert rows(file, "PRAGMA foreign_key_check") == []


def made(data: Path, **options: Any) -> Path:
    """Makes a data folder as a first run in order leaves it. Without options
    it is a copy of one that is made once."""
    data.mkdir(exist_ok=True)
    if not options:
        for file in _first_run().iterdir():
            shutil.copyfile(file, data / file.name)
        return data
    with serving(data, **options) as server:
        for guide in web.GUIDES:
            assert_shows(server, guide)
        assert server.stop() == 0
    return data


@cache
def _first_run() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fieldguide-"))
    atexit.register(shutil.rmtree, folder)
    return made(folder, options=())




def assert_shows(server: Server, guide: str, *texts: str, status: int = 200) -> str:
    """A page is there, and says something."""
    page = web.send(f"{server.url}/{guide}")
    assert page.status == status, page.text
    for text in texts:
        assert text in page.text, page.text
    return page.text


def set_aside(data: Path, guide: str) -> list[Path]:
    """The damaged files of a guide."""
    return sorted(data.glob(f"{guide}.sqlite.damaged-*Z"))
