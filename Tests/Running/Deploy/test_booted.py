"""The units of the package under a real systemd."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import web
from booted import Booted, obstacle
from commands import commands
from deployed import NAME, PASSWORD
from server import NOWHERE

OBSTACLE = obstacle()
pytestmark = pytest.mark.skipif(OBSTACLE is not None, reason=OBSTACLE or "")

SITE = "www.example.net"
SOCKET = "--unix-socket /run/fieldguide.sock"
STATUS = f"curl --silent --max-time 20 --output /dev/null --write-out '%{{http_code}}' {SOCKET}"
# A watchdog with less patience, and a log that can be read.
DROP_IN = """[Service]
WatchdogSec=2
TimeoutAbortSec=1
StandardOutput=append:/var/log/fieldguide
StandardError=append:/var/log/fieldguide
Environment=FIELDGUIDE_QUAKES_REFRESH=off
""" + "".join(
    f"Environment=FIELDGUIDE_{name}={NOWHERE}\n" for name in ("QUAKES_FEEDS", "DOGS", "PHOTOS")
)


@pytest.fixture(scope="module")
def system(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with the package, a name and an editor."""
    system = Booted(tmp_path_factory.mktemp("booted"), packages)
    try:
        unit = "/etc/systemd/system/fieldguide.service.d"
        system.run(f"mkdir -p {unit}; cat > {unit}/tests.conf", said=DROP_IN)
        system.run("dpkg --install 1.0/fieldguide_*.deb")
        for block in commands("deployment", "2. Name and editors"):
            system.run(f"SITE={SITE}\n{block}", said=PASSWORD + "\n")
        said = system.run(f"curl --silent --fail --retry 5 {SOCKET} http://{SITE}/readyz")
        assert said.endswith("ready\n")
        yield system
    finally:
        system.end()


def add(system: Booted, animal: str) -> str:
    """Returns the status of adding an animal."""
    form = f"id={animal}&name={animal}&diet=Omnivore&categoryId=Fish"
    return system.run(
        f"{STATUS} --user '{NAME}:{PASSWORD}' --data '{form}'"
        f" --header 'Origin: https://{SITE}' http://{SITE}{web.ADD}"
    )


def status(system: Booted, animal: str = "Dog") -> str:
    """Returns the status of the page of an animal, by default of one that is always there."""
    return system.run(f"{STATUS} 'http://{SITE}/animals?animal={animal}'")


def shown(system: Booted, name: str, unit: str = "fieldguide.service") -> str:
    """Returns a property of a unit."""
    return system.run(f"systemctl show --property={name} --value {unit}").strip()


def test_the_site_is_running_in_its_sandbox(system: Booted) -> None:
    """As its user, with its own folder alone; the socket is the proxy's."""
    assert shown(system, "ActiveState") == "active"
    process = shown(system, "MainPID")
    assert system.run(f"stat --format=%U /proc/{process}").strip() == "fieldguide"
    assert "NoNewPrivs:\t1" in system.run(f"cat /proc/{process}/status")
    assert system.run("stat --format='%U %a' /var/lib/fieldguide").split() == ["fieldguide", "700"]
    assert system.run("stat --format=%G /run/fieldguide.sock").strip() == "www-data"
    assert shown(system, "NextElapseUSecRealtime", "fieldguide-backup.timer")


def test_a_restore_with_traffic(system: Booted) -> None:
    """Visitors start the site by its socket, but not with the old data."""
    assert add(system, "early") == "303"
    [restore] = commands("deployment", "Restore")
    system.run("systemctl start fieldguide-backup.service")
    assert add(system, "late") == "303"
    assert (status(system, "early"), status(system, "late")) == ("200", "200")
    visits = f"while :; do {STATUS} http://{SITE}/ || true; sleep 0.02; done >/dev/null 2>&1"
    # A person types the next command, and visitors come before.
    typed = restore.replace("\n", "\nsleep 0.5\n")
    system.run(f"({visits}) & visits=$!\n{typed}\nkill $visits")
    assert (status(system, "early"), status(system, "late")) == ("200", "404")


