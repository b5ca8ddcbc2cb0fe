"""The systemd units."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import web
from proxies import DEPLOY, TOOLS, replaced
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
        if "/usr/bin/fieldguide" in text:
            text = replaced(text, [("/usr/bin/fieldguide", str(BINARY))])
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


@pytest.mark.parametrize("file", ["fieldguide.service", "compose.yaml"])
def test_the_limit_of_memory_is_that_of_the_settings(file: str) -> None:
    """And as much as a half more for the program and its data."""
    text = (DEPLOY / file).read_text()
    own = {name: text for name, text in os.environ.items() if not name.startswith("FIELDGUIDE_")}
    own |= dict(re.findall(r'^ +(FIELDGUIDE_CONNECTIONS): "(\d+)"$', text, re.M))
    shown = printed([BINARY, "config", "--config", DEPLOY / "fieldguide.json"], env=own)
    [allowed] = re.findall(r"^memory +(\d+) MiB", shown, re.M)
    [limit] = re.findall(r"^(?:MemoryMax=| +mem_limit: )([2-9])[gG]$", text, re.M)
    assert 1.2 < int(limit) * 1024 / int(allowed) < 1.5


def test_each_file_is_explained() -> None:
    """In the README of the folder."""
    explained = (DEPLOY / "README.md").read_text()
    for path in DEPLOY.iterdir():
        assert f"]({path.name})" in explained or path.name == "README.md", path.name


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
