"""The commands that the documents show are run, and print what is shown.

A block ```console run``` holds lines `$ COMMAND` with the output after each; build/host/ stands for the build at hand. Fractions are not
compared, since they are times and rates; with `numbers=any` no number is. Options: exit=CODE.
"""
import os
import pathlib
import re
import shlex
import subprocess
import unittest

import markdown

BUILD = pathlib.Path(os.environ.get("CERRADO_BUILD", markdown.ROOT / "build" / "host"))


def commands(block):
    """Pairs of a command and what it is said to print."""
    parts = re.split(r"(?m)^\$ (.*)\n", block.text)
    return list(zip(parts[1::2], parts[2::2]))


def masked(text, every_number):
    number = r"\d[\d,]*(?:\.\d+)?(?:e[-+]\d+)?" if every_number else r"\d+\.\d+(?:e[-+]\d+)?|\d+e[-+]\d+"
    text = re.sub(number, "#", text)
    return [re.sub(r" +", " ", line.rstrip()) for line in text.rstrip().splitlines()]


def run(command):
    arguments = [re.sub(r"^build/host/", f"{BUILD}/", word) for word in shlex.split(command)]
    return subprocess.run(arguments, cwd=markdown.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)


class Commands(unittest.TestCase):
    maxDiff = None

    def test_each_prints_what_is_shown(self):
        tried = 0
        for block in (block for path in markdown.DOCS for block in markdown.blocks(path)):
            if block.language != "console" or "run" not in block.words:
                continue
            every_number = block.value("numbers") == "any"
            for command, expected in commands(block):
                with self.subTest(f"{block}: {command}"):
                    done = run(command)
                    self.assertEqual(masked(done.stdout, every_number), masked(expected, every_number))
                    self.assertEqual(done.returncode, int(block.value("exit") or 0), done.stdout)
                tried += 1
        self.assertGreater(tried, 10)

    def test_programs_are_all_shown(self):
        shown = "".join(block.text for path in markdown.DOCS for block in markdown.blocks(path) if "run" in block.words)
        for program in (markdown.ROOT / "docs" / "snippets").glob("*.cpp"):
            self.assertIn(f"build/host/docs/{program.stem}", shown)

    def test_counts_are_compared_and_times_are_not(self):
        self.assertEqual(masked("45 in 0.25 s", False), masked("45 in  1.5e-05 s\n", False))
        self.assertNotEqual(masked("45 in 0.25 s", False), masked("46 in 0.25 s", False))
        self.assertNotEqual(masked("45 squares", True), masked("45 cliques", True))


if __name__ == "__main__":
    unittest.main()
