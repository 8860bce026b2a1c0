"""The committed graphs are what their headers and README.md say: python3 -m unittest datasets/test_datasets.py"""
import csv
import gzip
import os
import pathlib
import re
import unittest

HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.Path(os.environ.get("CERRADO_DATA_DIR", HERE.parent.parent / "shared" / "data"))
LABELS = sorted(HERE.glob("*.labels.txt"))
GRAPHS = sorted(set(HERE.glob("*.txt")) - set(LABELS))


def read_edges(lines):
    ends = lambda line: tuple(int(end) if end.isdigit() else end for end in line.split())
    return [ends(line) for line in lines if not line.startswith("#")]


def neighbourhoods(edges):
    around = {v: set() for edge in edges for v in edge}
    for a, b in edges:
        around[a].add(b)
        around[b].add(a)
    return around


def triangles(edges):
    around = neighbourhoods(edges)
    return sum(len(around[a] & around[b]) for a, b in edges) // 3


class CommittedLabels(unittest.TestCase):
    def test_each_vertex_has_one(self):
        self.assertGreaterEqual(len(LABELS), 1)
        for path in LABELS:
            graph = path.with_name(path.name.replace(".labels", ""))
            labelled = [int(line.split()[0]) for line in path.read_text().splitlines() if not line.startswith("#")]
            self.assertEqual(labelled, sorted(neighbourhoods(read_edges(graph.read_text().splitlines()))), path.name)


class CommittedGraphs(unittest.TestCase):
    def test_headers_give_the_figures(self):
        self.assertGreaterEqual(len(GRAPHS), 9)
        for path in GRAPHS:
            text = path.read_text()
            edges = read_edges(text.splitlines())
            said = re.search(r"^# Nodes: (\d+) Edges: (\d+) Triangles: (\d+)$", text, re.MULTILINE)
            self.assertIsNotNone(said, path.name)
            found = (len(neighbourhoods(edges)), len(edges), triangles(edges))
            self.assertEqual(tuple(map(int, said.groups())), found, path.name)
            self.assertIn("# Source: ", text, path.name)

    def test_graphs_are_simple(self):
        for path in GRAPHS:
            edges = read_edges(path.read_text().splitlines())
            self.assertTrue(all(a != b for a, b in edges), path.name)
            self.assertEqual(len({frozenset(edge) for edge in edges}), len(edges), path.name)

    def test_readme_lists_every_graph_with_its_figures(self):
        readme = (HERE / "README.md").read_text()
        for path in GRAPHS:
            edges = read_edges(path.read_text().splitlines())
            row = f"| `{path.name}` | {len(neighbourhoods(edges))} | {len(edges)} | {triangles(edges)} |"
            self.assertIn(row, readme)

    def test_regular_graphs_are_regular(self):
        for name, degree in [("petersen", 3), ("octahedron", 4), ("cube", 3), ("icosahedron", 5)]:
            around = neighbourhoods(read_edges((HERE / f"{name}.txt").read_text().splitlines()))
            self.assertEqual({len(others) for others in around.values()}, {degree}, name)

    @unittest.skipUnless((DATA / "karate.txt.gz").exists(), "no karate.txt.gz in CERRADO_DATA_DIR")
    def test_karate_is_the_known_one(self):
        with gzip.open(DATA / "karate.txt.gz", "rt") as file:
            known = {frozenset((a + 1, b + 1)) for a, b in read_edges(file)}
        typed = read_edges((HERE / "karate.txt").read_text().splitlines())
        self.assertEqual({frozenset(edge) for edge in typed}, known)

    @unittest.skipUnless((DATA / "EXPECTED.csv").exists(), "no EXPECTED.csv in CERRADO_DATA_DIR")
    def test_manifest_has_the_triangles_that_two_programs_counted(self):
        with open(DATA / "EXPECTED.csv", newline="") as file:
            known = {row["graph"]: int(row["count"])
                     for row in csv.DictReader(file) if (row["task"], row["k"]) == ("clique", "3")}
        with open(HERE / "manifest.csv", newline="") as file:
            manifest = {row["name"].lower(): int(row["triangles"]) for row in csv.DictReader(file)}
        both = manifest.keys() & known.keys()
        self.assertGreaterEqual(len(both), 5)
        self.assertEqual({name: manifest[name] for name in both}, {name: known[name] for name in both})


if __name__ == "__main__":
    unittest.main()
