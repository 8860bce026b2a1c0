"""The backend of networkx gives what networkx gives: numbers, floats bit by bit, orders and errors."""

import gc
import itertools
import logging
import math
import os
import random
import subprocess
import sys

import networkx as nx
import pytest
from conftest import random_graph
from networkx.algorithms.isomorphism import GraphMatcher

import cerrado as cd
import cerrado.nx as cnx

SEEDS = range(20)


def with_loops(seed, directed=False):
    graph = random_graph(seed, directed)
    graph.add_edges_from((v, v) for v in list(graph)[::5])
    return graph


def same(ours, theirs):
    """Equal values of equal types, in equal order."""
    assert ours == theirs and type(ours) is type(theirs)
    if type(theirs) is dict:
        assert list(ours) == list(theirs)
        assert [type(value) for value in ours.values()] == [type(value) for value in theirs.values()]


BY_NODE = ["triangles", "clustering", "square_clustering", "generalized_degree"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", BY_NODE)
def test_functions_of_nodes(seed, name):
    graph = with_loops(seed)
    ours = lambda *nodes: getattr(nx, name)(graph, *nodes, backend="cerrado")  # noqa: E731
    theirs = lambda *nodes: getattr(nx, name)(graph, *nodes, backend="networkx")  # noqa: E731
    some = random.Random(seed).sample(list(graph), 4)
    for nodes in ((), (some[0],), (some,), (tuple(some),), ([*some, "nobody"],), (set(some),)):
        same(ours(*nodes), theirs(*nodes))
    same(ours(iter(some)), theirs(iter(some)))
    for wrong in ("nobody at all", 7):
        with pytest.raises(Exception) as expected:
            theirs(wrong)
            raise LookupError
        with pytest.raises(expected.type):
            ours(wrong)
            raise LookupError


@pytest.mark.parametrize("seed", SEEDS)
def test_functions_of_graphs(seed):
    graph = with_loops(seed)
    for name, arguments in [("transitivity", {}), ("average_clustering", {}), ("average_clustering", {"count_zeros": False})]:
        try:
            theirs = getattr(nx, name)(graph, **arguments)
        except ZeroDivisionError:
            with pytest.raises(ZeroDivisionError):
                getattr(nx, name)(graph, **arguments, backend="cerrado")
        else:
            same(getattr(nx, name)(graph, **arguments, backend="cerrado"), theirs)
    assert list(nx.enumerate_all_cliques(graph, backend="cerrado")) == list(nx.enumerate_all_cliques(random_graph(seed)))
    for bunch in (None, list(graph)[:3], list(graph)[0]):
        ours = [frozenset(t) for t in nx.all_triangles(graph, bunch, backend="cerrado")]
        assert len(ours) == len(set(ours)) and set(ours) == {frozenset(t) for t in nx.all_triangles(random_graph(seed), bunch)}
    plain = random_graph(seed)
    same(nx.core_number(plain, backend="cerrado"), nx.core_number(plain, backend="networkx"))
    with pytest.raises(nx.NetworkXNotImplemented, match="self loops"):
        nx.core_number(graph, backend="cerrado")


@pytest.mark.parametrize("seed", SEEDS)
def test_maximal_cliques(seed):
    graph = with_loops(seed)
    theirs = sorted(sorted(c) for c in nx.find_cliques(graph, backend="networkx"))
    for name in ("find_cliques", "find_cliques_recursive"):
        ours = list(getattr(nx, name)(graph, backend="cerrado"))
        assert sorted(sorted(c) for c in ours) == theirs and all(type(c) is list for c in ours)
    some = list(graph)[:3]
    for nodes in (None, some, some[0]):
        expected = nx.node_clique_number(graph, nodes, backend="networkx")
        assert nx.node_clique_number(graph, nodes, backend="cerrado") == expected
        assert cnx.number_of_cliques(graph, nodes) == nx.number_of_cliques(graph, nodes)
    clique, size = nx.max_weight_clique(graph, weight=None, backend="cerrado")
    assert size == len(clique) == max(map(len, theirs)) and sorted(clique) in theirs
    assert list(nx.find_cliques(nx.empty_graph(0), backend="cerrado")) == []
    assert nx.max_weight_clique(nx.empty_graph(0), weight=None, backend="cerrado") == ([], 0)
    with pytest.raises(NotImplementedError):
        nx.max_weight_clique(graph, backend="cerrado")
    with pytest.raises(NotImplementedError):
        list(nx.find_cliques(graph, nodes=some, backend="cerrado"))


def test_cliques_are_lists_of_the_nodes_themselves():
    nodes = [f"v{i}" for i in range(100)] + [2**70, -5, 1.5, ("a", 1)]
    graph = nx.relabel_nodes(nx.gnm_random_graph(len(nodes), 2500, seed=1), dict(enumerate(nodes)))
    ours = list(nx.enumerate_all_cliques(graph, backend="cerrado"))
    assert ours == list(nx.enumerate_all_cliques(graph, backend="networkx"))
    places = {id(node) for node in graph}
    assert all(type(clique) is list and all(id(node) in places for node in clique) for clique in ours)
    first, second = itertools.islice(nx.enumerate_all_cliques(graph, backend="cerrado"), 2)
    first.append(first)
    assert second == [list(graph)[1]]


def test_cliques_that_are_dropped_do_not_call_the_collector():
    graph = nx.complete_graph(40)
    found = nx.enumerate_all_cliques(graph, backend="cerrado")
    for _ in itertools.takewhile(lambda clique: len(clique) < 4, found):  # the conversion and the first runs
        pass
    begun = []
    gc.callbacks.append(lambda phase, _: begun.append(phase))
    try:
        count = sum(1 for _ in itertools.takewhile(lambda clique: len(clique) == 4, found))
    finally:
        gc.callbacks.pop()
    assert count == math.comb(40, 4) - 1
    assert len(begun) < count / 1000


@pytest.mark.parametrize("seed", SEEDS)
def test_triads(seed):
    graph = random_graph(seed, directed=True)
    same(nx.triadic_census(graph, backend="cerrado"), nx.triadic_census(graph, backend="networkx"))


@pytest.mark.parametrize("make", [nx.complete_graph, nx.path_graph, nx.star_graph, nx.empty_graph])
def test_small_graphs(make):
    for size in range(5):
        graph = make(size)
        for name in BY_NODE:
            same(getattr(nx, name)(graph, backend="cerrado"), getattr(nx, name)(graph, backend="networkx"))
        same(nx.transitivity(graph, backend="cerrado"), nx.transitivity(graph, backend="networkx"))
        arcs = nx.DiGraph(graph)
        same(nx.triadic_census(arcs, backend="cerrado"), nx.triadic_census(arcs, backend="networkx"))


@pytest.mark.parametrize("seed", range(8))
def test_mappings(seed):
    graph = random_graph(seed)
    for shape in (nx.path_graph(3), nx.cycle_graph(4), nx.house_graph()):
        matcher, ours = GraphMatcher(graph, shape), cnx.GraphMatcher(graph, shape)
        as_set = lambda maps: {frozenset(m.items()) for m in maps}  # noqa: E731
        assert as_set(ours.subgraph_isomorphisms_iter()) == as_set(matcher.subgraph_isomorphisms_iter())
        assert as_set(ours.subgraph_monomorphisms_iter()) == as_set(matcher.subgraph_monomorphisms_iter())
        assert ours.subgraph_is_isomorphic() == matcher.subgraph_is_isomorphic()
        assert as_set(cnx.vf2pp_all_monomorphisms(graph, shape)) == as_set(matcher.subgraph_monomorphisms_iter())


def test_what_is_not_taken():
    multi, weighted = nx.MultiGraph([(0, 1), (0, 1)]), nx.Graph([(0, 1)])
    for call in (
        lambda: nx.transitivity(multi, backend="cerrado"),
        lambda: nx.clustering(weighted, weight="weight", backend="cerrado"),
        lambda: nx.clustering(nx.DiGraph([(0, 1)]), backend="cerrado"),
        lambda: nx.triadic_census(nx.DiGraph([(0, 1)]), [0], backend="cerrado"),
    ):
        with pytest.raises(NotImplementedError):
            call()
    for function in (cnx.triangles, cnx.clustering, cnx.core_number):
        with pytest.raises(NotImplementedError, match="cerrado"):
            function(multi)
        with pytest.raises(NotImplementedError, match="cerrado"):
            function(nx.DiGraph([(0, 1)]))


def test_by_hand():
    graph = nx.karate_club_graph()
    same(cnx.triangles(graph), nx.triangles(graph))
    held = cnx.Backend.convert_from_nx(graph)
    same(cnx.clustering(held, [0, 5]), nx.clustering(graph, [0, 5]))
    assert set(cnx.Backend.convert_to_nx(held).edges()) == set(graph.edges())


def test_priority_takes_large_graphs_and_says_why_not(caplog):
    small, large = nx.karate_club_graph(), nx.gnm_random_graph(500, 3000, seed=1)
    expected = nx.triangles(large)
    with nx.config.backend_priority(algos=["cerrado"]), caplog.at_level(logging.INFO, "cerrado.nx"):
        assert nx.triangles(large) == expected
        assert "cerrado" in large.__networkx_cache__["backends"]
        assert not caplog.records
        assert nx.triangles(small)[0] == 18
    assert "the graph is small (112 nodes and edges)" in caplog.text
    assert "cerrado" not in small.__networkx_cache__.get("backends", {})


def test_the_cache_follows_changes():
    graph = nx.gnm_random_graph(50, 300, seed=1)
    before = nx.triangles(graph, backend="cerrado")
    graph.remove_nodes_from(range(10))
    assert nx.triangles(graph, backend="cerrado") == nx.triangles(graph, backend="networkx") != before


# So many of these 83 tests are ours. The others ask for functions, weights, directions or nodelists that are not.
OURS = 41


def test_the_suite_of_networkx(tmp_path):
    modules = [f"networkx.algorithms.tests.test_{name}" for name in ("cluster", "triads", "clique")]
    path = os.pathsep.join([os.path.dirname(os.path.dirname(cd.__file__)), *sys.path])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", *modules],
        env={**os.environ, "NETWORKX_TEST_BACKEND": "cerrado", "PYTHONPATH": path}, capture_output=True, text=True,
        timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    words = done.stdout.strip().splitlines()[-1].split()
    assert int(words[words.index("passed,") - 1]) >= OURS, done.stdout[-300:]


def test_what_networkx_imports_costs_little():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, _cerrado_networkx as i; i.backend_info(); assert 'numpy' not in sys.modules"],
        env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(cd.__file__))},
    )
    assert done.returncode == 0
