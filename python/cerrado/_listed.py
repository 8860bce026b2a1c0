"""Subgraphs one by one or block by block, on the host or where a GPU has them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._core import Error, InputError
from ._options import KEPT, make, shown, whole

if TYPE_CHECKING:
    from ._graph import Graph

Array = np.ndarray[Any, Any]
_ROWS = 4096  # that are made tuples at once


class Listed:
    """A search whose results can be listed. ``_listing(options)`` begins the search."""

    _call = ""
    _graph: Graph
    _options: dict[str, Any]

    def _listing(self, options: _core.Options) -> _core.Listing:
        raise NotImplementedError

    def _arranged(self, block: Array) -> Iterator[Array]:
        yield block

    def _unverified(self, what: str) -> dict[str, Any]:
        """The options of what is not a count of the whole."""
        for name in ("verify", "seed"):
            given = self._options.get(name)
            if given is not None and given is not False:
                raise InputError(f"{name} is of counts, not of {what}: leave it out")
        return {name: value for name, value in self._options.items() if name not in ("limit", "verify", "seed")}

    def _found(self, limit: int | None, on_device: bool) -> Iterator[Any]:
        """The blocks as the library gives them."""
        given = self._unverified("a list")
        report, close = shown(given.pop("progress", None))
        options = make(given, KEPT, self._call, self._graph._positions)
        options.limit, options.on_device = limit, on_device
        if report is not None:
            options.progress = report
        listing = self._listing(options)
        is_whole = False
        try:
            while (found := listing.next()) is not None:
                yield found
            ended = listing.result()
            if ended is not None and ended["status"] in ("deadline", "interrupted"):
                raise Error(f"the run was stopped ({ended['status']}): the list is a part of the whole")
            is_whole = True
        finally:
            listing.stop()
            close(is_whole)

    def blocks(self, limit: int | None = None) -> Iterator[Array]:
        """Arrays of (subgraphs, vertices) ids, while the search runs. To leave the loop ends the search.

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
        """The same in the memory of a GPU, half of which they may take: int32, (subgraphs, vertices). The search ends
        before the first. ``torch.from_dlpack(block)`` or ``cupy.asarray(block)`` reads a block where it is, as long as
        any of them is kept. They are the ids if these are whole numbers, and otherwise positions in ``nodes``; columns
        of a match are in the ``order`` of the search. Work on another stream than the default one must have ended
        before the last of them is dropped.
        """
        self._check_device()
        yield from self._found(None, on_device=True)

    def _check_device(self) -> None:
        if self._options.get("limit") is not None:
            raise InputError("limit is of lists on the host: leave it out, or take blocks()")
        device = self._options.get("device") or self._graph._residence or "auto"
        if str(device).split(":")[0] not in ("auto", "cuda") or self._options.get("devices") is not None:
            raise InputError("device_blocks() is of a run on one GPU: give device='cuda', or take blocks()")
        if _core.cuda_device_count() == 0:
            raise InputError("device_blocks(): no CUDA device can be used here; take blocks()")
        ids = self._graph._core.original_ids
        if ids is not None and (self._graph._table is not None or bool((ids >= 2**31).any())):
            raise InputError("device_blocks() has ids of 32 bits, and those of this graph are others; take blocks()")

    def list(self, limit: int | None = None) -> list[tuple[Hashable, ...]]:
        """The subgraphs as tuples of ids, at most ``limit``. An exception that ends it early has the subgraphs found so far as ``.result``."""
        rows: list[tuple[Hashable, ...]] = []
        try:
            for block in self.blocks(limit):
                for begin in range(0, len(block), _ROWS):  # other threads have their turn between these
                    rows.extend(map(tuple, block[begin : begin + _ROWS].tolist()))
        except BaseException as error:
            error.result = rows  # type: ignore[attr-defined]
            raise
        return rows
