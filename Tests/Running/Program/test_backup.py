"""`fieldguide backup`: consistent copies, also while the site is running."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import web
from faults import NEWER, assert_shows, assert_sound, execute, made, rows
from proxies import DEPLOY, replaced
from server import ANY_POSTS, BINARY, Server, finished, serving
from web import GUIDES

THREADS = 4


def back_up(data: Path, file: Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    return finished([BINARY, "backup", file, "--data", data], **options)


def assert_refuses(run: subprocess.CompletedProcess[str], sentence: str) -> None:
    """Checks that the command fails with one sentence, and no other output."""
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"fieldguide: {sentence}\n"


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
        pause = threading.Event()
        for _ in range(600):
            if len(self.answered) >= count:
                return
            pause.wait(0.05)
        raise AssertionError("they are too slow")

    def stop(self) -> None:
        """Stops the threads after their current requests."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(timeout=30)
            assert not thread.is_alive()


def test_a_backup_during_posts_is_consistent(tmp_path: Path) -> None:
    """Each backup contains everything that was confirmed before it began, and can be served."""
    with serving(tmp_path / "data", options=ANY_POSTS) as server:
        for guide in GUIDES:
            assert_shows(server, guide)
        visitors = Visitors(server)
        backups = []
        for number in range(1, 4):
            visitors.wait(20 * number)
            before = visitors.answered
            backup = tmp_path / f"backup-{number}"
            run = back_up(server.data, backup)
            assert (run.returncode, run.stderr) == (0, "")
            sizes = ", ".join(
                f"{guide}.sqlite ({(backup / f'{guide}.sqlite').stat().st_size} bytes)"
                for guide in sorted(GUIDES)
            )
            assert run.stdout == f"Wrote {backup}: {sizes}.\n"
            backups.append((backup, before))
        visitors.stop()
        assert server.stop() == 0
    for backup, before in backups:
        assert sorted(path.name for path in backup.iterdir()) == sorted(
            f"{guide}.sqlite" for guide in GUIDES
        )
        for guide in GUIDES:
            assert_sound(backup / f"{guide}.sqlite")
        query = "SELECT animal_id FROM animal WHERE animal_id LIKE 'v%'"
        found = {animal for (animal,) in rows(backup / "animals.sqlite", query)}
        assert before <= found <= visitors.answered
    with serving(backups[-1][0]) as server:
        assert_shows(server, "animals?category=Fish")
        file = web.send(f"{server.url}/animals/export.jsonl?category=Fish").text
        assert backups[-1][1] <= set(re.findall(r'"(v[0-9-]+)"', file))
        assert web.add(server.url, "Added later")
        assert server.stop() == 0
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_backup_of_a_stopped_or_killed_site_is_complete(tmp_path: Path) -> None:
    """The site need not be running."""
    with serving(tmp_path / "data") as server:
        animal = web.add(server.url, "Golden eagle")
        server.kill()
        assert back_up(server.data, tmp_path / "killed").returncode == 0
        server.start()
        assert server.stop() == 0
        assert back_up(server.data, tmp_path / "stopped").returncode == 0
    for backup in ("killed", "stopped"):
        query = f"SELECT name FROM animal WHERE animal_id = '{animal}'"
        assert rows(tmp_path / backup / "animals.sqlite", query) == [("Golden eagle",)]


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


