"""The backend of networkx: ``nx.triangles(G, backend="cerrado")``, or these functions by hand.

Numbers, floats, orders and errors are those of networkx. Self-loops are ignored, as in networkx.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import networkx
import numpy as np

from . import _core, _nx_graph
from ._columns import column_of
from ._core import InputError
from ._graph import Graph
from ._nx_graph import BackendGraph, of
from ._pattern import Pattern

log = logging.getLogger("cerrado.nx")

Node = Any
Array = np.ndarray[Any, Any]


def _by_node(graph: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """The values of all nodes, of one node or of some nodes, in the form of networkx."""
    if nodes is None:
        return dict(zip(graph.nodes, values))
    if nodes in graph:
        return values[graph.places[nodes]]
    return {node: values[graph.places[node]] for node in graph.nbunch_iter(nodes)}


def triangles(G: Any, nodes: Any = None) -> Any:
    """The number of triangles of each node."""
    graph = of(G, "triangles")
    return _by_node(graph, nodes, graph.triangles.tolist())


def _ratios(numerators: Array, denominators: Array) -> list[Any]:
    """Quotients by Python's division of ints; 0 if the numerator is 0."""
    found: list[Any] = [0] * len(numerators)
    places = np.flatnonzero(numerators).tolist()
    for place, above, below in zip(places, numerators[places].tolist(), denominators[places].tolist()):
        found[place] = above / below
    return found


def clustering(G: Any, nodes: Any = None, weight: Any = None) -> Any:
    """The share of the pairs of neighbours of each node that are adjacent."""
    _require(weight is None, "clustering", "weights")
    graph = of(G, "clustering")
    degrees = graph.degrees
    return _by_node(graph, nodes, _ratios(2 * graph.triangles, degrees * (degrees - 1)))


def average_clustering(G: Any, nodes: Any = None, weight: Any = None, count_zeros: bool = True) -> Any:
    """The mean of clustering over nodes."""
    values = clustering(G, nodes, weight).values()
    if not count_zeros:
        values = [value for value in values if abs(value) > 0]
    return sum(values) / len(values)


def transitivity(G: Any) -> Any:
    """The share of paths of two edges that are closed."""
    graph = of(G, "transitivity")
    degrees = graph.degrees
    found = int(graph.triangles.sum()) * 2
    return found / int((degrees * (degrees - 1)).sum()) if found else 0


def square_clustering(G: Any, nodes: Any = None) -> Any:
    """The share of possible squares of each node that exist."""
    graph = of(G, "square_clustering")
    degrees, neighbour_degrees = graph.degrees, graph.sums_over_neighbours(graph.degrees)
    squares = graph.squares
    potential = neighbour_degrees * (degrees - 1) - degrees * (degrees - 1) - 2 * graph.triangles - squares
    fits = (potential > 0) & (degrees > 1)
    return _by_node(graph, nodes, _of_squares(squares, potential, fits))


def _of_squares(squares: Array, potential: Array, fits: Array) -> list[Any]:
    found: list[Any] = [0] * len(squares)
    places = np.flatnonzero(fits).tolist()
    for place, above, below in zip(places, squares[places].tolist(), potential[places].tolist()):
        found[place] = above / below
    return found


def generalized_degree(G: Any, nodes: Any = None) -> Any:
    """For each node, the number of its edges by their number of triangles."""
    graph = of(G, "generalized_degree")
    found: list[Counter[int]] = [Counter() for _ in graph.nodes]
    sources, targets, counts = graph.triangles_of_edges()
    for u, v, count in zip(sources.tolist(), targets.tolist(), counts.tolist()):
        found[u][count] += 1
        found[v][count] += 1
    return _by_node(graph, nodes, found)


def all_triangles(G: Any, nbunch: Any = None) -> Iterator[tuple[Node, Node, Node]]:
    """Gives each triangle once; with ``nbunch`` only triangles with a node in it."""
    graph = of(G, "all_triangles")
    order, chosen = graph.order_from(nbunch)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    nodes = graph.table[order]
    for block in graph.plain.cliques(3).blocks():
        rows = np.sort(rank[block], axis=1)
        yield from zip(*(nodes[column].tolist() for column in rows[rows[:, 0] < chosen].T))


def enumerate_all_cliques(G: Any) -> Iterator[list[Node]]:
    """Gives each clique, by size and then in the order of the nodes. A size is searched when it is asked for."""
    graph = of(G, "enumerate_all_cliques")
    yield from ([node] for node in graph.nodes)
    yield from graph.lists([graph.plain.edges], 2)
    with graph.plain.resident(order="given") as held:
        for size in range(3, len(graph) + 1):
            is_last = True
            for lists in graph.cliques_in_order(held, size):
                is_last = False
                yield from lists
            if is_last:
                return


