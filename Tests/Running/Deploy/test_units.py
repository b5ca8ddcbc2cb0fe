"""The systemd units, and the completeness of the guide."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import web
from postgres import PostgresServer
from proxies import DEPLOY, GUIDE, TOOLS, replaced
from server import BINARY, finished, printed, serving

UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (
    ".service", ".socket", ".timer"))  # fmt: skip

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


@needs_systemd
def test_units_are_right(tmp_path: Path) -> None:
    """Verified by systemd without starting them."""
    copies = {name.replace(".", "@."): name for name in UNITS if "backup" not in name}
    units = {name: name for name in UNITS} | copies
    for name, file in units.items():
        text = (DEPLOY / file).read_text()
        if "/opt/fieldguide/fieldguide" in text:
            text = replaced(text, [("/opt/fieldguide/fieldguide", str(BINARY))])
        (tmp_path / name).write_text(text)
    said = finished(["systemd-analyze", "verify", "--man=no", *(tmp_path / name for name in units)])
    about_ours = [line for line in said.stderr.splitlines() if "fieldguide" in line]
    assert about_ours == []


@needs_systemd
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_services_are_shut_in(name: str) -> None:
    """Measured by systemd's exposure level, where 10 is unconfined."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", DEPLOY / name],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert level and float(level[1]) <= 3, said.stdout


def test_the_guide_names_each_file() -> None:
    """All of them, and no others."""
    guide = GUIDE.read_text()
    for path in DEPLOY.iterdir():
        if path.name != "README.md":
            assert path.name in guide or path.suffix in guide, path.name
    for name in re.findall(r"Deploy/([\w-]+\.[\w.-]*\w)", guide):
        assert (DEPLOY / name).exists() or list(DEPLOY.glob(f"{name}*")), name


def test_caddy_checks_an_instance_once() -> None:
    """Each check sends a request a second."""
    adapted = printed(
        [TOOLS / "caddy/usr/bin/caddy", "adapt", "--adapter", "caddyfile", "--config",
         DEPLOY / "Caddyfile"], env=os.environ | {"SECOND": "unix//run/fieldguide2.sock"}
    )  # fmt: skip

    def checks(value: object) -> list[object]:
        """The active health checks of all proxies."""
        if isinstance(value, dict):
            found = [value["active"]] if "active" in value else []
            return found + checks(list(value.values()))
        return [one for item in value for one in checks(item)] if isinstance(value, list) else []

    [check] = checks(json.loads(adapted))
    assert check == {"uri": "/healthz", "interval": 1_000_000_000, "timeout": 3_000_000_000}


def test_threads_ask_for_no_higher_priority_than_the_unit_permits(tmp_path: Path) -> None:
    """Otherwise libdispatch writes a line to the log for each refusal. A privileged program
    stands in for a service: this machine may not permit what the unit does."""
    [limit] = re.findall(r"^LimitNICE=(-?\d+)$", (DEPLOY / "fieldguide.service").read_text(), re.M)
    with serving(tmp_path, environment={"LIBDISPATCH_LOG": "stderr"}) as server:
        least = 0
        for number in range(200):
            web.send(f"{server.url}/animals?category=Fish&x={number}")
            for stat in Path(f"/proc/{server.process.pid}/task").glob("*/stat"):
                least = min(least, int(stat.read_text().rpartition(")")[2].split()[16]))
        if "Failed to set thread priority" in server.log():
            pytest.skip("not permitted to raise priorities")
        assert int(limit) <= least < 0


def dump(folder: Path, *, fails: str = "") -> int:
    """Runs the commands of the nightly dump with stubs of pg_dump and sync, of which one
    may fail. The stub of sync records what is in the folder."""
    dumps = folder / "dumps"
    stubs = {
        "pg_dump": "for last; do case $last in --file=*) echo dump > ${last#--file=};; esac; done",
        "sync": f'echo "$1": {dumps}/* >> {folder}/synced',
    }
    for name, text in stubs.items():
        stub = folder / name
        stub.write_text(f"#!/bin/sh\n{text}\n" + ("exit 1\n" if name == fails else ""))
        stub.chmod(0o755)
    text = (DEPLOY / "fieldguide-backup-database.conf").read_text()
    [line] = re.findall(r"^ExecStart=(/bin/sh.*)$", text, re.M)
    words = [word.replace("%%", "%") for word in shlex.split(line)]
    words = [word.replace("/var/backups/fieldguide", str(dumps)) for word in words]
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run(words, env=environment, check=False).returncode


def test_a_dump_of_an_emptied_database_is_refused(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """By a real server. The last dump stays, whatever its age."""
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    changes = [
        ("--host=/run/postgresql", f"--host={postgres.folder}"), ("%%", "%"),
        ("--username=fieldguide", "--username=postgres"), (" fieldguide ", " postgres "),
        ("/var/backups/fieldguide", str(dumps)),
    ]  # fmt: skip
    text = replaced((DEPLOY / "fieldguide-backup-database.conf").read_text(), changes)
    [words] = [shlex.split(line) for line in re.findall(r"^ExecStart=(/bin/sh.*)$", text, re.M)]

    postgres.execute("CREATE TABLE animal AS SELECT n, md5(n::text) FROM generate_series(1, 999) n")
    assert finished(words).returncode == 0
    [last] = dumps.iterdir()
    last = last.rename(dumps / "2001-02-03T040506Z.dump")
    postgres.execute("TRUNCATE animal")
    refused = finished(words)
    sentence = f"The dump is less than half as large as {last}: restore that, or move it away.\n"
    assert (refused.returncode, refused.stderr) == (1, sentence)
    assert list(dumps.iterdir()) == [last]
    last.unlink()
    assert finished(words).returncode == 0


@pytest.mark.parametrize("command", ["pg_dump", "sync"])
def test_a_dump_by_a_stub_that_fails_leaves_no_file(tmp_path: Path, command: str) -> None:
    """A restore takes the last file."""
    (tmp_path / "dumps").mkdir()
    assert dump(tmp_path, fails=command) != 0
    assert list((tmp_path / "dumps").iterdir()) == []


def test_a_dump_by_a_stub_is_synced_before_and_after_it_gets_its_name(tmp_path: Path) -> None:
    """First the file, then the folder, which has the name."""
    (tmp_path / "dumps").mkdir()
    assert dump(tmp_path) == 0
    [made] = (tmp_path / "dumps").iterdir()
    assert made.suffix == ".dump"
    synced = (tmp_path / "synced").read_text().splitlines()
    assert synced == [f"{made}.unfinished: {made}.unfinished", f"{made.parent}: {made}"]
