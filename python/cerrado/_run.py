"""Runs a search: options in, a record out. An exception that Python raises meanwhile has the partial result."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from . import _core
from ._options import KEPT, log, make, shown, tell, verify_of
from ._results import Result, wrap

if TYPE_CHECKING:
    from ._graph import Graph

R = TypeVar("R", bound=Result)
Found = dict[str, Any]
Search = Callable[[_core.Options], tuple[Any, BaseException | None]]


def run(
    graph: Graph, what: str, given: dict[str, Any], search: Search, known: tuple[str, ...] = KEPT,
    wrapped: Callable[[Found, _core.Options], Any] = lambda found, _: found, verifies: bool = False,
) -> Any:  # fmt: skip
    """Runs ``search(options)`` and returns ``wrapped(found, options)``. An exception of Python has that as ``.result``.

    ``verifies``: there are the options ``verify`` and ``seed``, too.
    """
    begun = time.perf_counter()
    rest = dict(given)
    asked = verify_of(rest) if verifies else None
    report, close = shown(rest.pop("progress", None))
    options = make(rest, known, what, graph._positions)
    if report is not None:
        options.progress = report
    if asked is not None:
        options.verify(*asked)
    found = None
    try:
        found, raised = search(options)
    finally:
        close(found is not None and found["status"] in ("complete", "limit"))
    result = None
    if found is not None:
        verdict, spent = found.pop("verdict", ("", 0.0))
        found["seconds"]["total"] = time.perf_counter() - begun - spent
        tell(found.pop("notes", []))
        if verdict:
            log.log(logging.INFO if verdict.startswith("verified") else logging.WARNING, "%s", verdict)
        result = wrapped(found, options)
    if raised is not None:
        raised.result = result  # type: ignore[attr-defined]
        raise raised
    return result


def counted(
    kind: type[R], graph: Graph, what: str, own: dict[str, Any], given: dict[str, Any], search: Search,
    members: Callable[[Found], dict[str, Any]], known: tuple[str, ...] = KEPT, verifies: bool = False,
) -> R:  # fmt: skip
    """Runs a search, and returns its record. ``own``: the parameters beside the options.

    ``members`` gives the members that ``kind`` has of its own, and as ``parameters`` those that the search has chosen.
    """

    def wrapped(found: Found, options: _core.Options) -> R:
        its = members(found)
        parameters = {**own, **its.pop("parameters", {}), "device": options.device, "threads": options.threads}
        if "order" in known:
            parameters |= {name: getattr(options, name) for name in ("workers", "warp_width", "pieces", "order")} | {"seed": 1}
        head = graph._head({**parameters, "deadline": options.deadline})
        return wrap(kind, found, head, its)

    return cast(R, run(graph, what, given, search, known, wrapped, verifies))
