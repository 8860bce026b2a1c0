#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/io/formats/entities.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace cerrado::detail {

// The tokens of a GML file: keys and values. A value is a number, a text or a list in brackets.

// `text` and `path` must outlive the object. Comments, `# ...`, are passed over.
class GmlTokens {
public:
    enum class Kind { end, word, text, open, close };
    struct Token {
        Kind kind;
        std::string_view text; // for a text: what is between the quotation marks, as the file has it
    };

    // Skips a UTF-8 byte order mark.
    GmlTokens(std::string_view text, std::string const& path);

    // The next token. O(its length). Throws InputError if a quotation mark has no second one, and for binary data.
    Token next();
    std::uint64_t comments() const { return comments_; }
    std::uint64_t line() const { return line_; } // where the last token begins

    [[noreturn]] void fail(std::string const& problem) const { fail_at(line_, problem); }
    [[noreturn]] void fail_at(std::uint64_t line, std::string const& problem) const;
    [[noreturn]] void fail_whole(std::string const& problem) const;

private:
    void skip_blanks();
    std::string_view take(std::size_t length);

    std::string const& path_;
    std::string_view rest_;
    std::uint64_t next_line_ = 1, line_ = 1;
    std::uint64_t comments_ = 0;
};

GmlTokens::GmlTokens(std::string_view text, std::string const& path)
    : path_(path),
      rest_(without_byte_order_mark(text)) {}

std::string_view GmlTokens::take(std::size_t length) {
    std::string_view const taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    next_line_ += static_cast<std::uint64_t>(std::ranges::count(taken, '\n'));
    return taken;
}

void GmlTokens::skip_blanks() {
    constexpr std::string_view blanks = " \t\r\n";
    for (;;) {
        take(rest_.find_first_not_of(blanks));
        if (!rest_.starts_with('#')) return;
        take(rest_.find('\n'));
        ++comments_;
    }
}

GmlTokens::Token GmlTokens::next() {
    skip_blanks();
    line_ = next_line_;
    if (rest_.empty()) return {Kind::end, {}};
    if (rest_[0] == '[') return {Kind::open, take(1)};
    if (rest_[0] == ']') return {Kind::close, take(1)};
    if (rest_[0] == '"') {
        std::size_t const end = rest_.find('"', 1);
        if (end == std::string_view::npos) fail("a quotation mark without another one; expected a text between two");
        return {Kind::text, take(end + 1).substr(1, end - 1)};
    }
    std::string_view const word = take(rest_.find_first_of(" \t\r\n[]\""));
    if (std::ranges::any_of(word, is_control)) {
        fail("binary data in a text line; expected a text file, fetch or export it again");
    }
    return {Kind::word, word};
}

void GmlTokens::fail_at(std::uint64_t line, std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line, problem));
}

void GmlTokens::fail_whole(std::string const& problem) const {
    throw InputError(fmt::format("{}: {}", path_, problem));
}

