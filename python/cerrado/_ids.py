"""Converts ids of any kind to positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from . import _core
from ._arrays import usual
from ._core import InputError
from ._options import tell

Nodes = Any  # None: the positions; an array of whole numbers; a list of any ids


@dataclass
class Asked:
    """The arguments besides the graph."""

    nodes: Any = None
    directed: bool | None = None
    labels: Any = None
    edge_labels: Any = None
    source: Any = None
    target: Any = None
    csr: bool | None = None
    attributes: bool | None = None  # keep those of vertices and edges; None: if there are any
    vertices: Any = None  # a table of vertices, or (ids, columns) of one
    id: Any = None  # its column of ids
    rows: list[_core.Column] | None = None  # the columns of edges

    def refuse(self, what: str, *names: str) -> None:
        """Raises InputError for arguments that do not apply to such a graph."""
        for name in names:
            if getattr(self, name) is not None:
                raise InputError(f"{name} has no meaning for {what}: leave it out")

    def is_directed(self, own: bool) -> bool:
        return own if self.directed is None else self.directed


Built = tuple[_core.Graph, Nodes]


def word(name: str, value: object) -> str:
    """A label as a text. It is empty for None."""
    if value is None:
        return ""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"{name}: {value!r} is not a label: expected texts or whole numbers")
    return str(value)


def edge_words(values: Any, count: int) -> list[str] | None:
    if values is None:
        return None
    if isinstance(values, (str, Mapping)):
        raise InputError("edge_labels: expected a label for each edge, in the order of the edges")
    words = [word("edge_labels", value) for value in (values.tolist() if hasattr(values, "tolist") else values)]
    if len(words) != count:
        raise InputError(f"edge_labels has {len(words)} labels, but there are {count} edges")
    return words


def place_of(nodes: Sequence[Hashable]) -> dict[Hashable, int]:
    """The positions of these ids. Raises InputError if an id comes twice."""
    try:
        places = {node: i for i, node in enumerate(nodes)}
    except TypeError as error:
        raise InputError(f"nodes: an id is not hashable: {error}") from None
    if len(places) != len(nodes):
        raise InputError(f"nodes has {len(nodes) - len(places)} ids twice: give each id once")
    return places


def positions_of(ids: Iterable[Any], index: dict[Hashable, int] | range, what: str) -> list[int]:
    """The positions of ids of a graph. Raises InputError for unknown ids."""
    found = []
    for node in ids:
        try:
            is_known = node in index
        except TypeError:  # not hashable
            is_known = False
        if not is_known:
            raise InputError(f"{what} has the id {node!r}, which is not a vertex of the graph")
        found.append(int(node) if isinstance(index, range) else index[node])
    return found


def _check_id(node: Hashable, what: str = "x") -> None:
    if isinstance(node, (float, np.floating)):
        raise InputError(f"{what} has the id {node!r}: ids cannot be floats: convert them to int or str")


def from_ids(sources: Iterable[Hashable], targets: Iterable[Hashable], asked: Asked, what: str) -> Built:
    """A graph with ids of any kind, in the order in which they occur, or in the order of ``nodes``."""
    sources, targets = list(sources), list(targets)
    if asked.vertices is not None:
        arrays = [np.fromiter(part, dtype=object, count=len(part)) for part in (sources, targets)]
        return _from_tables(arrays[0], arrays[1], asked, what)
    given = asked.nodes is not None
    placed = None if given else _core.place_texts([], sources, targets)
    if placed is not None:
        labels = edge_words(asked.edge_labels, len(sources))
        names = placed[2]
        core, _ = _core.from_pairs(placed[0], placed[1], len(names), asked.is_directed(False), labels, what, rows_of(asked))
        return core, names
    if given:
        nodes = listed_ids(asked.nodes)
        places = place_of(nodes)
    else:
        try:
            nodes = list(dict.fromkeys(chain.from_iterable(zip(sources, targets))))
        except TypeError as error:
            raise InputError(f"x: an id is not hashable: {error}: give texts, numbers or tuples") from None
        for node in nodes:
            _check_id(node)
        places = {node: i for i, node in enumerate(nodes)}
    try:
        ends = [np.fromiter(map(places.__getitem__, part), dtype=np.uint32, count=len(part)) for part in (sources, targets)]
    except KeyError as error:
        raise InputError(f"x has the id {error.args[0]!r}, which is not in nodes") from None
    labels = edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, what, rows_of(asked))
    return core, nodes


def rows_of(asked: Asked) -> list[_core.Column] | None:
    """The columns of edges, or None if the graph does not keep its rows."""
    is_wanted = asked.attributes or (asked.attributes is None and asked.edge_labels is not None)
    return [] if asked.rows is None and is_wanted else asked.rows


def listed_ids(nodes: Any) -> list[Hashable]:
    if isinstance(nodes, str) or not isinstance(nodes, Iterable):
        raise InputError(f"nodes={nodes!r}: expected a number of vertices, or their ids")
    found = nodes.tolist() if hasattr(nodes, "tolist") else list(nodes)
    for node in found:
        _check_id(node, "nodes")
    return found


def from_arrays(sources: Any, targets: Any, asked: Asked, what: str) -> Built:
    """A graph from two arrays of ids."""
    if len(sources) != len(targets):
        raise InputError(f"x has {len(sources)} sources and {len(targets)} targets: give the same number of both")
    if asked.vertices is not None:
        return _from_tables(sources, targets, asked, what)
    if sources.dtype.kind not in "iu" or targets.dtype.kind not in "iu":
        return from_ids(sources.tolist(), targets.tolist(), asked, what)
    count = asked.nodes
    if isinstance(count, (int, np.integer)) and not isinstance(count, bool):
        if count < 0:
            raise InputError(f"nodes={count}: expected a number of vertices, or their ids")
        count = int(count)
    elif count is not None:
        return from_ids(sources.tolist(), targets.tolist(), asked, what)
    labels = edge_words(asked.edge_labels, len(sources))
    core, ids = _core.from_pairs(sources, targets, count, asked.is_directed(False), labels, what, rows_of(asked))
    return core, None if ids is None else usual(ids)


def _from_tables(sources: Any, targets: Any, asked: Asked, what: str) -> Built:
    """A graph whose vertices are those of a table, in its order, and after them others that only edges have."""
    ids, columns = asked.vertices
    nodes: Nodes
    every = (ids, sources, targets)
    if all(array.dtype.kind in "iu" and (array.dtype != np.uint64 or not len(array) or array.max() < 2**63) for array in every):
        nodes, ends, more = _places_of_numbers(*(array.astype(np.int64, copy=False) for array in every))
    elif (placed := _core.place_texts(ids.tolist(), sources.tolist(), targets.tolist())) is not None:
        ends, nodes = placed[:2], placed[2]
        more = len(nodes) - len(ids)
    else:
        nodes = ids.tolist()
        places = place_of(nodes)
        for node in dict.fromkeys(chain(sources.tolist(), targets.tolist())):
            if node not in places:
                _check_id(node)
                places[node] = len(places)
        more = len(places) - len(nodes)
        ends = [np.fromiter(map(places.__getitem__, part.tolist()), dtype=np.uint32, count=len(part)) for part in (sources, targets)]
        nodes = list(places)
    if more:
        if len(sources) and len(ids) and min(int(part.min()) for part in ends) >= len(ids):
            one, other = ids[:1].tolist()[0], sources[:1].tolist()[0]
            raise InputError(f"vertices: no id, such as {one!r}, is an id of an edge, such as {other!r}")
        tell([f"{more} vertices of edges are not in vertices: their attributes are missing"])
    labels = edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, what, rows_of(asked))
    core = _core.with_columns(core, [column.padded(more) for column in columns] if more else columns)
    if isinstance(nodes, list):
        return core, compact(nodes)
    return core, None if bool((nodes == np.arange(len(nodes))).all()) else nodes


def _places_of_numbers(ids: Any, sources: Any, targets: Any) -> tuple[Any, list[Any], int]:
    """All ids, the positions of both ends among them, and the number of ids that only ends have."""
    ascending = np.sort(ids)
    if bool((ascending[1:] == ascending[:-1]).any()):
        twice = ascending[1:][ascending[1:] == ascending[:-1]][0]
        raise InputError(f"vertices has the id {twice} twice: give each id once")
    both = np.concatenate([sources, targets])
    low, high = (int(ascending[0]), int(ascending[-1])) if len(ids) else (0, -1)
    is_in = (both >= low) & (both <= high)
    places = np.full(len(both), -1, dtype=np.int64)
    if high - low < 8 * len(both) + 65536:
        table = np.full(max(high - low + 1, 0), -1, dtype=np.int64)
        table[ids - low] = np.arange(len(ids))
        places[is_in] = table[both[is_in] - low]
    else:
        order = np.argsort(ids, kind="stable")
        found = np.minimum(np.searchsorted(ascending, both), len(ids) - 1)
        places = np.where(ascending[found] == both, order[found], -1)
    is_new = places < 0
    new = np.unique(both[is_new])
    places[is_new] = len(ids) + np.searchsorted(new, both[is_new])
    ends = places.astype(np.uint32)
    return np.concatenate([ids, new]), [ends[: len(sources)], ends[len(sources) :]], len(new)


def compact(nodes: list[Any]) -> Nodes:
    """The ids as an array if all are plain ints, and None if they are the positions."""
    if not all(type(node) is int for node in nodes):
        return nodes
    try:
        array = np.array(nodes, dtype=np.int64)
    except OverflowError:
        return nodes
    return None if bool((array == np.arange(len(nodes))).all()) else array
