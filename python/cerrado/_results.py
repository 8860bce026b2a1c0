"""The results of runs: frozen records with exact numbers and a text about what was counted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from . import _html
from ._core import Error, InputError

Record = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The result of a run.

    Attributes
    ----------
    semantics : str
        The counted things: subgraphs or mappings, induced or not.
    status : str
        ``complete``; ``deadline`` or ``interrupted``, if numbers are only lower bounds; ``limit``, if there are more
        subgraphs than the limit.
    seconds : float
        Seconds of the whole call.
    device : str
        ``host``, ``cuda`` or ``lockstep``.
    """

    _app: ClassVar[str] = ""  # the command that writes such a record

    app: str
    semantics: str
    status: str
    seconds: float
    device: str
    record: Mapping[str, Any] = field(repr=False, compare=False)
    number: int | None = field(repr=False)

    @property
    def is_complete(self) -> bool:
        """True if the result covers the whole graph."""
        return self.status == "complete"

    @property
    def _is_exact(self) -> bool:
        return self.status in ("complete", "limit")

    @property
    def count(self) -> int:
        """The exact count. A partial result has none: see ``count_at_least``."""
        if self.number is None:
            raise Error(f"the run was stopped ({self.status}), so it has no count")
        if not self._is_exact:
            raise Error(f"the run was stopped ({self.status}): there are at least {self.number}; take .count_at_least")
        return self.number

    @property
    def count_at_least(self) -> int:
        """A lower bound of the count; the count itself if the result is complete."""
        if self.number is None:
            return 0
        return self.number

    def _require_complete(self) -> None:
        if not self.is_complete:
            raise Error(f"the run was stopped ({self.status}): there are no exact numbers: check .is_complete first")

    def _own(self) -> Record:
        return {}

    def to_dict(self) -> Record:
        """The record of the run, as ``cerrado ... --json`` writes it."""
        key = "count" if self._is_exact else "count_at_least"
        answer: Record = {} if self.number is None else {key: str(self.number)}
        last = ("seconds", "device", "memory", "roots", "devices")
        first = {name: value for name, value in self.record.items() if name not in last}
        return {**first, **answer, **self._own(), **{name: self.record[name] for name in last if name in self.record}}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        return ["count"], [[self.count_at_least]]

    def _ids_of_rows(self) -> tuple[list[str], Sequence[Any]]:
        """The names of the levels of ids, and the ids of each row, if rows belong to vertices or edges."""
        return [], []

    def to_frame(self) -> Any:
        """The numbers as a DataFrame of pandas."""
        try:
            import pandas
        except ImportError:
            raise Error("to_frame() needs pandas: pip install pandas, or take to_dict()") from None
        names, rows = self._rows()
        frame = pandas.DataFrame([list(row) for row in rows], columns=names)
        levels, ids = self._ids_of_rows()
        if len(levels) == 1:
            frame.index = pandas.Index(list(ids), name=levels[0], tupleize_cols=False)
        elif levels:
            frame.index = pandas.MultiIndex.from_tuples(map(tuple, ids), names=levels)
        return frame

    def _title(self) -> str:
        number = "no count" if self.number is None else f"{self.number:,}" if self._is_exact else f"at least {self.number:,}"
        return f"{self.app}: {number} ({self.semantics})"

    def _foot(self) -> str:
        stopped = "" if self.is_complete else f", stopped: {self.status}"
        return f"{self.seconds:.3f} s on {self.device}{stopped}"

    def __repr__(self) -> str:
        return f"<{self._title()}; {self._foot()}>"

    def _drawings(self, most: int) -> list[str] | None:
        """SVG for each of the first rows, if rows are patterns."""
        return None

    def _repr_html_(self) -> str:
        names, rows = self._rows()
        return _html.table(self._title(), names, rows, self._foot(), self._drawings(_html.most_rows))

    def report(self, file: str | os.PathLike[str]) -> None:
        """Writes a page for a browser: what was run, the table with drawings and bars, times and memory.

        If there are more than 1,000 rows, the page has the first 1,000, and FILE.csv beside it has all.
        """
        path = os.fspath(file)
        names, rows = self._rows()
        drawings = self._drawings(_html.most_rows_of_page)
        beside = f"{path}.csv"
        record = {name: value for name, value in self.record.items() if name not in ("app", "semantics")}
        title = f"{self.app} of {self.record.get('graph', {}).get('source', 'a graph')}"
        made = _html.page(title, self.semantics, names, rows, self._foot(), record, drawings, os.path.basename(beside))
        more = {beside: _html.table_as_csv(names, rows)} if len(rows) > _html.most_rows_of_page else {}
        _html.write_whole({**more, path: made})

    def plot(self, ax: Any = None, most: int = 30) -> Any:
        """Draws a bar for each of the first rows with matplotlib, in ``ax`` or in a new figure. Returns the axes."""
        from . import _draw

        names, rows = self._rows()
        column = _html.measure(names, rows)
        if column is None:
            raise Error("this result has no numbers that bars could show")
        shown = [row for row in rows if row[column] is not None][:most]
        words = [_html.names_of(names, row, column) for row in shown]
        return _draw.bars(words, [float(row[column]) for row in shown], self.app, names[column].replace("_", " "), ax)


R = TypeVar("R", bound=Result)
_OF_ALL = ("form", "semantics", "order", "status", "seconds", "device", "memory", "roots", "devices")


def wrap(kind: type[R], found: Record, head: Record, members: Record) -> R:
    """A result of the library as a record of ``kind``. ``head`` has the graph and the parameters. ``members`` go before."""
    made = {
        "app": kind._app, "semantics": found["semantics"], "status": found["status"], "seconds": found["seconds"]["total"],
        "device": found["device"]["kind"], "number": found["count"], **members,
    }  # fmt: skip
    common = {name: found[name] for name in _OF_ALL if name in found}
    return kind(record={"app": kind._app, **head, **common, "semantics": made["semantics"]}, **made)


