"""Pages and pictures of results: --report and --plot. They say what the record says, and load nothing."""
import html.parser
import json
import os
import resource
import time
import unittest
import xml.etree.ElementTree

from support import KARATE, CommandTest, start

ON_HOST = ["--device", "host"]
SMALL = "gen:er:n=30,m=60,seed=1"
BURSTS = "gen:bursts:n=30,m=60,span=1000,seed=1"
# The words of each command, and where its record has the numbers of the rows.
COMMANDS = {
    "clique": (["clique", KARATE, "--all"], ["sizes", "count"]),
    "motif": (["motif", KARATE, "-k", "4"], ["patterns", "count"]),
    "directed motif": (["motif", BURSTS, "-k", "3", "--directed"], ["patterns", "count"]),
    "match of patterns": (["match", KARATE, "--pattern", "house"], ["matches", "count"]),
    "match": (["match", KARATE, "--all", "3"], ["patterns", "count"]),
    "query": (["query", KARATE, "MATCH (a)--(b) RETURN a, count(*)"], ["groups", "count"]),
    "discover": (["discover", KARATE, "-k", "3", "--random", "5"], ["patterns", "z"]),
    "frequent": (["frequent", KARATE, "--support", "20", "--max-edges", "3"], ["patterns", "support"]),
    "graphlets": (["graphlets", KARATE, "-k", "4"], ["patterns", "count"]),
    "compress score": (["compress", "score", KARATE, "--min-k", "3", "--max-k", "5"], ["sizes", "score"]),
    "approximate": (["motif", KARATE, "-k", "3", "--approximate", "20%"], ["estimates", "estimate"]),
}
VOID = {"meta", "path", "rect"}


