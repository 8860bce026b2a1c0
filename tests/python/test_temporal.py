"""Temporal motifs: golden numbers, every kind of source, and the definition on small graphs."""

import csv
import datetime
import itertools
import os
import pathlib
import random

import networkx as nx
import numpy as np
import pandas
import pytest
from conftest import needs_lockstep, root

import cerrado as cd

DATA = pathlib.Path(os.environ.get("CERRADO_DATA_DIR", root.parent / "shared" / "data")) / "temporal"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no {DATA}: set CERRADO_DATA_DIR")

SECOND = "w>v v>w w>u u>w v>u u>v".split()
THIRD = "u>v v>u u>w w>u v>w w>v".split()
MOTIFS = [f"u>v,{second},{third}".translate(str.maketrans("uvw", "012")) for second in SECOND for third in THIRD]


def golden():
    with open(DATA / "dev.csv") as file:
        return [row for row in csv.DictReader(file) if row["graph"] == "collegemsg"]


@pytest.fixture(scope="module")
def messages():
    return cd.TemporalGraph(DATA / "collegemsg.txt.gz")


def random_arcs(seed, vertices=6, arcs=14, span=12):
    """Triples in no order of time, with repeated arcs, equal times and loops."""
    draw = random.Random(seed)
    return [(draw.randrange(vertices), draw.randrange(vertices), draw.randrange(span)) for _ in range(arcs)]


# The definition.


def matches(triples, pattern, delta, ties="order", order="total"):
    """The matches of a pattern, as sets of the lines of the arcs by arc of the pattern and of its vertices; all their images."""
    wanted = [tuple(map(int, arc.replace("-", ">").split(">"))) for arc in pattern.split(",")]
    either = ["-" in arc for arc in pattern.split(",")]
    count, size = len(wanted), 1 + max(itertools.chain(*wanted))
    pairs = itertools.combinations(range(count), 2) if order == "total" else ()
    before = set(pairs if order in ("total", "none") else [tuple(int(i) - 1 for i in pair.split("<")) for pair in order.split(",")])

    def is_before(one, other):
        first, second = triples[one][2], triples[other][2]
        return first < second or (ties == "order" and (first, one) < (second, other))

    found = set()
    lines = [line for line, (u, v, _) in enumerate(triples) if u != v]
    for chosen in itertools.permutations(lines, count):
        times = [triples[line][2] for line in chosen]
        if max(times) - min(times) > delta or not all(is_before(chosen[i], chosen[j]) for i, j in before):
            continue
        for turned in itertools.product(*[(False, True) if free else (False,) for free in either]):
            place = {}
            for line, (u, v), turn in zip(chosen, wanted, turned):
                ends = triples[line][:2]
                fits = [place.setdefault(x, end) == end for x, end in zip((v, u) if turn else (u, v), ends)]
                if not all(fits):
                    break
            else:
                if len(set(place.values())) == size:
                    found.add((chosen, tuple(place[x] for x in range(size))))
    return found


@pytest.mark.parametrize("ties", ["order", "strict"])
@pytest.mark.parametrize("seed", range(3))
def test_motifs_are_those_of_the_definition(seed, ties):
    triples = random_arcs(seed)
    t = cd.TemporalGraph(triples)
    found = [matches(triples, motif, 5, ties) for motif in MOTIFS]  # a total order has no symmetries
    assert t.temporal(5, ties=ties).tables.reshape(-1).tolist() == [len(every) for every in found]
    by_line, by_vertex = t.temporal(5, ties=ties, per="arc"), t.temporal(5, ties=ties, per="vertex")
    for cell, every in enumerate(found):
        assert by_line[:, cell].tolist() == [sum(line in chosen for chosen, _ in every) for line in range(len(triples))]
        assert by_vertex[:, cell].tolist() == [sum(v in vertices for _, vertices in every) for v in t.graph.nodes]
    assert t.loops == sum(u == v for u, v, _ in triples) and t.arcs == len(triples) - t.loops


