"""The alerts, and the configuration of Prometheus in the guide, with a real Prometheus.

Each alert is raised by metrics that were recorded while the program was in the state that it tells
of, and by no others.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

import quakes
import web
from feeds import FeedServer, Trouble
from operators import ADDRESS, METRICS, PROMTOOL, metric, metrics_address
from postgres import PostgresServer
from proxies import DEPLOY, WITH_PARENT, Certificate, free_port, replaced
from recording import FIRST, NAMES, RULES, SECOND, Recording, alert, common
from server import ANY_POSTS, BINARY, PACKAGE, Server, command, printed, serving

PROMETHEUS = PROMTOOL.with_name("prometheus")
EAGLE = {"id": "A-1", "name": "Golden eagle", "diet": "Carnivore", "categoryId": "Bird"}
UNUSABLE, REFUSED = "DatabaseUnusable", "RefusedChanges"
# The minutes of each state. Nothing that has never happened raises an alert within an hour.
BEFORE, AFTER = 10, 45


def configuration(folder: Path, *changes: tuple[str, str]) -> Path:
    """Writes the configuration that the guide shows, with changes, and its alerts."""
    [block] = re.findall(r"^```yaml\n(.*?)^```$", (PACKAGE / "Docs/monitoring.md").read_text(), re.M | re.S)
    file = folder / "prometheus.yml"
    file.write_text(replaced(block, changes))
    for name in yaml.safe_load(block)["rule_files"]:
        (folder / name).write_text((DEPLOY / "alerts.yml").read_text())
    return file


def test_the_configuration_is_valid(tmp_path: Path) -> None:
    printed([PROMTOOL, "check", "config", configuration(tmp_path)], cwd=tmp_path)


def test_alerts_use_metrics_of_the_program() -> None:
    """Each of which is documented."""
    documented = (PACKAGE / "Docs/operations.md").read_text()
    assert len(NAMES) > 10
    for name in NAMES:
        assert f"`{name.removesuffix('_bucket')}`" in documented, name


def test_each_alert_is_raised_by_a_test() -> None:
    tests = Path(__file__).read_text()
    for name in RULES:
        assert f'"{name.removeprefix("Fieldguide")}"' in tests, name


# A value of Swift as text.
DUMP = re.compile(r"Error\.\w|Domain=|Optional\(|\b\w+\(\w+: ")


def assert_in_words(program: Server) -> None:
    """Checks that the log names the errors, and prints no values of Swift."""
    errors = [line for line in program.complete_log().splitlines() if " error=" in line]
    assert errors
    for line in errors:
        assert not DUMP.search(line), line


# Databases.


# A newer version has other diets and changes.
NEWER = """
    SET search_path TO fieldguide;
    UPDATE animal SET diet = 'Fungi' WHERE animal_id = 'Dog';
    INSERT INTO change (log, seq, operation, payload)
    SELECT log, max(seq) + 1, gen_random_uuid(), '{"renamed": {}}' FROM change
    WHERE log = 'animals' GROUP BY log
