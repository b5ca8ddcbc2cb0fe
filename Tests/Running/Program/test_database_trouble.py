"""Databases that instances cannot use: each leads to one sentence, without a secret."""

from __future__ import annotations

import shutil
import socket
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from plants import PLANTS, post
from postgres import PostgresServer
from program_fixtures import needs_example
from proxies import free_port
from server import PACKAGE, Server, finished, printed
from web import until
from wire import ask

POOLER = PACKAGE / ".tools/pgbouncer"
pytestmark = needs_example("Plants")

# The part of every password in these tests that must not appear anywhere.
SECRET = "sesame"
RULES = """
local all all trust
host all ada 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


def folder() -> Path:
    """A folder for a server, whose socket needs a short path."""
    path = Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}"
    path.mkdir()
    return path


def make_certificates(path: Path) -> None:
    """Makes two authorities, and a certificate of the first for “localhost”."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=path, check=True, capture_output=True)

    new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout")
    for name in ("ca", "other"):
        openssl("req", "-x509", "-days", "2", "-subj", f"/CN={name}", *new, f"{name}.key", "-out", f"{name}.pem")
    openssl("req", "-subj", "/CN=localhost", *new, "server.key", "-out", "server.csr")
    authority = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial")
    openssl("x509", "-req", "-days", "2", "-in", "server.csr", *authority, "-out", "server.pem")
    (path / "server.key").chmod(0o600)


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A server with TLS, and roles that lack something."""
    path, port = folder(), free_port()
    make_certificates(path)
    (path / "pg_hba.conf").write_text(RULES)
    tls = ("-c", "ssl=on", "-c", "ssl_cert_file=../server.pem", "-c", "ssl_key_file=../server.key")
    server = PostgresServer(path, ["-c", "fsync=off", *tls], port)
    for statement in (
        f"CREATE ROLE ada LOGIN PASSWORD 'open {SECRET}'",
        "CREATE ROLE no_schema LOGIN",
        "CREATE ROLE no_table LOGIN",
        "CREATE ROLE one_session LOGIN CONNECTION LIMIT 1",
        "CREATE DATABASE used",
        "GRANT CREATE ON DATABASE postgres TO one_session",
        "GRANT CREATE ON DATABASE used TO no_table",
    ):
        server.execute(statement)
    yield server
    server.remove()


@pytest.fixture(scope="module")
def replica() -> Iterator[PostgresServer]:
    """A server that only reads."""
    server = PostgresServer()
    server.stop()
    signal = server.folder / "data/standby.signal"
    signal.touch()
    owner = (server.folder / "data").stat()
    shutil.os.chown(signal, owner.st_uid, owner.st_gid)
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def pooler(postgres: PostgresServer) -> Iterator[str]:
    """The address of a PgBouncer that shares sessions between transactions."""
    if not POOLER.exists():
        pytest.skip("“Scripts/install test” provides PgBouncer")
    path = folder()
    (path / "pgbouncer.ini").write_text(
        f"""
        [databases]
        postgres = host={postgres.folder} port={postgres.port}
        [pgbouncer]
        pool_mode = transaction
        listen_addr =
        listen_port = 6432
        unix_socket_dir = {path}
        auth_type = trust
        auth_file = {path}/users
        logfile = {path}/log
        """.replace("\n        ", "\n")
    )
    (path / "users").write_text('"postgres" ""\n')
    process = subprocess.Popen(
        [str(PACKAGE / "Scripts/test-pgbouncer"), str(path)], stdin=subprocess.PIPE
    )
    until_listening(path / ".s.PGSQL.6432")
    yield f"host={path} port=6432 user=postgres dbname=postgres"
    assert process.stdin is not None
    process.stdin.close()
    process.wait(timeout=30)
    shutil.rmtree(path, ignore_errors=True)


def until_listening(path: Path) -> None:
    """Waits until a Unix socket accepts connections."""
    def listens() -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(path)) == 0

    until(listens)


def start(tmp_path: Path, database: str, *options: str) -> str:
    """Starts a program that must refuse, and returns its sentence."""
    refused = finished(
        [
            str(PLANTS),
            *("serve", "--port", "0", "--metrics-port", "off", "--data", str(tmp_path / "data")),
            *("--log-level", "debug", "--database", database, *options),
        ]
    )
    assert (refused.returncode, refused.stdout) == (1, ""), refused
    assert SECRET not in refused.stderr
    lines = [line for line in refused.stderr.splitlines() if " debug plants: " not in line]
    assert len(lines) == 1 and lines[0].endswith("."), refused.stderr
    return lines[0]


TROUBLE = [
    ("an address that cannot be parsed", f"postgresql://u:{SECRET}%zz@h/d",
     "the address of the database is not valid; write it like “postgresql://user@host:5432/database” (--database)."),
    ("a wrong password", f"host=127.0.0.1 port={{port}} dbname=postgres user=ada password={SECRET}",
     'password authentication failed for user "ada"; check the user and the password'),
    ("no password", "host=127.0.0.1 port={port} dbname=postgres user=ada",
     "no password supplied; set the password (--database)"),
    ("an unknown user", f"{{address}} user=missing password={SECRET}",
     'role "missing" does not exist; check the user and the rules of access'),
    ("an unknown database", f"{{address}} dbname=missing password={SECRET}",
     'database "missing" does not exist; create the database, or correct its name'),
    ("a certificate of an unknown authority",
     "host=localhost hostaddr=127.0.0.1 port={port} user=postgres sslmode=verify-full sslrootcert={folder}/other.pem",
     "certificate verify failed; set sslrootcert to the certificate of its authority"),
    ("a certificate for another host",
     "host=db.example hostaddr=127.0.0.1 port={port} user=postgres sslmode=verify-full sslrootcert={folder}/ca.pem",
     'does not match host name "db.example"; use a host name of the certificate'),
    ("a user who may not create a schema", "{address} user=no_schema",
     "permission denied for database postgres (SQLSTATE 42501); let an administrator run GRANT CREATE"),
    ("too few connections", "{address} user=one_session",
     'too many connections for role "one_session"; use fewer connections'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("database", "says"), [row[1:] for row in TROUBLE], ids=[row[0] for row in TROUBLE]
)
def test_a_database_that_cannot_be_used_stops_the_start(
    postgres: PostgresServer, tmp_path: Path, database: str, says: str
) -> None:
    filled = database.format(
        address=postgres.address, port=postgres.port, folder=postgres.folder
    )
    assert says in start(tmp_path, filled)


def launched(tmp_path: Path, port: int, database: str) -> subprocess.Popen[str]:
    """Launches a program that is not ready soon."""
    return subprocess.Popen(
        [PLANTS, "--port", str(port), "--metrics-port", "off", "--data", tmp_path / "data",
         "--database", f"{database} password={SECRET}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_start_waits_for_a_server_that_is_away(tmp_path: Path) -> None:
    """The site responds in the meantime, but is not ready."""
    server = PostgresServer()
    server.stop()
    port = free_port()
    process = launched(tmp_path, port, server.address)
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: answers(url, "/readyz") == 503)
        assert answers(url, "/healthz") == 200
        server.start()
        until(lambda: answers(url, "/readyz") == 200)
        assert answers(url, "/plants") == 200
    finally:
        process.terminate()
        said, log = process.communicate(timeout=20)
        server.remove()
    assert process.returncode == 0
    assert said.startswith("Plants is ready: ")
    assert "the database is away; waiting for it" in log and SECRET not in log


def test_a_program_that_waits_for_its_database_can_be_stopped(tmp_path: Path) -> None:
    """From its first connection on: a supervisor may stop it at any time."""
    port = free_port()
    process = launched(tmp_path, port, "host=/nonexistent user=u")
    until(lambda: accepts(port))
    process.terminate()
    said, log = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, "") and SECRET not in log


def accepts(port: int) -> bool:
    """True if something listens on a port of 127.0.0.1."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def answers(url: str, target: str) -> int:
    """Returns the status of an address; 0 while nothing listens."""
    try:
        return ask(url, "GET", target).status
    except OSError:
        return 0


