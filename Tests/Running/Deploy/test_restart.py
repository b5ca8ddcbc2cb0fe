"""A restart under systemd, which keeps the socket: no request fails."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from deployed import configured
from proxies import Caddy, Certificate, Nginx, Proxy
from server import command

# Like systemd: the socket is the first descriptor after standard error.
EXECUTE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.argv[2], sys.argv[2:])
"""


def activated(folder: Path, config: Path, listening: socket.socket) -> subprocess.Popen[str]:
    """Starts the program with the inherited socket, and waits until it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-c", EXECUTE, str(listening.fileno()), *command(folder / "data"),
         "--config", str(config)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"LISTEN_FDS": "1"},
        pass_fds=(listening.fileno(),),
    )  # fmt: skip
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["message"] == "Fieldguide is ready"
    return process


@pytest.mark.parametrize("kind", [Nginx, Caddy], ids=lambda kind: kind.name)
def test_a_restart(tmp_path: Path, certificate: Certificate, kind: type[Proxy]) -> None:
    """Requests during the restart wait, and the new process responds."""
    config = configured(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        site = tmp_path / "fieldguide.sock"
        listening.bind(str(site))
        listening.listen(128)
        process = activated(tmp_path, config, listening)
        proxy = kind(tmp_path, [site], certificate)
        statuses: list[int] = []
        is_over = threading.Event()

        def visit() -> None:
            while not is_over.is_set():
                statuses.append(proxy.ask("GET", "/animals?category=Fish").status)

        try:
            assert proxy.ask("GET", "/animals?category=Fish").status == 200
            process.terminate()
            assert process.wait(timeout=8) == 0
            visitors = [threading.Thread(target=visit) for _ in range(4)]
            process = activated(tmp_path, config, listening)
            for visitor in visitors:
                visitor.start()
            for _ in range(3):
                before = len(statuses)
                process.terminate()
                assert process.wait(timeout=8) == 0
                process = activated(tmp_path, config, listening)
                while len(statuses) < before + 20:
                    assert any(visitor.is_alive() for visitor in visitors)
                    is_over.wait(0.02)
            is_over.set()
            for visitor in visitors:
                visitor.join(10)
            assert set(statuses) == {200}, {s: statuses.count(s) for s in set(statuses)}
        finally:
            is_over.set()
            process.kill()
            process.wait()
            proxy.stop()
