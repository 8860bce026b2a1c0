#include <cerrado/graph/detail/io/format.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/cgz/cgz.hpp>
#include <cerrado/graph/detail/io/arrays/binary_csr.hpp>
#include <cerrado/graph/detail/io/arrays/matrix_market.hpp>
#include <cerrado/graph/detail/io/direction.hpp>
#include <cerrado/graph/detail/io/edges/edge_list.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/foreign.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/tables/matrix.hpp>
#include <cerrado/graph/detail/io/tables/metis.hpp>
#include <cerrado/graph/detail/io/tables/timed_table.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cerrado::detail {

// Graphs as Python prints them. They are recognised but not read.

// Recognises lists of pairs, lines that are pairs, and dictionaries: [(1, 2), ...], (1, 2), {1: [2, 3], ...}. It looks
// at the first line.
std::optional<ForeignFormat> python_text(std::string_view text);

namespace {

// Takes the mark and blanks off the front.
bool take(std::string_view& text, char mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return true;
}

// A whole number, or a text between quotation marks.
bool take_value(std::string_view& text) {
    std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    if (text.starts_with('\'') || text.starts_with('"')) {
        end = text.find(text[0], 1);
        if (end == std::string_view::npos) return false;
        ++end;
    }
    if (end == 0) return false;
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return true;
}

bool take_pair(std::string_view& text) {
    return take(text, '(') && take_value(text) && take(text, ',') && take_value(text) &&
           (text.starts_with(')') || text.starts_with(','));
}

ForeignFormat with_remedy(std::string name, std::string_view program) {
    return {std::move(name),
            "make an edge list of it: `python3 -c \"import ast; " + std::string(program) + "\" > FILE.txt`"};
}

} // namespace

std::optional<ForeignFormat> python_text(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string_view rest = text;
    if (take(rest, '[') && take_pair(rest)) {
        return with_remedy("a Python list of pairs",
                           "[print(*e[:2], sep='\\t') for e in ast.literal_eval(open('FILE').read())]");
    }
    rest = text;
    if (take_pair(rest)) {
        return with_remedy("lines of pairs as Python prints them",
                           "[print(*ast.literal_eval(s.strip().strip(','))[:2], sep='\\t') for s in open('FILE')]");
    }
    rest = text;
    if (!take(rest, '{') || !take_value(rest) || !take(rest, ':')) return std::nullopt;
    if (!rest.starts_with('[') && !rest.starts_with('{') && !rest.starts_with('(')) return std::nullopt;
    return with_remedy("a Python dictionary",
                       "[print(u, v, sep='\\t') for u, n in "
                       "ast.literal_eval(open('FILE').read()).items() for v in n]");
}

