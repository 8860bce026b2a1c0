#!/usr/bin/env python3
"""Writes docs/api.md: docs/api.in.md, with the declarations of headers and their comments where it names them.

    docs/make_api.py            writes the page
    docs/make_api.py --check    fails if the page is not what it would write

`<!-- HEADER: NAME NAME:MEMBER,MEMBER ... -->` becomes a list. A NAME is a function, or a class with all its public members, or with those
after the colon: `NAME:` has none. After `brief` a comment is its first sentence, and members have none. `<!-- HEADER -->` becomes the
comment at the head of the header, after `brief` its first paragraph; its rows, `//   name   text`, become a list. Headers are read as
clang-format writes them: the later lines of a declaration are indented more than its first."""
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent
FOLDERS = [DOCS.parent / folder / "cerrado" for folder in ["framework", "canonical", "loadbalance", "apps/library"]]
# What is code in a comment: headers, calls, qualified names, names with underscores.
CODE = (r"`[^`]*`|docs/[\w-]+\.md|<cerrado/[\w/.]+>|[\w.:]*\w(?:<\w+>)?\((?:[^()]|\([^()]*\))*\)(?:\.\w+(?:<\w+>\(\))?)*|\w+(?:::\w+)+|"
        r"\b[a-z]\w*_\w+\b|\b[\w/]+\.hpp\b")
LEFT_TO_HEADERS = r"(?:(?<=[.)] )|^)(?:Throws? |Source: |Memory: |Lanes: any[.]).*?(?:[.] ?(?=[A-Z]|$)|$)"
DROPPED = r"\b(?:CERRADO_FN|CERRADO_CALLS_HOST|inline|static|constexpr|virtual|explicit|override|noexcept|typename) ?|\[\[\w+\]\]"
HEAD = r"((?:[^(){};]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*)[{;]"  # of a declaration: what it says before its body
ANGLES = r"<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>"


class Declaration:
    """`path`: its name, with that of its class. `joins`: it has no comment, but shares that of the one before it."""

    def __init__(self, text, comment, scope, is_public):
        self.comment, self.members, self.joins = re.sub(LEFT_TO_HEADERS, "", " ".join(comment.split())).strip(), [], False
        text = re.sub(rf"template {ANGLES} ", "", " ".join(text.split()))
        text = re.sub(r"^requires\b.*?(?=CERRADO_FN|class |struct )", "", text).strip()
        self.is_shown = is_public and not re.match(r"using |friend |static_assert|(class|struct) \w+$|~|.*operator|.*= delete", text)
        bare, text = re.sub(ANGLES, "", text), re.sub(DROPPED, "", text)
        kind = re.match(r"(class|struct|enum class|enum) ([\w:]+)", bare)
        function = not kind and re.match(r"[^=(]*?([\w~]+)\((.*)\)", bare)
        variables = re.findall(r"(\w+)(?:\[[^\]]*\])?(?: =[^,]*)?(?:, |$)", bare) or [""]
        name = kind[2] if kind else function[1] if function else variables[0]
        self.path, self.is_class = "::".join([*scope, name]), bool(kind) and "enum" not in kind[1]
        if function:
            parameters = [re.sub(" = .*", "", one) for one in function[2].split(", ")]
            self.short = f"{name}({', '.join(re.split('[ &*]', one)[-1] or one.split()[0] if one else '' for one in parameters)})"
            self.text = re.sub(r"\)(?: const)?(?: = 0| : .*)?$", ")", text)
            self.text = self.text if len(self.text) < 36 else self.text.partition(name + "(")[0] + self.short
            self.text = re.sub(r"^(?:void|auto(?: const)?&?) ", "", self.text)
        else:
            self.text = re.sub(r" (?:final )?: .*", "", text) if kind else "`, `".join(variables)
            self.short = name if self.is_class else self.text


def prose(comment):
    """A comment as Markdown."""
    def piece(text, is_code):
        if page := re.fullmatch(r"docs/(.*)\.md", text):
            return f"[{page[1]}]({page[1]}.md)"
        return "`" + text.strip("`") + "`" if is_code else text.replace("*", "\\*").replace("<", "\\<")
    return "".join(piece(text, i % 2) for i, text in enumerate(re.split(f"({CODE})", comment)))


