"""Estimates with intervals in place of counts."""
import cerrado as cd
import pytest

KARATE_LIKE = "gen:er:n=60,m=240,seed=4"


@pytest.fixture(scope="module")
def graph():
    return cd.generate(KARATE_LIKE.removeprefix("gen:"))


def test_estimates_hold_the_counts(graph):
    for approximate, exact in ((graph.cliques(4, approximate="5%", seed=2), graph.cliques(4).count),
                               (graph.matches("house", approximate=0.02), graph.matches("house").count),
                               (graph.matches("4-cycle", induced=True, approximate="2%"), graph.matches("4-cycle", induced=True).count)):
        assert abs(approximate.estimate - exact) < 5 * approximate.standard_error + 1e-9
        assert approximate.low < approximate.estimate < approximate.high
        assert approximate.is_reached and approximate.is_complete and approximate.draws > 0
        with pytest.raises(cd.InputError, match="no exact count"):
            approximate.count  # noqa: B018
        with pytest.raises(cd.InputError, match="no bound"):
            approximate.count_at_least  # noqa: B018
        record = approximate.to_dict()
        assert record["exact"] is False and "count" not in record and record["estimates"][0]["met"] > 0


def test_motifs_have_a_row_each(graph):
    found = graph.motifs(4, approximate="5%", confidence="90%", seed=7)
    exact = {motif.graph6: motif.count for motif in graph.motifs(4).patterns}
    for one in found.estimates:
        assert abs(one.estimate - exact[one.graph6]) < 5 * one.standard_error + 1e-9
    assert found["4-cycle"] == found[found["4-cycle"].graph6]
    frame = found.to_frame()
    assert list(frame.columns[:3]) == ["name", "graph6", "estimate"] and len(frame) == len(found.estimates)
    assert found.record["parameters"]["confidence"] == 0.9
    with pytest.raises(cd.InputError, match="for each pattern"):
        found.estimate  # noqa: B018
    again = graph.motifs(4, approximate="5%", confidence="90%", seed=7, threads=1)
    assert again.estimates == found.estimates
    assert "approximate" in repr(found)


def test_directed_motifs():
    arcs = cd.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (0, 4)], directed=True)
    found = arcs.motifs(3, directed=True, approximate="2%")
    exact = {motif.graph6: motif.count for motif in arcs.motifs(3, directed=True).patterns}
    for one in found.estimates:
        assert abs(one.estimate - exact[one.graph6]) < 5 * one.standard_error + 1e-9


@pytest.mark.parametrize("call, says", [
    (lambda g: g.cliques(4, approximate=0), "approximate=0"),
    (lambda g: g.cliques(4, approximate="100%"), "approximate='100%'"),
    (lambda g: g.cliques(4, approximate="few"), "approximate='few'"),
    (lambda g: g.cliques(4, approximate="1%", confidence=2), "confidence=2"),
    (lambda g: g.cliques(approximate="1%"), "size k"),
    (lambda g: g.cliques(4, approximate="1%", through=[1]), "through"),
    (lambda g: g.cliques(4, approximate="1%", per="vertex"), "per"),
    (lambda g: g.matches("house", approximate="1%", mappings=True), "mappings"),
    (lambda g: g.motifs(9, approximate="1%"), "3 to 8"),
    (lambda g: g.motifs(4, approximate="1%", edge_induced=True), "edge_induced"),
])
def test_refusals(graph, call, says):
    with pytest.raises(cd.InputError, match=says):
        call(graph)
