"""`export` and `import`: all data in one file, from and to files or PostgreSQL."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import web
from faults import NOBODY, made
from postgres import PostgresServer
from program_fixtures import needs_example, storing
from server import BINARY, PACKAGE, Server, finished, printed, serving
from web import send
from wire import ask

FISH = "/animals?category=Fish"
EXPORT = "/quakes.csv?date=any&type=any"


def run(command: str, file: Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command."""
    return finished([BINARY, command, file, *options])


def assert_done(done: subprocess.CompletedProcess[str]) -> None:
    """Checks that the command succeeded."""
    assert (done.returncode, done.stderr) == (0, "")


def assert_refuses(done: subprocess.CompletedProcess[str], sentence: str) -> None:
    """Checks that the command fails with one sentence, and no other output."""
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fieldguide: ") and done.stderr.count("\n") == 1
    assert sentence in done.stderr


def contents(program: Server) -> tuple[list[str], list[str]]:
    """Returns the names of the fish, and all earthquakes."""
    web.until(lambda: ask(program.url, "GET", "/readyz").status == 200)
    fish = re.findall(r'class="row-name"[^>]*>([^<]*)<', send(program.url + FISH).text)
    return fish, sorted(send(program.url + EXPORT).text.splitlines())


Start = Callable[..., Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts programs, each with a data folder."""
    programs: list[Server] = []

    def start(name: str, *options: str) -> Server:
        programs.append(Server(tmp_path / name, options=[*options]))
        return programs[-1]

    yield start
    for program in programs:
        program.kill()


def test_data_survive_each_way(
    tmp_path: Path, start: Start, postgres: PostgresServer, recorded_week: bytes
) -> None:
    """From files to a database, from there to another one, and back to files."""
    with storing(tmp_path / "first", recorded_week) as stored:
        for name in ["Gar", "Ide 魚", "<b>Dace</b>"]:
            web.add(stored.server.url, name, category="Fish")
        expected = contents(stored.server)
        # The site may be running.
        assert_done(run("export", tmp_path / "1.tar.gz", "--data", tmp_path / "first"))
    assert len(expected[1]) > 2_000 and "&lt;b&gt;Dace&lt;/b&gt;" in expected[0]
    databases = [postgres.create(f"fieldguide_archive_{n}") for n in (1, 2)]
    done = run("import", tmp_path / "1.tar.gz", "--database", databases[0], "--data", tmp_path / "x")
    assert_done(done)
    assert "Imported animals: 6 rows of category, 9 rows of animal.\n" in done.stdout
    second = start("second", "--database", databases[0])
    assert contents(second) == expected
    assert_done(run("export", tmp_path / "2.tar.gz", "--database", databases[0], "--data", tmp_path / "x"))
    assert_done(run("import", tmp_path / "2.tar.gz", "--database", databases[1], "--data", tmp_path / "x"))
    assert_done(run("export", tmp_path / "3.tar.gz", "--database", databases[1], "--data", tmp_path / "x"))
    assert_done(run("import", tmp_path / "3.tar.gz", "--data", tmp_path / "third"))
    assert contents(start("third")) == expected
    assert oct((tmp_path / "3.tar.gz").stat().st_mode)[-3:] == "600"


def test_nothing_is_overwritten(tmp_path: Path, start: Start) -> None:
    """Neither an archive, nor a data folder, nor that of a running site."""
    program = start("data")
    contents(program)
    archive = tmp_path / "a.tar.gz"
    assert_done(run("export", archive, "--data", tmp_path / "data"))
    assert_refuses(run("export", archive, "--data", tmp_path / "data"), "already exists")
    assert_refuses(run("import", archive, "--data", tmp_path / "data"), "another program is using")
    program.stop()
    assert_refuses(run("import", archive, "--data", tmp_path / "data"), "already has animals.sqlite")
    assert_refuses(run("import", tmp_path / "none", "--data", tmp_path / "new"), "cannot be read")
    assert_refuses(run("export", tmp_path / "b", "--data", tmp_path / "none"), "no databases")
    assert not list(tmp_path.glob(".*unfinished*"))


def packed(path: Path, *members: tuple[str, bytes | None, bytes]) -> Path:
    """Writes an archive: names, contents (`None` for a link) and types."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content, kind in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = "/etc/passwd"
            info.size = len(content or b"")
            archive.addfile(info, io.BytesIO(content or b""))
    return path


@pytest.mark.parametrize(
    "members",
    [
        [("../animals.sqlite", b"x", tarfile.REGTYPE)],
        [("/tmp/animals.sqlite", b"x", tarfile.REGTYPE)],
        [("animals.sqlite", None, tarfile.SYMTYPE)],
        [("animals.sqlite", None, tarfile.LNKTYPE)],
        [("animals.sqlite", None, tarfile.DIRTYPE)],
        [("animals.sqlite", b"x", tarfile.REGTYPE), ("animals.sqlite", b"y", tarfile.REGTYPE)],
        [("--to-command=id.sqlite", b"x", tarfile.REGTYPE)],
        [("a.sqlite\nb.sqlite", b"x", tarfile.REGTYPE)],
        [("README", b"x", tarfile.REGTYPE)],
        [],
    ],
    ids=repr,
)  # fmt: skip
def test_other_archives_are_refused(
    tmp_path: Path, members: list[tuple[str, bytes | None, bytes]]
) -> None:
    """Before anything is written."""
    archive = packed(tmp_path / "a.tar.gz", *members)
    data = tmp_path / "data"
    assert_refuses(run("import", archive, "--data", data), "not an archive that export has written")
    assert not data.exists()


@pytest.mark.parametrize("content", [b"nonsense", os.urandom(8_192)], ids=len)
def test_a_damaged_database_is_not_imported(tmp_path: Path, content: bytes) -> None:
    """And neither are the others."""
    archive = packed(
        tmp_path / "a.tar.gz", ("a.sqlite", b"", tarfile.REGTYPE), ("b.sqlite", content, tarfile.REGTYPE)
    )
    done = run("import", archive, "--data", tmp_path / "data")
    assert_refuses(done, "cannot be read")
    assert not list((tmp_path / "data").glob("*.sqlite"))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    """With the reason."""
    (tmp_path / "a").write_bytes(os.urandom(1_000))
    assert_refuses(run("import", tmp_path / "a", "--data", tmp_path / "data"), "tar cannot process")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder of another user, in which there is one that this user cannot enter."""
    if os.geteuid() != 0:
        pytest.skip("needs the right to run the program as somebody else")
    folder = Path(tempfile.mkdtemp(prefix="fieldguide-"))
    (folder / "closed").mkdir(mode=0o700)
    made(folder / "data")
    for path in [folder, folder / "data", *(folder / "data").iterdir()]:
        os.chown(path, 65534, 65534)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["export", "all.tar.gz", "--data", "data"], None),
        (["import", "other.tar.gz", "--data", "new"], None),
        (["backup", "copy", "--data", "data"], None),
        (["config", "--check", "--data", "data"], None),
        (["move", "--data", "data", "--database", "host=/nowhere"], "database"),
        (["export", "closed/all.tar.gz", "--data", "data"], "no archive can be written to"),
        (["backup", "closed/copy", "--data", "data"], "no backup can be written to"),
        (["export", "all.tar.gz", "--data", "closed"], "closed cannot be read"),
        (["backup", "copy", "--data", "closed"], "closed cannot be read"),
    ],
    ids=lambda words: words and " ".join(words) if isinstance(words, list) else "",
)  # fmt: skip
def test_from_a_folder_that_the_user_cannot_enter(
    open_folder: Path, words: list[str], refusal: str | None
) -> None:
    """As after “sudo -u” in the folder of root. What is refused has its true reason."""
    if "import" in words:
        assert_done(run("export", open_folder / "other.tar.gz", "--data", open_folder / "data"))
        (open_folder / "other.tar.gz").chmod(0o644)
    paths = ("all", "other", "copy", "data", "new", "closed")
    words = [str(open_folder / word) if word.startswith(paths) else word for word in words]
    done = finished(
        [*NOBODY, BINARY, *words, "--public", PACKAGE / "Public"] if words[0] == "config"
        else [*NOBODY, BINARY, *words], cwd=open_folder / "closed"
    )  # fmt: skip
    if refusal is None:
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert done.returncode == 1
        assert refusal in done.stderr and "tar" not in done.stderr.replace(".tar.gz", "")


def test_a_machine_without_tar(tmp_path: Path) -> None:
    """The sentence says so."""
    data = made(tmp_path / "data")
    done = finished(
        [BINARY, "export", tmp_path / "a.tar.gz", "--data", data], env={"PATH": str(tmp_path)}
    )
    assert (done.returncode, done.stderr) == (
        1, "fieldguide: the program tar is not installed; install it.\n",
    )  # fmt: skip


@needs_example("Loans")
def test_a_history_is_part_of_the_archive(tmp_path: Path, postgres: PostgresServer) -> None:
    """That of a guide of records, from a database to files; samples do not come back."""
    program = str(PACKAGE / ".build/debug/Loans")
    shared = ["--database", postgres.create("loans_archive")]

    def perform(command: str, *options: str) -> None:
        printed([program, command, tmp_path / "a.tar.gz", *options])

    with serving(tmp_path / "1", example="Loans", options=shared) as server:
        person = {"id": "ada", "name": "Ada", "email": ""}
        assert send(server.url + "/people/editor/add", person).status == 303
        version = web.inputs(send(server.url + "/people?record=ada&dialog=edit").text)["version"]
        changed = person | {"name": "Ada L", "version": version}
        assert send(server.url + "/people/editor/update", changed).status == 303
        perform("export", "--data", str(tmp_path / "1"), *shared)
    perform("import", "--data", str(tmp_path / "2"))
    with serving(tmp_path / "2", example="Loans") as server:
        web.until(lambda: ask(server.url, "GET", "/readyz").status == 200)
        history = send(server.url + "/people?record=ada&dialog=history").text
        assert "Ada L" in history and history.count("<time") >= 2
