"""clique of several sizes in one run: --all, --min-k, --max-k, and the algorithms that count them."""
import csv
import io
import math
import unittest

from support import KARATE, CommandTest

KARATE_SIZES = {1: 34, 2: 78, 3: 45, 4: 11, 5: 2}


def sizes(record):
    return {size["k"]: int(size["count"]) for size in record["sizes"]}


class Sizes(CommandTest):
    def test_all(self):
        record = self.record("clique", KARATE, "--all")
        self.assertEqual(sizes(record), KARATE_SIZES)
        self.assertEqual(record["clique_number"], 5)
        self.assertEqual(record["count"], "170")
        self.assertEqual(record["parameters"]["min_k"], 1)
        self.assertIsNone(record["parameters"]["max_k"])
        self.assertNotIn("k", record["parameters"])

    def test_some(self):
        for options, expected in [(["--min-k", 3], {3: 45, 4: 11, 5: 2}), (["--max-k", 2], {1: 34, 2: 78}),
                                  (["--min-k", 2, "--max-k", 4], {2: 78, 3: 45, 4: 11}),
                                  (["--min-k", 4, "--max-k", 900], {4: 11, 5: 2}), (["--min-k", 6], {})]:
            record = self.record("clique", KARATE, *options)
            self.assertEqual(sizes(record), expected, options)
            self.assertEqual(record["count"], str(sum(expected.values())))
        self.assertIsNone(self.record("clique", KARATE, "--max-k", 4)["clique_number"])
        self.assertIsNone(self.record("clique", KARATE, "--min-k", 6)["clique_number"])

    def test_one_of_any_size(self):
        for k in [*range(1, 8), 33, 5000]:
            record = self.record("clique", KARATE, "-k", k)
            self.assertEqual(record["count"], str(KARATE_SIZES.get(k, 0)), k)
            self.assertNotIn("sizes", record)

    def test_every_algorithm_counts_the_same(self):
        for k in range(3, 7):
            for algorithm in ["auto", "fast", "paper", "oriented", "bitmap", "pivot"]:
                record = self.record("clique", KARATE, "-k", k, "--algorithm", algorithm)
                self.assertEqual(record["count"], str(KARATE_SIZES.get(k, 0)), (k, algorithm))

    def test_counts_of_any_length(self):
        record = self.record("clique", "gen:complete:n=300", "--all")
        self.assertEqual(sizes(record), {k: math.comb(300, k) for k in range(1, 301)})
        self.assertEqual(record["count"], str(2**300 - 1))
        self.assertEqual(self.record("clique", "gen:complete:n=300", "-k", 150)["count"], str(math.comb(300, 150)))

    def test_graphs_with_little_in_them(self):
        self.assertEqual(sizes(self.record("clique", "gen:er:n=7,m=0,seed=1", "--all")), {1: 7})
        self.assertEqual(sizes(self.record("clique", "gen:star:n=9", "--all")), {1: 9, 2: 8})

    def test_table(self):
        out, _ = self.run_command("clique", KARATE, "--all", "--verify", "--device", "host")
        self.assertRegex(out, r"(?m)^k  count$")
        self.assertRegex(out, r"(?m)^4     11$")
        self.assertIn("clique number 5\n", out)
        self.assertIn("170 cliques\n", out)
        self.assertIn("verified: 34 of 34 roots", out)

    def test_csv(self):
        out, _ = self.run_command("clique", KARATE, "--all", "--device", "host", "--csv", "-")
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual({int(row["k"]): int(row["count"]) for row in rows}, KARATE_SIZES)
        self.assertEqual({row["graph"] for row in rows}, {KARATE})

    def test_refusals(self):
        for options, says in [([], ["-k", "--all"]), (["--all", "-k", 3], ["--all", "-k"]), (["--all", "--min-k", 3], ["--all"]),
                              (["--min-k", 0], ["from 0", "1 or more"]), (["--min-k", 5, "--max-k", 4], ["from 5 to 4"]),
                              (["--all", "--algorithm", "bitmap"], ["bitmap", "one size"]),
                              (["-k", 2, "--algorithm", "paper"], ["paper", "3 to 32"])]:
            self.require_refusal("clique", KARATE, *options, code=2, says=says)


if __name__ == "__main__":
    unittest.main()