def test_a_program_that_is_killed_or_hangs_is_started_again(system: Booted) -> None:
    """The visitor waits for it."""
    for signal in ("KILL", "STOP"):
        process = shown(system, "MainPID")
        system.run(f"kill -{signal} {process}")
        web.until(lambda before=process: shown(system, "MainPID") not in (before, "0"), within=30)
        assert status(system) == "200"
    assert int(shown(system, "NRestarts")) >= 2


def test_a_broken_configuration_fails_the_start(system: Booted) -> None:
    """And is tried again until it is mended."""
    file = "/etc/fieldguide/fieldguide.json"
    system.run(f"cp {file} {file}.good; echo '{{' > {file}")
    assert system.fails("systemctl restart fieldguide.service")
    assert shown(system, "ActiveState") != "active"
    system.run(f"mv {file}.good {file}")
    web.until(lambda: shown(system, "ActiveState") == "active", within=30)
    assert status(system) == "200"


@pytest.mark.parametrize(
    ("file", "line", "reason"),
    [
        ("editors", "ada:plain", "of the editors file /etc/fieldguide/editors"),
        ("fieldguide.json", "{", "the configuration file /etc/fieldguide/fieldguide.json"),
    ],
)
def test_an_invalid_file_fails_the_reload(system: Booted, file: str, line: str, reason: str) -> None:
    """Which says why, and is a metric; the editors stay."""
    path = f"/etc/fieldguide/{file}"
    system.run(f"cp --preserve {path} {path}.good; echo '{line}' >> {path}")
    assert system.fails("systemctl reload fieldguide.service")
    assert reason in shown(system, "StatusText")
    assert reason in system.run("tail -n 1 /var/log/fieldguide")
    assert reloaded(system) == "0"
    assert add(system, f"kept-{Path(file).stem}") == "303"
    system.run(f"mv {path}.good {path}; systemctl reload fieldguide.service")
    assert (reloaded(system), shown(system, "StatusText")) == ("1", "Serving")
    assert add(system, f"reloaded-{Path(file).stem}") == "303"


def reloaded(system: Booted) -> str:
    """Returns the metric of the last reload."""
    metrics = system.run("curl --silent --max-time 20 http://127.0.0.1:9464/metrics")
    [value] = re.findall(r"^fieldguide_last_reload_successful (\d)$", metrics, re.M)
    return value


def test_the_check_is_that_of_the_user(system: Booted) -> None:
    """As in the guide, for whom a file of root is not there."""
    check = "runuser --user fieldguide -- fieldguide config --check --config"
    check += " /etc/fieldguide/fieldguide.json"
    assert system.run(check) == "The configuration is valid.\n"
    system.run("chmod 600 /etc/fieldguide/editors; chown root: /etc/fieldguide/editors")
    said = system.ask(f"{check} 2>&1")
    assert "/etc/fieldguide/editors cannot be read" in said
    system.run("chmod 640 /etc/fieldguide/editors; chgrp fieldguide /etc/fieldguide/editors")
    assert system.run(check) == "The configuration is valid.\n"


def test_a_visitor_starts_the_site_that_was_stopped(system: Booted) -> None:
    """By its socket."""
    system.run("systemctl stop fieldguide.service")
    assert shown(system, "ActiveState") == "inactive"
    assert status(system) == "200"
    assert shown(system, "ActiveState") == "active"


def test_each_line_of_the_log_is_json(system: Booted) -> None:
    """From a start to the end."""
    system.run("systemctl restart fieldguide.service; : > /var/log/fieldguide")
    assert status(system) == "200"
    system.run("systemctl restart fieldguide.service")
    lines = system.run("cat /var/log/fieldguide").splitlines()
    assert len(lines) >= 3
    for line in lines:
        assert isinstance(json.loads(line), dict), line
