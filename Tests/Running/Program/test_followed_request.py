"""The functions that requests enter, beside those that a document lists in their order."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import web
from server import PACKAGE, Server, serving

PROGRAM = PACKAGE / ".build/debug/fieldguide"
DOCUMENT = PACKAGE / "Docs/follow-a-request.md"
STEP = re.compile(r"^\| \d+ \| `(\w+)` in \[[^\]]+\]\(\.\./(Sources/[^)]+)\)", re.M)
# A function that runs from the start on, and one for outcomes that do not occur here.
NOT_ENTERED = ["start", "redisplay"]


class Tracer:
    """Runs the program, and tells which functions of Sources it enters."""

    def __init__(self, folder: Path) -> None:
        self._tracer, self._output = folder / "tracer", folder / "entered"
        source = PACKAGE / "Tests/Running/Support/tracer.c"
        run("gcc", "-O2", "-o", self._tracer, source)
        listed = [line.split(" ", 2) for line in run("nm", "--defined-only", PROGRAM).splitlines()]
        # The mangled names by address.
        self._names = {
            int(address, 16): name
            for address, kind, name in listed
            if kind in "tT" and name.startswith("$s")
        }
        addresses = folder / "addresses"
        addresses.write_text("".join(f"{address:x}\n" for address in self._names))
        self.prefix = [self._tracer, addresses, self._output]

    def trace(self, server: Server, request: Callable[[], object]) -> list[tuple[str, str]]:
        """The files and names of the functions, in the order in which they are entered."""
        server.process.send_signal(signal.SIGUSR1)
        begun = self._output.with_suffix(".begun")
        web.until(begun.exists)
        begun.unlink()
        request()
        # The end of the request follows the last byte of the response.
        time.sleep(0.3)
        server.process.send_signal(signal.SIGUSR2)
        web.until(lambda: self._output.exists())
        entered = [int(line, 16) for line in self._output.read_text().split()]
        self._output.unlink()
        lines = "\n".join(f"{address:x}" for address in entered)
        files = run("addr2line", "--exe", PROGRAM, input=lines).splitlines()
        names = "\n".join(self._names[address] for address in entered)
        demangled = run("swift", "demangle", "--compact", input=names).splitlines()
        return [
            ("Sources/" + file.partition("/Sources/")[2].partition(":")[0], name)
            for file, name in zip(files, demangled, strict=True)
            if file.startswith(f"{PACKAGE}/Sources/") and ".swift:" in file
        ]


def run(*command: object, input: str | None = None) -> str:
    parts = [str(part) for part in command]
    return subprocess.run(
        parts, input=input, stdout=subprocess.PIPE, text=True, check=True, timeout=120
    ).stdout


def test_a_request_enters_the_functions_of_the_document_in_their_order(tmp_path: Path) -> None:
    tracer = Tracer(tmp_path)
    with serving(tmp_path / "data", binary=PROGRAM, prefix=tracer.prefix) as server:
        page = tracer.trace(server, lambda: web.send(f"{server.url}/animals?category=Mammal"))
        form = web.inputs(web.send(f"{server.url}/animals?category=Mammal&dialog=add").text)
        form |= {"name": "Otter", "diet": "Carnivore", "categoryId": "Mammal"}
        change = tracer.trace(server, lambda: web.send(server.url + web.ADD, form))
    text = DOCUMENT.read_text()
    _, get, rest = re.split(r"\n## A (?:GET|POST):", text)
    post = rest.partition("\n## The pages that are open\n")[0]
    for section, trace in [(get, page), (post, change)]:
        last = 0
        for name, path in STEP.findall(section):
            if name in NOT_ENTERED:
                continue
            word = re.compile(rf"\b{name}\b")
            entries = [
                number
                for number, (file, function) in enumerate(trace)
                if file == path and word.search(function)
            ]
            assert entries, f"{name} in {path} is not entered"
            later = [number for number in entries if number >= last]
            assert later, f"{name} in {path} is entered before the steps above it"
            last = later[0]
