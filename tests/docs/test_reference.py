"""docs/api.md has every name that the headers offer the authors of applications, engines and outputs, and none that they do not. README.md
has the options of the build."""
import re
import subprocess
import sys
import unittest

import markdown

CERRADO = markdown.ROOT / "framework" / "cerrado"
REFERENCE = (markdown.ROOT / "docs" / "api.md").read_text()
# Methods for the free functions of their own engine or output.
INTERNAL = {"for_each_output",  # of the runtime, for all outputs of a list
            "descend", "extension_row", "member", "own_name", "spare",  # of Rows, for its finish()
            "totals"}  # of the outputs with ClassTotals


def read(name):
    return re.sub(r"//.*", "", (CERRADO / name).read_text())


def body_of(text, opening):
    """The text between the braces that follow `opening`."""
    begin = text.index("{", text.index(opening)) + 1
    depth, end = 1, begin
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[begin:end - 1]


def without_phases(name):
    """A header without its namespaces `phase`, which are not for authors."""
    text = read(name)
    while "namespace phase {" in text:
        text = text.replace("namespace phase {" + body_of(text, "namespace phase {"), "")
    return text


def public_headers(folder):
    """The names of the headers of a folder of the framework that programs may include."""
    return re.findall(rf"\b{folder}/(\w+)", (markdown.ROOT / "cmake" / "PublicHeaders.cmake").read_text())


def methods(text):
    return set(re.findall(r"CERRADO_FN [\w:<>*& ]*?(\w+)\(", text))


def public_methods(text):
    """Those of the classes `Operators` and `...Operators` that the text has."""
    found = set()
    for opening in re.finditer(r"class (?:\w+::)?\w*Operators\b[^;{]*\{", text):
        body = body_of(text[opening.start():], "class")
        found |= methods("".join(re.findall(r"(?ms)^\s*public:(.*?)(?=^\s*(?:private|protected):|\Z)", body)))
    return found - INTERNAL


def fields(text, struct):
    return set(re.findall(r"(?m)^    [\w:][^(\n]*?(?:\([^\n]*\)>)?[ *]+(\w+)(?: = [^;]*|\{\})?;", body_of(text, struct + " {")))


def offered():
    """Name of the place -> the names that it offers."""
    return offered_by_traversal() | offered_by_engines() | offered_by_outputs() | offered_by_runs()


def offered_by_traversal():
    whole = (CERRADO / "traversal" / "traversal.hpp").read_text()
    for_authors = whole[whole.index("--- what an application reads"):whole.index("--- for engines and outputs")]
    return {
        "Traversal": methods(for_authors) | methods(without_phases("traversal/edge_position.hpp")) |
                     methods(without_phases("traversal/rounds.hpp")) |
                     methods(without_phases("traversal/level_state.hpp")),
        "ExtensionView": methods(body_of(read("traversal/filter.hpp"), "class ExtensionView")) - {"ExtensionView"},
        "predicates": set(re.findall(r"template <class View> CERRADO_FN bool (\w+)", read("traversal/filter.hpp"))),
    }


def offered_by_engines():
    headers = "".join(without_phases(f"engine/{name}.hpp") for name in [*public_headers("engine"), "scratch"])
    everything = "".join(path.read_text() for path in (CERRADO / "engine").rglob("*.hpp"))
    return {
        "engines": set(re.findall(r"struct (\w+)[^;{]*\{", everything)) & set(re.findall(r"(\w+)::Operators", headers)),
        "methods of engines": public_methods(headers),
        "planner": methods_of_planner(),
    }


def offered_by_outputs():
    headers = [without_phases(f"output/{name}.hpp") for name in public_headers("output")]
    contracts = [(CERRADO / name).read_text() for name in ["engine/engine.hpp", "output/output_list.hpp"]]
    return {
        "outputs": {name for text in headers for name in re.findall(r"(?m)^(?:template <[^>]*> )?struct (\w+) \{", text)
                    if "class Operators" in body_of(text, f"struct {name} {{")} - {"OutputList"},
        "methods of outputs": public_methods("".join([*headers, without_phases("contract/class_totals.hpp")])),
        "contracts": {name for text in contracts for name in re.findall(r"(?m)^//   ([A-Z]\w+)\b", text)} |
                     {name for text in contracts for name in re.findall(r"\b(on_\w+|take_\w+|takes_\w+|has_\w+)", text)},
        "StoreInput": fields(read("output/store_input.hpp"), "struct StoreInput"),
        "ByPatternInput": fields(read("output/by_pattern_input.hpp"), "struct ByPatternInput"),
    }


