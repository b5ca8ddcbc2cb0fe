"""12. Concurrency: simultaneous edits, deletions, and repeated requests.

The messages on pages: Browser/test_conflicts.py. Power failure: Endurance/test_durability.py.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest

import web
from server import Server
from wire import FORM, Answer, ask

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
