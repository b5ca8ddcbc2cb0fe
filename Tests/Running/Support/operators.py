"""The endpoints for operators."""

from __future__ import annotations

import re

from server import PACKAGE, Server
from web import send, until

PROMTOOL = PACKAGE / ".tools/prometheus/usr/bin/promtool"
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/metrics")
SAMPLE = re.compile(r'^([a-z_]+)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')

# The port of the metrics, as logged by the program.
METRICS = ("--metrics-port", "0", "--log-level", "info")


def metrics_address(program: Server) -> str:
    """Returns the address of the metrics."""
    until(lambda: ADDRESS.search(program.log()))
    found = ADDRESS.search(program.log())
    assert found
    return found[1]


Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def samples(text: str) -> Samples:
    """Returns the metrics by name and labels."""
    found: Samples = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        match = SAMPLE.match(line)
        assert match, line
        key = match[1], frozenset(LABEL.findall(match[2] or ""))
        assert key not in found, line
        found[key] = float(match[3])
    return found


def value(found: Samples, name: str, **labels: str) -> float:
    """Returns the value of a metric; 0 if it is missing."""
    return found.get((name, frozenset(labels.items())), 0)


def counted(program: Server) -> Samples:
    """Returns the metrics of a program by name and labels."""
    return samples(send(metrics_address(program) + "/metrics").text)


def metric(program: Server, name: str, **labels: str) -> float:
    """Returns the value of a metric of a program."""
    return value(counted(program), name, **labels)


def await_animals(program: Server) -> None:
    """Waits until the animals are loaded, and the store knows that both lists are: pages that
    were made before are checked again."""
    # Two requests for lists, what the log brings, and two results.
    until(lambda: metric(program, "fieldguide_store_dispatches_total", store="animals") == 5)
