"""Small files of every kind: each is read to the graph that an index gives, or refused with the word that it asks for."""
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import tempfile
import threading
import unittest

from support import COMMAND, DATA

FOLDER = DATA / "files"
INDEX = FOLDER / "INDEX.tsv"


def run(line, path, **options):
    """`cerrado info`. Returns: exit code, JSON record, and all that is said, without the file's own name."""
    given = [] if line["options"] == "-" else line["options"].split()
    done = subprocess.run([COMMAND, "info", path, *given, "--json", "-"], capture_output=True, timeout=60, **options)
    said = (done.stdout + done.stderr).decode(errors="replace").replace(path, "")
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else None, said


def run_file(line):
    return run(line, str(FOLDER / line["file"]))


def run_redirected(line):
    with open(FOLDER / line["file"], "rb") as file:
        return run(line, "-", stdin=file)


def through_pipe(line, work):
    """The result of work(end), with the file's bytes coming from that end of a pipe."""
    end, begin = os.pipe()

    def feed():
        try:
            with os.fdopen(begin, "wb") as pipe:
                pipe.write((FOLDER / line["file"]).read_bytes())
        except BrokenPipeError:  # what is refused need not be read to its end
            pass

    thread = threading.Thread(target=feed)
    thread.start()
    try:
        return work(end)
    finally:
        os.close(end)
        thread.join()


def run_piped(line):
    return through_pipe(line, lambda end: run(line, "-", stdin=end))


def run_substituted(line):
    """As the shell's <(...)."""
    return through_pipe(line, lambda end: run(line, f"/dev/fd/{end}", pass_fds=[end]))


def graph_of(record, line):
    graph = record["graph"]
    got = {"vertices": graph["vertices"], "edges": graph["edges"], "triangles": record["triangles"]}
    if line["arcs"] != "-":
        got["arcs"] = graph.get("arcs")
    return {name: str(value) for name, value in got.items()}


def problem(line, way):
    """What is wrong with a line of the index, read in this way; None where nothing is."""
    code, record, said = way(line)
    about = f"{way.__name__} {line['file']} {line['options']}"
    may_be_read, may_be_refused = line["verdict"] != "refuse", line["verdict"] != "read"
    if code not in [0] * may_be_read + [2] * may_be_refused:
        return f"{about}: exit code {code}: {said}"
    if code == 0:
        got = graph_of(record, line)
        if any(line[name] != value for name, value in got.items()):
            return f"{about}: {got}, expected {line}"
    must_say = line["must_say"] != "-" and (line["verdict"] != "either" or code == 2)
    if must_say and not re.search(line["must_say"], said, re.IGNORECASE):
        return f"{about}: does not say {line['must_say']}: {said}"
    return None


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not INDEX.exists():
            raise unittest.SkipTest(f"no {INDEX}; set CERRADO_DATA_DIR")
        with open(INDEX, newline="") as file:
            cls.lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    def require(self, lines, *ways):
        runs = [(line, way) for line in lines for way in ways]
        self.assertGreater(len(runs), 0)
        with concurrent.futures.ThreadPoolExecutor(4 * os.cpu_count()) as pool:
            problems = list(filter(None, pool.map(lambda run: problem(*run), runs)))
        self.assertEqual(problems, [], "\n".join([f"{len(problems)} of {len(runs)} runs", *problems]))

    def test_as_files(self):
        self.require(self.lines, run_file)

    def test_through_standard_input_and_pipes_where_the_content_tells(self):
        """All three ways: a file as standard input, a pipe as standard input, and a pipe by a path."""
        lines = [line for line in self.lines if line["pipe"] == "yes"]
        self.require(lines, run_redirected, run_piped, run_substituted)


