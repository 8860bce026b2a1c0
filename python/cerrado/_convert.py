"""Recognises the object that a graph is made of. It imports only numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import numpy as np

from ._arrays import as_array, ends_of, is_array_like
from ._core import InputError
from ._ids import Asked, Built, from_arrays, from_ids, word
from ._libraries import (
    from_data, from_frame, from_graph_tool, from_igraph, from_networkit, from_networkx, from_rows, from_sparse, is_table,
    table_of_vertices,
)  # fmt: skip

__all__ = ["Asked", "build", "word"]


def _from_pair(first: Any, second: Any, asked: Asked) -> Built:
    """Sources and targets, or indptr and indices."""
    one, two = as_array(first, "x[0]"), as_array(second, "x[1]")
    if one.ndim != 1 or two.ndim != 1:
        raise InputError(f"x: two arrays of the shapes {one.shape} and {two.shape}: expected one dimension each")
    is_rows = (
        one.dtype.kind in "iu" and len(one) > 0 and one[0] == 0 and int(one[-1]) == len(two) and bool((np.diff(one) >= 0).all())
    )
    if asked.csr is None and is_rows and len(one) == len(two):
        raise InputError("x may be (sources, targets) or (indptr, indices): give csr=False or csr=True")
    if asked.csr or (asked.csr is None and is_rows):
        return from_rows(one, two, asked)
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
        raise InputError("x: expected edges as pairs of ids, but an entry is not a pair") from None
    if wrong is not None:
        raise InputError(f"x: {wrong!r} is not an edge: expected pairs of ids, such as [(0, 1), (1, 2)]")
    sources, targets = [edge[0] for edge in edges], [edge[1] for edge in edges]
    if all(type(node) is int for node in chain(sources, targets)):
        try:
            arrays = [np.array(part, dtype=np.int64) for part in (sources, targets)]
        except OverflowError:
            return _from_wide(sources, targets, asked)
        return from_arrays(arrays[0], arrays[1], asked, "edges")
    return from_ids(sources, targets, asked, "edges")


def _from_wide(sources: list[int], targets: list[int], asked: Asked) -> Built:
    try:
        arrays = [np.array(part, dtype=np.uint64) for part in (sources, targets)]
    except OverflowError:  # some ids are negative or have more than 64 bits, so they are treated as ids of any kind
        return from_ids(sources, targets, asked, "edges")
    return from_arrays(arrays[0], arrays[1], asked, "edges")


def _has(*names: str) -> Callable[[Any], bool]:
    return lambda data: all(hasattr(data, name) for name in names)


_KINDS: list[tuple[Callable[[Any], bool], Callable[[Any, Asked], Built]]] = [
    (_has("_adj", "is_multigraph", "nodes"), from_networkx),
    (_has("get_edgelist", "vs", "es"), from_igraph),
    (_has("get_edges", "get_vertices", "vp"), from_graph_tool),
    (_has("iterEdges", "iterNodes", "isDirected"), from_networkit),
    (_has("tocsr", "nnz", "shape"), from_sparse),
    (_has("edge_index"), from_data),
    (is_table, from_frame),
]


def build(data: Any, asked: Asked) -> Built:
    """The graph, and the ids of its vertices."""
    if asked.id is not None and asked.vertices is None:
        raise InputError("id names the column of ids of a table of vertices: give vertices, or leave it out")
    for fits, convert in _KINDS:
        if fits(data):
            if convert is from_frame and asked.vertices is not None:
                asked.vertices = table_of_vertices(asked)
            return convert(data, asked)
    if asked.vertices is not None:
        asked.vertices = table_of_vertices(asked)
    if isinstance(data, tuple) and len(data) == 2 and all(map(is_array_like, data)):
        return _from_pair(data[0], data[1], asked)
    if isinstance(data, tuple) and len(data) == 2 and all(isinstance(part, list) for part in data):
        if len(data[0]) == len(data[1]) == 2:
            raise InputError("x: two lists of two ids may be two edges, or sources and targets: give a list of pairs, or two arrays")
        return _from_pair(np.array(data[0]), np.array(data[1]), asked)
    if is_array_like(data):
        return _from_array(data, asked)
    if isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise InputError(
            f"x={data!r}: expected a graph (networkx, igraph, graph-tool, networkit, scipy.sparse, PyG), a table, an array"
            " (m, 2) or (2, m), a pair of arrays or a list of pairs; for a file call cerrado.read(path)"
        )
    return _from_iterable(data, asked)
