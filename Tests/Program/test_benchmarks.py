"""What is measured has to be what is there."""

from __future__ import annotations

import subprocess

import pytest

from server import PACKAGE

PROGRAM = PACKAGE / ".build/debug/fieldguide-benchmark"


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM.name} is not built")
def test_the_page_by_hand_is_the_page_of_the_presenters() -> None:
    """Byte by byte: it refuses to measure anything else."""
    subprocess.run(
        [PROGRAM, "render", "--rounds", "1", "--pages", "1"], cwd=PACKAGE, check=True, timeout=60
    )
