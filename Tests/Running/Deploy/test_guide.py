"""The deployment guide, executed command by command."""

from __future__ import annotations

import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import web
from deployed import NAME, PASSWORD
from machine import Machine
from proxies import GUIDE, Caddy, Nginx
from web import until

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
KINDS = ("service", "socket")
GROUPS = {"nginx": "www-data", "caddy": "caddy"}

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@pytest.fixture(params=[Nginx, Caddy], ids=lambda kind: kind.name)
def proxy(request: pytest.FixtureRequest) -> type[Nginx] | type[Caddy]:
    """The proxy in front of the site."""
    return request.param


@pytest.fixture
def machine(tmp_path: Path, proxy: type[Nginx] | type[Caddy]) -> Iterator[Machine]:
    """A new machine."""
    machine = Machine(tmp_path, proxy)
    yield machine
    machine.end()


STATUS = "curl --silent --show-error --output /dev/null --write-out '%{http_code}'"


def add(machine: Machine, animal: str) -> str:
    """Returns the status of adding an animal as an editor."""
    form = f"id={animal}&name={animal}&diet=Omnivore&categoryId=Fish"
    return machine.run(
        f"{STATUS} --user '{NAME}:{PASSWORD}' --data '{form}'"
        f' --header "Origin: https://$SITE" "https://$SITE{web.ADD}"'
    )


def status(machine: Machine, animal: str, instance: str = "") -> str:
    """Returns the status of the animal's page, behind the proxy or at an instance."""
    base = "http://$SITE" if instance else "https://$SITE"
    return machine.run(f'{STATUS} {instance} "{base}/animals?animal={animal}"')


def has_new_units(machine: Machine, name: str) -> bool:
    """Whether the installed units are those of the clone."""
    return all(
        (machine.root / f"etc/systemd/system/{name}.{kind}").read_text()
        == (machine.clone / f"Deploy/fieldguide.{kind}").read_text()
        for kind in KINDS
    )


@contextmanager
def visitors(machine: Machine) -> Iterator[None]:
    """Somebody who connects to the site all the time, and so starts it by its socket."""
    is_over = threading.Event()

    def visit() -> None:
        while not is_over.wait(0.02):
            with socket.socket(socket.AF_UNIX) as visitor, suppress(OSError):
                visitor.settimeout(1)
                visitor.connect(str(machine.root / "run/fieldguide.sock"))
                visitor.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                visitor.recv(1)

    thread = threading.Thread(target=visit)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def test_the_guide_with_traffic_and_a_stand_in_for_systemd(
    machine: Machine, proxy: type[Nginx] | type[Caddy]
) -> None:
    """Installs the site, restores a backup, upgrades to another version, adds a second
    instance, and restores a dump."""
    [other] = GROUPS.keys() - {proxy.name}
    one, several = GUIDE.read_text().split("## 8. Several instances")

    def follow(part: str) -> str:
        """Runs the commands of a part, with an animal added before its backup, and one after."""
        said = ""
        for block in BLOCK.findall(part):
            if other in block.lower():
                continue
            if "systemctl restart" in block:
                # The other version has other units.
                for kind in KINDS:
                    with (machine.clone / f"Deploy/fieldguide.{kind}").open("a") as unit:
                        unit.write("X-Changed=yes\n")
            is_backup = block.endswith("systemctl start fieldguide-backup.service\n")
            if is_backup:
                assert add(machine, "early") == "303"
            with visitors(machine):
                said += machine.run(block, said=PASSWORD + "\n")
            if "mv /var/lib/fieldguide" in block:
                # The program has not been started by a visitor with the old files.
                assert (status(machine, "early"), status(machine, "late")) == ("200", "404")
            if is_backup:
                assert add(machine, "late") == "303"
                assert (status(machine, "early"), status(machine, "late")) == ("200", "200")
        return said

    said = follow(one)
    assert has_new_units(machine, "fieldguide")
    assert (status(machine, "early"), status(machine, "late")) == ("200", "404")
    # The input of the commands.
    assert "\nready\n" in said and "\nok\n" in said
    assert re.search(r"public-origin\s+https://www\.example\.net", said), said
    assert machine.calls[-1] == ["systemctl", "restart", "fieldguide.service"]

    assert add(machine, "moved") == "303"
    assert follow(several).splitlines().count("ready") == 4
    assert has_new_units(machine, "fieldguide@")
    sockets = [f"{machine.root}/run/{name}.sock" for name in ("fieldguide", "fieldguide2")]
    for path in sockets:
        until(lambda path=path: status(machine, "late", f"--unix-socket {path}") == "404")
        for animal in ("early", "moved"):
            assert status(machine, animal, f"--unix-socket {path}") == "200"
    # The site is addressed by its host name.
    for path in (machine.root / "etc").rglob("*"):
        if path.is_file() and "systemd" not in path.parts:
            assert "example.org" not in path.read_text(), path
    assert set(machine.systemd.groups.values()) == {GROUPS[proxy.name]}
    assert machine.systemd.active >= {
        "fieldguide.socket", "fieldguide.service", "fieldguide@2.socket", "fieldguide@2.service",
        "fieldguide-backup.timer",
    }  # fmt: skip
