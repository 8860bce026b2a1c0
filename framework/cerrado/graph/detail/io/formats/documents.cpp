#include <cerrado/core/error.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>
#include <cerrado/graph/detail/io/tables/matrix.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <exception>
#include <expat.h>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cerrado::detail {

// Some formats cannot hold all characters as they are. Such characters are written by their numbers: &#34; is a
// quotation mark.

// &#34; and &#x22; become the UTF-8 of their character, and so do &quot; &amp; &apos; &lt; &gt;. All other text stays
// as it is.
std::string without_entities(std::string_view text);

// Each character of the UTF-8 text that is not ASCII becomes &#N;. Bytes that are no UTF-8 stay as they are.
std::string in_ascii(std::string_view text);

// The characters of `escaped` become &#N;. Requires: they are ASCII.
std::string with_entities(std::string_view text, std::string_view escaped);

// GML, GraphML and Pajek: documents that name nodes and edges in sections, with attributes.

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

    // Returns: the next token. O(its length). Throws InputError if a quotation mark has no second one, and for binary
    // data.
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
        if (end == std::string_view::npos) fail("a quotation mark is not closed; expected a text between two");
        return {Kind::text, take(end + 1).substr(1, end - 1)};
    }
    std::string_view const word = take(rest_.find_first_of(" \t\r\n[]\""));
    if (std::ranges::any_of(word, is_control)) {
        fail("the line has binary data; expected a text file, fetch or export it again");
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

// A text in quotation marks stays one, whatever it looks like.
std::optional<ColumnType> type_of_text(bool is_text) {
    return is_text ? std::optional(ColumnType::text) : std::nullopt;
}

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
                if (has_graph) tokens_.fail("a second graph begins; expected one graph, split the file");
                has_graph = true;
                read_graph();
            } else if (value.kind == GmlKind::open) {
                skip();
            }
        }
        report_.comments = tokens_.comments();
        if (!has_graph) tokens_.fail_whole("the file has no 'graph ['; expected one");
        return graph();
    }

private:
    // Without the keys that say what it joins.
    struct GmlAttribute {
        std::string_view key;
        GmlToken value;
    };
    struct GmlEdge {
        VertexId source, target;
        std::string label;
        std::vector<GmlAttribute> attributes;
    };

    void keep(std::vector<GmlAttribute>& attributes, GmlToken const& value) const {
        if (options_.attributes && value.kind != GmlKind::open) attributes.push_back({written_key_, value});
    }

    std::string key_of(GmlToken const& token) const {
        if (!is_gml_key(token)) {
            tokens_.fail(
                fmt::format("'{}' stands where a key was expected, such as 'node' or 'label'", printable(token.text)));
        }
        return in_lower_case(token.text);
    }

    GmlToken value_of(std::string const& key) {
        GmlToken const value = tokens_.next();
        if (value.kind == GmlKind::end || value.kind == GmlKind::close) {
            tokens_.fail(fmt::format("there is no value after '{}'; expected a number, a text or '['", printable(key)));
        }
        return value;
    }

    void skip() {
        std::uint64_t const line = tokens_.line();
        if (!skip_gml_list(tokens_)) end_is_missing(line);
    }

    [[noreturn]] void end_is_missing(std::uint64_t line) const {
        tokens_.fail_at(line, "a '[' is not closed by a ']'; the file is cut, fetch it again");
    }

    // Calls take(key, value) for everything in the list whose bracket has been read. The value of a list is its
    // bracket. If take() does not read such a list and returns false, the list is passed over.
    template <class Take> void read_list(Take const& take) {
        std::uint64_t const line = tokens_.line();
        for (GmlToken token = tokens_.next(); token.kind != GmlKind::close; token = tokens_.next()) {
            if (token.kind == GmlKind::end) end_is_missing(line);
            std::string const key = key_of(token);
            written_key_ = token.text;
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
            if (key == "graph") tokens_.fail("the graph contains another graph; expected one graph without groups");
            return false;
        });
    }

    VertexId vertex(GmlToken const& value, char const* key) {
        bool const is_text = value.kind == GmlKind::word || value.kind == GmlKind::text;
        if (!is_text || value.text.empty())
            tokens_.fail(fmt::format("there is no id after '{}'; expected a whole number", key));
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
        std::vector<GmlAttribute> attributes;
        read_list([&](std::string const& key, GmlToken const& value) {
            if (key == "id") {
                handle = vertex(value, "id");
            } else {
                keep(attributes, value);
            }
            if (key == "label" && value.kind != GmlKind::open) label = value.text;
            if (key == "name" && value.kind != GmlKind::open) name = value.text;
            if (key == "graph" && value.kind == GmlKind::open) {
                tokens_.fail("a node contains a graph; expected one graph without groups");
            }
            return false;
        });
        if (!handle) tokens_.fail_at(line, "a node has no id; expected 'id' and a whole number");
        if (is_node_[*handle]) {
            tokens_.fail_at(
                line, fmt::format("a second node has the id {}; give each node its own id", printable(ids_[*handle])));
        }
        is_node_[*handle] = true;
        for (auto const& [key, value] : attributes) {
            assembly_.attribute(*handle, key, without_entities(value.text), type_of_text(value.kind == GmlKind::text));
        }
        if (label.empty()) label = name;
        if (label.empty()) return;
        if (options_.names) return assembly_.call(*handle, without_entities(label));
        says_more_than_ids_ |= label != ids_[*handle];
        labels_.emplace_back(*handle, label);
    }

    void read_edge() {
        std::uint64_t const line = tokens_.line();
        std::optional<VertexId> source, target;
        std::string_view label, weight;
        std::vector<GmlAttribute> attributes;
        read_list([&](std::string const& key, GmlToken const& value) {
            if (key == "source") source = vertex(value, "source");
            if (key == "target") target = vertex(value, "target");
            if (key != "source" && key != "target") keep(attributes, value);
            if (key == "label" && value.kind != GmlKind::open) label = value.text;
            if ((key == "weight" || key == "value") && value.kind != GmlKind::open) weight = value.text;
            return false;
        });
        if (!source || !target)
            tokens_.fail_at(line, "an edge has no source or no target; expected the ids of two nodes");
        std::string text;
        if (options_.edge_labels) text = without_entities(label.empty() ? weight : label);
        edges_.push_back({*source, *target, std::move(text), std::move(attributes)});
    }

    Graph graph() {
        for (VertexId handle = 0; handle < is_node_.size(); ++handle) {
            if (is_node_[handle]) continue;
            tokens_.fail_at(first_lines_[handle],
                            fmt::format("an edge ends at {}, and no node has this id; expected the id of a node",
                                        printable(ids_[handle])));
        }
        if (says_more_than_ids_) {
            for (auto const& [handle, label] : labels_) assembly_.label(handle, without_entities(label));
        }
        for (GmlEdge const& edge : edges_) {
            if (directed_) {
                assembly_.arc(edge.source, edge.target, edge.label);
            } else {
                assembly_.edge(edge.source, edge.target, edge.label);
            }
            for (auto const& [key, value] : edge.attributes) {
                assembly_.edge_attribute(key, without_entities(value.text), type_of_text(value.kind == GmlKind::text));
            }
        }
        assembly_.edges_are_rows();
        return assembly_.finish([&](std::string const& sentence) { report_.remark(sentence); });
    }

    GmlTokens tokens_;
    ReadOptions const& options_;
    ReadReport& report_;
    Assembly assembly_;
    std::string_view written_key_; // the last key, in the letters of the file
    bool directed_ = false;        // the label may come after the edges
    std::vector<GmlEdge> edges_;
    std::vector<bool> is_node_; // by handle
    std::vector<std::uint64_t> first_lines_;
    std::vector<std::string_view> ids_;
    std::vector<std::pair<VertexId, std::string_view>> labels_; // texts that all repeat the ids are no labels
    bool says_more_than_ids_ = false;
};

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return is_control(c) && c != '\t'; });
}

