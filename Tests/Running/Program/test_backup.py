"""`fieldguide backup`: verified archives in a folder, also while the site is running."""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import web
from backups import NAME, assert_done, assert_refuses, back_up, backed_up, members, names, restore
from faults import NEWER, NOBODY, assert_shows, execute, made, rows
from operators import METRICS, metric
from postgres import PostgresServer
from proxies import DEPLOY, replaced
from server import ANY_POSTS, BINARY, Server, finished, serving
from web import GUIDES

THREADS = 4


class Visitors:
    """Threads that add animals until they are stopped."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._answered: set[str] = set()
        self._threads = [
            threading.Thread(target=self._add, args=(number,), daemon=True)
            for number in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    def _add(self, thread: int) -> None:
        number = 0
        while not self._stopping.is_set():
            number += 1
            name = f"v{thread}-{number}"
            form = {"id": name, "name": name, "diet": "Omnivore", "categoryId": "Fish"}
            assert web.send(self._url + web.ADD, form).status == 303
            with self._lock:
                self._answered.add(name)

    @property
    def answered(self) -> set[str]:
        """Returns the names of the confirmed animals."""
        with self._lock:
            return set(self._answered)

    def wait(self, count: int) -> None:
        """Waits until a number of additions is confirmed."""
        web.until(lambda: len(self.answered) >= count)

    def stop(self) -> None:
        """Stops the threads after their current requests."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(timeout=30)
            assert not thread.is_alive()


def test_a_backup_during_posts_is_consistent(tmp_path: Path) -> None:
    """Each has everything that was confirmed before it began, and can be served."""
    backups = []
    with serving(tmp_path / "data", options=ANY_POSTS) as server:
        for guide in GUIDES:
            assert_shows(server, guide)
        visitors = Visitors(server)
        for number in range(1, 4):
            visitors.wait(20 * number)
            before = visitors.answered
            backups.append((backed_up(tmp_path / "backups", "--data", server.data), before))
        visitors.stop()
    assert names(tmp_path / "backups") == [backup.name for backup, _ in backups]
    for number, (backup, before) in enumerate(backups):
        assert NAME.fullmatch(backup.name) and oct(backup.stat().st_mode)[-3:] == "600"
        data = tmp_path / str(number)
        assert_done(restore(backup, "--data", data))
        query = "SELECT animal_id FROM animal WHERE animal_id LIKE 'v%'"
        found = {animal for (animal,) in rows(data / "animals.sqlite", query)}
        assert before <= found <= visitors.answered
    with serving(tmp_path / "2") as server:
        file = web.send(f"{server.url}/animals/export.jsonl?category=Fish").text
        assert backups[-1][1] <= set(re.findall(r'"(v[0-9-]+)"', file))
        assert web.add(server.url, "Added later")


def test_a_backup_of_a_killed_site_is_complete(tmp_path: Path) -> None:
    """The changes are in the write-ahead log."""
    with serving(tmp_path / "data") as server:
        animal = web.add(server.url, "Golden eagle")
        server.kill()
        backup = backed_up(tmp_path / "backups", "--data", server.data)
    (tmp_path / "copy").write_bytes(members(backup)["animals.sqlite"])
    query = f"SELECT name FROM animal WHERE animal_id = '{animal}'"
    assert rows(tmp_path / "copy", query) == [("Golden eagle",)]


def test_the_running_site_tells_of_its_last_backup(tmp_path: Path) -> None:
    """0 before the first, and nothing new of one that fails."""
    backups = tmp_path / "backups"

    def last() -> float:
        return metric(server, "fieldguide_backup_last_success_timestamp_seconds")

    with serving(tmp_path / "data", options=METRICS) as server:
        assert last() == 0
        assert_shows(server, "animals")
        before = int(time.time())
        backed_up(backups, "--data", server.data)
        first = last()
        assert before <= first <= time.time()
        (server.data / "animals.sqlite").rename(tmp_path / "away")
        assert back_up(backups, "--data", server.data).returncode == 1
        assert last() == first