LOSSES = {
    lose_file: "animals.sqlite is missing in {data}; restore it from a backup, or remove its line "
    "from fieldguide.lock there if its guide no longer exists.",
    empty_file: "animals.sqlite cannot be copied: The database of animals is damaged.",
    lose_tables: "animals.sqlite cannot be copied: The database of animals is damaged.",
    lose_rows: "animals.sqlite has {left} rows, and the last backup, {last}, has {before}; restore "
    "it, or back up with --accept-losses.",
}
MANY = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO animal SELECT 'a-' || i, 'Animal ' || i, 'Omnivore', 'Fish', '', i FROM n"""


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_loss_is_not_backed_up(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    """By the unit as it is installed, which deletes old backups only after a new one. A data
    folder beside the backups is none of them."""
    data, backups = made(tmp_path / "data"), tmp_path / "backups"
    backups.mkdir()
    made(backups / "other")
    execute(data / "animals.sqlite", MANY)
    commands = unit_commands(data, backups)
    assert [run.returncode for run in performed(commands)] == [0, 0]
    [last] = backups.glob("20*Z")
    # An old one, which is to be deleted after the next one.
    last = last.rename(backups / "2001-02-03T040506Z")
    os.utime(last, (0, 0))
    before = everything_in(backups)
    lose(data / "animals.sqlite")
    [failed] = performed(commands)
    left, had = re.findall(r"has (\d+)", failed.stderr) or (0, 100)
    assert int(had) - int(left) == 100
    assert_refuses(failed, LOSSES[lose].format(data=data, last=last, left=left, before=had))
    assert everything_in(backups) == before


def unit_commands(data: Path, backups: Path) -> list[list[str]]:
    """Returns the commands of the unit of the backup, with the folders of a test."""
    text = (DEPLOY / "fieldguide-backup.service").read_text()
    changes = [
        ("/opt/fieldguide/fieldguide", str(BINARY)), ("/var/backups/fieldguide", str(backups)),
        ("--config /etc/fieldguide/fieldguide.json", f"--data {data}"), ("%%", "%"),
    ]  # fmt: skip
    return [
        shlex.split(replaced(line, [one for one in changes if one[0] in line]))
        for line in re.findall("^ExecStart=(.*)$", text, re.M)
    ]


def performed(commands: list[list[str]]) -> list[subprocess.CompletedProcess[str]]:
    """Runs the commands like systemd, up to the first that fails."""
    runs = []
    for words in commands:
        runs.append(finished(words))
        if runs[-1].returncode:
            break
    return runs


def everything_in(folder: Path) -> list[tuple[Path, int]]:
    """Returns all files below a folder."""
    return sorted((path, path.stat().st_size) for path in folder.rglob("*"))


def test_accepted_losses_are_backed_up(tmp_path: Path) -> None:
    """If the operator says so, once."""
    data = made(tmp_path / "data")
    execute(data / "animals.sqlite", MANY)
    assert back_up(data, tmp_path / "1").returncode == 0
    lose_rows(data / "animals.sqlite")
    assert back_up(data, tmp_path / "2").returncode == 1
    accepted = [BINARY, "backup", tmp_path / "2", "--data", data, "--accept-losses"]
    assert subprocess.run(accepted, capture_output=True, check=False).returncode == 0
    assert back_up(data, tmp_path / "3").returncode == 0


@pytest.mark.parametrize("command", ["export", "move"])
def test_a_missing_database_is_neither_exported_nor_moved(tmp_path: Path, command: str) -> None:
    """Nobody would miss it before it is too late."""
    data = made(tmp_path / "data")
    (data / "photos.sqlite").unlink()
    rest = {"export": [tmp_path / "all.tar.gz"], "move": ["--database", "host=/nowhere"]}[command]
    run = finished([BINARY, command, *rest, "--data", data])
    assert (run.returncode, "photos.sqlite is missing in" in run.stderr) == (1, True), run.stderr


def test_a_database_that_was_never_made_is_skipped(tmp_path: Path) -> None:
    """As of a guide that was never visited."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(made(tmp_path / "other") / "animals.sqlite", data / "animals.sqlite")
    assert back_up(data, tmp_path / "backup").returncode == 0
    assert [path.name for path in (tmp_path / "backup").iterdir()] == ["animals.sqlite"]


def test_a_newer_schema_is_copied_unchanged(tmp_path: Path) -> None:
    """A newer schema is copied unchanged."""
    data = made(tmp_path / "data")
    execute(data / "animals.sqlite", NEWER)
    assert back_up(data, tmp_path / "backup").returncode == 0


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    """Neither a folder nor a file is overwritten."""
    data = made(tmp_path / "data")
    taken = tmp_path / "taken"
    for make in (taken.mkdir, lambda: taken.write_text("mine")):
        make()
        run = back_up(data, taken)
        assert_refuses(run, f"{taken} already exists; choose another name for the backup.")
        if taken.is_dir():
            taken.rmdir()
    assert taken.read_text() == "mine"


@pytest.mark.parametrize("trouble", ["no-folder", "no-files", "no-parent", "damaged"])
def test_a_failed_backup_gives_its_reason(tmp_path: Path, trouble: str) -> None:
    """The error is one sentence, and no partial backup remains."""
    data, backup = tmp_path / "data", tmp_path / "backup"
    match trouble:
        case "no-folder":
            sentence = f"there are no databases in {data}; set the data folder with --data."
        case "no-files":
            data.mkdir()
            sentence = f"there are no databases in {data}; set the data folder with --data."
        case "no-parent":
            made(data)
            backup = tmp_path / "missing" / "backup"
            sentence = f"no backup can be written to {backup.parent}; check its path and its permissions."
        case _:
            made(data)
            (data / "quakes.sqlite").write_bytes(os.urandom(8192))
            sentence = "quakes.sqlite cannot be copied: The database of quakes is damaged."
    before = sorted(tmp_path.iterdir())
    assert_refuses(back_up(data, backup), sentence)
    assert sorted(tmp_path.iterdir()) == before


def test_a_full_disk_leaves_no_partial_backup(small_disk: Path, tmp_path: Path) -> None:
    """The error is reported, and the partial backup is removed."""
    data = made(tmp_path / "data")
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        filler.write(bytes((2 << 20) - (20 << 10)))
    run = back_up(data, small_disk / "backup")
    assert run.returncode == 1
    assert "The disk is full" in run.stderr
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


def test_the_environment_names_the_folder(tmp_path: Path) -> None:
    """The same variable is used for serving."""
    data = made(tmp_path / "data")
    run = finished(
        [BINARY, "backup", tmp_path / "backup"], env=os.environ | {"FIELDGUIDE_DATA": str(data)}
    )
    assert run.returncode == 0, run.stderr
