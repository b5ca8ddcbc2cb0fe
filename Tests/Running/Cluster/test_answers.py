"""Answers that hold on every instance: “done” says what is stored, and what is stored is “done”.

A proxy repeats a post by sending the same bytes to another instance. With files there is one
instance, which gets both.
"""

from __future__ import annotations

import html
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

import web
from postgres import PostgresServer
from relay import STALL, Direction, Fault, Relay
from server import GENEROUS, PACKAGE, Server, serving
from wire import FORM, Answer, ask

# The longest delay of each piece between the second instance and the database, in seconds.
MOMENT = 0.02
# How often something is tried: what happens within a moment is missed by some of them.
TIMES = 16
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Forms:
    """The addresses and fields of a guide's forms."""

    path: str
    # The names of an id in forms, and in addresses.
    id: str
    item: str
    add: str
    update: str
    delete: str
    restore: str
    delete_several: str
    change_several: str
    import_file: str
    # What each addition has, beside its id and name.
    content: dict[str, str]
    # A field that can be changed in several at once, with two of its values.
    field: str
    values: tuple[str, str]
    # The same values in a file.
    column: str


ANIMALS = Forms(
    path="animals", id="animalId", item="animal", add="animalEditor/onTapAddAnimalButton",
    update="animalEditor/onTapUpdateAnimalButton",
    delete="animalDetail/onTapDeleteSelectedAnimalButton",
    restore="animalDetail/onTapRestoreButton",
    delete_several="animalList/onTapDeleteAnimalsButton",
    change_several="animalList/onTapChangeAnimalsButton",
    import_file="animalList/onTapImportButton",
    content={"diet": "Omnivore", "categoryId": "Fish"}, field="diet",
    values=("Omnivore", "Carnivore"), column="diet",
)  # fmt: skip
PLANTS = Forms(
    path="plants", id="id", item="record", add="editor/add", update="editor/update",
    delete="record/delete", restore="record/restore", delete_several="several/delete", change_several="several/change",
    import_file="import",
    content={"family": "", "light": "sun", "height": "2", "wateringDays": "7"}, field="light",
    values=("sun", "shade"), column="light",
)  # fmt: skip


@dataclass
class Place:
    """The instances of a site, which share their data, and the forms of one of its guides."""

    forms: Forms
    first: Server
    second: Server
    # The network between the second instance and the database; none with files.
    network: Relay | None = None

    @property
    def others(self) -> tuple[Server, Server]:
        """Both instances."""
        return self.first, self.second

    def post(self, server: Server, event: str, pairs: Pairs) -> Answer:
        """Posts a form."""
        target = f"/{self.forms.path}/{event}"
        return ask(server.url, "POST", target, [FORM], urlencode(pairs).encode())

    def add(self, server: Server, name: str, **content: str) -> str:
        """Adds a record, and returns its id."""
        identifier = str(uuid.uuid4()).upper()
        answer = self.post(server, self.forms.add, self.addition(identifier, name, **content))
        assert answer.status == 303, answer.text
        self.follow(answer)
        return identifier

    def addition(self, identifier: str, name: str, **content: str) -> Pairs:
        """Returns the form that adds a record."""
        return [("id", identifier), ("name", name), *(self.forms.content | content).items()]

    def follow(self, answer: Answer) -> None:
        """Waits until both instances have what an answer redirects to."""
        assert answer.status == 303, answer.text
        for server in self.others:
            assert ask(server.url, "GET", answer["location"] or "").status == 200

    def version(self, identifier: str) -> str:
        """Returns the version of a record that its page shows."""
        target = f"/{self.forms.path}?{self.forms.item}={identifier}&dialog=delete"
        page = ask(self.first.url, "GET", target)
        return web.inputs(page.text)["version"]

    def delete(self, server: Server, identifier: str) -> Answer:
        """Deletes a record."""
        pairs = [(self.forms.id, identifier), ("version", self.version(identifier))]
        return self.post(server, self.forms.delete, pairs)

    def rows(self) -> dict[str, dict[str, str]]:
        """Returns what is stored, by id, as the first instance exports it. All changes of the
        second one that were answered are in there."""
        self.meet()
        text = ask(self.first.url, "GET", f"/{self.forms.path}/export.csv").text
        head, *lines = [line.split(",") for line in text.lstrip("\ufeff").splitlines()]
        names = [name.strip('"').lower() for name in head]
        return {line[0]: dict(zip(names, line, strict=True)) for line in lines}

    def meet(self) -> None:
        """Waits until the first instance has what the second has answered."""
        if self.first is not self.second:
            mark = self.post(
                self.second, self.forms.add, self.addition(str(uuid.uuid4()).upper(), "Mark")
            )
            self.follow(mark)

    def several(self, server: Server, event: str, identifiers: list[str], **more: str) -> Pairs:
        """Returns the form that confirms a change of several records."""
        pairs = [("selected", identifier) for identifier in identifiers] + list(more.items())
        page = self.post(server, event, pairs)
        assert page.status == 200, page.text
        return confirmation(page.text) + [
            (name, value) for name, value in more.items() if name not in ("field", "operation")
        ]

    def of_several(self, kind: str, identifiers: list[str]) -> tuple[str, Pairs]:
        """Returns the event and the confirmed form that deletes or changes several records."""
        if kind == "delete":
            event = self.forms.delete_several
            return event, self.several(self.first, event, identifiers)
        event, field = self.forms.change_several, self.forms.field
        form = self.several(self.first, event, identifiers, field=field)
        return event, [*form, (field, self.forms.values[1])]

    def operation(self, answer: Answer) -> str:
        """Returns the id by which the page after a deletion of several undoes it."""
        return web.item(answer["location"] or "", self.forms.item)

    def check(self, server: Server, content: str) -> Pairs:
        """Returns the form that imports a file."""
        boundary = "b-" + uuid.uuid4().hex
        body = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n'
            f"Content-Type: text/csv\r\n\r\n{content}\r\n--{boundary}--\r\n"
        )
        page = ask(
            server.url, "POST", f"/{self.forms.path}/{self.forms.import_file}",
            [("Content-Type", f"multipart/form-data; boundary={boundary}")], body.encode(),
        )  # fmt: skip
        assert page.status == 200, page.text
        return confirmation(page.text)


