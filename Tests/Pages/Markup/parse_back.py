"""Parses HTML documents with html5lib and compares them with the rendered strings.

Usage: parse_back.py FOLDER

FOLDER has `expected.json`, a list of documents with `name`, `reading`,
`elements` and `strings`, and the bytes of each in `<name>.html`. The string
with number n is in the element with the id n. The reading is its position:
`{"text": {}}`, `{"attribute": {"_0": name}}` or `{"address": {"_0": name}}`.

Prints one line per difference and exits with status 1, or prints the number of
compared strings.
"""

import json
import pathlib
import sys
from urllib.parse import parse_qsl, unquote, urlsplit

try:
    import html5lib
except ImportError:
    sys.exit("html5lib is missing: run `make install`")


def differences(document, data):
    """Yields a description of each difference."""
    tree = html5lib.parse(data, transport_encoding="utf-8")
    nodes = list(tree.iter())
    elements = [node for node in nodes if isinstance(node.tag, str)]
    if len(elements) != len(nodes):
        yield "there is a comment or an instruction"
    if len(elements) != document["elements"]:
        yield f"{len(elements)} elements instead of {document['elements']}"

    kind, parameters = next(iter(document["reading"].items()))
    name = parameters.get("_0")
    attributes = {"id"} if name is None else {"id", name}
    carriers = {element.get("id"): element for element in elements if element.get("id")}
    if len(carriers) != len(document["strings"]):
        yield f"{len(carriers)} carriers instead of {len(document['strings'])}"

    for number, string in enumerate(document["strings"]):
        carrier = carriers.get(str(number))
        if carrier is None:
            yield f"{number} {string!r} is absent"
            continue
        if set(carrier.attrib) != attributes:
            yield f"{number} {string!r} has the attributes {sorted(carrier.attrib)}"
        if len(carrier):
            yield f"{number} {string!r} has children"
        for found in readings(kind, name, carrier):
            if found != string:
                yield f"{number} {string!r} differs: {found!r}"


def readings(kind, name, carrier):
    """Returns the strings at the position in the element, all of which must be equal."""
    if kind == "text":
        return ["".join(carrier.itertext())]
    if kind == "attribute":
        return [carrier.get(name)]
    address = urlsplit(carrier.get(name))
    [(query_name, value)] = parse_qsl(
        address.query, keep_blank_values=True, strict_parsing=True, errors="strict"
    )
    start, first, last = address.path.split("/")
    if (address.scheme, address.netloc, start, first, query_name) != ("", "", "", "x", "q"):
        return [f"another URL: {address}"]
    component = unquote(last, errors="strict").removeprefix("s")
    return [component, value, unquote(address.fragment, errors="strict")]


def main(folder):
    documents = json.loads((folder / "expected.json").read_bytes())
    found = [
        f"{document['name']}: {difference}"
        for document in documents
        for difference in differences(
            document, (folder / f"{document['name']}.html").read_bytes()
        )
    ]
    if found:
        print("\n".join(ascii(line)[1:-1] for line in found))
        return 1
    count = sum(len(document["strings"]) for document in documents)
    print(f"{len(documents)} documents, {count} strings")
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
