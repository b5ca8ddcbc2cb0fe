"""Reads the colours of a screenshot."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

from playwright.sync_api import Page

Colour = tuple[int, int, int]


class Picture:
    """The pixels of a PNG as browsers encode it: 8 bits per channel, not interlaced.

    https://www.w3.org/TR/png-3/
    """

    def __init__(self, png: bytes) -> None:
        chunks = dict[bytes, bytes]()
        for name, content in _chunks(png):
            chunks[name] = chunks.get(name, b"") + content
        self.width, self.height, depth, kind, _, _, interlace = struct.unpack(
            ">IIBBBBB", chunks[b"IHDR"]
        )
        assert depth == 8 and kind in (2, 6) and interlace == 0
        self._channels = 3 if kind == 2 else 4
        self._rows = self._unfiltered(zlib.decompress(chunks[b"IDAT"]))

    def __getitem__(self, place: tuple[float, float]) -> Colour:
        x, y = (int(number) for number in place)
        red, green, blue = self._rows[y][x * self._channels :][:3]
        return red, green, blue

    def _unfiltered(self, data: bytes) -> list[bytearray]:
        rows: list[bytearray] = []
        size, step = self.width * self._channels, self._channels
        above = bytearray(size)
        for start in range(0, len(data), size + 1):
            method, row = data[start], bytearray(data[start + 1 : start + 1 + size])
            for index in range(size if method else 0):
                left = row[index - step] if index >= step else 0
                corner = above[index - step] if index >= step else 0
                predicted = _predicted(method, left, above[index], corner)
                row[index] = (row[index] + predicted) & 0xFF
            rows.append(row)
            above = row
        return rows


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    start = 8
    while start < len(png):
        length, name = struct.unpack_from(">I4s", png, start)
        yield name, png[start + 8 : start + 8 + length]
        start += length + 12


def _predicted(method: int, left: int, above: int, corner: int) -> int:
    match method:
        case 1:
            return left
        case 2:
            return above
        case 3:
            return (left + above) // 2
        case _:
            estimate = left + above - corner
            return min((left, above, corner), key=lambda value: abs(estimate - value))


def pixel(page: Page, x: float, y: float) -> Colour:
    """Returns the colour at a point of the window."""
    clip = {"x": int(x), "y": int(y), "width": 1, "height": 1}
    return Picture(page.screenshot(clip=clip))[0, 0]


def colour(css: str) -> Colour:
    """Returns a colour in the format of `getComputedStyle`, like "rgb(1, 2, 3)"."""
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", css)
    assert found is not None, css
    red, green, blue = (int(number) for number in found.groups())
    return red, green, blue
