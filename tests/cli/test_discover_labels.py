"""discover by labels, and samples."""
import shlex
import unittest

from support import CommandTest
from test_discover import ARCS


class DiscoverByLabels(CommandTest):
    def setUp(self):
        super().setUp()
        self.arcs = self.folder / "arcs.txt"
        lines = ARCS.splitlines()
        self.arcs.write_text("".join(f"{line} {'act' if i % 3 else 'rep'}\n" for i, line in enumerate(lines)))
        self.labels = self.folder / "labels.txt"
        self.labels.write_text("".join(f"{v} {'TF' if v % 4 == 0 else 'gene'}\n" for v in range(30)))

    def discover(self, *arguments, code=0):
        return self.record("discover", self.arcs, "--directed", *arguments, code=code)

    def test_each_row_has_the_command_that_lists_it(self):
        record = self.discover("-k", 3, "--labels", self.labels, "--edge-labels", "--random", 20)
        present = [row for row in record["patterns"] if row["count"] != "0"]
        self.assertGreater(len(present), 10)
        for row in present[:10]:
            self.assertEqual((len(row["labels"]), len(row["edge_labels"])), (3, len(row["edges"])))
            lines = self.run_command(*shlex.split(row["command"])[1:])[0].splitlines()
            self.assertEqual(len([line for line in lines if line[0] != "#"]), int(row["count"]))

    def test_verify_and_outputs(self):
        counts, rows, picture = self.folder / "c.csv", self.folder / "r.csv", self.folder / "p.svg"
        told = self.run_command("discover", self.arcs, "--directed", "-k", 3, "--labels", self.labels, "--random", 10,
                               "--counts", counts, "--csv", rows, "--svg", picture, "--verify")
        self.assertIn("3 random graphs agree with the serial program", "".join(told))
        self.assertIn('0:', rows.read_text())
        header = counts.read_text().split("\n")[0].split(",")
        self.assertEqual(len(header), len(set(header)))
        self.assertIn("0:gene", picture.read_text())

    def test_free_labels_are_not_kept(self):
        """Then the counts without labels are those of a search without."""
        def sums(*arguments):
            total = {}
            for row in self.discover("-k", 3, "--random", 10, *arguments)["patterns"]:
                total[row["graph6"]] = total.get(row["graph6"], 0) + row["mean"]
            return {name: round(mean, 6) for name, mean in total.items()}
        plain = sums()
        self.assertEqual(sums("--labels", self.labels, "--free-labels"), plain)
        self.assertNotEqual(sums("--labels", self.labels), plain)

    def test_labels_that_items_cannot_have_give_no_command(self):
        graph = self.folder / "g.graphml"
        self.run_command("convert", self.arcs, graph, "--directed", "--edge-labels")
        text = graph.read_text().replace(">act<", ">act, then<")
        self.assertIn("act, then", text)
        graph.write_text(text)
        record = self.record("discover", graph, "--directed", "-k", 3, "--edge-labels", "--random", 5)
        told = [row for row in record["patterns"] if "act, then" in row["edge_labels"]]
        self.assertTrue(told)
        self.assertTrue(all(row["command"] is None for row in told))

    def test_a_sample_says_that_it_is_one(self):
        exact = self.discover("-k", 4, "--random", 5)
        record = self.discover("-k", 4, "--random", 5, "--sample", "1,.9,.8,.7")
        self.assertTrue(record["approximate"])
        self.assertFalse(exact["approximate"])
        self.assertEqual(record["parameters"]["sample"], [1, .9, .8, .7])
        true = {row["graph6"]: row["value"] for row in exact["patterns"]}
        for row in record["patterns"]:
            self.assertLess(abs(row["value"] - true.get(row["graph6"], 0)), 6 * row["error"] + 8, row["graph6"])
        table, _ = self.run_command("discover", self.arcs, "--directed", "-k", 4, "--random", 5, "--sample",
                                    "1,.9,.8,.7")
        self.assertIn("estimate", table)
        self.assertIn("approximate: a subgraph was counted with probability 0.504", table)

    def test_samples_and_labels_go_on_from_a_checkpoint(self):
        file = self.folder / "c"
        for options in (["--labels", self.labels], ["--sample", "1,.9,.8"]):
            few = ["-k", 3, *options, "--checkpoint", file]
            self.discover(*few, "--random", 5)
            more = self.discover(*few, "--random", 9, "--resume", file)
            at_once = self.discover("-k", 3, *options, "--random", 9)
            self.assertEqual(more["patterns"], at_once["patterns"])
            self.require_refusal("discover", self.arcs, "--directed", "-k", 3, "--random", 5, "--resume", file, code=2,
                                 says=["discover, directed patterns"])
            file.unlink()

    def test_a_label_may_be_a_question_mark(self):
        self.labels.write_text(self.labels.read_text().replace("TF", "?"))
        record = self.discover("-k", 3, "--labels", self.labels, "--random", 5)
        row = next(row for row in record["patterns"] if row["count"] != "0" and "?" in row["labels"])
        lines = self.run_command(*shlex.split(row["command"])[1:])[0].splitlines()
        self.assertEqual(len([line for line in lines if line[0] != "#"]), int(row["count"]))

    def test_wrong_questions_are_refused(self):
        discovering = self.folder / "patterns.txt"
        discovering.write_text("0:?,0>1,1>2\n")
        for message, arguments in (("have no labels", ["--vertex-labels"]),
                                   ("excludes", ["--vertex-labels", "--labels", self.labels]),
                                   ("--free-labels needs labels", ["--free-labels"]),
                                   ("discovers no labels", ["--labels", self.labels, "--patterns", discovering]),
                                   ("3 probabilities", ["--sample", ".5,.5"]),
                                   ("--sample estimates", ["--sample", ".5,.5,.5", "--verify"]),
                                   ("cannot keep labels", ["-k", 4, "--labels", self.labels, "--null", "triads"])):
            size = [] if "-k" in arguments else ["-k", 3]
            self.require_refusal("discover", self.arcs, "--directed", *size, *arguments, code=2, says=[message])


if __name__ == "__main__":
    unittest.main()
