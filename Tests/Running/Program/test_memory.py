"""The memory that the limits allow."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from pathlib import Path

import web
from server import BINARY, printed, serving
from wire import FORM, connect, request

CONNECTIONS, FORM_BYTES = 60, 4 << 20
OPTIONS = (
    "--connections", f"{CONNECTIONS}", "--form-bytes", f"{FORM_BYTES}", "--sending", "1",
    "--page-cache", "1", "--live-memory", "1", "--exports", "0", "--metrics-port", "off",
)  # fmt: skip
# Of files that are kept, which are none here.
KEPT = 88


def mebibytes(process: int, field: str) -> float:
    """Memory of a process."""
    [size] = re.findall(rf"^{field}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.M)
    return int(size) / 1024


def test_memory_stays_below_the_sum_of_the_limits(tmp_path: Path) -> None:
    """With the largest form that is not complete on each connection."""
    shown = printed([BINARY, "config", *OPTIONS])
    allowed = int(re.findall(r"^memory +(\d+) MiB", shown, re.M)[0]) - KEPT
    forms = CONNECTIONS * FORM_BYTES / (1 << 20)
    with serving(tmp_path / "data", options=OPTIONS) as program, ExitStack() as open_ones:
        process = program.process.pid
        assert web.send(program.url + "/animals").status == 200
        before = mebibytes(process, "VmRSS")
        body = request(program.url, "POST", web.ADD, [FORM], b"name=" + b"x" * (FORM_BYTES - 5))[:-1]
        # One connection remains for a visitor.
        for _ in range(CONNECTIONS - 1):
            connection = open_ones.enter_context(closing(connect(program.url)))
            connection.sendall(body)
        web.until(lambda: mebibytes(process, "VmRSS") - before > 0.9 * forms)
        assert web.send(program.url + "/animals").status == 200
        assert mebibytes(process, "VmHWM") - before < allowed
