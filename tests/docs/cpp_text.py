"""C++ as tests read it."""
import re


def blanked(text):
    """C++ without comments, strings and characters, with as many lines."""
    parts = re.compile(r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'""",
                       re.DOTALL)
    return parts.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)
