"""The methods of :class:`cerrado.Graph` that count cliques, matches and motifs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from . import _core
from ._approximate import ApproximateCliques, ApproximateMatches, ApproximateMotifs, approximated
from ._core import InputError
from ._more import MoreCounting
from ._options import KEPT, flag, make, text, whole
from ._pattern import Pattern
from ._queries import Cliques, LargestCliques, Matches, MaximalCliques, algorithm_of, through_of
from ._query import QueryAnswer
from ._results import MotifCount, MotifCounts
from ._run import counted

if TYPE_CHECKING:
    from ._graph import Graph

Array = np.ndarray[Any, Any]

def _per(value: object, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise InputError(f"per={value!r}: expected one of {', '.join(allowed)}")
    return str(value)


class Counting(MoreCounting):
    """Counts in a graph. The options are those of runs, see docs/python.md."""

    @overload
    def cliques(
        self, k: int | None = None, *, min_k: int | None = None, max_k: int | None = None, per: None = None,
        algorithm: str = "auto", through: Any = None, approximate: None = None, **options: Any,
    ) -> Cliques: ...  # fmt: skip
    @overload
    def cliques(self, k: int, *, per: str, algorithm: str = "auto", through: Any = None, **options: Any) -> Array: ...
    @overload
    def cliques(self, k: int, *, approximate: str | float, **options: Any) -> ApproximateCliques: ...
    def cliques(
        self, k: int | None = None, *, min_k: int | None = None, max_k: int | None = None, per: str | None = None,
        algorithm: str = "auto", through: Any = None, approximate: str | float | None = None, **options: Any,
    ) -> Cliques | ApproximateCliques | Array:  # fmt: skip
        """Complete subgraphs of k vertices, or of every size if k is left out. Each set of vertices counts once.

        Parameters
        ----------
        k : int, optional
            One size.
        min_k, max_k : int, optional
            Several sizes.
        per : {"vertex", "edge"}, optional
            Counts at once and gives an array: the number of cliques at each of ``nodes``, or at each of ``edges``.
        through : iterable, optional
            Ids of vertices that all of the cliques have.
        approximate : str or float, optional
            Estimates the number of cliques of one size by random draws, until the interval has this half width: "1%".
            Then there are the options ``confidence`` and ``seed``, too.

        Returns
        -------
        Cliques
            ``.count``, ``.sizes``, ``.blocks()``, ``.list(limit)``; or the array of ``per``, or an estimate.

        Examples
        --------
        >>> import cerrado as cd
        >>> cd.generate("complete:n=5").cliques().sizes
        {1: 5, 2: 10, 3: 10, 4: 5, 5: 1}
        """
        graph = cast("Graph", self)
        if approximate is not None:
            if k is None:
                raise InputError("approximate: give the size k of the cliques")
            one = _core.clique_query(whole("k", k, 1), None, None, "auto")
            unfit = {"per": per, "through": through, "min_k": min_k, "max_k": max_k, "algorithm": algorithm != "auto"}
            return approximated(
                ApproximateCliques, graph, "cliques()", {"k": k}, approximate, options, unfit,
                lambda *asked: _core.approximate_cliques(graph._core, one, *asked),
            )  # fmt: skip
        query = Cliques(graph, k, min_k, max_k, algorithm, through, options)
        return query if per is None else query.local(_per(per, ("vertex", "edge")))

    @overload
    def maximal_cliques(
        self, *, min_k: int | None = None, max_k: int | None = None, per: None = None, through: Any = None, **options: Any
    ) -> MaximalCliques: ...
    @overload
    def maximal_cliques(
        self, *, min_k: int | None = None, max_k: int | None = None, per: str, through: Any = None, **options: Any
    ) -> Array: ...
    def maximal_cliques(
        self, *, min_k: int | None = None, max_k: int | None = None, per: str | None = None, through: Any = None, **options: Any
    ) -> MaximalCliques | Array:
        """Cliques to which no vertex can be added. A vertex without neighbours is one.

        Parameters
        ----------
        min_k, max_k : int, optional
            The sizes to count and list.
        per : {"vertex", "edge"}, optional
            Counts at once and gives an array: the number of maximal cliques at each of ``nodes``, or at each of ``edges``.

        Returns
        -------
        MaximalCliques
            ``.count``, ``.sizes``, ``.clique_number``, ``.blocks()`` (each array has cliques of one size), ``.list(limit)``;
            or the array of ``per``.

        Examples
        --------
        >>> import cerrado as cd
        >>> g = cd.Graph([(0, 1), (1, 2), (0, 2), (2, 3)])
        >>> g.maximal_cliques().sizes, sorted(map(sorted, g.maximal_cliques().list()))
        ({1: 0, 2: 1, 3: 1}, [[0, 1, 2], [2, 3]])
        """
        query = MaximalCliques(cast("Graph", self), min_k, max_k, through, options)
        return query if per is None else query.local(_per(per, ("vertex", "edge")))

    def largest_cliques(self, **options: Any) -> LargestCliques:
        """All cliques of the largest size that there is.

        Returns
        -------
        LargestCliques
            ``.count``, ``.clique_number``, ``.blocks()``, ``.list(limit)``.

        Examples
        --------
        >>> import cerrado as cd
        >>> q = cd.generate("grid:rows=2,columns=2").largest_cliques()
        >>> q.clique_number, q.count
        (2, 4)
        """
        return LargestCliques(cast("Graph", self), options)

    @overload
    def matches(
        self, pattern: Any, *, induced: bool = False, mappings: bool = False, per: None = None, order: Any = None,
        algorithm: str = "auto", labels_may_lack: bool = False, through: Any = None, approximate: None = None, **options: Any,
    ) -> Matches: ...  # fmt: skip
    @overload
    def matches(
        self, pattern: Any, *, induced: bool = False, mappings: bool = False, per: str, order: Any = None,
        algorithm: str = "auto", labels_may_lack: bool = False, through: Any = None, **options: Any,
    ) -> Array: ...  # fmt: skip
    @overload
    def matches(
        self, pattern: Any, *, induced: bool = False, labels_may_lack: bool = False, approximate: str | float, **options: Any
    ) -> ApproximateMatches: ...
    def matches(
        self, pattern: Any, *, induced: bool = False, mappings: bool = False, per: str | None = None, order: Any = None,
        algorithm: str = "auto", labels_may_lack: bool = False, through: Any = None,
        approximate: str | float | None = None, **options: Any,
    ) -> Matches | ApproximateMatches | Array:  # fmt: skip
        """Matches of a pattern, edge-induced unless ``induced``. Mappings that differ by an automorphism are one match.

        Parameters
        ----------
        pattern : str, Pattern or graph
        induced : bool
            The vertices of a match have no edges beyond those of the pattern.
        mappings : bool
            Counts and lists every mapping, so each match counts once for every automorphism of the pattern.
        per : {"vertex", "orbit"}, optional
            Counts at once and gives an array: the number of matches at each of ``nodes``, or with a column for each
            of ``Pattern.orbits``.
        order : sequence, optional
            The order in which the nodes of the pattern are found.
        through : iterable, optional
            Ids of vertices that all of the matches have.
        approximate : str or float, optional
            Estimates the number of matches by random draws, until the interval has this half width: "1%". Then there are
            the options ``confidence`` and ``seed``, too.

        Returns
        -------
        Matches
            ``.count``, ``.mappings``, ``.by_labels``, ``.blocks()``, ``.list(limit)``, ``.first()``, ``.exists()``; or the array.

        Examples
        --------
        >>> import cerrado as cd
        >>> g = cd.generate("cycle:n=5")
        >>> g.matches("3-path").count, g.matches("3-path", mappings=True).count
        (5, 10)
        """
        wanted = pattern if isinstance(pattern, Pattern) else Pattern(pattern)
        graph = cast("Graph", self)
        if approximate is not None:
            asked_for = _core.match_query(wanted._core, flag("induced", induced), [], "auto", flag("labels_may_lack", labels_may_lack))
            unfit = {"mappings": mappings, "per": per, "order": order, "through": through, "algorithm": algorithm != "auto"}
            return approximated(
                ApproximateMatches, graph, "matches()", {"pattern": wanted.text, "induced": induced}, approximate, options, unfit,
                lambda *asked: _core.approximate_matches(graph._core, asked_for, *asked),
            )  # fmt: skip
        query = Matches(
            graph, wanted, flag("induced", induced), flag("mappings", mappings), order, algorithm,
            flag("labels_may_lack", labels_may_lack), through, options,
        )  # fmt: skip
        return query if per is None else query.local(_per(per, ("vertex", "orbit")))

    @overload
    def motifs(
        self, k: int, *, directed: bool = False, edge_induced: bool = False, algorithm: str = "auto", through: Any = None,
        approximate: None = None, **options: Any,
    ) -> MotifCounts: ...  # fmt: skip
    @overload
    def motifs(
        self, k: int, *, directed: bool = False, approximate: str | float, **options: Any
    ) -> ApproximateMotifs: ...
    def motifs(
        self, k: int, *, directed: bool = False, edge_induced: bool = False, algorithm: str = "auto", through: Any = None,
        approximate: str | float | None = None, **options: Any,
    ) -> MotifCounts | ApproximateMotifs:  # fmt: skip
        """The connected subgraphs of k vertices by pattern, vertex-induced unless ``edge_induced``.

        Parameters
        ----------
        k : int
            3 to 9; with directions 3 to 6.
        directed : bool
            Counts directed patterns of a directed graph.
        edge_induced : bool
            Counts every subgraph, whether or not its vertices have other edges.
        through : iterable, optional
            Ids of vertices that all of the subgraphs have.
        approximate : str or float, optional
            Estimates the counts by random draws, for k up to 8, until each pattern that makes up 1 % of all has an
            interval of this half width: "1%". Then there are the options ``confidence`` and ``seed``, too.

        Examples
        --------
        >>> import cerrado as cd
        >>> m = cd.generate("grid:rows=3,columns=3").motifs(4)
        >>> m["4-cycle"], m.count
        (4, 36)
        """
        graph = cast("Graph", self)
        k, directed = whole("k", k, 1), flag("directed", directed)
        word = algorithm_of(algorithm, "auto")
        every = flag("edge_induced", edge_induced)
        query = _core.motif_query(k, directed, every, word)
        core = _with_directions(graph) if directed else graph._core
        if approximate is not None:
            unfit = {"edge_induced": every, "through": through, "algorithm": algorithm != "auto"}
            return approximated(
                ApproximateMotifs, graph, "motifs()", {"k": k}, approximate, options, unfit,
                lambda *asked: _core.approximate_motifs(core, query, *asked),
            )  # fmt: skip
        query.set_through(graph._core, through_of(graph, through))
        return counted(
            MotifCounts, graph, "motifs()", {"k": k, "algorithm": word}, options,
            lambda made: _core.count_motifs(core, query, made),
            lambda found: {"patterns": tuple(_motif_of(pattern, number, directed, k) for pattern, number in found["motifs"])},
            verifies=True,
        )  # fmt: skip

    def query(
        self, text: str, returns: str | None = None, *, mode: str | None = None, distinct: bool = False, induced: bool = False,
        label: str | None = None, edge_label: str | None = None, limit: int | None = None, **options: Any,
    ) -> QueryAnswer:  # fmt: skip
        """The rows of a pattern under conditions on the columns of the graph, see docs/python.md.

        Parameters
        ----------
        text : str
            A motif in DotMotif's language, such as ``A -> B [weight > 5]; A.type = "KC"``; or MATCH, as in openCypher:
            ``MATCH (a)-[e]->(b) WHERE e.weight > 5 RETURN a.type, count(*)``.
        returns : str, optional
            The items that a motif returns, as after RETURN: ``"A, B.type, A_B.weight AS w"``, or ``"A.type, count(*)"``, which groups.
            By default rows have all named variables.
        mode : {"nodes", "edges", "all"}, optional
            The meaning of a row. nodes: different variables are different vertices. edges: only edges differ, as in openCypher.
            all: nothing has to differ. By default the text decides: nodes for a motif, edges for MATCH.
        distinct : bool
            One of the rows that differ by a symmetry of the query, the least. For the mode nodes.
        induced : bool
            No edge but the pattern's joins its vertices. For the mode nodes.
        label, edge_label : str, optional
            The columns with the labels that ``(a:KC)`` and ``-[e:SYN]->`` ask for. By default they are the graph's labels.
        limit : int, optional
            The most rows, or groups.
        options
            ``device``, ``threads``, ``deadline``, ``progress``, and for counts ``verify=True``.

        Returns
        -------
        QueryAnswer
            ``.count``, ``.symmetries``, ``.matches``, ``.groups``, ``.exists()``, ``.list(limit)``, ``.to_frame()``,
            ``.per_vertex()``; a loop gives rows as dicts.

        Raises
        ------
        InputError
            For a query that cannot be read, or does not fit the graph. The message has three lines: the problem, the line
            of the text, and a caret below the place.

        Examples
        --------
        >>> import cerrado as cd
        >>> g = cd.Graph({"source": ["a", "b", "c"], "target": ["b", "c", "a"], "weight": [3, 5, 7]}, directed=True)
        >>> q = g.query("A -> B as ab; B -> C as bc; ab.weight < bc.weight")
        >>> q.count, q.list(1)
        (2, [{'A': 'a', 'B': 'b', 'C': 'c'}])
        """
        return QueryAnswer(cast("Graph", self), text, returns, mode, distinct, induced, label, edge_label, limit, options)

    def estimate(self, what: str, *arguments: Any, **named: Any) -> str:
        """The needs of a run, as a text: ``g.estimate("cliques", 5, device="cuda")``.

        Parameters
        ----------
        what : {"cliques", "motifs", "matches", "query", "graphlets", "compression_score"}
        arguments, named
            The arguments of the method of this name.
        """
        graph = cast("Graph", self)
        if what in ("graphlets", "compression_score"):
            return self._estimate_more(what, arguments, named)
        if what == "query":
            return self.query(*arguments, **named).estimate()
        if what not in ("cliques", "motifs", "matches"):
            raise InputError(f"what={what!r}: expected cliques, motifs, matches, query, graphlets or compression_score")
        if what == "motifs":
            return _estimate_motifs(graph, *arguments, **named)
        query: Any = self.cliques(*arguments, **named) if what == "cliques" else self.matches(*arguments, **named)
        if isinstance(query, np.ndarray):
            raise InputError("per: an estimate is for a count: leave per out")
        options = make(query._unverified("an estimate"), KEPT, "estimate()", graph._positions)
        if isinstance(query, Cliques):
            return _core.estimate_cliques(graph._core, query._query, options)
        return _core.estimate_matches(graph._core, cast(Matches, query)._query, options)


def _with_directions(graph: Graph) -> _core.Graph:
    """The graph. A directed graph without arcs, which the library takes for undirected, is replaced by one without motifs."""
    if not graph.is_directed or graph.edge_count:
        return graph._core
    return _core.from_pairs(np.zeros(1, np.int64), np.ones(1, np.int64), 3, True, None, "no arcs")[0]  # type: ignore[no-any-return]


def _motif_of(pattern: dict[str, Any], count: int, directed: bool, size: int) -> MotifCount:
    aliases, edges = tuple(pattern["aliases"]), tuple(pattern["edges"])
    return MotifCount(pattern["graph6"], pattern["name"], aliases, edges, count, directed, size)


def _estimate_motifs(
    graph: Graph, k: int, *, directed: bool = False, edge_induced: bool = False, algorithm: str = "auto", **given: Any
) -> str:
    options = make(given, KEPT, "estimate()", graph._positions)
    word = algorithm_of(text("algorithm", algorithm), "auto")
    return _core.estimate_motifs(graph._core, _core.motif_query(whole("k", k, 1), directed, edge_induced, word), options)


