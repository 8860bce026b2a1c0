"""Ctrl-C ends a run soon, whatever the run does."""

import os
import signal
import threading
import time

import networkx as nx
import pytest

import cerrado as cd


def alarm_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


ENDLESS = {
    "cliques": lambda g: g.cliques(9, algorithm="bitmap").count,
    "chosen": lambda g: g.cliques(9).count,
    "motifs": lambda g: g.motifs(6),
    "matches": lambda g: g.matches("6-cycle").count,
    "local": lambda g: g.cliques(9, per="vertex"),
    "orbits": lambda g: g.matches("house", per="orbit"),
    "list": lambda g: [None for block in g.cliques(9).blocks()],
    "discovery": lambda g: g.discover(5, random=1000),
    "graphlets": lambda g: g.graphlets(5, device="host"),
    "exists": lambda g: g.matches(cd.Pattern(nx.complete_graph(22))).exists(),
}


def test_what_is_prepared_is_left():
    """A proof prepares tables for seconds before its run looks for interrupts."""
    graph = cd.generate("er:n=1000,m=4000,seed=1")
    timer = alarm_after(0.2)
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        graph.count_with_proof("6-cycle")
    waited = time.monotonic() - begun - 0.2
    timer.join()
    assert waited < (0.5 if (os.cpu_count() or 1) > 2 else 1.5)
    assert graph.cliques(3).count > 0  # other work goes on


@pytest.mark.parametrize("kind", ENDLESS)
def test_interrupt(long, kind):
    timer = alarm_after(0.4)
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as raised:
        ENDLESS[kind](long)
        pytest.fail("it ended by itself")
    waited = time.monotonic() - begun - 0.4
    timer.join()
    assert waited < (0.5 if (os.cpu_count() or 1) > 2 else 3)  # where others use the same two cores
    if kind in ("cliques", "motifs", "matches"):
        result = raised.value.result
        if result is None:  # the run did not hear of it in time, and was left
            assert waited > 0.3
            return
        assert result.status == "interrupted" and not result.is_complete and result.count_at_least >= 0
        with pytest.raises(cd.Error, match="at least"):
            result.count
