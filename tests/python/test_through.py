"""Subgraphs that have given vertices, or no others."""
import cerrado as cd
import networkx as nx
import pytest

HOST = {"device": "host"}


@pytest.fixture
def g():
    return cd.Graph(nx.relabel_nodes(nx.karate_club_graph(), lambda v: f"m{v}"))


def test_through(g):
    ids = ["m0", "m2"]
    has = lambda found: [one for one in found if set(ids) <= set(one)]  # noqa: E731
    assert sorted(map(sorted, g.cliques(4, through=ids, **HOST).list())) == sorted(map(sorted, has(g.cliques(4, **HOST).list())))
    assert g.cliques(through=ids, **HOST).sizes[3] == len(has(g.cliques(3, **HOST).list()))
    assert sorted(g.matches("house", through=ids, **HOST).list()) == sorted(has(g.matches("house", **HOST).list()))
    assert g.matches("house", through=ids, **HOST).count == len(has(g.matches("house", **HOST).list()))
    assert set(ids) <= set(g.matches("house", through=ids, **HOST).first())
    every = [set(c) for c in nx.find_cliques(nx.Graph([tuple(e) for e in g.edges]))]
    assert g.maximal_cliques(through=ids, **HOST).count == len(has(every))
    motifs = g.motifs(3, through=ids, verify=True, **HOST)
    assert motifs["triangle"] == g.cliques(3, through=ids, **HOST).count
    assert motifs["3-path"] == g.matches("3-path", induced=True, through=ids, **HOST).count
    per = g.cliques(3, per="vertex", through=ids, **HOST)
    assert per[0] == per[2] == g.cliques(3, through=ids, **HOST).count and per.sum() == 3 * per[0]


def test_within(g):
    some = ["m0", "m1", "m2", "m3", "m7", "m33"]
    part = g.within(some)
    assert part.nodes == some and len(part) == 6
    expected = nx.karate_club_graph().subgraph([0, 1, 2, 3, 7, 33])
    assert part.edge_count == expected.number_of_edges()
    assert sorted(map(sorted, part.cliques(4, **HOST).list())) == sorted(
        sorted(one) for one in g.cliques(4, **HOST).list() if set(one) <= set(some)
    )
    plain = cd.generate("complete:n=6").within([5, 1, 3])
    assert plain.nodes == [1, 3, 5] and [sorted(one) for one in plain.cliques(3, **HOST).list()] == [[1, 3, 5]]
    assert plain.within([1, 5]).edges.tolist() == [[1, 5]]


def test_what_is_refused(g):
    for call, says in [
        (lambda: g.cliques(3, through=["x"]), "x"),
        (lambda: g.cliques(3, through="m0"), "ids"),
        (lambda: g.cliques(3, through=[]), "no vertex"),
        (lambda: g.cliques(3, through=["m0", "m0"], **HOST).count, "twice"),
        (lambda: g.matches("house", through=["m0"], per="orbit", **HOST), "counts at vertices"),
        (lambda: g.within("m0"), "ids"),
        (lambda: g.within(["m0", "zz"]), "zz"),
    ]:
        with pytest.raises(cd.InputError, match=says):
            call()
