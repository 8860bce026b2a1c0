"""clique and motif: tables, the JSON record, CSV, both algorithms, every host device, verification, estimates."""
import csv
import json
import unittest

from support import DATASETS, KARATE, CommandTest

KARATE_MOTIFS = {"CF": 1098, "CR": 681, "CN": 452, "Cr": 36, "C^": 85, "C~": 11}


def counts(record):
    return {pattern["graph6"]: int(pattern["count"]) for pattern in record["patterns"]}


class Tables(CommandTest):
    def test_clique(self):
        out, err = self.run_command("clique", KARATE, "-k", 3, "--device", "host")
        self.assertIn("34 vertices, 78 edges", out)
        self.assertRegex(out, r"(?m)^k +count +seconds +device$")
        self.assertRegex(out, r"(?m)^3 +45 +\d+\.\d+ +host")
        self.assertEqual(err, "")

    def test_motif_draws_and_names_the_patterns(self):
        out, _ = self.run_command("motif", KARATE, "-k", 4, "--device", "host")
        self.assertRegex(out, r"(?m)^3-star +CF .* 1,098 +46\.47 %$")
        self.assertRegex(out, r"(?m)^4-clique +C~ .* 11 +0\.47 %$")
        self.assertIn("o---o---o---o", out)
        self.assertIn("2,363 subgraphs of 4 vertices, 6 of 6 patterns met", out)


class Records(CommandTest):
    def test_every_field(self):
        record = self.record("motif", KARATE, "-k", 4, "--algorithm", "fast", "--threads", 2)
        self.assertEqual(list(record), ["app", "version", "graph", "parameters", "form", "semantics", "order", "status", "count", "patterns",
                                        "seconds", "device", "memory", "roots"])
        self.assertEqual(record["graph"].pop("read_as")["format"], "edge list")
        self.assertEqual(record["graph"], {"source": KARATE, "vertices": 34, "edges": 78, "max_degree": 17})
        self.assertEqual(record["parameters"]["k"], 4)
        self.assertEqual(record["parameters"]["algorithm"], "fast")
        self.assertEqual(record["status"], "complete")
        self.assertEqual(record["count"], "2363")
        self.assertEqual(counts(record), KARATE_MOTIFS)
        self.assertEqual(set(record["seconds"]), {"load", "start", "prepare", "run", "output", "total"})
        self.assertGreaterEqual(record["seconds"]["total"], record["seconds"]["run"])
        self.assertEqual(record["device"]["kind"], "host")
        self.assertEqual(record["device"]["workers"], 2)
        self.assertEqual(set(record["memory"]), {"graph_bytes", "traversal_bytes", "peak_bytes"})
        self.assertEqual(record["roots"]["given"], record["roots"]["done"])
        self.assertIn("vertex-induced", record["semantics"])

    def test_pattern_edges_fit_the_graph6(self):
        record = self.record("motif", KARATE, "-k", 5)
        self.assertEqual(len(record["patterns"]), 21)
        for pattern in record["patterns"]:
            bits = "".join(format(ord(c) - 63, "06b") for c in pattern["graph6"][1:])
            edges = {tuple(sorted(edge)) for edge in pattern["edges"]}
            pairs = [(h, j) for j in range(1, 5) for h in range(j)]
            self.assertEqual(edges, {pair for pair, bit in zip(pairs, bits) if bit == "1"}, pattern)

    def test_file_and_table_together(self):
        path = self.folder / "record.json"
        out, _ = self.run_command("clique", KARATE, "-k", 5, "--device", "host", "--json", path)
        self.assertIn("clique of", out)
        self.assertEqual(json.loads(path.read_text())["count"], "2")
        self.assertEqual([entry.name for entry in self.folder.iterdir()], ["record.json"])

    def test_csv_has_the_patterns(self):
        out, _ = self.run_command("motif", KARATE, "-k", 4, "--device", "host", "--csv", "-")
        rows = list(csv.DictReader(out.splitlines()))
        self.assertEqual({row["graph6"]: int(row["count"]) for row in rows}, KARATE_MOTIFS)

    def test_csv_quotes_a_source_with_commas(self):
        spec = "gen:er:n=50,m=200,seed=1"
        out, _ = self.run_command("clique", spec, "-k", 3, "--device", "host", "--csv", "-")
        row, = csv.DictReader(out.splitlines())
        self.assertEqual(row["graph"], spec)

    def test_original_ids_do_not_change_counts(self):
        path = self.write("gaps.txt", "# far apart\n1000000000000 5\n5 77\n77 1000000000000\n77 900\n")
        self.assertEqual(self.record("clique", path, "-k", 3)["count"], "1")

    def test_edgeless_generated_graph_counts_nothing(self):
        for command in ["clique", "motif"]:
            self.assertEqual(self.record(command, "gen:er:n=10,m=0,seed=1", "-k", 4)["count"], "0")


