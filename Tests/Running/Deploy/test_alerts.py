"""The alerts, and the configuration of Prometheus in the guide, with a real Prometheus."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import web
from operators import METRICS, PROMTOOL, metrics_address
from proxies import DEPLOY, GUIDE, WITH_PARENT, free_port, replaced
from server import PACKAGE, Server

PROMETHEUS = PROMTOOL.with_name("prometheus")


def promtool(folder: Path, *words: str | Path) -> None:
    """Runs promtool, which must find no fault."""
    said = subprocess.run(
        [PROMTOOL, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr


def configuration(folder: Path, *changes: tuple[str, str]) -> Path:
    """Writes the configuration that the guide shows, with changes, and its alerts."""
    [block] = re.findall(r"^```yaml\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    file = folder / "prometheus.yml"
    file.write_text(replaced(block, changes))
    for name in yaml.safe_load(block)["rule_files"]:
        (folder / name).write_text((DEPLOY / "alerts.yml").read_text())
    return file


def test_alerts_are_raised_when_they_should(tmp_path: Path) -> None:
    """Such as that of a backup that has never been made."""
    for folder in DEPLOY, Path(__file__).parent:
        name = "alerts.yml" if folder == DEPLOY else "cases.yml"
        (tmp_path / name).write_text((folder / "alerts.yml").read_text())
    promtool(tmp_path, "check", "config", configuration(tmp_path))
    promtool(tmp_path, "test", "rules", "cases.yml")


def test_alerts_use_metrics_of_the_program() -> None:
    """Each of which is documented."""
    documented = (PACKAGE / "Docs/operations.md").read_text()
    names = set(re.findall(r"\b((?:fieldguide|process)_\w+)", (DEPLOY / "alerts.yml").read_text()))
    assert len(names) > 4
    for name in names:
        assert f"`{name.removesuffix('_bucket')}`" in documented, name


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[list[Server]]:
    """Two instances."""
    programs = [Server(tmp_path / name, options=METRICS) for name in ("one", "two")]
    yield programs
    for program in programs:
        program.kill()


def test_both_instances_are_scraped(tmp_path: Path, programs: list[Server]) -> None:
    """By the configuration of the guide, at the ports of these instances."""
    targets = [metrics_address(program).removeprefix("http://") for program in programs]
    documented = ["127.0.0.1:9464", "127.0.0.1:9465"]
    file = configuration(tmp_path, *zip(documented, targets))
    file.write_text("global: { scrape_interval: 1s }\n" + file.read_text())
    base = f"http://127.0.0.1:{free_port()}"
    with (tmp_path / "prometheus.log").open("wb") as log:
        prometheus = subprocess.Popen(
            [*WITH_PARENT, PROMETHEUS, f"--config.file={file}",
             f"--storage.tsdb.path={tmp_path / 'data'}",
             f"--web.listen-address={base.removeprefix('http://')}"],
            stdout=log, stderr=log,
        )  # fmt: skip

    def query(expression: str) -> dict[str, float]:
        """The values by instance; none while Prometheus starts."""
        parameters = urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(f"{base}/api/v1/query?{parameters}", timeout=5) as answer:
                found = json.load(answer)["data"]["result"]
        except OSError:
            return {}
        return {one["metric"]["instance"]: float(one["value"][1]) for one in found}

    try:
        web.until(lambda: query('up{job="fieldguide"} == 1').keys() == set(targets), within=30)
        web.until(lambda: query("fieldguide_http_connections").keys() == set(targets), within=30)
        programs[1].kill()
        web.until(lambda: query('up{job="fieldguide"} == 0').keys() == {targets[1]}, within=30)
    finally:
        prometheus.terminate()
        prometheus.wait(timeout=10)
