"""fetch.py over file:// URLs: python3 -m unittest datasets/test_fetch.py"""
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

HERE = pathlib.Path(__file__).resolve().parent
HEADER = "name,url,format,vertices,edges,triangles\n"

# Counts as `cerrado info FILE --json -` does, slowly. The built command takes its place where CERRADO_COMMAND names it.
COUNTER = textwrap.dedent("""\
    #!{python}
    import gzip, json, sys
    command, path, option, output = sys.argv[1:]
    assert (command, option, output) == ("info", "--json", "-"), sys.argv
    try:
        text = (gzip.open if path.endswith(".gz") else open)(path, "rt").read()
        edges = {{frozenset(line.split()) for line in text.splitlines() if line and line[0] != "#"}}
        edges = {{edge for edge in edges if len(edge) == 2}}
        if not edges:
            raise ValueError("no edge")
    except Exception as error:
        sys.exit(f"{{path}}: {{error}}")
    around = {{v: set() for edge in edges for v in edge}}
    for a, b in edges:
        around[a].add(b)
        around[b].add(a)
    triangles = sum(len(around[a] & around[b]) for a, b in edges) // 3
    print(json.dumps({{"graph": {{"source": path, "vertices": len(around), "edges": len(edges), "max_degree": 0}},
                       "triangles": triangles}}))
    """)


class Fetch(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.target = self.folder / "graphs"
        self.source = self.folder / "source.txt"
        self.source.write_text("# bull\n0 1\n0 2\n1 2\n1 3\n2 4\n2 2\n1 0\n")
        self.cerrado = self.folder / "cerrado"
        self.cerrado.write_text(COUNTER.format(python=sys.executable))
        self.cerrado.chmod(0o755)

    def manifest(self, *rows):
        path = self.folder / "manifest.csv"
        path.write_text(HEADER + "".join(row + "\n" for row in rows))
        return path

    def fetch(self, name, manifest, cerrado=None):
        cerrado = cerrado or os.environ.get("CERRADO_COMMAND") or self.cerrado
        command = [sys.executable, HERE / "fetch.py", name, "--to", self.target, "--manifest", manifest]
        return subprocess.run([*command, "--cerrado", cerrado], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)

    def assert_nothing_kept(self):
        self.assertEqual(list(self.target.iterdir()) if self.target.exists() else [], [])

    def test_keeps_the_graph_of_the_manifest(self):
        done = self.fetch("bull", self.manifest(f"bull,{self.source.as_uri()},edge-list,5,5,1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in self.target.iterdir()], ["bull.txt"])
        self.assertEqual((self.target / "bull.txt").read_bytes(), self.source.read_bytes())
        self.assertIn("5 vertices, 5 edges, 1 triangles", done.stdout)

    def test_keeps_a_compressed_graph_compressed(self):
        packed = self.folder / "source.txt.gz"
        packed.write_bytes(gzip.compress(self.source.read_bytes()))
        done = self.fetch("bull", self.manifest(f"bull,{packed.as_uri()},edge-list,5,5,1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in self.target.iterdir()], ["bull.txt.gz"])

    def test_refuses_other_figures_and_names_both(self):
        for figures, said in [("6,5,1", "vertices 5 instead of 6"), ("5,4,1", "edges 5 instead of 4"),
                              ("5,5,2", "triangles 1 instead of 2")]:
            done = self.fetch("bull", self.manifest(f"bull,{self.source.as_uri()},edge-list,{figures}"))
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assert_nothing_kept()

    def test_a_refused_graph_leaves_the_one_that_was_there(self):
        self.target.mkdir()
        (self.target / "bull.txt").write_text("earlier")
        done = self.fetch("bull", self.manifest(f"bull,{self.source.as_uri()},edge-list,5,5,2"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual((self.target / "bull.txt").read_text(), "earlier")
        self.assertEqual(len(list(self.target.iterdir())), 1)

    def test_all_fetches_what_it_can(self):
        missing = (self.folder / "missing.txt").as_uri()
        done = self.fetch("all", self.manifest(f"gone,{missing},edge-list,1,1,1",
                                               f"bull,{self.source.as_uri()},edge-list,5,5,1"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("gone: cannot download", done.stderr)
        self.assertEqual([path.name for path in self.target.iterdir()], ["bull.txt"])

    def test_refuses_what_is_no_graph(self):
        self.source.write_text("")
        done = self.fetch("bull", self.manifest(f"bull,{self.source.as_uri()},edge-list,5,5,1"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be read as a graph", done.stderr)
        self.assert_nothing_kept()

    def test_refuses_a_command_that_is_not_cerrado(self):
        done = self.fetch("bull", self.manifest(f"bull,{self.source.as_uri()},edge-list,5,5,1"), cerrado="true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gave no record", done.stderr)
        self.assert_nothing_kept()

    def test_bad_usage_has_exit_code_2(self):
        good = f"bull,{self.source.as_uri()},edge-list,5,5,1"
        for name, rows, said in [("cow", [good], "known are bull and all"),
                                 ("bull", ["bull,http://x,edge-list,5,5"], "manifest.csv:2: 6 fields expected"),
                                 ("bull", [good, "b,http://x,edge-list,5,5,x"], "manifest.csv:3: triangles 'x'"),
                                 ("bull", ["bull,http://x,tar,5,5,1"], "unknown format 'tar'"),
                                 ("bull", ["../bull,http://x,edge-list,5,5,1"], "cannot be a file name"),
                                 ("bull", ["bull,nowhere,edge-list,5,5,1"], "is not a URL"),
                                 ("bull", [good, good], "stands twice")]:
            done = self.fetch(name, self.manifest(*rows))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 2 if "URL" in said else 1)
            self.assert_nothing_kept()
        self.assertEqual(self.fetch("bull", self.folder / "none.csv").returncode, 2)
        self.assertEqual(self.fetch("bull", self.manifest(good), cerrado="/no/such/file").returncode, 2)

    def test_the_manifest_of_the_project_is_well_formed(self):
        done = self.fetch("no-such-graph", HERE / "manifest.csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("ca-AstroPh", done.stderr)


if __name__ == "__main__":
    unittest.main()
