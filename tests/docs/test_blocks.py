"""Every code block of the documents is taken from a file that the build compiles or runs."""
import json
import re
import unittest

import markdown

SNIPPETS = markdown.ROOT / "docs" / "snippets"
SAMPLER = markdown.ROOT / "tests" / "consumer" / "sampler"  # the project of tutorial 4
QUOTED_LANGUAGES = {"cpp", "cmake"}


def source_of(block):
    name = block.value("file")
    return (markdown.ROOT if "/" in name else SNIPPETS) / name


class Blocks(unittest.TestCase):
    def test_each_is_quoted_from_its_file(self):
        quoted = 0
        for block in (block for path in markdown.DOCS for block in markdown.blocks(path)):
            if block.language not in QUOTED_LANGUAGES:
                continue
            with self.subTest(str(block)):
                self.assertIsNotNone(block.value("file"), "a block of code names its file: ```cpp file=NAME")
                self.assertTrue(source_of(block).is_file(), f"{source_of(block)} is missing")
                self.assertTrue(markdown.quotes(source_of(block).read_text(), block.text),
                                f"differs from {source_of(block)}:\n{block.text}")
            quoted += 1
        self.assertGreater(quoted, 10)

    def test_each_snippet_is_shown(self):
        shown = {source_of(block) for path in markdown.DOCS for block in markdown.blocks(path) if block.value("file")}
        for path in [*SNIPPETS.iterdir(), *SAMPLER.iterdir()]:
            with self.subTest(path.name):
                self.assertIn(path, shown)

    def test_the_sampler_prints_what_is_shown(self):
        tests = (SAMPLER.parent / "CMakeLists.txt").read_text()
        expected = set(re.findall(r'cerrado_consumer_test\(sampler sampler \w+ "(.*)"\)', tests))
        self.assertEqual(len(expected), 1)
        tutorial = next(markdown.ROOT.glob("docs/tutorial/4-*.md"))
        shown = [line for block in markdown.blocks(tutorial) if block.language == "console"
                 for line in block.text.splitlines() if not line.startswith("$ ")]
        self.assertEqual(set(shown), expected)

    def test_presets_exist(self):
        presets = {preset["name"] for preset in json.loads((markdown.ROOT / "CMakePresets.json").read_text())["configurePresets"]}
        named = set(re.findall(r"--preset (\w+)", "".join(path.read_text() for path in markdown.DOCS)))
        self.assertTrue(named)
        self.assertLessEqual(named, presets)


class Quotes(unittest.TestCase):
    SOURCE = "int main() {\n    first();\n    second();\n}\n"

    def test_whole_lines_are_quoted(self):
        self.assertTrue(markdown.quotes(self.SOURCE, self.SOURCE))
        self.assertTrue(markdown.quotes(self.SOURCE, "first();\nsecond();\n"))

    def test_a_changed_line_is_not(self):
        self.assertFalse(markdown.quotes(self.SOURCE, "first();\nthird();\n"))

    def test_a_left_out_or_moved_line_is_not(self):
        self.assertFalse(markdown.quotes(self.SOURCE, "int main() {\n    second();\n}\n"))
        self.assertFalse(markdown.quotes(self.SOURCE, "second();\nfirst();\n"))

    def test_other_indentation_or_nothing_is_not(self):
        self.assertFalse(markdown.quotes(self.SOURCE, "first();\n    second();\n"))
        self.assertFalse(markdown.quotes(self.SOURCE, ""))


if __name__ == "__main__":
    unittest.main()
