"""The Debian package on a booted system: installed, updated under load, removed and purged."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from booted import Booted, obstacle
from server import BINARY, PACKAGE, finished, printed

OBSTACLE = obstacle()
SITE = "http://127.0.0.1:8080"
FAST = os.environ | {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two versions."""
    folder = tmp_path_factory.mktemp("packages")
    for version in ("1.0", "1.1"):
        subprocess.run(
            [PACKAGE / "Scripts/package", BINARY, folder, version], env=FAST, check=True, timeout=120
        )
    return folder


@pytest.fixture(scope="module")
def system(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A system with the first version."""
    if OBSTACLE is not None:
        pytest.skip(OBSTACLE)
    system = Booted(tmp_path_factory.mktemp("booted"), packages)
    try:
        system.run("dpkg --install fieldguide_1.0_*.deb")
        yield system
    finally:
        system.end()


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_bare_debian(release: str, packages: Path, tmp_path: Path) -> None:
    """apt installs what the package needs; systemd starts it; a newer package updates it."""
    root = PACKAGE / f".tools/debian-{release}"
    if OBSTACLE is not None or not (root / "complete").exists():
        pytest.skip(OBSTACLE or f"there is no bare {release}")
    (package,) = packages.glob("fieldguide_1.0_*.deb")
    shutil.copy(package, root / "root")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    printed(
        ["chroot", root, "sh", "-c", f"apt-get update -qq && apt-get install -y -qq --no-install-recommends /root/{package.name}"],
        timeout=240, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
    )  # fmt: skip
    system = Booted(tmp_path, packages, root)
    try:
        # Nothing is started, and enabled units are forgotten, where no system is booted.
        system.run("dpkg --purge fieldguide; dpkg --install fieldguide_1.0_*.deb")
        for version in ("1.0", "1.1"):
            if version != "1.0":
                system.run(f"dpkg --install fieldguide_{version}_*.deb")
            for guide in ("animals", "quakes", "breeds", "photos"):
                system.run(f"curl --fail --silent --retry 10 --retry-connrefused {SITE}/{guide} > /dev/null")
    finally:
        system.end()


def test_lintian_finds_nothing(packages: Path) -> None:
    said = finished(["lintian", "--pedantic", *packages.glob("fieldguide_1.0_*.deb")])
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
    assert "animals.sqlite" in system.run("ls /var/backups/fieldguide/*Z")
    assert "Serve the site" in system.run("man fieldguide-serve || zcat /usr/share/man/man1/fieldguide-serve.1.gz")


def test_it_listens_for_a_proxy_without_its_own_file(system: Booted) -> None:
    """As a comment in that file says."""
    folder = "/etc/systemd/system/fieldguide.socket.d"
    units = "fieldguide.socket fieldguide.service"
    system.run(f"mkdir -p {folder}; ln -s /dev/null {folder}/local.conf; systemctl daemon-reload")
    system.run(f"systemctl stop {units}; systemctl start {units}")
    assert system.run("stat --format='%G %a' /run/fieldguide.sock").strip() == "www-data 660"
    system.run("curl --fail --silent --unix-socket /run/fieldguide.sock http://localhost/healthz")
    system.run(f"rm {folder}/local.conf; systemctl daemon-reload")
    system.run(f"systemctl stop {units}; systemctl start {units}")
    system.run(f"curl --fail --silent {SITE}/healthz")


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


def test_an_update_under_load_fails_no_request(system: Booted) -> None:
    """The socket stays open while the service is restarted. Changes of settings are kept."""
    before = system.run("systemctl show --property=MainPID --value fieldguide.service")
    system.run(r"""sed -i 's/"json"/"text"/' /etc/fieldguide/fieldguide.json""")
    system.run(
        "while [ ! -e /tmp/over ]; do"
        f"  curl --silent --max-time 20 --output /dev/null --write-out '%{{http_code}}\\n' {SITE}/animals"
        "  >> /tmp/statuses || echo failed >> /tmp/statuses;"
        " done & visits=$!\n"
        "dpkg --install fieldguide_1.1_*.deb\n"
        f"curl --fail --silent {SITE}/animals > /dev/null\n"
        "touch /tmp/over; wait $visits"
    )
    statuses = system.run("cat /tmp/statuses").split()
    assert len(statuses) > 10 and set(statuses) == {"200"}
    assert system.run("systemctl show --property=MainPID --value fieldguide.service") != before
    assert "text" in system.run("cat /etc/fieldguide/fieldguide.json")


def test_a_removal_keeps_data_and_a_purge_does_not(system: Booted) -> None:
    """Backups stay in both cases."""
    system.run("dpkg --remove fieldguide")
    assert system.fails(f"curl --fail --silent {SITE}/healthz")
    system.run("ls /var/lib/fieldguide/animals.sqlite /etc/fieldguide/editors")
    system.run("dpkg --purge fieldguide")
    assert system.fails("ls -d /var/lib/fieldguide")
    assert system.fails("ls -d /etc/fieldguide")
    system.run("ls /var/backups/fieldguide/*Z/animals.sqlite")
    system.run(f"dpkg --install fieldguide_1.1_*.deb; curl --fail --silent --retry 10 --retry-connrefused {SITE}/healthz")