std::string_view gml_problem(std::string_view text) {
    return has_control(text) ? "has a control character, and GML cannot hold it; write a .cbin" : "";
}

std::string label_of(Graph const& graph, VertexId v) {
    bool const is_there = has_labels(graph) && graph.marks->labels[v] != GraphMarks::no_label;
    return is_there ? graph.marks->label_names[graph.marks->labels[v]] : "";
}

// GML is ASCII. Entities are written by their names if they have one, as igraph knows these, too.
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
        std::string const label = has_names(graph) ? vertex_name(graph, id) : label_of(graph, v);
        file.write(fmt::format("  node [ id {}", id));
        if (!label.empty()) file.write(fmt::format(" label {}", gml_text(label)));
        file.write(" ]\n");
    }
}

} // namespace

bool is_gml(std::string_view text) {
    constexpr int keys_to_see = 100; // number of keys before the graph; a table of words and numbers has more
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
    if (!has_labels(graph)) return nullptr;
    if (has_names(graph)) return "labels of vertices beside names";
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::string const label = label_of(graph, v);
        if (!label.empty() && label != fmt::to_string(graph.original_id(v))) return nullptr;
    }
    return "labels that repeat the ids of their vertices";
}

void write_gml(Graph const& graph, OutputFile& file) {
    require_written(graph, WrittenTexts::names_or_labels, gml_problem);
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

// Takes the content of a GraphML file, element by element.

// Returns: one attribute of an element, or nothing if it has none of that name.
using XmlAttributes = std::function<std::optional<std::string_view>(std::string_view)>;

// Takes the events of an XML parser. Elements outside of GraphML's core, such as drawings, are passed over with all
// their content.
class GraphmlParser {
public:
    // `line` returns the line of the event. The parser's findings go into `assembly`.
    GraphmlParser(std::string const& path, Assembly& assembly, std::function<std::uint64_t()> line)
        : path_(path),
          assembly_(assembly),
          line_(std::move(line)) {}

    void start(std::string_view tag, XmlAttributes const& attributes);
    void end();
    void text(std::string_view part);
    // Call it after the last event. Throws InputError if there was no graph, or if an end of an edge is no node.
    void finish() const;

private:
    enum class Place { document, graphml, key, graph, node, edge, value };

    void require_graphml(std::string_view root) const;
    bool enter(std::string_view tag, XmlAttributes const& attributes);
    void begin_key(XmlAttributes const& attributes);
    void begin_graph(XmlAttributes const& attributes);
    void begin_node(XmlAttributes const& attributes);
    void begin_edge(XmlAttributes const& attributes);
    bool begin_data(XmlAttributes const& attributes);
    void end_edge();
    void end_value();
    struct DataKey;
    template <class Take> void take_data(bool DataKey::*is_of_place, Take const& take);
    VertexId vertex_of(std::string_view id);
    std::string_view required(XmlAttributes const& attributes, std::string_view name, std::string_view of) const;
    [[noreturn]] void fail(std::string const& problem) const;

    struct LabelKey {
        std::string id;
        std::string value; // if an element says nothing
    };
    // A key of attributes.
    struct DataKey {
        std::string id, name;
        bool is_of_nodes, is_of_edges;
        bool is_text;
        std::optional<std::string> value{}; // if an element says nothing
    };
    // An attribute of the open node or edge.
    struct Data {
        std::string key, value;
    };
    struct Vertex {
        std::string id;
        std::uint64_t first_line; // line where the id was first met
        bool is_node;
    };
    struct OpenEdge {
        VertexId source, target;
        bool is_arc;
        std::string label;
    };

    std::string const& path_;
    Assembly& assembly_;
    std::function<std::uint64_t()> line_;
    bool has_graph_ = false;
    std::vector<Vertex> vertices_; // by handle
    std::optional<LabelKey> node_key_, edge_key_;
    // the key whose default comes next
    bool key_is_of_nodes_ = false, key_is_of_edges_ = false, is_attribute_key_ = false;
    bool default_is_directed_ = false;
    VertexId node_ = 0; // the open one
    OpenEdge edge_{};   // the open one
    std::vector<Place> open_{Place::document};
    std::uint64_t passed_over_ = 0; // open elements
    std::string value_;
    std::string data_key_;      // of the open <data>
    std::vector<DataKey> keys_; // empty unless attributes are kept
    std::vector<Data> data_;
};

namespace {

// Returns: the name without the prefix of its namespace.
std::string_view local(std::string_view tag) {
    std::size_t const colon = tag.rfind(':');
    return colon == std::string_view::npos ? tag : tag.substr(colon + 1);
}

struct ForeignRoot {
    std::string_view root, what;
};
constexpr std::array foreign_roots{
    ForeignRoot{"gexf",
                "a GEXF file of Gephi; export it as GraphML, or `python3 -c \"import networkx as n; "
                "n.write_graphml(n.read_gexf('FILE'), 'FILE.graphml')\"`"},
    ForeignRoot{"html", "a page of HTML; expected a graph, is it the answer of a server?"},
    ForeignRoot{"svg", "an SVG drawing; expected a graph, export it as GraphML"},
    ForeignRoot{"graph", "an XGMML file of Cytoscape, perhaps; export it as GraphML or SIF"},
    ForeignRoot{"gxl", "a GXL file; convert it with `gxl2gv FILE | gv2gml`, or export it as GraphML"},
    ForeignRoot{"mxfile", "a drawing of diagrams.net; expected a graph, export it as GraphML"},
};

} // namespace

void GraphmlParser::fail(std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line_(), problem));
}

