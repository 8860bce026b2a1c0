"""Queries: patterns under conditions on attributes. A query runs only when a result is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _core
from ._arrays import usual
from ._columns import array_of, arrow_of, cells_of, frame_of, picked
from ._core import Error, InputError
from ._listed import check_device, found_by
from ._options import WHERE, flag, make, refuse_unknown, shown, text, whole
from ._results import Record, Result
from ._run import counted, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._graph import Graph

Array = np.ndarray[Any, Any]
Row = dict[str, Any]

_NO_ROW = 2**32 - 1
_ROWS = 4096  # rows that become dicts at once


@contextmanager
def _worded(graph: Graph) -> Iterator[None]:
    """Puts arguments in place of options of the command line into messages. Only the first line is not the query's text."""
    try:
        yield
    except InputError as error:
        first, *rest = str(error).split("\n")
        first = re.sub(r"--mode (\w+)", r"mode='\1'", first)
        first = re.sub(r"--(directed|distinct|induced)\b", r"\1=True", first)
        first = re.sub(r"--edge-label COLUMN", "edge_label=", first)
        first = re.sub(r"--label COLUMN", "label=", first)
        first = re.sub(r"--labels FILE", "labels=", first)
        first = first.replace("list the rows on the host by list_query()", "take blocks()")
        first = re.sub(r"--(types|vertices)\b", r"\1=", first)
        if graph._core.description()["read_as"] is not None and not graph._core.has_columns:
            first = first.replace("give a table of edges with a header", "read a table of edges with attributes=True")
            first = first.replace("name the column of their labels", "read it with attributes=True")
        raise InputError("\n".join([first, *rest])) from None


def _json(cell: Any) -> Any:
    return cell.isoformat() if hasattr(cell, "isoformat") else cell


def _number(count: int) -> int | str:
    return count if count < 2**64 else str(count)


@dataclass(frozen=True, repr=False)
class QueryCounts(Result):
    """The rows of a query. ``count`` is their number, or that of matches if ``distinct``.

    Attributes
    ----------
    symmetries : int
        The number of permutations of the variables that keep all arcs and conditions.
    matches : int or None
        In the mode ``nodes``: the rows without the images of a match, count / symmetries.
    notes : tuple of str
        Remarks for a person about the query.
    """

    _app = "query"
    query: str = ""
    symmetries: int = 1
    matches: int | None = None
    notes: tuple[str, ...] = ()
    _groups: tuple[Row, ...] | None = None

    @property
    def groups(self) -> list[Row]:
        """For each value of the columns that are returned: a dict with them, and with the number of its rows as ``count``."""
        if self._groups is None:
            raise InputError("the query returns no groups: return columns and a count, such as returns='A.type, count(*)'")
        if not self._is_exact:  # else there may be more groups than the limit
            self._require_complete()
        return [dict(row) for row in self._groups]

    def _own(self) -> Record:
        key = "count" if self._is_exact else "count_at_least"
        own: Record = {key: str(self.count_at_least), "symmetries": _number(self.symmetries)}
        own["matches"] = None if self.matches is None else str(self.matches)
        if self._groups is not None:
            own["groups"] = [{**{name: _json(cell) for name, cell in row.items()}, "count": str(row["count"])} for row in self._groups]
        return own

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        if self._groups is not None:
            names = list(self._groups[0]) if self._groups else ["count"]
            return names, [list(row.values()) for row in self._groups]
        return ["query", "count", "symmetries", "matches"], [[self.query, self.count_at_least, self.symmetries, self.matches]]


