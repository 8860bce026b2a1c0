"""The sizes that CONTRIBUTING.md allows: lines of a file, lines of a function, files of a folder."""
import ast
import pathlib
import re
import unittest

import markdown

FOLDERS = [markdown.ROOT / name for name in ["framework", "apps", "canonical", "loadbalance", "python", "tests", "bench"]]
CODE = {".hpp", ".cpp", ".cu", ".cuh"}
MOST_LINES = 300
MOST_LINES_OF_A_FUNCTION = 40
MOST_FILES = 25  # of a folder; tests and bench have as many as there are subjects


def files(folders, suffixes):
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in suffixes]


def blanked(text):
    """C++ without comments, strings and characters, with as many lines."""
    parts = re.compile(r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'""",
                       re.DOTALL)
    return parts.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)


def is_body(before):
    """Does a function's body begin here, after this text, or a block of one? Else values, a type or a namespace do."""
    head = re.split(r"[;{}]", before)[-1]
    if not head.strip():
        return before.rstrip().endswith("}")  # of a constructor: its last member has braces
    if re.search(r"(=|\w_)\s*$", head) or not re.search(r"[(\[]", head):
        return False
    while (simpler := re.sub(r"<[^<>]*>|\([^()]*\)", "", head)) != head:
        head = simpler
    return not re.search(r"\b(namespace|class|struct|union|enum)\b", head)


def functions(text):
    """(line, lines) of the outermost bodies: from the line of the opening brace to that of the closing one."""
    found, open_braces = [], []
    text = blanked(text)
    last = 0
    for brace in re.finditer(r"[{}]", text):
        at = brace.start()
        if brace[0] == "{":
            is_inside = bool(open_braces) and open_braces[-1][1]
            open_braces.append((at, is_inside or is_body(text[last:at]), is_inside))
        else:
            begin, is_function, is_inside = open_braces.pop()
            if is_function and not is_inside:
                found.append((text.count("\n", 0, begin) + 1, text.count("\n", begin, at) + 1))
        last = at
    if open_braces:
        raise ValueError("a brace is not closed")
    return found


def functions_of_python(text):
    return [(node.lineno, node.end_lineno - node.lineno + 1) for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)]


class Limits(unittest.TestCase):
    def test_files_are_short(self):
        found = files(FOLDERS, CODE | {".py", ".sh", ".txt", ".cmake", ".in"})
        self.assertGreater(len(found), 800)
        long = {path.relative_to(markdown.ROOT).as_posix(): lines for path in found
                if (lines := path.read_bytes().count(b"\n")) > MOST_LINES}
        self.assertEqual(long, {}, "files with more lines than they may have")

    def test_functions_are_short(self):
        total, long = 0, []
        for path in files(FOLDERS, CODE | {".py"}):
            found = (functions_of_python if path.suffix == ".py" else functions)(path.read_text())
            total += len(found)
            long += [f"{path.relative_to(markdown.ROOT)}:{line}: {lines} lines" for line, lines in found
                     if lines > MOST_LINES_OF_A_FUNCTION]
        self.assertGreater(total, 4000)
        self.assertEqual(long, [], "functions with more lines than they may have")

    def test_folders_are_small(self):
        folders = [path for folder in FOLDERS[:4] for path in [folder, *folder.rglob("*")] if path.is_dir()]
        self.assertGreater(len(folders), 40)
        large = {folder.relative_to(markdown.ROOT).as_posix(): count for folder in folders if folder.name != "__pycache__"
                 if (count := sum(path.is_file() for path in folder.iterdir())) > MOST_FILES}
        self.assertEqual(large, {}, "folders with more files than they may have")

    def test_the_rules_say_the_same(self):
        rules = (markdown.ROOT / "CONTRIBUTING.md").read_text()
        for rule in [f"Files have at most {MOST_LINES} lines", f"functions at most {MOST_LINES_OF_A_FUNCTION}", f"at most {MOST_FILES} files"]:
            self.assertIn(rule, re.sub(r"\s+", " ", rules))


class Reading(unittest.TestCase):
    SAMPLE = """namespace a {
struct Sample : Base<T> {
    Sample(int x) : x_{x}, y_(x) {
        call("}", '{'); // {
    }
    int one() const { return x_; }
    template <class A> A two(struct C c) {
        if (c) {
            return [] {
                return A{};
            }();
        }
        return R"({{
)";
    }
    int x_ = 0, y_ = 10'000;
};
constexpr Sample table[] = {
    {1},
};
enum class E {
    one,
};
} // namespace a
"""

    def test_functions_begin_and_end_with_their_braces(self):
        self.assertEqual(functions(self.SAMPLE), [(3, 3), (6, 1), (7, 9)])

    def test_functions_of_python_are_counted_whole(self):
        self.assertEqual(functions_of_python("def a():\n    def b():\n        pass\n\n    b()\n"), [(1, 5), (2, 2)])


if __name__ == "__main__":
    unittest.main()