std::string_view GraphmlParser::required(XmlAttributes const& attributes, std::string_view name,
                                         std::string_view of) const {
    std::optional<std::string_view> const value = attributes(name);
    if (!value) fail(fmt::format("the element <{0}> has no {1}; expected <{0} {1}=\"...\">", of, name));
    return *value;
}

void GraphmlParser::start(std::string_view tag, XmlAttributes const& attributes) {
    if (passed_over_ > 0 || !enter(local(tag), attributes)) ++passed_over_;
}

void GraphmlParser::require_graphml(std::string_view root) const {
    if (root == "graphml") return;
    auto const stranger = std::ranges::find(foreign_roots, root, &ForeignRoot::root);
    if (stranger != foreign_roots.end()) fail(std::string(stranger->what));
    fail(fmt::format("the XML file begins with <{}>; expected <graphml>", printable(root)));
}

// Returns: true if the content of the element matters.
bool GraphmlParser::enter(std::string_view tag, XmlAttributes const& attributes) {
    Place const place = open_.back();
    if (place == Place::document) {
        require_graphml(tag);
        open_.push_back(Place::graphml);
    } else if (place == Place::graphml && tag == "key") {
        begin_key(attributes);
    } else if (place == Place::graphml && tag == "graph") {
        begin_graph(attributes);
    } else if (place == Place::graph && tag == "node") {
        begin_node(attributes);
    } else if (place == Place::graph && tag == "edge") {
        begin_edge(attributes);
    } else if (place == Place::graph && tag == "hyperedge") {
        fail("a hyperedge; expected edges that join two nodes each");
    } else if ((place == Place::node || place == Place::edge) && tag == "graph") {
        fail(
            "the graph contains another graph (a group of yEd); expected one graph of nodes and edges, ungroup it "
            "first");
    } else if (place == Place::key && tag == "default") {
        open_.push_back(Place::value);
    } else if ((place == Place::node || place == Place::edge) && tag == "data") {
        return begin_data(attributes);
    } else {
        return false;
    }
    return true;
}

void GraphmlParser::begin_key(XmlAttributes const& attributes) {
    std::string const id(required(attributes, "id", "key"));
    bool const is_label = attributes("attr.name").value_or("") == "label";
    std::string_view const of = attributes("for").value_or("all");
    key_is_of_nodes_ = is_label && (of == "node" || of == "all");
    key_is_of_edges_ = is_label && (of == "edge" || of == "all");
    if (key_is_of_nodes_) node_key_ = {id, ""};
    if (key_is_of_edges_) edge_key_ = {id, ""};
    auto const name = attributes("attr.name");
    is_attribute_key_ = name && assembly_.keeps_attributes();
    if (is_attribute_key_) {
        bool const is_of_all = of == "all";
        keys_.push_back({id, std::string(*name), of == "node" || is_of_all, of == "edge" || is_of_all,
                         attributes("attr.type").value_or("string") == "string"});
    }
    open_.push_back(Place::key);
}