def parse(lines, scope=(), is_public=True):
    """All declarations, and behind each its members."""
    found, above, i, shares = [], [], 0, False
    while i < len(lines):
        line = lines[i].strip()
        if line.startswith("//") and not line.startswith("// ---"):
            above, shares, i = [*above, line[2:].strip()], False, i + 1
        elif line.startswith("CERRADO_REFUSED("):  # a call that is a mistake
            depth = 0
            while True:
                depth, i = depth + lines[i].count("(") - lines[i].count(")"), i + 1
                if depth == 0:
                    break
            above = []
        elif not line or line.startswith(("#", "//", "}", "namespace ")) or line.endswith(":"):
            is_public = line == "public:" or is_public and line not in ("private:", "protected:")
            above, shares, i = [], False, i + 1
        else:
            indent, code = len(lines[i]) - len(lines[i].lstrip()), ""
            while not (head := re.match(HEAD, code)):
                code, i = code + re.sub("//.*", "", lines[i]) + " ", i + 1
            text, is_open = head[1], head[0][-1] == "{" and not code.rstrip().endswith(("}", "};"))
            beside, column, body = re.findall(r"// ?(.*)", lines[i - 1]), lines[i - 1].find("//"), i
            while beside and i < len(lines) and lines[i].find("//") == column and not lines[i][:column].strip():
                beside, i = [*beside, lines[i].strip()[2:].strip()], i + 1
            while is_open and not re.match(rf" {{{indent}}}\}}", lines[i]):
                i += 1
            if re.match(r"\s*enum\b", text):
                text += "{ " + ", ".join(re.findall(r"(?:[{,]|^ )\s*(\w+)", re.sub("//.*", "", "\n".join(lines[body - 1:i])), re.M)) + " }"
            made = Declaration(text, " ".join([*above, *beside]), scope, is_public)
            made.joins, inside = shares and not above and not beside, []
            if is_open and made.is_class:
                inside = parse(lines[body:i], made.path.split("::"), "struct " in text)
                made.members = [one for one in inside if one.path.count("::") == made.path.count("::") + 1]
            found += [made, *inside]
            shares, above, i = made.joins or bool(above), [], i + 1 if is_open else i
    return found


def listed(items, is_brief, margin=""):
    rows = []
    for item in items:
        comment = prose(re.match(r".*?(?:[.](?= [A-Z`]|$)|$)", item.comment)[0] if is_brief else item.comment)
        if not comment and item.short in [one.short for one in items[:items.index(item)]]:
            continue  # the same for const or for other types
        if not rows or not item.joins and (comment or rows[-1][1] or item.is_class):
            rows.append(({}, comment))
        rows[-1][0][item.short if is_brief else item.text] = None
    return [f"{margin}- " + ", ".join(f"`{text}`" for text in texts) + (f": {comment}" if comment else "") for texts, comment in rows]


def declared(header, lines, words, is_brief):
    known, made = parse(lines), []
    for name, colon, members in re.findall(r"((?:\w|::)+?)(?:(?<!:)(:)(?!:)(\S*))?(?: |$)", words):
        named = [one for one in known if one.path == name]
        named = [one for one in named if one.members] or named or sys.exit(f"api.in.md: {header} declares no {name}")
        wanted = [one for one in named[0].members if one.is_shown and not colon]
        for path in [f"{name}::{member}" for member in members.split(",") if member]:
            wanted += [one for one in known if one.path == path and one.is_shown] or sys.exit(f"api.in.md: {header} declares no {path}")
        if wanted and re.search(r"(?:Operators|^Traversal|^EdgePositions)$", name):  # a part of the traversal
            made += listed(wanted, is_brief)
        elif wanted and is_brief:
            row = listed(named, True)[0]
            row += (" Members: " if row[-1] == "." else ". Members: ") if named[0].comment else ": "
            made.append(row + ", ".join(f"`{one}`" for one in dict.fromkeys(one.short for one in wanted)))
        else:
            made += listed(named, is_brief) + listed(wanted, is_brief, "  ")
    return made


def introduced(lines, is_brief):
    made, last = [], 0
    for line in lines:
        if not line.startswith("//") or is_brief and line == "//":
            return [one if one.startswith("    ") else prose(re.sub(LEFT_TO_HEADERS, "", one)) for one in made]
        indent, text = len(line) - len(line[2:].lstrip()) - 2, line[2:].strip()
        row = re.fullmatch(r"(.*?\S)  +(.*)", text)
        if row and indent in (3, 5):
            made.append(f"{' ' * (indent - 3)}- `{row[1]}`: {row[2]}")
        elif text and last and made and (indent > 3 or last == indent == 1):
            made[-1] += " " + text
        else:
            made += [*([""] if text and last > 1 else []), text] if indent < 3 else ["    " + text]
        last = indent if text else 0


made = []
for line in (DOCS / "api.in.md").read_text().splitlines():
    if marker := re.fullmatch(r"<!-- (brief )?([\w/]+\.hpp)(?:: (.*))? -->", line):
        header = next(path for folder in FOLDERS if (path := folder / marker[2]).is_file()).read_text().splitlines()
        made += declared(marker[2], header, marker[3], marker[1]) if marker[3] else introduced(header, marker[1])
    else:
        made.append(line)
text = "\n".join(made) + "\n"
if "--check" not in sys.argv:
    (DOCS / "api.md").write_text(text)
elif text != (DOCS / "api.md").read_text():
    sys.exit("docs/api.md is not what the headers say: run docs/make_api.py")
