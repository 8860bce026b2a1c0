"""A program of a copied tree, with the objects of the build at hand where they would come out the same.

An object is the same if its source has the same bytes and its command the same words, but for the two trees and their
build folders. The copy has all headers of the tree at hand, unchanged.
"""
import json
import pathlib
import re
import subprocess

# What makes objects what they are: the copy is configured with the same.
OPTIONS = r"CERRADO_(?!TESTS|BENCHMARKS|FUZZ|COMMANDS|MPI|PYTHON)\w+|CMAKE_(?:BUILD_TYPE|UNITY_BUILD|CXX_COMPILER|CXX_FLAGS\w*)"


def entries(build, names):
    return re.findall(rf"(?m)^((?:{names}):(?!INTERNAL)\w+=.*)$", (build / "CMakeCache.txt").read_text())


def options_of(build):
    """-D... for a configuration like that of a build, but of the program alone."""
    chosen = ["-D" + entry for entry in entries(build, OPTIONS)]
    return ["--no-warn-unused-cli", *chosen, "-DCERRADO_TESTS=OFF", "-DCERRADO_PYTHON=OFF", "-DCERRADO_MPI=OFF"]


def commands_of(build, tree):
    """For each object: its source, and its command and its source's text in words that do not name the places."""
    def placeless(text):
        return text.replace(str(build), "BUILD").replace(str(tree), "TREE")

    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        text = placeless(source.read_text()) if source.exists() else None
        found[re.search(r" -o (\S+)", entry["command"])[1]] = (placeless(entry["command"]), text)
    return found


def lines_of(build, *words):
    done = subprocess.run(["ninja", "-C", build, "-t", *words], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def link(build, target):
    """Runs the last command for it alone."""
    subprocess.run(lines_of(build, "commands", target)[-1], shell=True, check=True, cwd=build, stdout=subprocess.DEVNULL)


def inputs_of(build, target, ending):
    return list(dict.fromkeys(name for name in lines_of(build, "inputs", target) if name.endswith(ending)))


def build_program(tree, build, at_hand):
    """Builds bin/cerrado of the copy with objects of the build `at_hand`. Returns: the objects that were compiled."""
    source = re.search(r"(?m)^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", (at_hand / "CMakeCache.txt").read_text())[1]
    own, theirs = commands_of(build, tree), commands_of(at_hand, source)
    compiled = []
    for name in inputs_of(build, "bin/cerrado", ".o"):
        reads_table = name.endswith("/main.cpp.o")  # of the commands, which cmake has made for each build
        if not reads_table and own[name] == theirs.get(name) and (at_hand / name).exists():
            (build / name).parent.mkdir(parents=True, exist_ok=True)
            (build / name).symlink_to(at_hand / name)
        else:
            compiled.append(name)
    if compiled:
        subprocess.run(["ninja", "-C", build, *compiled], check=True, stdout=subprocess.DEVNULL)
    for library in inputs_of(build, "bin/cerrado", ".a"):
        link(build, library)
    (build / "bin").mkdir(exist_ok=True)
    link(build, "bin/cerrado")
    return compiled
