"""Patterns: small graphs to find in large ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from . import _core, _draw
from ._core import InputError
from ._options import tell


class Pattern:
    """A small graph to find in a large one.

    Parameters
    ----------
    what : str, Pattern, Graph or a graph of networkx
        A name ("house"), graph6, or items between commas: ``0-1`` an edge, ``0~1`` no edge, ``0>1`` an arc, ``0:A`` a
        label, ``0:?`` a label to discover. A graph gives its nodes in their order, and its edges, or its arcs if it is directed.
    labels : str, optional
        The attribute of nodes that holds their label, in a graph of networkx.
    edge_labels : str, optional
        The attribute of edges that holds their label, in a graph of networkx.

    Examples
    --------
    >>> import cerrado as cd
    >>> cd.Pattern("house").automorphisms
    2
    >>> cd.Pattern("0-1,1-2,2-0").name
    'triangle'
    """

    def __init__(self, what: Any, *, labels: str | None = None, edge_labels: str | None = None) -> None:
        self._core: _core.Pattern
        self.nodes: tuple[Hashable, ...] = ()
        self.text = ""
        if isinstance(what, Pattern):
            self._core, self.nodes, self.text = what._core, what.nodes, what.text
        elif isinstance(what, str):
            self._core, notes = _core.parse_pattern(what)
            tell(notes)
            self.text = what
        elif isinstance(getattr(what, "_core", None), _core.Graph):
            self._core = _core.pattern_from_graph(what._core)
            self.nodes = tuple(what.nodes)
        elif hasattr(what, "_adj") and hasattr(what, "is_directed"):
            self._core = _from_networkx(what, labels, edge_labels)
            self.nodes = tuple(what)
        else:
            raise InputError(f"pattern={what!r}: expected a text, a Pattern, a Graph or a graph of networkx")
        self.nodes = self.nodes or tuple(range(self._core.size))
        self.text = self.text or _text_of(self._core)

    @property
    def size(self) -> int:
        """The number of its vertices, anti-vertices included."""
        return self._core.size

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Its edges, by the numbers of its vertices."""
        return self._core.edges

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """Its arcs, if it has directions."""
        return self._core.arcs

    @property
    def columns(self) -> tuple[Hashable, ...]:
        """The nodes without anti-vertices, in the order of the columns of a match."""
        return tuple(self.nodes[v] for v in self._core.core)

    @property
    def automorphisms(self) -> int:
        """The number of permutations of its vertices that give the same pattern."""
        return self._core.meaning(False).automorphism_count()

    @property
    def orbits(self) -> tuple[Hashable, ...]:
        """A node of each orbit, in the order of the columns of ``per="orbit"``."""
        return tuple(self.nodes[v] for v in _core.match_orbits(self._core.meaning(False)))

    @property
    def name(self) -> str:
        """Its common name, or an empty text."""
        return str(self._info().get("name", ""))

    @property
    def graph6(self) -> str:
        """Its canonical graph6, or an empty text if it has conditions besides edges."""
        return str(self._info().get("graph6", ""))

    def _info(self) -> dict[str, Any]:
        core = self._core
        labels = core.discovered or any(core.labels(v) for v in range(core.size))
        plain = not (core.arcs or core.forbidden or core.forbidden_arcs or labels)
        if not plain or any(core.edge_label(u, v) for u, v in core.edges) or not 2 <= core.size <= 11:
            return {}
        return _core.describe_pattern(core.size, sum(1 << (v * (v - 1) // 2 + u) for u, v in core.edges))

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and self.text == other.text and self.nodes == other.nodes

    def __hash__(self) -> int:
        return hash((self.text, self.nodes))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (_text_of(self._core), self.nodes, self.text)

    def _repr_svg_(self) -> str:
        core = self._core
        words = [str(node) for node in self.nodes]
        return _draw.svg(core.size, core.edges, core.arcs, core.forbidden, words)

    def draw(self, ax: Any = None) -> Any:
        """Draws the pattern with matplotlib, in ``ax`` or in a new figure. Returns the axes."""
        return _draw.draw(self._core.size, self._core.edges, self._core.arcs, [str(n) for n in self.nodes], ax)


def _restored(items: str, nodes: tuple[Hashable, ...], text: str) -> Pattern:
    pattern = Pattern(items)
    pattern.nodes, pattern.text = nodes, text
    return pattern


def pattern_of(core: _core.Pattern) -> Pattern:
    """A pattern of the library."""
    pattern = Pattern.__new__(Pattern)
    pattern._core, pattern.nodes, pattern.text = core, tuple(range(core.size)), _text_of(core)
    return pattern


def _items(core: _core.Pattern) -> Iterable[str]:
    for u, v in core.edges:
        label = core.edge_label(u, v)
        yield f"{u}-{v}" + (f"/{label}" if label else "")
    for u, v in core.arcs:
        label = core.arc_label(u, v)
        yield f"{u}>{v}" + (f"/{label}" if label else "")
    for u, v in core.forbidden:
        yield f"{u}~{v}"
    for u, v in core.forbidden_arcs:
        yield f"{u}~>{v}"
    for v in range(core.size):
        if core.labels(v):
            yield f"{v}:{'|'.join(map(_core.label_in_item, core.labels(v)))}"
    for v in core.discovered:
        yield f"{v}:?"


def _text_of(core: _core.Pattern) -> str:
    return ",".join(_items(core))


def _word(name: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"{name}: {value!r} is not a label: expected texts or whole numbers")
    return str(value)


def _from_networkx(graph: Any, labels: str | None, edge_labels: str | None) -> _core.Pattern:
    if graph.is_multigraph():
        raise InputError("pattern: a multigraph cannot be a pattern: give networkx.Graph(x), which has no parallel edges")
    place = {node: i for i, node in enumerate(graph)}
    pattern = _core.Pattern(len(place))
    require = pattern.require_arc if graph.is_directed() else pattern.require_edge
    mark = pattern.label_arc if graph.is_directed() else pattern.label_edge
    for u, v, data in graph.edges(data=True):
        require(place[u], place[v])
        if edge_labels is not None and data.get(edge_labels) is not None:
            mark(place[u], place[v], _word("edge_labels", data[edge_labels]))
    for node, data in graph.nodes(data=True):
        if labels is not None and data.get(labels) is not None:
            pattern.label(place[node], [_word("labels", data[labels])])
    return pattern
