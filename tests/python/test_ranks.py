"""One run in several processes of Python."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import cerrado as cd

COMMAND = os.environ.get("CERRADO_COMMAND", "")
MODULE = pathlib.Path(COMMAND).parent / "libcerrado-mpi.so"
needs_mpi = pytest.mark.skipif(
    shutil.which("mpirun") is None or not MODULE.exists(), reason="there is no mpirun, or this build has no module of MPI"
)

SHARED = """
import cerrado as cd
with cd.Ranks() as ranks:
    g = cd.generate("er:n=400,m=4000,seed=1")
    found = g.cliques(4, device="host", threads=1, ranks=ranks)
    count = found.count  # all ranks ask, since a query runs when it is asked
    if ranks.rank == 0:
        print(ranks.size, count, len(found.to_dict()["devices"]))
"""


def launch(tmp_path, processes, program):
    file = tmp_path / "program.py"
    file.write_text(program)
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", LD_LIBRARY_PATH=str(MODULE.parent))
    words = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(processes), sys.executable, "-B", str(file)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, env=environment)


@needs_mpi
@pytest.mark.parametrize("processes", [1, 3])
def test_processes_share_a_run(tmp_path, processes):
    done = launch(tmp_path, processes, SHARED)
    assert done.returncode == 0, done.stderr
    count = cd.generate("er:n=400,m=4000,seed=1").cliques(4).count
    assert done.stdout.split() == [str(processes), str(count), str(processes)]


@needs_mpi
def test_one_that_fails_ends_all(tmp_path):
    done = launch(tmp_path, 3, SHARED.replace("    g =", "    if ranks.rank == 1: raise KeyError('lost')\n    g ="))
    assert done.returncode != 0 and done.stdout == ""
    assert "KeyError: 'lost'" in done.stderr


@needs_mpi
def test_a_run_that_is_not_shared_says_so(tmp_path):
    done = launch(tmp_path, 2, "import cerrado as cd\nfor k in 3, 4: print(cd.generate('complete:n=9').cliques(k).count)\n")
    assert done.returncode == 0
    assert done.stderr.count("give ranks=cerrado.Ranks()") == 2  # once in each process


def test_alone():
    with cd.Ranks() as ranks:
        assert (ranks.rank, ranks.size) == (0, 1)
        assert cd.generate("complete:n=9").cliques(3, ranks=ranks).count == 84
        assert repr(ranks) == "<cerrado.Ranks: rank 0 of 1>"
    with pytest.raises(cd.InputError, match="ranks=3"):
        cd.generate("complete:n=9").cliques(3, ranks=3).count