def find_cliques(G: Any, nodes: Any = None) -> Iterator[list[Node]]:
    """Gives each maximal clique, in no order."""
    _require(nodes is None, "find_cliques", "nodes")
    graph = of(G, "find_cliques")
    for block in graph.plain.maximal_cliques().blocks():
        yield from graph.lists([block], block.shape[1], in_order=False)


find_cliques_recursive = find_cliques


def node_clique_number(G: Any, nodes: Any = None, cliques: Any = None, separate_nodes: bool = False) -> Any:
    """For each node, the size of the largest clique that has it."""
    _require(cliques is None, "node_clique_number", "cliques")
    graph = of(G, "node_clique_number")
    sizes = np.zeros(len(graph), dtype=np.int64)
    for block in graph.plain.maximal_cliques().blocks():
        np.maximum.at(sizes, block.ravel(), block.shape[1])
    return _by_node(graph, nodes, sizes.tolist())


def number_of_cliques(G: Any, nodes: Any = None, cliques: Any = None) -> Any:
    """For each node, the number of maximal cliques that have it. networkx does not dispatch this function."""
    _require(cliques is None, "number_of_cliques", "cliques")
    graph = of(G, "number_of_cliques")
    return _by_node(graph, nodes, graph.plain.maximal_cliques(per="vertex").tolist())


def max_weight_clique(G: Any, weight: Any = "weight") -> tuple[list[Node], int]:
    """A clique of the largest size, and the size."""
    _require(weight is None, "max_weight_clique", "weights")
    graph = of(G, "max_weight_clique")
    for block in graph.plain.largest_cliques().blocks(1):
        return [graph.nodes[place] for place in block[0].tolist()], block.shape[1]
    return [], 0


def triadic_census(G: Any, nodelist: Any = None) -> dict[str, int]:
    """The number of occurrences of each pattern of three nodes, connected or not."""
    _require(nodelist is None, "triadic_census", "nodelist")
    graph = of(G, "triadic_census", directed=True)
    counts = graph.plain.motifs(3, directed=True)
    vertices = len(graph.nodes)
    mutual, single = graph.mutual_and_single()
    census = dict.fromkeys(("003", "012", "102", *_TRIADS), 0)
    census |= {name: counts[name] for name in _TRIADS}
    census["012"] = single * (vertices - 2) - sum(int(name[1]) * census[name] for name in _TRIADS)
    census["102"] = mutual * (vertices - 2) - sum(int(name[0]) * census[name] for name in _TRIADS)
    census["003"] = vertices * (vertices - 1) * (vertices - 2) // 6 - sum(census.values())
    return {name: census[name] for name in _ORDER}


_ORDER = ("003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D", "120U", "120C", "210", "300")
_TRIADS = _ORDER[3:]


def core_number(G: Any) -> dict[Node, int]:
    """For each node, the largest k such that a subgraph with all degrees of at least k contains it."""
    graph = of(G, "core_number")
    if graph.plain.cleaning["self_loops"]:
        raise networkx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return dict(zip(graph.nodes, _core.core_numbers(graph.plain._core).tolist()))


def _mappings(G: Any, pattern: Any, induced: bool, name: str) -> Iterator[dict[Node, Node]]:
    shape = _nx_graph.to_networkx(pattern) if isinstance(pattern, BackendGraph) else pattern
    graph = of(G, name, directed=shape.is_directed())
    wanted = Pattern(shape)
    columns = wanted.columns
    for block in graph.plain.matches(wanted, induced=induced, mappings=True).blocks():
        for row in block.tolist():
            yield {graph.nodes[place]: column for place, column in zip(row, columns)}


def vf2pp_all_subgraph_isomorphisms(FG: Any, SG: Any, node_label: Any = None, default_label: Any = None) -> Iterator[dict[Node, Node]]:
    """Gives every mapping of an induced subgraph of FG to SG."""
    _require(node_label is None, "vf2pp_all_subgraph_isomorphisms", "node_label")
    return _mappings(FG, SG, True, "vf2pp_all_subgraph_isomorphisms")


def vf2pp_all_monomorphisms(FG: Any, SG: Any, node_label: Any = None, default_label: Any = None) -> Iterator[dict[Node, Node]]:
    """Gives every mapping of a subgraph of FG to SG, whether or not there are other edges."""
    _require(node_label is None, "vf2pp_all_monomorphisms", "node_label")
    return _mappings(FG, SG, False, "vf2pp_all_monomorphisms")


