"""clique and what graphlets count, on a GPU: every command gives there what it gives on the host. bench/device.sh runs it."""
import json
import math
import os
import struct
import unittest

from support import KARATE, CommandTest, start

DEVICE = "cuda"
RANDOM = "gen:er:n=300,m=9000,seed=1"
SKEWED = "gen:ba:n=2000,m=9,seed=2"
HUB = "gen:star:n=60"
EDGELESS = "gen:er:n=9,m=0,seed=1"


class OnCuda(CommandTest):
    def setUp(self):
        super().setUp()
        if not self.has_cuda():
            self.skipTest("no CUDA device can be used here")

    def clique(self, device, *arguments, code=0):
        return self.run_command("clique", *arguments, "--device", device, "--progress", "off", code=code)

    def require_same(self, *arguments):
        """The same counts in the records of both devices."""
        expected, record = [json.loads(self.clique(device, *arguments, "--json", "-")[0]) for device in ["host", DEVICE]]
        for key in ["status", "count", "sizes", "clique_number"]:
            self.assertEqual(record.get(key), expected.get(key), (key, *arguments))
        self.assertEqual(record["device"]["kind"], DEVICE)


class Counts(OnCuda):
    def test_one_size_by_every_algorithm(self):
        for graph in [KARATE, RANDOM, SKEWED, HUB, EDGELESS, "gen:complete:n=40"]:
            for algorithm in ["auto", "paper", "oriented", "bitmap", "pivot"]:
                self.require_same(graph, "-k", 5, "--algorithm", algorithm)

    def test_in_every_order_under_every_mechanism(self):
        for algorithm in ["auto", "paper", "oriented", "bitmap", "pivot"]:
            for order in ["degree"] if algorithm == "paper" else ["degree", "degeneracy"]:
                for mechanism in ["none", "stop", "share"]:
                    self.require_same(RANDOM, "-k", 4, "--algorithm", algorithm, "--order", order, "--balance", mechanism)

    def test_every_size_at_once(self):
        for graph in [KARATE, RANDOM, SKEWED, HUB, EDGELESS]:
            self.require_same(graph, "-k", 8)
            self.require_same(graph, "--all")
            self.require_same(graph, "--min-k", 3, "--max-k", 6)

    def test_a_complete_graph_is_a_row_of_binomials(self):
        for n in [100, 2000]:
            out, _ = self.clique(DEVICE, f"gen:complete:n={n}", "--all", "--json", "-")
            self.assertEqual([row["count"] for row in json.loads(out)["sizes"]], [str(math.comb(n, k)) for k in range(1, n + 1)])

    def test_neighbourhoods_beyond_shared_memory(self):
        for k in [3, 4]:
            self.require_same("gen:er:n=2500,m=900000,seed=1", "-k", k, "--algorithm", "bitmap")
        self.require_same("gen:complete:n=1500", "-k", 6, "--algorithm", "pivot")

    def test_the_same_ten_times(self):
        for algorithm in ["bitmap", "pivot"]:
            for _ in range(10):
                self.require_same(SKEWED, "-k", 6, "--algorithm", algorithm)

    def test_agree_with_the_serial_program(self):
        out, _ = self.clique(DEVICE, KARATE, "-k", 4, "--verify")
        self.assertIn("verified: 34 of 34 roots", out)


class Graphlets(OnCuda):
    """Counts of patterns and roles, and what motif and match take from them."""

    def output(self, device, *arguments):
        return self.run_command(*arguments, "--device", device, "--progress", "off")[0]

    def require_same_output(self, *arguments, times=1):
        expected = self.output("host", *arguments)
        for _ in range(times):
            self.assertEqual(self.output(DEVICE, *arguments), expected, arguments)

    def test_counts_of_every_size(self):
        for graph in [KARATE, RANDOM, SKEWED, HUB, "gen:complete:n=70", "gen:rmat:scale=11,degree=12,seed=3"]:
            for k in [3, 4, 5]:
                self.require_same_patterns("graphlets", graph, "-k", k, "--all")

    def require_same_patterns(self, *arguments):
        expected, record = [json.loads(self.output(device, *arguments, "--json", "-")) for device in ["host", DEVICE]]
        for key in ["status", "count", "patterns"]:
            self.assertEqual(record[key], expected[key], (key, *arguments))
        self.assertEqual(record["device"]["kind"], DEVICE)

    def test_roles(self):
        for graph in [KARATE, RANDOM, SKEWED, HUB]:
            for of in ["vertex", "edge"]:
                self.require_same_output("graphlets", graph, "--orbits", of, "-")
            self.require_same_output("graphlets", graph, "-k", 4, "--per-vertex", "-")

    def test_the_same_ten_times(self):
        for of in ["vertex", "edge"]:
            self.require_same_output("graphlets", SKEWED, "--orbits", of, "-", times=10)

    def test_distances(self):
        for distance in ["gcd11", "gcd73", "gdda", "rgf"]:
            self.require_same_output("graphlets", "compare", KARATE, SKEWED, RANDOM, "--distance", distance, "--csv", "-")

    def test_motifs_and_matches(self):
        for k in [4, 5]:
            self.require_same_patterns("motif", SKEWED, "-k", k)
            self.require_same_patterns("match", SKEWED, "--all", k)
        for pattern in ["bull", "K2,3", "5-cycle"]:
            for induced in [[], ["--induced"]]:
                match = ["match", SKEWED, "--pattern", pattern, "--algorithm", "formula", *induced, "--json", "-"]
                expected, record = [json.loads(self.output(device, *match)) for device in ["host", DEVICE]]
                self.assertEqual((record["count"], record["form"]), (expected["count"], "formula"), match)

    def test_a_stopped_run_has_no_counts(self):
        out, _ = self.run_command("graphlets", "gen:rmat:scale=18,degree=40,seed=1", "--device", DEVICE, "--deadline", "1.5",
                                  "--json", "-", "--progress", "off", code=3)
        self.assertEqual(json.loads(out)["patterns"], [])

    def test_agree_with_the_serial_program(self):
        for options in [[], ["--orbits", "edge", "/dev/null"]]:
            out = self.output(DEVICE, "graphlets", KARATE, "--all", "--verify", *options)
            self.assertIn("verified: ", out)