class QueryAnswer:
    """The answer to a query. ``count`` counts the rows once. A loop gives them as dicts.

    Attributes
    ----------
    text : str
        The query.
    columns : tuple of str
        The names of a row's cells: those that the query returns, or else its named variables.
    variables : tuple of str
        The names of the variables. In a text with MATCH some may have none, and are called (1), (2).
    mode : str
        ``nodes``, ``edges`` or ``all``.
    semantics : str
        The meaning of a row.
    """

    def __init__(
        self, graph: Graph, query: str, returns: str | None, mode: str | None, distinct: bool, induced: bool, label: str | None,
        edge_label: str | None, limit: int | None, options: dict[str, Any],
    ) -> None:  # fmt: skip
        refuse_unknown(options, (*WHERE, "verify", "seed"), "query()")
        self._graph, self._options = graph, options
        with _worded(graph):
            self._query = _core.parse_query(
                text("text", query), "" if returns is None else text("returns", returns), "" if label is None else text("label", label),
                "" if edge_label is None else text("edge_label", edge_label), flag("induced", induced), flag("distinct", distinct),
            )  # fmt: skip
        if mode is not None:
            self._query.mode = text("mode", mode)
        if limit is not None:
            self._query.set_limit(whole("limit", limit, 0, 2**64 - 1))
        self._induced, self._distinct, self._labels = induced, distinct, (label or None, edge_label or None)
        names = self._query.variables
        self.text, self.mode, self.semantics = self._query.text, self._query.mode, self._query.semantics
        self.variables = tuple(name or f"({i + 1})" for i, name in enumerate(names))
        items = [item for item in self._query.items if item[0] != "count"]
        self._is_grouped = bool(items) and len(items) < len(self._query.items)
        self._items = items or [("vertex", i, "", name) for i, name in enumerate(names) if name]
        self.columns = tuple(item[3] for item in self._items)

    # Counts.

    @cached_property
    def result(self) -> QueryCounts:
        """The record of the count. The count runs now if it did not run before."""
        core, query = self._graph._core, self._query
        search = _core.group_query if self._is_grouped else _core.count_query
        own = {
            "query": self.text, "language": query.language, "mode": self.mode, "induced": self._induced,
            "label": self._labels[0], "edge_label": self._labels[1], "distinct": self._distinct, "limit": query.limit,
        }  # fmt: skip
        with _worded(self._graph):
            return counted(
                QueryCounts, self._graph, "query()", own, self._options, lambda options: search(core, query, options),
                lambda found: {
                    "query": self.text, "symmetries": found["symmetries"], "matches": found["matches"],
                    "notes": tuple(found["query_notes"]), "_groups": self._groups_of(found) if self._is_grouped else None,
                },
                known=WHERE, verifies=True,
            )  # fmt: skip

    def _groups_of(self, found: dict[str, Any]) -> tuple[Row, ...]:
        nodes = self._graph.nodes

        def cell(kind: str, value: Any) -> Any:
            if kind == "vertex":
                return nodes[value]
            if isinstance(value, tuple):
                return np.datetime64(value[0], "us").item()
            return value

        return tuple(
            {**{item[3]: cell(item[0], value) for item, value in zip(self._items, key)}, "count": count} for key, count in found["groups"]
        )

    @property
    def count(self) -> int:
        """The number of rows, whatever their limit; or of different matches if ``distinct``. A stopped run has none."""
        return self.result.count

    @property
    def symmetries(self) -> int:
        """The number of permutations of the variables that keep all arcs and conditions."""
        return self.result.symmetries

    @property
    def matches(self) -> int | None:
        """In the mode ``nodes``: the number of matches, without the images of each. None in other modes."""
        if not self.result._is_exact:
            self.result._require_complete()
        return self.result.matches

    @property
    def groups(self) -> list[Row]:
        """For each value of the columns that are returned beside ``count(*)``: a dict with them and ``count``, in ascending order."""
        if not self._is_grouped:
            raise InputError("the query returns no groups: return columns and a count, such as returns='A.type, count(*)'")
        return self.result.groups

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for a person about the query, such as that it contradicts itself. Those of the run come once it has run."""
        return self.result.notes if "result" in self.__dict__ else tuple(self._query.notes)

    def to_dict(self) -> Record:
        """The record of the count, as ``cerrado query --json`` writes it."""
        return self.result.to_dict()

    def explain(self) -> str:
        """How the query is understood and how its rows are found, as a text for a person."""
        with _worded(self._graph):
            return _core.describe_query(self._graph._core, self._query)

    def estimate(self) -> str:
        """The needs of the count, as a text for a person. It does not run."""
        options = make(self._unverified("an estimate"), WHERE, "query()", self._graph._positions)
        with _worded(self._graph):
            return _core.estimate_query(self._graph._core, self._query, options)

    def per_vertex(self) -> dict[str, Array]:
        """For each variable an array in the order of ``nodes``: the rows in which it is this vertex."""
        if self._query.limit is not None:
            raise InputError("limit: per_vertex() counts all rows: leave the limit out")
        core, query = self._graph._core, self._query
        with _worded(self._graph):
            given = self._unverified("per_vertex()")
            found = run(self._graph, "query()", given, lambda made: _core.count_local_query(core, query, made), WHERE)
        if found["status"] not in ("complete", "limit"):
            raise Error(f"the run was stopped ({found['status']}), so it has no counts per vertex")
        arrays = [np.array(values, dtype=object) if isinstance(values, list) else usual(values) for values in found["variables"]]
        return dict(zip(self.variables, arrays))

    # Rows.

    def _unverified(self, what: str) -> dict[str, Any]:
        for name in ("verify", "seed"):
            if self._options.get(name) not in (None, False):
                raise InputError(f"{name} is for counts, not for {what}: leave it out")
        return {name: value for name, value in self._options.items() if name not in ("verify", "seed")}

    def blocks(self, limit: int | None = None) -> Iterator[dict[str, Array]]:
        """The rows by blocks, while the search runs: dicts of arrays, one for each of ``columns``. In no order.

        Parameters
        ----------
        limit : int, optional
            The most rows to give, in place of that of the query.
        """
        width = len(self.variables)
        has_rows = any(item[0] == "arc_column" for item in self._items)
        most = self._query.limit if limit is None else whole("limit", limit, 0, 2**64 - 1)
        if most == 0:
            return
        held = None
        for found in self._found(most, has_rows, on_device=False):
            held = held or self._columns()
            yield {item[3]: self._gathered(item, values, found, width) for item, values in zip(self._items, held)}

    def _found(self, limit: int | None, has_rows: bool, on_device: bool) -> Iterator[Any]:
        """The positions of vertices by variable, and of edges by arc if ``has_rows``. Or blocks on a device."""
        given = self._unverified("rows")
        report, close = shown(given.pop("progress", None))
        options = make(given, WHERE, "query()", self._graph._positions)
        options.limit, options.on_device = limit, on_device
        if report is not None:
            options.progress = report
        with _worded(self._graph):
            listing = _core.list_query(self._graph._core, self._query, has_rows, options)
        yield from found_by(listing, close, "the rows are", lambda: _worded(self._graph))

    def device_blocks(self) -> Iterator[dict[str, _core.DeviceBlock]]:
        """The rows by blocks in the memory of a GPU: dicts of int32 columns, one for each of ``columns``, all of them vertices.

        The search ends before the first block is given. Blocks may take half of the memory. ``torch.from_dlpack(column)``
        and ``cupy.asarray(column)`` read a column without a copy, which keeps its block alive. The numbers are the ids if
        these are whole numbers, and positions in ``nodes`` otherwise. If ``distinct``, a row is any image of its match.
        Work on another stream than the default one must have ended before the last reference to a block is dropped.
        """
        self._check_device()
        for block in self._found(None, False, on_device=True):
            yield {name: block.column(index) for _, index, _, name in self._items}

    def _check_device(self) -> None:
        for kind, _, _, name in self._items:
            if kind != "vertex":
                raise InputError(f"returns: device_blocks() has vertices alone: return variables without {name}, or take blocks()")
        if self._is_grouped:
            raise InputError("returns: device_blocks() has rows, not groups: leave count(*) out, or take groups")
        if self._query.limit is not None:
            raise InputError("limit is for rows on the host: leave it out, or take blocks()")
        check_device(self._graph, self._options)

    def _columns(self) -> list[Array | None]:
        """The values of the columns of each item. There are none for vertices."""
        found: list[Array | None] = []
        for kind, _, column, _ in self._items:
            if kind == "vertex" or column not in (self._graph.edge_columns if kind == "arc_column" else self._graph.vertex_columns):
                found.append(None)  # the search refuses a column that is not there
            else:
                found.append(array_of(_core.column_named(self._graph._core, kind == "arc_column", column)))
        return found

    def _gathered(self, item: Any, values: Array | None, found: Array, width: int) -> Array:
        kind, index, _, _ = item
        if kind == "vertex":
            return self._graph._ids_at(found[:, index])
        if values is None:
            return np.full(len(found), None, dtype=object)
        if kind == "vertex_column":
            return picked(values, found[:, index])
        places = found[:, width + index]
        return picked(values, places, places == _NO_ROW)

    def __iter__(self) -> Iterator[Row]:
        """The rows, or the groups if the query returns some, as dicts by name. Missing values are None."""
        if self._is_grouped:
            yield from self.groups
            return
        for block in self.blocks():
            yield from _dicts(block)

    def list(self, limit: int | None = None) -> list[Row]:
        """The rows as dicts by name, at most ``limit``. An exception that ends it early has those found so far as ``.result``."""
        rows: list[Row] = []
        try:
            for block in self.blocks(limit):
                rows.extend(_dicts(block))
        except BaseException as error:
            error.result = rows  # type: ignore[attr-defined]
            raise
        return rows

    def first(self) -> Row | None:
        """Any row as a dict by name, found as soon as possible, or None if there is none."""
        found = self._first()
        if found is None:
            return None
        width = len(self.variables)
        held = zip(self._items, self._columns())
        return next(_dicts({item[3]: self._gathered(item, values, found, width) for item, values in held}))

    def exists(self) -> bool:
        """True if there is a row. The search ends at the first one."""
        return self._first() is not None

    def _first(self) -> Array | None:
        """The positions of a row, as those of a list."""
        core, query = self._graph._core, self._query
        given = self._unverified("one row")
        with _worded(self._graph):
            found = run(self._graph, "query()", given, lambda made: _core.find_query(core, query, made), WHERE)
        if found["exists"] is None:
            raise Error(f"the run was stopped ({found['status']}) before a row was found or ruled out")
        return cast("Array | None", found["row"])

    def table(self, limit: int | None = None) -> dict[str, Array]:
        """The rows, or the groups, as a dict of arrays. Missing values are as in :meth:`Graph.vertex_table`."""
        if self._is_grouped:
            groups = self.groups[:limit]
            return {name: _array([group[name] for group in groups]) for name in (*self.columns, "count")}
        blocks = list(self.blocks(limit))
        if not blocks:
            held = zip(self._items, self._columns())
            return {item[3]: self._graph._ids_at(np.zeros(0, int)) if values is None else values[:0] for item, values in held}
        joined = {name: [block[name] for block in blocks] for name in self.columns}
        return {name: _concatenated(arrays) for name, arrays in joined.items()}

    def to_frame(self) -> Any:
        """The rows, or the groups, as a DataFrame of pandas."""
        return frame_of(self.table())

    def to_arrow(self) -> Any:
        """The rows, or the groups, as a table of pyarrow."""
        return arrow_of(self.table())

    def __repr__(self) -> str:
        if "result" in self.__dict__:
            return repr(self.result)
        return f"<query {self.text!r} in {self._graph!r}, not counted yet: .count, .list(), .to_frame() ({self.semantics})>"

    def _repr_html_(self) -> str:
        return str(self.result._repr_html_())


def _concatenated(arrays: list[Array]) -> Array:
    if any(isinstance(array, np.ma.MaskedArray) for array in arrays):
        found: Array = np.ma.concatenate(arrays)  # type: ignore[no-untyped-call]
        return found
    return np.concatenate(arrays)


def _array(cells: list[Any]) -> Array:
    """The cells of groups as an array of one type."""
    kinds = {type(cell) for cell in cells if cell is not None}
    lacks = any(cell is None for cell in cells)
    if kinds == {float}:
        return np.array([np.nan if cell is None else cell for cell in cells])
    if kinds <= {bool} or kinds <= {int}:
        if kinds and not lacks and all(abs(cell) < 2**63 for cell in cells):
            return np.array(cells)
        if kinds and all(cell is None or abs(cell) < 2**63 for cell in cells):
            return np.ma.MaskedArray([0 if cell is None else cell for cell in cells], [cell is None for cell in cells])
    if kinds and all(kind.__name__ == "datetime" for kind in kinds):
        return np.array(cells, dtype="datetime64[us]")
    return np.fromiter(cells, dtype=object, count=len(cells))


def _dicts(block: dict[str, Array]) -> Iterator[Row]:
    names = tuple(block)
    size = len(next(iter(block.values()))) if names else 0
    for begin in range(0, size, _ROWS):  # other threads can run between two steps
        cells = [cells_of(values[begin : begin + _ROWS]) for values in block.values()]
        for row in zip(*cells):
            yield dict(zip(names, row))
