"""Firefox, driven by its own remote protocol (Marionette), without another program."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = os.environ.get("FIELDGUIDE_FIREFOX", shutil.which("firefox-esr") or shutil.which("firefox"))
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    # Any free port, which Firefox writes into its profile.
    "marionette.port": 0,
}
PATIENCE = 60.0
# Keys of the protocol.
SHIFT, ENTER, ESCAPE = "\ue008", "\ue007", "\ue00c"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class FirefoxError(Exception):
    """A command failed."""


class Firefox:
    """A window of a new profile."""

    def __init__(self, profile: Path) -> None:
        assert FIREFOX
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
        )
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), PATIENCE)
            self._file = self._socket.makefile("rb")
            self._read()
            self._number = 0
            self._call("WebDriver:NewSession")
        except BaseException:
            self._process.kill()
            raise

    def close(self) -> None:
        """Quits the browser."""
        try:
            self._call("Marionette:Quit", flags=["eForceQuit"])
        finally:
            self._socket.close()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def open(self, url: str) -> None:
        """Loads an address, and waits until it is loaded."""
        self._call("WebDriver:Navigate", url=url)

    def reload(self) -> None:
        """Reloads the page as a visitor does: with what was entered into its forms. The
        protocol's own command drops that."""
        self.evaluate("(window.isOld = true, location.reload())")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if self.evaluate("!window.isOld && document.readyState === 'complete'"):
                    return
            except FirefoxError:
                # The old document is gone, and the new one has not come.
                pass
            time.sleep(0.05)
        raise AssertionError("the page was not reloaded")

    def click(self, selector: str) -> None:
        """Clicks an element, and waits for a navigation that the click starts."""
        self._call("WebDriver:ElementClick", id=self._element(selector))

    def click_with_shift(self, selector: str) -> None:
        """Clicks an element while the key is held."""
        origin = {ELEMENT: self._element(selector)}
        pointer = [{"type": "pointerMove", "origin": origin, "x": 0, "y": 0},
                   {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        key = [{"type": "keyDown", "value": SHIFT}, {"type": "pause"}, {"type": "pause"},
               {"type": "keyUp", "value": SHIFT}]
        actions = [{"type": "key", "id": "keyboard", "actions": key},
                   {"type": "pointer", "id": "mouse", "actions": pointer}]
        self._call("WebDriver:PerformActions", actions=actions)

    def enter(self, selector: str, text: str) -> None:
        """Replaces the text of a field, and presses Enter."""
        self.type(selector, text + ENTER)

    def escape(self) -> None:
        """Presses Escape."""
        keys = [{"type": "keyDown", "value": ESCAPE}, {"type": "keyUp", "value": ESCAPE}]
        self._call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def type(self, selector: str, text: str) -> None:
        """Replaces the text of a field."""
        element = self._element(selector)
        self._call("WebDriver:ElementClear", id=element)
        self._call("WebDriver:ElementSendKeys", id=element, text=text)

    def evaluate(self, expression: str) -> Any:
        """Returns the value of an expression of the page."""
        return self._call("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def _element(self, selector: str) -> str:
        found = self._call("WebDriver:FindElement", using="css selector", value=selector)
        return found["value"][ELEMENT]

    def _port(self, profile: Path) -> int:
        file = profile / "MarionetteActivePort"
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            if file.exists() and (text := file.read_text()):
                return int(text)
            time.sleep(0.05)
        raise AssertionError("Firefox did not start")

    def _call(self, name: str, **parameters: object) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._read()
        assert number == self._number
        if error is not None:
            raise FirefoxError(f"{name}: {error}")
        return result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            byte = self._file.read(1)
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._file.read(int(length[:-1])))
