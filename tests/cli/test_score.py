"""compress score: rows and running sums, the three ways, what is refused, and early stops."""
import json
import unittest

from support import KARATE, CommandTest


class Score(CommandTest):
    def test_rows_of_a_complete_graph(self):
        record = json.loads(self.run_command("compress", "score", "gen:complete:n=6", "--all", "--json", "-")[0])
        self.assertEqual(record["status"], "complete")
        self.assertEqual([(row["k"], row["compressing"], row["score"]) for row in record["sizes"]],
                         [(3, 0, "0"), (4, 0, "0"), (5, 0, "0"), (6, 1, "8")])
        self.assertEqual(record["sizes"][-1]["score_sum"], "8")

    def test_ways_agree(self):
        rows = {self.run_command("compress", "score", KARATE, "-k", "4", "--algorithm", way, "--csv", "-")[0]
                for way in ("auto", "fast", "pivot", "paper")}
        self.assertEqual(len(rows), 1, rows)

    def test_refusals(self):
        self.require_refusal("compress", "score", KARATE, code=2, says=["-k K"])
        self.require_refusal("compress", "score", KARATE, "--all", "-k", "4", code=2, says=["-k K"])
        self.require_refusal("compress", "score", KARATE, "-k", "2", code=2, says=["-k"])
        self.require_refusal("compress", "score", KARATE, "--all", "--algorithm", "paper", code=2, says=["one size"])

    def test_a_stopped_run_has_no_score(self):
        graph = "gen:er:n=3000,m=600000,seed=1"
        out, _ = self.run_command("compress", "score", graph, "--all", "--deadline", "0.05", "--device", "host", code=3)
        self.assertIn("no score", out)


if __name__ == "__main__":
    unittest.main()
