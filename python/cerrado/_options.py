"""The options of runs: their names and defaults are those of the command line."""

from __future__ import annotations

import difflib
import functools
import inspect
import logging
import math
import numbers
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _core
from ._core import InputError
from ._ranks import Ranks

log = logging.getLogger("cerrado")

WHERE = ("device", "threads", "deadline", "progress")
SHARED = ("devices", "ranks", "deal")
RUN = (*WHERE, *SHARED, "workers", "warp_width", "pieces", "order", "roots", "balance", "policy", "threshold", "donations", "poll")
KEPT = (*RUN, "checkpoint", "resume", "checkpoint_every")  # of runs that can go on

_UNITS = {"": 1.0, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_LARGEST = 2**31 - 1
_MOST = {"threads": 4096, "workers": 1 << 20, "warp_width": 32, "pieces": 1024}


@dataclass(frozen=True)
class Progress:
    """How far a run is. ``share`` is the part of the predicted work that is done, from 0 to 1."""

    roots_done: int
    roots_given: int
    seconds: float
    delivered: int
    share: float


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """``value`` as an int, or an InputError that names the argument."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise InputError(f"{name}={value!r}: expected a whole number")
    number, largest = int(value), _LARGEST if most is None else most
    if number < least or number > largest:
        bound = f"of {least} or more" if most is None and number < least else f"from {least} to {largest}"
        raise InputError(f"{name}={number}: expected a whole number {bound}")
    return number


def real(name: str, value: object, least: float = 0.0) -> float:
    """``value`` as a float, or an InputError that names the argument."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value) or value < least:
        raise InputError(f"{name}={value!r}: expected a number of {least:g} or more")
    return float(value)


def flag(name: str, value: object) -> bool:
    """``value`` as a bool, or an InputError that names the argument."""
    if value is True or value is False:
        return bool(value)
    raise InputError(f"{name}={value!r}: expected True or False")


def text(name: str, value: object) -> str:
    """``value`` as a str, or an InputError that names the argument."""
    if not isinstance(value, str):
        raise InputError(f"{name}={value!r}: expected a text")
    return value


def seconds(name: str, value: object) -> float:
    """A time: a number of seconds, or a text such as 500ms, 5min or 1h."""
    if isinstance(value, str):
        found = re.fullmatch(r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?)(us|ms|s|min|h|d|)", value)
        if not found:
            raise InputError(f"{name}={value!r}: expected a time, such as 2, '2s', '100us', '500ms', '5min' or '1h'")
        return float(found[1]) * _UNITS[found[2]]
    return real(name, value)


def path(name: str, value: object) -> str:
    """The path of a file as a text."""
    if isinstance(value, (str, os.PathLike)):
        found = os.fspath(value)
        if isinstance(found, str) and found and "\0" not in found:
            return found
    raise InputError(f"{name}={value!r}: expected the path of a file")


def sizes_of(k: object, least: object, most: object) -> tuple[int | None, int | None, int | None]:
    """Sizes of subgraphs: one, or several."""
    if k is not None and (least is not None or most is not None):
        raise InputError("k and min_k or max_k: give k for one size, the others for several")

    def size(name: str, value: object) -> int | None:
        return None if value is None else whole(name, value, 1)

    return size("k", k), size("min_k", least), size("max_k", most)


def refuse_unknown(given: Iterable[str], known: Iterable[str], what: str) -> None:
    """InputError for a keyword that is none, with the nearest one that is."""
    known = list(known)
    for name in given:
        if name in known:
            continue
        known += _parameters_of(what)
        near = difflib.get_close_matches(name, known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(known))}"
        raise InputError(f"{what} has no option {name!r}: {hint}")


def _parameters_of(what: str) -> list[str]:
    """The arguments of a method of Graph, ``cliques()`` for example, besides options."""
    from ._graph import Graph

    method = getattr(Graph, what.removesuffix("()"), None)
    every = inspect.signature(method).parameters.values() if method is not None else ()
    return [one.name for one in every if one.name != "self" and one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)]


def _device(value: object) -> tuple[str, int | None]:
    word = text("device", value)
    found = re.fullmatch(r"cuda:([0-9]+)", word)
    if not found:
        return {"cpu": "host"}.get(word, word), None
    number, count = int(found[1]), _core.cuda_device_count()
    if count == 0:
        return "cuda", None  # the run says why there is none
    if number >= count:
        raise InputError(f"device={word!r}: this machine has {count} CUDA devices, from cuda:0 on")
    return "cuda", number