namespace {

using namespace std::string_view_literals;

constexpr std::size_t foreign_beginning = 4096; // number of bytes that are examined

struct ForeignMagic {
    std::string_view bytes, name, remedy;
};

constexpr std::array foreign_binary_files{
    ForeignMagic{"%PDF-"sv, "a PDF document", "give the file that it describes"},
    ForeignMagic{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "an Excel workbook", "save it as CSV, with one edge per row"},
    ForeignMagic{"PAR1"sv, "a Parquet table",
                 "turn it into a .cbin, with its columns: `python3 -m cerrado convert FILE FILE.cbin`"},
    ForeignMagic{"\x89HDF\r\n\x1a\n"sv, "an HDF5 file", "export the edges from the program that wrote it, as CSV"},
    ForeignMagic{"MATLAB 5.0 MAT-file"sv, "a MATLAB file",
                 "take the Matrix Market file (.mtx) of the same graph, or write one with scipy.io.loadmat and "
                 "scipy.io.mmwrite"},
    ForeignMagic{"SQLite format 3\0"sv, "an SQLite database",
                 "export the edges: `sqlite3 -csv FILE 'SELECT source, target FROM edges' > FILE.csv`"},
    ForeignMagic{"ARROW1\0\0"sv, "a Feather or Arrow table",
                 "write it as CSV: `python3 -c \"import pandas as p; p.read_feather('FILE').to_csv('FILE.csv', "
                 "index=False)\"`"},
    ForeignMagic{"FEA1"sv, "a Feather table",
                 "write it as CSV: `python3 -c \"import pandas as p; p.read_feather('FILE').to_csv('FILE.csv', "
                 "index=False)\"`"},
    ForeignMagic{"Obj\1"sv, "an Avro file", "write it as CSV from the program that made it, with one edge per row"},
    ForeignMagic{
        "ORC"sv, "an ORC table",
        "write it as CSV: `python3 -c \"import pandas as p; p.read_orc('FILE').to_csv('FILE.csv', index=False)\"`"},
    ForeignMagic{"RDX2\n"sv, "an R workspace",
                 "write the graph from R: `igraph::write_graph(g, \"FILE.graphml\", \"graphml\")`"},
    ForeignMagic{"RDX3\n"sv, "an R workspace",
                 "write the graph from R: `igraph::write_graph(g, \"FILE.graphml\", \"graphml\")`"},
    ForeignMagic{
        "X\n\0\0\0"sv, "an R object (.rds)",
        "write it from R: `Rscript -e 'igraph::write_graph(readRDS(\"FILE\"), \"FILE.graphml\", \"graphml\")'`"},
};

constexpr std::array foreign_text_files{
    ForeignMagic{"version https://git-lfs.github.com/spec/"sv, "a Git LFS pointer, which stands for another file",
                 "fetch the file itself: `git lfs pull`"},
    ForeignMagic{"33D32945 STP File"sv, "a Steiner tree problem (STP)",
                 "take its edges: `awk '$1 == \"E\" {print $2, $3}' FILE > FILE.txt`"},
    ForeignMagic{"SUID,"sv, "a table of Cytoscape's", "export the network itself, as SIF or GraphML"},
    ForeignMagic{"\"SUID\","sv, "a table of Cytoscape's", "export the network itself, as SIF or GraphML"},
    ForeignMagic{"nodedef>"sv, "a GDF (GUESS) file", "open it with Gephi and export GraphML"},
    ForeignMagic{"@prefix "sv, "a Turtle file (RDF)",
                 "make N-Triples of it: `rapper -q -i turtle -o ntriples FILE > FILE.nt`"},
    ForeignMagic{"@base "sv, "a Turtle file (RDF)",
                 "make N-Triples of it: `rapper -q -i turtle -o ntriples FILE > FILE.nt`"},
    ForeignMagic{"(mclheader"sv, "an MCL matrix",
                 "make an edge list of it: `awk '/^begin/ {b=1; next} /^\\)/ {b=0} b {for (i=1; i<=NF; ++i) {if ($i == "
                 "\"$\") {s=\"\"; continue} split($i, t, \":\"); if (s == \"\") s=t[1]; else print s, t[1]}}' FILE > "
                 "FILE.txt`"},
    ForeignMagic{"(tlp \""sv, "a Tulip file", "open it with Tulip and export GML"},
};

constexpr std::string_view foreign_blanks = " \t\r\n";

std::string_view behind_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(foreign_blanks), text.size()));
    return text;
}

bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Takes a word off the front. Returns: the word in lower case.
std::string take_word(std::string_view& text) {
    auto const* const end = std::ranges::find_if_not(text, is_name_character);
    std::string word = in_lower_case({text.begin(), end});
    text = behind_blanks({end, text.end()});
    return word;
}

std::string_view without_dot_comments(std::string_view text) {
    for (;;) {
        text = behind_blanks(text);
        std::string_view const end = text.starts_with("/*") ? "*/" : "\n";
        if (end == "\n" && !text.starts_with("//") && !text.starts_with("#")) return text;
        std::size_t const place = text.find(end, 2);
        if (place == std::string_view::npos) return {};
        text.remove_prefix(place + end.size());
    }
}

// `strict digraph NAME {`. The first word and the name may be missing.
bool is_dot(std::string_view text) {
    text = without_dot_comments(text);
    std::string word = take_word(text);
    if (word == "strict") word = take_word(text);
    if (word != "graph" && word != "digraph") return false;
    if (text.starts_with('"')) {
        std::size_t const end = text.find('"', 1);
        if (end == std::string_view::npos) return false;
        text = behind_blanks(text.substr(end + 1));
    } else {
        take_word(text);
    }
    return text.starts_with('{');
}

