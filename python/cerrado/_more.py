"""The methods of :class:`cerrado.Graph` for graphlets, compression, coloured motifs and counts with a proof."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _core
from ._arrays import usual
from ._core import InputError
from ._discovery import WORKERS, Discovering
from ._ids import positions_of
from ._options import RUN, flag, make, path, real, sizes_of, tell, text, whole
from ._pattern import Pattern
from ._queries import algorithm_of
from ._records import Distance, GraphletCount, GraphletCounts, Orbits, ProvenCount, ScoreRow, Scores, Sieved
from ._run import counted, run

if TYPE_CHECKING:
    from ._graph import Graph


def _colours_of(graph: Graph, colours: Any) -> list[list[int]] | None:
    if colours is None:
        return None
    if isinstance(colours, Mapping):
        positions_of(colours, graph._index, "colours")
        colours = [colours.get(node, ()) for node in graph.nodes]
    if isinstance(colours, str) or not isinstance(colours, (Sequence, np.ndarray)):
        raise InputError(f"colours={colours!r}: expected a colour for each vertex in order, or a dict of ids")
    if len(colours) != len(graph):
        raise InputError(f"colours has {len(colours)} entries, but the graph has {len(graph)} vertices")
    rows = [list(entry) if isinstance(entry, Iterable) else [entry] for entry in colours]
    return [[whole("colours", colour, 0, 2**64 - 1) for colour in row] for row in rows]


class MoreCounting(Discovering):
    """More counts in a graph."""

    def graphlets(self, k: int = 5, *, all: bool = False, **options: Any) -> GraphletCounts:
        """Every pattern of 3 to k vertices: its induced subgraphs, and its copies with or without other edges.

        Parameters
        ----------
        k : int
            3 to 5.
        all : bool
            Also counts the patterns that are not connected.

        Examples
        --------
        >>> import cerrado as cd
        >>> cd.generate("complete:n=5").graphlets(4)["4-clique"]
        5
        """
        graph = cast("Graph", self)
        k, every = whole("k", k, 1), flag("all", all)
        query = _core.graphlet_query(k, every)
        return counted(
            GraphletCounts, graph, "graphlets()", {"k": k, "all": every}, options,
            lambda made: _core.count_graphlets(graph._core, query, made),
            lambda found: {
                "number": found["count"] if found["status"] == "complete" else None,
                "patterns": tuple(
                    GraphletCount(size, p["graph6"], p["name"], tuple(p["edges"]), induced, copies)
                    for size, p, induced, copies in found["patterns"]
                ),
            },
            WORKERS,
        )  # fmt: skip

    def orbits(self, k: int = 5, *, per: str = "vertex", **options: Any) -> Orbits:
        """The number of times that a vertex, or each of ``edges``, has each role in induced subgraphs.

        ``.values`` has a row for each, with columns in ORCA's order.

        Parameters
        ----------
        k : int
            4 or 5.
        per : {"vertex", "edge"}
        """
        graph = cast("Graph", self)
        k = whole("k", k, 1)
        if per not in ("vertex", "edge"):
            raise InputError(f"per={per!r}: expected one of vertex, edge")

        def members(found: dict[str, Any]) -> dict[str, Any]:
            values = found["values"]
            if isinstance(values, list):  # numbers beyond 64 bits
                values = np.array(values, dtype=object).reshape(-1, found["columns"])
            elif values is not None:
                values = usual(values)
            ids = graph.nodes if per == "vertex" else graph.edges
            return {"number": None, "values": values, "per": per, "_core": found["orbits"], "ids": ids}

        search = lambda made: _core.count_orbits(graph._core, k, per == "edge", made)  # noqa: E731
        return counted(Orbits, graph, "orbits()", {"k": k}, options, search, members, WORKERS)

    def distance(self, other: Graph, kind: str = "gcd11", **options: Any) -> Distance:
        """The distance of two networks, by the roles of their vertices in graphlets.

        Parameters
        ----------
        kind : {"gcd11", "gcd56", "gcd73", "gdda", "gdda_geometric", "rgf"}
        """
        if not isinstance(other, MoreCounting):
            raise InputError(f"other={other!r}: expected a Graph")
        k = 4 if kind == "gcd11" else 5
        orbits = [graph.orbits(k, **options) for graph in (self, cast(MoreCounting, other))]
        for found in orbits:
            found._require_complete()
        return Distance(kind, _core.graphlet_distance(orbits[0]._core, orbits[1]._core, text("kind", kind).replace("_", "-")))

    def compression_score(
        self, k: int | None = None, *, min_k: int | None = None, max_k: int | None = None, algorithm: str = "auto", **options: Any
    ) -> Scores:
        """The edges saved if one vertex replaces each clique of k vertices, or of every size: ``.rows``."""
        graph = cast("Graph", self)
        sizes = sizes_of(k, min_k, max_k)
        word = algorithm_of(algorithm)
        query = _core.score_query(*sizes, word)
        own: dict[str, Any] = {"k": k} if k is not None else {"min_k": min_k or 3, "max_k": max_k}
        return counted(
            Scores, graph, "compression_score()", {**own, "algorithm": word}, options,
            lambda made: _core.score_compression(graph._core, query, made),
            lambda found: {"number": None, "rows": tuple(ScoreRow(*row) for row in found["rows"])},
            RUN,
        )  # fmt: skip

    def compress(
        self, file: str | os.PathLike[str], *, order: str = "auto", drop_ids: bool = False, effort: int = 2, threads: int = 0
    ) -> dict[str, Any]:
        """Writes the graph as a compressed file, which :func:`cerrado.read` takes. Returns a report."""
        report = dict(_core.compress(
            cast("Graph", self)._with_ids(), path("file", file), text("order", order), flag("drop_ids", drop_ids),
            whole("effort", effort, 1, 3), whole("threads", threads, 0, 4096),
        ))  # fmt: skip
        tell(report["notes"])
        return report

    def sieve(
        self, motif: str, colours: Any = None, *, error: float = 1e-9, repeat: int = 0, seed: int = 1, **options: Any
    ) -> Sieved:
        """The vertices that are in a connected set with the colours of a motif, up to 30 vertices: ``.support``.

        Parameters
        ----------
        motif : str
            Colours such as ``0^2,1,*``. Without ``colours`` they are labels of the graph, such as ``hi^2,officer``.
        colours : sequence or dict, optional
            A colour, or several, for each vertex.
        """
        graph = cast("Graph", self)
        query = functools.partial(self._sieve_query, motif, colours, error, repeat, seed)

        nodes = graph.nodes
        return counted(
            Sieved, graph, "sieve()", {"motif": motif, "error": error, "seed": seed}, options,
            lambda made: _core.sieve(graph._core, query(), made),
            lambda found: {"support": tuple(nodes[v] for v in found["support"]), "runs": found["runs"], "miss": found["miss"]},
            WORKERS,
        )  # fmt: skip

    def sieve_match(
        self, motif: str, colours: Any = None, *, error: float = 1e-9, repeat: int = 0, seed: int = 1, **options: Any
    ) -> tuple[Any, ...] | None:
        """One connected set with the colours of the motif, or None if the sieve finds none."""
        graph = cast("Graph", self)
        query = functools.partial(self._sieve_query, motif, colours, error, repeat, seed)
        found = run(
            graph, "sieve_match()", options, lambda made: _core.find_sieved_match(graph._core, query(), made), WORKERS
        )
        if found["status"] != "complete":
            raise _core.Error(f"the run was stopped ({found['status']}) before a match was found or ruled out")
        nodes = graph.nodes
        return tuple(nodes[v] for v in found["vertices"]) or None

    def _sieve_query(self, motif: str, colours: Any, error: float, repeat: int, seed: int) -> _core.SieveQuery:
        graph = cast("Graph", self)
        return _core.sieve_query(
            graph._core, text("motif", motif), _colours_of(graph, colours), real("error", error), whole("repeat", repeat, 0, 10**6),
            whole("seed", seed, 0, 2**64 - 1),
        )  # fmt: skip

    def count_with_proof(
        self, pattern: Any, *, induced: bool = False, split: int | None = None, soundness: float = 40, **options: Any
    ) -> ProvenCount:
        """Counts the matches of a pattern of 3 to 6 vertices with a proof, and checks it. The graph has 6 to 1,024 vertices."""
        graph = cast("Graph", self)
        wanted = pattern if isinstance(pattern, Pattern) else Pattern(pattern)
        bits = real("soundness", soundness, 1)
        where = whole("split", split, 0, 10) if split is not None else None
        return counted(
            ProvenCount, graph, "count_with_proof()", {"pattern": wanted.text, "induced": induced}, options,
            lambda made: _core.count_with_proof(graph._core, wanted._core, flag("induced", induced), where, bits, made),
            lambda found: {
                "number": found["count"] if found["status"] == "complete" else None,
                "maps": found["maps"], "checks": found["checks"], "soundness": bits,
            },
            WORKERS,
        )  # fmt: skip

    def _estimate_more(self, what: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
        graph = cast("Graph", self)
        own = {name: named.pop(name) for name in ("k", "all", "min_k", "max_k", "algorithm") if name in named}
        if arguments:
            own["k"] = arguments[0]
        options = make(named, RUN, "estimate()", graph._positions)
        if what == "graphlets":
            graphlets = _core.graphlet_query(whole("k", own.get("k", 5), 1), flag("all", own.get("all", False)))
            return _core.estimate_graphlets(graph._core, graphlets, options)
        sizes = sizes_of(own.get("k"), own.get("min_k"), own.get("max_k"))
        return _core.estimate_score(graph._core, _core.score_query(*sizes, algorithm_of(own.get("algorithm", "auto"))), options)
