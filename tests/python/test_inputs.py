"""Every kind of input gives the same graph, and results speak in the ids that were given."""

import types

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse
from conftest import karate_file, random_graph
from hypothesis import given, settings
from hypothesis import strategies as st

import cerrado as cd

EDGES = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (1, 4)]
ARRAY = np.array(EDGES)


class TorchLike:
    """A tensor as torch has it on the host: detach(), and an array behind it."""

    def __init__(self, array, is_cuda=False):
        self.array, self.is_cuda = array, is_cuda

    def detach(self):
        return self

    def cpu(self):
        return TorchLike(self.array)

    def numpy(self):
        assert not self.is_cuda
        return self.array

    def __array__(self, dtype=None, copy=None):
        return self.numpy()


def networkit_like():
    return types.SimpleNamespace(iterEdges=lambda: iter(EDGES), iterNodes=lambda: iter(range(5)), isDirected=lambda: False)


def graph_tool_like():
    return types.SimpleNamespace(
        get_edges=lambda: np.column_stack([ARRAY, np.arange(7)]), get_vertices=lambda: np.arange(5), vp={}, is_directed=lambda: False
    )


def csr():
    matrix = scipy.sparse.coo_array((np.ones(7), (ARRAY[:, 0], ARRAY[:, 1])), shape=(5, 5))
    return (matrix + matrix.T).tocsr()


