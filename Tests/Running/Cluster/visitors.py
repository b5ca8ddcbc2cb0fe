"""Visitors who add, edit, delete and read animals on any instance."""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace

import quakes
import web
from cluster import Cluster, Door, Instance
from events import Event, feed
from feeds import FeedServer
from history import Attempt, History, Outcome, Reading
from web import Response

DIETS = ("Herbivore", "Carnivore", "Omnivore")
CATEGORIES = ("Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile")
Entrance = Instance | Door
# The size of the history of one animal, so that the search for an explanation is short.
_LENGTH = 24
_OPEN = 5
_PRESENT = 12
_REFUSALS = (
    # The editor's own message, beside which the page may show that of another operation.
    re.compile(r"the change was not saved[^<]*What you typed is kept"),
    re.compile(r"Another change to this animal is still being saved"),
)
_NOTICES = {"add": "added", "update": "saved", "delete": "deleted"}
_PATHS = {"add": web.ADD, "update": web.UPDATE, "delete": web.DELETE}


class Animals:
    """The animals that visitors know, a few at a time."""

    def __init__(self, prefix: str) -> None:
        self._lock = threading.Lock()
        self._prefix = prefix
        self._count = 0
        self._lengths: dict[str, int] = {}
        self._opens: dict[str, int] = {}

    def make(self) -> str:
        """Returns the id of a new animal."""
        with self._lock:
            self._count += 1
            return f"{self._prefix}-{self._count}"

    def adopt(self, animal: str) -> None:
        """Begins the history of an animal that another program added."""
        with self._lock:
            self._lengths[animal] = 1

    def note(self, attempt: Attempt) -> None:
        """Follows the length of an animal's history."""
        with self._lock:
            animal = attempt.animal
            if attempt.kind == "add":
                self._lengths.setdefault(animal, 0)
            if animal not in self._lengths:
                return
            self._lengths[animal] += 1
            self._opens[animal] = self._opens.get(animal, 0) + attempt.outcome.is_open
            if self._lengths[animal] >= _LENGTH or self._opens[animal] >= _OPEN:
                self._lengths.pop(animal)
            # Deleted animals are read and posted to for a while as well.
            while len(self._lengths) > _PRESENT:
                self._lengths.pop(next(iter(self._lengths)))

    @property
    def known(self) -> list[str]:
        """The animals with a history that is not too long."""
        with self._lock:
            return list(self._lengths)


class Refresher(threading.Thread):
    """Refreshes the earthquakes from a feed that changes, on any instance."""

    def __init__(self, cluster: Cluster, feeds: FeedServer, seed: int) -> None:
        super().__init__(daemon=True)
        self._cluster = cluster
        self._feeds = feeds
        self._choices = random.Random(f"{seed} feed")
        self._is_leaving = threading.Event()
        self.count = 0

    def leave(self) -> None:
        """Ends the refreshes."""
        self._is_leaving.set()

    def run(self) -> None:
        while not self._is_leaving.wait(self._choices.uniform(0.5, 2)):
            chosen = self._choices.sample(range(60), 40)
            events = [Event(f"q{number}", self._choices.randrange(60) / 10) for number in chosen]
            self._feeds.serve(all_week=feed(events))
            instance = self._choice()
            with suppress(OSError, http.client.HTTPException):
                answer = web.send(
                    instance.url + quakes.REFRESH, {"range": "allWeek"}, timeout=instance.patience
                )
                self.count += answer.status == 303

    def _choice(self) -> Instance:
        return self._choices.choice(self._cluster.instances)


def gist(page: Response) -> str:
    """Returns the text of the main part of a page, shortened."""
    main = page.text.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", f"<main{main}").split())[:400]


@dataclass(frozen=True)
class Form:
    """A form as a visitor sends it, possibly more than once."""

    animal: str
    kind: str
    old: str | None
    new: str | None
    values: dict[str, str] = field(hash=False)


