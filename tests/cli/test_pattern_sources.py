"""cerrado match: patterns of files and folders, the list of names, labels that a graph lacks, and what is said of them."""
import csv
import io
import itertools
import json
import os
import random
import unittest

from support import KARATE, CommandTest

LABELS = KARATE.replace("karate.txt", "karate.labels.txt")


def matches_by_trying(edges, labels, pattern_edges, pattern_labels):
    """Mappings by every way to lay the pattern onto the graph."""
    joined = {frozenset(edge) for edge in edges}
    k = len(pattern_labels)
    return sum(all(frozenset((at[u], at[v])) in joined for u, v in pattern_edges)
               and all(wanted in (None, labels[at[i]]) for i, wanted in enumerate(pattern_labels))
               for at in itertools.permutations(range(len(labels)), k))


class PatternSources(CommandTest):
    def matches(self, *arguments, graph=KARATE):
        return self.record("match", graph, *arguments)["matches"]

    def count(self, *arguments, graph=KARATE):
        return int(self.matches(*arguments, graph=graph)[0]["count"])

    def lg(self, name, labels, edges, edge_labels=None):
        lines = [f"t {len(labels)} {len(edges)}"]
        lines += [f"v {v}" if label is None else f"v {v} {label}" for v, label in enumerate(labels)]
        lines += [f"e {u} {v}" + (f" {edge_labels[i]}" if edge_labels else "") for i, (u, v) in enumerate(edges)]
        return self.write(name, "\n".join(lines) + "\n")

    def test_a_file_is_the_pattern_that_its_graph_is(self):
        by_name = self.count("--pattern", "house")
        house = "7 5\n5 9\n9 2\n2 7\n5 1\n7 1\n"
        for name, text in [("house.txt", house), ("house.csv", "source,target\n" + house.replace(" ", ",")),
                           ("house.graph", "5 6\n2 4\n1 3 5\n2 4 5\n1 3\n2 3\n"),
                           ("house.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 6\n2 1\n3 2\n4 3\n"
                                         "4 1\n5 2\n5 3\n")]:
            (match,) = self.matches("--pattern", self.write(name, text))
            self.assertEqual((int(match["count"]), match["name"], match["is_file"]), (by_name, "house", True), name)
        self.assertIs(self.matches("--pattern", "house")[0]["is_file"], False)
        self.write("kite", "0 1\n")
        out, err = self.run_command("match", KARATE, "--pattern", "kite", "--csv", "-", cwd=self.folder)
        self.assertEqual(list(csv.DictReader(io.StringIO(out)))[0]["k"], "5")
        self.assertIn('"kite" is read as a pattern, not as the file of that name; give ./kite to read the file', err)
        out, _ = self.run_command("match", KARATE, "--pattern", "./kite", "--csv", "-", cwd=self.folder)
        self.assertEqual(list(csv.DictReader(io.StringIO(out)))[0]["count"], "78")

    def test_queries_with_labels_as_public_sets_have_them(self):
        """Against every way to lay them, with labels of vertices and of edges."""
        generator = random.Random(5)
        labels = [generator.choice("abc") for _ in range(11)]
        edges = generator.sample(list(itertools.combinations(range(11), 2)), 32)
        graph = self.lg("g.lg", labels, edges)
        queries = {"q1.lg": (["a", "b", None], [(0, 1), (1, 2)]), "q2.lg": (["a", "a", "c"], [(0, 1), (1, 2), (0, 2)]),
                   "q3.lg": (["b", None, "b", "c"], [(0, 1), (1, 2), (2, 3)])}
        folder = self.folder / "queries"
        folder.mkdir()
        for name, (wanted, joined) in queries.items():
            os.rename(self.lg(name, wanted, joined), folder / name)
        expected = {str(folder / name): matches_by_trying(edges, labels, joined, wanted)
                    for name, (wanted, joined) in queries.items()}
        for given in [["--patterns", folder], ["--patterns", self.write("list.txt", "\n".join(expected) + "\n")],
                      [word for name in expected for word in ("--pattern", name)]]:
            met = {match["pattern"]: int(match["mappings"]) for match in self.matches(*given, "--verify", graph=graph)}
            self.assertEqual(met, expected)
        self.assertGreater(sum(expected.values()), 20)
        marked = self.lg("e.lg", ["a"] * 4, [(0, 1), (1, 2), (2, 3)], ["x", "y", "x"])
        query = self.lg("x.lg", ["a", "a"], [(0, 1)], ["x"])
        self.assertEqual(self.count("--pattern", query, graph=marked), 2)
        self.assertEqual(self.count("--pattern", query, "--edge-labels", graph=marked), 2)

    def test_directions_and_names_are_asked_for_as_of_the_graph(self):
        arcs = self.write("arcs.txt", "4 8\n8 9\n4 9\n")
        self.assertEqual(self.count("--directed", "--pattern", arcs), self.count("--directed", "--pattern", "FFL"))
        self.assertEqual(self.count("--pattern", arcs), self.count("--pattern", "triangle"))
        names = self.write("names.txt", "mother child\nchild father\nfather mother\n")
        genes = KARATE.replace("karate.txt", "p53.txt")
        self.assertEqual(self.count("--names", "--pattern", names, graph=genes), 4)

    def test_what_is_no_pattern_is_refused(self):
        def refused(says, *arguments):
            self.require_refusal("match", KARATE, *arguments, code=2, says=says)

        refused(["q.lg", "not a known name", "there is no such file either"], "--pattern", "q.lg")
        refused(["big.txt: as a pattern: the graph has 33 vertices", "at most 32"], "--pattern",
                self.write("big.txt", "".join(f"{v} {v + 1}\n" for v in range(32))))
        refused(["two.txt: as a pattern: ", "not connected"], "--pattern", self.write("two.txt", "0 1\n2 3\n"))
        refused(["bad.lg:2: "], "--pattern", self.write("bad.lg", "v 0 a\nx\n"))
        query = self.lg("q2.lg", ["hi", "hi"], [(0, 1)])
        refused(["q2.lg:1: ", "give it with --pattern"], "--patterns", query)
        refused(["but the graph has none"], "--pattern", query)
        (self.folder / "none").mkdir()
        refused(["the folder has no files"], "--patterns", self.folder / "none")
        refused(["(did you mean house?)"], "--pattern", "hose")
        refused(["has 2 twice"], "--pattern", "house", "--order", "0,1,2,2,4")

    def test_vertices_that_are_counted_from_one(self):
        out, err = self.run_command("match", KARATE, "--pattern", "1-2,2-3,3-1", "--csv", "-", "--device", "host")
        self.assertEqual(list(csv.DictReader(io.StringIO(out)))[0]["count"], "45")
        self.assertEqual(err, 'cerrado: pattern "1-2,2-3,3-1": vertices count from 0, so 1 to 3 are taken as 0 to 2\n')
        for same in ["0-1, 1-2, 2-0", "0 - 1,1 - 2,2 - 0"]:
            self.assertEqual(self.count("--pattern", same), 45)
        self.assertEqual(self.count("--directed", "--pattern", "0->1, 1->2, 0->2"), 45)

    def test_a_label_that_the_graph_lacks_ends_no_batch(self):
        patterns = self.write("p.txt", "0:hi,0-1\n0:chair,0-1\n0:hi|chair,0-1\n0:hi,1:hi,2:hi,0-1,1-2,0-2\n")
        asked = ["match", KARATE, "--labels", LABELS, "--patterns", patterns, "--device", "host"]
        for more in [[], ["--exists"], ["--verify"]]:
            out, err = self.run_command(*asked, *more, "--json", "-")
            matches = json.loads(out)["matches"]
            self.assertEqual([match["exists"] for match in matches], [True, False, True, True])
            if more != ["--exists"]:
                self.assertEqual(matches[1]["count"], "0")
                self.assertEqual(matches[2]["count"], matches[0]["count"])
            notes = [line for line in err.splitlines() if "bears the label" in line]
            self.assertEqual(len(notes), 2, err)
            self.assertIn('pattern "0:chair,0-1": no vertex of the graph bears the label "chair"', notes[0])
        self.run_command(*asked, "--explain")
        for more in [[], ["--explain"], ["--exists"], ["--list", "-"]]:
            self.require_refusal("match", KARATE, "--labels", LABELS, "--pattern", "0:chair,0-1", *more, code=2,
                                 says=['no vertex of the graph bears the label "chair"'])

    def test_every_name_that_is_listed_is_understood(self):
        out, _ = self.run_command("match", "--list-names=json")
        listed = json.loads(out)["patterns"]
        named = {row["name"]: row for row in listed}
        self.assertEqual(named["house"]["graph6"], "Dd[")
        self.assertIn("bowtie", named["butterfly"]["aliases"])
        self.assertTrue(named["030T"]["directed"])
        out, _ = self.run_command("match", "--list-names=csv")
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([row["name"] for row in rows], [row["name"] for row in listed])
        self.assertEqual([row["graph6"] for row in rows], [row["graph6"] for row in listed])
        out, err = self.run_command("match", "--list-names")
        self.assertEqual(err, "")
        for text in ["house", "Dd[", "FFL", "bowtie", "Petersen", "31 leaves"]:
            self.assertIn(text, out)
        some = [name for row in listed if row["vertices"] <= 6 and not row["directed"]
                for name in [row["name"], *row["aliases"]]]
        graph = "gen:path:n=3"
        given = self.write("names.txt", "\n".join(some) + "\n")
        graph6 = {name: row["graph6"] for row in listed for name in [row["name"], *row["aliases"]]}
        for match in self.matches("--patterns", given, graph=graph):
            self.assertEqual(match["graph6"], graph6[match["pattern"]], match["pattern"])
        self.require_refusal("match", "--list-names=xml", code=2, says=["--list-names=csv"])

    def test_files_of_labels_say_what_was_passed_over(self):
        labels = self.write("l.csv", '"id","label"\n"1","hi"\n"2","officer"\n"99","hi"\n')
        out, err = self.run_command("match", KARATE, "--labels", labels, "--pattern", "0:hi,1:officer,0-1", "--csv", "-")
        self.assertEqual(list(csv.DictReader(io.StringIO(out)))[0]["count"], "1")
        self.assertIn("l.csv: 1 of 3 labels names no vertex of the graph", err)
        self.assertIn("is taken as a header", err)

    def test_two_labels_of_an_edge_are_said(self):
        graph = self.write("t.lg", "v 0 5\nv 1 5\nv 2 7\ne 0 1 9\ne 1 0 8\ne 1 2 9\n")
        out, err = self.run_command("match", graph, "--pattern", "0:5,0-1", "--csv", "-")
        self.assertEqual(list(csv.DictReader(io.StringIO(out)))[0]["mappings"], "3")
        self.assertIn("so labels of edges are left out", err)
        self.run_command("clique", graph, "-k", 3)
        out, err = self.run_command("match", graph, "--pattern", "0-1/9", code=2)
        self.assertIn("the pattern has labels of edges, but the graph was read without them", err)
        self.require_refusal("match", graph, "--edge-labels", "--pattern", "0-1/9", code=2, says=["'9' and '8'"])


if __name__ == "__main__":
    unittest.main()
