#include <cerrado/graph/graphml_parser.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail {
namespace {

// Without the prefix of its namespace.
std::string_view local(std::string_view tag) {
    std::size_t const colon = tag.rfind(':');
    return colon == std::string_view::npos ? tag : tag.substr(colon + 1);
}

// On one line, without blanks around it.
std::string label_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::size_t const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return "";
    std::string label(text.substr(first, text.find_last_not_of(blanks) - first + 1));
    std::ranges::replace_if(
        label, [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
    return label;
}

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

// Returns: whether what is in the element matters.
bool GraphmlParser::enter(std::string_view tag, XmlAttributes const& attributes) {
    Place const place = open_.back();
    if (place == Place::document) {
        if (tag != "graphml") fail(fmt::format("an XML file of <{}>; expected <graphml>", printable(tag)));
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
        fail("a graph within a graph; expected one graph of nodes and edges");
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
    key_is_of_edges_ = is_label && options_.edge_labels && (of == "edge" || of == "all");
    if (key_is_of_nodes_) node_key_ = {id, ""};
    if (key_is_of_edges_) edge_key_ = {id, ""};
    open_.push_back(Place::key);
}

void GraphmlParser::begin_graph(XmlAttributes const& attributes) {
    if (content_.has_graph) fail("a second graph begins; expected one, split the file");
    content_.has_graph = true;
    std::string_view const direction = required(attributes, "edgedefault", "graph");
    if (direction != "directed" && direction != "undirected") {
        fail(fmt::format("edgedefault '{}'; expected directed or undirected", printable(direction)));
    }
    default_is_directed_ = direction == "directed";
    open_.push_back(Place::graph);
}

VertexId GraphmlParser::rank_of(std::string_view id) {
    if (std::string_view const problem = name_problem(id); !problem.empty()) {
        fail(fmt::format("'{}' cannot be the name of a vertex: {}", printable(id), problem));
    }
    VertexId const rank = content_.ids.rank_of_copy(id);
    if (rank == content_.first_lines.size()) {
        content_.first_lines.push_back(line_());
        content_.is_node.push_back(false);
        content_.labels.emplace_back();
    }
    return rank;
}

void GraphmlParser::begin_node(XmlAttributes const& attributes) {
    node_ = rank_of(required(attributes, "id", "node"));
    if (content_.is_node[node_]) {
        fail(fmt::format("a second node {}; give each its own id", printable(content_.ids.names()[node_])));
    }
    content_.is_node[node_] = true;
    if (node_key_) content_.labels[node_] = node_key_->value;
    open_.push_back(Place::node);
}

void GraphmlParser::begin_edge(XmlAttributes const& attributes) {
    VertexId const source = rank_of(required(attributes, "source", "edge"));
    content_.arcs.push_back({source, rank_of(required(attributes, "target", "edge"))});
    std::optional<std::string_view> const directed = attributes("directed");
    bool const is_arc = directed ? *directed == "true" || *directed == "1" : default_is_directed_;
    content_.is_arc.push_back(is_arc);
    content_.has_directions |= is_arc;
    if (options_.edge_labels) content_.arc_labels.push_back(edge_key_ ? edge_key_->value : "");
    open_.push_back(Place::edge);
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
    bool const is_value = open_.back() == Place::value;
    open_.pop_back();
    if (is_value) end_value();
}

void GraphmlParser::end_value() {
    std::string const value = label_of(value_);
    value_.clear();
    if (open_.back() == Place::node) {
        content_.labels[node_] = value;
    } else if (open_.back() == Place::edge) {
        content_.arc_labels.back() = value;
    } else {
        if (key_is_of_nodes_) node_key_->value = value;
        if (key_is_of_edges_) edge_key_->value = value;
    }
}

} // namespace cerrado::detail
