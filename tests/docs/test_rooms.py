"""The rooms of the framework: it names no application, its core stays small, and no phase asks an application for flags."""
import pathlib
import re
import unittest

import markdown

FRAMEWORK = markdown.ROOT / "framework"
SOURCES = sorted(path for path in FRAMEWORK.rglob("*") if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"})
TRAVERSAL = FRAMEWORK / "cerrado" / "traversal" / "traversal.hpp"
MOST_MEMBERS = 45

# Of the applications and of what serves them alone, in any case and as a part of words, too.
APPLICATION_NAMES = ["clique", "motif", "pivot"]
# The paper's name of a predicate, which applications of the paper's form use.
PERMITTED = {"cerrado/traversal/filter.hpp": r"\bis_clique\b"}


def names_applications(text):
    """The numbers of the lines that name an application."""
    return [number for number, line in enumerate(text.splitlines(), 1)
            if re.search("|".join(APPLICATION_NAMES), line, re.IGNORECASE)]


def members(text, name):
    """The functions and the data members of a class template, by name: overloads count apart."""
    text = re.sub(r"//.*", "", text)
    begin = text.index("{", re.search(rf"class {name} : ", text).start()) + 1
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

    def test_the_traversal_has_few_members(self):
        found = members(TRAVERSAL.read_text(), "Traversal")
        self.assertLessEqual({"Traversal", "vertex", "control", "move", "push", "accept", "array", "length_", "job_", "done_"},
                             set(found), "has the class another shape?")
        self.assertLessEqual(len(found), MOST_MEMBERS, ", ".join(found))

    def test_no_phase_asks_for_flags(self):
        for path in SOURCES:
            with self.subTest(path.relative_to(FRAMEWORK).as_posix()):
                self.assertNotRegex(path.read_text(), r"\bwants_")


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

    def test_names_are_found_in_any_case_and_within_words(self):
        self.assertEqual(names_applications("a\nCliqueList\nmotifs\nthe PIVOT\nb"), [2, 3, 4])


if __name__ == "__main__":
    unittest.main()
