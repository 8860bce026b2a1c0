// The generators without randomness.
#include <cerrado/graph/generate/generator_spec.hpp>

namespace cerrado {
namespace {

Edge edge(std::uint64_t source, std::uint64_t target) {
    return {static_cast<VertexId>(source), static_cast<VertexId>(target)};
}

GeneratorParameter count_of(std::string_view name, std::uint64_t least = 0) {
    return {name, least, most_vertices, std::nullopt};
}

GeneratorKind complete() {
    return {"complete",
            "every pair of n vertices",
            "gen:complete:n=8",
            {count_of("n")},
            [](GeneratorValues const& values) {
                std::uint64_t const n = values["n"];
                return GeneratorSize{n, n == 0 ? 0 : n * (n - 1) / 2};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 0; v < values["n"]; ++v) {
                    for (std::uint64_t u = 0; u < v; ++u) edges.push_back(edge(u, v));
                }
                return edges;
            }};
}

GeneratorKind star() {
    return {"star",
            "vertex 0 joined to n-1 others",
            "gen:star:n=10",
            {count_of("n")},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"] == 0 ? 0 : values["n"] - 1};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 1; v < values["n"]; ++v) edges.push_back(edge(0, v));
                return edges;
            }};
}

GeneratorKind path() {
    return {"path",
            "0 - 1 - ... - n-1",
            "gen:path:n=10",
            {count_of("n")},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"] == 0 ? 0 : values["n"] - 1};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 1; v < values["n"]; ++v) edges.push_back(edge(v - 1, v));
                return edges;
            }};
}

GeneratorKind cycle() {
    return {"cycle",
            "a path of n vertices, closed",
            "gen:cycle:n=10",
            {count_of("n", 3)},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"]};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 0; v < values["n"]; ++v) edges.push_back(edge(v, (v + 1) % values["n"]));
                return edges;
            }};
}

GeneratorSize grid_size(GeneratorValues const& values) {
    std::uint64_t const rows = values["rows"], columns = values["columns"];
    if (rows * columns > most_vertices) {
        values.refuse("rows", "rows times columns may be at most " + std::to_string(most_vertices));
    }
    return {rows * columns, 2 * rows * columns};
}

UnfilledVector<Edge> grid_edges(GeneratorValues const& values, Team&) {
    std::uint64_t const rows = values["rows"], columns = values["columns"];
    UnfilledVector<Edge> edges;
    for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column) {
            std::uint64_t const v = row * columns + column;
            if (column + 1 < columns) edges.push_back(edge(v, v + 1));
            if (row + 1 < rows) edges.push_back(edge(v, v + columns));
        }
    }
    return edges;
}

GeneratorSize bipartite_size(GeneratorValues const& values) {
    if (values["a"] + values["b"] > most_vertices) {
        values.refuse("a", "a plus b may be at most " + std::to_string(most_vertices));
    }
    return {values["a"] + values["b"], values["a"] * values["b"]};
}

UnfilledVector<Edge> bipartite_edges(GeneratorValues const& values, Team&) {
    std::uint64_t const a = values["a"], b = values["b"];
    UnfilledVector<Edge> edges;
    for (std::uint64_t u = 0; u < a; ++u) {
        for (std::uint64_t v = a; v < a + b; ++v) edges.push_back(edge(u, v));
    }
    return edges;
}

} // namespace

std::vector<GeneratorKind> plain_kinds() {
    return {complete(),
            star(),
            path(),
            cycle(),
            {"grid",
             "a rows x columns lattice",
             "gen:grid:rows=10,columns=20",
             {count_of("rows"), count_of("columns")},
             grid_size,
             grid_edges},
            {"bipartite",
             "complete, parts of a and b vertices",
             "gen:bipartite:a=3,b=4",
             {count_of("a"), count_of("b")},
             bipartite_size,
             bipartite_edges}};
}

} // namespace cerrado
