#!/usr/bin/env python3
"""Makes the pictures of docs/gallery/pictures.md. `cerrado` draws most of them; this program draws the others, of its numbers.

    docs/gallery/make_pictures.py [--program build/host/bin/cerrado] [--data ../shared/data] [--out docs/gallery] [NAME...]

Pictures of real graphs are left out, with a line that says so, if `--data` lacks the graph."""
import argparse
import csv
import html
import json
import math
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATASETS = ROOT / "datasets"
COLOURS = ["#2f6fb2", "#c2553a", "#3d8b5a", "#8b6db0", "#b08a2e"]
SOFT = "#5b6876"


def text(x, y, words, more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}"{" " + more if more else ""}>{html.escape(str(words))}</text>\n'


def line(points, colour, more=""):
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{path}" fill="none" stroke="{colour}"{" " + more if more else ""}/>\n'


def arrow(a, b, colour, short=9, width=1.4):
    """An arrow that begins and ends `short` pixels from the centres."""
    length = math.dist(a, b)
    x, y = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    begin, tip = (a[0] + short * x, a[1] + short * y), (b[0] - short * x, b[1] - short * y)
    base = (tip[0] - 7 * x, tip[1] - 7 * y)
    head = [tip, (base[0] + 3 * y, base[1] - 3 * x), (base[0] - 3 * y, base[1] + 3 * x)]
    corners = " ".join(f"{px:.1f},{py:.1f}" for px, py in head)
    return line([begin, base], colour, f'stroke-width="{width}"') + f'<polygon points="{corners}" fill="{colour}"/>\n'


def svg(width, height, title, remark, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif" font-size="13" fill="#1c2530">\n<title>{html.escape(title)}</title>\n'
            f'<rect width="100%" height="100%" fill="white"/>\n' + text(20, 28, title, 'font-size="17"')
            + text(20, 48, remark, f'font-size="12" fill="{SOFT}"') + body + "</svg>\n")


def axis(left, right, ticks, place):
    """Grid lines at the heights of numbers, with the numbers."""
    return "".join(line([(left, place(tick)), (right, place(tick))], "#d8dee5")
                   + text(left - 8, place(tick) + 4, f"{tick:g}", 'text-anchor="end"') for tick in ticks)


def legend(x, y, colours):
    """A line for each name, with the number of its colour."""
    return "".join(f'<rect x="{x}" y="{y + 20 * i - 10}" width="12" height="12" fill="{COLOURS[colour]}"/>\n'
                   + text(x + 18, y + 20 * i, name) for i, (name, colour) in enumerate(colours.items()))


def rows_of(name):
    return list(csv.DictReader((ROOT / "bench" / "results" / f"{name}.csv").read_text().splitlines()))


def badge(name, value):
    left, right = 7 * len(name) + 14, 7 * len(value) + 14
    words = "".join(f'<text x="{x:g}" y="14" textLength="{7 * len(word)}" text-anchor="middle">{word}</text>'
                    for x, word in ((left / 2, name), (left + right / 2, value)))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" font-family="sans-serif" font-size="12" '
            f'fill="white"><title>{name} {value}</title><rect width="{left}" height="20" fill="{SOFT}"/>'
            f'<rect x="{left}" width="{right}" height="20" fill="{COLOURS[0]}"/>{words}</svg>\n')


