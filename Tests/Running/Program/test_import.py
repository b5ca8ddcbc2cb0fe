"""`fieldguide import`: the data of a backup, into files or PostgreSQL, with every page."""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import access
import everything
import quakes
import web
from backups import (
    LIST, assert_done, assert_refuses, backed_up, changed, members, packed, restore,
)  # fmt: skip
from crawl import same_pages
from faults import NEWER, NOBODY, execute, made
from postgres import PostgresServer
from program_fixtures import needs_example
from server import BINARY, GENEROUS, PACKAGE, Server, finished, printed, serving
from web import send
from wire import ask


def fill(program: Server) -> None:
    """Makes changes that leave a history and something to restore."""
    for name in ["Gar", "Ide 魚", "<b>Dace</b>"]:
        web.rename(program.url, web.add(program.url, name, category="Fish"), f"{name} 2")
    deletion = web.deletion(program.url, "Kangaroo")
    assert send(program.url + web.DELETE, deletion).status == 303
    assert send(program.url + quakes.DELETE + "?quake=tonga", {"quakeId": "tonga"}).status == 303


def test_every_page_survives_each_way(tmp_path: Path, postgres: PostgresServer) -> None:
    """From files to files and to a database, from there to another one and back to files. The
    services are away then, and a visitor remains signed in."""
    (tmp_path / "editors").write_text(access.editor_line())
    editors = ["--editors", str(tmp_path / "editors"), *GENEROUS]
    with everything.serving(tmp_path / "first", options=GENEROUS) as filled:
        fill(filled.server)
        assert filled.server.stop() == 0
    databases = [postgres.create(f"fieldguide_import_{n}") for n in (1, 2)]
    files = ["--data", tmp_path / "files"]
    first = ["--database", databases[0], "--data", tmp_path / "x"]
    second = ["--database", databases[1], "--data", tmp_path / "y"]
    last = ["--data", tmp_path / "last"]
    with ExitStack() as running:

        def start(*options: str | Path) -> Server:
            words = [*map(str, options)]
            data = Path(words[words.index("--data") + 1])
            return running.enter_context(serving(data, options=[*words, *editors]))

        sites = [start("--data", tmp_path / "first")]
        signed_in = access.cookie(access.sign_in(sites[0].url))
        # The site may be running.
        archive = backed_up(tmp_path / "backups", "--data", tmp_path / "first")
        for place, source in [(files, None), (first, None), (second, first), (last, second)]:
            if source:
                archive = backed_up(tmp_path / "backups", *source)
            assert_done(restore(archive, *place))
        sites += [start(*place) for place in (files, second, last)]
        for site in sites:
            web.until(lambda site=site: ask(site.url, "GET", "/readyz").status == 200)
        found = same_pages(sites)
        for site in sites:
            assert access.add(site.url, "new", signed_in).status == 303
    assert {path.split(".")[0] for path in found} >= {"/", "/animals", "/quakes", "/breeds", "/photos"}
    assert sum(found.values()) > 200
    modes = {path.name: oct(path.stat().st_mode)[-3:] for path in (tmp_path / "last").glob("*.sqlite")}
    assert modes == {name: "600" if name == "sign-in.sqlite" else "640" for name in modes}
    assert len(modes) == 5


# MARK: Refusals


def test_nothing_is_overwritten(tmp_path: Path, postgres: PostgresServer) -> None:
    """Neither a data folder, nor that of a running site, nor a database that has been used."""
    data = tmp_path / "data"
    archive = backed_up(tmp_path / "backups", "--data", made(data))
    with serving(data):
        assert_refuses(restore(archive, "--data", data), "another program is using")
    assert_refuses(restore(archive, "--data", data), "already has animals.sqlite")
    # SQLite would add it to the new file.
    (tmp_path / "log").mkdir()
    (tmp_path / "log/quakes.sqlite-wal").touch()
    assert_refuses(restore(archive, "--data", tmp_path / "log"), "already has quakes.sqlite-wal")
    assert_refuses(restore(tmp_path / "none", "--data", tmp_path / "new"), "cannot be read")
    shared = ["--database", postgres.create("fieldguide_used"), "--data", tmp_path / "new"]
    assert_done(restore(archive, *shared))
    assert_refuses(restore(archive, *shared), "has data of “", "DROP SCHEMA")
    assert not list(tmp_path.glob("*/.fieldguide*"))


