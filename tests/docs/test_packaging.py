"""The recipes for conda and containers agree with the build: the version, the licences, the libraries, the files that they name. And
the README leads nowhere that PyPI lacks."""
import re
import tomllib
import unittest

import markdown

CMAKE = (markdown.ROOT / "CMakeLists.txt").read_text()
RECIPE = (markdown.ROOT / "packaging" / "conda" / "meta.yaml").read_text()
CONTAINER = (markdown.ROOT / "packaging" / "Containerfile").read_text()
# The packages of conda-forge for what cmake/Packages.cmake requires of everybody.
PACKAGES = {"ZLIB": "zlib", "Zstd": "zstd", "EXPAT": "libexpat", "Boost": "libboost-headers", "Nauty": "nauty", "LibLZMA": "liblzma-devel",
            "BZip2": "bzip2", "CLI11": "cli11"}
NOT_PACKAGES = {"Threads", "GTest", "Python3", "benchmark", "Metis"}  # for tests, or left out by the recipe


class Recipes(unittest.TestCase):
    def test_the_version_is_that_of_the_project(self):
        version = re.search(r"project\(Cerrado VERSION ([\d.]+)", CMAKE)[1]
        self.assertIn(f'{{% set version = "{version}" %}}', RECIPE)

    def test_conda_installs_what_cmake_looks_for(self):
        host = re.findall(r"(?m)^    - ([\w-]+)", RECIPE[RECIPE.index("  host:"):RECIPE.index("  run:")])
        wanted = set(re.findall(r"find_package\((\w+)", (markdown.ROOT / "cmake" / "Packages.cmake").read_text())) - NOT_PACKAGES
        self.assertEqual({PACKAGES.get(name, name) for name in wanted} - set(host), set())

    def test_options_are_those_of_the_build(self):
        known = set(re.findall(r"(?:option|set)\((CERRADO_\w+)", CMAKE + (markdown.ROOT / "python" / "CMakeLists.txt").read_text()))
        for text in (RECIPE, CONTAINER):
            used = set(re.findall(r"-D(CERRADO_\w+)", text))
            self.assertTrue(used)
            self.assertEqual(used - known, set())

    def test_files_that_are_named_are_there(self):
        licences = re.findall(r"(?m)^    - (LICENSE|licenses/\S+)$", RECIPE)
        there = {f"licenses/{path.name}" for path in (markdown.ROOT / "licenses").glob("*.txt")}
        self.assertEqual(set(licences), there | {"LICENSE"})
        for name in re.findall(r"/cerrado/(packaging/\S+)", CONTAINER):
            self.assertTrue((markdown.ROOT / name).is_file(), name)


class Readme(unittest.TestCase):
    def test_on_pypi_it_has_no_relative_links(self):
        project = tomllib.loads((markdown.ROOT / "pyproject.toml").read_text())
        made = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
        text = "".join((markdown.ROOT / part["path"]).read_text() for part in made["fragments"])
        self.assertGreater(len(markdown.links(text)), 5)
        for each in made["substitutions"]:
            text = re.sub(each["pattern"], each["replacement"], text)
        self.assertEqual([link for link in re.findall(r"\]\(([^()\s]+)\)", text) if "://" not in link], [])
        for words in ("te.filter([](auto const& t, cerrado::VertexId v) { return v > t.last(); });", "docs/ has tutorials"):
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
