"""The units under a real systemd, with the commands of the guide."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

import pytest

import web
from booted import Booted, obstacle
from deployed import NAME, PASSWORD
from machine import ENVIRONMENT
from proxies import GUIDE
from server import BINARY, PACKAGE
from test_guide import BLOCK

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
""" + "".join(f"Environment={name}={value}\n" for name, value in ENVIRONMENT.items())


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system on which the site is installed as in the guide."""
    folder = tmp_path_factory.mktemp("booted")
    clone = folder / "clone"
    shutil.copytree(PACKAGE / "Deploy", clone / "Deploy")
    (clone / ".build/release").mkdir(parents=True)
    shutil.copy(BINARY, clone / ".build/release/fieldguide")
    system = Booted(folder, clone)
    try:
        follow(system, "2. Install")
        unit = "/etc/systemd/system/fieldguide.service.d"
        system.run(f"mkdir -p {unit}; cat > {unit}/tests.conf", said=DROP_IN)
        assert follow(system, "3. Start").endswith("ready\n")
        yield system
    finally:
        system.end()


def follow(system: Booted, heading: str) -> str:
    """Runs the commands of a section."""
    section = GUIDE.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    said = ""
    for block in BLOCK.findall(section):
        said += system.run(f"SITE={SITE}\n{block}", said=PASSWORD + "\n")
    return said


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
    section = GUIDE.read_text().split("\n## 6. Backup and restore\n")[1].split("\n## ")[0]
    backup, restore = BLOCK.findall(section)
    system.run(backup)
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


def test_an_invalid_editors_file_fails_the_reload(system: Booted) -> None:
    """And the editors stay."""
    file = "/etc/fieldguide/editors"
    system.run(f"cp --preserve {file} {file}.good; cat {file}.good >> {file}")
    assert system.fails("systemctl reload fieldguide.service")
    assert add(system, "kept") == "303"
    system.run(f"cp --preserve {file}.good {file}; systemctl reload fieldguide.service")
    assert add(system, "reloaded") == "303"


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
