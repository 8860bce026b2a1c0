#!/usr/bin/env python3
"""Runs two builds of the program `rows` in alternation, and prints what changed from the first to the second.

    bench/compare.py build-before/bin/rows build/device/bin/rows
    bench/compare.py before/rows after/rows --data . --times 4 --rows some_rows.csv --above 1.5

For each row: the median of every process of either program, the quotient of the least ones, and with --above only rows that became
slower or faster by more than so many per cent. Exit code: 0, or 1 when a program failed.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--data", default=os.environ.get("CERRADO_DATA_DIR", str(HERE.parent.parent / "shared" / "data")))
    parser.add_argument("--rows", default=str(HERE / "compare_rows.csv"), help="default: %(default)s")
    parser.add_argument("--times", type=int, default=3, help="processes of each program (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=0.4, help="of each row in a process (default %(default)s)")
    parser.add_argument("--above", type=float, default=0, help="per cent (default %(default)s)")
    return parser.parse_args()


def measured(program, options):
    """Row -> microseconds of its run."""
    done = subprocess.run([str(program.resolve()), options.rows, options.data, str(options.seconds)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program}: exit code {done.returncode}: {done.stderr.strip()}")
    return {row: float(run) for row, run, _ in (line.split() for line in done.stdout.splitlines())}


def main():
    options = arguments()
    before, after = [], []
    for _ in range(options.times):
        before.append(measured(options.before, options))
        after.append(measured(options.after, options))
    print(f"{'row':40}{'change':>9}  microseconds before | after")
    for row in before[0]:
        old, new = [process[row] for process in before], [process[row] for process in after]
        change = 100 * (min(new) / min(old) - 1)
        if abs(change) >= options.above:
            print(f"{row:40}{change:+8.1f}%  {' '.join(f'{us:.1f}' for us in old)} | {' '.join(f'{us:.1f}' for us in new)}")


if __name__ == "__main__":
    main()
