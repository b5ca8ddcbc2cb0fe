"""Files that cannot be opened, read or written: the site stays up, shows the error, loses
no input, and recovers without a restart."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import quakes
import web
from dogs import DogServer
from events import FIXED, Event, feed
from faults import (
    NEWER,
    NOBODY,
    NOT_NEWER,
    assert_shows,
    assert_sound,
    execute,
    made,
    rows,
    set_aside,
)
from feeds import FeedServer
from operators import METRICS, metrics_address, samples, value
from photos import TITLES, PhotoServer
from server import ANY_POSTS, Server, command, serving

SUBJECTS = {"animals": "animals", "quakes": "earthquakes", "breeds": "breeds", "photos": "photos"}
BANNER = "/photos/bannerUpdate/onTapSubmitButton"
TRY_AGAIN = {
    "animals": "/animals/categoryList/onTapTryAgainButton",
    "quakes": "/quakes/quakeList/onTapTryAgainButton",
    "photos": "/photos/photoList/onTapTryAgainButton",
}
EAGLE = {"id": "A-1", "name": "Golden eagle", "diet": "Carnivore", "categoryId": "Bird"}
DOG = {
    "animalId": "Dog", "version": "0123456789abcdef", "name": "My dingo", "diet": "Omnivore",
    "categoryId": "Mammal",
}  # fmt: skip

# The faults that prevent opening a file.


@contextmanager
def a_folder(file: Path) -> Iterator[None]:
    """A folder is in the place of the file."""
    file.rename(file.with_suffix(".elsewhere"))
    file.mkdir()
    yield
    file.rmdir()
    file.with_suffix(".elsewhere").rename(file)


@contextmanager
def a_newer_schema(file: Path) -> Iterator[None]:
    """The file has a newer schema, and must not be changed."""
    execute(file, NEWER)
    before = file.read_bytes()
    yield
    assert file.read_bytes() == before
    execute(file, NOT_NEWER)


@contextmanager
def another_program(file: Path) -> Iterator[None]:
    """Another program has an exclusive lock."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


@dataclass(frozen=True)
class Fault:
    """A fault, and the message of the page."""

    arrange: Callable[[Path], object]
    sentence: str


FAULTS = [
    Fault(a_folder, "The database of the {} cannot be opened."),
    Fault(a_newer_schema, "A newer version of the program has written the file."),
    Fault(another_program, "Another program is using the database of the {}."),
]


@pytest.fixture(params=FAULTS, ids=lambda fault: fault.arrange.__name__)
def fault(request: pytest.FixtureRequest) -> Fault:
    """Each of the faults."""
    return request.param


def assert_logged_once(log: str, data: Path, guide: str, sentence: str) -> None:
    """Checks that the log names the file, and does not repeat the message."""
    told = [line for line in log.splitlines() if f"{sentence} Each request tries again." in line]
    assert len(told) == 1, log
    assert " error " in told[0]
    assert f"file={data}/{guide}.sqlite" in told[0]


def test_animals_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """All posts are answered with the error and the input."""
    data = made(tmp_path / "data")
    sentence = fault.sentence.format("animals")
    with fault.arrange(data / "animals.sqlite"), serving(data) as server:
        assert_shows(server, "animals", f"The categories could not be loaded. {sentence}")
        for guide in ("quakes", "breeds", "photos"):
            assert sentence not in assert_shows(server, guide)
        for path, form, typed in [
            (web.ADD, EAGLE, ['value="Golden eagle"', 'value="A-1"', 'value="Bird" selected']),
            (web.UPDATE, DOG, ['value="My dingo"', 'value="Dog"', 'value="Mammal" selected']),
            (web.DELETE, {"animalId": "Dog"}, []),
            (web.RELOAD, {}, []),
            (TRY_AGAIN["animals"], {}, []),
        ]:
            answer = web.send(server.url + path, form)
            assert answer.status == 503, (path, answer.text)
            assert sentence in answer.text
            for text in typed:
                assert text in answer.text, (path, text)
            assert "Try again" in answer.text
        assert server.stop() == 0
    assert_logged_once(server.log(), data, "animals", sentence)
    assert [row[0] for row in rows(data / "animals.sqlite", "SELECT animal_id FROM animal ORDER BY 1")] == [
        "Bibbon", "Cat", "Dog", "Kangaroo", "Newt", "Sparrow",
    ]  # fmt: skip


