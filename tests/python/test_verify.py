"""``verify`` compares a count with that of the serial program, and says so if they differ."""

import logging

import networkx as nx
import pytest

import cerrado as cd

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


@pytest.mark.parametrize("k", [3, 4])
def test_edge_induced_motifs(caplog, k):
    with caplog.at_level(logging.INFO, "cerrado"):
        found = GRAPH.motifs(k, edge_induced=True, verify=True)
    assert found["3-path" if k == 3 else "4-path"] == GRAPH.matches(f"{k}-path").count
    assert said(caplog) == ["verified: 60 of 60 roots agree with the serial program"]


def test_the_check_is_no_part_of_the_seconds():
    assert GRAPH.cliques(3, verify=True).record["seconds"]["total"] < 10


def test_what_is_not_verified_is_said(caplog):
    large = cd.generate("er:n=2000,m=800000,seed=1")
    with caplog.at_level(logging.INFO, "cerrado"):
        assert large.cliques(9, algorithm="bitmap", verify=True, deadline="100ms").result.status == "deadline"
        assert said(caplog) == ["not verified: the run is partial"]
        caplog.clear()
        assert large.cliques(3, verify=True, deadline=3).result.is_complete
    (line,) = said(caplog)
    assert line.startswith("verified: ") and line.endswith(" of 2,000 roots agree with the serial program, stopped by the deadline")


def test_resident():
    with GRAPH.resident("host") as held:
        assert held.cliques(3, verify=True).count == GRAPH.cliques(3).count
        assert held.cliques(3, verify=5).count == GRAPH.cliques(3).count


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
    (lambda: GRAPH.motifs(3, edge_induced=True, verify=5), "the serial program of matches cannot check a part"),
    (lambda: GRAPH.graphlets(verify=True), "no option 'verify'"),
]


@pytest.mark.parametrize(("call", "text"), REFUSED)
def test_refused(call, text):
    with pytest.raises(cd.InputError) as raised:
        call()
    assert text in str(raised.value) and "\n" not in str(raised.value)