def _devices(value: object) -> list[str]:
    """Devices that share a run: "all", "0,1,host" as on the command line, or a list of names."""
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)) or not words:
        raise InputError(f"devices={value!r}: expected 'all', or names such as ['cuda:0', 'cuda:1', 'host']")
    return [{"cpu": "host"}.get(str(word), str(word)) for word in words]


def _ranks(value: object) -> _core.Ranks:
    if not isinstance(value, Ranks):
        raise InputError(f"ranks={value!r}: expected a cerrado.Ranks")
    return value._core


@functools.cache
def _warn_of_copies() -> None:
    """Once, where each of several processes is about to do all of a run."""
    if _core.is_launched():
        log.warning("several processes were started, and each does all of the run: give ranks=cerrado.Ranks() to share it")


def _told(to: Callable[[Progress], object]) -> Callable[[dict[str, Any]], None]:
    def tell_progress(now: dict[str, Any]) -> None:
        to(Progress(**now))

    return tell_progress


class _Line:
    """Progress on standard error where tqdm is not there."""

    def __call__(self, now: Progress) -> None:
        sys.stderr.write(f"\rcerrado: {now.share:7.1%} of the work, {now.seconds:.1f} s ")
        sys.stderr.flush()

    def close(self, is_complete: bool) -> None:
        sys.stderr.write("\rcerrado:  100.0% of the work\n" if is_complete else "\n")


class _Bar:
    """Progress by tqdm."""

    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(total=1.0, bar_format="{desc}{percentage:3.0f}%|{bar}| {elapsed} of {remaining}")

    def __call__(self, now: Progress) -> None:
        self.bar.update(max(0.0, now.share - self.bar.n))

    def close(self, is_complete: bool) -> None:
        self.bar.update(1.0 - self.bar.n if is_complete else 0.0)  # short runs tell nothing on their way
        self.bar.close()


def shown(progress: object) -> tuple[Callable[[dict[str, Any]], None] | None, Callable[[bool], None]]:
    """The function that a run calls now and then, and the one to call when it has ended, with True if it did all of its work."""
    if progress is None or progress is False:
        return None, lambda _: None
    if progress is not True:
        if not callable(progress):
            raise InputError(f"progress={progress!r}: expected True, or a function that takes a cerrado.Progress")
        return _told(progress), lambda _: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        line = _Line()
        return _told(line), line.close
    bar = _Bar(tqdm)
    return _told(bar), bar.close


def _set_numbers(options: _core.Options, given: dict[str, Any]) -> None:
    for name in ("threads", "workers", "warp_width"):
        if given.get(name) is not None:
            setattr(options, name, whole(name, given[name], 0, _MOST[name]))
    if given.get("pieces") is not None:
        options.pieces = whole("pieces", given["pieces"], 1, _MOST["pieces"])
    if given.get("donations") is not None:
        options.donations = whole("donations", given["donations"], 0, 2**32 - 1)
    if given.get("threshold") is not None:
        options.threshold = real("threshold", given["threshold"])
    for name in ("deadline", "poll", "checkpoint_every"):
        if given.get(name) is not None:
            setattr(options, name, seconds(name, given[name]))


def make(given: dict[str, Any], known: tuple[str, ...], what: str, positions: Callable[[Any], list[int]]) -> _core.Options:
    """Options as the library takes them. ``positions`` gives those of ids of vertices."""
    refuse_unknown(given, known, what)
    options = _core.Options()
    if not given:
        _warn_of_copies()
        return options
    _set_numbers(options, given)
    for name in ("order", "balance", "policy", "deal"):
        if given.get(name) is not None:
            setattr(options, name, text(name, given[name]))
    for name in ("checkpoint", "resume"):
        if given.get(name) is not None:
            setattr(options, name, path(name, given[name]))
    if given.get("device") is not None:
        options.device, options.gpu = _device(given["device"])
    if given.get("devices") is not None:
        if given.get("device") is not None:
            raise InputError("device and devices: give one of them")
        options.devices = _devices(given["devices"])
    if given.get("ranks") is not None:
        options.ranks = _ranks(given["ranks"])
    else:
        _warn_of_copies()
    if given.get("roots") is not None:
        options.roots = positions(given["roots"])
    return options


def tell(notes: list[str]) -> None:
    """Remarks for a person go to the log."""
    for note in notes:
        log.warning("%s", note)