def test_the_note_of_a_backup_follows_no_link(tmp_path: Path) -> None:
    """The user of the site owns its folder, and root may run the command. Without a note, old
    backups are removed nevertheless."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    note, other = data / "last-backup", tmp_path / "other"
    other.write_text("other")
    note.symlink_to(other)
    last = backed_up(backups, "--data", data)
    assert other.read_text() == "other"
    assert not note.is_symlink() and note.read_text() == f"{last}\n"
    note.unlink()
    note.mkdir()
    run = back_up(backups, "--data", data, "--keep", "1")
    assert run.returncode == 1 and f"{note} cannot be written" in run.stderr
    assert len(names(backups)) == 1 and names(backups) != [last.name]


# MARK: Losses


def lose_file(file: Path) -> None:
    """Removes the file."""
    file.unlink()


def empty_file(file: Path) -> None:
    """Empties the file, like a failed copy."""
    file.write_bytes(b"")


def lose_tables(file: Path) -> None:
    """Puts a new database in the place of the file."""
    file.unlink()
    execute(file, "PRAGMA user_version = 1")


def lose_rows(file: Path) -> None:
    """Leaves what a program with the sample data would begin with."""
    execute(file, "DELETE FROM animal WHERE animal_id LIKE 'a-%'")


def lose_all(file: Path) -> None:
    """Removes the file and the note of it, like a new machine."""
    file.unlink()
    file.with_name("fieldguide.lock").unlink()


LOSSES = {
    lose_file: "animals.sqlite is missing in {data}; restore it from a backup, or remove its line "
    "from fieldguide.lock there if its guide no longer exists.",
    empty_file: "animals.sqlite cannot be copied: The database of animals is damaged.",
    lose_tables: "animals.sqlite cannot be copied: The database of animals is damaged.",
    lose_rows: "animals.sqlite has {left} rows, and the last backup, {last}, has {before}; restore "
    "it, or back up with --accept-losses.",
    lose_all: "animals.sqlite has {left} rows, and the last backup, {last}, has {before}; restore "
    "it, or back up with --accept-losses.",
}
MANY = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO animal SELECT 'a-' || i, 'Animal ' || i, 'Omnivore', 'Fish', '', i FROM n"""


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_loss_is_not_backed_up(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    """By the unit as it is installed, which removes old backups only after a new one."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    execute(data / "animals.sqlite", MANY)
    [line] = re.findall("^ExecStart=(.*)$", (DEPLOY / "fieldguide-backup.service").read_text(), re.M)
    changes = [
        ("/usr/bin/fieldguide", str(BINARY)), ("/var/backups/fieldguide", str(backups)),
        ("--config /etc/fieldguide/fieldguide.json", f"--data {data}"),
    ]  # fmt: skip
    command = shlex.split(replaced(line, changes))
    assert_done(finished(command))
    [last] = backups.glob("*.gz")
    last = last.rename(backups / "fieldguide-2001-02-03T040506Z.tar.gz")
    lose(data / "animals.sqlite")
    refused = finished(command)
    left, had = re.findall(r"has (\d+)", refused.stderr) or (0, 100)
    assert int(had) - int(left) >= 100
    assert_refuses(refused, LOSSES[lose].format(data=data, last=last, left=left, before=had))
    assert names(backups) == [last.name]


def test_an_emptied_table_needs_deletions_in_the_history(tmp_path: Path) -> None:
    """Other changes in the history do not tell where its rows are."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    animals = data / "animals.sqlite"
    last = backed_up(backups, "--data", data)
    [(count,)] = rows(animals, "SELECT count(*) FROM animal")
    changed = (
        "INSERT INTO history (record, time, kind, before, after) "
        "SELECT animal_id, {time}, '{kind}', '{{}}', {after} FROM animal"
    )
    for time_ in range(4):
        execute(animals, changed.format(time=time_, kind="update", after="'{}'"))
    shutil.copyfile(animals, tmp_path / "before.sqlite")
    execute(animals, "DELETE FROM animal")
    assert_refuses(
        back_up(backups, "--data", data),
        f"animals.sqlite has no rows of animal, and the last backup, {last}, has {count}; "
        "restore it, or back up with --accept-losses.",
    )
    shutil.copyfile(tmp_path / "before.sqlite", animals)
    execute(animals, changed.format(time=4, kind="delete", after="NULL"))
    execute(animals, "DELETE FROM animal")
    backed_up(backups, "--data", data)


def test_accepted_losses_are_backed_up(tmp_path: Path) -> None:
    """If the operator says so, once. A backup that cannot be read is none to compare with."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    execute(data / "animals.sqlite", MANY)
    backed_up(backups, "--data", data)
    (backups / "fieldguide-2999-02-03T040506Z.tar.gz").write_bytes(b"damaged")
    lose_rows(data / "animals.sqlite")
    assert_refuses(back_up(backups, "--data", data), "--accept-losses")
    backed_up(backups, "--data", data, "--accept-losses")
    backed_up(backups, "--data", data)


def test_an_emptied_database_is_not_backed_up(tmp_path: Path, postgres: PostgresServer) -> None:
    """The same of PostgreSQL, whose schema may be gone as well."""
    backups, database = tmp_path / "backups", postgres.create("fieldguide_emptied")
    shared = ["--database", database, "--data", tmp_path / "none"]
    assert_done(restore(backed_up(backups, "--data", made(tmp_path / "data")), *shared))
    last = backed_up(backups, *shared)
    for script in ["TRUNCATE fieldguide.animal", "DROP SCHEMA fieldguide CASCADE"]:
        postgres.execute(script, database)
        assert_refuses(
            back_up(backups, *shared), "animals.sqlite has", f"the last backup, {last}, has",
            "--accept-losses",
        )  # fmt: skip
    postgres.execute("DROP SCHEMA IF EXISTS fieldguide CASCADE", database)
    assert len(names(backups)) == 2
    assert not (tmp_path / "none").exists()


# MARK: What is kept


def test_the_newest_backups_are_kept(tmp_path: Path) -> None:
    """And all that are none of this program. The new one stays although the clock was ahead."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    backups.mkdir()
    old = [f"fieldguide-2001-02-{day:02}T040506Z.tar.gz" for day in range(1, 17)]
    others = [
        "fieldguide-2001-02-03T040506Z.tar", "fieldguide.tar.gz", "loans-2001-02-03T040506Z.tar.gz",
        "2001-02-03T040506Z.dump", "fieldguide-old-2001-02-03T040506Z.tar.gz",
    ]  # fmt: skip
    ahead = "fieldguide-2999-02-03T040506Z.tar.gz"
    for name in [*old, *others, ahead]:
        (backups / name).touch()
    new = backed_up(backups, "--data", data).name
    assert names(backups) == sorted([*old[-12:], *others, ahead, new])
    new = backed_up(backups, "--data", data, "--keep", "1").name
    assert names(backups) == sorted([*others, new])
    run = back_up(backups, "--data", data, "--keep", "0")
    assert run.returncode != 0 and "--keep must be 1 or more" in run.stderr
    assert names(backups) == sorted([*others, new])


def test_backups_within_a_second_have_several_names(tmp_path: Path) -> None:
    """None replaces another one."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    made_ = [backed_up(backups, "--data", data) for _ in range(3)]
    assert names(backups) == [path.name for path in made_] and len(set(made_)) == 3


def test_a_database_that_was_never_made_is_skipped(tmp_path: Path) -> None:
    """As of a guide that was never visited. One of a newer program is copied unchanged."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(made(tmp_path / "other") / "animals.sqlite", data / "animals.sqlite")
    execute(data / "animals.sqlite", NEWER)
    backup = backed_up(tmp_path / "backups", "--data", data)
    assert list(members(backup)) == ["backup.json", "animals.sqlite"]


# MARK: Failures


def no_data(_: Path) -> str:
    """The folder is that of another site, or wrong."""
    return "there are no databases in {data}; set the data folder with --data."


def no_parent(folder: Path) -> str:
    """A misspelt folder, or a disk that is not mounted."""
    (folder / "backups").rmdir()
    folder.joinpath("backups").symlink_to(folder / "missing/backups")
    made(folder / "data")
    return "no backup can be written to {backups}; check its path and its permissions."


def a_file(folder: Path) -> str:
    """The folder is a file."""
    (folder / "backups").rmdir()
    (folder / "backups").touch()
    made(folder / "data")
    return "no backup can be written to {backups}; check its path and its permissions."


def damaged(folder: Path) -> str:
    """A database is damaged."""
    (made(folder / "data") / "quakes.sqlite").write_bytes(os.urandom(8_192))
    return "quakes.sqlite cannot be copied: The database of quakes is damaged."


def no_server(folder: Path) -> str:
    """No PostgreSQL is there."""
    (folder / "options").write_text("--database host=/nowhere")
    return "/nowhere"


@pytest.mark.parametrize("trouble", [no_data, no_parent, a_file, damaged, no_server])
def test_a_failed_backup_gives_its_reason(tmp_path: Path, trouble: Callable[[Path], str]) -> None:
    """The error is one sentence, and no partial backup remains."""
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir()
    sentence = trouble(tmp_path).format(data=data, backups=backups)
    options = tmp_path / "options"
    words = options.read_text().split(" ", 1) if options.exists() else []
    assert_refuses(back_up(backups, "--data", data, *words), sentence)
    assert not backups.is_dir() or names(backups) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="needs the right to run the program as somebody else")
