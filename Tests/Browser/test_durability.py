"""What was answered is on disk: killing the program loses nothing of it."""

from __future__ import annotations

import http.client
import random
import re
import sqlite3
import threading
import urllib.error
from collections import Counter

import web
from server import Server

KILLS = 4
THREADS = 4
MOST = 40


class Visitors:
    """Threads that add animals until the server is gone."""

    def __init__(self, server: Server, round_: int) -> None:
        self._base = server.url
        self._answered: set[str] = set()
        self._sent: set[str] = set()
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._add, args=(f"{round_}-{number}",), daemon=True)
            for number in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    def _add(self, thread: str) -> None:
        # Bounded, should the server never be killed.
        for number in range(10 * MOST):
            name = f"animal-{thread}-{number}"
            form = {"id": name, "name": name, "diet": "Omnivore", "categoryId": "Fish"}
            with self._changed:
                self._sent.add(name)
            try:
                answer = web.send(self._base + web.ADD, form)
            except (OSError, http.client.HTTPException, urllib.error.URLError):
                return
            with self._changed:
                if answer.status == 303:
                    self._answered.add(name)
                self._changed.notify()

    def wait(self, count: int) -> None:
        """Returns as soon as so many were answered."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._answered) >= count, timeout=60)

    def end(self) -> tuple[set[str], set[str]]:
        """Waits for all threads; what was answered, and what was sent."""
        for thread in self._threads:
            thread.join(timeout=60)
            assert not thread.is_alive()
        return self._answered, self._sent


def listed(server: Server) -> Counter[str]:
    """The animals that the list shows, and how often."""
    page = web.send(server.url + "/animals?category=Fish").text
    return Counter(re.findall(r">(animal-[0-9-]+)</span>", page))


def test_no_answered_addition_is_lost(fresh_server: Server) -> None:
    """However often the program is killed, and whatever it was doing."""
    moments = random.Random(20260107)
    answered: set[str] = set()
    sent: set[str] = set()
    for round_ in range(KILLS):
        visitors = Visitors(fresh_server, round_)
        visitors.wait(moments.randint(1, MOST))
        fresh_server.kill()
        newly_answered, newly_sent = visitors.end()
        answered |= newly_answered
        sent |= newly_sent

        fresh_server.start()
        found = listed(fresh_server)
        assert answered - set(found) == set()
        assert set(found) - sent == set()
        assert set(found.values()) == {1}
        with sqlite3.connect(fresh_server.data / "animals.sqlite") as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        database.close()
    assert fresh_server.stop() == 0
