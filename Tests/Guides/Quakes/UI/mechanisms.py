"""Compares beach balls and planes of moment tensors with ObsPy.

Usage: mechanisms.py CASES

CASES is a JSON file with `balls`, each with a `plane` and the `path` that was drawn, and
`tensors`, each with its `elements` in ObsPy's order and the computed `planes`. Prints the
differences and exits with status 1 if a picture differs by more than 1 % of the disc, or a
plane by more than half a degree.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from obspy.imaging.beachball import MomentTensor, aux_plane, beach, mt2plane

SIZE = 64  # pixels of a picture


def tensor(plane: dict[str, float]) -> np.ndarray:
    """Returns the moment tensor of a double couple: north, east, down."""
    strike, dip, rake = (np.radians(plane[name]) for name in ("strike", "dip", "rake"))
    normal = np.array([-np.sin(dip) * np.sin(strike), np.sin(dip) * np.cos(strike), -np.cos(dip)])
    slip = np.array(
        [
            np.cos(rake) * np.cos(strike) + np.cos(dip) * np.sin(rake) * np.sin(strike),
            np.cos(rake) * np.sin(strike) - np.cos(dip) * np.sin(rake) * np.cos(strike),
            -np.sin(rake) * np.sin(dip),
        ]
    )
    null = np.cross(normal, slip)
    # ObsPy draws an exact double couple by ellipses, which differ from the projection by up
    # to 4 % of the disc. A trace of another source makes it follow the rays.
    return (
        np.outer(normal, slip)
        + np.outer(slip, normal)
        + 3e-5 * (np.outer(null, null) - np.eye(3) / 3)
    )


def drawn(artists: list[Any]) -> np.ndarray:
    """Draws an artist in each cell, and returns the dark pixels by cell."""
    columns, rows = 50, -(-len(artists) // 50)
    figure = Figure(figsize=(columns * SIZE / 100, rows * SIZE / 100), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, columns), ylim=(0, rows), autoscale_on=False)
    axes.axis("off")
    for number, artist in enumerate(artists):
        for one in artist(number % columns + 0.5, number // columns + 0.5):
            one.set(linewidth=0)
            axes.add_artist(one)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())[::-1, :, 0] < 128
    cells = pixels.reshape(rows, SIZE, columns, SIZE).swapaxes(1, 2)
    return cells.reshape(-1, SIZE, SIZE)[: len(artists)]


def ours(path: str) -> Any:
    """Returns an artist of a path with outlines of straight lines."""
    rings = []
    for ring in path.strip("M").split("M"):
        points = np.array(ring.rstrip("z").split(), float).reshape(-1, 2)
        rings.append(Path([*points, points[0]], closed=True))
    shape = Path.make_compound_path(*rings)

    def artist(x: float, y: float) -> list[Any]:
        # The picture is as wide as the cell, and its y points downwards.
        vertices = shape.vertices * (0.5, -0.5) / 1_000 + (x, y)
        return [PathPatch(Path(vertices, shape.codes), facecolor="black", edgecolor="none")]

    return artist


def obspys(m: np.ndarray) -> Any:
    """Returns an artist of a moment tensor."""
    elements = (m[2, 2], m[0, 0], m[1, 1], m[0, 2], -m[1, 2], -m[0, 1])

    def artist(x: float, y: float) -> list[Any]:
        try:
            return [beach(elements, facecolor="black", edgecolor="none", xy=(x, y), width=1)]
        except (TypeError, ValueError):  # It cannot draw some vertical axes.
            return []

    return artist


def rays() -> tuple[np.ndarray, np.ndarray]:
    """Returns the disc without its edge, and the ray of each pixel: north, east, down."""
    line = (np.arange(SIZE) + 0.5) / SIZE * 2 - 1
    east, north = np.meshgrid(line, line)
    square = east**2 + north**2
    level = np.sqrt(np.maximum(2 - square, 0))
    return square < 0.98, np.stack([north * level, east * level, 1 - square], axis=-1)


def wrong_balls(balls: list[dict[str, Any]]) -> list[str]:
    tensors = [tensor(ball["plane"]) for ball in balls]
    disc, ray = rays()
    signs = np.stack([np.einsum("xyi,ij,xyj->xy", ray, m, ray) > 0 for m in tensors])
    mine = drawn([ours(ball["path"]) for ball in balls])[:, disc]
    theirs = drawn([obspys(m) for m in tensors])[:, disc]
    by_sign = (mine != signs[:, disc]).mean(axis=1)
    by_obspy = np.where(theirs.any(axis=1), (mine != theirs).mean(axis=1), 0)
    missing = int((~theirs.any(axis=1)).sum())
    print(f"{len(balls)} pictures: at most {by_obspy.max():.2%} differ from ObsPy, which drew "
          f"all but {missing}, and {by_sign.max():.2%} from the signs of the rays")
    found = [f"ObsPy did not draw {missing}"] if missing > len(balls) / 50 else []
    for ball, one, other in zip(balls, by_obspy, by_sign, strict=True):
        if max(one, other) > 0.01:
            found.append(f"{ball['plane']}: {one:.1%} from ObsPy, {other:.1%} from the signs")
    return found


def distance(one: list[float], other: list[float]) -> float:
    """Returns the largest difference of strike, dip and rake in degrees."""
    return max(abs((a - b + 180) % 360 - 180) for a, b in zip(one, other, strict=True))


def wrong_planes(tensors: list[dict[str, Any]]) -> list[str]:
    found, largest = [], 0.0
    for case in tensors:
        first = mt2plane(MomentTensor(*case["elements"], 0))
        expected = [[first.strike, first.dip, first.rake]]
        expected.append(list(aux_plane(*expected[0])))
        planes = [[plane[name] for name in ("strike", "dip", "rake")] for plane in case["planes"]]
        differences = [
            max(distance(one, other) for one, other in zip(planes, order, strict=True))
            for order in (expected, expected[::-1])
            if len(planes) == 2
        ]
        difference = min(differences, default=360.0)
        largest = max(largest, difference)
        if difference > 0.5:
            found.append(f"{case['elements']}: {planes} instead of {expected}")
    print(f"{len(tensors)} tensors: planes differ by at most {largest:.4f} degrees")
    return found


def main(file: str) -> int:
    with open(file, "rb") as stream:
        cases = json.load(stream)
    found = wrong_balls(cases["balls"]) + wrong_planes(cases["tensors"])
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