def confirmation(page: str) -> Pairs:
    """Returns the hidden fields of a question."""
    found = re.findall(
        r'<input type="hidden" name="(selected|operation|field|checked)" value="([^"]*)"', page
    )
    assert found, page
    return [(name, html.unescape(value)) for name, value in found]


def says(answer: Answer, notice: str) -> bool:
    """True if an answer leads to a page that says so."""
    location = urlsplit(answer["location"] or "") if answer.status == 303 else urlsplit("")
    return parse_qs(location.query).get("notice") == [notice]


@pytest.fixture
def behind(pair: Place) -> Iterator[Place]:
    """Two instances, of which the second is a moment behind."""
    assert pair.network is not None
    pair.network.fail(Fault(delay=MOMENT))
    yield pair
    pair.network.heal()


@pytest.fixture(scope="module", params=["animals", "records"])
def guide(request: pytest.FixtureRequest) -> Forms:
    """The forms of each kind of guide."""
    if request.param == "records" and not (PACKAGE / ".build/debug/Plants").exists():
        pytest.skip("“make examples” builds it")
    return ANIMALS if request.param == "animals" else PLANTS


def servers(
    guide: Forms, folder: Path, databases: list[str], stack: ExitStack
) -> Iterator[Server]:
    """Starts instances, each with its address of the database; one with files if it has none."""
    for number, database in enumerate(databases):
        options = [*GENEROUS, *(["--database", database] if database else [])]
        example = None if guide is ANIMALS else "Plants"
        yield stack.enter_context(
            serving(folder / str(number), example=example, options=options)
        )