class Visitor(threading.Thread):
    """A visitor, who uses all instances in turn."""

    def __init__(
        self, cluster: Cluster, history: History, animals: Animals, number: int, seed: int
    ) -> None:
        super().__init__(daemon=True)
        self._cluster = cluster
        self._history = history
        self._animals = animals
        self._name = f"{animals._prefix}.{number}"
        self._choices = random.Random(f"{seed} {self._name}")
        self._count = 0
        self._is_leaving = threading.Event()

    def leave(self) -> None:
        """Ends the visit after the present request."""
        self._is_leaving.set()

    def run(self) -> None:
        while not self._is_leaving.is_set():
            try:
                self._act()
            except Exception as error:  # noqa: BLE001, a visitor must not end unnoticed
                self._history.complain(f"{self._name}: {error!r}")
            time.sleep(self._choices.uniform(0, 0.03))

    def _act(self) -> None:
        known = self._animals.known
        if len(known) < 6 or self._choices.random() < 0.08:
            self._send_with_care(self._addition(), self._choose())
            return
        animal = self._choices.choice(known)
        instance = self._choose()
        action = self._choices.choices(
            ["edit", "delete", "read", "race"], weights=[50, 10, 30, 10]
        )[0]
        if action == "read":
            self.read(instance, animal)
            return
        form = self._form(instance, animal, is_deletion=action == "delete")
        if form is None:
            return
        if action == "race":
            self._race(form)
            return
        # The form may be sent to an instance that lags behind.
        sent_to = instance if self._choices.random() < 0.7 else self._choose()
        self._send_with_care(form, sent_to)

    def _choose(self) -> Entrance:
        return self._choices.choice(self._cluster.entrances)

    def _new_name(self, animal: str) -> str:
        self._count += 1
        return f"{animal} by {self._name} {self._count}"

    def _values(self, name: str) -> dict[str, str]:
        number = sum(name.encode())
        return {"name": name, "diet": DIETS[number % 3], "categoryId": CATEGORIES[number % 6]}

    def _addition(self) -> Form:
        animal = self._animals.make()
        name = self._new_name(animal)
        return Form(animal, "add", None, name, {"id": animal, **self._values(name)})

    def _form(self, instance: Entrance, animal: str, *, is_deletion: bool) -> Form | None:
        """Returns a form of the version that an instance shows; None if it shows none."""
        fields = self._dialog(instance, animal)
        if fields is None:
            return None
        old = fields["name"]
        values = {"animalId": animal, "version": fields["version"]}
        if is_deletion:
            return Form(animal, "delete", old, None, values)
        name = self._new_name(animal)
        return Form(animal, "update", old, name, values | self._values(name))

    def read(self, instance: Entrance, animal: str, position: int | None = None) -> None:
        """Records what an instance shows of an animal."""
        self._dialog(instance, animal, position)

    def edit(self, instance: Entrance, animal: str) -> str | None:
        """Edits an animal on a quiet instance, and returns the problem, if any. An animal that
        does not exist is no problem."""
        form = self._form(instance, animal, is_deletion=False)
        if form is None:
            return None
        for _ in range(100):
            attempt = self._send(form, instance)
            if attempt.outcome != Outcome.CONFLICT:
                break
            # The instance has not seen the edit on the one before.
            time.sleep(0.05)
            form = self._form(instance, animal, is_deletion=False) or form
        return None if attempt.outcome == Outcome.SAVED else f"{attempt}"

    def _dialog(
        self, instance: Entrance, animal: str, position: int | None = None
    ) -> dict[str, str] | None:
        """Returns the fields of the editor of an animal; None if there is none."""
        query = {"animal": animal, "dialog": "edit"}
        if position is not None:
            query["seen"] = str(position)
        place, invoked = instance.place, time.time()
        try:
            page = web.send(instance.url + web.address("/animals", **query), timeout=instance.patience)
        except (OSError, http.client.HTTPException):
            return None
        if instance.place != place:
            return None
        fields = web.inputs(page.text) if page.status == 200 else None
        # It was stopped before it had loaded anything, or while it waited for the database.
        reasons = ("The site is not ready", "The server is stopping")
        if page.status == 503 and any(reason in page.text for reason in reasons):
            return None
        # No instance has answered the proxy.
        if page.status in (502, 504):
            return None
        if page.status not in (200, 404):
            self._history.complain(f"a page of an animal has status {page.status}")
            return None
        if fields is not None and "name" not in fields:
            # An instance that has just been started loads its content.
            if 'class="waiting"' not in page.text:
                self._history.complain(f"a page without its dialog: {gist(page)}")
            return None
        name = fields["name"] if fields else None
        self._history.add(Reading(animal, name, place, invoked, time.time(), position))
        return fields

    def _send_with_care(self, form: Form, instance: Entrance) -> None:
        """Sends a form; after an unclear answer sometimes again, to any instance. Looks at
        the result on another instance."""
        attempt = self._send(form, instance)
        chance = 0.5 if attempt.outcome.is_open else 0.04
        while attempt.outcome != Outcome.UNSENT and self._choices.random() < chance:
            instance = self._choose()
            attempt = self._send(form, instance)
        if attempt.outcome == Outcome.SAVED and attempt.position is not None:
            self.read(self._choose(), form.animal, attempt.position)

    def _race(self, form: Form) -> None:
        """Sends several edits of one version at the same time, to all instances."""
        forms = [form]
        for _ in range(self._choices.randint(2, 4)):
            name = self._new_name(form.animal)
            forms.append(replace(form, new=name, values=form.values | self._values(name)))
        # An instance that is late refuses an edit of a version that it does not know.
        targets = [self._choose() for _ in forms]
        for instance in set(targets):
            fields = self._dialog(instance, form.animal)
            if fields is None or fields["version"] != form.values["version"]:
                return
        with ThreadPoolExecutor(len(forms)) as pool:
            attempts = list(pool.map(self._send, forms, targets))
        outcomes = [attempt.outcome for attempt in attempts]
        # Somebody else may have been faster.
        if set(outcomes) <= {Outcome.SAVED, Outcome.CONFLICT}:
            self._history.races.append(attempts)

    def _send(self, form: Form, instance: Entrance) -> Attempt:
        place, invoked = instance.place, time.time()
        position = None
        try:
            answer = web.send(
                instance.url + _PATHS[form.kind], form.values, timeout=instance.patience
            )
            outcome = self._outcome(form, answer)
            if outcome == Outcome.SAVED:
                found = re.search(r"[?&]seen=(\d+)", answer.location)
                position = int(found[1]) if found else None
        except urllib.error.URLError as error:
            is_refused = isinstance(error.reason, ConnectionRefusedError)
            outcome = Outcome.UNSENT if is_refused else Outcome.LOST
        except (OSError, http.client.HTTPException):
            outcome = Outcome.LOST
        attempt = Attempt(
            form.animal, form.kind, form.old, form.new, place, invoked, time.time(), outcome,
            position,
        )
        self._history.add(attempt)
        self._animals.note(attempt)
        return attempt

    def _outcome(self, form: Form, answer: Response) -> Outcome:
        match answer.status:
            case 303 if f"notice={_NOTICES[form.kind]}" in answer.location:
                return Outcome.SAVED
            case 303:
                # The operation took too long.
                return Outcome.UNKNOWN
            case 404 if form.kind == "delete":
                return Outcome.MISSING
            case 409:
                return Outcome.CONFLICT
            case 503 if any(refusal.search(answer.text) for refusal in _REFUSALS):
                return Outcome.NOT_SAVED
            case 503:
                return Outcome.UNKNOWN
            # No instance has answered the proxy.
            case 502 | 504:
                return Outcome.LOST
        self._history.complain(f"{form} was answered with {answer.status}: {gist(answer)}")
        return Outcome.UNKNOWN
