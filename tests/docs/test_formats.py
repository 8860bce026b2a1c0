"""docs/formats.md has the tables that `cerrado info --formats` and `--options` print."""
import json
import os
import pathlib
import re
import subprocess
import unittest

import markdown

BUILD = pathlib.Path(os.environ.get("CERRADO_BUILD", markdown.ROOT / "build" / "host"))
DOCUMENT = (markdown.ROOT / "docs" / "formats.md").read_text()


def printed(*options, what="--formats"):
    return subprocess.run([BUILD / "bin" / "cerrado", "info", what, *options], stdout=subprocess.PIPE, text=True,
                          check=True, timeout=120).stdout


def as_row(entry):
    """A row of the document."""
    endings = " ".join(f"`{ending}`" for ending in entry["endings"])
    known_by = re.sub(r"([*<])", r"\\\1", entry["known_by"])
    written = f"`{entry['written_by']}`" if entry["written_by"] else "not"
    cells = [f"`{entry['name']}`", entry["title"], endings, known_by, written, ", ".join(entry["holds"])]
    return f"| {' | '.join(cells)} |"


class Formats(unittest.TestCase):
    def test_the_table_is_that_of_the_program(self):
        formats = json.loads(printed("--json"))
        self.assertGreater(len(formats), 15)
        header = "| `--format` | format | endings | known by | written by | holds |\n|---|---|---|---|---|---|\n"
        shown = DOCUMENT.partition(header)[2].partition("\n\n")[0]
        self.assertEqual(shown.splitlines(), [as_row(entry) for entry in formats])

    def test_the_table_of_options_is_that_of_the_program(self):
        groups = json.loads(printed("--json", what="--options"))
        self.assertGreater(len(groups), 10)
        header = DOCUMENT.partition("### Which command has which options")[2].partition("\n| options | ")[2].partition("\n")[0]
        commands = re.findall(r"`([^`]+)`", header)
        self.assertEqual(sorted(commands), sorted([*groups[0]["commands"], *groups[0]["refused"]]))
        for group in groups:
            names = ", ".join(f"`{option}`" for option in group["options"])
            cells = " | ".join("yes" if command in group["commands"] else "no" for command in commands)
            self.assertIn(f"| {names} | {cells} |\n", DOCUMENT)

    def test_people_see_the_same(self):
        lines = printed().splitlines()
        for entry in json.loads(printed("--json")):
            cells = [entry["name"], entry["title"], " ".join(entry["endings"]), entry["known_by"],
                     entry["written_by"] or "-", ", ".join(entry["holds"])]
            self.assertIn(cells, [re.split(r" {2,}", line.strip()) for line in lines])


if __name__ == "__main__":
    unittest.main()
