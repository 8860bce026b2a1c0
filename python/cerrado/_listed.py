"""Lists subgraphs one by one or block by block, on the host or in the memory of a GPU."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._core import Error, InputError
from ._options import KEPT, make, shown, whole

if TYPE_CHECKING:
    from ._graph import Graph

Array = np.ndarray[Any, Any]
_ROWS = 4096  # rows that become tuples at once


def found_by(
    listing: _core.Listing, close: Callable[[bool], None], what: str,
    worded: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Iterator[Any]:  # fmt: skip
    """The blocks of a search, which ends if the loop is left. ``close(is_whole)`` ends the report of its progress."""
    is_whole = False
    try:
        while True:
            with worded():
                found = listing.next()
            if found is None:
                break
            yield found
        ended = listing.result()
        if ended is not None and ended["status"] in ("deadline", "interrupted"):
            raise Error(f"the run was stopped ({ended['status']}), so {what} incomplete")
        is_whole = True
    finally:
        listing.stop()
        close(is_whole)


def check_device(graph: Graph, options: dict[str, Any]) -> None:
    """Raises InputError unless ``device_blocks()`` can give the ids of the graph."""
    device = options.get("device") or graph._residence or "auto"
    if str(device).split(":")[0] not in ("auto", "cuda") or options.get("devices") is not None:
        raise InputError("device_blocks() needs a run on one GPU: give device='cuda', or take blocks()")
    if _core.cuda_device_count() == 0:
        raise InputError("device_blocks(): there is no CUDA device that can be used: take blocks()")
    ids = graph._core.original_ids
    if ids is not None and (graph._table is not None or bool((ids >= 2**31).any())):
        raise InputError("device_blocks() has ids of 32 bits, which cannot hold the ids of this graph: take blocks()")


class Listed:
    """Subgraphs that can be listed. ``_listing(options)`` begins the search."""

    _call = ""
    _graph: Graph
    _options: dict[str, Any]

    def _listing(self, options: _core.Options) -> _core.Listing:
        raise NotImplementedError

    def _arranged(self, block: Array) -> Iterator[Array]:
        yield block

    def _unverified(self, what: str) -> dict[str, Any]:
        """The options of a search that is not a full count, without verify and seed."""
        for name in ("verify", "seed"):
            given = self._options.get(name)
            if given is not None and given is not False:
                raise InputError(f"{name} is for counts, not for {what}: leave it out")
        return {name: value for name, value in self._options.items() if name not in ("limit", "verify", "seed")}

    def _found(self, limit: int | None, on_device: bool) -> Iterator[Any]:
        """The blocks in the form of the library."""
        given = self._unverified("a list")
        report, close = shown(given.pop("progress", None))
        options = make(given, KEPT, self._call, self._graph._positions)
        options.limit, options.on_device = limit, on_device
        if report is not None:
            options.progress = report
        yield from found_by(self._listing(options), close, "the list is")

    def blocks(self, limit: int | None = None) -> Iterator[Array]:
        """Arrays of (subgraphs, vertices) ids, while the search runs. The search ends if the loop is left.

        Parameters
        ----------
        limit : int, optional
            The most subgraphs to give.
        """
        most = limit if limit is not None else self._options.get("limit")
        if most is not None and whole("limit", most, 0, 2**64 - 1) == 0:
            return
        left = None if most is None else int(most)
        for found in self._found(left, on_device=False):
            for block in self._arranged(found):
                given_block = block if left is None else block[:left]
                if left is not None:
                    left -= len(given_block)
                if len(given_block):
                    yield self._graph._ids_of(given_block)

    def device_blocks(self) -> Iterator[_core.DeviceBlock]:
        """Blocks in the memory of a GPU: int32, (subgraphs, vertices). They may take half of the memory.

        The search ends before the first block is given. ``torch.from_dlpack(block)`` and ``cupy.asarray(block)`` read
        a block without a copy, which keeps it alive. The numbers are the ids if these are whole numbers, and positions
        in ``nodes`` otherwise. The columns of a match are in the ``order`` of the search. Work on another stream than
        the default one must have ended before the last reference to a block is dropped.
        """
        self._check_device()
        yield from self._found(None, on_device=True)

    def _check_device(self) -> None:
        if self._options.get("limit") is not None:
            raise InputError("limit is for lists on the host: leave it out, or take blocks()")
        check_device(self._graph, self._options)

    def list(self, limit: int | None = None) -> list[tuple[Hashable, ...]]:
        """The subgraphs as tuples of ids, at most ``limit``. An exception that ends it early has those found so far as ``.result``."""
        rows: list[tuple[Hashable, ...]] = []
        try:
            for block in self.blocks(limit):
                for begin in range(0, len(block), _ROWS):  # other threads can run between two steps
                    rows.extend(map(tuple, block[begin : begin + _ROWS].tolist()))
        except BaseException as error:
            error.result = rows  # type: ignore[attr-defined]
            raise
        return rows
