"""The pages of sites with the same data, compared while links lead from one to the next."""

from __future__ import annotations

import html
import re
import time
from collections import Counter, deque
from collections.abc import Sequence
from urllib.parse import urlsplit

import web
from server import Server

_LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#]*)')
# The id of what a form adds, the version of the parts below, and the parts that say that the site
# shows samples, or that its database is away.
_OWN = re.compile(
    r'(?<= name="id" value=")[^"]*|(?<= data-version=")[^"]*'
    r'|<div (id="sample" class="sample"|class="outage" id="outage" role="status")></div>'
)


def same_pages(sites: Sequence[Server]) -> Counter[str]:
    """Checks that sites have the same pages, exports and files: all that links lead to, of
    the filters of earthquakes, which have no end, the first. Returns how many of each there were."""
    waiting = deque(web.START_PAGES)
    known = set(waiting)
    found: Counter[str] = Counter()
    while waiting:
        address = waiting.popleft()
        path = urlsplit(address).path
        if found[path] == (25 if path.startswith("/quakes") else 200):
            continue
        found[path] += 1
        page = _same_page(sites, address)
        for link in map(html.unescape, _LINK.findall(page) if "<html" in page else ()):
            if link not in known:
                known.add(link)
                waiting.append(link)
    return found


def _same_page(sites: Sequence[Server], path: str) -> str:
    """Returns a page. Some name the present minute, so that one may differ once."""
    for _ in range(3):
        texts = [_shown(site, path) for site in sites]
        if len(set(texts)) == 1:
            return texts[0]
    expected = texts[0].split("<")
    for text in texts[1:]:
        others = [
            f"{line!r} in place of {first!r}"
            for first, line in zip(expected, text.split("<"), strict=False)
            if line != first
        ]
        assert not others, f"{path}: " + "; ".join(others[:9])
    raise AssertionError(f"{path}: {[len(text) for text in texts]}")


def _shown(site: Server, path: str) -> str:
    """Returns a status and a page, without what each site has for itself, once no part of it is
    loading."""
    for _ in range(50):
        answer = web.send(site.url + path)
        if b'http-equiv="refresh"' not in answer.body:
            break
        time.sleep(0.1)
    text = answer.body.decode(errors="replace").replace(site.url, "")
    return f"{answer.status} {_OWN.sub('', text)}"
