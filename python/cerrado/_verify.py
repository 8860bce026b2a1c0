"""``verify``: compares a count with that of the application's serial program, which shares no code with it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _core
from ._core import Error, InputError
from ._options import log, tell, whole

Counts = dict[str, int]
Found = dict[str, Any]


@dataclass(frozen=True)
class Serial:
    """Two functions to compare: ``counts`` takes the counts of a run, and ``again`` counts by the serial program.

    Both give counts by pattern or by size.
    """

    counts: Callable[[Found], Counts]
    again: Callable[[list[int] | None, float | None], Counts | None]
    has_roots: bool = True
    refusal: str = ""


@dataclass(frozen=True)
class Asked:
    """The request to verify. ``roots`` is the number of roots to sample; None: all."""

    roots: int | None
    seed: int


def of_cliques(core: _core.Graph, k: int | None, least: int | None, most: int | None) -> Serial:
    def again(roots: list[int] | None, until: float | None) -> Counts | None:
        if k is not None:
            found: Counts | None = _core.count_cliques_again(core, k, roots, _left(until))
            return found
        sizes: Counts = {}
        for size in range(least or 1, (most or core.vertex_count) + 1):
            counted = _core.count_cliques_again(core, size, roots, _left(until))
            if counted is None:
                return None
            if not counted[""]:
                break
            sizes[f"{size} vertices"] = counted[""]
        return sizes

    def counts(found: Found) -> Counts:
        return {"": found["count"]} if k is not None else {f"{size} vertices": n for size, n in found["sizes"].items()}

    return Serial(counts, again)


def of_motifs(core: _core.Graph, k: int, directed: bool, edge_induced: bool) -> Serial:
    why_not = "verify and edge_induced: the serial program counts induced subgraphs: verify g.matches(pattern) instead"
    return Serial(
        lambda found: {pattern["graph6"]: number for pattern, number in found["motifs"]},
        lambda roots, until: _core.count_motifs_again(core, k, directed, roots, _left(until)),
        refusal=why_not if edge_induced else "",
    )


def of_matches(core: _core.Graph, pattern: _core.Pattern, induced: bool) -> Serial:
    return Serial(
        lambda found: {"": found["count"]},
        lambda _, until: _core.count_matches_again(core, pattern, induced, _left(until)),
        has_roots=False,
    )


def take(options: dict[str, Any], serial: Serial | None, order: str) -> Asked | None:
    """Removes ``verify`` and ``seed`` from the options. ``order``: the order of a resident graph."""
    if serial is None or ("verify" not in options and "seed" not in options):
        return None
    verify, seed = options.pop("verify", None), options.pop("seed", None)
    if verify is None or verify is False:
        if seed is not None:
            raise InputError("seed chooses the roots that verify samples: give verify, or leave seed out")
        return None
    if serial.refusal:
        raise InputError(serial.refusal)
    if options.get("roots") is not None:
        raise InputError("verify and roots: verify chooses the roots itself: give one of them")
    if verify is True or (isinstance(verify, str) and verify == "all"):
        return Asked(None, 1)
    if isinstance(verify, str):
        raise InputError(f"verify={verify!r}: expected True, 'all', or a number of roots")
    if not serial.has_roots:
        raise InputError(f"verify={verify!r}: the serial program of matches cannot check a part: give verify=True")
    if order != "given":
        raise InputError(f'verify={verify!r}: the sampled roots need the given order: give verify=True, or g.resident(order="given")')
    return Asked(whole("verify", verify, 1, 2**64 - 1), whole("seed", seed if seed is not None else 1, 0, 2**64 - 1))


def _left(until: float | None) -> float | None:
    return None if until is None else max(0.0, until - time.perf_counter())


def _at(
    roots: list[int], options: _core.Options, until: float | None, search: Callable[[_core.Options], tuple[Any, BaseException | None]]
) -> Found:
    """Runs again with these roots only."""
    options.order, options.roots = "given", roots
    options.checkpoint = options.resume = ""
    options.progress = None
    options.deadline = max(1e-6, _left(until) or 0.0) if until is not None else 0.0
    found, raised = search(options)
    if raised is not None:
        raise raised
    return dict(found)


def check(
    asked: Asked, serial: Serial, what: str, core: _core.Graph, options: _core.Options, begun: float, found: Found,
    search: Callable[[_core.Options], tuple[Any, BaseException | None]],
) -> None:  # fmt: skip
    """Raises Error with both numbers if they differ. If there is no time to compare, it logs a note."""
    until = begun + options.deadline if options.deadline else None
    total = core.vertex_count
    roots = None
    if asked.roots is not None and asked.roots < total and found["status"] == "complete":
        roots = sorted(random.Random(asked.seed).sample(range(total), asked.roots))
        found = _at(roots, options, until, search)
    if found["status"] != "complete":
        return tell(["not verified: the run is partial"])
    expected = serial.again(roots, until)
    if expected is None:
        return tell(["not verified: the serial program was stopped by the deadline"])
    counted = serial.counts(found)
    for key in sorted(counted.keys() | expected.keys()):
        here, there = counted.get(key, 0), expected.get(key, 0)
        if here != there:
            of = f" for {key}" if key else ""
            raise Error(
                f"{what}: verification failed{of}: counted {here}, the serial program counts {there}; "
                "do not use this result, and please report it"
            )
    log.info("verified: %d of %d roots agree with the serial program", total if roots is None else len(roots), total)
    return None
