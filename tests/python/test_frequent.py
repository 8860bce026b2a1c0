"""Frequent subgraphs and supports from Python."""
import cerrado as cd
import networkx as nx
import pytest

HOST = {"device": "host"}


def test_the_least_number_of_images_is_the_support():
    star = cd.Graph([("hub", leaf) for leaf in "abcd"])
    found = star.support("0-1,0-2", domains=True, **HOST)
    assert (found.support, found.domain_sizes) == (1, (1, 4, 4))
    assert found.domains == {0: ("hub",), 1: ("a", "b", "c", "d")}
    assert star.support("0-1,0-2", at_least=1, **HOST).is_at_least is True
    assert star.support("0-1,0-2", at_least=2, **HOST).is_at_least is False


def test_patterns_of_a_labelled_graph():
    g = cd.Graph([(0, 1), (1, 2), (2, 3), (3, 0)], labels=["a", "b", "a", "b"])
    found = g.frequent(2, **HOST)
    assert found.count == len(found.patterns) == 5
    assert [(p.edges, p.support) for p in found.patterns] == [(1, 2), (2, 2), (2, 2), (3, 2), (4, 2)]
    assert all(g.support(p.pattern, **HOST).domain_sizes == p.domain_sizes for p in found.patterns)
    assert [p.edges for p in g.frequent(2, maximal=True, **HOST).patterns] == [4]
    assert [p.edges for p in g.frequent(2, closed=True, **HOST).patterns] == [4]
    assert [p.edges for p in g.frequent("50%", induced=True, **HOST).patterns] == [1, 2, 2, 4]
    assert len(g.frequent(top=2, **HOST).patterns) == 2
    assert found.levels[0] == (1, 1, 1)


def test_as_a_frame():
    pytest.importorskip("pandas")
    frame = cd.Graph(nx.karate_club_graph()).frequent("50%", max_edges=2, **HOST).to_frame()
    assert list(frame.columns) == ["pattern", "vertices", "edges", "support"]
    assert (frame.support >= 17).all() and len(frame) == 2


def test_domains_have_the_ids_of_the_graph():
    g = cd.Graph(nx.karate_club_graph(), labels="club")
    found = g.frequent(12, max_edges=2, domains=True, **HOST)
    for row in found.patterns:
        for least, ids in row.domains.items():
            assert len(ids) == row.domain_sizes[least] and set(ids) <= set(g.nodes)


def test_what_is_refused():
    g = cd.Graph([(0, 1), (1, 2)])
    for call, says in [
        (lambda: g.frequent(), "support is missing"),
        (lambda: g.frequent(0), "support"),
        (lambda: g.frequent(4), "3 vertices"),
        (lambda: g.frequent("101%"), "101%"),
        (lambda: g.frequent("some"), "some"),
        (lambda: g.frequent(1, max_vertices=16), "max_vertices"),
        (lambda: g.support("0-1", at_least=9), "3 vertices"),
        (lambda: g.support("0-1", at_least=1, **HOST).support, "is_at_least"),
    ]:
        with pytest.raises(cd.InputError, match=says):
            call()


def test_a_deadline_leaves_whole_levels():
    g = cd.generate("er:n=2000,m=20000,seed=1")
    found = g.frequent(1900, deadline=0.5, **HOST)
    assert found.status == "deadline" and len(found.patterns) == sum(level[2] for level in found.levels) > 0
