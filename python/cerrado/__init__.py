"""Cerrado counts and lists small patterns in large graphs: cliques, motifs, and patterns of your choice.

>>> import cerrado as cd
>>> g = cd.generate("complete:n=6")
>>> g.cliques(3).count
20
>>> g.matches("4-cycle").count
45

A graph comes from a file (:func:`read`), from a generator (:func:`generate`), or from another library
(:class:`Graph`). Its methods count. Every result says in ``semantics`` what was counted.
"""

import atexit
import os
import warnings

__version__ = "0.2.0"

try:
    import _cerrado_cuda
except ImportError:
    pass
else:
    if _cerrado_cuda.__version__ == __version__:
        __path__.insert(0, os.path.dirname(_cerrado_cuda.__file__))  # so that its _core is taken
    else:
        warnings.warn(f"cerrado-cuda {_cerrado_cuda.__version__} does not serve cerrado {__version__}: pip install cerrado-cuda=={__version__}",
                      stacklevel=2)

from . import _core
from ._approximate import ApproximateCliques, ApproximateMatches, ApproximateMotifs, Approximation, Estimate
from ._core import DeviceBlock, Error, InputError
from ._files import devices, generate, read
from ._frequent import Frequent, FrequentPattern, Support
from ._graph import Graph
from ._options import Progress
from ._pattern import Pattern
from ._query import QueryCounts
from ._ranks import Ranks
from ._records import Discovery, Distance, GraphletCounts, Orbits, Profile, ProvenCount, ScoreRow, Scores, Sieved
from ._results import CliqueCounts, MatchCounts, MotifCount, MotifCounts, Result
from ._temporal import TemporalGraph
from ._temporal_results import TemporalCounts, TemporalDiscovery, TemporalMotifs

__all__ = [
    "ApproximateCliques",
    "ApproximateMatches",
    "ApproximateMotifs",
    "Approximation",
    "CliqueCounts",
    "DeviceBlock",
    "Discovery",
    "Distance",
    "Error",
    "Estimate",
    "Frequent",
    "FrequentPattern",
    "Graph",
    "GraphletCounts",
    "InputError",
    "MatchCounts",
    "MotifCount",
    "MotifCounts",
    "Orbits",
    "Pattern",
    "Profile",
    "Progress",
    "ProvenCount",
    "QueryCounts",
    "Ranks",
    "Result",
    "ScoreRow",
    "Scores",
    "Sieved",
    "Support",
    "TemporalCounts",
    "TemporalDiscovery",
    "TemporalGraph",
    "TemporalMotifs",
    "devices",
    "generate",
    "read",
]

# A run must not go on while the process ends, and threads do not live on in the child of a fork.
atexit.register(_core.end_all_calls)
os.register_at_fork(after_in_child=_core.forget_threads)
