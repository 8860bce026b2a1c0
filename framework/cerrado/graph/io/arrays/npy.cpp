#include <cerrado/graph/io/arrays/npy.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/arrays/matrix_entries.hpp>
#include <cerrado/graph/io/arrays/npy_array.hpp>
#include <cerrado/graph/io/assembly.hpp>

#include <fmt/format.h>

namespace cerrado::detail {
namespace {

Graph graph_of_matrix(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report) {
    std::uint64_t const vertices = array.shape()[0];
    check_matrix(vertices, array.shape()[1], array.size(), path);
    std::vector<Edge> entries;
    bool has_weights = false;
    for (std::uint64_t i = 0; i < vertices; ++i) {
        for (std::uint64_t j = 0; j < vertices; ++j) {
            if (array.is_zero(array.place(i, j))) continue;
            has_weights |= !array.is_one(array.place(i, j));
            entries.push_back({static_cast<VertexId>(i), static_cast<VertexId>(j)});
        }
    }
    report.remarks.push_back(fmt::format("a square array of {} rows is taken as an adjacency matrix{}", vertices,
                                         has_weights ? ", its entries other than zero as edges" : ""));
    return graph_of_entries(vertices, std::move(entries), path, options);
}

// `turned`: edges are columns.
Graph graph_of_edges(NpyArray const& array, bool turned, std::string const& path, ReadOptions const& options) {
    Assembly assembly(path, options);
    std::uint64_t const edges = array.shape()[turned ? 1 : 0], columns = array.shape()[turned ? 0 : 1];
    auto const place = [&](std::uint64_t i, std::uint64_t column) {
        return turned ? array.place(column, i) : array.place(i, column);
    };
    for (std::uint64_t i = 0; i < edges; ++i) {
        VertexId const source = assembly.vertex(array.whole(place(i, 0)));
        VertexId const target = assembly.vertex(array.whole(place(i, 1)));
        std::string const label = options.edge_labels && columns > 2 ? array.text(place(i, 2)) : std::string();
        if (options.directed) {
            assembly.arc(source, target, label);
        } else {
            assembly.edge(source, target, label);
        }
    }
    return assembly.finish();
}

// Three rows of three numbers may be either.
bool may_be_matrix(NpyArray const& array) {
    for (std::uint64_t i = 0; i < array.size(); ++i) {
        if (!array.is_zero(i) && !array.is_one(i)) return false;
    }
    return array.shape()[0] == array.shape()[1] && array.shape()[0] > 2;
}

} // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

Graph graph_of_array(NpyArray const& array, std::string const& path, ReadOptions const& options, ReadReport& report) {
    auto const refuse = [&] {
        throw InputError(
            fmt::format("{}: an array of shape {}; expected (m, 2) for edges by the ids of their ends, or (n, n), "
                        "n > 3, for an adjacency matrix",
                        path, array.shape_text()));
    };
    if (array.shape().size() != 2) refuse();
    std::uint64_t const rows = array.shape()[0], columns = array.shape()[1];
    if (columns == 2) return graph_of_edges(array, false, path, options);
    if (columns == 3 && rows != 2 && !may_be_matrix(array)) {
        if (!options.edge_labels) report.remarks.push_back("the third column of the array is left out");
        return graph_of_edges(array, false, path, options);
    }
    if (rows == columns && rows > 3) return graph_of_matrix(array, path, options, report);
    if (rows != 2 || columns <= 3) refuse();
    report.remarks.push_back("two rows: the edges are the array's columns");
    return graph_of_edges(array, true, path, options);
}

Graph read_npy(std::string_view bytes, std::string const& path, ReadOptions const& options, ReadReport& report) {
    return graph_of_array(NpyArray(bytes, path), path, options, report);
}

} // namespace cerrado::detail