"""


def test_an_old_instance_beside_a_newer_one(tmp_path: Path, postgres: PostgresServer) -> None:
    """It cannot read what the newer one writes, and the database is there."""
    database = postgres.create("newer")
    with serving(tmp_path / "data", options=["--database", database, *METRICS]) as program:
        web.until(lambda: web.send(program.url + "/readyz").status == 200)
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        postgres.execute(NEWER, database)
        name = "fieldguide_change_log_lag_seconds"
        web.until(lambda: metric(program, name, log="animals") > 5)
        assert metric(program, name, log="quakes") == 0
        recording.hold(alert("Behind", log="animals"), minutes=AFTER)
        recording.check(tmp_path)
        assert_in_words(program)


def test_a_database_that_is_away(tmp_path: Path, postgres: PostgresServer) -> None:
    """Pages are served all the time. The first edit is lost."""
    options = ["--database", postgres.address, *METRICS]
    with serving(tmp_path / "data", options=options) as program:
        web.until(lambda: web.send(program.url + "/readyz").status == 200)
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        postgres.kill()
        name = "fieldguide_database_usable"
        web.until(lambda: metric(program, name, database="postgresql") == 0)
        assert web.send(program.url + "/animals").status == 200
        away = alert(UNUSABLE, database="postgresql")
        recording.hold(away, minutes=20)
        assert web.send(program.url + web.ADD, EAGLE).status == 503
        recording.hold(away, alert(REFUSED, database="postgresql"), minutes=20)
        recording.check(tmp_path)
        assert_in_words(program)


def test_a_database_that_is_away_at_the_start(tmp_path: Path) -> None:
    """The program waits for it."""
    options = ["--database", f"host={tmp_path} user=nobody dbname=nothing", *METRICS]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen([*command(tmp_path / "data"), *options], stderr=log)
    try:
        web.until(lambda: ADDRESS.search((tmp_path / "log").read_text()))
        address = ADDRESS.search((tmp_path / "log").read_text())
        assert address
        recording = Recording(address[1])
        recording.hold(alert(UNUSABLE, database="postgresql"), minutes=AFTER)
        recording.check(tmp_path)
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_a_database_file_that_was_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "data", options=METRICS) as program:
        assert web.send(program.url + web.ADD, EAGLE).status == 303
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        (tmp_path / "data/animals.sqlite").rename(tmp_path / "elsewhere")
        assert web.send(program.url + web.ADD, EAGLE | {"id": "A-2"}).status == 503
        expected = [alert(name, database="animals") for name in (UNUSABLE, REFUSED)]
        recording.hold(*expected, minutes=AFTER)
        recording.check(tmp_path)


def test_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    """One failed post is no rate of errors, and many are."""
    with serving(small_disk / "data", options=[*ANY_POSTS, *METRICS]) as program:
        assert web.send(program.url + web.ADD, EAGLE).status == 303
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        with (small_disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(1024))
        eagles = (EAGLE | {"id": f"A-{number}", "name": "x" * 200} for number in range(2, 400))
        assert any(web.send(program.url + web.ADD, eagle).status == 503 for eagle in eagles)
        refused = alert(REFUSED, database="animals")
        recording.hold(refused, minutes=20)
        for _ in range(12):
            for _ in range(7):
                assert web.send(program.url + web.ADD, next(eagles)).status == 503
            recording.scrape()
        recording.expect(refused, common("Errors", instance=FIRST))
        recording.check(tmp_path)
        assert_in_words(program)


def test_a_slow_disk(tmp_path: Path) -> None:
    """Another program holds the lock of the file, one second and a half each time."""
    with serving(tmp_path / "data", options=METRICS) as program:
        assert web.send(program.url + web.ADD, EAGLE).status == 303
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        file = tmp_path / "data/animals.sqlite"
        for number in range(2, 5):
            with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as lock:
                lock.execute("BEGIN IMMEDIATE")
                timer = threading.Timer(1.5, lock.rollback)
                timer.start()
                assert web.send(program.url + web.ADD, EAGLE | {"id": f"A-{number}"}).status == 303
                timer.join()
            recording.scrape(minutes=3)
        recording.expect(common("SlowPages", instance=FIRST))
        recording.check(tmp_path)


# Feeds.


@pytest.mark.parametrize("trouble", [Trouble.ERROR, Trouble.CLOSED, Trouble.HTML, None], ids=str)
def test_a_feed(tmp_path: Path, feeds: FeedServer, trouble: Trouble | None) -> None:
    """Its failures are known long before the earthquakes are a day old."""
    feeds.fail(trouble)
    feeds.hold()
    options = ["--quakes-refresh", "15", *METRICS]
    with serving(tmp_path / "data", feeds=feeds.url, options=options) as program:
        feeds.wait_for_request()
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        feeds.release()

        def count(outcome: str) -> float:
            return metric(program, "fieldguide_job_runs_total", job="quakes", outcome=outcome)

        web.until(lambda: count("success") + count("failure"))
        fails = [] if trouble is None else [common("JobFails", exported_job="quakes")]
        recording.hold(*fails, minutes=AFTER)
        recording.check(tmp_path)
        if fails:
            assert_in_words(program)


def test_a_feed_that_is_away_for_a_day(tmp_path: Path, feeds: FeedServer) -> None:
    with serving(tmp_path / "data", feeds=feeds.url, options=METRICS) as program:
        assert quakes.refresh(program, "allDay").status == 303
        backup(program, tmp_path)
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        feeds.fail(Trouble.ERROR)
        assert quakes.refresh(program, "allWeek").status == 303
        failures = "fieldguide_feed_refreshes_total"
        web.until(lambda: metric(program, failures, feed="quakes", outcome="failure") == 1)
        recording.hold(minutes=24 * 60)
        recording.hold(alert("OldEarthquakes", feed="quakes"), minutes=75)
        recording.check(tmp_path)


# Files of the operator.


@pytest.mark.parametrize("expires", ["certificate", "issuer"])
def test_a_certificate_that_expires(tmp_path: Path, expires: str) -> None:
    """In ten days; a new one is valid for months. The rest of the chain matters as well."""
    certificate = Certificate.make(tmp_path, days=90)
    names = ["--tls-certificate", str(certificate.chain), "--tls-key", str(certificate.key)]
    with serving(tmp_path / "data", options=[*names, *METRICS]) as program:
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        days = {name: 10 if name == expires else 90 for name in ("certificate", "issuer")}
        (tmp_path / "issuer").mkdir()
        issuer = Certificate.make(tmp_path / "issuer", days=days["issuer"], name="issuer")
        Certificate.make(tmp_path, days=days["certificate"], issuer=issuer)
        program.process.send_signal(signal.SIGHUP)
        name = "fieldguide_certificate_expiration_timestamp_seconds"
        web.until(lambda: metric(program, name) - time.time() < 11 * 86_400)
        recording.hold(alert("CertificateExpires"), minutes=20)
        # The key of another certificate: that is no reload, and the old one expires.
        certificate.key.write_text("nonsense")
        program.process.send_signal(signal.SIGHUP)
        web.until(lambda: metric(program, "fieldguide_last_reload_successful") == 0)
        failed = alert("ReloadFailed")
        recording.hold(failed, alert("CertificateExpires"), minutes=20)
        Certificate.make(tmp_path, days=90)
        program.process.send_signal(signal.SIGHUP)
        web.until(lambda: metric(program, "fieldguide_last_reload_successful") == 1)
        recording.hold(minutes=5)
        recording.check(tmp_path)


def backup(program: Server, folder: Path) -> None:
    """Makes a backup beside a running program, of all its files."""
    web.until(lambda: web.send(program.url + "/readyz").status == 200)
    printed([BINARY, "backup", folder / "backups", "--data", program.data])


def test_a_backup_that_is_missing(tmp_path: Path, feeds: FeedServer) -> None:
    with serving(tmp_path / "data", feeds=feeds.url, options=METRICS) as program:
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        assert quakes.refresh(program, "allDay").status == 303
        backup(program, tmp_path)
        recording.hold(minutes=24 * 60)
        # The earthquakes would be old, too.
        assert quakes.refresh(program, "allWeek").status == 303
        recording.hold(common("BackupMissing"), minutes=4 * 60)
        recording.check(tmp_path)


# The instance itself.


@contextmanager
def connected(program: Server, count: int) -> Iterator[None]:
    """Opens idle connections."""
    address = ("127.0.0.1", int(program.url.rpartition(":")[2]))
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(address))
        web.until(lambda: metric(program, "fieldguide_http_connections") >= count)
        yield


@pytest.mark.parametrize(
    ("prefix", "options", "count", "raised"),
    [
        ((), ["--connections", "20"], 18, ["Connections"]),
        # The system's limit is too low. It allows half as many connections.
        (("prlimit", "--nofile=100:100"), [], 50, ["Connections", "FileDescriptors"]),
    ],
    ids=["connections", "files"],
)
def test_a_limit_that_is_near(
    tmp_path: Path, prefix: tuple[str, ...], options: list[str], count: int, raised: list[str]
) -> None:
    with serving(tmp_path / "data", prefix=prefix, options=[*options, *METRICS]) as program:
        recording = Recording(metrics_address(program))
        recording.hold(minutes=BEFORE)
        with connected(program, count):
            recording.hold(*map(alert, raised), minutes=AFTER)
        recording.check(tmp_path)


@pytest.fixture
def programs(tmp_path: Path, feeds: FeedServer) -> Iterator[list[Server]]:
    """Two instances."""
    options = ["--quakes-refresh", "15", *METRICS]
    names = "one", "two"
    programs = [Server(tmp_path / name, feeds=feeds.url, options=options) for name in names]
    yield programs
    for program in programs:
        program.kill()


def test_an_instance_that_is_down(tmp_path: Path, programs: list[Server]) -> None:
    """Its other alerts end, and a moment is none."""
    recording = Recording(*map(metrics_address, programs))
    recording.hold(minutes=BEFORE)
    programs[1].kill()
    recording.hold(minutes=4)
    recording.hold(alert("Down", SECOND), minutes=AFTER)
    recording.check(tmp_path)


def test_both_instances_are_scraped(tmp_path: Path, programs: list[Server]) -> None:
    """By the configuration of the guide, at the ports of these instances."""
    targets = [metrics_address(program).removeprefix("http://") for program in programs]
    documented = ["127.0.0.1:9464", "127.0.0.1:9465"]
    file = configuration(tmp_path, *zip(documented, targets))
    intervals = "global: { scrape_interval: 1s, evaluation_interval: 1s }\n"
    file.write_text(intervals + file.read_text())
    base = f"http://127.0.0.1:{free_port()}"
    with (tmp_path / "prometheus.log").open("wb") as log:
        prometheus = subprocess.Popen(
            [*WITH_PARENT, PROMETHEUS, f"--config.file={file}",
             f"--storage.tsdb.path={tmp_path / 'data'}",
             f"--web.listen-address={base.removeprefix('http://')}"],
            stdout=log, stderr=log,
        )  # fmt: skip

    def asked(path: str, **query: str) -> Any:
        """The answer; `None` while Prometheus starts."""
        try:
            address = f"{base}/api/v1/{path}?{urllib.parse.urlencode(query)}"
            with urllib.request.urlopen(address, timeout=5) as answer:
                return json.load(answer)["data"]
        except OSError:
            return None

    def await_instances(expression: str, instances: list[str]) -> None:
        def found() -> list[str]:
            answer = asked("query", query=expression) or {"result": []}
            return sorted(one["metric"]["instance"] for one in answer["result"])

        web.until(lambda: found() == sorted(instances), within=30)

    def health() -> set[tuple[str, str]]:
        groups = asked("rules")["groups"]
        return {(rule["name"], rule["health"]) for group in groups for rule in group["rules"]}

    try:
        await_instances('up{job="fieldguide"} == 1', targets)
        await_instances('fieldguide_job_runs_total{exported_job="quakes",outcome="success"}', targets)
        web.until(lambda: health() == {(name, "ok") for name in RULES}, within=30)
        programs[1].kill()
        await_instances('up{job="fieldguide"} == 0', targets[1:])
    finally:
        prometheus.terminate()
        prometheus.wait(timeout=10)
