"""Queries that count, locate or list subgraphs. A query runs only when a result is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _core
from ._arrays import usual
from ._core import Error, InputError
from ._ids import positions_of
from ._listed import Listed
from ._options import KEPT, RUN, refuse_unknown, sizes_of
from ._pattern import Pattern
from ._results import CliqueCounts, MatchCounts, Result
from ._run import Search, counted, run

if TYPE_CHECKING:
    from ._graph import Graph

Array = np.ndarray[Any, Any]


def algorithm_of(name: object, usual: str = "fast") -> str:
    """The library's name of an algorithm; ``auto`` is the usual form."""
    if not isinstance(name, str):
        raise InputError(f"algorithm={name!r}: expected a text, such as 'auto'")
    return usual if name == "auto" else name


def through_of(graph: Graph, through: Any) -> list[int]:
    """The positions of the vertices that all subgraphs have."""
    if through is None:
        return []
    if isinstance(through, (str, bytes)) or not isinstance(through, Iterable):
        raise InputError(f"through={through!r}: expected ids of vertices, such as [5, 9]")
    found = positions_of(through, graph._index, "through")
    if not found:
        raise InputError("through names no vertex: give one or more, or leave it out")
    return found


class Query(Listed):
    """Subgraphs of one kind. ``count`` counts them once; ``blocks()`` and ``list()`` give them."""

    _kind: type[Result] = Result
    _call = semantics = ""

    def __init__(self, graph: Graph, options: dict[str, Any]) -> None:
        refuse_unknown(options, (*KEPT, "limit", "verify", "seed"), self._call)
        self._graph = graph
        self._options = options

    def _counted(self) -> Any:
        raise NotImplementedError

    def _part(self, what: str, search: Search, known: tuple[str, ...] = KEPT) -> dict[str, Any]:
        """The result of a search that is not a full count."""
        return cast(dict[str, Any], run(self._graph, self._call, self._unverified(what), search, known))

    @cached_property
    def result(self) -> Any:
        """The record of the count. The count runs now if it did not run before."""
        if "limit" in self._options:
            raise InputError("limit is for lists: give it to list() or blocks(), or leave it out")
        return self._counted()

    @property
    def count(self) -> int:
        """The exact count. A stopped run has none: see ``count_at_least``."""
        return int(self.result.count)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _OF_RESULTS:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.result, name)

    def __repr__(self) -> str:
        if "result" in self.__dict__:
            return repr(self.result)
        return f"<{self._kind._app} in {self._graph!r}, not counted yet: .count, .blocks(), .list() ({self.semantics})>"

    def _repr_html_(self) -> str:
        return str(self.result._repr_html_())


_OF_RESULTS = frozenset(
    "sizes clique_number status seconds device is_complete count_at_least to_dict to_frame report plot record".split()
    + "mappings matches by_labels".split()
)


class Cliques(Query):
    """Complete subgraphs: sets of k vertices that are all adjacent to each other."""

    _kind, _call = CliqueCounts, "cliques()"

    def __init__(self, graph: Graph, k: Any, least: Any, most: Any, algorithm: Any, through: Any, options: dict[str, Any]) -> None:
        super().__init__(graph, options)
        self._sizes = sizes_of(k, least, most)
        self._algorithm = algorithm_of(algorithm)
        self._through = through_of(graph, through)
        self.semantics = self._query.semantics

    @property
    def _query(self) -> _core.CliqueQuery:
        query = _core.clique_query(*self._sizes, self._algorithm)
        query.set_through(self._graph._core, self._through)
        return query

    def _counted(self) -> CliqueCounts:
        k, least, most = self._sizes
        own: dict[str, Any] = {"k": k} if k is not None else {"min_k": least or 1, "max_k": most}
        core = self._graph._core
        return counted(
            CliqueCounts, self._graph, self._call, {**own, "algorithm": self._algorithm}, self._options,
            lambda options: _core.count_cliques(core, self._query, options),
            lambda found: {"_sizes": found["sizes"] if k is None else None, "is_of_all_sizes": k is None and most is None},
            verifies=True,
        )  # fmt: skip

    def _one_size(self, what: str) -> int:
        if self._sizes[0] is None:
            raise InputError(f"k: {what} needs cliques of one size: give k")
        return self._sizes[0]

    def _listing(self, options: _core.Options) -> _core.Listing:
        return _core.list_cliques(self._graph._core, self._one_size("a list"), self._algorithm, self._through, options)

    def _check_device(self) -> None:
        super()._check_device()
        if self._through:
            raise InputError("through: device_blocks() needs cliques through any vertices: take blocks()")
        if self._one_size("a list") < 3:
            raise InputError("k: device_blocks() needs cliques of 3 vertices or more: take blocks()")

    def local(self, per: str) -> Array:
        """The number of cliques at each vertex, or at each edge."""
        k = self._one_size(f"per={per!r}")
        core = self._graph._core
        found = self._part(f"per={per!r}", lambda made: _core.count_local_cliques(
            core, k, per == "edge", self._algorithm, self._through, made))
        return exact_array(found, found["vertices"] if per == "vertex" else found.get("edges"), per)


