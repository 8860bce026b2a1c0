"""Counts of temporal motifs and patterns: frozen records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._arrays import usual
from ._results import Record, Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Array = np.ndarray[Any, Any]

_SECOND = ("w>v", "v>w", "w>u", "u>w", "v>u", "u>v")
_THIRD = ("u>v", "v>u", "u>w", "w>u", "v>w", "w>v")
_MOTIFS = tuple(("u>v", second, third) for second in _SECOND for third in _THIRD)
_CONTACTS = tuple(tuple(name.split()) for name in ("u-v u-v u-v", "u-v u-v u-w", "u-v u-w u-v", "u-v u-w u-w", "u-v u-w v-w"))


def meaning(what: str, ties: str) -> str:
    how = {"order": "arcs at equal times are in the order of their lines", "strict": "an arc is before another if its time is less"}
    return f"{what}the last arc is at most delta after the first; {how.get(ties, '')} (ties: {ties}); self-loops are left out"


def motif_names(undirected: bool) -> list[str]:
    """The arcs of each motif."""
    return [" ".join(arcs) for arcs in (_CONTACTS if undirected else _MOTIFS)]


def table_of(counts: Any, columns: int) -> Array:
    """The counts as an array (rows, columns). It has ints of Python if 64 bits cannot hold them."""
    found = usual(counts) if hasattr(counts, "dtype") else np.array(counts, dtype=object)
    return np.asarray(found.reshape(-1, columns))


def contacts(counts: Array) -> Array:
    """The counts of motifs by contacts, which have no direction."""
    cells = np.array(_core.contacts_of_cells())
    return np.stack([counts[:, cells == i].sum(axis=1, dtype=counts.dtype) for i in range(len(_CONTACTS))], axis=1)


@dataclass(frozen=True, repr=False)
class TemporalMotifs(Result):
    """Motifs of arcs in the order of time. ``count`` is that of all motifs with the first delta.

    Attributes
    ----------
    deltas : tuple of int
        The most time from the first arc of a motif to the last, in ``unit``.
    ties : str
        ``order`` or ``strict``.
    unit : str or None
        The unit of times. None: they are plain numbers.
    undirected : bool
        Whether the 5 motifs of contacts were counted.
    """

    _app = "temporal"
    deltas: tuple[int, ...] = ()
    ties: str = "order"
    unit: str | None = None
    undirected: bool = False
    _tables: Any = None
    _texts: tuple[str, ...] = ()

    @property
    def tables(self) -> Array:
        """The counts, an array (deltas, 6, 6): the first arc is u>v, a row has the second arc, and a column the third.

        The second is w>v, v>w, w>u, u>w, v>u, u>v; the third u>v, v>u, u>w, w>u, v>w, w>v. ``undirected``: (deltas, 5), for
        u-v and then u-v u-v, u-v u-w, u-w u-v, u-w u-w, u-w v-w.
        """
        self._require_complete()
        return np.asarray(self._tables).copy()

    def _sums(self) -> list[int]:
        return [sum(table.reshape(-1).tolist()) for table in self._tables]

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of all motifs with each delta."""
        self._require_complete()
        return tuple(self._sums())

    def _own(self) -> Record:
        own: Record = {"tables": []}
        names: Record = {"motifs": [" ".join(arcs) for arcs in _CONTACTS]} if self.undirected else {"second": _SECOND, "third": _THIRD}
        for delta, word, count, table in zip(self.deltas, self._texts, self._sums(), self._tables):
            cells = np.vectorize(str, otypes=[object])(table).tolist()
            own["tables"].append({"delta": delta, "text": word, "count": str(count), **names, "counts": cells})
        return own

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        motifs = _CONTACTS if self.undirected else _MOTIFS
        rows: list[Sequence[Any]] = []
        for delta, table in zip(self.deltas, self._tables):
            rows += [(delta, *arcs, count) for arcs, count in zip(motifs, table.reshape(-1).tolist())]
        return ["delta", "first", "second", "third", "count"], rows

    def __str__(self) -> str:
        parts = []
        for word, count, table in zip(self._texts, self._sums(), self._tables):
            if self.undirected:
                cells = [["", "count"], *([" ".join(arcs), f"{n:,}"] for arcs, n in zip(_CONTACTS, table.tolist()))]
            else:
                cells = [["u>v", *_THIRD], *([arc, *(f"{n:,}" for n in row)] for arc, row in zip(_SECOND, table.tolist()))]
            widths = [max(map(len, column)) for column in zip(*cells)]
            lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in cells]
            parts.append("\n".join([f"delta {word}: {count:,} motif{'' if count == 1 else 's'} (ties: {self.ties})", *lines]))
        return "\n\n".join(parts) or repr(self)


@dataclass(frozen=True, repr=False)
class TemporalCounts(Result):
    """Matches of temporal patterns. ``count`` is that of all patterns together."""

    _app = "temporal"
    delta: int = 0
    ties: str = "order"
    unit: str | None = None
    _patterns: tuple[tuple[str, str, str], ...] = ()
    _counts: tuple[int, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of matches of each pattern, by its name or its text."""
        self._require_complete()
        return {name: count for (name, _, _), count in zip(self._patterns, self._counts)}

    def _own(self) -> Record:
        rows = zip(self._patterns, self._counts)
        return {"patterns": [{"name": name, "pattern": own, "order": order, "count": str(n)} for (name, own, order), n in rows]}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        return ["name", "pattern", "order", "count"], [[*pattern, n] for pattern, n in zip(self._patterns, self._counts)]


@dataclass(frozen=True)
class TemporalRow:
    """A motif or a pattern within ``delta``: its ``count`` beside those of random graphs. ``docs/api.md`` says what the numbers are."""

    delta: int
    name: str
    count: int
    mean: float
    deviation: float
    z: float | None
    p_over: float
    p_under: float
    q_over: float
    p_of_all: float | None
    profile: float | None


@dataclass(frozen=True, repr=False)
class TemporalDiscovery(Result):
    """Temporal motifs or patterns beside random graphs. ``count`` is that of the graph with the first delta.

    Attributes
    ----------
    rows : tuple of TemporalRow
        By delta and motif or pattern. Empty if fewer than 2 random graphs were counted.
    random_graphs : int
        How many random graphs were counted.
    model, keeps : str
        The null model, and what its random graphs keep.
    """

    _app = "temporal"
    rows: tuple[TemporalRow, ...] = ()
    random_graphs: int = 0
    model: str = ""
    keeps: str = ""
    ties: str = "order"
    unit: str | None = None
    _texts: Mapping[int, str] = field(default_factory=dict, compare=False)  # of the deltas

    def _own(self) -> Record:
        rows = []
        for row in self.rows:
            members = {name: getattr(row, name) for name in TemporalRow.__dataclass_fields__ if name != "delta"}
            rows.append({"delta": row.delta, "text": self._texts[row.delta], **members, "count": str(row.count)})
        return {"random_graphs": self.random_graphs, "keeps": self.keeps, "statistics": rows}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        names = list(TemporalRow.__dataclass_fields__)
        return names, [[getattr(row, name) for name in names] for row in self.rows]


class TemporalRows(NamedTuple):
    """Matches. A row of each array is one; the arcs of the pattern and its vertices are columns."""

    lines: Array  # of the input, from 0: (matches, arcs)
    vertices: Array  # ids: (matches, vertices)
    times: Array  # whole numbers, or datetime64[us] in UTC: (matches, arcs)
