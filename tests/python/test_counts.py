"""Counts against networkx and igraph on random graphs, and against graph-tool."""

import collections
import itertools
import json
import math
import pickle
import subprocess
import sys
from collections import Counter

import igraph
import networkx as nx
import numpy as np
import pytest
from conftest import random_graph
from networkx.algorithms.isomorphism import DiGraphMatcher, GraphMatcher

import cerrado as cd

SEEDS = range(25)


@pytest.mark.parametrize("seed", SEEDS)
def test_cliques(seed):
    source = random_graph(seed)
    graph = cd.Graph(source)
    every = [frozenset(c) for c in nx.enumerate_all_cliques(source)]
    sizes = collections.Counter(map(len, every))
    assert graph.cliques().sizes == dict(sizes)
    assert graph.cliques().clique_number == max(sizes)
    for k in range(1, 6):
        of_size = [c for c in every if len(c) == k]
        assert graph.cliques(k).count == len(of_size)
        assert {frozenset(row) for row in graph.cliques(k).list()} == set(of_size) and len(graph.cliques(k).list()) == len(of_size)
        assert graph.cliques(k, per="vertex").tolist() == [sum(v in c for c in of_size) for v in graph.nodes]
        if k > 1:
            assert graph.cliques(k, per="edge").tolist() == [sum({u, v} <= c for c in of_size) for u, v in graph.edges.tolist()]


@pytest.mark.parametrize("seed", SEEDS)
def test_maximal_cliques(seed):
    source = random_graph(seed)
    graph = cd.Graph(source)
    every = [frozenset(c) for c in nx.find_cliques(source)]
    sizes = collections.Counter(map(len, every))
    found = graph.maximal_cliques(verify=True)
    assert {k: n for k, n in found.sizes.items() if n} == dict(sizes) and found.count == len(every)
    assert found.clique_number == max(sizes)
    assert sorted(map(sorted, graph.maximal_cliques().list())) == sorted(map(sorted, every))
    assert all(len(set(block.shape)) and block.ndim == 2 for block in graph.maximal_cliques().blocks())
    assert graph.maximal_cliques(per="vertex").tolist() == [sum(v in c for c in every) for v in graph.nodes]
    assert graph.maximal_cliques(per="edge").tolist() == [sum({u, v} <= set(c) for c in every) for u, v in graph.edges]
    some = [c for c in every if 2 <= len(c) <= 3]
    assert graph.maximal_cliques(min_k=2, max_k=3).count == len(some)
    assert {frozenset(c) for c in graph.maximal_cliques(min_k=2, max_k=3).list()} == set(some)
    assert len(graph.maximal_cliques().list(3)) == min(3, len(every))
    largest = graph.largest_cliques()
    assert largest.clique_number == max(sizes) and largest.count == sizes[max(sizes)]
    assert {frozenset(c) for c in graph.largest_cliques().list()} == {c for c in every if len(c) == max(sizes)}


def test_maximal_cliques_refuse_what_they_cannot_do():
    graph = cd.generate("complete:n=5")
    with pytest.raises(cd.InputError, match="per"):
        graph.maximal_cliques(per="orbit")
    with pytest.raises(cd.InputError, match="size"):
        list(graph.maximal_cliques().device_blocks())
    with pytest.raises(cd.InputError, match="largest clique is known only"):
        graph.maximal_cliques(max_k=3).clique_number
    with pytest.raises(cd.InputError):
        graph.maximal_cliques(min_k=0).count


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("k", [3, 4])
def test_motifs_are_those_of_igraph(seed, k):
    source = random_graph(seed)
    found = [n for n in igraph.Graph.from_networkx(source).motifs_randesu(k) if not math.isnan(n)]
    motifs = cd.Graph(source).motifs(k)
    assert sorted(found) == sorted(p.count for p in motifs.patterns)