class Discover(OnCuda):
    """Network motifs: the same random graphs, and the same counts of each."""

    def setUp(self):
        super().setUp()
        self.arcs = self.folder / "arcs.txt"
        self.arcs.write_text("".join(f"{u} {v}\n" for u in range(200) for v in {(u * u + 3) % 200, (u + 1) % 200, u * 7 % 61}
                                     if u != v))

    def require_same_counts(self, *arguments, times=1):
        expected = self.counts("host", *arguments)
        for _ in range(times):
            self.assertEqual(self.counts(DEVICE, *arguments), expected, arguments)

    def counts(self, device, *arguments):
        file = self.folder / "counts.csv"
        out, _ = self.run_command("discover", *arguments, "--device", device, "--progress", "off", "--counts", file, "--csv",
                                  "-")
        return out, file.read_text()

    def test_every_model(self):
        for model in ["degree", "mutual", "global", "jdm", "triads", "er"]:
            self.require_same_counts(self.arcs, "--directed", "-k", 4, "--random", 40, "--null", model)
        for model in ["degree", "jdm", "er"]:
            self.require_same_counts(KARATE, "-k", 5, "--random", 40, "--null", model)

    def test_every_size(self):
        for k in [3, 4, 5, 6]:
            self.require_same_counts(self.arcs, "--directed", "-k", k, "--random", 30)
        for k in [3, 4, 5, 6, 7]:
            self.require_same_counts(KARATE, "-k", k, "--random", 30)
        self.require_same_counts(SKEWED, "-k", 4, "--random", 10)

    def test_labels_and_samples(self):
        labels = self.folder / "labels.txt"
        labels.write_text("".join(f"{v} {'ab'[v % 3 % 2]}\n" for v in range(200)))
        by_label = [self.arcs, "--directed", "--labels", labels, "--random", 20]
        for k in [3, 4, 5]:
            self.require_same_counts(*by_label, "-k", k)
        self.require_same_counts(*by_label, "-k", 4, "--free-labels")
        self.require_same_counts(*by_label, "-k", 4, "--sample", "1,.9,.5,.5", times=3)
        self.require_same_counts(KARATE, "-k", 6, "--random", 20, "--sample", "1,1,1,.5,.5,.2")

    def test_the_same_ten_times(self):
        self.require_same_counts(self.arcs, "--directed", "-k", 4, "--random", 200, times=10)
        self.require_same_counts(SKEWED, "-k", 3, "--random", 100, times=10)
        self.require_same_counts(self.arcs, "--directed", "-k", 6, "--random", 20, times=10) # workers share jobs

    def test_agree_with_the_serial_program(self):
        out, _ = self.run_command("discover", self.arcs, "--directed", "-k", 3, "--random", 20, "--device", DEVICE, "--verify")
        self.assertIn("agree with the serial program", out)


class LocalCounts(OnCuda):
    def test_per_vertex_and_per_edge(self):
        for graph in [KARATE, RANDOM, HUB, EDGELESS]:
            for form in ["csv", "binary"]:
                written = {}
                for device in ["host", DEVICE]:
                    files = [self.folder / f"{device}.{what}" for what in ["vertices", "edges"]]
                    self.clique(device, graph, "-k", 5, "--per-vertex", files[0], "--per-edge", files[1], "--local-format", form)
                    written[device] = [file.read_bytes() for file in files]
                self.assertEqual(written["host"], written[DEVICE], (graph, form))

    def test_to_standard_output(self):
        for option in ["--per-vertex", "--per-edge"]:
            self.assertEqual(self.clique("host", KARATE, "-k", 4, option, "-"), self.clique(DEVICE, KARATE, "-k", 4, option, "-"))


