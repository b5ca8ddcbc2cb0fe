"""The benchmarks measure the real page, and a figure that got worse is found."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from server import PACKAGE, printed

COMPARE = PACKAGE / "Benchmarks/compare"
RECORDED = Path(__file__).parent / "Benchmarks"
PROGRAM = PACKAGE / ".build/debug/fieldguide-benchmark"


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built")
def test_the_page_by_hand_is_the_page_of_the_presenters() -> None:
    """The hand-written page equals the page of the presenters, byte for byte; otherwise
    nothing is measured."""
    subprocess.run(
        [PROGRAM, "render", "--rounds", "1", "--pages", "1"], cwd=PACKAGE, check=True, timeout=60
    )


def compared(before: str, after: str) -> tuple[dict[str, tuple[str, str]], str]:
    """The values of figures that got worse, in the order of `compare`, and its last lines."""
    text = printed([COMPARE, RECORDED / before, RECORDED / after])
    line = re.compile(r" *(\S+) × worse: (\S+) → (\S+) \(\w+ is better\)  (.+)\n")
    rows = line.findall(text)
    times = [float(row[0]) for row in rows]
    assert times == sorted(times, reverse=True)
    return {name: (old, new) for _, old, new, name in rows}, line.sub("", text)


def test_figures_that_got_worse_are_found_in_two_recorded_results() -> None:
    worse, last = compared("before.md", "after.md")
    expected = {
        "Store: dispatch: reduce, publish, invalidate: µs per change, ratio": ("2.31", "58.53"),
        "Store: posts from 64 connections: adds/s, ratio": ("1.14", "0.56"),
        "Store: posts from 64 connections: adds/s": ("7,484", "2,538"),
        "Rendering: the presenters: µs per page, ratio": ("1.57", "2.01"),
        "Live pages: memory per stream, open": ("25.8", "42.9"),
        "Live pages: bytes of the change per stream": ("1,493", "7,913"),
        "Live pages: p99": ("5.1", "41.6"),
        "A million earthquakes: a month: p50 ms": ("7.8", "10.2"),
        "Hot pages: Compressed: `/quakes?date=any`: Fieldguide: p99 ms": ("3.3", "4.2"),
        "A million earthquakes: loaded in # s": ("3.2", "3.5"),
    }
    assert {name: values for name, values in worse.items() if name in expected} == expected
    assert list(worse)[1] == next(iter(expected))
    assert last == f"{len(worse)} of 301 figures got worse; 67 are new.\n"
    # Neither peers nor the settings of a measurement.
    assert not [name for name in worse if re.search(r"Datasette|nginx, |Node, |cores", name)]


def test_the_direction_of_a_figure_is_that_of_its_unit() -> None:
    """In the other order of the results, the same figures are better, and others are worse."""
    there, _ = compared("before.md", "after.md")
    back, rest = compared("after.md", "before.md")
    assert back["Live pages: 99 % of them"] == ("244", "497")
    assert back["Hot pages: Breeds: `/breeds`: Fieldguide: p99 ms"] == ("2.9", "3.8")
    assert not there.keys() & back.keys()
    assert "\nGone: A million earthquakes: a letter: p99 ms\n" in rest