class GraphMatcher:
    """The iterators of networkx's class of this name, for graphs of every kind.

    ``G1`` is the large graph and ``G2`` the pattern, which must be connected and have at most 16 nodes. Mappings lead from
    nodes of G1 to nodes of G2, and come in no order.

    ``node_match(attributes1, attributes2)`` is called once for each distinct pair of attributes, and so is ``edge_match``
    with the attributes of two edges, or for multigraphs with dicts of them by key. Both must give the same answer for
    equal attributes.

    Raises
    ------
    InputError
        If one graph is directed and the other is not, and for a pattern that is not connected or has another size.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.cycle_graph(4)
    >>> G.nodes[0]["colour"] = "red"
    >>> P = nx.Graph([("a", "b")])
    >>> P.nodes["a"]["colour"] = "red"
    >>> red = lambda one, two: two.get("colour") in (None, one.get("colour"))
    >>> sorted(map(sorted, map(dict.items, GraphMatcher(G, P, red).subgraph_monomorphisms_iter())))
    [[(0, 'a'), (1, 'b')], [(0, 'a'), (3, 'b')]]
    """

    def __init__(self, G1: Any, G2: Any, node_match: Any = None, edge_match: Any = None) -> None:
        self.G1, self.G2 = _plain(G1), _plain(G2)
        if self.G1.is_directed() != self.G2.is_directed():
            raise InputError("GraphMatcher: one graph is directed and the other is not: give two graphs of one kind")
        if not 1 <= len(self.G2) <= _MOST_NODES:
            raise InputError(f"GraphMatcher: the pattern has {len(self.G2)} nodes: expected 1 to {_MOST_NODES}")
        undirected = self.G2.to_undirected(as_view=True) if self.G2.is_directed() else self.G2
        if not networkx.is_connected(undirected):
            raise InputError("GraphMatcher: the pattern is not connected: give each component by itself")
        self.node_match, self.edge_match = node_match, edge_match
        self._queries: dict[bool, Any] = {}
        graphs = (self.G1, self.G2)
        is_simple = not any(graph.is_multigraph() or networkx.number_of_selfloops(graph) for graph in graphs)
        self._is_bare = is_simple and node_match is None and edge_match is None

    def subgraph_isomorphisms_iter(self) -> Iterator[dict[Node, Node]]:
        """Gives every mapping of an induced subgraph."""
        return self._mappings(True)

    def subgraph_monomorphisms_iter(self) -> Iterator[dict[Node, Node]]:
        """Gives every mapping of a subgraph, whether or not there are other edges."""
        return self._mappings(False)

    def subgraph_is_isomorphic(self) -> bool:
        """True if the pattern is an induced subgraph."""
        return bool(self._query(True).exists())

    def subgraph_is_monomorphic(self) -> bool:
        """True if the pattern is a subgraph."""
        return bool(self._query(False).exists())

    def _mappings(self, induced: bool) -> Iterator[dict[Node, Node]]:
        if self._is_bare:
            yield from _mappings(self.G1, self.G2, induced, "GraphMatcher")
            return
        nodes, shape = list(self.G1), list(self.G2)
        for block in self._query(induced).blocks():
            for row in zip(*(block[f"v{i}"].tolist() for i in range(len(shape)))):
                yield {nodes[place]: node for place, node in zip(row, shape)}

    def _query(self, induced: bool) -> Any:
        if self._is_bare:
            return of(self.G1, "GraphMatcher", directed=self.G2.is_directed()).plain.matches(Pattern(self.G2), induced=induced)
        if induced not in self._queries:
            self._queries[induced] = _query_of(self.G1, self.G2, self.node_match, self.edge_match, induced)
        return self._queries[induced]


DiGraphMatcher = MultiGraphMatcher = MultiDiGraphMatcher = GraphMatcher

_MOST_NODES = 16


class _Nothing:
    """The answer to a query without rows."""

    def exists(self) -> bool:
        return False

    def blocks(self) -> Iterator[Any]:
        return iter(())


def _plain(graph: Any) -> Any:
    return _nx_graph.to_networkx(graph) if isinstance(graph, BackendGraph) else graph


def _key_of(data: Any, is_of_edges: bool) -> Any:
    """An object that is equal for equal attributes. Those that cannot be hashed equal only themselves."""
    try:
        if is_of_edges:
            key: Any = frozenset((name, _key_of(own, False)) for name, own in data.items())
        else:
            key = frozenset((name, type(value), value) for name, value in data.items())
        hash(key)
        return key
    except TypeError:
        return id(data)


