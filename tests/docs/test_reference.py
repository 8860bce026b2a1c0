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


def offered():
    """Name of the place -> the names that it offers."""
    whole = (CERRADO / "traversal" / "traversal.hpp").read_text()
    for_authors = whole[whole.index("--- what an application reads"):whole.index("--- for engines and outputs")]
    engines = [without_phases(f"engine/{name}.hpp") for name in ["lists", "masks", "exclusive", "exclusive_arcs", "rows", "neighbours"]]
    outputs = [without_phases(f"output/{name}.hpp") for name in
               ["counter", "by_pattern", "by_size", "store", "by_key", "per_vertex_and_edge", "fold"]]
    outputs.append(without_phases("contract/class_totals.hpp"))
    contracts = [(CERRADO / name).read_text() for name in ["engine/engine.hpp", "output/output_list.hpp"]]
    options, result, plan = read("run/options.hpp"), read("run/result.hpp"), read("run/session/plan.hpp")
    numbering = read("graph/order/numbering.hpp")
    names = {
        "Traversal": methods(for_authors) | methods(without_phases("traversal/edge_position.hpp")) |
                     methods(without_phases("traversal/rounds.hpp")),
        "ExtensionView": methods(body_of(read("traversal/filter.hpp"), "class ExtensionView")) - {"ExtensionView"},
        "predicates": set(re.findall(r"template <class View> CERRADO_FN bool (\w+)", read("traversal/filter.hpp"))),
        "engines": set(re.findall(r"struct (\w+)[^;{]*\{", "".join(engines))) & set(re.findall(r"(\w+)::Operators", "".join(engines))),
        "outputs": {name for text in outputs for name in re.findall(r"(?m)^(?:template <class App> )?struct (\w+) \{", text)
                    if "class Operators" in body_of(text, f"struct {name} {{")},
        "methods of engines": {name for text in engines for name in methods(text)
                               if re.match(r"(extend|fold)(_|$)|filter$|on_|take_", name)},
        "methods of outputs": {name for text in outputs for name in methods(text) | set(re.findall(r"auto& (\w+)\(", text))
                               if re.match(r"(aggregate|add|by|per|counts)(_|$)|(counter|store|reserve|accumulator|patterns)$|on_", name)},
        "contracts": {name for text in contracts for name in re.findall(r"(?m)^//   ([A-Z]\w+)\b", text)} |
                     {name for text in contracts for name in re.findall(r"\b(on_\w+|take_\w+|takes_\w+|has_\w+)", text)},
        "planner": methods_of_planner(),
        "traits": set(re.findall(r"App::(\w+)|app\.(\w+)", "".join(
            read(name) for name in ["application/application.hpp", "contract/declared.hpp", "output/by_size.hpp",
                                    "output/by_key.hpp", "output/per_vertex_and_edge.hpp"]))),
        "RunOptions": fields(options, "struct RunOptions"),
        "StoreInput": fields(read("output/store_input.hpp"), "struct StoreInput"),
        "ByPatternInput": fields(read("output/by_pattern_input.hpp"), "struct ByPatternInput"),
        "Progress": fields(options, "struct Progress"),
        "RunPlan": fields(plan, "struct RunPlan") | {"describe"},
        "doors": {"prepare", "estimate", "warm_up", "run", "run_jobs"},
        "resident": {name for name in re.findall(r"(?m)^    [\w<>:&, ]*?(\w+)\(", body_of(read("run/resident.hpp"), "class Resident {"))
                     if name not in {"state", "entries"}},
    }
    names["traits"] = {first or second for first, second in names["traits"]}
    for struct in ["Seconds", "DeviceUse", "MemoryUse", "RootsUse", "BalanceUse", "RunResult"]:
        names[struct] = fields(result, "struct " + struct)
    for enumeration, text in [("DeviceKind", options), ("GraphOrder", numbering), ("Status", result),
                              ("ExitCode : int", read("core/error.hpp"))]:
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
        self.assertLessEqual({"control", "move", "adjacent", "vertex", "edge_position", "note_change"}, names["Traversal"])
        self.assertEqual({"Lists", "Masks", "Exclusive", "ExclusiveArcs", "Rows", "Neighbours"}, names["engines"])
        self.assertEqual({"Counter", "ByPattern", "BySize", "ByKey", "Store", "PerVertexAndEdge", "Fold"}, names["outputs"])
        self.assertLessEqual({"extend", "filter", "extend_common", "extend_exclusive", "take_extension"}, names["methods of engines"])
        self.assertLessEqual({"aggregate_counter", "aggregate", "by_size", "add_to_edge", "reserve"}, names["methods of outputs"])
        self.assertLessEqual({"Arrays", "Carried", "Operators", "on_enter", "Ref"}, names["contracts"])
        self.assertLessEqual({"levels", "check", "jobs"}, names["planner"])
        self.assertLessEqual({"k", "Engine", "Output", "counted_levels", "per_edge", "min_k", "Accumulator"}, names["traits"])
        self.assertLessEqual({"adjacent", "adjacent_to_all", "last"}, names["ExtensionView"])
        self.assertLessEqual({"k", "device", "interrupt", "roots"}, names["RunOptions"])
        self.assertLessEqual({"sink", "limit", "ring"}, names["StoreInput"])
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