class Agreement(CommandTest):
    def test_paper_and_fast_on_every_host_device(self):
        for device in ["host", "lockstep"]:
            for algorithm in ["fast", "paper"]:
                out, _ = self.run_command("motif", KARATE, "-k", 4, "--device", device, "--algorithm", algorithm, "--json", "-")
                record = json.loads(out)
                self.assertEqual(counts(record), KARATE_MOTIFS, (device, algorithm))
                self.assertEqual(record["device"]["kind"], device)

    def test_every_algorithm_of_clique_on_every_host_device(self):
        for device in ["host", "lockstep"]:
            for algorithm in ["fast", "paper", "bitmap"]:
                out, _ = self.run_command("clique", KARATE, "-k", 4, "--device", device, "--algorithm", algorithm, "--json", "-")
                record = json.loads(out)
                self.assertEqual(record["count"], "11", (device, algorithm))
                self.assertEqual(record["parameters"]["algorithm"], algorithm)

    def test_an_algorithm_of_another_application_is_refused(self):
        self.require_refusal("motif", KARATE, "-k", 4, "--algorithm", "bitmap", code=2, says=["--algorithm", "bitmap"])
        self.require_refusal("balance", "sweep", "motif", KARATE, "-k", 4, "--device", "host", "--algorithm", "bitmap",
                             "--csv", self.folder / "t.csv", code=2, says=["choose one of auto, fast, paper"])

    def test_verify_all_roots(self):
        for command in ["clique", "motif"]:
            out, _ = self.run_command(command, KARATE, "-k", 4, "--device", "host", "--verify")
            self.assertIn("verified: 34 of 34 roots agree", out)

    def test_verify_sampled_roots(self):
        out, _ = self.run_command("motif", "gen:ba:n=500,m=3,seed=2", "-k", 4, "--device", "host", "--verify=20", "--seed", 7)
        self.assertIn("verified: 20 of 500 roots agree", out)

    def test_verify_takes_no_word_for_its_number(self):
        out, _ = self.run_command("clique", "--verify", KARATE, "-k", 4, "--device", "host")
        self.assertIn("verified: 34 of 34", out)


class Estimates(CommandTest):
    def test_prints_memory_and_does_not_run(self):
        out, _ = self.run_command("motif", KARATE, "-k", 4, "--device", "host", "--estimate")
        self.assertIn("workers", out)
        self.assertNotIn("3-star", out)


class Pieces(CommandTest):
    def test_more_are_more_jobs_and_the_same_count(self):
        graph = "gen:rmat:scale=8,degree=8,seed=1"
        usual = self.record("clique", graph, "-k", 5, "--algorithm", "pivot", "--threads", 2)
        fine = self.record("clique", graph, "-k", 5, "--algorithm", "pivot", "--threads", 2, "--pieces", 500)
        self.assertEqual(fine["count"], usual["count"])
        self.assertEqual((usual["parameters"]["pieces"], fine["parameters"]["pieces"]), (0, 500))
        self.assertGreater(fine["roots"]["given"], usual["roots"]["given"])

    def test_others_are_no_usage(self):
        for pieces in [0, -1, 1025, "many"]:
            self.require_refusal("clique", KARATE, "-k", 4, "--pieces", pieces, code=2, says=["--pieces", str(pieces)])


class Explanations(CommandTest):
    GRAPH = "gen:er:n=400,m=30000,seed=1"

    def test_says_what_is_chosen_and_does_not_run(self):
        out, _ = self.run_command("clique", self.GRAPH, "-k", 6, "--device", "host", "--explain")
        self.assertRegex(out, r"(?m)^algorithm +(bitmap|pivot) +about \d.* s on host$")
        self.assertRegex(out, r"(?m)^ +(bitmap|pivot) ")
        self.assertRegex(out, r"(?m)^order +degree +the longest oriented list has \d+ vertices$")
        self.assertRegex(out, r"(?m)^sample +\d+ of \d+ jobs")
        self.assertNotIn("count", out)

    def test_of_one_algorithm_is_its_time(self):
        for algorithm in ["bitmap", "pivot", "oriented", "paper"]:
            out, _ = self.run_command("clique", self.GRAPH, "-k", 4, "--device", "host", "--algorithm", algorithm, "--explain")
            self.assertRegex(out, rf"(?m)^algorithm +{algorithm} ")
        out, _ = self.run_command("motif", self.GRAPH, "-k", 4, "--algorithm", "fast", "--device", "host", "--explain")
        self.assertRegex(out, r"(?m)^algorithm +fast +about")
        self.assertIn("of whole lists", out)

    def test_of_nothing_to_search(self):
        out, _ = self.run_command("clique", KARATE, "-k", 30, "--device", "host", "--explain")
        self.assertIn("nothing to search", out)

    def test_is_refused_beside_results(self):
        for other in [["--json", "-"], ["--estimate"], ["--verify"]]:
            self.run_command("clique", KARATE, "-k", 4, "--explain", *other, code=2)
        _, err = self.run_command("clique", KARATE, "-k", 4, "--explain", "--balance", "share", "--trace", self.folder / "t", code=2)
        self.assertIn("--explain", err)


class ProgressLines(CommandTest):
    def test_json_lines_on_standard_error(self):
        for algorithm in ["fast", "formula"]:
            with self.subTest(algorithm):
                self.check_lines("--algorithm", algorithm)

    def check_lines(self, *options):
        _, err = self.run_command("motif", "gen:er:n=30000,m=600000,seed=1", "-k", 6, "--device", "host", "--progress", "json",
                                  "--deadline", 2, *options, code=3)
        events = [json.loads(line) for line in err.splitlines()]
        done = [event["roots_done"] for event in events if event["event"] == "progress"]
        self.assertTrue(done, "no progress was reported")
        self.assertEqual(done, sorted(done))
        share = [event["share"] for event in events if event["event"] == "progress"]
        self.assertEqual(share, sorted(share))
        self.assertTrue(all(0 <= part <= 1 for part in share))
        self.assertLess(done[-1], events[-1]["roots_given"])


if __name__ == "__main__":
    unittest.main()
