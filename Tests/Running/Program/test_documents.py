"""The documents: links, settings, metrics, rows of the specification, excerpts and names of code."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from code_blocks import markdown_blocks
from server import BINARY, PACKAGE, printed

DOCUMENTS = sorted(
    document
    for pattern in ("*.md", "Docs/**/*.md", "[BDET]*/README.md", "Sources/*/README.md")
    for document in PACKAGE.glob(pattern)
)
OPERATIONS = PACKAGE / "Docs/operations.md"


def anchors(document: Path) -> set[str]:
    """The names of its headings in links, as GitHub forms them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), re.M)
    texts = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts}


def section(document: Path, heading: str) -> str:
    return document.read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]


def first_column(document: Path, heading: str) -> str:
    """The first cells of the rows in a section."""
    lines = section(document, heading).splitlines()
    return "\n".join(line.split("|")[1] for line in lines if line[:1] == "|")


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
    """With its default, in the order in which “fieldguide config” lists them."""
    own = {name: text for name, text in os.environ.items() if not name.startswith("FIELDGUIDE_")}
    listed = printed([BINARY, "config"], env=own)
    settings = re.findall(r"^([a-z-]+) +(.*?) +default$", listed, re.M)
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", section(OPERATIONS, "Settings"), re.M)
    assert [name for name, _ in rows] == [name for name, _ in settings]
    for (name, documented), (_, default) in zip(rows, settings, strict=True):
        if documented == "none" or re.fullmatch("`[^`]*`", documented):
            assert documented.strip("`") == (default or "none"), name


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
        for path in PACKAGE.glob("Tests/**/*ReducerTests.swift")
        for row in label.findall(path.read_text())
    }
    assert {"R1", "R12f", "Q1'", "Q6f"} <= named
    assert named <= rows, sorted(named - rows)


def test_each_function_that_is_followed_is_there() -> None:
    text = (PACKAGE / "Docs/follow-a-request.md").read_text()
    steps = re.findall(r"`(\w+)` in \[[^\]]+\]\(\.\./(Sources/[^)]+)\)", text)
    assert len(steps) > 50
    for name, path in steps:
        source = (PACKAGE / path).read_text()
        assert re.search(rf"\bfunc {name}\b|\b{name}\??\(", source), f"{name} in {path}"


def test_the_steps_of_a_request_are_counted() -> None:
    text = (PACKAGE / "Docs/follow-a-request.md").read_text()
    said = re.search(
        r"takes\s(\d+) steps in (\d+) files, a change\s(\d+) steps more", text
    )
    assert said
    step = re.compile(r"^\| (\d+) \| `\w+` in \[[^\]]+\]\(\.\./(Sources/[^)]+)\)", re.M)
    page = step.findall(text[text.index("## A GET") : text.index("## A POST")])
    change = step.findall(text[text.index("## A POST") : text.index("## The pages that are open")])
    for steps in [page, change]:
        assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    counts = [len(page), len({path for _, path in page}), len(change)]
    assert counts == [int(count) for count in said.groups()]


def test_the_lines_of_each_floor_are_counted() -> None:
    """Without blank lines and comments, to within three percent."""
    rows = re.findall(r"^\| \[`(\w+)`\][^|]*\|[^|]*\| ([\d,]+) \|$", (PACKAGE / "Docs/architecture.md").read_text(), re.M)
    assert len(rows) == 8
    for floor, said in rows:
        lines = [line.strip() for path in PACKAGE.glob(f"Sources/{floor}/**/*.swift") for line in path.open()]
        count = sum(1 for line in lines if line and not line.startswith("//"))
        assert abs(count - int(said.replace(",", ""))) <= max(count * 0.03, 10), f"{floor}: {count}"


def test_paths_in_documents_exist() -> None:
    path = re.compile(r"`((?:Sources|Tests|Scripts|Benchmarks|Deploy|Examples)/[\w./+-]+\w)`")
    for document in DOCUMENTS:
        for name in path.findall(document.read_text()):
            assert (PACKAGE / name).exists(), f"{name} in {document.relative_to(PACKAGE)}"


def test_excerpts_are_in_the_code() -> None:
    """A block of Swift names its source in the line that opens it: “swift excerpt PATH”.

    The example of the README and the blocks of the tutorial have tests of their own.
    """
    blocks = [
        block
        for document in DOCUMENTS
        if "tutorial" not in document.parts and document.name != "README.md"
        for block in markdown_blocks(document)
        if block.language == "swift"
    ]
    assert len(blocks) > 10
    for block in blocks:
        kind, _, path = block.title.partition(" ")
        assert kind == "excerpt", f"{block.place}: the source of the excerpt is missing"
        lines = [line.strip() for line in block.text.strip().splitlines()]
        source = [line.strip() for line in (PACKAGE / path).read_text().splitlines()]
        starts = (start for start, line in enumerate(source) if line == lines[0])
        assert any(source[start : start + len(lines)] == lines for start in starts), (
            f"{block.place}: this is not in {path}"
        )


def test_each_test_that_detects_a_fault_is_there() -> None:
    faults = (PACKAGE / "Docs/testing.md").read_text().split("\n## Deliberate faults\n")[1]
    rows = re.findall(r"\| [“`](.+)[”`] \((\w+)(?:\.py)?\) \|$", faults, re.M)
    assert len(rows) == 44
    for name, file in rows:
        texts = [path.read_text() for path in PACKAGE.glob(f"Tests/**/{file}.*") if path.suffix != ".pyc"]
        assert any(f"func `{name}`" in text or f"def {name}" in text for text in texts), name


def test_the_notice_names_each_package_and_each_source_of_data() -> None:
    notice = (PACKAGE / "NOTICE.md").read_text()
    manifest = (PACKAGE / "Package.swift").read_text()
    packages = re.findall(r'package\(url: "([^"]+)"', manifest)
    assert len(packages) > 5
    packages += [line.split()[3] for line in (PACKAGE / "dependencies.lock").read_text().splitlines()]
    # Foundation contains it if it is linked statically.
    if b"icudt" in BINARY.read_bytes():
        packages.append("https://github.com/swiftlang/swift-foundation-icu")
    for package in packages:
        assert f"({package.removesuffix('.git')})" in notice, package
    libraries = re.findall(r'\.systemLibrary\(\s*name: "(\w+)"', manifest)
    for library in libraries:
        assert f"`{library}`" in notice, library
    for source in PACKAGE.glob("Sources/C/*/SOURCES.md"):
        assert f"({source.relative_to(PACKAGE)})" in notice
        for licence in ("public domain", "ODC-By 1.0"):
            assert licence not in source.read_text() or licence in notice
