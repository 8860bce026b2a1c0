"""Plain English in the documents, in comments and in messages: no sentence begins with what belongs at its end."""
import ast
import re
import unittest

import markdown

FOLDERS = ["framework", "canonical", "loadbalance", "apps", "python"]
HEADERS = sorted(path for folder in FOLDERS for path in (markdown.ROOT / folder).rglob("*.hpp"))
SOURCES = sorted(path for folder in FOLDERS for path in (markdown.ROOT / folder).rglob("*")
                 if path.suffix in (".hpp", ".cpp", ".cu", ".cuh"))
MODULES = sorted((markdown.ROOT / "python/cerrado").glob("*.py"))

# Folders that nobody has read yet by the rules for comments and messages.
STILL_TO_READ = []

# "Of each edge the ends", "That there is none": a reader must keep them in mind until the verb comes.
BEGINS_BACKWARDS = re.compile(r"(?:^|[.:;!?|)] +)[*_]*(?:Of|That)\b[^.:;!?|]{0,50}", re.MULTILINE)
# "What it holds is small", "Whether it is full": the noun clause hides the subject. A question may begin so.
CLAUSE = r"\b[^.:;!?|\n]*(?:[.:;!|]|$)"
BEGINS_WITH_CLAUSE = re.compile(rf"(?:^|[.:;!?|)] +)[*_]*(?:What|Whether|Who|Which){CLAUSE}", re.MULTILINE)
COMMENT_IS_CLAUSE = re.compile(rf"^(?:what|whether|who|which){CLAUSE}", re.MULTILINE)
LEXEMES = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|"""
                     r"""(?P<text>"(?:\\.|[^"\\\n])*")|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.DOTALL)
LIST_MARK = re.compile(r"(?m)^ *(?:[-*>#|]+|\d+\.) +")


def comments(text):
    """The text of // comments. Lines that follow each other are one paragraph."""
    paragraphs, current = [], []
    for line in text.splitlines() + [""]:
        found = re.match(r"\s*// ?(.*)", line)
        beside = None if found else re.search(r"\S.*?\s// (.*)", line)
        if found and found[1].strip():
            current.append(found[1].strip())
            continue
        if current:
            paragraphs.append(" ".join(current))
            current = []
        if beside:
            paragraphs.append(beside[1].strip())
    return "\n".join(paragraphs)


def texts(source):
    """The string literals of C++, a line for each. Literals that follow each other are one text."""
    source = re.sub(r"(?m)^ *#include .*$", "", source)
    found, end = [], None
    for lexeme in LEXEMES.finditer(source):
        follows = end is not None and not source[end:lexeme.start()].strip()
        literal = lexeme["raw"] if lexeme["raw"] is not None else lexeme["text"] and lexeme["text"][1:-1]
        if literal is not None:
            found[-1:] = [found[-1] + literal] if follows else [*found[-1:], literal]
        end = lexeme.end() if literal is not None or (follows and lexeme["comment"]) else None
    return re.sub(r"(?m)^ +", "", "\n".join(found).replace("\\n", "\n"))


def texts_of_module(source):
    """The docstrings and other strings of Python, a line for each paragraph; what stands in braces is left out."""
    tree = ast.parse(source)
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    joined = ["".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
              for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    plain = [node.value for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts]
    paragraphs = "\n".join(re.sub(r"(?<!\n)\n *(?!\s)", " ", text) for text in joined + plain)
    return re.sub(r"(?m)^ +", "", paragraphs)


def prose(text):
    """Markdown without code: a line for each paragraph and list item."""
    text = LIST_MARK.sub("\n\n", markdown.without_code(text))
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


def backward_sentences(text):
    return [" ".join(found.split()) for found in BEGINS_BACKWARDS.findall(text)]


def clauses(text):
    return [" ".join(found.split()) for found in BEGINS_WITH_CLAUSE.findall(text)]


def clauses_of_comments(text):
    return clauses(text) + COMMENT_IS_CLAUSE.findall(text)


def is_to_be_read(path):
    return any(path.is_relative_to(markdown.ROOT / folder) for folder in STILL_TO_READ)


class English(unittest.TestCase):
    def test_sentences_of_documents_begin_with_their_subject(self):
        for path in markdown.ALL:
            with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                self.assertEqual(backward_sentences(prose(path.read_text())), [])

    def test_sentences_of_headers_begin_with_their_subject(self):
        self.assertGreater(len(HEADERS), 300)
        for path in HEADERS:
            with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                self.assertEqual(backward_sentences(comments(path.read_text())), [])

    def test_sentences_of_comments_and_messages_begin_with_their_subject(self):
        read = [path for path in SOURCES if not is_to_be_read(path)]
        self.assertGreater(len(read), 200)
        for path in read:
            source = path.read_text()
            with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                self.assertEqual(backward_sentences(comments(source)) + clauses_of_comments(comments(source)), [])
                self.assertEqual(backward_sentences(texts(source)) + clauses(texts(source)), [])

    def test_sentences_of_the_python_package_begin_with_their_subject(self):
        self.assertGreater(len(MODULES), 10)
        for path in MODULES:
            source = path.read_text()
            with self.subTest(path.relative_to(markdown.ROOT).as_posix()):
                found = texts_of_module(source)
                self.assertEqual(backward_sentences(found) + clauses(found), [])

    def test_folders_that_are_still_to_be_read_need_it(self):
        for folder in STILL_TO_READ:
            with self.subTest(folder):
                sources = [path.read_text() for path in SOURCES if path.is_relative_to(markdown.ROOT / folder)]
                self.assertTrue(any(clauses_of_comments(comments(source)) for source in sources))


class Reading(unittest.TestCase):
    def test_backward_sentences_are_found_wherever_they_begin(self):
        text = "Of each edge the ends. It is so. That there is none\n| Of it | the rest |\nThe end of That Of. **Of** them"
        self.assertEqual([found.split("Of")[0].split("That")[0].strip(" .|*") for found in backward_sentences(text)], [""] * 4)

    def test_clauses_in_the_place_of_the_subject_are_found(self):
        text = "What it holds is small. It knows what it holds\nIt is full. Whether it is, matters. Who waits?"
        self.assertEqual(clauses(text), ["What it holds is small.", ". Whether it is, matters."])
        self.assertEqual(clauses_of_comments("whether it is\nit knows whether\nwhat is it?"), ["whether it is"])

    def test_literals_are_joined_to_texts(self):
        source = '#include "Of.hpp"\nf("Of {} " // What\n  "edges", \'"\', "b\\nThat");\nchar const* c = R"(Of "x")";\n'
        self.assertEqual(texts(source), 'Of {} edges\nb\nThat\nOf "x"')
        self.assertEqual(texts('f("Of "\n  "edges", 1\'000, "b");'), "Of edges\nb")

    def test_texts_of_modules_are_found(self):
        source = 'def f(x):\n    """What\n    it is.\n\n    Of it"""\n    raise E(f"That {x} is")\n'
        self.assertEqual(texts_of_module(source), "That {} is\nWhat it is.\n\nOf it")

    def test_comments_are_joined_to_paragraphs(self):
        self.assertEqual(comments("// The ends\n// of it\nint x; // Of x\n\n// b\n"), "The ends of it\nOf x\nb")


if __name__ == "__main__":
    unittest.main()