class MaximalCliques(Query):
    """Cliques to which no vertex can be added, or all cliques of the largest size."""

    _kind, _call = CliqueCounts, "maximal_cliques()"

    def __init__(self, graph: Graph, least: Any, most: Any, through: Any, options: dict[str, Any]) -> None:
        super().__init__(graph, options)
        _, self._least, self._most = sizes_of(None, least, most)
        self._through = through_of(graph, through)
        self.semantics = self._query().semantics

    def _query(self, per: str = "") -> _core.MaximalCliqueQuery:
        query = _core.maximal_query(self._least, self._most, per == "vertex", per == "edge")
        query.set_through(self._graph._core, self._through)
        return query

    def _counted(self) -> CliqueCounts:
        core, query = self._graph._core, self._query()
        return self._of_sizes(
            {"maximal": True, "min_k": self._least or 1, "max_k": self._most},
            lambda options: _core.count_maximal_cliques(core, query, options), self._most is None, verifies=True,
        )  # fmt: skip

    def _of_sizes(self, own: dict[str, Any], search: Search, has_largest: bool, verifies: bool) -> CliqueCounts:
        return counted(
            CliqueCounts, self._graph, self._call, {**own, "algorithm": "fast"}, self._options, search,
            lambda found: {"_sizes": found["sizes"], "is_of_all_sizes": has_largest}, verifies=verifies,
        )  # fmt: skip

    def _listing(self, options: _core.Options) -> _core.Listing:
        return _core.list_maximal_cliques(self._graph._core, self._query(), options)

    def _arranged(self, block: Any) -> Iterator[Array]:
        yield from block  # an array for each size

    def _check_device(self) -> None:
        raise InputError("device_blocks() needs subgraphs of one size: take blocks()")

    def local(self, per: str) -> Array:
        """The number of maximal cliques at each vertex, or at each edge."""
        core, query = self._graph._core, self._query(per)
        found = self._part(f"per={per!r}", lambda made: _core.count_maximal_cliques(core, query, made))
        return exact_array(found, found["vertices"] if per == "vertex" else found.get("edges"), per)


class LargestCliques(MaximalCliques):
    """All cliques of the largest size."""

    _call = "largest_cliques()"

    def __init__(self, graph: Graph, options: dict[str, Any]) -> None:
        super().__init__(graph, None, None, None, options)
        self.semantics = _core.clique_query(None, None, None, "fast").semantics + ", of the largest size"

    def _counted(self) -> CliqueCounts:
        core = self._graph._core
        return self._of_sizes({"largest": True}, lambda options: _core.count_largest_cliques(core, options), True, verifies=False)

    def _listing(self, options: _core.Options) -> _core.Listing:
        return _core.list_largest_cliques(self._graph._core, options)


def exact_array(found: dict[str, Any], values: Any, per: str) -> Array:
    """The counts per vertex, edge or orbit. Raises Error if the run was stopped."""
    if found["status"] != "complete" or values is None:
        raise Error(f"the run was stopped ({found['status']}), so it has no counts per {per}")
    values = values[2] if per == "edge" else values
    return np.array(values, dtype=object) if isinstance(values, list) else usual(values)


