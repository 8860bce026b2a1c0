"""``verify`` compares a count with that of the serial program, and says so if they differ."""

import logging

import networkx as nx
import pytest

import cerrado as cd
from cerrado import _core

GRAPH = cd.generate("er:n=60,m=300,seed=1")
ARCS = cd.Graph(nx.gnm_random_graph(60, 400, seed=1, directed=True))


def said(caplog):
    return [record.getMessage() for record in caplog.records if "verified" in record.getMessage()]


COUNTS = [
    lambda **o: GRAPH.cliques(4, **o).count,
    lambda **o: GRAPH.cliques(**o).sizes,
    lambda **o: GRAPH.cliques(min_k=3, max_k=4, **o).count,
    lambda **o: GRAPH.cliques(4, algorithm="paper", **o).count,
    lambda **o: GRAPH.cliques(4, algorithm="oriented", **o).count,
    lambda **o: GRAPH.motifs(4, **o).to_dict()["patterns"],
    lambda **o: GRAPH.motifs(4, algorithm="formula", **o).to_dict()["patterns"],
    lambda **o: ARCS.motifs(3, directed=True, **o).to_dict()["patterns"],
]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("verify", "text"), [(True, "roots"), ("all", "roots"), (7, "7 of "), (10**6, "roots")])
def test_right_counts(caplog, count, verify, text):
    with caplog.at_level(logging.INFO, "cerrado"):
        assert count(verify=verify, device="host") == count()
    (line,) = said(caplog)
    assert line.startswith("verified: ") and text in line and line.endswith(" roots agree with the serial program")


@pytest.mark.parametrize("shape", ["house", "4-cycle", "3-star", "0~1,0-2,1-2"])
@pytest.mark.parametrize("induced", [False, True])
def test_matches(caplog, shape, induced):
    with caplog.at_level(logging.INFO, "cerrado"):
        query = GRAPH.matches(shape, induced=induced, mappings=True, verify=True)
        assert query.count == GRAPH.matches(shape, induced=induced, mappings=True).count
    assert said(caplog) == ["verified: 60 of 60 roots agree with the serial program"]


def test_labels():
    labelled = cd.Graph([(0, 1), (1, 2), (2, 0)], labels=["a", "b", "b"])
    assert labelled.matches("0:a,1:b,0-1", verify=True).count == 2
    assert labelled.matches("0:c,1:b,0-1", labels_may_lack=True, verify=True).count == 0


def wrong(name, monkeypatch):
    real = getattr(_core, name)
    monkeypatch.setattr(_core, name, lambda *given: {key: number + 1 for key, number in real(*given).items()})


@pytest.mark.parametrize("verify", [True, 50])
def test_a_wrong_clique_count_is_an_error(monkeypatch, verify):
    expected = GRAPH.cliques(3).count
    wrong("count_cliques_again", monkeypatch)
    with pytest.raises(cd.Error, match="verification failed: counted .*, the serial program counts ") as raised:
        GRAPH.cliques(3, verify=verify).count
    if verify is True:
        assert f"counted {expected}, the serial program counts {expected + 1};" in str(raised.value)


def test_other_wrong_counts_are_errors(monkeypatch):
    for name in ("count_motifs_again", "count_matches_again", "count_cliques_again"):
        wrong(name, monkeypatch)
    with pytest.raises(cd.Error, match="verification failed for BW: counted|verification failed for Bw: counted"):
        GRAPH.motifs(3, verify=True)
    with pytest.raises(cd.Error, match="verification failed: counted"):
        GRAPH.matches("house", verify=True).count
    with pytest.raises(cd.Error, match="verification failed for 1 vertices: counted 60, the serial program counts 61"):
        GRAPH.cliques(verify=True).sizes


def test_the_seed_chooses_the_roots(monkeypatch):
    real, seen = _core.count_cliques_again, []
    monkeypatch.setattr(_core, "count_cliques_again", lambda g, k, roots, left: seen.append(roots) or real(g, k, roots, left))
    for seed in (1, 1, 2, None):
        assert GRAPH.cliques(3, verify=5, seed=seed).count
    assert seen[0] == seen[1] == seen[3] != seen[2] and len(set(seen[0])) == 5


def test_what_is_not_verified_is_said(caplog, monkeypatch):
    large = cd.generate("er:n=2000,m=800000,seed=1")
    with caplog.at_level(logging.INFO, "cerrado"):
        assert large.cliques(9, algorithm="bitmap", verify=True, deadline="100ms").result.status == "deadline"
        assert said(caplog) == ["not verified: the run is partial"]
        caplog.clear()
        assert _core.count_cliques_again(large._core, 9, None, 0.0) is None
        monkeypatch.setattr(_core, "count_cliques_again", lambda g, k, roots, left: left and None)
        assert GRAPH.cliques(3, verify=True, deadline=600).result.is_complete
    assert said(caplog) == ["not verified: the serial program was stopped by the deadline"]


def test_resident():
    with GRAPH.resident("host") as held:
        assert held.cliques(3, verify=True).count == GRAPH.cliques(3).count
        with pytest.raises(cd.InputError, match="verify=5: the sampled roots need the given order"):
            held.cliques(3, verify=5).count
    with GRAPH.resident("host", order="given") as held:
        assert held.cliques(3, verify=5, order="given").count == GRAPH.cliques(3).count


REFUSED = [
    (lambda: GRAPH.cliques(3, verify="some").count, "verify='some': expected True, 'all', or a number of roots"),
    (lambda: GRAPH.cliques(3, verify=0).count, "verify=0"),
    (lambda: GRAPH.cliques(3, verify=1.5).count, "verify=1.5"),
    (lambda: GRAPH.cliques(3, verify=3, seed="a").count, "seed='a'"),
    (lambda: GRAPH.cliques(3, seed=5).count, "seed chooses the roots that verify samples"),
    (lambda: GRAPH.cliques(3, verify=3, roots=[1]).count, "verify and roots"),
    (lambda: GRAPH.cliques(3, verify=True).list(), "verify is for counts, not for a list"),
    (lambda: GRAPH.cliques(3, verify=True, per="edge"), "verify is for counts, not for per='edge'"),
    (lambda: GRAPH.matches("house", verify=True).first(), "verify is for counts, not for the first match"),
    (lambda: GRAPH.matches("house", verify=5).count, "the serial program of matches cannot check a part"),
    (lambda: GRAPH.motifs(3, edge_induced=True, verify=True), "verify and edge_induced"),
    (lambda: GRAPH.graphlets(verify=True), "no option 'verify'"),
]


@pytest.mark.parametrize(("call", "text"), REFUSED)
def test_refused(call, text):
    with pytest.raises(cd.InputError) as raised:
        call()
    assert text in str(raised.value) and "\n" not in str(raised.value)
