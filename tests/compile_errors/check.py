"""check.py [--each] SOURCE COMPILER [ARGUMENT...]
Compiles a source of mistakes, and the same with the mistakes corrected. The first must fail with the message of every line
`// expect: TEXT`, once each, and with no other error; the second must pass. With --each there is a compilation for each
mistake: MISTAKES is its number, from 1, and every error is expected to be that one.
"""
import collections
import pathlib
import re
import subprocess
import sys


def compiled(command, mistakes):
    """The exit status, and the lines that say what is wrong."""
    done = subprocess.run([*command, f"-DMISTAKES={mistakes}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.replace("\\'", "'").splitlines()  # GCC escapes the quotes of a string
    return done.returncode, [line for line in lines if re.search(r"\berror:", line)], done.stdout


def complaints(expected, command, mistakes, is_alone):
    status, errors, output = compiled(command, mistakes)
    found = [f"MISTAKES={mistakes} was compiled"] if status == 0 else []
    for text, times in collections.Counter(expected).items():
        count = sum(text in error for error in errors)
        if count != times and not (is_alone and count > times):
            found.append(f"{count} errors instead of {times}: {text}")
    found += [f"not expected: {error}" for error in errors if not any(text in error for text in expected)]
    return found + ([output] if found else [])


def main(arguments):
    each = arguments[0] == "--each"
    source, *command = arguments[each:]
    command.append(source)
    expected = re.findall(r"// expect: (.*)", pathlib.Path(source).read_text())
    if not expected:
        return ["no line `// expect: TEXT`"]
    status, errors, output = compiled(command, 0)
    found = ["the corrected source is not compiled:", output] if status != 0 or errors else []
    if not each:
        return found + complaints(expected, command, 1, False)
    for number, text in enumerate(expected, 1):
        found += complaints([text], command, number, True)
    return found


if __name__ == "__main__":
    problems = main(sys.argv[1:])
    print("\n".join(problems) or "every mistake has its message")
    sys.exit(bool(problems))
