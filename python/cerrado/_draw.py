"""Draws small graphs, as SVG or as figures of matplotlib."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ._core import Error

Pairs = Iterable[tuple[int, int]]


def places(count: int, edges: Pairs) -> list[tuple[float, float]]:
    """Points on a circle, beginning at the top. Each vertex follows a neighbour if possible, which keeps edges short."""
    near: list[set[int]] = [set() for _ in range(count)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    order, left = [0], set(range(1, count))
    while left:
        best = max(left, key=lambda v: (order[-1] in (near[v]), len(near[v] & set(order)), -v))
        order.append(best)
        left.remove(best)
    points = [(0.0, 0.0)] * count
    for i, v in enumerate(order):
        turn = 2 * math.pi * (i / count)
        points[v] = (math.sin(turn), -math.cos(turn))
    return points


def _line(a: tuple[float, float], b: tuple[float, float], more: str = "") -> str:
    return f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="currentColor"{more}/>'


def _arrow(a: tuple[float, float], b: tuple[float, float], radius: float) -> str:
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    x, y = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    tip = (b[0] - radius * x, b[1] - radius * y)
    left = (tip[0] - 6 * x + 3 * y, tip[1] - 6 * y - 3 * x)
    right = (tip[0] - 6 * x - 3 * y, tip[1] - 6 * y + 3 * x)
    corners = " ".join(f"{p[0]:.1f},{p[1]:.1f}" for p in (tip, left, right))
    return f'<polygon points="{corners}" fill="currentColor"/>'


def svg(
    count: int, edges: Sequence[tuple[int, int]], arcs: Sequence[tuple[int, int]] = (),
    forbidden: Sequence[tuple[int, int]] = (), words: Sequence[str] | None = None, size: int = 120,
) -> str:  # fmt: skip
    """A drawing as SVG. Forbidden edges are dashed. ``words`` stand in the vertices."""
    radius = 9.0 if words else 4.0
    middle, reach = size / 2, size / 2 - radius - 2
    points = [(middle + reach * x, middle + reach * y) for x, y in places(count, [*edges, *arcs])]
    parts = [_line(points[u], points[v], ' stroke-dasharray="3 3" opacity="0.5"') for u, v in forbidden]
    parts += [_line(points[u], points[v]) for u, v in [*edges, *arcs]]
    parts += [_arrow(points[u], points[v], radius) for u, v in arcs]
    for v, (x, y) in enumerate(points):
        fill = "white" if words else "currentColor"
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="currentColor"/>')
        if words:
            parts.append(
                f'<text x="{x:.1f}" y="{y + 3.5:.1f}" font-size="10" text-anchor="middle" fill="black">'
                f"{html.escape(words[v][:4])}</text>"
            )
    box = f'width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(parts)}</svg>'


def draw(count: int, edges: Pairs, arcs: Pairs, words: Sequence[str], ax: Any) -> Any:
    """Draws with matplotlib. Returns the axes."""
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(2, 2))
    edges, arcs = list(edges), list(arcs)
    points = places(count, [*edges, *arcs])
    for u, v in edges:
        ax.plot([points[u][0], points[v][0]], [-points[u][1], -points[v][1]], color="black", zorder=1)
    for u, v in arcs:
        ax.annotate(
            "", xy=(points[v][0], -points[v][1]), xytext=(points[u][0], -points[u][1]),
            arrowprops={"arrowstyle": "->", "shrinkA": 8, "shrinkB": 8},
        )  # fmt: skip
    for v, (x, y) in enumerate(points):
        ax.text(x, -y, words[v], ha="center", va="center", bbox={"boxstyle": "circle", "fc": "white"}, zorder=2)
    ax.set_xlim(-1.4, 1.4)
    ax.set_ylim(-1.4, 1.4)
    ax.set_aspect("equal")
    ax.axis("off")
    return ax


def _axes(ax: Any, width: float, height: float) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise Error("plot() needs matplotlib: pip install matplotlib, or take report()") from None
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def bars(names: Sequence[str], values: Sequence[float], title: str, axis: str, ax: Any) -> Any:
    """A bar for each name, from above, with matplotlib. Returns the axes."""
    ax = _axes(ax, 7, 1 + 0.3 * len(names))
    places_of_bars = range(len(names))
    ax.barh(places_of_bars, values, color=["#c2553a" if value < 0 else "#2f6fb2" for value in values])
    ax.set_yticks(places_of_bars, names, parse_math=False)
    ax.invert_yaxis()
    ax.set_xlabel(axis)
    ax.set_title(title, parse_math=False)
    return ax


def line(names: Sequence[str], values: Sequence[float], axis: str, label: str | None, ax: Any) -> Any:
    """A line with a point for each name, with matplotlib. Lines in the same axes share their names. Returns the axes."""
    ax = _axes(ax, max(4, 1 + 0.5 * len(names)), 5)
    ax.plot(names, values, marker="o", label=label)
    ax.tick_params(axis="x", rotation=90)
    ax.axhline(0, color="grey", linewidth=1)
    ax.set_ylabel(axis)
    if label is not None:
        ax.legend()
    return ax
