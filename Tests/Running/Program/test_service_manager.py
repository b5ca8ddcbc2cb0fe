"""The program under a service manager and with a log for machines. A socket of the test
stands in for systemd's."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from pathlib import Path

from operators import METRICS, metric
from server import BINARY, PACKAGE, finished, printed, serving
from wire import ask


def test_the_service_manager_is_told_of_the_start_the_work_and_the_stop(tmp_path: Path) -> None:
    """Each message is one datagram, in the format of sd_notify(3)."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        name = f"fieldguide-test-{os.getpid()}"
        manager.bind(f"\0{name}")
        manager.settimeout(20)
        environment = {"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": "200000"}
        with serving(tmp_path / "data", environment=environment) as server:
            told = [manager.recv(1000) for _ in range(6)]
            assert told.count(b"READY=1\nSTATUS=Serving") == 1
            assert told.count(b"WATCHDOG=1") == 5
            assert server.stop() == 0
            while manager.recv(1000) != b"STOPPING=1":
                pass


def test_each_line_is_json(tmp_path: Path) -> None:
    """The line that the program is ready, warnings for the operator, and the log."""
    options = ("--log-format", "json", "--log-level", "debug", "--public-origin", "https://a.example")
    with serving(tmp_path / "data", options=options) as server:
        assert ask(server.url, "GET", "/animals").status == 200
        lines = [json.loads(line) for line in server.complete_log().splitlines()]
    assert any("read-only" in line["message"] for line in lines if line["level"] == "warning")
    assert any(line["message"] == "started" and line["version"] for line in lines)
    refused = finished(
        [BINARY, "serve", "--log-format", "json", "--editors", "/missing", "--port", "0",
         "--metrics-port", "off", "--data", tmp_path / "other"]
    )  # fmt: skip
    assert (refused.returncode, refused.stdout) == (1, "")
    said = [json.loads(line) for line in refused.stderr.splitlines()]
    assert said[-1]["level"] == "critical" and "/missing" in said[-1]["message"]


def test_health_checks_are_logged_at_debug(tmp_path: Path) -> None:
    for level, count in (("info", 0), ("debug", 1)):
        with serving(tmp_path / level, options=("--log-format", "json", "--log-level", level)) as server:
            assert ask(server.url, "GET", "/healthz").status == 200
            lines = [json.loads(line) for line in server.complete_log().splitlines()]
        requests = [line["level"] for line in lines if line["message"] == "request"]
        assert requests == ["debug"] * count


def test_one_warning_for_a_proxy_that_is_not_trusted(tmp_path: Path) -> None:
    """Its visitors are one client, which nobody would notice."""
    forwarded = [("X-Forwarded-For", "192.0.2.1")]
    for trusted, count in ((), 1), (("--trusted-proxy", "127.0.0.1"), 0):
        with serving(tmp_path / f"{count}", options=trusted) as server:
            for target in ("/animals", "/photos", "/animals"):
                assert ask(server.url, "GET", target, forwarded).status == 200
            assert server.complete_log().count("header fields of a proxy are ignored") == count


def test_the_version_names_the_commit(tmp_path: Path) -> None:
    """That of the clone, or the one named in the environment of the build. The log and the
    metrics name the same."""
    said = printed([BINARY, "--version"]).strip()
    version, _, commit = said.partition(" ")
    assert version.startswith("1.")
    commit = commit.strip("()")
    if (PACKAGE / ".git").exists():
        name = commit.removesuffix("+changes")
        subprocess.run(["git", "cat-file", "-e", f"{name}^{{commit}}"], cwd=PACKAGE, check=True)
    with serving(tmp_path / "data", options=("--log-format", "json", *METRICS)) as server:
        assert metric(server, "fieldguide_build_info", version=version, commit=commit) == 1
        lines = [json.loads(line) for line in server.complete_log().splitlines()]
    [started] = [line["version"] for line in lines if line["message"] == "started"]
    assert started == said


def check(*options: str | Path) -> subprocess.CompletedProcess[str]:
    """Checks a configuration."""
    return finished([BINARY, "config", "--check", *options])


def test_a_check_fails_on_what_serve_refuses(tmp_path: Path) -> None:
    """With the same sentence, and without touching anything."""
    (tmp_path / "editors").write_text("ada:plain\n")
    (tmp_path / "file").write_text("")
    data = ("--data", str(tmp_path / "file/data"))
    refused: list[tuple[str, ...]] = [
        ("--editors", "/missing"), ("--editors", str(tmp_path / "editors")),
        ("--tls-certificate", "/missing", "--tls-key", "/missing"),
        ("--tls-certificate", str(tmp_path / "file"), "--tls-key", str(tmp_path / "file")),
        ("--templates", "/missing"), data,
        ("--port", "99999"),
    ]  # fmt: skip
    for options in refused:
        checked = check(*options)
        served = finished(
            [BINARY, "serve", "--metrics-port", "off", *([] if options == data else
             ["--data", str(tmp_path / "data")]), *options]
        )  # fmt: skip
        assert (checked.returncode, served.returncode) == (1, 1), (options, checked, served)
        if options != data:
            assert checked.stderr.splitlines()[-1] == served.stderr.splitlines()[-1]
    good = check("--data", tmp_path / "new/data")
    assert (good.returncode, good.stdout) == (0, "The configuration is valid.\n"), good
    assert not (tmp_path / "new").exists()
