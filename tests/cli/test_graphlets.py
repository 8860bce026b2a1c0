"""graphlets: every pattern of 3 to 5 vertices, and the roles of vertices and edges."""
import csv
import gzip
import io
import math
import struct
import time
import unittest
import zlib

from support import DATA, DATASETS, KARATE, CommandTest

SMALL = "gen:er:n=40,m=120,seed=3"
# Stopped while it counts, whatever the machine.
LARGE = "gen:er:n=30000,m=6000000,seed=1"
KITE = str(DATASETS / "kite.txt")


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


class Graphlets(CommandTest):
    def rows(self, *arguments):
        out, _ = self.run_command("graphlets", *arguments, "--device", "host", "--csv", "-")
        return list(csv.DictReader(io.StringIO(out)))

    def test_patterns_of_a_complete_graph(self):
        for k, patterns in ((3, 2), (4, 8), (5, 29)):
            rows = self.rows("gen:complete:n=8", "-k", k)
            self.assertEqual(len(rows), patterns)
            self.assertEqual({row["name"]: int(row["count"]) for row in rows if row["count"] != "0"},
                             dict([("triangle", 56), ("4-clique", 70), ("5-clique", 56)][:k - 2]))

    def test_counts_are_those_of_motif(self):
        for k in (3, 4, 5):
            record = self.record("motif", KARATE, "-k", k)
            expected = {row["graph6"]: row["count"] for row in record["patterns"]}
            rows = self.rows(KARATE)
            met = [row for row in rows if row["k"] == str(k) and row["count"] != "0"]
            self.assertEqual({row["graph6"]: row["count"] for row in met}, expected)

    def test_copies_are_matches(self):
        rows = self.rows(KARATE, "-k", 4, "--non-induced")
        for row in rows:
            record = self.record("match", KARATE, "--pattern", row["graph6"])
            self.assertEqual(record["matches"][0]["count"], row["non_induced"], row)

    def test_all_patterns_are_all_sets(self):
        rows = self.rows(SMALL, "--all")
        self.assertEqual(len(rows), 4 + 11 + 34)
        for k in (3, 4, 5):
            self.assertEqual(sum(int(row["count"]) for row in rows if row["k"] == str(k)), math.comb(40, k))
        names = {row["name"] for row in rows}
        self.assertLessEqual({"3 vertices", "edge + vertex", "2 edges", "triangle + edge", "triangle + 2 vertices"},
                             names)
        self.assertEqual(len(names), len(rows))

    def test_the_record(self):
        record = self.record("graphlets", KARATE, "-k", 4, "--non-induced")
        self.assertEqual((record["app"], record["status"], record["parameters"]["k"]), ("graphlets", "complete", 4))
        self.assertEqual([(row["k"], row["graph6"], row["name"]) for row in record["patterns"][:3]],
                         [(3, "BW", "3-path"), (3, "Bw", "triangle"), (4, "CR", "4-path")])
        self.assertEqual(record["patterns"][0]["count"], "393")
        self.assertEqual(record["patterns"][0]["non_induced"], "528")
        self.assertEqual(int(record["count"]), sum(int(row["count"]) for row in record["patterns"]))
        self.assertNotIn("non_induced", self.record("graphlets", KARATE)["patterns"][0])

    def test_the_table_lines_up(self):
        out, _ = self.run_command("graphlets", KARATE, "--non-induced", "--device", "host")
        lines = out.splitlines()
        self.assertIn("34 vertices, 78 edges", lines[0])
        table = lines[3:]
        self.assertEqual(table[0].split(), ["k", "name", "graph6", "induced", "non-induced"])
        self.assertEqual(len(table), 1 + 29)
        self.assertEqual({len(line) for line in table}, {len(table[0])})

    def test_graphs_without_edges_or_with_few_vertices(self):
        for graph in ("gen:er:n=6,m=0,seed=1", self.write("one.txt", "1 2\n")):
            rows = self.rows(graph)
            self.assertEqual([row["count"] for row in rows], ["0"] * 29)

    def test_verify(self):
        out, _ = self.run_command("graphlets", KARATE, "--verify", "--device", "host")
        self.assertIn("verified: 29 patterns agree with the serial program", out)
        out, _ = self.run_command("graphlets", KARATE, "--verify", "--all", "-k", 4, "--device", "host")
        self.assertIn("verified: 15 patterns agree", out)
        out, _ = self.run_command("graphlets", KARATE, "--verify=5", "--device", "host")
        self.assertIn("verified: orbits of 5 of 34 vertices agree with the serial program", out)
        out, _ = self.run_command("graphlets", KARATE, "--verify", "-k", 4, "--orbits", "edge",
                                  self.folder / "edges.csv", "--device", "host")
        self.assertIn("verified: 8 patterns agree", out)
        self.assertIn("verified: orbits of 78 of 78 edges agree", out)

    def test_refusals(self):
        for k in ("2", "6"):
            self.require_refusal("graphlets", KARATE, "-k", k, code=2, says=[f"-k {k}", "3, 4 or 5"])
        self.require_refusal("graphlets", code=2, says=["the graph is missing"])
        self.require_refusal("graphlets", KARATE, "--verify=0", code=2, says=["--verify=0"])
        self.require_refusal("graphlets", KARATE, "--orbits", "face", "a.csv", code=2,
                             says=["face", "--orbits edge FILE"])
        self.require_refusal("graphlets", KARATE, "--orbits", "vertex", code=2, says=["--orbits"])
        self.require_refusal("graphlets", KARATE, "--local-format", "csv", code=2, says=["--per-vertex"])
        self.require_refusal("graphlets", KARATE, "--json", "-", "--orbits", "vertex", "-", code=2, says=["only one"])
        self.require_refusal("graphlets", KARATE, "--orbits", "vertex", KARATE, code=2, says=["which is read"])
        self.require_refusal("graphlets", KARATE, "--estimate", "--per-vertex", "-", code=2, says=["excludes"])
        self.require_refusal("graphlets", KARATE, "--directed", code=2, says=["--undirected"])

    def test_a_directed_graph_is_refused(self):
        graph = self.write("arcs.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 3\n3 1\n")
        self.require_refusal("graphlets", graph, code=2, says=["directed", "--undirected"])
        self.require_refusal("graphlets", "compare", KARATE, graph, code=2, says=["directed", "--undirected"])
        rows = self.rows(graph, "-k", 3, "--undirected")
        self.assertEqual({row["name"]: row["count"] for row in rows}, {"3-path": "0", "triangle": "1"})

    def test_a_stopped_run_has_no_counts(self):
        target = self.folder / "orbits.csv"
        begin = time.monotonic()
        out, _ = self.run_command("graphlets", LARGE, "--orbits", "vertex", target, "--deadline", "0.01", "--device",
                                  "host", code=3)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertIn("no counts: the run was stopped", out)
        self.assertIn("the files of --orbits and --per-vertex are not written", out)
        self.assertNotIn("triangle", out)
        self.assertFalse(target.exists())
        record = self.record("graphlets", LARGE, "--deadline", "0.01", code=3)
        self.assertEqual((record["status"], record["count"], record["patterns"]), ("deadline", None, []))

    def test_estimate(self):
        out, _ = self.run_command("graphlets", KARATE, "--estimate", "--device", "host")
        self.assertTrue(out)
        self.assertNotIn("393", out)
        self.assertRegex(out, r"wedges +[0-9,]+ to sweep\ntheir matrices +at most 0.0 MiB\n")
        out, _ = self.run_command("graphlets", KARATE, "--estimate", "--device", "host", "-k", 4)
        self.assertNotIn("wedges", out)

    def test_a_long_sweep_is_told_beforehand(self):
        two_hubs = "gen:bipartite:a=3,b=100000"
        _, err = self.run_command("graphlets", two_hubs, "--device", "host", "--threads", 2, "--deadline", 1,
                                  code=3)
        self.assertIn("-k 5 goes over 15,000,150,000 wedges", err)