void GraphmlParser::begin_graph(XmlAttributes const& attributes) {
    if (has_graph_) fail("a second graph begins; expected one graph, split the file");
    has_graph_ = true;
    std::string_view const direction = required(attributes, "edgedefault", "graph");
    if (direction != "directed" && direction != "undirected") {
        fail(fmt::format("edgedefault is '{}'; expected directed or undirected", printable(direction)));
    }
    default_is_directed_ = direction == "directed";
    open_.push_back(Place::graph);
}

VertexId GraphmlParser::vertex_of(std::string_view id) {
    if (std::string_view const problem = name_problem(id); !problem.empty()) {
        fail(fmt::format("'{}' cannot be the name of a vertex: {}", printable(id), problem));
    }
    VertexId const vertex = assembly_.vertex(id);
    if (vertex == vertices_.size()) vertices_.push_back({std::string(id), line_(), false});
    return vertex;
}

void GraphmlParser::begin_node(XmlAttributes const& attributes) {
    node_ = vertex_of(required(attributes, "id", "node"));
    Vertex& node = vertices_[node_];
    if (node.is_node) fail(fmt::format("a second node has the id {}; give each node its own id", printable(node.id)));
    node.is_node = true;
    if (node_key_) assembly_.label(node_, node_key_->value);
    open_.push_back(Place::node);
}

void GraphmlParser::begin_edge(XmlAttributes const& attributes) {
    edge_.source = vertex_of(required(attributes, "source", "edge"));
    edge_.target = vertex_of(required(attributes, "target", "edge"));
    std::optional<std::string_view> const directed = attributes("directed");
    edge_.is_arc = directed ? *directed == "true" || *directed == "1" : default_is_directed_;
    edge_.label = edge_key_ ? edge_key_->value : "";
    open_.push_back(Place::edge);
}

void GraphmlParser::end_edge() {
    if (edge_.is_arc) {
        assembly_.arc(edge_.source, edge_.target, edge_.label);
    } else {
        assembly_.edge(edge_.source, edge_.target, edge_.label);
    }
    take_data(&DataKey::is_of_edges, [&](DataKey const& key, std::string const& value) {
        assembly_.edge_attribute(key.name, value, type_of_text(key.is_text));
    });
}

// Calls take(key, value) for the attributes of the element that ends, and for its defaults.
template <class Take> void GraphmlParser::take_data(bool DataKey::*is_of_place, Take const& take) {
    for (DataKey const& key : keys_) {
        if (!(key.*is_of_place)) continue;
        auto const data = std::ranges::find(data_, key.id, &Data::key);
        if (data != data_.end()) {
            take(key, data->value);
        } else if (key.value) {
            take(key, *key.value);
        }
    }
    data_.clear();
}

bool GraphmlParser::begin_data(XmlAttributes const& attributes) {
    std::optional<LabelKey> const& key = open_.back() == Place::node ? node_key_ : edge_key_;
    if (!key && keys_.empty()) return false;
    data_key_ = required(attributes, "key", "data");
    bool const is_label = key && data_key_ == key->id;
    if (!is_label && std::ranges::find(keys_, data_key_, &DataKey::id) == keys_.end()) return false;
    open_.push_back(Place::value);
    return true;
}

void GraphmlParser::text(std::string_view part) {
    if (passed_over_ == 0 && open_.back() == Place::value) value_ += part;
}

void GraphmlParser::end() {
    if (passed_over_ > 0) {
        --passed_over_;
        return;
    }
    Place const place = open_.back();
    open_.pop_back();
    if (place == Place::edge) end_edge();
    if (place == Place::node) {
        take_data(&DataKey::is_of_nodes, [&](DataKey const& key, std::string const& value) {
            assembly_.attribute(node_, key.name, value, type_of_text(key.is_text));
        });
    }
    if (place == Place::value) end_value();
}

namespace {

// Elements may be on lines of their own, with blanks around them.
std::string_view without_blanks_around(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

} // namespace

void GraphmlParser::end_value() {
    std::string const value(without_blanks_around(value_));
    value_.clear();
    Place const place = open_.back();
    if (place == Place::key) {
        if (key_is_of_nodes_) node_key_->value = value;
        if (key_is_of_edges_) edge_key_->value = value;
        if (is_attribute_key_) keys_.back().value = value;
        return;
    }
    std::optional<LabelKey> const& key = place == Place::node ? node_key_ : edge_key_;
    bool const is_label = key && data_key_ == key->id;
    if (is_label && place == Place::node) assembly_.label(node_, value);
    if (is_label && place == Place::edge) edge_.label = value;
    if (!keys_.empty()) data_.push_back({data_key_, value});
}

void GraphmlParser::finish() const {
    if (!has_graph_) throw InputError(fmt::format("{}: the file has no <graph>; expected one", path_));
    auto const missing = std::ranges::find(vertices_, false, &Vertex::is_node);
    if (missing == vertices_.end()) return;
    throw InputError(fmt::format("{}:{}: an edge ends at '{}', and no node has this id; expected the id of a node",
                                 path_, missing->first_line, printable(missing->id)));
}

namespace {

using namespace std::string_view_literals;

constexpr std::string_view xml_blanks = " \t\r\n";

std::optional<std::string_view> find_attribute(XML_Char const** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
        if (*attributes == name) return attributes[1];
    }
    return std::nullopt;
}

// Runs Expat over the text. No exception may pass through its C code, so a failure is kept until Expat has returned.
class XmlRun {
public:
    // `encoding`: the encoding of the text, even if the text names another. If null, the text's own name of its
    // encoding counts.
    XmlRun(std::string const& path, Assembly& assembly, char const* encoding)
        : path_(path),
          xml_(XML_ParserCreate(encoding), XML_ParserFree),
          parser_(path, assembly, [this] { return line(); }) {
        if (!xml_) throw std::bad_alloc();
        XML_SetUserData(xml_.get(), this);
        XML_SetElementHandler(
            xml_.get(),
            [](void* self, XML_Char const* tag, XML_Char const** attributes) {
                auto const find = [&](std::string_view name) { return find_attribute(attributes, name); };
                static_cast<XmlRun*>(self)->guard([&](GraphmlParser& parser) { parser.start(tag, find); });
            },
            [](void* self, XML_Char const*) {
                static_cast<XmlRun*>(self)->guard([](GraphmlParser& parser) { parser.end(); });
            });
        XML_SetCharacterDataHandler(xml_.get(), [](void* self, XML_Char const* text, int length) {
            std::string_view const part(text, static_cast<std::size_t>(length));
            static_cast<XmlRun*>(self)->guard([&](GraphmlParser& parser) { parser.text(part); });
        });
        XML_SetUnknownEncodingHandler(
            xml_.get(),
            [](void* self, XML_Char const* name, XML_Encoding*) {
                static_cast<XmlRun*>(self)->guard([&](GraphmlParser&) { throw UnknownEncoding{name}; });
                return static_cast<int>(XML_STATUS_ERROR);
            },
            this);
    }

