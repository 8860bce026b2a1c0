"""Which patterns each output has (--patterns, --draw), and that an output costs what it shows."""
import csv
import json
import resource
import time
import unittest

from support import DATASETS, KARATE, CommandTest

CUBE = DATASETS / "cube.txt"
PETERSEN = DATASETS / "petersen.txt"


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Shown(CommandTest):
    def table(self, *arguments):
        out, _ = self.run_command("motif", *arguments, "--device", "host")
        return out

    def rows(self, out):
        return [line for line in out.splitlines() if line.endswith(" %")]

    def test_the_30_most_frequent(self):
        out = self.table(KARATE, "-k", 6)
        counts = [int(line.split()[-3].replace(",", "")) for line in self.rows(out)]
        self.assertEqual(len(counts), 30)
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertRegex(out, r"\d+ patterns more occur: --patterns all shows them")

    def test_as_many_as_asked_for(self):
        self.assertEqual(len(self.rows(self.table(KARATE, "-k", 6, "--patterns", 3))), 3)
        self.assertEqual(len(self.rows(self.table(KARATE, "-k", 6, "--patterns", "all"))), 112)
        self.assertEqual(len(self.rows(self.table(CUBE, "-k", 6, "--patterns", 40))), len(self.rows(self.table(CUBE, "-k", 6))))

    def test_nonsense_is_refused(self):
        for number in [0, -1, "some", "3x", ""]:
            self.require_refusal("motif", KARATE, "-k", 4, f"--patterns={number}", code=2, says=["--patterns"])
        self.require_refusal("clique", KARATE, "-k", 4, "--patterns", "all", code=2, says=["--patterns"])

    def test_up_to_6_vertices_are_drawn_and_larger_ones_where_asked(self):
        for arguments, drawn in [([6], True), ([7], False), ([7, "--draw"], True)]:
            out = self.table(CUBE, "-k", *arguments)
            self.assertEqual(" pattern " in out, drawn, out)
            self.assertEqual("0-" in out, not drawn, out)

    def test_records_have_the_patterns_met(self):
        for output in ["--json", "--csv"]:
            out = self.table(CUBE, "-k", 5, output, "-")
            every = self.table(CUBE, "-k", 5, output, "-", "--patterns", "all")
            if output == "--json":
                rows, all_rows = json.loads(out)["patterns"], json.loads(every)["patterns"]
            else:
                rows, all_rows = list(csv.DictReader(out.splitlines())), list(csv.DictReader(every.splitlines()))
            self.assertEqual(len(all_rows), 21)
            met = [row["graph6"] for row in all_rows if int(row["count"]) > 0]
            self.assertEqual([row["graph6"] for row in rows], met)
            self.assertLess(len(met), 21)

    def test_one_is_not_several(self):
        out = self.table("gen:complete:n=3", "-k", 3)
        self.assertIn("3 vertices, 3 edges", out)
        self.assertIn("1 subgraph of 3 vertices, 1 of 2 patterns met", out)
        self.assertIn("2 vertices, 1 edge, largest", self.table("gen:complete:n=2", "-k", 3))

    def test_names_and_former_names(self):
        every = self.table(CUBE, "-k", 5, "--json", "-", "--patterns", "all")
        names = {row["graph6"]: (row["name"], row.get("aliases", [])) for row in json.loads(every)["patterns"]}
        self.assertEqual(names["Dd["], ("house", ["Hatted-4-cycle", "co-P5"]))
        self.assertEqual(names["DDW"], ("5-path", ["P5"]))
        csv_rows = list(csv.DictReader(self.table(CUBE, "-k", 5, "--csv", "-", "--patterns", "all").splitlines()))
        self.assertIn("K2,3", [row["name"] for row in csv_rows])

    def test_a_graph_without_any(self):
        out = self.table("gen:er:n=10,m=0,seed=1", "-k", 4, "--json", "-")
        self.assertEqual(json.loads(out)["patterns"], [])
        out = self.table("gen:er:n=10,m=0,seed=1", "-k", 4, "--csv", "-")
        self.assertEqual(out.count("\n"), 1)


