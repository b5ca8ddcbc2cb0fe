"""The benchmarks measure the real page."""

from __future__ import annotations

import subprocess

import pytest

from server import PACKAGE

PROGRAM = PACKAGE / ".build/debug/fieldguide-benchmark"


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built")
def test_the_page_by_hand_is_the_page_of_the_presenters() -> None:
    """The hand-written page equals the page of the presenters, byte for byte; otherwise
    nothing is measured."""
    subprocess.run(
        [PROGRAM, "render", "--rounds", "1", "--pages", "1"], cwd=PACKAGE, check=True, timeout=60
    )