def offered_by_runs():
    options, result, plan = read("run/options.hpp"), read("contract/result.hpp"), read("run/plan.hpp")
    traits = re.findall(r"App::(\w+)|app\.(\w+)", "".join(
        read(name) for name in ["application/detail/application.hpp", "contract/detail/declared.hpp", "output/by_size.hpp",
                                "output/by_key.hpp", "output/per_vertex_and_edge.hpp"]))
    names = {
        "traits": {first or second for first, second in traits},
        "Where": fields(options, "struct Where"),
        "RunOptions": fields(options, "struct RunOptions : Where"),
        "Progress": fields(options, "struct Progress"),
        "Session": methods(body_of(read("contract/session.hpp"), "class Session {")) |
                   fields(read("contract/session.hpp"), "class Session"),
        "RunPlan": fields(plan, "struct RunPlan") | {"describe"},
        "doors": {"prepare", "estimate", "warm_up", "run", "run_jobs"},
        "resident": {name for name in re.findall(r"(?m)^    \w[\w<>:&, ]*?(\w+)\(", body_of(read("run/resident.hpp"), "class Resident {"))
                     if name not in {"state", "entries"}},
    }
    for struct in ["Seconds", "DeviceUse", "MemoryUse", "Choices", "RootsUse", "BalanceUse", "RunResult"]:
        names[struct] = fields(result, "struct " + struct)
    for enumeration, text in [("DeviceKind", read("contract/session.hpp")), ("GraphOrder", read("graph/numbering.hpp")), ("Status", result),
                              ("ExitCode : int", read("core/error.hpp"))]:
        names[enumeration] = set(re.findall(r"(\w+)(?: = \d+)?(?:,|$)", body_of(text, "enum class " + enumeration).strip()))
    return names


def methods_of_planner():
    body = body_of(read("engine/engine.hpp"), "struct EnginePlanner {")
    return set(re.findall(r"static (?:constexpr )?\w+ (\w+)", body))


def documented(name):
    """Not as the name of a header: <cerrado/output/store.hpp> does not say what store() is."""
    return re.search(rf"`[^`\n]*\b{name}\b(?!\.hpp)[^`\n]*`", REFERENCE) is not None


