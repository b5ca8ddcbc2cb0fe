"""1. Round trip: every place of a page shows a text as it was entered.

Create, list, detail, edit form, filter and stream are parsed by the rules of the HTML
standard. The page has the same elements and attributes as one with a plain text. Names
in a browser: see Browser/test_names.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

import pytest

import payloads
import quakes
import web
from documents import Skeleton, by_id, main_of, of_class, parse, skeleton, text
from events import HOSTILE, Event, feed
from feeds import FeedServer
from server import Server, Starter
from wire import FORM, Answer, Connection, EventStream, ask

ID = "subject"
EDIT = web.address("/animals", category="Fish", animal=ID, dialog="edit")
LONGEST = 200

LISTS: dict[str, Callable[[], list[str]]] = {
    "own": lambda: payloads.OWN_TEXTS + payloads.OWN_REFUSED,
    "naughty": payloads.naughty,
    "markup": payloads.markup,
}


def is_too_long(text: str) -> bool:
    """Returns true if an address may not contain the text."""
    return len(text.encode()) > LONGEST


def folded(text: str) -> str:
    """Returns a text in its searchable form."""
    return unicodedata.normalize("NFKC", text.casefold())


def cleaned(typed: str) -> str:
    """Returns a name as it is stored, without surrounding whitespace."""
    blank = {letter for letter in typed if unicodedata.category(letter) in ("Zs", "Zl", "Zp")}
    # U+200B was whitespace until Unicode 4.0.1, and still is for Foundation.
    return typed.strip("".join(blank | set("\t\n\x0b\x0c\r\x85\u200b")))


def is_refused(typed: str) -> bool | None:
    """Returns true if a name is invalid; `None` if that depends on grapheme clusters."""
    name = cleaned(typed)
    if not name or any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in name):
        return True
    if len(name) <= LONGEST:
        return False
    return True if name.isascii() else None


def encoded(**fields: str) -> bytes:
    """Encodes a form like a browser, but without normalising line breaks."""
    return urlencode(fields).encode()


@dataclass
class Editor:
    """An animal that is renamed repeatedly, alone in its list."""

    site: Connection
    version: str = ""

    def create(self, name: str) -> Answer:
        """Adds the animal."""
        form = encoded(id=ID, name=name, diet="Omnivore", categoryId="Fish")
        return self.site.ask("POST", web.ADD + "?category=Fish", [FORM], form)

    def rename(self, name: str) -> Answer:
        """Renames the animal."""
        form = encoded(
            animalId=ID, version=self.version, name=name, diet="Omnivore", categoryId="Fish"
        )
        target = web.address(web.UPDATE, category="Fish", animal=ID)
        return self.site.ask("POST", target, [FORM], form)

    def page(self) -> tuple[str, Element]:
        """Returns the page with the form, list and detail."""
        answer = self.site.ask("GET", EDIT)
        assert answer.status == 200
        page = _parsed(answer.text)
        self.version = _field(page, "version")
        return answer.text, page


def _parsed(html: str) -> Element:
    """Parses a page, without the history of an animal, which grows with each change."""
    page = parse(html)
    for parent in list(page.iter()):
        for child in list(parent):
            if child.get("class") == "changes":
                parent.remove(child)
    return page


def _field(page: Element, name: str) -> str:
    [*_, field] = [one for one in page.iter("input") if one.get("name") == name]
    return field.get("value") or ""


def _texts(page: Element) -> dict[str, str]:
    """Returns the text in each place."""
    [row] = of_class(page, "row-name")[-1:]
    return {
        "list": text(row),
        "detail": text(by_id(page, "detail-title")),
        "edit form": by_id(page, "name").get("value") or "",
    }


@dataclass
class Filter:
    """A search field that accepts any text, and the page for a plain text."""

    name: str
    target: str
    plain: Skeleton

    @staticmethod
    def of(site: Connection, name: str, target: str) -> Filter:
        """Returns the filter of a page."""
        filter_ = Filter(name, target, [])
        filter_.plain = skeleton(_parsed(filter_.get(site, "plain").text))
        return filter_

    def get(self, site: Connection, query: str) -> Answer:
        """Returns the page for a text."""
        return site.ask("GET", self.target + urlencode({"q": query}))

    def problems(self, site: Connection, query: str) -> list[str]:
        """Returns the problems of the page for a text."""
        answer = self.get(site, query)
        if "\0" in query:
            return [] if answer.status == 400 else [f"{self.name}: {answer.status}"]
        # An empty field is removed by a redirect if there are many fields.
        if answer.status == 303 and not query:
            return []
        # Overlong texts are rejected, as entered or in their searchable form.
        if is_too_long(query) or (answer.status == 400 and is_too_long(folded(query))):
            return [] if answer.status in (400, 414) else [f"{self.name}: {answer.status}"]
        if answer.status != 200:
            return [f"{self.name}: {answer.status}"]
        page = _parsed(answer.text)
        [*_, shown] = [one.get("value") for one in page.iter("input") if one.get("type") == "search"]
        found = [] if shown == query else [f"{self.name}: {shown!r}"]
        if cleaned(query) and skeleton(page) != self.plain:
            found.append(f"{self.name}: other elements")
        return found


# Long lists are split, so that workers can share them.
PARTS = {"own": 1, "naughty": 4, "markup": 2}


@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, count in PARTS.items() for part in range(count)]
)
def test_01_round_trip(fresh: Server, name: str, part: int) -> None:
    """Every text of a list, in every place."""
    texts = LISTS[name]()[part :: PARTS[name]]
    assert texts
    with Connection(fresh.url) as site:
        editor = Editor(site)
        assert editor.create("plain").status == 303
        _, page = editor.page()
        plain = skeleton(page)
        assert _texts(page) == dict.fromkeys(_texts(page), "plain")
        invalid = skeleton(_parsed(editor.rename("").text))
        filter_ = Filter.of(site, "photos", "/photos?")
        problems = [
            (typed, problem)
            for typed in texts
            for problem in _problems(editor, filter_, plain, invalid, typed)
        ]
    assert not problems, "\n".join(f"{typed!r}: {problem}" for typed, problem in problems)


def _problems(
    editor: Editor, filter_: Filter, plain: Skeleton, invalid: Skeleton, typed: str
) -> list[str]:
    found = filter_.problems(editor.site, typed)
    answer = editor.rename(typed)
    if "\0" in typed:
        return found + ([] if answer.status == 400 else [f"NUL: {answer.status}"])
    refused = is_refused(typed)
    if answer.status != 303 if refused is False else answer.status != 422 if refused else False:
        return [*found, f"status {answer.status}"]
    if answer.status == 422:
        page = _parsed(answer.text)
        shown = by_id(page, "name").get("value")
        found += [] if shown == typed else [f"refused, and comes back as {shown!r}"]
        found += [] if skeleton(page) == invalid else ["refused, and other elements"]
        return found
    html, page = editor.page()
    found += [
        f"{place}: {shown!r}" for place, shown in _texts(page).items() if shown != cleaned(typed)
    ]
    found += [] if skeleton(page) == plain else ["other elements"]
    # The stream sends the bytes of the page, so one of them is parsed.
    with EventStream(editor.site._base, "/live?" + urlencode({"page": EDIT})) as stream:
        streamed = stream.next().data
    found += [] if streamed.endswith(main_of(html)) else ["stream"]
    return found


def _animals(page: Element) -> list[Element]:
    """Returns the rows of animals."""
    return [row for row in of_class(page, "row") if "animal=" in (row.get("href") or "")]


def test_01_round_trip_create_and_list(fresh: Server) -> None:
    """All texts in one list, each added separately, and in its stream."""
    names = [name for name in payloads.OWN_TEXTS if is_refused(name) is False]
    target = "/animals?category=Reptile"
    with EventStream(fresh.url, "/live?" + urlencode({"page": target})) as stream:
        stream.next()
        with Connection(fresh.url) as site:
            for number, name in enumerate(names):
                form = encoded(id=f"n{number}", name=name, diet="Omnivore", categoryId="Reptile")
                answer = site.ask("POST", web.ADD, [FORM], form)
                assert (name, answer.status) == (name, 303)
            answer = site.ask("GET", target)
            page = _parsed(answer.text)
            detail = _parsed(site.ask("GET", target + "&animal=n0&dialog=delete").text)
        newest = (answer["etag"] or "").strip('"')
        # An event has the rows that have come since the one before, or all of them.
        came: dict[str | None, Element] = {}
        for event in stream.events():
            came |= {row.get("href"): row for row in _animals(_parsed(event.data))}
            if event.id == newest:
                break
    kept = sorted(cleaned(name) for name in names)
    for rows in (_animals(page), list(came.values())):
        assert len(rows) == len(names)
        assert len({tuple(skeleton(row)) for row in rows}) == 1
        assert sorted(text(of_class(row, "row-name")[0]) for row in rows) == kept
    assert f"Delete {cleaned(names[0])}?" in text(detail)


_NAMES = [name for name in payloads.OWN_TEXTS + payloads.OWN_REFUSED if name and "\r" not in name]


@pytest.mark.parametrize("parameter", ["category", "animal"])
def test_01_round_trip_addresses(server: Server, parameter: str) -> None:
    """Unknown names are shown as they were written; ids of animals are not shown."""
    plain = skeleton(_parsed(ask(server.url, "GET", f"/animals?{parameter}=plain").text))
    with Connection(server.url) as site:
        for name in _NAMES:
            answer = site.ask("GET", "/animals?" + urlencode({parameter: name}))
            assert answer.status == (400 if is_too_long(name) else 404)
            if is_too_long(name):
                continue
            page = _parsed(answer.text)
            assert skeleton(page) == plain
            assert (f"“{name}”" in text(page)) == (parameter == "category")


def test_01_round_trip_addresses_with_a_carriage_return(server: Server) -> None:
    """The same for line breaks in an HTML parser's view."""
    page = _parsed(ask(server.url, "GET", "/animals?category=a%0Db").text)
    assert "“a\rb”" in text(page)