@pytest.mark.parametrize("seed", SEEDS)
def test_triads(seed):
    source = random_graph(seed, directed=True)
    census = nx.triadic_census(source)
    motifs = cd.Graph(source).motifs(3, directed=True)
    assert {name: motifs[name] for name in motifs} == {n: c for n, c in census.items() if n not in ("003", "012", "102")}


PATTERNS = ["3-path", "triangle", "4-cycle", "diamond", "house", "bull", "K4", "0-1,1-2,2-3,3-0,0~2", "4-star"]


def mappings(source, pattern, induced):
    """All injective maps of a pattern into the graph, by networkx."""
    matcher = GraphMatcher(source, pattern)
    maps = matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter()
    return [{p: g for g, p in found.items()} for found in maps]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("induced", [False, True])
def test_matches(seed, name, induced):
    source = random_graph(seed)
    graph, pattern = cd.Graph(source), cd.Pattern(name)
    forbidden = pattern._core.forbidden
    maps = mappings(source, nx.Graph(pattern.edges), induced)
    maps = [m for m in maps if not any(source.has_edge(m[u], m[v]) for u, v in forbidden)]
    # Then all other pairs are forbidden, and automorphisms are those of the edges.
    meant = cd.Pattern(",".join(f"{u}-{v}" for u, v in pattern.edges)) if induced else pattern
    query = graph.matches(pattern, induced=induced)
    every = graph.matches(pattern, induced=induced, mappings=True)
    assert query.count * meant.automorphisms == every.count == query.mappings == len(maps)
    expected = {tuple(m[v] for v in range(pattern.size)) for m in maps}
    assert set(every.list()) == expected and len(every.list()) == len(expected)
    rows = query.list()
    assert set(rows) <= expected and len(set(rows)) == query.count == len(rows)
    assert query.exists() == bool(maps)
    counts = collections.Counter(v for row in rows for v in row)
    assert graph.matches(pattern, induced=induced, per="vertex").tolist() == [counts[v] for v in graph.nodes]
    columns = graph.matches(pattern, induced=induced, per="orbit")
    orbits = meant._core.orbits()
    for column, least in enumerate(meant.orbits):
        at = [v for v in range(meant.size) if orbits[v] == least]
        located = collections.Counter(row[v] for row in rows for v in at)
        assert columns[:, column].tolist() == [located[v] for v in graph.nodes]


@pytest.mark.parametrize("seed", range(10))
def test_patterns_of_networkx(seed):
    source = random_graph(seed, directed=True)
    for arcs in ([("a", "b"), ("b", "c"), ("a", "c")], [("a", "b"), ("b", "c"), ("c", "a")], [("a", "b"), ("b", "a")]):
        shape = nx.DiGraph(arcs)
        pattern = cd.Pattern(shape)
        maps = list(DiGraphMatcher(source, shape).subgraph_monomorphisms_iter())
        found = cd.Graph(source).matches(pattern, mappings=True)
        assert found.count == len(maps)
        assert set(found.list()) == {tuple({p: g for g, p in m.items()}[c] for c in pattern.columns) for m in maps}


def test_pattern_of_labels():
    shape = nx.path_graph(3)
    nx.set_node_attributes(shape, {0: "A", 2: "B"}, "kind")
    graph = cd.Graph([(1, 2), (2, 3), (2, 4)], labels={1: "A", 3: "B", 4: "B"})
    assert sorted(graph.matches(cd.Pattern(shape, labels="kind")).list()) == [(1, 2, 3), (1, 2, 4)]


