"""Public headers: the reference lists those that are installed, and they need nothing that a consumer may lack."""
import re
import unittest

import markdown

FOLDERS = [markdown.ROOT / folder for folder in ["framework", "canonical", "loadbalance", "apps/library"]]
# A consumer's own Boost graph, and CUDA itself.
OWN_NEEDS = {"cerrado/graph/from_boost.hpp": {"boost"}, "cerrado/warp/detail/cuda.hpp": {"cuda"}}


def documented():
    """The first table of the reference: <cerrado/folder/name.hpp>, and further names in the same cell."""
    text = (markdown.ROOT / "docs" / "api.md").read_text()
    table = text[text.index("| include | for |"):text.index("Basic types:")]
    found = []
    for row in [line for line in table.splitlines() if line.startswith("|")][2:]:
        folder = ""
        for name in re.findall(r"`<?([\w/]+\.hpp)>?`", row.split("|")[1]):
            folder = name.rpartition("/")[0] if "/" in name else folder
            found.append(f"{folder}/{name.rpartition('/')[2]}")
    return found


def installed():
    text = re.sub(r"#.*", "", (markdown.ROOT / "cmake" / "PublicHeaders.cmake").read_text())
    lists = re.findall(r"set\(public_headers\w*\s+([^)]*)\)", text)
    return [f"cerrado/{name}.hpp" for names in lists for name in names.split()]


def path_of(header):
    return next((folder / header for folder in FOLDERS if (folder / header).is_file()), None)


def included(header):
    return re.findall(r"(?m)^#\s*include [<\"]([^>\"]+)[>\"]", path_of(header).read_text())


class Headers(unittest.TestCase):
    def test_the_reference_lists_what_is_installed(self):
        self.assertGreater(len(installed()), 40)
        self.assertEqual(sorted(documented()), sorted(installed()))

    def test_public_headers_are_told_from_others_by_their_path(self):
        there = {path.relative_to(folder).as_posix() for folder in FOLDERS for path in (folder / "cerrado").rglob("*.hpp")}
        self.assertEqual({header for header in there if "/detail/" not in header}, set(installed()))

    def test_public_headers_need_no_other_library(self):
        python = (markdown.ROOT / "python" / "src").glob("*.?pp")
        used = {header for path in python for header in re.findall(r"#include <(cerrado/[^>]+)>", path.read_text())}
        reached, waiting = set(), installed()
        while waiting:
            header = waiting.pop()
            if header in reached:
                continue
            reached.add(header)
            with self.subTest(header):
                self.assertIsNotNone(path_of(header), "it is not there")
                for other in included(header):
                    if other.startswith("cerrado/"):
                        waiting.append(other)
                        continue
                    library = other.split("/")[0] if "/" in other else ""
                    self.assertIn(library, OWN_NEEDS.get(header, set()) | {""}, f"<{other}>")
                    self.assertNotRegex(other, r"^(fmt|CLI|nlohmann|zlib|zstd|expat|nauty|metis)")
        self.assertEqual(used - reached, set(), "Python includes headers that are not installed")
        self.assertLess(len(reached), 210)
        self.assertGreater(len(reached), 100)


if __name__ == "__main__":
    unittest.main()
