"""What is compiled for the program: how many objects, and how many of them read headers that take seconds.

The objects are those that ninja says the program `cerrado` is made from, through the static libraries, and what each
read is in ninja's log of dependencies. A header that a precompiled header brought is not among the dependencies of the
object: it is read once, for the precompiled header, and not for each object. So an object counts for a header if the
compiler read that header for it. Precompiled headers are counted beside the objects, as units of their own.
"""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import markdown

BUILD = pathlib.Path(os.environ.get("CERRADO_BUILD", markdown.ROOT / "build" / "host"))
MOST_OBJECTS = 130  # the last three are ideas that no other source has: the description of commands, the selftest, reports
# What ends a dependency's path -> how many units may have read it.
MOST_READERS = {"CLI/CLI.hpp": 3, "nlohmann/json.hpp": 3}
MOST_READERS_OF_THREAD = 63


def objects_of(inputs):
    """The objects and the precompiled headers among a target's inputs, as `ninja -t inputs` prints them."""
    return sorted(set(re.findall(r"(?m)^(\S.*\.(?:o|gch))$", inputs)))


def dependencies(log):
    """What each output of `ninja -t deps` has read."""
    read = {}
    for block in re.split(r"\n\s*\n", log):
        head, _, rest = block.strip("\n").partition("\n")
        if match := re.match(r"(.+): #deps \d+", head):
            read[match[1]] = [line.strip() for line in rest.splitlines()]
    return read


def readers(objects, read, header):
    """Those of the objects that have read the header: a file of another library, or one of the standard library."""
    ending = "/" + header
    return [name for name in objects
            if any(path.endswith(ending) and ("/" in header or re.search(r"/c\+\+/(v\d|[\d.]+)/" + header + "$", path))
                   for path in read.get(name, []))]


def ninja(*words):
    done = subprocess.run(["ninja", "-C", BUILD, "-t", *words], capture_output=True, text=True)
    if done.returncode != 0:  # older ones do not know the inputs of a target
        raise unittest.SkipTest(f"ninja -t {words[0]}: {done.stderr.strip()}")
    return done.stdout


class Build(unittest.TestCase):
    """Skipped where ninja cannot say it: another generator, a build of joined sources, objects that are not there."""

    @classmethod
    def setUpClass(cls):
        if not (BUILD / "build.ninja").exists() or not shutil.which("ninja"):
            raise unittest.SkipTest("the build is not ninja's")
        if re.search(r"(?m)^CMAKE_UNITY_BUILD:\w+=(ON|TRUE|1|YES)$", (BUILD / "CMakeCache.txt").read_text()):
            raise unittest.SkipTest("the build joins sources (CMAKE_UNITY_BUILD)")
        if not re.search(r"(?m)^build cerrado: phony", (BUILD / "build.ninja").read_text()):
            raise unittest.SkipTest("the build has no program")
        cls.objects, cls.read = objects_of(ninja("inputs", "cerrado")), dependencies(ninja("deps"))
        lacking = [name for name in cls.objects if name not in cls.read]
        if lacking:
            raise unittest.SkipTest(f"{len(lacking)} of {len(cls.objects)} objects were not built, as {lacking[0]}")

    def test_the_program_has_few_objects(self):
        objects = [name for name in self.objects if name.endswith(".o")]
        folders = sorted({os.path.dirname(name) for name in objects})
        counts = [f"{sum(os.path.dirname(name) == folder for name in objects)} in {folder}" for folder in folders]
        self.assertLessEqual(len(objects), MOST_OBJECTS, "objects of the program:\n" + "\n".join(counts))

    def test_few_read_large_headers(self):
        for header, most in MOST_READERS.items():
            with self.subTest(header):
                found = readers(self.objects, self.read, header)
                self.assertLessEqual(len(found), most, f"these read <{header}>:\n" + "\n".join(found))

    def test_few_read_thread(self):
        found = readers(self.objects, self.read, "thread")
        self.assertLessEqual(len(found), MOST_READERS_OF_THREAD, "these read <thread>:\n" + "\n".join(found))


class Reading(unittest.TestCase):
    INPUTS = "../a.cpp\nlib/a.cpp.o\nlib/b.cpp.o\nlib/cmake_pch.hxx.gch\nlib/liba.a\n/usr/lib/libz.so\nlib/a.cpp.o\n"
    LOG = """lib/a.cpp.o: #deps 3, deps mtime 1795820370420611629 (VALID)
    ../a.cpp
    /usr/include/c++/12/thread
    /usr/include/CLI/CLI.hpp

lib/b.cpp.o: #deps 4, deps mtime 1 (STALE)
    ../b.cpp
    lib/cmake_pch.hxx
    lib/cmake_pch.hxx.gch
    ../own/thread

lib/cmake_pch.hxx.gch: #deps 2, deps mtime 1 (VALID)
    /usr/include/c++/12/thread
    /usr/include/c++/12/bits/this_thread
"""

    def test_objects_are_told_from_sources_and_libraries(self):
        self.assertEqual(objects_of(self.INPUTS), ["lib/a.cpp.o", "lib/b.cpp.o", "lib/cmake_pch.hxx.gch"])

    def test_who_read_a_header(self):
        objects, read = objects_of(self.INPUTS), dependencies(self.LOG)
        self.assertEqual(sorted(read), objects)
        self.assertEqual(readers(objects, read, "thread"), ["lib/a.cpp.o", "lib/cmake_pch.hxx.gch"])
        self.assertEqual(readers(objects, read, "CLI/CLI.hpp"), ["lib/a.cpp.o"])
        self.assertEqual(readers(objects, read, "nlohmann/json.hpp"), [])


if __name__ == "__main__":
    unittest.main()
