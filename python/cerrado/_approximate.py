"""Approximate counts: estimates with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from . import _core
from ._core import InputError
from ._options import WHERE, whole
from ._results import Record, Result
from ._run import counted

if TYPE_CHECKING:
    from ._graph import Graph


@dataclass(frozen=True)
class Estimate:
    """An estimate of a count, and the interval that holds it for the asked share of seeds."""

    estimate: float | None  # None: no draw met one, and there may be up to ``high``
    standard_error: float
    low: float
    high: float
    met: int  # draws that gave one
    graph6: str = ""
    name: str = ""


@dataclass(frozen=True, repr=False)
class Approximation(Result):
    """Estimates in place of counts: ``estimates``, and ``estimate``, ``low``, ``high`` if there is one.

    ``draws`` were made, and ``trial_draws`` before them, which chose how to draw. ``is_reached`` tells whether the
    intervals are as narrow as asked for.
    """

    estimates: tuple[Estimate, ...] = ()
    draws: int = 0
    trial_draws: int = 0
    is_reached: bool = False

    @property
    def count(self) -> NoReturn:
        """There is none."""
        raise InputError("an approximate result has no exact count: take .estimate, or leave approximate out")

    @property
    def count_at_least(self) -> NoReturn:
        """There is none."""
        raise InputError("an approximate result has no bound: take .low, which holds for most seeds")

    def _one(self) -> Estimate:
        if len(self.estimates) != 1:
            raise InputError("there is an estimate for each pattern: take .estimates, or result['4-cycle']")
        return self.estimates[0]

    @property
    def estimate(self) -> float | None:
        """The estimate of the count. None: no draw met one."""
        return self._one().estimate

    @property
    def standard_error(self) -> float:
        """The standard error of the estimate."""
        return self._one().standard_error

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._one().low

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._one().high

    def __getitem__(self, pattern: str) -> Estimate:
        """The estimate of a motif, by its name or its canonical graph6 string."""
        for each in self.estimates:
            if pattern in (each.name, each.graph6):
                return each
        raise KeyError(pattern)

    def _own(self) -> Record:
        return {
            "exact": False, "is_reached": self.is_reached, "draws": self.draws, "trial_draws": self.trial_draws,
            "estimates": [
                {**({"name": one.name} if one.name else {}), **({"graph6": one.graph6} if one.graph6 else {}),
                 "estimate": one.estimate, "standard_error": one.standard_error, "low": one.low, "high": one.high, "met": one.met}
                for one in self.estimates
            ],
        }  # fmt: skip

    def _rows(self) -> tuple[list[str], list[Sequence[Any]]]:
        names = ["name", "graph6", "estimate", "standard_error", "low", "high", "met"]
        return names, [[getattr(one, name) for name in names] for one in self.estimates]

    def _title(self) -> str:
        return f"{self.app}: approximate, {self.draws:,} draws ({self.semantics})"


@dataclass(frozen=True, repr=False)
class ApproximateCliques(Approximation):
    """An estimate of the number of cliques."""

    _app = "clique"


@dataclass(frozen=True, repr=False)
class ApproximateMatches(Approximation):
    """An estimate of the number of matches."""

    _app = "match"


@dataclass(frozen=True, repr=False)
class ApproximateMotifs(Approximation):
    """Estimates of the numbers of motifs."""

    _app = "motif"


K = TypeVar("K", bound=Approximation)


def _share(name: str, value: Any) -> float:
    """A share: 0.01, or "1%"."""
    try:
        share = float(value.removesuffix("%")) / 100 if isinstance(value, str) and value.endswith("%") else float(value)
    except (TypeError, ValueError):
        share = 0.0
    if not 0 < share < 1:
        raise InputError(f"{name}={value!r}: expected a share above 0 and below 1, such as '5%' or 0.05")
    return share


def approximated(
    kind: type[K], graph: Graph, what: str, own: dict[str, Any], error: Any, options: dict[str, Any],
    unfit: dict[str, Any], search: Callable[[float, float, int, _core.Options], tuple[Any, BaseException | None]],
) -> K:  # fmt: skip
    """Runs a search for estimates. ``unfit``: arguments that only exact counts take."""
    for name, value in unfit.items():
        if value:
            raise InputError(f"{name} asks for exact counts: leave it out, or approximate")
    rest = dict(options)
    precision = _share("approximate", error), _share("confidence", rest.pop("confidence", 0.95))
    seed = whole("seed", rest.pop("seed", 1), 0, 2**64 - 1)
    return counted(
        kind, graph, what, {**own, "approximate": precision[0], "confidence": precision[1], "seed": seed}, rest,
        lambda made: search(*precision, seed, made),
        lambda found: {
            "number": None,
            "estimates": tuple(Estimate(*row) for row in found["estimates"]),
            "draws": found["draws"], "trial_draws": found["trial_draws"], "is_reached": found["is_reached"],
        },
        WHERE,
    )  # fmt: skip
