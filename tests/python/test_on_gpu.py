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


def readers():
    """What reads a block where it lies: (name, block to an array, address of the array, array to rows)."""
    found = []
    try:
        import cupy

        found.append(("cupy", cupy.asarray, lambda array: array.data.ptr, lambda array: array.get()))
        found.append(("cupy by dlpack", cupy.from_dlpack, lambda array: array.data.ptr, lambda array: array.get()))
    except ImportError:
        pass
    try:
        import torch

        found.append(("torch", torch.from_dlpack, lambda array: array.data_ptr(), lambda array: array.cpu().numpy()))
    except ImportError:
        pass
    if not found:
        pytest.skip("neither cupy nor torch is installed")
    return found


def test_blocks_stay_on_the_device(er):
    expected = sorted(map(tuple, map(sorted, er.cliques(4, device="host").list())))
    for name, read, address_of, fetch in readers():
        rows = []
        for block in er.cliques(4, device="cuda").device_blocks():
            array = read(block)
            assert address_of(array) == block.__cuda_array_interface__["data"][0], name
            assert tuple(array.shape) == block.shape and len(block) == block.shape[0], name
            del block  # the array keeps it
            rows += fetch(array).tolist()
        assert sorted(map(tuple, map(sorted, rows))) == expected, name


def test_columns_of_a_match_on_the_device(er):
    _, read, _, fetch = readers()[0]
    order = [1, 2, 0, 3]
    adjacent = {tuple(edge) for edge in er.edges.tolist()} | {tuple(edge[::-1]) for edge in er.edges.tolist()}
    rows = [row for block in er.matches("0-1,1-2,2-0,2-3", order=order, device="cuda").device_blocks() for row in fetch(read(block)).tolist()]
    assert len(rows) == er.matches("0-1,1-2,2-0,2-3", device="host").count
    for row in rows:
        at = dict(zip(order, row))
        assert {(at[0], at[1]), (at[1], at[2]), (at[2], at[0]), (at[2], at[3])} <= adjacent


def test_rows_of_a_query_on_the_device():
    table = {"source": [1, 2, 3, 1, 3, 4, 7, 7, 2], "target": [2, 3, 1, 3, 4, 1, 1, 3, 7], "weight": [1, 2, 3, 4, 5, 6, 7, 8, 9]}
    graph = cd.Graph(table, directed=True)
    questions = [
        ("A -> B [weight > 1]; B -> C", {}), ("A -> B; B -> C", {"returns": "C, A"}), ("MATCH (a)-->(b)-->(c)", {"mode": "all"}),
        ("A -> B as e; B -> C as f; e.weight < f.weight", {"returns": "B, C, A"}),
    ]  # fmt: skip
    for name, read, _, fetch in readers():
        for text, more in questions:
            query = graph.query(text, device="cuda", **more)
            rows = []
            for block in query.device_blocks():
                assert tuple(block) == query.columns and len({column.shape for column in block.values()}) == 1, name
                arrays = [read(column) for column in block.values()]
                del block  # the arrays keep it
                rows += zip(*(fetch(array).tolist() for array in arrays))
            expected = [row for part in query.blocks() for row in zip(*(values.tolist() for values in part.values()))]
            assert sorted(rows) == sorted(expected) and expected, (name, text)
    with pytest.raises(cd.InputError, match=r"each choice of edges as a row: take blocks\(\)"):
        parallel = cd.Graph({"source": [1, 1], "target": [2, 2], "w": [1, 2]}, directed=True)
        next(parallel.query("MATCH (a)-->(b)", device="cuda").device_blocks())


def test_many_blocks_are_kept_and_dropped():
    graph = cd.generate("complete:n=110")  # 122 million cliques of 5
    _, read, _, fetch = readers()[0]
    kept, total = [], 0
    for number, block in enumerate(graph.cliques(5, device="cuda").device_blocks()):
        total += len(block)
        if number % 5 == 0:
            kept.append(read(block))
    assert total == graph.cliques(5).count
    for array in kept:
        rows = np.sort(fetch(array), axis=1)
        assert rows.min() >= 0 and rows.max() < 110 and (np.diff(rows, axis=1) > 0).all()
    with pytest.raises(cd.InputError, match=r"more than half of the GPU's memory: list a part of it, with roots="):
        next(cd.generate("complete:n=400").cliques(6, device="cuda").device_blocks())
    parts = [graph.cliques(5, device="cuda", roots=range(first, first + 55)).device_blocks() for first in (0, 55)]
    assert sum(len(block) for part in parts for block in part) == total


def test_what_is_not_listed_on_the_device(er):
    for query, word in [(er.cliques(2, device="cuda"), "k"), (er.cliques(3, device="host"), "one GPU"), (er.matches("house", device="cuda"), "order"),
                        (er.cliques(3, device="cuda", limit=5), "limit"), (er.matches("house", mappings=True, device="cuda"), "mappings"),
                        (cd.Graph([(2**31, 1), (1, 7), (7, 2**31)]).cliques(3), "")]:
        if word:
            with pytest.raises(cd.InputError, match=word):
                next(query.device_blocks())
        else:
            assert sum(map(len, query.device_blocks())) == 1  # positions


def test_a_device_that_is_not_there(er):
    with pytest.raises(cd.InputError, match="cuda:99"):
        er.cliques(3, device="cuda:99").count
