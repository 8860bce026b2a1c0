"""Runs on a GPU, and graphs whose arrays lie there."""

import numpy as np
import pytest

import cerrado as cd

HAS_GPU = any(device["kind"] == "cuda" and device["memory_bytes"] > 0 for device in cd.devices())
pytestmark = pytest.mark.skipif(not HAS_GPU, reason="no CUDA device")


@pytest.fixture(scope="module")
def er():
    return cd.generate("er:n=800,m=12000,seed=1")


QUESTIONS = {
    "cliques": lambda g, where: g.cliques(4, **where).count,
    "sizes": lambda g, where: g.cliques(**where).sizes,
    "motifs": lambda g, where: g.motifs(4, **where).to_dict()["patterns"],
    "walked motifs": lambda g, where: g.motifs(4, algorithm="fast", **where).to_dict()["patterns"],
    "matches": lambda g, where: g.matches("house", **where).count,
    "by vertex": lambda g, where: g.cliques(4, per="vertex", **where).tolist(),
    "by orbit": lambda g, where: g.matches("diamond", per="orbit", **where).tolist(),
    "list": lambda g, where: sorted(map(tuple, map(sorted, g.cliques(4, **where).list()))),
    "graphlets": lambda g, where: g.orbits(4, **where).values.tolist(),
    "discovery": lambda g, where: [row["count"] for row in g.discover(3, random=20, seed=1, **where).to_dict()["patterns"]],
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_counts_are_those_of_the_host(er, question):
    ask = QUESTIONS[question]
    assert ask(er, {"device": "cuda"}) == ask(er, {"device": "host"}) == ask(er, {"device": "cuda:0"})


def test_a_resident_graph_answers_as_often_as_asked(er):
    expected = er.motifs(3, device="host").to_dict()["patterns"]
    with er.resident("cuda:0") as held:
        for _ in range(100):
            assert held.motifs(3).to_dict()["patterns"] == expected
        assert held.cliques(4).count == er.cliques(4, device="host").count


def test_edges_of_other_libraries_on_the_gpu(er):
    edges = np.array([(u, v) for u, v in er.to_networkx().edges()], dtype=np.int64)
    expected = er.cliques(3).count
    asked = 0
    for name, make in [("cupy", lambda lib: lib.asarray(edges)), ("torch", lambda lib: lib.from_numpy(edges).cuda()),
                       ("torch", lambda lib: lib.from_numpy(edges.T.copy()).cuda())]:
        try:
            library = __import__(name)
        except ImportError:
            continue
        asked += 1
        assert cd.Graph(make(library)).cliques(3).count == expected, name
    if not asked:
        pytest.skip("neither cupy nor torch is installed")


def test_a_device_that_is_not_there(er):
    with pytest.raises(cd.InputError, match="cuda:99"):
        er.cliques(3, device="cuda:99").count
