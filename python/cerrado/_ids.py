"""Ids of any kind as positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from . import _core
from ._arrays import usual
from ._core import InputError

Nodes = Any  # None: the positions; an array of whole numbers; a list of any ids


@dataclass
class Asked:
    """The request besides the graph."""

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
    """The positions of these ids; InputError if one comes twice."""
    try:
        places = {node: i for i, node in enumerate(nodes)}
    except TypeError as error:
        raise InputError(f"nodes: an id is not hashable: {error}") from None
    if len(places) != len(nodes):
        raise InputError(f"nodes has {len(nodes) - len(places)} ids twice; give each once")
    return places


def positions_of(ids: Iterable[Any], index: dict[Hashable, int] | range, what: str) -> list[int]:
    """The positions of ids of a graph; InputError for those that are none."""
    found = []
    for node in ids:
        try:
            is_known = node in index
        except TypeError:  # not hashable
            is_known = False
        if not is_known:
            raise InputError(f"{what} has the id {node!r}, which is no vertex of the graph")
        found.append(int(node) if isinstance(index, range) else index[node])
    return found


def _check_id(node: Hashable, what: str = "x") -> None:
    if isinstance(node, (float, np.floating)):
        raise InputError(f"{what} has the id {node!r}: ids are not floats; convert them to int or str")


def from_ids(sources: Iterable[Hashable], targets: Iterable[Hashable], asked: Asked, what: str) -> Built:
    """Ids of any kind, in the order in which they come, or in that of ``nodes``."""
    sources, targets = list(sources), list(targets)
    given = asked.nodes is not None
    if given:
        nodes = listed_ids(asked.nodes)
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
    labels = edge_words(asked.edge_labels, len(sources))
    core, _ = _core.from_pairs(ends[0], ends[1], len(nodes), asked.is_directed(False), labels, what)
    return core, nodes


def listed_ids(nodes: Any) -> list[Hashable]:
    if isinstance(nodes, str) or not isinstance(nodes, Iterable):
        raise InputError(f"nodes={nodes!r}: expected a number of vertices, or their ids")
    found = nodes.tolist() if hasattr(nodes, "tolist") else list(nodes)
    for node in found:
        _check_id(node, "nodes")
    return found


def from_arrays(sources: Any, targets: Any, asked: Asked, what: str) -> Built:
    """Two arrays of ids."""
    if len(sources) != len(targets):
        raise InputError(f"x: the sources are {len(sources)}, the targets {len(targets)}; give as many of both")
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
    core, ids = _core.from_pairs(sources, targets, count, asked.is_directed(False), labels, what)
    return core, None if ids is None else usual(ids)


def compact(nodes: list[Any]) -> Nodes:
    """The ids as an array where all are plain ints, and None where they are the positions."""
    if not all(type(node) is int for node in nodes):
        return nodes
    try:
        array = np.array(nodes, dtype=np.int64)
    except OverflowError:
        return nodes
    return None if bool((array == np.arange(len(nodes))).all()) else array
