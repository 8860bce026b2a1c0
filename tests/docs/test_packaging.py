"""The recipes for conda, containers, Debian and PyPI agree with the build: the version, the licences, the libraries, the files that they
name. A build that lacks something says what to install, and one without a GPU compiles no kernels unasked. And the README leads
nowhere that PyPI lacks."""
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import tomllib
import unittest

import markdown

CMAKE = (markdown.ROOT / "CMakeLists.txt").read_text()
PACKAGES_OF_CMAKE = (markdown.ROOT / "cmake" / "Packages.cmake").read_text()
SETUP = (markdown.ROOT / "cmake" / "setup.sh").read_text()
MAIN_WHEEL, CUDA_WHEEL = (tomllib.loads((markdown.ROOT / folder / "pyproject.toml").read_text()) for folder in ("", "packaging/cuda"))
VERSION = re.search(r"project\(Cerrado VERSION ([\d.]+)", CMAKE)[1]
RECIPE = (markdown.ROOT / "packaging" / "conda" / "meta.yaml").read_text()
CONTAINER = (markdown.ROOT / "packaging" / "Containerfile").read_text()
# The packages of conda-forge for what cmake/Packages.cmake requires of everybody.
PACKAGES = {"ZLIB": "zlib", "Zstd": "zstd", "EXPAT": "libexpat", "Boost": "libboost-headers", "Nauty": "nauty", "LibLZMA": "liblzma-devel",
            "BZip2": "bzip2", "CLI11": "cli11"}
NOT_PACKAGES = {"Threads", "GTest", "Python3", "benchmark", "Metis"}  # for tests, or left out by the recipe


class Recipes(unittest.TestCase):
    def test_the_version_is_that_of_the_project(self):
        self.assertIn(f'{{% set version = "{VERSION}" %}}', RECIPE)
        for file, pattern in {"CITATION.cff": r"(?m)^version: (.+)$", "CHANGELOG.md": r"(?m)^## (?!Not yet released$)(.+)$",
                              "python/cerrado/__init__.py": r'__version__ = "(.+)"', "python/_cerrado_cuda/__init__.py": r'__version__ = "(.+)"',
                              "python/CMakeLists.txt": r"\\nVersion: ([\d.]+)"}.items():
            self.assertEqual(re.search(pattern, (markdown.ROOT / file).read_text())[1], VERSION, file)
        self.assertEqual([wheel["project"]["version"] for wheel in (MAIN_WHEEL, CUDA_WHEEL)], [VERSION, VERSION])
        self.assertEqual(MAIN_WHEEL["project"]["optional-dependencies"]["cuda"], [f"cerrado-cuda=={VERSION}"])

    def test_both_wheels_are_built_alike(self):
        self.assertEqual(CUDA_WHEEL["project"]["dependencies"], [f"cerrado=={VERSION}"])
        for key in ("requires-python", "license"):
            self.assertEqual(CUDA_WHEEL["project"][key], MAIN_WHEEL["project"][key])
        self.assertEqual(CUDA_WHEEL["build-system"], MAIN_WHEEL["build-system"])
        options = CUDA_WHEEL["tool"]["scikit-build"]["cmake"]["define"]
        presets = json.loads((markdown.ROOT / "CMakePresets.json").read_text())["configurePresets"]
        for name, value in next(preset for preset in presets if preset["name"] == "install-cuda")["cacheVariables"].items():
            self.assertEqual(";".join([options[name]] if isinstance(options[name], str) else options[name]), value, name)

    def test_conda_installs_what_cmake_looks_for(self):
        host = re.findall(r"(?m)^    - ([\w-]+)", RECIPE[RECIPE.index("  host:"):RECIPE.index("  run:")])
        wanted = set(re.findall(r"(?:find_package\(|cerrado_need\([\w-]+ )(\w+)", PACKAGES_OF_CMAKE)) - NOT_PACKAGES
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


class Lacking(unittest.TestCase):
    """CMake on a machine that lacks something."""

    def configure(self, *words, path):
        with tempfile.TemporaryDirectory() as build:
            environment = {name: value for name, value in os.environ.items() if name not in ("CXX", "CC")} | {"PATH": path}
            done = subprocess.run([shutil.which("cmake"), *map(str, words), "-B", build, "-S", markdown.ROOT, "-G", "Ninja", "-DCERRADO_CUDA=OFF"],
                                  capture_output=True, text=True, env=environment)
        self.assertNotEqual(done.returncode, 0)
        return re.search(r"(?m)^ +apt-get install (.*)$", done.stderr)[1].split()

    def test_a_missing_compiler_and_the_libraries_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "ninja").symlink_to(shutil.which("ninja"))
            named = self.configure(path=folder)
        needed = set(re.findall(r"cerrado_need\(([\w-]+-dev) ", PACKAGES_OF_CMAKE)) - {"libgtest-dev", "libbenchmark-dev"}
        self.assertEqual(set(named), needed | {"g++"})
        self.assertEqual(set(named) - set(re.search(r"cerrado_packages=\(([^)]*)\)", SETUP)[1].split()), set())
        install = re.search(r"apt-get install ((?:.*\\\n)*.*)", (markdown.ROOT / "docs" / "python.md").read_text())[1]
        self.assertEqual(set(named) - set(install.split()), set())

    def test_missing_libraries_are_named_at_once(self):
        absent = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("Nauty", "CLI11")]
        self.assertEqual(self.configure("-DCERRADO_TESTS=OFF", *absent, path=os.environ["PATH"]), ["libnauty2-dev", "libcli11-dev"])

    @unittest.skipIf(glob.glob("/dev/nvidia[0-9]*") or os.path.exists("/dev/dxg"), "this machine has a GPU")
    def test_without_a_gpu_nvcc_is_left_alone(self):
        default = re.search(r"set\(CERRADO_CUDA (\w+) CACHE", CMAKE)[1]
        self.assertNotIn("CERRADO_CUDA", MAIN_WHEEL["tool"]["scikit-build"]["cmake"]["define"])
        with tempfile.TemporaryDirectory() as folder:
            nvcc = pathlib.Path(folder, "nvcc")
            nvcc.write_text("#!/bin/sh\nexit 1\n")
            nvcc.chmod(0o755)
            # As a script it fails as soon as it enables the language.
            done = subprocess.run([shutil.which("cmake"), f"-DCERRADO_CUDA={default}", "-P", markdown.ROOT / "cmake" / "Cuda.cmake"],
                                  capture_output=True, text=True, env=os.environ | {"PATH": folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no GPU here, building for the host alone", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