// Recognises a list or an object by its first two characters that are no blanks.
bool is_json(std::string_view text) {
    text = behind_blanks(text);
    if (!text.starts_with('{') && !text.starts_with('[')) return false;
    bool const is_list = text.starts_with('[');
    text = behind_blanks(text.substr(1));
    if (text.empty()) return false;
    if (!is_list) return text[0] == '"' || text[0] == '}';
    return "[{\"]-"sv.find(text[0]) != std::string_view::npos || is_digit(text[0]);
}

// `dl n = 5`, as UCINET has it. There may also be nr or nm, the size of either mode, or the format first.
bool is_ucinet(std::string_view text) {
    text = behind_blanks(text);
    if (take_word(text) != "dl") return false;
    std::string const what = take_word(text);
    return (what == "n" || what == "nr" || what == "nm" || what == "format") && text.starts_with('=');
}

std::string_view first_foreign_line(std::string_view text) {
    text = behind_blanks(text);
    std::string_view const line = text.substr(0, text.find('\n'));
    return line.substr(0, line.find_last_not_of(foreign_blanks) + 1);
}

bool is_leda(std::string_view text) {
    while (behind_blanks(text).starts_with('#')) {
        text = behind_blanks(text);
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    return first_foreign_line(text) == "LEDA.GRAPH";
}

// The number of vertices, then a line for each vertex: the number of its neighbours, and the neighbours, counted from
// 0.
bool is_lad(std::string_view text) {
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t const vertices = lines.next() ? whole_number(lines.line()).value_or(0) : 0;
    std::uint64_t seen = 0;
    while (vertices > 0 && lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty()) continue;
        auto const degree = whole_number(next_word(rest));
        std::uint64_t neighbours = 0;
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest), ++neighbours) {
            if (whole_number(word).value_or(vertices) >= vertices) return false;
        }
        if (degree != neighbours || ++seen > vertices) return false;
    }
    return vertices > 0 && seen == vertices;
}

// The length of the comments in bytes, then the comments, then bits.
bool is_binary_dimacs(std::string_view text) {
    std::string_view const line = first_foreign_line(text);
    bool const has_size =
        text.find("\np col ") != std::string_view::npos || text.find("\np edge ") != std::string_view::npos;
    return !line.empty() && std::ranges::all_of(line, is_digit) && has_size;
}

std::optional<ForeignFormat> foreign_markup(std::string_view text) {
    std::string const lower = in_lower_case(behind_blanks(text));
    if (!lower.starts_with('<')) return std::nullopt;
    if (lower.starts_with("<!doctype html") || lower.find("<html") != std::string::npos) {
        return ForeignFormat{"a web page (HTML), perhaps from a failed download",
                             "fetch the file to which the page links"};
    }
    if (lower.find("/xgmml") != std::string::npos) {
        return ForeignFormat{"an XGMML file", "open it with Cytoscape and export SIF"};
    }
    struct Kind {
        std::string_view mark, name, remedy;
    };
    static constexpr std::array<Kind, 4> kinds{
        {{"<sbml", "an SBML model", "open it with Cytoscape (cy3sbml) and export SIF"},
         {"<osm", "an OpenStreetMap file",
          "make edges of its ways: `python3 -c \"import xml.etree.ElementTree as t; [print(a, b, sep='\\t') for w in "
          "t.parse('FILE').iter('way') for r in [[n.get('ref') for n in w.iter('nd')]] for a, b in zip(r, r[1:])]\" > "
          "FILE.txt`"},
         {"<pathway ", "a KEGG pathway (KGML)",
          "make edges of its relations: `python3 -c \"import xml.etree.ElementTree as t; [print(r.get('entry1'), "
          "r.get('entry2'), sep='\\t') for r in t.parse('FILE').iter('relation')]\" > FILE.txt`"},
         {"<entryset", "a PSI-MI file", "fetch the same in MITAB, and give --names --columns 1,2"}}};
    for (Kind const& kind : kinds) {
        if (lower.find(kind.mark) != std::string::npos) {
            return ForeignFormat{std::string(kind.name), std::string(kind.remedy)};
        }
    }
    if (lower.find("<gexf") == std::string::npos) return std::nullopt;
    return ForeignFormat{"a GEXF file",
                         "make GraphML of it: `python3 -c \"import networkx as n; n.write_graphml(n.read_gexf('FILE'), "
                         "'FILE.graphml')\"`"};
}