Members = list[tuple[str, bytes | None, bytes]]
DATABASE = ("animals.sqlite", b"x", tarfile.REGTYPE)
OTHERS: list[Members] = [
    [("../animals.sqlite", b"x", tarfile.REGTYPE)],
    [("/tmp/animals.sqlite", b"x", tarfile.REGTYPE)],
    [("animals.sqlite", None, tarfile.SYMTYPE)],
    [("animals.sqlite", None, tarfile.LNKTYPE)],
    [("animals.sqlite", None, tarfile.DIRTYPE)],
    [DATABASE, DATABASE],
    [("--to-command=id.sqlite", b"x", tarfile.REGTYPE)],
    [("a.sqlite\nb.sqlite", b"x", tarfile.REGTYPE)],
    [("README", b"x", tarfile.REGTYPE)],
]


@pytest.mark.parametrize(
    "files",
    [*OTHERS, [], [DATABASE], [(LIST, b"{}", tarfile.REGTYPE), DATABASE]]
    + [[(LIST, b"{}", tarfile.REGTYPE), *files] for files in OTHERS],
    ids=repr,
)
def test_other_archives_are_refused(tmp_path: Path, files: Members) -> None:
    """Before anything is written."""
    archive = packed(tmp_path / "a.tar.gz", *files)
    run = restore(archive, "--data", tmp_path / "data")
    assert_refuses(run, "is not a file that the command backup has written")
    assert_empty(tmp_path / "data")


