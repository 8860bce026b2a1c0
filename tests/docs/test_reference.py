"""docs/api.md has every name that the headers offer the authors of applications, engines and outputs, and none that they do not."""
import re
import unittest

import markdown

CERRADO = markdown.ROOT / "framework" / "cerrado"
REFERENCE = (markdown.ROOT / "docs" / "api.md").read_text()


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


def methods(text):
    return set(re.findall(r"CERRADO_FN [\w:<> &]*?(\w+)\(", text))


def fields(text, struct):
    return set(re.findall(r"(?m)^    [\w:][^(\n]*?(?:\([^\n]*\)>)?[ *]+(\w+)(?: = [^;]*|\{\})?;", body_of(text, struct + " {")))


def folder(name):
    """All headers of a folder, one after the other."""
    return "\n".join(read(path.relative_to(CERRADO)) for path in sorted((CERRADO / name).glob("*.hpp")))


def types_with(text, part):
    """The types that have a member of their own that begins with `part`."""
    found = re.findall(rf"^(?:template <[^\n]*> )?struct (\w+)[^;]*?\{{\n(.*?)^\}};", text, re.MULTILINE | re.DOTALL)
    return {name for name, body in found if re.search(rf"^    {part}", body, re.MULTILINE)}


def offered():
    """Name of the place -> the names that it offers."""
    whole = (CERRADO / "traversal" / "traversal.hpp").read_text()
    for_authors = whole[whole.index("--- what an application reads"):whole.index("--- for engines and outputs, not for applications")]
    engines, outputs = folder("engine"), folder("output")
    options, result, plan = read("runtime/options.hpp"), read("runtime/result.hpp"), read("runtime/plan.hpp")
    numbering = read("graph/numbering.hpp")
    names = {
        "Traversal": methods(for_authors),
        "ExtensionView": methods(body_of(read("traversal/filter.hpp"), "class ExtensionView")) - {"ExtensionView"},
        "predicates": set(re.findall(r"template <class View> CERRADO_FN bool (\w+)", read("traversal/filter.hpp"))),
        "traits": set(re.findall(r"App::(\w+)|\bapp\.(\w+)",
                                 read("traversal/application.hpp") + read("traversal/declared.hpp") + outputs)),
        "engines": types_with(engines, "struct Planner "),
        "outputs": types_with(outputs, "class Memory"),
        "methods of engines": set(re.findall(r"CERRADO_FN (?:bool|void) (extend\w*|filter|finish)\(", engines)),
        "methods of outputs": set(re.findall(r"CERRADO_FN void (aggregate\w*)\(|CERRADO_FN auto& (\w+)\(\)", outputs)),
        "RunOptions": fields(options, "struct RunOptions"),
        "Progress": fields(options, "struct Progress"),
        "RunPlan": fields(plan, "struct RunPlan") | {"describe"},
        "doors": {"prepare", "estimate", "warm_up", "run"},
    }
    for place in ["traits", "methods of outputs"]:
        names[place] = {first or second for first, second in names[place]}
    for struct in ["Seconds", "DeviceUse", "MemoryUse", "RootsUse", "RunResult"]:
        names[struct] = fields(result, "struct " + struct)
    for enumeration, text in [("DeviceKind", options), ("GraphOrder", read("graph/numbering.hpp")), ("Status", result), ("ExitCode : int", read("core/error.hpp"))]:
        names[enumeration] = set(re.findall(r"(\w+)(?: = \d+)?(?:,|$)", body_of(text, "enum class " + enumeration).strip()))
    return names


def methods_of_planner():
    body = body_of(read("engine/engine.hpp"), "struct EnginePlanner {")
    return set(re.findall(r"static (?:constexpr )?\w+ (\w+)", body))


def documented(name):
    return re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", REFERENCE) is not None


class Reference(unittest.TestCase):
    def test_has_every_name(self):
        for place, names in offered().items():
            self.assertTrue(names, f"no names found in {place}: has its header another shape?")
            for name in names:
                with self.subTest(place):
                    self.assertTrue(documented(name), f"docs/api.md lacks `{name}` of {place}")

    def test_some_names_are_read_from_the_headers(self):
        names = offered()
        self.assertLessEqual({"control", "move", "vertex", "extension_count"}, names["Traversal"])
        self.assertEqual({"Lists", "Masks", "Exclusive", "Rows"}, names["engines"])
        self.assertLessEqual({"Counter", "ByPattern", "BySize", "Store", "PerVertexAndEdge", "Fold"}, names["outputs"])
        self.assertLessEqual({"extend", "filter", "extend_common", "extend_exclusive", "finish"}, names["methods of engines"])
        self.assertLessEqual({"aggregate_counter", "aggregate_pattern", "aggregate_store", "aggregate", "counter", "by_size"},
                             names["methods of outputs"])
        self.assertLessEqual({"k", "Engine", "Output", "Accumulator", "oriented", "root_size", "min_k"}, names["traits"])
        self.assertLessEqual({"adjacent", "adjacent_to_all", "last"}, names["ExtensionView"])
        self.assertLessEqual({"k", "device", "patterns", "interrupt", "sink", "roots"}, names["RunOptions"])
        self.assertLessEqual({"count", "pattern_counts", "status"}, names["RunResult"])
        self.assertEqual({"complete", "deadline", "interrupted", "limit"}, names["Status"])

    def test_has_no_other_names(self):
        headers = [path for folder in ["framework", "canonical", "apps/library"] for path in (markdown.ROOT / folder).rglob("*.hpp")]
        known = {word for path in headers for word in [path.stem, *re.findall(r"\w+", path.read_text())]}
        known |= {"MyOutput"}
        rows = re.findall(r"(?m)^(?:\| *|- )`([^`]+)`", REFERENCE) + re.findall(r"(?m)^#+ `([^`]+)`$", REFERENCE)
        self.assertGreater(len(rows), 80)
        for row in rows:
            self.assertEqual(set(re.findall(r"[A-Za-z_]\w{2,}", row)) - known, set(), f"in docs/api.md: {row}")


if __name__ == "__main__":
    unittest.main()
