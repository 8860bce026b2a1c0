"""What all commands have in common: the first line of a table, the words of --devices, and no option that does nothing."""
import json

from support import CommandTest, KARATE

HEXAGON = ["--pattern", "6-cycle"]
TABLES = {
    "clique": ["clique", KARATE, "-k", 4],
    "motif": ["motif", KARATE, "-k", 3],
    "match": ["match", KARATE, "--pattern", "house"],
    "query": ["query", KARATE, "MATCH (a)--(b)"],
    "graphlets": ["graphlets", KARATE, "-k", 4],
    "discover": ["discover", KARATE, "-k", 3, "--random", 3],
    "sieve": ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1"],
    "compress score": ["compress", "score", KARATE, "-k", 3],
}
SHARED_BY_NUMBER = [["graphlets", KARATE, "-k", 4], ["discover", KARATE, "-k", 3, "--random", 3], ["sieve", KARATE, "--colours", "mod:3", "--motif", "0,1"],
                    ["six", "count", "gen:cycle:n=6", *HEXAGON]]


class Alike(CommandTest):
    def test_a_table_begins_with_the_command_and_the_graph(self):
        for name, run in TABLES.items():
            out, _ = self.run_command(*run, "--device", "host")
            self.assertEqual(out.splitlines()[0], f"{name} of {KARATE}: 34 vertices, 78 edges, largest degree 17")
        out, _ = self.run_command("six", "count", "gen:cycle:n=6", *HEXAGON, "--device", "host")
        self.assertEqual(out.splitlines()[0], "six count of gen:cycle:n=6: 6 vertices, 6 edges, largest degree 2")

    def test_match_is_match_in_its_record(self):
        for name in ["match", "isomorphism"]:
            self.assertEqual(self.record(name, KARATE, "--pattern", "house")["app"], "match")

    def test_devices_have_one_grammar(self):
        devices = json.loads(self.run_command("info", "--device", "--json")[0])
        has_cuda = any(device["kind"] == "cuda" and not device["note"] for device in devices)
        for run in SHARED_BY_NUMBER:
            self.run_command(*run, "--devices", "auto")
            self.run_command(*run, "--devices", "host,host")
            self.require_refusal(*run, "--devices", "gpu", code=2, says=["--devices", "'gpu' is no device"])
            if has_cuda:
                self.run_command(*run, "--devices", "all")
            else:
                self.require_refusal(*run, "--devices", "all", code=1, says=["no CUDA device can be used"])

    def test_what_a_command_does_not_serve_it_refuses(self):
        self.require_refusal(*TABLES["graphlets"], "--checkpoint", self.folder / "ck", code=2, says=["--checkpoint"])
        self.require_refusal(*TABLES["sieve"], "--list", self.folder / "list", "--gather", code=2, says=["--gather"])
        self.assertFalse(list(self.folder.iterdir()))

    def test_the_help_of_a_graph_is_one(self):
        for name in [*TABLES, "info", "six count", "compress", "balance sweep"]:
            out, _ = self.run_command(*name.split(), "--help")
            self.assertIn("`cerrado info --formats`", out, name)


if __name__ == "__main__":
    import unittest
    unittest.main()
