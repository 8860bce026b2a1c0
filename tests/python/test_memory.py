"""Nothing is copied that need not be, and nothing is kept."""

import gc
import resource
import tracemalloc

import networkx as nx
import numpy as np

import cerrado as cd


def address(array):
    return array.__array_interface__["data"][0]


def test_views_are_not_copies():
    graph = cd.generate("er:n=1000,m=5000,seed=1")
    assert address(graph.indices) == address(graph.indices) and address(graph.indptr) == address(graph.indptr)
    matrix = graph.to_scipy()
    assert matrix.indptr[-1] == 10000
    kept = graph.indices
    expected = kept.copy()
    del graph, matrix
    gc.collect()
    assert (kept == expected).all()  # the array keeps the graph


def test_mapped_files_are_not_copied(tmp_path):
    cd.generate("er:n=1000,m=5000,seed=1").save(tmp_path / "g.cbin")
    graph = cd.read(tmp_path / "g.cbin")
    again = cd.Graph(graph)
    assert address(graph.indices) == address(again.indices)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def work(graph, source):
    graph.cliques(4).count
    graph.motifs(3)
    graph.matches("house").list(20)
    graph.cliques(3, per="vertex")
    cd.Graph(source)
    for _ in graph.cliques(3).blocks():
        break


def test_a_thousand_runs_do_not_grow_the_process(karate):
    source = nx.karate_club_graph()
    for _ in range(200):
        work(karate, source)
    gc.collect()
    tracemalloc.start()
    before, held = peak(), tracemalloc.get_traced_memory()[0]
    for _ in range(1000):
        work(karate, source)
    gc.collect()
    after, now = peak(), tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert now - held < 200_000
    assert after - before < 8_000  # KiB: the allocator's own


def test_large_arrays_become_graphs_quickly():
    draw = np.random.default_rng(1)
    edges = draw.integers(0, 100_000, (500_000, 2))
    graph = cd.Graph(edges)
    simple = {(min(e), max(e)) for e in edges.tolist() if e[0] != e[1]}
    assert graph.edge_count == len(simple)
