"""Records, tables and drawings."""

import dataclasses
import re
import resource
import xml.etree.ElementTree

import matplotlib
import matplotlib.pyplot
import networkx as nx
import pytest

import cerrado as cd

matplotlib.use("Agg")


def test_records_are_frozen(karate):
    for result in (karate.cliques(3).result, karate.motifs(3), karate.graphlets(3)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.status = "x"


def test_what_was_counted_is_said(karate):
    said = {
        repr(karate.cliques(3).result): "complete subgraphs",
        repr(karate.motifs(3)): "vertex-induced",
        repr(karate.motifs(3, edge_induced=True)): "edge-induced",
        repr(karate.matches("house").result): "automorphisms divided out; edge-induced",
        repr(karate.matches("house", induced=True).result): "induced: no edge but the pattern's",
        repr(karate.matches("house", mappings=True).result): "each of the images of a match counts",
        repr(karate.matches("house")): "matches: mappings with automorphisms divided out; edge-induced",
        repr(karate.graphlets(3)): "induced subgraphs",
    }
    for text, words in said.items():
        assert words in text


def test_motifs_are_a_mapping(karate):
    motifs = karate.motifs(4)
    assert motifs["diamond"] == 85 == motifs["C^"] and motifs["paw"] == 452
    assert sum(motifs.values()) == motifs.count == 2363 and len(motifs) == 6 and "4-clique" in motifs
    with pytest.raises(KeyError, match="house"):
        motifs["house"]


def test_frames(karate):
    frame = karate.motifs(4).to_frame()
    assert list(frame.columns) == ["name", "graph6", "count", "share"] and frame["count"].sum() == 2363
    assert frame["share"].sum() == pytest.approx(1)
    assert karate.cliques().to_frame().set_index("k")["count"].to_dict() == karate.cliques().sizes
    assert karate.matches("house").to_frame().loc[0, "mappings"] == 1562
    assert karate.orbits(4).to_frame().shape == (34, 15)
    assert len(karate.discover(3, random=5).to_frame()) == 2


def parsed(text):
    return xml.etree.ElementTree.fromstring(text.replace("xmlns=", "x="))


def test_tables_of_notebooks(karate):
    table = parsed(karate.motifs(4)._repr_html_())
    assert len(table.findall(".//tbody/tr")) == 6 and len(table.findall(".//svg")) == 6
    large = parsed(karate.motifs(6)._repr_html_())
    rows = large.findall(".//tbody/tr")
    assert len(rows) == 21 and "92 more rows" in "".join(rows[-1].itertext())
    for result in (karate.cliques(), karate.matches("house"), karate.graphlets(4), karate.discover(3, random=5), karate.compression_score()):
        parsed(result._repr_html_())


def test_drawings(karate):
    drawing = parsed(cd.Pattern("house")._repr_svg_())
    assert len(drawing.findall("line")) == 6 and len(drawing.findall("circle")) == 5
    directed = parsed(cd.Pattern("0>1,1>2,0>2")._repr_svg_())
    assert len(directed.findall("polygon")) == 3
    named = parsed(cd.Pattern(nx.path_graph(["a<b", "c", "d"]))._repr_svg_())
    assert [t.text for t in named.findall("text")] == ["a<b", "c", "d"]
    assert len(cd.Pattern("house").draw().lines) == 6
    assert len(cd.Pattern("0>1,1>2").draw().texts) >= 3


def test_patterns():
    house = cd.Pattern("house")
    assert (house.size, house.automorphisms, house.name, house.graph6) == (5, 2, "house", "Dd[")
    assert cd.Pattern(house) == house and hash(cd.Pattern("house")) == hash(house)
    assert cd.Pattern("0~2,0-1,1-2").graph6 == ""
    assert cd.Pattern(cd.generate("cycle:n=5")).name == "5-cycle"
    shape = cd.Pattern(nx.star_graph(["hub", "x", "y"]))
    assert shape.columns == ("hub", "x", "y") and shape.orbits == ("hub", "x")


def test_residents(karate):
    with karate.resident("host") as held:
        assert held.motifs(4) == karate.motifs(4) and list(held.nodes) == list(karate.nodes)
        assert held.cliques(3, per="vertex").tolist() == karate.cliques(3, per="vertex").tolist()
        assert sorted(map(sorted, held.cliques(4).list())) == sorted(map(sorted, karate.cliques(4).list()))
        assert held.matches("house").count == 781
        assert "resident on host" in repr(held)


def test_estimates(karate):
    for text in (
        karate.estimate("cliques", 5), karate.estimate("motifs", 4), karate.estimate("matches", "house", induced=True),
        karate.estimate("graphlets"), karate.estimate("compression_score", 5),
    ):  # fmt: skip
        assert "workers" in text


def test_devices():
    assert any(device["kind"] == "host" and device["memory_bytes"] > 0 for device in cd.devices())


def page_of(result, path):
    result.report(path)
    return parsed(re.sub("<!DOCTYPE html>|<meta [^>]*>", "", path.read_text()))


def test_pages(karate, tmp_path):
    page = page_of(karate.motifs(4), tmp_path / "page.html")
    assert len(page.findall(".//tbody/tr")) == 6 and len(page.findall(".//svg")) == 6
    assert [row.findall("td")[3].text for row in page.findall(".//tbody/tr")] == ["1,098", "681", "452", "85", "36", "11"]
    assert "vertex-induced" in page.find(".//p").text and "graph vertices" in [fact.text for fact in page.findall(".//dt")]
    for result in (karate.cliques(), karate.matches("house"), karate.graphlets(4), karate.discover(3, random=5)):
        page_of(result, tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(FileNotFoundError, match=r"no/page\.html"):
        karate.motifs(4).report(tmp_path / "no" / "page.html")


def test_half_a_page_is_not_left(karate, tmp_path):
    result, limits = karate.motifs(4), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"File too large.*/page\.html"):
            result.report(tmp_path / "page.html")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_pages_escape_names_and_leave_the_rest_beside(tmp_path):
    named = cd.Graph(nx.Graph([("<script>", v) for v in range(1100)]))
    result = named.query("A -- B", "A, count(*)").result
    page = page_of(result, tmp_path / "page.html")
    assert len(page.findall(".//tbody/tr")) == 1000 and page.find(".//script") is None
    assert "1,000 of 1,101 rows" in "".join(page.itertext()) and (tmp_path / "page.html.csv").read_text().count("\n") == 1102
    assert "<script>" in (tmp_path / "page.html.csv").read_text() and "<script>" not in (tmp_path / "page.html").read_text()


def test_bars(karate):
    axes = karate.motifs(4).plot()
    assert [bar.get_width() for bar in axes.patches] == [1098, 681, 452, 85, 36, 11] and axes.get_xlabel() == "count"
    assert karate.discover(3, random=5).plot().get_xlabel() == "z" and len(karate.cliques().plot(most=2).patches) == 2
    matplotlib.pyplot.close("all")


def test_profiles(karate):
    found = karate.discover(4, random=50)
    profile = found.profile()
    z = {row.name: row.z for row in found.rows}
    length = sum(value**2 for value in z.values()) ** 0.5
    assert dict(zip(profile.names, profile.values)) == pytest.approx({name: value / length for name, value in z.items()})
    other = cd.Graph(nx.les_miserables_graph()).discover(4, random=50).profile()
    assert profile.names == other.names
    axes = other.plot(profile.plot(label="karate"), label="novel")
    assert [line.get_label() for line in axes.lines if len(line.get_xdata()) == 6] == ["karate", "novel"]
    assert axes.lines[0].get_ydata().tolist() == profile.values.tolist()
    matplotlib.pyplot.close("all")
    few, many = (
        cd.Graph(nx.gnp_random_graph(20, p, seed=1, directed=True)).discover(3, directed=True, random=20).profile() for p in (0.05, 0.5)
    )
    assert few.names == many.names and len(set(few.names)) == 13
    assert sum(value == value for value in few.values) < sum(value == value for value in many.values)  # others are NaN
    same = cd.generate("complete:n=6").discover(3, random=5).profile()  # so are all random graphs
    assert same.names == ("3-path", "triangle") and [str(value) for value in same.values] == ["nan", "nan"]
    club = cd.Graph([(1, 2), (2, 3), (3, 1), (3, 4)], labels={1: "hi", 2: "hi", 3: "officer", 4: "hi"})
    assert "triangle hi hi officer" in club.discover(3, random=5, labels=True).profile().names
