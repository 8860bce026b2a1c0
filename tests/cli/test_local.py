"""clique --per-vertex and --per-edge: sums over listed cliques, as CSV and binary; what is refused, and early stops."""
import csv
import itertools
import json
import random
import struct
import unittest
from collections import Counter

from support import KARATE, CommandTest


def counts_of_list(text):
    """Of each vertex and each pair, over the cliques of a list."""
    vertices, edges = Counter(), Counter()
    for line in text.splitlines():
        clique = tuple(map(int, line.split(" ")))
        vertices.update(clique)
        edges.update(itertools.combinations(clique, 2))
    return vertices, edges


def parse_csv(path, header):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == header, rows[0]
    return [tuple(map(int, row)) for row in rows[1:]]


def parse_binary(path, letters, ids):
    """The format of docs/formats.md: k, and the rows."""
    content = path.read_bytes()
    magic, version, k = struct.unpack("<8sII", content[:16])
    assert (magic, version) == (letters + b"\x01", 1), content[:16]
    rows = []
    for *row, low, high in struct.iter_unpack("<" + "Q" * (ids + 2), content[16:]):
        rows.append((*row, low + (high << 64)))
    return k, rows


class LocalTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.vertices, self.edges = self.folder / "v.csv", self.folder / "e.csv"
        self.files = ["--per-vertex", self.vertices, "--per-edge", self.edges]

    def random_graph(self, name, vertices, edges, seed):
        generator = random.Random(seed)
        ids = [generator.getrandbits(60) for _ in range(vertices)]
        pairs = generator.sample(list(itertools.combinations(ids, 2)), edges)
        return self.write(name, "".join(f"{u} {v}\n" for u, v in pairs))

    def require_sums(self, graph, k, *options):
        """Every vertex and edge of the graph, ascending, with its number of listed cliques."""
        listed, _ = self.run_command("clique", graph, "-k", k, "--device", "host", "--list", "-")
        of_vertices, of_edges = counts_of_list(listed)
        all_edges, _ = self.run_command("clique", graph, "-k", 2, "--device", "host", "--list", "-")
        pairs = sorted(tuple(map(int, line.split())) for line in all_edges.splitlines())
        self.run_command("clique", graph, "-k", k, *self.files, *options)
        vertices = parse_csv(self.vertices, ["vertex", "count"])
        edges = parse_csv(self.edges, ["source", "target", "count"])
        self.assertEqual(vertices, [(v, of_vertices[v]) for v in sorted({v for pair in pairs for v in pair})])
        self.assertEqual(edges, [(*pair, of_edges[pair]) for pair in pairs])


