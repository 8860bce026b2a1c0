"""cerrado temporal: motifs and patterns of arcs that have times, every option and output, and what is refused."""
import collections
import csv
import io
import json
import re
import signal
import statistics
import time
import unittest
from xml.etree import ElementTree

from support import DATA, KARATE, CommandTest, start, wait_for_progress

SECOND = ["w>v", "v>w", "w>u", "u>w", "v>u", "u>v"]
THIRD = ["u>v", "v>u", "u>w", "w>u", "v>w", "w>v"]
CONTACTS = ["u-v u-v u-v", "u-v u-v u-w", "u-v u-w u-v", "u-v u-w u-w", "u-v u-w v-w"]
# Money goes round from ann, with a tie and a loop between, and rows that are not in the order of time.
TRANSFERS = """from,to,ts,amount
ann,bob,2024-01-01T10:00,5
bob,cid,2024-01-01 10:30,4
cid,cid,2024-01-01 10:40,1
cid,ann,2024-01-01 11:00,3
ann,bob,2024-01-01 10:30,2
dan,ann,2024-01-02 09:00,7
"""
NUMBERS = "0 1 3\n1 2 4\n2 0 6\n0 1 6\n1 2 9\n2 0 9\n"
LONG = ["temporal", "gen:bursts:n=3000,m=300000,span=100000,seed=1", "--delta", "2000", "--pattern", "path:7"]
BURSTS = "gen:bursts:n=40,m=400,span=1000,seed=3"
KEPT = {"times": "each arc's ends, and all times", "uniform": "each arc's ends, and the span of time",
        "intervals": "each pair's first time, and its times between arcs",
        "timelines": "each pair with an arc, and all series of times of a pair",
        "targets": "each arc's source and time, and how many arcs each vertex gets"}
NUMBERS_BESIDE = ("count", "mean", "deviation", "z", "p_over", "p_under", "q_over", "p_of_all", "profile")
FILES = {"collegemsg": "collegemsg.txt.gz", "email-dept3": "email-dept3.txt.gz", "bitcoinotc": "bitcoinotc.txt.gz", "sfhh": "sfhh.txt.gz"}


def golden():
    path = DATA / "temporal" / "dev.csv"
    if not path.exists():
        raise unittest.SkipTest("the golden temporal graphs are not there")
    with open(path, newline="") as file:
        return [row for row in csv.DictReader(file) if row["graph"] in FILES]


def cells(record):
    """The 36 cells of each table of a record, by delta."""
    return {table["delta"]: [int(cell) for row in table["counts"] for cell in row] for table in record["tables"]}


