"""Arrows between rooms point one way: a file includes files of its own room and of rooms below it. So do folders of the command."""
import re
import unittest

import markdown

# From the lowest.
ROOMS = ["core", "warp", "graph", "pattern", "contract", "traversal", "output", "engine", "application", "run"]
# What a folder beside the framework may use of it, and of its neighbours.
FOLDERS = {
    "canonical": {"core", "graph", "pattern", "canonical"},
    "loadbalance": {"core", "contract", "graph", "run", "loadbalance"},
}
# The folders of the room `run`, from the lowest. First are its public headers: options, results, data on devices. Its doors come last:
# the headers through which a run begins, and the sources beside the public headers.
FOLDERS_OF_RUN = ["jobs", "preparation", "session", "parts", "conduct", "host", "cuda", "ranks", "many"]
DOORS_OF_RUN = {"run.hpp", "run_on_arcs.hpp", "detail/doors.hpp"}
# The folders of apps/command, from the lowest. command.hpp is above all of them.
COMMAND = ["output", "process", "options", "list", "record", "run"]
INCLUDE = re.compile(r"(?m)^#\s*include <cerrado/([^>]+)>")
COMMAND_INCLUDE = re.compile(r'(?m)^#\s*include "command/([^"]+)"')


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"})


def climbs(room, text, rooms=ROOMS, include=INCLUDE):
    """The includes of a room's file that lead to a room above it."""
    return [header for header in include.findall(text)
            if header.split("/")[0] not in rooms[:rooms.index(room) + 1]]


def layer_of_run(name):
    """The number of the layer of a file of `run`, from the lowest, 0."""
    folder = name.removeprefix("detail/").rpartition("/")[0]
    if folder:
        return FOLDERS_OF_RUN.index(folder) + 1
    return len(FOLDERS_OF_RUN) + 1 if name in DOORS_OF_RUN or not name.endswith(".hpp") else 0


def climbs_in_run(name, text):
    """The includes of a file of `run` that lead to a layer above it."""
    own = [header.removeprefix("run/") for header in INCLUDE.findall(text) if header.startswith("run/")]
    return [header for header in own if layer_of_run(header) > layer_of_run(name)]


class Includes(unittest.TestCase):
    def test_folders_of_run_include_what_is_below_them(self):
        run = markdown.ROOT / "framework" / "cerrado" / "run"
        folders = {path.name for path in (run / "detail").iterdir() if path.is_dir()}
        self.assertEqual(folders, set(FOLDERS_OF_RUN))
        for path in sources(run):
            name = path.relative_to(run).as_posix()
            with self.subTest(name):
                self.assertEqual(climbs_in_run(name, path.read_text()), [])
    def check_order(self, folder, rooms, include):
        self.assertEqual(sorted(path.name for path in folder.iterdir() if path.is_dir()), sorted(rooms))
        for room in rooms:
            found = sources(folder / room)
            self.assertNotEqual(found, [])
            for path in found:
                with self.subTest(path.relative_to(folder).as_posix()):
                    self.assertEqual(climbs(room, path.read_text(), rooms, include), [])

    def test_rooms_include_what_is_below_them(self):
        self.check_order(markdown.ROOT / "framework" / "cerrado", ROOMS, INCLUDE)

    def test_folders_of_the_command_include_what_is_below_them(self):
        self.check_order(markdown.ROOT / "apps" / "command", COMMAND, COMMAND_INCLUDE)

    def test_folders_beside_the_framework(self):
        for folder, permitted in FOLDERS.items():
            found = sources(markdown.ROOT / folder)
            self.assertGreater(len(found), 5)
            for path in found:
                with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                    used = {header.split("/")[0] for header in INCLUDE.findall(path.read_text())}
                    self.assertLessEqual(used, permitted)

    def test_a_climb_is_found(self):
        text = '#include <cerrado/a/x.hpp>\n# include <cerrado/c/d/y.hpp>\n#include <vector>\n#include "cerrado/c/z.hpp"\n'
        self.assertEqual(climbs("b", text, ["a", "b", "c"]), ["c/d/y.hpp"])
        self.assertEqual(climbs("c", text, ["a", "b", "c"]), [])
        of_run = "#include <cerrado/run/options.hpp>\n#include <cerrado/run/detail/many/deal.hpp>\n#include <cerrado/run/run.hpp>\n"
        self.assertEqual(climbs_in_run("detail/parts/parts.hpp", of_run), ["detail/many/deal.hpp", "run.hpp"])
        self.assertEqual(climbs_in_run("run.cpp", of_run), [])
        text = '#include "command/a/x.hpp"\n#include "command/c/y.hpp"\n#include "command/top.hpp"\n#include <cerrado/c/y.hpp>\n'
        self.assertEqual(climbs("b", text, ["a", "b", "c"], COMMAND_INCLUDE), ["c/y.hpp", "top.hpp"])


if __name__ == "__main__":
    unittest.main()
