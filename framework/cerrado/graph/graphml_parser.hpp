// What is in a GraphML file, as its elements come.
#pragma once

#include <cerrado/graph/names.hpp>
#include <cerrado/graph/read_options.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

// Vertices are ranks of ids in the table, some of which may have no node.
struct GraphmlContent {
    NameTable ids;
    std::vector<std::uint64_t> first_lines; // by rank: where the id was first met
    std::vector<bool> is_node;              // by rank
    std::vector<std::string> labels;        // by rank, empty for none
    std::vector<Edge> arcs;                 // of an edge without a direction, that from its source
    std::vector<bool> is_arc;               // of each of them whether it has a direction
    std::vector<std::string> arc_labels;    // of each of them, where they are asked for
    bool has_graph = false;
    bool has_directions = false;
};

// One attribute of an element: nothing where it has none of that name.
using XmlAttributes = std::function<std::optional<std::string_view>(std::string_view)>;

// Takes the events of an XML parser. Elements that are not of GraphML's core, like drawings, are passed over with all that is
// in them.
class GraphmlParser {
public:
    // `line`: of the event.
    GraphmlParser(std::string const& path, ReadOptions const& options, std::function<std::uint64_t()> line)
        : path_(path),
          options_(options),
          line_(std::move(line)) {}

    void start(std::string_view tag, XmlAttributes const& attributes);
    void end();
    void text(std::string_view part);
    GraphmlContent take() { return std::move(content_); }

private:
    enum class Place { document, graphml, key, graph, node, edge, value };

    bool enter(std::string_view tag, XmlAttributes const& attributes);
    void begin_key(XmlAttributes const& attributes);
    void begin_graph(XmlAttributes const& attributes);
    void begin_node(XmlAttributes const& attributes);
    void begin_edge(XmlAttributes const& attributes);
    bool begin_data(XmlAttributes const& attributes);
    void end_value();
    VertexId rank_of(std::string_view id);
    std::string_view required(XmlAttributes const& attributes, std::string_view name, std::string_view of) const;
    [[noreturn]] void fail(std::string const& problem) const;

    struct LabelKey {
        std::string id;
        std::string value; // where an element says nothing
    };

    std::string const& path_;
    ReadOptions const& options_;
    std::function<std::uint64_t()> line_;
    GraphmlContent content_;
    std::optional<LabelKey> node_key_, edge_key_;
    bool key_is_of_nodes_ = false, key_is_of_edges_ = false; // the key whose default comes
    bool default_is_directed_ = false;
    VertexId node_ = 0; // rank of the one that is open
    std::vector<Place> open_{Place::document};
    std::uint64_t passed_over_ = 0; // elements that are open
    std::string value_;
};

} // namespace cerrado::detail