@pytest.mark.parametrize("mode", [0o555, 0o700])
def test_a_folder_without_rights(tmp_path: Path, mode: int) -> None:
    """Of another user, who lets others read it, or nothing."""
    tmp_path.chmod(0o755)
    for folder in [tmp_path.parent, tmp_path.parent.parent]:
        folder.chmod(folder.stat().st_mode | 0o055)
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    for path in [data, *data.iterdir()]:
        os.chown(path, 65534, 65534)
    backups.mkdir()
    backups.chmod(mode)
    run = back_up(backups, "--data", data, prefix=NOBODY)
    assert_refuses(
        run, f"no backup can be written to {backups}; check its path and its permissions."
    )
    assert list(backups.iterdir()) == []


@pytest.mark.parametrize("free", [8 << 10, 300 << 10, 600 << 10])
def test_a_full_disk_leaves_the_last_backup(small_disk: Path, tmp_path: Path, free: int) -> None:
    """While the copies, the archive, or the files that it is compared with are written."""
    data = made(tmp_path / "data")
    with closing(sqlite3.connect(data / "animals.sqlite")) as database, database:
        database.execute("CREATE TABLE noise (bytes)")
        database.execute("INSERT INTO noise VALUES (?)", [os.urandom(300 << 10)])
    last = backed_up(small_disk, "--data", data)
    before = last.read_bytes()
    used = sum(path.stat().st_blocks * 512 for path in small_disk.rglob("*") if path.is_file())
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        filler.write(bytes((2 << 20) - used - free))
    run = back_up(small_disk, "--data", data)
    assert_refuses(run)
    assert re.search("disk is full|No space left|space", run.stderr), run.stderr
    assert names(small_disk) == sorted(["filler", last.name]) and last.read_bytes() == before


