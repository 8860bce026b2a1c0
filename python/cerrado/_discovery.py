"""Network motifs, and random graphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from . import _core
from ._frequent import Mining
from ._options import KEPT, WHERE, flag, real, text, whole
from ._pattern import Pattern
from ._records import Discovery, MotifRow
from ._run import counted

if TYPE_CHECKING:
    from ._graph import Graph

WORKERS = (*WHERE, "workers")


class Discovering(Mining):
    """Compares the counts of a graph with those of random graphs."""

    def discover(
        self, k: int = 3, *, directed: bool = False, random: int = 1000, null: str | None = None, patterns: Iterable[Any] = (),
        edge_induced: bool = False, switches: float | None = None, seed: int = 1, labels: bool = False, edge_labels: bool = False,
        free_labels: bool = False, sample: Sequence[float] = (), theta: float = 2, min_count: int = 0, min_excess: float = 0,
        statistic: str = "count", **options: Any,
    ) -> Discovery:  # fmt: skip
        """Network motifs: patterns of k vertices that are more frequent here than in random graphs.

        Parameters
        ----------
        random : int
            The number of random graphs.
        null : {"degree", "mutual", "global", "jdm", "triads", "er"}, optional
            The properties that random graphs keep, see docs/api.md. By default ``mutual`` if ``directed``, else ``degree``.
        switches : float, optional
            Attempts to exchange two ends, for each edge. By default 10, or 100 with ``jdm``, and at least 500 in all.
        """
        graph = cast("Graph", self)
        flags = {"directed": directed, "edge_induced": edge_induced, "labels": labels, "edge_labels": edge_labels}
        query = _query_of(k, random, seed, switches, theta, min_excess, sample, patterns, {**flags, "free_labels": free_labels})
        least = whole("min_count", min_count, 0, 2**128 - 1)

        def members(found: dict[str, Any]) -> dict[str, Any]:
            rows = tuple(_motif_row(row) for row in found["rows"])
            chosen = {"null": found["model"], "switches": found["switches"]}
            return {"parameters": chosen, "rows": rows, "random_graphs": found["random_graphs"], "model": found["model"]}

        own = {"k": k, **flags, "random": random, "null": null, "switches": switches, "seed": seed}
        search = lambda made: _core.discover(graph._core, query, null, text("statistic", statistic), least, made)  # noqa: E731
        return counted(Discovery, graph, "discover()", own, options, search, members, (*WORKERS, *KEPT[-3:]))

    def random_graph(
        self, null: str = "degree", *, switches: float | None = None, seed: int = 1, number: int = 0, labels: bool = False,
        edge_labels: bool = False, free_labels: bool = False,
    ) -> Graph:  # fmt: skip
        """A random graph with the same ids that keeps some properties of this graph, see ``null``."""
        graph = cast("Graph", self)
        made = type(graph)(graph)
        made._core = _core.random_graph(
            graph._core, text("null", null), _switches(switches), whole("seed", seed, 0, 2**64 - 1),
            whole("number", number, 0, 2**32 - 1), flag("labels", labels), flag("edge_labels", edge_labels),
            flag("free_labels", free_labels),
        )  # fmt: skip
        return made


def _switches(switches: Any) -> float | None:
    return None if switches is None else real("switches", switches)


def _query_of(
    k: Any, random: Any, seed: Any, switches: Any, theta: Any, min_excess: Any, sample: Sequence[float], patterns: Iterable[Any],
    flags: dict[str, Any],
) -> _core.DiscoveryQuery:  # fmt: skip
    query = _core.DiscoveryQuery()
    query.k, query.random_graphs = whole("k", k, 1), whole("random", random, 1, 2**31 - 1)
    query.seed, query.switches = whole("seed", seed, 0, 2**64 - 1), _switches(switches)
    query.theta, query.min_excess = real("theta", theta), real("min_excess", min_excess)
    query.sample = [real("sample", share) for share in sample]
    query.patterns = [(p if isinstance(p, Pattern) else Pattern(p))._core for p in patterns]
    for name, value in flags.items():
        setattr(query, name, flag(name, value))
    return query


def _motif_row(row: dict[str, Any]) -> MotifRow:
    values = {name: row[name] for name in MotifRow.__dataclass_fields__}
    for name in ("edges", "labels", "edge_labels"):
        values[name] = tuple(values[name])
    return MotifRow(**values)
