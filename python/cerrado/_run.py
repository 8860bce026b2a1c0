"""A run: options in, a record out. An exception that Python raised meanwhile has the partial result."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _core, _verify
from ._options import KEPT, make, shown, tell

if TYPE_CHECKING:
    from ._graph import Graph

DEFAULTS = {
    "device": "auto", "threads": 0, "workers": 0, "warp_width": 0, "pieces": 0, "order": "auto", "seed": 1, "deadline": 0.0,
}  # fmt: skip


def parameters(own: dict[str, Any], options: _core.Options) -> dict[str, Any]:
    """The parameters of a run, as a record has them."""
    made = {**own, **DEFAULTS}
    for name in ("device", "threads", "workers", "warp_width", "pieces", "order", "deadline"):
        made[name] = getattr(options, name)
    return made


def run(
    graph: Graph, what: str, given: dict[str, Any], search: Callable[[_core.Options], tuple[Any, BaseException | None]],
    wrap: Callable[[dict[str, Any], _core.Options], Any], known: tuple[str, ...] = KEPT, serial: _verify.Serial | None = None,
) -> Any:  # fmt: skip
    """Runs ``search(options)`` and gives ``wrap(found, options)``. An error that Python raised has it as ``.result``.

    With ``serial`` there are the options ``verify`` and ``seed``.
    """
    begun = time.perf_counter()
    rest = dict(given)
    asked = _verify.take(rest, serial, graph._held_order)
    report, close = shown(rest.pop("progress", None))
    options = make(rest, known, what, graph._positions)
    if report is not None:
        options.progress = report
    found = None
    try:
        found, raised = search(options)
    finally:
        close(found is not None and found["status"] in ("complete", "limit"))
    result = None
    if found is not None:
        found["seconds"]["total"] = time.perf_counter() - begun
        tell(found.pop("notes", []))
        result = wrap(found, options)
    if raised is not None:
        raised.result = result  # type: ignore[attr-defined]
        raise raised
    if asked is not None and serial is not None:
        _verify.check(asked, serial, what, graph._core, options, begun, found, search)
    return result
