"""Records: every command that counts has the same head, writes its answer as CSV, and loses no output to another."""
import csv
import io
import json
import unittest

from support import CommandTest, KARATE

RUNS = {
    "clique": ["clique", KARATE, "-k", 3],
    "cliques of every size": ["clique", KARATE, "--all"],
    "motif": ["motif", KARATE, "-k", 4],
    "match": ["match", KARATE, "--pattern", "house"],
    "patterns": ["match", KARATE, "--all", 4],
    "exists": ["match", KARATE, "--pattern", "house", "--exists"],
    "query": ["query", KARATE, "MATCH (a)--(b)--(c)"],
    "groups": ["query", KARATE, "MATCH (a)--(b) RETURN a, count(*)"],
    "rows": ["query", KARATE, "MATCH (a)--(b) RETURN a, b"],
    "existence of a row": ["query", KARATE, "MATCH (a)--(b)", "--exists"],
    "score": ["compress", "score", KARATE, "-k", 3],
    "sieve": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1,2"],
    "first of a sieve": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1,2", "--first"],
}
HEAD = ["app", "version", "graph", "parameters", "form", "semantics", "order", "status"]
FOOT = ["seconds", "device", "memory", "roots"]


class Records(CommandTest):
    def test_every_record_has_the_same_members(self):
        for name, words in RUNS.items():
            with self.subTest(name):
                record = json.loads(self.run_command(*words, "--device", "host", "--json", "-")[0])
                self.assertEqual(list(record)[:len(HEAD)], HEAD)
                self.assertLessEqual(set(FOOT), set(record))
                self.assertEqual(record["graph"]["vertices"], 34)
                self.assertEqual(record["parameters"]["device"], "host")
                self.assertEqual(set(record["device"]), {"kind", "name", "workers"})
                self.assertEqual(record["device"]["kind"], "host")
                self.assertEqual(record["status"], "complete")
                parts = [record["seconds"][part] for part in ("load", "start", "prepare", "run", "output")]
                self.assertGreaterEqual(min(parts), 0)
                self.assertAlmostEqual(sum(parts), record["seconds"]["total"], delta=1e-3)

    def test_every_answer_is_written_as_csv(self):
        for name, words in RUNS.items():
            with self.subTest(name):
                out, _ = self.run_command(*words, "--device", "host", "--csv", "-")
                rows = list(csv.DictReader(io.StringIO(out)))
                self.assertGreaterEqual(len(rows), 1)
                for row in rows:
                    self.assertNotIn(None, row)
                    self.assertNotIn(None, row.values())

    def test_the_answer_of_a_sieve(self):
        words = RUNS["sieve"]
        record = json.loads(self.run_command(*words, "--json", "-")[0])
        row = next(csv.DictReader(io.StringIO(self.run_command(*words, "--csv", "-")[0])))
        self.assertEqual((row["motif"], row["exists"], row["vertices"], row["count"], row["k"]),
                         ("0,1,2", "true", str(record["vertices"]), "", "3"))

    def test_an_output_that_fails_keeps_no_other_from_being_written(self):
        for name, words in RUNS.items():
            with self.subTest(name):
                rows = self.folder / "rows.csv"
                out, err = self.run_command(*words, "--json", "/dev/full", "--csv", rows, code=1)
                self.assertRegex(err, "/dev/full.*No space")
                self.assertIn("karate", out)
                self.assertGreater(len(rows.read_text().splitlines()), 1)
                rows.unlink()

    def test_only_serial_programs_with_roots_take_some_of_them(self):
        for name in ("query", "score", "sieve"):
            for value in ("5", "banana"):
                with self.subTest(name, value=value):
                    self.require_refusal(*RUNS[name], f"--verify={value}", code=2, says=["--verify"])

    def test_a_history_named_like_standard_output_is_a_file(self):
        out, _ = self.run_command(*RUNS["clique"], "--device", "host", "--trace", "-", cwd=self.folder)
        self.assertIn("45", out)
        self.assertTrue((self.folder / "-").exists())


if __name__ == "__main__":
    unittest.main()