class Page(html.parser.HTMLParser):
    """Elements that are open and closed in order; the texts by element; the rows of the first table."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.texts, self.attributes, self.rows, self.tables = [], [], {}, [], [], 0
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attributes):
        self.attributes += attributes
        if tag in VOID:
            return
        self.open.append(tag)
        self.tables += tag == "table"
        if tag == "tr" and self.tables == 1:
            self.rows.append([])
        if tag in ("td", "th") and self.tables == 1:
            self.rows[-1].append("")
        if tag == "data" and self.tables == 1:
            self.rows[-1][-1] = dict(attributes)["value"]
        self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag, attributes):
        self.attributes += attributes

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]][-1] += data
        if self.tables == 1 and self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data

    def column(self, name):
        at = self.rows[0].index(name)
        return [row[at] for row in self.rows[1:]]


class Reports(CommandTest):
    def page(self, *words, code=0, name="page.html"):
        path = self.folder / name
        out, err = self.run_command(*words, "--report", path, code=code)
        text = path.read_text()
        page = Page(text)
        self.assertEqual(page.wrong, [])
        self.assertEqual(len(page.texts["script"]), 1)  # its own
        for name, value in page.attributes:
            self.assertNotIn(name, ("src", "onload", "onclick", "onerror"))
        self.assertNotIn("http://", text.replace("http://www.w3.org", ""))
        self.assertNotIn("https://", text)
        return page, text, out

    def test_numbers_of_every_command_are_those_of_its_record(self):
        for name, (words, (rows, number)) in COMMANDS.items():
            with self.subTest(name):
                target = self.folder / "record.json"
                page, _, out = self.page(*words, *ON_HOST, "--json", target)
                record = json.loads(target.read_text())
                self.assertIn(record["semantics"], page.texts["p"][0])
                self.assertEqual(page.texts["h1"][0], f"{record['app']} of {os.path.basename(record['graph']['source'])}")
                shown = [cell.replace(",", "") for cell in page.column(number)]
                expected = [row[number] for row in record[rows]]
                self.assertEqual(sorted(map(float, filter(None, shown))), sorted(float(x) for x in expected if x is not None))
                self.assertIn(out.splitlines()[0], page.texts["pre"][0])
                for stage in ["load", "run", "output"]:
                    self.assertIn(stage, page.texts["td"])
                for fact in ["command line", "version", "device kind", "checksum", "read as", "peak bytes"]:
                    self.assertIn(fact, page.texts["dt"])

    def test_other_commands(self):
        for words in (["temporal", BURSTS, "--delta", "50"], ["sieve", SMALL, "--colours", "mod:3", "--motif", "0,1"],
                      ["six", "count", "gen:cycle:n=6", "--pattern", "triangle"], ["match", KARATE, "--pattern", "house", "--exists"]):
            with self.subTest(words[0]):
                page, _, _ = self.page(*words, *ON_HOST)
                self.assertGreater(len(page.rows), 1)
        out, _ = self.run_command("graphlets", "compare", KARATE, SMALL, *ON_HOST, "--json", "-", "--report", self.folder / "page.html")
        page = Page((self.folder / "page.html").read_text())
        self.assertAlmostEqual(float(page.column("distance")[0]), json.loads(out)["distances"][0][1], 9)
        self.require_refusal("graphlets", "compare", KARATE, "--gcm", "-", "--plot", self.folder / "x.svg", code=2, says=["--plot"])

    def test_info(self):
        labels = self.write("labels.txt", "".join(f"{v} {'ab'[v % 2]}\n" for v in range(1, 35)))
        path = self.folder / "info.html"
        self.run_command("info", KARATE, "--labels", labels, "--report", path)
        page = Page(path.read_text())
        self.assertEqual(page.wrong, [])
        self.assertIn("78", page.texts["b"])
        self.assertEqual(page.column("count"), ["17", "17"])
        self.require_refusal("info", "--formats", "--report", path, code=2, says=["--report"])

    def test_drawings_and_bars(self):
        page, text, _ = self.page("motif", KARATE, "-k", "4", *ON_HOST)
        self.assertEqual(text.count("<svg"), 6)
        self.assertEqual(len(page.rows), 7)
        counts = [int(count.replace(",", "")) for count in page.column("count")]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertIn("width:100.0%", text)
        self.assertIn(f"width:{100 * counts[1] / counts[0]:.1f}%", text)
        self.assertNotIn("edges", page.rows[0])  # they are drawn

    def test_drawings_have_the_labels_that_were_found(self):
        graph, labels = self.write("graph.txt", "1 2\n1 3\n2 3\n"), self.write("labels.txt", "1 kinase\n2 kinase\n3 lipase\n")
        picture = self.folder / "picture.svg"
        self.run_command("match", graph, "--labels", labels, "--pattern", "0-1,0:?,1:?", *ON_HOST, "--plot", picture)
        drawn = [e.text for e in xml.etree.ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("kinase", drawn)
        self.assertIn("lipase", drawn)
        self.assertNotIn("?", drawn)

    def test_names_are_escaped(self):
        evil = "<script>alert(1)</script>"
        graph = self.write('<b onload="x">&.csv', "a,b\n" + "".join(f'"{evil}",{v}\n' for v in ["x", "&amp;", "'"]))
        page, text, _ = self.page("query", graph, "MATCH (a)--(b) RETURN a, count(*)", "--names", *ON_HOST)
        self.assertIn(evil, [cell for row in page.rows for cell in row])
        self.assertIn("&amp;", [cell for row in page.rows for cell in row])
        self.assertIn('<b onload="x">&.csv', page.texts["h1"][0])
        self.assertNotIn(evil, text)
        labels = self.write("labels.txt", f"1 {evil}\n2 {evil}\n3 b\n")
        triangle = self.write("graph.txt", "1 2\n1 3\n2 3\n")
        page, text, _ = self.page("frequent", triangle, "--labels", labels, "--support", "1", "--max-edges", "1", *ON_HOST)
        self.assertNotIn(evil, text)
        self.assertIn("&lt;script", text)
        picture = self.folder / "picture.svg"
        self.run_command("frequent", triangle, "--labels", labels, "--support", "1", "--max-edges", "1", *ON_HOST, "--plot", picture)
        self.assertNotIn("{http://www.w3.org/2000/svg}script", [e.tag for e in xml.etree.ElementTree.parse(picture).iter()])

    def test_a_stopped_run_says_so(self):
        page, _, _ = self.page("clique", KARATE, "-k", "3", *ON_HOST, "--list", self.folder / "list", "--limit", "2", code=3)
        self.assertIn("Partial", page.texts["p"][1])
        self.require_refusal("clique", KARATE, "-k", "3", "--part", "1/2", "--checkpoint", self.folder / "c", "--report",
                             self.folder / "x.html", code=2, says=["--part"])

    def seconds(self, *words):
        begun = time.perf_counter()
        self.run_command(*words)
        return time.perf_counter() - begun

    def test_sizes_and_times(self):
        path, beside = self.folder / "page.html", self.folder / "page.html.csv"
        for count in (1000, 100_000):
            graph = self.write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(1, count)))
            run = ["query", graph, "MATCH (a)--(b) RETURN a, count(*)", *ON_HOST]
            plain = min(self.seconds(*run), self.seconds(*run))
            longer = min(self.seconds(*run, "--report", path), self.seconds(*run, "--report", path))
            with self.subTest(count):
                self.assertLess(longer - plain, .3 if count == 1000 else 1)
                self.assertLess(path.stat().st_size, 2e6)
                page = Page(path.read_text())
                self.assertEqual(len(page.rows), 1001)
                self.assertEqual(beside.exists(), count > 1000)
        self.assertEqual(beside.read_text(), self.run_command(*run, "--csv", "-")[0])
        self.assertTrue(any("first 1,000 of 100,000 rows" in text for text in page.texts["p"]))
        self.assertIn(("href", "page.html.csv"), page.attributes)
        out, _ = self.run_command(*run, "--report", "-")
        self.assertIn("--csv FILE writes all", out)

    def test_many_drawings(self):
        path = self.folder / "page.html"
        run = ["motif", KARATE, "-k", "7", "--patterns", "all", "--workers", "2", *ON_HOST, "--through", "1,2,3"]
        plain = min(self.seconds(*run), self.seconds(*run))
        self.assertLess(min(self.seconds(*run, "--report", path), self.seconds(*run, "--report", path)) - plain, .3)
        text = path.read_text()
        self.assertEqual(text.count("<svg"), 853)
        self.assertLess(len(text), 2e6)

    def test_pictures(self):
        picture = self.folder / "picture.svg"
        self.run_command("motif", KARATE, "-k", "4", *ON_HOST, "--plot", picture)
        root = xml.etree.ElementTree.parse(picture).getroot()
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}rect")), 7)  # the ground and 6 bars
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}svg")), 6)
        out, _ = self.run_command("discover", KARATE, "-k", "3", "--random", "5", *ON_HOST, "--plot", "-")
        self.assertTrue(out.startswith("<svg "))
        out, _ = self.run_command("match", KARATE, "--pattern", "house", "--exists", *ON_HOST, "--plot", "-")
        self.assertIn("no numbers", out)
        for ending in ("png", "pdf", "jpg"):
            for option in ("--plot", "--report"):
                self.require_refusal("motif", KARATE, "-k", "3", option, self.folder / f"x.{ending}", code=2,
                                     says=[f"x.{ending}", "open it in a browser"])

    def test_nothing_is_left_behind(self):
        os.mkdir(self.folder / "out")
        page = self.folder / "out" / "page.html"
        graph = self.write("graph.txt", "".join(f"{v} {v + 1}\n" for v in range(1, 3000)))
        run = ["query", graph, "MATCH (a)--(b) RETURN a, count(*)", *ON_HOST]
        for limit in (4096, 40_000, 100_000):  # no file, a part of the page, and all of its part that is in a buffer
            process = start(*run, "--report", page, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1, err)
            self.assertIn("page.html", err)
            self.assertEqual(os.listdir(self.folder / "out"), [])
        out, err = self.run_command(*run, "--report", "/dev/full", code=1)
        self.assertIn("No space left", err)
        self.assertIn("3,000 vertices", out)  # one output that fails does not cost the others
        self.require_refusal(*run, "--report", self.folder / "no" / "page.html", code=1, says=["page.html"])
        os.mkdir(self.folder / "out" / "page.html.csv")
        out, err = self.run_command(*run, "--report", page, code=1)
        self.assertIn("page.html.csv", err)
        self.assertEqual(os.listdir(self.folder / "out"), ["page.html.csv"])

    def test_the_file_beside_is_no_input(self):
        graph = self.write("page.html.csv", "0 1\n1 2\n")
        for words in (["clique", graph, "-k", "2", *ON_HOST], ["info", graph]):
            self.require_refusal(*words, "--report", self.folder / "page.html", code=2, says=["--report", "which is read"])


if __name__ == "__main__":
    unittest.main()
