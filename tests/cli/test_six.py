"""six: a count with a proof, from the instance to its verification, and the same in one command."""
import csv
import io
import json
import unittest

from six_support import ICOSAHEDRON, PETERSEN, SIX_CYCLE, Six
from support import DATASETS


class Steps(Six):
    def test_from_a_graph_to_a_count(self):
        instance = self.folder / "c.six"
        out, _ = self.six("prepare", PETERSEN, "--pattern", SIX_CYCLE, "--device", "host", "-o", instance)
        for line in ["10 vertices, 15 edges", "6 vertices, 12 automorphisms", "n = 16, split 2", "degree     144\n",
                     "points     145 of each prime", "23.6 bits a check: 2 checks of each prime for 40 bits"]:
            self.assertIn(line, out)
        self.assertRegex(out, r"memory     [0-9.]+ [KMG]?i?B on host for [0-9,]+ points? at once")
        self.assertRegex(out, r"time       about [0-9.e+-]+ s on host for all points")
        a = self.evaluate(instance, "a.shard", "--prime", 0, "--first", 0, "--count", 100)
        b = self.evaluate(instance, "b.shard", "--prime", 0, "--first", 90, "--count", 60)
        c = self.evaluate(instance, "c.shard", "--prime", 1)
        out, _ = self.six("status", a, b, c, "--instance", instance)
        self.assertRegex(out, r"all +0 +150 +150 +0 +0\n")
        self.assertRegex(out, r"all +1 +145 +145 +0 +0\n")
        self.assertIn("prime 0    145 points are needed: all are there, and 2 wrong values could be found\n", out)
        merged, proof = self.folder / "all.shard", self.folder / "c.proof"
        self.six("merge", a, b, c, "-o", merged)
        out, _ = self.six("decode", instance, merged, "-o", proof)
        self.assertRegex(out, r"\n *0 +150 +0 +0 +2\n *1 +145 +0 +0 +0\n$")
        out, _ = self.six("verify", instance, proof)
        self.assertIn("it holds at 2 points of each prime", out)
        self.assertIn("soundness  47.2 bits", out)
        self.assertTrue(out.endswith("maps       120\ncount      10\n"), out)

    def test_records_of_the_steps(self):
        instance, proof = self.folder / "c.six", self.folder / "c.proof"
        record = self.json_of("prepare", PETERSEN, "--pattern", SIX_CYCLE, "--device", "host", "-o", instance)
        self.assertEqual((record["degree"], record["points"], record["instance"]["automorphisms"]), (144, 145, 12))
        self.assertGreater(record["estimated_seconds"], 0)
        shard = self.folder / "a.shard"
        record = self.json_of("evaluate", instance, "--count", 145, "--device", "host", "-o", shard)
        self.assertEqual([(row["prime"], row["before"], row["made"], row["left"]) for row in record["points"]],
                         [(0, 0, 145, 0), (1, 0, 145, 0)])
        record = self.json_of("status", shard, "--instance", instance)
        self.assertEqual([(row["values"], row["lacking"], row["mendable"]) for row in record["primes"]], [(145, 0, 0)] * 2)
        record = self.json_of("decode", instance, shard, "-o", proof)
        self.assertEqual((record["wrong"], record["missing"]), ([], []))
        record = self.json_of("verify", instance, proof, "--soundness", 100)
        self.assertEqual((record["checks"], record["maps"], record["count"]), (5, "120", "10"))
        self.assertGreater(record["soundness"], 100)

    def test_without_numbers_all_that_is_needed(self):
        instance, shard = self.prepare(), self.folder / "a.shard"
        out, err = self.six("evaluate", instance, "--device", "host", "-o", shard)
        self.assertIn("all 145 points that a proof needs", err)
        self.assertRegex(out, r"\n *0 +0 to 144 +0 +145 +0\n *1 +0 to 144 +0 +145 +0\n")
        before = shard.read_bytes()
        out, _ = self.six("evaluate", instance, "--device", "host", "-o", shard)
        self.assertRegex(out, r"\n *0 +0 to 144 +145 +0 +0\n *1 +0 to 144 +145 +0 +0\n")
        self.assertEqual(shard.read_bytes(), before)

    def test_a_seed_proves_nothing(self):
        instance, proof = self.prepare(), self.folder / "c.proof"
        self.six("decode", instance, self.evaluate(instance, "a.shard"), "-o", proof)
        out, _ = self.six("verify", instance, proof, "--seed", 5)
        self.assertIn("so this proves nothing", out)
        self.assertIn("count      10\n", out)
        record = self.json_of("verify", instance, proof, "--seed", 5)
        self.assertEqual((record["soundness"], record["seed"]), (None, 5))

    def test_the_split_is_free(self):
        for split, degree in [(0, 7200), (1, 1026), (4, 0)]:
            record = self.json_of("prepare", PETERSEN, "--pattern", "5-cycle", "--split", split, "--device", "host", "-o",
                                  self.folder / f"{split}.six")
            self.assertEqual(record["degree"], degree)
        record = self.json_of("count", PETERSEN, "--pattern", "5-cycle", "--split", 4, "--device", "host")
        self.assertEqual((record["points"], record["count"], record["maps"]), (1, "12", "600"))


