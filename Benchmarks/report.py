"""The README.md of this folder, with one section of results per program."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).with_name("README.md")
_SECTION = r"<!-- {name}: begin -->\n.*?<!-- {name}: end -->\n?"


def write_section(name: str, text: str) -> None:
    """Replaces the section of that name, or appends it."""
    marked = f"<!-- {name}: begin -->\n{text.strip()}\n<!-- {name}: end -->\n"
    readme = README.read_text()
    pattern = re.compile(_SECTION.format(name=re.escape(name)), re.DOTALL)
    if pattern.search(readme):
        readme = pattern.sub(lambda _: marked, readme)
    else:
        readme = f"{readme.rstrip()}\n\n{marked}"
    README.write_text(readme)


def write_rest(text: str) -> None:
    """Replaces the text outside the sections."""
    pattern = re.compile(_SECTION.format(name="[a-z-]+"), re.DOTALL)
    kept = [match.group() for match in pattern.finditer(README.read_text())]
    README.write_text("\n".join([text.strip() + "\n", *kept]))
