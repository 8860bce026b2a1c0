"""Arcs with times, and counts of their temporal motifs."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._arrays import usual
from ._columns import names_of
from ._core import Error, InputError
from ._files import _ENDS, _is_parquet, _read_parquet
from ._graph import Graph
from ._options import IN_TIME, flag, path, refuse_unknown, tell, text, whole
from ._results import Record
from ._run import Found, Search, counted, run
from ._temporal_matches import TemporalMatches
from ._temporal_results import TemporalDiscovery, TemporalMotifs, TemporalRow, contacts, meaning, motif_names, table_of
from ._times import as_arguments, bound_text, duration_text, is_several, worded

Array = np.ndarray[Any, Any]

_UNITS = {"none": None, "seconds": "s", "milliseconds": "ms", "microseconds": "us", "nanoseconds": "ns"}
_OF_FILES = ("names", "format", "columns", "delimiter", "bipartite", "types", "threads")
_OF_TABLES = ("source", "target", "nodes", "vertices", "id", "attributes", "columns")
_OF_TIMES = ("time", "time_unit", "from_", "until")
_TIMES = ("time", "timestamp", "ts", "t", "date", "datetime", "unixtime", "created_at")


def _motifs_meant(undirected: bool) -> str:
    motifs = "motifs of three contacts, which have no direction," if undirected else "motifs of three arcs"
    return f"{motifs} and up to three vertices; "


def _is_file(x: Any) -> bool:
    return isinstance(x, (str, os.PathLike))


def _columns_of(x: Any) -> Any:
    """A table, if ``x`` is an array (m, 3), three arrays, or triples."""
    columns: list[Any] | None = None
    if isinstance(x, np.ndarray) and x.ndim == 2 and x.shape[1] == 3:
        columns = [x[:, 0], x[:, 1], x[:, 2]]
    elif isinstance(x, (tuple, list)) and len(x) == 3 and all(type(part) is type(x) and len(part) == 3 for part in x):
        raise InputError("x: three rows of three may be arcs, or sources, targets and times: give a list of tuples, or three arrays")
    elif isinstance(x, (tuple, list)) and len(x) == 3 and (isinstance(x, tuple) or all(hasattr(part, "dtype") for part in x)):
        columns = [part if hasattr(part, "dtype") else list(part) for part in x]
    elif isinstance(x, list) and x and all(isinstance(row, (tuple, list)) and len(row) == 3 for row in x):
        columns = [list(column) for column in zip(*x)]
    elif isinstance(x, np.ndarray):
        raise InputError(f"x has the shape {x.shape}: expected (m, 3): the source, the target and the time of each arc")
    return x if columns is None else dict(zip(("source", "target", "time"), columns))


def _refuse_unfit(given: dict[str, Any], fit: tuple[str, ...], what: str) -> None:
    for name, value in given.items():
        if name not in fit and value is not None:
            raise InputError(f"{name} has no meaning for {what}: leave it out")


def _with_columns(table: Any, asked: list[Any], ends: list[Any], time: str | None) -> Any:
    """The table with its ends, its time, and these columns alone."""
    if not isinstance(asked, (list, tuple)):
        raise InputError(f"columns={asked!r}: expected a list of the columns that are kept, such as ['amount']")
    names = names_of(table)
    if time is None:
        lower = [str(name).lower() for name in names]
        found = next((names[lower.index(usual)] for usual in _TIMES if usual in lower), None)
        if found is None:
            raise InputError(f"columns: no column is called {', '.join(_TIMES)}: give time= the column of times, too")
        time = found
    for name in asked:
        if name not in names:
            raise InputError(f"columns has {name!r}: the table has no such column: it has {', '.join(map(str, names))}")
    kept = [name for name in names if name in (*ends, time, *asked)]
    if isinstance(table, Mapping):
        return {name: table[name] for name in kept}
    if hasattr(table, "iloc"):
        return table[kept]
    if not any(hasattr(table, name) for name in ("get_column", "combine_chunks", "collect_schema")):
        raise InputError("columns is for a table of pandas, polars or pyarrow, or a dict of columns: give one, or leave columns out")
    return table.select(kept)


def _graph_of(x: Any, given: dict[str, Any], time: str | None) -> Graph:
    """The directed graph with a column of times."""
    if isinstance(x, Graph):
        _refuse_unfit(given, (), "a Graph")
        if not x.is_directed:
            raise InputError("the graph has no directions, and arcs have them: make it with directed=True")
        return x
    table = _columns_of(x)
    _refuse_unfit(given, _OF_TABLES, "a table")
    asked = dict(given)
    if asked.get("source") is None and asked.get("target") is None and (isinstance(table, Mapping) or hasattr(table, "columns")):
        names = names_of(table)
        ends = next((pair for pair in _ENDS if set(pair) <= set(names)), None)
        if ends is not None:
            asked["source"], asked["target"] = ends
    columns = asked.pop("columns", None)
    if columns is not None and asked.get("source") is not None:
        table = _with_columns(table, columns, [asked.get("source"), asked.get("target")], time)
    return Graph(table, directed=True, **asked)


def _require_arcs(graph: Graph) -> None:
    if not graph._core.is_directed:  # the library knows directions by the arcs
        raise InputError("x has no arc between two vertices, apart from self-loops: expected one or more, each with its time")


def _opened(file: str, given: dict[str, Any], asked: tuple[str, str | None, str, str]) -> tuple[_core.Arcs, list[str]]:
    _refuse_unfit(given, _OF_FILES, "a file")
    types = given.get("types")
    if isinstance(types, dict):
        types = ",".join(f"{text('types', name)}:{text('types', kind)}" for name, kind in types.items())
    form, columns, delimiter = (text(name, given.get(name) or "") for name in ("format", "columns", "delimiter"))
    found: tuple[_core.Arcs, list[str]] = _core.open_arcs(
        file, flag("names", given.get("names") or False), form, columns, delimiter, flag("bipartite", given.get("bipartite") or False),
        "" if types is None else text("types", types), whole("threads", given.get("threads") or 0, 0, 4096), *asked,
    )  # fmt: skip
    return found


class TemporalGraph:
    """Arcs that have times, in the order of time: messages, transfers, contacts. It is immutable.

    Parameters
    ----------
    x : object
        A file or a generator, such as ``gen:bursts:...``; a table of pandas, polars, pyarrow or another library with
        Arrow's stream, or a dict of columns; three arrays (sources, targets, times), an array (m, 3), or triples; or a directed
        :class:`Graph` with a column of times.
    time : str, optional
        The column of times. By default it is the one called time, timestamp, ts, t, date, datetime, unixtime or
        created_at, or else the only one of dates, or that of usual files without a header. Times are whole numbers or dates.
    time_unit : str, optional
        The unit of times that are whole numbers: ``s``, ``ms``, ``us``, ``ns``, or ``none`` for plain numbers. By default
        the unit is s, ms, us or ns if all times have 10, 13, 16 or 19 digits.
    from_, until : optional
        Leave out arcs before and after these times: a date as a text or a datetime, or a number.
    source, target : str, optional
        The columns of a table with the ends. By default ``source`` and ``target``, or other usual names.
    columns : list of str, optional
        The columns of a table that are kept, besides its ends and its time; by default all. For a file it is as of :func:`read`.
    nodes, vertices, id, attributes : optional
        Of a table, as of :class:`Graph`.
    names, format, delimiter, bipartite, types, threads : optional
        Of a file, as of :func:`read`.

    Examples
    --------
    >>> import cerrado as cd
    >>> t = cd.TemporalGraph([("ann", "bob", 10), ("bob", "cid", 12), ("cid", "ann", 15), ("bob", "ann", 40)])
    >>> t.matches("0>1,1>2,2>0", delta=5).count
    1
    >>> t.matches("0>1,1>0", delta=30).list().vertices
    array([['ann', 'bob']], dtype=object)
    """

    @classmethod
    def _between(cls, of: Graph, x: Any, reading: dict[str, Any]) -> TemporalGraph:
        """The arcs between the vertices of a graph."""
        if _is_file(x) or isinstance(x, Graph):
            raise InputError(f"x={x!r}: expected a table, arrays or triples, whose ends are ids of the graph; or call cd.TemporalGraph(x)")
        for name in ("nodes", "vertices", "id"):
            if reading.get(name) is not None:
                raise InputError(f"{name} has no meaning here: the vertices are those of the graph")
        self = cls.__new__(cls)
        given = {name: reading.get(name) for name in _OF_TIMES}
        others = {name: value for name, value in reading.items() if name not in _OF_TIMES}
        try:
            self._open(x, of, others | {"nodes": len(of) if of._nodes is None else of.nodes}, **given)
        except InputError as error:
            raise InputError(re.sub(r"which is not in nodes$", "which is not a vertex of the graph", str(error))) from None
        return self

    def __init__(
        self, x: Any, *, time: str | None = None, time_unit: str | None = None, from_: Any = None, until: Any = None,
        **reading: Any,
    ) -> None:  # fmt: skip
        self._open(x, None, reading, time, time_unit, from_, until)

    def _open(self, x: Any, of: Graph | None, reading: dict[str, Any], time: Any, time_unit: Any, from_: Any, until: Any) -> None:
        """``of``: the graph whose vertices these are, or None."""
        refuse_unknown(reading, (*_OF_TIMES, *_OF_TABLES, *_OF_FILES), "TemporalGraph")
        asked = (
            "" if time is None else text("time", time), None if time_unit is None else text("time_unit", time_unit),
            bound_text("from_", from_), bound_text("until", until),
        )  # fmt: skip
        self._core: _core.Arcs
        self._graph: Graph
        index = None
        with worded():
            if _is_file(x) and not _is_parquet(path("x", x)):
                self._core, notes = _opened(path("x", x), reading, asked)
                self._graph = Graph._of_core(self._core.graph)
            else:
                if _is_file(x):
                    _refuse_unfit(reading, (), "a Parquet table")
                    graph = _read_parquet(path("x", x), True, True, None, None)
                else:
                    graph, index = _graph_of(x, reading, time), x.index if hasattr(x, "iloc") else None
                _require_arcs(graph)
                if of is not None:
                    graph._core = _core.with_columns(graph._core, _core.columns_of(of._core, False))
                    labels = of._core.vertex_labels()
                    if labels is not None:
                        graph._core = _core.labelled(graph._core, [label or "" for label in labels])
                self._core, notes = _core.arcs_of(graph._core, *asked)
                self._graph = graph
        self._index = index if index is not None and len(index) == self._core.lines else None
        tell([as_arguments(note) for note in notes])

    @property
    def graph(self) -> Graph:
        """The directed graph that has each arc once, with its ids and columns. ``from_`` and ``until`` do not cut it."""
        return self._graph

    @property
    def arcs(self) -> int:
        """The number of arcs, of which repeated ones count each. Self-loops are left out."""
        return int(self._core.size)

    @property
    def loops(self) -> int:
        """The number of self-loops, which are left out."""
        return int(self._core.loops)

    @property
    def column(self) -> str:
        """The name of the column of times."""
        return self._core.column

    @property
    def unit(self) -> str | None:
        """The unit of times and of durations that are numbers: ``s``, ``ms``, ``us`` or ``ns``. None if they are plain numbers."""
        return _UNITS[self._core.unit]

    def _times_at(self, ranks: Any) -> Array:
        found: Array = usual(self._core.time)[ranks]
        return found.view("datetime64[us]") if self._core.are_dates else found

    @property
    def span(self) -> tuple[Any, Any]:
        """The first and the last time: whole numbers, or datetimes in UTC."""
        first, last = self._times_at(np.array([0, self.arcs - 1])).tolist()
        return first, last

    def __repr__(self) -> str:
        first, last = (f"{time:%Y-%m-%d %H:%M:%S}" if isinstance(time, datetime.datetime) else str(time) for time in self.span)
        unit = "" if self.unit is None or self._core.are_dates else f" {self.unit}"
        source = self._graph._core.description()["source"]
        return f"<temporal graph {source}: {len(self._graph):,} vertices, {self.arcs:,} arcs from {first} to {last}{unit}>"

    # Durations.

    def _duration(self, name: str, value: Any) -> int:
        word = duration_text(name, value)
        try:
            return self._core.parse_duration(word)
        except InputError as error:
            raise InputError(f"{name}={value!r}: {as_arguments(str(error))}") from None

    def _durations(self, delta: Any) -> list[int]:
        given = list(delta) if is_several(delta) else [delta]
        if not given:
            raise InputError("delta has no duration: give one, such as '1h'")
        return [self._duration("delta", each) for each in given]

    def _one_duration(self, name: str, value: Any) -> int:
        if is_several(value):
            several = list(value)
            if len(several) != 1:
                raise InputError(f"{name} has {len(several)} durations: give one")
            value = several[0]
        return self._duration(name, value)

    # Counts.

    def temporal(
        self, delta: Any, *, ties: str = "order", undirected: bool = False, per: str | None = None, **options: Any,
    ) -> Any:  # fmt: skip
        """Counts the 36 motifs of three arcs and two or three vertices, whose last arc is at most ``delta`` after the first.

        Parameters
        ----------
        delta : duration or list of them
            A text such as ``"1h"``, a whole number in ``unit``, or a timedelta. For each there is a table.
        ties : str
            ``order``: of arcs at equal times, the one whose line comes first is before the other. ``strict``: none is.
        undirected : bool
            Arcs have no direction: counts the 5 motifs of contacts.
        per : str, optional
            ``vertex`` or ``arc``: gives an array (vertices, 36), in the order of ``graph.nodes``, or (lines, 36), in that of
            the input, with the motifs that each is part of. ``undirected``: 5 in place of 36.
        **options
            ``device``, ``devices``, ``ranks``, ``threads``, ``deadline``, ``progress``; and of counts ``checkpoint``, ``resume``,
            ``checkpoint_every``.

        Returns
        -------
        TemporalMotifs
            Or an array, if ``per`` is given.
        """
        refuse_unknown(options, ("delta", "ties", "undirected", "per", *IN_TIME), "temporal()")
        text("ties", ties)
        flag("undirected", undirected)
        if per is not None:
            return self._motifs_per(per, self._one_duration("delta", delta), ties, undirected, options)
        deltas = self._durations(delta)
        own = {"delta": deltas, "ties": ties, "undirected": undirected}
        search = self._search(
            lambda made: _core.count_temporal_motifs(self._core, deltas, ties, made), meaning(_motifs_meant(undirected), ties)
        )

        def members(found: Found) -> Record:
            cells = table_of(found["tables"], 36)
            return {
                "deltas": tuple(deltas), "ties": ties, "unit": self.unit, "undirected": undirected,
                "_tables": contacts(cells) if undirected else cells.reshape(-1, 6, 6),
                "_texts": tuple(self._core.format_duration(each) for each in deltas),
            }  # fmt: skip

        return counted(TemporalMotifs, self._graph, "temporal()", own, options, search, members, known=IN_TIME)

    def _search(self, search: Search, semantics: str) -> Search:
        def search_with(options: _core.Options) -> tuple[Any, BaseException | None]:
            with worded():
                found, raised = search(options)
            if found is not None:
                found["semantics"] = semantics
            return found, raised

        return search_with

    def _per(self, per: str, what: str, options: dict[str, Any], search: Search, columns: int) -> Array:
        """The counts of a search: a row for each vertex, or for each line of the input."""
        found = run(self._graph, what, options, self._search(search, ""), IN_TIME)
        if found["status"] != "complete":
            raise Error(f"the run was stopped ({found['status']}), so it has no counts per {per}")
        counts = table_of(found["counts"], columns)
        if per == "vertex":
            return counts
        by_line = np.zeros((self._core.lines, columns), dtype=counts.dtype)
        by_line[self._core.line] = counts
        return by_line

    def _motifs_per(self, per: str, delta: int, ties: str, undirected: bool, options: dict[str, Any]) -> Array:
        if per not in ("vertex", "arc"):
            raise InputError(f"per={per!r}: expected 'vertex' or 'arc'")
        counts = self._per(
            per, "temporal()", options,
            lambda made: _core.count_local_temporal_motifs(self._core, per == "arc", delta, ties, made), 36,
        )  # fmt: skip
        return contacts(counts) if undirected else counts

    def matches(
        self, pattern: Any, delta: Any, *, order: str | None = None, gap: Any = None, consecutive: bool = False,
        ties: str = "order", labels: Any = None, edge_labels: str | None = None, **options: Any,
    ) -> TemporalMatches:  # fmt: skip
        """Matches of patterns: different arcs and vertices for those of the pattern, the last at most ``delta`` after the first.

        Parameters
        ----------
        pattern : str or list of str
            Arcs such as ``0>1,1>2,2>0`` (``0-1``: either way), in the order of time, perhaps with labels, ``0:A|B,0>1/x``; or
            names: cycle:K, path:K, ping-pong:K,
            burst:K, fan-in:K, fan-out:K, scatter-gather:K, gather-scatter:K, stack:K, where K may be a range, 2..6.
        delta : duration
            A text such as ``"1h"``, a whole number in ``unit``, or a timedelta.
        order : str, optional
            The order of the arcs in time, by their numbers from 1, such as ``1<3,2<3``; ``none``; or ``total``, that of the
            text. By default it is that of the text, and names have their own.
        gap : duration or list of them, optional
            The most time between an arc of the pattern and the next one: for all, or for each.
        consecutive : bool
            Between two arcs of a match, none of its vertices has another arc.
        ties : str
            ``order``: of arcs at equal times, the one whose line comes first is before the other. ``strict``: none is.
        labels : str, dict or sequence, optional
            The labels of vertices, as of :class:`Graph`: a column of vertices, by id, or in the order of ``graph.nodes``. By
            default they are those of ``graph``.
        edge_labels : str, optional
            The column that has the labels of arcs: texts, whole numbers or booleans. By default they are the labels of edges
            of ``graph``.
        **options
            ``device``, ``devices``, ``ranks``, ``threads``, ``deadline``, ``progress``; and of counts ``checkpoint``, ``resume``,
            ``checkpoint_every``.
        """
        return TemporalMatches(self, pattern, delta, order, gap, consecutive, ties, labels, edge_labels, options)

    def discover(
        self, delta: Any, *, pattern: Any = None, random: int = 1000, null: str = "times", seed: int = 1, ties: str = "order",
        undirected: bool = False, order: str | None = None, gap: Any = None, consecutive: bool = False, labels: Any = None,
        **options: Any,
    ) -> TemporalDiscovery:  # fmt: skip
        """Compares counts with those of random graphs: how far from chance is the number of each motif or pattern?

        Parameters
        ----------
        delta : duration or list of them
            A text such as ``"1h"``, a whole number in ``unit``, or a timedelta. The rows are of each.
        pattern : str or list of str, optional
            Patterns as :meth:`matches` takes them, with ``order``, ``gap``, ``consecutive`` and ``labels``. By default the
            motifs of three arcs, or, if ``undirected``, those of contacts.
        random : int
            The number of random graphs.
        null : {"times", "uniform", "intervals", "timelines", "targets"}
            What random graphs keep. ``times``: each arc's ends, and all times; ``uniform``: each arc's ends, and the span of
            time; ``intervals``: each pair's first time, and its times between arcs; ``timelines``: each pair with an arc, and
            all series of times of a pair; ``targets``: each arc's source and time, and how many arcs each vertex gets.
        seed : int
            The same seed gives the same random graphs.
        **options
            ``device``, ``devices``, ``ranks``, ``threads``, ``deadline``, ``progress``; and of counts ``checkpoint``, ``resume``,
            ``checkpoint_every``. A run that the deadline ends has the random graphs so far.

        Examples
        --------
        >>> import cerrado as cd
        >>> t = cd.TemporalGraph("gen:bursts:n=100,m=2000,span=100000,seed=1")
        >>> found = t.discover("10min", pattern="cycle:2", random=100)
        >>> found.rows[0].z > 10, found.keeps
        (True, "each arc's ends, and all times")
        """
        known = ("delta", "pattern", "random", "null", "seed", "ties", "undirected", "order", "gap", "consecutive", "labels", *IN_TIME)
        refuse_unknown(options, known, "TemporalGraph.discover()")
        deltas = self._durations(delta)
        own: Record = {"delta": deltas, "ties": text("ties", ties), "undirected": flag("undirected", undirected)}
        own |= {"random": whole("random", random, 2, 2**32 - 1), "null": text("null", null), "seed": whole("seed", seed, 0, 2**64 - 1)}
        core, its, names = self._core, None, motif_names(undirected)
        if pattern is not None:
            if undirected:
                raise InputError("undirected=True counts the motifs of contacts; in a pattern, write 0-1 for an arc of either direction")
            asked = TemporalMatches(self, pattern, deltas[0], order, gap, consecutive, ties, labels, None, {})
            core, its, names = asked._core, asked._patterns, list(asked.names)
            own |= {name: asked._own[name] for name in ("order", "gap", "consecutive")}
        elif flag("consecutive", consecutive) or order is not None or gap is not None or labels is not None:
            raise InputError("order, gap, consecutive and labels are for a pattern: give one, such as pattern='0>1,1>2,2>0'")

        def members(found: Found) -> Record:
            places = [(each, name) for each in deltas for name in names]
            return {
                "rows": tuple(TemporalRow(each, name, **row) for (each, name), row in zip(places, found["rows"])),
                "random_graphs": found["random_graphs"], "model": null, "keeps": found["keeps"], "ties": ties, "unit": self.unit,
                "_texts": {each: core.format_duration(each) for each in deltas},
            }  # fmt: skip

        search = self._search(
            lambda made: _core.discover_temporal(core, deltas, its, undirected, ties, null, random, seed, made),
            meaning(_motifs_meant(undirected), ties) if pattern is None else asked.semantics,
        )
        return counted(TemporalDiscovery, self._graph, "TemporalGraph.discover()", own, options, search, members, known=IN_TIME)
