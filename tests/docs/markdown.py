"""What the tests read of a Markdown file: fenced blocks with their tags, links, headings."""
import pathlib
import re
import textwrap
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name != "api.in.md")  # of which api.md is made
ALL = DOCS + sorted([*ROOT.glob("*.md"), *ROOT.glob("apps/**/*.md"), *ROOT.glob("datasets/*.md"), *ROOT.glob("bench/**/*.md")])


@dataclass
class Block:
    """A fenced block. `info` is what follows the fence: a language, then words and key=value pairs."""
    path: pathlib.Path
    line: int
    info: str
    text: str

    @property
    def language(self):
        return (self.info.split() or [""])[0]

    @property
    def words(self):
        return self.info.split()[1:]

    def value(self, key):
        return next((word.partition("=")[2] for word in self.words if word.startswith(key + "=")), None)

    def __str__(self):
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def blocks(path):
    found, opening = [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fence = re.match(r"^( *)```(.*)$", line)
        if opening is None and fence:
            opening, lines = (number, fence[2].strip(), len(fence[1])), []
        elif opening is not None and fence and not fence[2].strip():
            found.append(Block(path, opening[0], opening[1], "".join(text[opening[2]:] + "\n" for text in lines)))
            opening = None
        elif opening is not None:
            lines.append(line)
    if opening is not None:
        raise ValueError(f"{path}:{opening[0]}: the fence is not closed")
    return found


def without_code(text):
    """The text with fenced blocks and code spans blanked, line by line."""
    text = re.sub(r"(?ms)^ *```.*?^ *``` *$", lambda block: "\n" * block[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "", text)


def links(text):
    return re.findall(r"\[[^\]]*\]\(([^()\s]+)\)", without_code(text))


def anchors(text):
    """The anchors of a file's headings, as they are made by common viewers."""
    headings = re.findall(r"(?m)^#+ +(.*?) *$", re.sub(r"(?ms)^ *```.*?^ *``` *$", "", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def quotes(source, excerpt):
    """Is the excerpt a run of whole lines of the source, but for the indentation common to its lines?"""
    wanted = textwrap.dedent(excerpt).splitlines()
    lines = source.splitlines()
    for first in range(len(lines) - len(wanted) + 1):
        if textwrap.dedent("\n".join(lines[first:first + len(wanted)])).splitlines() == wanted:
            return bool(wanted)
    return False
