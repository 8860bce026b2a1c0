"""cerrado match on graphs with directions and labels."""
import csv
import io
import json
import unittest

from support import KARATE, CommandTest


class MatchMarks(CommandTest):
    def test_directions(self):
        loops = self.folder / "loops.txt"
        loops.write_text("# Directed graph\n1 2\n2 3\n1 3\n3 4\n4 5\n5 3\n")
        directed = ["match", loops, "--directed", "--device", "host"]
        for pattern, count, mappings in [("FFL", 1, 1), ("0>1,1>2,2>0", 1, 3), ("0-1,1-2,2-0", 2, 12), ("0>1,1~>0", 6, 6), ("0<>1", 0, 0)]:
            out, err = self.run_command(*directed, "--pattern", pattern, "--json", "-", "--verify")
            record = json.loads(out)
            self.assertEqual((record["count"], record["matches"][0]["mappings"]), (str(count), str(mappings)), pattern)
            self.assertTrue(record["graph"]["directed"])
            self.assertNotIn("taken as undirected", err)
        out, _ = self.run_command("match", loops, "--directed", "--pattern", "FFL", "--explain")
        self.assertRegex(out, r"(?m)^vertex \d .*arc from \d")
        self.require_refusal("match", "gen:star:n=9", "--directed", "--pattern", "FFL", code=2, says=["no directions"])

    def test_labels_of_edges(self):
        graph = self.folder / "labelled.txt"
        graph.write_text("1 2 up\n2 3 up\n3 1 down\n3 4\n")
        asked = [graph, "--edge-labels", "--device", "host", "--progress", "off", "--json", "-"]
        for pattern, count in (("0-1/up", 2), ("0-1/up,1-2/up", 1), ("0-1/up,1-2/down,2-0", 2), ("0-1/down,1-2", 3)):
            out, _ = self.run_command("match", *asked, "--pattern", pattern, "--verify")
            self.assertEqual(json.loads(out)["count"], str(count), pattern)
            self.assertEqual(json.loads(out)["graph"]["edge_labels"], 2)
        out, _ = self.run_command("match", graph, "--edge-labels", "--pattern", "0-1/down", "--explain", "--device", "host")
        self.assertIn("labelled down", out)
        self.require_refusal("match", graph, "--pattern", "0-1/up", code=2, says=["labels of edges", "the graph was read without them"])
        self.require_refusal("match", graph, "--edge-labels", "--pattern", "0-1/left", code=2, says=["left", "down, up"])
        self.require_refusal("match", KARATE, "--edge-labels", "--pattern", "0-1/up", code=2, says=["no line has a third column"])

    def test_labels(self):
        labels = KARATE.replace("karate.txt", "karate.labels.txt")
        by_label = 0
        for pattern in ["0:hi,1:hi,2:hi", "0:hi,1:hi,2:officer", "0:hi,1:officer,2:officer", "0:officer,1:officer,2:officer"]:
            asked = ["--labels", labels, "--pattern", pattern + ",0-1,1-2,2-0", "--device", "host"]
            out, _ = self.run_command("match", KARATE, *asked, "--json", "-", "--verify")
            by_label += int(json.loads(out)["count"])
            self.assertEqual(json.loads(out)["graph"]["labels"], 2)
        self.assertEqual(by_label, 45)
        either = self.record("match", KARATE, "--labels", labels, "--pattern", "0:hi|officer,0-1,1-2,2-0")
        self.assertEqual(either["count"], str(3 * 45))
        self.require_refusal("match", KARATE, "--labels", labels, "--pattern", "0:chair,0-1", code=2, says=["chair", "hi, officer"])
        wrong = self.folder / "wrong.txt"
        wrong.write_text("1 hi\n2\n")
        self.require_refusal("match", KARATE, "--labels", wrong, "--pattern", "0:hi,0-1", code=2, says=["wrong.txt:2: the line has no label"])
        self.require_refusal("match", KARATE, "--labels", self.folder / "none", "--pattern", "0:hi,0-1", code=2, says=["none"])

    def test_discovered_labels(self):
        labels = KARATE.replace("karate.txt", "karate.labels.txt")
        asked = ["match", KARATE, "--labels", labels, "--progress", "off"]
        triangle = ",0-1,1-2,2-0"
        each = {}
        for named in [("hi", "hi", "hi"), ("hi", "hi", "officer"), ("hi", "officer", "officer"), ("officer", "officer", "officer")]:
            pattern = ",".join(f"{v}:{label}" for v, label in enumerate(named)) + triangle
            each[named] = int(self.record(*asked, "--pattern", pattern)["count"])
        for pattern in ["0:?,1:?,2:?" + triangle, "0:?,1:?,1:hi|officer,2:?,0:officer|hi,2:hi|officer" + triangle]:
            out, _ = self.run_command(*asked, "--device", "host", "--pattern", pattern, "--json", "-")
            match = json.loads(out)["matches"][0]
            self.assertEqual({tuple(row["labels"]): int(row["count"]) for row in match["by_labels"]}, {k: n for k, n in each.items() if n})
            self.assertEqual((match["count"], match["discovered"], match["automorphisms"]), ("45", [0, 1, 2], 6))
            counts = [int(row["count"]) for row in match["by_labels"]]
            self.assertEqual(counts, sorted(counts, reverse=True))
        out, _ = self.run_command(*asked, "--device", "host", "--pattern", "0:?,1:?,0-1", "--verify")
        self.assertRegex(out, r"label of 0 +label of 1 +matches +share\n(\w+ +\w+ +\d+ +\d+\.\d\d %\n){3}")
        self.assertIn("verified: 34 of 34 roots agree", out)
        out, err = self.run_command(*asked, "--device", "host", "--pattern", "0:?,0-1", "--pattern", "1:?,0-1,1-2",
                                    "--pattern", "0-1", "--csv", "-")
        self.assertEqual(err.count("? tells vertices apart"), 1, err)
        self.assertIn('pattern "0:?,0-1": ? tells vertices apart that are alike without it, so there are 2 times as many', err)
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual(list(rows[0])[:5], ["pattern", "label0", "label1", "count", "mappings"])
        by_pattern = {}
        for row in rows:
            by_pattern.setdefault(row["pattern"], []).append((row["label0"], row["label1"], int(row["count"])))
        self.assertEqual(sum(count for _, _, count in by_pattern["0:?,0-1"]), 2 * 78)  # an end that is marked and one that is not
        self.assertEqual({row[0] for row in by_pattern["0:?,0-1"]}, {"hi", "officer"})
        self.assertEqual({row[:2] for row in by_pattern["1:?,0-1,1-2"]}, {("", "hi"), ("", "officer")})
        self.assertEqual(by_pattern["0-1"], [("", "", 78)])
        out, _ = self.run_command(*asked, "--device", "host", "--pattern", "0:?,0-1", "--explain")
        self.assertIn("label discovered", out)

    def test_discovered_labels_in_other_outputs(self):
        labels = KARATE.replace("karate.txt", "karate.labels.txt")
        asked = ["match", KARATE, "--labels", labels, "--progress", "off", "--pattern", "0:?,2:?,0-1,1-2"]
        whole = self.record(*asked)
        rows = whole["matches"][0]["by_labels"]
        out, _ = self.run_command(*asked, "--device", "host", "--list", "-")
        self.assertEqual(len(out.splitlines()), int(whole["count"]))
        for option in ("--per-vertex", "--per-orbit"):
            record = self.record(*asked, option, self.folder / "counts.csv", "--verify")
            self.assertEqual(record["count"], whole["count"])
            self.assertNotIn("by_labels", record["matches"][0])
        self.assertTrue(self.record(*asked, "--exists")["exists"])
        self.assertEqual(self.record(*asked, "--checkpoint", self.folder / "state.ck")["matches"][0]["by_labels"], rows)
        self.assertEqual(self.record(*asked, "--resume", self.folder / "state.ck")["matches"][0]["by_labels"], rows)
        parts = []
        for part in (1, 2):
            parts.append(self.folder / f"part{part}.ck")
            self.run_command(*asked, "--device", "host", "--part", f"{part}/2", "--checkpoint", parts[-1])
        self.assertEqual(self.record("merge", *parts)["matches"][0]["by_labels"], rows)
        self.require_refusal(*asked, "--algorithm", "formula", code=2, says=["no formula"])
        self.require_refusal("match", KARATE, "--pattern", "0:?,0-1", code=2, says=["the graph has none"])

    def test_vertices_without_labels_and_a_label_that_is_a_question_mark(self):
        graph = self.folder / "path.txt"
        graph.write_text("1 2\n2 3\n3 4\n")
        some = self.folder / "some.txt"
        some.write_text("1 ?\n3 b\n4 (none)\n")
        asked = ["match", graph, "--labels", some, "--progress", "off"]
        match = self.record(*asked, "--pattern", "0:?,1:?,0-1")["matches"][0]
        self.assertEqual(match["by_labels"], [{"labels": ["", "?"], "count": "1"}, {"labels": ["", "b"], "count": "1"},
                                              {"labels": ["(none)", "b"], "count": "1"}])  # fmt: skip
        out, _ = self.run_command(*asked, "--device", "host", "--pattern", "0:?,1:?,0-1")
        self.assertRegex(out, r"(?m)^\(none\) +\? +1 ")
        self.assertEqual(self.record(*asked, "--pattern", "0:\\?,0-1")["count"], "1")
        self.require_refusal(*asked, "--pattern", "0:?|b,0-1", code=2, says=["stands alone", "\\?"])

    def test_discovered_labels_of_a_stopped_run(self):
        labels = self.folder / "labels.txt"
        labels.write_text("".join(f"{v} {v % 5}\n" for v in range(3000)))
        asked = ["match", "gen:er:n=3000,m=400000,seed=1", "--labels", labels, "--progress", "off"]
        out, _ = self.run_command(*asked, "--device", "host", "--pattern", "0:?,4:?,0-1,1-2,2-3,3-4", "--deadline", "3s",
                                  "--json", "-", code=3)
        match = json.loads(out)["matches"][0]
        self.assertEqual(sum(int(row["count_at_least"]) for row in match["by_labels"]), int(match["count_at_least"]))


if __name__ == "__main__":
    unittest.main()
