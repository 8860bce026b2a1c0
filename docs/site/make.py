#!/usr/bin/env python3
"""Builds the site, to be opened from disk: the documents, the notebooks, and a page of each command.

    docs/site/make.py [--program build/host/bin/cerrado] [--out build/site]

mkdocs-material is taken from PyPI into build/site-venv, unless this Python has it. Exits with 3 if it cannot be had. Without the
program there are no pages of commands. The files lie in the site as they lie in the repository, so their links hold. Sources
that the documents link to become pages."""
import argparse
import html
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".txt": "cmake", ".cff": "yaml"}
LINK = r"(\]\()([^()\s#]+)((?:#[^()\s]*)?\))"


def python_with_mkdocs():
    """The Python that has mkdocs-material; exits with 3 if there is none."""
    if importlib.util.find_spec("material") and importlib.util.find_spec("mkdocs"):
        return sys.executable
    folder = ROOT / "build" / "site-venv"
    python = folder / "bin" / "python"
    if (folder / "complete").exists():
        return str(python)
    try:
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
                        "mkdocs>=1.6,<2", "mkdocs-material>=9.5,<10"], check=True, capture_output=True, text=True)
    except (subprocess.CalledProcessError, OSError) as error:
        said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        print(f"site: mkdocs-material cannot be had: {said[-1] if said else error}; it needs python3-venv and PyPI, "
              "or a Python that has it: pip install mkdocs-material", file=sys.stderr)
        sys.exit(3)
    (folder / "complete").touch()
    return str(python)


def documents():
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("apps/**/*.md"), *ROOT.glob("bench/**/*.md"),
             *ROOT.glob("datasets/*.md")]
    return sorted(path for path in found if path.name != "api.in.md")


def fence(text, language=""):
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{marks}{language}\n{text.rstrip()}\n{marks}\n"


def as_mkdocs_reads(text):
    """Of a fence's words the language alone; a blank line before each list, four blanks for what is in its items; no escaped <."""
    lines, fenced, before, margins = [], False, "", []
    for line in text.splitlines():
        if mark := re.match(r" *```", line):
            line = re.sub(r"(``` *[\w+-]*).*", r"\1", line)
            fenced = not fenced
        depth, inside = len(line) - len(line.lstrip()), bool(margins)
        if not fenced or mark:
            while margins and line.strip() and depth < margins[-1]:
                margins.pop()
        shift = 4 * len(margins) - (margins[-1] if margins else 0)
        inner = depth - (margins[-1] if margins else 0)  # by four and more it is code
        item = not fenced and inner < 4 and re.match(r" *([-*]|\d+\.) +(?=\S)", line)
        if item:
            if before.strip() and not inside:
                lines.append("")
            margins.append(len(item[0]))
        if not fenced and depth < 4:
            line = re.sub(r"(`[^`]*`)|\\<", lambda part: part[1] or "&lt;", line)
        lines.append(" " * shift + line if line.strip() else "")
        before = line
    return "\n".join(lines) + "\n"


def from_notebook(path):
    parts = []
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else fence(source, "python"))
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            shown = next((data[kind] for kind in ("text/html", "image/svg+xml") if kind in data), None)
            if shown:
                shown = re.sub(r"\s*\n\s*", " ", re.sub(r"(?s)<style.*?</style>", "", "".join(shown)))
                parts.append(f'<div class="output">{shown}</div>')
            elif text := "".join(data.get("text/plain", output.get("text", ""))):
                parts.append(fence(text, "text"))
    return "\n\n".join(parts) + "\n"


def of_source(file):
    return f"---\nsearch: {{exclude: true}}\n---\n# {file.name}\n\n{fence(file.read_text(), LANGUAGES.get(file.suffix, 'text'))}"


def plain(text):
    """What Markdown and tables leave as it is."""
    return re.sub(r"[*_`\[\]|\\]", lambda mark: f"&#{ord(mark[0])};", html.escape(text, quote=False)).replace("\n", "<br>")


def code(text):
    return f"<code>{plain(text)}</code>"


def cell(text):
    """Words of the help; what stands between backticks is code."""
    return "".join(code(part) if i % 2 else plain(part) for i, part in enumerate(text.split("`")))