def test_discovered_labels():
    source = random_graph(1)
    labels = {v: "abc"[i % 3] if i % 4 else None for i, v in enumerate(source)}
    graph = cd.Graph(source, labels=labels)
    ends = Counter(tuple(sorted(labels[v] or "" for v in edge)) for edge in source.edges)
    edges = graph.matches("0:?,1:?,0-1", verify=True)
    assert edges.by_labels == ends and edges.count == source.number_of_edges()
    assert list(edges.by_labels.values()) == sorted(ends.values(), reverse=True)
    mappings = graph.matches("0:?,1:?,0-1", mappings=True)
    assert mappings.by_labels == {pair: 2 * n for pair, n in ends.items()} and sum(mappings.by_labels.values()) == mappings.count
    middles = Counter()
    for v, degree in source.degree:
        middles[(labels[v] or "",)] += degree * (degree - 1) // 2
    assert graph.matches("1:?,0-1,1-2").by_labels == +middles
    frame = edges.to_frame()
    assert list(frame.columns) == ["label0", "label1", "matches", "mappings"] and frame["matches"].sum() == edges.count
    assert edges.to_dict()["matches"][0]["discovered"] == [0, 1]
    with pytest.raises(cd.InputError, match="discovers no labels"):
        graph.matches("0-1").by_labels
    with pytest.raises(cd.InputError, match="the graph has none"):
        cd.Graph(source).matches("0:?,0-1").count
    pattern = pickle.loads(pickle.dumps(cd.Pattern("0:?,1:\\?,0-1")))
    assert pattern._core.discovered == [0] and pattern._core.labels(1) == ["?"] and pattern.graph6 == ""


@pytest.mark.parametrize("seed", range(8))
def test_graphlets_and_orbits(seed):
    source = random_graph(seed)
    graph = cd.Graph(source)
    counts = graph.graphlets(5)
    for k in (3, 4, 5):
        motifs = graph.motifs(k)
        assert {p.graph6: p.count for p in counts.patterns if p.size == k} == {p.graph6: p.count for p in motifs.patterns}
    for name in ("4-cycle", "house"):
        copies = next(p.copies for p in counts.patterns if p.name == name)
        assert copies == graph.matches(name).count
    values = graph.orbits(4).values
    assert values.shape == (len(graph), 15)
    assert values[:, 0].tolist() == [source.degree(v) for v in graph.nodes]
    assert values[:, 3].tolist() == [nx.triangles(source, v) for v in graph.nodes]
    edges = graph.orbits(4, per="edge").values
    assert edges.shape == (graph.edge_count, 12)
    per_edge = graph.cliques(3, per="edge")
    assert any(edges[:, column].tolist() == per_edge.tolist() for column in range(12))


def test_edge_induced_motifs(karate):
    every = karate.motifs(4, edge_induced=True)
    assert every["4-cycle"] == karate.matches("4-cycle").count
    assert karate.motifs(4)["4-cycle"] == karate.matches("4-cycle", induced=True).count


def test_roots_share_the_cliques(karate):
    parts = [karate.cliques(3, roots=[v], order="given").count for v in karate.nodes]
    assert sum(parts) == karate.cliques(3).count == 45


def test_numbers_beyond_128_bits():
    graph = cd.generate("complete:n=150")
    sizes = graph.cliques().sizes
    assert sizes[75] == math.comb(150, 75) and graph.cliques().count == 2**150 - 1
    with pytest.raises(cd.Error, match="128 bits"):
        graph.cliques(75, per="vertex")
    wide = cd.generate("complete:n=70")
    counts = wide.cliques(35, per="vertex")
    assert counts.dtype == object and counts[0] == math.comb(69, 34)


def test_blocks_and_limits():
    graph = cd.generate("complete:n=30")
    blocks = list(graph.cliques(5).blocks())
    assert sum(map(len, blocks)) == math.comb(30, 5) and all(block.shape[1] == 5 for block in blocks)
    assert all(block.dtype == np.int64 for block in blocks)
    rows = {frozenset(row) for block in blocks for row in block.tolist()}
    assert rows == {frozenset(c) for c in itertools.combinations(range(30), 5)}
    assert len(graph.cliques(5).list(1000)) == 1000 == len(graph.cliques(5, limit=1000).list())
    assert graph.cliques(5).list(0) == []
    assert len(graph.matches("4-cycle", mappings=True).list(1001)) == 1001
    if not any(device["kind"] == "cuda" and device["memory_bytes"] > 0 for device in cd.devices()):
        with pytest.raises(cd.InputError, match=r"there is no CUDA device that can be used: take blocks\(\)"):
            next(graph.cliques(5).device_blocks())
    with pytest.raises(cd.InputError, match="one GPU"):
        next(graph.cliques(5, device="lockstep").device_blocks())
    for block in graph.cliques(12).blocks():  # 86 million: to leave the loop ends the search
        assert block.shape[1] == 12
        break


