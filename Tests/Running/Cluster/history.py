"""The record of what visitors sent, and what they got."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum

from linearizability import NEVER, Step


class Outcome(StrEnum):
    """The answer to a visitor."""

    SAVED = "saved"
    CONFLICT = "conflict"
    MISSING = "missing"
    # The response says that nothing was saved.
    NOT_SAVED = "not saved"
    # The response says that the change may have been saved, or nobody knows.
    UNKNOWN = "unknown"
    # No response.
    LOST = "lost"
    # No connection.
    UNSENT = "unsent"

    @property
    def is_open(self) -> bool:
        """True if the change may or may not take effect, now or later."""
        return self in (Outcome.UNKNOWN, Outcome.LOST)


@dataclass(frozen=True)
class Place:
    """The instance that was asked: its number, and the time of its start."""

    instance: int
    started: float


# Any instance, as a proxy has chosen it.
ANYWHERE = Place(-1, 0)


@dataclass(frozen=True)
class Attempt:
    """A form that was sent."""

    animal: str
    # “add”, “update” or “delete”.
    kind: str
    old: str | None
    new: str | None
    place: Place
    invoked: float
    answered: float
    outcome: Outcome
    # The position of the log that the redirect names.
    position: int | None = None

    @property
    def step(self) -> Step:
        """The operation, for the checker of histories."""
        answered = self.answered if self.outcome == Outcome.SAVED else NEVER
        return Step(self.kind, self.old, self.new, self.invoked, answered)


@dataclass(frozen=True)
class Reading:
    """A page that shows an animal, or that there is none."""

    animal: str
    name: str | None
    place: Place
    invoked: float
    answered: float
    # The position that the address names.
    position: int | None = None


class History:
    """All attempts and readings since the start of an epoch, all on new animals."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.attempts: list[Attempt] = []
        self.readings: list[Reading] = []
        # Edits of one version at the same time, all of them saved or refused.
        self.races: list[list[Attempt]] = []
        # Unexpected responses.
        self.problems: list[str] = []

    def add(self, record: Attempt | Reading) -> None:
        """Adds a record."""
        with self._lock:
            if isinstance(record, Attempt):
                self.attempts.append(record)
            else:
                self.readings.append(record)

    def complain(self, problem: str) -> None:
        """Adds an unexpected response."""
        with self._lock:
            self.problems.append(problem)

    @property
    def by_animal(self) -> dict[str, list[Attempt]]:
        """The attempts that were sent, by animal."""
        found: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            if attempt.outcome != Outcome.UNSENT:
                found[attempt.animal].append(attempt)
        return found

    @property
    def outcomes(self) -> Counter[str]:
        """The number of attempts by outcome."""
        return Counter(str(attempt.outcome) for attempt in self.attempts)
