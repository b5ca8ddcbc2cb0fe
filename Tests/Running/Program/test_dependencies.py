"""What the program is built from: the locked packages, the version that names them, and their
licences."""

from __future__ import annotations

import re
import shutil
import sqlite3
import zlib
from pathlib import Path

import pytest

from server import BINARY, PACKAGE, finished, printed

LOCK = (PACKAGE / "dependencies.lock").read_text()
PINS = [line.split() for line in LOCK.splitlines()]
CHECKOUTS = PACKAGE / ".build/checkouts"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A clone, in which nothing was resolved."""
    (tmp_path / "Scripts").mkdir()
    shutil.copy(PACKAGE / "Scripts/lock", tmp_path / "Scripts/lock")
    (tmp_path / "dependencies.lock").write_text(LOCK)
    return tmp_path


def test_the_packages_of_this_build_are_those_of_the_lock() -> None:
    assert f"The {len(PINS)} packages" in printed([PACKAGE / "Scripts/lock"])


def test_a_clone_resolves_the_packages_of_the_lock(folder: Path) -> None:
    """By the file that the package manager reads, from which the lock can be written again."""
    printed([folder / "Scripts/lock"])
    (folder / "dependencies.lock").unlink()
    printed([folder / "Scripts/lock", "--write"])
    assert (folder / "dependencies.lock").read_text() == LOCK


@pytest.mark.parametrize(
    ("written", "instead", "named"),
    [
        ("swift-log 1.", "swift-log 9.", "swift-log"),
        (PINS[0][2], "0" * 40, PINS[0][0]),
        (LOCK.splitlines()[-1] + "\n", "", PINS[-1][0]),
    ],
    ids=["version", "revision", "package"],
)
def test_a_difference_ends_the_build(folder: Path, written: str, instead: str, named: str) -> None:
    """With one sentence, which names the package and what to do."""
    printed([folder / "Scripts/lock"])
    assert LOCK.count(written) == 1
    (folder / "dependencies.lock").write_text(LOCK.replace(written, instead))
    checked = finished([folder / "Scripts/lock"])
    assert (checked.returncode, checked.stdout) == (1, "")
    assert re.fullmatch(rf"The resolved packages differ [^.]*\.lock \({named}\): .*\.\n", checked.stderr)


def test_the_verbose_version_names_libraries_and_packages() -> None:
    """In the versions that this process has of the same libraries."""
    lines = printed([BINARY, "--version", "--verbose"]).splitlines()
    assert lines[0] == "fieldguide " + printed([BINARY, "--version"]).strip()
    parts = [line.partition(": ") for line in lines[1:]]
    named = {name: value for name, _, value in parts if name not in ("library", "package")}
    assert set(named) == {"date", "runtime", "target"}
    assert re.fullmatch(r"Swift \d+\.\d+\.\d+", named["runtime"])
    assert re.fullmatch(r"\w{3} [ \d]\d \d{4} \d\d:\d\d:\d\d", named["date"])
    libraries = dict(value.split(" ", 1) for name, _, value in parts if name == "library")
    assert libraries["SQLite"] == sqlite3.sqlite_version
    assert libraries["zlib"] == zlib.ZLIB_RUNTIME_VERSION
    [curl] = re.findall(r"libcurl/[\d.]+ \w+/\S+", printed(["curl", "--version"]))
    assert libraries["curl"].startswith(curl)
    for name in ("GnuTLS", "libmicrohttpd", "libpq"):
        assert re.match(r"\d+\.\d+", libraries[name]), name
    assert [value.split() for name, _, value in parts if name == "package"] == PINS


def licence(text: str) -> str:
    """The name of a licence in SPDX."""
    if "Apache License" not in text:
        return "MIT" if "Permission is hereby granted, free of charge" in text else "unknown"
    return "Apache-2.0" + (" WITH Swift-exception" if "Runtime Library Exception" in text else "")


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin[0])
def test_the_notice_has_the_licence_of_each_package(pin: list[str]) -> None:
    """That of the file in the package. Packages that are not in the program may be not here."""
    address = pin[3].removesuffix(".git")
    notice = (PACKAGE / "NOTICE.md").read_text()
    [(named, use)] = re.findall(
        rf"^\| .*\({re.escape(address)}\).*? \| ([^|,]*?)(?:,[^|]*)? \| (.*) \|$", notice, re.M
    )
    files = list((CHECKOUTS / address.rpartition("/")[2]).glob("LICENSE*"))
    assert files or "not in the program" in use
    assert all(named == licence(file.read_text()) for file in files)


def test_the_list_of_licences_is_of_this_program() -> None:
    """Packages with versions and licences, libraries, data, and the texts that are asked for."""
    said = printed([PACKAGE / "Scripts/licences", BINARY])
    notice = (PACKAGE / "NOTICE.md").read_text()
    for _, version, revision, address in PINS:
        [row] = [line for line in notice.splitlines() if f"({address.removesuffix('.git')})" in line]
        assert (f" {version} ({revision})\n" in said) == ("not in the program" not in row), address
    for words in (
        "Libraries of the operating system", "libcurl\n    curl\n", "plate boundaries of the map",
        "Gwendal Roué\n\nPermission is hereby granted", "Runtime Library Exception",
        "UNICODE LICENSE V3", "Bitstream Vera is a trademark", "The SwiftLog Project",
    ):  # fmt: skip
        assert words in said, words
