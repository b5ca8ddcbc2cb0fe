"""The alerts, and the configuration of Prometheus in the guide, with a real Prometheus."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

import web
from feeds import FeedServer, Trouble
from operators import ADDRESS, METRICS, PROMTOOL, Samples, counted, metrics_address, samples, value
from postgres import PostgresServer
from proxies import DEPLOY, GUIDE, WITH_PARENT, free_port, replaced
from server import PACKAGE, Server, command, printed, serving

PROMETHEUS = PROMTOOL.with_name("prometheus")
EAGLE = {"id": "A-1", "name": "Golden eagle", "diet": "Carnivore", "categoryId": "Bird"}


def promtool(folder: Path, *words: str | Path) -> None:
    """Runs promtool, which must find no fault."""
    printed([PROMTOOL, *words], cwd=folder)


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


INSTANCE = "127.0.0.1:9464"
# In minutes: the time of the recorded state before, and of the one after.
BEFORE, AFTER = 10, 40


def recorded(program: Server) -> Samples:
    """Returns the metrics of a running program that the alerts use, as Prometheus stores them."""
    names = set(re.findall(r"\b((?:fieldguide|process)_\w+)", (DEPLOY / "alerts.yml").read_text()))
    renamed = {"job": "exported_job"}
    own = {("job", "fieldguide"), ("instance", INSTANCE)}
    return {
        (name, frozenset({(renamed.get(key, key), value) for key, value in labels} | own)): number
        for (name, labels), number in counted(program).items()
        if name in names
    }


def assert_raises(folder: Path, before: Samples, after: Samples, *expected: tuple[str, str]) -> None:
    """Checks the alerts and their label of a program that went from one state to another."""
    assert before.keys() <= after.keys()
    series = []
    for (name, labels), number in after.items():
        pairs = ",".join(f'{key}="{label}"' for key, label in sorted(labels))
        # A series like that of the failed requests may begin later.
        values = f"{before.get((name, labels), '_')}x{BEFORE} {number}x{AFTER}"
        series.append({"series": f"{name}{{{pairs}}}", "values": values})
    alerts = {
        rule["alert"]: rule
        for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
        for rule in group["rules"]
        if "node_" not in rule["expr"]
    }
    raised: dict[str, list[dict[str, dict[str, str]]]] = {name: [] for name in alerts}
    for name, label in expected:
        key = re.search(r"\$labels\.(\w+)", alerts[name]["annotations"]["summary"])
        assert key
        labels = {key[1]: label}
        if key[1] == "database":
            labels |= {"job": "fieldguide", "instance": INSTANCE}
        text = re.sub(r"{{.*?}}", label, alerts[name]["annotations"]["summary"])
        raised[name].append({"exp_labels": labels, "exp_annotations": {"summary": text}})
    tests = [
        {"eval_time": f"{minute}m", "alertname": name, "exp_alerts": found if minute > BEFORE else []}
        for name, found in raised.items()
        for minute in (BEFORE, BEFORE + AFTER - 5)
    ]
    cases = {
        "rule_files": ["alerts.yml"], "evaluation_interval": "1m",
        "tests": [{"interval": "1m", "input_series": series, "alert_rule_test": tests}],
    }  # fmt: skip
    (folder / "alerts.yml").write_text((DEPLOY / "alerts.yml").read_text())
    (folder / "recorded.yml").write_text(yaml.safe_dump(cases, allow_unicode=True))
    promtool(folder, "test", "rules", "recorded.yml")


def test_a_database_that_is_away_raises_an_alert(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """Pages are served all the time, and nobody edits."""
    options = ["--database", postgres.address, *METRICS]
    with serving(tmp_path / "data", options=options) as program:
        web.until(lambda: web.send(program.url + "/readyz").status == 200)
        before = recorded(program)
        postgres.kill()
        labels = {"database": "postgresql", "job": "fieldguide", "instance": INSTANCE}
        name = "fieldguide_database_usable"
        assert value(before, name, **labels) == 1
        web.until(lambda: value(recorded(program), name, **labels) == 0, within=30)
        assert web.send(program.url + "/animals").status == 200
        away = ("FieldguideDatabaseUnusable", "postgresql")
        assert_raises(tmp_path, before, recorded(program), away)
        assert web.send(program.url + web.ADD, EAGLE).status == 503
        refused = ("FieldguideRefusedChanges", "postgresql")
        assert_raises(tmp_path, before, recorded(program), away, refused)


def test_a_database_that_is_away_at_the_start_raises_an_alert(tmp_path: Path) -> None:
    """The program waits for it."""
    options = ["--database", f"host={tmp_path} user=nobody dbname=nothing", *METRICS]
    command_line = [*command(tmp_path / "data"), *options]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command_line, stderr=log)
    try:
        web.until(lambda: ADDRESS.search((tmp_path / "log").read_text()))
        address = ADDRESS.search((tmp_path / "log").read_text())
        assert address
        text = web.send(address[0]).text
        assert value(samples(text), "fieldguide_database_usable", database="postgresql") == 0
        assert "fieldguide_database_usable{" in text
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_a_full_disk_raises_an_alert_at_the_first_edit(small_disk: Path, tmp_path: Path) -> None:
    """One failed post is no rate of errors."""
    with serving(small_disk / "data", options=METRICS) as program:
        assert web.send(program.url + web.ADD, EAGLE).status == 303
        before = recorded(program)
        with (small_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(1024))
        eagles = (EAGLE | {"id": f"A-{number}", "name": "x" * 200} for number in range(2, 200))
        assert any(web.send(program.url + web.ADD, eagle).status == 503 for eagle in eagles)
        assert_raises(tmp_path, before, recorded(program), ("FieldguideRefusedChanges", "animals"))


@pytest.mark.parametrize("trouble", [Trouble.ERROR, Trouble.CLOSED, Trouble.HTML, None], ids=str)
def test_a_feed_that_fails_raises_an_alert(
    tmp_path: Path, feeds: FeedServer, trouble: Trouble | None
) -> None:
    """Long before the earthquakes are a day old."""
    feeds.fail(trouble)
    feeds.hold()
    options = ["--quakes-refresh", "15", *METRICS]
    with serving(tmp_path / "data", feeds=feeds.url, options=options) as program:
        feeds.wait_for_request()
        before = recorded(program)
        feeds.release()
        labels = {"exported_job": "quakes", "job": "fieldguide", "instance": INSTANCE}
        outcomes = ["success", "failure"]
        runs = "fieldguide_job_runs_total"

        def counts() -> list[float]:
            found = recorded(program)
            return [value(found, runs, **labels, outcome=outcome) for outcome in outcomes]

        web.until(lambda: any(counts()))
        assert (counts()[0] > 0, counts()[1] > 0) == (trouble is None, trouble is not None)
        fails = [] if trouble is None else [("FieldguideJobFails", "quakes")]
        assert_raises(tmp_path, before, recorded(program), *fails)


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