namespace {

using GmlKind = GmlTokens::Kind;
using GmlToken = GmlTokens::Token;

bool is_gml_key(GmlToken const& token) {
    return token.kind == GmlKind::word && (is_letter(token.text[0]) || token.text[0] == '_');
}

// Passes over a list whose bracket has been read. Returns: whether its end was found.
bool skip_gml_list(GmlTokens& tokens) {
    for (std::uint64_t depth = 1; depth > 0;) {
        GmlKind const kind = tokens.next().kind;
        if (kind == GmlKind::end) return false;
        if (kind == GmlKind::open) ++depth;
        if (kind == GmlKind::close) --depth;
    }
    return true;
}

class GmlReader {
public:
    GmlReader(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : tokens_(text, path),
          options_(options),
          report_(report),
          assembly_(path, options) {}

    Graph read() {
        bool has_graph = false;
        for (GmlToken token = tokens_.next(); token.kind != GmlKind::end; token = tokens_.next()) {
            std::string const key = key_of(token);
            GmlToken const value = value_of(key);
            if (key == "graph" && value.kind == GmlKind::open) {
                if (has_graph) tokens_.fail("a second graph begins; expected one, split the file");
                has_graph = true;
                read_graph();
            } else if (value.kind == GmlKind::open) {
                skip();
            }
        }
        report_.comments = tokens_.comments();
        if (!has_graph) tokens_.fail_whole("no 'graph [' in the file; expected one");
        return graph();
    }

private:
    struct GmlEdge {
        VertexId source, target;
        std::string label;
    };

    std::string key_of(GmlToken const& token) const {
        if (!is_gml_key(token)) {
            tokens_.fail(
                fmt::format("'{}' where a key was expected, such as 'node' or 'label'", printable(token.text)));
        }
        return in_lower_case(token.text);
    }

    GmlToken value_of(std::string const& key) {
        GmlToken const value = tokens_.next();
        if (value.kind == GmlKind::end || value.kind == GmlKind::close) {
            tokens_.fail(fmt::format("no value behind '{}'; expected a number, a text or '['", printable(key)));
        }
        return value;
    }

    void skip() {
        std::uint64_t const line = tokens_.line();
        if (!skip_gml_list(tokens_)) end_is_missing(line);
    }

    [[noreturn]] void end_is_missing(std::uint64_t line) const {
        tokens_.fail_at(line, "a '[' without its ']'; the file is cut, fetch it again");
    }

    // Calls take(key, value) for what is in the list whose bracket has been read. The value of a list is its bracket; the
    // list itself is passed over where take() does not read it, and returns false.
    template <class Take> void read_list(Take const& take) {
        std::uint64_t const line = tokens_.line();
        for (GmlToken token = tokens_.next(); token.kind != GmlKind::close; token = tokens_.next()) {
            if (token.kind == GmlKind::end) end_is_missing(line);
            std::string const key = key_of(token);
            GmlToken const value = value_of(key);
            if (!take(key, value) && value.kind == GmlKind::open) skip();
        }
    }

    void read_graph() {
        read_list([&](std::string const& key, GmlToken const& value) {
            if (value.kind != GmlKind::open) {
                if (key == "directed") directed_ = value.text != "0";
                return false;
            }
            if (key == "node") return read_node(), true;
            if (key == "edge") return read_edge(), true;
            if (key == "graph") tokens_.fail("a graph within the graph; expected one without groups");
            return false;
        });
    }

    VertexId vertex(GmlToken const& value, char const* key) {
        bool const is_text = value.kind == GmlKind::word || value.kind == GmlKind::text;
        if (!is_text || value.text.empty())
            tokens_.fail(fmt::format("no id behind '{}'; expected a whole number", key));
        VertexId const handle = assembly_.vertex(value.text);
        if (handle == is_node_.size()) {
            is_node_.push_back(false);
            first_lines_.push_back(tokens_.line());
            ids_.push_back(value.text);
        }
        return handle;
    }

    void read_node() {
        std::uint64_t const line = tokens_.line();
        std::optional<VertexId> handle;
        std::string_view label, name;
        read_list([&](std::string const& key, GmlToken const& value) {
            if (key == "id") handle = vertex(value, "id");
            if (key == "label" && value.kind != GmlKind::open) label = value.text;
            if (key == "name" && value.kind != GmlKind::open) name = value.text;
            if (key == "graph" && value.kind == GmlKind::open) {
                tokens_.fail("a graph within a node; expected one without groups");
            }
            return false;
        });
        if (!handle) tokens_.fail_at(line, "a node without an id; expected 'id' and a whole number");
        if (is_node_[*handle]) {
            tokens_.fail_at(line, fmt::format("a second node of the id {}; give it one", printable(ids_[*handle])));
        }
        is_node_[*handle] = true;
        if (label.empty()) label = name;
        if (label.empty()) return;
        if (options_.names) {
            assembly_.call(*handle, without_entities(label));
        } else if (label != ids_[*handle]) {
            assembly_.label(*handle, without_entities(label));
        }
    }

    void read_edge() {
        std::uint64_t const line = tokens_.line();
        std::optional<VertexId> source, target;
        std::string_view label, weight;
        read_list([&](std::string const& key, GmlToken const& value) {
            if (key == "source") source = vertex(value, "source");
            if (key == "target") target = vertex(value, "target");
            if (key == "label" && value.kind != GmlKind::open) label = value.text;
            if ((key == "weight" || key == "value") && value.kind != GmlKind::open) weight = value.text;
            return false;
        });
        if (!source || !target)
            tokens_.fail_at(line, "an edge without source or target; expected the ids of two nodes");
        std::string text;
        if (options_.edge_labels) text = without_entities(label.empty() ? weight : label);
        edges_.push_back({*source, *target, std::move(text)});
    }

    Graph graph() {
        for (VertexId handle = 0; handle < is_node_.size(); ++handle) {
            if (is_node_[handle]) continue;
            tokens_.fail_at(first_lines_[handle], fmt::format("an edge ends at {}, and there is no node of this id; "
                                                              "expected one",
                                                              printable(ids_[handle])));
        }
        for (GmlEdge const& edge : edges_) {
            if (directed_) {
                assembly_.arc(edge.source, edge.target, edge.label);
            } else {
                assembly_.edge(edge.source, edge.target, edge.label);
            }
        }
        return assembly_.finish();
    }

    GmlTokens tokens_;
    ReadOptions const& options_;
    ReadReport& report_;
    Assembly assembly_;
    bool directed_ = false; // which may come behind the edges
    std::vector<GmlEdge> edges_;
    std::vector<bool> is_node_; // by handle
    std::vector<std::uint64_t> first_lines_;
    std::vector<std::string_view> ids_;
};

// GML is ASCII. Entities by their names where they have one, which igraph knows, too.
std::string gml_text(std::string_view text) {
    std::string written;
    for (char const c : text) {
        if (c == '"') {
            written += "&quot;";
        } else if (c == '&') {
            written += "&amp;";
        } else {
            written += c;
        }
    }
    return '"' + in_ascii(written) + '"';
}

void write_gml_nodes(Graph const& graph, OutputFile& file) {
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        OriginalId const id = graph.original_id(v);
        std::string label;
        if (has_names(graph)) {
            label = vertex_name(graph, id);
        } else if (has_labels(graph) && graph.marks->labels[v] != GraphMarks::no_label) {
            label = graph.marks->label_names[graph.marks->labels[v]];
        }
        file.write(fmt::format("  node [ id {}", id));
        if (!label.empty()) file.write(fmt::format(" label {}", gml_text(label)));
        file.write(" ]\n");
    }
}

} // namespace