def test_repaired_animals_are_loaded_by_one_retry(tmp_path: Path, fault: Fault) -> None:
    """One retry loads everything; no post was half completed."""
    data = made(tmp_path / "data")
    with fault.arrange(data / "animals.sqlite"):
        server = Server(data)
        assert_shows(server, "animals", "Try again")
    try:
        assert web.send(server.url + TRY_AGAIN["animals"], {}).status == 303
        page = assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert "could not be loaded" not in page
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        assert server.stop() == 0
    finally:
        server.kill()
    assert ("A-1",) in rows(data / "animals.sqlite", "SELECT animal_id FROM animal")


def test_a_post_after_a_repair_needs_no_retry(tmp_path: Path, fault: Fault) -> None:
    """A post retries by itself."""
    data = made(tmp_path / "data")
    with fault.arrange(data / "animals.sqlite"):
        server = Server(data)
        assert web.send(server.url + web.ADD, EAGLE).status == 503
    try:
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
    finally:
        server.kill()


def test_earthquakes_that_cannot_be_opened(
    tmp_path: Path, fault: Fault, feeds: FeedServer
) -> None:
    """No refresh overwrites unreadable data; after the repair it succeeds."""
    feeds.serve(all_day=feed([Event("us1", time=FIXED)]))
    data = made(tmp_path / "data", feeds=feeds.url)
    sentence = fault.sentence.format("earthquakes")
    with fault.arrange(data / "quakes.sqlite"):
        server = Server(data, feeds=feeds.url)
        assert_shows(
            server, "quakes", f"The stored earthquakes could not be loaded. {sentence}", "Try again"
        )
        for path, form in [
            (quakes.REFRESH, {"range": "allDay"}),
            (quakes.DELETE, {"quakeId": "us1"}),
            (quakes.DELETE_ALL, {}),
        ]:
            answer = web.send(server.url + path, form)
            assert (answer.status, sentence in answer.text) == (503, True), path
        assert feeds.count() == 0
        assert_shows(server, "animals", "Mammal")
    try:
        assert web.send(server.url + TRY_AGAIN["quakes"], {}).status == 303
        assert "could not be loaded" not in assert_shows(server, "quakes")
        assert quakes.refresh(server, "allDay").status == 303
        assert quakes.ids(server, date="any") == ["us1"]
        assert server.stop() == 0
    finally:
        server.kill()
    assert_logged_once(server.log(), data, "quakes", sentence)
    assert rows(data / "quakes.sqlite", "SELECT quake_id FROM quake") == [("us1",)]


def test_photos_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """Each page says so. The kept photos and the banner are shown again after the repair."""
    service = PhotoServer(TITLES)
    data = made(tmp_path / "data", photos=service.url)
    execute(data / "photos.sqlite", "INSERT INTO banner VALUES ('banner', 'Kept banner')")
    sentence = fault.sentence.format("photos")
    with fault.arrange(data / "photos.sqlite"):
        server = Server(data, photos=service.url)
        assert_shows(server, "photos", sentence, status=503)
        answer = web.send(server.url + BANNER, {"title": "My banner"})
        assert answer.status == 503, answer.text
        assert sentence in answer.text
    try:
        assert_shows(server, "photos", "Kept banner")
        assert web.send(server.url + BANNER, {"title": "My banner"}).status == 303
        assert server.stop() == 0
    finally:
        server.kill()
        service.close()
    assert_logged_once(server.log(), data, "photos", sentence)
    assert rows(data / "photos.sqlite", "SELECT title FROM banner") == [("My banner",)]