class Reference(unittest.TestCase):
    def test_is_made_from_the_headers(self):
        done = subprocess.run([sys.executable, "-B", markdown.ROOT / "docs" / "make_api.py", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_has_every_name(self):
        for place, names in offered().items():
            self.assertTrue(names, f"no names found in {place}: has its header another shape?")
            for name in names:
                with self.subTest(place):
                    self.assertTrue(documented(name), f"docs/api.md lacks `{name}` of {place}")

    def test_runs_are_asked_and_answer_in_few_words(self):
        names = offered_by_runs()
        self.assertLessEqual(len(names["RunOptions"]), 12, "what an output is given is its Input")
        self.assertLessEqual(len(names["Where"]), 6)
        self.assertLessEqual(len(names["RunResult"]), 9, "what an output gives is its Result")

    def test_some_names_are_read_from_the_headers(self):
        names = offered()
        self.assertLessEqual({"control", "move", "adjacent", "vertex", "edge_position", "note_change"}, names["Traversal"])
        self.assertEqual({"Lists", "Masks", "Exclusive", "ExclusiveArcs", "ByEdges", "Rows", "Neighbours", "Wedges", "Matching",
                          "TimedArcs"},
                         names["engines"])
        self.assertEqual({"Best", "Counter", "ByPattern", "BySize", "ByKey", "ByLength", "Store", "PerVertexAndEdge", "PerOrbit", "Fold", "Table"},
                         names["outputs"])
        self.assertLessEqual({"extend", "filter", "extend_common", "extend_exclusive", "take_extension", "fold", "scratch",
                              "tally_of", "listed_extensions", "aggregate_tails"}, names["methods of engines"])
        self.assertLessEqual({"aggregate_counter", "aggregate", "by_size", "add_to_edge", "reserve", "aggregate_orbits",
                              "aggregate_length", "hold_back"}, names["methods of outputs"])
        self.assertLessEqual({"Arrays", "Carried", "Operators", "on_enter", "Ref"}, names["contracts"])
        self.assertLessEqual({"levels", "check", "jobs"}, names["planner"])
        self.assertLessEqual({"k", "Engine", "Output", "counted_levels", "per_edge", "min_k", "Accumulator"}, names["traits"])
        self.assertLessEqual({"adjacent", "adjacent_to_all", "last"}, names["ExtensionView"])
        self.assertLessEqual({"k", "interrupt", "roots"}, names["RunOptions"])
        self.assertLessEqual({"device", "devices", "ranks"}, names["Where"])
        self.assertLessEqual({"sink", "limit", "ring"}, names["StoreInput"])
        self.assertLessEqual({"count", "chosen", "status"}, names["RunResult"])
        self.assertEqual({"complete", "deadline", "interrupted", "limit"}, names["Status"])

    def test_the_readme_names_every_option_of_the_build(self):
        root = (markdown.ROOT / "CMakeLists.txt").read_text()
        options = re.findall(r"(?m)^option\((CERRADO_\w+)|^set\((CERRADO_\w+) [^)]* CACHE ", root)
        self.assertGreater(len(options), 10)
        readme = (markdown.ROOT / "README.md").read_text()
        for option in options:
            self.assertIn(f"`{option[0] or option[1]}`", readme)

    def test_has_no_other_names(self):
        headers = [path for folder in ["framework", "canonical", "apps/library"] for path in (markdown.ROOT / folder).rglob("*.hpp")]
        known = {word for path in headers for word in [path.stem, *re.findall(r"\w+", path.read_text())]}
        known |= {"MyOutput"}
        rows = re.findall(r"(?m)^(?:\| *|- )`([^`]+)`", REFERENCE) + re.findall(r"(?m)^#+ `([^`]+)`$", REFERENCE)
        self.assertGreater(len(rows), 80)
        for row in rows:
            self.assertEqual(set(re.findall(r"[A-Za-z_]\w{2,}", row)) - known, set(), f"in docs/api.md: {row}")


class Comments(unittest.TestCase):
    """What a comment names is in the code: a member of a class as Class::member, a header, a function as name()."""
    SOURCES = [path for folder in ["framework", "canonical", "apps", "loadbalance", "python/src"]
               for path in (markdown.ROOT / folder).rglob("*.[chi]*") if path.suffix in (".hpp", ".cpp", ".cu", ".cuh")]

    @classmethod
    def setUpClass(cls):
        cls.comments, cls.words, cls.bodies, cls.bases = [], set(), {}, {}
        for path in cls.SOURCES:
            text = path.read_text()
            code = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'', '""', re.sub(r'R"\((?:.|\n)*?\)"', '""', re.sub(r"//.*", "", text)))
            cls.words |= set(re.findall(r"\w+", code))
            cls.comments += [(path, comment) for comment in re.findall(r"//(.*)", text)]
            for found in re.finditer(r"\b(?:class|struct|enum class) (?:\w+::)*(\w+)(?:<[^{;>]*>)?(?: final)?(?: : ([^{;]*))? \{", code):
                body = body_of(code[found.start():], found[0][:-1])
                cls.bodies.setdefault(found[1], set()).update(re.findall(r"\w+", body))
                cls.bases.setdefault(found[1], set()).update(re.findall(r"\w+", found[2] or ""))
            for alias, name in re.findall(r"\busing (\w+) = (?:\w+::)*(\w+)", code):
                cls.bases.setdefault(alias, set()).add(name)

    def members(self, name, seen=()):
        found = set(self.bodies.get(name, ()))
        for base in self.bases.get(name, ()):
            if base not in seen:
                found |= self.members(base, (*seen, name))
        return found

    def test_name_members_that_are_there(self):
        named = [(path, scope, member) for path, comment in self.comments for scope, member in re.findall(r"\b(?!Cerrado)([A-Z]\w+)::(\w+)", comment)]
        self.assertGreater(len(named), 50)
        stale = [f"{path}: {scope}::{member}" for path, scope, member in named if member not in self.members(scope)]
        self.assertEqual(stale, [], "in comments")

    def test_name_headers_and_functions_that_are_there(self):
        known = {path.name for path in self.SOURCES} | self.words
        stale = [f"{path}: {name}" for path, comment in self.comments
                 for name in re.findall(r"\b\w+\.[ch]pp\b|\b[a-z]+(?:_[a-z]+)+(?=\(\))", comment) if name not in known]
        self.assertEqual(stale, [], "in comments")


if __name__ == "__main__":
    unittest.main()
