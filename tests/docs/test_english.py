"""Plain English in the documents and in the comments of headers: no sentence begins with what belongs at its end."""
import re
import unittest

import markdown

FOLDERS = ["framework", "canonical", "loadbalance", "apps", "python"]
HEADERS = sorted(path for folder in FOLDERS for path in (markdown.ROOT / folder).rglob("*.hpp"))

# "Of each edge the ends", "That there is none": a reader must keep them in mind until the verb comes.
BEGINS_BACKWARDS = re.compile(r"(?:^|[.:;!?|)] +)[*_]*(?:Of|That)\b[^.:;!?|]{0,50}", re.MULTILINE)
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


def prose(text):
    """Markdown without code: a line for each paragraph and list item."""
    text = LIST_MARK.sub("\n\n", markdown.without_code(text))
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


def backward_sentences(text):
    return [" ".join(found.split()) for found in BEGINS_BACKWARDS.findall(text)]


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


class Reading(unittest.TestCase):
    def test_backward_sentences_are_found_wherever_they_begin(self):
        text = "Of each edge the ends. It is so. That there is none\n| Of it | the rest |\nThe end of That Of. **Of** them"
        self.assertEqual([found.split("Of")[0].split("That")[0].strip(" .|*") for found in backward_sentences(text)], [""] * 4)

    def test_comments_are_joined_to_paragraphs(self):
        self.assertEqual(comments("// The ends\n// of it\nint x; // Of x\n\n// b\n"), "The ends of it\nOf x\nb")


if __name__ == "__main__":
    unittest.main()
