"""Relative links lead to files that are there, and to headings that are in them."""
import unittest

import markdown


def broken(path, text):
    """What is wrong with the links of a file, one line each."""
    wrong = []
    for link in markdown.links(text):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            wrong.append(f"{link}: no such file")
        elif anchor and anchor not in markdown.anchors(text if target == path else target.read_text()):
            wrong.append(f"{link}: no such heading")
    return wrong


class Links(unittest.TestCase):
    def test_each_resolves(self):
        seen = 0
        for path in markdown.ALL:
            with self.subTest(str(path.relative_to(markdown.ROOT))):
                text = path.read_text()
                seen += len(markdown.links(text))
                self.assertEqual(broken(path, text), [])
        self.assertGreater(seen, 20)

    def test_every_document_is_in_the_index(self):
        index = markdown.ROOT / "docs" / "README.md"
        linked = {(index.parent / link.partition("#")[0]).resolve() for link in markdown.links(index.read_text())}
        for path in markdown.DOCS:
            if path != index:
                self.assertIn(path, linked)

    def test_broken_ones_are_found(self):
        text = "# One heading\n[a](nowhere.md) [b](#one-heading) [c](#another) [d](https://example.org/)\n```\n[e](no-link.md)\n```\n"
        self.assertEqual(broken(markdown.ROOT / "docs" / "README.md", text),
                         ["nowhere.md: no such file", "#another: no such heading"])


if __name__ == "__main__":
    unittest.main()
