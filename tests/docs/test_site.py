"""The site: every link in it leads to a page and a heading that are there, it loads nothing from a network, and it brings what
search needs. And the pictures of the gallery are what the program draws."""
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import markdown

MAKE = markdown.ROOT / "docs" / "site" / "make.py"
PROGRAM = pathlib.Path(os.environ.get("CERRADO_BUILD", markdown.ROOT / "build" / "host")) / "bin" / "cerrado"
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "object": "data", "image": "href"}


class Page(html.parser.HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.anchors.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.add(values["href"])
        if values.get(LOADS.get(tag)):
            self.loads.add(values[LOADS[tag]])


def wrong_links(file, pages):
    """The links and loads of a page that lead nowhere."""
    wrong = []
    for link in pages[file].links | pages[file].loads:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
        if not target.is_file():
            wrong.append(f"{link}: no such page")
        elif parts.fragment and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
            wrong.append(f"{link}: no such heading")
    return wrong


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name).resolve() / "site"
        command = [sys.executable, "-B", MAKE, "--out", cls.folder, *(["--program", PROGRAM] if PROGRAM.exists() else [])]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode == 3:
            raise unittest.SkipTest(made.stderr.strip())
        if made.returncode:
            raise AssertionError(made.stdout + made.stderr)
        cls.pages = {file: Page(file.read_text()) for file in cls.folder.rglob("*.html") if file.name != "404.html"}

    def test_every_document_is_a_page(self):
        for path in markdown.ALL:
            name = path.relative_to(markdown.ROOT)
            page = name.with_name("index.html") if name.name == "README.md" else name.with_suffix(".html")
            self.assertIn(self.folder / page, self.pages)

    def test_each_link_leads_to_a_page_and_a_heading(self):
        for file in self.pages:
            with self.subTest(str(file.relative_to(self.folder))):
                self.assertEqual(wrong_links(file, self.pages), [])
        self.assertGreater(sum(len(page.links) for page in self.pages.values()), 1000)

    def test_nothing_is_loaded_from_a_network(self):
        for file, page in self.pages.items():
            for address in page.loads:
                self.assertNotRegex(address, r"^(https?:)?//", file)
        for style in self.folder.rglob("*.css"):
            self.assertNotRegex(style.read_text(), r"(url\(|@import )[\"']?(https?:)?//", style)

    def test_search_has_its_index_beside_the_pages(self):
        text = (self.folder / "search" / "search_index.js").read_text()
        index = json.loads(text.partition("=")[2])
        found = {entry["location"].partition("#")[0] for entry in index["docs"] if "automorphisms" in entry["text"]}
        self.assertIn("docs/concepts.html", found)
        self.assertLessEqual(found, {str(file.relative_to(self.folder)) for file in self.pages} | {""})
        self.assertIn("iframe-worker.js", self.pages[self.folder / "index.html"].loads)  # a worker starts from disk by it alone

    def test_lists_and_fences_are_read(self):
        text = (self.folder / "CONTRIBUTING.html").read_text()
        self.assertGreater(text.count("<li>A file is one idea"), 0)
        for file in self.pages:
            shown = re.sub(r"(?s)<pre.*?</pre>|<code.*?</code>", "", file.read_text())
            self.assertNotIn("```", shown, file)

    @unittest.skipUnless(PROGRAM.exists(), f"no {PROGRAM}")
    def test_each_command_is_a_page_with_its_options(self):
        described = json.loads(subprocess.run([PROGRAM, "--describe"], capture_output=True, text=True, check=True).stdout)
        for command in described["commands"]:
            text = html.unescape((self.folder / "commands" / (command["name"].replace(" ", "-") + ".html")).read_text())
            for option in command["options"]:
                self.assertIn(f"<code>{', '.join(option['names'])}", text)

    def test_broken_ones_are_found(self):
        file = self.folder / "index.html"
        text = '<a href="nowhere.html">a</a><a href="#here">b</a><a href="#there">c</a><p id="here"><a href="https://example.org">d</a>'
        pages = {file: Page(text)}
        self.assertEqual(sorted(wrong_links(file, pages)), ["#there: no such heading", "nowhere.html: no such page"])


GALLERY = markdown.ROOT / "docs" / "gallery"


class Pictures(unittest.TestCase):
    def test_each_is_shown_with_its_command(self):
        page = (GALLERY / "pictures.md").read_text()
        shown = set(re.findall(r"!\[[^\]]+\]\(([^()\s]+)\)", page + (markdown.ROOT / "README.md").read_text().replace("docs/gallery/", "")))
        self.assertEqual(shown, {path.name for path in GALLERY.glob("*.svg")})
        sections = page.split("\n## ")[1:]
        self.assertEqual(len(sections), 11)
        for section in sections:
            self.assertEqual((section.count(".svg)"), section.count("\n```sh\n")), (1, 1), section)

    @unittest.skipUnless(PROGRAM.exists(), f"no {PROGRAM}")
    def test_each_is_what_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, "-B", GALLERY / "make_pictures.py", "--program", PROGRAM, "--out", folder],
                                  capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            left_out = dict(line.split(": left out: ") for line in made.stderr.splitlines())
            for path in sorted(GALLERY.glob("*.svg")):
                with self.subTest(path.name):
                    if path.stem in left_out:
                        self.skipTest(left_out[path.stem])
                    self.assertEqual((pathlib.Path(folder) / path.name).read_text(), path.read_text())
                    self.assertLess(path.stat().st_size, 40_000)


if __name__ == "__main__":
    unittest.main()
