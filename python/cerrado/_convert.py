"""Graphs of other libraries, arrays and tables as graphs of Cerrado. Nothing is imported but numpy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from . import _core
from ._arrays import as_array, ends_of, is_array_like
from ._core import InputError

Nodes = Any  # None: the positions; an array of whole numbers; a list of any ids


@dataclass
class Asked:
    """What was asked for besides the graph."""

    nodes: Any = None
    directed: bool | None = None
    labels: Any = None
    edge_labels: Any = None
    source: Any = None
    target: Any = None
    csr: bool | None = None

    def refuse(self, what: str, *names: str) -> None:
        """InputError for arguments that say nothing about such a graph."""
        for name in names:
            if getattr(self, name) is not None:
                raise InputError(f"{name} has no meaning for {what}; leave it out")

    def is_directed(self, own: bool) -> bool:
        return own if self.directed is None else self.directed


Built = tuple[_core.Graph, Nodes]


def word(name: str, value: object) -> str:
    """A label as a text; empty for none."""
    if value is None:
        return ""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"{name}: {value!r} is no label; expected texts or whole numbers")
    return str(value)


def _edge_words(values: Any, count: int) -> list[str] | None:
    if values is None:
        return None
    if isinstance(values, (str, Mapping)):
        raise InputError("edge_labels: expected a label for each edge, in the order of the edges")
    words = [word("edge_labels", value) for value in (values.tolist() if hasattr(values, "tolist") else values)]
    if len(words) != count:
        raise InputError(f"edge_labels has {len(words)} labels, but there are {count} edges")
    return words


def place_of(nodes: Sequence[Hashable]) -> dict[Hashable, int]:
    """The positions of these ids; InputError if one comes twice."""
    try:
        places = {node: i for i, node in enumerate(nodes)}
    except TypeError as error:
        raise InputError(f"nodes: an id is not hashable: {error}") from None
    if len(places) != len(nodes):
        raise InputError(f"nodes has {len(nodes) - len(places)} ids twice; give each once")
    return places


def _check_id(node: Hashable) -> None:
    if isinstance(node, (float, np.floating)):
        raise InputError(f"x has the id {node!r}: ids are not floats; convert them to int or str")


def _from_ids(sources: Iterable[Hashable], targets: Iterable[Hashable], asked: Asked, what: str) -> Built:
    """Ids of any kind, in the order in which they come, or in that of ``nodes``."""
    sources, targets = list(sources), list(targets)
    given = asked.nodes is not None
    if given:
        nodes = _listed(asked.nodes)
        places = place_of(nodes)
    else:
        try:
            nodes = list(dict.fromkeys(chain.from_iterable(zip(sources, targets))))
        except TypeError as error:
            raise InputError(f"x: an id is not hashable: {error}; give texts, numbers or tuples") from None
        for node in nodes:
            _check_id(node)
        places = {node: i for i, node in enumerate(nodes)}
    try:
        ends = [np.fromiter(map(places.__getitem__, part), dtype=np.uint32, count=len(part)) for part in (sources, targets)]
    except KeyError as error:
        raise InputError(f"x has the id {error.args[0]!r}, which is not in nodes") from None
    labels = _edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, what)
    return core, nodes


def _listed(nodes: Any) -> list[Hashable]:
    if isinstance(nodes, str) or not isinstance(nodes, Iterable):
        raise InputError(f"nodes={nodes!r}: expected a number of vertices, or their ids")
    found = nodes.tolist() if hasattr(nodes, "tolist") else list(nodes)
    for node in found:
        _check_id(node)
    return found


def from_arrays(sources: Any, targets: Any, asked: Asked, what: str) -> Built:
    """Two arrays of ids."""
    if len(sources) != len(targets):
        raise InputError(f"x: the sources are {len(sources)}, the targets {len(targets)}; give as many of both")
    if sources.dtype.kind not in "iu" or targets.dtype.kind not in "iu":
        return _from_ids(sources.tolist(), targets.tolist(), asked, what)
    count = asked.nodes
    if isinstance(count, (int, np.integer)) and not isinstance(count, bool):
        if count < 0:
            raise InputError(f"nodes={count}: expected a number of vertices, or their ids")
        count = int(count)
    elif count is not None:
        return _from_ids(sources.tolist(), targets.tolist(), asked, what)
    labels = _edge_words(asked.edge_labels, len(sources))
    return _core.from_pairs(sources, targets, count, asked.is_directed(False), labels, what)


def _from_networkx(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkx", "nodes", "source", "target", "csr")
    nodes = list(graph)
    directed = asked.is_directed(graph.is_directed())
    if isinstance(asked.edge_labels, str):
        name = asked.edge_labels
        rows = [(u, v, data.get(name)) for u, v, data in graph.edges(data=True)]
        inner = Asked(nodes=nodes, directed=directed, edge_labels=[row[2] for row in rows])
        return _from_networkx_ids([row[0] for row in rows], [row[1] for row in rows], nodes, inner)
    adjacency = getattr(graph, "_succ", None) if graph.is_directed() else graph._adj
    places = dict(zip(nodes, range(len(nodes))))
    plain = type(adjacency) is dict and all(type(row) is dict for row in adjacency.values())
    if asked.edge_labels is not None:
        raise InputError("edge_labels: expected the attribute of edges that is their label")
    if plain and len(adjacency) == len(nodes):
        core = _core.from_adjacency(adjacency, places, directed, not graph.is_directed(), "networkx")
        return core, _compact(nodes)
    edges = list(graph.edges())
    inner = Asked(nodes=nodes, directed=directed)
    return _from_networkx_ids([edge[0] for edge in edges], [edge[1] for edge in edges], nodes, inner)


def _from_networkx_ids(sources: list[Any], targets: list[Any], nodes: list[Any], asked: Asked) -> Built:
    places = dict(zip(nodes, range(len(nodes))))
    ends = [np.fromiter(map(places.__getitem__, part), dtype=np.uint32, count=len(part)) for part in (sources, targets)]
    labels = _edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, "networkx")
    return core, _compact(nodes)


def _compact(nodes: list[Any]) -> Nodes:
    """The ids as an array where all are plain ints, and None where they are the positions."""
    if not all(type(node) is int for node in nodes):
        return nodes
    try:
        array = np.array(nodes, dtype=np.int64)
    except OverflowError:
        return nodes
    return None if bool((array == np.arange(len(nodes))).all()) else array


def _from_igraph(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of igraph", "nodes", "source", "target", "csr")
    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    labels = asked.edge_labels
    if isinstance(labels, str):
        if labels not in graph.es.attributes():
            raise InputError(f"edge_labels={labels!r}: no attribute of the edges; there are {graph.es.attributes()}")
        labels = graph.es[labels]
    words = _edge_words(labels, len(edges))
    directed = asked.is_directed(graph.is_directed())
    core, _ = _core.from_pairs(edges[:, 0], edges[:, 1], graph.vcount(), directed, words, "igraph")
    if "name" not in graph.vs.attributes():
        return core, None
    names = list(graph.vs["name"])
    place_of(names)
    return core, _compact(names)


def _from_graph_tool(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of graph-tool", "nodes", "source", "target", "csr")
    edges = np.asarray(graph.get_edges())[:, :2]
    inner = Asked(nodes=graph.get_vertices(), directed=asked.is_directed(graph.is_directed()), edge_labels=asked.edge_labels)
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "graph-tool")
    return core, _compact(nodes)


def _from_networkit(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkit", "nodes", "source", "target", "csr", "edge_labels")
    edges = np.array(list(graph.iterEdges()), dtype=np.int64).reshape(-1, 2)
    inner = Asked(nodes=list(graph.iterNodes()), directed=asked.is_directed(graph.isDirected()))
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "networkit")
    return core, _compact(nodes)


def _from_sparse(matrix: Any, asked: Asked) -> Built:
    asked.refuse("a sparse matrix", "source", "target", "csr", "edge_labels")
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"x has the shape {matrix.shape}: expected the square matrix of a graph")
    rows = matrix.tocsr()
    core = _core.from_rows(rows.indptr, rows.indices, asked.is_directed(False), "scipy.sparse")
    return core, _named_positions(asked.nodes, core.vertex_count)


def _named_positions(nodes: Any, count: int) -> Nodes:
    """The ids of the positions, where they were given."""
    if nodes is None:
        return None
    listed = list(range(nodes)) if isinstance(nodes, int) else _listed(nodes)
    if len(listed) != count:
        raise InputError(f"nodes has {len(listed)} ids, but the graph has {count} vertices")
    place_of(listed)
    return _compact(listed)


def _from_rows(indptr: Any, indices: Any, asked: Asked) -> Built:
    asked.refuse("rows of lists", "source", "target", "edge_labels")
    core = _core.from_rows(indptr, indices, asked.is_directed(False), "csr")
    return core, _named_positions(asked.nodes, core.vertex_count)


def _from_data(data: Any, asked: Asked) -> Built:
    """Data of PyG: its nodes are 0 to num_nodes - 1."""
    asked.refuse("a Data of PyG", "source", "target", "csr")
    index = as_array(data.edge_index, "edge_index")
    if index.ndim != 2 or index.shape[0] != 2:
        raise InputError(f"edge_index has the shape {index.shape}: expected (2, m)")
    count = getattr(data, "num_nodes", None)
    inner = Asked(nodes=int(count) if count is not None else None, directed=asked.directed, edge_labels=asked.edge_labels)
    core, nodes = from_arrays(index[0], index[1], inner, "PyG")
    return (core, nodes) if asked.nodes is None else (core, _named_positions(asked.nodes, core.vertex_count))


def _column(frame: Any, name: Any, what: str) -> Any:
    columns = list(frame.columns)
    if name not in columns:
        raise InputError(f"{what}={name!r}: the table has no such column; it has {', '.join(map(str, columns))}")
    column = frame[name]
    if bool(column.isna().any()) if hasattr(column, "isna") else False:
        raise InputError(f"{what}={name!r}: the column lacks values; drop these rows, x.dropna(subset=[{name!r}])")
    values = column.to_numpy()
    if values.dtype.kind == "f":
        raise InputError(f"{what}={name!r}: the column has floats; convert it by .astype('int64') if they are whole numbers")
    return values


def _from_frame(frame: Any, asked: Asked) -> Built:
    asked.refuse("a table", "csr")
    source = _column(frame, "source" if asked.source is None else asked.source, "source")
    target = _column(frame, "target" if asked.target is None else asked.target, "target")
    labels = asked.edge_labels
    if isinstance(labels, str):
        labels = _column(frame, labels, "edge_labels")
    inner = Asked(nodes=asked.nodes, directed=asked.directed, edge_labels=labels)
    return from_arrays(source, target, inner, "table")


def _from_pair(first: Any, second: Any, asked: Asked) -> Built:
    """Sources and targets, or indptr and indices."""
    one, two = as_array(first, "x[0]"), as_array(second, "x[1]")
    if one.ndim != 1 or two.ndim != 1:
        raise InputError(f"x: two arrays of the shapes {one.shape} and {two.shape}; expected one dimension each")
    is_rows = (
        one.dtype.kind in "iu" and len(one) > 0 and one[0] == 0 and int(one[-1]) == len(two) and bool((np.diff(one) >= 0).all())
    )
    if asked.csr is None and is_rows and len(one) == len(two):
        raise InputError("x may be (sources, targets) or (indptr, indices): say csr=False or csr=True")
    if asked.csr or (asked.csr is None and is_rows):
        return _from_rows(one, two, asked)
    return from_arrays(one, two, asked, "arrays")


def _from_array(data: Any, asked: Asked) -> Built:
    asked.refuse("an array", "source", "target", "csr")
    sources, targets = ends_of(as_array(data, "x"))
    return from_arrays(sources, targets, asked, "array")


def _from_iterable(data: Iterable[Any], asked: Asked) -> Built:
    asked.refuse("a list of edges", "source", "target", "csr")
    edges = list(data)
    try:
        wrong = next((edge for edge in edges if isinstance(edge, str) or len(edge) != 2), None)
    except TypeError:
        raise InputError("x: expected edges, pairs of ids; an entry is no pair") from None
    if wrong is not None:
        raise InputError(f"x: {wrong!r} is no edge; expected pairs of ids, [(0, 1), (1, 2)]")
    sources, targets = [edge[0] for edge in edges], [edge[1] for edge in edges]
    if all(type(node) is int for node in chain(sources, targets)):
        try:
            arrays = [np.array(part, dtype=np.int64) for part in (sources, targets)]
        except OverflowError:
            return _from_wide(sources, targets, asked)
        return from_arrays(arrays[0], arrays[1], asked, "edges")
    return _from_ids(sources, targets, asked, "edges")


def _from_wide(sources: list[int], targets: list[int], asked: Asked) -> Built:
    try:
        arrays = [np.array(part, dtype=np.uint64) for part in (sources, targets)]
    except OverflowError:  # some are negative, or have more than 64 bits: ids like others
        return _from_ids(sources, targets, asked, "edges")
    return from_arrays(arrays[0], arrays[1], asked, "edges")


def _has(*names: str) -> Callable[[Any], bool]:
    return lambda data: all(hasattr(data, name) for name in names)


_KINDS: list[tuple[Callable[[Any], bool], Callable[[Any, Asked], Built]]] = [
    (_has("_adj", "is_multigraph", "nodes"), _from_networkx),
    (_has("get_edgelist", "vs", "es"), _from_igraph),
    (_has("get_edges", "get_vertices", "vp"), _from_graph_tool),
    (_has("iterEdges", "iterNodes", "isDirected"), _from_networkit),
    (_has("tocsr", "nnz", "shape"), _from_sparse),
    (_has("edge_index"), _from_data),
    (_has("columns", "__getitem__", "iloc"), _from_frame),
]


def build(data: Any, asked: Asked) -> Built:
    """The graph, and the ids of its vertices."""
    for fits, convert in _KINDS:
        if fits(data):
            return convert(data, asked)
    if isinstance(data, tuple) and len(data) == 2 and all(map(is_array_like, data)):
        return _from_pair(data[0], data[1], asked)
    if isinstance(data, tuple) and len(data) == 2 and all(isinstance(part, list) for part in data):
        if len(data[0]) == len(data[1]) == 2:
            raise InputError("x: two lists of two ids may be edges or ends; give a list of pairs, or two arrays")
        return _from_pair(np.array(data[0]), np.array(data[1]), asked)
    if is_array_like(data):
        return _from_array(data, asked)
    if isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise InputError(
            f"x={data!r}: expected a graph (networkx, igraph, graph-tool, networkit, scipy.sparse, PyG), a table, an array"
            " (m, 2) or (2, m), a pair of arrays or a list of pairs; a file is read by cerrado.read(path)"
        )
    return _from_iterable(data, asked)
