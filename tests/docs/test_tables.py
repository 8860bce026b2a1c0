"""The tables of docs/performance.md are those of the files in bench/results."""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

import markdown

sys.path.insert(0, str(markdown.ROOT / "bench"))
import tables  # noqa: E402

PAGE = tables.PAGE.read_text()


class Page(unittest.TestCase):
    def test_each_table_is_that_of_its_file(self):
        text, differing = tables.rewritten(PAGE)
        self.assertEqual(differing, [])
        self.assertEqual(text, PAGE)

    def test_each_file_is_shown_or_linked(self):
        files = sorted(tables.RESULTS.iterdir())
        self.assertGreater(len(files), 30)
        for path in files:
            self.assertIn(f"](../bench/results/{path.name})", PAGE)


class Check(unittest.TestCase):
    """The program finds what differs, and mends it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name) / "page.md"

    def run_on(self, text, *options):
        self.page.write_text(text)
        return subprocess.run([sys.executable, "-B", tables.BENCH / "tables.py", "--page", self.page, *options],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_a_figure_that_differs_is_found_and_mended(self):
        head, rows = tables.read("match")
        figure = rows[0][head.index("best peer")]
        changed = PAGE.replace(f" {figure} |", f" {figure}1 |", 1)
        self.assertNotEqual(changed, PAGE)
        done = self.run_on(changed, "--check")
        self.assertEqual((done.returncode, self.page.read_text()), (1, changed))
        self.assertIn("table match: ", done.stdout)
        self.assertEqual(done.stdout.count("table "), 1)
        self.assertEqual(self.run_on(changed).returncode, 0)
        self.assertEqual(self.page.read_text(), PAGE)
        self.assertEqual(self.run_on(PAGE, "--check").returncode, 0)

    def test_what_cannot_be_drawn_is_said(self):
        for text, problem in [("<!-- table: nothing -->\n<!-- end -->\n", "table nothing: there is no"),
                              ("<!-- table: match without colour -->\n<!-- end -->\n", "no such column: colour"),
                              ("<!-- table: match -->\n", "do not come in pairs")]:
            done = self.run_on(text, "--check")
            self.assertEqual(done.returncode, 1)
            self.assertIn(problem, done.stdout)


class Drawing(unittest.TestCase):
    def draw(self, rows, without=()):
        with tempfile.TemporaryDirectory() as folder:
            with (pathlib.Path(folder) / "a.csv").open("w", newline="") as file:
                csv.writer(file).writerows(rows)
            return tables.table("a", without, pathlib.Path(folder))

    HEAD = ["graph", "k", "run", "peer", *tables.ABOUT]
    ROWS = [["karate", "3", "1.5", "A 2", "ms", "H200", "2026-11-21", "cerrado"], ["karate", "4", "", "", "ms", "H100", "", "cerrado"]]

    def test_columns_are_aligned_and_a_name_is_said_once(self):
        self.assertEqual(self.draw([self.HEAD, *self.ROWS]), """\
[a.csv](../bench/results/a.csv): ms; H200 and H100, 2026-11-21; `cerrado`.

| graph  |   k | run | peer |
| ------ | --: | --: | ---- |
| karate |   3 | 1.5 | A 2  |
|        |   4 |     |      |
""")

    def test_columns_can_be_left_out(self):
        self.assertIn("| graph  | peer |\n", self.draw([self.HEAD, *self.ROWS], ["k", "run"]))

    def test_a_file_of_another_form_is_refused(self):
        for rows in [[["graph", "run"], ["karate", "1"]], [self.HEAD, self.ROWS[0][1:]]]:
            with self.assertRaises(tables.Unusable):
                self.draw(rows)


if __name__ == "__main__":
    unittest.main()