def test_one_backup_at_a_time(tmp_path: Path) -> None:
    """Another one waits for nothing. What one has left that was killed goes."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    last = backed_up(backups, "--data", data)
    unfinished = backups / ".fieldguide-unfinished/copies"
    unfinished.mkdir(parents=True)
    (unfinished / "animals.sqlite").touch()
    with (backups / "fieldguide.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = back_up(backups, "--data", data)
        assert_refuses(
            run, f"another program is using {backups}; wait until its backup is complete."
        )
        assert names(backups) == [".fieldguide-unfinished", last.name]
    new = backed_up(backups, "--data", data)
    assert names(backups) == [last.name, new.name]


@pytest.mark.parametrize(
    ("harm", "reason"),
    [("truncate --size=-1000 $2", "incomplete or damaged"), ("exit 3", "cannot be written"),
     (": > $2", "incomplete or damaged")],
)  # fmt: skip
def test_what_cannot_be_read_back_is_no_backup(tmp_path: Path, harm: str, reason: str) -> None:
    """With a stand-in for a disk that loses what is written."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    last = backed_up(backups, "--data", data)
    (tmp_path / "bin").mkdir()
    stub = tmp_path / "bin/tar"
    stub.write_text(
        f'#!/bin/sh\n{shutil.which("tar")} "$@" || exit\ncase $1 in -czf) {harm};; esac\n'
    )
    stub.chmod(0o755)
    path = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    assert_refuses(back_up(backups, "--data", data, env=os.environ | path), reason)
    assert names(backups) == [last.name]


def test_a_machine_without_tar(tmp_path: Path) -> None:
    """The sentence says so."""
    run = back_up(
        tmp_path / "backups", "--data", made(tmp_path / "data"), env={"PATH": str(tmp_path)}
    )
    assert_refuses(run, "the program tar is not installed; install it.")


def test_the_environment_names_the_folder(tmp_path: Path) -> None:
    """The same variable is used for serving."""
    data = {"FIELDGUIDE_DATA": str(made(tmp_path / "data"))}
    backed_up(tmp_path / "backups", env=os.environ | data)