def test_01_round_trip_of_texts_from_the_feed(start: Starter, feeds: FeedServer) -> None:
    """Names of places come from the feed, and were not validated by a form."""
    places = {f"h{number}": name for number, name in enumerate(payloads.OWN_TEXTS)}
    places |= {f"e-{name}": place for name, place in HOSTILE.items() if place}
    # Line breaks do not end a line of the stream: `EventStream` rejects unknown fields.
    places |= {
        f"s{ord(end)}": f"a{end}data: x{end}{end}event: go{end}{end}b"
        for end in "\r\n\x0b\x85\u2028"
    }
    feeds.serve(all_week=feed([Event(id_, place=place) for id_, place in places.items()]))
    program = start(feeds=feeds.url)
    assert quakes.refresh(program).status == 303
    with Connection(program.url) as site:
        html = site.ask("GET", "/quakes?date=any").text
        detail = {
            id_: _parsed(site.ask("GET", "/quakes?" + urlencode({"date": "any", "quake": id_})).text)
            for id_ in places
        }
    page = _parsed(html)
    rows = [row for row in page.iter("li") if (row.get("id") or "").startswith("q-")]
    shown = {(row.get("id") or "")[2:]: text(of_class(row, "row-name")[0]) for row in rows}
    assert {id_: _one_line(name) for id_, name in shown.items()} == {
        id_: _one_line(name) for id_, name in places.items()
    }
    assert len({tuple(skeleton(row)) for row in rows}) == 1
    for id_, place in places.items():
        assert _one_line(place) in _one_line(text(by_id(detail[id_], "quake-title")))
    with EventStream(program.url, "/live?page=/quakes?date%3Dany") as stream:
        streamed = stream.next().data
    assert re.sub(r"\s", " ", main_of(html)) in re.sub(r"\s", " ", streamed)


