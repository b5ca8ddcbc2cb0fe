"""Reads a site, in a system without the packages of the tests.

Follows links from the first page, or reads the addresses of standard input. Prints a JSON object
with the status and the text of each.
"""

import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

LINK = re.compile(r'(?:href|src)="([^"#]+)')
# The number of addresses of a kind, which is named by the beginning of their paths.
MOST = 20
KIND = re.compile(r"https?://[^/]*/[^/?]*/?[^/?]*")


def read(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def main(origin: str) -> None:
    given = sys.stdin.read().split()
    waiting = given or [origin + "/"]
    found: dict[str, tuple[int, str]] = {}
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(4) as pool:
        while waiting:
            found.update(zip(waiting, pool.map(read, waiting)))
            if given:
                break
            links = [
                urllib.parse.urljoin(address, link.replace("&amp;", "&"))
                for address in waiting
                for link in LINK.findall(found[address][1])
            ]
            waiting = []
            for link in dict.fromkeys(links):
                if not link.startswith(origin + "/") or link in found:
                    continue
                kind = KIND.match(link)[0]
                counts[kind] += 1
                if counts[kind] <= MOST:
                    waiting.append(link)
    json.dump(found, sys.stdout)


main(sys.argv[1])
