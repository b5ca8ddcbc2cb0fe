"""`config --check`, with real files and certificates, and with fewer rights than root."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import web
from access import editor_line
from server import BINARY, Server, finished, printed, serving

# Root without its rights on the files of others.
UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


CA = """[ca]
default_ca = c
[c]
database = index
serial = serial
new_certs_dir = .
policy = p
default_md = sha256
[p]
commonName = supplied
"""


def certificate(folder: Path, days: int) -> None:
    """Makes a certificate that expires, or has expired, some days from now."""

    def openssl(*words: str | Path) -> None:
        subprocess.run(["openssl", *words], cwd=ca, check=True, capture_output=True)

    def date(days: int) -> str:
        return printed(["date", "--utc", f"--date={days} days", "+%y%m%d%H%M%SZ"]).strip()

    ca = folder / f"ca{days}"
    ca.mkdir()
    for name, text in {"index": "", "serial": "01", "ca": CA}.items():
        (ca / name).write_text(text)
    key = folder / "key.pem"
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=a.example", "-keyout", key,
            "-out", "request")  # fmt: skip
    openssl("ca", "-batch", "-selfsign", "-config", "ca", "-keyfile", key, "-in", "request",
            "-startdate", date(-400), "-enddate", date(days), "-out", folder / "chain.pem")  # fmt: skip


def database(folder: Path, sql: str) -> None:
    with sqlite3.connect(folder / "data/animals.sqlite") as connection:
        connection.execute(sql)
    connection.close()


def damage(folder: Path) -> None:
    with (folder / "data/animals.sqlite").open("r+b") as file:
        file.seek(4096)
        file.write(bytes(8192))


def hide(*names: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        for name in names:
            (folder / name).chmod(0)

    return change


TLS = ("--tls-certificate", "chain.pem", "--tls-key", "key.pem")
EDITORS = ("--editors", "editors")
# The change of the folder, the options, and how each line begins.
ROWS: dict[str, tuple[Callable[[Path], object], tuple[str, ...], list[str]]] = {
    "unreadable files, all of them": (
        hide("editors", "key.pem", "data"), (*EDITORS, *TLS),
        ["the file {}/key.pem cannot be read", "the editors file {}/editors cannot be read",
         "the data folder {}/data cannot be written"]),
    "unreadable configuration": (
        hide("c.json"), ("--config", "c.json"), ["the configuration file c.json cannot be read"]),
    "data folder of another user": (
        lambda folder: (folder / "data").chmod(0o555), (), ["the data folder {}/data cannot be written"]),
    "database that cannot be read": (
        hide("data/animals.sqlite"), (), ["{}/data/animals.sqlite cannot be read and written"]),
    "database that cannot be written": (
        lambda folder: (folder / "data/quakes.sqlite").chmod(0o400), (),
        ["{}/data/quakes.sqlite cannot be read and written"]),
    "damaged database": (
        damage, (), ["{}/data/animals.sqlite: The database of the animals is damaged."]),
    "newer database": (
        lambda folder: database(folder, "INSERT INTO grdb_migrations VALUES ('later')"), (),
        ["{}/data/animals.sqlite: A newer version of the program has written the file."]),
    "lost database": (
        lambda folder: (folder / "data/animals.sqlite").unlink(), (),
        ["{}/data/animals.sqlite: The file of the animals is missing."]),
    "expired certificate": (
        lambda folder: certificate(folder, -1), TLS, ["the certificate expired on "]),
    "certificate that expires soon": (
        lambda folder: certificate(folder, 29), TLS, ["warning: the certificate expires on "]),
    "certificate that is new": (lambda folder: certificate(folder, 31), TLS, []),
    "everybody is a proxy": (
        lambda _: None, ("--trusted-proxy", "0.0.0.0/0", "--writers", "nobody"),
        ["warning: --trusted-proxy names all addresses"]),
    "database of PostgreSQL that cannot be": (
        lambda _: None, ("--database", "postgresql://a.example:0/x?sslmode=on"),
        ["the port “0” of the database is not a number"]),
    "unknown environment": (
        lambda _: None, ("FIELDGUIDE_EDITOR=e",),
        ["warning: the environment variable FIELDGUIDE_EDITOR is not a setting"]),
    "several errors of the file": (
        lambda folder: (folder / "c.json").write_text('{"prot": 1, "port": 70000, "host": "a", "host": "b"}'),
        ("--config", "c.json"),
        ["“host” is given more than once", "“prot” in c.json is not a setting", "“port” in c.json is “70000”"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without faults, whose databases have begun."""
    folder = tmp_path_factory.mktemp("good")
    certificate(folder, 300)
    (folder / "editors").write_text(editor_line())
    (folder / "c.json").write_text('{"port": 0}')
    with serving(folder / "data", options=("--editors", str(folder / "editors"))) as program:
        wait_for_data(program)
        assert program.stop() == 0
    return folder


