"""More records: scores, graphlets, network motifs, coloured motifs, counts with a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ._results import Record, Result


@dataclass(frozen=True)
class ScoreRow:
    """The number of cliques of ``k`` vertices, how many of them compress, and the edges saved."""

    k: int
    cliques: int
    compressing: int
    score: int


@dataclass(frozen=True, repr=False)
class Scores(Result):
    """The score of compression by cliques, with a row for each size."""

    _app = "compress score"
    rows: tuple[ScoreRow, ...] = ()

    def _own(self) -> Record:
        return {"sizes": [{"k": r.k, "cliques": str(r.cliques), "compressing": r.compressing, "score": str(r.score)} for r in self.rows]}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        return ["k", "cliques", "compressing", "score"], [[r.k, r.cliques, r.compressing, r.score] for r in self.rows]

    def _title(self) -> str:
        return f"{self.app} ({self.semantics})"


@dataclass(frozen=True)
class GraphletCount:
    """A pattern of ``size`` vertices, with the numbers of its induced subgraphs and of all its copies."""

    size: int
    graph6: str
    name: str
    edges: tuple[tuple[int, int], ...]
    count: int
    copies: int

    def _repr_svg_(self) -> str:
        from ._draw import svg

        return svg(self.size, self.edges)


@dataclass(frozen=True, repr=False)
class GraphletCounts(Result):
    """The counts of every pattern of 3 to k vertices."""

    _app = "graphlets"
    patterns: tuple[GraphletCount, ...] = ()

    def __getitem__(self, name: str) -> int:
        self._require_complete()
        for pattern in self.patterns:
            if name and name in (pattern.name, pattern.graph6):
                return pattern.count
        raise KeyError(f"{name!r} is not a graphlet of this result")

    def _own(self) -> Record:
        return {"patterns": [
            {"k": p.size, "graph6": p.graph6, "name": p.name, "edges": [list(e) for e in p.edges], "count": str(p.count)}
            for p in self.patterns
        ]}  # fmt: skip

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        return ["k", "name", "graph6", "induced", "copies"], [[p.size, p.name, p.graph6, p.count, p.copies] for p in self.patterns]

    def _drawings(self, most: int) -> list[str]:
        return [p._repr_svg_() for p in self.patterns[:most]]


@dataclass(frozen=True, repr=False, eq=False)
class Orbits(Result):
    """The numbers of times that vertices or edges have each role in graphlets: ``values``, with columns in ORCA's order."""

    _app = "orbits"
    values: Any = None
    per: str = "vertex"
    _core: Any = field(default=None, compare=False)
    ids: Any = field(default=(), repr=False)

    def _ids_of_rows(self) -> tuple[list[str], Sequence[Any]]:
        return (["vertex"], self.ids) if self.per == "vertex" else (["u", "v"], self.ids.tolist())

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        columns = 0 if self.values is None else self.values.shape[1]
        return [f"orbit {i}" for i in range(columns)], [] if self.values is None else self.values.tolist()

    def _title(self) -> str:
        return f"{self.app} ({self.semantics})"

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("app", "semantics", "status", "seconds", "device", "record", "number", "values", "per")
        return _restored_orbits, (self.ids, *(getattr(self, name) for name in names))


def _restored_orbits(ids: Any, *values: Any) -> Orbits:
    return replace(Orbits(*values), ids=ids)


@dataclass(frozen=True)
class Distance:
    """The distance of two networks. ``value`` is None if it is not finite."""

    kind: str
    value: float | None


@dataclass(frozen=True)
class MotifRow:
    """A pattern in the graph and in random graphs; see the members of ClassStatistics in docs/api.md."""

    graph6: str
    name: str
    edges: tuple[tuple[int, int], ...]
    labels: tuple[str, ...]
    edge_labels: tuple[str, ...]
    count: int
    value: float
    error: float | None
    mean: float
    deviation: float
    z: float | None
    skew: float
    p_over: float
    p_under: float
    q_over: float
    p_of_all: float | None
    profile: float | None
    is_motif: bool


@dataclass(frozen=True, eq=False)
class Profile:
    """The significance profile of a network (Milo et al. 2004): each z, divided by the length of the vector of all z.

    Profiles of networks of different sizes can be compared. A value is NaN if there is no z, since all random graphs have the same count.
    """

    names: tuple[str, ...]
    values: Any

    def plot(self, ax: Any = None, label: str | None = None) -> Any:
        """Draws a line with matplotlib, in ``ax``, where other profiles may be, or in a new figure. Returns the axes."""
        from . import _draw

        return _draw.line(self.names, self.values, "normalised z", label, ax)


@dataclass(frozen=True, repr=False)
class Discovery(Result):
    """Network motifs: the patterns of the graph, compared with random graphs."""

    _app = "discover"
    rows: tuple[MotifRow, ...] = ()
    random_graphs: int = 0
    model: str = ""

    @property
    def motifs(self) -> tuple[MotifRow, ...]:
        """The rows of patterns that are motifs."""
        return tuple(row for row in self.rows if row.is_motif)

    def profile(self) -> Profile:
        """The significance profile, in the order of graph6. Without labels it has all patterns of 3 or 4 vertices."""
        from ._graph import Graph

        k, directed, labels, edge_labels = (self.record["parameters"][name] for name in ("k", "directed", "labels", "edge_labels"))
        known = {(row.graph6, row.labels, row.edge_labels): (row.name, row.profile) for row in self.rows}
        if k <= 4 and not labels and not edge_labels:
            every = Graph([(0, 1)], directed=directed).motifs(k, directed=directed, device="host").patterns
            known = {**{(pattern.graph6, (), ()): (pattern.name, None) for pattern in every}, **known}
        names, values = [], []
        for (graph6, of_vertices, of_edges), (name, value) in sorted(known.items()):
            names.append(" ".join([name or graph6, *of_vertices, *of_edges]))
            values.append(np.nan if value is None else value)
        return Profile(tuple(names), np.array(values))

    def _own(self) -> Record:
        rows = []
        for r in sorted(self.rows, key=lambda row: (row.z is None, -(row.value if row.z is None else row.z))):
            row = {name: getattr(r, name) for name in MotifRow.__dataclass_fields__ if name != "is_motif"}
            row |= {"edges": [list(e) for e in r.edges], "count": str(r.count), "motif": r.is_motif}
            row |= {"labels": list(r.labels) or None, "edge_labels": list(r.edge_labels) or None}
            rows.append(row)
        return {"random_graphs": self.random_graphs, "patterns": rows}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        names = ["name", "graph6", "count", "mean", "deviation", "z", "p_over", "q_over", "is_motif"]
        return names, [[getattr(row, name) for name in names] for row in self.rows]


@dataclass(frozen=True, repr=False, eq=False)
class Sieved(Result):
    """``support`` has the vertices in connected sets with the colours of a motif. It misses one with probability ``miss`` at most."""

    _app = "sieve"
    support: tuple[Any, ...] = ()
    runs: int = 0
    miss: float = 1.0

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        return ["vertex"], [[vertex] for vertex in self.support]


@dataclass(frozen=True, repr=False)
class ProvenCount(Result):
    """A count with a checked proof. It is wrong with a probability of at most 2^-``soundness``."""

    _app = "six"
    maps: int = 0
    checks: int = 0
    soundness: float = 40.0
