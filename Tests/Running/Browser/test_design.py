"""The tables of Docs/design.md: the values of the style sheet, and the contrast of its colours."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from server import PACKAGE, Server
from web import GUIDES

DOCUMENT = (PACKAGE / "Docs/design.md").read_text()
STYLES = (PACKAGE / "Sources/Site/WebSite/Resources/site.css").read_text()
TABLES: dict[str, list[list[str]]] = {}
for table in re.findall(r"^\| .*(?:\n\|.*)+", DOCUMENT, re.MULTILINE):
    head, _, *rows = [line.strip("|").split("|") for line in table.splitlines()]
    TABLES.setdefault(head[0].strip(), []).extend([[cell.strip() for cell in row] for row in rows])
CODE = re.compile(r"`([^`]+)`")
SCHEMES = ["light", "dark"]

# The ratio of each pair, measured on pixels: colours in other notations need no arithmetic here.
MEASURE = """pairs => {
  const context = Object.assign(document.createElement("canvas"), {width: 1, height: 1})
    .getContext("2d", {willReadFrequently: true});
  const probe = document.body.appendChild(document.createElement("p"));
  const luminance = name => {
    probe.style.color = `var(${name})`;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map(byte =>
      byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return pairs.map(([one, other]) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  });
}"""


def pairs(head: str) -> list[tuple[str, str]]:
    """Returns the pairs of a table whose second column lists grounds."""
    return [
        (CODE.findall(row[0])[0], ground) for row in TABLES[head] for ground in CODE.findall(row[1])
    ]


def declared(scheme: str) -> dict[str, str]:
    """Returns the custom properties of a colour scheme in the style sheet."""
    [block] = re.findall(r"^:root \{\n(.*?)\n\}", STYLES, re.DOTALL | re.MULTILINE)[:1]
    chosen = re.sub(r"light-dark\(([^,()]+), ([^()]+)\)", rf"\{SCHEMES.index(scheme) + 1}", block)
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", chosen))


def test_the_values_are_those_of_the_style_sheet() -> None:
    """Sizes, and colours of both schemes."""
    hue = STYLES.split(".guide-hue {")[1].split("@media")[0]
    derived = dict(re.findall(r"(--(?:accent|soft)[\w-]*): ([^;\n]+)", hue))
    assert len(TABLES["Property"]) == 34
    for row in TABLES["Property"]:
        name, *values = CODE.findall(" ".join(row[: 3 if row[2].startswith("`") else 2]))
        if len(values) == 2:
            assert values == [declared(scheme)[name] for scheme in SCHEMES], name
        else:
            assert values[0] in (declared("light").get(name), derived.get(name)), name


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("guide", ["", *GUIDES])
@pytest.mark.parametrize(("head", "least"), [("Text", 4.5), ("Sign or border", 3)])
def test_contrast(
    browser: Browser, stage: Server, scheme: str, guide: str, head: str, least: float
) -> None:
    """Each pair of colours is legible."""
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{stage.url}/{guide}")
    tested = pairs(head)
    ratios = page.evaluate(MEASURE, tested)
    context.close()
    assert len(tested) >= 9
    assert {
        pair: round(ratio, 2) for pair, ratio in zip(tested, ratios, strict=True) if ratio < least
    } == {}
