#include <cerrado/graph/io/foreign.hpp>

#include <cerrado/graph/io/python_text.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <algorithm>
#include <array>

namespace cerrado::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t foreign_beginning = 4096; // bytes that are looked at

struct ForeignMagic {
    std::string_view bytes, name, remedy;
};

constexpr std::array foreign_binary_files{
    ForeignMagic{"%PDF-"sv, "a PDF document", "take the file that it is about"},
    ForeignMagic{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "an Excel workbook", "save it as CSV, with a row an edge"},
    ForeignMagic{
        "PAR1"sv, "a Parquet table",
        "write it as CSV: `python3 -c \"import pandas as p; p.read_parquet('FILE').to_csv('FILE.csv', index=False)\"`"},
    ForeignMagic{"\x89HDF\r\n\x1a\n"sv, "an HDF5 file", "export the edges from the program that wrote it, as CSV"},
    ForeignMagic{"MATLAB 5.0 MAT-file"sv, "a MATLAB file",
                 "take the Matrix Market file (.mtx) of the same graph, or write one with scipy.io.loadmat and "
                 "scipy.io.mmwrite"},
    ForeignMagic{"SQLite format 3\0"sv, "an SQLite database",
                 "export the edges: `sqlite3 -csv FILE 'SELECT source, target FROM edges' > FILE.csv`"},
    ForeignMagic{"RDX2\n"sv, "an R workspace",
                 "write the graph from R: `igraph::write_graph(g, \"FILE.graphml\", \"graphml\")`"},
    ForeignMagic{"RDX3\n"sv, "an R workspace",
                 "write the graph from R: `igraph::write_graph(g, \"FILE.graphml\", \"graphml\")`"},
    ForeignMagic{
        "X\n\0\0\0"sv, "an R object (.rds)",
        "write it from R: `Rscript -e 'igraph::write_graph(readRDS(\"FILE\"), \"FILE.graphml\", \"graphml\")'`"},
};

constexpr std::array foreign_text_files{
    ForeignMagic{"version https://git-lfs.github.com/spec/"sv, "a Git LFS pointer, which stands for the file",
                 "fetch the file itself: `git lfs pull`"},
    ForeignMagic{"33D32945 STP File"sv, "a Steiner tree problem (STP)",
                 "take its edges: `awk '$1 == \"E\" {print $2, $3}' FILE > FILE.txt`"},
    ForeignMagic{"SUID,"sv, "a table of Cytoscape's", "export the network itself, as SIF or GraphML"},
    ForeignMagic{"\"SUID\","sv, "a table of Cytoscape's", "export the network itself, as SIF or GraphML"},
    ForeignMagic{"nodedef>"sv, "a GDF (GUESS) file", "open it with Gephi and export GraphML"},
    ForeignMagic{"(tlp \""sv, "a Tulip file", "open it with Tulip and export GML"},
};

constexpr std::string_view foreign_blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(foreign_blanks), text.size()));
    return text;
}

bool is_name_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Takes a word off. Returns: it, in lower case.
std::string take_word(std::string_view& text) {
    auto const* const end = std::ranges::find_if_not(text, is_name_character);
    std::string word = in_lower_case({text.begin(), end});
    text = without_blanks({end, text.end()});
    return word;
}

std::string_view without_dot_comments(std::string_view text) {
    for (;;) {
        text = without_blanks(text);
        std::string_view const end = text.starts_with("/*") ? "*/" : "\n";
        if (end == "\n" && !text.starts_with("//") && !text.starts_with("#")) return text;
        std::size_t const place = text.find(end, 2);
        if (place == std::string_view::npos) return {};
        text.remove_prefix(place + end.size());
    }
}