def test_breeds_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """Each page says so. The kept breeds are shown again after the repair."""
    dogs = DogServer()
    data = made(tmp_path / "data", dogs=dogs.url)
    dogs.close()
    sentence = fault.sentence.format("breeds")
    with fault.arrange(data / "breeds.sqlite"):
        server = Server(data)
        assert_shows(server, "breeds", sentence, status=503)
        assert_shows(server, "animals")
    try:
        assert_shows(server, "breeds", "Akita")
        assert server.stop(within=8) == 0
    finally:
        server.kill()
    assert_logged_once(server.log(), data, "breeds", sentence)


# Damaged files.


def garbage_header(file: Path) -> None:
    """Overwrites the header."""
    content = file.read_bytes()
    file.write_bytes(b"no SQLite format" + content[16:])


def garbage_page(file: Path) -> None:
    """Overwrites a page in the middle."""
    content = bytearray(file.read_bytes())
    pages = len(content) // 4096
    content[pages // 2 * 4096 : (pages // 2 + 1) * 4096] = os.urandom(4096)
    file.write_bytes(content)


def grown(data: Path, count: int = 1_800) -> Path:
    """A data folder with more animals than fit into SQLite's cache."""
    file = made(data) / "animals.sqlite"
    execute(
        file,
        f"""
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
        INSERT INTO animal
        SELECT printf('x-%06d', i), printf('%06d%03000d', i, 0), 'Omnivore', 'Fish', '', i FROM n
        """,
        "PRAGMA wal_checkpoint(TRUNCATE)",
    )
    return file


def usable(server: Server, guide: str) -> float:
    """Returns the metric of a guide's database file."""
    text = web.send(metrics_address(server) + "/metrics").text
    return value(samples(text), "fieldguide_database_usable", database=guide)


def emptied(file: Path) -> None:
    """Empties the file, like a copy that fails."""
    file.write_bytes(b"")


DAMAGES = [garbage_header, garbage_page, emptied]
REPAIR = "Restore it from a backup, or start with --replace-damaged"


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_a_damaged_file_is_not_used_until_it_is_repaired(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """No sample data replace it; the site is not ready, and the metrics show it."""
    data = made(tmp_path / "data")
    file = data / "animals.sqlite"
    intact = file.read_bytes()
    damage(file)
    before = file.read_bytes()
    with serving(data, options=METRICS) as server:
        sentence = "The database of the animals is damaged."
        assert_shows(server, "animals", f"The categories could not be loaded. {sentence}")
        for guide in ("quakes", "breeds", "photos"):
            assert "damaged" not in assert_shows(server, guide)
        answer = web.send(server.url + web.ADD, EAGLE)
        assert answer.status == 503
        assert sentence in answer.text
        assert 'value="Golden eagle"' in answer.text
        ready = web.send(server.url + "/readyz")
        assert (ready.status, ready.text) == (503, "animals: the database is damaged\n")
        assert (usable(server, "animals"), usable(server, "quakes")) == (0, 1)
        assert file.read_bytes() == before
        file.write_bytes(intact)
        assert web.send(server.url + TRY_AGAIN["animals"], {}).status == 303
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert web.send(server.url + "/readyz").status == 200
        assert server.stop() == 0
    told = [line for line in server.log().splitlines() if REPAIR in line]
    assert len(told) == 1
    assert f"file={file}" in told[0]


def test_a_file_that_is_emptied_beside_its_log(tmp_path: Path) -> None:
    """The log, which has all changes since the last checkpoint, is kept as well."""
    data = made(tmp_path / "data")
    file = data / "animals.sqlite"
    with serving(data) as server:
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        server.kill()
        log = Path(f"{file}-wal")
        content = log.read_bytes()
        assert content
        emptied(file)
        server.start()
        assert "Golden eagle" not in assert_shows(server, "animals", "is damaged")
        assert server.stop() == 0
    assert (file.read_bytes(), log.read_bytes()) == (b"", content)


@pytest.mark.parametrize("guide", web.GUIDES)
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_a_damaged_file_is_replaced_on_demand(
    tmp_path: Path, guide: str, damage: Callable[[Path], None]
) -> None:
    """The damaged file is kept unchanged, its new name is logged, and a new file is created."""
    data = made(tmp_path / "data")
    file = data / f"{guide}.sqlite"
    damage(file)
    before = file.read_bytes()
    with serving(data, options=("--replace-damaged",)) as server:
        for each in web.GUIDES:
            assert "damaged" not in assert_shows(server, each)
        assert server.stop() == 0
    [kept] = set_aside(data, guide)
    assert kept.read_bytes() == before
    assert_sound(file)
    assert [f"file={file}" in line for line in server.log().splitlines() if str(kept) in line] == [
        True
    ]
    # Only once.
    with serving(data) as server:
        assert_shows(server, guide)
        assert server.stop() == 0
    assert set_aside(data, guide) == [kept]


@pytest.mark.parametrize("guide", web.GUIDES)
def test_a_lost_file_is_not_begun_again(tmp_path: Path, guide: str) -> None:
    """No sample data take its place; the log says how to restore it, and the metrics tell."""
    data = made(tmp_path / "data")
    file = data / f"{guide}.sqlite"
    intact = file.read_bytes()
    file.unlink()
    with serving(data, options=METRICS) as server:
        missing = (503, f"{guide}: the database file is missing\n")

        def is_ready_but_for_the_file() -> bool:
            ready = web.send(server.url + "/readyz")
            assert missing[1] in ready.text
            return (ready.status, ready.text) == missing

        web.until(is_ready_but_for_the_file)
        assert {one: usable(server, one) for one in web.GUIDES} == {
            one: float(one != guide) for one in web.GUIDES
        }
        if guide == "animals":
            answer = web.send(server.url + web.ADD, EAGLE)
            assert (answer.status, 'value="Golden eagle"' in answer.text) == (503, True)
        assert not file.exists()
        told = f"The file of the {SUBJECTS[guide]} is missing. {REPAIR}"
        assert server.log().count(told) == 1
        file.write_bytes(intact)
        web.until(lambda: web.send(server.url + "/readyz").status == 200)
        assert server.stop() == 0
    # On demand a new one is begun.
    file.unlink()
    with serving(data, options=("--replace-damaged",)) as server:
        web.until(lambda: web.send(server.url + "/readyz").status == 200)
        assert server.stop() == 0
    assert_sound(file)


def test_a_file_that_is_removed_while_it_is_served(tmp_path: Path) -> None:
    """Nothing is acknowledged that the next start would not find."""
    data = made(tmp_path / "data")
    file = data / "animals.sqlite"
    with serving(data, options=METRICS) as server:
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        backup = file.with_suffix(".backup")
        shutil.copyfile(file, backup)
        backup.rename(file)
        late = EAGLE | {"id": "A-2", "name": "Late eagle"}
        for _ in range(2):
            answer = web.send(server.url + web.ADD, late)
            assert answer.status == 503
            assert "The file of the animals was removed or replaced" in answer.text
            assert 'value="Late eagle"' in answer.text
        ready = web.send(server.url + "/readyz")
        assert ready.text == "animals: the database file was removed or replaced\n"
        assert usable(server, "animals") == 0
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
        server.stop()
    assert server.log().count("Restart the program to use the file that is there now.") == 1


def other_log(folder: Path) -> bytes:
    """Returns the log of another database."""
    with closing(sqlite3.connect(folder / "other.sqlite")) as other:
        other.executescript("PRAGMA journal_mode = WAL; CREATE TABLE one (x); CREATE TABLE two (x)")
        return (folder / "other.sqlite-wal").read_bytes()


@pytest.mark.parametrize("change", ["emptied", "cut", "overwritten", "replaced"])
def test_a_log_that_is_changed_while_it_is_served(tmp_path: Path, change: str) -> None:
    """Nothing is acknowledged that the next start would not find, and the file stays sound."""
    data = made(tmp_path / "data")
    file = data / "animals.sqlite"
    with serving(data, options=(*METRICS, *ANY_POSTS)) as server:
        before = [web.add(server.url, f"Before {number}") for number in range(50)]
        log = Path(f"{file}-wal")
        content = log.read_bytes()
        with log.open("r+b") as handle:
            match change:
                case "emptied":
                    handle.truncate(0)
                case "cut":
                    handle.truncate(len(content) // 2)
                case "overwritten":
                    handle.write(bytes(8_192))
                case "replaced":
                    handle.write(other_log(tmp_path))
        answers = [
            web.send(server.url + web.ADD, EAGLE | {"id": f"A-{number}"}).status
            for number in range(20)
        ]
        assert answers == [503] * 20, f"{answers.count(303)} of 20 posts acknowledged"
        ready = web.send(server.url + "/readyz")
        assert ready.text == "animals: the database file was removed or replaced\n"
        assert usable(server, "animals") == 0
        assert_shows(server, f"animals?animal={before[-1]}", "Before 49")
        server.stop()
    assert server.log().count("Restart the program to use the file that is there now.") == 1
    assert_sound(file)


def test_damage_while_it_is_served(tmp_path: Path) -> None:
    """Pages are served from memory, posts are rejected, nothing is written."""
    file = grown(tmp_path / "data")
    with serving(file.parent) as server:
        page = assert_shows(server, "animals?animal=x-000900", "Omnivore")
        version = web.inputs(
            web.send(server.url + "/animals?animal=x-000900&dialog=edit").text
        )["version"]
        content = bytearray(file.read_bytes())
        start = len(content) // 4 // 4096 * 4096
        content[start : 3 * start] = os.urandom(2 * start)
        with file.open("r+b") as damaged:
            damaged.write(content)
        form = DOG | {"animalId": "x-000900", "version": version}
        for _ in range(2):
            answer = web.send(server.url + web.UPDATE, form)
            assert answer.status == 503
            assert "The database of the animals is damaged." in answer.text
            assert 'value="My dingo"' in answer.text
        assert web.send(server.url + web.ADD, EAGLE).status == 503
        assert assert_shows(server, "animals?animal=x-000900", "Omnivore").count("My dingo") == 0
        assert page
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        server.stop()
    assert f"It is no longer read or written. Stop the program. {REPAIR}" in server.log()
    assert file.read_bytes() == content


# Folders that cannot be written to.


def fill(file: Path) -> None:
    """Fills the disk."""
    with file.open("wb", buffering=0) as filler, pytest.raises(OSError, match="space"):
        while True:
            filler.write(bytes(1024))


def test_a_full_disk(small_disk: Path) -> None:
    """Pages stay up; rejected input is not lost, and confirmed changes are stored."""
    answered: list[str] = []

    def add(server: Server, number: int) -> int:
        form = EAGLE | {"id": f"A-{number}", "name": f"Eagle {number} " + "x" * 180}
        answer = web.send(server.url + web.ADD, form)
        if answer.status == 303:
            answered.append(form["id"])
        else:
            assert answer.status == 503
            assert "The disk is full, so nothing could be saved." in answer.text
            assert f'value="{form["name"]}"' in answer.text
        return answer.status

    data = small_disk / "data"
    with serving(data, options=ANY_POSTS) as server:
        assert add(server, 0) == 303
        fill(small_disk / "filler")
        statuses = [add(server, number) for number in range(1, 200)]
        assert statuses[-1] == 503
        for guide in web.GUIDES:
            assert_shows(server, guide)
        assert_shows(server, "animals?animal=A-0", "Eagle 0")
        server.kill()
        (small_disk / "filler").unlink()
        server.start()
        assert {row[0] for row in rows(data / "animals.sqlite", "SELECT animal_id FROM animal")} >= (
            set(answered)
        )
        assert add(server, 999) == 303
        assert server.stop() == 0
    assert_sound(data / "animals.sqlite")


def test_a_full_disk_is_repaired_without_a_restart(small_disk: Path) -> None:
    """Even if the files could not be created."""
    filler = small_disk / "filler"
    data = small_disk / "data"
    data.mkdir()
    fill(filler)
    with serving(data) as server:
        assert_shows(server, "animals", "The categories could not be loaded. The disk is full")
        assert web.send(server.url + web.ADD, EAGLE).status == 503
        filler.unlink()
        assert web.send(server.url + TRY_AGAIN["animals"], {}).status == 303
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        assert server.stop() == 0


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A data folder that everybody may read, but only its owner may write to."""
    if os.geteuid() != 0:
        pytest.skip("needs the right to run the program as somebody else")
    folder = Path(tempfile.mkdtemp(prefix="fieldguide-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("is_new", [True, False], ids=["new", "with-files"])
def test_a_read_only_folder(shared_folder: Path, is_new: bool) -> None:
    """The site is up, shows the data and the error, and recovers after a repair."""
    data = shared_folder if is_new else made(shared_folder)
    with serving(data, prefix=NOBODY) as server:
        if is_new:
            failed = "The categories could not be loaded."
            page = assert_shows(server, "animals", failed, "Try again")
            assert re.search(r"cannot be opened|is read-only", page)
            failed = "The stored earthquakes could not be loaded."
            assert_shows(server, "quakes", failed, "Try again")
        else:
            assert_shows(server, "animals?category=Mammal", "Red kangaroo")
            assert "could not be loaded" not in assert_shows(server, "quakes")
        answer = web.send(server.url + web.ADD, EAGLE)
        assert answer.status == 503
        assert 'value="Golden eagle"' in answer.text
        for path in [data, *data.iterdir()]:
            os.chown(path, 65534, 65534)
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        assert web.send(server.url + TRY_AGAIN["quakes"], {}).status == 303
        assert "could not be loaded" not in assert_shows(server, "quakes")
        assert server.stop() == 0
    assert_sound(data / "animals.sqlite")


def test_a_file_that_is_read_only(shared_folder: Path) -> None:
    """The file cannot be written to, although its folder can, and this is reported."""
    data = made(shared_folder)
    for path in data.iterdir():
        path.chmod(0o444)
    data.chmod(0o777)
    with serving(data, prefix=NOBODY) as server:
        answer = web.send(server.url + web.ADD, EAGLE)
        assert answer.status == 503
        assert "The database of the animals is read-only" in answer.text
        assert server.stop() == 0
    assert set_aside(data, "animals") == []


def test_a_lock_while_it_is_served(tmp_path: Path) -> None:
    """Pages stay up; a post reports the lock and keeps the form."""
    data = made(tmp_path / "data")
    with serving(data) as server:
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        with closing(sqlite3.connect(data / "animals.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            answer = web.send(server.url + web.ADD, EAGLE)
            assert answer.status == 503
            assert "Another program is using the database of the animals." in answer.text
            assert 'value="Golden eagle"' in answer.text
            assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert web.send(server.url + web.ADD, EAGLE).status == 303


def test_an_older_file(tmp_path: Path) -> None:
    """A file from before the first version is migrated."""
    data = tmp_path / "data"
    data.mkdir()
    for guide in web.GUIDES:
        execute(
            data / f"{guide}.sqlite",
            "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        )
    with serving(data) as server:
        for guide in web.GUIDES:
            assert_shows(server, guide)
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert server.stop() == 0
    for guide in web.GUIDES:
        assert_sound(data / f"{guide}.sqlite")


def test_two_programs_on_one_folder(tmp_path: Path) -> None:
    """The second program reports the lock; a killed program leaves none."""
    data = tmp_path / "data"
    with serving(data) as server:
        second = subprocess.run(
            command(data), capture_output=True, text=True, timeout=30, check=False
        )
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == f"fieldguide: another program is using the data folder {data}.\n"
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        server.kill()
        server.start()
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
        assert server.stop() == 0
