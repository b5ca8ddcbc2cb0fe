"""The tutorial in Docs/tutorial, followed step by step.

A block with the name of a file is that file of the chapter's package, as a reader would write
it. At the end of a step its `swift run` and `swift test` are run, in a package that is put
together in the build folder, and each `curl` must print the lines of the block after it.
Blocks without a file name are type-checked by `test_examples_in_documentation.py`.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from code_blocks import CodeBlock, markdown_blocks
from postgres import PostgresServer
from server import PACKAGE, Server

TUTORIAL = PACKAGE / "Docs/tutorial"
BUILD = PACKAGE / ".build"
CHAPTERS = {
    "02-counter.md": "MyCounter",
    "03-plants.md": "Garden",
    "04-three-ways.md": "Tips",
    "05-rules.md": "Rules",
    "06-tides.md": "Harbour",
    "07-loans.md": "Library",
}
# The steps whose package is that of an example.
EXAMPLES = {
    "Step 2: Buttons": "Counter",
    "Step 3: Changes": "Plants",
    "Step 3: A curve for each day": "Tides",
    "Step 2: What is overdue": "Loans",
}
SCRATCH = "--scratch-path ../../.build"
SERVE_ANSWERS = "python3 -m http.server 9000 --directory answers"


@dataclass
class Step:
    """What is between two headings of the second level."""

    title: str
    blocks: list[CodeBlock] = field(default_factory=list)


def steps(chapter: Path) -> list[Step]:
    """Returns the steps of a chapter that have code blocks."""
    blocks = markdown_blocks(chapter)
    lines = chapter.read_text().splitlines()
    headings = [number for number, line in enumerate(lines, 1) if line.startswith("## ")]
    found = []
    for start, end in zip(headings, [*headings[1:], len(lines) + 1], strict=True):
        step = Step(lines[start - 1].removeprefix("## "))
        step.blocks = [block for block in blocks if start < block.line < end]
        if step.blocks:
            found.append(step)
    return found


def run(*command: object) -> None:
    """Runs a command, and fails with what it printed."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout[-8000:] + done.stderr[-8000:], pytrace=False)


class Walk:
    """A reader who follows a chapter in a package of its own."""

    def __init__(self, package: Path, data: Path) -> None:
        self.package = package
        self.data = data
        self.server: Server | None = None
        self.output = ""
        # What a command names, and what it is in the test.
        self.names: dict[str, str] = {}
        self.endings: list[Callable[[], None]] = []

    def take(self, step: Step) -> None:
        """Does what a step has the reader do."""
        files = [block for block in step.blocks if is_file(block)]
        for block in files:
            self.write(block)
        commands = " ".join(block.text for block in step.blocks if block.language == "sh")
        if files:
            for needed in (f"swift run {SCRATCH}", f"swift test {SCRATCH}"):
                assert needed in commands, f"“{step.title}” does not end with “{needed}”"
            run("swift", "format", "lint", "--strict", "--recursive", self.package)
            run("swift", "build", "--build-tests", *self.options)
        if step.title in EXAMPLES:
            self.compare_package(PACKAGE / "Examples" / EXAMPLES[step.title])
        for block in step.blocks:
            if block.language == "sh":
                self.execute(block)
            elif block.title.startswith("excerpt "):
                self.compare_excerpt(block)
            elif block.language in ("html", "text"):
                self.compare(block)
        self.stop()

    @property
    def options(self) -> tuple[object, ...]:
        return ("--scratch-path", BUILD, "--package-path", self.package)

    def write(self, block: CodeBlock) -> None:
        file = self.package / block.title
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text)

    def execute(self, block: CodeBlock) -> None:
        """Runs the commands of a block, or does what comes to the same."""
        for command in block.text.replace("\\\n", " ").splitlines():
            for name, value in self.names.items():
                command = command.replace(name, value)
            if command.startswith(f"swift run {SCRATCH} "):
                product, *options = command.removeprefix(f"swift run {SCRATCH} ").split()
                self.start(product, options)
            elif command == SERVE_ANSWERS:
                self.serve_answers()
            elif command == f"swift test {SCRATCH}":
                self.test()
            elif command == "rm -r data":
                shutil.rmtree(self.data)
            elif command.startswith("curl "):
                assert self.server is not None, f"{block.place}: no program runs"
                command = command.replace("http://127.0.0.1:8080", self.server.url)
                done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
                assert done.returncode == 0, f"{block.place}: {done.stderr}"
                self.output = done.stdout
            else:
                known = ("mkdir -p Examples/", "cd Examples/", "make new-guide ")
                assert command.startswith(known), f"{block.place}: what does “{command}” do?"

    def test(self) -> None:
        """Runs the built tests. `swift test` would plan the build once more."""
        name = re.search(r'name: "([\w-]+)"', (self.package / "Package.swift").read_text())
        assert name is not None
        run(BUILD / f"debug/{name[1]}PackageTests.xctest", "--testing-library", "swift-testing")

    def compare_excerpt(self, block: CodeBlock) -> None:
        """Checks that a block is a part of a source."""
        source = PACKAGE / block.title.removeprefix("excerpt ")
        assert block.text in source.read_text(), f"{block.place}: this is not in {source}"

    def compare_package(self, example: Path) -> None:
        """Checks that the package has the sources and the tests of an example."""
        for file in sorted([*example.glob("Sources/*/*.swift"), *example.glob("Tests/*/*.swift")]):
            name = file.relative_to(example)
            assert (self.package / name).read_text() == file.read_text(), f"{name} differs"

    def compare(self, block: CodeBlock) -> None:
        """Checks that the last output has the lines of a block, in their order."""
        rest = self.output
        for number, line in enumerate(block.text.splitlines()):
            _, found, rest = rest.partition(line.strip())
            if not found:
                pytest.fail(
                    f"{block.file}:{block.line + number}: there is no “{line.strip()}” in\n"
                    + self.output,
                    pytrace=False,
                )

    def serve_answers(self) -> None:
        """Serves the folder of a remote service's answers until the end of the chapter."""

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Suppresses the log."""

        handler = functools.partial(Handler, directory=self.package / "answers")
        service = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=service.serve_forever, daemon=True).start()
        self.names["http://127.0.0.1:9000/"] = f"http://127.0.0.1:{service.server_address[1]}/"
        self.endings += [service.shutdown, service.server_close]

    def start(self, product: str, options: list[str]) -> None:
        self.stop()
        if "postgresql:///tides" in options:
            # The path of a socket is short.
            server = PostgresServer(Path("/tmp") / f"fieldguide-{uuid.uuid4().hex[:12]}")
            self.endings.append(server.remove)
            options[options.index("postgresql:///tides")] = server.create("tides")
        self.server = Server(self.data, example=product, options=options)

    def end(self) -> None:
        """Stops all that the chapter started."""
        self.stop()
        for ending in self.endings:
            ending()

    def stop(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server = None


def is_file(block: CodeBlock) -> bool:
    """True if a block is a file of the chapter's package."""
    return bool(re.match(r"(Package\.swift|Sources/|Tests/|answers/)", block.title))


