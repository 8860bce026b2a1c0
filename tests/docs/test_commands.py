"""The commands that the documents show are run, and print what is shown.

A block ```console run``` holds lines `$ COMMAND` with the output after each; build/host/ stands for the build at hand,
in commands and in what they print.
Every number is compared but times: a number before a unit of time, under the heading `seconds` of a table, or in the
object "seconds" of a record. What else differs from run to run or from machine to machine is named by the option
`varies=145_looks,of_145`: where the output has these words, with _ for a space, their numbers may be any. The text
around the block says why. The other option is exit=CODE.
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


NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]\d+)?"


def phrases(block):
    """The words whose numbers may be any, as regular expressions."""
    found = [re.escape(phrase.replace("_", " ")) for phrase in (block.value("varies") or "").split(",") if phrase]
    return [r"(?<![\w.])" + re.sub(NUMBER, lambda _: NUMBER, phrase.replace("\\ ", " +")) for phrase in found]


def without_seconds(lines):
    """The lines, with # for the numbers that stand under the heading `seconds` of a table."""
    end = None
    for line in lines:
        heading = re.search(r" {2,}seconds(?= {2}|$)", line)
        end = heading.end() if heading else end if line.strip() else None
        cell = re.search(NUMBER + "$", line[:end]) if end and not heading else None
        yield line[:cell.start()] + "#" + line[cell.end():] if cell else line


def masked(text, varying=()):
    """The lines to be compared: # for a time and for the numbers of `varying`, one space for several."""
    text = "\n".join(without_seconds(text.rstrip().splitlines()))
    text = re.sub(r'"seconds": ?{.*?}', lambda record: re.sub(rf"(?<=:){NUMBER}", "#", record[0]), text)
    text = re.sub(rf"(?<![\w.]){NUMBER}(?= ?(?:s|ms|us|ns)\b)", "#", text)
    for pattern in varying:
        text = re.sub(pattern, lambda phrase: re.sub(NUMBER, "#", phrase[0]), text)
    return [re.sub(r" +", " ", line.rstrip()) for line in text.splitlines()]


def run(command):
    arguments = [re.sub(r"^build/host/", f"{BUILD}/", word) for word in shlex.split(command)]
    return subprocess.run(arguments, cwd=markdown.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120)


class Commands(unittest.TestCase):
    maxDiff = None

    def test_each_prints_what_is_shown(self):
        tried = 0
        for block in (block for path in markdown.DOCS for block in markdown.blocks(path)):
            if block.language != "console" or "run" not in block.words:
                continue
            varying = phrases(block)
            for pattern in varying:
                self.assertRegex(block.text, pattern, f"{block}: no such words")
            for command, expected in commands(block):
                with self.subTest(f"{block}: {command}"):
                    done = run(command)
                    printed = done.stdout.replace(f"{BUILD}/", "build/host/")
                    self.assertEqual(masked(printed, varying), masked(expected, varying))
                    self.assertEqual(done.returncode, int(block.value("exit") or 0), done.stdout)
                tried += 1
        self.assertGreater(tried, 10)

    def test_programs_are_all_shown(self):
        shown = "".join(block.text for path in markdown.DOCS for block in markdown.blocks(path) if "run" in block.words)
        for program in (markdown.ROOT / "docs" / "snippets").glob("*.cpp"):
            self.assertIn(f"build/host/docs/{program.stem.removesuffix('_policy')}", shown)  # a policy is a library

    def test_options_are_known(self):
        for block in (block for path in markdown.DOCS for block in markdown.blocks(path)):
            if block.language != "console":
                continue
            with self.subTest(str(block)):
                self.assertLessEqual({word.partition("=")[0] for word in block.words}, {"run", "exit", "varies"})


class Masks(unittest.TestCase):
    TABLE = "k  count  seconds  device\n5     75    0.003  host (CPU)\n\n75 listed\n"

    def require(self, same, one, other, varies=""):
        patterns = phrases(markdown.Block(None, 0, f"console run varies={varies}", ""))
        (self.assertEqual if same else self.assertNotEqual)(masked(one, patterns), masked(other, patterns))

    def test_times_are_not_compared(self):
        self.require(True, "45 in 0.25 s", "45 in  1.5e-05 s\n")
        self.require(True, "45 in 25 ms", "45 in 7 ms")
        self.require(True, self.TABLE, self.TABLE.replace("0.003", "0.125"))
        self.require(True, '"seconds": {"load":0.5,"run":1e-07},', '"seconds": {"load":0,"run":1.25},')

    def test_counts_are(self):
        self.require(False, "45 in 0.25 s", "46 in 0.25 s")
        self.require(False, "45 squares", "46 squares")
        self.require(False, "1,045 squares", "1,046 squares")
        self.require(False, "140.1 KiB", "140.2 KiB")
        self.require(False, "45 squares", "45 cliques")
        self.require(False, self.TABLE, self.TABLE.replace("   75  ", "   76  "))
        self.require(False, self.TABLE, self.TABLE.replace("75 listed", "76 listed"))
        self.require(False, '"seconds": {"run":1.25}, "count": "11"', '"seconds": {"run":1.25}, "count": "12"')

    def test_what_varies_is_named(self):
        self.require(True, "145 looks, 16 donations", "7 looks, 16 donations", "145_looks")
        self.require(True, "looks that rebalance    0   0", "looks that rebalance  12 120", "looks_that_rebalance_0_0")
        self.require(False, "145 looks, 16 donations", "145 looks, 17 donations", "145_looks")
        self.require(False, "2 devices count 35", "3 devices count 36", "2_devices")
        self.require(False, "145 looks", "145 books", "145_looks")


if __name__ == "__main__":
    unittest.main()
