"""Graphs of other libraries, and tables. They are known by their methods; none is imported."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import as_array, usual_ids
from ._core import InputError
from ._ids import Asked, Built, Nodes, compact, edge_words, from_arrays, listed_ids, place_of


def from_networkx(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkx", "nodes", "source", "target", "csr")
    nodes = list(graph)
    directed = asked.is_directed(graph.is_directed())
    if isinstance(asked.edge_labels, str):
        name = asked.edge_labels
        rows = [(u, v, data.get(name)) for u, v, data in graph.edges(data=True)]
        inner = Asked(nodes=nodes, directed=directed, edge_labels=[row[2] for row in rows])
        return _from_networkx_ids([row[0] for row in rows], [row[1] for row in rows], nodes, inner)
    adjacency: Any = getattr(graph, "_succ", None) if graph.is_directed() else graph._adj
    places = dict(zip(nodes, range(len(nodes))))
    own = _has_usual_neighbours(graph)
    plain = own and type(adjacency) is dict and all(type(row) is dict for row in adjacency.values())
    if asked.edge_labels is not None:
        raise InputError("edge_labels: expected the attribute of edges that is their label")
    if plain and len(adjacency) == len(nodes):
        core = _core.from_adjacency(adjacency, places, directed, not graph.is_directed(), "networkx")
        return core, compact(nodes)
    edges = list(graph.edges()) if own else [(u, v) for u in nodes for v in graph.neighbors(u)]
    inner = Asked(nodes=nodes, directed=directed)
    return _from_networkx_ids([edge[0] for edge in edges], [edge[1] for edge in edges], nodes, inner)


def _has_usual_neighbours(graph: Any) -> bool:
    """True if the class leaves the definition of neighbours to networkx. A subclass may have other neighbours than it stores."""
    for name in ("neighbors", "adjacency", "__getitem__", "edges"):
        owner = next((kind for kind in type(graph).__mro__ if name in vars(kind)), None)
        if owner is not None and not owner.__module__.startswith("networkx.classes"):
            return False
    return True


def _from_networkx_ids(sources: list[Any], targets: list[Any], nodes: list[Any], asked: Asked) -> Built:
    places = dict(zip(nodes, range(len(nodes))))
    ends = [np.fromiter(map(places.__getitem__, part), dtype=np.uint32, count=len(part)) for part in (sources, targets)]
    labels = edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, "networkx")
    return core, compact(nodes)


def from_igraph(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of igraph", "nodes", "source", "target", "csr")
    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    labels = asked.edge_labels
    if isinstance(labels, str):
        if labels not in graph.es.attributes():
            raise InputError(f"edge_labels={labels!r}: no attribute of the edges; there are {graph.es.attributes()}")
        labels = graph.es[labels]
    words = edge_words(labels, len(edges))
    directed = asked.is_directed(graph.is_directed())
    core, _ = _core.from_pairs(edges[:, 0], edges[:, 1], graph.vcount(), directed, words, "igraph")
    if "name" not in graph.vs.attributes():
        return core, None
    names = list(graph.vs["name"])
    place_of(names)
    return core, compact(names)


def from_graph_tool(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of graph-tool", "nodes", "source", "target", "csr")
    edges = np.asarray(graph.get_edges())[:, :2]
    inner = Asked(nodes=graph.get_vertices(), directed=asked.is_directed(graph.is_directed()), edge_labels=asked.edge_labels)
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "graph-tool")
    return core, compact(nodes)


def from_networkit(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkit", "nodes", "source", "target", "csr", "edge_labels")
    edges = np.array(list(graph.iterEdges()), dtype=np.int64).reshape(-1, 2)
    inner = Asked(nodes=list(graph.iterNodes()), directed=asked.is_directed(graph.isDirected()))
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "networkit")
    return core, compact(nodes)


def from_sparse(matrix: Any, asked: Asked) -> Built:
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
    listed = list(range(nodes)) if isinstance(nodes, int) else listed_ids(nodes)
    if len(listed) != count:
        raise InputError(f"nodes has {len(listed)} ids, but the graph has {count} vertices")
    place_of(listed)
    return compact(listed)


def from_rows(indptr: Any, indices: Any, asked: Asked) -> Built:
    asked.refuse("rows of lists", "source", "target", "edge_labels")
    core = _core.from_rows(indptr, indices, asked.is_directed(False), "csr")
    return core, _named_positions(asked.nodes, core.vertex_count)


def from_data(data: Any, asked: Asked) -> Built:
    """Data of PyG: its nodes are 0 to num_nodes - 1."""
    asked.refuse("a Data of PyG", "source", "target", "csr")
    index = as_array(data.edge_index, "edge_index")
    if index.ndim != 2 or index.shape[0] != 2:
        raise InputError(f"edge_index has the shape {index.shape}: expected (2, m)")
    count = getattr(data, "num_nodes", None)
    inner = Asked(nodes=int(count) if count is not None else None, directed=asked.directed, edge_labels=asked.edge_labels)
    core, nodes = from_arrays(index[0], index[1], inner, "PyG")
    return (core, nodes) if asked.nodes is None else (core, _named_positions(asked.nodes, core.vertex_count))


# Tables: names of columns, and a column by its name. Any library's is one that gives Arrow's stream, or the protocol of
# data frames.


def is_table(data: Any) -> bool:
    """True for a table of pandas, polars, pyarrow or another library."""
    names = ("iloc", "get_column", "column_names", "collect_schema", "__arrow_c_stream__", "__dataframe__")
    return not hasattr(data, "dtype") and any(hasattr(data, name) for name in names)


def _usual_table(data: Any) -> Any:
    """The same of pandas, polars or pyarrow, which are known here."""
    if hasattr(data, "collect_schema") and not hasattr(data, "get_column"):
        raise InputError("x is a query of polars: give its table, x.collect()")
    if any(hasattr(data, name) for name in ("iloc", "get_column")) or (hasattr(data, "column_names") and hasattr(data, "combine_chunks")):
        return data
    try:
        import pyarrow
        from pyarrow.interchange import from_dataframe
    except ImportError:
        raise InputError(
            f"x is a table of {type(data).__module__.split('.')[0]}, which pyarrow reads: pip install pyarrow, or give a table of pandas"
        ) from None
    return pyarrow.table(data) if hasattr(data, "__arrow_c_stream__") else from_dataframe(data)


def _values(frame: Any, name: Any) -> tuple[np.ndarray[Any, Any], bool]:
    """The values of a column, and whether some are missing."""
    if hasattr(frame, "iloc"):
        column = frame[name]
        return column.to_numpy(), bool(column.isna().any()) if hasattr(column, "isna") else False
    if hasattr(frame, "get_column"):
        column = frame.get_column(name)
        return column.to_numpy(), column.null_count() > 0
    column = frame.column(name)
    listed = column.null_count > 0 or str(column.type).startswith(("dictionary", "decimal", "list", "struct"))
    return np.array(column.to_pylist(), dtype=object) if listed else column.to_numpy(), column.null_count > 0


def _column(frame: Any, name: Any, what: str) -> Any:
    columns = list(frame.column_names if hasattr(frame, "column_names") else frame.columns)
    if name not in columns:
        raise InputError(f"{what}={name!r}: the table has no such column; it has {', '.join(map(str, columns))}")
    if columns.count(name) > 1:
        raise InputError(f"{what}={name!r}: the table has {columns.count(name)} columns of this name")
    values, lacks = _values(frame, name)
    if lacks:
        raise InputError(f"{what}={name!r}: the column lacks values; drop these rows, in pandas x.dropna(subset=[{name!r}])")
    if values.dtype.kind == "f":
        raise InputError(f"{what}={name!r}: the column has floats; convert it to int64 if they are whole numbers")
    return usual_ids(values, f"{what}={name!r}")


def from_frame(data: Any, asked: Asked) -> Built:
    asked.refuse("a table", "csr")
    frame = _usual_table(data)
    source = _column(frame, "source" if asked.source is None else asked.source, "source")
    target = _column(frame, "target" if asked.target is None else asked.target, "target")
    labels = asked.edge_labels
    if isinstance(labels, str):
        labels = _column(frame, labels, "edge_labels")
    inner = Asked(nodes=asked.nodes, directed=asked.directed, edge_labels=labels)
    return from_arrays(source, target, inner, "table")
