"""Frequent subgraphs, and the supports of patterns."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from . import _core
from ._core import InputError
from ._options import WHERE, flag, whole
from ._pattern import Pattern, pattern_of
from ._results import Record, Result
from ._run import counted

if TYPE_CHECKING:
    from ._graph import Graph


@dataclass(frozen=True)
class FrequentPattern:
    """A pattern with its support, the size of its smallest domain.

    A domain has the vertices of the graph that stand for a vertex of the pattern. Vertices of an orbit share one.
    """

    pattern: Pattern
    edges: int
    support: int
    orbits: tuple[int, ...]  # by vertex: the least vertex of its orbit
    domain_sizes: tuple[int, ...]  # by vertex
    domains: Mapping[int, tuple[Any, ...]] = field(default_factory=dict, repr=False)  # by least vertex of an orbit, if asked for

    def _repr_svg_(self) -> str:
        return self.pattern._repr_svg_()


@dataclass(frozen=True, repr=False)
class Frequent(Result):
    """Frequent subgraphs: ``patterns``, by edges and then by support; ``count`` is their number."""

    _app = "frequent"
    patterns: tuple[FrequentPattern, ...] = ()
    levels: tuple[tuple[int, int, int], ...] = ()  # edges (or vertices, if induced), candidates, frequent ones

    def _own(self) -> Record:
        return {"patterns": [_record(row) for row in self.patterns]}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        rows = [[row.pattern.text, row.pattern.size, row.edges, row.support] for row in self.patterns]
        return ["pattern", "vertices", "edges", "support"], cast("list[Sequence[Any]]", rows)


@dataclass(frozen=True, repr=False)
class Support(Result):
    """The support of a pattern, or whether it is large enough."""

    _app = "frequent"
    found: FrequentPattern | None = None
    is_at_least: bool | None = None

    @property
    def support(self) -> int:
        """The size of the smallest domain."""
        return self._found().support

    @property
    def domain_sizes(self) -> tuple[int, ...]:
        """The size of the domain of each vertex of the pattern."""
        return self._found().domain_sizes

    @property
    def domains(self) -> Mapping[int, tuple[Any, ...]]:
        """The ids of each domain, by the least vertex of an orbit, if they were asked for."""
        return self._found().domains

    def _found(self) -> FrequentPattern:
        self._require_complete()
        if self.found is None:
            raise InputError("at_least asks only whether the support is large enough: take .is_at_least, or leave at_least out")
        return self.found

    def _own(self) -> Record:
        return {"patterns": [_record(self.found)] if self.found else [], "is_at_least": self.is_at_least}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        if self.found is None:
            return ["is_at_least"], [[self.is_at_least]]
        return ["pattern", "support", "domain_sizes"], [[self.found.pattern.text, self.found.support, list(self.found.domain_sizes)]]


def _record(row: FrequentPattern) -> Record:
    return {
        "pattern": row.pattern.text, "vertices": row.pattern.size, "edges": row.edges, "support": row.support,
        "orbits": list(row.orbits), "domain_sizes": list(row.domain_sizes),
    }  # fmt: skip


def _support_of(support: Any, vertices: int) -> int:
    """The least support. A share of the vertices, such as "2%", is rounded up."""
    if not isinstance(support, str):
        return whole("support", support, 1, 2**63 - 1)
    try:
        share = Fraction(support.removesuffix("%")) if support.endswith("%") else Fraction(0)
    except ValueError:
        share = Fraction(0)
    if not 0 < share <= 100:
        raise InputError(f"support={support!r}: expected a number of vertices, or a share above 0% and up to 100%, such as '2%'")
    return max(1, math.ceil(share * vertices / 100))


class Mining:
    """Frequent subgraphs of a graph."""

    def frequent(
        self, support: int | str | None = None, *, max_edges: int | None = None, max_vertices: int | None = None,
        induced: bool = False, closed: bool = False, maximal: bool = False, top: int | None = None, domains: bool = False,
        **options: Any,
    ) -> Frequent:  # fmt: skip
        """The connected patterns of one edge or more whose support is ``support`` or more.

        The support of a pattern is the least number of vertices that stand for one of its vertices (MNI).

        Parameters
        ----------
        support : int or str
            A number, or a share of the vertices such as ``"2%"``. It can be left out if ``top`` is given.
        max_edges, max_vertices : int, optional
            The size of the largest patterns. By default 15 vertices.
        induced : bool
            No edge joins images of vertices that the pattern does not join.
        closed, maximal : bool
            Only patterns of which none larger has the same support, or is frequent.
        top : int, optional
            Only so many patterns, those of the greatest support.
        domains : bool
            Also keeps the ids of each domain.

        Examples
        --------
        >>> import cerrado as cd
        >>> g = cd.Graph([(0, 1), (1, 2), (2, 3)], labels=["a", "b", "a", "b"])
        >>> [(p.pattern.text, p.support) for p in g.frequent(2).patterns]
        [('0-1,0:a,1:b', 2)]
        """
        graph = cast("Graph", self)
        if support is None and top is None:
            raise InputError("support is missing: give a number, or a share of the vertices such as '2%'")
        least = 1 if support is None else _support_of(support, len(graph))
        edges = 0 if max_edges is None else whole("max_edges", max_edges, 1)
        vertices = 0 if max_vertices is None else whole("max_vertices", max_vertices, 2, 15)
        most = 0 if top is None else whole("top", top, 1)
        is_induced, is_closed, is_maximal = flag("induced", induced), flag("closed", closed), flag("maximal", maximal)
        keeps = flag("domains", domains)
        own = {"support": least, "max_edges": max_edges, "max_vertices": max_vertices, "induced": induced}
        return counted(
            Frequent, graph, "frequent()", {**own, "closed": closed, "maximal": maximal, "top": top}, options,
            lambda made: _core.mine_frequent(
                graph._core, least, edges, vertices, is_induced, is_closed, is_maximal, most, keeps, made
            ),
            lambda found: {
                "patterns": tuple(_pattern_of(graph, row) for row in found["patterns"]),
                "levels": tuple(tuple(level) for level in found["levels"]),
            },
            WHERE,
        )  # fmt: skip

    def support(
        self, pattern: Any, *, induced: bool = False, at_least: int | None = None, domains: bool = False, **options: Any
    ) -> Support:
        """The support of one pattern, and the sizes of its domains: ``.support``, ``.domain_sizes``.

        Parameters
        ----------
        at_least : int, optional
            Only asks whether the support is this or more, which takes less time: ``.is_at_least``.

        Examples
        --------
        >>> import cerrado as cd
        >>> cd.generate("star:n=5").support("0-1,0-2").domain_sizes
        (1, 4, 4)
        """
        graph = cast("Graph", self)
        wanted = pattern if isinstance(pattern, Pattern) else Pattern(pattern)
        least = 0 if at_least is None else whole("at_least", at_least, 1, 2**63 - 1)
        is_induced, keeps = flag("induced", induced), flag("domains", domains)
        return counted(
            Support, graph, "support()", {"pattern": wanted.text, "induced": induced, "at_least": at_least}, options,
            lambda made: _core.support_of(graph._core, wanted._core, is_induced, least, keeps, made),
            lambda found: {
                "number": None,
                "found": None if found["found"] is None else _pattern_of(graph, found["found"], wanted),
                "is_at_least": found["is_at_least"],
            },
            WHERE,
        )  # fmt: skip


def _pattern_of(graph: Graph, row: dict[str, Any], given: Pattern | None = None) -> FrequentPattern:
    return FrequentPattern(
        given or pattern_of(row["pattern"]), row["edges"], row["support"], tuple(row["orbits"]), tuple(row["domain_sizes"]),
        {v: tuple(graph._ids_of(ids).tolist()) for v, ids in row["domains"].items()},
    )  # fmt: skip
