"""Questions that may be counted, located or listed. Nothing runs before it is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _core, _verify
from ._arrays import usual
from ._core import Error, InputError
from ._listed import Listed
from ._options import KEPT, RUN, refuse_unknown, sizes_of
from ._pattern import Pattern
from ._results import CliqueCounts, MatchCounts, wrap
from ._run import parameters, run

if TYPE_CHECKING:
    from ._graph import Graph

Array = np.ndarray[Any, Any]


def algorithm_of(name: object, usual: str = "fast") -> str:
    """The word of the library; ``auto`` is the usual form."""
    if not isinstance(name, str):
        raise InputError(f"algorithm={name!r}: expected a text, such as 'auto'")
    return usual if name == "auto" else name


class Query(Listed):
    """Subgraphs of one kind. ``count`` counts them once; ``blocks()`` and ``list()`` give them."""

    _app = _call = ""
    semantics = ""

    def __init__(self, graph: Graph, options: dict[str, Any]) -> None:
        refuse_unknown(options, (*KEPT, "limit", "verify", "seed"), self._call)
        self._graph = graph
        self._options = options

    def _counted(self) -> Any:
        raise NotImplementedError

    @cached_property
    def result(self) -> Any:
        """The record of the count, which runs now if it has not."""
        if "limit" in self._options:
            raise InputError("limit is of lists: give it to list() or blocks(), or leave it out")
        return self._counted()

    @property
    def count(self) -> int:
        """The exact count. If the run was stopped it has none: see ``count_at_least``."""
        return int(self.result.count)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _OF_RESULTS:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.result, name)

    def __repr__(self) -> str:
        if "result" in self.__dict__:
            return repr(self.result)
        return f"<{self._app} in {self._graph!r}, not counted yet: .count, .blocks(), .list() ({self.semantics})>"

    def _repr_html_(self) -> str:
        return str(self.result._repr_html_())


_OF_RESULTS = frozenset(
    "sizes clique_number status seconds device is_complete count_at_least to_dict to_frame record mappings matches".split()
)


class Cliques(Query):
    """Complete subgraphs: sets of k vertices that are all adjacent to each other."""

    _app, _call = "clique", "cliques()"
    semantics = "complete subgraphs, automorphisms divided out"

    def __init__(self, graph: Graph, k: Any, least: Any, most: Any, algorithm: Any, options: dict[str, Any]) -> None:
        super().__init__(graph, options)
        self._sizes = sizes_of(k, least, most)
        self._algorithm = algorithm_of(algorithm)

    def _parameters(self, options: _core.Options) -> dict[str, Any]:
        k, least, most = self._sizes
        own: dict[str, Any] = {"k": k} if k is not None else {"min_k": least or 1, "max_k": most}
        return parameters({**own, "algorithm": self._algorithm}, options)

    def _counted(self) -> CliqueCounts:
        k, least, most = self._sizes

        def wrapped(found: dict[str, Any], options: _core.Options) -> CliqueCounts:
            sizes = found["sizes"] if k is None else None
            head = self._graph._head(self._parameters(options))
            every = k is None and most is None
            return cast(CliqueCounts, wrap(CliqueCounts, found, "clique", self.semantics, head, _sizes=sizes, is_of_all_sizes=every))

        core = self._graph._core

        def search(options: _core.Options) -> Any:
            first, last = (k, k) if k is not None else (least or 1, most or "all")
            options.checkpoint_key = f"clique of {first} to {last} vertices by {self._algorithm}"
            return _core.count_cliques(core, k, least, most, self._algorithm, options)

        serial = _verify.of_cliques(core, *self._sizes)
        return cast(CliqueCounts, run(self._graph, self._call, self._options, search, wrapped, serial=serial))

    def _one_size(self, what: str) -> int:
        if self._sizes[0] is None:
            raise InputError(f"k: {what} is of cliques of one size; give k")
        return self._sizes[0]

    def _listing(self, options: _core.Options) -> _core.Listing:
        return _core.list_cliques(self._graph._core, self._one_size("a list"), self._algorithm, options)

    def _check_device(self) -> None:
        super()._check_device()
        if self._one_size("a list") < 3:
            raise InputError("k: device_blocks() is of cliques of 3 vertices or more; take blocks()")

    def local(self, per: str) -> Array:
        """In how many cliques each vertex is, or each edge."""
        k = self._one_size(f"per={per!r}")
        options = self._unverified(f"per={per!r}")
        core = self._graph._core
        found = run(
            self._graph, self._call, options,
            lambda made: _core.count_local_cliques(core, k, per == "edge", self._algorithm, made), lambda raw, _: raw,
        )  # fmt: skip
        return exact_array(found, found["vertices"] if per == "vertex" else found.get("edges"), per)


def exact_array(found: dict[str, Any], values: Any, per: str) -> Array:
    """The counts per vertex, edge or orbit of a run that was not stopped."""
    if found["status"] != "complete" or values is None:
        raise Error(f"the run was stopped ({found['status']}): counts per {per} are those of whole runs")
    values = values[2] if per == "edge" else values
    return np.array(values, dtype=object) if isinstance(values, list) else usual(values)


class Matches(Query):
    """Matches of a pattern: its mappings into the graph, with its automorphisms divided out unless ``mappings``."""

    _app, _call = "match", "matches()"

    def __init__(
        self, graph: Graph, pattern: Pattern, induced: bool, mappings: bool, order: Any, algorithm: Any,
        labels_may_lack: bool, options: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(graph, options)
        self.pattern = pattern
        self._mappings = mappings
        self._asked = pattern._core.meaning(induced)  # whose symmetries a match has
        places = {node: i for i, node in enumerate(pattern.nodes)}
        try:
            numbers = [places[node] for node in order or ()]
        except (KeyError, TypeError):
            raise InputError(f"order={order!r}: expected the nodes of the pattern, {', '.join(map(str, pattern.nodes))}") from None
        self._arguments = (pattern._core, induced, numbers, algorithm_of(algorithm), labels_may_lack)
        what = "mappings: each of the images of a match counts" if mappings else "matches: mappings with automorphisms divided out"
        self.semantics = f"{what}; " + ("induced: no edge but the pattern's" if induced else "edge-induced: other edges may be there")

    def _counted(self) -> MatchCounts:
        def wrapped(found: dict[str, Any], options: _core.Options) -> MatchCounts:
            own = {"k": len(self.pattern.columns), "algorithm": self._arguments[3]}
            head = self._graph._head(parameters(own, options))
            times = found["automorphisms"]
            number = found["count"] * (times if self._mappings else 1)
            made = wrap(
                MatchCounts, found, "match", self.semantics, head, number=number, pattern=self.pattern.text,
                automorphisms=times, matches=found["count"],
            )  # fmt: skip
            return cast(MatchCounts, made)

        core = self._graph._core
        search = lambda options: _core.count_matches(core, *self._arguments, options)  # noqa: E731
        serial = _verify.of_matches(core, *self._arguments[:2])
        return cast(MatchCounts, run(self._graph, self._call, self._options, search, wrapped, serial=serial))

    def _listing(self, options: _core.Options) -> _core.Listing:
        if self._mappings and options.limit is not None:
            options.limit = -(-options.limit // self._asked.automorphism_count())
        return _core.list_matches(self._graph._core, *self._arguments, options)

    def _check_device(self) -> None:
        super()._check_device()
        if self._mappings:
            raise InputError("mappings: device_blocks() gives each match once; leave it out, or take blocks()")
        if not self._arguments[2]:
            raise InputError("order: device_blocks() has its columns in the order of the search; give order, all nodes of the pattern")

    @cached_property
    def _images(self) -> list[Array]:
        """The columns of a match in the order of each of its images."""
        most = 40320
        if (times := self._asked.automorphism_count()) > most:
            raise InputError(f"the pattern has {times} automorphisms: list matches, mappings=False")
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
        given = self._unverified("the first match")
        core = self._graph._core
        found = run(
            self._graph, self._call, given, lambda made: _core.find_match(core, *self._arguments, made),
            lambda raw, _: raw, RUN,
        )  # fmt: skip
        if found["exists"] is None:
            raise Error(f"the run was stopped ({found['status']}) before it was known whether there is a match")
        return tuple(self._graph._ids_of(found["vertices"]).tolist()) if found["exists"] else None

    def exists(self) -> bool:
        """True if there is a match; the search ends at the first."""
        return self.first() is not None

    def local(self, per: str) -> Array:
        """In how many matches each vertex is, or how often it is at each orbit of the pattern."""
        given = self._unverified(f"per={per!r}")
        core = self._graph._core
        found = run(
            self._graph, self._call, given,
            lambda made: _core.count_local_matches(core, *self._arguments, made), lambda raw, _: raw,
        )  # fmt: skip
        values = exact_array(found, found["vertices" if per == "vertex" else "orbits"], per)
        if values.ndim == 1 and per == "orbit":
            values = values.reshape(len(self._graph), -1)
        return values * self._asked.automorphism_count() if self._mappings else values