KINDS = {
    "networkx": lambda: nx.Graph(EDGES),
    "networkx multi": lambda: nx.MultiGraph(EDGES + EDGES[:2]),
    "igraph": lambda: igraph.Graph(EDGES),
    "graph-tool": graph_tool_like,
    "networkit": networkit_like,
    "sparse": csr,
    "sparse coo": lambda: csr().tocoo(),
    "sparse matrix": lambda: scipy.sparse.csr_matrix(csr()),
    "(m, 2)": lambda: ARRAY,
    "(2, m)": lambda: ARRAY.T,
    "int8": lambda: ARRAY.astype(np.int8),
    "uint64": lambda: ARRAY.astype(np.uint64),
    "fortran": lambda: np.asfortranarray(ARRAY),
    "reversed": lambda: ARRAY[::-1, ::-1],
    "pair": lambda: (ARRAY[:, 0], ARRAY[:, 1]),
    "pair of types": lambda: (ARRAY[:, 0].astype(np.uint8), ARRAY[:, 1].astype(np.uint64)),
    "frame": lambda: pandas.DataFrame(ARRAY, columns=["source", "target"]),
    "edge_index": lambda: TorchLike(ARRAY.T),
    "edge_index on a GPU": lambda: TorchLike(ARRAY.T, True),
    "data": lambda: types.SimpleNamespace(edge_index=ARRAY.T, num_nodes=5),
    "csr pair": lambda: (csr().indptr, csr().indices),
    "list": lambda: EDGES,
    "iterator": lambda: iter(EDGES),
    "numpy pairs": lambda: [tuple(row) for row in ARRAY],
    "doubled": lambda: EDGES + EDGES + [(1, 1)],
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_same_graph(kind):
    graph = cd.Graph(KINDS[kind]())
    assert list(graph.nodes) == [0, 1, 2, 3, 4]
    assert graph.edges.tolist() == [[0, 1], [0, 2], [1, 2], [1, 4], [2, 3], [2, 4], [3, 4]]
    assert not graph.is_directed
    assert graph.cliques(3).count == 3  # 012, 124, 234
    assert graph.cliques(3, per="vertex").tolist() == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("make", [nx.DiGraph, nx.MultiDiGraph])
def test_directions_of_networkx_stay(make):
    graph = cd.Graph(make([("a", "b"), ("b", "a"), ("b", "c")]))
    assert graph.is_directed
    assert graph.arcs.tolist() == [["a", "b"], ["b", "a"], ["b", "c"]]
    plain = cd.Graph(make([("a", "b"), ("b", "a"), ("c", "b")]), directed=False)
    assert not plain.is_directed and plain.edges.tolist() == [["a", "b"], ["b", "c"]]


@pytest.mark.parametrize("data", [EDGES, ARRAY, ARRAY.T, pandas.DataFrame(ARRAY, columns=["source", "target"])])
def test_directions_on_demand(data):
    graph = cd.Graph(data, directed=True)
    assert sorted(map(tuple, graph.arcs.tolist())) == sorted(EDGES)
    assert graph.motifs(3, directed=True)["030C"] == 2  # 0>1>2>0 and 2>3>4>2


IDS = {
    "texts": ["x", "ünïcode", "a b", "", "z\n"],
    "tuples": [(0, 0), (0, 1), (1, 0), (), (1,)],
    "negative": [-5, -1, 0, 7, -(2**40)],
    "wide": [2**64 - 1, 2**63, 0, 1, 2],
    "beyond": [2**64, -1, 0, 10**30, 3],
    "mixed": ["a", 1, (2,), b"b", frozenset([4])],
    "sparse": [10**12, 5, 10**15, 7, 1],
}


@pytest.mark.parametrize("kind", IDS)
@pytest.mark.parametrize("by_networkx", [True, False])
def test_ids_of_every_kind_come_back(kind, by_networkx):
    ids = IDS[kind]
    edges = [(ids[u], ids[v]) for u, v in EDGES]
    graph = cd.Graph(nx.Graph(edges)) if by_networkx else cd.Graph(edges)
    assert set(graph.nodes) == set(ids)
    if by_networkx:
        assert list(graph.nodes) == list(nx.Graph(edges))
    assert {frozenset(row) for row in graph.cliques(3).list()} == {frozenset(ids[v] for v in t) for t in [(0, 1, 2), (1, 2, 4), (2, 3, 4)]}
    counts = dict(zip(graph.nodes, graph.cliques(3, per="vertex").tolist()))
    assert [counts[i] for i in ids] == [1, 2, 3, 1, 2]
    assert {frozenset(e) for e in map(tuple, graph.edges.tolist())} == {frozenset(e) for e in edges}
    assert graph.cliques(3, roots=ids).count == 3
    back = graph.to_networkx()
    assert list(back) == list(graph.nodes) and nx.utils.edges_equal(back.edges(), nx.Graph(edges).edges())


@pytest.mark.parametrize("dtype", [np.uint64, np.int64])
def test_wide_arrays(dtype):
    ids = np.array([2**64 - 1, 2**63, 5, 6], dtype=np.uint64) if dtype is np.uint64 else np.array([-(2**63), -1, 5, 2**62])
    graph = cd.Graph(ids[np.array([[0, 1], [1, 2], [2, 0], [2, 3]])])
    assert sorted(graph.nodes) == sorted(ids.tolist())
    assert graph.cliques(3).list() and set(graph.cliques(3).list()[0]) == set(ids[:3].tolist())


def test_given_nodes_decide_the_order():
    graph = cd.Graph(EDGES, nodes=[4, 3, 2, 1, 0, 9])
    assert list(graph.nodes) == [4, 3, 2, 1, 0, 9]
    assert graph.cliques(3, per="vertex").tolist() == [2, 1, 3, 2, 1, 0]
    assert len(cd.Graph(ARRAY, nodes=8)) == 8
    assert cd.Graph(ARRAY, nodes=8).cliques(1).count == 8
    assert list(cd.Graph(csr(), nodes=list("abcde")).nodes) == list("abcde")


def test_lone_vertices_and_loops_of_networkx():
    source = nx.Graph([(1, 2), (2, 2)])
    source.add_node("alone")
    graph = cd.Graph(source)
    assert list(graph.nodes) == [1, 2, "alone"] and graph.edge_count == 1
    assert graph.cleaning == {"self_loops": 1, "duplicates": 0}


def test_empty_graphs():
    for data in (nx.Graph(), [], np.zeros((0, 2), dtype=int), np.zeros((2, 0), dtype=int), scipy.sparse.csr_array((3, 3))):
        graph = cd.Graph(data)
        assert graph.edge_count == 0 and graph.cliques(3).count == 0 and graph.cliques(3).list() == []


def test_labels():
    source = nx.Graph([("a", "b", {"kind": "x"}), ("b", "c", {"kind": "y"})])
    source.nodes["a"]["colour"] = "red"
    source.nodes["c"]["colour"] = 7
    graph = cd.Graph(source, labels="colour", edge_labels="kind")
    assert graph.matches("0:red,0-1").count == 1 and graph.matches("0:7,0-1").count == 1
    assert graph.matches("0-1/x").count == 1 and graph.matches("0-1/y,0:7").list() == [("c", "b")]
    back = graph.to_networkx()
    assert back.nodes["a"] == {"label": "red"} and back.nodes["b"] == {} and back["b"]["c"] == {"label": "y"}
    again = cd.Graph(back, labels="label", edge_labels="label")
    assert again.matches("0-1/x,0:red").count == 1
    for labels in ({"a": "red", "c": 7}, ["red", None, 7]):
        assert cd.Graph([("a", "b"), ("b", "c")], labels=labels).matches("0:red,0-1").count == 1
    table = pandas.DataFrame({"from": [1, 2], "to": [2, 3], "kind": ["x", "y"]})
    named = cd.Graph(table, source="from", target="to", edge_labels="kind")
    assert named.matches("0-1/y").list() == [(2, 3)]


def test_igraph_names():
    graph = igraph.Graph.TupleList([("u", "v"), ("v", "w"), ("w", "u")])
    assert cd.Graph(graph).nodes == ["u", "v", "w"]
    arcs = igraph.Graph([(0, 1)], directed=True)
    assert cd.Graph(arcs).arcs.tolist() == [[0, 1]]


def test_frame_of_texts():
    frame = pandas.DataFrame({"source": ["b", "a"], "target": ["a", "c"]})
    assert cd.Graph(frame).nodes == ["b", "a", "c"]


def test_files_give_their_ids(tmp_path):
    file = tmp_path / "g.txt"
    file.write_text("7 1000000000000\n1000000000000 3\n3 7\n")
    graph = cd.read(file)
    assert set(graph.nodes) == {7, 10**12, 3}
    assert set(graph.cliques(3).list()[0]) == {7, 10**12, 3}
    named = tmp_path / "names.txt"
    named.write_text("tom ann\nann bob\nbob tom\nbob eve\n")
    people = cd.read(named, names=True)
    assert set(people.nodes) == {"tom", "ann", "bob", "eve"}
    counts = dict(zip(people.nodes, people.cliques(3, per="vertex").tolist()))
    assert counts == {"tom": 1, "ann": 1, "bob": 1, "eve": 0}
    assert set(people.cliques(3).list()[0]) == {"tom", "ann", "bob"}
    assert people.read_as["format"] == "edge list"


def test_saved_graphs_come_back(tmp_path, karate):
    for ending in ("txt", "cbin", "mtx.gz", "graphml"):
        karate.save(tmp_path / f"k.{ending}")
        assert cd.read(tmp_path / f"k.{ending}").motifs(4) == karate.motifs(4)
    report = karate.compress(tmp_path / "k.cgz")
    assert report["bytes"] == (tmp_path / "k.cgz").stat().st_size
    assert cd.read(tmp_path / "k.cgz").edges.tolist() == karate.edges.tolist()


def test_scipy_and_csr_round_trips(karate):
    matrix = karate.to_scipy()
    assert (matrix != matrix.T).nnz == 0 and matrix.nnz == 156
    again = cd.Graph(matrix, nodes=karate.nodes)
    assert again.edges.tolist() == karate.edges.tolist()
    assert cd.Graph((karate.indptr, karate.indices)).motifs(3) == karate.motifs(3)
    directed = cd.Graph([(0, 1), (1, 2)], directed=True)
    assert directed.to_scipy().toarray().tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70)), max_size=20))
