"""The command `health`, which containers run, knows whether the site is ready."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from operators import METRICS, metrics_address
from proxies import Certificate
from server import BINARY, finished, serving
from web import until

NO_ANSWER = "the site does not answer at http://127.0.0.1:"


def health(*options: str, **environment: str) -> tuple[int, str]:
    """The status of the command, and what it says."""
    asked = finished([BINARY, "health", *options], env=os.environ | environment)
    return asked.returncode, (asked.stdout + asked.stderr).strip()


def becomes_healthy(*options: str, **environment: str) -> None:
    """Waits: on a busy machine an answer may take longer than the command does."""
    until(lambda: health(*options, **environment) == (0, "ready"), within=30, every=0.2)


def port(url: str) -> str:
    return url.rpartition(":")[2]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "::", "localhost"])
def test_a_site_that_serves_is_healthy(host: str, tmp_path: Path) -> None:
    """At each address that it may listen on, and without the proxy for other machines."""
    with serving(tmp_path / "data", options=("--host", host)) as server:
        options = ("--host", host, "--port", port(server.url))
        becomes_healthy(*options, http_proxy="http://127.0.0.1:9")


def test_a_site_that_is_stuck_or_gone_is_not(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        options = ("--port", port(server.url), "--metrics-port", "off")
        os.kill(server.process.pid, signal.SIGSTOP)
        status, said = health(*options)
        assert status == 1 and NO_ANSWER in said
        os.kill(server.process.pid, signal.SIGCONT)
        becomes_healthy(*options)
    status, said = health(*options)
    assert status == 1 and NO_ANSWER in said


def test_a_site_without_its_database_is_not(tmp_path: Path) -> None:
    """It answers, and says so."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1]
    database = "postgresql://nobody@127.0.0.1:9/nothing?sslmode=disable"
    options = ("--port", str(number), "--database", database)
    # No line is printed before the database answers.
    program = subprocess.Popen(
        [BINARY, "serve", "--data", tmp_path / "data", "--metrics-port", "off", *options],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: "is not ready" in health("--port", str(number))[1], within=20, every=0.2)
        assert health("--port", str(number))[0] == 1
    finally:
        program.kill()
        program.wait()


def test_with_an_inherited_socket_the_metrics_are_asked(tmp_path: Path) -> None:
    """No setting shows it: nothing answers at the port of the settings."""
    with serving(tmp_path / "data", options=METRICS) as server:
        metrics = port(metrics_address(server))
        asked = ("--port", "9", "--metrics-port", metrics)
        becomes_healthy(*asked)
    status, said = health(*asked)
    assert status == 1 and f"{NO_ANSWER}9/readyz or http://127.0.0.1:{metrics}/readyz;" in said


def test_with_tls_or_a_socket_the_metrics_are_asked(tmp_path: Path) -> None:
    certificate = Certificate.make(tmp_path)
    tls = ("--tls-certificate", str(certificate.chain), "--tls-key", str(certificate.key))
    for options in (tls, ("--socket", str(tmp_path / "socket"))):
        with serving(tmp_path / "data", options=(*METRICS, *options)) as server:
            asked = ("--metrics-port", port(metrics_address(server)), *options[:2])
            becomes_healthy(*asked)
        assert health(*asked)[0] == 1
        status, said = health(*options[:2], "--metrics-port", "off")
        assert status == 1 and "set --metrics-port to a port" in said