@dataclass(frozen=True, repr=False)
class CliqueCounts(Result):
    """Cliques: ``count``, and for several sizes also ``sizes``, the number of cliques of each size."""

    _app = "clique"
    _sizes: Mapping[int, int] | None = None  # None: one size was asked for
    is_of_all_sizes: bool = False

    @property
    def sizes(self) -> dict[int, int]:
        """The number of cliques of each size."""
        if self._sizes is None:
            raise InputError("only one size was asked for: take .count, or call cliques() without k for every size")
        self._require_complete()
        return dict(self._sizes)

    @property
    def clique_number(self) -> int:
        """The number of vertices of the largest clique."""
        if not self.is_of_all_sizes:
            raise InputError("the largest clique is known only if every size was asked for: call cliques() without k")
        return max(self.sizes, default=0)

    def _own(self) -> Record:
        if self._sizes is None:
            return {"patterns": []}
        key = "count" if self._is_exact else "count_at_least"
        own: Record = {"patterns": [], "sizes": [{"k": k, key: str(n)} for k, n in self._sizes.items()]}
        known = self.is_of_all_sizes and self.is_complete
        return {**own, "clique_number": max(self._sizes, default=None) if known else None}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        if self._sizes is None:
            return super()._rows()
        return ["k", "count"], [[k, n] for k, n in self._sizes.items()]


@dataclass(frozen=True)
class MotifCount:
    """A pattern of a result, with its count."""

    graph6: str
    name: str
    aliases: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    count: int
    directed: bool = False
    size: int = 0

    def _repr_svg_(self) -> str:
        from ._draw import svg

        return svg(self.size, () if self.directed else self.edges, self.edges if self.directed else ())


@dataclass(frozen=True, repr=False)
class MotifCounts(Result, Mapping[str, int]):
    """Motifs: a mapping from patterns, by name, alias or graph6, to their counts."""

    _app = "motif"
    patterns: tuple[MotifCount, ...] = ()

    def _found(self, name: object) -> MotifCount:
        for pattern in self.patterns:
            if name in (pattern.name, pattern.graph6, *pattern.aliases) and name:
                return pattern
        raise KeyError(f"{name!r} is not a pattern of this result, which has {', '.join(p.name or p.graph6 for p in self.patterns[:20])}")

    def __getitem__(self, name: str) -> int:
        found = self._found(name)
        if not self._is_exact:
            raise Error(f"the run was stopped ({self.status}): there are no exact numbers: see .patterns for lower bounds")
        return found.count

    def __iter__(self) -> Iterator[str]:
        return (pattern.name or pattern.graph6 for pattern in self.patterns)

    def __len__(self) -> int:
        return len(self.patterns)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, MotifCounts) and self.patterns == other.patterns)

    __hash__ = None  # type: ignore[assignment]

    def _own(self) -> Record:
        key = "count" if self._is_exact else "count_at_least"
        rows = []
        for p in self.patterns:
            aliases = {"aliases": list(p.aliases)} if p.aliases else {}
            row = {"graph6": p.graph6, "name": p.name, **aliases, "edges": [list(e) for e in p.edges], key: str(p.count)}
            rows += [row] if p.count else []
        return {"patterns": rows}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        rows = sorted(self.patterns, key=lambda p: -p.count)
        whole = sum(p.count for p in rows) or 1
        return ["name", "graph6", "count", "share"], [[p.name, p.graph6, p.count, p.count / whole] for p in rows]

    def _drawings(self, most: int) -> list[str]:
        return [p._repr_svg_() for p in sorted(self.patterns, key=lambda p: -p.count)[:most]]


@dataclass(frozen=True, repr=False)
class MatchCounts(Result):
    """Matches of a pattern. ``count`` is their number, or that of mappings if these were asked for."""

    _app = "match"
    pattern: str = ""
    automorphisms: int = 1
    matches: int = 0
    discovered: tuple[int, ...] = ()  # the vertices of the pattern that discover labels
    _by_labels: tuple[tuple[tuple[str, ...], int], ...] = ()
    _is_of_mappings: bool = False

    @property
    def by_labels(self) -> dict[tuple[str, ...], int]:
        """The part of ``count`` for the labels of the vertices that discover them, the largest first. "" is no label."""
        if not self.discovered:
            raise InputError("the pattern discovers no labels: write 0:? in it for the label of vertex 0")
        self._require_complete()
        times = self.automorphisms if self._is_of_mappings else 1
        return {labels: matches * times for labels, matches in self._by_labels}

    @property
    def mappings(self) -> int:
        """The number of mappings: the number of matches times that of the pattern's automorphisms."""
        self._require_complete()
        return self.matches * self.automorphisms

    def _own(self) -> Record:
        key = "count" if self._is_exact else "count_at_least"
        row: Record = {"pattern": self.pattern, "automorphisms": self.automorphisms, key: str(self.matches)}
        row["mappings"] = str(self.matches * self.automorphisms)
        if self.discovered:
            row["discovered"] = list(self.discovered)
            row["by_labels"] = [{"labels": list(labels), key: str(matches)} for labels, matches in self._by_labels]
        row["form"] = self.record["form"]
        return {"patterns": [], key: str(self.matches), "matches": [row]}

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        if self.discovered:
            names = [f"label{v}" for v in self.discovered]
            return [*names, "matches", "mappings"], [[*labels, n, n * self.automorphisms] for labels, n in self._by_labels]
        row = [self.pattern, self.matches, self.automorphisms, self.matches * self.automorphisms]
        return ["pattern", "matches", "automorphisms", "mappings"], [row]