@pytest.fixture
def walk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Walk]:
    """A reader at the start of a chapter."""
    package = BUILD / CHAPTERS[request.param]
    shutil.rmtree(package, ignore_errors=True)
    walk = Walk(package, tmp_path / "data")
    yield walk
    walk.end()
    shutil.rmtree(package, ignore_errors=True)


@pytest.mark.parametrize(("chapter", "walk"), [(name, name) for name in CHAPTERS], indirect=["walk"])
def test_a_chapter_does_what_it_says(chapter: str, walk: Walk) -> None:
    for step in steps(TUTORIAL / chapter):
        walk.take(step)


def test_a_new_guide_is_the_one_that_is_shown(tmp_path: Path) -> None:
    """The record that `make new-guide` writes, in a copy of the package."""
    [command] = [
        line
        for block in markdown_blocks(TUTORIAL / "03-plants.md")
        for line in block.text.splitlines()
        if line.startswith("make new-guide ")
    ]
    [shown] = [
        block
        for block in markdown_blocks(TUTORIAL / "03-plants.md")
        if block.title.startswith("new-guide ")
    ]
    for name in ("Sources", "Package.swift", "README.md", ".swift-format"):
        copy = shutil.copytree if (PACKAGE / name).is_dir() else shutil.copy
        copy(PACKAGE / name, tmp_path / name)
    (tmp_path / "Tests").mkdir()
    arguments = re.fullmatch(r'make new-guide NAME=(\w+) FIELDS="(.*)"', command)
    assert arguments is not None, command
    guide, fields = arguments.groups()
    run(PACKAGE / "Scripts/new-guide", "--root", tmp_path, guide, *fields.split())
    written = tmp_path / shown.title.removeprefix("new-guide ")
    assert written.read_text() == shown.text


def test_each_block_is_checked() -> None:
    """A block of another kind would be neither compiled nor run."""
    followed = {
        block.place
        for name in CHAPTERS
        for step in steps(TUTORIAL / name)
        for block in step.blocks
    }
    for file in sorted(TUTORIAL.glob("*.md")):
        for block in markdown_blocks(file):
            is_example = block.language == "swift" and (
                not block.title or block.title.startswith("error: ")
            )
            is_followed = block.place in followed and (
                (block.language in ("swift", "json") and is_file(block))
                or block.title.startswith(("excerpt ", "new-guide "))
                or (block.language in ("sh", "html") and not block.title)
            )
            assert is_example or is_followed, f"{block.place}: nothing checks this block"
