"""cerrado query: both languages, every option and output, and what is refused."""
import csv
import io
import json
import signal
import time
import unittest

from support import DATA, KARATE, CommandTest, start, wait_for_progress

EDGES = """source,target,weight,kind,at
1,2,3,exc,2024-01-15
1,2,8,inh,2024-01-16T10:30:00
2,1,5,exc,2024-01-17
2,3,,exc,2024-01-18
3,1,9,inh,
3,4,2,,2024-01-20
4,1,7,exc,2024-01-21
4,4,6,exc,2024-01-22
"""
CELLS = "key,type,layer,note\n1,KC,2,left\n2,PN,1,\"\"\n3,KC,,right dorsal\n4,,4,left\n"
MODES = {"nodes": "DIFFERENT NODES ", "edges": "DIFFERENT EDGES ", "all": "REPEATABLE ELEMENTS "}
ENDLESS = ["query", "gen:complete:n=300", "A -- B; B -- C; C -- D; D -- E; E -- F; F -- G; G -- A"]


class Query(CommandTest):
    def setUp(self):
        super().setUp()
        self.edges = self.write("edges.csv", EDGES)
        self.cells = self.write("cells.csv", CELLS)
        self.graph = ["query", self.edges, "--directed", "--vertices", self.cells]

    def ask(self, *arguments, code=0):
        return self.record(*self.graph, *arguments, code=code)

    def count(self, *arguments):
        return int(self.ask(*arguments)["count"])

    def rows(self, *arguments, code=0):
        """What --rows writes to standard output, as a set of tuples."""
        out, _ = self.run_command(*self.graph, *arguments, "--device", "host", "--rows", "-", code=code)
        lines = list(csv.reader(io.StringIO(out)))
        return lines[0], {tuple(line) for line in lines[1:]}

    def refusal(self, *arguments, says, place=None, graph=None):
        """An error with the place in the text, its line, and a caret under it."""
        out, err = self.run_command(*(graph or self.graph), *arguments, "--device", "host", code=2)
        self.assertEqual(out, "")
        lines = err.rstrip("\n").splitlines()
        for text in says:
            self.assertIn(text, lines[0] if place else err)
        if place is None:
            return self.assertEqual(len(lines), 1, err)
        self.assertEqual(len(lines), 3, err)
        number, column = place
        self.assertTrue(lines[0].startswith(f"cerrado query:{number}:{column}: "), err)
        self.assertEqual(lines[2], " " * (column - 1) + "^", err)
        return None

    def test_motifs(self):
        for text, count in [("A -> B", 6), ("A -> B [weight > 5]", 3), ("A -> B; B -> A", 2), ("A -> B; B !> A", 4),
                            ("A -> B; B -> C; C -> A", 3), ("A -> B; A.type = KC", 3), ("A -> B; A.type != KC", 2),
                            ("A -> B [weight > 5, kind = \"exc\"]", 1), ("A -> B as ab; B -> A as ba; ab.weight > ba.weight", 2),
                            ("A -> B; A.type in [\"KC\", \"PN\"]", 5), ("A -> B; A.note contains left", 2),
                            ("A -> B; A -> A", 1), ("A -> B; B !> A [weight > 4]", 4), ("e(X, Y) { X -> Y }\ne(A, B); e(B, C)", 6),
                            ("A -> B; A.type = KC; A === B", 1), ("A -- B; B -- C; C -- A # a comment", 12), ("A -> B; !(B -> A)", 4),
                            ("A -> B [at < \"2024-01-16\"]", 1)]:
            with self.subTest(text):
                out, err = self.run_command(*self.graph, text, "--device", "host", "--json", "-", "--verify")
                record = json.loads(out)
                self.assertEqual(int(record["count"]), count)
                self.assertEqual(record["parameters"]["language"], "DotMotif")
                self.assertEqual(record["parameters"]["mode"], "nodes")
                self.assertIn("agrees with the serial program", err)

    def test_match(self):
        for text, count in [("MATCH (a)-->(b)", 7), ("MATCH DIFFERENT NODES (a)-->(b)", 6), ("match (a)-[e]->(b) where e.weight > 5", 3),
                            ("MATCH (a)-->(b)-->(a)", 2 * 2), ("MATCH (a)-[e]->(b) WHERE e.weight > 5 OR a.type = 'PN'", 5),
                            ("MATCH (a)-->(b) WHERE a.type IS NULL", 1), ("MATCH (a)-->(b) WHERE NOT a.type = 'KC'", 2),
                            ("MATCH (a)-[e]->(b) WHERE e.weight + a.layer >= 10", 2),
                            ("MATCH (a {type: 'KC'})-[e {kind: 'inh'}]->(b)", 2), ("MATCH (a)-->(b) WHERE a.note STARTS WITH 'right'", 2),
                            ("MATCH (a)-[e]->(b) WHERE e.at >= datetime('2024-01-18T00:00:00')", 3),
                            ("MATCH (a)-->(b) WHERE NOT (b)-->(a)", 4),
                            ("MATCH (a)-->(b) WHERE NOT EXISTS {(b)-[x]->(a) WHERE x.weight > 4}", 4),
                            ("MATCH (a)--(b)", 14), ("MATCH (a)-->(b) // a comment\nRETURN count(*);", 7)]:
            with self.subTest(text):
                out, err = self.run_command(*self.graph, text, "--device", "host", "--json", "-", "--verify")
                self.assertEqual(int(json.loads(out)["count"]), count)
                self.assertEqual(json.loads(out)["parameters"]["language"], "MATCH")
                self.assertIn("agrees with the serial program", err)

    def test_both_languages_say_the_same(self):
        motif = "A -> B [weight > 2]; B -> C; C !> A; B.type = \"KC\""
        match = ("MATCH DIFFERENT NODES (A)-[ab]->(B), (B)-->(C) WHERE ab.weight > 2 AND B.type = 'KC' AND NOT (C)-->(A) "
                 "RETURN count(*)")
        self.assertEqual(self.count(motif), self.count(match))
        self.assertEqual(self.count(motif), 1)

    def test_modes(self):
        text = "(a)-->(c), (b)-->(c)"
        counts = {mode: self.count(f"MATCH {words}{text}") for mode, words in MODES.items()}
        self.assertEqual(self.count(f"MATCH {text}"), counts["edges"])
        self.assertEqual(len(set(counts.values())), 3)
        for mode, count in counts.items():
            record = self.ask("A -> C; B -> C", "--mode", mode)
            self.assertEqual((int(record["count"]), record["parameters"]["mode"]), (count, mode))
            self.assertIn("rows: maps of the variables to ", record["semantics"])
            self.assertEqual(record["matches"] is None, mode != "nodes")
        self.refusal("A -> B", "--mode", "some", says=["--mode", "some"])

    def test_symmetries_and_distinct(self):
        record = self.ask("A -> B; B -> C; C -> A")
        self.assertEqual((int(record["count"]), record["symmetries"], int(record["matches"])), (3, 3, 1))
        self.assertEqual(self.count("A -> B; B -> C; C -> A", "--distinct"), 1)
        self.assertEqual(self.count("A -- B; B -- C; C -- A", "--distinct"), 2)
        self.assertEqual(self.ask("A -> B; B -> C; C -> A; A.type = KC")["symmetries"], 1)
        _, rows = self.rows("A -> B; B -> C; C -> A", "--return", "A,B,C", "--distinct")
        self.assertEqual({tuple(sorted(row)) for row in rows}, {("1", "2", "3")})
        self.refusal("MATCH (a)-->(b)", "--distinct", says=["--distinct", "--mode nodes"])

    def test_induced(self):
        self.assertEqual([self.count("A -> B; B -> C", *how) for how in ([], ["--induced"])], [6, 1])
        self.assertIn("induced: no edge but the pattern's", self.ask("A -> B", "--induced")["semantics"])
        self.refusal("A -> B", "--induced", "--mode", "all", says=["--induced", "--mode nodes"])

    def test_groups(self):
        record = self.ask("MATCH (a)-[e]->(b) RETURN a.type, e.kind AS how, count(*)")
        self.assertEqual(record["groups"], [{"a.type": None, "how": "exc", "count": "1"}, {"a.type": "KC", "how": None, "count": "1"},
                                            {"a.type": "KC", "how": "exc", "count": "1"}, {"a.type": "KC", "how": "inh", "count": "2"},
                                            {"a.type": "PN", "how": "exc", "count": "2"}])
        self.assertEqual(int(record["count"]), 7)
        words = [*self.graph, "--device", "host", "A -> B"]
        out, _ = self.run_command(*words, "--return", "A.layer,count(*)", "--csv", "-")
        self.assertEqual(out, f"A.layer,count,graph,status\n,2,{self.edges},complete\n1,2,{self.edges},complete\n"
                              f"2,1,{self.edges},complete\n4,1,{self.edges},complete\n")
        out, _ = self.run_command(*words, "--return", "A.note,count(*)")
        self.assertRegex(out, r"(?m)^A\.note +count\n(.* +2\n){2}")
        self.assertEqual(len(self.ask("A -> B", "--return", "A.layer,count(*)", "--limit", "2", code=3)["groups"]), 2)

    def test_csv_of_a_count(self):
        out, _ = self.run_command(*self.graph, "A -> B; B -> A", "--device", "host", "--csv", "-")
        row = next(csv.DictReader(io.StringIO(out)))
        self.assertEqual(row, {"query": "A -> B; B -> A", "mode": "nodes", "count": "2", "symmetries": "2", "matches": "1",
                               "graph": self.edges, "status": "complete"})

    def test_rows(self):
        names, rows = self.rows("A -> B [weight > 5]; RETURN A, B.type, A_B.weight AS w, A_B.at, B.note")
        self.assertEqual(names, ["A", "B.type", "w", "A_B.at", "B.note"])
        self.assertEqual(rows, {("1", "PN", "8", "2024-01-16T10:30:00", ""), ("3", "KC", "9", "", "left"),
                                ("4", "KC", "7", "2024-01-21T00:00:00", "left")})
        out, _ = self.run_command(*self.graph, "A -> B [weight = 8]; RETURN A_B.kind, B.note", "--device", "host", "--rows", "-")
        self.assertEqual(out.splitlines()[1], 'inh,""')  # an empty text is no missing value
        for name, lines in [("rows.csv", 8), ("rows.jsonl", 7)]:
            path = self.folder / name
            out, _ = self.run_command(*self.graph, "MATCH (a)-[e]->(b) RETURN a, b, e.weight", "--device", "host", "--rows", path)
            self.assertIn("7 rows", out)
            self.assertEqual(len(path.read_text().splitlines()), lines)
        rows = [json.loads(line) for line in (self.folder / "rows.jsonl").read_text().splitlines()]
        self.assertIn({"a": 2, "b": 3, "e.weight": None}, rows)
        self.assertEqual(sorted(row["e.weight"] for row in rows if row["a"] == 1), [3, 8])
        self.refusal("A -> B", "--rows", "-", says=["--rows", "returns a count", "--return"])

    def test_rows_have_names(self):
        named = self.write("named.csv", "source,target,weight\nann,bob,1\nbob,cid,2\n")
        out, _ = self.run_command("query", named, "--names", "--directed", "--device", "host", "A -> B; RETURN A, B", "--rows", "-")
        self.assertEqual(sorted(out.splitlines()), ["A,B", "ann,bob", "bob,cid"])
        out, _ = self.run_command("query", named, "--names", "--directed", "--device", "host", "A -> B", "--per-vertex", "-")
        self.assertEqual(out.splitlines(), ["id,A,B", "ann,1,0", "bob,1,1", "cid,0,1"])

    def test_the_first_rows_are_shown(self):
        out, _ = self.run_command("query", KARATE, "MATCH (a)--(b) RETURN a, b", "--device", "host")
        self.assertIn("156 rows", out)
        self.assertIn("126 rows more: --rows FILE", out)

    def test_limit(self):
        for words in (["MATCH (a)-[e]->(b) RETURN a, b, e.weight LIMIT 2"], ["MATCH (a)-[e]->(b) RETURN a, b, e.weight", "--limit", 2]):
            record = self.ask(*words, code=3)
            self.assertEqual((record["status"], record.get("count_at_least", record.get("count"))), ("limit", "2"))
            _, rows = self.rows(*words, code=3)
            self.assertEqual(len(rows), 2)
        self.assertEqual(self.ask("MATCH (a)-->(b) RETURN a, b LIMIT 20")["status"], "complete")
        self.refusal("A -> B", "--limit", 2, says=["limit", "one count"])
        self.refusal("A -> B", "--limit", 0, says=["--limit"])

    def test_exists(self):
        for text, answer in [("A -> B [weight > 5]", True), ("A -> B [weight > 50]", False), ("MATCH (a)-->(b) WHERE b.layer > 3", True)]:
            record = self.ask(text, "--exists")
            self.assertEqual((record["exists"], record["status"], "count" in record), (answer, "complete", False))
            out, _ = self.run_command(*self.graph, text, "--exists", "--device", "host")
            self.assertIn("there is a row" if answer else "there is no row", out)
            out, _ = self.run_command(*self.graph, text, "--exists", "--device", "host", "--csv", "-")
            self.assertEqual(next(csv.DictReader(io.StringIO(out)))["exists"], str(answer).lower())
        self.refusal("A -> B", "--exists", "--per-vertex", "-", says=["--exists", "--per-vertex"])
        self.assertTrue(self.ask("MATCH (a)-[e]->(b)-[f]->(c) WHERE e.at < f.at RETURN a LIMIT 1", "--exists")["exists"])
        for mode in MODES:  # a row in which A and C are one, or none
            self.assertEqual(self.ask("A -> B [weight = 8]; B -> C [weight = 3]", "--exists", "--mode", mode)["exists"], False)
            self.assertEqual(self.ask("A -> B; B -> C; C -> D; D -> E", "--exists", "--mode", mode)["exists"], mode != "nodes")

    def test_exists_in_a_large_query(self):
        """Layers with an arc from each vertex to the whole next layer, the last one back by light arcs; and a heavy cycle as long."""
        layers, width = 16, 10
        lines = [f"{layer * width + u},{(layer + 1) % layers * width + v},{1 if layer + 1 == layers else 5}"
                 for layer in range(layers) for u in range(width) for v in range(width)]
        lines += [f"{1000 + layer},{1000 + (layer + 1) % layers},5" for layer in range(layers)]
        graph = ["query", self.write("layers.csv", "\n".join(["source,target,w", *lines])), "--directed"]
        cycle = "; ".join(f"V{i} -> V{(i + 1) % layers} [w > 2]" for i in range(layers))
        record = self.record(*graph, cycle, "--exists", "--deadline", "60s")
        self.assertEqual((record["exists"], record["status"]), (True, "complete"))

    def test_exists_may_not_be_known(self):
        text = "; ".join(["A -- B; B -- C; C -- D; D -- E; E -- F; F -- G; G -- H; H -- I; I -- J", "A.n = J.n"])
        edges = self.write("dense.csv", "source,target\n" + "".join(f"{u},{v}\n" for u in range(60) for v in range(u)))
        cells = self.write("numbers.csv", "id,n\n" + "".join(f"{u},{u}\n" for u in range(60)))
        asked = ["query", edges, "--vertices", cells, text, "--exists", "--device", "host", "--deadline", "100ms"]
        out, _ = self.run_command(*asked, "--json", "-", code=3)
        self.assertEqual((json.loads(out)["exists"], json.loads(out)["status"]), (None, "deadline"))
        self.assertIn("it is not known whether there is a row", self.run_command(*asked, code=3)[0])

    def test_counts_of_vertices_add_up(self):
        for words in (["A -> B; B -> C"], ["MATCH (a)-[e]->(b)--(c) WHERE e.weight > 2"], ["A -> C; B -> C", "--mode", "all"],
                      ["A -> B; B -> C", "--induced"], ["MATCH ()-->(b)"]):
            with self.subTest(words[0]):
                file = self.folder / "counts.csv"
                record = self.ask(*words, "--per-vertex", file)
                rows = list(csv.DictReader(io.StringIO(file.read_text())))
                for name in list(rows[0])[1:]:
                    self.assertEqual(sum(int(row[name]) for row in rows), int(record["count"]), name)
                self.assertEqual(int(record["count"]), self.count(*words))
        self.assertEqual(list(rows[0]), ["id", "(1)", "b"])

    def test_labels(self):
        labels = self.write("labels.txt", "1 KC\n2 PN\n3 KC\n")
        by_file = ["query", self.edges, "--directed", "--labels", labels, "--device", "host", "--json", "-"]
        for text, count in [("MATCH (a:KC)-->(b)", 4), ("MATCH (a:KC|PN)-->(b:KC)", 3), ("MATCH (a)-->(b) WHERE NOT a:KC", 3)]:
            with self.subTest(text):
                self.assertEqual(int(json.loads(self.run_command(*by_file, text)[0])["count"]), count)
                self.assertEqual(self.count(text, "--label", "type"), count)
        self.assertEqual(self.count("MATCH (a)-[e:inh|exc]->(b)", "--edge-label", "kind"), 6)
        lines = self.write("labelled.txt", "1 2 EXC\n2 3 INH\n3 1 EXC\n")
        asked = ["query", lines, "--directed", "--edge-labels"]
        for text, count in [("A -+ B", 2), ("A -| B", 1), ("A -> B", 3), ("MATCH (a)-[:EXC]->()-[:INH]->()", 1)]:
            self.assertEqual(int(self.record(*asked, text)["count"]), count, text)
        self.refusal("MATCH (a:KC)-->(b)", says=["no labels", "--label COLUMN"], place=(1, 9))

    def test_files_of_queries_and_of_graphs(self):
        motif = self.write("loop.motif", "# a loop\nA -> B [weight > 2]\nB -> A\n")
        self.assertEqual(self.count("--file", motif), self.count("A -> B [weight > 2]; B -> A"))
        self.refusal("A -> B", "--file", motif, says=["--file"])
        self.refusal(says=["--file"])
        self.refusal("--file", self.folder / "none", says=["none"])
        graph = self.folder / "graph.cbin"
        self.run_command("convert", "--attributes", "--directed", "--vertices", self.cells, self.edges, graph)
        for text in ["A -> B [weight > 5]; A.type = KC", "MATCH (a)-[e]->(b) WHERE e.at > datetime('2024-01-16') AND a.layer < 3"]:
            self.assertEqual(int(self.record("query", graph, text)["count"]), self.count(text))

    def test_ids_and_types(self):
        turned = self.write("turned.csv", "type,id\nKC,1\nPN,2\nKC,3\n")
        asked = ["query", self.edges, "--directed", "--vertices", turned]
        self.assertEqual(int(self.record(*asked, "--id", "id", "A -> B; A.type = KC")["count"]), 3)
        text = "A -> B; A_B.weight = 8.0"
        self.assertEqual(self.count(text, "--types", "weight:double"), 1)
        self.refusal("A -> B; A_B.weight > 3", "--types", "weight:text", says=["text", "integer"], place=(1, 9))
        self.refusal("A -> B", "--types", "wieght:double", says=["wieght"])
        mixed = self.write("mixed.csv", "source,target,weight\n1,2,3\n2,3,many\n3,1,4\n")
        self.refusal("A -> B", "--types", "weight:int64", says=["mixed.csv:3", "many", "int64"], graph=["query", mixed, "--directed"])

    def test_vertices_without_an_edge_are_those_of_their_table(self):
        cells = self.write("more.csv", CELLS + "9,KC,3,\n7,PN,3,far\n")
        asked = ["query", self.edges, "--directed", "--vertices", cells, "--label", "type"]
        for text, count in [("MATCH (a:KC) RETURN count(*)", 3), ("MATCH (a) RETURN count(*)", 6),
                            ("MATCH (a {layer: 3}) WHERE a.note IS NULL RETURN count(*)", 1), ("MATCH (a:KC)-->(b) RETURN count(*)", 4)]:
            with self.subTest(text):
                out, err = self.run_command(*asked, text, "--device", "host", "--json", "-")
                self.assertEqual(int(json.loads(out)["count"]), count)
                self.assertIn("more.csv: 2 vertices of the table have no edge; they belong to the graph as well\n", err)
        few = self.write("few.txt", "1\n7\n2\n")
        self.assertEqual(int(self.record(*asked, "--within", few, "MATCH (a:PN) RETURN count(*)")["count"]), 2)

    def test_missing_values(self):
        every = self.count("MATCH (a)-->(b)")
        some = [self.count(f"MATCH (a)-[e]->(b) WHERE {condition}") for condition in
                ("e.weight > 5", "NOT e.weight > 5", "e.weight IS NULL")]
        self.assertEqual((sum(some), some[2]), (every, 1))
        self.assertEqual(self.count("MATCH (a)-[e]->(b) WHERE e.weight > 5 OR e.kind = 'exc'"), 6)

    def test_explain(self):
        text = "A -> B [weight > 5]; A.type = KC; B -> A as ba; ba.weight > A_B.weight"
        out, _ = self.run_command(*self.graph, text, "--explain", "--device", "host")
        for text in ("symmetries", "vertex A", "vertex B", "bit", "program"):
            self.assertIn(text, out)
        self.assertIn("peak", self.run_command(*self.graph, "A -> B", "--estimate", "--device", "host")[0])
        for option in ("--json", "--csv", "--rows", "--per-vertex"):
            self.refusal("A -> B", "--explain", option, "-", says=["--explain", option])

    def test_the_table(self):
        out, _ = self.run_command(*self.graph, "A -> B; B -> A", "--device", "host")
        self.assertIn("A -> B; B -> A\nrows: maps of the variables to different vertices", out)
        self.assertIn("2 rows\n1 match: the query has 2 symmetries\n", out)
        _, err = self.run_command(*self.graph, "A -- B", "--device", "host")
        self.assertIn("DotMotif reads -- as -|", err)

    def test_other_devices(self):
        for text in ("A -> B; B -> C [weight > 2]; A.type = KC", "MATCH (a)-[e]->(b)-[f]->(c) WHERE f.at > e.at"):
            for how in (["--device", "lockstep"], ["--device", "host", "--threads", "1"]):
                out, _ = self.run_command(*self.graph, text, *how, "--json", "-", "--progress", "off")
                self.assertEqual(json.loads(out)["count"], self.ask(text)["count"])

    def test_a_contradiction_has_no_rows_and_says_so(self):
        for text in ("A -> B [weight > 5, weight < 3]", "A -> B; A !> B"):
            out, err = self.run_command(*self.graph, text, "--device", "host")
            self.assertIn("0 rows", out)
            self.assertIn("no row", out + err)

    def test_refusals_of_texts(self):
        for text, place, says in [
                ("A -> B; A.tpye = KC", (1, 9), ["no column 'tpye'", "did you mean 'type'?"]),
                ("A -> B; RETURN A.tpye", (1, 16), ["no column 'tpye'"]),
                ("A -> B; RETURN A_B.wight, count(*)", (1, 16), ["no column 'wight'"]),
                ("A -> B\nA_B.wight > 3", (2, 1), ["no column 'wight'", "'weight'"]),
                ("A -> B; AB.weight > 3", (1, 9), ["'AB'"]),
                ("MATCH (a)-[e]->(b) WHERE x.weight > 3", (1, 26), ["'x'"]),
                ("A -> B; A.type > 3", (1, 9), ["compared with", "an integer", "a text"]),
                ("A -> B; C -> D", (1, 9), ["connected"]),
                ("MATCH (a), (b)", None, []),
                ("mac(X) { X -> Y }; mca(A)", (1, 20), ["no macro", "did you mean 'mac'?"]),
                ("; ".join(f"V{i} -> V{i + 1}" for i in range(16)), None, ["16"]),
                ("MATCH (a)-[*1..3]->(b)", (1, 12), ["variable length"]),
                ("MATCH (a)-[e]->(b) WHERE e.weight * 9000000000000000000 > 3", (1, 26), ["64 bits", "double"]),
                ("MATCH (a)-->(b) WITH a RETURN a", (1, 17), ["WITH"]),
                ("MATCH (a)-->(b) RETURN sum(a.layer)", (1, 24), ["sum"]),
                ("MATCH (a)-->(b) CREATE (c)", (1, 17), ["CREATE"]),
                ("MATCH (a)-->(b) RETURN a ORDER BY a", (1, 26), ["ORDER BY"]),
                ("A ->", None, []), ("", None, []), ("MATCH", None, [])]:
            with self.subTest(text):
                _, err = self.run_command(*self.graph, text, "--device", "host", code=2)
                for word in says:
                    self.assertIn(word, err)
                if place:
                    self.refusal(text, says=says, place=place)

    def test_an_arc_in_an_undirected_graph(self):
        graph = ["query", KARATE]
        self.refusal("A -> B; B -> C", says=["undirected", "--directed"], place=(1, 1), graph=graph)
        self.refusal("MATCH (a)-->(b)", says=["undirected", "--"], place=(1, 10), graph=graph)

    def test_a_deadline(self):
        begin = time.monotonic()
        out, _ = self.run_command(*ENDLESS, "--device", "host", "--deadline", "300ms", "--json", "-", code=3)
        record = json.loads(out)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual((record["status"], "count" in record), ("deadline", False))
        self.assertGreaterEqual(int(record["count_at_least"]), 0)
        out, _ = self.run_command(*ENDLESS, "--device", "host", "--deadline", "300ms", code=3)
        self.assertIn("PARTIAL", out)

    def test_an_interrupt(self):
        process = start(*ENDLESS, "--device", "host", "--json", "-", "--progress", "json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, json.loads(out)["status"]), (3, "interrupted"))

    def test_golden_queries(self):
        folder = DATA / "query"
        if not (folder / "dev.tsv").exists():
            self.skipTest("the golden queries are not there")
        with open(folder / "dev.tsv", newline="") as file:
            golden = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        modes = {"nodes": "nodes", "edges": "edges", "homs": "all"}
        for line in golden[::3]:
            graph = ["query", folder / f"{line['graph']}.edges.csv", "--vertices", folder / f"{line['graph']}.vertices.csv",
                     *([] if line["graph"] == "social" else ["--directed"]), *(["--names"] if line["graph"] == "worm" else [])]
            for text in filter(None, (line["dotmotif"], line["match"])):
                with self.subTest(line["id"], text=text):
                    record = self.record(*graph, text, "--mode", modes[line["mode"]], "--progress", "off")
                    self.assertEqual((int(record["count"]), record["symmetries"]), (int(line["count"]), int(line["symmetries"])))


if __name__ == "__main__":
    unittest.main()
