"""The rooms: the framework names no application, its core stays small, and CUDA is named in few places."""
import pathlib
import re
import unittest

import cpp_text
import markdown

FRAMEWORK = markdown.ROOT / "framework"
SOURCES = sorted(path for path in FRAMEWORK.rglob("*") if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"})
PLUMBING = markdown.ROOT / "apps" / "command"  # what all commands share
TRAVERSAL = FRAMEWORK / "cerrado" / "traversal" / "traversal.hpp"
MOST_MEMBERS = 45

# Applications and what serves them alone, in any case and within words, too. The framework has an engine for matching
# and compressed graphs, so words of these kinds are no application's.
APPLICATION_NAMES = ["clique", "motif", "pivot", "isomorphism", "sieve", "compression", r"\bscore"]
# What others call something so: the paper a predicate, libraries a parameter, people a column of a table.
PERMITTED = {
    "cerrado/traversal/filter.hpp": r"\bis_clique\b",
    "cerrado/graph/detail/cgz/layout.cpp": r"\bZSTD_c_compressionLevel\b",
    "cerrado/graph/detail/io/files.cpp": r"\bZ_DEFAULT_COMPRESSION\b|\bunknown compression\b",
    "cerrado/graph/detail/io/tables/table.cpp": r'"score"',
}

# What CONTRIBUTING.md's table calls it -> what it is in a source without comments and texts.
NAMES, QUESTIONS, PTX = "CUDA's keywords, functions and types", "questions whether the compiler compiles for CUDA", "inline PTX"
CUDA = {
    NAMES:
        r"\b(cuda[A-Z]\w*|cuda_runtime\w*|CU[a-z]\w+|cub|threadIdx|blockIdx|blockDim|gridDim"
        r"|__(?!builtin_|clang__|int128|m128i|m256i|m512i|restrict|x86_64__)[a-z]\w*)\b",
    QUESTIONS: r"\b__(CUDACC|CUDA_ARCH|NVCC)__\b",
    PTX: r"\basm\b",
}
FOUR_FOLDERS = ["framework", "apps", "canonical", "loadbalance"]


def names_applications(text):
    """The numbers of the lines that name an application."""
    return [number for number, line in enumerate(text.splitlines(), 1)
            if re.search("|".join(APPLICATION_NAMES), line, re.IGNORECASE)]


def members(text, name):
    """The functions and the data members of a class template, by name: overloads count apart."""
    text = re.sub(r"//.*", "", text)
    begin = text.index("{", re.search(rf"class {name}\s*: ", text).start()) + 1
    declarations, word, braces, parentheses = [], "", 0, 0
    for at, letter in enumerate(text[begin:], begin):
        if letter == "}" and braces == 0:
            break
        if braces == 0 and letter not in "{}":
            word += letter
        braces += {"{": 1, "}": -1}.get(letter, 0)
        parentheses += {"(": 1, ")": -1}.get(letter, 0)
        ends_body = letter == "}" and braces == 0 and not re.match(r"\s*[;,]", text[at + 1:]) and "(" in word
        if parentheses == 0 and braces == 0 and (letter == ";" or ends_body):
            declarations.append(word.strip(" ;\n"))
            word = ""
    declarations = [re.sub(r"\b(public|protected|private):", "", declaration).strip() for declaration in declarations]
    return [member for declaration in declarations
            if declaration and not re.match(r"using |static_assert|friend ", declaration) for member in names_of(declaration)]


def names_of(declaration):
    """One name of a function, or those of the data members that the declaration has."""
    declaration = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", declaration))
    if "(" in declaration:
        return re.findall(r"(\w+)\(", declaration)[:1]
    return [re.search(r"(\w+)(?:\[.*\])?\s*(?:=.*)?$", part, re.DOTALL)[1] for part in declaration.split(",")]


def sources():
    """(name, text without comments and texts) of each source of the four folders."""
    for folder in FOUR_FOLDERS:
        for path in (markdown.ROOT / folder).rglob("*"):
            if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"}:
                yield path.relative_to(markdown.ROOT).as_posix(), cpp_text.blanked(path.read_text())


def places(what):
    """What CONTRIBUTING.md's table has in the row: files, and folders with a slash at the end."""
    rules = (markdown.ROOT / "CONTRIBUTING.md").read_text().splitlines()
    return set(re.findall(r"`([^`]+)`", next(line for line in rules if line.startswith(f"| {what} |"))))


def within(name, place):
    return name.startswith(place) if place.endswith("/") else name == place


class Rooms(unittest.TestCase):
    def test_the_framework_names_no_application(self):
        self.assertGreater(len(SOURCES), 100)
        for path in SOURCES:
            name = path.relative_to(FRAMEWORK).as_posix()
            text = path.read_text()
            if name in PERMITTED:
                text = re.sub(PERMITTED[name], "", text)
            with self.subTest(name):
                self.assertEqual(names_applications(name), [], "the file's own name")
                self.assertEqual(names_applications(text), [], "lines that name an application")

    def test_the_plumbing_of_the_command_names_no_application(self):
        sources = sorted(path for path in PLUMBING.rglob("*") if path.suffix in {".hpp", ".cpp"})
        self.assertGreater(len(sources), 15)
        for path in sources:
            text = path.read_text()
            if path.name == "inputs.cpp":
                text = text.replace("cliques (K12)", "")  # a kind of pattern
            with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                self.assertEqual(names_applications(text), [], "lines that name an application")

    def test_the_traversal_has_few_members(self):
        found = members(TRAVERSAL.read_text(), "Traversal")
        self.assertLessEqual({"Traversal", "vertex", "control", "move", "push", "accept", "array", "length_", "job_", "done_"},
                             set(found), "has the class another shape?")
        self.assertLessEqual(len(found), MOST_MEMBERS, ", ".join(found))

    def test_what_is_permitted_is_there(self):
        for name, words in PERMITTED.items():
            with self.subTest(name):
                self.assertRegex((FRAMEWORK / name).read_text(), words)

    def test_cuda_is_named_where_the_rules_say(self):
        texts = dict(sources())
        for what, words in CUDA.items():
            listed = places(what)
            allowed = listed | (places(NAMES) if what == QUESTIONS else set())
            found = {name for name, text in texts.items() if re.search(words, text)}
            with self.subTest(what):
                self.assertEqual({name for name in found if not any(within(name, place) for place in allowed)}, set(),
                                 "are not in the table of CONTRIBUTING.md")
                self.assertEqual({place for place in listed if not any(within(name, place) for name in found)}, set(),
                                 "are in the table of CONTRIBUTING.md for nothing")


class Reading(unittest.TestCase):
    SAMPLE = """
template <class T> class Sample : public Base<T> {
public:
    using Type = T;
    FN Sample(T t, int x) // a comment; with {braces}
        : t_(t),
          x_{x} {}
    Sample(Sample const&) = delete;
    FN int one() const { return x_; }
    FN bool two() {
        if (x_) { return true; }
        return false;
    }
    template <class A> FN typename A::Entry* three() const;

private:
    T t_;
    int x_ = 0, *y_ = nullptr;
    Map<int, int> map_{};
};
int after;
"""

    def test_every_declaration_is_a_member(self):
        self.assertEqual(members(self.SAMPLE, "Sample"), ["Sample", "Sample", "one", "two", "three", "t_", "x_", "y_", "map_"])

    def test_texts_and_comments_are_blank(self):
        self.assertEqual(cpp_text.blanked("""a("}", '{'); // {\nb = 10'000; R"({{\n)" /* x\n*/ c"""),
                         "a(   ,    );     \nb = 10'000;      \n       \n   c")

    def test_names_are_found_in_any_case_and_within_words(self):
        self.assertEqual(names_applications("a\nCliqueList\nmotifs\nthe PIVOT\nb"), [2, 3, 4])

    def test_cuda_is_known_by_its_names(self):
        for code in ["cudaMalloc(&p, 8);", "#include <cuda_runtime.h>", "__syncwarp();", "i = threadIdx.x;", "__global__ void f()"]:
            self.assertRegex(code, CUDA[NAMES])
        for code in ["cuda_device_count()", "DeviceKind::cuda", "__builtin_clz(x)", "__int128 x", "run_on_cuda(app)", "__CUDACC__"]:
            self.assertNotRegex(code, CUDA[NAMES])


if __name__ == "__main__":
    unittest.main()