std::string remedy_by_json(std::string_view program) {
    return "make an edge list of its links, and give --names if ids are names: `python3 -c \"import json; d = "
           "json.load(open('FILE')); " +
           std::string(program) + "\" > FILE.txt`";
}

// Returns true if each line is a list or an object of its own, as the first two lines are.
bool has_json_on_each_line(std::string_view text) {
    text = behind_blanks(text);
    std::string_view const line = first_foreign_line(text);
    std::string_view const rest = behind_blanks(text.substr(line.size()));
    return line.ends_with(line[0] == '[' ? ']' : '}') && !rest.empty() && rest[0] == line[0];
}

// The first keys show which program wrote the file.
ForeignFormat foreign_json(std::string_view text) {
    if (has_json_on_each_line(text)) {
        return {"lines of JSON",
                "make an edge list of them, and give --names if ids are names: `python3 -c \"import json; [print(*(e "
                "if isinstance(e, list) else [e.get('source', e.get('from')), e.get('target', e.get('to'))])[:2], "
                "sep='\\t') for e in map(json.loads, open('FILE'))]\" > FILE.txt`"};
    }
    std::string_view rest = behind_blanks(text);
    bool const is_list = take(rest, '[');
    if (is_list && (rest.starts_with('[') || is_digit(rest[0]) || rest[0] == '-')) {
        return {"a JSON list of edges",
                remedy_by_json("[print(e[0], e[1], sep='\\t') for e in (d if isinstance(d[0], list) else [d])]")};
    }
    auto const has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
    if (is_list && (has("\"CXVersion\"") || has("\"numberVerification\"") || has("\"metaData\""))) {
        return {"a CX file (Cytoscape)",
                remedy_by_json("[print(e['s'], e['t'], sep='\\t') for a in d for e in a.get('edges', [])]")};
    }
    if (has("\"elements\"")) {
        return {"a JSON file of cytoscape.js",
                remedy_by_json("e = d['elements']; e = e['edges'] if isinstance(e, dict) else e; [print(x['data']"
                               "['source'], x['data']['target'], sep='\\t') for x in e if 'source' in x['data']]")};
    }
    if (is_list) {
        return {"a JSON list of edges", remedy_by_json("[print(e.get('data', e)['source'], e.get('data', e)['target'], "
                                                       "sep='\\t') for e in d if 'source' in e.get('data', e)]")};
    }
    return {
        "a JSON file",
        remedy_by_json("g = d if {'links', 'edges', 'adjacency'} & d.keys() else d.get('graph') or d['graphs'][0]; "
                       "a = [(n['id'], e['id']) for n, l in zip(g.get('nodes', []), g.get('adjacency', [])) for e in "
                       "l]; [print(*e, sep='\\t') for e in a or [(e.get('source', e.get('from')), "
                       "e.get('target', e.get('to'))) for e in g.get('links') or g['edges']]]")};
}

// The keys of files that hold graphs as JSON. A file with such a key is no dictionary of neighbours.
bool begins_with_key_of_json(std::string_view text) {
    constexpr std::array<std::string_view, 10> keys{"graph", "graphs",   "elements", "nodes",          "links",
                                                    "edges", "directed", "data",     "format_version", "metadata"};
    std::string_view rest = behind_blanks(text);
    if (!take(rest, '{') || !rest.starts_with('"')) return false;
    std::string_view const key = rest.substr(1, rest.find('"', 1) - 1);
    return std::ranges::find(keys, key) != keys.end();
}

// Recognises a word that can be a molecule: it has the symbols of organic chemistry, and anything in brackets.
bool is_smiles(std::string_view word) {
    constexpr std::string_view marks = "()=#-+/\\.:%@$~0123456789";
    bool is_inside = false, has_atom = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        std::string_view const two = word.substr(i, 2);
        char const c = word[i];
        if (is_inside || c == '[') {
            is_inside = c != ']';
            has_atom = true;
        } else if (two == "Cl" || two == "Br") {
            ++i;
            has_atom = true;
        } else if (std::string_view("BCNOPSFIbcnops*").find(c) != std::string_view::npos) {
            has_atom = true;
        } else if (!has_atom || marks.find(c) == std::string_view::npos) {
            return false;
        }
    }
    return has_atom && !is_inside;
}

