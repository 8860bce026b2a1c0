"""info, generate and convert."""
import gzip
import json
import pathlib
import re
import subprocess
import unittest

from support import KARATE, CommandTest, start

DEVICES = json.loads(start("info", "--device", "--json").communicate(timeout=240)[0])


class Info(CommandTest):
    def test_convert_keeps_labels_of_edges_or_says_so(self):
        graph, kept, lost = (self.folder / name for name in ("e.txt", "e.cbin", "e.mtx"))
        graph.write_text("1 2 up\n2 3 down\n")
        out, err = self.run_command("convert", graph, kept, "--edge-labels")
        self.assertEqual((out, err), (f"{kept}: 3 vertices, 2 edges\n2 labels of edges\n", ""))
        _, err = self.run_command("convert", kept, lost)
        self.assertIn("labels of edges are not kept", err)
        out, _ = self.run_command("info", kept, "--json", "-")
        self.assertEqual(json.loads(out)["edge_labels"], {"down": 1, "up": 1})

    def test_convert_keeps_directions_and_labels_or_says_so(self):
        labels = KARATE.replace("karate.txt", "karate.labels.txt")
        marked, listed, metis = self.folder / "k.cbin", self.folder / "k.txt", self.folder / "k.graph"
        out, err = self.run_command("convert", KARATE, marked, "--directed", "--labels", labels)
        self.assertEqual((out, err), (f"{marked}: 34 vertices, 78 edges\n78 arcs\n2 labels\n", ""))
        out, _ = self.run_command("info", marked)
        self.assertRegex(out, r"(?m)^arcs +78$")
        out, _ = self.run_command("info", KARATE, "--labels", labels, "--json", "-")
        self.assertEqual(json.loads(out)["labels"], {"hi": 17, "officer": 17})
        pattern = ["--pattern", "0:hi,0>1,1>2,0>2", "--csv", "-", "--device", "host"]
        count = lambda *graph: self.run_command("match", *graph, *pattern)[0].splitlines()[1].split(",")[4]
        self.assertEqual(count(marked), count(KARATE, "--directed", "--labels", labels))
        out, err = self.run_command("convert", marked, listed)
        self.assertIn("labels are not kept", err)
        self.assertEqual(count(listed, "--directed", "--labels", labels), count(marked))
        _, err = self.run_command("convert", marked, metis)
        self.assertIn("directions and labels are not kept", err)

    def test_attributes(self):
        edges = self.write("e.csv", "source,target,weight,at\n1,2,3,2024-01-15\n2,3,,2024-01-16T10:00:00Z\n1,2,-1,\n")
        vertices = self.write("v.tsv", "kind\tbody\nKC\t1\nKC\t3\n")
        options = ["--directed", "--vertices", vertices, "--id", "body", "--types", "weight:double"]
        out, err = self.run_command("info", edges, *options)
        self.assertRegex(out, r"(?m)^attributes of vertices +type +least +largest +distinct +missing$")
        self.assertRegex(out, r"(?m)^kind +text +KC +KC +1 +1$")
        self.assertRegex(out, r"(?m)^attributes of edges, in 3 rows +type")
        self.assertRegex(out, r"(?m)^at +time +2024-01-15T00:00:00 +2024-01-16T10:00:00 +2 +1$")
        self.assertEqual(err, f"cerrado: {vertices}: 1 vertex of the graph has no line, and so no attributes\n")
        record = json.loads(self.run_command("info", edges, *options, "--json")[0])
        self.assertEqual(record["attributes"]["rows"], 3)
        self.assertEqual(record["attributes"]["edges"][0],
                         {"name": "weight", "type": "double", "least": -1.0, "largest": 3.0, "distinct": 2, "missing": 1})
        self.require_refusal("info", edges, "--types", "wieght:double", code=2, says=["did you mean weight?"])
        self.require_refusal("info", edges, "--id", "body", code=2, says=["--vertices"])

    def test_times(self):
        mails = self.write("m.csv", "from,to,date\n1,2,2024-01-15\n2,3,2024-01-17\n3,3,2024-01-16\n1,2,2024-01-15\n")
        out, err = self.run_command("info", mails)
        self.assertRegex(out, r"(?m)^times, in column date\narcs +3\nfirst +2024-01-15T00:00:00\nlast +2024-01-17T00:00:00\n"
                              r"span +2.0 d\nunit +dates\narcs at the time of another +2\nself-loops +1$")
        self.assertEqual(err, "")
        contacts = self.write("c.txt", "20 7 8\n20 7 6\n40 8 7\n")  # t i j
        self.assertNotIn("times", self.run_command("info", contacts, "--columns", "2,3")[0])  # they may be weights
        out, err = self.run_command("info", contacts, "--time", 1, "--from", 30, "--json")
        self.assertEqual(json.loads(out)["times"], {"column": "column1", "unit": "none", "dates": False, "arcs": 1, "self_loops": 0,
                                                    "ties": 0, "first": 40, "last": 40})
        self.require_refusal("info", mails, "--time", "dat", code=2, says=["did you mean date?"])
        self.require_refusal("info", mails, "--time-unit", "hours", code=2, says=["s, ms, us, ns or none"])
        self.require_refusal("info", contacts, "--time", 1, "--from", "2024-01-15", code=2, says=["--time-unit"])
        self.require_refusal("info", KARATE, "--time", 3, code=2, says=["third column"])

    def test_generated_arcs_keep_their_times(self):
        file = self.folder / "b.cbin"
        out, _ = self.run_command("generate", "bursts:n=100,m=1000", file)
        self.assertRegex(out, r"(?m)^0 attributes of vertices, and 1 attribute of edges in 1,000 rows$")
        facts = [json.loads(self.run_command("info", graph, "--time-unit", "s", "--json")[0])["times"]
                 for graph in ("gen:bursts:n=100,m=1000", file)]
        self.assertEqual(facts[0], facts[1])
        self.assertEqual((facts[0]["column"], facts[0]["arcs"], facts[0]["unit"]), ("time", 1000, "seconds"))

    def test_a_table_is_described_even_if_its_attributes_cannot_be_read(self):
        out, err = self.run_command("info", self.write("q.txt", "1 2 a\n2 3 b\n" * 600 + "3 4 \"c\n"))
        self.assertRegex(out, r"(?m)^edges +3$")
        self.assertIn(":1201: a quotation mark is not closed", err)

    def test_table(self):
        out, _ = self.run_command("info", KARATE)
        for line in [r"vertices +34", r"edges +78", r"largest degree +17", r"mean degree +4\.59", r"degeneracy +4",
                     r"triangles +45", r"components +1"]:
            self.assertRegex(out, rf"(?m)^{line}$")

    def test_json_with_and_without_a_dash(self):
        for tail in [["--json"], ["--json", "-"]]:
            out, _ = self.run_command("info", KARATE, *tail)
            record = json.loads(out)
            self.assertEqual(record["graph"], {
            "source": KARATE, "vertices": 34, "edges": 78, "max_degree": 17,
            "read_as": {"format": "edge list", "columns": [{"meaning": "source", "number": 1, "name": "FromNodeId"},
                                                           {"meaning": "target", "number": 2, "name": "ToNodeId"}],
                        "columns_in_file": 2, "separator": "tab", "header_lines": 0, "comments": 5, "skipped": 0}})
            self.assertEqual(record["triangles"], "45")

    def test_dropped_edges_are_reported(self):
        path = self.write("loops.txt", "1 1\n1 2\n2 1\n2 3\n")
        record = json.loads(self.run_command("info", path, "--json")[0])
        self.assertEqual(record["dropped"], {"self_loops": 1, "duplicates": 1})
        self.assertEqual(record["graph"]["edges"], 2)

    def test_components_and_isolated_vertices(self):
        record = json.loads(self.run_command("info", "gen:er:n=7,m=0,seed=1", "--json")[0])
        self.assertEqual((record["components"], record["largest_component"], record["mean_degree"]), (7, 1, 0))

    def test_devices(self):
        devices = json.loads(self.run_command("info", "--device", "--json")[0])
        self.assertEqual(devices[0]["kind"], "cuda")
        self.assertEqual(devices[-1]["kind"], "host")
        table = self.run_command("info", "--device")[0]
        for device in devices:
            self.assertEqual(device["note"] == "", device["balance"] is not None)
            line = rf"(?m)^{device['kind']} +{re.escape(device['name'])} .*{re.escape(device['note'])}$"
            self.assertRegex(table, line)

    @unittest.skipIf(DEVICES[0]["name"] != "-", "a CUDA device can be used here")
    def test_cuda_that_cannot_be_used_says_why(self):
        self.assertEqual((DEVICES[0]["memory_bytes"], DEVICES[0]["multiprocessors"], DEVICES[0]["balance"]), (0, 0, None))
        reason = DEVICES[0]["note"]
        self.assertTrue(reason)
        self.require_refusal("clique", KARATE, "-k", 3, "--device", "cuda", code=1, says=[reason])


