"""Graphs: their sources, their contents and their counts."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _convert, _core
from ._arrays import usual
from ._columns import cells_of, table
from ._core import InputError
from ._counting import Counting
from ._ids import positions_of
from ._options import flag, make, path, refuse_unknown, tell

if TYPE_CHECKING:
    from ._temporal import TemporalGraph

Array = np.ndarray[Any, Any]


def _array_of(nodes: Sequence[Any]) -> Array:
    """The ids as an array. It has objects if the ids are not whole numbers."""
    if isinstance(nodes, np.ndarray):
        return nodes
    return np.fromiter(nodes, dtype=object, count=len(nodes))


def _says_directed(x: Any) -> bool:
    """True if a graph of another library is directed. Without edges only the graph itself can tell."""
    said = getattr(x, "is_directed", None) or getattr(x, "isDirected", None)
    return bool(said()) if callable(said) else False


class Graph(Counting):
    """A simple graph, with or without directions and labels. It is immutable.

    Parameters
    ----------
    x : object
        A graph of networkx, igraph, graph-tool or networkit; a matrix of scipy.sparse; a table of pandas, polars, pyarrow
        or another library with Arrow's stream, or a dict of columns; an array (m, 2) or (2, m), a pair of arrays, a Data
        of PyG, a pair (indptr, indices); or edges, pairs of ids.
        Ids are anything hashable except floats. Arrays are copied, so later changes to them have no effect.
    nodes : int or iterable, optional
        The ids, in the order of results; or their number, if they count from 0. By default the ids are those that
        occur in the edges: whole numbers ascend, and other ids keep the order in which they occur.
    directed : bool, optional
        Whether edges are arcs. By default ``x`` decides; for arrays and tables the default is False.
    labels : str, dict or sequence, optional
        Labels of vertices: an attribute of nodes, or a label for each id, or one for each vertex in order.
    edge_labels : str or sequence, optional
        Labels of edges: an attribute or a column, or a label for each edge in order.
    source, target : str, optional
        The columns of a table. By default ``source`` and ``target``.
    csr : bool, optional
        Whether a pair of arrays is (indptr, indices), if it could also be (sources, targets).
    attributes : bool, optional
        Whether the graph keeps the other columns of tables, and the attributes of networkx and igraph, for
        :meth:`query`. By default it keeps those that it can, and the log says which it cannot. True makes that an
        InputError.
    vertices : table, optional
        A table of the vertices, if ``x`` is a table or edges. Its vertices are those of the graph, in its order. After
        them come those that only edges have, whose attributes are missing.
    id : str, optional
        The column of ids in ``vertices``, or the name of its index. By default it is the first column.

    Examples
    --------
    >>> import cerrado as cd
    >>> g = cd.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    >>> g.nodes
    ['a', 'b', 'c']
    >>> g.matches("0-1,1-2").list(1)
    [('a', 'b', 'c')]
    """

    _read_as: dict[str, Any] | None = None  # set for a graph that another process read

    def __init__(
        self, x: Any, *, nodes: Any = None, directed: bool | None = None, labels: Any = None, edge_labels: Any = None,
        source: Any = None, target: Any = None, csr: bool | None = None, attributes: bool | None = None, vertices: Any = None,
        id: Any = None, **unknown: Any,
    ) -> None:  # fmt: skip
        known = ("nodes", "directed", "labels", "edge_labels", "source", "target", "csr", "attributes", "vertices", "id")
        refuse_unknown(unknown, known, "Graph")
        for name, value in (("directed", directed), ("attributes", attributes)):
            if value is not None:
                flag(name, value)
        self._residence: str | None = None
        self._core: _core.Graph
        self._nodes: Any
        self._table: Array | None
        self._directed: bool
        if isinstance(x, Graph):
            given = (nodes, directed, labels, edge_labels, source, target, csr, attributes, vertices, id)
            if any(value is not None for value in given):
                raise InputError("x is already a Graph: give it without other arguments")
            self._core, self._nodes, self._table, self._directed = x._core, x._nodes, x._table, x._directed
            return
        asked = _convert.Asked(nodes, directed, None, edge_labels, source, target, csr, attributes, vertices, id)
        self._core, self._nodes = _convert.build(x, asked)
        self._table = None if self._nodes is None else _array_of(self._nodes)
        self._directed = self._core.is_directed or (_says_directed(x) if directed is None else directed)
        if labels is not None:
            self._core = _core.labelled(self._core, self._label_words(x, labels))

    @classmethod
    def _of_core(cls, core: _core.Graph) -> Graph:
        """A graph that the library has read. Its ids are those of the file."""
        self = cls.__new__(cls)
        self._core, self._residence, self._directed = core, None, core.is_directed
        self._nodes, self._table = None, None
        original = core.original_ids
        if core.has_names:
            self._table = _array_of(core.names())
            self._nodes = list(self._table if original is None else self._table[original])
        elif original is not None:
            fits = bool((original < 2**63).all())
            self._nodes = original.view(np.int64) if fits else original
        return self

    def _label_words(self, x: Any, labels: Any) -> list[str]:
        if isinstance(labels, str):
            if hasattr(x, "_adj"):
                values = {node: data.get(labels) for node, data in x.nodes(data=True)}
                if values and all(value is None for value in values.values()):
                    raise InputError(f"labels={labels!r}: no node has this attribute")
                labels = values
            elif hasattr(x, "vs") and labels in x.vs.attributes():
                labels = x.vs[labels]
            elif labels in self.vertex_columns:
                labels = cells_of(self.vertex_table()[labels])
            else:
                raise InputError(f"labels={labels!r}: x has no such attribute of vertices: give a dict or a sequence")
        if isinstance(labels, dict):
            positions_of(labels, self._index, "labels")
            labels = [labels.get(node) for node in self.nodes]
        words = [_convert.word("labels", value) for value in labels]
        if len(words) != len(self):
            raise InputError(f"labels has {len(words)} labels, but the graph has {len(self)} vertices")
        return words

    def __len__(self) -> int:
        return int(self._core.vertex_count)

    def __contains__(self, node: Hashable) -> bool:
        return node in self._index

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    @property
    def nodes(self) -> Sequence[Any]:
        """The ids of the vertices, in the order of results."""
        if self._nodes is None:
            return range(len(self))
        found: Sequence[Any] = self._nodes.tolist() if isinstance(self._nodes, np.ndarray) else self._nodes
        return found

    @cached_property
    def _index(self) -> dict[Hashable, int] | range:
        if self._nodes is None:
            return range(len(self))
        return {node: i for i, node in enumerate(self.nodes)}

    def _positions(self, ids: Any) -> list[int]:
        """The positions of the ids in ``roots``."""
        if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
            raise InputError(f"roots={ids!r}: expected ids of vertices")
        found = positions_of(ids, self._index, "roots")
        if len(set(found)) < len(found):
            raise InputError("roots has an id twice: give each id once")
        return found

    def _ids_of(self, block: Array) -> Array:
        """The caller's ids for the numbers in a list of the library."""
        if self._table is not None:
            found: Array = self._table[block]
            return found
        if block.dtype == np.uint32:
            return block.astype(np.int64)
        return block.view(np.int64) if bool((block < 2**63).all()) else block

    @property
    def is_directed(self) -> bool:
        """True if edges are arcs."""
        return self._directed

    @property
    def vertex_count(self) -> int:
        """The number of vertices."""
        return len(self)

    @property
    def edge_count(self) -> int:
        """The number of edges, which are pairs of adjacent vertices."""
        return int(self._core.edge_count)

    @property
    def max_degree(self) -> int:
        """The largest number of neighbours of a vertex."""
        return int(self._core.max_degree)

    @property
    def cleaning(self) -> dict[str, int]:
        """The numbers of edges dropped to make the graph simple: ``self_loops`` and ``duplicates``."""
        return dict(self._core.cleaning())

    @property
    def read_as(self) -> dict[str, Any] | None:
        """The way in which the file was read. None if the graph came from no file."""
        found: dict[str, Any] | None = self._core.description()["read_as"]
        return self._read_as if found is None else found

    @property
    def indptr(self) -> Array:
        """The begin of each vertex's list in ``indices``: int64, read-only, not copied."""
        return usual(self._core.indptr)

    @property
    def indices(self) -> Array:
        """The neighbours of all vertices, by position, ascending for each: uint32, read-only, not copied."""
        return np.asarray(self._core.indices)

    @property
    def degrees(self) -> Array:
        """The number of neighbours of each vertex, in the order of ``nodes``."""
        found: Array = np.diff(self.indptr)
        return found

    def _pairs(self, as_edges: bool) -> Array:
        sources, targets = self._core.ends(as_edges)
        pairs = np.column_stack([sources, targets]).astype(np.int64)
        if self._nodes is None:
            return pairs
        found: Array = _array_of(self._nodes)[pairs]
        return found

    @property
    def edges(self) -> Array:
        """The edges as an array (m, 2) of ids, in the order of ``per="edge"``."""
        return self._pairs(True)

    @property
    def arcs(self) -> Array:
        """The arcs of a directed graph, an array (m, 2) of ids."""
        if not self.is_directed:
            raise InputError("the graph has no directions: take .edges")
        return self._pairs(False)

    @property
    def vertex_columns(self) -> dict[str, str]:
        """The columns of vertices, by name: ``int64``, ``double``, ``bool``, ``text`` or ``time``."""
        return dict(_core.described_columns(self._core, False))

    @property
    def edge_columns(self) -> dict[str, str]:
        """The columns of edges, by name: ``int64``, ``double``, ``bool``, ``text`` or ``time``."""
        return dict(_core.described_columns(self._core, True))

    def _ids_at(self, places: Array) -> Array:
        """The ids of the vertices at these positions."""
        numbers = places.astype(np.int64)
        if self._nodes is None:
            return numbers
        found: Array = _array_of(self._nodes)[numbers]
        return found

    def vertex_table(self) -> dict[str, Array]:
        """The vertices as a dict of arrays: ``id``, and each column, in the order of ``nodes``.

        Missing values are masked (int64, bool), NaN (double), NaT (time, datetime64[us] in UTC) or None (text).
        """
        return table(_core.columns_of(self._core, False), {"id": self._ids_at(np.arange(len(self)))})

    def edge_table(self) -> dict[str, Array]:
        """The edges as a dict of arrays: ``source``, ``target``, and each column.

        There is an entry for each row, be it one of parallel edges or a loop. A graph without rows has one for each edge.
        Missing values are as in :meth:`vertex_table`.
        """
        sources, targets = _core.row_ends(self._core) or self._core.ends(False)
        return table(_core.columns_of(self._core, True), {"source": self._ids_at(sources), "target": self._ids_at(targets)})

    def _head(self, parameters: dict[str, Any]) -> dict[str, Any]:
        from . import __version__

        return {"version": __version__, "graph": self._core.description(), "parameters": parameters}

    def __repr__(self) -> str:
        source = self._core.description()["source"]
        kind = "directed graph" if self.is_directed else "graph"
        where = f", resident on {self._residence}" if self._residence else ""
        return f"<{kind} {source}: {len(self):,} vertices, {self.edge_count:,} edges{where}>"

    def to_networkx(self, attributes: bool = False) -> Any:
        """The graph as one of networkx, with its ids, directions and labels.

        ``attributes``: also with its columns, in place of labels. Missing values have no attribute. It is a multigraph
        if the graph has parallel edges.
        """
        import networkx

        if flag("attributes", attributes):
            return self._with_attributes(networkx)
        made = networkx.DiGraph() if self.is_directed else networkx.Graph()
        labels = self._core.vertex_labels()
        made.add_nodes_from(self.nodes if labels is None else [(n, {"label": w} if w else {}) for n, w in zip(self.nodes, labels)])
        pairs = self._pairs(not self.is_directed).tolist()
        words = self._core.edge_labels()
        if words is None:
            made.add_edges_from(pairs)
        else:
            made.add_edges_from((u, v, {"label": word} if word else {}) for (u, v), word in zip(pairs, words))
        return made

    def _with_attributes(self, networkx: Any) -> Any:
        def dicts(columns: dict[str, Array]) -> Iterator[dict[str, Any]]:
            cells = [cells_of(values) for values in columns.values()]
            for row in zip(*cells):
                yield {name: cell for name, cell in zip(columns, row) if cell is not None}

        edges, vertices = list(self.edge_table().items()), list(self.vertex_table().items())
        pairs = list(zip(edges[0][1].tolist(), edges[1][1].tolist()))
        is_multi = len(pairs) > self._core.arc_or_edge_count + sum(u == v for u, v in set(pairs))
        kinds = {(False, False): "Graph", (True, False): "DiGraph", (False, True): "MultiGraph", (True, True): "MultiDiGraph"}
        made = getattr(networkx, kinds[self.is_directed, is_multi])()
        made.add_nodes_from(self.nodes)
        if len(vertices) > 1:
            made.add_nodes_from(zip(self.nodes, dicts(dict(vertices[1:]))))
        if len(edges) > 2:
            made.add_edges_from((u, v, data) for (u, v), data in zip(pairs, dicts(dict(edges[2:]))))
        else:
            made.add_edges_from(pairs)
        return made

    def to_scipy(self) -> Any:
        """The adjacency as a csr_array of scipy.sparse, by position. For a directed graph it has the arcs, from row to column."""
        import scipy.sparse

        size = (len(self), len(self))
        if not self.is_directed:
            data = np.ones(len(self.indices), dtype=np.int8)
            return scipy.sparse.csr_array((data, self.indices.view(np.int32), self.indptr), shape=size)
        sources, targets = self._core.ends(False)
        return scipy.sparse.coo_array((np.ones(len(sources), dtype=np.int8), (sources, targets)), shape=size).tocsr()

    def save(self, to: str | os.PathLike[str]) -> None:
        """Writes the graph to a file. The ending of its name decides the format. Ids that are texts or whole numbers are kept."""
        tell(self._with_ids().save(path("to", to)))

    def _with_ids(self) -> _core.Graph:
        """The graph for a file. It has the ids of Python if a file can hold them."""
        nodes = self._nodes
        if nodes is None or self._core.has_names or self._core.original_ids is not None:
            return self._core
        if isinstance(nodes, np.ndarray) and bool((nodes >= 0).all()):
            return self._core.numbered(np.ascontiguousarray(nodes, dtype=np.uint64))
        other = next((node for node in nodes if isinstance(node, bool) or not isinstance(node, (str, int, np.integer))), None)
        names = [str(node) for node in nodes] if other is None else []
        if len(set(names)) < len(nodes):
            why = f"{other!r} is neither a text nor a whole number" if other is not None else "a text and a number are alike"
            tell([f"the ids become positions from 0 on, since {why}"])
            return self._core
        return self._core.named(names)

    def __getstate__(self) -> dict[str, Any]:
        if self._residence is not None:
            raise InputError(f"the graph is resident on {self._residence}: pickle the graph from which it was made")
        state = {"core": self._core, "nodes": self._nodes, "table": self._table, "directed": self._directed, "read_as": self.read_as}
        if self._core.has_columns:
            state["columns"] = _core.columns_of(self._core, False)
            state["rows"] = (_core.row_ends(self._core), _core.columns_of(self._core, True))
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._core, self._residence, self._read_as = state["core"], None, state["read_as"]
        self._nodes, self._table, self._directed = state["nodes"], state["table"], state["directed"]
        if "columns" in state:
            ends, columns = state["rows"]
            if ends is not None:
                self._core = _core.with_rows(self._core, ends[0], ends[1], columns)
            self._core = _core.with_columns(self._core, state["columns"])

    def __copy__(self) -> Graph:
        return self  # a graph is immutable

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return self

    def within(self, nodes: Iterable[Any]) -> Graph:
        """The graph of these vertices and what joins them, with their ids, directions and labels."""
        if isinstance(nodes, (str, bytes)) or not isinstance(nodes, Iterable):
            raise InputError(f"nodes={nodes!r}: expected ids of vertices")
        kept = sorted(set(positions_of(nodes, self._index, "nodes")))
        made = Graph(self)
        made._core = self._core.within(kept)
        if self._nodes is None:
            made._nodes = np.array(kept, dtype=np.int64)
        elif isinstance(self._nodes, np.ndarray):
            made._nodes = self._nodes[kept]
        else:
            made._nodes = [self._nodes[v] for v in kept]
        return made

    def temporal(self, x: Any, **reading: Any) -> TemporalGraph:
        """Arcs with times between the vertices of this graph, which are those of the arcs' graph in the same order.

        Its vertices have the labels and columns that they have here.

        Parameters
        ----------
        x : object
            A table, three arrays (sources, targets, times), an array (m, 3), or triples, as of :class:`TemporalGraph`. The ends
            are ids of this graph.
        **reading
            As of :class:`TemporalGraph`: ``time``, ``time_unit``, ``from_``, ``until``, ``source``, ``target``, ``columns``.

        Examples
        --------
        >>> import cerrado as cd
        >>> g = cd.Graph([("ann", "bob"), ("bob", "cid"), ("cid", "dan")])
        >>> t = g.temporal([("bob", "cid", 5), ("cid", "bob", 7)])
        >>> t.matches("0>1,1>0", delta=5).per_vertex()["0>1,1>0"].tolist()
        [0, 1, 1, 0]
        """
        from ._temporal import TemporalGraph

        return TemporalGraph._between(self, x, reading)

    def resident(self, device: str = "auto", **options: Any) -> Graph:
        """The graph on its device, for many runs: ``with g.resident("cuda:0") as r: r.cliques(5).count``."""
        made = Graph(self)
        given = make({"device": device, **options}, ("device", "threads", "order"), "resident()", self._positions)
        made._core = self._core.resident(given)
        made._residence = f"cuda:{given.gpu}" if given.gpu is not None else made._core.device
        return made

    def close(self) -> None:
        """Frees the memory of a resident graph on its device."""
        if self._residence is None:
            raise InputError("only a resident graph can be closed: make one with g.resident(device)")
        self._core.close()

    def __enter__(self) -> Graph:
        if self._residence is None:
            raise InputError("the graph is not resident: write `with g.resident(device) as r`")
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
