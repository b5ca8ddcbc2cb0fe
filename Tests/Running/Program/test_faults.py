"""Files that cannot be opened, read or written: the site stays up, shows the error, loses
no input, and recovers without a restart."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from operators import METRICS, metric
from photos import TITLES, PhotoServer
from server import ANY_POSTS, Server, command, finished, serving

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

    arrange: Callable[[Path], AbstractContextManager[None]]
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


@contextmanager
def served(
    data: Path, fault: Fault, guide: str, **options: Any
) -> Iterator[tuple[Server, Callable[[], None]]]:
    """Runs a program that starts with the fault. The function ends the fault."""
    with ExitStack() as stack:
        stack.enter_context(fault.arrange(data / f"{guide}.sqlite"))
        with serving(data, **options) as server:
            yield server, stack.close


def test_animals_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """All posts are answered with the error and the input, and none is half completed. After
    the repair a post succeeds without a retry."""
    data = made(tmp_path / "data")
    sentence = fault.sentence.format("animals")
    with served(data, fault, "animals") as (server, repair):
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
        ready = web.send(server.url + "/readyz")
        assert ready.status == 503 and str(tmp_path) not in ready.text
        assert "animals: the database cannot be opened" in ready.text.splitlines()
        assert web.send(server.url + "/healthz").status == 200
        repair()
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
        web.until(lambda: web.send(server.url + "/readyz").status == 200)
        assert_shows(server, "animals?category=Mammal", "Cat")
        assert server.stop() == 0
    assert_logged_once(server.log(), data, "animals", sentence)
    assert [row[0] for row in rows(data / "animals.sqlite", "SELECT animal_id FROM animal ORDER BY 1")] == [
        "A-1", "Bibbon", "Cat", "Dog", "Kangaroo", "Newt", "Sparrow",
    ]  # fmt: skip


def test_earthquakes_that_cannot_be_opened(
    tmp_path: Path, fault: Fault, feeds: FeedServer
) -> None:
    """No refresh overwrites unreadable data; after the repair it succeeds."""
    feeds.serve(all_day=feed([Event("us1", time=FIXED)]))
    data = made(tmp_path / "data", feeds=feeds.url)
    sentence = fault.sentence.format("earthquakes")
    with served(data, fault, "quakes", feeds=feeds.url) as (server, repair):
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
        repair()
        assert web.send(server.url + TRY_AGAIN["quakes"], {}).status == 303
        assert "could not be loaded" not in assert_shows(server, "quakes")
        assert quakes.refresh(server, "allDay").status == 303
        assert quakes.ids(server, date="any") == ["us1"]
        assert server.stop() == 0
    assert_logged_once(server.log(), data, "quakes", sentence)
    assert rows(data / "quakes.sqlite", "SELECT quake_id FROM quake") == [("us1",)]


def test_photos_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """Each page says so. The kept photos and the banner are shown again after the repair."""
    sentence = fault.sentence.format("photos")
    with closing(PhotoServer(TITLES)) as service:
        data = made(tmp_path / "data", photos=service.url)
        execute(data / "photos.sqlite", "INSERT INTO banner VALUES ('banner', 'Kept banner')")
        with served(data, fault, "photos", photos=service.url) as (server, repair):
            assert_shows(server, "photos", sentence, status=503)
            answer = web.send(server.url + BANNER, {"title": "My banner"})
            assert answer.status == 503, answer.text
            assert sentence in answer.text
            repair()
            assert_shows(server, "photos", "Kept banner")
            assert web.send(server.url + BANNER, {"title": "My banner"}).status == 303
            assert server.stop() == 0
    assert_logged_once(server.log(), data, "photos", sentence)
    assert rows(data / "photos.sqlite", "SELECT title FROM banner") == [("My banner",)]


def test_breeds_that_cannot_be_opened(tmp_path: Path, fault: Fault) -> None:
    """Each page says so. The kept breeds are shown again after the repair."""
    with closing(DogServer()) as dogs:
        data = made(tmp_path / "data", dogs=dogs.url)
    sentence = fault.sentence.format("breeds")
    with served(data, fault, "breeds") as (server, repair):
        assert_shows(server, "breeds", sentence, status=503)
        assert_shows(server, "animals")
        repair()
        assert_shows(server, "breeds", "Akita")
        assert server.stop(within=8) == 0
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


def emptied(file: Path) -> None:
    """Empties the file, like a copy that fails."""
    file.write_bytes(b"")


DAMAGES = [garbage_header, garbage_page, emptied]
USABLE = "fieldguide_database_usable"
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
        assert [metric(server, USABLE, database=one) for one in ("animals", "quakes")] == [0, 1]
        assert file.read_bytes() == before
        file.write_bytes(intact)
        assert web.send(server.url + TRY_AGAIN["animals"], {}).status == 303
        assert_shows(server, "animals?category=Mammal", "Red kangaroo")
        assert web.send(server.url + "/readyz").status == 200
        assert server.stop() == 0
    told = [line for line in server.log().splitlines() if REPAIR in line]
    assert len(told) == 1
    assert f"file={file}" in told[0]


@pytest.mark.parametrize(
    ("guide", "damage"),
    [("animals", garbage_header), ("quakes", garbage_page), ("photos", emptied)],
)
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
        assert {one: metric(server, USABLE, database=one) for one in web.GUIDES} == {
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
        assert metric(server, USABLE, database="animals") == 0
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
        server.stop()
    assert server.log().count("Restart the program to use the file that is there now.") == 1


def other_log(folder: Path) -> bytes:
    """Returns the log of another database."""
    with closing(sqlite3.connect(folder / "other.sqlite")) as other:
        other.executescript("PRAGMA journal_mode = WAL; CREATE TABLE one (x); CREATE TABLE two (x)")
        return (folder / "other.sqlite-wal").read_bytes()


def test_a_log_that_is_changed_while_it_is_served(tmp_path: Path) -> None:
    """Nothing is acknowledged that the next start would not find, and the file stays sound.
    Other changes: StorageTests/ReplacedFileTests.swift."""
    data = made(tmp_path / "data")
    file = data / "animals.sqlite"
    with serving(data, options=(*METRICS, *ANY_POSTS)) as server:
        before = [web.add(server.url, f"Before {number}") for number in range(50)]
        with Path(f"{file}-wal").open("r+b") as handle:
            handle.write(other_log(tmp_path))
        answers = [
            web.send(server.url + web.ADD, EAGLE | {"id": f"A-{number}"}).status
            for number in range(20)
        ]
        assert answers == [503] * 20, f"{answers.count(303)} of 20 posts acknowledged"
        ready = web.send(server.url + "/readyz")
        assert ready.text == "animals: the database file was removed or replaced\n"
        assert metric(server, USABLE, database="animals") == 0
        assert_shows(server, f"animals?animal={before[-1]}", "Before 49")
        server.stop()
    assert server.log().count("Restart the program to use the file that is there now.") == 1
    assert_sound(file)


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


def test_two_programs_on_one_folder(tmp_path: Path) -> None:
    """The second program reports the lock; a killed program leaves none."""
    data = tmp_path / "data"
    with serving(data) as server:
        second = finished(command(data))
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == f"fieldguide: another program is using the data folder {data}.\n"
        assert web.send(server.url + web.ADD, EAGLE).status == 303
        server.kill()
        server.start()
        assert_shows(server, "animals?animal=A-1", "Golden eagle")
        assert server.stop() == 0
