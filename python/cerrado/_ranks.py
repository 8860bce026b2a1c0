"""Several processes that do one run: mpirun -n 4 python program.py."""

from __future__ import annotations

from types import TracebackType

from . import _core


class Ranks:
    """The processes that ``mpirun`` or ``srun`` started, for runs that all of them share.

    Every process asks for the same results with ``ranks=ranks``, each on its devices, and gets them whole (a query runs
    when it is asked for its count, say). Without a launcher there is one process. Leave it by ``with``: if one process
    fails, all end with its reason.

    >>> import cerrado as cd
    >>> with cd.Ranks() as ranks:
    ...     count = cd.generate("complete:n=20").cliques(5, device="host", ranks=ranks).count
    ...     if ranks.rank == 0:
    ...         print(count)
    15504

    Raises
    ------
    Error
        There is a launcher, and no module of MPI that fits it.
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
        """How many processes there are."""
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
            raise SystemExit(exit_code)  # of a rank that failed, and has said why
