"""Times on the command line, and where the time of a command went."""
import json
import unittest

from support import KARATE, CommandTest

LONG = ["motif", "gen:er:n=30000,m=600000,seed=1", "-k", "6", "--algorithm", "fast", "--device", "host"]
SIEVE = ["sieve", "gen:er:n=2000,m=20000,seed=1", "--colours", "mod:1", "--motif", "0^24", "--device", "host"]
RECORDS = {
    "clique": ["clique", KARATE, "-k", "4"],
    "sizes": ["clique", KARATE, "--all"],
    "motif": ["motif", KARATE, "-k", "4"],
    "match": ["match", KARATE, "--pattern", "house"],
    "matches": ["match", KARATE, "--pattern", "house", "--pattern", "K4"],
    "query": ["query", KARATE, "MATCH (a)--(b)--(c)"],
    "groups": ["query", KARATE, "MATCH (a)--(b) RETURN a, count(*)"],
    "list": ["clique", KARATE, "-k", "4", "--list", "/dev/null"],
    "score": ["compress", "score", KARATE, "--all"],
    "each score": ["compress", "score", KARATE, "-k", "4"],
    "sieve": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1,2"],
    "first": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1,2", "--first"],
    "matches of a sieve": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1,2", "--list", "/dev/null"],
}
PARTS = ["load", "start", "prepare", "run", "output"]


class Times(CommandTest):
    def test_units(self):
        for text in ["0.5", "500ms", ".5s", "0.01min", "0.0002h", "500000us"]:
            with self.subTest(text):
                out, _ = self.run_command(*LONG, "--deadline", text, "--json", "-", code=3)
                self.assertAlmostEqual(json.loads(out)["parameters"]["deadline"], 0.5, delta=0.3)
        self.run_command(*SIEVE, "--deadline", "500ms", code=3)
        file = self.folder / "run.checkpoint"
        self.run_command("clique", KARATE, "-k", 4, "--device", "host", "--checkpoint", file, "--checkpoint-every", "5min",
                         "--deadline", "1h")
        record = self.record("clique", KARATE, "-k", 4, "--balance", "share", "--poll", "2s")
        self.assertEqual(record["balance"]["poll_seconds"], 2)
        record = self.record("clique", KARATE, "-k", 4, "--balance", "share", "--poll", "2")
        self.assertEqual(record["balance"]["poll_seconds"], 2)

    def test_what_is_no_time(self):
        for option in [["--deadline"], ["--checkpoint-every"], ["--balance", "share", "--poll"]]:
            for text in ["soon", "5 parsecs", "1e10", "nan", "s", "5m"]:
                self.require_refusal("clique", KARATE, "-k", 4, *option, text, code=2, says=[option[-1], text, "5min"])
        for text in ["0", "50ms"]:
            self.require_refusal("clique", KARATE, "-k", 4, "--checkpoint-every", text, code=2, says=["100ms"])
        self.require_refusal(*SIEVE, "--deadline", "soon", code=2, says=["--deadline soon", "500ms"])

    def test_help_says_it(self):
        for command in ["clique", "motif", "match", "query", "temporal", "sieve"]:
            out, _ = self.run_command(command, "--help")
            self.assertRegex(out, r"--deadline TIME")
            self.assertIn("500ms", out)


class Seconds(CommandTest):
    def require_sum(self, seconds):
        for name in seconds:
            self.assertGreaterEqual(seconds[name], 0, seconds)
        self.assertAlmostEqual(sum(seconds[name] for name in PARTS), seconds["total"], places=6)

    def test_parts_add_up(self):
        for name, words in RECORDS.items():
            with self.subTest(name):
                seconds = self.record(*words)["seconds"]
                self.assertEqual(set(seconds), {*PARTS, "total"})
                self.require_sum(seconds)

    def test_parts_of_a_resumed_run_add_up(self):
        run = ["motif", "gen:er:n=3000,m=30000,seed=1", "-k", "5", "--checkpoint", self.folder / "run.checkpoint"]
        begun = self.record(*run, "--threads", 1, "--deadline", "0.15s", code=3)["seconds"]
        self.require_sum(begun)
        self.assertEqual(begun["run_of_all_parts"], begun["run"])
        ended = self.record(*run)["seconds"]
        self.require_sum(ended)
        self.assertAlmostEqual(ended["run_of_all_parts"], begun["run"] + ended["run"])
        again = self.record(*run)["seconds"]
        self.require_sum(again)
        self.assertEqual(again["run"], 0)
        self.assertAlmostEqual(again["run_of_all_parts"], ended["run_of_all_parts"])


if __name__ == "__main__":
    unittest.main()
