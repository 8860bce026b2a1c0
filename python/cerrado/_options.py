"""The options of runs. Their names and defaults are those of the command line."""

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
KEPT = (*RUN, "checkpoint", "resume", "checkpoint_every")  # options of runs with checkpoints
IN_TIME = (*WHERE, "devices", "ranks", "checkpoint", "resume", "checkpoint_every")  # of counts of temporal motifs

_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Progress:
    """The progress of a run. ``share`` is the part of the predicted work that is done, from 0 to 1."""

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
        return _core.parse_time(f"{name}={value!r}", value)
    return real(name, value)


def path(name: str, value: object) -> str:
    """The path of a file as a text."""
    if isinstance(value, (str, os.PathLike)):
        found = os.fspath(value)
        if isinstance(found, str) and found and "\0" not in found:
            return found
    raise InputError(f"{name}={value!r}: expected the path of a file")


def sizes_of(k: object, least: object, most: object) -> tuple[int | None, int | None, int | None]:
    """The sizes of subgraphs: one size, or several."""
    if k is not None and (least is not None or most is not None):
        raise InputError("k and min_k or max_k are both given: give only k for one size, or only min_k and max_k for several")

    def size(name: str, value: object) -> int | None:
        return None if value is None else whole(name, value, 1)

    return size("k", k), size("min_k", least), size("max_k", most)


def refuse_unknown(given: Iterable[str], known: Iterable[str], what: str) -> None:
    """Raises InputError for an unknown keyword, and names the nearest known one."""
    known = list(known)
    for name in given:
        if name in known:
            continue
        known += _parameters_of(what)
        near = difflib.get_close_matches(name, known, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(sorted(known))}"
        raise InputError(f"{what} has no option {name!r}: {hint}")


def _parameters_of(what: str) -> list[str]:
    """The arguments of a method of Graph, such as ``cliques()``, without options."""
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
        return "cuda", None  # the run reports why there is no GPU
    if number >= count:
        raise InputError(f"device={word!r}: this machine has {count} CUDA devices, numbered from cuda:0")
    return "cuda", number


def _devices(name: str, value: object) -> list[str]:
    """Devices that share a run: "all", "0,1,host" as on the command line, or a list of names."""
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)) or not words:
        raise InputError(f"{name}={value!r}: expected 'all', or names such as ['cuda:0', 'cuda:1', 'host']")
    return [{"cpu": "host"}.get(str(word), str(word)) for word in words]


def _ranks(name: str, value: object) -> _core.Ranks:
    if not isinstance(value, Ranks):
        raise InputError(f"{name}={value!r}: expected a cerrado.Ranks")
    return value._core


# The options that the library takes as they are -> the function that reads them.
_READ: dict[str, Callable[[str, object], object]] = {
    "threads": functools.partial(whole, least=0, most=4096),
    "workers": functools.partial(whole, least=0, most=1 << 20),
    "warp_width": functools.partial(whole, least=0, most=32),
    "pieces": functools.partial(whole, least=1, most=1024),
    "donations": functools.partial(whole, least=0, most=2**32 - 1),
    "threshold": real,
    "deadline": seconds, "poll": seconds, "checkpoint_every": seconds,
    "order": text, "balance": text, "policy": text, "deal": text,
    "checkpoint": path, "resume": path,
    "devices": _devices,
    "ranks": _ranks,
}  # fmt: skip


@functools.cache
def _warn_of_copies() -> None:
    """Warns once if each of several processes is about to do all of a run."""
    if _core.is_launched():
        log.warning("several processes were started, and each of them does the whole run: give ranks=cerrado.Ranks() to share it")


def _told(to: Callable[[Progress], object]) -> Callable[[dict[str, Any]], None]:
    def tell_progress(now: dict[str, Any]) -> None:
        to(Progress(**now))

    return tell_progress


class _Line:
    """Shows progress on standard error if tqdm is not installed."""

    def __call__(self, now: Progress) -> None:
        sys.stderr.write(f"\rcerrado: {now.share:7.1%} of the work, {now.seconds:.1f} s ")
        sys.stderr.flush()

    def close(self, is_complete: bool) -> None:
        sys.stderr.write("\rcerrado:  100.0% of the work\n" if is_complete else "\n")


class _Bar:
    """Shows progress with tqdm."""

    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(total=1.0, bar_format="{desc}{percentage:3.0f}%|{bar}| {elapsed} of {remaining}")

    def __call__(self, now: Progress) -> None:
        self.bar.update(max(0.0, now.share - self.bar.n))

    def close(self, is_complete: bool) -> None:
        self.bar.update(1.0 - self.bar.n if is_complete else 0.0)  # short runs report no progress before their end
        self.bar.close()


def shown(progress: object) -> tuple[Callable[[dict[str, Any]], None] | None, Callable[[bool], None]]:
    """Two functions: one that a run calls now and then, and one to call at its end with whether it did all its work."""
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


def make(given: dict[str, Any], known: tuple[str, ...], what: str, positions: Callable[[Any], list[int]]) -> _core.Options:
    """The options for the library. ``positions`` converts ids of vertices to positions."""
    refuse_unknown(given, known, what)
    options = _core.Options()
    given = {name: value for name, value in given.items() if value is not None}
    if "device" in given and "devices" in given:
        raise InputError("device and devices: give one of them")
    for name, read in _READ.items():
        if name in given:
            setattr(options, name, read(name, given[name]))
    if "device" in given:
        options.device, options.gpu = _device(given["device"])
    if "roots" in given:
        options.roots = positions(given["roots"])
    if "ranks" not in given:
        _warn_of_copies()
    return options


def verify_of(given: dict[str, Any]) -> tuple[int | None, int] | None:
    """Removes ``verify`` and ``seed``, and gives the number of roots to check (None: all) and the seed that draws them."""
    verify, seed = given.pop("verify", None), given.pop("seed", None)
    if verify is None or verify is False:
        if seed is not None:
            raise InputError("seed chooses the roots that verify samples: give verify, or leave seed out")
        return None
    if given.get("roots") is not None:
        raise InputError("verify and roots: verify chooses the roots itself: give one of them")
    if verify is True or (isinstance(verify, str) and verify == "all"):
        return None, 1
    if isinstance(verify, str):
        raise InputError(f"verify={verify!r}: expected True, 'all', or a number of roots")
    return whole("verify", verify, 1, 2**64 - 1), whole("seed", 1 if seed is None else seed, 0, 2**64 - 1)


def tell(notes: list[str]) -> None:
    """Writes notes for a person to the log."""
    for note in notes:
        log.warning("%s", note)
