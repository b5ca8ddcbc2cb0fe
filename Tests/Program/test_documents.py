"""The documents: links, settings, metrics, rows of the specification, and names of code."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from server import BINARY, PACKAGE

DOCUMENTS = sorted(
    [*PACKAGE.glob("*.md"), *PACKAGE.glob("Docs/**/*.md"), *PACKAGE.glob("[BDET]*/README.md")]
)
OPERATIONS = PACKAGE / "Docs/operations.md"


def anchors(document: Path) -> set[str]:
    """The names of its headings in links, as GitHub forms them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.M)
    texts = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts}


def first_column(document: Path, heading: str) -> str:
    """The first cells of the rows in a section."""
    section = document.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return "\n".join(line.split("|")[1] for line in section.splitlines() if line[:1] == "|")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_links_have_targets(document: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    for link in links:
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_the_readme_is_short_and_names_the_commands() -> None:
    text = (PACKAGE / "README.md").read_text()
    assert len(text.encode()) <= 8_000
    assert "    make run" in text and "    make test" in text


def test_the_readme_has_the_example_as_it_is() -> None:
    source = (PACKAGE / "Examples/Counter/Sources/Counter/Counter.swift").read_text()
    assert f"```swift\n{source}```" in (PACKAGE / "README.md").read_text()


def test_each_setting_is_documented() -> None:
    help_text = subprocess.run(
        [BINARY, "help", "serve"], check=True, capture_output=True, text=True
    ).stdout
    options = set(re.findall(r"^  --([a-z-]+)", help_text, re.M)) - {"version"}
    settings = set(re.findall(r"`([a-z-]+)`", first_column(OPERATIONS, "Settings")))
    assert settings == options


def test_each_metric_is_documented() -> None:
    calls = re.compile(r'(?:gauge|counter|histogram)\(\s*"([a-z_]+)"')
    names = {
        name if name.startswith("process_") else f"fieldguide_{name}"
        for path in PACKAGE.glob("Sources/**/*.swift")
        for name in calls.findall(path.read_text())
    }
    assert set(re.findall(r"`([a-z_]+)`", first_column(OPERATIONS, "Metrics"))) == names


def test_each_row_that_tests_name_is_in_the_specification() -> None:
    rows = {
        row
        for document in PACKAGE.glob("Docs/spec/*.md")
        for row in re.findall(r"^\| ([A-Z]\d+[a-z]?'?) \|", document.read_text(), re.M)
    }
    # In the labels of transitions, as in “R4e list” or "Q1' \(said)".
    label = re.compile(r"\"([A-Z]\d+[a-z]?'?)(?=[ \"])")
    named = {
        row
        for path in PACKAGE.glob("Tests/*/*ReducerTests.swift")
        for row in label.findall(path.read_text())
    }
    assert {"R1", "R12e", "Q1'", "Q6f"} <= named
    assert named <= rows, sorted(named - rows)


def test_each_function_that_is_followed_is_there() -> None:
    text = (PACKAGE / "Docs/follow-a-request.md").read_text()
    steps = re.findall(r"`(\w+)` in \[[^\]]+\]\(\.\./(Sources/[^)]+)\)", text)
    assert len(steps) > 50
    for name, path in steps:
        source = (PACKAGE / path).read_text()
        assert re.search(rf"\bfunc {name}\b|\b{name}\(", source), f"{name} in {path}"


def test_paths_in_documents_exist() -> None:
    path = re.compile(r"`((?:Sources|Tests|Scripts|Benchmarks|Deploy|Examples)/[\w./+-]+\w)`")
    for document in DOCUMENTS:
        for name in path.findall(document.read_text()):
            assert (PACKAGE / name).exists(), f"{name} in {document.relative_to(PACKAGE)}"
