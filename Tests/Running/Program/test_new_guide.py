"""Scripts/new-guide: adds a guide of records to a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from server import NOWHERE, PACKAGE, finished, printed
from web import send

# The folders of tests whose targets are not tests.
NEEDED = ("Tests/Development/", "Tests/Scenes/", "Tests/Support/")
FIELDS = [
    "name:text", "family:text?", "height:whole", "light:sun|halfShade|shade", "soil:clay|sand?",
    "acidity:decimal", "note:lines", "evergreen:bool", "planted:day", "watered:moment?",
    "gardener:email?", "website:web?", "parent:Plants?",
]  # fmt: skip


def new_guide(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the script on a copy."""
    return finished([PACKAGE / "Scripts/new-guide", "--root", tree, *arguments])


def git(tree: Path, *arguments: str) -> str:
    """Runs Git, and returns what it prints."""
    return printed(["git", "-C", tree, *arguments])


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that no test changes."""
    return copy(tmp_path_factory.mktemp("untouched"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return copy(tmp_path)


def copy(folder: Path) -> Path:
    """Copies the package as it is without its tests, and commits the copy."""
    tree = folder / "package"
    for name in git(PACKAGE, "ls-files", "-z", "-co", "--exclude-standard").split("\0"):
        is_needed = name.startswith(NEEDED) or not name.startswith(("Tests/", "Docs/sc"))
        if is_needed and (PACKAGE / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PACKAGE / name, tree / name)
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    git(tree, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Start")
    return tree


def test_a_guide_changes_three_files(tree: Path) -> None:
    made = new_guide(tree, "Plants", *FIELDS)
    assert made.returncode == 0, made.stderr
    changes = git(tree, "status", "--porcelain", "-uall").splitlines()
    assert sorted(changes) == [
        " M Package.swift",
        " M Sources/Fieldguide/Fieldguide.swift",
        " M Sources/Guides/README.md",
        "?? Sources/Guides/Plants/Plant.swift",
        "?? Tests/Guides/Plants/PlantTests.swift",
    ]
    added = [int(line.split()[0]) for line in git(tree, "diff", "--numstat").splitlines()]
    assert sum(added) <= 20
    files = [line.split()[1] for line in changes if line.endswith(".swift")]
    lint = ["swift", "format", "lint", "--strict", *files]
    assert finished(lint, cwd=tree).stderr == ""


def test_a_guide_refers_to_another(tree: Path) -> None:
    for arguments in (
        ["People", "name:text", "--record", "Person"],
        ["Loans", "title:text", "person:People", "witness:People?"],
        ["Visits", "title:text", "person:People"],
    ):
        made = new_guide(tree, *arguments)
        assert made.returncode == 0, made.stderr
    assert "public import People\npublic import Records\n" in (
        tree / "Sources/Guides/Loans/Loan.swift"
    ).read_text()
    guides = (tree / "Sources/Fieldguide/Fieldguide.swift").read_text()
    for line in (
        "    let personGuide = RecordsGuide(of: Person.self, context)\n    return [\n",
        "      personGuide,\n",
        "      RecordsGuide(of: Loan.self, context, referringTo: personGuide),\n",
        "      RecordsGuide(of: Visit.self, context, referringTo: personGuide),\n",
    ):
        assert guides.count(line) == 1
    assert 'name: "Loans", dependencies: ["People", "Records"]' in (tree / "Package.swift").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plants", "name:text"], "“plants” must be a word in CamelCase, such as Plants."),
        (["Pla/nts", "name:text"], "“Pla/nts” must be a word in CamelCase, such as Plants."),
        (["PlantData", "name:text"], "PlantData is a part of a guide: choose a name that does "),
        (["Mice", "name:text"], "specify the singular of Mice with --record, such as Mouse for Mice."),
        (["Animals", "name:text"], "there is already a target Animals: choose another name."),
        (
            ["Beasts", "name:text", "--record", "Animal"],
            "there is already a guide at /beasts or a type Animal: choose another name.",
        ),
        (["Markup", "name:text", "--record", "Mark"], "there is already a target Markup: "),
        (["Plants", "height:whole"], "the first field must be a text: "),
        (["Plants", "name"], "“name” must be a name in camelCase, a colon and a kind, such as "),
        (["Plants", "Name:text"], "“Name:text” must be a name in camelCase, a colon and a "),
        (["Plants", "init:text"], "a field cannot be called “init”: choose another name."),
        (["Plants", "name:text", "name:text"], "two fields have the same name."),
        (["Plants", "name:date"], "“date” is not a kind of field: use text, lines, whole, "),
        (["Plants", "name:text", "parent:Plants"], "the first record cannot refer to another: "),
        (["Plants", "name:text?"], "the first field must be a text: "),
        (["Plants", "name:text", "owner:People"], "there is no guide of records People: add it "),
        (["Plants", "name:text", "light:sun|"], "“” cannot be a choice: use a word in "),
    ],
)
def test_a_mistake_is_reported_and_changes_nothing(
    arguments: list[str], message: str, untouched: Path
) -> None:
    made = new_guide(untouched, *arguments)
    assert made.returncode == 1
    assert made.stderr.startswith(f"new-guide: {message}")
    assert git(untouched, "status", "--porcelain") == ""


def test_a_new_guide_is_built_and_served(tree: Path, tmp_path: Path) -> None:
    """With what was built already, which is of no use at another path: in a mount
    namespace of its own the copy stands at the path of the package, upon its build folder.
    """
    here = ["unshare", "--mount", "--map-root-user", "--user", "sh", "-ec"]
    if os.geteuid() == 0:
        here = ["unshare", "--mount", "sh", "-ec"]
    if not (PACKAGE / ".build/debug").exists() or subprocess.run([*here, "true"]).returncode:
        pytest.skip("no build folder, or no mount namespaces")
    assert new_guide(tree, "Plants", *FIELDS).returncode == 0
    with (tree / "Package.swift").open("a") as manifest:
        manifest.write('package.targets.removeAll { $0.isTest && $0.name != "PlantsTests" }\n')
    for folder in (tree / ".build", tmp_path / "changed", tmp_path / "work"):
        folder.mkdir()
    layers = f"lowerdir={PACKAGE}/.build,upperdir={tmp_path}/changed,workdir={tmp_path}/work"
    script = (
        # Some containers have no layers.
        f"mount -t overlay -o {layers} overlay {tree}/.build || cp -a {PACKAGE}/.build {tree}; "
        f"mount --rbind {tree} {PACKAGE}; cd {PACKAGE}; export TMPDIR={tmp_path}; "
        "swift build --product fieldguide; swift test --filter PlantsTests; "
        f"cp .build/debug/fieldguide {tmp_path}"
    )
    built = finished([*here, script], timeout=None)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "3 tests" in built.stdout + built.stderr

    program = subprocess.Popen(
        [
            *(tmp_path / "fieldguide", "--port", "0", "--data", tmp_path / "data"),
            *("--templates", PACKAGE / "Templates", "--public", PACKAGE / "Public"),
            *("--quakes-feeds", NOWHERE, "--dogs", NOWHERE, "--photos", NOWHERE),
            *("--metrics-port", "off", "--log-level", "warning"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        url = program.stdout.readline().split()[-1]
        assert '<li class="plants"><a href="/plants"' in send(url + "/").text
        assert send(url + "/plants").status == 200
    finally:
        program.terminate()
        assert program.wait(timeout=30) == 0