class _Classes:
    """Parts of the large graph by class: those of a class have equal data, so that a part of the pattern fits all or none."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}
        self._examples: list[Any] = []
        self.of_parts: list[int] = []

    def add(self, key: Any, data: Any) -> None:
        """Adds the next part."""
        place = self._places.setdefault(key, len(self._examples))
        if place == len(self._examples):
            self._examples.append(data)
        self.of_parts.append(place)

    def fits(self, match: Any) -> Array | None:
        """Where ``match(data)`` is true, by part. None if that is everywhere."""
        by_class = np.array([bool(match(data)) for data in self._examples], dtype=bool)
        return None if by_class.all() else by_class[np.array(self.of_parts, dtype=np.int64)]


def _loop_of(graph: Any, node: Node) -> Any:
    return graph.adj[node].get(node)


def _query_of(large: Any, shape: Any, node_match: Any, edge_match: Any, induced: bool) -> Any:
    """The query for the pattern. A column of booleans says for each of its nodes and edges which vertices and edges fit."""
    multi, directed = large.is_multigraph() or shape.is_multigraph(), large.is_directed()

    def times(graph: Any, data: Any) -> int:
        return 0 if data is None else len(data) if graph.is_multigraph() else 1

    def enough(there: int, wanted: int) -> bool:
        return there == wanted if induced else there >= wanted

    places = dict(zip(large, range(len(large))))
    vertices, edges, ends = _Classes(), _Classes(), []
    for node, data in large.nodes(data=True):
        loop = _loop_of(large, node)
        vertices.add((_key_of(data, False), None if loop is None else _key_of(loop, large.is_multigraph())), (data, loop))
    for node, row in large.adjacency():
        for other, data in row.items():
            if node == other or (not directed and places[node] > places[other]):
                continue
            ends.append((places[node], places[other]))
            edges.add(_key_of(data, large.is_multigraph()) if edge_match is not None else times(large, data) if multi else 0, data)

    variables = {node: f"v{i}" for i, node in enumerate(shape)}
    columns: tuple[list[Any], list[Any]] = ([], [])
    parts: list[str] = []
    conditions: list[str] = []
    known: dict[Any, str | None] = {}

    def require(of: int, name: str, key: Any, classes: _Classes, match: Any) -> None:
        """Adds the condition that a part of the pattern fits. Equal parts share a column."""
        if (of, key) not in known:
            fits = classes.fits(match)
            if fits is not None:
                columns[of].append(column_of(f"fits{len(columns[of])}", fits))
            known[of, key] = None if fits is None else columns[of][-1].name
        if known[of, key] is not None:
            conditions.append(f"{name}.{known[of, key]} = true")

    for node, data in shape.nodes(data=True):
        loop = _loop_of(shape, node)

        def fits_node(there: Any, data: Any = data, loop: Any = loop) -> bool:
            if not enough(times(large, there[1]), times(shape, loop)):
                return False
            if edge_match is not None and loop is not None and not edge_match(there[1], loop):
                return False
            return node_match is None or bool(node_match(there[0], data))

        key = (_key_of(data, False) if node_match else 0, None if loop is None else _key_of(loop, shape.is_multigraph()))
        require(0, variables[node], key, vertices, fits_node)
    for node, row in shape.adjacency():
        for other, data in row.items():
            if node == other or (not directed and int(variables[node][1:]) > int(variables[other][1:])):
                continue
            name = f"e{len(parts)}"
            parts.append(f"({variables[node]})-[{name}]-{'>' if directed else ''}({variables[other]})")

            def fits_edge(there: Any, data: Any = data) -> bool:
                return enough(times(large, there), times(shape, data)) and (edge_match is None or bool(edge_match(there, data)))

            require(1, name, _key_of(data, shape.is_multigraph()), edges, fits_edge)

    sources, targets = (np.array([pair[i] for pair in ends], dtype=np.uint32) for i in (0, 1))
    core, _ = _core.from_pairs(sources, targets, len(places), directed, None, "networkx", columns[1])
    graph = Graph._of_core(_core.with_columns(core, columns[0]) if columns[0] else core)
    if parts and not ends:  # a graph without arcs has no directions
        return _Nothing()
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    text = f"MATCH DIFFERENT NODES {', '.join(parts or ['(v0)'])}{where} RETURN {', '.join(variables.values())}"
    return graph.query(text, induced=induced)


def _require(fits: bool, name: str, what: str) -> None:
    if not fits:
        raise NotImplementedError(f"cerrado: {name} does not take {what}")


# If nodes and edges together are fewer than this, networkx itself is quicker, since the graph must be converted: see
# bench/networkx.py.
_LEAST = {
    "triangles": 500, "clustering": 300, "average_clustering": 300, "transitivity": 300, "generalized_degree": 500,
    "square_clustering": 500, "triadic_census": 100, "enumerate_all_cliques": 2000, "all_triangles": 2000, "core_number": 500,
    "find_cliques": 500, "find_cliques_recursive": 500, "node_clique_number": 300, "max_weight_clique": 300,
    "vf2pp_all_subgraph_isomorphisms": 0, "vf2pp_all_monomorphisms": 0,
}  # fmt: skip

_DIRECTED = ("triadic_census", "vf2pp_all_subgraph_isomorphisms", "vf2pp_all_monomorphisms")


class Backend:
    """The interface that networkx calls."""

    @staticmethod
    def convert_from_nx(graph: Any, *_: Any, **__: Any) -> Any:
        """A graph of networkx as one of this backend."""
        return graph if isinstance(graph, BackendGraph) else BackendGraph(graph)

    @staticmethod
    def convert_to_nx(result: Any, *_: Any, **__: Any) -> Any:
        """A graph of this backend as one of networkx. Other objects are returned unchanged."""
        return _nx_graph.to_networkx(result) if isinstance(result, BackendGraph) else result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """True, or the reason why the backend cannot run the function."""
        reason = _refusal(name, args, kwargs)
        if reason:
            log.info("%s runs on networkx: %s", name, reason)
        return reason or True

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """True, or the reason why networkx should run the function."""
        graph = args[0] if args else next(iter(kwargs.values()))
        size = len(graph) + graph.number_of_edges() if not isinstance(graph, BackendGraph) else _LEAST.get(name, 0)
        if size >= _LEAST.get(name, 0):
            return True
        reason = f"the graph is small ({size} nodes and edges): the conversion costs more than networkx itself"
        log.info("%s runs on networkx: %s", name, reason)
        return reason

    @staticmethod
    def on_start_tests(items: Iterable[Any]) -> None:
        """Marks the tests of networkx that test more than the function itself."""
        import pytest

        for item in items:
            reason = _EXCEPTIONS.get(f"{item.path.name}::{item.name}")
            if reason:
                item.add_marker(pytest.mark.xfail(reason=reason))


# Tests of networkx that cannot hold for a backend, with the reason.
_EXCEPTIONS: dict[str, str] = {}


def _refusal(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    graphs = [graph for graph in (*args, *kwargs.values()) if hasattr(graph, "is_multigraph") and hasattr(graph, "is_directed")]
    if any(graph.is_multigraph() for graph in graphs):
        return "multigraphs are not supported"
    if any(graph.is_directed() for graph in graphs) and name not in _DIRECTED:
        return "directed graphs are not supported by this function"
    asked = dict(zip(_ARGUMENTS.get(name, ()), args[1:])) | kwargs
    if name == "max_weight_clique":
        asked.setdefault("weight", "weight")
    unknown = {"find_cliques": "nodes", "find_cliques_recursive": "nodes", "node_clique_number": "cliques"}.get(name)
    for option in ("weight", "nodelist", "node_label", unknown):
        if option is not None and asked.get(option) is not None:
            return f"{option} is not supported"
    if name.startswith("vf2pp") and len(graphs) == 2 and len(graphs[1]) == 0:
        return "the pattern has no nodes"
    return ""


_ARGUMENTS = {
    "find_cliques": ("nodes",), "find_cliques_recursive": ("nodes",), "node_clique_number": ("nodes", "cliques", "separate_nodes"),
    "max_weight_clique": ("weight",),
    "clustering": ("nodes", "weight"), "average_clustering": ("nodes", "weight", "count_zeros"), "triadic_census": ("nodelist",),
    "vf2pp_all_subgraph_isomorphisms": ("SG", "node_label", "default_label"),
    "vf2pp_all_monomorphisms": ("SG", "node_label", "default_label"),
}  # fmt: skip

for _function in (
    triangles, all_triangles, generalized_degree, clustering, average_clustering, transitivity, square_clustering,
    triadic_census, enumerate_all_cliques, find_cliques, node_clique_number, max_weight_clique, core_number,
    vf2pp_all_subgraph_isomorphisms, vf2pp_all_monomorphisms,
):  # fmt: skip
    setattr(Backend, _function.__name__, staticmethod(_function))
setattr(Backend, "find_cliques_recursive", staticmethod(find_cliques_recursive))
