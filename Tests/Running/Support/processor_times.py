"""The tests that take most processor time: `pytest --processor-times 25`.

Unlike durations, it is the same on a busy machine. It includes that of the programs and browsers
which a test uses or starts, also if a later test goes on to use them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NAME = "processor time"
OPTION = "--processor-times"
# The time before a test.
BEFORE = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, type=int, default=0, help="prints so many tests with the most processor time")


def used() -> float:
    """The seconds that this process and its descendants have used."""
    ticks: dict[int, int] = {}
    children: defaultdict[int, list[int]] = defaultdict(list)
    for process in Path("/proc").glob("[0-9]*"):
        try:
            _, parent, *rest = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It has ended.
        ticks[int(process.name)] = sum(map(int, rest[9:13]))
        children[int(parent)].append(int(process.name))
    total, found = 0, [os.getpid()]
    while found:
        process = found.pop()
        total += ticks.get(process, 0)
        found += children[process]
    return total / os.sysconf("SC_CLK_TCK")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if not item.config.getoption(OPTION):
        return (yield)
    item.stash[BEFORE] = used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[Any]:
    report = yield
    if call.when == "teardown" and BEFORE in item.stash:
        report.user_properties.append((NAME, used() - item.stash[BEFORE]))
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    times = {
        report.nodeid: value
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == NAME
    }
    if times:
        terminalreporter.section(f"{NAME}: {sum(times.values()):.0f} s")
        for test, time in sorted(times.items(), key=lambda pair: -pair[1])[: config.getoption(OPTION)]:
            terminalreporter.write_line(f"{time:7.1f} s {test}")