def of_command(command, program):
    """The page of a command, of what --describe says of it."""
    name = command["name"] if command["name"] == program else f"{program} {command['name']}"
    words = " ".join(word["names"][0] for word in command["words"])
    usage = f"{name} COMMAND ..." if command.get("commands") else f"{name} {'[OPTIONS] ' * bool(command['options'])}{words}".strip()
    page = [f"# {name}", cell(command["summary"]) + ".", fence(usage, "text")]
    if command["aliases"]:
        page.append("Also: " + ", ".join(code(f"{program} {alias}") for alias in command["aliases"]) + ".")
    if command["examples"]:
        page += ["## Examples", fence("\n".join("$ " + example["command"] + (f"   # {example['text']}" if example["text"] else "")
                                                for example in command["examples"]), "console")]
    groups = {}
    for option in [dict(word, group="Arguments") for word in command["words"]] + command["options"]:
        groups.setdefault(option["group"], []).append(option)
    for group, options in groups.items():
        page.append(f"## {group}")
        rows = [f"| {'argument' if group == 'Arguments' else 'option'} | |", "|---|---|"]
        for option in options:
            value = " " + option["value"] if option["value"] else ""
            more = [f"One of {', '.join(map(code, option['choices']))}."] if option["choices"] else []
            more += [f"Default: {code(str(option['default']))}."] if option["default"] not in (None, "") else []
            more += ["Required."] if option["required"] else []
            more += ["May be given several times."] if option["repeatable"] and "several times" not in option["help"] else []
            more += [f"Needs {', '.join(map(code, option['needs']))}."] if option["needs"] else []
            more += [f"Not with {', '.join(map(code, option['excludes']))}."] if option["excludes"] else []
            sentence = option["help"].rstrip(".")
            names = ", ".join(option["names"])
            rows.append(f"| {code(names + value)} | {' '.join([cell(sentence) + '.' * bool(sentence), *more])} |")
        page.append("\n".join(rows))
    more = re.sub(r"(?s)\n*Examples:\n(?:  .*?(?:\n|$))+", "\n", command["footer"]).strip()
    if more:
        page += ["## More", fence(more, "text")]
    return "\n\n".join(page) + "\n"


def write_commands(program, pages):
    """Pages of all commands; the entries of the navigation."""
    top = json.loads(subprocess.run([program, "--describe"], check=True, capture_output=True, text=True).stdout)
    (pages / "commands").mkdir()
    entries = []
    for command in [top, *top["commands"]]:
        file = f"commands/{'index' if command is top else command['name'].replace(' ', '-')}.md"
        text = of_command(command, top["name"])
        if command is top:
            rows = [f"| [{each['name']}]({each['name'].replace(' ', '-')}.md) | {cell(each['summary'])} |" for each in top["commands"]]
            text = text.replace("## Examples", "\n".join(["| command | |", "|---|---|", *rows]) + "\n\n## Examples", 1)
        (pages / file).write_text(text)
        entries.append(file if command is top else {command["name"]: file})
    return entries


def write_pages(pages):
    """Copies the documents with what they link to. A link to a source leads to a page with its text."""
    for path in documents():
        def target(link):
            name = link[2]
            file = (path.parent / name).resolve()
            if "://" in name or file.suffix == ".md" or not file.is_file():
                return link[0]
            copied = pages / file.relative_to(ROOT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix in (".svg", ".csv"):
                shutil.copy(file, copied)
                return link[0]
            page = from_notebook(file) if file.suffix == ".ipynb" else of_source(file)
            copied.with_name(file.name + ".md").write_text(page)
            return f"{link[1]}{name}.md{link[3]}"
        text = "".join(part if part.lstrip().startswith("```") else re.sub(LINK, target, part)
                       for part in re.split(r"(?ms)(^ *```.*?^ *``` *$)", path.read_text()))
        copied = pages / path.relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text(as_mkdocs_reads(text))
    (pages / "LICENSE.md").write_text("# Licence\n\n" + fence((ROOT / "LICENSE").read_text(), "text"))
    for name in ("site.css", "iframe-worker.js", "favicon.svg"):
        shutil.copy(HERE / name, pages)


def main():
    parser = argparse.ArgumentParser(description="Builds the site.")
    parser.add_argument("--program", help="the program cerrado, which describes its commands")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "site")
    options = parser.parse_args()
    python = python_with_mkdocs()
    out = options.out.resolve()
    work = out.with_name(out.name + "-pages")
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    pages.mkdir(parents=True)
    write_pages(pages)
    tutorials = sorted((pages / "docs/tutorial").glob("*.md"), key=lambda path: int(path.name.partition("-")[0]))
    notebooks = sorted((pages / "docs/notebooks").glob("*.md"))
    gallery = sorted((path for path in (pages / "docs/gallery").glob("*.md") if "." not in path.stem),
                     key=lambda path: (path.name != "README.md", path.name != "pictures.md", path.name))
    entries = {
        "tutorials": [str(path.relative_to(pages)) for path in tutorials + notebooks],
        "gallery": [str(path.relative_to(pages)) for path in gallery],
        "commands": write_commands(options.program, pages) if options.program else None,
    }
    settings = (HERE / "mkdocs.yml").read_text()
    for name, value in entries.items():
        line = re.search(rf"(?m)^ +- \w+: <{name}>\n", settings)[0]
        settings = settings.replace(line, line.replace(f"<{name}>", json.dumps(value)) if value else "")
    (work / "mkdocs.yml").write_text(settings)
    environment = dict(os.environ, NO_MKDOCS_2_WARNING="true", DISABLE_MKDOCS_2_WARNING="true")
    built = subprocess.run([python, "-m", "mkdocs", "build", "-q", "--strict", "-d", out], env=environment, cwd=work)
    if built.returncode == 0:
        print(f"site: {out}/index.html")
    return built.returncode


if __name__ == "__main__":
    sys.exit(main())
