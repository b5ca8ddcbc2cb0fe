"""Three instances on one PostgreSQL keep their promises amid faults.

A run by hand is longer: `make chaos SEED=1 MINUTES=20`."""

from __future__ import annotations

import os
from pathlib import Path

from chaos import Chaos
from disturbances import schedule

# The seed of the ordinary run, which has found something. Every kind of fault occurs.
SEED = 8
SECONDS = float(os.environ.get("FIELDGUIDE_CHAOS", "60"))


def test_visitors_get_what_they_were_promised(tmp_path: Path) -> None:
    report = Chaos(SEED, tmp_path).run(SECONDS)
    print(report)
    assert report.problems == [], f"repeat it with: make chaos SEED={SEED} MINUTES=1\n{report}"
    assert report.outcomes["saved"] > 0


def test_a_seed_gives_the_same_faults() -> None:
    assert schedule(7, 60) == schedule(7, 60)
    assert [str(fault) for fault in schedule(7, 60)] != [str(fault) for fault in schedule(8, 60)]


def test_faults_of_one_target_do_not_overlap() -> None:
    for seed in range(20):
        faults = schedule(seed, 120)
        for earlier, later in zip(faults, faults[1:], strict=False):
            targets = [(fault.instance, fault.is_of_process) for fault in (earlier, later)]
            if targets[0] == targets[1] and earlier.duration and later.duration:
                assert earlier.at + earlier.duration <= later.at
        assert all(fault.at + fault.duration <= 120 for fault in faults)
        # Every kind occurs.
        assert len({fault.kind for fault in faults}) == 13
