"""12. Concurrency: simultaneous edits, deletions, and repeated requests.

The messages on pages: Browser/test_conflicts.py. Power failure: Endurance/test_durability.py.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest

import web
from documents import of_class, parse, text
from server import Server
from wire import Answer, ask

FORM = ("Content-Type", "application/x-www-form-urlencoded")
ROUNDS = 25


def at_once(works: list[Callable[[], Answer]]) -> list[Answer]:
    """Runs a function on several threads that start together."""
    barrier = threading.Barrier(len(works))
    found: list[Answer | None] = [None] * len(works)

    def run(number: int) -> None:
        barrier.wait(timeout=20)
        found[number] = works[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
        assert not thread.is_alive()
    return [answer for answer in found if answer is not None]


def rows(base: str, category: str = "Fish") -> list[str]:
    """Returns the names in a list."""
    page = parse(ask(base, "GET", f"/animals?category={category}").text)
    return [text(row) for row in of_class(page, "row-name")[7:]]


@pytest.mark.parametrize("count", [2, 8])
def test_12_concurrency_one_row(fresh: Server, count: int) -> None:
    """One of several edits of the same version succeeds, the others get a conflict; the
    page shows the successful one."""
    base = fresh.url
    for round_ in range(ROUNDS):
        html = ask(base, "GET", "/animals?animal=Dog&dialog=edit").text
        version = web.inputs(html)["version"]

        def edit(number: int, version: str = version, round_: int = round_) -> Answer:
            form = f"animalId=Dog&version={version}&name=Dog {round_}-{number}"
            form += "&diet=Omnivore&categoryId=Mammal"
            return ask(base, "POST", web.UPDATE, [FORM], form.replace(" ", "+").encode())

        answers = at_once([lambda number=number: edit(number) for number in range(count)])
        statuses = Counter(answer.status for answer in answers)
        assert statuses == {303: 1, 409: count - 1}
        [winner] = [number for number, answer in enumerate(answers) if answer.status == 303]
        assert web.inputs(ask(base, "GET", "/animals?animal=Dog&dialog=edit").text)["name"] == (
            f"Dog {round_}-{winner}"
        )


@pytest.mark.parametrize("count", [2, 8])
def test_12_concurrency_double_submit(fresh: Server, count: int) -> None:
    """The same form, submitted several times at once, adds one animal."""
    for round_ in range(ROUNDS):
        form = f"id=twice-{round_}&name=Twice{round_}&diet=Omnivore&categoryId=Fish".encode()
        answers = at_once([lambda: ask(fresh.url, "POST", web.ADD, [FORM], form)] * count)
        assert {answer.status for answer in answers} == {303}
        assert {answer["location"] for answer in answers} == {answers[0]["location"]}
    assert Counter(rows(fresh.url)) == {f"Twice{round_}": 1 for round_ in range(ROUNDS)}


def test_12_concurrency_edit_and_delete(fresh: Server) -> None:
    """One of the two comes first; a deleted animal does not reappear."""
    base = fresh.url
    for round_ in range(ROUNDS):
        animal = f"gone-{round_}"
        add = f"id={animal}&name=x&diet=Omnivore&categoryId=Fish".encode()
        assert ask(base, "POST", web.ADD, [FORM], add).status == 303
        html = ask(base, "GET", f"/animals?animal={animal}&dialog=edit").text
        version = web.inputs(html)["version"]
        edit = f"animalId={animal}&version={version}&name=y&diet=Omnivore&categoryId=Fish".encode()
        delete = f"animalId={animal}&version={version}".encode()
        edited, deleted = at_once(
            [
                lambda edit=edit: ask(base, "POST", web.UPDATE, [FORM], edit),
                lambda delete=delete: ask(base, "POST", web.DELETE, [FORM], delete),
            ]
        )
        assert {edited.status, deleted.status} == {303, 409}
        if deleted.status == 409:
            again = ask(base, "POST", web.DELETE, [FORM], web.posted(deleted.text))
            assert again.status == 303
        assert ask(base, "GET", f"/animals?animal={animal}").status == 404
    assert rows(base) == []
