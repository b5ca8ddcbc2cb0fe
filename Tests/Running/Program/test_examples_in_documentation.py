"""The examples in doc comments, in DocC catalogues and in the tutorial are type-checked.

A ```swift block is the body of `func example() async throws` in a file that imports the
library it documents; further imports may stand at its top. A block with an extension or a
public declaration is checked at file scope instead. A block that is not meant to compile is
a ```text block.

Examples of the tutorial import the libraries that its README lists, unless they are at file
scope. One with “error:” and a message in its info string must fail with it. Its blocks with the name of a
file are compiled by `Tests/Running/Tutorial`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from code_blocks import CodeBlock, comment_blocks, markdown_blocks
from server import PACKAGE, finished, printed

SOURCES = PACKAGE / "Sources"
MODULES = PACKAGE / ".build/debug/Modules"
LANGUAGES = {"swift", "text", "sh", "css", "html", "json"}
IMPORT = re.compile(r"^(@testable )?(public |internal )?import .+$", re.MULTILINE)
FILE_SCOPE = re.compile(r"^(public (?!import)|package |extension )", re.MULTILINE)
TUTORIAL = PACKAGE / "Docs/tutorial"
# The libraries that the README of the tutorial lists.
TUTORIAL_LIBRARIES = ("ImmutableData", "ImmutableUI", "Look", "Markup", "Records", "WebSite")


def blocks(folder: Path) -> list[CodeBlock]:
    """Returns the code blocks of a target, by file and line."""
    return [
        *(block for file in sorted(folder.rglob("*.swift")) for block in comment_blocks(file)),
        *(block for file in sorted(folder.rglob("*.md")) for block in markdown_blocks(file)),
    ]


def module_maps() -> list[str]:
    """Returns the options with which modules of C are found."""
    maps = [*SOURCES.glob("**/module.modulemap")]
    maps += (PACKAGE / ".build/checkouts").glob("*/Sources/**/module.modulemap")
    manifest = (PACKAGE / "Package.swift").read_text()
    libraries = re.findall(r'pkgConfig: "([^"]+)"', manifest)
    flags = ["pkg-config", "--cflags-only-I", *libraries]
    folders = printed(flags).split()
    return folders + [option for file in maps for option in ("-Xcc", f"-fmodule-map-file={file}")]


def source(block: CodeBlock, library: str | None, number: int) -> str:
    """Returns the file that type-checks a block. Its lines are numbered as in the documentation.

    :param library: the one that is imported; by default those of the tutorial.
    """
    imports = [match[0] for match in IMPORT.finditer(block.text)]
    if library:
        imports = [f"import {library}", *imports]
    elif not FILE_SCOPE.search(block.text):
        imports += [f"import {name}" for name in TUTORIAL_LIBRARIES]
    # Several blocks of a library may show an entry point.
    text = IMPORT.sub("", block.text).replace("@main", "     ")
    if not FILE_SCOPE.search(text):
        text = f"func example{number}() async throws {{\n{located(block, text)}}}\n"
    else:
        text = located(block, text)
    return "\n".join([*dict.fromkeys(imports), text])


def located(block: CodeBlock, text: str) -> str:
    return f'#sourceLocation(file: "{block.file}", line: {block.line})\n{text}#sourceLocation()\n'


def mistakes(library: str | None, examples: list[CodeBlock], folder: Path) -> list[str]:
    """Returns the compiler's errors, each with the file and line of the example."""
    groups: list[list[CodeBlock]] = [[]]
    for example in examples:
        # What stands at file scope may have the name of something in another example.
        groups.append([example]) if FILE_SCOPE.search(example.text) else groups[0].append(example)
    errors: list[str] = []
    for number, group in enumerate(group for group in groups if group):
        files = []
        for index, example in enumerate(group):
            file = folder / f"Example{number}_{index}.swift"
            file.write_text(source(example, library, index))
            files.append(file)
        checked = finished(
            [
                *("swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings"),
                *("-diagnostic-style", "llvm"),
                *("-module-name", "Examples", "-swift-version", "6"),
                *("-enable-upcoming-feature", "ExistentialAny"),
                *("-enable-upcoming-feature", "MemberImportVisibility"),
                *("-enable-upcoming-feature", "InternalImportsByDefault"),
                *("-I", MODULES, *module_maps(), *files),
            ],
            timeout=None,
        )
        output = checked.stderr
        for file, example in zip(files, group, strict=True):
            # Errors in the expansion of a macro keep the name of the file.
            output = output.replace(f"{file}:", f"{example.place}: in the example, ")
        found = [line for line in output.splitlines() if " error: " in line]
        errors += dict.fromkeys(line.replace(f"{PACKAGE}/", "") for line in found)
        assert found or checked.returncode == 0, checked.stderr
    return errors


