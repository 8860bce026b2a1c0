#include <cerrado/graph/io/formats/graphml_parser.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cerrado::detail {
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

} // namespace cerrado::detail