def assert_empty(data: Path) -> None:
    """Checks that nothing was imported into a folder."""
    assert [path.name for path in data.glob("*") if path.name != "fieldguide.lock"] == []


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of sample data."""
    folder = tmp_path_factory.mktemp("archive")
    return backed_up(folder / "backups", "--data", made(folder / "data"))


@pytest.mark.parametrize("part", [0, 10, 0.1, 0.5, 0.9, -1], ids=str)
def test_a_truncated_backup_is_refused(tmp_path: Path, archive: Path, part: float) -> None:
    """As after a copy that was interrupted, into either storage."""
    content = archive.read_bytes()
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(content[: part if isinstance(part, int) else int(len(content) * part)])
    assert_refuses(restore(cut, "--data", tmp_path / "data"), f"{cut} is ")
    assert_empty(tmp_path / "data")


@pytest.mark.parametrize("part", [0.3, 0.6, 0.99], ids=str)
def test_a_backup_with_another_byte_is_refused(tmp_path: Path, archive: Path, part: float) -> None:
    """As of a disk that fails."""
    content = bytearray(archive.read_bytes())
    content[int(len(content) * part)] ^= 0xFF
    (tmp_path / "a.tar.gz").write_bytes(content)
    run = restore(tmp_path / "a.tar.gz", "--data", tmp_path / "data")
    assert_refuses(run, "is incomplete or damaged, take another backup")
    assert_empty(tmp_path / "data")


def test_a_backup_that_differs_from_its_list_is_refused(tmp_path: Path, archive: Path) -> None:
    """By a digest, by the number of rows, and by the files."""
    files = members(archive)
    animals = tmp_path / "animals.sqlite"
    animals.write_bytes(files["animals.sqlite"])
    execute(animals, "DELETE FROM category")
    kept = [(name, content, tarfile.REGTYPE) for name, content in files.items()]
    for different in [
        changed(archive, "animals.sqlite", animals.read_bytes()),
        changed(archive, "animals.sqlite", os.urandom(8_192)),
        changed(archive, "animals.sqlite", b""),
        packed(tmp_path / "less.tar.gz", *kept[:-1]),
        packed(tmp_path / "more.tar.gz", *kept, ("more.sqlite", kept[-1][1], tarfile.REGTYPE)),
        packed(tmp_path / "swapped.tar.gz", *kept[:-1], (kept[-1][0], kept[-2][1], tarfile.REGTYPE)),
    ]:
        run = restore(different, "--data", tmp_path / "data")
        assert_refuses(run, "its databases differ from its list")
        assert_empty(tmp_path / "data")


def test_a_backup_of_a_newer_version_is_refused(
    tmp_path: Path, archive: Path, postgres: PostgresServer
) -> None:
    """Of a newer format, and of a newer schema of one database; into either storage."""
    (tmp_path / "a.sqlite").write_bytes(members(archive)["photos.sqlite"])
    execute(tmp_path / "a.sqlite", NEWER)
    made(tmp_path / "data")
    execute(tmp_path / "data/photos.sqlite", NEWER)
    database = postgres.create("fieldguide_newer")
    for newer in [
        changed(archive, "animals.sqlite", b"", format=2, version="7.8"),
        backed_up(tmp_path / "backups", "--data", tmp_path / "data"),
    ]:
        for place in [["--data", tmp_path / "new"], ["--database", database]]:
            run = restore(newer, *place)
            assert_refuses(run, "was written by a newer version of the program (", "install that one")
            assert_empty(tmp_path / "new")
    assert "f" in postgres.execute(
        "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'fieldguide')", database
    )


def test_a_backup_of_another_site_is_refused(tmp_path: Path) -> None:
    """It would be imported without an effect. Every site may have sign-ins."""
    other = tmp_path / "other"
    other.mkdir()
    for name in ["people", "sign-in"]:
        shutil.copy(made(tmp_path / "made") / "photos.sqlite", other / f"{name}.sqlite")
    archive = backed_up(tmp_path / "backups", "--data", other)
    run = restore(archive, "--data", tmp_path / "data")
    assert_refuses(run, f"{archive} has no data of a guide of this site.")
    assert_empty(tmp_path / "data")


@pytest.mark.parametrize("free", [8 << 10, 60 << 10])
def test_a_full_disk_imports_nothing(small_disk: Path, archive: Path, free: int) -> None:
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        filler.write(bytes((2 << 20) - free))
    run = restore(archive, "--data", small_disk / "data")
    assert_refuses(run)
    assert_empty(small_disk / "data")


# MARK: Rights


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
        (["backup", "all", "--data", "data"], None),
        (["import", "other.tar.gz", "--data", "new"], None),
        (["config", "--check", "--data", "data"], None),
        (["backup", "closed", "--data", "data"], "no backup can be written to"),
        (["backup", "closed/all", "--data", "data"], "no backup can be written to"),
        (["backup", "all", "--data", "closed"], "closed cannot be read"),
        (["import", "closed/other.tar.gz", "--data", "new"], "cannot be read"),
        (["import", "other.tar.gz", "--data", "closed"], "closed cannot be read"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_from_a_folder_that_the_user_cannot_enter(
    open_folder: Path, words: list[str], refusal: str | None
) -> None:
    """As after “sudo -u” in the folder of root. What is refused has its true reason."""
    if "import" in words:
        backup = backed_up(open_folder / "mine", "--data", open_folder / "data")
        backup.chmod(0o644)
        shutil.copy(backup, open_folder / "other.tar.gz")
    paths = ("all", "other", "data", "new", "closed")
    words = [str(open_folder / word) if word.startswith(paths) else word for word in words]
    public = ["--public", str(PACKAGE / "Public")] if words[0] == "config" else []
    # The program warns of variables with its prefix that are no settings.
    env = {name: text for name, text in os.environ.items() if not name.startswith("FIELDGUIDE_")}
    done = finished([*NOBODY, BINARY, *words, *public], cwd=open_folder / "closed", env=env)
    if refusal is None:
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert done.returncode == 1
        assert refusal in done.stderr and "tar" not in done.stderr.replace(".tar.gz", "")


@needs_example("Loans")
def test_a_history_is_part_of_the_backup(tmp_path: Path, postgres: PostgresServer) -> None:
    """That of a guide of records, from a database to files; samples do not come back."""
    program = str(PACKAGE / ".build/debug/Loans")
    shared = ["--database", postgres.create("loans_archive")]
    with serving(tmp_path / "1", example="Loans", options=shared) as server:
        person = {"id": "ada", "name": "Ada", "email": ""}
        assert send(server.url + "/people/editor/add", person).status == 303
        version = web.inputs(send(server.url + "/people?record=ada&dialog=edit").text)["version"]
        new = person | {"name": "Ada L", "version": version}
        assert send(server.url + "/people/editor/update", new).status == 303
        said = printed([program, "backup", tmp_path / "backups", "--data", tmp_path / "1", *shared])
    printed([program, "import", said.split()[1].rstrip(":"), "--data", tmp_path / "2"])
    with serving(tmp_path / "2", example="Loans") as server:
        web.until(lambda: ask(server.url, "GET", "/readyz").status == 200)
        history = send(server.url + "/people?record=ada&dialog=history").text
        assert "Ada L" in history and history.count("<time") >= 2