class Lists(OnCuda):
    def listed(self, device, *arguments, code=0):
        lines = self.clique(device, *arguments, "--list", "-", code=code)[0].splitlines()
        self.assertEqual(len(lines), len(set(lines)), "a clique is there twice")
        return set(lines)

    def test_every_clique_once(self):
        for graph, k in [(KARATE, 3), (KARATE, 4), (RANDOM, 4), (SKEWED, 3), (EDGELESS, 3), ("gen:complete:n=22", 6)]:
            expected = self.listed("host", graph, "-k", k)
            for algorithm in ["auto", "bitmap"]:
                self.assertEqual(self.listed(DEVICE, graph, "-k", k, "--algorithm", algorithm), expected, (graph, k, algorithm))

    def test_binary(self):
        path = self.folder / "l.bin"
        self.clique(DEVICE, RANDOM, "-k", 4, "--list", path)
        content = path.read_bytes()
        self.assertEqual(content[:16], struct.pack("<8sII", b"CERLIST\x01", 1, 4))
        ids = [number for number, in struct.iter_unpack("<Q", content[16:])]
        cliques = {" ".join(map(str, ids[i:i + 4])) for i in range(0, len(ids), 4)}
        self.assertEqual(len(cliques) * 4, len(ids))
        self.assertEqual(cliques, self.listed("host", RANDOM, "-k", 4))

    def test_no_more_than_the_limit(self):
        expected = self.listed("host", RANDOM, "-k", 4)
        for limit in [1, 7, len(expected) - 1]:
            some = self.listed(DEVICE, RANDOM, "-k", 4, "--limit", limit, code=3)
            self.assertEqual(len(some), limit)
            self.assertLessEqual(some, expected)
        self.assertEqual(self.listed(DEVICE, RANDOM, "-k", 4, "--limit", len(expected)), expected)

    def test_a_reader_that_leaves(self):
        process = start("clique", "gen:complete:n=200", "-k", 20, "--device", DEVICE, "--list", "-")
        self.addCleanup(process.kill)
        process.stdout.readline()
        process.stdout.close()
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)


class Six(OnCuda):
    """The same proof, and the same points of a shard."""

    def six(self, *arguments):
        return json.loads(self.run_command("six", *arguments, "--json", "-")[0])

    def test_shards_and_proofs_are_those_of_the_host(self):
        instance = self.folder / "c.six"
        self.six("prepare", "gen:er:n=14,m=40,seed=1", "--pattern", "house", "--induced", "--device", "host", "-o", instance)
        proofs = []
        for device in ["host", DEVICE]:
            shard, proof = self.folder / f"{device}.shard", self.folder / f"{device}.proof"
            for first, count in [(100, 60), (0, 100)]:
                self.six("evaluate", instance, "--first", first, "--count", count, "--device", device, "-o", shard)
            self.six("decode", instance, shard, "-o", proof)
            self.assertGreater(self.six("verify", instance, proof)["checks"], 0)
            proofs.append(proof.read_bytes())
        self.assertEqual(*proofs)

    def test_counts_are_those_of_match(self):
        for arguments in [["--pattern", "6-cycle"], ["--pattern", "prism", "--induced"], ["--pattern", "4-cycle", "--split", 1]]:
            record = self.six("count", KARATE, *arguments, "--device", DEVICE)
            self.assertEqual(record["device"]["kind"], DEVICE)
            options = [word for word in arguments if word not in ("--split", 1)]
            expected = json.loads(self.run_command("match", KARATE, *options, "--json", "-", "--device", "host")[0])
            self.assertEqual(record["count"], expected["count"])


class Refusals(OnCuda):
    def test_are_those_of_the_host(self):
        nowhere = str(self.folder / "none" / "x")
        for arguments in [["-k", 0], ["-k", 4, "--all"], ["--min-k", 5, "--max-k", 3], ["-k", 40, "--algorithm", "bitmap"],
                          ["-k", 4, "--list", "-", "--limit", 0], ["-k", 4, "--limit", 3], ["-k", 4, "--list", "/dev/full"],
                          ["-k", 4, "--per-vertex", nowhere], ["-k", 4, "--list", nowhere], ["-k", 90]]:
            results = []
            for device in ["host", DEVICE]:
                process = start("clique", KARATE, *arguments, "--device", device, "--progress", "off", "--csv", "/dev/null")
                self.addCleanup(process.kill)
                results.append((process.communicate(timeout=60)[1], process.returncode))
            self.assertEqual(*results)
        self.assertEqual(os.listdir(self.folder), [], "something half-written is left")


if __name__ == "__main__":
    unittest.main()
