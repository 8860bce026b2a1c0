"""compress score: rows and running sums, the three ways, what is refused, and early stops."""
import json
import signal
import time
import unittest

from support import KARATE, CommandTest, start

# Dense and without structure: nobody goes through their cliques in the time that a test has.
DENSE = "gen:er:n=400,m=70000,seed=1"


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
        self.require_refusal("compress", "score", KARATE, "--all", "-k", "4", code=2, says=["excludes"])
        self.require_refusal("compress", "score", KARATE, "-k", "2", code=2, says=["-k 2", "3 or more"])
        self.require_refusal("compress", "score", KARATE, "--min-k", "2", code=2, says=["3 or more"])
        self.require_refusal("compress", "score", KARATE, "--min-k", "6", "--max-k", "5", code=2,
                             says=["smaller size first"])
        self.require_refusal("compress", "score", KARATE, "--min-k", "4", "--algorithm", "paper", code=2,
                             says=["one size"])
        self.require_refusal("compress", "score", KARATE, "-k", "4", "--json", "-", "--csv", "-", code=2,
                             says=["only one"])
        self.require_refusal("compress", "score", self.folder / "none.txt", "-k", "4", code=2, says=["none.txt"])
        self.require_refusal("compress", "score", KARATE, "--all", "--algorithm", "paper", code=2, says=["one size"])

    def test_a_stopped_run_has_no_score(self):
        graph = "gen:er:n=3000,m=600000,seed=1"
        out, _ = self.run_command("compress", "score", graph, "--all", "--deadline", "0.05", "--device", "host", code=3)
        self.assertIn("no score", out)

    def test_the_deadline_holds_for_every_way(self):
        for options in (["-k", "12"], ["--all"], ["-k", "12", "--algorithm", "paper"]):
            begin = time.monotonic()
            out, _ = self.run_command("compress", "score", DENSE, *options, "--deadline", "1", "--device", "host",
                                      code=3)
            self.assertLess(time.monotonic() - begin, 4, options)
            self.assertIn("no score", out)

    def test_interrupted(self):
        for options in (["-k", "12"], ["--all"]):
            process = start("compress", "score", DENSE, *options, "--device", "host")
            time.sleep(1)  # before the search there are samples, which show no progress
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 3, options)
            self.assertIn("no score", out)

    def test_some_sizes(self):
        graph = "gen:er:n=60,m=600,seed=2"
        rows = self.run_command("compress", "score", graph, "--all", "--csv", "-")[0].splitlines()[1:]
        columns = [row.split(",")[:4] for row in rows]
        for options, sizes in ((["--min-k", "4"], columns[1:]), (["--max-k", "4"], columns[:2]),
                               (["--min-k", "4", "--max-k", "5"], columns[1:3]),
                               (["--min-k", "4", "--max-k", "5", "--algorithm", "pivot"], columns[1:3]),
                               (["--min-k", "4", "--max-k", "90"], columns[1:])):
            some = self.run_command("compress", "score", graph, *options, "--csv", "-")[0].splitlines()[1:]
            self.assertEqual([row.split(",")[:4] for row in some], sizes, options)

    def test_verify(self):
        out, _ = self.run_command("compress", "score", KARATE, "--all", "--verify")
        self.assertIn("verified: 3 of 3 sizes agree with the serial program", out)
        begin = time.monotonic()
        out, _ = self.run_command("compress", "score", "gen:complete:n=60", "-k", "8", "--verify", "--deadline", "1",
                                  "--device", "host", code=3)
        self.assertLess(time.monotonic() - begin, 4)
        self.assertIn("not verified: the serial program was stopped by the deadline", out)

    def test_a_full_disk_loses_no_other_output(self):
        rows = self.folder / "rows.csv"
        out, err = self.run_command("compress", "score", KARATE, "-k", 3, "--json", "/dev/full", "--csv", rows, code=1)
        self.assertIn("No space", err)
        self.assertIn("score", out)
        self.assertTrue(rows.read_text().startswith("k,cliques,compressing,score"))

    def test_estimate(self):
        for options in (["-k", "4"], ["--all"], ["-k", "4", "--algorithm", "paper"]):
            out, _ = self.run_command("compress", "score", KARATE, *options, "--estimate", "--device", "host")
            self.assertIn("initial traversals", out)


if __name__ == "__main__":
    unittest.main()