def test_01_round_trip_of_places(start: Starter, feeds: FeedServer) -> None:
    """The field of a place keeps any text, which adds no element to the page."""
    feeds.serve(all_week=feed([Event("a")]))
    program = start(feeds=feeds.url)
    assert quakes.refresh(program).status == 303

    def elements(page: Element) -> set[str]:
        return {f"{one.tag}.{one.get('class')}" for one in page.iter()}

    with Connection(program.url) as site:

        def get(typed: str) -> Answer:
            return site.ask("GET", "/quakes?" + urlencode({"date": "any", "near": typed}))

        known = set().union(
            *(elements(_parsed(get(place).text)) for place in ("New Zeland", "Springfield", "0,0"))
        )
        problems, count = [], 0
        for typed in [*payloads.OWN_TEXTS, *payloads.markup()[::3], *payloads.naughty()[::12]]:
            answer = get(typed)
            if answer.status == 303 or is_too_long(typed) or "\0" in typed:
                continue
            count += 1
            page = _parsed(answer.text)
            found = [one.get("value") for one in page.iter("input") if one.get("name") == "near"]
            if cleaned(typed) not in (cleaned(one or "") for one in found):
                problems.append((typed, answer.status, found))
            if not elements(page) <= known:
                problems.append((typed, answer.status, elements(page) - known))
    assert not problems, "\n".join(map(repr, problems))
    assert count > 50


def _one_line(name: str) -> str:
    """Normalises the whitespace of a name: line breaks of a feed are displayed as spaces."""
    return re.sub(r"[\x00-\x20\x7f\x85\u2028\u2029]+", " ", name).strip()
