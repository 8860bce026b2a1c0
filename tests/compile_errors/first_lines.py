"""first_lines.py KIND COMPILER [ARGUMENT...]
Compiles mistakes of authors, each by itself, as a program that includes run.hpp and calls run(). The first five lines that
the compiler writes must say what is wrong. KIND is `all`, or `sample` for a few of the mistakes; then the corrected
programs are compiled, too, so that nothing else is wrong with them.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

LINES = 5
VISIT = "template <class Traversal> CERRADO_FN void visit(Traversal& te) const { if (te.size() == 3) te.aggregate_counter(); }"
WRITE_VISIT = "write 'template <class Traversal> CERRADO_FN void visit(Traversal& te) const"
NOTHING = "nothing called '{}'"
MERGE = "static CERRADO_FN void merge(Accumulator& into, Accumulator const& from)"
SUM = "struct Accumulator { int sum = 0; }; " + MERGE + " { into.sum += from.sum; }"

# What the application declares instead of the right thing, and what is said.
DECLARATIONS = [
    ("static constexpr bool orient = true;", NOTHING.format("orient")),
    ("static constexpr bool is_oriented = true;", NOTHING.format("is_oriented")),
    ("static constexpr bool directed = true;", NOTHING.format("directed")),
    ("using Engines = Lists;", NOTHING.format("Engines")),
    ("using engine = Lists;", NOTHING.format("engine")),
    ("using Outputs = OutputList<>;", NOTHING.format("Outputs")),
    ("using output = OutputList<>;", NOTHING.format("output")),
    ("struct accumulator {};", NOTHING.format("accumulator")),
    ("static constexpr int counted_level = 2;", NOTHING.format("counted_level")),
    ("static constexpr int extension_list = 1;", NOTHING.format("extension_list")),
    ("static constexpr int max_vertex = 9;", NOTHING.format("max_vertex")),
    ("static constexpr int warp_size = 8;", NOTHING.format("warp_size")),
    ("static constexpr int resident_warp = 16;", NOTHING.format("resident_warp")),
    ("int rootSize() const { return 2; }", NOTHING.format("rootSize")),
    ("int num_rounds() const { return 2; }", NOTHING.format("num_rounds")),
    ("int layer_count() const { return 2; }", NOTHING.format("layer_count")),
    ("bool oriented = true;", "'oriented' must be known at compile time"),
    ("int counted_levels = 2;", "'counted_levels' must be known at compile time"),
    ("int extension_lists = 1;", "'extension_lists' must be known at compile time"),
    ("int max_vertices = 9;", "'max_vertices' must be known at compile time"),
    ("static constexpr int warp_widths = 8;", "'warp_widths' must be known at compile time"),
    ("int root_size() { return 2; }", "'root_size' is asked of the application as a const method"),
    ("int rounds = 2;", "'rounds' is asked of the application as a const method"),
    ("int layers() { return 2; }", "'layers' is asked of the application as a const method"),
    ("static constexpr bool until_unchanged = true;", "'until_unchanged' also needs an upper bound on the rounds"),
    ("static constexpr bool by_frontier = true;", "'by_frontier' also needs an upper bound on the rounds"),
    ("static constexpr bool by_frontier = true; int rounds() const { return 9; } int layers() const { return 2; }",
     "a round by frontier has no layers"),
    ("bool reads_ids = true;", "'reads_ids' must be known at compile time"),
    ("using Output = ByKey<float>;", "equal keys of ByKey<Key> have equal bytes"),
    ("using Output = ByKey<std::string>;", "a key of ByKey<Key> is copied byte by byte"),
    ("struct Fold { using Value = int; static void merge(int&, int) {} }; using Output = ByKey<int, Fold>;",
     "the Fold of ByKey<Key, Fold> needs"),
    ("using Output = Best<Sum<int>>;", "Best<Fold> takes Greatest<T>, Least<T>, or a fold"),
    ("using Output = OutputList<ByKey<int>, ByKey<int, Sum<int>>>;", "an application has one output ByKey"),
    ("using Output = Table<std::string>;", "a row of Table<Row> is copied byte by byte"),
    ("using Output = OutputList<Table<int>, Store>;", "an application hands over records by one output alone"),
    ("int Engine = 1;", "'Engine' is a type"),
    ("using Engine = int;", "'Engine' names no engine"),
    ("using Output = int;", "'Output' does not name an output"),
    ("using Output = Counter;", "every application has the counter already"),
    ("using Output = OutputList<int>;", "'Output' does not name an output"),
    ("struct Accumulator { int sum = 0; };", "'Accumulator' needs a 'merge'"),
    ("struct Accumulator { int sum = 0; }; void merge(Accumulator&, Accumulator const&);", "'Accumulator' needs a 'merge'"),
    ("struct Accumulator { int sum = 0; }; static CERRADO_FN void merge(Accumulator a, Accumulator b) { a.sum += b.sum; }",
     "'merge' takes its first argument by value or as const, so the sum is lost"),
    ("struct Accumulator { int sum = 0; }; static CERRADO_FN void merge(Accumulator const&, Accumulator const&) {}",
     "'merge' takes its first argument by value or as const, so the sum is lost"),
    ("struct Accumulator { std::vector<int> sums; }; " + MERGE + " {}", "'Accumulator' is copied byte by byte"),
    ("struct Accumulator { char sums[2000]; }; " + MERGE + " {}", "'Accumulator' has more than 1 KiB"),
    ("struct LevelState { std::vector<int> colours; };", "'LevelState' is copied byte by byte"),
    ("struct LevelState { int colours[9]; };", "'LevelState' has more than 32 bytes"),
    ("int LevelState = 1;", "'LevelState' is a type"),
    ("struct level_state { int pivot; };", NOTHING.format("level_state")),
    ("std::vector<int> labels;", "keep the data in 'resident.array<T>(...)'"),
    ("std::string name;", "keep the data in 'resident.array<T>(...)'"),
]

# The body of visit(), what the application declares for it, and what is said.
BODIES = [
    ("te.filter([](VertexId u) { return u > 1; });", "", "write 'te.filter([](auto const& t, VertexId u) { return ...; })'"),
    ("te.filter([last = te.last()](auto const&, VertexId u) mutable { return u > last; });", "",
     "write 'te.filter([](auto const& t, VertexId u) { return ...; })'"),
    ("te.filter([](auto const&, VertexId) {});", "", "write 'te.filter([](auto const& t, VertexId u) { return ...; })'"),
    ("te.filter(above_last<int>);", "", "write 'te.filter([](auto const& t, VertexId u) { return ...; })'"),
    ("te.filter(true);", "", "write 'te.filter([](auto const& t, VertexId u) { return ...; })'"),
    ("te.aggregate([](auto& own, VertexId) { ++own.sum; });", SUM,
     "write 'te.aggregate([](auto& own, auto const& t, VertexId u) { ... })'"),
    ("te.aggregate([](auto own, auto const&, VertexId) { ++own.sum; });", SUM,
     "write 'te.aggregate([](auto& own, auto const& t, VertexId u) { ... })'"),
    ("te.aggregate_key([](VertexId u) { return u; });", "using Output = ByKey<>; std::uint32_t keys() const { return 9; }",
     "write 'te.aggregate_key([](auto const& t, VertexId u) { return ...; })'"),
    ("te.aggregate_key([](auto const&, VertexId) {});", "using Output = ByKey<>; std::uint32_t keys() const { return 9; }",
     "write 'te.aggregate_key([](auto const& t, VertexId u) { return ...; })'"),
    ("te.note_change();", "int rounds() const { return 9; }", "write 'static constexpr bool until_unchanged = true;'"),
    ("te.aggregate_store();", "", "write 'using Output = Store;'"),
    ("te.aggregate_pattern();", "", "write 'using Output = ByPattern;'"),
    ("te.aggregate_key([](auto const&, VertexId u) { return u; });", "", "write 'using Output = ByKey<Key>;'"),
    ("te.by_key().reserve(1);", "", "write 'using Output = ByKey<Key>;'"),
    ("te.aggregate_key([](auto const&, VertexId u) { return u; });", "using Output = ByKey<VertexId, Sum<double>>;",
     "another Fold than Counts also needs a value"),
    ("te.aggregate_key([](auto const&, VertexId u) { return u; }, [](auto const&, VertexId) { return .5; });",
     "using Output = ByKey<VertexId>;", "aggregate_key(key, value) calls key(view, u) and value(view, u)"),
    ("te.aggregate_best([](auto const&) { return 1; });", "using Output = Best<Greatest<int>>;", "write 'te.aggregate_best("),
    ("te.aggregate_row([](VertexId u) { return u; });", "using Output = Table<VertexId>;", "write 'te.aggregate_row("),
    ("te.bound();", "", "write 'using Output = Best<Greatest<Value>>;'"),
    ("te.aggregate_row([](auto const&, VertexId u) { return u; });", "", "write 'using Output = Table<Row>;'"),
    ("te.add_job(0);", "", "write 'static constexpr bool by_frontier = true;'"),
    ("te.original_id(0);", "", "write 'static constexpr bool reads_ids = true;'"),
    ("te.aggregate_orbits();", "", "write 'using Output = PerOrbit;'"),
    ("te.aggregate_length();", "", "write 'using Output = ByLength;'"),
    ("te.aggregate([](auto& own, auto const&, VertexId) { ++own.sum; });", "", "write 'struct Accumulator { ... };'"),
    ("te.accumulator();", "", "write 'struct Accumulator { ... };'"),
    ("te.keep_open([](VertexId u) { return u > 1; });", "", "write 'te.keep_open([](auto const& t, VertexId u) { return ...; })'"),
    ("te.keep_open([](auto const&, VertexId u) { return u > 1; });", "using Engine = Masks;",
     "keep_open() does not belong to this application's engine, but to Lists"),
    ("te.state() = {};", "", "write 'struct LevelState { ... };'"),
    ("(void)te.state(0);", "", "write 'struct LevelState { ... };'"),
    ("te.state(0).sum = 1;", "struct LevelState { int sum = 0; };", "const"),
    ("te.extend_exclusive();", "", "write 'using Engine = Exclusive;'"),
    ("te.fold([](VertexId, EdgeOffset) {});", "", "write 'using Engine = Neighbours;'"),
    ("te.number();", "", "start them with 'run_jobs(count, work)'"),
    ("te.extend_commmon(0);", "", "extend_commmon"),
    ("te.edge_position(0, te.last());", "", "edge_position"),
]

# An application as a whole, and what is said.
WHOLES = [
    ("struct App { int k = 4; };", WRITE_VISIT),
    ("struct App { int k = 4; template <class Traversal> CERRADO_FN void visit(Traversal& te) { te.aggregate_counter(); } };",
     WRITE_VISIT),
    ("struct App { int k = 4; template <class Traversal> CERRADO_FN void visit(Traversal te) const { te.aggregate_counter(); } };",
     WRITE_VISIT),
    ("class App { template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.aggregate_counter(); } };",
     WRITE_VISIT),
    ("struct App { int k = 4; CERRADO_FN void visit(int& te) const { ++te; } };", WRITE_VISIT),
    ("struct App { int k = 4; void visit(Traversal& te) const { te.aggregate_counter(); } };", "template"),
    ("struct App { int k = 4; CERRADO_FN void visit(ExtensionView<App>& te) const { te.size(); } };", WRITE_VISIT),
    ("struct App { unsigned k = 4; " + VISIT + " };", "'k' is a number: write 'int k;'"),
    ("struct App { int K = 4; " + VISIT + " };", NOTHING.format("K")),
    ("struct App { int k; std::vector<int>& labels; " + VISIT + " };", "is a reference to memory that a device does not have"),
]

# What a program says beside an application that is right, and what is said of it.
PROGRAMS = [
    ("WideCount sum(Graph const& graph) { return run(App{}, graph).of<ByKey<int>>().size(); }",
     "the application has no such output"),
    ("WideCount sum(RunResult const& result) { return result.of<PerOrbit>().vertices.size(); }",
     "output_whose_header_is_not_included = cerrado::PerOrbit"),
    ("WideCount sum(RunResult const& result) { return result.of<BySize>().sizes.size(); }", "output_whose_header_is_not_included = cerrado::BySize"),
    ("#include <cerrado/run/conduct/balance.hpp>", "this header has moved: include <cerrado/run/balance.hpp>"),
    ("#include <cerrado/runtime/run.hpp>", "this header has moved: include <cerrado/run/run.hpp>"),
]

RIGHT = ["struct App { int k = 4; " + VISIT + " };",
         "struct App { int k = 4; " + SUM + " template <class Traversal> CERRADO_FN void visit(Traversal& te) const { "
         "if (te.extend(0, 1)) te.filter([](auto const& t, VertexId u) { return u > t.last(); }); "
         "if (te.size() == 3) te.aggregate([](auto& own, auto const&, VertexId) { ++own.sum; }); } };"]


def programs():
    """Each mistake: the application, and what is said of it."""
    yield from WHOLES
    for line, text in PROGRAMS:
        yield RIGHT[0] + "\n" + line, text
    for line, text in DECLARATIONS:
        yield "struct App { int k = 4; " + line + " " + VISIT + " };", text
    for body, line, text in BODIES:
        yield ("struct App { int k = 4; " + line + " template <class Traversal> CERRADO_FN void visit(Traversal& te) const {\n"
               "    if (te.extend(0, 1)) te.aggregate_counter();\n    " + body + "\n} };"), text


INCLUDES = "".join(f"#include <cerrado/{name}.hpp>\n" for name in ("run/run", "output/best", "output/by_key", "output/store", "output/table"))
INCLUDES += "#include <string>\n#include <vector>\n"


class Compiler:
    """`all`: with a precompiled header, which takes a fifth of the time. Clang then also writes that it is included."""

    def __init__(self, kind, command, folder):
        self.command, self.includes = [*command], INCLUDES
        if kind != "all":
            return
        header = os.path.join(folder, "prelude.hpp")
        with open(header, "w", encoding="utf-8") as file:
            file.write("#pragma once\n" + INCLUDES)
        is_clang = "clang" in command[0]
        compiled = header + (".pch" if is_clang else ".gch")
        without = [word for word in command if word not in ("-x", "c++", "-fsyntax-only")]
        subprocess.run([*without, "-x", "c++-header", header, "-o", compiled], check=True, stderr=subprocess.DEVNULL)
        self.command += ["-include-pch", compiled] if is_clang else ["-include", header]
        self.includes = ""

    def output_of(self, application):
        source = (self.includes + "using namespace cerrado;\n" + application + "\nWideCount count_of(App const& app, Graph const& graph) "
                  "{ return run(app, graph).count; }\n")
        done = subprocess.run([*self.command, "-"], input=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def complaint(self, application, text):
        status, output = self.output_of(application)
        lines = [line for line in output.splitlines() if not re.match("In file included from .*prelude.hpp:", line)]
        first = "\n".join(lines[:LINES]).replace("\\'", "'")
        first = re.sub(r"(\w)=(\w)", r"\1 = \2", first)  # as nvcc writes the arguments of templates
        if status == 0:
            return f"compiled: {application}"
        return "" if text in first else f"not said of {application}: {text}\n{first}\n"


def main(kind, *command):
    cases = list(programs())
    if kind == "sample":
        cases = cases[::12]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
        compiler = Compiler(kind, command, folder)
        found = [each for each in pool.map(lambda case: compiler.complaint(*case), cases) if each]
        for status, output in pool.map(compiler.output_of, RIGHT):
            if status != 0:
                found.append("a right application is refused:\n" + output)
    print("\n".join(found) or f"{len(cases)} mistakes are explained at once")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
