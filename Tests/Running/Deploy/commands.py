"""The commands of the documents."""

from __future__ import annotations

from code_blocks import markdown_blocks
from server import PACKAGE

PROXIES = ("nginx", "caddy")


def commands(document: str, *headings: str, proxy: str = "nginx") -> list[str]:
    """Returns the blocks of commands in a document, or in some of its sections. Those that name
    the other proxy are left out."""
    file = PACKAGE / f"Docs/{document}.md"
    lines = ["## ", *file.read_text().splitlines()]
    assert {f"## {heading}" for heading in headings} <= {*lines}, headings
    [other] = {*PROXIES} - {proxy}
    return [
        block.text
        for block in markdown_blocks(file)
        if block.language == "sh" and other not in block.text.lower()
        for heading in [next(line for line in lines[block.line :: -1] if line.startswith("## "))]
        if not headings or heading[3:] in headings
    ]