class Roles(CommandTest):
    def written(self, *arguments):
        out, _ = self.run_command("graphlets", *arguments, "--device", "host")
        return rows_of(out)

    @unittest.skipUnless((DATA / "yeast-ppi.txt.gz").exists(), f"real graphs are not in {DATA}")
    def test_rows_of_edges_are_those_of_orca(self):
        """As ORCA prints them: a line for each edge, in the order of the file."""
        graph = DATA / "yeast-ppi.txt.gz"
        rows = {frozenset(row[:2]): " ".join(row[2:]) + "\n" for row in self.written(graph, "--orbits", "edge", "-")[1:]}
        with gzip.open(graph, "rt") as file:
            edges = [frozenset(line.split()[:2]) for line in file if not line.startswith(("#", "%"))]
        self.assertEqual(len(edges), len(rows))
        self.assertEqual(zlib.crc32("".join(rows[edge] for edge in edges).encode()), 0xE3A9F463)

    def test_orbits_of_vertices(self):
        for k, columns in ((3, 4), (4, 15), (5, 73)):
            header, *rows = self.written(KITE, "-k", k, "--orbits", "vertex", "-")
            self.assertEqual(header, ["vertex"] + [f"orbit{i}" for i in range(columns)])
            self.assertEqual([row[0] for row in rows], [str(i) for i in range(1, 11)])
            self.assertEqual([int(row[1]) for row in rows], [4, 4, 3, 6, 3, 5, 5, 3, 2, 1])
        # As `match` counts the ends and middles of induced paths of three.
        out, _ = self.run_command("match", KITE, "--pattern", "wedge", "--induced", "--per-orbit", "-", "--device",
                                  "host")
        self.assertEqual([sorted(row[2:4]) for row in rows], [sorted(row[1:]) for row in rows_of(out)[1:]])

    def test_orbits_of_edges(self):
        for k, columns in ((3, 2), (4, 12), (5, 68)):
            header, *rows = self.written(KITE, "-k", k, "--orbits", "edge", "-")
            self.assertEqual(header, ["source", "target"] + [f"orbit{i}" for i in range(columns)])
            ids = [(int(row[0]), int(row[1])) for row in rows]
            self.assertEqual(len(ids), 18)
            self.assertEqual(ids, sorted(ids))
            self.assertTrue(all(u < v for u, v in ids))
            self.assertEqual(sum(int(row[3]) for row in rows), 3 * 11)  # triangles

    def test_numbers_of_graphlets(self):
        header, *rows = self.written(KITE, "--per-vertex", "-")
        self.assertEqual(header, ["vertex"] + [f"G{i}" for i in range(30)])
        _, *orbits = self.written(KITE, "--orbits", "vertex", "-")
        for row, of_vertex in zip(rows, orbits):
            self.assertEqual(int(row[2]), int(of_vertex[2]) + int(of_vertex[3]))  # wedges
            self.assertEqual(row[3], of_vertex[4])  # triangles
            self.assertEqual(row[30], of_vertex[73])  # 5-cliques
        record = self.record("graphlets", KITE)
        sizes = [2] + [row["k"] for row in record["patterns"]]
        counts = [18] + [int(row["count"]) for row in record["patterns"]]
        for i in range(30):
            self.assertEqual(sum(int(row[i + 1]) for row in rows), sizes[i] * counts[i])

    def test_files_of_all_kinds_beside_the_table(self):
        vertices, edges, graphlets = (self.folder / name for name in ("v.csv", "e.bin", "g.bin"))
        out, _ = self.run_command("graphlets", KITE, "-k", 4, "--orbits", "vertex", vertices, "--orbits", "edge", edges,
                                  "--per-vertex", graphlets, "--device", "host")
        self.assertIn("triangle", out)
        self.assertEqual(len(vertices.read_text().splitlines()), 11)
        for path, magic, rows, ids, columns in ((edges, b"CEREORB", 18, 2, 12), (graphlets, b"CERGRAP", 10, 1, 9)):
            content = path.read_bytes()
            self.assertEqual(content[:16], magic + b"\1" + struct.pack("<II", 1, 4))
            self.assertEqual(len(content), 16 + rows * (8 * ids + 16 * columns))
        first = struct.unpack_from("<QQ", graphlets.read_bytes(), 16)
        self.assertEqual(first, (1, 4))  # the vertex 1 is in four edges

    def test_binary_orbits_are_those_of_the_text(self):
        path = self.folder / "v.bin"
        self.run_command("graphlets", KARATE, "--orbits", "vertex", path, "--device", "host")
        content = path.read_bytes()
        self.assertEqual(content[:8], b"CERORBI\1")
        _, *rows = self.written(KARATE, "--orbits", "vertex", "-")
        size = 8 + 16 * 73
        for i, row in enumerate(rows):
            words = struct.unpack_from("<Q" + "QQ" * 73, content, 16 + i * size)
            self.assertEqual([words[0]] + [low + (high << 64) for low, high in zip(words[1::2], words[2::2])],
                             [int(word) for word in row])

    def test_names(self):
        graph = self.write("people.txt", "Zoe Bob\nBob Ann\nAnn Zoe\nAnn Cy\n")
        _, *rows = self.written(graph, "--names", "-k", 4, "--orbits", "vertex", "-")
        self.assertEqual([row[:2] for row in rows], [["Ann", "3"], ["Bob", "2"], ["Cy", "1"], ["Zoe", "2"]])
        _, *rows = self.written(graph, "--names", "-k", 4, "--orbits", "edge", "-")
        self.assertEqual([row[:2] for row in rows], [["Ann", "Bob"], ["Ann", "Cy"], ["Ann", "Zoe"], ["Bob", "Zoe"]])

    def test_ids_of_the_file(self):
        graph = self.write("far.txt", "900000000000 7\n7 30\n")
        _, *rows = self.written(graph, "--per-vertex", "-", "-k", 3)
        self.assertEqual(rows, [["7", "2", "1", "0"], ["30", "1", "1", "0"], ["900000000000", "1", "1", "0"]])

    def test_a_file_that_cannot_be_written_is_told_first(self):
        begin = time.monotonic()
        self.require_refusal("graphlets", LARGE, "--orbits", "vertex", self.folder / "none" / "a.csv", code=1,
                             says=["none"])
        self.assertLess(time.monotonic() - begin, 5)


if __name__ == "__main__":
    unittest.main()
