"""The deployment guide, executed command by command."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import web
from deployed import NAME, PASSWORD
from machine import Machine
from proxies import GUIDE, Caddy, Nginx

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
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


def status(machine: Machine, animal: str) -> str:
    """Returns the status of the animal's page."""
    return machine.run(f'{STATUS} "https://$SITE/animals?animal={animal}"')


def test_the_guide(machine: Machine, proxy: type[Nginx] | type[Caddy]) -> None:
    """Installs the site, restores a backup, and upgrades to another version."""
    [other] = GROUPS.keys() - {proxy.name}
    guide = GUIDE.read_text()
    blocks = [block for block in BLOCK.findall(guide) if other not in block]
    said = ""
    for block in blocks:
        is_backup = block == "systemctl start fieldguide-backup.service\n"
        if is_backup:
            assert add(machine, "early") == "303"
        said += machine.run(block, said=PASSWORD + "\n")
        if is_backup:
            assert add(machine, "late") == "303"
            assert (status(machine, "early"), status(machine, "late")) == ("200", "200")
    assert (status(machine, "early"), status(machine, "late")) == ("200", "404")
    # The input of the commands.
    assert "\nready\n" in said and said.endswith("ok\n")
    assert re.search(r"public-origin\s+https://www\.example\.net", said), said
    # The site is addressed by its host name.
    for path in (machine.root / "etc").rglob("*"):
        if path.is_file() and "systemd" not in path.parts:
            assert "example.org" not in path.read_text(), path
    assert machine.systemd.group == GROUPS[proxy.name]
    assert machine.systemd.active >= {
        "fieldguide.socket", "fieldguide.service", "fieldguide-backup.timer",
    }  # fmt: skip
    assert machine.calls[-1] == ["systemctl", "restart", "fieldguide.service"]