    // The encoding is one that Expat does not know.
    struct UnknownEncoding {
        std::string name;
    };

    // Throws UnknownEncoding, if at all, before it calls for a vertex or an edge.
    void read(std::string_view text) {
        constexpr std::size_t step = std::size_t{1} << 24;
        bool is_last = false;
        while (!is_last) {
            std::string_view const part = text.substr(0, step);
            text.remove_prefix(part.size());
            is_last = text.empty();
            XML_Status const status = XML_Parse(xml_.get(), part.data(), static_cast<int>(part.size()), is_last);
            if (failure_) std::rethrow_exception(failure_);
            if (status != XML_STATUS_OK) refuse();
        }
        parser_.finish();
    }

private:
    template <class Work> void guard(Work const& work) noexcept {
        if (failure_) return;
        try {
            work(parser_);
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(xml_.get(), XML_FALSE);
        }
    }

    std::uint64_t line() const { return XML_GetCurrentLineNumber(xml_.get()); }

    [[noreturn]] void refuse() const {
        XML_Error const error = XML_GetErrorCode(xml_.get());
        if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
        throw InputError(
            fmt::format("{}:{}: the XML cannot be read ({}); expected a whole GraphML file, fetch or export it again",
                        path_, line(), XML_ErrorString(error)));
    }

    std::string const& path_;
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> xml_;
    GraphmlParser parser_;
    std::exception_ptr failure_;
};

void read_xml(std::string_view text, std::string const& path, Assembly& assembly) {
    try {
        XmlRun(path, assembly, nullptr).read(text);
    } catch (XmlRun::UnknownEncoding const& unknown) {
        FileBytes const converted = converted_to_utf8(text, unknown.name, path);
        XmlRun(path, assembly, "UTF-8").read(converted.bytes);
    }
}

// Many pages of HTML are no XML.
void refuse_html(std::string_view text, std::string const& path) {
    std::string begin(text.substr(0, 64));
    std::ranges::transform(begin, begin.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    if (begin.starts_with("<!doctype html") || begin.starts_with("<html")) {
        throw InputError(
            fmt::format("{}:1: this is a page of HTML; expected a graph, is it the answer of a server?", path));
    }
}

std::string_view from_first_mark(std::string_view text) {
    text = without_byte_order_mark(text);
    return text.substr(std::min(text.find_first_not_of(xml_blanks), text.size()));
}

} // namespace

bool is_graphml(std::string_view text) {
    if (text.starts_with("\xFF\xFE<\0"sv) || text.starts_with("\xFE\xFF\0<"sv)) return true; // UTF-16
    text = from_first_mark(text);
    bool const is_letter =
        text.size() > 1 && ((text[1] >= 'a' && text[1] <= 'z') || (text[1] >= 'A' && text[1] <= 'Z'));
    if (text.starts_with("<?xml") || text.starts_with("<!") || text.starts_with("<graphml")) return true;
    std::size_t const last = text.find_last_not_of(" \t\r\n");
    return text.starts_with('<') && is_letter && text[last] == '>'; // otherwise it is a name that begins so
}

Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::string_view const begin = from_first_mark(text);
    refuse_html(begin, path);
    Assembly assembly(path, options);
    read_xml(begin.starts_with("<?xml") ? begin : text, path, assembly); // XML has the ampersand in its first place
    assembly.edges_are_rows();
    return assembly.finish([&](std::string const& sentence) { report.remark(sentence); });
}

