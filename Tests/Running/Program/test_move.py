"""`move`: from the files of the guides to a database of several instances."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest

from plants import PLANTS, post
from program_fixtures import needs_example
from server import BINARY, Server, finished, serving
from web import send

pytestmark = needs_example("Plants")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a site with a plant that is no sample."""
    with serving(tmp_path / "data", example="Plants") as server:
        assert post(server).status == 303
        assert server.stop() == 0
    return tmp_path / "data"


def move(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return finished([str(PLANTS), "move", "--data", str(data), *options])


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
    data: Path, database: str, tmp_path: Path
) -> None:
    before = digests(data)
    moved = move(data, "--database", database)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert moved.stdout == "Moved plants: 4 rows of plants.\n"
    assert digests(data) == before
    shared = ["--database", database]
    with serving(data, example="Plants") as old, serving(
        tmp_path / "new", example="Plants", options=shared
    ) as new:
        assert len(links(old)) >= 4 and links(new) == links(old)
        assert "Nettle" in send(new.url + "/plants").text
    assert_refuses(
        move(data, "--database", database),
        "the database has data of “plants” already; name an empty one, or remove them with DROP "
        'SCHEMA "plants" CASCADE (--database).',
    )


def test_the_site_must_not_be_running(data: Path, database: str) -> None:
    with serving(data, example="Plants"):
        assert_refuses(
            move(data, "--database", database),
            f"another program is using the data folder {data}.",
        )


def test_a_damaged_file_is_not_moved(data: Path, database: str) -> None:
    (data / "plants.sqlite").write_bytes(os.urandom(8192))
    before = digests(data)
    assert_refuses(
        move(data, "--database", database),
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
    run = finished([str(BINARY), "backup", str(tmp_path / "copy"), *option])
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "fieldguide: the data are in PostgreSQL; back them up with pg_dump.\n"