def test_discovery_and_random_graphs():
    graph = cd.generate("powerlaw:n=200,degree=6,seed=1")
    found = graph.discover(3, random=30, seed=4)
    assert {row.name: row.count for row in found.rows} == dict(graph.motifs(3))
    assert found.random_graphs == 30 and found.model == "degree"
    other = graph.random_graph(seed=4)
    assert other.degrees.tolist() == graph.degrees.tolist() and other.edges.tolist() != graph.edges.tolist()
    again = graph.discover(3, random=30, seed=4, threads=1)
    assert again.rows == found.rows


def test_distance():
    graph = cd.generate("er:n=100,m=300,seed=1")
    assert graph.distance(graph).value == pytest.approx(0)
    assert graph.distance(cd.generate("ba:n=100,m=3,seed=1")).value > 0.1
    assert graph.distance(graph, "gdda").value == pytest.approx(1)


def test_sieve():
    graph = cd.Graph(nx.path_graph(list("abcdef")))
    colours = {"a": 0, "b": 1, "c": 0, "d": 2, "e": [1, 0], "f": 1}
    assert graph.sieve("0,1,0", colours).support == ("a", "b", "c")
    assert set(graph.sieve_match("0,1,2", colours)) in ({"b", "c", "d"}, {"c", "d", "e"}, {"d", "e", "f"})
    assert graph.sieve_match("2^2", colours) is None
    labelled = cd.Graph(nx.path_graph(3), labels=["x", "y", "x"])
    assert labelled.sieve("x,y").support == (0, 1, 2)


def test_count_with_proof():
    graph = cd.generate("er:n=9,m=16,seed=2")
    for name, induced in (("triangle", False), ("4-cycle", True), ("house", False)):
        assert graph.count_with_proof(name, induced=induced).count == graph.matches(name, induced=induced).count


def test_scores():
    scores = cd.generate("complete:n=7").compression_score(7)
    assert scores.rows == (cd.ScoreRow(7, 1, 1, 21 - 8),)


BY_GRAPH_TOOL = """
import json, sys
import graph_tool, graph_tool.clustering, graph_tool.topology
def graph(edges):
    made = graph_tool.Graph(directed=False)
    made.add_edge_list(edges)
    return made
G, H = map(graph, json.load(sys.stdin))
maps = [len(graph_tool.topology.subgraph_isomorphism(H, G, induced=induced)) for induced in (False, True)]
print(json.dumps([sorted(map(int, graph_tool.clustering.motifs(G, 4)[1])), maps, len(list(graph_tool.topology.max_cliques(G)))]))
"""


def has_graph_tool(python):
    return subprocess.run([python, "-c", "import graph_tool.clustering"], capture_output=True).returncode == 0


def test_counts_are_those_of_graph_tool(karate):
    python = next(filter(has_graph_tool, (sys.executable, "/usr/bin/python3")), None)
    if python is None:
        pytest.skip("no graph_tool here: apt-get install python3-graph-tool")
    asked = json.dumps([karate.edges.tolist(), list(nx.house_graph().edges)])
    said = subprocess.run([python, "-c", BY_GRAPH_TOOL], input=asked, capture_output=True, text=True, check=True).stdout
    motifs, maps, cliques = json.loads(said)
    assert motifs == sorted(karate.motifs(4).values())
    assert maps == [karate.matches("house", induced=induced, mappings=True).count for induced in (False, True)]
    assert cliques == karate.maximal_cliques().count