// Words may also be names. So the file's extension or bonds and branches must show that these are molecules.
bool is_smiles_file(std::string_view text, std::string const& path) {
    std::string const name = in_lower_case(path);
    bool is_sure = name.ends_with(".smi") || name.ends_with(".smiles");
    std::string const nowhere;
    TextLines lines(text, nowhere);
    std::uint64_t seen = 0;
    while (lines.next() && !(lines.is_cut() && seen > 0)) {
        std::string_view rest = lines.line();
        std::string_view const word = next_word(rest);
        if (word.empty()) continue;
        if (!is_smiles(word)) return false;
        is_sure |= word.find('=') != std::string_view::npos && word.find('(') != std::string_view::npos;
        ++seen;
    }
    return seen > 0 && is_sure;
}

std::optional<ForeignFormat> foreign_molecules(std::string_view text, std::string const& path) {
    if (is_smiles_file(text, path)) {
        return ForeignFormat{
            "SMILES, a molecule a line",
            "write them as SDF, which Cerrado reads, one graph for each: `obabel -ismi FILE -osdf -O FILE.sdf`"};
    }
    if (text.find("@<TRIPOS>MOLECULE") == std::string_view::npos) return std::nullopt;
    return ForeignFormat{
        "a MOL2 file",
        "make an edge list of its bonds: `awk '/^@/ {m += /MOLECULE/; b = /BOND/; next} m == 1 && b && "
        "NF > 3 {print $2, $3, $4}' FILE > FILE.txt`"};
}

std::optional<ForeignFormat> foreign_ligra(std::string_view text) {
    std::string_view const line = first_foreign_line(text);
    if (line == "AdjacencyGraph" || line == "WeightedAdjacencyGraph") {
        return ForeignFormat{"a PBBS or Ligra file (" + std::string(line) + ")",
                             "make an edge list of it: `awk 'NR==2{n=$1} NR==3{m=$1} NR>3&&NR<=n+3{o[NR-4]=$1} "
                             "NR>n+3&&NR<=n+m+3{e[NR-n-4]=$1} "
                             "END{o[n]=m; for(i=0;i<n;++i) for(j=o[i];j<o[i+1];++j) print i, e[j]}' FILE > FILE.txt`"};
    }
    if (line != "EdgeArray" && line != "WeightedEdgeArray") return std::nullopt;
    return ForeignFormat{"a PBBS file (" + std::string(line) + ")",
                         "leave its first line out: `tail -n +2 FILE > FILE.txt`"};
}

std::optional<ForeignFormat> foreign_text(std::string_view text) {
    for (ForeignMagic const& magic : foreign_text_files) {
        if (text.starts_with(magic.bytes)) return ForeignFormat{std::string(magic.name), std::string(magic.remedy)};
    }
    if (begins_with_key_of_json(text)) return foreign_json(text);
    if (auto found = python_text(text)) return found;
    if (is_dot(text)) {
        return ForeignFormat{"a DOT (Graphviz) file",
                             "make GML of it: `gv2gml FILE > FILE.gml`, which is part of Graphviz"};
    }
    if (is_json(text)) {
        return foreign_json(text);
    }
    if (is_leda(text)) {
        return ForeignFormat{"a LEDA file",
                             "make an edge list of it: `python3 -c \"import networkx as n; "
                             "n.write_edgelist(n.read_leda('FILE'), 'FILE.txt', data=False)\"`"};
    }
    if (is_ucinet(text)) {
        return ForeignFormat{"a UCINET file (DL)",
                             "take what comes after 'data:': `sed '1,/^ *data:/Id' FILE > FILE.txt`"};
    }
    if (auto found = foreign_markup(text)) return found;
    return foreign_ligra(text);
}

// Recognises ASCII text in 16 or 32 bits per character, with a byte order mark or without. XML is left to its parser,
// which reads it.
std::optional<std::string_view> wide_encoding(std::string_view bytes) {
    bool const little = bytes.starts_with("\xFF\xFE"), big = bytes.starts_with("\xFE\xFF");
    if (little || big) {
        if (bytes.substr(2).starts_with("<\0"sv) || bytes.substr(2).starts_with("\0<"sv)) return std::nullopt;
        return "UTF-16";
    }
    constexpr std::size_t seen = 8;
    if (bytes.size() < seen) return std::nullopt;
    auto const is_wide = [&](std::size_t zero) {
        for (std::size_t i = 0; i < seen; ++i) {
            bool const is_printable =
                (bytes[i] >= ' ' && bytes[i] < 127) || foreign_blanks.find(bytes[i]) != std::string_view::npos;
            if (i % 2 == zero ? bytes[i] != '\0' : !is_printable || bytes[i] == '<') return false;
        }
        return true;
    };
    if (is_wide(1)) return "UTF-16LE";
    if (is_wide(0)) return "UTF-16BE";
    return std::nullopt;
}

