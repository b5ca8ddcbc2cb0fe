"""The Debian package on a booted system: installed, removed and purged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from booted import Booted, obstacle
from server import finished

OBSTACLE = obstacle()
SITE = "http://127.0.0.1:8080"


@pytest.fixture(scope="module")
def system(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with the first version."""
    if OBSTACLE is not None:
        pytest.skip(OBSTACLE)
    system = Booted(tmp_path_factory.mktemp("booted"), packages)
    try:
        system.run("dpkg --install 1.0/*.deb")
        yield system
    finally:
        system.end()


def test_lintian_finds_nothing(packages: Path) -> None:
    said = finished(["lintian", "--pedantic", *packages.glob("1.0/*.deb")])
    assert said.stdout == ""


def test_the_site_is_open_at_once(system: Booted) -> None:
    """On this machine alone, as its user; the folders are its own."""
    page = system.run(f"curl --fail --silent --retry 10 --retry-connrefused {SITE}/animals")
    assert "<h2" in page and "Select a category" in page
    process = system.run("systemctl show --property=MainPID --value fieldguide.service").strip()
    assert system.run(f"stat --format=%U /proc/{process}").strip() == "fieldguide"
    modes = {
        "/etc/fieldguide/editors": "root fieldguide 640",
        "/var/lib/fieldguide": "fieldguide fieldguide 700",
        "/var/backups/fieldguide": "fieldguide fieldguide 750",
    }
    for path, mode in modes.items():
        assert system.run(f"stat --format='%U %G %a' {path}").strip() == mode
    units = "fieldguide.service fieldguide.socket fieldguide-backup.timer"
    assert set(system.run(f"systemctl is-enabled {units}").split()) == {"enabled"}
    assert set(system.run(f"systemctl is-active {units}").split()) == {"active"}
    system.run("fieldguide config --check --config /etc/fieldguide/fieldguide.json")
    system.run("systemctl start fieldguide-backup.service")
    system.run("ls /var/backups/fieldguide/fieldguide-*.tar.gz")
    assert "Serve the site" in system.run("man fieldguide-serve || zcat /usr/share/man/man1/fieldguide-serve.1.gz")


def test_the_journal_knows_priorities(system: Booted) -> None:
    """So `journalctl -p err` shows the errors alone."""
    system.run("systemctl start systemd-journald.socket systemd-journald.service")
    system.run("systemctl restart fieldguide.service")
    system.run(f"curl --fail --silent {SITE}/animals > /dev/null")
    system.run("printf '%s' '{\"port\": \"x\"}' > /root/broken.json")
    unit = r"[Service]\nExecStart=/usr/bin/fieldguide serve --config /root/broken.json\n"
    system.run(f"printf '{unit}' > /etc/systemd/system/broken.service; systemctl daemon-reload")
    system.run("systemctl start broken.service; while systemctl is-active broken.service; do sleep 0.1; done")

    def lines(*options: str) -> list[str]:
        return system.run(f"journalctl --quiet --output cat {' '.join(options)}").splitlines()

    errors = [line for line in lines("-p err", "--unit broken.service") if line.startswith("fieldguide: ")]
    assert len(errors) == 1 and "“port” in /root/broken.json" in errors[0], lines("--unit broken.service")
    assert lines("-p err", "--unit fieldguide.service") == []
    notices = lines("-p notice", "--unit fieldguide.service")
    assert any('"message":"started"' in line for line in notices)
    assert not any('"message":"request"' in line for line in notices)
    assert any('"message":"request"' in line for line in lines("--unit fieldguide.service"))


def test_a_removal_keeps_data_and_a_purge_does_not(system: Booted) -> None:
    """Backups stay in both cases."""
    system.run("systemctl start fieldguide-backup.service")
    system.run("dpkg --remove fieldguide")
    assert system.fails(f"curl --fail --silent {SITE}/healthz")
    system.run("ls /var/lib/fieldguide/animals.sqlite /etc/fieldguide/editors")
    system.run("dpkg --purge fieldguide")
    assert system.fails("ls -d /var/lib/fieldguide")
    assert system.fails("ls -d /etc/fieldguide")
    system.run("ls /var/backups/fieldguide/fieldguide-*.tar.gz")
    system.run(f"dpkg --install 1.1/*.deb; curl --fail --silent --retry 10 --retry-connrefused {SITE}/healthz")