def test_any_integers(edges):
    graph, expected = cd.Graph(edges), nx.Graph(edges)
    expected.remove_edges_from(list(nx.selfloop_edges(expected)))
    assert set(graph.nodes) == set(expected)
    assert {frozenset(e) for e in graph.edges.tolist()} == {frozenset(e) for e in expected.edges()}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("directed", [False, True])
def test_networkx_round_trip(seed, directed):
    source = random_graph(seed, directed)
    back = cd.Graph(source).to_networkx()
    assert list(back) == list(source) and set(back.edges()) == set(source.edges()) or not directed
    assert nx.utils.edges_equal(back.edges(), source.edges(), directed=directed)


def test_file_and_graph_agree():
    names = nx.karate_club_graph()
    assert cd.Graph(names).motifs(5) == cd.read(karate_file).motifs(5)


def test_views_and_classes_of_their_own():
    source = nx.complete_graph(6)
    assert cd.Graph(source.subgraph([0, 1, 2, 3])).cliques(3).count == 4
    assert cd.Graph(nx.subgraph_view(source, filter_edge=lambda u, v: {u, v} != {0, 1})).edge_count == 14
    assert cd.Graph(nx.DiGraph([(0, 1), (2, 1)]).reverse(copy=False)).arcs.tolist() == [[1, 0], [1, 2]]

    class Complement(nx.Graph):
        def neighbors(self, node):
            return iter(set(self) - set(self._adj[node]) - {node})

    graph = Complement([(0, 1), (2, 3)])
    assert {frozenset(edge) for edge in cd.Graph(graph).edges.tolist()} == {frozenset(e) for e in [(0, 2), (0, 3), (1, 2), (1, 3)]}


def test_directed_graphs_without_arcs():
    for data in (nx.empty_graph(4, nx.DiGraph), igraph.Graph(4, directed=True)):
        graph = cd.Graph(data)
        assert graph.is_directed and type(graph.to_networkx()) is nx.DiGraph and graph.arcs.tolist() == []
        motifs = graph.motifs(3, directed=True)
        assert len(motifs) == 13 and motifs.count == 0
    with pytest.raises(cd.InputError, match="directed"):
        cd.Graph(nx.empty_graph(4)).motifs(3, directed=True)
