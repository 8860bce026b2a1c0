#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/assembly.hpp>
#include <cerrado/graph/io/formats.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/io/text_input.hpp>
#include <cerrado/graph/io/text_lines.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

// Takes what is in a GraphML file, as its elements come.

// One attribute of an element. Nothing if it has none of that name.
using XmlAttributes = std::function<std::optional<std::string_view>(std::string_view)>;

// Takes the events of an XML parser. Elements outside GraphML's core, like drawings, are passed over with all that is
// in them.
class GraphmlParser {
public:
    // `line` gives the line of the event. What the parser meets goes into `assembly`.
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
    VertexId vertex_of(std::string_view id);
    std::string_view required(XmlAttributes const& attributes, std::string_view name, std::string_view of) const;
    [[noreturn]] void fail(std::string const& problem) const;

    struct LabelKey {
        std::string id;
        std::string value; // if an element says nothing
    };
    struct Vertex {
        std::string id;
        std::uint64_t first_line; // where the id was first met
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
    bool key_is_of_nodes_ = false, key_is_of_edges_ = false; // the key whose default comes next
    bool default_is_directed_ = false;
    VertexId node_ = 0; // the open one
    OpenEdge edge_{};   // the open one
    std::vector<Place> open_{Place::document};
    std::uint64_t passed_over_ = 0; // open elements
    std::string value_;
};

namespace {

// Without the prefix of its namespace.
std::string_view local(std::string_view tag) {
    std::size_t const colon = tag.rfind(':');
    return colon == std::string_view::npos ? tag : tag.substr(colon + 1);
}

struct Stranger {
    std::string_view root, what;
};
constexpr std::array strangers{
    Stranger{"gexf",
             "a GEXF file of Gephi; export it as GraphML, or `python3 -c \"import networkx as n; "
             "n.write_graphml(n.read_gexf('FILE'), 'FILE.graphml')\"`"},
    Stranger{"html", "a page of HTML; expected a graph, is it the answer of a server?"},
    Stranger{"svg", "an SVG drawing; expected a graph, export it as GraphML"},
    Stranger{"graph", "an XGMML file of Cytoscape, perhaps; export it as GraphML or SIF"},
    Stranger{"gxl", "a GXL file; convert it with `gxl2gv FILE | gv2gml`, or export it as GraphML"},
    Stranger{"mxfile", "a drawing of diagrams.net; expected a graph, export it as GraphML"},
};

} // namespace

void GraphmlParser::fail(std::string const& problem) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line_(), problem));
}

std::string_view GraphmlParser::required(XmlAttributes const& attributes, std::string_view name,
                                         std::string_view of) const {
    std::optional<std::string_view> const value = attributes(name);
    if (!value) fail(fmt::format("<{0}> without {1}; expected <{0} {1}=\"...\">", of, name));
    return *value;
}

void GraphmlParser::start(std::string_view tag, XmlAttributes const& attributes) {
    if (passed_over_ > 0 || !enter(local(tag), attributes)) ++passed_over_;
}

void GraphmlParser::require_graphml(std::string_view root) const {
    if (root == "graphml") return;
    auto const stranger = std::ranges::find(strangers, root, &Stranger::root);
    if (stranger != strangers.end()) fail(std::string(stranger->what));
    fail(fmt::format("an XML file of <{}>; expected <graphml>", printable(root)));
}

// Returns: whether what is in the element matters.
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
        fail("a hyperedge; expected edges between two nodes each");
    } else if ((place == Place::node || place == Place::edge) && tag == "graph") {
        fail("a graph within a graph (a group of yEd); expected one graph of nodes and edges, ungroup it first");
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
    open_.push_back(Place::key);
}

void GraphmlParser::begin_graph(XmlAttributes const& attributes) {
    if (has_graph_) fail("a second graph begins; expected one, split the file");
    has_graph_ = true;
    std::string_view const direction = required(attributes, "edgedefault", "graph");
    if (direction != "directed" && direction != "undirected") {
        fail(fmt::format("edgedefault '{}'; expected directed or undirected", printable(direction)));
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
    if (node.is_node) fail(fmt::format("a second node {}; give each its own id", printable(node.id)));
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
}

bool GraphmlParser::begin_data(XmlAttributes const& attributes) {
    std::optional<LabelKey> const& key = open_.back() == Place::node ? node_key_ : edge_key_;
    if (!key || required(attributes, "key", "data") != key->id) return false;
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
    if (place == Place::value) end_value();
}

void GraphmlParser::end_value() {
    std::string const value = std::exchange(value_, {});
    if (open_.back() == Place::node) {
        assembly_.label(node_, value);
    } else if (open_.back() == Place::edge) {
        edge_.label = value;
    } else {
        if (key_is_of_nodes_) node_key_->value = value;
        if (key_is_of_edges_) edge_key_->value = value;
    }
}

void GraphmlParser::finish() const {
    if (!has_graph_) throw InputError(fmt::format("{}: no <graph> in the file; expected one", path_));
    auto const missing = std::ranges::find(vertices_, false, &Vertex::is_node);
    if (missing == vertices_.end()) return;
    throw InputError(fmt::format("{}:{}: an edge ends at '{}', and there is no node of this id; expected one", path_,
                                 missing->first_line, printable(missing->id)));
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

// Runs Expat over the text. Nothing may be thrown through its C code, so a failure waits until it has returned.
class XmlRun {
public:
    // `encoding`: of the text, whatever it says itself; null: what it says.
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

    // One that Expat does not know.
    struct UnknownEncoding {
        std::string name;
    };

    // Throws UnknownEncoding before anything of the graph was met.
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
            fmt::format("{}:{}: XML that cannot be read ({}); expected a whole GraphML file, fetch or export "
                        "it again",
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

// Many a page of HTML is no XML.
void refuse_html(std::string_view text, std::string const& path) {
    std::string begin(text.substr(0, 64));
    std::ranges::transform(begin, begin.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    if (begin.starts_with("<!doctype html") || begin.starts_with("<html")) {
        throw InputError(fmt::format("{}:1: a page of HTML; expected a graph, is it the answer of a server?", path));
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
    return text.starts_with('<') && is_letter && text[last] == '>'; // else a name begins so
}

Graph read_graphml(std::string_view text, std::string const& path, ReadOptions const& options, ReadReport&) {
    std::string_view const begin = from_first_mark(text);
    refuse_html(begin, path);
    Assembly assembly(path, options);
    read_xml(begin.starts_with("<?xml") ? begin : text, path, assembly); // which XML has in its first place
    return assembly.finish();
}

namespace {

std::string escaped(std::string_view text) {
    if (!is_xml_text(text)) {
        throw InputError(fmt::format("'{}' is no UTF-8 text, which GraphML asks for; write a .cbin", printable(text)));
    }
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

// What an element ends with: the label within, where it has one.
std::string rest_of(std::string_view tag, std::string_view key, std::vector<std::string> const& names,
                    std::uint32_t label) {
    if (label == GraphMarks::no_label) return "/>\n";
    return fmt::format("><data key=\"{}\">{}</data></{}>\n", key, escaped(names[label]), tag);
}

} // namespace

void write_graphml(Graph const& graph, OutputFile& file) {
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

} // namespace cerrado::detail