namespace {

std::string_view graphml_problem(std::string_view text) {
    if (!is_xml_text(text)) return "is no UTF-8 text, which GraphML requires; write a .cbin";
    return has_control(text) ? "has a control character, and GraphML cannot hold it; write a .cbin" : "";
}

void require_ends_kept(std::vector<std::string> const& labels) {
    auto const label = std::ranges::find_if(
        labels, [](std::string const& text) { return without_blanks_around(text).size() < text.size(); });
    if (label == labels.end()) return;
    throw InputError(fmt::format(
        "'{}' begins or ends with a blank, which GraphML does not keep in a label; write a .cbin", printable(*label)));
}

std::string escaped(std::string_view text) {
    std::string xml;
    for (char const c : text) {
        if (c == '&') {
            xml += "&amp;";
        } else if (c == '<') {
            xml += "&lt;";
        } else if (c == '>') {
            xml += "&gt;";
        } else if (c == '"') {
            xml += "&quot;";
        } else {
            xml += c;
        }
    }
    return xml;
}

std::string id_of(Graph const& graph, VertexId v) {
    OriginalId const id = graph.original_id(v);
    return has_names(graph) ? escaped(vertex_name(graph, id)) : fmt::to_string(id);
}

// The end of an element: its label, if it has one, and the closing tag.
std::string rest_of(std::string_view tag, std::string_view key, std::vector<std::string> const& names,
                    std::uint32_t label) {
    if (label == GraphMarks::no_label) return "/>\n";
    return fmt::format("><data key=\"{}\">{}</data></{}>\n", key, escaped(names[label]), tag);
}

} // namespace

void write_graphml(Graph const& graph, OutputFile& file) {
    require_written(graph, WrittenTexts::names_and_labels, graphml_problem);
    if (has_labels(graph)) require_ends_kept(graph.marks->label_names);
    if (has_edge_labels(graph)) require_ends_kept(graph.marks->edge_label_names);
    constexpr std::string_view node_key = "label", edge_key = "edge_label";
    file.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    auto const write_key = [&](std::string_view key, std::string_view of) {
        file.write(fmt::format("<key id=\"{}\" for=\"{}\" attr.name=\"label\" attr.type=\"string\"/>\n", key, of));
    };
    if (has_labels(graph)) write_key(node_key, "node");
    if (has_edge_labels(graph)) write_key(edge_key, "edge");
    file.write(fmt::format("<graph edgedefault=\"{}\">\n", is_directed(graph) ? "directed" : "undirected"));
    GraphMarks const none;
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const label = marks.labels.empty() ? GraphMarks::no_label : marks.labels[v];
        file.write(
            fmt::format("<node id=\"{}\"{}", id_of(graph, v), rest_of("node", node_key, marks.label_names, label)));
    }
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        std::uint32_t const label =
            marks.edge_labels.empty() ? GraphMarks::no_label : marks.edge_labels[ref.find(v, u)];
        file.write(fmt::format("<edge source=\"{}\" target=\"{}\"{}", id_of(graph, v), id_of(graph, u),
                               rest_of("edge", edge_key, marks.edge_label_names, label)));
    });
    file.write("</graph>\n</graphml>\n");
}

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
    auto const put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    auto const rest = [&](int shift) { put(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        rest(6);
    } else {
        put(0xf0 | code >> 18);
        rest(12);
        rest(6);
    }
    rest(0);
}

// `name` is the text between & and ;.
std::optional<std::uint32_t> character_of(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, char>, 5> named{
        {{"quot", '"'}, {"amp", '&'}, {"apos", '\''}, {"lt", '<'}, {"gt", '>'}}};
    for (auto const& [known, character] : named) {
        if (known == name) return character;
    }
    if (!name.starts_with('#')) return std::nullopt;
    name.remove_prefix(1);
    bool const is_hexadecimal = name.starts_with('x') || name.starts_with('X');
    if (is_hexadecimal) name.remove_prefix(1);
    std::uint32_t code = 0;
    auto const [stop, status] = std::from_chars(name.data(), name.data() + name.size(), code, is_hexadecimal ? 16 : 10);
    bool const is_number = status == std::errc() && stop == name.data() + name.size();
    constexpr std::uint32_t last_character = 0x10ffff;
    if (!is_number || code == 0 || code > last_character || (code >= 0xd800 && code < 0xe000)) return std::nullopt;
    return code;
}

} // namespace

std::string without_entities(std::string_view text) {
    constexpr std::size_t longest_entity = 10;
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        std::size_t const mark = text.find('&');
        plain += text.substr(0, mark);
        if (mark == std::string_view::npos) break;
        text.remove_prefix(mark);
        std::size_t const end = text.substr(0, longest_entity).find(';');
        auto const code = end == std::string_view::npos ? std::nullopt : character_of(text.substr(1, end - 1));
        if (code) append_utf8(plain, *code);
        if (!code) plain += '&';
        text.remove_prefix(code ? end + 1 : 1);
    }
    return plain;
}

std::string in_ascii(std::string_view text) {
    std::string written;
    while (!text.empty()) {
        auto const first = static_cast<unsigned char>(text[0]);
        std::size_t const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        std::uint32_t code = first & (0x7f >> length);
        bool is_character = length > 1 && length <= text.size();
        for (std::size_t i = 1; is_character && i < length; ++i) {
            auto const byte = static_cast<unsigned char>(text[i]);
            is_character = (byte & 0xc0) == 0x80;
            code = code << 6 | (byte & 0x3f);
        }
        written += is_character ? fmt::format("&#{};", code) : std::string(1, text[0]);
        text.remove_prefix(is_character ? length : 1);
    }
    return written;
}

std::string with_entities(std::string_view text, std::string_view escaped) {
    std::string written;
    for (char const c : text) {
        if (escaped.find(c) == std::string_view::npos) {
            written += c;
        } else {
            written += fmt::format("&#{};", static_cast<int>(c));
        }
    }
    return written;
}

