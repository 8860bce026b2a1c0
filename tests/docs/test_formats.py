"""docs/formats.md has the table of formats that `cerrado info --formats` prints."""
import json
import os
import pathlib
import re
import subprocess
import unittest

import markdown

BUILD = pathlib.Path(os.environ.get("CERRADO_BUILD", markdown.ROOT / "build" / "host"))
DOCUMENT = (markdown.ROOT / "docs" / "formats.md").read_text()


def printed(*options):
    return subprocess.run([BUILD / "bin" / "cerrado", "info", "--formats", *options], stdout=subprocess.PIPE, text=True,
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

    def test_people_see_the_same(self):
        lines = printed().splitlines()
        for entry in json.loads(printed("--json")):
            cells = [entry["name"], entry["title"], " ".join(entry["endings"]), entry["known_by"],
                     entry["written_by"] or "-", ", ".join(entry["holds"])]
            self.assertIn(cells, [re.split(r" {2,}", line.strip()) for line in lines])


if __name__ == "__main__":
    unittest.main()