JSON_EDGES = '[{"source": "a", "target": "b"}, {"source": "b", "target": "c"}, {"source": "c", "target": "a"}]'
JSON_DATA = JSON_EDGES.replace('{"source"', '{"data": {"source"').replace("}", "}}")
CX_EDGES = JSON_EDGES.replace("source", "s").replace("target", "t")
# What is refused, and the vertices, edges and triangles that its advice leads to.
ADVICE = {
    "pairs.json": ("[[0,1],[1,2],[2,0],[2,3]]", (4, 4, 1)),
    "jgf.json": ('{"graph": {"nodes": {"a": {}}, "edges": %s}}' % JSON_EDGES, (3, 3, 1)),
    "jgfs.json": ('{"graphs": [{"edges": %s}]}' % JSON_EDGES, (3, 3, 1)),
    "node_link.json": ('{"directed": false, "graph": {"name": "x"}, "links": %s}' % JSON_EDGES, (3, 3, 1)),
    "edges.json": ('{"nodes": [], "edges": %s}' % JSON_EDGES, (3, 3, 1)),
    "vis.json": ('{"nodes": [], "edges": [{"from": 1, "to": 2}, {"from": 2, "to": 3}]}', (3, 2, 0)),
    "adjacency.json": ('{"directed": false, "nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "adjacency": '
                       '[[{"id": 1}, {"id": 2}], [{"id": 0}], [{"id": 0}]]}', (3, 2, 0)),
    "lines.json": ('{"source": "a", "target": "b"}\n{"source": "b", "target": "c"}\n', (3, 2, 0)),
    "lists.json": ("[1, 2]\n[2, 3]\n", (3, 2, 0)),
    "list.json": (JSON_EDGES, (3, 3, 1)),
    "cyjs.json": ('{"elements": {"nodes": [], "edges": %s}}' % JSON_DATA, (3, 3, 1)),
    "cyjs_list.json": ('{"elements": [{"data": {"id": "a"}}, %s}' % JSON_DATA[1:], (3, 3, 1)),
    "net.cx2": ('[{"CXVersion": "2.0"}, {"nodes": [{"id": 0}]}, {"edges": %s}]' % CX_EDGES, (3, 3, 1)),
    "neighbours.json": ('{"a": ["b", "c"], "b": ["c"]}', (3, 3, 1)),
    "pairs.py": ("[(1, 2), (2, 3)]", (3, 2, 0)),
    "g.lad": ("3\n2 1 2\n1 2\n0\n", (3, 3, 1)),
    "g.adj": ("AdjacencyGraph\n3\n3\n0\n2\n3\n1\n2\n2\n", (3, 3, 1)),
    "g.dl": ("dl n=3 format=edgelist1\ndata:\n1 2\n2 3\n", (3, 2, 0)),
    "g.mci": ("(mclheader\nmcltype matrix\n)\n(mclmatrix\nbegin\n0 1:2 2 $\n1 2\n 0 $\n)\n", (3, 3, 1)),
    "g.mol2": ("@<TRIPOS>MOLECULE\nx\n@<TRIPOS>ATOM\n1 C 0 0 0\n@<TRIPOS>BOND\n1 1 2 1\n2 2 3 ar\n", (3, 2, 0)),
    "g.osm": ('<?xml version="1.0"?><osm><way><nd ref="1"/><nd ref="2"/><nd ref="3"/></way></osm>', (3, 2, 0)),
    "g.kgml": ('<?xml version="1.0"?><pathway name="x"><relation entry1="1" entry2="2"/></pathway>', (2, 1, 0)),
    "mixed.csv": (",a,b,c\na,0,1,1\nx,1,0,1\n", (4, 4, 1)),
    "half.csv": (",a,b,c\na,0,1,1\nb,1,0,1\n", (3, 3, 1)),
    "bits.txt": ("0 1 1 0\n1 0 1 0\n1 1 0 1\n", (7, 7, 0)),
    "numbers.csv": (",10,20,30\n10,0,1,1\n40,1,0,1\n", (5, 4, 0)),
}


class Advice(unittest.TestCase):
    """A refusal gives a command. What it makes is read."""

    def counts(self, path):
        done = subprocess.run([COMMAND, "info", "--names", path, "--json", "-"], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads(done.stdout)
        return record["graph"]["vertices"], record["graph"]["edges"], int(record["triangles"])

    def test_the_command_of_a_refusal_makes_what_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (content, expected) in ADVICE.items():
                with self.subTest(name):
                    path = os.path.join(folder, name)
                    with open(path, "w") as file:
                        file.write(content)
                    refused = subprocess.run([COMMAND, "info", "--names", path], capture_output=True, text=True)
                    self.assertEqual(refused.returncode, 2, refused.stdout)
                    command = re.search("`(.*)`", refused.stderr)[1].replace("FILE", path)
                    subprocess.run(command, shell=True, check=True, cwd=folder)
                    self.assertEqual(self.counts(path + ".txt"), expected, command)


if __name__ == "__main__":
    unittest.main()