namespace {

enum class PajekSection { none, vertices, arcs, edges, arcs_list, edges_list, matrix, other };

// Takes the word off a line `*Word ...`. Returns: the word in lower case, without the asterisk.
std::string section_word(std::string_view& rest) {
    std::string word = in_lower_case(next_word(rest).substr(1));
    return word.substr(0, word.find(':'));
}

struct KnownPajekSection {
    std::string_view word;
    PajekSection section;
};
constexpr std::array<KnownPajekSection, 8> known_sections{{{"vertices", PajekSection::vertices},
                                                           {"arcs", PajekSection::arcs},
                                                           {"edges", PajekSection::edges},
                                                           {"arcslist", PajekSection::arcs_list},
                                                           {"edgeslist", PajekSection::edges_list},
                                                           {"arclist", PajekSection::arcs_list},
                                                           {"edgelist", PajekSection::edges_list},
                                                           {"matrix", PajekSection::matrix}}};

constexpr std::array<std::string_view, 5> sections_without_edges{"partition", "vector", "permutation", "cluster",
                                                                 "hierarchy"};

// Returns: nothing if the text is no number.
std::optional<bool> is_zero_cell(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    auto const [stop, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (stop != word.data() + word.size() || word.empty()) return std::nullopt;
    if (status == std::errc::result_out_of_range) return false;
    return status == std::errc() ? std::optional(value == 0 || !std::isfinite(value)) : std::nullopt;
}

// For texts that is_zero_cell() takes as numbers.
bool is_missing_cell(std::string_view word) { return word.find_first_of("nN") != std::string_view::npos; } // nan, inf

class PajekLines {
public:
    PajekLines(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report)
        : lines_(text, path),
          options_(options),
          report_(report),
          assembly_(path, options, text) {}

    Graph read() {
        while (lines_.next()) {
            if (lines_.line().empty()) continue;
            if (lines_.line().starts_with('%')) {
                ++report_.comments;
                continue;
            }
            lines_.require_text();
            if (lines_.line().starts_with('*')) {
                begin_section();
            } else {
                read_line(lines_.line());
            }
        }
        end_matrix();
        if (!vertices_) lines_.fail_whole("the file has no line '*Vertices n'; expected one");
        assembly_.edges_are_rows();
        return assembly_.finish([&](std::string const& sentence) { report_.remark(sentence); });
    }

private:
    void begin_section() {
        end_matrix();
        std::string_view rest = lines_.line();
        std::string const word = section_word(rest);
        auto const* const known = std::ranges::find(known_sections, word, &KnownPajekSection::word);
        if (word == "network") {
            if (has_network_ || vertices_) lines_.fail("a second network begins; expected one network, split the file");
            has_network_ = true;
            section_ = PajekSection::none;
        } else if (known == known_sections.end()) {
            if (std::ranges::find(sections_without_edges, word) == sections_without_edges.end()) {
                lines_.fail(fmt::format(
                    "the section '*{}' is not known; expected *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix",
                    printable(word)));
            }
            report_.remarks.push_back(fmt::format("the section *{} of line {} is passed over",
                                                  printable(lines_.line().substr(1)), lines_.number()));
            section_ = PajekSection::other;
        } else if (known->section != PajekSection::vertices) {
            if (!vertices_)
                lines_.fail(fmt::format("*{} comes before '*Vertices n'; expected '*Vertices n' first", word));
            section_ = known->section;
            cells_ = 0;
        } else if (section_ != PajekSection::other) {
            count_vertices(rest);
        }
    }

    void count_vertices(std::string_view rest) {
        if (vertices_) lines_.fail("a second '*Vertices'; expected one network, split the file");
        auto const count = whole_number(next_word(rest));
        if (!count)
            lines_.fail("there is no number after '*Vertices'; expected the number of vertices, such as '*Vertices 5'");
        require_vertex_count(*count, lines_);
        std::string_view const first_mode = next_word(rest);
        first_mode_ = whole_number(first_mode);
        if (!first_mode.empty() && first_mode_.value_or(*count + 1) > *count) {
            lines_.fail(
                fmt::format("'{}' vertices of the first mode; expected at most {}", printable(first_mode), *count));
        }
        vertices_ = *count;
        assembly_.count_vertices(*count, 1);
        section_ = PajekSection::vertices;
    }

    void read_line(std::string_view rest) {
        switch (section_) {
        case PajekSection::vertices: return read_vertex(rest);
        case PajekSection::arcs:
        case PajekSection::edges: return read_edge(rest);
        case PajekSection::arcs_list:
        case PajekSection::edges_list: return read_list(rest);
        case PajekSection::matrix: return read_cells(rest);
        case PajekSection::other: ++report_.skipped; return;
        case PajekSection::none: break;
        }
        lines_.fail(fmt::format("'{}' comes before '*Vertices n'; expected '*Vertices n' first", printable(rest)));
    }

    VertexId vertex(std::string_view& rest) { return counted_vertex(next_word(rest), *vertices_, lines_); }

    std::string_view text(std::string_view& rest) {
        auto const word = next_quoted_word(rest);
        if (!word) lines_.fail("a quotation mark is not closed; expected a text between two");
        return *word;
    }

    void read_vertex(std::string_view rest) {
        VertexId const handle = vertex(rest);
        std::string_view const name = text(rest);
        if (options_.names && !name.empty()) assembly_.call(handle, without_entities(name));
    }

    void add(VertexId source, VertexId target, std::string_view label) {
        if (section_ == PajekSection::arcs || section_ == PajekSection::arcs_list ||
            (section_ == PajekSection::matrix && !first_mode_)) {
            assembly_.arc(source, target, label);
        } else {
            assembly_.edge(source, target, label);
        }
    }

    // If there are several relations, an edge may begin with the number of its relation, `2: `.
    void read_edge(std::string_view rest) {
        std::string_view after = rest;
        if (next_word(after).ends_with(':')) rest = after;
        VertexId const source = vertex(rest);
        VertexId const target = vertex(rest);
        add(source, target, options_.edge_labels ? label_of(rest) : std::string());
        if (assembly_.keeps_attributes()) weigh(rest);
    }

    // The parameters of a drawing, `c Red`, may follow the ends without a weight.
    void weigh(std::string_view rest) {
        std::string_view const weight = next_word(rest);
        bool const is_parameter = !weight.empty() && is_letter(weight[0]) && !rest.empty() && !is_zero_cell(weight);
        if (weight.empty() || is_parameter) return;
        require_weight(weight, lines_);
        assembly_.edge_attribute(weight_column, weight);
    }

    std::string label_of(std::string_view rest) {
        std::string_view const weight = next_word(rest);
        for (std::string_view key = next_word(rest); !key.empty(); key = next_word(rest)) {
            std::string_view const value = text(rest);
            if (key == "l" || key == "label") return without_entities(value);
        }
        return std::string(weight);
    }

    void read_list(std::string_view rest) {
        VertexId const source = vertex(rest);
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            add(source, counted_vertex(word, *vertices_, lines_), {});
        }
    }

    std::uint64_t columns() const { return *vertices_ - first_mode_.value_or(0); }
    std::uint64_t cell_count() const { return first_mode_.value_or(*vertices_) * columns(); }

    // A row may be spread over several lines.
    void read_cells(std::string_view rest) {
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            if (cells_ == cell_count())
                lines_.fail(fmt::format("a number comes after the {} numbers of the matrix; expected the next section",
                                        cell_count()));
            auto const zero = is_zero_cell(word);
            if (!zero) lines_.fail(fmt::format("'{}' is in a matrix; expected numbers", printable(word)));
            missing_ += is_missing_cell(word);
            if (!*zero) {
                auto const row = static_cast<VertexId>(cells_ / columns());
                auto const column = static_cast<VertexId>(cells_ % columns() + first_mode_.value_or(0));
                add(row, column, word);
                assembly_.edge_attribute(weight_column, word);
            }
            ++cells_;
        }
    }