class Maker:
    """A method for each picture, which gives its SVG."""

    def __init__(self, program, data):
        self.program, self.data = program, data

    def run(self, folder, *words):
        if folder == self.data:
            for word in words:
                if word.endswith(".txt.gz") and not (folder / word).exists():
                    raise FileNotFoundError(folder / word)
        done = subprocess.run([self.program, *words, "--device", "host"], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout

    # Badges of the README.

    def version(self):
        return badge("version", re.search(r"project\(Cerrado VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1])

    def python(self):
        return badge("Python", re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())[1] + " and later")

    def licence(self):
        return badge("licence", re.search(r'license = {text = "(\w+)"}', (ROOT / "pyproject.toml").read_text())[1])

    # Pictures that the program draws.

    def motifs(self):
        return self.run(DATASETS, "motif", "karate.txt", "-k", "4", "--plot", "-")

    def triads(self):
        return self.run(self.data, "motif", "yeast-transcription.txt.gz", "--directed", "-k", "3", "--patterns", "all", "--plot", "-")

    def ecoli(self):
        return self.run(self.data, "discover", "ecoli-transcription.txt.gz", "--directed", "-k", "3", "--svg", "-")

    def cliques(self):
        return self.run(self.data, "clique", "wiki-vote.txt.gz", "--all", "--plot", "-")

    def house(self):
        labels = ["5,5,5,5,5", "1,1,1,1,1", "3,1,1,1,1", "1,1,1,3,3", "5,5,8,5,5"]
        patterns = [word for each in labels for word in
                    ("--pattern", ",".join(f"{v}:{label}" for v, label in enumerate(each.split(","))) + ",0-1,0-2,1-2,1-3,2-4,3-4")]
        return self.run(self.data, "match", "yeast-ppi.txt.gz", "--labels", "yeast-ppi.labels.txt.gz", *patterns, "--plot", "-")

    # Pictures of numbers of the program.

    def profiles(self):
        """The significance profiles of three kinds of graph."""
        kinds = {"genes of yeast": "yeast-transcription.txt.gz", "neurons of a worm": "celegansneural.txt.gz",
                 "a circuit": "s420.txt.gz"}
        found = []
        for file in kinds.values():
            record = json.loads(self.run(self.data, "discover", file, "--directed", "-k", "3", "--json", "-"))
            found.append({row["graph6"]: row for row in record["patterns"] if row["profile"] is not None})
        patterns = {code: row["edges"] for rows in found for code, row in rows.items()}
        codes = sorted(patterns, key=lambda code: (len(patterns[code]), code))
        left, right, step = 60, 740, 680 / len(codes)
        place = lambda value: 215 - 105 * value  # noqa: E731
        middle = lambda i: left + step * (i + .5)  # noqa: E731
        body = axis(left, right, (-1, -.5, 0, .5, 1), place)
        for i, code in enumerate(codes):
            corners = [(middle(i) + 16 * math.sin(turn), 365 - 16 * math.cos(turn)) for turn in (0, 2.1, 4.2)]
            body += "".join(arrow(corners[u], corners[v], "#1c2530", 4, 1) for u, v in patterns[code])
            body += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>\n' for x, y in corners)
        for number, (kind, rows) in enumerate(zip(kinds, found)):
            points = [(middle(i), place(rows[code]["profile"])) if code in rows else None for i, code in enumerate(codes)]
            body += "".join(line(pair, COLOURS[number], 'stroke-width="2"') for pair in zip(points, points[1:]) if all(pair))
            body += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[number]}"/>\n' for x, y in filter(None, points))
            body += legend(60 + 170 * number, 80, {kind: number})
        return svg(760, 400, "Directed patterns of three vertices in three kinds of graph",
                   "z against 1,000 random graphs, divided by the length of the vector of all z; no point where there is no z", body)

    def orbits(self):
        """How often each vertex has each of 15 roles: a row of squares for each vertex."""
        table = self.run(DATASETS, "graphlets", "karate.txt", "-k", "4", "--orbits", "vertex", "-").splitlines()[1:]
        rows = sorted([int(n) for n in row.split(",")] for row in table)
        most = [max(column) for column in zip(*(row[1:] for row in rows))]
        levels = {}
        for y, row in enumerate(rows):
            for x, n in enumerate(row[1:]):
                levels.setdefault(math.ceil(8 * math.sqrt(n / most[x])), []).append((x, y))
        body = ""
        for level, squares in sorted(levels.items()):
            shade = [round(247 + (part - 247) * level / 8) for part in (8, 64, 129)]
            path = "".join(f"M{60 + 44 * x} {84 + 15 * y}h43v14h-43z" for x, y in squares)
            body += f'<path d="{path}" fill="rgb({shade[0]},{shade[1]},{shade[2]})"/>\n'
        body += "".join(text(82 + 44 * x, 76, x, 'text-anchor="middle"') for x in range(15))
        body += "".join(text(50, 95 + 15 * y, row[0], 'text-anchor="end" font-size="11"') for y, row in enumerate(rows))
        return svg(760, 100 + 15 * len(rows), "Roles in the karate club",
                   "A row is a person, a column one of 15 roles (orbits). Darker: more often, by the square root, for each role", body)

    def busy(self):
        """The busy warps of two recorded runs, without and with work that moves, and how soon the work could end."""
        log = (ROOT / "docs" / "experiments.md").read_text()

        def curve(more):
            seconds, busy = (re.search(rf"(?m)^ *\| {name}{more} \|(.*)\|$", log)[1].replace("0 to ", "").split("|")
                             for name in ("second", "busy"))
            points = [(float(second), int(warps)) for second, warps in zip(seconds, busy)]
            return [(0, points[0][1])] + points

        alone, shared = curve(""), curve(", moving")
        most, last = alone[0][1], alone[-1][0]
        even = sum((after[0] - before[0]) * (before[1] + after[1]) / 2 for before, after in zip(alone, alone[1:])) / most
        across = lambda second: 80 + 100 * second  # noqa: E731
        place = lambda warps: 320 - 240 * warps / most  # noqa: E731
        body = axis(80, across(last), (0, 1000, 2000, 3000), place)
        body += "".join(text(across(second), 340, f"{second} s", 'text-anchor="middle"') for second in range(math.ceil(last)))
        body += line([(across(x), place(y)) for x, y in alone], COLOURS[1], 'stroke-width="2"')
        body += line([(across(x), place(y)) for x, y in shared], COLOURS[2], 'stroke-width="2"')
        body += line([(across(0), place(most)), (across(even), place(most)), (across(even), place(0))], COLOURS[0],
                     'stroke-width="2" stroke-dasharray="5 4"')
        words = [f"no work moves: {last:.1f} s", f"idle warps get work: {shared[-1][0]:.1f} s", f"if it were even: {even:.1f} s"]
        body += legend(420, 125, dict(zip(words, (1, 2, 0))))
        return svg(760, 360, "Busy warps, with and without load balancing",
                   "cerrado clique of a graph of rmat, scale 18, k = 8, on an H200", body)

    def devices(self):
        """How much faster two and four devices are than one."""
        works = ["motif ca-astroph k=6", "clique mico k=7, rows", "motif com-dblp k=5, paper form", "clique rmat 20 k=6",
                 "discover com-dblp k=3, 1000 random graphs"]
        rows = {row["work"]: row for row in rows_of("devices")}
        left, right = 70, 470
        across = lambda devices: left + (right - left) * (devices - 1) / 3  # noqa: E731
        place = lambda factor: 330 - 65 * (factor - 1)  # noqa: E731
        body = axis(left, right, (1, 2, 3, 4), place)
        body += "".join(text(across(n), 352, n, 'text-anchor="middle"') for n in (1, 2, 4))
        ideal = line([(across(1), place(1)), (across(4), place(4))], "#1c2530", 'stroke-dasharray="4 4"')
        for number, work in enumerate(works):
            factors = [1, float(rows[work]["two: faster"]), float(rows[work]["four: faster"])]
            points = [(across(n), place(factor)) for n, factor in zip((1, 2, 4), factors)]
            body += line(points, COLOURS[number], 'stroke-width="2"')
            body += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[number]}"/>\n' for x, y in points)
        return svg(760, 375, "How much faster than one device",
                   "One, two and four H200 in one run; dashed: as many times faster as devices",
                   body + ideal + legend(490, 110, {work.removesuffix(", 1000 random graphs"): i for i, work in enumerate(works)}))

    def compression(self):
        """Bits for each edge of packed graphs."""
        rows = rows_of("compressed")
        ways = {"zstd -19": "zstd -19", "xz -9": "xz -9", "cerrado compress": "ids kept", "cerrado compress, ids dropped": "ids dropped"}
        body, y = legend(500, 180, {way: i for i, way in enumerate(ways)}), 70
        for row in rows:
            body += text(20, y + 26, row["graph"])
            for number, column in enumerate(ways.values()):
                bits = float(row[column].split()[0])
                body += f'<rect x="130" y="{y + 10 * number}" width="{9 * bits:.1f}" height="9" fill="{COLOURS[number]}"/>\n'
                body += text(136 + 9 * bits, y + 10 * number + 9, f"{bits:g}", 'font-size="10"')
            y += 52
        return svg(760, y + 4, "Bits for each edge", "Files of edges, packed by general programs and by cerrado compress", body)

    def ring(self):
        """Money that goes round, among all transfers."""
        found = self.run(DATASETS, "temporal", "transfers.csv", "--delta", "1d", "--pattern", "cycle:3", "--list", "-").split()
        lines = list(csv.DictReader((DATASETS / "transfers.csv").read_text().splitlines()))
        accounts = sorted({row[end] for row in lines for end in ("source", "target")})
        members, transfers = found[:3], [lines[int(number) - 1] for number in found[3:6]]
        others = [account for account in accounts if account not in members]
        places = {account: (260 + 215 * math.sin(turn), 290 - 215 * math.cos(turn))
                  for account, turn in ((other, 2 * math.pi * i / len(others)) for i, other in enumerate(others))}
        places |= {account: (260 + 95 * math.sin(turn), 290 - 95 * math.cos(turn))
                   for account, turn in zip(members, (0, 2 * math.pi / 3, 4 * math.pi / 3))}
        pairs = dict.fromkeys((row["source"], row["target"]) for row in lines if row["source"] != row["target"])
        ring = [(row["source"], row["target"]) for row in transfers]
        body = "".join(arrow(places[u], places[v], "#c9d1d9", 12, 1) for u, v in pairs if (u, v) not in ring)
        body += "".join(arrow(places[u], places[v], COLOURS[1], 15, 3) for u, v in ring)
        for account, (x, y) in places.items():
            colour = COLOURS[1] if account in members else SOFT
            body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="white" stroke="{colour}"/>\n'
            body += text(x, y + 4, account, 'text-anchor="middle" font-size="10"')
        for i, row in enumerate(transfers):
            body += text(510, 120 + 26 * i, f"{row['time'].replace('T', ' ')}: {row['source']} → {row['target']}, {int(row['amount']):,}")
        return svg(760, 530, "Money that goes round within a day", f"{len(lines)} transfers between {len(accounts)} accounts", body)


NAMES = [name for name, member in vars(Maker).items() if not name.startswith("_") and name != "run"]


def main():
    parser = argparse.ArgumentParser(description="Makes the pictures of the gallery.")
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], metavar="NAME")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "host" / "bin" / "cerrado")
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("CERRADO_DATA_DIR", ROOT.parent / "shared" / "data"))
    parser.add_argument("--out", type=pathlib.Path, default=HERE)
    options = parser.parse_args()
    maker = Maker(options.program.resolve(), options.data.resolve())
    for name in options.names or NAMES:
        try:
            (options.out / f"{name}.svg").write_text(getattr(maker, name)())
        except FileNotFoundError as error:
            print(f"{name}: left out: no {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