PATTERNS = [  # pattern, order, the number of images of a match
    ("0>1,1>2", "total", 1), ("0>1,1>2,2>0", "none", 3), ("1>0,2>0,3>0", "none", 6), ("0>1,0>2,1>3,2>3", "1<3,2<4", 2),
    ("0>1,1-2", "total", 1), ("0>1,1>0,1>2", "1<2,1<3", 1), ("0>1,0>1", "none", 2),
]  # fmt: skip


@pytest.mark.parametrize("ties", ["order", "strict"])
@pytest.mark.parametrize(("pattern", "order", "images"), PATTERNS)
def test_matches_are_those_of_the_definition(pattern, order, images, ties):
    triples = random_arcs(len(pattern), vertices=5, arcs=11, span=9)
    t = cd.TemporalGraph(triples)
    found = matches(triples, pattern, 4, ties, order)
    assert len(found) % images == 0
    asked = t.matches(pattern, 4, order=order, ties=ties)
    assert asked.count == len(found) // images and asked.counts == {pattern: asked.count} and asked.exists() == bool(found)
    rows = asked.list()
    listed = set(zip(map(tuple, rows.lines.tolist()), map(tuple, rows.vertices.tolist())))
    assert len(listed) == len(rows.lines) == asked.count and listed <= found
    assert rows.times.tolist() == [[triples[line][2] for line in lines] for lines in rows.lines.tolist()]
    on_arcs = asked.per_arc()[pattern]
    assert on_arcs.tolist() == [sum(line in chosen for chosen, _ in found) // images for line in range(len(triples))]
    assert asked.per_vertex()[pattern].tolist() == [sum(v in ends for _, ends in found) // images for v in t.graph.nodes]


# Golden numbers.


@needs_data
def test_golden_motifs(messages):
    assert (messages.arcs, messages.loops, messages.unit, len(messages.graph)) == (59835, 0, "s", 1899)
    assert messages.span == (1082040961, 1098777142)
    for ties in ("order", "strict"):
        rows = {int(row["delta"]): row["value"].split() for row in golden() if (row["kind"], row["ties"]) == ("motifs", ties)}
        deltas = [delta for delta in sorted(rows) if delta <= 86400]
        found = messages.temporal(deltas, ties=ties)
        assert 3600 in deltas and found.ties == ties and found.deltas == tuple(deltas)
        for delta, table, count in zip(deltas, found.tables, found.counts):
            assert table.reshape(-1).tolist() == [int(cell) for cell in rows[delta]] and count == table.sum()
    assert found.count == found.counts[0]


@needs_data
def test_golden_patterns(messages):
    names = ("M4", "M6", "cycle2", "fanin3", "scatter2", "anycycle3", "gap3", "gapcycle4", "kov3", "reply")
    rows = [row for row in golden() if row["kind"] == "pattern" and row["name"] in names and row["delta"] == "3600"]
    assert len(rows) >= 15
    for row in rows:
        gap = None if row["gap"] == "-" else [int(each) for each in row["gap"].split("/")]
        gap = gap[0] if gap and len(gap) == 1 else gap
        asked = messages.matches(
            row["pattern"], datetime.timedelta(hours=1), order=row["order"], gap=gap, consecutive=row["consecutive"] == "1",
            ties=row["ties"],
        )  # fmt: skip
        assert asked.count == int(row["value"]), row


@needs_data
def test_the_counts_of_the_command_line(messages, command):
    file = DATA / "collegemsg.txt.gz"
    told, found = command("temporal", file, "--delta", "10min,1h"), messages.temporal(["10min", "1h"])
    for table, own in zip(told["tables"], found.to_dict()["tables"]):
        assert table["counts"] == own["counts"] and table["delta"] == own["delta"] and table["text"] == own["text"]
    assert len(told["tables"]) == 2 and told["semantics"].split(";")[0].split(":")[0] == found.semantics.split(";")[0]
    asked = messages.matches("cycle:2..4,fan-in:3", "1h")
    assert asked.counts == {"cycle:2": 54805, "cycle:3": 1657, "cycle:4": 3769, "fan-in:3": 289516}
    assert asked.count == sum(asked.counts.values())


# Sources.

START = datetime.datetime(2024, 1, 15, 10, 30)
TRIPLES = [("a", "b", 0), ("b", "c", 50), ("c", "a", 3600), ("c", "c", 3600), ("b", "a", 60), ("a", "b", 0), ("c", "b", 90000)]
TABLE = {
    "source": [u for u, _, _ in TRIPLES], "target": [v for _, v, _ in TRIPLES],
    "ts": [1705314600 + t for _, _, t in TRIPLES], "amount": [1.5, 2.0, None, 4.0, 5.0, 6.0, 7.0],
}  # fmt: skip
DATED = {**TABLE, "ts": [START + datetime.timedelta(seconds=t) for _, _, t in TRIPLES]}


def sources(tmp_path):
    """The same arcs of every kind."""
    file = tmp_path / "arcs.csv"
    pandas.DataFrame(TABLE).to_csv(file, index=False)
    triples = [(u, v, t) for u, v, t in zip(TABLE["source"], TABLE["target"], TABLE["ts"])]
    many = nx.MultiDiGraph()
    for u, v, t in triples:
        many.add_edge(u, v, ts=t)
    yield "dict", cd.TemporalGraph(TABLE)
    yield "dict of arrays", cd.TemporalGraph({name: np.array(values) for name, values in TABLE.items()})
    yield "pandas", cd.TemporalGraph(pandas.DataFrame(TABLE), time="ts")
    yield "file", cd.TemporalGraph(file, names=True)
    yield "dates", cd.TemporalGraph(pandas.DataFrame(DATED))
    yield "dates in another column", cd.TemporalGraph(pandas.DataFrame(DATED).rename(columns={"ts": "sent"}))
    yield "other ends", cd.TemporalGraph(pandas.DataFrame(TABLE).rename(columns={"source": "x", "target": "y"}), source="x", target="y")
    yield "usual ends", cd.TemporalGraph(pandas.DataFrame(TABLE).rename(columns={"source": "from", "target": "to"}))
    yield "triples", cd.TemporalGraph(triples)
    yield "arrays", cd.TemporalGraph(tuple(np.array(column) for column in zip(*triples)))
    yield "list of arrays", cd.TemporalGraph([np.array(column) for column in zip(*triples)])
    yield "graph", cd.TemporalGraph(cd.Graph(TABLE, directed=True))
    yield "read", cd.TemporalGraph(cd.read(file, directed=True, names=True, attributes=True))
    yield "multigraph", cd.TemporalGraph(many)


def test_every_source_has_the_same_arcs(tmp_path):
    for kind, t in sources(tmp_path):
        assert (t.arcs, t.loops, t.unit) == (6, 1, "us" if kind.startswith("dates") else "s"), kind
        found = t.temporal(["1min", "1h", "2d"])
        assert found.counts == cd.TemporalGraph(TABLE).temporal([60, 3600, 172800]).counts and found.counts[1] > 0, kind
        rows = t.matches("0>1,1>2,2>0", delta="1h").list()
        assert sorted(map(tuple, rows.vertices.tolist())) == [("a", "b", "c")] * 2, kind
        if kind != "multigraph":  # its lines are in the order of its nodes
            assert sorted(map(tuple, rows.lines.tolist())) == [(0, 1, 2), (5, 1, 2)], kind
            assert t.matches("0>1,1>2,2>0", delta="1h").per_arc().iloc[:, 0].tolist() == [1, 2, 2, 0, 0, 1, 0], kind
        assert sorted(t.graph.nodes) == ["a", "b", "c"]


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_other_tables(library):
    table = pytest.importorskip(library)
    made = {"polars": lambda columns: table.DataFrame(columns), "pyarrow": lambda columns: table.table(columns)}[library]
    for columns in (TABLE, DATED):
        t = cd.TemporalGraph(made(columns), time="ts")
        assert t.temporal("1h").tables.tolist() == cd.TemporalGraph(TABLE).temporal("1h").tables.tolist()
        assert t.matches("0>1,1>2", delta="1h").per_arc()["0>1,1>2"].sum() == 2 * t.matches("0>1,1>2", delta="1h").count


def test_dates():
    t = cd.TemporalGraph(pandas.DataFrame(DATED), time="ts")
    assert t.span == (START, START + datetime.timedelta(seconds=90000)) and t.column == "ts"
    rows = t.matches("0>1,1>2,2>0", delta="1h").list(1)
    assert rows.times.dtype == np.dtype("datetime64[us]") and rows.times[0, 0] == np.datetime64(START)
    for delta in ("1h", "60min", datetime.timedelta(hours=1), np.timedelta64(1, "h"), pandas.Timedelta("1h")):
        assert t.temporal(delta).deltas == (3600 * 10**6,)
    with pytest.raises(cd.InputError, match="the times are dates; give it a unit"):  # nobody means microseconds
        t.temporal(3600)
    assert t.temporal(np.array([60, 3600], dtype="timedelta64[s]")).deltas == (60 * 10**6, 3600 * 10**6)
    zone = pandas.DataFrame(DATED)
    zone["ts"] = zone["ts"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")
    assert cd.TemporalGraph(zone).span == t.span
    noon = START + datetime.timedelta(seconds=60)
    for until in (noon, noon.isoformat(), np.datetime64(noon), pandas.Timestamp(noon)):
        assert cd.TemporalGraph(DATED, until=until).arcs == cd.TemporalGraph(TABLE, until=until).arcs == 4
        assert cd.TemporalGraph(DATED, from_=until).arcs == 3
    assert cd.TemporalGraph(TABLE, from_=1705314660, until=1705314660).arcs == 1
    assert cd.TemporalGraph(TABLE, time_unit="none").unit is None
    assert cd.TemporalGraph(TABLE, time_unit="ms").temporal("1s").deltas == (1000,)


def test_rows_as_given():
    frame = pandas.DataFrame(TABLE, index=list("tuvwxyz"))
    features = cd.TemporalGraph(frame).matches(["cycle:2..3", "0>1,0>1"], delta="1h").per_arc()
    assert list(features.columns) == ["cycle:2", "cycle:3", "0>1,0>1"] and list(features.index) == list("tuvwxyz")
    assert features["0>1,0>1"].tolist() == [1, 0, 0, 0, 0, 1, 0] and list(frame.join(features)["cycle:3"]) == [1, 2, 2, 0, 0, 1, 0]
    cut = cd.TemporalGraph(frame, until=1705314600).matches("0>1,0>1", delta=0).per_arc()
    assert cut["0>1,0>1"].tolist() == [1, 0, 0, 0, 0, 1, 0]
    vertices = cd.TemporalGraph(frame).matches("0>1,0>1", delta=0).per_vertex()
    assert vertices.index.name == "id" and vertices["0>1,0>1"].to_dict() == {"a": 1, "b": 1, "c": 0}


LABELLED = {"source": [0, 1, 2, 0, 1], "target": [1, 2, 0, 1, 2], "time": [1, 2, 3, 4, 9], "amount": [5, 6, 5, 7, 5],
            "kind": ["wire", "cash", None, "cash", "wire"], "note": ["x"] * 5}


def test_labels():
    t = cd.TemporalGraph(LABELLED)
    labels = ["a", "b", "a"]
    assert t.matches("0:a,0>1,1:b", delta=9, labels=labels).count == 2
    assert t.matches("0:a|b,0>1", delta=9, labels=dict(zip(range(3), labels))).count == 5
    assert t.matches("0>1/wire,1>2", delta=1, edge_labels="kind").list().lines.tolist() == [[0, 1]]
    assert t.matches(["0>1/5", "0>1/8"], delta=1, edge_labels="amount").counts == {"0>1/5": 3, "0>1/8": 0}
    assert not t.matches(["0>1/9", "0>1/8"], delta=1, edge_labels="amount").exists()
    found = t.matches("0>1/cash,1:a,1>2", delta=9, labels=labels, edge_labels="kind")
    assert (found.count, found.exists(), found.patterns) == (1, True, ("1:a,0>1/cash,1>2",))
    assert found.per_arc().iloc[:, 0].tolist() == [0, 1, 1, 0, 0]
    assert found.to_dict()["parameters"]["edge_labels"] == "kind"
    directed = cd.Graph(LABELLED, directed=True, labels=labels)
    assert cd.TemporalGraph(directed, time="time").matches("0:b,0>1", delta=1).count == 2


def test_columns_that_are_kept():
    import polars

    for table in (LABELLED, pandas.DataFrame(LABELLED), polars.DataFrame(LABELLED), polars.DataFrame(LABELLED).to_arrow()):
        t = cd.TemporalGraph(table, columns=["amount"])
        assert list(t.graph.edge_columns) == ["time", "amount"]
        t = cd.TemporalGraph(table, time="amount", columns=[])
        assert list(t.graph.edge_columns) == ["amount"]
        assert t.span == (5, 7)


def test_arcs_between_the_vertices_of_a_graph():
    g = cd.Graph([("ann", "bob"), ("bob", "cid"), ("cid", "dan")], labels=["x", "y", "x", None])
    frame = pandas.DataFrame({"source": ["bob", "cid", "bob"], "target": ["cid", "bob", "ann"], "ts": [5, 7, 8], "amount": [1, 2, 3]})
    for table in (frame, frame.rename(columns={"ts": "time"}).to_dict("list"), list(zip(frame.source, frame.target, frame.ts))):
        t = g.temporal(table)
        assert list(t.graph.nodes) == ["ann", "bob", "cid", "dan"]
        assert t.matches("0>1,1>0", delta=5).per_vertex().iloc[:, 0].tolist() == [0, 1, 1, 0]
        assert t.matches("0:y,0>1", delta=5).count == 2
    assert list(g.temporal(frame, columns=[]).graph.edge_columns) == ["ts"]
    assert g.temporal(frame, time="amount", until=2).arcs == 2
    numbered = cd.Graph(np.array([[0, 1], [1, 2], [2, 3]])).temporal(np.array([[1, 2, 5], [2, 1, 7]]))
    assert (len(numbered.graph), numbered.matches("0>1,1>0", delta=5).per_vertex().iloc[:, 0].tolist()) == (4, [0, 1, 1, 0])
    cells = pandas.DataFrame({"id": ["ann", "bob", "cid"], "age": [3, 4, 5]})
    aged = cd.Graph(pandas.DataFrame({"source": ["bob"], "target": ["cid"]}), vertices=cells).temporal(frame[:2])
    assert aged.graph.vertex_columns == {"age": "int64"}
    assert aged.matches("0:5,0>1", delta=5, labels="age").count == 1


def test_without_pandas(monkeypatch):
    t = cd.TemporalGraph(TABLE)
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    assert {name: values.tolist() for name, values in t.matches("0>1,0>1", delta=0).per_arc().items()} == {"0>1,0>1": [1, 0, 0, 0, 0, 1, 0]}
    for made in (t.matches("0>1,0>1", delta=0).to_frame, t.temporal(0).to_frame):
        with pytest.raises(cd.Error, match="pip install pandas"):
            made()


# Results.


def test_results():
    triples = random_arcs(7, arcs=60)
    t = cd.TemporalGraph(triples)
    found = t.temporal([2, 5])
    frame = found.to_frame()
    assert len(frame) == 72 and frame.groupby("delta")["count"].sum().tolist() == list(found.counts)
    assert frame.iloc[0][["first", "second", "third"]].tolist() == ["u>v", "w>v", "u>v"]
    assert str(found).count("delta") == 2 and f"{found.tables[1, 5, 5]:,}" in str(found) and "table" in found._repr_html_()
    contacts = t.temporal([2, 5], undirected=True)
    assert contacts.tables.shape == (2, 5) and contacts.counts == found.counts and "u-w v-w" in str(contacts)
    assert contacts.tables[0, 0] == found.tables[0, 4:, :2].sum() and len(contacts.to_frame()) == 10
    assert t.temporal(2, undirected=True, per="arc").sum(axis=0).tolist() == (3 * contacts.tables[0]).tolist()
    assert t.temporal(2, undirected=True, per="vertex").shape == (len(t.graph), 5)
    asked = t.matches("0>1,1>2", delta=5)
    assert "not counted yet" in repr(asked)
    assert asked.result.is_complete and repr(asked) == repr(asked.result) and asked.patterns == ("0>1,1>2",) and asked.names == ("0>1,1>2",)
    assert len(asked.list(3).lines) == min(3, asked.count) and len(asked.list(0).lines) == 0
    assert sum(len(block.lines) for block in asked.blocks()) == asked.count == len(asked.to_frame())
    assert list(asked.to_frame(1)) == ["v0", "v1", "v2", "line1", "line2", "time1", "time2"]
    assert asked.per_arc().sum().tolist() == [2 * asked.count] and asked.per_vertex().sum().tolist() == [3 * asked.count]
    assert asked.to_dict()["patterns"][0]["count"] == str(asked.count) and len(asked.result.to_frame()) == 1
    assert not t.matches("cycle:6", delta=0, ties="strict").exists()
    assert t.matches(["cycle:6", "0>1,1>2"], delta=5).exists()
    empty = t.matches("cycle:6", delta=0, ties="strict").list()
    assert empty.lines.shape == (0, 6) and empty.vertices.shape == (0, 6)


@needs_lockstep
def test_on_another_device():
    t = cd.TemporalGraph(random_arcs(3, arcs=40))
    assert t.temporal(5, device="lockstep").tables.tolist() == t.temporal(5, device="host", threads=2).tables.tolist()
    asked = t.matches("0>1,1>2", delta=5, device="lockstep")
    assert asked.result.device == "lockstep" and asked.count == t.matches("0>1,1>2", delta=5).count == len(asked.list().lines)


def test_several_devices_and_checkpoints(tmp_path, command):
    bursts = "gen:bursts:n=100,m=2000,span=100000,seed=1"
    t, both, file = cd.TemporalGraph(bursts), {"devices": "host,host", "threads": 1}, tmp_path / "run.ck"
    assert t.temporal(["10min", "1h"], **both).tables.tolist() == t.temporal(["10min", "1h"]).tables.tolist()
    matches, shared = t.matches("path:3", "1h"), t.matches("path:3", "1h", **both)
    assert shared.count == matches.count > 0 and len(shared.to_dict()["devices"]) == 2
    assert sorted(shared.list().lines.tolist()) == sorted(matches.list().lines.tolist())
    assert len(shared.list(5).lines) == 5 and shared.exists()
    assert shared.per_arc().equals(matches.per_arc())
    words = ["temporal", bursts, "--pattern", "path:3", "--delta", "1h", "--device", "host"]
    assert int(command(*words, "--checkpoint", file)["count"]) == matches.count
    assert t.matches("path:3", "1h", resume=file, device="host").count == matches.count
    few = t.discover("10min", random=20, checkpoint=tmp_path / "random.ck", **both)
    many = t.discover("10min", random=40, resume=tmp_path / "random.ck")
    assert many.rows == t.discover("10min", random=40).rows and few.random_graphs == 20
    with pytest.raises(cd.InputError, match="checkpoint"):
        t.matches("path:3", "1h", checkpoint=file).per_arc()
    with pytest.raises(cd.InputError, match="checkpoint"):
        t.matches("path:3", "1h", checkpoint=file).list()
    assert t.temporal("1h", ranks=cd.Ranks()).count == t.temporal("1h").count


def test_numbers_beyond_64_bits():
    from cerrado._temporal_results import contacts, table_of

    big = [2**70 + i for i in range(36)]
    table = table_of(big, 36)
    assert table.dtype == object and table.tolist() == [big]
    assert sum(contacts(table)[0].tolist()) == sum(big)


# Errors.

T = "cd.TemporalGraph(TABLE)"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (f"{T}.temporal('1 fortnight')", "delta='1 fortnight'"),
        (f"{T}.temporal(-1)", "negative"),
        (f"{T}.temporal(1.5)", "delta=1.5: expected a duration"),
        (f"{T}.temporal(True)", "delta=True: expected a duration"),
        (f"{T}.temporal(np.timedelta64('NaT'))", "expected a duration"),
        (f"{T}.temporal(np.timedelta64(1, 'M'))", "expected a duration"),
        (f"{T}.temporal('1ms')", "delta='1ms'"),
        (f"{T}.temporal([])", "delta has no duration"),
        (f"{T}.temporal(['1h', '2h'], per='arc')", "2 durations: give one"),
        (f"{T}.temporal('1h', per='edge')", "expected 'vertex' or 'arc'"),
        (f"{T}.temporal('1h', ties='both')", "order, strict"),
        (f"{T}.temporal('1h', tie='strict')", "did you mean ties"),
        (f"{T}.temporal('1h', undirected=1)", "expected True or False"),
        (f"{T}.matches('0>1,2>3', '1h')", "0>1,2>3"),
        (f"{T}.matches('0>0', '1h')", "a loop"),
        (f"{T}.matches('0>1,1>2', '1h', order='1<2,2<1')", "cycle"),
        (f"{T}.matches('0>1,1>2', '1h', order='none', gap='10min')", "total order"),
        (f"{T}.matches(5, '1h')", "expected a text"),
        (f"{T}.matches(['cycle:3', 'cycle:2..3'], '1h')", "comes twice"),
        (f"{T}.matches('cycle:2..3', '1h').list()", "takes one pattern"),
        (f"{T}.matches('0>1', '1h', deltas=1)", "did you mean delta"),
        (f"{T}.matches('0>1', '1h').list(-1)", "limit=-1"),
        (f"{T}.matches('0:a,0>1', '1h').count", "labels="),
        (f"{T}.matches('0>1/x', '1h').count", r"the column that has them \(edge_labels=\)"),
        (f"{T}.matches('0>1/x', '1h', edge_labels='kind')", "edge_labels='kind': arcs have no such column: they have "),
        (f"{T}.matches('0:a,0>1', '1h', labels=['a'])", "labels has 1 labels"),
        (f"{T}.matches('0:b,0>1', '1h', labels=['a'] * len({T}.graph)).count", "no vertex of the graph bears the label \"b\""),
        ("cd.TemporalGraph(TABLE, columns='amount')", "expected a list of the columns"),
        ("cd.TemporalGraph(TABLE, columns=['price'])", "columns has 'price': the table has no such column"),
        ("cd.TemporalGraph({'source': [1], 'target': [2], 'when': [3]}, columns=[])", "give time="),
        ("cd.Graph([(1, 2)]).temporal([(1, 3, 5), (2, 1, 6)])", "the id 3, which is not a vertex of the graph"),
        ("cd.Graph([(1, 2)]).temporal('arcs.csv')", r"cd.TemporalGraph\(x\)"),
        ("cd.Graph([(1, 2)]).temporal([(1, 2, 5), (2, 1, 6)], nodes=[1, 2])", "those of the graph"),
        ("cd.TemporalGraph(TABLE, time='when')", "no column 'when'.*time="),
        ("cd.TemporalGraph(TABLE, time_unit='h')", "no unit of times"),
        ("cd.TemporalGraph(DATED, time_unit='s')", "are dates"),
        ("cd.TemporalGraph(TABLE, until=5)", "no arc lies between"),
        ("cd.TemporalGraph(TABLE, until=5.5)", "until=5.5: expected a date"),
        ("cd.TemporalGraph(TABLE, names=True)", "names has no meaning for a table"),
        ("cd.TemporalGraph(TABLE, untill=5)", "did you mean until"),
        ("cd.TemporalGraph('arcs.csv', source='a')", "source has no meaning for a file"),
        ("cd.TemporalGraph('no such file')", "no such file"),
        ("cd.TemporalGraph(cd.Graph(TABLE))", "directed=True"),
        ("cd.TemporalGraph(cd.Graph([(1, 2)], directed=True))", "no times"),
        ("cd.TemporalGraph(cd.Graph(TABLE, directed=True), names=True)", "names has no meaning for a Graph"),
        ("cd.TemporalGraph(np.zeros((4, 2), dtype=int))", r"expected \(m, 3\)"),
        ("cd.TemporalGraph([(1, 2, None), (2, 3, 5)])", "no time in column"),
        ("cd.TemporalGraph([(1, 2, 0.5), (2, 3, 5)])", "has a fraction"),
        ("cd.TemporalGraph([(1, 1, 5)])", "self-loops"),
        ("cd.TemporalGraph([])", "no arc"),
        ("cd.TemporalGraph([[1, 2, 3], [2, 3, 4], [3, 1, 5]])", "may be arcs"),
        ("cd.TemporalGraph(((1, 2, 3), (2, 3, 4), (3, 1, 5)))", "may be arcs"),
        ("cd.TemporalGraph([(1, 2, 3)]).temporal('1h')", "time_unit='s'"),
    ],
)
def test_errors(call, words):
    with pytest.raises(cd.InputError, match=words) as caught:
        eval(call)
    assert "--" not in str(caught.value)


@needs_data
def test_deadline(messages):
    stopped = messages.matches("0>1,1>2,2>3,3>4,4>5", delta="7d", deadline="50ms")  # the jobs of others take longer
    assert stopped.result.status == "deadline" and not stopped.result.is_complete
    for ask in (lambda: stopped.count, lambda: stopped.counts, stopped.per_arc, stopped.list):
        with pytest.raises(cd.Error, match="was stopped"):
            ask()
    part = messages.temporal("100d", deadline=1e-6)
    assert part.status == "deadline" and str(part)
    for ask in (lambda: part.tables, lambda: part.count, lambda: part.counts):
        with pytest.raises(cd.Error, match="was stopped"):
            ask()


# Beside random graphs.

BURSTS = "gen:bursts:n=40,m=400,span=1000,seed=3"


def test_discover():
    t = cd.TemporalGraph(BURSTS)
    found = t.discover(["1min", "5min"], random=20, seed=7)
    assert (found.random_graphs, found.model, found.keeps) == (20, "times", "each arc's ends, and all times")
    counts = t.temporal(["1min", "5min"]).tables.reshape(-1).tolist()
    assert [row.count for row in found.rows] == counts and found.count == sum(counts[:36])
    assert [row.delta for row in found.rows] == [60] * 36 + [300] * 36
    assert found.rows[1].name == f"u>v {SECOND[0]} {THIRD[1]}"
    frame = found.to_frame()
    assert len(frame) == 72 and frame["count"].tolist() == counts
    assert list(frame) == "delta name count mean deviation z p_over p_under q_over p_of_all profile".split()
    z = (frame["count"] - frame["mean"]) / frame["deviation"]
    assert np.allclose(frame["z"].dropna().astype(float), z[frame["deviation"] > 0])
    assert found.rows == t.discover(["1min", "5min"], random=20, seed=7, threads=1).rows != t.discover(["1min", "5min"], random=20).rows


@pytest.mark.parametrize("null", ["times", "uniform", "intervals", "timelines", "targets"])
def test_discoveries_of_the_command_line(command, null):
    t = cd.TemporalGraph(BURSTS)
    words = ("temporal", BURSTS, "--delta", "60,300", "--random", 10, "--null", null, "--ties", "strict")
    asked = {"random": 10, "null": null, "ties": "strict"}
    for more, arguments in [
        ((), {}), (("--undirected",), {"undirected": True}),
        (("--pattern", "cycle:2..3", "--gap", "1min", "--seed", 5), {"pattern": "cycle:2..3", "gap": "1min", "seed": 5}),
    ]:  # fmt: skip
        told, own = command(*words, *more), t.discover([60, 300], **asked, **arguments).to_dict()
        assert own["statistics"] == told["statistics"]
        assert all(own[name] == told[name] for name in ("count", "random_graphs", "keeps", "status"))
        assert all(told["parameters"][name] == value for name, value in own["parameters"].items() if name != "device")


def test_discover_until_a_deadline():
    for deadline in ("100ms", "1s", "10s"):  # a busy machine takes longer for two random graphs
        found = cd.TemporalGraph(BURSTS).discover("1min", undirected=True, random=2**31, deadline=deadline)
        assert found.status == "deadline"
        if found.random_graphs > 2:
            break
    assert found.random_graphs > 2 and len(found.rows) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"random": 1}, "random=1"),
        ({"null": "degree"}, "null='degree': expected one of times, uniform, intervals, timelines, targets"),
        ({"ties": "line"}, "ties"),
        ({"undirected": True, "pattern": "0>1"}, "0-1 for an arc"),
        ({"gap": "1min"}, "are for a pattern"),
        ({"pattern": []}, "expected a text"),
        ({"pattern": "0>0"}, "loop"),
        ({"models": 2}, "models"),
    ],
)
def test_errors_of_discover(arguments, words):
    with pytest.raises(cd.InputError, match=words):
        cd.TemporalGraph(BURSTS).discover("1min", **arguments)
