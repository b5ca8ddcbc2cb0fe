"""Frames while the map of earthquakes is dragged, zoomed and played in Chromium.

Prints the intervals between frames in milliseconds, and the share of them that are
longer than one and a half frames of a display with 60 frames a second. The first line
is the same page at rest. The events are played for five seconds on a processor that is
four times slower.

    drag.py [number of earthquakes]...
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from quakes import fill
from support import percentile, program

CHROMIUM = os.environ.get("FIELDGUIDE_CHROMIUM", "/usr/bin/chromium-headless-shell")
LATE = 25
VIEWS = {"world": "", "region": "&view=-120,45,60"}

RECORD = """() => {
  window.frames_ = [];
  window.isRecording = true;
  const record = now => {
    window.frames_.push(now);
    if (window.isRecording) requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}"""
STOP = "() => { window.isRecording = false; return window.frames_; }"


def intervals(page: Page, action: Callable[[], None]) -> list[float]:
    """Returns the intervals between frames during an action."""
    page.evaluate(RECORD)
    action()
    times = page.evaluate(STOP)
    # Input events may run the callback more than once in a frame.
    frames = sorted(set(times))
    return [after - before for before, after in zip(frames, frames[1:], strict=False)]


def drag(page: Page) -> None:
    """Drags the map to the left and back, three times."""
    box = page.locator("#quake-map .frame").bounding_box()
    assert box
    x, y = box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for _ in range(3):
        page.mouse.move(x - box["width"] * 0.4, y + 20, steps=60)
        page.mouse.move(x, y, steps=60)
    page.mouse.up()


def zoom(page: Page) -> None:
    """Zooms in and out with the keyboard."""
    page.locator("#quake-map .frame").focus()
    for key in "+++---":
        page.keyboard.press(key)
        page.wait_for_timeout(300)


def play(page: Page) -> list[float]:
    """Returns the intervals between frames while the events are played."""
    client = page.context.new_cdp_session(page)
    page.locator(".player button").click()
    page.locator(".playing").wait_for()
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.wait_for_timeout(1_000)
    found = intervals(page, lambda: page.wait_for_timeout(5_000))
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.locator(".player button").click()
    return found


def show(name: str, values: list[float]) -> None:
    """Prints a row of the table."""
    late = sum(value > LATE for value in values) / len(values)
    print(
        f"| {name} | {len(values)} | {percentile(values, 50):.1f} | {percentile(values, 95):.1f} "
        f"| {percentile(values, 99):.1f} | {max(values):.1f} | {late:.1%} |",
        flush=True,
    )


def main() -> None:
    """Prints a table."""
    counts = [int(text) for text in sys.argv[1:]] or [2_500, 11_481, 50_000]
    print("| Movement | Frames | Median | 95 % | 99 % | Longest | Late |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for count in counts:
            with tempfile.TemporaryDirectory() as folder:
                with program(Path(folder)):
                    pass
                fill(Path(folder) / "quakes.sqlite", count)
                with program(Path(folder)) as running:
                    page = browser.new_page(viewport={"width": 1280, "height": 800})
                    for name, view in VIEWS.items():
                        page.goto(f"{running.url}/quakes?date=any&type=any{view}")
                        page.locator("#live[data-state=live]").wait_for()
                        page.wait_for_timeout(1_000)
                        label = f"{count:,}, {name}"
                        show(f"{label}, at rest", intervals(page, lambda: page.wait_for_timeout(2_000)))
                        show(f"{label}, drag", intervals(page, lambda: drag(page)))
                        page.wait_for_timeout(1_500)
                        show(f"{label}, zoom", intervals(page, lambda: zoom(page)))
                        page.wait_for_timeout(1_500)
                        show(f"{label}, play", play(page))
                    page.close()
        browser.close()


if __name__ == "__main__":
    main()
