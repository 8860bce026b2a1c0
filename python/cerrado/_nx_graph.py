"""The backend's form of a graph of networkx: by position, with the nodes in their order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import networkx
import numpy as np

from . import _core
from ._graph import Graph

Array = np.ndarray[Any, Any]

_MANY = 200_000  # number of cliques from which a run is worth its cost


class BackendGraph:
    """The backend's graph that networkx keeps beside its own. Numbers that several functions need are counted once."""

    __networkx_backend__ = "cerrado"

    def __init__(self, graph: Any) -> None:
        self.nodes: list[Any] = list(graph)
        self._directed, self._multi = bool(graph.is_directed()), bool(graph.is_multigraph())
        self._original = graph if self._multi else None  # only networkx works on multigraphs
        self.graph = graph.graph
        self.plain = Graph(graph, attributes=False)
        # results of the library are positions
        self.plain._nodes = self.plain._table = None

    @cached_property
    def places(self) -> dict[Any, int]:
        """The position of each node."""
        return dict(zip(self.nodes, range(len(self.nodes))))

    @property
    def _adj(self) -> dict[Any, int]:
        return self.places

    def is_directed(self) -> bool:
        """True if the graph is directed."""
        return self._directed

    def is_multigraph(self) -> bool:
        """True if the graph may have parallel edges."""
        return self._multi

    def __contains__(self, node: object) -> bool:
        try:
            return node in self.places
        except TypeError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def number_of_nodes(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def number_of_edges(self) -> int:
        """The number of edges without self-loops and parallel edges."""
        return int(self.plain._core.arc_or_edge_count)

    @cached_property
    def table(self) -> Array:
        """The nodes as an array whose elements are the nodes themselves."""
        if all(type(node) is int and abs(node) < 2**63 for node in self.nodes):
            return np.array(self.nodes, dtype=np.int64)
        return np.fromiter(self.nodes, dtype=object, count=len(self))

    def nbunch_iter(self, nbunch: Any = None) -> Iterator[Any]:
        """The nodes of a bunch. Errors are those of networkx."""
        found: Iterator[Any] = networkx.Graph.nbunch_iter(self, nbunch)
        return found

    @cached_property
    def triangles(self) -> Array:
        """The number of triangles of each vertex."""
        found: Array = self.plain.cliques(3, per="vertex")
        return found

    @property
    def degrees(self) -> Array:
        """The number of neighbours of each vertex, without the vertex itself."""
        return self.plain.degrees

    @cached_property
    def squares(self) -> Array:
        """The number of 4-cycles of each vertex, whether or not they have chords."""
        found: Array = _core.squares(self.plain._core)
        return found

    def sums_over_neighbours(self, values: Array) -> Array:
        """For each vertex the sum of the values of its neighbours."""
        if not len(self.plain.indices):
            return np.zeros(len(self), dtype=np.int64)
        sums = np.concatenate([[0], np.cumsum(values[self.plain.indices])])
        found: Array = sums[self.plain.indptr[1:]] - sums[self.plain.indptr[:-1]]
        return found

    def triangles_of_edges(self) -> tuple[Array, Array, Array]:
        """Sources, targets, and the number of triangles of each edge."""
        sources, targets = self.plain._core.ends(True)
        counts: Array = self.plain.cliques(3, per="edge")
        return sources, targets, counts

    def mutual_and_single(self) -> tuple[int, int]:
        """The numbers of pairs with arcs both ways, and with an arc one way."""
        arcs, pairs = int(self.plain._core.arc_or_edge_count), self.plain.edge_count
        return arcs - pairs, 2 * pairs - arcs

    def lists(self, blocks: list[Array], size: int, in_order: bool = True) -> _core.Lists:
        """Rows of positions as lists of nodes, each row ascending, and all rows if ``in_order``."""
        return _core.Lists(self.nodes, blocks, size, in_order)

    def cliques_in_order(self, held: Graph, size: int) -> Iterator[_core.Lists]:
        """Lists of cliques. ``held`` is numbered as given, so a clique is found at its least vertex. The search takes a few
        roots at a time and holds only their cliques."""
        first, step = 0, 64
        while first < len(self):
            roots = range(first, min(first + step, len(self)))
            blocks = list(held.cliques(size, roots=roots, order="given").blocks())
            first += len(roots)
            step = step * 2 if sum(map(len, blocks)) < _MANY else max(1, step // 2)
            if blocks:
                yield self.lists(blocks, size)

    def order_from(self, nbunch: Any) -> tuple[list[int], int]:
        """All positions, those of the bunch first, and the size of the bunch."""
        if nbunch is None:
            return list(range(len(self))), len(self)
        first = list(dict.fromkeys(self.places[node] for node in self.nbunch_iter(nbunch)))
        chosen = set(first)
        return first + [place for place in range(len(self)) if place not in chosen], len(first)


def of(graph: Any, name: str, directed: bool = False) -> BackendGraph:
    """The graph of the backend. Raises NotImplementedError for kinds of graphs that the function does not take."""
    made = graph if isinstance(graph, BackendGraph) else BackendGraph(graph)
    if made.is_multigraph():
        raise NotImplementedError(f"cerrado: {name} does not take multigraphs")
    if made.is_directed() != directed:
        raise NotImplementedError(f"cerrado: {name} takes {'directed' if directed else 'undirected'} graphs")
    return made


def to_networkx(graph: BackendGraph) -> Any:
    """The graph of networkx from which it was made, without attributes."""
    if graph._original is not None:
        return graph._original
    kept = Graph(graph.plain)
    kept._nodes = graph.nodes
    kept._table = graph.table
    found = kept.to_networkx()
    found.graph.update(graph.graph)
    return found
