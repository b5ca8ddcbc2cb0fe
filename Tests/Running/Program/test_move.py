"""`move`: from the files of the guides to a database of several instances."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import PostgresServer
from server import BINARY, PACKAGE, Server, serving
from test_database_trouble import post
from web import send

PLANTS = PACKAGE / ".build/debug/Plants"
pytestmark = pytest.mark.skipif(not PLANTS.exists(), reason="“make examples” builds it")


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """A running server."""
    server = PostgresServer(Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}")
    yield server
    server.remove()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a site with a plant that is no sample."""
    with serving(tmp_path / "data", example="Plants") as server:
        assert post(server)[0] == 303
        assert server.stop() == 0
    return tmp_path / "data"


def move(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return subprocess.run(
        [str(PLANTS), "move", "--data", str(data), *options],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def assert_refuses(run: subprocess.CompletedProcess[str], sentence: str) -> None:
    """Checks that the command fails with one sentence, and no other output."""
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"plants: {sentence}\n"


def digests(folder: Path) -> dict[str, str]:
    """The content of each database."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.sqlite")
    }


def links(site: Server) -> set[str]:
    """The addresses of the plants, which contain their ids."""
    return set(re.findall(r'href="(/plants\?[^"]*)"', send(site.url + "/plants").text))


def test_a_site_continues_with_its_data_in_the_database(
    data: Path, postgres: PostgresServer, tmp_path: Path
) -> None:
    before = digests(data)
    moved = move(data, "--database", postgres.address)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert moved.stdout == "Moved plants: 4 rows of plants.\n"
    assert digests(data) == before
    shared = ["--database", postgres.address]
    (tmp_path / "new").mkdir()
    with serving(data, example="Plants") as old, serving(
        tmp_path / "new/data", example="Plants", options=shared
    ) as new:
        assert len(links(old)) >= 4 and links(new) == links(old)
        assert "Nettle" in send(new.url + "/plants").text
    assert_refuses(
        move(data, "--database", postgres.address),
        "the database has data of “plants” already; name an empty one, or remove them with DROP "
        'SCHEMA "plants" CASCADE (--database).',
    )


def test_the_site_must_not_be_running(data: Path, postgres: PostgresServer) -> None:
    with serving(data, example="Plants"):
        assert_refuses(
            move(data, "--database", postgres.address),
            f"another program is using the data folder {data}.",
        )


def test_a_damaged_file_is_not_moved(data: Path, postgres: PostgresServer) -> None:
    (data / "plants.sqlite").write_bytes(os.urandom(8192))
    before = digests(data)
    assert_refuses(
        move(data, "--database", postgres.address),
        "plants.sqlite cannot be copied: The database of plants is damaged.",
    )
    assert digests(data) == before


def test_the_database_and_the_files_have_to_be_named(data: Path, tmp_path: Path) -> None:
    assert_refuses(move(data), "name the database to move to with --database.")
    (tmp_path / "empty").mkdir()
    assert_refuses(
        move(tmp_path / "empty", "--database", "host=/nonexistent"),
        f"there are no databases in {tmp_path / 'empty'}; set the data folder with --data.",
    )


@pytest.mark.parametrize("place", ["option", "file"])
def test_a_database_is_not_backed_up_as_files(tmp_path: Path, place: str) -> None:
    configuration = tmp_path / "c.json"
    configuration.write_text('{"database": "postgresql://ada:sesame@localhost/d"}')
    option = ["--config", str(configuration)] if place == "file" else ["--database", "dbname=d"]
    run = subprocess.run(
        [str(BINARY), "backup", str(tmp_path / "copy"), *option],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "fieldguide: the data are in PostgreSQL; back them up with pg_dump.\n"
