"""Faults of database files."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import web
from server import Server, serving

# Runs a program as a user who owns nothing.
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
NEWER = "INSERT INTO grdb_migrations VALUES ('9: from another day')"
NOT_NEWER = "DELETE FROM grdb_migrations WHERE identifier LIKE '9:%'"


def execute(file: Path, *statements: str) -> None:
    """Executes a statement on a file, like another program."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    """Returns the rows of a query."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def assert_sound(file: Path) -> None:
    """Checks the integrity of a file with SQLite."""
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]
    assert rows(file, "PRAGMA foreign_key_check") == []


def made(data: Path, **options: Any) -> Path:
    """Creates a data folder like that of a first run. Without options, copies one that is
    created once."""
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
    """Checks that a page is available and contains a text, once its data are loaded."""
    page = web.send(f"{server.url}/{guide}")
    end = time.monotonic() + 10
    while "Loading" in page.text and any(text not in page.text for text in texts):
        assert time.monotonic() < end, page.text
        page = web.send(f"{server.url}/{guide}")
    assert page.status == status, page.text
    for text in texts:
        assert text in page.text, page.text
    return page.text


def set_aside(data: Path, guide: str) -> list[Path]:
    """Returns the damaged files of a guide that were set aside."""
    return sorted(data.glob(f"{guide}.sqlite.damaged-*Z"))