def documented() -> dict[str, Path]:
    """Returns the folders of the targets that have examples."""
    command = ["swift", "package", "dump-package"]
    described = subprocess.run(command, cwd=PACKAGE, capture_output=True, check=True).stdout
    folders = {target["name"]: PACKAGE / target["path"] for target in json.loads(described)["targets"]}
    return {
        name: folder
        for name, folder in folders.items()
        if folder.is_relative_to(SOURCES) and blocks(folder)
    }


DOCUMENTED = documented()


@pytest.mark.parametrize("library", DOCUMENTED)
def test_examples_are_type_checked(library: str, tmp_path: Path) -> None:
    if not MODULES.exists():
        pytest.skip("“swift build” builds the modules that the examples import")
    examples = [block for block in blocks(DOCUMENTED[library]) if block.language == "swift"]
    errors = mistakes(library, examples, tmp_path)
    if errors:
        pytest.fail("\n".join(errors), pytrace=False)


def tutorial_examples() -> list[CodeBlock]:
    """Returns the blocks of the tutorial that are not files."""
    found = [block for file in sorted(TUTORIAL.glob("*.md")) for block in markdown_blocks(file)]
    return [
        block
        for block in found
        if block.language == "swift" and (not block.title or block.title.startswith("error: "))
    ]


def test_examples_of_the_tutorial_are_type_checked(tmp_path: Path) -> None:
    if not MODULES.exists():
        pytest.skip("“swift build” builds the modules that the examples import")
    errors = mistakes(None, [block for block in tutorial_examples() if not block.title], tmp_path)
    if errors:
        pytest.fail("\n".join(errors), pytrace=False)


@pytest.mark.parametrize(
    "example",
    [block for block in tutorial_examples() if block.title],
    ids=lambda block: f"{block.file.stem}:{block.line}",
)
def test_an_error_of_the_tutorial_is_what_the_compiler_says(
    example: CodeBlock, tmp_path: Path
) -> None:
    if not MODULES.exists():
        pytest.skip("“swift build” builds the modules that the examples import")
    errors = mistakes(None, [example], tmp_path)
    assert any(example.title.removeprefix("error: ") in error for error in errors), errors


def test_each_example_has_a_language() -> None:
    unknown = [
        f"{block.place}: “{block.language}” is none of {', '.join(sorted(LANGUAGES))}"
        for block in blocks(SOURCES)
        if block.language not in LANGUAGES
    ]
    if unknown:
        pytest.fail("\n".join(unknown), pytrace=False)


def test_an_error_is_reported_where_it_is(tmp_path: Path) -> None:
    if not MODULES.exists():
        pytest.skip("“swift build” builds the modules that the examples import")
    file = tmp_path / "Documented.swift"
    file.write_text(
        "/// A store.\n///\n/// ```swift\n/// import Markup\n/// let text: String = 1\n/// ```\n"
        "/// ```swift\n/// extension Store { var missing: Missing { fatalError() } }\n/// ```\n"
        "/// ```text\n/// not Swift\n/// ```\nstruct Documented {}\n"
    )
    examples = [block for block in comment_blocks(file) if block.language == "swift"]
    first, second = mistakes("ImmutableData", examples, tmp_path)
    assert first.startswith(f"{file}:5:") and "cannot convert value of type 'Int'" in first
    assert second.startswith(f"{file}:8:") and "cannot find type 'Missing' in scope" in second