class Matches(Query):
    """Matches of a pattern: its mappings into the graph, with its automorphisms divided out unless ``mappings``."""

    _kind, _call = MatchCounts, "matches()"

    def __init__(
        self, graph: Graph, pattern: Pattern, induced: bool, mappings: bool, order: Any, algorithm: Any,
        labels_may_lack: bool, through: Any, options: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(graph, options)
        self._through = through_of(graph, through)
        self.pattern = pattern
        self._mappings = mappings
        self._asked = pattern._core.meaning(induced)  # its automorphisms are those of a match
        places = {node: i for i, node in enumerate(pattern.nodes)}
        try:
            numbers = [places[node] for node in order or ()]
        except (KeyError, TypeError):
            raise InputError(f"order={order!r}: expected the nodes of the pattern, {', '.join(map(str, pattern.nodes))}") from None
        self._has_order, self._algorithm = bool(numbers), algorithm_of(algorithm)
        self._query = _core.match_query(pattern._core, induced, numbers, self._algorithm, labels_may_lack)
        self._query.set_through(graph._core, self._through)
        self.semantics = _core.semantics_of_matches(induced, mappings)

    def _counted(self) -> MatchCounts:
        core = self._graph._core
        return counted(
            MatchCounts, self._graph, self._call, {"k": len(self.pattern.columns), "algorithm": self._algorithm}, self._options,
            lambda options: _core.count_matches(core, self._query, options),
            lambda found: {
                "semantics": self.semantics, "number": found["count"] * (found["automorphisms"] if self._mappings else 1),
                "pattern": self.pattern.text, "automorphisms": found["automorphisms"], "matches": found["count"],
                "discovered": tuple(self.pattern._core.discovered), "_by_labels": tuple(found["by_labels"]),
                "_is_of_mappings": self._mappings,
            },
            verifies=True,
        )  # fmt: skip

    def _listing(self, options: _core.Options) -> _core.Listing:
        if self._mappings and options.limit is not None:
            options.limit = -(-options.limit // self._asked.automorphism_count())
        return _core.list_matches(self._graph._core, self._query, options)

    def _check_device(self) -> None:
        super()._check_device()
        if self._through:
            raise InputError("through: device_blocks() needs matches through any vertices: take blocks()")
        if self._mappings:
            raise InputError("mappings: device_blocks() gives each match once: leave mappings out, or take blocks()")
        if not self._has_order:
            raise InputError("order: the columns of device_blocks() are in the order of the search: give order with all nodes of the pattern")

    @cached_property
    def _images(self) -> list[Array]:
        """The orders of the columns that give each image of a match."""
        most = 40320
        if (times := self._asked.automorphism_count()) > most:
            raise InputError(f"the pattern has {times} automorphisms, too many to list each mapping: give mappings=False")
        columns = {v: i for i, v in enumerate(self.pattern._core.core)}
        images = {tuple(columns[image[v]] for v in columns) for image in self._asked.automorphisms()}
        return [np.array(image) for image in sorted(images)]

    def _arranged(self, block: Array) -> Iterator[Array]:
        if not self._mappings:
            yield block
            return
        for first in range(0, len(block), 65536):
            part = block[first : first + 65536]
            yield np.stack([part[:, image] for image in self._images], axis=1).reshape(-1, block.shape[1])

    def first(self) -> tuple[Hashable, ...] | None:
        """The vertices of one match, found as soon as possible, or None if there is none."""
        if self._through:
            return next(iter(self.list(1)), None)
        found = self._part("the first match", lambda made: _core.find_match(self._graph._core, self._query, made), RUN)
        if found["exists"] is None:
            raise Error(f"the run was stopped ({found['status']}) before a match was found or ruled out")
        return tuple(self._graph._ids_of(found["vertices"]).tolist()) if found["exists"] else None

    def exists(self) -> bool:
        """True if there is a match. The search ends at the first one."""
        return self.first() is not None

    def local(self, per: str) -> Array:
        """The number of matches at each vertex, or its numbers by orbit of the pattern."""
        found = self._part(f"per={per!r}", lambda made: _core.count_local_matches(self._graph._core, self._query, made))
        values = exact_array(found, found["vertices" if per == "vertex" else "orbits"], per)
        if values.ndim == 1 and per == "orbit":
            values = values.reshape(len(self._graph), -1)
        return values * self._asked.automorphism_count() if self._mappings else values