def test_a_replica_that_only_reads_is_refused(replica: PostgresServer, tmp_path: Path) -> None:
    assert "session is read-only; name the primary among the hosts" in start(
        tmp_path, replica.address
    )


def test_a_pooler_that_shares_sessions_is_refused(pooler: str, tmp_path: Path) -> None:
    assert "the database is behind a pooler that shares sessions" in start(tmp_path, pooler)


def test_a_password_file_that_is_missing_is_named(postgres: PostgresServer, tmp_path: Path) -> None:
    path = str(tmp_path / "missing")
    said = start(tmp_path, postgres.address, "--database-password-file", path)
    assert said == f"plants: the password file {path} cannot be read; check --database-password-file."


def test_tables_of_a_newer_program_are_not_used(
    postgres: PostgresServer, database: str, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data", example="Plants", options=["--database", database])
    assert server.stop() == 0
    newer = "INSERT INTO plants.schema_version VALUES ('plants', 9, 9)"
    postgres.execute(newer, database)
    assert start(tmp_path, database) == (
        "plants: the tables of “plants” have version 9, which needs a newer program; "
        "update this instance (--database)."
    )


def test_tables_of_another_user_are_not_used(postgres: PostgresServer, tmp_path: Path) -> None:
    address = postgres.database("used")
    server = Server(tmp_path / "data", example="Plants", options=["--database", address])
    assert server.stop() == 0
    said = start(tmp_path, address + " user=no_table")
    assert "make the user the owner of the schema and of its tables" in said


def test_visitors_are_told_that_the_disk_of_the_database_is_full(
    postgres: PostgresServer, database: str, tmp_path: Path
) -> None:
    address = f"{database} password={SECRET}"
    server = Server(tmp_path / "data", example="Plants", options=["--database", address])
    full = """
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON plants.plants EXECUTE FUNCTION full_disk();
    """
    postgres.execute(full, database)
    answer = post(server)
    text = answer.text
    assert answer.status == 503
    assert "The disk of the database is full, so the change was not saved." in text and "Nettle" in text
    assert "could not extend file" not in text and SECRET not in text
    postgres.execute("DROP FUNCTION full_disk CASCADE", database)
    assert post(server).status == 303
    log = server.complete_log()
    assert "53100" in log and SECRET not in log


def test_the_settings_are_shown_without_the_password(tmp_path: Path) -> None:
    shown = printed([PLANTS, "config", "--database", f"postgresql://ada:{SECRET}@localhost/garden"])
    assert "ada@localhost/garden" in shown and SECRET not in shown
