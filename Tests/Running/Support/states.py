"""Every reachable state of the site, with the request that shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import quakes
import web

NEW = "new-animal"
HOSTILE = '<b>"O\'Reilly" & 日本 🐼'
RIGHT_TO_LEFT = "الكنغر الأحمر، أكبر الجرابيات الحية"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
LONGEST = (LONG * 3)[:200]


@dataclass(frozen=True)
class State:
    """A page, and the request for it."""

    name: str
    status: int
    path: str
    form: dict[str, str] | None = None

    def fetch(self, base: str) -> web.Response:
        """Fetches the page without a browser."""
        answer = web.send(base + self.path, self.form)
        assert answer.status == self.status, f"{self.name}: {answer.status}\n{answer.text}"
        return answer


def _page(name: str, status: int = 200, **query: str) -> State:
    return State(name, status, web.address("/animals", **query))


_ADD = web.address(web.ADD, category="Mammal")
_UPDATE = web.address(web.UPDATE, category="Mammal", animal="Kangaroo")
_EDIT = {"animalId": "Kangaroo", "version": "outdated"}
_RED_PANDA = {"name": "Red panda", "diet": "Omnivore", "categoryId": "Mammal"}
_PLACES = ("markup", "rtl", "long", "controls", "nameless")
_NAMES = {"hostile": HOSTILE, "right-to-left": RIGHT_TO_LEFT, "longest": LONGEST}


def prepare(base: str) -> None:
    """Adds the animals of the states to the sample data, and fetches the earthquakes."""
    animals = {NEW: _RED_PANDA} | {
        animal: {"name": name, "diet": "Omnivore", "categoryId": "Reptile"}
        for animal, name in _NAMES.items()
    }
    for animal, fields in animals.items():
        assert web.send(base + _ADD, {"id": animal} | fields).status == 303
    assert web.send(base + quakes.REFRESH, {"range": "allWeek"}).status == 303


def previews(base: str, text: str = "plain") -> list[State]:
    """Returns the previews of all components, whole pages first. The text is "plain" or
    "hostile"."""
    links = re.findall(r'href="(/previews/[^"/]+/[^"/]+)"', web.send(f"{base}/previews", timeout=90).text)
    states = [State(link.removeprefix("/previews/"), 200, f"{link}?text={text}") for link in links]
    return sorted(states, key=lambda state: "Page/" not in state.name)


def _quakes(name: str, status: int = 200, **query: object) -> State:
    return State(f"quakes-{name}", status, quakes.address(**query))


def _names() -> list[State]:
    """Returns the states that show the name of an animal."""
    return [
        _page(f"{place}-{animal}", animal=animal, **query)
        for animal in _NAMES
        for place, query in [
            ("animal", {"notice": "added"}),
            ("delete", {"dialog": "delete"}),
            ("edit", {"dialog": "edit"}),
        ]
    ]


STATES: list[State] = [
    State("front", 200, "/"),
    _page("nothing-selected"),
    _page("category", category="Mammal"),
    _page("empty-category", category="Fish"),
    _page("animal", category="Mammal", animal="Kangaroo"),
    _page("added", category="Mammal", animal="Kangaroo", notice="added"),
    _page("saved", category="Mammal", animal="Kangaroo", notice="saved"),
    _page("deleted", category="Mammal", notice="deleted"),
    _page("reloaded", notice="reloaded"),
    _page("add", category="Mammal", dialog="add"),
    _page("add-without-category", dialog="add"),
    _page("edit", category="Mammal", animal="Kangaroo", dialog="edit"),
    _page("delete", category="Mammal", animal="Kangaroo", dialog="delete"),
    _page("reload", category="Mammal", dialog="reload"),
    _page("list-of-names", category="Reptile"),
    *_names(),
    State("add-invalid", 422, _ADD, {"id": "invalid", "name": ""}),
    State("add-too-long", 422, _ADD, {"id": "too-long", "name": "a" * 201, "diet": "Omnivore"}),
    State("edit-invalid", 422, _UPDATE, _EDIT | {"name": LONGEST + "x"}),
    State("conflict", 409, _UPDATE, _EDIT | _RED_PANDA),
    State("conflict-longest", 409, _UPDATE, _EDIT | _RED_PANDA | {"name": LONGEST}),
    State("deleted-conflict", 409, _UPDATE, _EDIT | _RED_PANDA | {"animalId": "gone"}),
    State("added-already", 409, _ADD, {"id": NEW} | _RED_PANDA | {"name": LONGEST}),
    _page("unknown-animal", 404, category="Mammal", animal="Unicorn"),
    _page("unknown-animal-longest", 404, animal="longest-id" * 20),
    _page("unknown-animal-too-long", 400, animal="longest-id" * 20 + "x"),
    _page("unknown-category", 404, category="Fabulous"),
    State("unknown-page", 404, "/unicorns"),
    _page("malformed", 400, dialog="upside-down", notice=LONGEST),
    _page("malformed-form-address", 400, dialog="edit"),
    State("malformed-form", 400, _ADD, {"name": "no id"}),
    State("wrong-method", 405, web.ADD),
    State("delete-changed", 409, web.DELETE, {"animalId": "Kangaroo", "version": "0"}),
    State("deleted-already", 404, web.DELETE, {"animalId": "gone"}),
    _quakes("nothing-today"),
    _quakes("nothing-found", date="any", q="Atlantis"),
    _quakes("any-type", date="any", type="any"),
    _quakes("refreshed", date="any", notice="refreshed"),
    _quakes("selected", date="any", quake="tonga"),
    _quakes("selected-unknown", date="any", quake="nulled"),
    _quakes("selected-elsewhere", quake="dragon"),
    _quakes("date-line", date="any", quake="west", view="180,-23.5,4"),
    _quakes("atlantic", date="any", view="0,5,360"),
    _quakes(
        "every-filter",
        q="a",
        date="any",
        **{"from": "2024-04-28", "to": "2024-05-04", "depth_min": -10, "depth_max": 700},
        min=-2,
        max=8,
        type="ice quake",
        box="170,-60,-60,70",
        sort="magnitude",
        order="forward",
    ),
    _quakes("no-such-page", date="any", page=9),
    _quakes("delete-all", date="any", dialog="deleteAll"),
    _quakes("malformed", 400, q="tonga", date="someday", min="large", box="1,2"),
    _quakes("unknown", 404, quake="gone"),
    *(_quakes(f"name-{name}", date="any", quake=f"name-{name}") for name in _PLACES),
]