class Counts(Six):
    def count(self, graph, pattern, *options):
        return self.json_of("count", graph, "--pattern", pattern, *options, "--device", "host")

    def test_known_counts(self):
        for graph, pattern, options, count in [(PETERSEN, "6-cycle", (), 10), (PETERSEN, "5-cycle", (), 12),
                                               (ICOSAHEDRON, "6-cycle", (), 240), (ICOSAHEDRON, "6-cycle", ("--induced",), 40)]:
            self.assertEqual(self.count(graph, pattern, *options)["count"], str(count))

    def test_directions_and_labels(self):
        digraph = self.write("d.txt", "0 1\n0 2\n1 2\n2 3\n3 4\n4 2\n4 5\n0 5\n")
        record = self.count(digraph, "FFL", "--directed")
        self.assertEqual((record["count"], record["maps"]), ("1", "6"))
        florentine = str(DATASETS / "florentine.txt")
        labels = self.write("l.txt", "".join(f"{v} {'ab'[v % 2]}\n" for v in range(1, 16)))
        labelled = self.write("e.txt", "1 2 x\n2 3 y\n1 3 x\n3 4 x\n4 5 y\n5 6 x\n1 6 y\n2 5 x\n")
        for graph, pattern, options in [(florentine, "0:a,1:b,0-1,1-2", ("--labels", labels)),
                                        (labelled, "0-1/x,1-2/y,2-3", ("--edge-labels",)),
                                        (florentine, "0-1,1-2,2-3,0~2", ("--induced",))]:
            matches = json.loads(self.run_command("match", graph, "--pattern", pattern, *options, "--device", "host",
                                                  "--json", "-")[0])
            self.assertEqual(self.count(graph, pattern, *options)["count"], matches["count"])
            self.assertGreater(int(matches["count"]), 0)

    def test_what_a_count_says(self):
        out, _ = self.six("count", PETERSEN, "--pattern", "6-cycle", "--device", "host")
        self.assertIn("evaluate   290 of 290 points in ", out)
        self.assertRegex(out, r"search     [0-9.]+ s by cerrado match, without a proof: it finds the same count\n")
        self.assertTrue(out.endswith("maps       120\ncount      10\n"), out)
        out, _ = self.six("count", PETERSEN, "--pattern", "6-cycle", "--device", "host", "--csv", "-")
        row = next(csv.DictReader(io.StringIO(out)))
        self.assertEqual((row["pattern"], row["count"], row["maps"], row["degree"], row["status"]),
                         ("6-cycle", "10", "120", "144", "complete"))
        record = self.count(PETERSEN, "6-cycle")
        self.assertEqual(list(record)[:8],
                         ["app", "version", "graph", "parameters", "form", "semantics", "order", "status"])
        self.assertEqual(set(record["steps"]), {"prepare", "evaluate", "decode", "verify", "match"})
        self.assertLessEqual({"seconds", "device", "memory", "roots"}, set(record))


class Help(Six):
    def test_help_has_examples(self):
        for command in ["", "prepare", "evaluate", "status", "merge", "decode", "verify", "count"]:
            out, _ = self.six(*[command] if command else [], "--help")
            self.assertIn("Examples:", out)
            self.assertIn(f"cerrado six {command}", out)


if __name__ == "__main__":
    unittest.main()
