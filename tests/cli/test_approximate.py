"""--approximate: estimates with intervals in place of counts."""
import csv
import io

from support import KARATE, CommandTest


class Approximate(CommandTest):
    def test_estimates_have_intervals_and_no_count(self):
        for command in (["clique", KARATE, "-k", "4"], ["match", KARATE, "--pattern", "house"],
                        ["match", KARATE, "--pattern", "triangle", "--induced"]):
            record = self.record(*command, "--approximate", "2%", "--seed", "3")
            self.assertIs(record["exact"], False)
            self.assertIs(record["is_reached"], True)
            self.assertNotIn("count", record)
            self.assertEqual(record["parameters"]["seed"], 3)
            (one,) = record["estimates"]
            self.assertLess(abs(one["estimate"] - int(self.record(*command)["count"])), 5 * one["standard_error"] + 1e-9)
            self.assertLess(one["low"], one["estimate"])
            self.assertLessEqual(one["estimate"], one["high"])
            self.assertLessEqual(one["high"] - one["low"], 2 * .02 * one["estimate"] * 1.001)
            self.assertGreater(record["draws"], one["met"] - 1)

    def test_every_pattern_has_a_row(self):
        out, _ = self.run_command("motif", KARATE, "-k", "4", "--approximate", "2%", "--csv", "-")
        rows = {row["graph6"]: row for row in csv.DictReader(io.StringIO(out))}
        exact = {row["graph6"]: int(row["count"]) for row in self.record("motif", KARATE, "-k", "4")["patterns"]}
        self.assertEqual(set(rows), set(exact))
        for graph6, row in rows.items():
            self.assertEqual(row["exact"], "false")
            self.assertLess(abs(float(row["estimate"]) - exact[graph6]), 5 * float(row["standard_error"]), graph6)
        table, _ = self.run_command("motif", KARATE, "-k", "4", "--approximate", "5%")
        for part in ("approximate:", "draws, seed 1", "standard error", "95 % of seeds"):
            self.assertIn(part, table)

    def test_several_patterns_and_labels(self):
        graph = self.write("g.txt", "0 1\n1 2\n2 0\n2 3\n3 4\n4 2\n4 0\n")
        labels = self.write("l.txt", "0 a\n1 b\n2 a\n3 b\n4 a\n")
        record = self.record("match", graph, "--labels", labels, "--pattern", "0:a,1:b,0-1", "--pattern", "0:a,1:a,0-1",
                             "--approximate", "5%")
        self.assertEqual([round(one["estimate"]) for one in record["estimates"]], [4, 3])

    def test_a_seed_gives_the_same_numbers(self):
        words = ["motif", KARATE, "-k", "5", "--approximate", "5%", "--seed", "9"]
        first = self.record(*words, "--threads", "1")["estimates"]
        self.assertEqual(first, self.record(*words, "--threads", "3")["estimates"])
        self.assertNotEqual(first, self.record(*words[:-1], "10")["estimates"])

    def test_a_deadline_leaves_what_was_drawn(self):
        out, _ = self.run_command("motif", KARATE, "-k", "5", "--approximate", ".001%", "--deadline", "1.5", "--device", "host",
                                  code=3)
        self.assertIn("PARTIAL", out)
        self.assertIn("0.001 %", out)

    def test_what_takes_draws_is_estimated(self):
        out, _ = self.run_command("clique", KARATE, "-k", "4", "--approximate", "1%", "--estimate")
        self.assertIn("sums", out)

    def test_refusals(self):
        def refused(*words, says):
            self.require_refusal(*words, code=2, says=says)

        refused("clique", KARATE, "-k", "4", "--approximate", "0", says=["--approximate 0", "5%"])
        refused("clique", KARATE, "-k", "4", "--approximate", "one", says=["--approximate one"])
        refused("clique", KARATE, "-k", "4", "--approximate", "1%", "--confidence", "100%", says=["--confidence"])
        refused("clique", KARATE, "-k", "4", "--confidence", "90%", says=["--approximate"])
        refused("clique", KARATE, "-k", "4", "--approximate", "1%", "--list", "-", says=["--list"])
        refused("clique", KARATE, "-k", "4", "--approximate", "1%", "--verify", says=["--verify"])
        refused("clique", KARATE, "-k", "4", "--approximate", "1%", "--per-vertex", "-", says=["per vertex"])
        refused("clique", KARATE, "-k", "4", "--approximate", "1%", "--through", "1", says=["--through"])
        refused("clique", KARATE, "--all", "--approximate", "1%", says=["one size"])
        refused("clique", KARATE, "--maximal", "--approximate", "1%", says=["no approximate count"])
        refused("match", KARATE, "--pattern", "house", "--approximate", "1%", "--exists", says=["--exists"])
        refused("match", KARATE, "--all", "4", "--approximate", "1%", says=["--induced"])
        refused("motif", KARATE, "-k", "9", "--approximate", "1%", says=["3 to 8"])
        refused("motif", KARATE, "-k", "4", "--approximate", "1%", "--checkpoint", "x.ck", says=["checkpoint"])