class GenerateAndConvert(CommandTest):
    def test_same_spec_same_file(self):
        files = [self.folder / name for name in ["a.txt", "b.txt"]]
        for path in files:
            out, _ = self.run_command("generate", "gen:rmat:scale=8,degree=4,seed=3", path)
            self.assertIn(str(path), out)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())

    def test_every_format_keeps_the_counts(self):
        for name in ["g.txt", "g.el", "g.mtx", "g.graph", "g.metis", "g.cbin", "g.txt.gz", "g.mtx.gz"]:
            path = self.folder / name
            out, _ = self.run_command("convert", KARATE, path)
            self.assertIn("34 vertices, 78 edges", out)
            self.assertEqual(self.record("clique", path, "-k", 3)["count"], "45", name)
        with gzip.open(self.folder / "g.txt.gz", "rt") as file:
            self.assertIn("\n", file.read())

    def test_generated_argument_and_generated_file_agree(self):
        spec = "gen:ba:n=300,m=4,seed=9"
        path = self.folder / "ba.cbin"
        self.run_command("generate", spec, path)
        self.assertEqual(self.record("clique", path, "-k", 4)["count"], self.record("clique", spec, "-k", 4)["count"])


class StandardInput(CommandTest):
    def test_a_dash_is_standard_input(self):
        packed = self.folder / "packed.gz"
        packed.write_bytes(gzip.compress(pathlib.Path(KARATE).read_bytes()))
        for source in [KARATE, packed]:
            with open(source, encoding="utf-8", errors="surrogateescape") as stream:
                out, _ = self.run_command("clique", "-", "-k", 3, "--device", "host", "--json", "-", stdin=stream)
            record = json.loads(out)
            self.assertEqual((record["count"], record["graph"]["source"]), ("45", "-"))

    def test_a_pipe(self):
        with subprocess.Popen(["cat", KARATE], stdout=subprocess.PIPE) as cat:
            out, _ = self.run_command("info", "-", stdin=cat.stdout)
        self.assertIn("78", out)
        with subprocess.Popen(["cat", KARATE], stdout=subprocess.PIPE) as cat:
            self.run_command("convert", "-", self.folder / "g.cbin", stdin=cat.stdout)

    def test_what_is_wrong_there_names_it(self):
        with open(self.write("bad.txt", "1 2\n3 x\n"), encoding="utf-8") as stream:
            self.require_refusal("info", "-", code=2, says=["/dev/stdin:2:"], stdin=stream)


class Directions(CommandTest):
    SNAP = "# Directed graph (each unordered pair of nodes is saved once): x.txt\n"

    def test_a_directed_file_says_so(self):
        for name, text in [("a.txt", self.SNAP + "1 2\n2 3\n3 2\n"), ("b.txt", "% asym positive\n1 2\n2 3\n"),
                           ("c.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n")]:
            path = self.write(name, text)
            for words in [["clique", path, "-k", 3, "--device", "host"], ["info", path], ["convert", path, self.folder / "o.txt"]]:
                _, err = self.run_command(*words)
                self.assertEqual(err, f"cerrado: {path}: the file says that its edges are directed; they are taken as undirected\n")

    def test_others_do_not(self):
        for name, text in [("a.txt", self.SNAP + "1 2\n2 1\n"), ("b.txt", "1 2\n2 3\n"), ("c.txt", "# Undirected graph: x\n1 2\n"),
                           ("d.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")]:
            _, err = self.run_command("info", self.write(name, text))
            self.assertEqual(err, "")


if __name__ == "__main__":
    unittest.main()