class Counts(LocalTest):
    def test_are_the_sums_over_listed_cliques(self):
        for k in [1, 2, 3, 4, 5, 6]:
            for device in ["host", "lockstep"]:
                self.require_sums(KARATE, k, "--device", device)

    def test_of_random_graphs_whatever_the_order_and_the_work_that_moves(self):
        graph = self.random_graph("random.txt", 32, 330, 1)
        self.require_sums(graph, 5, "--device", "host")
        self.require_sums(graph, 4, "--device", "host", "--order", "degeneracy")
        for mechanism in ["stop", "share"]:
            self.require_sums(graph, 6, "--device", "host", "--threads", 4, "--balance", mechanism, "--poll", "20us")

    def test_above_every_clique_are_zero(self):
        self.require_sums(KARATE, 9, "--device", "host")

    def test_alone(self):
        self.run_command("clique", KARATE, "-k", 4, "--per-edge", self.edges, "--device", "host")
        self.assertFalse(self.vertices.exists())
        self.assertEqual(len(parse_csv(self.edges, ["source", "target", "count"])), 78)

    def test_beyond_64_bits(self):
        out, _ = self.run_command("clique", "gen:complete:n=100", "-k", 50, "--per-vertex", "-", "--device", "host")
        rows = out.splitlines()
        self.assertEqual((rows[0], rows[1], len(rows)), ("vertex,count", "0,50445672272782096667406248628", 101))

    def test_binary(self):
        self.run_command("clique", KARATE, "-k", 4, *self.files, "--device", "host")
        text = parse_csv(self.vertices, ["vertex", "count"]), parse_csv(self.edges, ["source", "target", "count"])
        v, e = self.folder / "v.bin", self.folder / "e.numbers"
        self.run_command("clique", KARATE, "-k", 4, "--per-vertex", v, "--per-edge", e, "--local-format", "binary",
                         "--device", "host")
        self.assertEqual(parse_binary(v, b"CERVERT", 1), (4, text[0]))
        self.assertEqual(parse_binary(e, b"CEREDGE", 2), (4, text[1]))
        self.run_command("clique", KARATE, "-k", 4, "--per-vertex", v, "--device", "host")  # by its name
        self.assertEqual(parse_binary(v, b"CERVERT", 1), (4, text[0]))

    def test_are_verified_and_recorded(self):
        out, err = self.run_command("clique", KARATE, "-k", 4, *self.files, "--verify", "--device", "host", "--json", "-")
        self.assertIn("34 of 34 roots agree", err)
        record = json.loads(out)
        self.assertEqual(record["count"], "11")
        self.assertEqual(record["local"], {"per_vertex": {"file": str(self.vertices), "format": "csv"},
                                           "per_edge": {"file": str(self.edges), "format": "csv"}})
        table, _ = self.run_command("clique", KARATE, "-k", 4, *self.files, "--verify=9", "--device", "host")
        self.assertIn(f"counts per vertex in {self.vertices}", table)


class Refusals(LocalTest):
    def test_what_makes_no_sense(self):
        for options, says in [
                (["--all"], ["--per-vertex and --per-edge", "one size", "-k"]),
                (["-k", 4, "--algorithm", "paper"], ["--algorithm paper", "pivot"]),
                (["-k", 4, "--list", "l"], ["--list", "--per-"]),
                (["-k", 4, "--csv", "-", "--per-edge", "-"], ["--csv -", "--per-edge -", "standard output"])]:
            self.require_refusal("clique", KARATE, *options, "--per-vertex", self.vertices, code=2, says=says)
        self.assertFalse(self.vertices.exists())

    def test_no_name(self):
        self.require_refusal("clique", KARATE, "-k", 4, "--per-vertex", "", code=2, says=["--per-vertex", "file's name"])

    def test_counts_beyond_128_bits(self):
        self.require_refusal("clique", "gen:complete:n=140", "-k", 70, "--per-vertex", self.vertices, "--device", "host", code=1,
                             says=["93820969697840041204785894580506297666600 cliques", "128 bits", "choose a size"])
        self.assertFalse(self.vertices.exists())

    def test_nothing_is_left_of_a_file_that_cannot_be_written(self):
        self.require_refusal("clique", KARATE, "-k", 4, "--per-edge", self.folder / "none" / "e", "--device", "host", code=1,
                             says=["none/e", "cannot be written"])
        _, err = self.run_command("clique", KARATE, "-k", 3, "--per-edge", "/dev/full", "--device", "host", code=1)
        self.assertIn("/dev/full", err)

    def test_a_name_that_cannot_be_written_is_found_before_anything_is_read(self):
        for option in ["--per-vertex", "--per-edge", "--json", "--csv"]:
            self.require_refusal("clique", "no-such-graph.txt", "-k", 4, option, self.folder / "none" / "e", code=1,
                                 says=["none/e", "cannot be written"])

    def test_a_partial_run_writes_none(self):
        out, _ = self.run_command("clique", "gen:er:n=3000,m=900000,seed=1", "-k", 30, *self.files, "--deadline", "0.2", "--device",
                                  "host", "--threads", 1, code=3)
        self.assertIn("no counts per vertex or edge are written: the run is partial", out)
        self.assertFalse(self.vertices.exists() or self.edges.exists())


if __name__ == "__main__":
    unittest.main()
