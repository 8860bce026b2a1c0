// Takes what is in a GraphML file, as its elements come.
#pragma once

#include <cerrado/graph/io/assembly.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cerrado::detail {

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

} // namespace cerrado::detail
