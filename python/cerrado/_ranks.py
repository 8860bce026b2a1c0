"""Several processes that share one run: mpirun -n 4 python program.py."""

from __future__ import annotations

from types import TracebackType

from . import _core


class Ranks:
    """The processes that ``mpirun`` or ``srun`` started. They share runs.

    Every process asks for the same results with ``ranks=ranks``, each on its devices, and gets the whole results. (A query
    runs when its count is asked for.) Without a launcher there is one process. Use it in a ``with`` block: if one process
    fails, all of them end and report the reason.

    >>> import cerrado as cd
    >>> with cd.Ranks() as ranks:
    ...     count = cd.generate("complete:n=20").cliques(5, device="host", ranks=ranks).count
    ...     if ranks.rank == 0:
    ...         print(count)
    15504

    Raises
    ------
    Error
        There is a launcher, but no module of MPI that fits it.
    """

    def __init__(self) -> None:
        self._core = _core.Ranks()
        self._is_finished = False

    @property
    def rank(self) -> int:
        """The number of this process, from 0."""
        return self._core.rank

    @property
    def size(self) -> int:
        """The number of processes."""
        return self._core.size

    def __repr__(self) -> str:
        return f"<cerrado.Ranks: rank {self.rank} of {self.size}>"

    def __enter__(self) -> Ranks:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_finished:
            return
        self._is_finished = True
        exit_code = self._core.finish(0 if error is None else 1, "" if error is None else f"{type(error).__name__}: {error}")
        if error is None and exit_code != 0:
            raise SystemExit(exit_code)  # the rank that failed has reported the reason
