"""The rules of forms that are about Firefox, which fills the forms of a reloaded page with what
was entered before, and with the choices that were shown before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import web
from firefox import FIREFOX, Firefox
from server import Server

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="needs Firefox, or FIELDGUIDE_FIREFOX")

EDIT = "/animals?animal=Dog&dialog=edit"
FORM = """[...document.querySelectorAll(".dialog :is(#name, [type=radio]:checked, #categoryId)")]
  .map(one => one.value).join()"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window. It takes longer to open than to use: each test has a server of its own."""
    firefox = Firefox(tmp_path_factory.mktemp("profile"))
    yield firefox
    firefox.close()


def test_a_reload_keeps_what_was_entered(firefox: Firefox, fresh_server: Server) -> None:
    """While the stored version is the same."""
    firefox.open(fresh_server.url + EDIT)
    firefox.type("#name", "Wolf")
    firefox.click("[value=Omnivore]")
    firefox.reload()
    assert firefox.evaluate(FORM) == "Wolf,Omnivore,Mammal"


FOCUS = "document.activeElement?.matches('.notice')"


def test_the_focus_is_on_the_notice_of_a_deletion(firefox: Firefox, fresh_server: Server) -> None:
    """What has opened the question is gone. Other dialogs: test_focus.py."""
    firefox.open(fresh_server.url + "/animals?category=Mammal&animal=Dog")
    firefox.click("#open-delete")
    firefox.click("#open-delete-list .danger")
    web.until(lambda: firefox.evaluate("!!document.querySelector('.dialog')"), every=0.2)
    firefox.click(".dialog .danger")
    web.until(lambda: firefox.evaluate(FOCUS), within=10, every=0.2)


@pytest.mark.parametrize("is_chosen", [False, True])
def test_a_reload_shows_the_values_of_one_version(
    firefox: Firefox, fresh_server: Server, is_chosen: bool
) -> None:
    """An old choice is not restored into the form of a newer version: saving it would
    overwrite a change that the visitor has not seen."""
    firefox.open(fresh_server.url + EDIT)
    if is_chosen:
        firefox.click("[value=Omnivore]")
    web.rename(fresh_server.url, "Dog", "Dingo", diet="Herbivore", category="Reptile")
    firefox.reload()
    assert firefox.evaluate(FORM) == "Dingo,Herbivore,Reptile"
    firefox.type("#name", "Wolf")
    firefox.click(".dialog .primary")
    firefox.open(fresh_server.url + EDIT)
    assert firefox.evaluate(FORM) == "Wolf,Herbivore,Reptile"
