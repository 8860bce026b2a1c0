"""What ends a run, what a run tells, and several runs at once."""

import os
import pathlib
import pickle
import subprocess
import sys
import threading
import time

import networkx as nx
import pytest
from conftest import LONG

import cerrado as cd


@pytest.mark.parametrize("kind", ["cliques", "motifs", "discovery", "list"])
def test_a_progress_that_raises(long, kind):
    def progress(now):
        assert isinstance(now, cd.Progress) and now.seconds >= 0
        raise LookupError("enough")

    calls = {
        "cliques": lambda: long.cliques(9, algorithm="bitmap", progress=progress).count,
        "motifs": lambda: long.motifs(6, progress=progress),
        "discovery": lambda: long.discover(4, random=1000, progress=progress),
        "list": lambda: sum(len(block) for block in long.cliques(9, progress=progress).blocks()),
    }
    begun = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        calls[kind]()
    assert time.monotonic() - begun < 30


def test_progress_is_told(long):
    told = []
    result = long.cliques(9, algorithm="bitmap", deadline=0.7, progress=told.append).result
    assert result.status == "deadline" and len(told) >= 2
    assert told[-1].roots_done >= told[0].roots_done and 0 <= told[-1].share <= 1
    result = long.cliques(9, algorithm="bitmap", deadline=0.3, progress=True).result
    assert result.status == "deadline"


def test_a_consumer_that_raises(long):
    begun = time.monotonic()
    with pytest.raises(LookupError):
        for _ in long.cliques(7).blocks():
            raise LookupError
    assert time.monotonic() - begun < 10


def test_deadlines(long):
    result = long.cliques(9, algorithm="bitmap", deadline="300ms").result
    assert result.status == "deadline" and result.seconds < 10
    for ask in (lambda: result.count, lambda: long.cliques(min_k=7, deadline=0.2).sizes, lambda: long.motifs(6, deadline=0.2)["6-path"]):
        with pytest.raises(cd.Error, match="stopped"):
            ask()
    for call in (
        lambda: long.cliques(9, deadline=0.2).list(),
        lambda: long.cliques(9, per="edge", deadline=0.2),
        lambda: long.matches("6-cycle", per="orbit", deadline=0.2),
    ):
        with pytest.raises(cd.Error, match="stopped"):
            call()


def test_two_threads_run_on_one_graph(karate):
    counts = []

    def work():
        for _ in range(30):
            counts.append((karate.cliques(4).count, karate.motifs(4)["diamond"], len(karate.matches("house").list())))

    with karate.resident("host") as held:
        threads = [threading.Thread(target=work) for _ in range(2)]
        threads.append(threading.Thread(target=lambda: counts.append((held.cliques(4).count, held.motifs(4)["diamond"], 781))))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert counts == [(11, 85, 781)] * 61


def test_other_threads_go_on(long):
    beats = []
    ended = threading.Event()

    def beat():
        while not ended.is_set():
            beats.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=beat)
    thread.start()
    long.cliques(9, algorithm="bitmap", deadline=0.5).result
    ended.set()
    thread.join()
    assert len(beats) > 10


def run_python(code, timeout=60):
    path = os.pathsep.join([str(pathlib.Path(cd.__file__).parents[1]), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout, env={**os.environ, "PYTHONPATH": path}
    )


def test_the_process_ends_during_a_run():
    done = run_python(
        f"import cerrado as cd, threading, time\ng = cd.generate({LONG!r})\n"
        "threading.Thread(target=lambda: g.cliques(9, algorithm='bitmap').count, daemon=True).start()\n"
        "it = g.cliques(7).blocks(); next(it)\ntime.sleep(.3); print('ends')"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


def test_a_child_of_a_fork_counts():
    done = run_python(
        "import cerrado as cd, os, sys\ng = cd.generate('complete:n=9')\nassert g.cliques(3, device='host').count == 84\n"
        "child = os.fork()\nn = g.cliques(3, device='host').count\nif child == 0: os._exit(0 if n == 84 else 5)\n"
        "print(os.waitpid(child, 0)[1], n)"
    )
    assert (done.returncode, done.stdout) == (0, "0 84\n"), done.stderr


def test_pickles(karate):
    results = [
        karate.cliques().result, karate.motifs(4), karate.matches("house").result, karate.graphlets(4),
        karate.compression_score(), karate.discover(3, random=5), karate.sieve("0,1", [v % 2 for v in karate.nodes]),
    ]  # fmt: skip
    for result in results:
        again = pickle.loads(pickle.dumps(result))
        assert again.to_dict() == result.to_dict() and repr(again) == repr(result)
    orbits = pickle.loads(pickle.dumps(karate.orbits(4)))
    assert orbits.values.tolist() == karate.orbits(4).values.tolist()
    pattern = pickle.loads(pickle.dumps(cd.Pattern("0-1,1-2,2-3,3-0,0~2")))
    assert karate.matches(pattern).count == karate.matches("0-1,1-2,2-3,3-0,0~2").count


def test_checkpoints(long, tmp_path):
    graph = cd.generate("er:n=800,m=40000,seed=1")
    whole = graph.cliques(6, algorithm="bitmap").count
    file = tmp_path / "run.checkpoint"
    first = graph.cliques(6, algorithm="bitmap", checkpoint=file, deadline=0.05).result
    assert first.status in ("deadline", "complete") and file.exists()
    assert graph.cliques(6, algorithm="bitmap", checkpoint=file).count == whole
    assert graph.cliques(6, algorithm="bitmap", resume=file).count == whole
    with pytest.raises(cd.InputError):
        graph.cliques(5, algorithm="bitmap", checkpoint=file).count
    with pytest.raises(cd.InputError, match="checkpoint"):
        graph.cliques(3, checkpoint=tmp_path / "list").list()


@pytest.mark.parametrize("options", [{"balance": "stop"}, {"balance": "share"}, {"balance": "heaviest", "threshold": 0.3, "donations": 2, "poll": "50us"}])
def test_balance(karate, options):
    assert karate.motifs(5, algorithm="fast", **options) == karate.motifs(5)


def test_a_policy_of_a_library(karate):
    alike = pathlib.Path(os.environ["CERRADO_COMMAND"]).parent.parent / "docs" / "alike.so"
    assert karate.motifs(5, algorithm="fast", balance=str(alike)) == karate.motifs(5)
    with pytest.raises(cd.InputError, match="none.so: no policy could be loaded"):
        karate.motifs(5, balance="./none.so")


def test_devices_share_a_run():
    er = cd.generate("er:n=200,m=1500,seed=1")
    one, several = er.motifs(4, device="host"), er.motifs(4, algorithm="fast", devices=["host", "host"])
    assert several.to_dict()["patterns"] == one.to_dict()["patterns"]
    assert [row["name"] for row in several.to_dict()["devices"]] == ["host", "host"]
    assert sorted(map(sorted, er.cliques(3, devices="host,host").list())) == sorted(map(sorted, er.cliques(3, device="host").list()))
    for deal in ("guided", "round-robin", "chunked", "even"):
        assert er.motifs(4, algorithm="fast", devices="host,host", deal=deal) == one
    with pytest.raises(cd.InputError, match="deal='even' has no effect"):
        er.motifs(4, deal="even")
    with pytest.raises(cd.InputError, match="'gpu' is no device"):
        er.motifs(4, devices=["gpu"])
    with pytest.raises(cd.InputError, match="device and devices"):
        er.motifs(4, devices="host", device="host")