bool is_pickle(std::string_view bytes) {
    return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
}

std::optional<ForeignFormat> foreign_binary(std::string_view bytes, std::string const& path) {
    for (ForeignMagic const& magic : foreign_binary_files) {
        if (bytes.starts_with(magic.bytes)) return ForeignFormat{std::string(magic.name), std::string(magic.remedy)};
    }
    bool const has_zero = bytes.find('\0') != std::string_view::npos;
    if (is_tar(bytes) || (has_zero && in_lower_case(path).ends_with(".tar"))) {
        return ForeignFormat{"a tar archive", "unpack it and give a file of it: `tar xf FILE`"};
    }
    bool const has_sheets = bytes.find("[Content_Types].xml") != std::string_view::npos ||
                            bytes.find("opendocument.spreadsheet") != std::string_view::npos;
    if (bytes.starts_with("PK\x03\x04"sv) && has_sheets) {
        return ForeignFormat{"an Excel or OpenDocument workbook", "save it as CSV, with one edge per row"};
    }
    constexpr std::size_t place_of_duck = 8;
    if (bytes.substr(std::min(place_of_duck, bytes.size())).starts_with("DUCK"sv)) {
        return ForeignFormat{"a DuckDB database",
                             "export the edges: `duckdb -csv FILE 'SELECT source, target FROM edges' > FILE.csv`"};
    }
    if (bytes.starts_with("PK\x03\x04"sv) && bytes.find("/data.pkl") != std::string_view::npos) {
        return ForeignFormat{"a file of PyTorch",
                             "write the edges from Python: `numpy.save('FILE.npy', data.edge_index.numpy())`"};
    }
    if (is_pickle(bytes)) {
        return ForeignFormat{"a Python pickle",
                             "write the graph from Python: `networkx.write_graphml(g, 'FILE.graphml')`"};
    }
    if (is_binary_dimacs(bytes)) {
        return ForeignFormat{"a binary DIMACS file", "make text of it with DIMACS's own program: `bin2asc FILE`"};
    }
    if (auto const encoding = wide_encoding(bytes)) {
        std::string const name(*encoding);
        return ForeignFormat{"a text in " + name, "make it UTF-8: `iconv -f " + name + " -t UTF-8 FILE > FILE.utf8`"};
    }
    return std::nullopt;
}

} // namespace

std::optional<ForeignFormat> foreign_format(std::string_view bytes, std::string const& path) {
    if (is_lad(bytes)) {
        return ForeignFormat{
            "a LAD file",
            "make an edge list of it: `awk 'NR>1 {for (i=2; i<=NF; ++i) print NR-2, $i}' FILE > FILE.txt`"};
    }
    bytes = bytes.substr(0, foreign_beginning);
    if (auto found = foreign_binary(bytes, path)) return found;
    if (auto found = foreign_molecules(without_byte_order_mark(bytes), path)) return found;
    return foreign_text(without_byte_order_mark(bytes));
}