// `strict digraph NAME {`, where the first word and the name may lack.
bool is_dot(std::string_view text) {
    text = without_dot_comments(text);
    std::string word = take_word(text);
    if (word == "strict") word = take_word(text);
    if (word != "graph" && word != "digraph") return false;
    if (text.starts_with('"')) {
        std::size_t const end = text.find('"', 1);
        if (end == std::string_view::npos) return false;
        text = without_blanks(text.substr(end + 1));
    } else {
        take_word(text);
    }
    return text.starts_with('{');
}

// A list or an object, by its first two characters that are no blanks.
bool is_json(std::string_view text) {
    text = without_blanks(text);
    if (!text.starts_with('{') && !text.starts_with('[')) return false;
    bool const is_list = text.starts_with('[');
    text = without_blanks(text.substr(1));
    if (text.empty()) return false;
    if (!is_list) return text[0] == '"' || text[0] == '}';
    return "[{\"]-"sv.find(text[0]) != std::string_view::npos || is_digit(text[0]);
}

// `dl n = 5`, as UCINET has it, also with nr or nm, the size of either mode, or the format first.
bool is_ucinet(std::string_view text) {
    text = without_blanks(text);
    if (take_word(text) != "dl") return false;
    std::string const what = take_word(text);
    return (what == "n" || what == "nr" || what == "nm" || what == "format") && text.starts_with('=');
}

std::string_view first_foreign_line(std::string_view text) {
    text = without_blanks(text);
    std::string_view const line = text.substr(0, text.find('\n'));
    return line.substr(0, line.find_last_not_of(foreign_blanks) + 1);
}

bool is_leda(std::string_view text) {
    while (without_blanks(text).starts_with('#')) {
        text = without_blanks(text);
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    return first_foreign_line(text) == "LEDA.GRAPH";
}

// The number of vertices, then a line for each: how many neighbours it has, and these, counted from 0.
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

// The length of the comments in bytes, the comments, and bits.
bool is_binary_dimacs(std::string_view text) {
    std::string_view const line = first_foreign_line(text);
    bool const has_size =
        text.find("\np col ") != std::string_view::npos || text.find("\np edge ") != std::string_view::npos;
    return !line.empty() && std::ranges::all_of(line, is_digit) && has_size;
}

std::optional<ForeignFormat> foreign_markup(std::string_view text) {
    std::string const lower = in_lower_case(without_blanks(text));
    if (!lower.starts_with('<')) return std::nullopt;
    if (lower.starts_with("<!doctype html") || lower.find("<html") != std::string::npos) {
        return ForeignFormat{"a web page (HTML), perhaps of a failed download", "fetch the file that it links to"};
    }
    if (lower.find("/xgmml") != std::string::npos) {
        return ForeignFormat{"an XGMML file", "open it with Cytoscape and export SIF"};
    }
    if (lower.find("<gexf") == std::string::npos) return std::nullopt;
    return ForeignFormat{"a GEXF file",
                         "make GraphML of it: `python3 -c \"import networkx as n; n.write_graphml(n.read_gexf('FILE'), "
                         "'FILE.graphml')\"`"};
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
    if (auto found = python_text(text)) return found;
    if (is_dot(text)) {
        return ForeignFormat{"a DOT (Graphviz) file",
                             "make GML of it: `gv2gml FILE > FILE.gml`, which is part of Graphviz"};
    }
    if (is_json(text)) {
        return ForeignFormat{
            "a JSON file",
            "make an edge list of its links: `python3 -c \"import json; d = json.load(open('FILE')); "
            "[print(e['source'], e['target'], sep='\\t') for e in d.get('links') or d['edges']]\" > FILE.txt`"};
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

bool is_tar(std::string_view bytes) {
    constexpr std::size_t place = 257;
    return bytes.size() > place && bytes.substr(place).starts_with("ustar");
}

// Of ASCII characters, with a byte order mark or without. XML is left to its parser, which reads it.
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
        return ForeignFormat{"an Excel or OpenDocument workbook", "save it as CSV, with a row an edge"};
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
    return foreign_text(without_byte_order_mark(bytes));
}

} // namespace cerrado::detail
