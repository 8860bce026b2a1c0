#include <cerrado/graph/io/arrays/gt.hpp>

#include <cerrado/graph/io/arrays/byte_reader.hpp>
#include <cerrado/graph/io/assembly.hpp>

#include <array>
#include <functional>
#include <vector>

namespace cerrado::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view gt_mark = "\xE2\x9B\xBE gt"sv;

// What is done with a text of a property, by its place.
using Take = std::function<void(std::uint64_t, std::string_view)>;

// Whose property it is, by the number in the file.
enum Owner : std::uint64_t { of_graph, of_vertex, of_edge };

class GtReader {
public:
    GtReader(std::string_view bytes, std::string const& path) : reader_(bytes, path, "gt") {}

    // The vertices are those of the graph then, whose edges are kept here.
    bool read_edges(Assembly& assembly) {
        reader_.take(gt_mark.size());
        std::uint64_t const version = reader_.number(1), order = reader_.number(1);
        if (version != 1) reader_.fail(fmt::format("version {} of .gt files; expected 1", version));
        if (order > 1) reader_.fail("a byte order that is none; fetch the file again");
        reader_.reads_big_endian(order == 1);
        text(); // a comment
        bool const is_directed = reader_.number(1) != 0;
        vertices_ = reader_.number(8);
        if (vertices_ > reader_.rest().size() / 8) reader_.take(reader_.rest().size() + 1); // truncated
        assembly.count_vertices(vertices_, 0);
        std::size_t const id_bytes = vertices_ < 1 << 8 ? 1 : vertices_ < 1 << 16 ? 2 : 4;
        for (VertexId v = 0; v < vertices_; ++v) {
            std::uint64_t const neighbours = reader_.number(8);
            if (neighbours > reader_.rest().size()) reader_.take(neighbours); // truncated
            for (std::uint64_t i = 0; i < neighbours; ++i) {
                std::uint64_t const u = reader_.number(id_bytes);
                if (u >= vertices_)
                    reader_.fail(fmt::format("an edge to vertex {} of {}; fetch the file again", u, vertices_));
                edges_.push_back({v, static_cast<VertexId>(u)});
            }
        }
        return is_directed;
    }

    // Calls wanted(owner, name) for each property of texts, and what it returns with the place and the text of each
    // of them; null: it is passed over.
    template <class Wanted> void read_properties(Wanted const& wanted) {
        for (std::uint64_t left = reader_.number(8); left > 0; --left) {
            std::uint64_t const owner = reader_.number(1);
            std::string_view const name = text();
            std::uint64_t const type = reader_.number(1);
            if (owner > of_edge || type >= types.size())
                reader_.fail("a property of no known type; fetch the file again");
            std::uint64_t const count = owner == of_graph ? 1 : owner == of_vertex ? vertices_ : edges_.size();
            auto const take = type == type_of_text ? wanted(static_cast<Owner>(owner), name) : Take();
            for (std::uint64_t i = 0; i < count; ++i) {
                if (take) {
                    take(i, text());
                } else {
                    pass_value(types[type]);
                }
            }
        }
        if (!reader_.rest().empty()) reader_.fail("other bytes follow the gt data; fetch the file again");
    }

    std::vector<Edge> const& edges() const { return edges_; }

private:
    // Of a value of each type, by its number in the file: the bytes of one item, 0 for a text; and whether there are
    // many.
    struct Type {
        std::size_t bytes;
        bool is_vector;
    };
    static constexpr std::uint64_t type_of_text = 6;
    static constexpr std::array<Type, 15> types{{{1, false},
                                                 {2, false},
                                                 {4, false},
                                                 {8, false},
                                                 {8, false},
                                                 {16, false},
                                                 {0, false},
                                                 {1, true},
                                                 {2, true},
                                                 {4, true},
                                                 {8, true},
                                                 {8, true},
                                                 {16, true},
                                                 {0, true},
                                                 {0, false}}};

    std::string_view text() { return reader_.take(reader_.number(8)); }

    void pass_value(Type const& type) {
        std::uint64_t const items = type.is_vector ? reader_.number(8) : 1;
        if (items > reader_.rest().size()) reader_.take(items); // truncated; no item is of less than a byte
        if (type.bytes > 0) {
            reader_.take(items * type.bytes);
            return;
        }
        for (std::uint64_t i = 0; i < items; ++i) text();
    }

    ByteReader reader_;
    std::uint64_t vertices_ = 0;
    std::vector<Edge> edges_;
};

} // namespace

bool is_gt(std::string_view bytes) { return bytes.starts_with(gt_mark); }

Graph read_gt(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport&) {
    GtReader reader(bytes, path);
    Assembly assembly(path, options);
    bool const is_directed = reader.read_edges(assembly);
    std::vector<std::string_view> edge_labels(options.edge_labels ? reader.edges().size() : 0);
    reader.read_properties([&](Owner owner, std::string_view name) -> Take {
        if (owner == of_vertex && name == "label") {
            return [&](std::uint64_t i, std::string_view text) { assembly.label(static_cast<VertexId>(i), text); };
        }
        if (owner == of_vertex && name == "name") {
            return [&](std::uint64_t i, std::string_view text) { assembly.call(static_cast<VertexId>(i), text); };
        }
        if (owner != of_edge || name != "label" || !options.edge_labels) return nullptr;
        return [&](std::uint64_t i, std::string_view text) { edge_labels[i] = text; };
    });
    for (std::size_t i = 0; i < reader.edges().size(); ++i) {
        auto const [source, target] = reader.edges()[i];
        std::string_view const label = edge_labels.empty() ? std::string_view() : edge_labels[i];
        if (is_directed) {
            assembly.arc(source, target, label);
        } else {
            assembly.edge(source, target, label);
        }
    }
    return assembly.finish();
}

} // namespace cerrado::detail