namespace {

// Returns: the first line in lower case, cut at the greatest length of a header.
std::string next_line(std::string_view& bytes) {
    constexpr std::size_t longest = 1024;
    std::size_t const end = std::min(bytes.find('\n'), bytes.size());
    std::string line(bytes.substr(0, std::min(end, longest)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    for (char& c : line) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return line;
}

} // namespace

SaidDirection said_direction(std::string_view bytes) {
    constexpr int header_lines = 16;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    SaidDirection said;
    if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
    for (int i = 0; i < header_lines && !bytes.empty() && (bytes[0] == '#' || bytes[0] == '%'); ++i) {
        std::string const line = next_line(bytes);
        if (line.starts_with("%%matrixmarket")) said.directed |= line.find(" general") != std::string::npos;
        said.directed |= line.starts_with("% asym") || line.starts_with("# directed graph");
        said.undirected |= line.starts_with("% sym") || line.starts_with("# undirected graph");
        said.bipartite |= line.starts_with("% bip");
        // The line of sizes: edges, left vertices, right vertices.
        unsigned long long edges = 0, left = 0;
        if (said.bipartite && std::sscanf(line.c_str(), "%% %llu %llu", &edges, &left) == 2) said.left = left;
    }
    return said;
}

namespace {

// Gives readers the parameters that the table needs.
Graph as_binary_csr(FormatSource const& source) {
    return read_binary_csr(source.bytes, source.path, source.storage, source.options.attributes);
}
Graph as_compressed(FormatSource const& source) {
    return cgz::read_compressed(source.bytes, source.path,
                                {.threads = source.options.threads, .columns = source.options.attributes});
}
Graph as_adjacency_list(FormatSource const& source) {
    return read_adjacency_list(source.bytes, source.path, source.options, source.report);
}
// The extension .graph is also that of lists with labels, which no option names.
Graph as_metis(FormatSource const& source) {
    try {
        return read_metis(source.bytes, source.path);
    } catch (InputError const&) {
        bool const are_lists = source.options.format.empty() && are_labelled_lists(source.bytes, source.path);
        if (!are_lists) throw;
        return as_adjacency_list(source);
    }
}
Graph as_edges(FormatSource const& source) {
    TableLayout layout = survey_table(source.bytes, source.path, source.options);
    if (source.options.time) {
        layout = timed_layout(std::move(layout), source.bytes, source.path, source.options, source.report);
    }
    return read_edge_list(source.bytes, source.path, layout, source.options, source.report);
}
// For readers that take any content and then report what they met.
template <auto read> Graph reported(FormatSource const& source) {
    return read(source.bytes, source.path, source.options, source.report);
}

constexpr unsigned all = ids | names | directions | labels | edge_labels | lone_vertices;

constexpr Format table[] = {
    {"cbin", "Cerrado binary CSR", ".cbin", "first bytes CERRADO", is_binary_csr, as_binary_csr, write_binary_csr,
     all | attributes | rows},
    {"cgz", "compressed graph", ".cgz", "first bytes CERRCGZ", cgz::is_compressed_graph, as_compressed, nullptr,
     all | attributes | rows, "cerrado compress"},
    {"npz", "SciPy sparse matrix", ".npz", "a zip archive of arrays", is_npz, reported<read_npz>, nullptr,
     directions | lone_vertices | rows},
    {"npy", "NumPy array", ".npy", "first bytes NUMPY", is_npy, reported<read_npy>, nullptr,
     ids | directions | edge_labels | lone_vertices | rows},
    {"gt", "graph-tool", ".gt", "first bytes of graph-tool", is_gt, reported<read_gt>, nullptr,
     names | directions | labels | edge_labels | lone_vertices | rows},
    {"mtx", "Matrix Market", ".mtx", "first line %%MatrixMarket", is_matrix_market, reported<read_matrix_market>,
     write_matrix_market, directions | lone_vertices | rows},
    {"graphml", "GraphML", ".graphml", "<?xml or <graphml", is_graphml, reported<read_graphml>, write_graphml,
     all | rows},
    {"gml", "GML", ".gml", "graph [", is_gml, reported<read_gml>, write_gml, all | rows, {}, lost_in_gml},
    {"pajek", "Pajek", ".net", "*Vertices or *Network", is_pajek, reported<read_pajek>, write_pajek,
     names | directions | edge_labels | lone_vertices | rows},
    {"dimacs",
     "DIMACS",
     ".dimacs .col .clq .gr",
     "first line p KIND n m",
     is_dimacs,
     reported<read_dimacs>,
     write_dimacs,
     directions | edge_labels | lone_vertices | rows,
     {},
     lost_in_dimacs},
    {"graph6", "graph6", ".g6 .s6 .d6", "header or length of lines", is_graph6, reported<read_graph6>, write_graph6,
     directions | lone_vertices},
    {"lg", "LG", ".lg", "first line of t or v", is_lg, reported<read_lg>, nullptr, all},
    {"mol", "MOL and SDF", ".mol .sdf", "fourth line ends with V2000", is_mol, reported<read_mol>, nullptr,
     labels | edge_labels | lone_vertices},
    {"nt", "N-Triples", ".nt .nq", "lines of three terms and a dot", is_ntriples, reported<read_ntriples>, nullptr,
     names | directions | edge_labels},
    {"tgf", "TGF", ".tgf", "a line # between vertices and edges", is_tgf, reported<read_tgf>, nullptr, all},
    {"lgl", "LGL", ".lgl", "lines # NAME over lines of neighbours", is_lgl, reported<read_lgl>, nullptr,
     ids | names | edge_labels | lone_vertices},
    {"sif", "SIF", ".sif", "its ending alone", nullptr, reported<read_sif>, write_sif,
     ids | names | directions | edge_labels | lone_vertices},
    {"metis", "METIS", ".graph .metis", "sizes, a line for each vertex, each edge twice", nullptr, as_metis,
     write_metis, lone_vertices},
    {"adjlist", "adjacency list", ".adjlist", "lines of different lengths that hold only ids", nullptr,
     as_adjacency_list, nullptr, ids | names | directions | labels | edge_labels | lone_vertices},
    {"matrix", "adjacency matrix", ".adjacency", "n lines of n numbers, n > 3", nullptr, reported<read_matrix>, nullptr,
     names | directions | lone_vertices},
    {"csv",
     "CSV",
     ".csv",
     "equally many commas or semicolons on each line",
     nullptr,
     as_edges,
     write_csv,
     ids | names | directions | edge_labels | attributes | rows,
     {},
     lost_in_edge_table},
    {"tsv",
     "TSV",
     ".tsv",
     "equally many tabs on each line",
     nullptr,
     as_edges,
     write_tsv,
     ids | names | directions | edge_labels | attributes | rows,
     {},
     lost_in_edge_table},
    {"edges", "edge list", ".txt .el .edges", "all else: two ids on each line", nullptr, as_edges, write_edge_list,
     ids | names | directions | edge_labels | rows},
};

} // namespace

std::vector<std::string> Format::extension_list() const {
    std::vector<std::string> list;
    for (std::string_view rest = extensions; !rest.empty();) {
        std::size_t const blank = std::min(rest.find(' '), rest.size());
        list.emplace_back(rest.substr(0, blank));
        rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return list;
}

bool Format::has_extension(std::string_view extension) const {
    std::vector<std::string> const list = extension_list();
    return std::ranges::find(list, extension) != list.end();
}

std::span<Format const> formats() { return table; }

Format const* find_format(std::string_view name) {
    auto const found = std::ranges::find(table, name, &Format::name);
    return found == std::ranges::end(table) ? nullptr : &*found;
}

Format const& format_named(std::string_view name) {
    if (Format const* const format = find_format(name)) return *format;
    throw InputError(fmt::format("--format {}: there is no format of this name; expected one of {}", printable(name),
                                 format_names()));
}

Format const* written_format(std::string_view extension) {
    auto const found = std::ranges::find_if(
        table, [&](Format const& format) { return format.write != nullptr && format.has_extension(extension); });
    return found == std::ranges::end(table) ? nullptr : &*found;
}

bool is_edge_table(std::string_view format) {
    Format const* const found = find_format(format);
    return found != nullptr && found->read == as_edges;
}

std::string format_names() {
    std::string text;
    for (Format const& format : table) text += fmt::format("{}{}", text.empty() ? "" : ", ", format.name);
    return text;
}

std::string written_extensions() {
    std::string text;
    for (Format const& format : table) {
        if (format.write == nullptr) continue;
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", joined(format.extension_list(), ", "), format.title);
    }
    return text;
}

std::string format_extension(std::string const& path) {
    std::filesystem::path const name = std::filesystem::path(path).filename();
    std::string extension = name.extension().string();
    bool const is_packed = extension == ".gz" || extension == ".zst" || extension == ".xz" || extension == ".bz2";
    if (is_packed) extension = name.stem().extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

void refuse_directions(std::string const& path) {
    throw InputError(
        fmt::format("{}: this format has no directions; give an edge list, another format that has them (`cerrado info "
                    "--formats`), or a .cbin of a directed graph, or leave --directed out",
                    path));
}

void refuse_names(std::string const& path) {
    throw InputError(
        fmt::format("{}: the vertices of this format have no names; give an edge list, another format that has them "
                    "(`cerrado info --formats`), or a .cbin of a graph with names, or leave --names out",
                    path));
}

} // namespace cerrado::detail
