"""cerrado match on graphs with directions and labels."""
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


if __name__ == "__main__":
    unittest.main()
