"""The code blocks of doc comments and of Markdown files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

COMMENT = re.compile(r"\s*/// ?(.*)")
FENCE = re.compile(r"( *)```(.*)")


@dataclass(frozen=True)
class CodeBlock:
    """A fenced code block."""

    file: Path
    #: The number of its first line, not counting the fence.
    line: int
    #: The first word of the info string, as in ```swift; empty if it has none.
    language: str
    #: The rest of the info string.
    title: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def markdown_blocks(file: Path) -> list[CodeBlock]:
    """Returns the code blocks of a Markdown file."""
    lines = file.read_text().splitlines()
    return list(_blocks(file, enumerate(lines, start=1)))


def comment_blocks(file: Path) -> list[CodeBlock]:
    """Returns the code blocks in the doc comments of a Swift file."""
    blocks: list[CodeBlock] = []
    comment: list[tuple[int, str]] = []
    for number, line in enumerate([*file.read_text().splitlines(), ""], start=1):
        if match := COMMENT.fullmatch(line):
            comment.append((number, match[1]))
        elif comment:
            blocks += _blocks(file, comment)
            comment = []
    return blocks


def _blocks(file: Path, lines: Iterable[tuple[int, str]]) -> Iterator[CodeBlock]:
    opening: tuple[int, re.Match[str]] | None = None
    text: list[str] = []
    for number, line in lines:
        fence = FENCE.fullmatch(line)
        if opening is None:
            if fence:
                opening, text = (number, fence), []
        elif fence and not fence[2].strip():
            language, _, title = opening[1][2].strip().partition(" ")
            yield CodeBlock(file, opening[0] + 1, language, title.strip(), "\n".join(text) + "\n")
            opening = None
        else:
            # A block in a list is indented with its item.
            indentation = len(opening[1][1])
            text.append(line[indentation:] if line[:indentation].isspace() else line)
    assert opening is None, f"{file}:{opening[0]}: a code block has no end"
