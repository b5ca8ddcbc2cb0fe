#!/usr/bin/env python3
"""Measures the time from saving a presenter to the open page that shows the change.

    dev.py              with an existing build; about two minutes

Runs Scripts/dev, as `make dev` does, with a page open in Chromium. Changes a word of a
presenter several times, and restores it. Writes a section of the README.md of this folder.
"""

from __future__ import annotations

import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests/Running/Support"), str(ROOT / "Tests/Running/Browser")]

from load import machine  # noqa: E402
from report import write_section  # noqa: E402
from server import NOWHERE  # noqa: E402
from windows import ARGUMENTS, CHROMIUM  # noqa: E402

PRESENTER = ROOT / "Sources/Guides/Animals/UI/CategoryList.swift"
WORD = 'h2 { "Categories" }'
TIMES = 5


def free_port() -> int:
    """Returns a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def seconds_until(page: Page, source: str, heading: str) -> float:
    """Saves the presenter, and waits until the open page shows the heading."""
    began = time.perf_counter()
    PRESENTER.write_text(source)
    page.locator("#category-title", has_text=heading).wait_for(timeout=120_000)
    return time.perf_counter() - began


def measure(page: Page, source: str) -> list[float]:
    """Returns the seconds of each change."""
    return [
        seconds_until(page, source.replace(WORD, f'h2 {{ "Categories {n}" }}'), f"Categories {n}")
        for n in range(1, TIMES + 1)
    ]


def main() -> None:
    """Runs the measurement and writes the section."""
    source = PRESENTER.read_text()
    assert source.count(WORD) == 1
    port = str(free_port())
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = subprocess.Popen(
            [
                *(ROOT / "Scripts/dev", "--port", port, "--data", f"{folder}/data"),
                *("--quakes-feeds", NOWHERE, "--quakes-refresh", "off", "--dogs", NOWHERE),
                *("--photos", NOWHERE, "--log-level", "warning", "--metrics-port", "off"),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert program.stdout is not None
            url = program.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_page()
            page.goto(f"{url}/animals")
            page.locator("#live[data-state=live]").wait_for(state="attached")
            seconds = measure(page, source)
            browser.close()
        finally:
            PRESENTER.write_text(source)
            os.killpg(program.pid, signal.SIGTERM)
            program.wait(timeout=60)
    write_section(
        "dev",
        f"""## Saving a presenter

`make dev`, debug build: from saving a presenter of the animals to the open page that shows the
change, {TIMES} times (`Benchmarks/dev.py`). The aim is at most 5 s on two cores.

- machine: {machine()}
- date: {date.today()}
- seconds: {", ".join(f"{each:.1f}" for each in seconds)}; median {statistics.median(seconds):.1f} s
""",
    )


if __name__ == "__main__":
    main()
