"""Files that networkx, igraph, scipy, numpy and graph-tool write are read to the same graph, and what Cerrado writes they read."""
import csv
import json
import pathlib
import subprocess
import sys
import unittest

import other_programs
from support import CommandTest

SCRIPT = pathlib.Path(other_programs.__file__)


def script(python, *arguments):
    done = subprocess.run([python, "-B", SCRIPT, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def pythons():
    """Of each package a Python that has it: this one, or Debian's."""
    found = {}
    for python in (sys.executable, "/usr/bin/python3"):
        if pathlib.Path(python).exists():
            for package in script(python, "packages"):
                found.setdefault(package, python)
    return found


PYTHONS = pythons()


def graph_of(path, directed):
    """The edges of a CSV file."""
    with open(path, newline="") as file:
        return sorted(edge if directed else sorted(edge) for edge in list(csv.reader(file))[1:])


class OtherPrograms(CommandTest):
    def python(self, package):
        if package not in PYTHONS:
            self.skipTest(f"no {package} here: apt-get install python3-{package.replace('_', '-')}")
        return PYTHONS[package]

    def require_read(self, package):
        files = script(self.python(package), "write", package, self.folder)
        self.assertGreater(len(files), 5)
        target = self.folder / "read.csv"
        for name, options, vertices, edges in files:
            with self.subTest(name):
                self.run_command("convert", self.folder / name, target, *options)
                out, _ = self.run_command("info", self.folder / name, *options, "--json", "-")
                self.assertEqual((json.loads(out)["graph"]["vertices"], graph_of(target, "--directed" in options)),
                                 (vertices, edges))

    def write_all(self):
        """Graphs of numbers, arcs and names in each format that is written."""
        sources = {"numbers": (other_programs.numbered(False), []), "arcs": (other_programs.numbered(True), ["--directed"]),
                   "names": (other_programs.named(), ["--names"])}
        expected = {}
        for name, ((vertices, edges), options) in sources.items():
            source = self.folder / f"{name}_source.csv"
            with open(source, "w", newline="") as file:
                csv.writer(file).writerows([("source", "target"), *edges])
            touched = len({v for edge in edges for v in edge})
            expected[name] = [touched, other_programs.listed(edges, name == "arcs")]
            for ending in ("graphml", "gml", "net", "g6", "mtx"):
                if name == "numbers" or ending != "g6":
                    self.run_command("convert", source, self.folder / f"{name}.{ending}", *options)
        return expected

    def require_written(self, package):
        python = self.python(package)
        expected = self.write_all()
        for name, read in script(python, "read", package, self.folder).items():
            with self.subTest(name):
                self.assertEqual(read, expected[name.split(".")[0]])

    def test_networkx(self):
        self.require_read("networkx")
        self.require_written("networkx")

    def test_igraph(self):
        self.require_read("igraph")
        self.require_written("igraph")

    def test_scipy(self):
        self.require_read("scipy")
        self.require_written("scipy")

    def test_graph_tool(self):
        self.require_read("graph_tool")

    def test_every_format_that_is_written_is_read_again(self):
        for name, (_, edges) in self.write_all().items():
            options = {"numbers": [], "arcs": ["--directed"], "names": ["--names"]}[name]
            source = self.folder / f"{name}_source.csv"
            for ending in ("graphml", "gml", "net", "sif", "csv", "txt", "txt.gz", "cbin", "dimacs", "g6", "mtx", "graph"):
                keeps_names = ending not in ("dimacs", "g6", "mtx", "graph")
                with self.subTest(f"{name} {ending}"):
                    if not keeps_names and name == "names" or ending == "graph" and name == "arcs":
                        continue
                    target, again = self.folder / f"again.{ending}", self.folder / "again_as.csv"
                    self.run_command("convert", source, target, *options)
                    read = options if ending != "net" else [*options, "--names"] if name != "names" else options
                    self.run_command("convert", target, again, *read)
                    got = graph_of(again, name == "arcs")
                    if keeps_names:
                        self.assertEqual(got, edges)
                    else:  # by positions
                        self.assertEqual(len(got), len(edges))


if __name__ == "__main__":
    unittest.main()