class Cost(CommandTest):
    """By processor time, which other programs do not lengthen much. The tables are there before."""

    def test_of_patterns_that_nobody_sees(self):
        for k, limit in [(7, 0.3), (8, 1), (9, 5)]:
            for output in [["--json", "-"], ["--csv", "-"], [], ["--draw"]]:
                arguments = ["motif", PETERSEN, "-k", k, "--device", "host", *output]
                self.run_command(*arguments)
                before = processor_seconds()
                self.run_command(*arguments)
                self.assertLess(processor_seconds() - before, limit, arguments)

    def test_seconds_are_those_of_the_process(self):
        path = self.folder / "record.json"
        begin = time.monotonic()
        with path.open("w") as file:
            self.run_command("motif", PETERSEN, "-k", 9, "--patterns", "all", "--device", "host", "--json", "-", stdout=file)
        wall = time.monotonic() - begin
        record = json.loads(path.read_text())
        seconds = record["seconds"]
        total = seconds.pop("total")
        self.assertEqual(len(record["patterns"]), 261080)
        self.assertLessEqual(total, wall)
        self.assertGreater(total, 0.6 * wall)
        self.assertLessEqual(sum(seconds.values()), total + 1e-6)
        self.assertGreater(sum(seconds.values()), 0.9 * total)
        self.assertGreater(min(seconds.values()), 0)

    def test_total_of_a_long_run_is_its_wall_clock(self):
        begin = time.monotonic()
        record = self.record("motif", "gen:er:n=30000,m=600000,seed=1", "-k", 6, "--deadline", 1.5, code=3)
        self.assertAlmostEqual(record["seconds"]["total"], time.monotonic() - begin, delta=0.4)


class Directed(CommandTest):
    GRAPH = "# Directed graph\n1 2\n2 3\n1 3\n3 4\n4 3\n4 5\n5 1\n"
    TRIADS = {"021C": 3, "030T": 1, "111D": 2, "111U": 1}

    def test_every_output_and_the_serial_program(self):
        graph = self.write("graph.txt", self.GRAPH)
        census = ["motif", graph, "--directed", "-k", 3, "--device", "host"]
        out, err = self.run_command(*census, "--json", "-", "--verify")
        record = json.loads(out)
        self.assertEqual({row["name"]: int(row["count"]) for row in record["patterns"]}, self.TRIADS)
        self.assertIn("directed", record["semantics"])
        self.assertTrue(record["graph"]["directed"])
        self.assertNotIn("taken as undirected", err)
        feed_forward = next(row for row in record["patterns"] if row["name"] == "030T")
        self.assertEqual((feed_forward["graph6"], feed_forward["aliases"][0]), ("&BCo", "FFL"))
        self.assertEqual(feed_forward["edges"], [[1, 0], [2, 0], [2, 1]])
        out, _ = self.run_command(*census, "--csv", "-")
        rows = {row["name"]: row for row in csv.DictReader(out.splitlines())}
        self.assertEqual(rows["030T"]["edges"], "1>0 2>0 2>1")
        out, _ = self.run_command(*census)
        self.assertRegex(out, r"(?m)^030T +&BCo .* 14\.29 %$")
        self.assertIn("4 of 13 patterns met", out)
        for more in [["--device", "lockstep"], ["--balance", "share"], ["--deadline", 100], ["--verify=2"]]:
            out, _ = self.run_command("motif", graph, "--directed", "-k", 4, *more)
            self.assertIn(" of 199 patterns met", out)

    def test_names_are_patterns_to_match(self):
        graph = self.write("graph.txt", self.GRAPH)
        for name, count in self.TRIADS.items():
            out, _ = self.run_command("match", graph, "--directed", "--induced", "--pattern", name, "--json", "-")
            self.assertEqual(json.loads(out)["count"], str(count), name)

    def test_plans_are_printed(self):
        graph = self.write("graph.txt", self.GRAPH)
        for plan in ["--estimate", "--explain"]:
            self.run_command("motif", graph, "--directed", "-k", 4, plan)


if __name__ == "__main__":
    unittest.main()