    void end_matrix() {
        if (section_ != PajekSection::matrix) return;
        if (cells_ != cell_count()) {
            lines_.fail(
                fmt::format("the matrix ends after {} of its {} numbers; fetch the file again", cells_, cell_count()));
        }
        if (missing_ > 0) report_.remark(entries_without_number(std::exchange(missing_, 0)));
    }

    TextLines lines_;
    ReadOptions const& options_;
    ReadReport& report_;
    Assembly assembly_;
    PajekSection section_ = PajekSection::none;
    bool has_network_ = false;
    std::optional<std::uint64_t> vertices_;
    std::optional<std::uint64_t> first_mode_; // the number of vertices of the first mode, if there are two modes
    std::uint64_t cells_ = 0;                 // number of entries of a matrix that were read
    std::uint64_t missing_ = 0;               // number of entries that are NaN or infinite
};

// An ampersand is kept as it is unless it begins the number of a character.
std::string pajek_text(std::string_view text) {
    bool const is_plain = text.find('&') == std::string_view::npos || without_entities(text) == text;
    return fmt::format("\"{}\"", with_entities(text, is_plain ? "\"" : "\"&"));
}

std::string_view pajek_problem(std::string_view text) {
    return has_control(text) ? "has a control character, and a Pajek network cannot hold it; write a .cbin" : "";
}

void write_pajek_vertices(Graph const& graph, OutputFile& file) {
    file.write(fmt::format("*Vertices {}\n", graph.vertex_count()));
    bool const named = has_names(graph);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        OriginalId const id = graph.original_id(v);
        if (!named && id == v + 1ull) continue;
        file.write(fmt::format("{} {}\n", v + 1ull, pajek_text(named ? vertex_name(graph, id) : fmt::to_string(id))));
    }
}

} // namespace

bool is_pajek(std::string_view text) {
    std::string const nowhere;
    TextLines lines(text, nowhere);
    while (lines.next()) {
        std::string_view rest = lines.line();
        if (rest.empty() || rest.starts_with('%')) continue;
        if (!rest.starts_with('*')) return false;
        std::string const word = section_word(rest);
        return word == "network" || (word == "vertices" && whole_number(next_word(rest)));
    }
    return false;
}

Graph read_pajek(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return PajekLines(text, path, options, report).read();
}

void write_pajek(Graph const& graph, OutputFile& file) {
    require_written(graph, WrittenTexts::names, pajek_problem);
    write_pajek_vertices(graph, file);
    file.write(is_directed(graph) ? "*Arcs\n" : "*Edges\n");
    GraphRef const ref = graph.ref();
    for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) {
        file.write_number(v + 1ull);
        file.write(" ");
        file.write_number(u + 1ull);
        std::uint32_t const label =
            has_edge_labels(graph) ? graph.marks->edge_labels[ref.find(v, u)] : GraphMarks::no_label;
        if (label != GraphMarks::no_label) {
            std::string const& name = graph.marks->edge_label_names[label];
            bool const is_weight = is_zero_cell(name).has_value();
            file.write(is_weight ? " " + name : " 1 l " + pajek_text(name));
        }
        file.write("\n");
    });
}

} // namespace cerrado::detail
