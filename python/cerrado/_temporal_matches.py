"""Matches of patterns of arcs in the order of time. They are counted only when a result is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arrays import usual
from ._core import Error, InputError
from ._listed import found_by
from ._options import IN_TIME, flag, make, refuse_unknown, shown, text, whole
from ._results import Record
from ._run import Found, counted
from ._temporal_results import TemporalCounts, TemporalRows, meaning
from ._times import duration_text, is_several, worded

if TYPE_CHECKING:
    from ._temporal import TemporalGraph

Array = np.ndarray[Any, Any]

_MATCHES = (
    "matches: different arcs and different vertices for those of the pattern, in its order of time, each once; other arcs may be there; "
)


class TemporalMatches:
    """Matches of temporal patterns. ``count`` counts them once; ``list()`` and ``blocks()`` give them.

    Attributes
    ----------
    names : tuple of str
        The names of the patterns, or their texts.
    patterns : tuple of str
        The arcs of each pattern, as its text has them.
    delta : int
        The most time from the first arc of a match to the last, in the unit of the graph's times.
    semantics : str
        The meaning of a match.
    """

    def __init__(
        self, arcs: TemporalGraph, pattern: Any, delta: Any, order: Any, gap: Any, consecutive: bool, ties: str, labels: Any,
        edge_labels: Any, options: dict[str, Any],
    ) -> None:  # fmt: skip
        known = ("pattern", "delta", "order", "gap", "consecutive", "ties", "labels", "edge_labels", *IN_TIME)
        refuse_unknown(options, known, "TemporalGraph.matches()")
        self._arcs, self._options = arcs, options
        self._core = arcs._core if labels is None else arcs._core.labelled(arcs._graph._label_words(None, labels))
        column = "" if edge_labels is None else text("edge_labels", edge_labels)
        if column and column not in arcs._graph.edge_columns:
            raise InputError(f"edge_labels={column!r}: arcs have no such column: they have {', '.join(arcs._graph.edge_columns)}")
        texts = [pattern] if isinstance(pattern, str) else list(pattern) if is_several(pattern) else []
        if not texts or not all(isinstance(each, str) for each in texts):
            raise InputError(f"pattern={pattern!r}: expected a text such as '0>1,1>2,2>0' or 'cycle:3', or a list of them")
        self.delta = arcs._one_duration("delta", delta)
        each_gap = list(gap) if is_several(gap) else [] if gap is None else [gap]
        gaps = ",".join(duration_text("gap", each) for each in each_gap)
        self._own = {
            "delta": [self.delta], "ties": text("ties", ties), "undirected": False,
            "order": None if order is None else text("order", order), "gap": gaps or None, "consecutive": flag("consecutive", consecutive),
            "edge_labels": edge_labels,
        }  # fmt: skip
        with worded():
            self._patterns = _core.parse_temporal_patterns(self._core, texts, order or "", gaps, consecutive, column)
        described = self._patterns.described()
        self.names = tuple(each[0] for each in described)
        self.patterns = tuple(each[1] for each in described)
        self._words = tuple((each[0], each[1], each[2]) for each in described)
        self._sizes = tuple((each[3], each[4]) for each in described)
        self._ties = ties
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise InputError(f"pattern: {twice!r} comes twice: give each pattern once")
        self.semantics = meaning(_MATCHES, ties)

    # Counts.

    @cached_property
    def result(self) -> TemporalCounts:
        """The record of the count. The count runs now if it did not run before."""
        arcs = self._arcs

        def members(found: Found) -> Record:
            return {
                "delta": self.delta, "ties": self._ties, "unit": arcs.unit, "_patterns": self._words, "_counts": tuple(found["counts"]),
            }  # fmt: skip

        search = arcs._search(
            lambda made: _core.count_temporal(self._core, self._patterns, self.delta, self._ties, made), self.semantics
        )
        return counted(TemporalCounts, arcs._graph, "TemporalGraph.matches()", self._own, self._options, search, members, known=IN_TIME)

    @property
    def count(self) -> int:
        """The number of matches, of all patterns together. A stopped run has none."""
        return self.result.count

    @property
    def counts(self) -> dict[str, int]:
        """The number of matches of each pattern, by its name or its text."""
        return self.result.counts

    def to_dict(self) -> Record:
        """The record of the count."""
        return self.result.to_dict()

    def _per(self, per: str) -> Array:
        return self._arcs._per(
            per, "TemporalGraph.matches()", self._options,
            lambda made: _core.count_local_temporal(self._core, self._patterns, per == "arc", self.delta, self._ties, made),
            len(self.names),
        )  # fmt: skip

    def per_arc(self) -> Any:
        """For each row of the input, in its order, the matches of each pattern that its arc is part of.

        A DataFrame with a column for each pattern, and with the index of the input if that was one of pandas. Without pandas: a
        dict of arrays. Self-loops and arcs outside of ``from_`` and ``until`` are in no match.
        """
        return self._framed(self._per("arc"), self._arcs._index)

    def per_vertex(self) -> Any:
        """For each vertex, in the order of ``graph.nodes``, the matches of each pattern that it is part of.

        A DataFrame with a column for each pattern, whose index has the ids. Without pandas: a dict of arrays.
        """
        return self._framed(self._per("vertex"), self._arcs._graph.nodes, "id")

    def _framed(self, counts: Array, index: Any, name: str | None = None) -> Any:
        arrays = {own: counts[:, i] for i, own in enumerate(self.names)}
        try:
            import pandas
        except ImportError:
            return arrays
        if name is not None:
            index = pandas.Index(list(index), name=name, tupleize_cols=False)
        return pandas.DataFrame(arrays, index=index)

    # Matches.

    def _one(self, what: str) -> int:
        if len(self.names) != 1:
            raise InputError(f"{what} takes one pattern, and these are {len(self.names)}: {', '.join(self.names)}: ask for one at a time")
        return 0

    def _found(self, index: int, limit: int | None) -> Iterator[Array]:
        """The ranks of arcs and the positions of vertices of a pattern's matches."""
        given = dict(self._options)
        if given.get("ranks") is not None:
            raise InputError("ranks: several processes count together, and one makes a list: leave ranks out")
        report, close = shown(given.pop("progress", None))
        arcs = self._arcs
        options = make(given, IN_TIME, "TemporalGraph.matches()", arcs._graph._positions)
        options.limit = limit
        if report is not None:
            options.progress = report
        with worded():
            listing = _core.list_temporal(self._core, self._patterns, index, self.delta, self._ties, options)
        yield from found_by(listing, close, "the list is", worded)

    def _row_arrays(self, block: Array) -> TemporalRows:
        arcs = self._arcs
        ranks = block[:, : self._sizes[0][0]].astype(np.int64)
        return TemporalRows(
            usual(arcs._core.line[ranks].astype(np.int64)), arcs._graph._ids_at(block[:, self._sizes[0][0] :]), arcs._times_at(ranks)
        )

    def blocks(self, limit: int | None = None) -> Iterator[TemporalRows]:
        """The matches of one pattern by blocks, while the search runs, in no order. The search ends if the loop is left.

        Parameters
        ----------
        limit : int, optional
            The most matches to give.
        """
        index = self._one("a list")
        if limit is not None and whole("limit", limit, 0, 2**64 - 1) == 0:
            return
        for block in self._found(index, None if limit is None else int(limit)):
            yield self._row_arrays(block)

    def list(self, limit: int | None = None) -> TemporalRows:
        """The matches of one pattern, at most ``limit``, in no order: the arrays ``lines``, ``vertices`` and ``times``.

        A row of each is a match. ``lines`` (matches, arcs) are the rows of the input, counted from 0; ``vertices``
        (matches, vertices) are ids; ``times`` (matches, arcs) are those of the arcs.
        """
        width = sum(self._sizes[self._one("a list")])
        found = list(self.blocks(limit)) or [self._row_arrays(np.zeros((0, width), dtype=np.uint32))]
        return TemporalRows(*map(np.concatenate, zip(*found)))

    def to_frame(self, limit: int | None = None) -> Any:
        """The matches of one pattern as a DataFrame of pandas: ``v0``, ``v1``, ..., then ``line1``, ..., and ``time1``, ..."""
        try:
            import pandas
        except ImportError:
            raise Error("to_frame() needs pandas: pip install pandas, or take list()") from None
        rows = self.list(limit)
        columns = {f"v{i}": rows.vertices[:, i] for i in range(rows.vertices.shape[1])}
        for name, values in (("line", rows.lines), ("time", rows.times)):
            columns |= {f"{name}{i + 1}": values[:, i] for i in range(values.shape[1])}
        return pandas.DataFrame(columns)

    def exists(self) -> bool:
        """True if one of the patterns has a match. The search ends at the first one."""
        if "result" in self.__dict__ and self.result.is_complete:
            return self.result.count > 0
        for index in range(len(self.names)):
            for block in self._found(index, 1):
                if len(block):
                    return True
        return False

    def __repr__(self) -> str:
        if "result" in self.__dict__:
            return repr(self.result)
        return f"<temporal {', '.join(self.names)} in {self._arcs!r}, not counted yet: .count, .list(), .per_arc() ({self.semantics})>"

    def _repr_html_(self) -> str:
        return str(self.result._repr_html_())
