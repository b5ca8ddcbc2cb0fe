"""Open pages, which follow their content by an event stream on any instance."""

from __future__ import annotations

import random
import threading
import time
from urllib.parse import quote

import web
from cluster import Cluster, Instance
from wire import EventStream

# The longest that a stream waits for the position that its browser has seen, with some
# tolerance.
PATIENCE = 4.9


class OpenPage(threading.Thread):
    """A page that is open in a browser. When its stream ends, it connects to any instance."""

    def __init__(self, cluster: Cluster, target: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.target = target
        # The version that is shown.
        self.version = ""
        # The instance of the stream; None while there is none.
        self.instance: Instance | None = None
        self.events = 0
        self.reconnects = 0
        # Events that are older than the one before.
        self.setbacks: list[str] = []
        self._cluster = cluster
        self._choices = random.Random(f"{seed} {target}")
        self._is_closing = threading.Event()

    def close(self) -> None:
        """Closes the page."""
        self._is_closing.set()

    def run(self) -> None:
        while not self._is_closing.is_set():
            instance = self._choices.choice(self._cluster.instances)
            try:
                self._follow(instance)
            except (OSError, AssertionError, ValueError):
                pass
            self.instance = None
            self.reconnects += 1
            self._is_closing.wait(0.2)

    def _follow(self, instance: Instance) -> None:
        address = f"/live?page={quote(self.target, safe='')}&version="
        fields = [("Last-Event-ID", self.version)] if self.version else []
        begin = time.monotonic()
        with EventStream(instance.url, address, fields) as stream:
            assert stream.status == 200
            self.instance = instance
            while not self._is_closing.is_set() and not stream.is_ended:
                # Events arrive in pieces of this length; a silent instance may be paused.
                for event in stream.events(within=2):
                    if event.id:
                        self._show(event.id, after=time.monotonic() - begin)
                web.send(instance.url + "/healthz", timeout=5)

    def _show(self, version: str, *, after: float) -> None:
        old, new = (each.partition(".")[2] for each in (self.version, version))
        # An instance that lags behind begins a stream after a while nevertheless.
        if old and new and int(new) < int(old) and after < PATIENCE:
            self.setbacks.append(f"{self.target} went from {self.version} to {version}")
        self.version = version
        self.events += 1
