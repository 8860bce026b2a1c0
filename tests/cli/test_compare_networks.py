"""graphlets compare: distances of networks, and the correlations of one."""
import csv
import io
import json
import unittest

from support import DATA, DATASETS, KARATE, CommandTest

SMALL = "gen:er:n=40,m=120,seed=3"
# Stopped while it counts, whatever the machine.
LARGE = "gen:er:n=30000,m=6000000,seed=1"
KITE = str(DATASETS / "kite.txt")


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


class Compare(CommandTest):
    def compare(self, *arguments):
        out, _ = self.run_command("graphlets", "compare", *arguments, "--device", "host", "--csv", "-")
        return rows_of(out)

    def test_a_network_and_itself(self):
        for kind, same in (("gcd11", "0"), ("gcd56", "0"), ("gcd73", "0"), ("gdda", "1"), ("gdda-geometric", "1"),
                           ("rgf", "0")):
            rows = self.compare(KARATE, KARATE, "--distance", kind)
            self.assertEqual(rows, [["network", KARATE, KARATE], [KARATE, same, same], [KARATE, same, same]])

    def test_the_matrix_is_symmetric(self):
        graphs = [KARATE, KITE, SMALL]
        _, *rows = self.compare(*graphs)
        self.assertEqual([row[0] for row in rows], graphs)
        matrix = [[float(word) for word in row[1:]] for row in rows]
        for i in range(3):
            self.assertEqual(matrix[i][i], 0)
            for j in range(3):
                self.assertEqual(matrix[i][j], matrix[j][i])
        self.assertGreater(matrix[0][1], 0)
        record = json.loads(self.run_command("graphlets", "compare", *graphs, "--device", "host", "--json", "-")[0])
        self.assertEqual([graph["source"] for graph in record["graphs"]], graphs)
        self.assertEqual((record["status"], record["parameters"]["distance"]), ("complete", "gcd11"))
        self.assertAlmostEqual(record["distances"][0][1], matrix[0][1], places=9)

    def test_the_table(self):
        out, _ = self.run_command("graphlets", "compare", KARATE, KITE, "--device", "host")
        self.assertIn("gcd11 of 2 networks", out)
        self.assertEqual(out.splitlines()[3].split(), ["network", "vertices", "edges", "1", "2"])
        self.assertIn("0.000000", out)

    def test_a_distance_that_is_not_finite_is_empty(self):
        _, *rows = self.compare("gen:complete:n=6", KARATE, "--distance", "rgf")
        self.assertEqual([row[1:] for row in rows], [["0", ""], ["", "0"]])
        out, _ = self.run_command("graphlets", "compare", "gen:complete:n=6", KARATE, "--distance", "rgf", "--device",
                                  "host", "--json", "-")
        self.assertIsNone(json.loads(out)["distances"][0][1])

    @unittest.skipUnless((DATA / "yeast-ppi.txt.gz").exists() and (DATA / "bio-diseasome.txt.gz").exists(),
                         f"real graphs are not in {DATA}")
    def test_yeast_and_diseases(self):
        graphs = [DATA / "yeast-ppi.txt.gz", DATA / "bio-diseasome.txt.gz"]
        for kind, distance in (("gcd11", 2.579385566), ("gcd56", 10.417078715), ("gcd73", 14.147178574),
                               ("gdda", .793074191), ("gdda-geometric", .784524267), ("rgf", 46.118391622)):
            rows = self.compare(*graphs, "--distance", kind)
            self.assertAlmostEqual(float(rows[1][2]), distance, places=9, msg=kind)

    def test_correlations_of_one(self):
        matrix, picture = self.folder / "m.csv", self.folder / "m.svg"
        out, _ = self.run_command("graphlets", "compare", KARATE, "--gcm", matrix, "--svg", picture, "--device", "host")
        self.assertIn(str(matrix), out)
        header, *rows = rows_of(matrix.read_text())
        self.assertEqual(header, ["orbit", "0", "1", "2", "4", "5", "6", "7", "8", "9", "10", "11"])
        for i, row in enumerate(rows):
            self.assertEqual(row[0], header[i + 1])
            self.assertEqual(row[i + 1], "1")
            for j, other in enumerate(rows):
                self.assertEqual(row[j + 1], other[i + 1])
                self.assertLessEqual(abs(float(row[j + 1])), 1)
        text = picture.read_text()
        self.assertTrue(text.startswith("<svg ") and text.endswith("</svg>\n"))
        self.assertEqual(text.count("<title>"), 121)
        record = json.loads(self.run_command("graphlets", "compare", KARATE, "--gcm", self.folder / "n.csv", "--json",
                                             "-", "--device", "host")[0])
        self.assertEqual(len(record["correlations"]), 11)

    def test_without_the_row_of_ones_zeros_have_no_correlation(self):
        out, _ = self.run_command("graphlets", "compare", "gen:complete:n=6", "--gcm", "-", "--no-row-of-ones",
                                  "--device", "host")
        self.assertEqual({word for row in rows_of(out)[1:] for word in row[1:]}, {""})
        out, _ = self.run_command("graphlets", "compare", "gen:complete:n=6", "--gcm", "-", "--device", "host")
        self.assertNotIn("", {word for row in rows_of(out)[1:] for word in row[1:]})

    def test_refusals(self):
        self.require_refusal("graphlets", "compare", KARATE, code=2, says=["two graphs"])
        self.require_refusal("graphlets", "compare", code=2, says=["GRAPHS"])
        self.require_refusal("graphlets", KARATE, "compare", KARATE, KITE, code=2, says=["GRAPH stands before"])
        self.require_refusal("graphlets", "--all", "compare", KARATE, KITE, code=2, says=["--all stands before"])
        self.require_refusal("graphlets", "compare", KARATE, KITE, "--gcm", "-", code=2, says=["one network"])
        self.require_refusal("graphlets", "compare", KARATE, "--gcm", "-", "--distance", "rgf", code=2, says=["gcd11"])
        self.require_refusal("graphlets", "compare", KARATE, KITE, "--no-row-of-ones", "--distance", "gdda", code=2,
                             says=["--no-row-of-ones"])
        self.require_refusal("graphlets", "compare", KARATE, KITE, "--distance", "gcd12", code=2, says=["gcd12"])
        self.require_refusal("graphlets", "compare", KARATE, self.folder / "none.txt", code=2, says=["none.txt"])
        self.require_refusal("graphlets", "compare", KARATE, KITE, "--csv", KITE, code=2, says=["which is read"])

    def test_a_stopped_run_has_no_distances(self):
        target = self.folder / "m.csv"
        out, _ = self.run_command("graphlets", "compare", KITE, LARGE, "--deadline", "0.01", "--device", "host", code=3)
        self.assertIn("no distances: the run was stopped", out)
        self.run_command("graphlets", "compare", LARGE, "--gcm", target, "--deadline", "0.01", "--device", "host",
                         code=3)
        self.assertFalse(target.exists())


if __name__ == "__main__":
    unittest.main()
