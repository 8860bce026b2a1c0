"""Converts graphs of other libraries, and tables. It knows them by their methods and imports none of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from collections.abc import Mapping

from . import _core
from ._arrays import as_array, usual_ids
from ._columns import Columns, Streamed, array_of, column_of, heed, names_of, other_columns, plain
from ._core import InputError
from ._ids import Asked, Built, Nodes, compact, edge_words, from_arrays, listed_ids, place_of


def from_networkx(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkx", "nodes", "source", "target", "csr", "vertices", "id")
    core, nodes = _edges_of_networkx(graph, asked)
    if asked.attributes is False:
        return core, nodes
    of_nodes = [data for _, data in graph.nodes(data=True)]
    columns, reasons = _core.columns_of_dicts(of_nodes, plain) if any(of_nodes) else ([], [])
    heed(reasons, asked.attributes)
    return _core.with_columns(core, columns) if columns else core, nodes


def _edges_of_networkx(graph: Any, asked: Asked) -> Built:
    nodes = list(graph)
    directed = asked.is_directed(graph.is_directed())
    if isinstance(asked.edge_labels, str):
        name = asked.edge_labels
        rows = list(graph.edges(data=True))
        inner = Asked(nodes=nodes, directed=directed, edge_labels=[row[2].get(name) for row in rows], attributes=asked.attributes)
        return _from_networkx_ids(rows, nodes, inner)
    adjacency: Any = getattr(graph, "_succ", None) if graph.is_directed() else graph._adj
    places = dict(zip(nodes, range(len(nodes))))
    own = _has_usual_neighbours(graph)
    is_plain = own and type(adjacency) is dict and all(type(row) is dict for row in adjacency.values())
    if asked.edge_labels is not None:
        raise InputError("edge_labels: expected the name of the attribute of edges that has their label")
    if is_plain and len(adjacency) == len(nodes):
        core = _core.from_adjacency(adjacency, places, directed, not graph.is_directed(), "networkx")
        if asked.attributes is False:
            return core, compact(nodes)
        sources, targets, columns, reasons = _core.rows_of_adjacency(
            adjacency, places, not graph.is_directed(), graph.is_multigraph(), plain
        )
        heed(reasons, asked.attributes)
        if columns or core.cleaning()["self_loops"] or len(sources) > core.arc_or_edge_count:
            core = _core.with_rows(core, sources, targets, columns)
        return core, compact(nodes)
    inner = Asked(nodes=nodes, directed=directed, attributes=asked.attributes if own else False)
    edges = list(graph.edges(data=True)) if own else [(u, v, {}) for u in nodes for v in graph.neighbors(u)]
    return _from_networkx_ids(edges, nodes, inner)


def _has_usual_neighbours(graph: Any) -> bool:
    """True if the class has the neighbours of networkx. A subclass may define other neighbours than it stores."""
    for name in ("neighbors", "adjacency", "__getitem__", "edges"):
        owner = next((kind for kind in type(graph).__mro__ if name in vars(kind)), None)
        if owner is not None and not owner.__module__.startswith("networkx.classes"):
            return False
    return True


def _from_networkx_ids(edges: list[Any], nodes: list[Any], asked: Asked) -> Built:
    places = dict(zip(nodes, range(len(nodes))))
    ends = [np.fromiter((places[edge[i]] for edge in edges), dtype=np.uint32, count=len(edges)) for i in (0, 1)]
    labels = edge_words(asked.edge_labels, len(edges))
    columns: Columns | None = None
    if asked.attributes is not False:
        columns, reasons = _core.columns_of_dicts([edge[2] for edge in edges], plain)
        heed(reasons, asked.attributes)
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, "networkx", columns)
    return core, compact(nodes)


def from_igraph(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of igraph", "nodes", "source", "target", "csr", "vertices", "id")
    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    labels = asked.edge_labels
    if isinstance(labels, str):
        if labels not in graph.es.attributes():
            raise InputError(f"edge_labels={labels!r}: the edges have no such attribute: they have {graph.es.attributes()}")
        labels = graph.es[labels]
    words = edge_words(labels, len(edges))
    directed = asked.is_directed(graph.is_directed())
    keeps = asked.attributes is not False
    rows = _igraph_columns(graph.es, graph.es.attributes(), asked) if keeps else None
    core, _ = _core.from_pairs(edges[:, 0], edges[:, 1], graph.vcount(), directed, words, "igraph", rows)
    if keeps:
        core = _core.with_columns(core, _igraph_columns(graph.vs, [name for name in graph.vs.attributes() if name != "name"], asked))
    if "name" not in graph.vs.attributes():
        return core, None
    names = list(graph.vs["name"])
    place_of(names)
    return core, compact(names)


def _igraph_columns(parts: Any, names: list[str], asked: Asked) -> Columns:
    made, reasons = [], []
    for name in names:
        try:
            made.append(column_of(name, parts[name]))
        except InputError as error:
            reasons.append(str(error))
    heed(reasons, asked.attributes)
    return made


def from_graph_tool(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of graph-tool", "nodes", "source", "target", "csr", "vertices", "id")
    edges = np.asarray(graph.get_edges())[:, :2]
    inner = Asked(nodes=graph.get_vertices(), directed=asked.is_directed(graph.is_directed()), edge_labels=asked.edge_labels)
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "graph-tool")
    return core, compact(nodes)


def from_networkit(graph: Any, asked: Asked) -> Built:
    asked.refuse("a graph of networkit", "nodes", "source", "target", "csr", "edge_labels", "vertices", "id")
    edges = np.array(list(graph.iterEdges()), dtype=np.int64).reshape(-1, 2)
    inner = Asked(nodes=list(graph.iterNodes()), directed=asked.is_directed(graph.isDirected()))
    core, nodes = from_arrays(edges[:, 0], edges[:, 1], inner, "networkit")
    return core, compact(nodes)


def from_sparse(matrix: Any, asked: Asked) -> Built:
    asked.refuse("a sparse matrix", "source", "target", "csr", "edge_labels", "vertices", "id")
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"x has the shape {matrix.shape}: expected the square matrix of a graph")
    rows = matrix.tocsr()
    core = _core.from_rows(rows.indptr, rows.indices, asked.is_directed(False), "scipy.sparse")
    return core, _named_positions(asked.nodes, core.vertex_count)


def _named_positions(nodes: Any, count: int) -> Nodes:
    """The ids of the positions, if they were given."""
    if nodes is None:
        return None
    listed = list(range(nodes)) if isinstance(nodes, int) else listed_ids(nodes)
    if len(listed) != count:
        raise InputError(f"nodes has {len(listed)} ids, but the graph has {count} vertices")
    place_of(listed)
    return compact(listed)


def from_rows(indptr: Any, indices: Any, asked: Asked) -> Built:
    asked.refuse("rows of lists", "source", "target", "edge_labels", "vertices", "id")
    core = _core.from_rows(indptr, indices, asked.is_directed(False), "csr")
    return core, _named_positions(asked.nodes, core.vertex_count)


def from_data(data: Any, asked: Asked) -> Built:
    """A graph from a Data of PyG, whose nodes are 0 to num_nodes - 1."""
    asked.refuse("a Data of PyG", "source", "target", "csr", "vertices", "id")
    index = as_array(data.edge_index, "edge_index")
    if index.ndim != 2 or index.shape[0] != 2:
        raise InputError(f"edge_index has the shape {index.shape}: expected (2, m)")
    count = getattr(data, "num_nodes", None)
    inner = Asked(nodes=int(count) if count is not None else None, directed=asked.directed, edge_labels=asked.edge_labels)
    core, nodes = from_arrays(index[0], index[1], inner, "PyG")
    return (core, nodes) if asked.nodes is None else (core, _named_positions(asked.nodes, core.vertex_count))


# Tables: the names of the columns, and a column by its name. A table of any library serves if it offers Arrow's stream or
# the protocol of data frames.


def is_table(data: Any) -> bool:
    """True for a dict of columns, or a table of pandas, polars, pyarrow or another library."""
    if isinstance(data, Mapping):
        return True
    names = ("iloc", "get_column", "column_names", "collect_schema", "__arrow_c_stream__", "__dataframe__")
    return not hasattr(data, "dtype") and any(hasattr(data, name) for name in names)


def _usual_table(data: Any) -> Any:
    """The table as one of pandas, polars or pyarrow, which this module can read."""
    if hasattr(data, "collect_schema") and not hasattr(data, "get_column"):
        raise InputError("x is a lazy query of polars: give its table, x.collect()")
    if type(data).__module__.startswith("cudf"):
        return data.to_pandas()
    if isinstance(data, Mapping) or any(hasattr(data, name) for name in ("iloc", "get_column")):
        return data
    if hasattr(data, "column_names") and hasattr(data, "combine_chunks"):
        return data
    if hasattr(data, "__arrow_c_stream__"):
        return Streamed(data)
    try:
        from pyarrow.interchange import from_dataframe
    except ImportError:
        raise InputError(
            f"x is a table of {type(data).__module__.split('.')[0]}, which needs pyarrow: pip install pyarrow, or give a table of pandas"
        ) from None
    return from_dataframe(data)


def _values(frame: Any, name: Any) -> tuple[np.ndarray[Any, Any], bool]:
    """The values of a column, and whether some are missing."""
    if isinstance(frame, (Mapping, Streamed)):
        listed = frame[name] if isinstance(frame, Mapping) else frame.column(name)
        array = array_of(listed) if isinstance(listed, _core.Column) else _ids_of_list(listed)
        lacks = bool(np.ma.getmaskarray(array).any()) or (array.dtype.kind == "O" and any(cell is None for cell in array.tolist()))
        return np.ma.getdata(array), lacks
    if hasattr(frame, "iloc"):
        column = frame[name]
        return column.to_numpy(), bool(column.isna().any()) if hasattr(column, "isna") else False
    if hasattr(frame, "get_column"):
        column = frame.get_column(name)
        return column.to_numpy(), column.null_count() > 0
    column = frame.column(name)
    is_listed = column.null_count > 0 or str(column.type).startswith(("dictionary", "decimal", "list", "struct"))
    return np.array(column.to_pylist(), dtype=object) if is_listed else column.to_numpy(), column.null_count > 0


def _ids_of_list(values: Any) -> np.ndarray[Any, Any]:
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "to_numpy"):
        return np.asarray(values.to_numpy())
    cells = list(values)
    if all(type(cell) is int and abs(cell) < 2**63 for cell in cells):
        return np.array(cells, dtype=np.int64)
    found = np.fromiter(cells, dtype=object, count=len(cells))
    return found.astype(np.float64) if cells and all(isinstance(cell, float) for cell in cells) else found


def _column(frame: Any, name: Any, what: str) -> Any:
    columns = names_of(frame)
    if name not in columns:
        raise InputError(f"{what}={name!r}: the table has no such column: it has {', '.join(map(str, columns))}")
    if columns.count(name) > 1:
        raise InputError(f"{what}={name!r}: the table has {columns.count(name)} columns of this name")
    values, lacks = _values(frame, name)
    if lacks:
        which = "x" if what in ("source", "target") else "vertices"
        raise InputError(f"{what}={name!r}: the column lacks values: drop these rows, in pandas with {which}.dropna(subset=[{name!r}])")
    if values.dtype.kind == "f":
        raise InputError(f"{what}={name!r}: the column has floats: if they are whole numbers, convert it to int64")
    return usual_ids(values, f"{what}={name!r}")


def from_frame(data: Any, asked: Asked) -> Built:
    asked.refuse("a table", "csr")
    frame = _usual_table(data)
    ends = ["source" if asked.source is None else asked.source, "target" if asked.target is None else asked.target]
    source, target = _column(frame, ends[0], "source"), _column(frame, ends[1], "target")
    labels = asked.edge_labels
    if isinstance(labels, str):
        labels = _column(frame, labels, "edge_labels")
    rows = None if asked.attributes is False else other_columns(frame, ends, asked.attributes)
    inner = Asked(nodes=asked.nodes, directed=asked.directed, edge_labels=labels, vertices=asked.vertices, rows=rows)
    return from_arrays(source, target, inner, "table")


def table_of_vertices(asked: Asked) -> tuple[Any, Columns]:
    """The ids and the columns of the table of vertices."""
    if asked.nodes is not None:
        raise InputError("nodes and vertices: the table of vertices has the ids: give one of them")
    if not is_table(asked.vertices):
        raise InputError(f"vertices={asked.vertices!r}: expected a table of pandas, polars or pyarrow, or a dict of columns")
    frame = _usual_table(asked.vertices)
    index = getattr(frame, "index", None)
    if asked.id is not None and hasattr(frame, "iloc") and asked.id not in names_of(frame) and index is not None and index.name == asked.id:
        frame = frame.reset_index()
    names = names_of(frame)
    if not names:
        raise InputError("vertices: the table has no columns: its first one must have the ids")
    name = names[0] if asked.id is None else asked.id
    ids = _column(frame, name, "id")
    columns = [] if asked.attributes is False else other_columns(frame, [name], asked.attributes)
    return ids, columns