bool is_gml(std::string_view text) {
    constexpr int keys_to_see = 100; // before the graph; a table of words and numbers has more
    std::string const nowhere;
    try {
        GmlTokens tokens(text, nowhere);
        GmlToken key = tokens.next();
        for (int seen = 0; seen < keys_to_see && is_gml_key(key); ++seen, key = tokens.next()) {
            GmlToken const value = tokens.next();
            if (value.kind == GmlKind::open) {
                if (in_lower_case(key.text) == "graph") return true;
                if (!skip_gml_list(tokens)) return false;
            }
            bool const is_number = value.kind == GmlKind::word && !is_gml_key(value);
            if (value.kind != GmlKind::open && value.kind != GmlKind::text && !is_number) return false;
        }
    } catch (InputError const&) { // no text
    }
    return false;
}

Graph read_gml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return GmlReader(text, path, options, report).read();
}

char const* lost_in_gml(Graph const& graph) {
    return has_names(graph) && has_labels(graph) ? "labels of vertices beside names" : nullptr;
}

void write_gml(Graph const& graph, OutputFile& file) {
    file.write(fmt::format("graph [\n  directed {}\n", is_directed(graph) ? 1 : 0));
    write_gml_nodes(graph, file);
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write("  edge [ source ");
        file.write_number(graph.original_id(v));
        file.write(" target ");
        file.write_number(graph.original_id(u));
        std::uint32_t const label =
            has_edge_labels(graph) ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        if (label != GraphMarks::no_label) {
            file.write(fmt::format(" label {}", gml_text(graph.marks->edge_label_names[label])));
        }
        file.write(" ]\n");
    });
    file.write("]\n");
}

} // namespace cerrado::detail