def wait_for_data(program: Server) -> None:
    """Waits until all databases are open."""
    web.until(lambda: web.send(program.url + "/readyz").status == 200)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("row", ROWS)
def test_a_check_finds(tmp_path: Path, good: Path, row: str) -> None:
    """Errors fail it, one line each; warnings do not. It changes nothing."""
    folder = tmp_path / "site"
    shutil.copytree(good, folder)
    change, options, expected = ROWS[row]
    change(folder)
    environment = dict(option.split("=", 1) for option in options if option.startswith("FIELDGUIDE_"))
    own = {name: text for name, text in os.environ.items() if not name.startswith("FIELDGUIDE_")}
    words = [option for option in options if not option.startswith("FIELDGUIDE_")]
    before = contents(folder / "data") if os.geteuid() == 0 else {}
    found = finished(
        [*UNPRIVILEGED, BINARY, "config", "--check", "--data", "data", *words],
        cwd=folder, env=own | environment,
    )  # fmt: skip
    lines = found.stderr.splitlines()
    fails = any(not sentence.startswith("warning: ") for sentence in expected)
    assert (found.returncode, found.stdout) == (
        (1, "") if fails else (0, "The configuration is valid.\n")
    ), found
    starts = [f"fieldguide: {s.removeprefix('warning: ').format(folder)}" for s in expected]
    assert len(lines) == len(starts), lines
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start) and line.endswith("."), (line, start)
    assert not before or contents(folder / "data") == before


def test_a_check_beside_the_running_program(good: Path, tmp_path: Path) -> None:
    """Finds nothing, and leaves the program its files."""
    folder = tmp_path / "site"
    shutil.copytree(good, folder)
    with serving(folder / "data") as program:
        wait_for_data(program)
        names = sorted(path.name for path in (folder / "data").iterdir())
        found = finished([BINARY, "config", "--check", "--data", folder / "data"])
        assert (found.returncode, found.stdout) == (0, "The configuration is valid.\n"), found
        assert sorted(path.name for path in (folder / "data").iterdir()) == names
        assert program.stop() == 0


@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_the_data_have_few_rights(tmp_path: Path, mask: int) -> None:
    """Outside of systemd, too."""
    (tmp_path / "editors").write_text(editor_line())
    umask = ("sh", "-c", f'umask {mask:03o}; exec "$@"', "sh")
    options = ("--editors", str(tmp_path / "editors"))
    with serving(tmp_path / "data", options=options, prefix=umask) as program:
        wait_for_data(program)
        rights = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()}
    databases = {name: mode for name, mode in rights.items() if ".sqlite" in name}
    assert len(databases) > 4
    for name, mode in databases.items():
        assert mode == (0o600 if name.startswith("sign-in") else 0o640), (name, oct(mode))
    own = {name: mode for name, mode in rights.items() if name.startswith("fieldguide.")}
    assert own and all(mode & 0o007 == 0 for mode in own.values()), rights