class Temporal(CommandTest):
    def setUp(self):
        super().setUp()
        self.transfers = ["temporal", self.write("transfers.csv", TRANSFERS), "--names"]
        self.numbers = ["temporal", self.write("numbers.txt", NUMBERS), "--columns", "1,2"]

    def rows_of(self, *arguments, code=0):
        out, _ = self.run_command(*arguments, "--device", "host", code=code)
        return list(csv.DictReader(io.StringIO(out)))

    def counts(self, *arguments, graph=None):
        """By pattern, of the first delta."""
        record = self.record(*(graph or self.transfers), *arguments)
        return {pattern["name"]: int(pattern["deltas"][0]["count"]) for pattern in record["patterns"]}

    def refusal(self, *arguments, says, graph=None):
        """The last line on standard error; those before it say how the graph was read."""
        out, err = self.run_command(*(graph or self.transfers), *arguments, "--device", "host", code=2)
        self.assertEqual(out, "")
        for text in says:
            self.assertIn(text, err.splitlines()[-1])
        for line in err.splitlines()[:-1]:
            self.assertRegex(line, r"read as|self-loop|sorted|taken")

    def test_a_table_for_each_delta(self):
        out, err = self.run_command(*self.transfers, "--delta", "30min,1h", "--device", "host")
        self.assertIn("1 self-loop is left out", err)
        self.assertIn("not in the order of time", err)
        self.assertRegex(out, "(?m)^temporal of .*transfers.csv: 4 vertices, 4 edges, largest degree 3, directed$")
        self.assertRegex(out, "(?m)^5 arcs from 2024-01-01T10:00:00 to 2024-01-02T09:00:00; times: column ts, dates; without 1 self-loop$")
        self.assertIn("ties: order", out)
        self.assertIn("self-loops are left out", out)
        self.assertRegex(out, r"(?m)^delta 30 min: \d+ motifs?\nu>v, then( +[uvw]>[uvw]){6}\n([uvw]>[uvw]( +\d+){6}\n){6}")
        self.assertRegex(out, r"(?m)^delta 1 h: ")

    def test_golden_motifs(self):
        groups = collections.defaultdict(list)
        for row in golden():
            if row["kind"] == "motifs":
                groups[row["graph"], row["ties"]].append(row)
        self.assertEqual(len(groups), 8)
        for (graph, ties), rows in groups.items():
            with self.subTest(graph, ties=ties):
                deltas = ",".join(row["delta"] for row in rows)
                record = self.record("temporal", DATA / "temporal" / FILES[graph], "--delta", deltas, "--ties", ties)
                found = cells(record)
                self.assertEqual(found, {int(row["delta"]): [int(cell) for cell in row["value"].split()] for row in rows})
                self.assertEqual(record["parameters"]["ties"], ties)
                self.assertIn(f"ties: {ties}", record["semantics"])
                self.assertEqual([int(table["count"]) for table in record["tables"]], [sum(found[table["delta"]]) for table in record["tables"]])
                self.assertEqual(record["count"], record["tables"][0]["count"])

    def test_golden_patterns(self):
        groups = collections.defaultdict(list)
        for row in golden():
            if row["kind"] == "pattern" and row["graph"] in ("email-dept3", "bitcoinotc"):
                groups[row["graph"], row["delta"], row["ties"], row["consecutive"]].append(row)
        for (graph, delta, ties, consecutive), rows in groups.items():
            with self.subTest(graph, ties=ties, consecutive=consecutive):
                lines = [" ".join([row["pattern"], row["order"], row["gap"].replace("-", "").replace("/", ",")]) for row in rows]
                file = self.write("patterns.txt", "# of the golden table\n\n" + "\n".join(lines) + " # the last one\n")
                record = self.record("temporal", DATA / "temporal" / FILES[graph], "--patterns", file, "--delta", delta, "--ties", ties,
                                     *(["--consecutive"] if consecutive == "1" else []))
                self.assertEqual([pattern["deltas"][0]["count"] for pattern in record["patterns"]], [row["value"] for row in rows])
                self.assertEqual([pattern["pattern"] for pattern in record["patterns"] if pattern["order"] == "total"],
                                 [row["pattern"] for row in rows if row["order"] == "total"])

    def test_golden_vertices_and_arcs(self):
        graph = DATA / "temporal" / FILES["collegemsg"]
        rows = [row for row in golden() if row["kind"] in ("vertex", "arc") and row["ties"] == "strict"]
        vertices, arcs = self.folder / "vertices.csv", self.folder / "arcs.csv"
        record = self.record("temporal", graph, "--delta", "1h", "--ties", "strict", "--per-vertex", vertices, "--per-arc", arcs)
        found = {}
        for kind, path, more in [("vertex", vertices, 1), ("arc", arcs, 4)]:
            header, *lines = [line.split(",") for line in path.read_text().splitlines()]
            self.assertEqual(header[more:], [f"u>v {second} {third}" for second in SECOND for third in THIRD])
            for line in lines:  # the table counts rows from 0
                found[kind, int(line[0]) - (kind == "arc")] = line[more:]
            sums = [sum(int(line[more + cell]) for line in lines) for cell in range(36)]
            ends = [3 if kind == "arc" or "w" in name else 2 for name in header[more:]]
            self.assertEqual([total // size for total, size in zip(sums, ends)], cells(record)[3600])
        self.assertGreater(len(rows), 20)
        for row in rows:
            self.assertEqual(found[row["kind"], int(row["name"])], row["value"].split(), row["name"])

    def test_contacts(self):
        graph = ["temporal", DATA / "temporal" / FILES["sfhh"]]
        golden()
        motifs = cells(self.record(*graph, "--delta", "60"))[60]
        record = self.record(*graph, "--delta", "60", "--undirected")
        self.assertEqual(record["tables"][0]["motifs"], CONTACTS)
        self.assertEqual(record["tables"][0]["counts"], ["94473", "389437", "492155", "423653", "438721"])
        self.assertEqual(sum(map(int, record["tables"][0]["counts"])), sum(motifs))
        self.assertIn("have no direction", record["semantics"])
        out, _ = self.run_command(*graph, "--delta", "60", "--undirected", "--device", "host")
        self.assertRegex(out, r"(?m)^u-v u-w v-w +438,721$")

    def test_records(self):
        record = self.record(*self.transfers, "--delta", "30min,1h")
        self.assertEqual(record["app"], "temporal")
        self.assertEqual(record["parameters"]["delta"], [1800 * 10 ** 6, 3600 * 10 ** 6])
        self.assertEqual(record["arcs"], {"count": 5, "column": "ts", "unit": "microseconds", "dates": True,
                                          "first": "2024-01-01T10:00:00", "last": "2024-01-02T09:00:00", "self_loops": 1})
        for table in record["tables"]:
            self.assertEqual((table["second"], table["third"]), (SECOND, THIRD))
            self.assertEqual([len(row) for row in table["counts"]], [6] * 6)
        self.assertEqual([table["text"] for table in record["tables"]], ["30 min", "1 h"])
        record = self.record(*self.numbers, "--delta", "5", "--pattern", "cycle:2..3", "--gap", "3")
        self.assertEqual([(pattern["name"], pattern["pattern"], pattern["order"], pattern["gaps"]) for pattern in record["patterns"]],
                         [("cycle:2", "0>1,1>0", "total", [3]), ("cycle:3", "0>1,1>2,2>0", "total", [3, 3])])
        self.assertEqual(record["arcs"]["unit"], "none")

    def test_csv(self):
        rows = self.rows_of(*self.transfers, "--delta", "30min,1h", "--csv", "-")
        self.assertEqual(len(rows), 72)
        self.assertEqual(list(rows[0]), ["delta", "unit", "first", "second", "third", "count", "ties", "graph", "status"])
        self.assertEqual([(row["second"], row["third"]) for row in rows[:36]], [(second, third) for second in SECOND for third in THIRD])
        self.assertEqual({(row["delta"], row["unit"], row["first"], row["ties"], row["graph"], row["status"]) for row in rows},
                         {(delta, "microseconds", "u>v", "order", self.transfers[1], "complete") for delta in ("1800000000", "3600000000")})
        rows = self.rows_of(*self.transfers, "--delta", "1h", "--undirected", "--csv", "-")
        self.assertEqual([" ".join([row["first"], row["second"], row["third"]]) for row in rows], CONTACTS)
        rows = self.rows_of(*self.numbers, "--delta", "5,9", "--pattern", "cycle:3", "--pattern", "0>1,0>1", "--gap", "3", "--csv", "-")
        self.assertEqual([list(row.values())[:8] for row in rows],
                         [["cycle:3", "0>1,1>2,2>0", "total", "3,3", "false", "5", "none", "4"],
                          ["cycle:3", "0>1,1>2,2>0", "total", "3,3", "false", "9", "none", "4"],
                          ["0>1,0>1", "0>1,0>1", "total", "3", "false", "5", "none", "2"],
                          ["0>1,0>1", "0>1,0>1", "total", "3", "false", "9", "none", "2"]])

    def test_patterns(self):
        for words, counts in [(["cycle:3"], {"cycle:3": 1}), (["0>1,1>2"], {"0>1,1>2": 2}), (["path:2,cycle:2"], {"path:2": 2, "cycle:2": 0}),
                              (["0>1,1>2", "--ties", "strict"], {"0>1,1>2": 2}), (["0-1,1-2"], {"0-1,1-2": 5}),
                              (["0>1,1>2", "--order", "none"], {"0>1,1>2": 5}), (["0>1,1>2", "--gap", "20min"], {"0>1,1>2": 0}),
                              (["0>1,1>2", "--order", "2<1"], {"0>1,1>2": 3}), (["0>1,1>2", "--consecutive"], {"0>1,1>2": 2}),
                              (["0>1,0>2", "--consecutive", "--order", "none"], {"0>1,0>2": 0})]:
            with self.subTest(words):
                self.assertEqual(self.counts("--delta", "1h", "--pattern", *words), counts)

    def test_labels(self):
        lines = TRANSFERS.split("\n")
        hows = ["how,label", "wire,x", "cash,y", "cash,x", "wire,x", "cash,y", '"by card, online",y']
        graph = ["temporal", self.write("labelled.csv", "\n".join(map(",".join, zip(lines, hows)))), "--names"]
        kinds = ["--labels", self.write("kinds.txt", "name kind\nann person\nbob shop\ncid shop\n")]
        for pattern, words, count in [
                ("0>1/wire,1>2", ["--edge-labels=how"], 1), ("0>1/cash,1>2/wire", ["--edge-labels=how"], 1),
                ("0>1/wire,1>2/wire", ["--edge-labels=how"], 0), ("0>1/x,1>2/y", ["--edge-labels"], 1),
                ("0>1/wire", ["--edge-labels", "--columns", "from,to,how"], 2), ("0>1/5", ["--edge-labels=amount"], 1),
                ("0:person,0>1", kinds, 2), ("0:person|shop,0>1", kinds, 4), ("1:shop|person,2:person,0>1,1>2", kinds, 1),
                ("1:shop,0-1", kinds, 5), ("0:shop,1:shop,0-1", kinds, 1), ("0:shop,0>1/wire", [*kinds, "--edge-labels=how"], 1)]:
            with self.subTest(pattern):
                record = self.record(*graph, *words, "--pattern", pattern, "--delta", "1h", "--verify")
                self.assertEqual(int(record["count"]), count)
                rows = self.rows_of(*graph, *words, "--pattern", pattern, "--delta", "1h", "--list", self.folder / "list.csv")
                self.assertEqual(len((self.folder / "list.csv").read_text().splitlines()), count + 1, rows)
        self.assertEqual(record["parameters"]["edge_labels"], "how")
        self.assertEqual(record["patterns"][0]["pattern"], "0:shop,0>1/wire")
        numbers = self.write("numbers.txt", "1 2 5 A\n2 3 6 B\n2 3 6 A\n3 1 7 A\n")
        self.assertEqual(self.counts("--delta", "1", "--time", "3", "--edge-labels=4", "--pattern", "0>1/A,1>2/B",
                                     graph=["temporal", numbers]), {"0>1/A,1>2/B": 1})
        kept = self.folder / "kept.cbin"
        table = self.write("once.csv", "source,target,time,kind\n1,2,5,A\n2,3,6,B\n3,1,7,A\n")
        self.run_command("convert", table, kept, "--directed", "--edge-labels", "--columns", "source,target,kind", "--attributes")
        for words in ([], ["--edge-labels"], ["--edge-labels=kind"]):
            two = ["--delta", "1", "--pattern", "0>1/A,1>2/B", "--pattern", "0>1/C"]
            record = self.record("temporal", kept, *words, *two, "--exists")
            self.assertEqual([pattern["deltas"][0]["exists"] for pattern in record["patterns"]], [True, False])
            self.assertIn("2 patterns agree", self.run_command("temporal", kept, *words, *two, "--verify=2")[0])
            found = self.counts(*words, "--delta", "1", "--pattern", "0>1/A,1>2/B", "--pattern", "0>1/C", graph=["temporal", kept])
            self.assertEqual(found, {"0>1/A,1>2/B": 1, "0>1/C": 0})
        for pattern, words, says in [
                ("0>1/x", [], ["--edge-labels=COLUMN"]), ("0:A,0>1", [], ["--labels"]), ("0:A,0>1", kinds, ['"A"', "person, shop"]),
                ("0>1/bar", ["--edge-labels=how"], ['"bar"', "cash"]),
                ("0>1/x", ["--edge-labels=hov"], ["'hov'", "ts, amount, how, label"]),
                ("0>1/x", ["--edge-labels=ts"], ["'ts'", "times"]), ("0:?,0>1", kinds, ["not discovered"])]:
            self.refusal("--delta", "1h", "--pattern", pattern, *words, says=says, graph=graph)
        self.refusal("--delta", "1h", *kinds, says=["--labels", "--pattern"], graph=graph)

    def test_a_table_of_patterns(self):
        out, _ = self.run_command(*self.numbers, "--delta", "3,9", "--pattern", "cycle:3,path:2", "--gap", "2", "--device", "host")
        self.assertRegex(out, r"(?m)^name +pattern +order +gap +delta 3 +delta 9\ncycle:3 +0>1,1>2,2>0 +total +2 +\d+ +\d+\npath:2 +0>1,1>2 ")
        self.assertIn("different arcs and different vertices", out)

    def test_a_file_of_patterns(self):
        file = self.write("patterns.txt", "cycle:2..3 # two\n\n0>1,1>2 none\n0>1,1>2 total 20min\n")
        record = self.record(*self.transfers, "--delta", "1h", "--patterns", file)
        self.assertEqual([(pattern["name"], pattern["order"], pattern["deltas"][0]["count"]) for pattern in record["patterns"]],
                         [("cycle:2", "total", "0"), ("cycle:3", "total", "1"), ("0>1,1>2", "none", "5"), ("0>1,1>2", "total", "0")])
        for content, says in [("0>1\n0>0\n", ["wrong.txt:2", "loop"]), ("0>1 total 5min 6\n", ["wrong.txt:1", "one word too many"]),
                              ("# none\n", ["has no pattern"]), ("0>1,1>2 1<1\n", ["wrong.txt:1", "cycle"])]:
            self.refusal("--delta", "1h", "--patterns", self.write("wrong.txt", content), says=says)
        self.refusal("--delta", "1h", "--patterns", self.folder / "none", says=["cannot be read"])

    def test_lists(self):
        words = [*self.transfers, "--delta", "1h", "--pattern", "path:2", "--device", "host", "--list"]
        out, _ = self.run_command(*words, "-")
        self.assertEqual(sorted(out.splitlines()), ["ann bob cid 1 2 2024-01-01T10:00:00 2024-01-01T10:30:00",
                                                    "bob cid ann 2 4 2024-01-01T10:30:00 2024-01-01T11:00:00"])
        path = self.folder / "list.csv"
        out, _ = self.run_command(*words, path)
        self.assertRegex(out, r"(?m)^path:2 +0>1,1>2 +total +2$")
        rows = list(csv.DictReader(io.StringIO(path.read_text())))
        self.assertEqual(list(rows[0]), ["vertex0", "vertex1", "vertex2", "row1", "row2", "time1", "time2"])
        self.assertEqual(sorted((row["vertex0"], row["row1"], row["row2"]) for row in rows), [("ann", "1", "2"), ("bob", "2", "4")])
        path = self.folder / "list.jsonl"
        self.run_command(*words, path)
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertIn({"vertices": ["ann", "bob", "cid"], "rows": [1, 2], "times": ["2024-01-01T10:00:00", "2024-01-01T10:30:00"]}, rows)
        out, _ = self.run_command(*self.numbers, "--delta", "3", "--pattern", "cycle:3", "--list", "-")
        self.assertIn("0 1 2 1 2 3 3 4 6", out.splitlines())

    def test_lists_are_what_is_counted(self):
        graph = ["temporal", "gen:bursts:n=40,m=400,span=1000,seed=3", "--delta", "60"]
        for pattern in ["path:2", "cycle:3", "fan-in:3", "0-1,0-1", "0-1,1-2,2-0"]:
            for ties in ("order", "strict"):
                count = self.counts("--pattern", pattern, "--ties", ties, graph=graph)[pattern]
                out, _ = self.run_command(*graph, "--pattern", pattern, "--ties", ties, "--list", "-", "--device", "host")
                self.assertEqual((len(out.splitlines()), len(set(out.splitlines()))), (count, count), (pattern, ties))

    def test_limit(self):
        words = [*self.numbers, "--delta", "9", "--pattern", "0>1,1>2", "--device", "host", "--list", self.folder / "list"]
        out, _ = self.run_command(*words, "--limit", 2, code=3)
        self.assertIn("at least 2", out)
        self.assertEqual(len((self.folder / "list").read_text().splitlines()), 2)
        record = json.loads(self.run_command(*words, "--limit", 2, "--json", "-", code=3)[0])
        self.assertEqual((record["status"], record["count"]), ("limit", "2"))
        self.run_command(*words, "--limit", 50)
        self.refusal("--delta", "1h", "--pattern", "path:2", "--limit", 2, says=["--limit", "--list"])

    def test_an_interrupted_list_has_what_was_found(self):
        file = self.folder / "list.csv"
        process = start(*LONG[:-1], "path:4", "--list", file, "--device", "host", "--progress", "json")
        wait_for_progress(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        found = int(re.search(r"(?m)^([\d,]+) listed in .*list.csv$", out)[1].replace(",", ""))
        with open(file, newline="") as rows:
            self.assertEqual(sum(1 for _ in rows), found + 1)
        self.assertIn("PARTIAL", out)

    def test_exists(self):
        words = ["--delta", "1h", "--pattern", "path:2,burst:3", "--exists"]
        record = self.record(*self.transfers, *words)
        self.assertEqual([pattern["deltas"][0]["exists"] for pattern in record["patterns"]], [True, False])
        self.assertEqual((record["status"], "count" in record), ("complete", False))
        out, _ = self.run_command(*self.transfers, *words, "--device", "host")
        self.assertRegex(out, r"(?m)^path:2 .* yes\nburst:3 .* no$")
        self.assertEqual([row["exists"] for row in self.rows_of(*self.transfers, *words, "--csv", "-")], ["true", "false"])
        self.refusal(*words, "--per-vertex", "-", says=["--exists", "--per-vertex"])

    def test_a_row_for_each_line(self):
        rows = self.rows_of(*self.transfers, "--delta", "1h", "--pattern", "cycle:2..3,path:2", "--per-arc", "-")
        self.assertEqual(list(rows[0]), ["row", "source", "target", "time", "cycle:2", "cycle:3", "path:2"])
        self.assertEqual([list(row.values()) for row in rows],
                         [["1", "ann", "bob", "2024-01-01T10:00:00", "0", "1", "1"], ["2", "bob", "cid", "2024-01-01T10:30:00", "0", "1", "2"],
                          ["3", "cid", "cid", "2024-01-01T10:40:00", "0", "0", "0"], ["4", "cid", "ann", "2024-01-01T11:00:00", "0", "1", "1"],
                          ["5", "ann", "bob", "2024-01-01T10:30:00", "0", "0", "0"], ["6", "dan", "ann", "2024-01-02T09:00:00", "0", "0", "0"]])
        rows = self.rows_of(*self.transfers, "--delta", "20min,1h", "--pattern", "path:2", "--until", "2024-01-01T10:59", "--per-arc", "-")
        self.assertEqual([(row["row"], row["path:2 within 20 min"], row["path:2 within 1 h"]) for row in rows],
                         [("1", "0", "1"), ("2", "0", "1"), ("3", "0", "0"), ("4", "0", "0"), ("5", "0", "0"), ("6", "0", "0")])

    def test_rows_are_those_of_the_file(self):
        table = self.folder / "loops.csv"
        table.write_text("from,to,time\n7,7,1\n5,1,2\n1,5,3\n8,8,3\n5,1,4\n9,9,5\n")  # 7, 8 and 9 are no vertices
        words = ["temporal", table, "--delta", "9", "--pattern", "0>1,1>0"]
        rows = self.rows_of(*words, "--per-arc", "-")
        self.assertEqual([(row["row"], row["source"], row["0>1,1>0"]) for row in rows], [("2", "5", "1"), ("3", "1", "2"), ("5", "5", "1")])
        listed = self.folder / "listed.csv"
        for order, expected in [("1<2", {("2", "3", "5", "1"), ("3", "5", "1", "5")}),
                                ("2<1", {("3", "2", "1", "5"), ("5", "3", "5", "1")})]:
            self.run_command(*words, "--order", order, "--list", listed)  # row1 is the first arc as it was written
            with open(listed, encoding="utf-8") as file:
                found = {(row["row1"], row["row2"], row["vertex0"], row["vertex1"]) for row in csv.DictReader(file)}
            self.assertEqual(found, expected)

    def test_a_row_for_each_vertex(self):
        graph = ["temporal", "gen:bursts:n=40,m=400,span=1000,seed=3", "--delta", "60,200"]
        patterns = ["--pattern", "cycle:2..3,fan-in:2"]
        record = self.record(*graph, *patterns)
        for option, sizes in [("--per-vertex", [2, 3, 3]), ("--per-arc", [2, 3, 2])]:
            rows = self.rows_of(*graph, *patterns, option, "-")
            for pattern, size in zip(record["patterns"], sizes):
                for delta in pattern["deltas"]:
                    total = sum(int(row[f"{pattern['name']} within {delta['text']}"]) for row in rows)
                    self.assertEqual(total, size * int(delta["count"]))
            file = self.folder / "counts.csv"
            self.assertEqual(self.record(*graph, *patterns, option, file)["patterns"], record["patterns"])
        rows = self.rows_of(*self.transfers, "--delta", "1h", "--undirected", "--per-vertex", "-")
        self.assertEqual(list(rows[0]), ["vertex", *CONTACTS])
        self.assertEqual([row["vertex"] for row in rows], ["ann", "bob", "cid", "dan"])

    def test_converted_tables_have_the_same_arcs(self):
        kept = self.folder / "kept.cbin"
        out, _ = self.run_command("convert", self.transfers[1], kept, "--names", "--directed", "--attributes")
        self.assertIn("2 attributes of edges in 6 rows", out)
        back, again = self.folder / "back.csv", self.folder / "again.cbin"
        self.run_command("convert", kept, back, "--directed", "--attributes")
        self.assertEqual(back.read_text().splitlines()[:3], ["source,target,ts,amount", "ann,bob,2024-01-01T10:00:00,5",
                                                             "bob,cid,2024-01-01T10:30:00,4"])
        self.run_command("convert", back, again, "--names", "--directed", "--attributes")
        self.assertEqual(again.read_bytes(), kept.read_bytes())
        words = ["--delta", "1h", "--pattern", "cycle:2..3,path:2", "--per-arc", "-"]
        expected = self.rows_of(*self.transfers, *words)
        self.assertEqual(self.rows_of("temporal", back, "--names", *words), expected)
        self.assertEqual(self.rows_of("temporal", kept, *words), expected)
        bursts, table = "gen:bursts:n=40,m=400,span=1000,seed=3", self.folder / "bursts.csv"
        self.run_command("generate", bursts, table)
        delta = ["--delta", "60"]
        self.assertEqual(cells(self.record("temporal", table, *delta)), cells(self.record("temporal", bursts, *delta)))

    def test_bounds_and_units(self):
        self.assertEqual(self.counts("--delta", "1h", "--pattern", "path:2", "--from", "2024-01-01T10:30"), {"path:2": 1})
        seconds = self.counts("--delta", "3s", "--pattern", "cycle:3", "--time-unit", "s", graph=self.numbers)
        self.assertEqual(seconds, self.counts("--delta", "3", "--pattern", "cycle:3", graph=self.numbers))
        amounts = self.counts("--delta", "2", "--pattern", "path:2", "--time", "amount", "--columns", "from,to")
        self.assertEqual(set(amounts), {"path:2"})

    def test_random_graphs(self):
        words = ["temporal", BURSTS, "--delta", "60,300", "--random", 30, "--counts", self.folder / "random.csv"]
        plain = cells(self.record("temporal", BURSTS, "--delta", "60,300"))
        for null, keeps in KEPT.items():
            record = self.record(*words, "--null", null, "--seed", 5)
            self.assertEqual(cells(record), plain)
            self.assertEqual((record["random_graphs"], record["keeps"], record["status"]), (30, keeps, "complete"))
            self.assertEqual([record["parameters"][name] for name in ("random", "null", "seed")], [30, null, 5])
            rows = record["statistics"]
            with open(self.folder / "random.csv", newline="") as file:
                random = list(csv.DictReader(file))
            self.assertEqual([row["random"] for row in random], [str(number) for number in range(30)])
            self.assertEqual([(row["delta"], row["name"], int(row["count"])) for row in rows],
                             [(delta, f"u>v {second} {third}", plain[delta][6 * i + j]) for delta in (60, 300)
                              for i, second in enumerate(SECOND) for j, third in enumerate(THIRD)])
            for row in rows:
                counts = [int(one[f"{row['name']} within {row['text']}"]) for one in random]
                self.require_statistics(row, counts)
        self.assertEqual(self.record(*words)["statistics"], self.record(*words, "--null", "times", "--threads", 1)["statistics"])
        self.assertNotEqual(self.record(*words)["statistics"], self.record(*words, "--seed", 6)["statistics"])

    def require_statistics(self, row, counts):
        mean, count = statistics.fmean(counts), int(row["count"])
        self.assertAlmostEqual(row["mean"], mean)
        self.assertAlmostEqual(row["deviation"], statistics.stdev(counts))
        if row["deviation"] > 0:
            self.assertAlmostEqual(row["z"], (count - mean) / statistics.stdev(counts))
        else:
            self.assertEqual((row["z"], row["p_of_all"], row["profile"]), (None, None, None))
        self.assertAlmostEqual(row["p_over"], (1 + sum(one >= count for one in counts)) / (len(counts) + 1))
        self.assertAlmostEqual(row["p_under"], (1 + sum(one <= count for one in counts)) / (len(counts) + 1))
        self.assertGreaterEqual(row["q_over"], row["p_over"])

    def test_patterns_and_contacts_beside_random_graphs(self):
        random = ["--random", 20, "--counts", self.folder / "random.csv", "--csv", "-"]
        for words, names in [(["--pattern", "cycle:2..3,fan-in:2"], ["cycle:2", "cycle:3", "fan-in:2"]), (["--undirected"], CONTACTS)]:
            with self.subTest(words):
                rows = self.rows_of("temporal", BURSTS, "--delta", "60,300", *words, *random)
                with open(self.folder / "random.csv", newline="") as file:
                    counts = list(csv.DictReader(file))
                self.assertEqual(list(counts[0]), ["random", *(f"{name} within {text}" for text in ("1 min", "5 min") for name in names)])
                self.assertEqual(len(rows), 2 * len(names))
                for row in rows:
                    name = row["name"] if "name" in row else f"{row['first']} {row['second']} {row['third']}"
                    text = {"60": "1 min", "300": "5 min"}[row["delta"]]
                    numbers = {key: float(value) if value else None for key, value in row.items() if key in NUMBERS_BESIDE}
                    self.require_statistics(numbers, [int(one[f"{name} within {text}"]) for one in counts])
                    self.assertEqual([row[key] for key in ("null", "keeps", "seed", "random", "status")],
                                     ["times", KEPT["times"], "1", "20", "complete"])

    def test_a_table_and_a_picture_of_statistics(self):
        words = ["temporal", BURSTS, "--delta", "60,300", "--random", 20, "--null", "timelines", "--device", "host"]
        out, _ = self.run_command(*words)
        self.assertRegex(out, r"(?m)^delta +motif +count +mean +sd +z +p over +of all +p under\n1 min +u>v ")
        self.assertIn(f"\n20 of 20 random graphs; null model timelines keeps {KEPT['timelines']}; seed 1\n", out)
        z = [float(row) for row in re.findall(r"(?m)^1 min  u>v (?:\S+ +){5}(-?\d+\.\d\d) ", out)]
        self.assertEqual(z, sorted(z, reverse=True))
        self.assertGreater(len(z), 10)
        for more, rows, circles in [(["--undirected"], 10, 4 * 3 + 2), 
                                    (["--pattern", "cycle:2..3", "--pattern", "0>1,0>1"], 4, 2 + 3)]:  # timelines keep 0>1,0>1
            picture = ElementTree.fromstring(self.run_command(*words, *more, "--svg", "-")[0])
            svg = "{http://www.w3.org/2000/svg}"
            self.assertEqual(len([bar for bar in picture.iter(f"{svg}rect") if bar.get("class")]), rows)
            self.assertEqual(len(list(picture.iter(f"{svg}circle"))), 2 * circles)
            self.assertIn("random graphs, null model timelines", "".join(picture.itertext()))

    def test_random_graphs_are_verified(self):
        words = ["temporal", BURSTS, "--delta", "60", "--random", 4, "--device", "host"]
        for more in (["--null", "timelines"], ["--undirected", "--null", "intervals"], ["--pattern", "cycle:2..3", "--null", "targets"]):
            for verify in ("--verify", "--verify=20"):
                out, _ = self.run_command(*words, *more, verify)
                self.assertEqual(out.count("with the serial program"), 3)
                self.assertRegex(out, "(?m)^random graph 1, delta 1 min: verified: ")

    def test_random_graphs_until_a_deadline(self):
        words = ["temporal", BURSTS, "--delta", "60,300", "--random", 10**9, "--deadline", "500ms", "--device", "host"]
        for more in ([], ["--pattern", "cycle:3"]):
            record = json.loads(self.run_command(*words, *more, "--json", "-", code=3)[0])
            self.assertEqual(record["status"], "deadline")
            self.assertGreater(record["random_graphs"], 2)
            self.assertGreater(int(record["count"]), 0)  # the graph itself is counted
            self.assertIsNotNone(record["statistics"][0]["mean"])
        out, _ = self.run_command(*words, code=3)
        self.assertRegex(out, r"\n[\d,]+ of 1,000,000,000 random graphs; null model times keeps")
        self.assertIn("PARTIAL", out)

    def test_refusals_with_random_graphs(self):
        for words, says in [(["--random", 1], ["--random 1", "2 random graphs"]), (["--null", "times"], ["--null", "--random"]),
                            (["--random", 5, "--null", "degree"], ["--null", "timelines"]), (["--seed", 2], ["--seed", "--random"]),
                            (["--counts", "-"], ["--counts", "--random"]), (["--svg", "-"], ["--svg", "--random"]),
                            (["--random", 5, "--pattern", "path:2", "--list", "-"], ["--list", "--random"]),
                            (["--random", 5, "--pattern", "path:2", "--exists"], ["--exists", "--random"]),
                            (["--random", 5, "--per-vertex", "-"], ["--per-vertex", "--random"]),
                            (["--random", 5, "--per-arc", "-"], ["--per-arc", "--random"])]:
            with self.subTest(words):
                self.refusal("--delta", "1h", *words, says=says)

    def test_verify(self):
        for words in (["--delta", "30min,1h"], ["--delta", "1h", "--undirected"], ["--delta", "1h", "--pattern", "path:2,cycle:3", "--pattern", "0-1"]):
            for verify in ("--verify", "--verify=2"):
                out, _ = self.run_command(*self.transfers, *words, verify, "--device", "host")
                self.assertIn("with the serial program", out)
                self.assertEqual("the first 2 arcs" in out, verify == "--verify=2")
        self.refusal("--delta", "1h", "--verify=0", says=["--verify=0"])

    def test_a_deadline(self):
        begin = time.monotonic()
        out, _ = self.run_command(*LONG, "--device", "host", "--deadline", "500ms", "--json", "-", code=3)
        self.assertLess(time.monotonic() - begin, 10)
        record = json.loads(out)
        self.assertEqual((record["status"], "count" in record), ("deadline", False))
        out, _ = self.run_command(*LONG, "--device", "host", "--deadline", "500ms", "--per-arc", self.folder / "arcs.csv", code=3)
        self.assertIn("PARTIAL", out)
        self.assertIn("no counts per vertex or arc are written", out)
        self.assertFalse((self.folder / "arcs.csv").exists())
        begin = time.monotonic()
        pair = ["temporal", "gen:bursts:n=2,m=60000,span=60000,seed=1", "--delta", "600000", "--device", "host"]
        out, _ = self.run_command(*pair, "--verify", "--deadline", "500ms", code=3)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertIn("not verified: the serial program was stopped by the deadline", out)

    def test_an_estimate(self):
        for words, measured in [(["--delta", "1h,2h"], "100 % of the work"),
                                (["--delta", "1h", "--pattern", "path:2"], "100 % of the work"),
                                (["--delta", "1h", "--random", 50], "16 random graphs and the graph itself")]:
            out, _ = self.run_command(*self.transfers, *words, "--device", "host", "--estimate")
            self.assertRegex(out, rf"(?s)^device +CPU \(host\)\n.*peak memory .*"
                                  rf"measured +{measured} in [0-9.e-]+ s\ntime +about [0-9.e-]+ s\n$")

    def test_refusals(self):
        for words, says in [
                ([], ["--delta 1h", "is missing"]), (["--delta", "-5"], ["--delta", "not negative"]), (["--delta", "5m"], ["--delta '5m'", "10min"]),
                (["--delta", "1h", "--pattern", "0>1,1>2", "--undirected"], ["--undirected", "0-1"]),
                (["--delta", "1h", "--gap", "5min"], ["--gap", "--pattern"]), (["--delta", "1h", "--order", "none"], ["--order", "--pattern"]),
                (["--delta", "1h", "--consecutive"], ["--consecutive", "--pattern"]), (["--delta", "1h", "--exists"], ["--exists", "--pattern"]),
                (["--delta", "1h", "--list", "-"], ["--list", "--pattern"]),
                (["--delta", "1h", "--pattern", "0>1,2>3"], ["connected"]), (["--delta", "1h", "--pattern", "0>0"], ["loop"]),
                (["--delta", "1h", "--pattern", "0>1,1>2", "--order", "1<2,2<1"], ["cycle"]),
                (["--delta", "1h", "--pattern", "0>1,1>2", "--order", "none", "--gap", "5min"], ["total order"]),
                (["--delta", "1h", "--pattern", "cyle:3"], ["did you mean cycle"]),
                (["--delta", "1h", "--pattern", "0>1", "--patterns", "x"], ["--pattern"]),
                (["--delta", "1h,2h", "--pattern", "path:2", "--list", "-"], ["--list", "2 deltas"]),
                (["--delta", "1h", "--pattern", "path:2..3", "--list", "-"], ["--list", "2 patterns"]),
                (["--delta", "1h", "--ties", "line"], ["--ties", "strict"]), (["--delta", "1h", "--time", "tz"], ["'tz'", "ts"]),
                (["--delta", "1h", "--from", "2025-01-01"], ["no arc"]),
                (["--delta", "1h", "--directed"], ["no --directed", "anyway"]),
                (["--delta", "1h", "--pattern", "path:2", "--exists", "--checkpoint", "x"], ["--checkpoint", "leave --exists out"]),
                (["--delta", "1h", "--explain"], ["no --explain", "no algorithm"])]:
            with self.subTest(words):
                self.refusal(*words, says=says)
        self.refusal("--delta", "1h", says=["--delta '1h'", "plain number"], graph=self.numbers)
        self.refusal("--delta", "1.5", says=["--delta '1.5'", "whole"], graph=self.numbers)
        self.refusal("--delta", "5", says=["karate", "time"], graph=["temporal", KARATE])
        self.refusal("--delta", "5", says=["gen:er"], graph=["temporal", "gen:er:n=10,m=20,seed=1"])


if __name__ == "__main__":
    unittest.main()