@pytest.fixture(scope="module")
def pair(guide: Forms, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Two instances."""
    with ExitStack() as stack:
        postgres = PostgresServer()
        stack.callback(postgres.remove)
        relay = Relay(postgres.folder / ".s.PGSQL.5432")
        stack.callback(relay.close)
        through = f"host=127.0.0.1 port={relay.port} user=postgres dbname=postgres"
        first, second = servers(
            guide, tmp_path_factory.mktemp("pair"), [postgres.address, through], stack
        )
        yield Place(guide, first, second, relay)


@pytest.fixture(scope="module", params=["postgresql", "files"])
def place(
    request: pytest.FixtureRequest, guide: Forms, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """Two instances, or one with files."""
    if request.param == "postgresql":
        yield request.getfixturevalue("pair")
        return
    with ExitStack() as stack:
        [server] = servers(guide, tmp_path_factory.mktemp("files"), [""], stack)
        yield Place(guide, server, server)


def counted(faults: list[object], count: int) -> str:
    """The number of faults, and the first of them."""
    return f"{len(faults)} of {count}: {faults[:3]}"


# Acknowledged and not done.


def test_an_undone_deletion(behind: Place) -> None:
    """Deleted on one instance, and undone on the other a moment later."""
    undone = []
    for number in range(TIMES):
        identifier = behind.add(behind.first, f"Undone {number}")
        assert behind.delete(behind.first, identifier).status == 303
        form = [(behind.forms.id, identifier)]
        if says(behind.post(behind.second, behind.forms.restore, form), "undone"):
            undone.append(identifier)
    rows = behind.rows()
    lost = [identifier for identifier in undone if identifier not in rows]
    assert not lost and undone, counted(lost, TIMES)


def test_an_undone_deletion_of_several(behind: Place) -> None:
    """The same with two at once."""
    undone = []
    for number in range(TIMES // 2):
        identifiers = [behind.add(behind.first, f"Undone {number} {each}") for each in "ab"]
        form = behind.several(behind.first, behind.forms.delete_several, identifiers)
        deleted = behind.post(behind.first, behind.forms.delete_several, form)
        answer = behind.post(
            behind.second, behind.forms.restore, [("operation", behind.operation(deleted))]
        )
        if says(answer, "undone"):
            undone.append(identifiers)
    rows = behind.rows()
    lost = [each for each in undone if not rows.keys() >= set(each)]
    assert not lost and undone, counted(lost, TIMES // 2)


def test_a_change_that_seems_to_be_none(behind: Place) -> None:
    """Several records get the value that they had before another instance changed them."""
    forms, (before, after) = behind.forms, behind.forms.values
    changed = []
    for number in range(TIMES):
        identifier = behind.add(behind.first, f"Unchanged {number}", **{forms.field: before})
        more = {"field": forms.field}
        back = behind.several(behind.second, forms.change_several, [identifier], **more)
        there = behind.several(behind.first, forms.change_several, [identifier], **more)
        there.append((forms.field, after))
        assert behind.post(behind.first, forms.change_several, there).status == 303
        answer = behind.post(behind.second, forms.change_several, [*back, (forms.field, before)])
        if says(answer, "saved"):
            changed.append(identifier)
    rows = behind.rows()
    lost = [each for each in changed if rows[each][forms.column] != before]
    assert not lost, counted(lost, TIMES)


def test_an_import_that_seems_to_change_nothing(behind: Place) -> None:
    """The same with a file."""
    forms, (before, after) = behind.forms, behind.forms.values
    changed = []
    for number in range(TIMES // 2):
        identifier = behind.add(behind.first, f"Imported {number}", **{forms.field: before})
        # A second row, since a file that changes nothing has no question.
        head = f"id,name,{forms.column}" + (",category" if forms is ANIMALS else "")
        end = ",Fish" if forms is ANIMALS else ""
        other = behind.add(behind.first, f"Other {number}", **{forms.field: before})
        back = behind.check(
            behind.second,
            f"{head}\n{identifier},Imported {number},{before}{end}\n"
            f"{other},Other {number},{after}{end}\n",
        )
        assert behind.post(behind.second, forms.import_file, back).status == 303
        back = [("operation", str(uuid.uuid4())), ("checked", dict(back)["checked"])]
        more = {"field": forms.field}
        there = behind.several(behind.first, forms.change_several, [identifier], **more)
        there.append((forms.field, after))
        assert behind.post(behind.first, forms.change_several, there).status == 303
        if says(behind.post(behind.second, forms.import_file, back), "imported"):
            changed.append(identifier)
    rows = behind.rows()
    lost = [each for each in changed if rows[each][forms.column] != before]
    assert not lost, counted(lost, TIMES // 2)


def test_an_instance_that_is_cut_off_acknowledges_nothing(pair: Place) -> None:
    """Even what its memory says is done already."""
    assert pair.network is not None
    forms, (before, after) = pair.forms, pair.forms.values
    name = "Cut off"
    first, second, third, fourth = (pair.add(pair.first, name) for _ in range(4))
    version = pair.version(second)
    more = {"field": forms.field}
    several = pair.several(pair.second, forms.change_several, [third], **more)
    there = pair.several(pair.first, forms.change_several, [third], **more)
    there.append((forms.field, after))
    gone = [(forms.id, fourth), ("version", pair.version(fourth))]
    pair.follow(pair.post(pair.second, forms.delete, gone))
    pair.network.fail(Fault(stalled=STALL))
    try:
        assert pair.delete(pair.first, first).status == 303
        assert pair.post(pair.first, forms.change_several, there).status == 303
        posts = {
            "undo": (forms.restore, [(forms.id, first)]),
            "edit": (
                forms.update,
                [(forms.id, second), ("version", version), ("name", name), *forms.content.items()],
            ),
            "several": (forms.change_several, [*several, (forms.field, before)]),
            "deletion": (forms.delete, gone),
        }
        with ThreadPoolExecutor() as pool:
            given = pool.map(lambda each: patient(pair, *each).status, posts.values())
        assert dict(zip(posts, given, strict=True)) == dict.fromkeys(posts, 503)
    finally:
        pair.network.heal()
    web.until(lambda: patient(pair, forms.restore, [(forms.id, first)]).status == 303)


def patient(pair: Place, event: str, pairs: Pairs) -> Answer:
    """Posts a form to the second instance, and waits for longer than its deadline."""
    answer = web.send(f"{pair.second.url}/{pair.forms.path}/{event}", dict(pairs))
    fields = tuple((name.lower(), value) for name, value in answer.fields.items())
    return Answer(answer.status, fields, answer.body)


# Done and refused.


def repeated(
    place: Place, count: int, make: Callable[[int], tuple[str, Pairs]]
) -> list[tuple[int, int]]:
    """Posts forms to the first instance, and each again to the second. Returns those of which
    the first is answered with success, and the second otherwise."""
    refused = []
    for number in range(count):
        event, form = make(number)
        assert place.post(place.first, event, form).status == 303
        if number % 2:
            time.sleep(MOMENT)
        answer = place.post(place.second, event, form)
        if answer.status != 303:
            refused.append((number, answer.status))
    return refused


@pytest.mark.parametrize("kind", ["delete", "change"])
def test_a_repeated_form_of_several(place: Place, kind: str) -> None:
    """The same answer on the other instance, at once and later."""

    def make(number: int) -> tuple[str, Pairs]:
        identifiers = [place.add(place.first, f"Several {kind} {number} {each}") for each in "ab"]
        return place.of_several(kind, identifiers)

    refused = repeated(place, TIMES, make)
    assert not refused, counted(refused, TIMES)


def test_a_repeated_undo_of_several(place: Place) -> None:
    """The undo of a deletion of several, posted to both."""
    forms = place.forms

    def make(number: int) -> tuple[str, Pairs]:
        identifiers = [place.add(place.first, f"Undo {number} {each}") for each in "ab"]
        form = place.several(place.first, forms.delete_several, identifiers)
        answer = place.post(place.first, forms.delete_several, form)
        return forms.restore, [(forms.id, place.operation(answer))]

    refused = repeated(place, TIMES // 2, make)
    assert not refused, counted(refused, TIMES // 2)


def test_a_repeated_import(place: Place) -> None:
    """Its rows are added once, and both answers say so."""
    columns = "name,diet,category" if place.forms is ANIMALS else "name,light"
    rest = "Omnivore,Fish" if place.forms is ANIMALS else "sun"
    mark = uuid.uuid4().hex

    def make(number: int) -> tuple[str, Pairs]:
        rows = "".join(f"{mark} {number} {each},{rest}\n" for each in range(3))
        return place.forms.import_file, place.check(place.first, f"{columns}\n{rows}")

    refused = repeated(place, TIMES, make)
    assert sum(mark in row["name"] for row in place.rows().values()) == 3 * TIMES
    assert not refused, counted(refused, TIMES)


@pytest.mark.parametrize("kind", ["delete", "change"])
def test_a_form_that_both_get_at_once(pair: Place, kind: str) -> None:
    """A proxy repeats it before it is answered."""
    refused = []
    for number in range(TIMES):
        identifiers = [pair.add(pair.first, f"At once {kind} {number} {each}") for each in "ab"]
        event, form = pair.of_several(kind, identifiers)
        with ThreadPoolExecutor() as pool:
            given = [pool.submit(pair.post, server, event, form) for server in pair.others]
        refused += [each.result().status for each in given if each.result().status != 303]
    assert not refused, counted(refused, 2 * TIMES)


@pytest.mark.parametrize("kind", ["delete", "change"])
def test_a_form_that_is_repeated_after_a_restart(place: Place, kind: str) -> None:
    """The other instance has been restarted since."""
    identifiers = [place.add(place.first, f"Restarted {kind} {each}") for each in "ab"]
    event, form = place.of_several(kind, identifiers)
    place.follow(place.post(place.first, event, form))
    restart(place, place.second)
    assert place.post(place.second, event, form).status == 303


def restart(place: Place, server: Server) -> None:
    """Stops an instance, and starts it at its address."""
    assert server.stop() == 0
    server.start(port=int(server.url.rpartition(":")[2]))
    web.until(lambda: ask(server.url, "GET", "/readyz").status == 200)


# An execution of another.


def added_unheard(pair: Place, form: Pairs) -> Answer:
    """Sends an addition; the connection to the database is cut before its reply."""
    network = pair.network
    assert network is not None
    network.fail(Fault(stalled=frozenset({Direction.TO_CLIENT})))
    cut = threading.Timer(0.3, lambda: (network.reset(), network.heal()))
    cut.start()
    answer = patient(pair, pair.forms.add, form)
    cut.join()
    return answer


def test_an_addition_that_is_sent_again_after_its_deletion(pair: Place) -> None:
    """The program was restarted since, and its connection is cut before the reply."""
    forms = pair.forms
    additions = [
        pair.addition(str(uuid.uuid4()).upper(), f"Again {number}") for number in range(8)
    ]
    for form in additions:
        pair.follow(pair.post(pair.second, forms.add, form))
        pair.follow(pair.delete(pair.second, dict(form)["id"]))
    restart(pair, pair.second)
    added = []
    for form in additions:
        if added_unheard(pair, form).status == 303:
            added.append(dict(form)["id"])
    rows = pair.rows()
    lost = [identifier for identifier in added if identifier not in rows]
    assert not lost, counted(lost, 8)


def test_an_addition_whose_reply_is_cut(pair: Place) -> None:
    """It is recognised as one’s own, and added once."""
    for number in range(8):
        form = pair.addition(str(uuid.uuid4()).upper(), f"Cut {number}")
        answer = added_unheard(pair, form)
        assert answer.status == 303, answer.text
        assert dict(form)["id"] in pair.rows()


@pytest.mark.parametrize("kind", ["delete", "change"])
def test_an_operation_of_another_selection(place: Place, kind: str) -> None:
    """Its id is refused on both instances, and nothing is changed."""
    forms = place.forms
    event = forms.delete_several if kind == "delete" else forms.change_several
    more = {} if kind == "delete" else {"field": forms.field}
    value = [] if kind == "delete" else [(forms.field, forms.values[1])]
    done = []
    for number in range(TIMES // 4):
        first, *others = [place.add(place.first, f"Selected {kind} {number} {e}") for e in "abc"]
        form = place.several(place.first, event, [first], **more) + value
        place.follow(place.post(place.first, event, form))
        for server, other in zip(place.others, others, strict=True):
            another = place.several(server, event, [other], **more) + value
            another = [pair for pair in another if pair[0] != "operation"]
            another.append(("operation", dict(form)["operation"]))
            if place.post(server, event, another).status == 303:
                done.append(other)
    assert not done, counted(done, TIMES // 2)


def test_an_import_of_another_file(place: Place) -> None:
    """The id of its operation is refused."""
    columns = "name,diet,category" if place.forms is ANIMALS else "name,light"
    rest = "Omnivore,Fish" if place.forms is ANIMALS else "sun"
    done = []
    for number in range(5):
        form = place.check(place.first, f"{columns}\nFile {number} a,{rest}\n")
        place.follow(place.post(place.first, place.forms.import_file, form))
        operation = ("operation", dict(form)["operation"])
        for server, name in zip(place.others, "bc", strict=True):
            other = place.check(server, f"{columns}\nFile {number} {name},{rest}\n")
            another = [operation, ("checked", dict(other)["checked"])]
            if place.post(server, place.forms.import_file, another).status == 303:
                done.append(number)
    assert not done, counted(done, 10)
